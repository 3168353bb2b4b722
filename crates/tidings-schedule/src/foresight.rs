//! Plans the next fetch of one source from everything that matters: the price, its weight, the expected postings and
//! politeness.

use crate::Reason;
use crate::price::{Bounds, GUARD, Grid, Planner, PricedFetch, Slot, guard};
use tidings_model::reason::UsualHour;
use tidings_model::units::{Minutes, Share};

/// A source is no longer new after this many fetches.
const EXPLORED: f64 = 10.0;
/// The weight factor of a pinned source, which makes it fetched ten times as often.
const PINNED: f64 = 100.0;
/// If sources are fetched more often than this on average, in minutes, fetches are planned on a finer grid.
const BUSY: f64 = 40.0;
const BUSY_GRID: Grid = Grid {
    step: 2.0,
    slow_step: 10.0,
    slow_from: 600.0,
    offset: 0.0,
    shortest_view: 720.0,
    gaps_ahead: 6.0,
};
/// If they are fetched less often than this, the budget cannot afford to catch articles that drop out of feeds.
const AFFORDED: f64 = 360.0;
/// A fetch is attributed to a nearly full feed when the feed is fuller than this part of its capacity.
const NEARLY_FULL: f64 = 0.8;
/// A fetch is attributed to the latest allowed time when it comes later than this part of the gap.
const LAST: f64 = 0.9;
/// The jitter around the edges of the grid in minutes, so that sources are not fetched in lockstep.
const STRAY: f64 = 1.0;

/// What is known about a source when its next fetch is planned. Times are minutes on the time axis of the forecast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prospect {
    /// The time of the last fetch.
    pub now: f64,
    /// The price of a fetch of a source of weight 1, in minutes of waiting.
    pub price: f64,
    /// The interval if all sources were treated alike. Finite.
    pub even: Minutes,
    /// The shortest and the longest interval that politeness allows.
    pub polite: (Minutes, Minutes),
    /// How much waiting for its articles matters.
    pub weight: f64,
    /// Whether a user wants it as fresh as possible.
    pub is_pinned: bool,
    /// The probability that a fetch fails.
    pub failure: f64,
    /// The number of earlier fetches.
    pub n_looks: f64,
    /// The number of articles it shows at once.
    pub n_shown: u32,
    /// The largest expected number of postings at which no article is lost.
    pub fullest: f64,
    /// The ratio of found to expected postings after long silences.
    pub waking: f64,
    /// The mean number of postings per minute.
    pub usual: f64,
    /// When it usually posts.
    pub usually: Option<UsualHour>,
}

/// A planned fetch and its reason.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlannedFetch {
    /// The time, on the same axis.
    pub at: f64,
    /// The postings expected by then if it comes after a long silence, otherwise 0.
    pub promised: f64,
    /// The reason.
    pub reason: Reason,
    room: f64,
}

impl PlannedFetch {
    /// Returns the time with jitter: up to a minute, or a tenth of a short gap.
    #[must_use]
    pub fn strayed(&self, chance: Share) -> f64 {
        self.room.mul_add(2.0f64.mul_add(chance.get(), -1.0), self.at)
    }
}

