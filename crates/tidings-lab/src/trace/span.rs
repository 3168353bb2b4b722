//! The days between a trace's first and last posting.

use super::{Events, FIRST_MONDAY, Selection};

const DAY_S: i64 = 86_400;
const WEEK_S: i64 = 7 * DAY_S;

/// Returns the Monday at or before an instant, in Unix seconds.
pub(super) fn monday(second: i64) -> i64 {
    (second - FIRST_MONDAY).div_euclid(WEEK_S) * WEEK_S + FIRST_MONDAY
}

/// Returns the first selected day in Unix seconds: the given one, or the Monday after the first posting.
///
/// ```
/// use tidings_lab::trace::{Events, Selection, first_day};
/// // 1 January 1970 was a Thursday.
/// let events = Events::from([("a".into(), vec![7])]);
/// assert_eq!(first_day(&events, &Selection::default()), 4 * 86_400);
/// ```
#[must_use]
pub fn first_day(events: &Events, selection: &Selection) -> i64 {
    let first = events.values().flatten().copied().min().unwrap_or(0);
    let monday = monday(first);
    selection.from.unwrap_or(if monday == first { first } else { monday + WEEK_S })
}

/// Returns how many of the selected days there are until the last posting in them, its day included.
///
/// ```
/// use tidings_lab::trace::{Events, Selection, days_covered};
/// let events = Events::from([("a".into(), vec![7, 2 * 86_400])]);
/// let selection = Selection { from: Some(0), days: 91, ..Selection::default() };
/// assert_eq!(days_covered(&events, &selection), 3);
/// ```
#[must_use]
pub fn days_covered(events: &Events, selection: &Selection) -> u32 {
    let from = first_day(events, selection);
    let days = events.values().flatten().map(|time| (time - from).div_euclid(DAY_S));
    let last = days.filter(|day| (0..i64::from(selection.days)).contains(day)).max();
    last.map_or(0, |day| u32::try_from(day + 1).unwrap_or(selection.days))
}

/// Returns the days of the first and the last posting in Unix seconds; `None` if there is no posting.
///
/// ```
/// use tidings_lab::trace::{Events, ends};
/// let events = Events::from([("a".into(), vec![7, 2 * 86_400 + 9])]);
/// assert_eq!(ends(&events), Some((0, 2 * 86_400)));
/// ```
#[must_use]
pub fn ends(events: &Events) -> Option<(i64, i64)> {
    let midnight = |second: i64| second.div_euclid(DAY_S) * DAY_S;
    let first = events.values().flatten().min()?;
    let last = events.values().flatten().max()?;
    Some((midnight(*first), midnight(*last)))
}
