//! A simulated source: what it posts, how it serves it, and what happens to it.

use super::{
    article::Style,
    fault::Fault,
    words::{SimulatedLanguage, SimulatedTopic},
};
use jiff::Timestamp;
use std::time::Duration;
use tidings_model::calendar::Window;
use url::Url;

/// The format of a simulated feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SimulatedFormat {
    /// RSS 2.0.
    Rss,
    /// Atom 1.0.
    Atom,
    /// JSON Feed 1.1.
    Json,
}

/// How a simulated server answers "has it changed?".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tagging {
    /// A strong ETag, honoured.
    Strong,
    /// A weak ETag, honoured.
    Weak,
    /// Last-Modified alone, honoured.
    Dated,
    /// No validators.
    None,
    /// One ETag for ever, on answers that do change.
    Stuck,
    /// A new ETag on every answer, changed or not.
    Changing,
    /// Says "not modified" to every conditional request: news show only to those who ask without conditions.
    Frozen,
}

/// Something that happens to a source, once and for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SimulatedEvent {
    /// It answers elsewhere; here it redirects with this status.
    Moved {
        /// 301, 302, 303, 307 or 308.
        status: u16,
        /// Where it answers.
        to: Url,
    },
    /// It says 410.
    Gone,
    /// It is edited: the posting of this number gets another title and text.
    Edited {
        /// Its number, in order of time.
        posting: usize,
    },
    /// From now on all guids are new at every request.
    GuidStorm,
    /// From now on guids and links change between http and https at every request.
    SchemeFlips,
    /// Guids and links are steady again.
    Calm,
}

/// What goes wrong at a source besides.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SimulatedFaults {
    /// Chance that a request meets one of `kinds`.
    pub chance: f64,
    /// Which faults are drawn.
    pub kinds: Vec<Fault>,
    /// Faults that last for a stretch of time.
    pub scheduled: Vec<(Window, Fault)>,
}

/// A source of the simulated web. Everything it will ever post is known beforehand.
#[derive(Debug, Clone, PartialEq)]
pub struct SimulatedSource {
    /// Where it is asked.
    pub url: Url,
    /// Its title.
    pub title: String,
    /// What it writes about.
    pub topic: SimulatedTopic,
    /// In which language.
    pub tongue: SimulatedLanguage,
    /// How it writes.
    pub style: Style,
    /// When it posts, in order.
    pub postings: Vec<Timestamp>,
    /// The format of its feed.
    pub format: SimulatedFormat,
    /// How many of the newest postings its feed shows; older ones have scrolled out.
    pub window: usize,
    /// How it answers "has it changed?".
    pub tagging: Tagging,
    /// The ttl it tells in its feed, in minutes (RSS only).
    pub ttl: Option<u32>,
    /// The freshness it tells in Cache-Control.
    pub max_age: Option<Duration>,
    /// What happens to it, in order.
    pub events: Vec<(Timestamp, SimulatedEvent)>,
    /// What goes wrong.
    pub faults: SimulatedFaults,
    /// How long it takes to answer, on average.
    pub latency: Duration,
}

impl SimulatedSource {
    /// A healthy source with these postings.
    #[must_use]
    pub fn new(url: Url, title: impl Into<String>, postings: Vec<Timestamp>) -> Self {
        Self {
            url,
            title: title.into(),
            topic: SimulatedTopic::Town,
            tongue: SimulatedLanguage::English,
            style: Style::Plain,
            postings,
            format: SimulatedFormat::Rss,
            window: 20,
            tagging: Tagging::Strong,
            ttl: None,
            max_age: None,
            events: Vec::new(),
            faults: SimulatedFaults::default(),
            latency: Duration::from_millis(80),
        }
    }

    /// What has happened to it by an instant.
    pub(crate) fn state(&self, now: Timestamp) -> State<'_> {
        let mut state = State::default();
        for (_, event) in self.events.iter().filter(|(at, _)| *at <= now) {
            match event {
                SimulatedEvent::Moved { status, to } => state.moved = Some((*status, to)),
                SimulatedEvent::Gone => state.is_gone = true,
                SimulatedEvent::Edited { posting } => state.edits.push(*posting),
                SimulatedEvent::GuidStorm => state.unrest = Unrest::Guids,
                SimulatedEvent::SchemeFlips => state.unrest = Unrest::Schemes,
                SimulatedEvent::Calm => state.unrest = Unrest::None,
            }
        }
        state
    }

    /// The numbers of the postings that its feed shows at an instant.
    pub(crate) fn shown(&self, now: Timestamp) -> std::ops::Range<usize> {
        let end = self.postings.partition_point(|at| *at <= now);
        end.saturating_sub(self.window)..end
    }

    /// When what it shows last changed.
    pub(crate) fn changed_at(&self, now: Timestamp) -> Option<Timestamp> {
        let posted = self.postings[..self.shown(now).end].last().copied();
        let edited = self
            .events
            .iter()
            .filter(|(at, event)| *at <= now && matches!(event, SimulatedEvent::Edited { .. }));
        posted.max(edited.map(|(at, _)| *at).max())
    }

    /// Every address it ever answers at.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = &Url> {
        let targets = self.events.iter().filter_map(|(_, event)| match event {
            SimulatedEvent::Moved { to, .. } => Some(to),
            _ => None,
        });
        std::iter::once(&self.url).chain(targets)
    }
}

/// What has happened to a source so far.
#[derive(Debug, Default)]
pub(crate) struct State<'a> {
    pub(crate) moved: Option<(u16, &'a Url)>,
    pub(crate) is_gone: bool,
    pub(crate) edits: Vec<usize>,
    pub(crate) unrest: Unrest,
}

/// What does not stay the same from one answer to the next.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unrest {
    #[default]
    None,
    Guids,
    Schemes,
}
