//! A complete simulated web from a seed: many sources with different habits, and faults if wanted.

use super::{
    Fault, Shape, SimulatedEvent, SimulatedFaults, SimulatedFormat, SimulatedLanguage,
    SimulatedRhythm, SimulatedSource, SimulatedTopic, SimulatedWeb, Tagging, document::chance,
    words,
};
use jiff::{SignedDuration, Timestamp};
use rand::{RngExt, rngs::Xoshiro256PlusPlus, seq::IndexedRandom};
use std::time::Duration;
use tidings_model::calendar::Window;
use url::Url;

/// Whether things go wrong in a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultMode {
    /// Every server is healthy.
    Fair,
    /// Servers fail now and then or for days, sources move, vanish and are edited, and our own network goes down.
    Foul,
}

/// The sources of a simulated web, and the hours in which nothing can be reached.
#[derive(Debug, Clone, PartialEq)]
pub struct World {
    /// The sources, in order.
    pub sources: Vec<SimulatedSource>,
    /// The periods in which our own network is down.
    pub outages: Vec<Window>,
}

/// Postings from before the start, so that feeds are full on the first fetch.
const PAST: SignedDuration = SignedDuration::from_hours(3 * 168);

/// How many of the topics are drawn. The number is part of what a seed means: changing it would change the worlds that
/// earlier figures were measured on.
const N_TOPICS: usize = 12;

impl World {
    /// Draws a world: `n_sources` sources that post from three weeks before `start` until `weeks` after it.
    #[must_use]
    pub fn generate(
        n_sources: usize,
        seed: u64,
        start: Timestamp,
        weeks: u32,
        weather: FaultMode,
    ) -> Self {
        let to = start + SignedDuration::from_hours(168 * i64::from(weeks));
        let life = Window { from: start, to };
        let sources =
            (0..n_sources).map(|number| source(number, n_sources, seed, life, weather)).collect();
        let outages = match weather {
            FaultMode::Fair => Vec::new(),
            FaultMode::Foul => outages(&mut chance(seed, &[u64::MAX]), life),
        };
        Self { sources, outages }
    }

    /// Adds the sources and outages to a simulated web.
    pub fn inhabit(self, web: &SimulatedWeb) {
        for source in self.sources {
            web.add_source(source);
        }
        for outage in self.outages {
            web.add_outage(outage);
        }
    }
}

fn source(
    number: usize,
    n_sources: usize,
    seed: u64,
    life: Window,
    weather: FaultMode,
) -> SimulatedSource {
    let rng = &mut chance(seed, &[number as u64, 0xbeef]);
    let topic = *SimulatedTopic::ALL[..N_TOPICS].choose(rng).unwrap_or(&SimulatedTopic::Town);
    let title = words::source_title(topic, SimulatedLanguage::English, rng);
    // From one posting in two weeks to about forty a day, most near the lower end, like real sources.
    let per_week = 0.5 * 600_f64.powf(rng.random::<f64>().powi(2));
    let shape = *Shape::ALL.choose(rng).unwrap_or(&Shape::Even);
    let mut rhythm = SimulatedRhythm::of(shape, per_week, rng.random_range(0..24));
    if rng.random_bool(0.15) {
        rhythm.burst_chance = 0.2;
        rhythm.burst_size = rng.random_range(2..15);
    }
    let postings = rhythm.draw(Window { from: life.from - PAST, to: life.to }, rng);
    let mut source = SimulatedSource::new(address(number, n_sources, rng), title, postings);
    source.topic = topic;
    source.format =
        *[SimulatedFormat::Rss, SimulatedFormat::Rss, SimulatedFormat::Atom, SimulatedFormat::Json]
            .choose(rng)
            .unwrap_or(&SimulatedFormat::Rss);
    source.window = rng.random_range(10..=40);
    source.tagging = tagging(rng);
    source.ttl = rng.random_bool(0.3).then(|| rng.random_range(5..=240));
    source.max_age = rng.random_bool(0.3).then(|| Duration::from_secs(rng.random_range(60..=7200)));
    source.latency = Duration::from_millis(rng.random_range(20..400));
    if weather == FaultMode::Foul {
        trouble(&mut source, life, rng);
    }
    source
}

