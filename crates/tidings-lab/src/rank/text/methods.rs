//! Methods side by side: what they believe articles to be about, and how they learn from clicks.

use super::{OFFERED, Story};
use crate::rank::beta::Beta;
use crate::rank::strategy;
use tidings_learn::evidence::Evidence;
use tidings_learn::taste::{Composition, Taste, TasteContext, TasteEvent};
use tidings_model::taste::{Mixture, Subject, TopicId};
use tidings_numerics::Draws;
use tidings_rank::page::EXPLORATION;
use tidings_rank::supply::SubjectShares;
use tidings_text::topics::Model;

/// How articles are described and how clicks are used.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Method {
    /// The newest first.
    Time,
    /// The tags that people chose, and the filter.
    Tags,
    /// Only the largest topic, and the filter.
    Largest,
    /// All topics, and beta distributions with a bonus of ten variances.
    Betas,
    /// All topics, and the filter with this much exploration.
    Filter(f64),
    /// The same with uncertainty counted in full, however rare a topic is.
    NoSupply(f64),
    /// As the default; at half time, topics are learned again and the log is replayed.
    Retrained,
}

/// All methods with their names.
pub const METHODS: [(&str, Method); 8] = [
    ("time", Method::Time),
    ("tags", Method::Tags),
    ("largest-topic", Method::Largest),
    ("greedy", Method::Filter(0.0)),
    ("ee-10", Method::Betas),
    ("default", Method::Filter(EXPLORATION)),
    ("default-no-supply", Method::NoSupply(EXPLORATION)),
    ("default-retrained", Method::Retrained),
];

/// Returns the result of an independent implementation in per cent of the oracle, with a different tokenization and
/// different readers.
pub(super) fn reference(method: &str, topics: usize) -> Option<f64> {
    let by_topics = |shares: [f64; 4]| {
        let at = [25, 50, 100, 200].iter().position(|known| *known == topics)?;
        Some(shares[at])
    };
    let at_100 = |share: f64| (topics == 100).then_some(share);
    match method {
        "time" => Some(41.5),
        "tags" => Some(93.2),
        "greedy" => by_topics([81.0, 81.9, 83.2, 82.6]),
        "largest-topic" => by_topics([75.5, 76.5, 74.6, 72.1]),
        "ee-10" => at_100(80.8),
        "default" => at_100(82.5),
        "default-no-supply" => at_100(80.4),
        _ => None,
    }
}

/// The clicks of one reader, and those that a method knowing the reader would get.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Life {
    clicks: f64,
    best: f64,
}

/// The result of a method.
#[derive(Debug, Clone, PartialEq)]
pub struct MethodRow {
    /// Its name.
    pub method: String,
    /// Average clicks of a reader.
    pub clicks: f64,
    /// The share of the clicks that a method knowing the readers would get.
    pub share: f64,
    /// The standard error of the share.
    pub error: f64,
}

impl MethodRow {
    pub(super) fn of(method: &str, lives: &[Life]) -> Self {
        let n = lives.len().max(1) as f64;
        let (clicks, best) =
            lives.iter().fold((0.0, 0.0), |sum, life| (sum.0 + life.clicks, sum.1 + life.best));
        let share = clicks / best;
        let squares =
            lives.iter().map(|life| (life.clicks - share * life.best).powi(2)).sum::<f64>();
        let error = squares.sqrt() / best;
        Self { method: method.to_owned(), clicks: clicks / n, share, error }
    }
}

/// What all methods share.
#[derive(Debug, Clone)]
pub(super) struct Bench<'a> {
    pub(super) offered: &'a [&'a Story],
    pub(super) position: Vec<f64>,
    pub(super) visits: usize,
    pub(super) before: &'a Model,
    pub(super) after: &'a Model,
    pub(super) seed: u64,
}

/// What a method believes articles to be about, before readers come.
#[derive(Debug, Clone)]
pub(super) struct Prepared {
    method: Method,
    makeups: Vec<Composition>,
    /// After half time, if topics are learned again.
    later: Vec<Composition>,
    stream: SubjectShares,
    topics: usize,
}

impl Bench<'_> {
    pub(super) fn prepared(&self, method: Method, n_tags: usize) -> Prepared {
        let by = |model: &Model| {
            let mixture = |story: &&Story| model.mixture(story.tokens.terms());
            self.offered.iter().map(mixture).collect::<Vec<Mixture>>()
        };
        let largest =
            |mixture: Mixture| Mixture::of(mixture.parts().first().map(|(topic, _)| (*topic, 1.0)));
        let mixtures = match method {
            Method::Tags => self.offered.iter().map(|story| of_tags(&story.tags)).collect(),
            Method::Largest => by(self.before).into_iter().map(largest).collect(),
            _ => by(self.before),
        };
        let makeups: Vec<Composition> =
            mixtures.iter().map(|mixture| Composition::of(mixture, None)).collect();
        let later = match method {
            Method::Retrained => {
                by(self.after).iter().map(|mixture| Composition::of(mixture, None)).collect()
            }
            _ => Vec::new(),
        };
        let mut stream = SubjectShares::default();
        makeups.iter().for_each(|makeup| stream.add(makeup.parts()));
        let topics = if method == Method::Tags { n_tags } else { self.before.topics().len() };
        Prepared { method, makeups, later, stream, topics }
    }

    /// Runs one reader's visits.
    pub(super) fn live(&self, prepared: &Prepared, likes: &[f64], number: usize) -> Life {
        let clicks = Draws::part(self.seed ^ 0x7465_7874, number as u64).bits();
        let mut ties = Draws::part(self.seed ^ 0x6f72_6472, number as u64);
        let mut mind = Mind::new(prepared);
        let mut life = Life::default();
        for visit in 0..self.visits {
            if visit == self.visits / 2 && prepared.method == Method::Retrained {
                mind.retrain(prepared);
            }
            let offered = visit * OFFERED..(visit + 1) * OFFERED;
            let chances: Vec<f64> =
                offered.clone().map(|at| chance(self.offered[at], likes)).collect();
            life.best += best(&chances, &self.position);
            let scores: Vec<f64> = offered.clone().map(|at| mind.score(at, prepared)).collect();
            let order = strategy::order(&scores, &mut ties);
            mind.visit(prepared);
            for (&place, &g) in order.iter().zip(&self.position) {
                let at = offered.start + place;
                let is_clicked = Draws::part(clicks, at as u64).unit() < g * chances[place];
                life.clicks += f64::from(u8::from(is_clicked));
                mind.observe(at, is_clicked, g, prepared);
            }
            mind.reflect(prepared);
        }
        life
    }
}

