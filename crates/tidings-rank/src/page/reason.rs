//! Determines the reason for an article's position: the term without which it would not be there.

use super::{PageOptions, RankCandidate, RankedArticle, RankedPage, SubjectPart};
use std::collections::BTreeSet;
use tidings_model::Why;
use tidings_model::taste::Subject;

/// From this certainty on, a reader's interest counts as known.
const KNOWN: f64 = 0.2;
/// A topic is popular if readers open it this many times as often as the average.
const NOTABLY: f64 = 1.2;

/// Sets the reason for every position, by comparison with the page without an exploration bonus.
pub(super) fn give(
    page: &mut RankedPage,
    plain: &RankedPage,
    candidates: &[RankCandidate],
    wishes: &PageOptions,
) {
    // If everything fits on the page, only its upper half matters.
    let n = page.places.len();
    let cut = if page.rest.is_empty() { n.div_ceil(2) } else { n };
    let anyway: BTreeSet<usize> = plain.places[..cut].iter().flat_map(all_of).collect();
    let usual = usual(candidates);
    for (at, place) in page.places.iter_mut().chain(&mut page.rest).enumerate() {
        let candidate = &candidates[place.candidate];
        let is_tried = at < cut && !all_of(place).any(|one| anyway.contains(&one));
        let asked = if is_tried { asking(candidate) } else { None };
        place.why = asked
            .or_else(|| liked(candidate))
            .or_else(|| popular(candidate, usual))
            .unwrap_or(if candidate.hours < wishes.half_life {
                Why::New { hours: candidate.hours }
            } else {
                Why::Rest
            });
    }
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

/// Returns the part with the most to learn, among those that are not known yet.
fn asking(candidate: &RankCandidate) -> Option<Why> {
    let doubt = |part: &SubjectPart| part.weight * part.weight * part.supply * part.liking.variance;
    let unknown = candidate.parts.iter().filter(|part| sure(part) < KNOWN);
    let part = unknown.max_by(|a, b| doubt(a).total_cmp(&doubt(b)))?;
    let sure = sure(part);
    Some(match part.subject {
        Subject::Topic(topic) => Why::Asking { topic, sure },
        Subject::Source(source) => Why::AskingSource { source, sure },
    })
}

/// Returns the known part that raises the article most above what is usual for the reader.
fn liked(candidate: &RankCandidate) -> Option<Why> {
    let lift = |part: &SubjectPart| part.weight * (part.liking.mean - part.start.mean);
    let known = candidate.parts.iter().filter(|part| sure(part) >= KNOWN && lift(part) > 0.0);
    let part = known.max_by(|a, b| lift(a).total_cmp(&lift(b)))?;
    let (opens, sure) = (part.liking.mean, sure(part));
    Some(match part.subject {
        Subject::Topic(topic) => Why::Topic { topic, opens, sure },
        Subject::Source(source) => Why::Source { source, opens, sure },
    })
}

/// Returns the topic that other readers open more often than the average.
fn popular(candidate: &RankCandidate, usual: f64) -> Option<Why> {
    let opened = candidate.parts.iter().filter_map(|part| match part.subject {
        Subject::Topic(topic) if part.start.mean > NOTABLY * usual => Some((topic, part)),
        _ => None,
    });
    let lift = |part: &SubjectPart| part.weight * part.start.mean;
    let (topic, part) = opened.max_by(|a, b| lift(a.1).total_cmp(&lift(b.1)))?;
    // An article on a topic the reader is known to dislike is not there because of its popularity.
    let is_disliked = sure(part) >= KNOWN && part.liking.mean < part.start.mean;
    (!is_disliked).then_some(Why::Popular { topic, opens: part.start.mean })
}
