//! The page: candidates in the order shown to one reader, and the reason for each position.
//!
//! Score = (mean + exploration × variance) × freshness. The best come first, with these exceptions: near-duplicates
//! are folded under the best of them, each further article of a source or topic counts less than the previous one,
//! and of each only a few are shown while there is anything else. Nothing else is left out: what does not fit is in
//! `rest`, ordered by score.

mod reason;

pub use reason::{CardNames, FolderLiking, explained};

use std::collections::{BTreeMap, BTreeSet};
use tidings_model::taste::{Subject, TopicId};
use tidings_model::{ArticleId, Liking, SourceId, Why};

/// The weight of exploration: how many variances are added to the mean.
pub const EXPLORATION: f64 = 5.0;
/// The factor for each further article of a source, because five in a row make a poor page …
const AGAIN_OF_SOURCE: f64 = 0.8;
/// … and of a topic. Neither is measured: we know of no log that shows what monotony costs.
const AGAIN_OF_TOPIC: f64 = 0.92;

/// One subject of a candidate, with the reader's estimated interest in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SubjectPart {
    /// The subject.
    pub subject: Subject,
    /// Its weight in the article. The weights of an article sum to one.
    pub weight: f64,
    /// The current estimate.
    pub liking: Liking,
    /// The estimate before any reaction to it: from the reader's general experience, or from other readers.
    pub start: Liking,
    /// The value of knowing it, 0 to 1. See [`crate::supply`].
    pub supply: f64,
}

/// An article that can be shown.
#[derive(Debug, Clone, PartialEq)]
pub struct RankCandidate {
    /// The article.
    pub article: ArticleId,
    /// Its source.
    pub source: SourceId,
    /// Its composition, largest topic first.
    pub parts: Vec<SubjectPart>,
    /// The hours since it was published.
    pub hours: f64,
    /// A key shared by all articles on the same story. `None` if no other article is on it.
    pub story: Option<u64>,
    /// The probability that the reader has not read it yet, considering where it was shown before. It is 1 if it
    /// never was.
    pub unread: f64,
}

/// The options for a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PageOptions {
    /// The number of articles on the page.
    pub length: usize,
    /// How much is shown to explore, the "surprise me" share: 0 for nothing, 1 for the usual amount, 2 for twice as
    /// much.
    pub surprise: f64,
    /// The hours after which an article is worth half as much.
    pub half_life: f64,
    /// The maximum number of articles on the same topic.
    pub per_topic: usize,
    /// The maximum number of articles of the same source.
    pub per_source: usize,
}

impl Default for PageOptions {
    fn default() -> Self {
        Self { length: 30, surprise: 1.0, half_life: 24.0, per_topic: 5, per_source: 5 }
    }
}

/// One position on a page.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedArticle {
    /// The index of the candidate.
    pub candidate: usize,
    /// The score that decided the position.
    pub score: f64,
    /// The probability that the reader opens the article.
    pub liking: Liking,
    /// The part of its value that remains at its age, 0 to 1.
    pub freshness: f64,
    /// The reason for the position.
    pub why: Why,
    /// The candidates on the same story, which are folded under it.
    pub folded: Vec<usize>,
}

/// A page, and the articles that did not fit on it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RankedPage {
    /// The articles shown, from the top.
    pub places: Vec<RankedArticle>,
    /// The articles that could be shown next, in order.
    pub rest: Vec<RankedArticle>,
}

impl RankCandidate {
    /// Returns the probability that it is opened, and its variance as far as it is worth reducing.
    ///
    /// A reader who has read an article without opening it will not open it next time. Not opening it makes it more
    /// likely that it was read. So the probability μ is reduced to μ·u/(1 − (1−u)μ), where u is the probability that
    /// it was not read.
    #[must_use]
    pub fn liking(&self) -> Liking {
        let mut sum = Liking::default();
        for part in &self.parts {
            sum.mean += part.weight * part.liking.mean;
            sum.variance += part.weight * part.weight * part.supply * part.liking.variance;
        }
        let remains = self.unread / (1.0 - (1.0 - self.unread) * sum.mean).max(1e-9);
        Liking { mean: sum.mean * remains, variance: sum.variance * remains * remains }
    }

    /// Returns the topic with the largest weight.
    #[must_use]
    pub fn main_topic(&self) -> Option<TopicId> {
        self.parts.iter().find_map(|part| part.subject.topic())
    }
}

/// Returns the part of an article's value that remains at this age.
///
/// ```
/// use tidings_rank::page::freshness;
/// assert_eq!(freshness(24.0, 24.0), 0.5);
/// assert_eq!(freshness(-3.0, 24.0), 1.0, "published in the future");
/// ```
#[must_use]
pub fn freshness(hours: f64, half_life: f64) -> f64 {
    let hours = if hours.is_finite() { hours.max(0.0) } else { 0.0 };
    (-hours / half_life.max(1e-6)).exp2()
}

