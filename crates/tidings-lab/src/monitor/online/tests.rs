//! The plan by price against a vector from an independent implementation.

use super::*;
use tidings_learn::pattern::Firmness;
use tidings_numerics::gamma::Gamma;

/// Postings of six sources in four weeks, in minutes.
const POSTINGS: [&str; 6] = [
    "6745.754402327 12193.000175245 16904.739832502 20562.75004001 27183.958411443 35933.629004009 37009.855543836",
    "3612.096647265 5200.200476237 6526.610591909 14401.21008892 15562.742024679 16801.356940226",
    "2637.434604294 4946.98680849 6055.22691278 11066.267697529 11086.971076311 11916.36109618 24764.968553344 32991.627436453",
    "2148.462285541 5030.71173798 6453.745847525 10749.584440255 12181.914960209 13656.201822998 15078.250045007 27912.889394295 33795.462436448 36688.283686203 39016.765611156",
    "3842.167182177 5943.032169004 9612.11187234 11056.34186891 12480.780807531 22582.401793541 24028.330793843 24575.946118437 35556.662541885 35716.967348685",
    "361.984474421 593.996369077 632.556211543 1468.169529028 2323.914929476 2759.435151987 2890.388409073 3168.145540471 3226.209576586 3698.994901576 3969.036197524 4440.459180294 5671.679344736 5680.690519932 5804.222453754 8326.85048941 8589.893800567 8763.377341587 8810.864817953 9051.157224616 10053.148213274 10062.665291837 10200.262629413 10272.163916799 10458.38807694 10529.858873855 11346.579484166 11486.991248345 11600.19484084 11708.599667654 12817.087375956 12960.250080274 13315.168888143 13645.898424977 14405.022351057 14594.803263491 14632.818050552 15558.64727879 15607.340398659 15826.715641052 16229.250774279 16943.527529367 17146.638255279 17372.438802908 17758.849842506 18272.925102196 18616.292578132 18830.750883744 18879.518705331 18886.516301168 19016.216835123 19180.195795848 20079.236913533 22103.249265307 22829.495598763 23007.31564408 23119.123256871 23463.413371343 23773.406817184 24504.106851315 24645.80910979 24668.794450731 24678.299584496 24878.275533188 26044.964176353 26147.659792935 27029.460928474 27136.530281615 27411.705150636 27526.047739751 27833.136594481 27846.261072107 28975.307613233 28989.104067635 30260.185791818 30352.104490474 30960.357091393 31843.420796998 31920.862764809 32919.291791781 33542.49466401 33858.246808669 34309.773662059 34318.474075221 34440.920306363 34551.537255961 34771.601355299 35429.269978268 36158.762550597 36264.982255465 36832.720665617 37420.798755756 37472.229530596 37548.339794919 37551.790019389 38399.507491075 38569.258594421 38872.585488954 38883.723978389 39066.984942859 39540.608798011",
];

/// When the reference fetches each, from the third week on, at a price of 400.
const RETRIEVALS: [&str; 6] = [
    "22742 24952 27352 29272 31342 33112 35332 37442 39362",
    "21902 24002 25682 27362 29762 31742 34082 36062 38402",
    "21422 23042 25202 27002 29222 31322 33062 35042 36722 38822",
    "21052 22382 23822 25262 26702 28612 31022 32462 33902 35342 36782 38222 39662",
    "21922 24082 25562 27002 28442 29882 31322 32762 34202 35672 37662 39942",
    "20582 21062 21662 22142 23052 23462 23942 24662 25132 25922 26452 27472 27902 28972 29392 30292 30782 31812 32232 33242 33662 34742 35102 36002 36542 37562 37982 39062 39422",
];

fn numbers(text: &str) -> Vec<f64> {
    text.split(' ').map(|number| number.parse().unwrap()).collect()
}

/// The reference's habits, as far as ours can express them: three half-lives, one firmness, one pattern, no bursts.
fn reference() -> Setup {
    let habits = Habits {
        half_lives: [0.5 * WEEK, 2.0 * WEEK, 8.0 * WEEK, 8.0 * WEEK],
        firmness: [0.7; 3],
        remembered: 0.97,
        pattern: [Firmness { hour: 1.0, day: 4.0, cell: 10.0 }; 3],
        echo_firmness: f64::INFINITY,
        ..Habits::default()
    };
    Setup { habits, guard: 1e6, ..Setup::default() }
}

#[test]
fn plans_agree_with_the_vector() {
    let trained = 14.0 * DAY;
    let trace = crate::trace::Trace {
        names: vec![String::new(); 6],
        postings: POSTINGS.map(numbers).to_vec(),
        end: 28.0 * DAY,
        ..Default::default()
    };
    let replay = Replay { trace: &trace, trained, interval: 720.0, seed: 1, looks: None };
    let setup = reference();
    let (mut agreed, mut all) = (0, 0);
    for (source, expected) in RETRIEVALS.map(numbers).into_iter().enumerate() {
        let mut population = Population::unknown();
        // In the reference, the first belief about the source is its own rate in training.
        let known = replay.training(source);
        population.rate = Gamma::around(known.len() as f64 / trained, 1.0);
        population.ways = std::array::from_fn(|way| if way < 3 { 1.0 / 3.0 } else { 0.0 });
        let mut rhythm = Rhythm::new(&population, 0.0);
        rhythm.observe(known, trained, &population, &setup.habits);
        let mut walk = Walk { rhythm, seen: known.len(), next: trained, fetches: Vec::new() };
        let mut planner = Planner::default();
        while walk.next <= trace.end {
            step(&replay, source, &mut walk, 400.0, 720.0, &population, &setup, &mut planner);
        }
        let (n, planned) = (expected.len() as f64, walk.fetches);
        assert!((planned.len() as f64 / n - 1.0).abs() < 0.1, "{source}: {planned:?}");
        assert!((planned[0] - expected[0]).abs() <= 20.0, "{source}: {planned:?}");
        // A fetch ten minutes off shifts all later ones, so we require three of four to be near one of the vector's.
        let near = |at: &&f64| expected.iter().any(|other| (*at - other).abs() <= 60.0);
        agreed += planned.iter().filter(near).count();
        all += planned.len();
    }
    assert!(agreed as f64 >= 0.7 * all as f64, "{agreed} of {all}");
}
