//! Who waits when today's budget is spent so far: what can wait best, and never what somebody waits for.

use crate::Reason;
use jiff::Timestamp;
use tidings_model::{SourceId, source::DueSource};

/// Whether a fetch may wait that was planned for this reason: not what a person asks for, nor what was announced.
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

/// Whether a source is planned again when more can be afforded: not one whose hub announces what is new.
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

/// The sources to put off, of those that are due until an instant, so that only `may` of them are fetched. Those go first
/// of which the most that is new waits: weight × postings a day × time since the last fetch. What was last fetched at or
/// before `longest_ago` is never put off, and takes its place among the `may`.
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
    fn what_waits_for_most_goes_first() {
        let all = [
            due(1, 0, 1.0, Some(2.0)), // 2 × 10 h
            due(2, 0, 4.0, Some(1.0)), // 4 × 10 h
            due(3, 9, 4.0, Some(9.0)), // 36 × 1 h
            due(4, 0, 1.0, None),      // as one a day: 10 h
        ];
        assert_eq!(ids(&put_off(&all, at(10), at(-1), 0)), [2, 3, 1, 4]);
        assert_eq!(ids(&put_off(&all, at(10), at(-1), 2)), [1, 4]);
        assert_eq!(ids(&put_off(&all, at(10), at(-1), 4)), [0; 0]);
        assert_eq!(ids(&put_off(&all, at(10), at(-1), u64::MAX)), [0; 0]);
    }

    #[test]
    fn what_waited_too_long_takes_the_room_of_others() {
        let all = [due(1, 0, 1.0, Some(0.1)), due(2, 5, 1.0, Some(9.0)), due(3, 5, 1.0, Some(8.0))];
        assert_eq!(ids(&put_off(&all, at(10), at(0), 2)), [3]);
        assert_eq!(ids(&put_off(&all, at(10), at(0), 1)), [2, 3]);
        assert_eq!(ids(&put_off(&all, at(10), at(0), 0)), [2, 3], "never the first");
    }

    #[test]
    fn equals_go_in_the_order_of_their_ids() {
        let all = [due(3, 0, 1.0, None), due(1, 0, 1.0, None), due(2, 0, 1.0, None)];
        assert_eq!(ids(&put_off(&all, at(1), at(-1), 1)), [2, 3]);
    }

    #[test]
    fn only_plans_of_our_own_wait() {
        for reason in [Reason::ByHand, Reason::Announced, Reason::Verifying, Reason::Resumed] {
            let urgent = DueSource { reason: Some(reason), ..due(1, 0, 1.0, None) };
            assert!(put_off(&[urgent], at(1), at(-1), 0).is_empty(), "{reason:?}");
        }
        assert!(may_wait(Some(Reason::First)) && may_wait(Some(Reason::Pushed)));
    }

    proptest! {
        #[test]
        fn no_more_than_may_are_left_unless_they_waited_too_long(
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
            prop_assert!(n_fetched >= due.len().min(may as usize), "no more wait than must");
            let is_young = |id: &SourceId| due.iter().any(|one| one.id == *id && one.last_fetch > at(longest));
            prop_assert!(put.iter().all(is_young));
        }
    }
}
