//! What a person wants for a source they subscribe to: how often it is fetched, how long articles are stored, and how
//! they are shown.

use super::{ActError, Actor, Number};
use tidings_store::{SubscribedSource, SubscriberOptions};

/// Minutes in a week: the longest minimum interval anyone may set.
const WEEK_MIN: u32 = 7 * 24 * 60;
/// Minutes in an hour: the shortest interval that one reader may impose on a publisher. Operators may go down to their
/// own bound.
const HOUR_MIN: u32 = 60;

/// A requested number: `None` leaves the option as it is, `Some(None)` restores the operator's setting.
pub(crate) type Wish = Option<Option<Number>>;

/// The requested options; `None` leaves one as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Wishes {
    pub(crate) is_muted: Option<bool>,
    pub(crate) full_text: Option<bool>,
    pub(crate) is_pinned: Option<bool>,
    /// Minimum minutes between two fetches.
    pub(crate) min_minutes: Wish,
    /// Maximum minutes between two fetches.
    pub(crate) max_minutes: Wish,
    pub(crate) keep_days: Wish,
    pub(crate) keep_count: Wish,
}

impl Wishes {
    /// Returns the same wishes without the intervals.
    pub(crate) fn without_intervals(self) -> Self {
        Self { min_minutes: None, max_minutes: None, ..self }
    }
}

/// Sets the person's options for a source.
pub(crate) async fn set(
    actor: &Actor<'_>,
    one: &SubscribedSource,
    wishes: &Wishes,
) -> Result<(), ActError> {
    let options = wished(actor, &one.options, wishes)?;
    Ok(actor.store.subscriptions().set_options(actor.id(), one.source.id, options).await?)
}

/// Returns the resulting options, clamped to what is allowed. Intervals that contradict each other are refused,
/// whichever of them was set first.
pub(crate) fn wished(
    actor: &Actor<'_>,
    before: &SubscriberOptions,
    wishes: &Wishes,
) -> Result<SubscriberOptions, ActError> {
    let defaults = actor.inner.services.checks.source_defaults();
    let soonest = match actor.is_operator() {
        true => defaults.min_minutes,
        false => HOUR_MIN.max(defaults.min_minutes),
    };
    let intervals = intervals(
        bounded(wishes.min_minutes, before.min_minutes, defaults.min_minutes, WEEK_MIN),
        bounded(wishes.max_minutes, before.max_minutes, soonest, defaults.max_minutes),
    )?;
    Ok(SubscriberOptions {
        is_muted: wishes.is_muted.unwrap_or(before.is_muted),
        full_text: wishes.full_text.unwrap_or(before.full_text),
        is_pinned: wishes.is_pinned.unwrap_or(before.is_pinned),
        min_minutes: intervals.0,
        max_minutes: intervals.1,
        keep_days: bounded(wishes.keep_days, before.keep_days, 1, 36_500),
        keep_count: bounded(wishes.keep_count, before.keep_count, 50, 1_000_000),
        kept_move: before.kept_move.clone(),
    })
}

/// Returns the minimum and maximum minutes between two fetches that an operator sets for everybody.
pub(super) fn for_everybody(
    actor: &Actor<'_>,
    least: Option<Number>,
    most: Option<Number>,
) -> Result<(Option<u32>, Option<u32>), ActError> {
    let defaults = actor.inner.services.checks.source_defaults();
    intervals(
        bounded(Some(least), None, defaults.min_minutes, WEEK_MIN),
        bounded(Some(most), None, defaults.min_minutes, defaults.max_minutes),
    )
}

fn bounded(wish: Wish, before: Option<u32>, least: u32, most: u32) -> Option<u32> {
    match wish {
        None => before,
        Some(wish) => wish.map(|number| number.within(least, most)),
    }
}

/// Refuses intervals that contradict each other.
fn intervals(
    least: Option<u32>,
    most: Option<u32>,
) -> Result<(Option<u32>, Option<u32>), ActError> {
    match (least, most) {
        (Some(least), Some(most)) if least > most => Err(ActError::Contrary),
        agreeing => Ok(agreeing),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(n: i64) -> Number {
        Number::new("minutes", n).unwrap()
    }

    #[test]
    fn an_omitted_wish_changes_nothing_and_a_null_one_restores_the_default() {
        for (wish, expected) in [
            (None, Some(30)),
            (Some(None), None),
            (Some(Some(number(45))), Some(45)),
            (Some(Some(number(5))), Some(10)),
            (Some(Some(number(500))), Some(100)),
        ] {
            assert_eq!(bounded(wish, Some(30), 10, 100), expected, "{wish:?}");
        }
        assert_eq!(
            bounded(None, Some(5), 10, 100),
            Some(5),
            "what was allowed once is not touched"
        );
    }

    #[test]
    fn intervals_may_be_equal_or_open_but_not_crossed() {
        for (least, most, is_good) in [
            (None, None, true),
            (Some(60), None, true),
            (None, Some(60), true),
            (Some(60), Some(60), true),
            (Some(61), Some(60), false),
        ] {
            assert_eq!(intervals(least, most).is_ok(), is_good, "{least:?} {most:?}");
        }
    }

    #[test]
    fn without_intervals_keeps_the_other_wishes() {
        let all = Wishes {
            is_muted: Some(true),
            min_minutes: Some(None),
            max_minutes: Some(Some(number(60))),
            keep_days: Some(Some(number(7))),
            ..Wishes::default()
        };
        let expected = Wishes { min_minutes: None, max_minutes: None, ..all };
        assert_eq!(all.without_intervals(), expected);
    }
}
