//! The next look at one source, from everything that bears on it: the price, its weight, what is expected of it, and
//! what is polite.

use crate::Reason;
use crate::price::{Bounds, GUARD, Grid, Look, Planner, Slot, guard};
use tidings_model::reason::Usually;
use tidings_model::units::{Minutes, Share};

/// After so many looks a source is no longer new.
const EXPLORED: f64 = 10.0;
/// A pinned source counts as so many: it is looked at ten times as often.
const PINNED: f64 = 100.0;
/// Where sources are asked more often than this on average, in minutes, looks lie on a finer grid.
const BUSY: f64 = 40.0;
const BUSY_GRID: Grid = Grid {
    step: 2.0,
    slow_step: 10.0,
    slow_from: 600.0,
    offset: 0.0,
    shortest_view: 720.0,
    gaps_ahead: 6.0,
};
/// Where they are asked more seldom than this, what their windows lose cannot be afforded to be caught.
const AFFORDED: f64 = 360.0;
/// A look at which a window is fuller than this part of what it may hold is made because of that.
const NEARLY_FULL: f64 = 0.8;
/// A look this near to the latest that is allowed, as a part of the gap, is made because of that.
const LAST: f64 = 0.9;
/// Looks lie this far around the edges of the grid, so that sources do not march in step, in minutes.
const STRAY: f64 = 1.0;

/// What is known of a source when its next look is planned. Times are minutes on the axis of what is expected.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prospect {
    /// When it was looked at.
    pub now: f64,
    /// What a look costs at a source of weight 1, in minutes of waiting.
    pub price: f64,
    /// The interval if all sources were treated alike; finite.
    pub even: Minutes,
    /// Not sooner than this, not later than that: politeness.
    pub polite: (Minutes, Minutes),
    /// How much its waiting matters.
    pub weight: f64,
    /// Whether somebody wishes it as fresh as possible.
    pub is_pinned: bool,
    /// How probably a look fails.
    pub failure: f64,
    /// How often it was looked at before.
    pub n_looks: f64,
    /// How many articles it shows at once.
    pub n_shown: u32,
    /// The most postings to expect by a look, lest some are lost.
    pub fullest: f64,
    /// How many times more is found after long silences than was expected.
    pub waking: f64,
    /// Postings per minute on average.
    pub usual: f64,
    /// When it usually posts.
    pub usually: Option<Usually>,
}

/// A look that was planned, and why then.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Foreseen {
    /// When, on the same axis.
    pub at: f64,
    /// What is expected by then, where that is after a long silence; 0 otherwise.
    pub promised: f64,
    /// Why.
    pub reason: Reason,
    room: f64,
}

impl Foreseen {
    /// The same instant, strayed from by up to a minute, or a tenth of a short gap.
    #[must_use]
    pub fn strayed(&self, chance: Share) -> f64 {
        self.room.mul_add(2.0f64.mul_add(chance.get(), -1.0), self.at)
    }
}

