//! A world for the demo: like the one for simulations, but with realistic article layouts, several languages, and the
//! problems that a user may see: sources that fail for days, move, vanish, or post in bursts.

use super::{
    Fault, Shape, SimulatedEvent, SimulatedFaults, SimulatedFormat, SimulatedLanguage,
    SimulatedRhythm, SimulatedSource, SimulatedTopic, Style, Tagging, World,
    document::chance,
    words,
    world::{instant_in, slug},
};
use jiff::{SignedDuration, Timestamp};
use rand::{RngExt, rngs::Xoshiro256PlusPlus, seq::IndexedRandom};
use std::{collections::HashSet, time::Duration};
use tidings_model::calendar::Window;
use url::Url;

/// Postings from before the beginning, so that feeds are full on the first fetch.
const PAST: SignedDuration = SignedDuration::from_hours(4 * 168);
/// How a server fails for a while, as a person would describe it.
const AILMENTS: [Fault; 8] = [
    Fault::Status(404),
    Fault::Status(403),
    Fault::Status(500),
    Fault::NameLost,
    Fault::BadCertificate,
    Fault::Refused,
    Fault::NotAFeed,
    Fault::Silence,
];
/// How a server fails once.
const STUMBLES: [Fault; 5] = [
    Fault::Reset,
    Fault::Status(502),
    Fault::Busy(600),
    Fault::RateLimited(1800),
    Fault::Truncated,
];

impl World {
    /// Draws a world for the demo, for a period. A longer period does not change what happens in a shorter one.
    #[must_use]
    pub fn showcase(n_sources: usize, seed: u64, life: Window) -> Self {
        let mut hosts = HashSet::new();
        let sources = (0..n_sources).map(|number| source(number, seed, life, &mut hosts)).collect();
        Self { sources, outages: Vec::new() }
    }
}

fn source(number: usize, seed: u64, life: Window, hosts: &mut HashSet<String>) -> SimulatedSource {
    let rng = &mut chance(seed, &[number as u64, 0x5ca7]);
    let tongue = tongue(number);
    let topic = match tongue {
        SimulatedLanguage::English => SimulatedTopic::ALL[number % SimulatedTopic::ALL.len()],
        _ => SimulatedTopic::Town,
    };
    let title = words::source_title(topic, tongue, rng);
    let style =
        if tongue == SimulatedLanguage::English { Style::drawn(rng) } else { Style::Magazine };
    let url = address(number, &title, hosts, rng);
    let mut source = SimulatedSource::new(url, title, postings(number, seed, style, life, rng));
    source.topic = topic;
    source.tongue = tongue;
    source.style = style;
    source.format =
        *[SimulatedFormat::Rss, SimulatedFormat::Rss, SimulatedFormat::Atom, SimulatedFormat::Json]
            .choose(rng)
            .unwrap_or(&SimulatedFormat::Rss);
    source.window = rng.random_range(8..=16);
    source.tagging = match rng.random_range(0..100) {
        0..70 => Tagging::Strong,
        70..90 => Tagging::Weak,
        90..97 => Tagging::Dated,
        _ => Tagging::None,
    };
    source.ttl = rng.random_bool(0.3).then(|| rng.random_range(5..=240));
    source.max_age = rng.random_bool(0.3).then(|| Duration::from_secs(rng.random_range(60..=7200)));
    source.latency = Duration::from_millis(rng.random_range(20..400));
    trouble(&mut source, life.from, &mut chance(seed, &[number as u64, 0x7b0b]));
    source.faults.scheduled.extend(ailments(life, &mut chance(seed, &[number as u64, 0xa11])));
    edits(&mut source, life.from, &mut chance(seed, &[number as u64, 0xed17]));
    source
}

/// Every fifteenth source is in another language.
fn tongue(number: usize) -> SimulatedLanguage {
    match number % 60 {
        9 => SimulatedLanguage::German,
        19 => SimulatedLanguage::French,
        34 => SimulatedLanguage::Arabic,
        47 => SimulatedLanguage::Japanese,
        _ => SimulatedLanguage::English,
    }
}

/// About thirty sources post many times a day, most a few times a week, podcasts and essays rarely.
fn postings(
    number: usize,
    seed: u64,
    style: Style,
    life: Window,
    rng: &mut Xoshiro256PlusPlus,
) -> Vec<Timestamp> {
    let busiest = match style {
        Style::Podcast | Style::Essay => 4.0,
        Style::Links => 8.0,
        Style::Plain | Style::Notes | Style::Magazine | Style::Teaser => 260.0,
    };
    let per_week = 0.6 * f64::powf(busiest, rng.random::<f64>().powf(1.7));
    let shape = *Shape::ALL.choose(rng).unwrap_or(&Shape::Even);
    let mut rhythm = SimulatedRhythm::of(shape, per_week, rng.random_range(0..24));
    if rng.random_bool(0.08) {
        rhythm.burst_chance = 0.15;
        rhythm.burst_size = rng.random_range(4..15);
    }
    let window = Window { from: life.from - PAST, to: life.to };
    rhythm.draw(window, &mut chance(seed, &[number as u64, 0xc10c]))
}

