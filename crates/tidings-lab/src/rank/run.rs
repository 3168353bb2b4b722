//! Runs a strategy in a setting: every reader in every round.

use super::RankExperiment;
use super::reader::{Reader, popularity};
use crate::rank::beta::Beta;
use crate::rank::strategy::{self, Learner, Score, Strategy};
use tidings_learn::evidence::Evidence;
use tidings_learn::filter::HAZARD;
use tidings_learn::grid::{GRID, POINTS, Weights};
use tidings_learn::prior::Prior;
use tidings_learn::taste::{Composition, Population, Taste, TasteContext};
use tidings_model::taste::{Subject, TopicId};
use tidings_numerics::Draws;

/// Seed of the strategy's own random choices.
const OF_TIES: u64 = 0x7469_6573;

/// The parameters of the filter that ablations change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tuning {
    /// The probability that an interest has changed by the next visit.
    pub hazard: f64,
    /// The prior before a reader's own experience.
    pub base: Prior,
    /// Readers from whom priors are learned. None of them is measured.
    pub others: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { hazard: HAZARD, base: Prior::even(), others: 200 }
    }
}

/// The result of one reader, round by round.
#[derive(Debug, Clone, Default)]
pub struct Life {
    /// Clicks by round.
    pub clicks: Vec<u16>,
    /// The error of the estimated interests after each round.
    pub error: Vec<f32>,
    /// The clicks that a strategy knowing the reader would get.
    pub best: Vec<f32>,
}

/// Runs a strategy on all readers of a setting. The result is the same for any number of threads.
#[must_use]
pub fn run(setting: &RankExperiment, strategy: Strategy, tuning: &Tuning, seed: u64) -> Vec<Life> {
    let popularity = popularity(setting, seed);
    let population = population(setting, strategy, tuning, seed, &popularity);
    let bench = Bench { setting, strategy, tuning, population: population.as_ref() };
    in_parallel(0..setting.readers, |number| {
        let reader = Reader::new(setting, &popularity, seed, number as u64);
        let ties = Draws::part(seed ^ OF_TIES, number as u64);
        bench.live(reader, ties, |_, _, _| ())
    })
}

/// What all readers of a run share.
#[derive(Debug, Clone, Copy)]
struct Bench<'a> {
    setting: &'a RankExperiment,
    strategy: Strategy,
    tuning: &'a Tuning,
    population: Option<&'a Population>,
}

impl Bench<'_> {
    /// Runs one reader's rounds. `log` receives the topic, the position and whether it was clicked.
    fn live(
        &self,
        mut reader: Reader,
        mut ties: Draws,
        mut log: impl FnMut(usize, usize, bool),
    ) -> Life {
        let setting = self.setting;
        let mut life = Life::default();
        let mut mind = Mind::new(setting.topics, self.strategy.learner);
        let frame = TasteContext {
            population: self.population,
            hazard: self.tuning.hazard,
            base: self.tuning.base,
            topics: setting.topics,
            sources: 0,
        };
        for round in 0..setting.rounds {
            reader.enter(round);
            let scores = mind.scores(self.strategy.score, round + 1, &frame, &mut ties);
            let order = strategy::order(&scores, &mut ties);
            mind.visit(&frame);
            let mut clicks = 0;
            for (place, &topic) in order.iter().take(setting.list()).enumerate() {
                let clicked = reader.clicks(round, topic, setting.position[place]);
                clicks += u16::from(clicked);
                mind.observe(topic, clicked, setting.assumed[place], &frame);
                log(topic, place, clicked);
            }
            mind.reflect(&frame);
            life.clicks.push(clicks);
            life.error.push(reader.error(&mind.means(&frame)) as f32);
            life.best.push(reader.best(&setting.position) as f32);
        }
        life
    }
}

/// What a strategy knows about one reader.
#[derive(Debug, Clone)]
enum Mind {
    Betas { fading: Option<f64>, beliefs: Vec<Beta>, seen: Vec<(f64, f64)> },
    Grid { taste: Box<Taste>, makeups: Vec<Composition> },
}

impl Mind {
    fn new(topics: usize, learner: Learner) -> Self {
        let fading = match learner {
            Learner::Beta => None,
            Learner::Fading(keeps) => Some(keeps),
            Learner::Own | Learner::Common | Learner::PerTopic => {
                let makeups = (0..topics).map(|topic| Composition::alone(subject(topic))).collect();
                return Self::Grid { taste: Box::default(), makeups };
            }
        };
        Self::Betas { fading, beliefs: vec![Beta::START; topics], seen: vec![(0.0, 0.0); topics] }
    }

