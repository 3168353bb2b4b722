//! A complete web in memory, driven by the clock: it posts on schedule, fails in every known way, and keeps a log.
//!
//! Only the transport is simulated. Redirects, turns per publisher, the deadline, decoding and header handling are the
//! code that runs on the real web. Everything is determined by the seed, the sources and the instants of the requests.
//! Latency passes on tokio's clock, so that weeks pass in seconds when that is paused; where the clock runs faster than
//! real time, latencies, gaps and deadlines are shorter by the same factor.

mod article;
mod document;
mod fault;
mod grammar;
mod log;
mod picture;
mod rhythm;
mod showcase;
mod site;
mod source;
#[cfg(test)]
mod tests;
mod words;
mod world;

pub use article::Style;
pub use document::SimulatedPosting;
pub use fault::Fault;
pub use log::{Breach, SimulatedAnswer, SimulatedRequest, breaches, delays, first_shown};
pub use rhythm::{Shape, SimulatedRhythm};
pub use source::{SimulatedEvent, SimulatedFaults, SimulatedFormat, SimulatedSource, Tagging};
pub use words::{SimulatedLanguage, SimulatedTopic};
pub use world::{FaultMode, World};

use crate::{
    BoxFuture, Request, Web,
    body::BodyPermits,
    fetch::{Road, Transport},
    guard::Guard,
    hosts::Hosts,
};
use bytes::Bytes;
use document::{Edition, chance, http_form};
use fault::{Body, answer};
use http::{HeaderMap, Response, header};
use jiff::Timestamp;
use rand::{RngExt, seq::IndexedRandom};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};
use tidings_model::{Clock, Failure, HostKey, calendar::Window, limits::Limits};
use url::Url;

/// How long requests wait for a turn at a simulated publisher; the same as on the real web.
const PATIENCE: Duration = Duration::from_secs(60);

/// However fast time runs, a busy machine needs a moment to write a response.
const LEAST_DEADLINE: Duration = Duration::from_secs(2);

/// The simulated web.
#[derive(Debug)]
pub struct SimulatedWeb {
    road: Road<Ether>,
}

impl SimulatedWeb {
    /// Creates an empty web with the default limits.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>, seed: u64) -> Self {
        Self::with_limits(clock, seed, &Limits::default())
    }

    /// Creates an empty web with other limits.
    #[must_use]
    pub fn with_limits(clock: Arc<dyn Clock>, seed: u64, limits: &Limits) -> Self {
        let ether = Ether { clock: Arc::clone(&clock), seed, state: Arc::default() };
        let speed = clock.speed();
        let limits = Limits {
            gap_per_host: limits.gap_per_host / speed,
            total_deadline: (limits.total_deadline / speed)
                .max(LEAST_DEADLINE.min(limits.total_deadline)),
            ..limits.clone()
        };
        let hosts = Hosts::new(&limits);
        Self {
            road: Road {
                transport: ether,
                guard: Guard::default(),
                hosts,
                pictures: Hosts::for_pictures(&limits),
                limits,
                clock,
                patience: PATIENCE,
                room: BodyPermits::default(),
            },
        }
    }

    /// Disables the log, for a web that runs indefinitely.
    #[must_use]
    pub fn without_log(self) -> Self {
        self.road.transport.state().is_forgetful = true;
        self
    }

    /// Adds a source and returns its number.
    pub fn add_source(&self, source: SimulatedSource) -> usize {
        let mut state = self.road.transport.state();
        let number = state.sources.len();
        for address in source.addresses() {
            state.addresses.insert(address.as_str().to_owned(), number);
            if let Some(host) = address.host_str() {
                state.hosts.entry(host.to_owned()).or_insert(number);
            }
        }
        state.sources.push(Arc::new(source));
        number
    }

    /// Adds a period in which nothing can be reached: our own network is down.
    pub fn add_outage(&self, outage: Window) {
        self.road.transport.state().outages.push(outage);
    }

    /// Returns the sources, in the order of their numbers.
    #[must_use]
    pub fn sources(&self) -> Vec<Arc<SimulatedSource>> {
        self.road.transport.state().sources.clone()
    }

    /// Returns every request so far, in order of arrival.
    #[must_use]
    pub fn log(&self) -> Vec<SimulatedRequest> {
        self.road.transport.state().log.clone()
    }

    /// Returns the ground truth: everything that any source has posted or will post, source by source, in order of
    /// time.
    #[must_use]
    pub fn postings(&self) -> Vec<Vec<SimulatedPosting>> {
        let seed = self.road.transport.seed;
        let all = self.sources().into_iter().enumerate();
        all.map(|(number, source)| {
            (0..source.postings.len())
                .map(|index| document::posting(&source, number, seed, index))
                .collect()
        })
        .collect()
    }
}