/// Most sources have their own server; a quarter share one of a few large ones.
fn address(
    number: usize,
    title: &str,
    hosts: &mut HashSet<String>,
    rng: &mut Xoshiro256PlusPlus,
) -> Url {
    const PLATFORMS: [&str; 5] = [
        "inkwell.example",
        "quillpress.example",
        "plainblog.example",
        "margin.example",
        "post.example",
    ];
    let slug = slug(title);
    let name = if slug.is_empty() { format!("site{number}") } else { slug };
    let host = if rng.random_bool(0.25) {
        format!("{name}.{}", PLATFORMS.choose(rng).unwrap_or(&PLATFORMS[0]))
    } else {
        format!("{name}.example")
    };
    let host = if hosts.insert(host.clone()) { host } else { format!("{number}-{host}") };
    let path = ["feed.xml", "feed", "index.xml", "rss"].choose(rng).unwrap_or(&"feed");
    format!("https://{host}/{path}").parse().expect("a scheme, a host and a path")
}

/// Adds a one-time event to a source: in the first days, so that it has already happened when someone looks, or in the
/// weeks after.
fn trouble(source: &mut SimulatedSource, beginning: Timestamp, rng: &mut Xoshiro256PlusPlus) {
    source.faults =
        SimulatedFaults { chance: 0.004, kinds: STUMBLES.to_vec(), scheduled: Vec::new() };
    let hours = SignedDuration::from_hours;
    let early = instant_in(Window { from: beginning + hours(6), to: beginning + hours(48) }, rng);
    let late = instant_in(Window { from: beginning + hours(72), to: beginning + hours(960) }, rng);
    let mut moved = source.url.clone();
    moved.set_path("/new/feed.xml");
    let event = match rng.random_range(0..200) {
        0..5 => (early, SimulatedEvent::Moved { status: 301, to: moved }),
        5..10 => (late, SimulatedEvent::Moved { status: 308, to: moved }),
        10..14 => (early, SimulatedEvent::Gone),
        14..20 => (late, SimulatedEvent::Gone),
        20..23 => (early, SimulatedEvent::SchemeFlips),
        _ => return,
    };
    source.events.push(event);
}

/// Every few months a server fails for hours or days.
fn ailments(life: Window, rng: &mut Xoshiro256PlusPlus) -> Vec<(Window, Fault)> {
    let mut drawn = Vec::new();
    let mut at = life.from;
    loop {
        let hours = -(1.0 - rng.random::<f64>()).ln() * 14.0 * 168.0;
        let length = 2.0 * 80_f64.powf(rng.random());
        let fault = *AILMENTS.choose(rng).unwrap_or(&Fault::Refused);
        let from = at.saturating_add(SignedDuration::from_mins((hours * 60.0) as i64));
        let Ok(from) = from else { return drawn };
        if from >= life.to {
            return drawn;
        }
        let to = from + SignedDuration::from_mins((length * 60.0) as i64);
        drawn.push((Window { from, to }, fault));
        at = to;
    }
}

/// One posting in fifty is corrected within a day.
fn edits(source: &mut SimulatedSource, beginning: Timestamp, rng: &mut Xoshiro256PlusPlus) {
    for (posting, at) in source.postings.iter().enumerate() {
        let after = SignedDuration::from_mins(rng.random_range(5..24 * 60));
        if rng.random_bool(0.02) && *at > beginning {
            source.events.push((*at + after, SimulatedEvent::Edited { posting }));
        }
    }
    source.events.sort_by_key(|(at, _)| *at);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn life(weeks: i64) -> Window {
        let from: Timestamp = "2026-10-27T00:00:00Z".parse().unwrap();
        Window { from, to: from + SignedDuration::from_hours(weeks * 168) }
    }

    #[test]
    fn a_longer_period_changes_nothing_before() {
        let (short, long) = (World::showcase(40, 3, life(4)), World::showcase(40, 3, life(30)));
        for (short, long) in short.sources.iter().zip(&long.sources) {
            assert_eq!((&short.url, &short.title), (&long.url, &long.title));
            assert!(long.postings.starts_with(&short.postings));
            let until = life(4).to;
            let past = |source: &SimulatedSource| {
                let events = source.events.iter().filter(|(at, _)| *at < until);
                events.cloned().collect::<Vec<_>>()
            };
            assert_eq!(past(short), past(long));
        }
    }

    #[test]
    fn every_language_style_and_problem_occurs() {
        let world = World::showcase(300, 1, life(6));
        let has = |what: &dyn Fn(&SimulatedSource) -> bool| world.sources.iter().any(what);
        for tongue in SimulatedLanguage::ALL {
            assert!(has(&|source| source.tongue == tongue), "{tongue:?}");
        }
        for style in [Style::Notes, Style::Essay, Style::Teaser, Style::Podcast, Style::Links] {
            assert!(has(&|source| source.style == style), "{style:?}");
        }
        assert!(has(&|source| source
            .events
            .iter()
            .any(|(_, event)| *event == SimulatedEvent::Gone)));
        assert!(has(&|source| !source.faults.scheduled.is_empty()));
        let hosts: HashSet<_> = world.sources.iter().map(|source| source.url.host_str()).collect();
        assert_eq!(hosts.len(), 300);
    }
}
