//! Turns unread articles into candidates, with what is known about the reader's interest in their subjects.

use crate::page::{PageOptions, RankCandidate, SubjectPart, stories};
use crate::supply::SubjectShares;
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tidings_model::taste::Subject;
use tidings_model::{ArticleId, Liking, SourceId};

/// The hours from which one visit can choose.
const A_DAY: f64 = 24.0;
const HOUR_MS: f64 = 3_600_000.0;

/// An article that a reader has not read.
#[derive(Debug, Clone, PartialEq)]
pub struct UnreadArticle {
    /// The article.
    pub article: ArticleId,
    /// Its source.
    pub source: SourceId,
    /// When it was published.
    pub published_at: Timestamp,
    /// A key that is equal for equal headlines. `None` if it has no headline.
    pub headline: Option<u64>,
    /// Its composition, largest topic first.
    pub parts: Vec<(Subject, f64)>,
    /// The probability that the reader has not read it yet, considering where it was shown before. It is 1 if it
    /// never was.
    pub unread: f64,
}

/// A reader's estimated interest in a subject, now and before any reaction to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SubjectLiking {
    /// The current estimate.
    pub now: Liking,
    /// The estimate before any reaction.
    pub start: Liking,
}

/// Removes articles whose headline another source already had, among those that are in front of the reader or were
/// recently opened: the same news is not shown twice. `told` contains the source of each headline.
///
/// ```
/// # use tidings_model::{ArticleId, SourceId};
/// # use tidings_rank::candidates::{UnreadArticle, without_told};
/// # let article = |id, source, headline| UnreadArticle {
/// #     article: ArticleId(id), source: SourceId(source), published_at: Default::default(),
/// #     headline: Some(headline), parts: Vec::new(), unread: 1.0,
/// # };
/// let unread = vec![article(1, 7, 99), article(2, 8, 99), article(3, 8, 100)];
/// let told = [(99, SourceId(7))].into();
/// let left: Vec<i64> = without_told(unread, &told).iter().map(|one| one.article.0).collect();
/// assert_eq!(left, [1, 3], "a source may repeat its own headline");
/// ```
#[must_use]
pub fn without_told(
    mut unread: Vec<UnreadArticle>,
    told: &HashMap<u64, SourceId>,
) -> Vec<UnreadArticle> {
    unread.retain(|one| {
        let source = one.headline.and_then(|headline| told.get(&headline));
        source.is_none_or(|source| *source == one.source)
    });
    unread
}

/// Returns the candidates for a page, in the order of `unread`. Calls `liking` once for every subject.
#[must_use]
pub fn candidates(
    unread: &[UnreadArticle],
    mut liking: impl FnMut(Subject) -> SubjectLiking,
    wishes: &PageOptions,
    now: Timestamp,
) -> Vec<RankCandidate> {
    let mut stream = SubjectShares::default();
    unread.iter().for_each(|one| stream.add(&one.parts));
    let hours = |one: &UnreadArticle| {
        (now.as_millisecond() - one.published_at.as_millisecond()) as f64 / HOUR_MS
    };
    // A visit can choose from the articles of one day.
    let a_day = unread.iter().filter(|one| hours(one) < A_DAY).count();
    let per_visit = a_day.max(wishes.length) as f64;
    let headlines = unread.iter().filter_map(|one| Some((one.headline?, one.source)));
    let stories: BTreeSet<u64> = stories(headlines);
    let mut known: BTreeMap<Subject, SubjectPart> = BTreeMap::new();
    let mut part = |subject: Subject, weight: f64| {
        let part = *known.entry(subject).or_insert_with(|| {
            let SubjectLiking { now, start } = liking(subject);
            let supply = stream.supply(subject, per_visit);
            SubjectPart { subject, weight: 0.0, liking: now, start, supply }
        });
        SubjectPart { weight, ..part }
    };
    let candidate = |one: &UnreadArticle| RankCandidate {
        article: one.article,
        source: one.source,
        parts: one.parts.iter().map(|&(subject, weight)| part(subject, weight)).collect(),
        hours: hours(one),
        unread: one.unread,
        story: one.headline.filter(|headline| stories.contains(headline)),
    };
    unread.iter().map(candidate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_model::taste::TopicId;

    const NOW: i64 = 1_800_000_000;

    fn article(id: i64, source: i64, hours: i64, headline: u64) -> UnreadArticle {
        UnreadArticle {
            article: ArticleId(id),
            source: SourceId(source),
            published_at: Timestamp::from_second(NOW - 3600 * hours).unwrap(),
            headline: Some(headline),
            parts: vec![
                (Subject::Topic(TopicId(1)), 0.7),
                (Subject::Source(SourceId(source)), 0.3),
            ],
            unread: 0.5,
        }
    }

    fn made(unread: &[UnreadArticle], length: usize) -> (Vec<RankCandidate>, Vec<Subject>) {
        let mut asked = Vec::new();
        let liking = |subject| {
            asked.push(subject);
            let one = |mean| Liking { mean, variance: 0.01 };
            SubjectLiking { now: one(0.4), start: one(0.2) }
        };
        let wishes = PageOptions { length, ..PageOptions::default() };
        let now = Timestamp::from_second(NOW).unwrap();
        (candidates(unread, liking, &wishes, now), asked)
    }

    #[test]
    fn every_article_becomes_a_candidate_with_its_age_and_parts() {
        let (made, asked) = made(&[article(1, 7, 3, 10), article(2, 8, 30, 11)], 20);
        assert_eq!(made.iter().map(|one| one.article.0).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(made.iter().map(|one| one.hours).collect::<Vec<_>>(), [3.0, 30.0]);
        assert_eq!(made[0].parts.iter().map(|part| part.weight).collect::<Vec<_>>(), [0.7, 0.3]);
        assert_eq!((made[0].parts[0].liking.mean, made[0].parts[0].start.mean), (0.4, 0.2));
        assert!((made[1].unread - 0.5).abs() < 1e-12);
        assert_eq!(asked.len(), 3, "the shared topic is queried once");
    }

    #[test]
    fn a_headline_is_a_story_if_two_sources_have_it() {
        let unread = [
            article(1, 7, 1, 10),
            article(2, 8, 1, 10),
            article(3, 7, 1, 11),
            article(4, 7, 1, 11),
        ];
        let (made, _) = made(&unread, 20);
        let stories: Vec<_> = made.iter().map(|one| one.story).collect();
        assert_eq!(stories, [Some(10), Some(10), None, None]);
    }

    #[test]
    fn frequent_subjects_are_worth_more_to_know() {
        let fresh: Vec<_> = (0..40).map(|id| article(id, 100 + id, 1, 0)).collect();
        let old: Vec<_> = (0..40).map(|id| article(id, 100 + id, 48, 0)).collect();
        let supply_of_source = |unread: &[UnreadArticle]| made(unread, 5).0[0].parts[1].supply;
        assert!(supply_of_source(&fresh) > 4.0 * supply_of_source(&old));
    }

    #[test]
    fn articles_without_a_headline_are_never_duplicates() {
        let mut nameless = article(1, 7, 1, 0);
        nameless.headline = None;
        let told = [(0, SourceId(9))].into();
        assert_eq!(without_told(vec![nameless.clone()], &told), [nameless]);
        assert_eq!(without_told(vec![article(2, 7, 1, 0)], &told), []);
    }
}