/// Returns a source's title as a host name: Latin letters and digits, hyphens for the rest; empty if too little is
/// left.
pub(crate) fn slug(title: &str) -> String {
    let plain = |c: char| match c {
        'a'..='z' | '0'..='9' => c,
        'A'..='Z' => c.to_ascii_lowercase(),
        _ => ' ',
    };
    let words: String = title.chars().filter(|c| *c != '’').map(plain).collect();
    let slug = words.split_whitespace().collect::<Vec<_>>().join("-");
    if slug.len() < 4 { String::new() } else { slug }
}

/// Most sources have their own server; a third share one of a few large ones.
fn address(number: usize, n_sources: usize, rng: &mut Xoshiro256PlusPlus) -> Url {
    let text = if rng.random_bool(0.33) {
        let platform = rng.random_range(0..n_sources / 20 + 1);
        format!("https://blog{number}.platform{platform}.example/feed")
    } else {
        format!("https://site{number}.example/feed.xml")
    };
    text.parse().expect("a scheme, a host and a path")
}

fn tagging(rng: &mut Xoshiro256PlusPlus) -> Tagging {
    match rng.random_range(0..100) {
        0..50 => Tagging::Strong,
        50..65 => Tagging::Weak,
        65..80 => Tagging::Dated,
        80..92 => Tagging::None,
        92..96 => Tagging::Changing,
        _ => Tagging::Stuck,
    }
}

/// Adds the events and faults of [`FaultMode::Foul`] to a source.
fn trouble(source: &mut SimulatedSource, life: Window, rng: &mut Xoshiro256PlusPlus) {
    source.faults =
        SimulatedFaults { chance: 0.03, kinds: Fault::ALL.to_vec(), scheduled: Vec::new() };
    if rng.random_bool(0.2) {
        let from = instant_in(life, rng);
        let to = from + SignedDuration::from_mins(rng.random_range(30..72 * 60));
        let fault = *Fault::ALL.choose(rng).unwrap_or(&Fault::Refused);
        source.faults.scheduled.push((Window { from, to }, fault));
    }
    let at = instant_in(life, rng);
    let mut moved = source.url.clone();
    moved.set_path("/moved/feed.xml");
    match rng.random_range(0..100) {
        0..4 => source.events.push((at, SimulatedEvent::Moved { status: 301, to: moved })),
        4..6 => source.events.push((at, SimulatedEvent::Moved { status: 308, to: moved })),
        6..8 => source.events.push((at, SimulatedEvent::Moved { status: 302, to: moved })),
        8..10 => source.events.push((at, SimulatedEvent::Gone)),
        10..13 => source.events.push((at, SimulatedEvent::GuidStorm)),
        13..16 => source.events.push((at, SimulatedEvent::SchemeFlips)),
        _ => {}
    }
    let first_new = source.postings.partition_point(|posted| *posted < life.from);
    for posting in first_new..source.postings.len() {
        if rng.random_bool(0.03) {
            let at =
                source.postings[posting] + SignedDuration::from_mins(rng.random_range(5..48 * 60));
            source.events.push((at, SimulatedEvent::Edited { posting }));
        }
    }
    source.events.sort_by_key(|(at, _)| *at);
}

/// Draws one outage of a few hours for every two weeks.
fn outages(rng: &mut Xoshiro256PlusPlus, life: Window) -> Vec<Window> {
    let n_fortnights = life.to.duration_since(life.from).as_hours() / (14 * 24);
    let mut drawn: Vec<Window> = (0..n_fortnights)
        .map(|_| {
            let from = instant_in(life, rng);
            Window { from, to: from + SignedDuration::from_mins(rng.random_range(20..12 * 60)) }
        })
        .collect();
    drawn.sort_by_key(|outage| outage.from);
    drawn
}

pub(crate) fn instant_in(window: Window, rng: &mut Xoshiro256PlusPlus) -> Timestamp {
    let seconds = window.from.as_second()..window.to.as_second().max(window.from.as_second() + 1);
    Timestamp::from_second(rng.random_range(seconds)).unwrap_or(window.from)
}