impl Web for SimulatedWeb {
    fn get(&self, request: Request) -> BoxFuture<'_, crate::Result> {
        Box::pin(self.road.fetch(request))
    }

    fn post(&self, post: crate::Post) -> BoxFuture<'_, Result<crate::PostAnswer, Failure>> {
        Box::pin(self.road.post(post))
    }

    fn check(&self, url: &Url) -> Result<(), Failure> {
        self.road.guard.check_url(url)
    }
}

/// The transport of the simulated web.
#[derive(Debug)]
struct Ether {
    clock: Arc<dyn Clock>,
    seed: u64,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    sources: Vec<Arc<SimulatedSource>>,
    addresses: HashMap<String, usize>,
    /// The first source of each host.
    hosts: HashMap<String, usize>,
    outages: Vec<Window>,
    n_requests: HashMap<Option<usize>, u64>,
    log: Vec<SimulatedRequest>,
    is_forgetful: bool,
}

impl State {
    fn is_outage(&self, now: Timestamp) -> bool {
        self.outages.iter().any(|outage| outage.contains(now))
    }
}

/// One request at a server.
struct Visit {
    /// Its index in the log, if there is one.
    entry: Option<usize>,
    source: Option<(usize, Arc<SimulatedSource>)>,
    /// Its number among the requests to this source.
    n_request: u64,
    latency: Duration,
    /// The fault drawn at random for it.
    drawn: Option<Fault>,
}

/// A server's response.
enum Reply {
    Said(SimulatedAnswer, Response<Body>),
    Wrong(Fault, Bytes),
}

impl Transport for Ether {
    type Body = Body;

    async fn send(&self, url: &Url, headers: HeaderMap) -> Result<Response<Body>, Failure> {
        let visit = self.arrive(url, &headers);
        let ending = Ending {
            state: Arc::clone(&self.state),
            clock: Arc::clone(&self.clock),
            entry: visit.entry,
        };
        let latency = visit.latency / 2 / self.clock.speed();
        tokio::time::sleep(latency).await;
        let now = self.clock.now();
        let reply = self.reply(url, &headers, &visit, now);
        tokio::time::sleep(latency).await;
        let told = match &reply {
            Reply::Said(told, _) => *told,
            Reply::Wrong(fault, _) => SimulatedAnswer::Fault(*fault),
        };
        self.note(&visit, told, now);
        let host = url.host_str().unwrap_or_default();
        let mut answer = match reply {
            Reply::Said(_, answer) => answer,
            Reply::Wrong(fault, document) => fault.show(host, url.as_str(), document).await?,
        };
        // The request ends when the client drops the response.
        answer.extensions_mut().insert(Arc::new(ending));
        Ok(answer)
    }

    /// Servers of sources accept every message; other hosts do not exist.
    async fn post(&self, url: &Url, _: HeaderMap, _: Bytes) -> Result<Response<Body>, Failure> {
        let host = url.host_str().unwrap_or_default();
        let is_there =
            self.state().hosts.contains_key(host) && !self.state().is_outage(self.clock.now());
        match is_there {
            true => Ok(answer(202, &[], b"Thank you.")),
            false => Fault::NameLost.show(host, url.as_str(), Bytes::new()).await,
        }
    }
}

