//! Tests of the public API: known values, laws that hold for all arguments, and encodings that round-trip.

#![allow(clippy::suboptimal_flops, reason = "formulas match the papers")]
#![allow(clippy::float_cmp, reason = "exact numbers are compared exactly")]

use proptest::prelude::*;
use tidings_numerics::gamma::{Gamma, ln_gamma, poisson_beyond};
use tidings_numerics::pack::{Packer, Unpacker};
use tidings_numerics::price::{price_that_spends, root};
use tidings_numerics::quadrature::integrate;
use tidings_numerics::ring::polish;
use tidings_numerics::{Draws, Harmonic, Rate, Steps, monge};

fn is_near(got: f64, expected: f64, part: f64) -> bool {
    (got - expected).abs() <= part * (1.0 + expected.abs())
}

/// ln Γ: (n−1)! for integers, √π for one half, and other values from tables.
#[test]
fn the_gamma_function_has_its_known_values() {
    for (x, expected) in [
        (1.0, 0.0),
        (2.0, 0.0),
        (3.0, 2.0f64.ln()),
        (0.5, std::f64::consts::PI.sqrt().ln()),
        (1.5, (std::f64::consts::PI.sqrt() / 2.0).ln()),
        (0.1, 2.252_712_651_734_206),
        (1e-6, 13.815_509_980_749_432),
        (11.0, 3_628_800.0f64.ln()),
        (100.0, 359.134_205_369_575_4),
        (1e5, 1_051_287.708_973_657),
    ] {
        assert!(is_near(ln_gamma(x), expected, 1e-12), "{x}: {} {expected}", ln_gamma(x));
    }
}