    fn scores(
        &self,
        score: Score,
        round: usize,
        frame: &TasteContext<'_>,
        ties: &mut Draws,
    ) -> Vec<f64> {
        match self {
            Self::Grid { taste, makeups } => {
                let exploration =
                    if let Score::Bonus(exploration) = score { exploration } else { 0.0 };
                let liking = |topic| taste.liking(subject(topic), frame);
                (0..makeups.len())
                    .map(|topic| strategy::bonus(liking(topic), exploration))
                    .collect()
            }
            Self::Betas { beliefs, seen, .. } => {
                let each = beliefs.iter().zip(seen);
                each.map(|(belief, &(clicks, readings))| match score {
                    Score::Chance => 0.0,
                    Score::Bonus(exploration) => strategy::bonus(belief.liking(), exploration),
                    Score::Sample => strategy::sample(belief.alpha, belief.beta, ties),
                    Score::Bound => strategy::bound(clicks, readings, round),
                })
                .collect()
            }
        }
    }

    fn observe(&mut self, topic: usize, clicked: bool, g: f64, frame: &TasteContext<'_>) {
        match self {
            Self::Grid { taste, makeups } => {
                let evidence = if clicked { Evidence::opened(g) } else { Evidence::refused(g) };
                taste.observe(&makeups[topic], &evidence, frame);
            }
            Self::Betas { beliefs, seen, .. } => {
                seen[topic].0 += f64::from(u8::from(clicked));
                seen[topic].1 += g;
                let belief = &mut beliefs[topic];
                *belief = if clicked { belief.clicked() } else { belief.refused(g) };
            }
        }
    }

    fn visit(&mut self, frame: &TasteContext<'_>) {
        if let Self::Grid { taste, .. } = self {
            taste.visit(frame);
        }
    }

    fn reflect(&mut self, frame: &TasteContext<'_>) {
        match self {
            Self::Grid { taste, .. } => taste.reflect(frame),
            Self::Betas { fading: Some(keeps), beliefs, .. } => {
                beliefs.iter_mut().for_each(|belief| *belief = belief.faded(Beta::START, *keeps));
            }
            Self::Betas { .. } => {}
        }
    }

    fn means(&self, frame: &TasteContext<'_>) -> Vec<f64> {
        match self {
            Self::Grid { taste, makeups } => {
                (0..makeups.len()).map(|topic| taste.liking(subject(topic), frame).mean).collect()
            }
            Self::Betas { beliefs, .. } => {
                beliefs.iter().map(|belief| belief.liking().mean).collect()
            }
        }
    }
}

fn subject(topic: usize) -> Subject {
    Subject::Topic(TopicId(u16::try_from(topic).expect("there are fewer topics than that")))
}

/// Returns priors from other readers of the same setting who were shown what the default shows, as if interests did not
/// change.
fn population(
    setting: &RankExperiment,
    strategy: Strategy,
    tuning: &Tuning,
    seed: u64,
    popularity: &[f64],
) -> Option<Population> {
    if !matches!(strategy.learner, Learner::Common | Learner::PerTopic) {
        return None;
    }
    let alone = Strategy { learner: Learner::Own, ..strategy };
    let bench = Bench { setting, strategy: alone, tuning, population: None };
    let others = setting.readers..setting.readers + tuning.others;
    let seen: Vec<Vec<Option<Weights>>> = in_parallel(others, |number| {
        let reader = Reader::new(setting, popularity, seed, number as u64);
        let ties = Draws::part(seed ^ OF_TIES, number as u64);
        let mut logs: Vec<Option<Weights>> = vec![None; setting.topics];
        bench.live(reader, ties, |topic, place, clicked| {
            let g = setting.assumed[place];
            let log = logs[topic].get_or_insert([0.0; POINTS]);
            for (log, theta) in log.iter_mut().zip(&GRID) {
                *log += if clicked { (g * theta).ln() } else { (1.0 - g * theta).ln() };
            }
        });
        logs.into_iter().map(|log| log.map(likelihood)).collect()
    });
    let of =
        |topic: usize| seen.iter().filter_map(|of_reader| of_reader[topic]).collect::<Vec<_>>();
    let all: Vec<Weights> = seen.iter().flatten().flatten().copied().collect();
    let topic = Prior::common(&all);
    let mut each = std::collections::BTreeMap::new();
    if strategy.learner == Learner::PerTopic {
        let priors = in_parallel(0..setting.topics, |number| topic.of_topic(&of(number)));
        each = (0..).map(subject).zip(priors).collect();
    }
    Some(Population { topic, each, ..Population::default() })
}

/// Converts logarithms to numbers up to a factor.
fn likelihood(logs: Weights) -> Weights {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    logs.map(|log| (log - most).exp())
}

/// Returns the result for every number in order, computed on all processors.
pub(crate) fn in_parallel<T: Send>(
    numbers: std::ops::Range<usize>,
    each: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let part = numbers.len().div_ceil(threads).max(1);
    let each = &each;
    std::thread::scope(|scope| {
        let begins = numbers.clone().step_by(part);
        let parts: Vec<_> = begins
            .map(|begin| {
                let end = (begin + part).min(numbers.end);
                scope.spawn(move || (begin..end).map(each).collect::<Vec<T>>())
            })
            .collect();
        let outcomes = parts.into_iter().map(|part| part.join().expect("no reader panics"));
        outcomes.flatten().collect()
    })
}

#[cfg(test)]
mod tests;
