//! How long a page and a replay take, and how well positions are estimated from a log.

use super::reader::{Reader, popularity};
use super::run::in_parallel;
use super::setting::RankExperiment;
use crate::rank::strategy;
use std::time::Instant;
use tidings_learn::attention::fit::{Pair, PositionCounts, STEPS, fit};
use tidings_learn::evidence::Evidence;
use tidings_learn::prior::{COMMON_DOUBT, Prior};
use tidings_learn::taste::{Composition, Taste, TasteContext, TasteEvent};
use tidings_model::taste::{Mixture, TopicId};
use tidings_model::{ArticleId, SourceId};
use tidings_numerics::Draws;
use tidings_rank::page::EXPLORATION;
use tidings_rank::page::{PageOptions, RankCandidate, SubjectPart, page};

/// One measured duration.
#[derive(Debug, Clone, PartialEq)]
pub struct SpeedRow {
    /// What was measured.
    pub what: &'static str,
    /// How long it took, in milliseconds.
    pub ms: f64,
}

/// Measures one reader with a hundred topics and sources: ranking a page of candidates, and replaying the log.
#[must_use]
pub fn speed(n_candidates: usize, lines: usize) -> Vec<SpeedRow> {
    let mut draws = Draws::new(1);
    let frame = TasteContext { topics: 100, sources: 100, ..TasteContext::default() };
    let log: Vec<TasteEvent> = (0..lines)
        .map(|number| {
            if number.is_multiple_of(31) {
                return TasteEvent::Visit;
            }
            let g = 0.5 + 0.5 * draws.unit();
            let evidence =
                if draws.unit() < 0.2 { Evidence::opened(g) } else { Evidence::refused(g) };
            TasteEvent::Seen { makeup: makeup(&mut draws), evidence }
        })
        .collect();
    let begin = Instant::now();
    let taste = Taste::replay(&log, &frame);
    let replayed = ms(begin);
    let makeups: Vec<Composition> = (0..n_candidates).map(|_| makeup(&mut draws)).collect();
    let begin = Instant::now();
    let candidates: Vec<RankCandidate> =
        (1..).zip(&makeups).map(|(id, makeup)| candidate(id, makeup, &taste, &frame)).collect();
    let scored = ms(begin);
    let begin = Instant::now();
    let found = page(&candidates, &PageOptions::default());
    let ranked = ms(begin);
    std::hint::black_box(&found);
    vec![
        SpeedRow { what: "replaying the log", ms: replayed },
        SpeedRow { what: "scoring all candidates", ms: scored },
        SpeedRow { what: "ranking the page", ms: ranked },
    ]
}

fn ms(begin: Instant) -> f64 {
    begin.elapsed().as_secs_f64() * 1000.0
}

fn makeup(draws: &mut Draws) -> Composition {
    let mut topic = || TopicId(draws.below(100) as u16);
    let mixture = Mixture::of([
        (topic(), 0.4),
        (topic(), 0.3),
        (topic(), 0.15),
        (topic(), 0.1),
        (topic(), 0.05),
    ]);
    Composition::of(&mixture, Some(SourceId(draws.below(100) as i64)))
}

fn candidate(
    id: i64,
    makeup: &Composition,
    taste: &Taste,
    frame: &TasteContext<'_>,
) -> RankCandidate {
    let part = |&(subject, weight): &_| SubjectPart {
        subject,
        weight,
        liking: taste.liking(subject, frame),
        start: taste.start(subject, frame),
        supply: 0.9,
    };
    RankCandidate {
        article: ArticleId(id),
        source: SourceId(id % 100),
        parts: makeup.parts().iter().map(part).collect(),
        hours: (id % 48) as f64,
        story: (id % 10 == 0).then_some(id as u64 / 40),
        unread: 1.0,
    }
}

/// How the lists in a log were ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogOrder {
    /// At random.
    Random,
    /// By the mean alone.
    Greedy,
    /// By the default.
    Default,
}