proptest! {
    /// Γ(x+1) = x·Γ(x), and Γ(x)·Γ(1−x) = π / sin πx.
    #[test]
    fn the_gamma_function_obeys_its_laws(x in 1e-3f64..500.0, y in 0.001f64..0.999) {
        prop_assert!(is_near(ln_gamma(x + 1.0), x.ln() + ln_gamma(x), 1e-11));
        let mirrored = (std::f64::consts::PI / (std::f64::consts::PI * y).sin()).ln();
        prop_assert!(is_near(ln_gamma(y) + ln_gamma(1.0 - y), mirrored, 1e-11));
    }

    #[test]
    fn an_estimate_does_not_depend_on_the_order_of_observations(
        a in 0.1f64..50.0, b in 0.1f64..1e4, seen in proptest::collection::vec((0.0f64..20.0, 0.0f64..1e4), 1..8),
    ) {
        let begun = Gamma { a, b };
        let forth = seen.iter().fold(begun, |belief, &(n, time)| belief.seen(n, time));
        let back = seen.iter().rev().fold(begun, |belief, &(n, time)| belief.seen(n, time));
        let (n, time) = seen.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let at_once = begun.seen(n, time);
        prop_assert!(is_near(forth.mean(), back.mean(), 1e-12) && is_near(forth.mean(), at_once.mean(), 1e-12));
        // Fading keeps the mean and reduces the certainty.
        let faded = forth.faded(0.5);
        prop_assert!(is_near(faded.mean(), forth.mean(), 1e-12) && faded.b < forth.b);
    }

    /// P(k₁ then k₂) = P(k₁)·P(k₂ | k₁): a forecast in two steps equals one of the whole.
    #[test]
    fn silence_in_two_parts_equals_silence_in_one(a in 0.1f64..50.0, b in 0.1f64..1e4, first in 0.0f64..1e4, second in 0.0f64..1e4) {
        let belief = Gamma { a, b };
        let whole = belief.ln_chance(0.0, first + second);
        let parts = belief.ln_chance(0.0, first) + belief.seen(0.0, first).ln_chance(0.0, second);
        prop_assert!(is_near(parts, whole, 1e-10), "{parts} {whole}");
        prop_assert!(whole <= 0.0);
    }

    #[test]
    fn the_tail_falls_with_the_count_and_rises_with_the_mean(k in 0u32..60, mean in 0.0f64..80.0) {
        let tail = poisson_beyond(k, mean);
        prop_assert!((0.0..=1.0).contains(&tail));
        prop_assert!(poisson_beyond(k + 1, mean) <= tail + 1e-15);
        prop_assert!(poisson_beyond(k, mean * 1.1 + 0.01) >= tail - 1e-15);
    }

    #[test]
    fn gauss_is_exact_for_polynomials(coefficients in proptest::collection::vec(-2.0f64..2.0, 1..12), from in -2.0f64..2.0, length in 0.0f64..3.0, panels in 0u32..5) {
        let value = |t: f64| coefficients.iter().rev().fold(0.0, |sum, c| sum * t + c);
        let primitive = |t: f64| coefficients.iter().enumerate().map(|(n, c)| c * t.powi(n as i32 + 1) / (n + 1) as f64).sum::<f64>();
        let expected = primitive(from + length) - primitive(from);
        let scale = primitive(from + length).abs() + primitive(from).abs();
        let got = integrate(value, from, from + length, panels);
        prop_assert!((got - expected).abs() <= 1e-11 * (1.0 + scale), "{got} {expected}");
        // Swapping the limits changes the sign.
        let back = integrate(value, from + length, from, panels);
        prop_assert!((got + back).abs() <= 1e-11 * (1.0 + scale));
    }

    #[test]
    fn encoding_round_trips(
        whole in -1e300f64..1e300, all in proptest::array::uniform3(-1e30f32..1e30), counts in proptest::collection::vec(any::<u64>(), 0..9), text in "\\PC{0,30}",
    ) {
        let mut packer = Packer::new(9).whole(whole).all(&all.map(f64::from)).text(&text);
        for &count in &counts {
            packer = packer.count(count);
        }
        let bytes = packer.done();
        let mut unpacker = Unpacker::new(&bytes, 9).unwrap();
        prop_assert_eq!(unpacker.whole(), Some(whole));
        prop_assert_eq!(unpacker.all(), Some(all.map(f64::from)));
        prop_assert_eq!(unpacker.text(), Some(text.as_str()));
        for count in &counts {
            prop_assert_eq!(unpacker.count(), Some(*count));
        }
        prop_assert!(unpacker.is_done());
        // Without the last byte decoding fails, unless that byte was a whole count.
        let cut = Unpacker::new(&bytes[..bytes.len() - 1], 9).unwrap();
        prop_assert!(read_all(cut).is_none() || counts.last().is_some_and(|count| *count < 128));
    }

    #[test]
    fn the_unpacker_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        if let Some(unpacker) = Unpacker::new(&bytes, bytes.first().copied().unwrap_or_default()) {
            let _ = read_all(unpacker.clone());
            let mut one = unpacker.clone();
            while one.text().is_some_and(|text| !text.is_empty()) {}
            let mut one = unpacker.clone();
            while one.sparse::<7>().is_some() {}
            let mut one = unpacker;
            while one.count().is_some() {}
        }
    }

    #[test]
    fn sparse_numbers_round_trip(numbers in proptest::array::uniform32(prop_oneof![3 => Just(0.0f32), 1 => -1e20f32..1e20])) {
        let bytes = Packer::new(1).sparse(&numbers).done();
        let n = numbers.iter().filter(|number| **number != 0.0).count();
        prop_assert_eq!(bytes.len(), 2 + 5 * n);
        prop_assert_eq!(Unpacker::new(&bytes, 1).unwrap().sparse(), Some(numbers));
        // Reading into fewer places fails if one of the missing places is used.
        let narrow = Unpacker::new(&bytes, 1).unwrap().sparse::<31>();
        prop_assert_eq!(narrow.is_none(), numbers[31] != 0.0);
    }

    #[test]
    fn a_root_is_where_the_sign_changes(zero in -50.0f64..50.0, steep in 0.01f64..100.0) {
        let found = root(|x| steep * (x - zero).powi(3), -60.0, 60.0);
        prop_assert!((found - zero).abs() < 1e-4, "{found} {zero}");
        let found = root(|x| steep * (x - zero), -60.0, 60.0);
        prop_assert!((found - zero).abs() < 1e-12 * 60.0, "{found} {zero}");
    }

    #[test]
    fn steps_integrate_like_their_slots(values in proptest::collection::vec(0.0f64..9.0, 1..9), step in 0.1f64..10.0, t in 0.0f64..200.0) {
        let steps = Steps::new(step, values.clone());
        // Slot by slot up to t, repeating.
        let n = (t / step).floor() as usize;
        let slot = |i: usize| values[i % values.len()];
        let expected: f64 = (0..n).map(|i| slot(i) * step).sum::<f64>() + slot(n) * (t - n as f64 * step);
        prop_assert!(is_near(steps.integral(t), expected, 1e-9), "{} {expected}", steps.integral(t));
        prop_assert!(steps.double_integral(t) >= 0.0);
        prop_assert!(is_near(steps.integral(t + steps.period()) - steps.integral(t), values.iter().sum::<f64>() * step, 1e-9));
    }

    #[test]
    fn smoothing_preserves_the_sum(bins in proptest::collection::vec(0.0f64..9.0, 1..30), times in 1usize..9) {
        // The number of steps is a multiple of the number of bins.
        let n = bins.len() * times;
        let smooth = Steps::interpolated(&bins, 24.0, n);
        let sum = bins.iter().sum::<f64>() * 24.0 / bins.len() as f64;
        prop_assert!(is_near(smooth.integral(24.0), sum, 1e-9), "{} {sum}", smooth.integral(24.0));
        let most = bins.iter().copied().fold(0.0, f64::max);
        prop_assert!(smooth.values().iter().all(|value| (-1e-12..=most + 1e-12).contains(value)));
    }

    #[test]
    fn draws_lie_in_their_range(seed in any::<u64>(), n in 1usize..1000, rate in 1e-6f64..1e6) {
        let mut draws = Draws::new(seed);
        for _ in 0..20 {
            prop_assert!((0.0..1.0).contains(&draws.unit()));
            prop_assert!(draws.below(n) < n);
            prop_assert!(draws.normal().is_finite());
            let wait = draws.wait(rate);
            prop_assert!(wait >= 0.0 && wait.is_finite());
        }
    }
}