impl Prospect {
    /// Plans the next fetch. `until` walks along the forecast, as for [`Planner::next`].
    ///
    /// ```
    /// use tidings_model::units::Minutes;
    /// use tidings_schedule::{Reason, foresight::Prospect};
    /// let known = Prospect {
    ///     now: 0.0, price: 200.0, even: Minutes(120.0), polite: (Minutes(5.0), Minutes(1440.0)), weight: 1.0,
    ///     is_pinned: false, failure: 0.0, n_looks: 50.0, n_shown: 0, fullest: f64::INFINITY, waking: 1.0,
    ///     usual: 0.01, usually: None,
    /// };
    /// // One posting every 100 minutes: fetch every √(2μ/λ) = 200 minutes.
    /// let look = known.look(|_| 0.01.into());
    /// assert!((look.at - 200.0).abs() <= 12.0);
    /// assert!(matches!(look.reason, Reason::Worth { .. }));
    /// // A new source is fetched at least as often as the average.
    /// let new = Prospect { n_looks: 0.0, ..known }.look(|_| 0.01.into());
    /// assert!(new.at <= 120.0 && new.reason == Reason::Exploring { every: Minutes(120.0) });
    /// // A pinned source is fetched ten times as often.
    /// let pinned = Prospect { is_pinned: true, ..known }.look(|_| 0.01.into());
    /// assert!(pinned.at <= 22.0);
    /// ```
    #[must_use]
    pub fn look(&self, until: impl FnMut(f64) -> Slot) -> PlannedFetch {
        let (shortest, longest) = (self.polite.0.0, self.polite.1.0);
        let explored = (self.n_looks / EXPLORED).min(1.0);
        let guard = self.even.0 * (guard(GUARD, self.waking) - 1.0).mul_add(explored, 1.0);
        let bounds = Bounds {
            shortest,
            longest: guard.min(longest).max(shortest),
            fullest: if self.even.0 <= AFFORDED { self.fullest } else { f64::INFINITY },
        };
        let weight = self.weight * if self.is_pinned { PINNED } else { 1.0 };
        // A fetch that probably fails is worth less.
        let price = self.price / (weight * (1.0 - self.failure));
        let grid = if self.even.0 < BUSY { BUSY_GRID } else { Grid::default() };
        let look = Planner::default().next(&grid, bounds, price, self.usual, self.now, until);
        PlannedFetch {
            at: look.at,
            promised: if look.is_late(self.now, bounds.longest) { look.expected } else { 0.0 },
            reason: self.reason(look, bounds, explored),
            room: STRAY.min((look.at - self.now) / 10.0),
        }
    }

