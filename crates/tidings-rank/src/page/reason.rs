//! Why an article has its place: the term without which it would not.

use super::{PageOptions, RankCandidate, RankedArticle, RankedPage, SubjectPart};
use std::collections::BTreeSet;
use tidings_model::Why;
use tidings_model::taste::Subject;

/// From this sureness on something is said to be known of a reader.
const KNOWN: f64 = 0.2;
/// A topic that readers open this many times as often as what there is on average is worth saying.
const NOTABLY: f64 = 1.2;

/// Says of every place why it is there, beside the page that would be without a bonus for what is not known.
pub(super) fn give(
    page: &mut RankedPage,
    plain: &RankedPage,
    candidates: &[RankCandidate],
    wishes: &PageOptions,
) {
    // Where all fit on the page, its upper half is what counts.
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

/// A place's candidate and those folded under it.
fn all_of(place: &RankedArticle) -> impl Iterator<Item = usize> {
    place.folded.iter().copied().chain([place.candidate])
}

/// What readers open on average of all that there is.
fn usual(candidates: &[RankCandidate]) -> f64 {
    let parts = candidates.iter().flat_map(|candidate| &candidate.parts);
    let (sum, n) = parts
        .fold((0.0, 0.0), |(sum, n), part| (sum + part.weight * part.start.mean, n + part.weight));
    if n > 0.0 { sum / n } else { 0.0 }
}

fn sure(part: &SubjectPart) -> f64 {
    part.liking.sureness(part.start)
}

/// The part of which most is to be learned, of those of which little is known.
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

/// The part that she is known to open, and that lifts the article most above what is usual for her.
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

/// The topic that others open more than what there is on average.
fn popular(candidate: &RankCandidate, usual: f64) -> Option<Why> {
    let opened = candidate.parts.iter().filter_map(|part| match part.subject {
        Subject::Topic(topic) if part.start.mean > NOTABLY * usual => Some((topic, part)),
        _ => None,
    });
    let lift = |part: &SubjectPart| part.weight * part.start.mean;
    let (topic, part) = opened.max_by(|a, b| lift(a.1).total_cmp(&lift(b.1)))?;
    // What she is known to dislike is not there because others like it.
    let is_disliked = sure(part) >= KNOWN && part.liking.mean < part.start.mean;
    (!is_disliked).then_some(Why::Popular { topic, opens: part.start.mean })
}
