//! Tests of delays: bins, quantiles and means against numbers worked out by hand.

use super::*;
use proptest::prelude::*;

/// Returns a histogram of delays given in milliseconds.
fn delays(all: &[u64]) -> Delays {
    let mut delays = Delays::default();
    all.iter().for_each(|ms| delays.add(Minutes(*ms as f64 / 60_000.0)));
    delays
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{found}, not {expected}");
}

#[test]
fn policies_have_their_stored_codes() {
    for (policy, code) in
        [(Policy::Ours, "ours"), (Policy::Uniform, "uniform"), (Policy::Miniflux, "miniflux")]
    {
        assert_eq!(policy.code(), code);
        assert_eq!(Policy::of_code(code), Some(policy));
    }
    for unknown in ["", "Ours", "theirs", "uniform "] {
        assert_eq!(Policy::of_code(unknown), None, "{unknown:?}");
    }
    assert_eq!(Policy::ALL[0], Policy::Ours);
}

#[test]
fn bins_begin_at_a_second_and_grow_by_two_percent() {
    for (ms, expected) in [
        (0, 0),
        (999, 0),
        (1000, 1),
        (1019, 1),
        (1021, 2),
        (1040, 2),
        (1041, 3),
        // ln(60)/ln(1.02) = 206.76, ln(3600)/ln(1.02) = 413.51, ln(86 400)/ln(1.02) = 574.002.
        (60_000, 207),
        (3_600_000, 414),
        (86_400_000, 575),
    ] {
        assert_eq!(bin(ms), expected, "{ms}");
    }
}

#[test]
fn the_middle_of_a_bin_lies_in_it() {
    close(middle_ms(0), 500.0);
    close(middle_ms(1), 1000.0 * 1.02f64.sqrt());
    close(middle_ms(2), 1020.0 * 1.02f64.sqrt());
    for place in [0, 1, 2, 100, 500, 1000] {
        assert_eq!(bin(middle_ms(place) as u64), place, "{place}");
    }
}

#[test]
fn quantiles_are_accurate_to_a_percent_at_any_length() {
    for ms in [1_000u64, 1_500, 59_000, 3_600_000, 86_400_000, 40 * 86_400_000] {
        let found = delays(&[ms, 1_000_000_000_000]).quantile(0.5).0 * 60_000.0;
        assert!((found / ms as f64 - 1.0).abs() < 0.01, "{ms}: {found}");
    }
}

#[test]
fn a_quantile_is_the_delay_that_this_fraction_does_not_exceed() {
    let ten = delays(&[
        2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000, 1_024_000,
    ]);
    for (part, expected) in [
        (-1.0, 2_000.0),
        (0.0, 2_000.0),
        (0.1, 2_000.0),
        (0.11, 4_000.0),
        (0.5, 32_000.0),
        (0.51, 64_000.0),
        (0.9, 512_000.0),
        (0.901, 1_024_000.0),
        (1.0, 1_024_000.0),
    ] {
        let found = ten.quantile(part).0 * 60_000.0;
        assert!((found / expected - 1.0).abs() < 0.011, "{part}: {found}, expected {expected}");
    }
}

#[test]
fn no_quantile_exceeds_the_longest() {
    // The delay is near the start of its bin, so the middle of the bin is larger.
    let one = delays(&[1_000]);
    close(one.quantile(0.5).0, 1.0 / 60.0);
    let short = delays(&[100, 200]);
    close(short.quantile(0.5).0, 200.0 / 60_000.0);
    close(short.longest().0, 200.0 / 60_000.0);
}

#[test]
fn sums_and_means_are_exact() {
    let some = delays(&[0, 30_000, 90_000, 180_000]);
    assert_eq!((some.n(), some.total_ms(), some.max_ms()), (4, 300_000, 180_000));
    close(some.mean().0, 1.25);
    close(some.longest().0, 3.0);
}

#[test]
fn empty_bins_are_not_listed() {
    let some = delays(&[10, 1_000, 1_001, 60_000]);
    assert_eq!(some.bins().collect::<Vec<_>>(), [(0, 1), (1, 2), (207, 1)]);
    assert_eq!(Delays::default().bins().count(), 0);
}

#[test]
fn restoring_and_merging_give_the_same_as_adding() {
    let (mut one, mut two, mut both) = Default::default();
    for n in 0..500u32 {
        let delay = Minutes(f64::from(n * n) / 100.0);
        Delays::add(if n % 3 == 0 { &mut one } else { &mut two }, delay);
        Delays::add(&mut both, delay);
    }
    one.merge(&two);
    assert_eq!(one, both);
    let kept = Delays::kept(both.total_ms(), both.max_ms(), both.bins().collect::<Vec<_>>());
    assert_eq!(kept, both);
}

#[test]
fn bins_out_of_range_count_as_the_last_bin() {
    let kept = Delays::kept(5, 5, [(usize::MAX, 3), (BINS, 1), (BINS - 1, 1)]);
    assert_eq!(kept.bins().collect::<Vec<_>>(), [(BINS - 1, 5)]);
    assert_eq!(kept.n(), 5);
}

