//! Detects when a source has moved permanently.
//!
//! Redirects are not trusted at once: a captive portal redirects everything permanently, and a lapsed domain
//! redirects to its new owner. A move is adopted after the same target was seen for a week and showed an article we
//! know.

use super::ServerAnswer;
use crate::plan::between;
use jiff::Timestamp;
use tidings_model::source::{PendingMove, Source};
use tidings_model::units::Minutes;
use url::Url;

/// A permanent redirect is adopted after this many consecutive observations …
pub const MOVE_SIGHTINGS: u32 = 3;
/// … over at least this time.
pub const MOVE_OVER: Minutes = Minutes(7.0 * Minutes::DAY.0);

/// Returns what the redirects of a fetch mean: a move to keep watching, or one to adopt.
pub(super) fn moved(
    source: &Source,
    moved_to: Option<&Url>,
    said: ServerAnswer,
    now: Timestamp,
) -> (Option<PendingMove>, Option<Url>) {
    let Some(target) = moved_to.filter(|to| may_be_home(to, source)) else { return (None, None) };
    if is_same_but_secure(&source.url, target) {
        return (None, Some(target.clone()));
    }
    let earlier =
        source.move_seen.as_ref().filter(|seen| seen.target == *target && seen.since <= now);
    let seen = PendingMove {
        target: target.clone(),
        since: earlier.map_or(now, |seen| seen.since),
        sightings: earlier.map_or(1, |seen| seen.sightings.saturating_add(1)),
    };
    let is_old_friend = matches!(said, ServerAnswer::Document { n_known } if n_known > 0);
    if is_old_friend && seen.sightings >= MOVE_SIGHTINGS && between(seen.since, now) >= MOVE_OVER {
        return (None, Some(seen.target));
    }
    (Some(seen), None)
}

fn may_be_home(target: &Url, source: &Source) -> bool {
    let is_plain = matches!(target.scheme(), "http" | "https")
        && target.username().is_empty()
        && target.password().is_none();
    is_plain && *target != source.url
}

/// Returns whether the addresses are equal, except that http became https on the default ports.
fn is_same_but_secure(from: &Url, to: &Url) -> bool {
    (from.scheme(), to.scheme()) == ("http", "https")
        && (from.host(), from.port()) == (to.host(), to.port())
        && from.port().is_none()
        && (from.path(), from.query()) == (to.path(), to.query())
}
