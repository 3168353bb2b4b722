//! What strategies know about a reader, step by step, and that threads make no difference.

use super::*;
use crate::rank::strategy::named;

fn small() -> RankExperiment {
    RankExperiment { readers: 6, rounds: 8, ..RankExperiment::named("stable").unwrap() }
}

fn frame(topics: usize) -> TasteContext<'static> {
    TasteContext { topics, ..TasteContext::default() }
}

fn betas(mind: &Mind) -> &[Beta] {
    match mind {
        Mind::Betas { beliefs, .. } => beliefs,
        Mind::Grid { .. } => panic!("these are not beta distributions"),
    }
}

#[test]
fn outcomes_are_in_order_however_many_threads_work() {
    for range in [0..0, 5..6, 3..103, 0..7] {
        let expected: Vec<usize> = range.clone().map(|n| n * n).collect();
        assert_eq!(in_parallel(range, |n| n * n), expected);
    }
}

#[test]
fn a_click_and_a_refusal_count_only_for_their_topics() {
    let frame = frame(3);
    let mut mind = Mind::new(3, Learner::Beta);
    mind.observe(0, true, 0.9, &frame);
    mind.observe(2, false, 0.7, &frame);
    mind.reflect(&frame);
    let start = Beta::START;
    assert_eq!(betas(&mind), [start.clicked(), start, start.refused(0.7)]);
    let means = mind.means(&frame);
    assert!(means[0] > means[1] && means[1] > means[2], "{means:?}");
    let scores = mind.scores(Score::Bound, 5, &frame, &mut Draws::new(1));
    assert!(scores[1].is_infinite() && scores[0] > scores[2], "{scores:?}");
    let chance = mind.scores(Score::Chance, 5, &frame, &mut Draws::new(1));
    assert_eq!(chance, [0.0; 3]);
}

#[test]
fn fading_moves_a_part_of_the_way_back_to_the_start_each_round() {
    let frame = frame(1);
    let mut mind = Mind::new(1, Learner::Fading(0.5));
    mind.observe(0, true, 1.0, &frame);
    mind.observe(0, true, 1.0, &frame);
    for expected in [2.0, 1.5, 1.25] {
        mind.reflect(&frame);
        assert_eq!(betas(&mind), [Beta { alpha: expected, ..Beta::START }]);
    }
}

#[test]
fn the_grid_learns_in_the_same_direction_and_explores_by_its_bonus() {
    let frame = frame(2);
    let mut mind = Mind::new(2, Learner::Own);
    (0..5).for_each(|_| {
        mind.visit(&frame);
        mind.observe(0, true, 1.0, &frame);
        mind.observe(1, false, 1.0, &frame);
        mind.reflect(&frame);
    });
    let means = mind.means(&frame);
    assert!(means[0] > 0.7 && means[1] < 0.3, "{means:?}");
    let scores =
        |exploration| mind.scores(Score::Bonus(exploration), 9, &frame, &mut Draws::new(1));
    assert_eq!(scores(0.0), means);
    assert!(scores(5.0).iter().zip(&means).all(|(score, mean)| score > mean));
}

#[test]
fn likelihoods_are_relative_to_the_greatest() {
    let mut logs: Weights = [-700.0; POINTS];
    (logs[1], logs[3]) = (-1_000.0, -698.0);
    let found = likelihood(logs);
    assert!((found[3] - 1.0).abs() < 1e-12, "the greatest is one");
    assert!((found[0] - (-2.0_f64).exp()).abs() < 1e-12 && found[1] < 1e-100, "{found:?}");
}

#[test]
fn priors_are_learned_only_if_a_strategy_needs_them() {
    let (setting, tuning) = (small(), Tuning { others: 6, ..Tuning::default() });
    let popularity = popularity(&setting, 3);
    let of = |name: &str| population(&setting, named(name).unwrap(), &tuning, 3, &popularity);
    assert!(of("default").is_none() && of("ucb").is_none() && of("random").is_none());
    assert!(of("default-common").unwrap().each.is_empty());
    assert_eq!(of("default-topic").unwrap().each.len(), setting.topics);
}

#[test]
fn the_log_has_every_list() {
    let setting = small();
    let tuning = Tuning::default();
    let strategy = named("greedy").unwrap();
    let bench = Bench { setting: &setting, strategy, tuning: &tuning, population: None };
    let reader = Reader::new(&setting, &popularity(&setting, 3), 3, 1);
    let mut log = Vec::new();
    let life = bench.live(reader, Draws::new(1), |topic, place, clicked| {
        log.push((topic, place, clicked));
    });
    assert_eq!(log.len(), setting.rounds * setting.list());
    for (round, list) in log.chunks(setting.list()).enumerate() {
        let topics: std::collections::BTreeSet<_> = list.iter().map(|(topic, ..)| topic).collect();
        assert_eq!(topics.len(), list.len(), "nothing is shown twice");
        assert!(list.iter().enumerate().all(|(place, shown)| shown.1 == place));
        let clicks = list.iter().filter(|(.., clicked)| *clicked).count();
        assert_eq!(usize::from(life.clicks[round]), clicks);
    }
}