    fn reason(&self, look: PricedFetch, bounds: Bounds, explored: f64) -> Reason {
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
        fn no_fetch_is_sooner_than_polite_and_jitter_is_small(
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
    fn a_full_feed_is_fetched_if_the_budget_allows() {
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

    /// Returns a source that posts every 100 minutes, among others that are fetched every two hours.
    fn known() -> Prospect {
        Prospect {
            now: 0.0,
            price: 200.0,
            even: Minutes(120.0),
            polite: (Minutes(5.0), Minutes(1440.0)),
            weight: 1.0,
            is_pinned: false,
            failure: 0.0,
            n_looks: 50.0,
            n_shown: 10,
            fullest: f64::INFINITY,
            waking: 1.0,
            usual: 0.01,
            usually: None,
        }
    }

    fn at(prospect: &Prospect) -> f64 {
        prospect.look(|_| prospect.usual.into()).at
    }

    #[test]
    fn price_weight_pin_and_failure_act_as_one_factor() {
        // √(2μ/(λwq)), to within the ten minutes of the grid.
        for (prospect, gap) in [
            (known(), 200.0),
            (Prospect { weight: 4.0, ..known() }, 100.0),
            (Prospect { weight: 0.25, ..known() }, 400.0),
            (Prospect { failure: 0.75, ..known() }, 400.0),
            (Prospect { price: 50.0, ..known() }, 100.0),
            (Prospect { is_pinned: true, price: 3200.0, ..known() }, 80.0),
        ] {
            assert!((at(&prospect) - gap).abs() <= 12.0, "{prospect:?}: {}", at(&prospect));
        }
    }

    #[test]
    fn the_longest_interval_of_a_new_source_grows_with_every_fetch() {
        // The longest interval grows from one to four even intervals over ten fetches.
        let longest = |n_looks: f64| at(&Prospect { n_looks, price: 1e4, ..known() });
        for (n_looks, expected) in [(0.0, 120.0), (5.0, 300.0), (10.0, 480.0), (50.0, 480.0)] {
            assert!((longest(n_looks) - expected).abs() <= 10.0, "{n_looks}: {}", longest(n_looks));
            assert!(longest(n_looks) <= expected);
        }
        let reason =
            |n_looks| Prospect { n_looks, price: 1e4, ..known() }.look(|_| 0.01.into()).reason;
        assert_eq!(reason(5.0), Reason::Exploring { every: Minutes(300.0) });
        assert_eq!(reason(10.0), Reason::LongEnough { every: Minutes(480.0) });
    }

    #[test]
    fn busy_sources_use_the_fine_grid() {
        let even =
            |even: f64| at(&Prospect { even: Minutes(even), price: 1.0, usual: 0.02, ..known() });
        // √(2/0.02) = 10 minutes. The fine grid has edges every two minutes, the other at 2 and 12.
        let fine = even(39.9);
        assert!((fine % 2.0).abs() < 1e-9 && (fine - 10.0).abs() <= 2.0, "{fine}");
        assert!((even(40.0) % 10.0 - 2.0).abs() < 1e-9, "{}", even(40.0));
    }

    #[test]
    fn full_feeds_are_fetched_up_to_an_interval_of_six_hours() {
        let with = |even: f64| {
            let prospect = Prospect { even: Minutes(even), price: 1e4, fullest: 1.0, ..known() };
            prospect.look(|_| 0.01.into())
        };
        assert!(
            matches!(with(360.0).reason, Reason::Filling { shown: 10, .. }),
            "{:?}",
            with(360.0)
        );
        assert!(with(360.0).at <= 100.0);
        assert!(matches!(with(360.1).reason, Reason::LongEnough { .. }), "{:?}", with(360.1));
    }

    #[test]
    fn the_reason_is_the_first_bound_that_is_near() {
        let prospect = known();
        let bounds = Bounds { shortest: 5.0, longest: 100.0, fullest: 10.0 };
        let reason = |at: f64, expected: f64, explored: f64| {
            prospect.reason(PricedFetch { at, expected, waiting: 1.0 }, bounds, explored)
        };
        assert!(
            matches!(reason(50.0, 8.0, 1.0), Reason::Filling { .. }),
            "the feed is four fifths full"
        );
        assert!(matches!(reason(50.0, 7.9, 1.0), Reason::Worth { .. }));
        assert!(
            matches!(reason(90.0, 1.0, 1.0), Reason::LongEnough { .. }),
            "nine tenths of the longest interval"
        );
        assert!(matches!(reason(90.0, 1.0, 0.99), Reason::Exploring { .. }));
        assert!(matches!(reason(89.9, 1.0, 0.5), Reason::Worth { .. }));
        let Reason::Worth { gap, expected, price, .. } = reason(50.0, 1.5, 1.0) else { panic!() };
        assert_eq!((gap, expected, price), (Minutes(50.0), 1.5, 200.0));
    }

    #[test]
    fn only_late_fetches_promise_what_is_expected() {
        let late = Prospect { price: 1e9, ..known() }.look(|_| 0.01.into());
        assert!((late.promised / late.at - 0.01).abs() < 1e-9, "{late:?}");
        let soon = Prospect { price: 1.0, ..known() }.look(|_| 0.01.into());
        assert!(soon.promised.abs() < 1e-12, "{soon:?}");
    }

    #[test]
    fn jitter_is_a_minute_or_a_tenth_of_the_gap() {
        let strayed =
            |look: &PlannedFetch, chance: f64| look.strayed(Share::new(chance).unwrap()) - look.at;
        let long = known().look(|_| 0.01.into());
        for (chance, expected) in [(0.0, -1.0), (0.5, 0.0), (0.75, 0.5), (1.0, 1.0)] {
            assert!((strayed(&long, chance) - expected).abs() < 1e-9, "{chance}");
        }
        let short = PlannedFetch { room: 0.5, ..long };
        assert!((strayed(&short, 1.0) - 0.5).abs() < 1e-9);
        let near = Prospect { price: 1e-6, even: Minutes(30.0), ..known() }.look(|_| 0.01.into());
        assert!((near.room - (near.at / 10.0).min(1.0)).abs() < 1e-9, "{near:?}");
    }
}
