//! Determines the reason for an article's position: the term without which it would not be there.

use super::{PageOptions, RankCandidate, RankedArticle, RankedPage, SubjectPart};
use crate::candidates::SubjectLiking;
use std::collections::{BTreeMap, BTreeSet};
use tidings_model::taste::{Subject, TopicId};
use tidings_model::{ArticleId, FolderId, SourceId, Why};

/// From this certainty on, a reader's interest counts as known.
const KNOWN: f64 = 0.2;
/// A topic is popular if readers open it this many times as often as the average.
const NOTABLY: f64 = 1.2;

/// What reasons may mention besides sources.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CardNames {
    /// Topics by whose name a person recognizes the article.
    pub topics: BTreeSet<(ArticleId, TopicId)>,
    /// How much the reader opens of each source, whatever its articles are about.
    pub sources: BTreeMap<SourceId, SubjectLiking>,
    /// The folders of sources, with how much the reader opens of them.
    pub folders: BTreeMap<SourceId, FolderLiking>,
}

/// How much a reader opens of a folder.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FolderLiking {
    /// The folder.
    pub folder: FolderId,
    /// The estimated share.
    pub liking: SubjectLiking,
}

/// Gives every position its reason, by comparison with the page without an exploration bonus. Where a topic may not be
/// mentioned, the reason is the source or its folder.
#[must_use]
pub fn explained(
    mut page: RankedPage,
    candidates: &[RankCandidate],
    wishes: &PageOptions,
    names: &CardNames,
) -> RankedPage {
    // Articles that are only there because of the exploration bonus are missing from the page without it.
    let plain = super::page(candidates, &PageOptions { surprise: 0.0, ..*wishes });
    // If everything fits on the page, only its upper half matters.
    let n = page.places.len();
    let cut = if page.rest.is_empty() { n.div_ceil(2) } else { n };
    let anyway: BTreeSet<usize> = plain.places[..cut].iter().flat_map(all_of).collect();
    let usual = usual(candidates);
    for (at, place) in page.places.iter_mut().chain(&mut page.rest).enumerate() {
        let candidate = &candidates[place.candidate];
        let is_tried = at < cut && !all_of(place).any(|one| anyway.contains(&one));
        let sayable = Sayable::of(candidate, names);
        let asked = if is_tried { sayable.asking() } else { None };
        place.why = asked
            .or_else(|| sayable.liked())
            .or_else(|| names.folders.get(&candidate.source).and_then(in_liked_folder))
            .or_else(|| sayable.popular(usual))
            .unwrap_or(if candidate.hours < wishes.half_life {
                Why::New { hours: candidate.hours }
            } else {
                Why::Rest
            });
    }
    page
}

/// Returns the candidate of a position and those folded under it.
fn all_of(place: &RankedArticle) -> impl Iterator<Item = usize> {
    place.folded.iter().copied().chain([place.candidate])
}

/// Returns the mean probability of opening, over all candidates.
fn usual(candidates: &[RankCandidate]) -> f64 {
    let parts = candidates.iter().flat_map(|candidate| &candidate.parts);
    let (sum, n) = parts
        .fold((0.0, 0.0), |(sum, n), part| (sum + part.weight * part.start.mean, n + part.weight));
    if n > 0.0 { sum / n } else { 0.0 }
}

fn sure(part: &SubjectPart) -> f64 {
    part.liking.sureness(part.start)
}

/// The parts of a candidate that a reason may mention: its source, and topics in which a person recognizes it.
struct Sayable(Vec<SubjectPart>);

impl Sayable {
    fn of(candidate: &RankCandidate, names: &CardNames) -> Self {
        let said = |part: &SubjectPart| match part.subject {
            Subject::Topic(topic) => {
                names.topics.contains(&(candidate.article, topic)).then_some(*part)
            }
            // A person is told what share of its articles they open, not what topics leave to explain.
            Subject::Source(source) => Some(names.sources.get(&source).map_or(*part, |share| {
                SubjectPart { liking: share.now, start: share.start, ..*part }
            })),
        };
        Self(candidate.parts.iter().filter_map(said).collect())
    }

    fn parts(&self) -> impl Iterator<Item = &SubjectPart> {
        self.0.iter()
    }

    /// Returns the part with the most to learn, among those that are not known yet.
    fn asking(&self) -> Option<Why> {
        let doubt =
            |part: &SubjectPart| part.weight * part.weight * part.supply * part.liking.variance;
        let unknown = self.parts().filter(|part| sure(part) < KNOWN);
        let part = unknown.max_by(|a, b| doubt(a).total_cmp(&doubt(b)))?;
        let sure = sure(part);
        Some(match part.subject {
            Subject::Topic(topic) => Why::Asking { topic, sure },
            Subject::Source(source) => Why::AskingSource { source, sure },
        })
    }

    /// Returns the known part that raises the article most above what is usual for the reader.
    fn liked(&self) -> Option<Why> {
        let lift = |part: &SubjectPart| part.weight * (part.liking.mean - part.start.mean);
        let known = self.parts().filter(|part| sure(part) >= KNOWN && lift(part) > 0.0);
        let part = known.max_by(|a, b| lift(a).total_cmp(&lift(b)))?;
        let (opens, sure) = (part.liking.mean, sure(part));
        Some(match part.subject {
            Subject::Topic(topic) => Why::Topic { topic, opens, sure },
            Subject::Source(source) => Why::Source { source, opens, sure },
        })
    }

    /// Returns the topic that other readers open more often than the average.
    fn popular(&self, usual: f64) -> Option<Why> {
        let opened = self.parts().filter_map(|part| match part.subject {
            Subject::Topic(topic) if part.start.mean > NOTABLY * usual => Some((topic, part)),
            _ => None,
        });
        let lift = |part: &SubjectPart| part.weight * part.start.mean;
        let (topic, part) = opened.max_by(|a, b| lift(a.1).total_cmp(&lift(b.1)))?;
        // An article on a topic the reader is known to dislike is not there because of its popularity.
        let is_disliked = sure(part) >= KNOWN && part.liking.mean < part.start.mean;
        (!is_disliked).then_some(Why::Popular { topic, opens: part.start.mean })
    }
}

/// Returns the folder, if the reader is known to open more of it than usual.
fn in_liked_folder(known: &FolderLiking) -> Option<Why> {
    let SubjectLiking { now, start } = known.liking;
    let sure = now.sureness(start);
    let is_liked = sure >= KNOWN && now.mean > start.mean;
    is_liked.then_some(Why::Folder { folder: known.folder, opens: now.mean, sure })
}
