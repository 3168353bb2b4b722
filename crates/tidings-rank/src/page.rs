//! The page: candidates in the order in which one reader is shown them, each with the reason for its place.
//!
//! Score = (mean + exploration × variance) × freshness. The best come first, with these exceptions: of near-duplicates one
//! is shown and the others are folded under it, each one more of a source or a topic counts for less than the one before, and of
//! each only a few are shown as long as there is anything else. No more is left out: what does not fit is in `rest`, in the order of its score.

mod reason;

use std::collections::{BTreeMap, BTreeSet};
use tidings_model::taste::{Subject, TopicId};
use tidings_model::{ArticleId, Liking, SourceId, Why};

/// How much is looked for what is not known: variances added to the mean.
pub const EXPLORATION: f64 = 5.0;
/// What one more of a source is worth beside the one before: five in a row are no page …
const AGAIN_OF_SOURCE: f64 = 0.8;
/// … and what one more about a topic is worth. Neither is measured: no log that we know tells what sameness costs.
const AGAIN_OF_TOPIC: f64 = 0.92;

/// One subject of a candidate, with what is believed of this reader and it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SubjectPart {
    /// Which.
    pub subject: Subject,
    /// How much of the article it is; weights sum to one.
    pub weight: f64,
    /// What is believed now.
    pub liking: Liking,
    /// What was believed before she did anything with it: her own experience in general, or other readers'.
    pub start: Liking,
    /// What knowing it is worth, 0 to 1: [`crate::supply`].
    pub supply: f64,
}

/// An article that could be shown.
#[derive(Debug, Clone, PartialEq)]
pub struct RankCandidate {
    /// Which.
    pub article: ArticleId,
    /// Who published it.
    pub source: SourceId,
    /// What it is made up of, the largest topic first.
    pub parts: Vec<SubjectPart>,
    /// Hours since it was published.
    pub hours: f64,
    /// The same for all that tell the same story; nothing where no other does.
    pub story: Option<u64>,
    /// The chance that she has not read of it yet where it was shown before: 1 where it never was.
    pub unread: f64,
}

/// What a page is to be like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PageOptions {
    /// Articles on the page.
    pub length: usize,
    /// How much is shown to find out, the "surprise me" share: 0 for nothing, 1 for the usual, 2 for twice as much.
    pub surprise: f64,
    /// Hours after which an article is worth half as much.
    pub half_life: f64,
    /// At most so many about the same.
    pub per_topic: usize,
    /// At most so many of the same source.
    pub per_source: usize,
}

impl Default for PageOptions {
    fn default() -> Self {
        Self { length: 30, surprise: 1.0, half_life: 24.0, per_topic: 5, per_source: 5 }
    }
}

/// One place on a page.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedArticle {
    /// Which of the candidates.
    pub candidate: usize,
    /// What its place was decided by.
    pub score: f64,
    /// What she is believed to do with it.
    pub liking: Liking,
    /// What remains of its worth after its age, 0 to 1.
    pub freshness: f64,
    /// Why it is there.
    pub why: Why,
    /// Candidates that tell the same, folded under it.
    pub folded: Vec<usize>,
}

/// A page, and what did not fit on it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RankedPage {
    /// What is shown, from the top.
    pub places: Vec<RankedArticle>,
    /// What could be shown next, from the top.
    pub rest: Vec<RankedArticle>,
}

impl RankCandidate {
    /// How probably it is opened, and how uncertain that is as far as it is worth knowing.
    ///
    /// Who read of an article and did not open it will not open it the next time. That it was not opened makes it likelier that
    /// it was read of: of the chance μ remains μ·u/(1 − (1−u)μ), where u is the chance that it was not read of.
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

    /// What it is about most.
    #[must_use]
    pub fn main_topic(&self) -> Option<TopicId> {
        self.parts.iter().find_map(|part| match part.subject {
            Subject::Topic(topic) => Some(topic),
            Subject::Source(_) => None,
        })
    }
}

/// What remains of an article's worth at that age.
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

/// Ranks the candidates for one page.
#[must_use]
pub fn page(candidates: &[RankCandidate], wishes: &PageOptions) -> RankedPage {
    let mut page = chosen(candidates, wishes);
    // What stands there by the bonus for what is not known alone would not stand there without it.
    let plain = chosen(candidates, &PageOptions { surprise: 0.0, ..*wishes });
    reason::give(&mut page, &plain, candidates, wishes);
    page
}

/// The page without its reasons.
fn chosen(candidates: &[RankCandidate], wishes: &PageOptions) -> RankedPage {
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
    // What is one too many of its kind waited until there is nothing else.
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

/// From the highest score down; the newer, then the later id first among equals, so that a page repeats.
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

/// Headlines that several sources have. What one source has again and again is a column, not one story.
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

/// The best of each story with the others folded under it.
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

/// How many of each kind are on the page.
#[derive(Debug, Default)]
struct Tally {
    topics: BTreeMap<TopicId, usize>,
    sources: BTreeMap<SourceId, usize>,
}

impl Tally {
    /// Which of those in order comes next: the best of those for which there is room, where each one more of a kind counts for
    /// less than the one before.
    fn next(
        &self,
        ranked: &[RankedArticle],
        candidates: &[RankCandidate],
        wishes: &PageOptions,
    ) -> Option<usize> {
        let mut best: Option<(usize, f64)> = None;
        for (at, place) in ranked.iter().enumerate() {
            // Nothing further down can be worth more.
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

    /// What remains of an article's worth beside those of its kind that stand above it.
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