/// Returns the chance that a reader opens a story when reading it.
fn chance(story: &Story, likes: &[f64]) -> f64 {
    story.tags.iter().map(|tag| likes[*tag]).fold(0.0, f64::max)
}

fn best(chances: &[f64], position: &[f64]) -> f64 {
    let mut chances = chances.to_vec();
    chances.sort_unstable_by(|a, b| b.total_cmp(a));
    chances.iter().zip(position).map(|(chance, g)| chance * g).sum()
}

fn of_tags(tags: &[usize]) -> Mixture {
    let topic = |tag: &usize| TopicId(u16::try_from(*tag).unwrap_or(u16::MAX));
    Mixture::of(tags.iter().map(|tag| (topic(tag), 1.0)))
}

/// What a method knows about one reader.
struct Mind {
    taste: Taste,
    betas: Vec<Beta>,
    log: Vec<TasteEvent>,
    /// Stories of the log, for a replay with other topics.
    seen: Vec<Option<usize>>,
    is_later: bool,
}

impl Mind {
    fn new(prepared: &Prepared) -> Self {
        let n_betas = if prepared.method == Method::Betas { prepared.topics } else { 0 };
        Self {
            taste: Taste::default(),
            betas: vec![Beta::START; n_betas],
            log: Vec::new(),
            seen: Vec::new(),
            is_later: false,
        }
    }

    fn makeup<'a>(&self, at: usize, prepared: &'a Prepared) -> &'a Composition {
        if self.is_later { &prepared.later[at] } else { &prepared.makeups[at] }
    }

    fn score(&self, at: usize, prepared: &Prepared) -> f64 {
        let makeup = self.makeup(at, prepared);
        let known = |subject| prepared.stream.supply(subject, OFFERED as f64);
        let frame = frame(prepared);
        match prepared.method {
            // Stories are offered from the oldest on.
            Method::Time => at as f64,
            Method::Betas => {
                let parts = makeup.parts().iter().filter_map(|(subject, weight)| {
                    Some((self.betas[number(*subject)?].liking(), weight))
                });
                parts.fold(0.0, |sum, (liking, weight)| {
                    sum + weight * liking.mean + 10.0 * weight * weight * liking.variance
                })
            }
            Method::NoSupply(exploration) => {
                strategy::bonus(self.taste.article(makeup, &frame, |_| 1.0), exploration)
            }
            Method::Filter(exploration) => {
                strategy::bonus(self.taste.article(makeup, &frame, known), exploration)
            }
            Method::Tags | Method::Largest => self.taste.article(makeup, &frame, known).mean,
            Method::Retrained => {
                strategy::bonus(self.taste.article(makeup, &frame, known), EXPLORATION)
            }
        }
    }

    fn observe(&mut self, at: usize, is_clicked: bool, g: f64, prepared: &Prepared) {
        let makeup = self.makeup(at, prepared);
        if prepared.method == Method::Betas {
            for (subject, weight) in makeup.parts() {
                let Some(number) = number(*subject) else { continue };
                let Beta { alpha, beta } = &mut self.betas[number];
                if is_clicked { *alpha += weight } else { *beta += weight * g }
            }
            return;
        }
        let evidence = if is_clicked { Evidence::opened(g) } else { Evidence::refused(g) };
        self.taste.observe(makeup, &evidence, &frame(prepared));
        if prepared.method == Method::Retrained && !self.is_later {
            self.seen.push(Some(at));
            self.log.push(TasteEvent::Seen { makeup: makeup.clone(), evidence });
        }
    }

    fn visit(&mut self, prepared: &Prepared) {
        self.taste.visit(&frame(prepared));
        if prepared.method == Method::Retrained && !self.is_later {
            self.seen.push(None);
            self.log.push(TasteEvent::Visit);
        }
    }

    fn reflect(&mut self, prepared: &Prepared) {
        self.taste.reflect(&frame(prepared));
    }

    /// Replays the log with the new topics.
    fn retrain(&mut self, prepared: &Prepared) {
        self.is_later = true;
        for (event, story) in self.log.iter_mut().zip(&self.seen) {
            if let (TasteEvent::Seen { makeup, .. }, Some(at)) = (event, story) {
                *makeup = prepared.later[*at].clone();
            }
        }
        let frame = frame(prepared);
        self.taste = Taste::replay(&self.log, &frame);
        self.taste.reflect(&frame);
    }
}

fn frame(prepared: &Prepared) -> TasteContext<'static> {
    TasteContext { topics: prepared.topics, ..TasteContext::default() }
}

fn number(subject: Subject) -> Option<usize> {
    match subject {
        Subject::Topic(topic) => Some(usize::from(topic.0)),
        Subject::Source(_) => None,
    }
}

#[cfg(test)]
mod tests;