/// Returns the root mean square error of the positions of a list estimated by EM from 500 readers and 30 rounds, how
/// much flatter than the truth the estimate is on average, the error that it states, and that of raw click rates.
#[must_use]
pub fn positions(setting: &RankExperiment, ranked: LogOrder, seed: u64) -> [f64; 4] {
    let (topics, g) = (setting.topics, setting.position.clone());
    let popularity = popularity(setting, seed);
    let frame = TasteContext { topics, ..TasteContext::default() };
    let alone: Vec<Composition> =
        (0..topics).map(|topic| Composition::alone(subject(topic))).collect();
    let logs: Vec<Vec<Pair>> = in_parallel(0..500, |number| {
        let reader = Reader::new(setting, &popularity, seed, number as u64);
        let mut ties = Draws::part(seed ^ 5, number as u64);
        let mut taste = Taste::default();
        let mut pairs: Vec<Pair> = vec![Vec::new(); topics];
        for round in 0..30 {
            let score = |topic: usize| {
                let liking = taste.liking(subject(topic), &frame);
                match ranked {
                    LogOrder::Random => 0.0,
                    LogOrder::Greedy => liking.mean,
                    LogOrder::Default => strategy::bonus(liking, EXPLORATION),
                }
            };
            let scores: Vec<f64> = (0..topics).map(score).collect();
            let order = strategy::order(&scores, &mut ties);
            taste.visit(&frame);
            for (place, (&topic, &g)) in order.iter().zip(&g).enumerate() {
                let is_clicked = reader.clicks(round, topic, g);
                let assumed = (place as f64 + 1.0).powf(-0.2);
                let evidence =
                    if is_clicked { Evidence::opened(assumed) } else { Evidence::refused(assumed) };
                taste.observe(&alone[topic], &evidence, &frame);
                let clicks = f64::from(u8::from(is_clicked));
                pairs[topic].push(PositionCounts {
                    position: place + 1,
                    clicks,
                    refusals: 1.0 - clicks,
                });
            }
            taste.reflect(&frame);
        }
        pairs.retain(|pair| !pair.is_empty());
        pairs
    });
    let pairs: Vec<Pair> = logs.into_iter().flatten().collect();
    let start: Vec<f64> = (1..=g.len()).map(|place| (place as f64).powf(-0.2)).collect();
    let fitted = fit(&pairs, &start, &Prior::flat(), COMMON_DOUBT, STEPS);
    let rmse = |found: &dyn Fn(usize) -> f64| {
        let squares = (1..g.len()).map(|place| (found(place) - g[place]).powi(2));
        (squares.sum::<f64>() / (g.len() - 1) as f64).sqrt()
    };
    let mut raw = vec![(0.0, 0.0); g.len()];
    for shown in pairs.iter().flatten() {
        raw[shown.position - 1].0 += shown.clicks;
        raw[shown.position - 1].1 += 1.0;
    }
    let rate = |place: usize| raw[place].0 / raw[place].1;
    let stated = (1..g.len()).map(|place| fitted.error[place].powi(2)).sum::<f64>();
    let stated = (stated / (g.len() - 1) as f64).sqrt();
    let flatter = (1..g.len()).map(|place| fitted.g[place] - g[place]).sum::<f64>();
    let flatter = flatter / (g.len() - 1) as f64;
    [rmse(&|place| fitted.g[place]), flatter, stated, rmse(&|place| rate(place) / rate(0))]
}

fn subject(topic: usize) -> tidings_model::taste::Subject {
    tidings_model::taste::Subject::Topic(TopicId(topic as u16))
}

#[cfg(test)]
mod tests {
    /// The durations are reported by `bench rank`; this only tests that all of them are measured.
    #[test]
    fn a_log_the_scores_and_a_page_are_measured_separately() {
        let took = super::speed(1000, 200);
        let names: Vec<&str> = took.iter().map(|took| took.what).collect();
        assert_eq!(names, ["replaying the log", "scoring all candidates", "ranking the page"]);
        assert!(took.iter().all(|took| took.ms > 0.0), "{took:?}");
    }
}