#[test]
fn without_delays_everything_is_zero() {
    let none = Delays::default();
    assert_eq!((none.n(), none.mean().0, none.quantile(0.95).0), (0, 0.0, 0.0));
    assert_eq!((none.longest().0, none.total_ms(), none.max_ms()), (0.0, 0, 0));
}

#[test]
fn negative_delays_and_nan_count_as_zero() {
    for odd in [-3.0, f64::NEG_INFINITY, f64::NAN] {
        let mut delays = Delays::default();
        delays.add(Minutes(odd));
        assert_eq!((delays.n(), delays.total_ms(), delays.max_ms()), (1, 0, 0), "{odd}");
    }
}

#[test]
fn infinite_delays_do_not_overflow() {
    let mut endless = Delays::default();
    endless.add(Minutes(f64::INFINITY));
    endless.add(Minutes(f64::INFINITY));
    endless.add(Minutes(f64::INFINITY));
    assert_eq!((endless.n(), endless.total_ms()), (3, u64::MAX));
    let copy = endless.clone();
    endless.merge(&copy);
    assert_eq!((endless.n(), endless.total_ms(), endless.max_ms()), (6, u64::MAX, i64::MAX as u64));
}

#[test]
fn outcomes_of_a_policy_add_up() {
    let mut one = PolicyOutcome { delays: delays(&[1_000]), n_misses: 3 };
    one.merge(&PolicyOutcome { delays: delays(&[5_000, 2_000]), n_misses: 4 });
    assert_eq!(one, PolicyOutcome { delays: delays(&[1_000, 2_000, 5_000]), n_misses: 7 });
}

proptest! {
    #[test]
    fn longer_delays_never_fall_into_earlier_bins(ms in 0u64..1_000_000_000_000, more in 0u64..1_000_000_000) {
        prop_assert!(bin(ms) <= bin(ms + more));
        prop_assert!(bin(ms) == 0 || (middle_ms(bin(ms)) / ms as f64 - 1.0).abs() < 0.0101);
    }

    #[test]
    fn quantiles_are_monotonic_and_end_at_the_maximum(
        all in proptest::collection::vec(0u64..10_000_000_000, 1..40), one in 0.0f64..1.0, other in 0.0f64..1.0,
    ) {
        let delays = delays(&all);
        let (low, high) = (one.min(other), one.max(other));
        prop_assert!(delays.quantile(low).0 <= delays.quantile(high).0);
        prop_assert!(delays.quantile(1.0).0 <= delays.longest().0);
        prop_assert!(delays.mean().0 <= delays.longest().0 + 1e-9);
    }

    #[test]
    fn the_order_of_delays_does_not_matter(
        all in proptest::collection::vec(0u64..10_000_000_000, 0..20)
            .prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle())),
    ) {
        prop_assert_eq!(delays(&all.0), delays(&all.1));
    }

    #[test]
    fn quantiles_agree_with_a_sorted_list(
        mut all in proptest::collection::vec(1_000u64..10_000_000_000, 1..60), part in 0.0f64..=1.0,
    ) {
        let found = delays(&all).quantile(part).0 * 60_000.0;
        all.sort_unstable();
        let rank = (part * all.len() as f64).ceil().max(1.0) as usize;
        let exact = all[rank - 1] as f64;
        prop_assert!((found / exact - 1.0).abs() < 0.0102, "{found}, exactly {exact}");
    }

    #[test]
    fn merging_equals_adding_everything(
        one in proptest::collection::vec(0u64..10_000_000_000, 0..20),
        other in proptest::collection::vec(0u64..10_000_000_000, 0..20),
    ) {
        let (mut left, mut right) = (delays(&one), delays(&other));
        let all: Vec<u64> = one.iter().chain(&other).copied().collect();
        left.merge(&delays(&other));
        right.merge(&delays(&one));
        prop_assert_eq!(&left, &right, "merging is commutative");
        prop_assert_eq!(&left, &delays(&all));
        let nothing = left.clone();
        left.merge(&Delays::default());
        prop_assert_eq!(left, nothing, "merging an empty histogram changes nothing");
    }

    #[test]
    fn stored_delays_are_restored(all in proptest::collection::vec(0u64..10_000_000_000_000, 0..40)) {
        let delays = delays(&all);
        let bins: Vec<(usize, u64)> = delays.bins().collect();
        prop_assert!(bins.windows(2).all(|pair| pair[0].0 < pair[1].0));
        prop_assert_eq!(bins.iter().map(|(_, n)| n).sum::<u64>(), all.len() as u64);
        prop_assert_eq!(Delays::kept(delays.total_ms(), delays.max_ms(), bins), delays);
    }

    #[test]
    fn damaged_bins_never_panic(
        total in any::<u64>(), most in any::<u64>(), bins in proptest::collection::vec((any::<usize>(), 0u64..1_000_000), 0..20), part in -1.0f64..2.0,
    ) {
        let kept = Delays::kept(total, most, bins);
        prop_assert!(kept.quantile(part).0 >= 0.0 && kept.mean().0 >= 0.0);
    }
}