impl Prospect {
    /// The next look. `until` walks through what is expected, as for [`Planner::next`].
    ///
    /// ```
    /// use tidings_model::units::Minutes;
    /// use tidings_schedule::{Reason, foresight::Prospect};
    /// let known = Prospect {
    ///     now: 0.0, price: 200.0, even: Minutes(120.0), polite: (Minutes(5.0), Minutes(1440.0)), weight: 1.0,
    ///     is_pinned: false, failure: 0.0, n_looks: 50.0, n_shown: 0, fullest: f64::INFINITY, waking: 1.0,
    ///     usual: 0.01, usually: None,
    /// };
    /// // One posting every 100 minutes: look every √(2μ/λ) = 200 minutes.
    /// let look = known.look(|_| 0.01.into());
    /// assert!((look.at - 200.0).abs() <= 12.0);
    /// assert!(matches!(look.reason, Reason::Worth { .. }));
    /// // A new source is not left alone for longer than the others.
    /// let new = Prospect { n_looks: 0.0, ..known }.look(|_| 0.01.into());
    /// assert!(new.at <= 120.0 && new.reason == Reason::Exploring { every: Minutes(120.0) });
    /// // A pinned one is looked at ten times as often.
    /// let pinned = Prospect { is_pinned: true, ..known }.look(|_| 0.01.into());
    /// assert!(pinned.at <= 22.0);
    /// ```
    #[must_use]
    pub fn look(&self, until: impl FnMut(f64) -> Slot) -> Foreseen {
        let (shortest, longest) = (self.polite.0.0, self.polite.1.0);
        let explored = (self.n_looks / EXPLORED).min(1.0);
        let guard = self.even.0 * (guard(GUARD, self.waking) - 1.0).mul_add(explored, 1.0);
        let bounds = Bounds {
            shortest,
            longest: guard.min(longest).max(shortest),
            fullest: if self.even.0 <= AFFORDED { self.fullest } else { f64::INFINITY },
        };
        let weight = self.weight * if self.is_pinned { PINNED } else { 1.0 };
        // A look that probably fails is worth less.
        let price = self.price / (weight * (1.0 - self.failure));
        let grid = if self.even.0 < BUSY { BUSY_GRID } else { Grid::default() };
        let look = Planner::default().next(&grid, bounds, price, self.usual, self.now, until);
        Foreseen {
            at: look.at,
            promised: if look.is_late(self.now, bounds.longest) { look.expected } else { 0.0 },
            reason: self.reason(look, bounds, explored),
            room: STRAY.min((look.at - self.now) / 10.0),
        }
    }

    fn reason(&self, look: Look, bounds: Bounds, explored: f64) -> Reason {
        let every = Minutes(bounds.longest);
        let is_last = look.at - self.now >= LAST * bounds.longest;
        match () {
            () if look.expected >= NEARLY_FULL * bounds.fullest => {
                Reason::Filling { shown: self.n_shown, expected: look.expected }
            }
            () if is_last && explored < 1.0 => Reason::Exploring { every },
            () if is_last => Reason::LongEnough { every },
            () => Reason::Worth {
                usually: self.usually,
                gap: Minutes(look.at - self.now),
                expected: look.expected,
                price: self.price,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_look_is_sooner_than_polite_nor_strays_far(
            price in 1e-3f64..1e6, even in 0.01f64..1e4, shortest in 0.01f64..500.0, weight in 0.01f64..50.0,
            failure in 0.0f64..0.99, n_looks in 0.0f64..50.0, fullest in 0.5f64..100.0, waking in 0.1f64..100.0,
            rate in 1e-6f64..1.0, chance in 0.0f64..=1.0, is_pinned in any::<bool>(),
        ) {
            let known = Prospect {
                now: 1e6, price, even: Minutes(even), polite: (Minutes(shortest), Minutes(1440.0)), weight, is_pinned,
                failure, n_looks, n_shown: 10, fullest, waking, usual: rate, usually: None,
            };
            let look = known.look(|_| rate.into());
            prop_assert!(look.at >= 1e6 + shortest - 1e-6, "{look:?}");
            prop_assert!(look.at <= 1e6 + 1440.0f64.max(shortest) + 1e-6, "{look:?}");
            let strayed = look.strayed(Share::new(chance).unwrap());
            prop_assert!((strayed - look.at).abs() <= 1.0 && strayed > 1e6, "{look:?}");
        }
    }

    #[test]
    fn a_full_window_is_emptied_where_that_can_be_afforded() {
        let known = Prospect {
            now: 0.0,
            price: 1e6,
            even: Minutes(120.0),
            polite: (Minutes(5.0), Minutes(1440.0)),
            weight: 1.0,
            is_pinned: false,
            failure: 0.0,
            n_looks: 50.0,
            n_shown: 10,
            fullest: 6.5,
            waking: 1.0,
            usual: 0.05,
            usually: None,
        };
        let look = known.look(|_| 0.05.into());
        assert!(
            matches!(look.reason, Reason::Filling { shown: 10, .. }) && look.at <= 130.0,
            "{look:?}"
        );
        let seldom = Prospect { even: Minutes(1200.0), ..known }.look(|_| 0.05.into());
        assert!(seldom.at > 1000.0, "{seldom:?}");
    }
}
