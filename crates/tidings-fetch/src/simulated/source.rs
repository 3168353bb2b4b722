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

/// How a simulated server handles conditional requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tagging {
    /// A strong ETag, respected.
    Strong,
    /// A weak ETag, respected.
    Weak,
    /// Only Last-Modified, respected.
    Dated,
    /// No validators.
    None,
    /// The same ETag forever, although responses change.
    Stuck,
    /// A new ETag on every response, changed or not.
    Changing,
    /// Responds "not modified" to every conditional request: only unconditional requests see new postings.
    Frozen,
}

/// A permanent change to a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SimulatedEvent {
    /// It moves; here it redirects with this status.
    Moved {
        /// 301, 302, 303, 307 or 308.
        status: u16,
        /// The new address.
        to: Url,
    },
    /// It responds 410.
    Gone,
    /// It is edited: the posting with this number gets another title and text.
    Edited {
        /// Its number, in order of time.
        posting: usize,
    },
    /// From now on all guids change with every request.
    GuidStorm,
    /// From now on guids and links alternate between http and https with every request.
    SchemeFlips,
    /// Guids and links are stable again.
    Calm,
}

/// Faults of a source.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SimulatedFaults {
    /// Probability that a request meets one of `kinds`.
    pub chance: f64,
    /// The faults to draw from.
    pub kinds: Vec<Fault>,
    /// Faults that last for a period.
    pub scheduled: Vec<(Window, Fault)>,
}

/// A source of the simulated web. Everything it will ever post is known in advance.
#[derive(Debug, Clone, PartialEq)]
pub struct SimulatedSource {
    /// Its address.
    pub url: Url,
    /// Its title.
    pub title: String,
    /// What it writes about.
    pub topic: SimulatedTopic,
    /// The language it writes in.
    pub tongue: SimulatedLanguage,
    /// How it writes.
    pub style: Style,
    /// When it posts, in order.
    pub postings: Vec<Timestamp>,
    /// The format of its feed.
    pub format: SimulatedFormat,
    /// How many of the newest postings its feed shows; older ones are no longer in it.
    pub window: usize,
    /// How it handles conditional requests.
    pub tagging: Tagging,
    /// The ttl in its feed, in minutes (only RSS).
    pub ttl: Option<u32>,
    /// The max-age in Cache-Control.
    pub max_age: Option<Duration>,
    /// What happens to it, in order.
    pub events: Vec<(Timestamp, SimulatedEvent)>,
    /// Its faults.
    pub faults: SimulatedFaults,
    /// How long it takes to respond, on average.
    pub latency: Duration,
}

impl SimulatedSource {
    /// Creates a healthy source with these postings.
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

    /// Returns what has happened to it by an instant.
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

    /// Returns the numbers of the postings in its feed at an instant.
    pub(crate) fn shown(&self, now: Timestamp) -> std::ops::Range<usize> {
        let end = self.postings.partition_point(|at| *at <= now);
        end.saturating_sub(self.window)..end
    }

    /// Returns when its feed last changed.
    pub(crate) fn changed_at(&self, now: Timestamp) -> Option<Timestamp> {
        let posted = self.postings[..self.shown(now).end].last().copied();
        let edited = self
            .events
            .iter()
            .filter(|(at, event)| *at <= now && matches!(event, SimulatedEvent::Edited { .. }));
        posted.max(edited.map(|(at, _)| *at).max())
    }

    /// Iterates over every address it ever has.
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

/// What changes from one response to the next.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unrest {
    #[default]
    None,
    Guids,
    Schemes,
}