fn read_all(mut unpacker: Unpacker<'_>) -> Option<(f64, [f64; 3])> {
    let read = (unpacker.whole()?, unpacker.all()?);
    unpacker.text()?;
    while !unpacker.is_done() {
        unpacker.count()?;
    }
    Some(read)
}

#[test]
fn invalid_numbers_are_rejected() {
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(Unpacker::new(&Packer::new(1).whole(number).done(), 1).unwrap().whole(), None);
        let bytes = Packer::new(1).all(&[number]).done();
        assert_eq!(Unpacker::new(&bytes, 1).unwrap().all::<1>(), None);
    }
    // Too large for single precision.
    assert_eq!(Unpacker::new(&Packer::new(1).all(&[1e40]).done(), 1).unwrap().all::<1>(), None);
    assert!(Unpacker::new(&[], 0).is_none());
    // Invalid UTF-8, and texts that claim more bytes than there are.
    for bytes in [
        &[1, 2, 0xff, 0xfe][..],
        &[1, 200, 1, b'a'],
        &[1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1],
    ] {
        assert_eq!(Unpacker::new(bytes, 1).unwrap().text(), None, "{bytes:?}");
    }
    // A count of more than 64 bits.
    let endless = [&[1][..], &[0x80; 12]].concat();
    assert_eq!(Unpacker::new(&endless, 1).unwrap().count(), None);
}

#[test]
fn counts_take_a_byte_per_seven_bits() {
    for (count, length) in [(0, 1), (127, 1), (128, 2), (16_383, 2), (16_384, 3), (u64::MAX, 10)] {
        assert_eq!(Packer::new(0).count(count).done().len() - 1, length, "{count}");
    }
}

/// Poisson: P(N > k) for a mean of 3, from tables.
#[test]
fn the_poisson_tail_has_its_known_values() {
    for (k, expected) in
        [(0, 0.950_212_931_6), (2, 0.576_809_918_9), (5, 0.083_917_942), (9, 0.001_102_488_1)]
    {
        assert!((poisson_beyond(k, 3.0) - expected).abs() < 1e-9, "{k}");
    }
    assert_eq!(poisson_beyond(0, 0.0), 0.0);
    assert_eq!(poisson_beyond(3, 1e9), 1.0);
}

#[test]
fn waves_repeat_and_keep_their_mean() {
    let wave = Harmonic { mean: 3.0, sin: 1.0, cos: -2.0, period: 7.0 };
    for t in [0.0, 1.3, 5.0, 20.25] {
        assert!(is_near(wave.at(t + 7.0), wave.at(t), 1e-12));
        assert!(is_near(wave.integral(t + 7.0) - wave.integral(t), 21.0, 1e-12), "{t}");
        let numeric = integrate(|t| wave.at(t), 0.0, t, 16);
        assert!(is_near(wave.integral(t), numeric, 1e-12), "{t}");
        let numeric = integrate(|t| wave.integral(t), 0.0, t, 16);
        assert!(is_near(wave.double_integral(t), numeric, 1e-12), "{t}");
    }
}