/// Ranks the candidates for one page, without reasons. [`explained`] adds them.
#[must_use]
pub fn page(candidates: &[RankCandidate], wishes: &PageOptions) -> RankedPage {
    let scored: Vec<RankedArticle> = candidates
        .iter()
        .enumerate()
        .map(|(at, candidate)| scored(at, candidate, wishes))
        .collect();
    let mut ranked = folded(in_order(scored, candidates), candidates);
    let mut page = RankedPage::default();
    let mut tally = Tally::default();
    while page.places.len() < wishes.length
        && let Some(next) = tally.next(&ranked, candidates, wishes)
    {
        let place = ranked.remove(next);
        tally.add(&candidates[place.candidate]);
        page.places.push(place);
    }
    // Articles in excess of a limit are used once there is nothing else.
    let missing = wishes.length.saturating_sub(page.places.len()).min(ranked.len());
    page.places.extend(ranked.drain(..missing));
    page.rest = ranked;
    page
}

fn scored(at: usize, candidate: &RankCandidate, wishes: &PageOptions) -> RankedArticle {
    let liking = candidate.liking();
    let freshness = freshness(candidate.hours, wishes.half_life);
    let exploration = EXPLORATION * wishes.surprise.max(0.0);
    let score = (liking.mean + exploration * liking.variance) * freshness;
    let score = if score.is_finite() { score } else { 0.0 };
    RankedArticle { candidate: at, score, liking, freshness, why: Why::Rest, folded: Vec::new() }
}

/// Sorts by descending score. Ties go to the newer article and then to the larger id, so that the result is
/// reproducible.
fn in_order(mut scored: Vec<RankedArticle>, candidates: &[RankCandidate]) -> Vec<RankedArticle> {
    scored.sort_by(|a, b| {
        let (ours, theirs) = (&candidates[a.candidate], &candidates[b.candidate]);
        b.score
            .total_cmp(&a.score)
            .then(ours.hours.total_cmp(&theirs.hours))
            .then(theirs.article.cmp(&ours.article))
    });
    scored
}

/// Returns the headlines that several sources have. A headline that one source uses repeatedly is a column, and not a
/// story.
///
/// ```
/// use tidings_model::SourceId;
/// use tidings_rank::page::stories;
/// let (a, b) = (SourceId(1), SourceId(2));
/// let told = stories([(7, a), (7, b), (8, a), (8, a), (9, b)]);
/// assert_eq!(told.into_iter().collect::<Vec<_>>(), [7]);
/// ```
#[must_use]
pub fn stories(headlines: impl IntoIterator<Item = (u64, SourceId)>) -> BTreeSet<u64> {
    let mut sources = BTreeMap::new();
    let told = headlines
        .into_iter()
        .filter(|(key, source)| *sources.entry(*key).or_insert(*source) != *source);
    told.map(|(key, _)| key).collect()
}

/// Keeps the best article of each story, with the others folded under it.
fn folded(ranked: Vec<RankedArticle>, candidates: &[RankCandidate]) -> Vec<RankedArticle> {
    let mut kept: Vec<RankedArticle> = Vec::with_capacity(ranked.len());
    let mut of_story: BTreeMap<u64, usize> = BTreeMap::new();
    for place in ranked {
        let first = candidates[place.candidate]
            .story
            .and_then(|story| of_story.insert(story, kept.len()).map(|first| (story, first)));
        match first {
            Some((story, first)) => {
                of_story.insert(story, first);
                kept[first].folded.push(place.candidate);
            }
            None => kept.push(place),
        }
    }
    kept
}

/// The number of articles of each topic and source on the page.
#[derive(Debug, Default)]
struct Tally {
    topics: BTreeMap<TopicId, usize>,
    sources: BTreeMap<SourceId, usize>,
}

impl Tally {
    /// Returns the index of the next article: the best one within the limits, where each further article of a topic
    /// or source counts less than the previous one.
    fn next(
        &self,
        ranked: &[RankedArticle],
        candidates: &[RankCandidate],
        wishes: &PageOptions,
    ) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        for (at, place) in ranked.iter().enumerate() {
            // Articles further down cannot be worth more.
            if best.is_some_and(|(_, worth)| worth >= place.score) {
                break;
            }
            let candidate = &candidates[place.candidate];
            if !self.has_room(candidate, wishes) {
                continue;
            }
            let worth = place.score * self.novelty(candidate);
            if best.is_none_or(|(_, other)| worth > other) {
                best = Some((at, worth));
            }
        }
        best.map(|(at, _)| at)
    }

    /// Returns the part of an article's value that remains after those of the same topic or source above it.
    fn novelty(&self, candidate: &RankCandidate) -> f64 {
        let topic = candidate.main_topic().and_then(|topic| self.topics.get(&topic));
        let above = |n: Option<&usize>| n.map_or(0, |n| i32::try_from(*n).unwrap_or(i32::MAX));
        AGAIN_OF_SOURCE.powi(above(self.sources.get(&candidate.source)))
            * AGAIN_OF_TOPIC.powi(above(topic))
    }

    fn has_room(&self, candidate: &RankCandidate, wishes: &PageOptions) -> bool {
        let topic = candidate.main_topic().and_then(|topic| self.topics.get(&topic));
        let source = self.sources.get(&candidate.source);
        topic.is_none_or(|n| *n < wishes.per_topic) && source.is_none_or(|n| *n < wishes.per_source)
    }

    fn add(&mut self, candidate: &RankCandidate) {
        if let Some(topic) = candidate.main_topic() {
            *self.topics.entry(topic).or_default() += 1;
        }
        *self.sources.entry(candidate.source).or_default() += 1;
    }
}

#[cfg(test)]
mod tests;
