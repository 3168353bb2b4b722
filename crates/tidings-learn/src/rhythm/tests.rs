//! Tests of rhythms: properties that hold for any observations.

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
fn a_source_that_posts_at_one_hour_is_expected_at_that_hour() {
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
fn a_burst_is_expected_to_continue() {
    let (mut rhythm, population, habits) = told(28, |begin| {
        // Ten postings within an hour, every four days.
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
    fn beliefs_stay_finite(
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

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-6 * expected.abs().max(1e-3), "{found}, not {expected}");
}

fn new() -> (Rhythm, Population, Habits) {
    let population = Population::unknown();
    (Rhythm::new(&population, 0.0), population, Habits::default())
}

#[test]
fn hours_of_the_week_are_counted_from_monday() {
    for (t, hour, minutes) in [
        (0.0, 0, 0),
        (9.99, 0, 0),
        (10.0, 0, 1),
        (59.9, 0, 5),
        (60.0, 1, 0),
        (1440.0, 24, 0),
        (WEEK - 1.0, 167, 5),
        (WEEK, 0, 0),
        (WEEK * 2700.0 + 90.0, 1, 3),
        (-61.0, 167, 0),
    ] {
        assert_eq!((hour_of_week(t), tenth(t)), (hour, minutes), "{t}");
    }
}

#[test]
fn shares_sum_to_one_and_follow_the_scores() {
    assert_eq!(shares([1.0, 3.0]).to_vec(), [0.25, 0.75]);
    // Odds of ½ to ½, times e⁰ and e⁻². Large numbers cancel.
    let [one, other] = weighed(&[-1000.0, -1002.0], &[0.5, 0.5]);
    close(one, 1.0 / (1.0 + (-2.0f64).exp()));
    close(one + other, 1.0);
    let [one, other] = weighed(&[7.0, 7.0], &[0.2, 0.8]);
    close(one, 0.2);
    close(other, 0.8);
}

#[test]
fn a_new_source_follows_the_population() {
    let (rhythm, population, habits) = new();
    close(rhythm.rate(&habits), 1.0 / 1440.0);
    close(rhythm.mean(&habits), 1.0 / 1440.0);
    close(rhythm.watched(), 0.0);
    close(rhythm.as_of(), 0.0);
    assert!(rhythm.pattern().iter().all(|cell| (cell - 1.0).abs() < 1e-6));
    rhythm.echo(&population, &habits).iter().for_each(|echo| close(*echo, 0.05));
    rhythm.minutes(&population, &habits).iter().for_each(|minute| close(*minute, 1.0));
}

#[test]
fn exposure_follows_the_pattern_hour_by_hour() {
    let (mut rhythm, ..) = new();
    close(rhythm.exposure(30.0, 30.0), 0.0);
    close(rhythm.exposure(0.0, 1440.0), 1440.0);
    (rhythm.pattern[1], rhythm.pattern[2]) = (3.0, 0.0);
    // Half an hour at 1, an hour at 3, an hour at 0, ten minutes at 1.
    close(rhythm.exposure(30.0, 190.0), 30.0 + 180.0 + 0.0 + 10.0);
    close(rhythm.exposure(70.0, 80.0), 30.0);
}

#[test]
fn silence_is_observed_and_older_time_counts_less() {
    let (mut rhythm, population, habits) = new();
    rhythm.observe(&[], 720.0, &population, &habits);
    close(rhythm.watched(), 720.0);
    close(rhythm.today.b, 720.0);
    close(f64::from(rhythm.days[0]), 720.0);
    rhythm.observe(&[], DAY, &population, &habits);
    assert_eq!(rhythm.today, Gamma::default());
    close(rhythm.watched(), 1440.0);
    rhythm.observe(&[], 2.0 * DAY, &population, &habits);
    for (rate, weeks) in rhythm.rates.iter().zip([0.25, 0.75, 2.5, 8.0]) {
        close(rate.b, 1440.0 * (1.0 + (-1.0f64 / (7.0 * weeks)).exp2()));
        close(rate.a, 0.0);
    }
    assert!(rhythm.rate(&habits) < 1.0 / 1440.0, "silence lowers the rate");
    let kept = (-1.0f64 / 112.0).exp2();
    close(f64::from(rhythm.days[0]), 1440.0 * kept * kept);
    close(f64::from(rhythm.days[1]), 1440.0 * kept);
}

#[test]
fn time_only_moves_forward() {
    let (mut rhythm, population, habits) = new();
    rhythm.observe(&[], 1000.0, &population, &habits);
    let before = rhythm.clone();
    rhythm.observe(&[], 400.0, &population, &habits);
    assert_eq!(rhythm, before);
    rhythm.skip(400.0, &population, &habits);
    assert_eq!(rhythm, before);
}

#[test]
fn skipped_time_is_not_silence() {
    let (mut rhythm, population, habits) = new();
    rhythm.skip(3.5 * DAY, &population, &habits);
    close(rhythm.as_of(), 3.5 * DAY);
    close(rhythm.watched(), 0.0);
    close(rhythm.rate(&habits), 1.0 / 1440.0);
    assert!(rhythm.days.iter().all(|day| day.abs() < 1e-9));
}

#[test]
fn years_of_silence_count_as_the_longest_one() {
    let (mut rhythm, population, habits) = new();
    rhythm.observe(&[], 4000.0 * DAY, &population, &habits);
    close(rhythm.as_of(), 4000.0 * DAY);
    let mut shorter = Rhythm::new(&population, 3600.0 * DAY);
    shorter.observe(&[], 4000.0 * DAY, &population, &habits);
    close(rhythm.watched(), shorter.watched());
    let (mut skipped, ..) = new();
    skipped.skip(1e9 * DAY, &population, &habits);
    close(skipped.as_of(), 1e9 * DAY);
}

#[test]
fn the_first_posting_is_all_background() {
    let (mut rhythm, population, habits) = new();
    rhythm.observe(&[75.0], 80.0, &population, &habits);
    close(rhythm.today.a, 1.0);
    close(rhythm.postings, 1.0);
    close(f64::from(rhythm.week[1]), 1.0);
    close(f64::from(rhythm.minute[1]), 1.0);
    assert_eq!(rhythm.called.to_vec(), [0.0; 4]);
    for (excited, echo) in rhythm.excited.iter().zip(habits.echoes) {
        close(*excited, (-5.0 / echo).exp() / echo);
    }
}

#[test]
fn a_posting_is_divided_between_background_and_echoes() {
    let (mut rhythm, population, habits) = new();
    rhythm.observe(&[60.0], 60.0, &population, &habits);
    let background = rhythm.rate(&habits) * rhythm.minutes(&population, &habits)[0];
    let echo = rhythm.echo(&population, &habits);
    let called: Vec<f64> = (0..4).map(|j| echo[j] * rhythm.excited[j]).collect();
    let all = background + called.iter().sum::<f64>();
    let before = rhythm.clone();
    rhythm.observe(&[60.0], 60.0, &population, &habits);
    close(rhythm.today.a, 1.0 + background / all);
    close(rhythm.postings, 2.0);
    for (j, called) in called.iter().enumerate() {
        close(rhythm.called[j], called / all);
        close(rhythm.excited[j], before.excited[j] + 1.0 / habits.echoes[j]);
    }
    // The triggered part does not count in the pattern.
    close(f64::from(rhythm.week[1]), 1.0 + background / all);
    let mut shown = before;
    let habits = Habits { echo_shown: 1.0, ..habits };
    shown.observe(&[60.0], 60.0, &population, &habits);
    close(f64::from(shown.week[1]), 2.0);
    close(f64::from(shown.minute[0]), 2.0);
}

#[test]
fn dates_out_of_order_count_as_just_now() {
    let (mut rhythm, population, habits) = new();
    rhythm.observe(&[], 600.0, &population, &habits);
    rhythm.observe(&[30.0, 900.0], 700.0, &population, &habits);
    assert!(rhythm.week[10] > 0.5, "a date before the previous fetch");
    assert!(rhythm.week[11] > 0.1, "a date after this fetch");
    assert!(rhythm.week[0] == 0.0 && rhythm.week[15] == 0.0);
    close(rhythm.as_of(), 700.0);
}

#[test]
fn echoes_are_shrunk_towards_the_usual_and_bounded() {
    let (mut rhythm, population, habits) = new();
    (rhythm.postings, rhythm.called) = (10.0, [1.0, 0.0, 3.0, 0.0]);
    let echo = rhythm.echo(&population, &habits);
    // (called + 10·0.05)/(10 + 10)
    [0.075, 0.025, 0.175, 0.025]
        .iter()
        .zip(echo)
        .for_each(|(expected, echo)| close(echo, *expected));
    (rhythm.postings, rhythm.called) = (100.0, [50.0, 50.0, 50.0, 50.0]);
    let loud = rhythm.echo(&population, &habits);
    close(loud.iter().sum(), 0.9);
    loud.iter().for_each(|echo| close(*echo, 0.225));
    let without = Habits { echo_firmness: f64::INFINITY, ..habits };
    assert_eq!(rhythm.echo(&population, &without).to_vec(), [0.0; 4]);
}

#[test]
fn minutes_of_the_hour_are_shrunk_towards_the_usual() {
    let (mut rhythm, population, habits) = new();
    rhythm.minute = [3.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let minutes = rhythm.minutes(&population, &habits);
    for (minute, expected) in minutes.iter().zip([38.0, 20.0, 20.0, 26.0, 20.0, 20.0]) {
        close(*minute, expected / 24.0);
    }
    close(minutes.iter().sum(), 6.0);
    let without = Habits { minute_firmness: f64::INFINITY, ..habits };
    assert_eq!(rhythm.minutes(&population, &without).to_vec(), [1.0; 6]);
}

#[test]
fn the_mean_includes_triggered_postings() {
    let (mut rhythm, _, habits) = new();
    (rhythm.postings, rhythm.called) = (9.0, [2.0, 1.0, 1.0, 1.0]);
    // Four of nine are background: ten to five.
    close(rhythm.mean(&habits), 2.0 / 1440.0);
    rhythm.called = [9.0; 4];
    close(rhythm.mean(&habits), 10.0 / 1440.0);
}

#[test]
fn a_promise_is_compared_with_what_is_found() {
    let (mut rhythm, population, habits) = new();
    rhythm.promise(0.5);
    rhythm.observe(&[10.0, 20.0, 30.0], 40.0, &population, &habits);
    assert_eq!(rhythm.late, Gamma { a: 3.0, b: 0.5 });
    rhythm.observe(&[50.0], 60.0, &population, &habits);
    assert_eq!(rhythm.late, Gamma { a: 3.0, b: 0.5 }, "nothing was promised");
    rhythm.promise(-1.0);
    rhythm.observe(&[70.0], 80.0, &population, &habits);
    assert_eq!(rhythm.late, Gamma { a: 3.0, b: 0.5 }, "negative promises are ignored");
    rhythm.promise(1.0);
    rhythm.observe(&[], 90.0, &population, &habits);
    assert_eq!(rhythm.late, Gamma { a: 3.0, b: 1.5 });
}

#[test]
fn ways_are_scored_by_how_well_they_predicted_the_day() {
    let (mut rhythm, population, habits) = new();
    rhythm.observe(&[], 2.0 * DAY, &population, &habits);
    for (way, score) in rhythm.way_scores.iter().enumerate() {
        let (span, firmness) = (way % SPANS, habits.firmness[way / SPANS]);
        let prior = Gamma::around(1.0 / 1440.0, firmness);
        let first = 0.5 * prior.ln_chance(0.0, 1440.0);
        let second = prior.seen(0.0, 1440.0).ln_chance(0.0, 1440.0);
        close(*score, 0.99 * first + 0.5 * second);
        close(rhythm.rates[span].a, 0.0);
    }
    close(rhythm.ways.iter().sum(), 1.0);
    close(rhythm.shapes.iter().sum(), 1.0);
}

#[test]
fn unobserved_days_are_filled_in() {
    let (mut rhythm, ..) = new();
    let expected = [1.0; HOURS];
    let mut counts = [0.0; HOURS];
    (0..24).for_each(|hour| counts[hour] = 2.0);
    rhythm.days = [1440.0; 7];
    assert_eq!(rhythm.filled(counts, &expected).to_vec(), counts, "all days were observed equally");
    // Only Monday was observed, so the other days are filled to be as busy.
    rhythm.days = [1440.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    rhythm.filled(counts, &expected).iter().for_each(|count| close(*count, 2.0));
    // Tuesday was observed for half of nine tenths of Monday.
    rhythm.days[1] = 0.45 * 1440.0;
    let filled = rhythm.filled(counts, &expected);
    let unit = 48.0 / (24.0 + 12.0);
    close(filled[0], 2.0);
    close(filled[30], 0.5 * unit);
    close(filled[60], unit);
}

#[test]
fn regrouping_adopts_the_new_initial_rate() {
    let (mut rhythm, mut population, habits) = new();
    rhythm.rates[SPANS - 1] = Gamma { a: 2.7, b: 9568.0 };
    population.rate = Gamma { a: 0.3, b: 432.0 };
    rhythm.regroup(&population, &habits);
    close(rhythm.first_rate, 3.0 / 10_000.0);
}

#[test]
fn a_forecast_without_echoes_is_the_pattern() {
    let (mut rhythm, population, habits) = new();
    let habits = Habits { echo_firmness: f64::INFINITY, ..habits };
    rhythm.minute = [6.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    (rhythm.pattern[0], rhythm.pattern[1]) = (2.0, 3.0);
    let minutes = rhythm.minutes(&population, &habits);
    let rate = rhythm.rate(&habits);
    let mut forecast = rhythm.forecast(&population, &habits);
    close(forecast.background(), rate);
    close(forecast.until(10.0), 2.0 * minutes[0] * rate);
    close(forecast.until(20.0), 2.0 * minutes[1] * rate);
    // A slot of half an hour or more covers all minutes, and its middle determines the hour.
    close(forecast.until(50.0), 2.0 * rate);
    close(forecast.until(110.0), 3.0 * rate);
}

#[test]
fn a_forecast_expects_echoes_to_fade_and_to_trigger_others() {
    let (mut rhythm, population, habits) = new();
    rhythm.excited = [0.05, 0.0, 0.0, 0.001];
    let rate = rhythm.rate(&habits);
    let mut forecast = rhythm.forecast(&population, &habits);
    let mut excited = [0.05, 0.0, 0.0, 0.001];
    for until in [10.0, 20.0, 60.0] {
        let h = if until > 50.0 { 40.0 } else { 10.0 };
        let kept = habits.echoes.map(|echo| (-h / echo).exp());
        // The mean of ∫ e^(−t/τ) dt over the slot, times η = 0.05.
        let shown: f64 =
            (0..4).map(|j| 0.05 * excited[j] * habits.echoes[j] * (1.0 - kept[j]) / h).sum();
        close(forecast.until(until), rate + shown);
        for j in 0..4 {
            excited[j] = (excited[j] - rate - shown) * kept[j] + rate + shown;
        }
    }
}

#[test]
fn the_population_is_learned_from_all_sources() {
    let (mut one, ..) = new();
    one.minute = [3.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    (one.postings, one.called) = (50.0, [5.0, 0.0, 0.0, 10.0]);
    one.late = Gamma { a: 4.0, b: 1.0 };
    let population = Population::of(&[one.clone()], 3);
    // ¾ of a vote on the hour, in addition to one for each interval.
    let mean = 6.75 / 6.0;
    close(population.minute[0], 1.75 / mean);
    close(population.minute[1], 1.0 / mean);
    // With a loudness of ½: (0.5 + 2.5)/(10 + 25).
    close(population.echo[0], 3.0 / 35.0);
    close(population.echo[1], 0.5 / 35.0);
    close(population.echo[3], 5.5 / 35.0);
    // (2 + 4)/(2 + 1)
    close(population.waking, 2.0);
    close(Population::of(&[], 3).waking, 1.0);
    close(Population::of(&[], 3).rate.mean(), 1.0 / 1440.0);
    close(population.ways.iter().sum(), 1.0);
}

#[test]
fn the_usual_rate_is_that_of_most_sources() {
    let of = |postings: &[f64]| {
        let rhythm = |postings: &f64| {
            let (mut rhythm, ..) = new();
            rhythm.rates[SPANS - 1] = Gamma { a: *postings, b: 10.0 * DAY };
            rhythm
        };
        Population::of(&postings.iter().map(rhythm).collect::<Vec<_>>(), 1).rate
    };
    // For similar sources, the mean is theirs and the estimate is firm.
    let alike = of(&[20.0; 40]);
    assert!((alike.mean() * DAY - 2.0).abs() < 0.1, "{}", alike.mean() * DAY);
    assert!(alike.a > 5.0, "{alike:?}");
    // With some busy and most silent sources, the mean is the same and much less certain.
    let unlike: Vec<f64> = (0..40).map(|n| if n % 8 == 0 { 160.0 } else { 0.0 }).collect();
    let unlike = of(&unlike);
    assert!((0.5..4.0).contains(&(unlike.mean() * DAY)), "{}", unlike.mean() * DAY);
    assert!(unlike.a < 0.3, "{unlike:?}");
}

#[test]
fn ways_that_work_well_are_preferred_in_general() {
    let (mut good, ..) = new();
    good.way_scores[3] = 20.0;
    good.shape_scores[2] = 20.0;
    let population = Population::of(&vec![good; 11], 1);
    // Eleven sources and one source's worth of uniform weight, a twelfth of it for each of the twelve ways.
    close(population.ways[3], (11.0 + 1.0 / 12.0) / 12.0);
    close(population.ways[0], 1.0 / 144.0);
    close(population.shapes[2], (11.0 + 1.0 / 3.0) / 12.0);
}

mod packing {
    //! Tests of the encoding: it round-trips, and damaged bytes are rejected.
    use super::*;

    fn told_a_lot() -> (Rhythm, Population, Habits) {
        let (mut rhythm, population, habits) =
            told(20, |begin| vec![begin + 545.0, begin + 550.0, begin + 1200.0]);
        rhythm.promise(1.25);
        (rhythm, population, habits)
    }

    #[test]
    fn a_rhythm_round_trips_in_single_precision() {
        let (rhythm, population, habits) = told_a_lot();
        let again = Rhythm::unpacked(&rhythm.packed(), &population, &habits).unwrap();
        close(again.as_of(), rhythm.as_of());
        for (one, other) in rhythm.rates.iter().zip(&again.rates) {
            close(other.a, one.a);
            close(other.b, one.b);
        }
        let numbers = |rhythm: &Rhythm| {
            let mut all = vec![
                rhythm.today.a,
                rhythm.today.b,
                rhythm.postings,
                rhythm.first_rate,
                rhythm.late.a,
                rhythm.late.b,
                rhythm.promised,
            ];
            all.extend(rhythm.way_scores.iter().chain(&rhythm.shape_scores));
            all.extend(rhythm.excited.iter().chain(&rhythm.called));
            let cells = rhythm.week.iter().chain(&rhythm.minute).chain(&rhythm.days);
            all.extend(cells.map(|cell| f64::from(*cell)));
            all
        };
        numbers(&rhythm).iter().zip(numbers(&again)).for_each(|(one, other)| close(other, *one));
        close(again.rate(&habits), rhythm.rate(&habits));
        assert_eq!(again.packed(), rhythm.packed(), "packing it again gives the same bytes");
    }

    #[test]
    fn faint_cells_are_left_out() {
        let (mut rhythm, population, habits) = new();
        (rhythm.week[3], rhythm.week[4]) = (0.000_99, 0.001);
        let again = Rhythm::unpacked(&rhythm.packed(), &population, &habits).unwrap();
        assert!(again.week[3] == 0.0 && again.week[4] > 0.0);
    }

    #[test]
    fn truncated_or_overlong_bytes_are_rejected() {
        let (rhythm, population, habits) = told_a_lot();
        let bytes = rhythm.packed();
        for length in 0..bytes.len() {
            assert!(Rhythm::unpacked(&bytes[..length], &population, &habits).is_none(), "{length}");
        }
        let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
        assert!(Rhythm::unpacked(&longer, &population, &habits).is_none());
        let mut other_version = bytes;
        other_version[0] += 1;
        assert!(Rhythm::unpacked(&other_version, &population, &habits).is_none());
    }

    #[test]
    fn negative_counts_are_rejected() {
        let (population, habits) = (Population::unknown(), Habits::default());
        let with = |change: fn(&mut Rhythm)| {
            let mut rhythm = Rhythm::new(&population, 0.0);
            change(&mut rhythm);
            Rhythm::unpacked(&rhythm.packed(), &population, &habits).is_some()
        };
        assert!(with(|_| ()));
        assert!(!with(|rhythm| rhythm.rates[0].a = -1.0));
        assert!(!with(|rhythm| rhythm.rates[3].b = -1.0));
        assert!(!with(|rhythm| rhythm.today.b = -1.0));
        assert!(!with(|rhythm| rhythm.late.a = -1.0));
        assert!(!with(|rhythm| rhythm.excited[2] = -1.0));
        assert!(!with(|rhythm| rhythm.called[3] = -1.0));
        assert!(!with(|rhythm| rhythm.postings = -1.0));
        assert!(!with(|rhythm| rhythm.promised = -1.0));
        assert!(!with(|rhythm| rhythm.minute[1] = -1.0));
        assert!(!with(|rhythm| rhythm.days[6] = -1.0));
        assert!(!with(|rhythm| rhythm.first_rate = 0.0));
        assert!(!with(|rhythm| rhythm.first_rate = -1.0));
        assert!(with(|rhythm| rhythm.way_scores[1] = -1.0), "scores are logarithms");
    }

    #[test]
    fn a_population_round_trips() {
        let rhythms: Vec<Rhythm> = (0..5).map(|_| told_a_lot().0).collect();
        let population = Population::of(&rhythms, 2);
        let again = Population::unpacked(&population.packed()).unwrap();
        close(again.rate.a, population.rate.a);
        close(again.rate.b, population.rate.b);
        close(again.waking, population.waking);
        again.minute.iter().zip(population.minute).for_each(|(one, other)| close(*one, other));
        again.echo.iter().zip(population.echo).for_each(|(one, other)| close(*one, other));
        again.ways.iter().zip(population.ways).for_each(|(one, other)| close(*one, other));
        again.shapes.iter().zip(population.shapes).for_each(|(one, other)| close(*one, other));
        let groups = |of: &Population| {
            of.clusters.groups().map(|(share, week)| (share, week[9])).collect::<Vec<_>>()
        };
        for (one, other) in groups(&again).iter().zip(groups(&population)) {
            close(one.0, other.0);
            close(one.1, other.1);
        }
    }

    #[test]
    fn a_damaged_population_is_rejected() {
        let sound = Population::unknown();
        let bytes = sound.packed();
        for length in 0..bytes.len() {
            assert!(Population::unpacked(&bytes[..length]).is_none(), "{length}");
        }
        let with = |change: fn(&mut Population)| {
            let mut population = Population::unknown();
            change(&mut population);
            Population::unpacked(&population.packed()).is_some()
        };
        assert!(with(|_| ()));
        assert!(!with(|population| population.rate.a = 0.0));
        assert!(!with(|population| population.rate.b = 0.0));
        assert!(!with(|population| population.waking = 0.0));
        assert!(!with(|population| population.waking = -2.0));
        assert!(!with(|population| population.clusters = crate::cluster::Clusters::of(Vec::new())));
    }
}

#[test]
fn initially_all_ways_are_equally_probable_and_sum_to_one() {
    let unknown = Population::unknown();
    for all in [&unknown.ways[..], &unknown.shapes[..]] {
        assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{all:?}");
        assert!(all.iter().all(|one| (one - all[0]).abs() < 1e-12), "{all:?}");
    }
}