impl Ether {
    fn state(&self) -> MutexGuard<'_, State> {
        tidings_model::locks::locked(&self.state)
    }

    /// Logs a request, and draws its random values.
    fn arrive(&self, url: &Url, headers: &HeaderMap) -> Visit {
        let mut state = self.state();
        let number = state.addresses.get(url.as_str()).copied();
        let source = number.map(|number| (number, Arc::clone(&state.sources[number])));
        let count = state.n_requests.entry(number).or_default();
        let n_request = *count;
        *count += 1;
        let entry = (!state.is_forgetful).then_some(state.log.len());
        let asked = SimulatedRequest {
            url: url.clone(),
            host: HostKey::of(url),
            source: number,
            at: self.clock.now(),
            until: None,
            is_conditional: headers.contains_key(header::IF_NONE_MATCH)
                || headers.contains_key(header::IF_MODIFIED_SINCE),
            told: SimulatedAnswer::Pending,
            shown: 0..0,
        };
        if entry.is_some() {
            state.log.push(asked);
        }
        let rng = &mut chance(
            self.seed,
            &[number.map_or(u64::MAX, |number| number as u64), n_request, 0xfa17],
        );
        let mean = source.as_ref().map_or(Duration::from_millis(40), |(_, source)| source.latency);
        let latency = mean.mul_f64(rng.random_range(0.5..1.5));
        let drawn = source.as_ref().and_then(|(_, source)| {
            let is_struck = rng.random_bool(source.faults.chance.clamp(0.0, 1.0));
            source.faults.kinds.choose(rng).copied().filter(|_| is_struck)
        });
        Visit { entry, source, n_request, latency, drawn }
    }

    /// Returns the server's response at this instant.
    fn reply(&self, url: &Url, headers: &HeaderMap, visit: &Visit, now: Timestamp) -> Reply {
        if self.state().is_outage(now) {
            return Reply::Wrong(Fault::NameLost, Bytes::new());
        }
        let Some((number, source)) = &visit.source else {
            return self.elsewhere(url, now);
        };
        let state = source.state(now);
        let edition = Edition {
            source,
            number: *number,
            seed: self.seed,
            state: &state,
            shown: source.shown(now),
            n_request: visit.n_request,
        };
        let scheduled = source.faults.scheduled.iter().find(|(window, _)| window.contains(now));
        if let Some(fault) = scheduled.map(|(_, fault)| *fault).or(visit.drawn) {
            return Reply::Wrong(fault, Bytes::from(edition.write()));
        }
        if state.is_gone {
            return Reply::Said(SimulatedAnswer::Gone, answer(410, &[], b"Gone."));
        }
        match state.moved {
            Some((status, to)) if to != url => Reply::Said(
                SimulatedAnswer::Redirect(status),
                answer(status, &[("location", to.as_str())], b""),
            ),
            _ => serve(&edition, headers, now),
        }
    }

    /// Returns the response at an address that is not a feed's.
    fn elsewhere(&self, url: &Url, now: Timestamp) -> Reply {
        let state = self.state();
        let Some(&number) = state.hosts.get(url.host_str().unwrap_or_default()) else {
            return Reply::Wrong(Fault::NameLost, Bytes::new());
        };
        let source = Arc::clone(&state.sources[number]);
        drop(state);
        let edition = Edition {
            source: &source,
            number,
            seed: self.seed,
            state: &source.state(now),
            shown: source.shown(now),
            n_request: 0,
        };
        let page = site::page(&edition, url.path(), now);
        Reply::Said(
            SimulatedAnswer::Nothing,
            page.unwrap_or_else(|| answer(404, &[], b"Nothing here.")),
        )
    }

    fn note(&self, visit: &Visit, told: SimulatedAnswer, now: Timestamp) {
        let mut state = self.state();
        let Some(entry) = visit.entry.and_then(|entry| state.log.get_mut(entry)) else { return };
        entry.told = told;
        if told == SimulatedAnswer::Feed
            && let Some((_, source)) = &visit.source
        {
            entry.shown = source.shown(now);
        }
    }
}

/// Serves the feed, or 304 to clients that have it.
fn serve(edition: &Edition<'_>, headers: &HeaderMap, now: Timestamp) -> Reply {
    let source = edition.source;
    let fingerprint = format!("{:016x}", edition.fingerprint().0);
    let etag = match source.tagging {
        Tagging::Strong => Some(format!("\"{fingerprint}\"")),
        Tagging::Weak => Some(format!("W/\"{fingerprint}\"")),
        Tagging::Changing => Some(format!("\"{fingerprint}-{}\"", edition.n_request)),
        Tagging::Stuck | Tagging::Frozen => Some("\"v1\"".to_owned()),
        Tagging::Dated | Tagging::None => None,
    };
    let modified =
        source.changed_at(now).filter(|_| source.tagging == Tagging::Dated).map(http_form);
    let max_age = source.max_age.map(|age| format!("max-age={}", age.as_secs()));
    let mut told = vec![("content-type", edition.content_type())];
    told.extend(etag.as_deref().map(|etag| ("etag", etag)));
    told.extend(modified.as_deref().map(|date| ("last-modified", date)));
    told.extend(max_age.as_deref().map(|age| ("cache-control", age)));
    let sent = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let is_known = match source.tagging {
        Tagging::Strong | Tagging::Weak => sent(header::IF_NONE_MATCH) == etag.as_deref(),
        Tagging::Dated => {
            modified.is_some() && sent(header::IF_MODIFIED_SINCE) == modified.as_deref()
        }
        Tagging::Frozen => sent(header::IF_NONE_MATCH).is_some(),
        Tagging::None | Tagging::Stuck | Tagging::Changing => false,
    };
    if is_known {
        return Reply::Said(SimulatedAnswer::NotModified, answer(304, &told, b""));
    }
    Reply::Said(SimulatedAnswer::Feed, answer(200, &told, edition.write().as_bytes()))
}

/// Logs the end of a request when the client has the whole response, or has given up.
#[derive(Debug)]
struct Ending {
    state: Arc<Mutex<State>>,
    clock: Arc<dyn Clock>,
    entry: Option<usize>,
}

impl Drop for Ending {
    fn drop(&mut self) {
        let mut state = tidings_model::locks::locked(&self.state);
        if let Some(entry) = self.entry.and_then(|entry| state.log.get_mut(entry)) {
            entry.until = Some(self.clock.now());
        }
    }
}
