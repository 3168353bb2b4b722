//! Decides which fetches wait when today's budget is spent for now: those that can wait best, and never those that
//! someone waits for.

use crate::Reason;
use jiff::Timestamp;
use tidings_model::{SourceId, source::DueSource};

/// Returns whether a fetch planned for this reason may be put off. Fetches that a user requested or a source
/// announced may not.
///
/// ```
/// use tidings_schedule::{Reason, put_off::may_wait};
/// assert!(may_wait(Some(Reason::QuietTime)) && may_wait(None));
/// assert!(!may_wait(Some(Reason::ByHand)) && !may_wait(Some(Reason::Announced)));
/// ```
#[must_use]
pub fn may_wait(reason: Option<Reason>) -> bool {
    use Reason::{Announced, ByHand, Resumed, Verifying};
    !matches!(reason, Some(ByHand | Announced | Verifying | Resumed))
}

/// Returns whether a source is planned again when the budget allows more. Not if its hub announces new articles.
///
/// ```
/// use tidings_model::units::Minutes;
/// use tidings_schedule::{Reason, put_off::may_come_sooner};
/// assert!(may_come_sooner(Some(Reason::QuietTime)) && may_come_sooner(None));
/// assert!(!may_come_sooner(Some(Reason::Announces { every: Minutes(1440.0) })));
/// ```
#[must_use]
pub fn may_come_sooner(reason: Option<Reason>) -> bool {
    !matches!(reason, Some(Reason::Announces { .. }))
}

/// Returns the sources to put off, out of those due until an instant, so that only `may` of them are fetched. The
/// sources with the most waiting go first: weight × postings per day × time since the last fetch. Sources last
/// fetched at or before `longest_ago` are never put off, and count towards `may`.
///
/// ```
/// use tidings_model::{SourceId, source::DueSource};
/// use tidings_schedule::{Reason, put_off::put_off};
/// let at = |hour: i64| jiff::Timestamp::from_second(3600 * hour).unwrap();
/// let due = |id, per_day, reason| {
///     DueSource { id: SourceId(id), last_fetch: at(1), weight: 1.0, per_day: Some(per_day), reason: Some(reason) }
/// };
/// let all = [due(1, 1.0, Reason::QuietTime), due(2, 9.0, Reason::QuietTime), due(3, 0.1, Reason::ByHand)];
/// assert_eq!(put_off(&all, at(2), at(0), 1), [SourceId(1)]);
/// assert_eq!(put_off(&all, at(2), at(1), 1), [], "all of them waited for too long already");
/// ```
#[must_use]
pub fn put_off(
    due: &[DueSource],
    until: Timestamp,
    longest_ago: Timestamp,
    may: u64,
) -> Vec<SourceId> {
    let waits = |one: &DueSource| {
        let ms = until.as_millisecond() - one.last_fetch.as_millisecond();
        one.weight * one.per_day.unwrap_or(1.0) * ms as f64
    };
    let mut can_wait: Vec<&DueSource> = due.iter().filter(|one| may_wait(one.reason)).collect();
    can_wait.sort_by(|a, b| waits(b).total_cmp(&waits(a)).then(a.id.cmp(&b.id)));
    let n_all = can_wait.len();
    can_wait.retain(|one| one.last_fetch > longest_ago);
    let may = usize::try_from(may).unwrap_or(usize::MAX);
    let room = may.saturating_sub(n_all - can_wait.len());
    can_wait.into_iter().skip(room).map(|one| one.id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(hour: i64) -> Timestamp {
        Timestamp::from_second(3600 * hour).unwrap()
    }

    fn due(id: i64, last: i64, weight: f64, per_day: Option<f64>) -> DueSource {
        let reason = Some(Reason::QuietTime);
        DueSource { id: SourceId(id), last_fetch: at(last), weight, per_day, reason }
    }

    fn ids(all: &[SourceId]) -> Vec<i64> {
        all.iter().map(|id| id.0).collect()
    }

    #[test]
    fn sources_with_the_most_waiting_go_first() {
        let all = [
            due(1, 0, 1.0, Some(2.0)), // 2 × 10 h
            due(2, 0, 4.0, Some(1.0)), // 4 × 10 h
            due(3, 9, 4.0, Some(9.0)), // 36 × 1 h
            due(4, 0, 1.0, None),      // counts as one per day: 10 h
        ];
        assert_eq!(ids(&put_off(&all, at(10), at(-1), 0)), [2, 3, 1, 4]);
        assert_eq!(ids(&put_off(&all, at(10), at(-1), 2)), [1, 4]);
        assert_eq!(ids(&put_off(&all, at(10), at(-1), 4)), [0; 0]);
        assert_eq!(ids(&put_off(&all, at(10), at(-1), u64::MAX)), [0; 0]);
    }

    #[test]
    fn sources_that_waited_too_long_displace_others() {
        let all = [due(1, 0, 1.0, Some(0.1)), due(2, 5, 1.0, Some(9.0)), due(3, 5, 1.0, Some(8.0))];
        assert_eq!(ids(&put_off(&all, at(10), at(0), 2)), [3]);
        assert_eq!(ids(&put_off(&all, at(10), at(0), 1)), [2, 3]);
        assert_eq!(ids(&put_off(&all, at(10), at(0), 0)), [2, 3], "the first is never put off");
    }

    #[test]
    fn ties_are_broken_by_id() {
        let all = [due(3, 0, 1.0, None), due(1, 0, 1.0, None), due(2, 0, 1.0, None)];
        assert_eq!(ids(&put_off(&all, at(1), at(-1), 1)), [2, 3]);
    }

    #[test]
    fn requested_and_announced_fetches_are_never_put_off() {
        for reason in [Reason::ByHand, Reason::Announced, Reason::Verifying, Reason::Resumed] {
            let urgent = DueSource { reason: Some(reason), ..due(1, 0, 1.0, None) };
            assert!(put_off(&[urgent], at(1), at(-1), 0).is_empty(), "{reason:?}");
        }
        assert!(may_wait(Some(Reason::First)) && may_wait(Some(Reason::Pushed)));
    }

    proptest! {
        #[test]
        fn at_most_may_are_fetched_unless_more_waited_too_long(
            all in proptest::collection::vec((0_i64..20, 0.25_f64..4.0, proptest::option::of(0.0_f64..50.0)), 0..40),
            may in 0_u64..50,
            longest in -1_i64..20,
        ) {
            let due: Vec<DueSource> = all
                .iter()
                .zip(0..)
                .map(|(&(last, weight, per_day), id)| due(id, last, weight, per_day))
                .collect();
            let put = put_off(&due, at(20), at(longest), may);
            let n_fetched = due.len() - put.len();
            let n_too_long = due.iter().filter(|one| one.last_fetch <= at(longest)).count();
            prop_assert!(n_fetched <= (may as usize).max(n_too_long));
            prop_assert!(n_fetched >= due.len().min(may as usize), "no more are put off than necessary");
            let is_young = |id: &SourceId| due.iter().any(|one| one.id == *id && one.last_fetch > at(longest));
            prop_assert!(put.iter().all(is_young));
        }
    }
}
