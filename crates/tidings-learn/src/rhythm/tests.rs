//! What beliefs must do whatever they are shown.

use super::*;
use proptest::prelude::*;

fn told(days: u32, postings: impl Fn(f64) -> Vec<f64>) -> (Rhythm, Population, Habits) {
    let (population, habits) = (Population::unknown(), Habits::default());
    let mut rhythm = Rhythm::new(&population, 0.0);
    for day in 0..days {
        let begin = f64::from(day) * DAY;
        rhythm.observe(&postings(begin), begin + DAY, &population, &habits);
    }
    (rhythm, population, habits)
}

#[test]
fn a_source_of_one_hour_is_expected_in_that_hour() {
    let (rhythm, population, habits) = told(28, |begin| vec![begin + 545.0, begin + 555.0]);
    let mut forecast = rhythm.forecast(&population, &habits);
    let rates: Vec<f64> =
        (1..=144).map(|slot| forecast.until(28.0 * DAY + f64::from(slot) * 10.0)).collect();
    let most = (0..144).max_by(|&a, &b| rates[a].total_cmp(&rates[b])).unwrap();
    assert!((54..60).contains(&most), "{most}");
    let expected: f64 = rates.iter().map(|rate| rate * 10.0).sum();
    assert!((1.5..2.6).contains(&expected), "{expected}");
}

#[test]
fn a_burst_is_expected_to_go_on() {
    let (mut rhythm, population, habits) = told(28, |begin| {
        // Ten postings within an hour, every fourth day.
        if ((begin / DAY) as u32).is_multiple_of(4) {
            (0..10).map(|i| begin + 600.0 + 6.0 * f64::from(i)).collect()
        } else {
            vec![]
        }
    });
    let at = 28.0 * DAY + 700.0;
    let calm = {
        let mut calm = rhythm.clone();
        calm.observe(&[], at, &population, &habits);
        calm.forecast(&population, &habits).until(at + 10.0)
    };
    rhythm.observe(&[at - 20.0, at - 10.0, at - 5.0], at, &population, &habits);
    let excited = rhythm.forecast(&population, &habits).until(at + 10.0);
    assert!(excited > 5.0 * calm, "{excited} {calm}");
}

proptest! {
    #[test]
    fn beliefs_stay_numbers(
        mut postings in proptest::collection::vec(-1e4f64..1e5, 0..60), looks in proptest::collection::vec(0.0f64..5e3, 1..20),
    ) {
        postings.sort_by(f64::total_cmp);
        let (population, habits) = (Population::unknown(), Habits::default());
        let mut rhythm = Rhythm::new(&population, 0.0);
        let (mut now, mut seen) = (0.0, 0);
        for look in looks {
            now += look;
            let until = postings.partition_point(|posting| *posting <= now);
            rhythm.observe(&postings[seen..until], now, &population, &habits);
            seen = until;
            let mut forecast = rhythm.forecast(&population, &habits);
            for slot in 1..50 {
                let rate = forecast.until(now + f64::from(slot) * 10.0);
                prop_assert!(rate.is_finite() && rate > 0.0, "{rate}");
            }
        }
        prop_assert!(Population::of(&[rhythm], 3).rate.mean() > 0.0);
    }
}

#[test]
fn a_rhythm_has_a_bounded_size() {
    let derived = size_of::<[[f32; HOURS]; SHAPES + 1]>();
    assert!(size_of::<Rhythm>() - derived < 1_200, "{}", size_of::<Rhythm>());
}
