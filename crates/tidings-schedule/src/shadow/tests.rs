//! Tests of the shadow comparison against a replay that makes every fetch one by one.

use super::*;
use proptest::prelude::*;

const BEGIN: i64 = 1_794_787_200_000;

fn at(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(BEGIN + ms).unwrap()
}

/// A posting: its source, its time, and how much later it was found.
type Posting = (i64, i64, i64);

#[derive(Debug, Clone)]
struct Case {
    n_sources: u64,
    n_requests: u64,
    length: i64,
    weeks: Vec<(i64, u64, i64)>,
    postings: Vec<Posting>,
    looks: Vec<(i64, i64)>,
    follows: Vec<(i64, i64)>,
}

prop_compose! {
    fn case()(
        n_sources in 6u64..9,
        n_requests in 1u64..200,
        length in 3_600_000i64..86_400_000,
        weeks in proptest::collection::vec((1i64..7, 0u64..60, 0i64..604_800_000), 0..6),
        postings in proptest::collection::vec((1i64..7, -86_400_000i64..86_400_000, 0i64..20_000_000), 0..20),
        looks in proptest::collection::vec((1i64..4, -86_400_000i64..86_400_000), 0..12),
        follows in proptest::collection::vec((1i64..4, 1i64..7), 0..12),
    ) -> Case {
        let mut follows = follows;
        follows.sort_unstable();
        follows.dedup();
        Case { n_sources, n_requests, length, weeks, postings, looks, follows }
    }
}

impl Case {
    fn weeks(&self) -> HashMap<SourceId, ShadowWeek> {
        let week = |&(source, n, spread): &(i64, u64, i64)| {
            (SourceId(source), ShadowWeek { n, first: at(-spread), last: at(-1) })
        };
        self.weeks.iter().map(week).collect()
    }

    fn shadow(&self) -> [(Policy, PolicyOutcome); 3] {
        let mut readers = Readers::default();
        self.looks.iter().for_each(|(user, look)| readers.look(UserId(*user), at(*look)));
        self.follows
            .iter()
            .for_each(|(user, source)| readers.follow(UserId(*user), SourceId(*source)));
        let stretch = SpendingPeriod {
            begin: at(0),
            end: at(self.length),
            n_sources: self.n_sources,
            n_requests: self.n_requests,
        };
        let waits = self.weeks().into_iter().map(|(source, week)| Paces::of(source, week));
        let mut shadow = Shadow::new(stretch, Arc::new(Paces::new(waits.collect())), readers);
        for &(source, posted, wait) in &self.postings {
            shadow.add(SourceId(source), at(posted), at(posted + wait));
        }
        shadow.done()
    }

    /// Replays fetches at the instants of an interval one by one, starting before the first posting.
    fn replayed(&self, interval: impl Fn(i64) -> f64) -> (Vec<f64>, u64) {
        let seen = |source: i64, posted: i64| {
            let interval = interval(source);
            let phase = (source as f64 * 0.618_033_988_749_895).fract();
            let mut k = (-2.0 * 86_400_000.0 / interval).floor();
            while (phase + k) * interval < posted as f64 {
                k += 1.0;
            }
            (phase + k) * interval
        };
        let seen =
            self.postings.iter().map(|&(source, posted, _)| (source, posted, seen(source, posted)));
        self.counted(seen)
    }

    fn counted(&self, seen: impl Iterator<Item = (i64, i64, f64)>) -> (Vec<f64>, u64) {
        let (mut delays, mut misses) = (Vec::new(), 0);
        for (source, posted, seen) in seen {
            delays.push(seen - posted as f64);
            for (user, look) in &self.looks {
                let follows = self.follows.contains(&(*user, source));
                let is_missed = posted <= *look && (*look as f64) < seen.min(self.length as f64);
                misses += u64::from(follows && is_missed);
            }
        }
        (delays, misses)
    }
}

fn agrees(fared: &PolicyOutcome, (delays, misses): (Vec<f64>, u64)) -> Result<(), TestCaseError> {
    prop_assert_eq!(fared.delays.n(), delays.len() as u64);
    prop_assert_eq!(fared.n_misses, misses);
    let n = delays.len().max(1) as f64;
    let mean = delays.iter().sum::<f64>() / n / 60_000.0;
    // Each delay is rounded to a millisecond.
    prop_assert!((fared.delays.mean().0 - mean).abs() < 1e-4, "{} {mean}", fared.delays.mean().0);
    Ok(())
}

proptest! {
    #[test]
    fn the_comparison_equals_a_replay_fetch_by_fetch(case in case()) {
        let [(_, ours), (_, uniform), (_, miniflux)] = case.shadow();
        let length = case.length as f64;
        let real = case.postings.iter().map(|&(source, posted, wait)| (source, posted, (posted + wait) as f64));
        agrees(&ours, case.counted(real))?;
        let even = length * case.n_sources as f64 / case.n_requests as f64;
        agrees(&uniform, case.replayed(|_| even))?;
        let weeks = case.weeks();
        let wish = |source: i64| weeks.get(&SourceId(source)).map_or(86_400_000.0, |week| week.miniflux().0 * 60_000.0);
        let made: f64 = (1..=case.n_sources as i64).map(|source| length / wish(source)).sum();
        let factor = made / case.n_requests as f64;
        agrees(&miniflux, case.replayed(|source| wish(source) * factor))?;
    }
}

