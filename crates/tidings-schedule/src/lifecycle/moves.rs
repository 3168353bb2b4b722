//! When a source has moved for good.
//!
//! A move is believed slowly, because redirects lie: a captive portal redirects everything, permanently, and a lapsed
//! domain redirects to whoever bought it. What convinces is the same target for a week, and an article we know.

use super::ServerAnswer;
use crate::plan::between;
use jiff::Timestamp;
use tidings_model::source::{PendingMove, Source};
use tidings_model::units::Minutes;
use url::Url;

/// A permanent redirect is followed for good after this many sightings in a row …
pub const MOVE_SIGHTINGS: u32 = 3;
/// … over at least this time.
pub const MOVE_OVER: Minutes = Minutes(7.0 * Minutes::DAY.0);

/// What the redirects on the way say about where the source lives: a move to watch, or one to make.
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

/// The same address, except that http became https on their usual ports.
fn is_same_but_secure(from: &Url, to: &Url) -> bool {
    (from.scheme(), to.scheme()) == ("http", "https")
        && (from.host(), from.port()) == (to.host(), to.port())
        && from.port().is_none()
        && (from.path(), from.query()) == (to.path(), to.query())
}