#[test]
fn a_rate_without_values_is_zero_everywhere() {
    let nothing = Steps::new(2.0, vec![]);
    for t in [-3.0, 0.0, 1.0, 9.5] {
        assert_eq!(
            (nothing.at(t), nothing.integral(t), nothing.double_integral(t)),
            (0.0, 0.0, 0.0)
        );
    }
    let one = Steps::new(2.0, vec![4.0]);
    assert_eq!((one.integral(3.0), one.period(), one.step()), (12.0, 2.0, 2.0));
    assert_eq!(one.integral(-3.0), -12.0);
}

#[test]
fn the_price_is_an_end_of_the_range_if_the_budget_is_out_of_reach() {
    let spend = |price: f64| 1.0 / price;
    assert!(is_near(price_that_spends(1e-9, (1.0, 100.0), spend), 100.0, 1e-9));
    assert!(is_near(price_that_spends(1e9, (1.0, 100.0), spend), 1.0, 1e-9));
    // With stepwise spending, the price lies at the step.
    let stepped = |price: f64| if price < 7.0 { 10.0 } else { 1.0 };
    assert!(is_near(price_that_spends(5.0, (1.0, 100.0), stepped), 7.0, 1e-9));
    assert_eq!(root(|x| x + 1.0, 0.0, 5.0), 0.0);
    assert_eq!(root(|x| x - 9.0, 0.0, 5.0), 5.0);
}

#[test]
fn normal_draws_have_their_quantiles() {
    let mut draws = Draws::new(12);
    let n = 40_000;
    let numbers: Vec<f64> = (0..n).map(|_| draws.normal()).collect();
    // Φ(0) = 1/2, Φ(1) = 0.8413, Φ(−2) = 0.0228.
    for (below, expected) in [(0.0, 0.5), (1.0, 0.841_3), (-2.0, 0.022_8)] {
        let share = numbers.iter().filter(|x| **x < below).count() as f64 / f64::from(n);
        assert!((share - expected).abs() < 0.008, "{below}: {share}");
    }
}

#[test]
fn integers_are_uniform_and_parts_are_different() {
    let mut counts = [0; 7];
    let mut draws = Draws::new(3);
    (0..70_000).for_each(|_| counts[draws.below(7)] += 1);
    assert!(counts.iter().all(|n| (9_500..10_500).contains(n)), "{counts:?}");
    assert_eq!((Draws::new(1).below(0), Draws::new(1).below(1)), (0, 0));
    let firsts: std::collections::BTreeSet<u64> =
        (0..10_000).map(|part| Draws::part(5, part).bits()).collect();
    assert_eq!(firsts.len(), 10_000);
    // The first numbers of SplitMix64 for the seed 1234567, as published by its author.
    let mut draws = Draws::new(1_234_567);
    assert_eq!(
        [draws.bits(), draws.bits(), draws.bits()],
        [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
    );
}

#[test]
fn refined_moments_stay_in_order_and_within_reach() {
    // Gaps that cost their square become equal, if the reach allows.
    let slope = |before: f64, at: f64, after: f64| 2.0 * (at - before) - 2.0 * (after - at);
    for n in 1..8 {
        let mut moments: Vec<f64> =
            (0..n).map(|i| 10.0 * (f64::from(i) / f64::from(n)).powi(2)).collect();
        polish(&mut moments, 10.0, 3.0, 5_000, slope);
        assert!(moments.is_sorted());
        let even = 10.0 / f64::from(n);
        assert!(
            moments.windows(2).all(|pair| (pair[1] - pair[0] - even).abs() < 1e-6),
            "{moments:?}"
        );
    }
    let mut moments = vec![1.0, 2.0, 9.0];
    polish(&mut moments, 10.0, 0.5, 1, slope);
    assert!(
        moments.iter().zip([1.0, 2.0, 9.0]).all(|(is, was)| (is - was).abs() <= 0.5),
        "{moments:?}"
    );
    polish(&mut [], 10.0, 0.5, 9, slope);
}

#[test]
fn extreme_prices_give_trivial_paths() {
    // Almost free stops are made at every node, very expensive ones at none.
    let gap = |a: usize, b: usize| ((b - a) as f64).powi(2);
    assert_eq!(monge::cheapest(5, 1e-9, gap).stops, [1, 2, 3, 4]);
    assert!(monge::cheapest(5, 1e9, gap).stops.is_empty());
    assert!(monge::cheapest(1, 1.0, gap).stops.is_empty());
    assert_eq!(monge::cheapest_with(6, 3, gap).stops, [2, 4]);
    assert_eq!(monge::cheapest_with(6, 3, gap).cost, 12.0);
    assert!(monge::cheapest_with(6, 1, gap).stops.is_empty());
}