#[test]
fn evenly_spaced_fetches_give_a_mean_wait_of_half_the_interval() {
    let stretch =
        SpendingPeriod { begin: at(0), end: at(86_400_000), n_sources: 10, n_requests: 240 };
    let mut shadow = Shadow::new(stretch, Arc::default(), Readers::default());
    for n in 0..14_400 {
        shadow.add(SourceId(n % 10), at(n * 6_000), at(n * 6_000));
    }
    let [(_, ours), (_, uniform), (_, miniflux)] = shadow.done();
    assert_eq!(ours.delays.total_ms(), 0);
    // Each source posts once a minute, which shifts the mean by up to half a minute.
    assert!((uniform.delays.mean().0 - 30.0).abs() < 0.5, "{:?}", uniform.delays.mean());
    assert!((uniform.delays.quantile(0.95).0 - 57.0).abs() < 1.0);
    assert_eq!(uniform, miniflux, "without any history, Miniflux fetches evenly");
}

#[test]
fn a_visit_between_posting_and_fetch_misses_the_posting() {
    let mut readers = Readers::default();
    [5, 15, 25].iter().for_each(|minute| readers.look(UserId(1), at(minute * 60_000)));
    readers.follow(UserId(1), SourceId(1));
    readers.follow(UserId(2), SourceId(1));
    let stretch =
        SpendingPeriod { begin: at(0), end: at(20 * 60_000), n_sources: 1, n_requests: 1 };
    let mut shadow = Shadow::new(stretch, Arc::default(), readers);
    shadow.add(SourceId(1), at(5 * 60_000), at(15 * 60_000));
    let [(_, ours), (_, uniform), _] = shadow.done();
    assert_eq!(ours.n_misses, 1, "the visit at 15 sees it");
    assert!(uniform.n_misses <= 2, "visits after the end are not known");
}

#[test]
fn miniflux_waits_by_the_postings_of_the_week() {
    let hours = |n: u64, hours: i64| {
        ShadowWeek { n, first: at(-hours * 3_600_000), last: at(0) }.miniflux().0
    };
    for (n, spread, expected) in [
        (0, 100, 1440.0),
        (1, 100, 1440.0),
        (5, 0, 1440.0),
        (5, -3, 1440.0),
        // Two per day: a mean gap of 12 hours, fourteen per week.
        (15, 168, 720.0),
        // Two postings 100 hours apart: two per week, limited to one fetch per day.
        (2, 100, 1440.0),
        // One per minute, limited to one fetch in five minutes.
        (10_081, 168, 5.0),
        // Six gaps in 100 hours: 10.08 per week, rounded up to eleven.
        (7, 100, 10_080.0 / 11.0),
    ] {
        assert!(
            (hours(n, spread) - expected).abs() < 1e-9,
            "{n} in {spread}: {}",
            hours(n, spread)
        );
    }
}

#[test]
fn paces_are_looked_up_by_source() {
    let week = ShadowWeek { n: 169, first: at(-604_800_000), last: at(0) };
    assert_eq!(Paces::of(SourceId(3), week), (SourceId(3), 3_600_000.0));
    let paces = Paces::new(vec![(SourceId(9), 9.0), (SourceId(1), 1.0), (SourceId(5), 5.0)]);
    for (source, expected) in [(1, Some(1.0)), (5, Some(5.0)), (9, Some(9.0)), (2, None), (0, None)]
    {
        assert_eq!(paces.wait(SourceId(source)), expected, "{source}");
    }
}

#[test]
fn visits_are_counted_from_one_instant_to_before_another() {
    let mut readers = Readers::default();
    assert!(readers.is_empty());
    [30, 10, 20].iter().for_each(|minute| readers.look(UserId(1), at(minute * 60_000)));
    readers.look(UserId(2), at(20 * 60_000));
    assert!(!readers.is_empty());
    readers.follow(UserId(1), SourceId(1));
    readers.follow(UserId(2), SourceId(1));
    readers.follow(UserId(2), SourceId(2));
    readers.follow(UserId(3), SourceId(1));
    readers.sort();
    let ms = |minute: f64| minute.mul_add(60_000.0, BEGIN as f64);
    let looks =
        |source: i64, from: f64, to: f64| readers.looks_between(SourceId(source), ms(from), ms(to));
    assert_eq!(looks(1, 0.0, 60.0), 4);
    assert_eq!(looks(1, 10.0, 30.0), 3, "the start is included, the end is not");
    assert_eq!(looks(1, 10.1, 20.0), 0);
    assert_eq!(looks(2, 0.0, 60.0), 1);
    assert_eq!(looks(9, 0.0, 60.0), 0);
    assert_eq!(looks(1, 60.0, 0.0), 0);
    assert!(
        !readers.followers[&SourceId(1)].contains(&UserId(3)),
        "users without visits miss nothing"
    );
}

#[test]
fn subscriptions_can_be_replaced() {
    let mut readers = Readers::default();
    readers.look(UserId(1), at(600_000));
    let stretch = SpendingPeriod { begin: at(0), end: at(86_400_000), n_sources: 1, n_requests: 1 };
    let mut shadow = Shadow::new(stretch, Arc::default(), readers);
    shadow.follow([(SourceId(1), UserId(1))]);
    shadow.add(SourceId(1), at(0), at(900_000));
    shadow.follow([(SourceId(2), UserId(1))]);
    shadow.add(SourceId(1), at(0), at(900_000));
    let [(policy, ours), ..] = shadow.done();
    assert_eq!((policy, ours.n_misses, ours.delays.n()), (Policy::Ours, 1, 2));
}

#[test]
fn an_empty_period_does_not_divide_by_zero() {
    let stretch = SpendingPeriod { begin: at(0), end: at(0), n_sources: 0, n_requests: 0 };
    let mut shadow = Shadow::new(stretch, Arc::default(), Readers::default());
    shadow.add(SourceId(1), at(0), at(-5));
    for (_, fared) in shadow.done() {
        assert_eq!(fared.delays.n(), 1);
        assert!(fared.delays.mean().0.is_finite());
    }
}
