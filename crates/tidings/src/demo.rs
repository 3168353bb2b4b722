//! `tidings demo`: the real server and the real pages on a simulated web, with simulated readers, in fast time.
//!
//! Before the pages open, three days are simulated in paused time, as in `tidings simulate`. Then the clock runs a few
//! hundred times faster than real time, and the visitor is signed in automatically. Nothing is kept unless `--keep`
//! names a folder.

mod account;
mod past;
mod people;
mod readers;
#[cfg(test)]
mod tests;

use crate::{
    cli::DemoArguments,
    clock::Time,
    config::{self, Config},
    context::Context as ServiceContext,
    indexing, output,
    pricing::Spending,
    scratch::ScratchFolder,
    serve,
    services::{ServiceSettings, Services},
};
use anyhow::{Context, Result, bail};
use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use readers::Readers;
use std::{path::PathBuf, sync::Arc, time::Duration};
use tidings_fetch::{BoxFuture, Polite, Purpose, Request, SimulatedWeb, Web, simulated::World};
use tidings_model::{Clock, calendar::Window, limits::Limits};
use tidings_search::Index;
use tidings_store::{Options, Store, StoreLocation};
use tidings_web::{App, Demo, SecretToken, Sites};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use url::Url;

/// A Thursday morning, after working days: the instant at which a new demo opens its pages.
const OPENING: &str = "2026-11-19T06:40:00Z";
/// How far ahead the sources' postings are drawn.
const WEEKS_AHEAD: u32 = 104;
/// The key under which the store keeps the time the demo has reached.
const REACHED: &str = "demo.reached_ms";
const SEED: &str = "demo.seed";
/// How often that time is stored, in real time.
const NOTED_EVERY: Duration = Duration::from_secs(5);

/// The size of a demo.
#[derive(Debug, Clone, Copy)]
pub struct DemoSize {
    /// Number of sources on the web.
    pub n_sources: usize,
    /// How much time is simulated before the pages open.
    pub past: SignedDuration,
}

impl Default for DemoSize {
    fn default() -> Self {
        Self { n_sources: 300, past: SignedDuration::from_hours(72) }
    }
}

/// The setup of a demo: everything that its seed determines.
#[derive(Debug, Clone)]
pub struct Stage {
    folder: PathBuf,
    seed: u64,
    n_sources: usize,
    /// When the simulated past begins.
    beginning: Timestamp,
    /// When the pages open, or first opened.
    opening: Timestamp,
    spending: Spending,
}

/// Runs the demo until it receives a signal to stop.
///
/// # Errors
/// When the folder cannot be written, or the port is in use.
pub async fn run(args: &DemoArguments, config: &Config) -> Result<()> {
    let speed = speed(&args.day)?;
    let stop = CancellationToken::new();
    tokio::spawn(serve::wait_for_signals(stop.clone()));
    let listener = TcpListener::bind(config.listen).await.with_context(|| {
        format!("cannot listen on {}: choose another address with --listen", config.listen)
    })?;
    let folder = ScratchFolder::kept_or_scratch(args.keep.as_deref())?;
    let spending = Spending { budget: config.budget, delay: config.target_delay };
    let stage =
        Stage::new(folder.path().to_owned(), args.seed, DemoSize::default())?.spending(spending);
    stage.play(listener, speed, stop).await
}

/// Returns how many times faster than real time a demo runs.
fn speed(day: &str) -> Result<u32> {
    let day = config::time("day", day)?.as_secs_f64();
    if !(1.0..=86_400.0).contains(&day) {
        bail!("--day must be from 1s to 1d; it is the real time for one simulated day");
    }
    Ok((86_400.0 / day).round() as u32)
}

impl Stage {
    /// Creates the setup in a folder, which is new or from an earlier run.
    ///
    /// # Errors
    /// Never, as long as the opening time is a valid instant.
    pub fn new(folder: PathBuf, seed: u64, extent: DemoSize) -> Result<Self> {
        let opening: Timestamp = OPENING.parse()?;
        let DemoSize { n_sources, past } = extent;
        let spending = Spending::default();
        Ok(Self { folder, seed, n_sources, beginning: opening - past, opening, spending })
    }

    /// Returns this setup with a budget, or with a delay to aim for.
    #[must_use]
    pub fn spending(self, spending: Spending) -> Self {
        Self { spending, ..self }
    }

    /// Simulates the past unless that was done before, then serves the pages until told to stop.
    ///
    /// # Errors
    /// When the folder holds something else, or cannot be written.
    pub async fn play(
        self,
        listener: TcpListener,
        speed: u32,
        stop: CancellationToken,
    ) -> Result<()> {
        let reached = match self.reached().await? {
            Some(reached) => reached,
            None => {
                output::line("Simulating the last three days. This takes a few seconds.")?;
                let (stage, stop) = (self.clone(), stop.clone());
                tokio::task::spawn_blocking(move || past::live(&stage, &stop)).await??
            }
        };
        if stop.is_cancelled() {
            return Ok(());
        }
        self.open(reached, speed, listener, stop).await
    }

    fn database(&self) -> PathBuf {
        self.folder.join("tidings.sqlite")
    }

    /// Returns the time that the demo kept in this folder has reached.
    async fn reached(&self) -> Result<Option<Timestamp>> {
        if !self.database().exists() {
            return Ok(None);
        }
        let store =
            Store::open(Options::new(StoreLocation::File(self.database()), self.opening)).await?;
        let (seed, reached) = (
            store.settings().get(None, SEED.to_owned()).await?,
            store.settings().get(None, REACHED.to_owned()).await?,
        );
        store.close().await;
        let place = self.folder.display();
        let Some(reached) = reached else {
            bail!(
                "{place} holds a database that is not a demo. Choose an empty folder with --keep"
            );
        };
        if seed.as_deref() != Some(&self.seed.to_string()) {
            bail!(
                "the demo in {place} has the seed {}. Pass it with --seed, or choose another folder with --keep",
                seed.unwrap_or_default()
            );
        }
        Ok(Some(Timestamp::from_millisecond(reached.parse()?)?))
    }

    /// Returns the simulated web, with its past and future.
    fn web(&self, clock: &Arc<dyn Clock>) -> SimulatedWeb {
        let web = SimulatedWeb::new(Arc::clone(clock), self.seed).without_log();
        let lived = clock.now().duration_since(self.beginning).as_hours() / 168;
        let weeks = WEEKS_AHEAD + u32::try_from(lived).unwrap_or(0);
        let to = self.beginning + SignedDuration::from_hours(168 * i64::from(weeks));
        World::showcase(self.n_sources, self.seed, Window { from: self.beginning, to })
            .inhabit(&web);
        web
    }

    async fn note(&self, store: &Store, now: Timestamp) -> Result<()> {
        store.settings().set(None, SEED.to_owned(), Some(self.seed.to_string())).await?;
        let reached = now.as_millisecond().to_string();
        Ok(store.settings().set(None, REACHED.to_owned(), Some(reached)).await?)
    }

    /// Starts the server, the pages and the readers in fast time.
    async fn open(
        &self,
        reached: Timestamp,
        speed: u32,
        listener: TcpListener,
        stop: CancellationToken,
    ) -> Result<()> {
        let time = Arc::new(Time::fast(reached, speed));
        let store =
            Store::open(Options::new(StoreLocation::File(self.database()), reached)).await?;
        let clock: Arc<dyn Clock> = Arc::<Time>::clone(&time);
        let web = Arc::new(Polite::new(self.web(&clock), clock));
        let sites = Arc::new(SimulatedSites(Arc::<Polite<SimulatedWeb>>::clone(&web)));
        let search = Index::open(&indexing::folder(&self.folder))?;
        let context = ServiceContext::new(store.clone(), web, Arc::clone(&time), limits(speed));
        let settings = ServiceSettings {
            spending: self.spending,
            index: Some(search.clone()),
            ..ServiceSettings::default()
        };
        let services = Arc::new(Services::new(context, settings));
        let readers = Readers::find(self, &store, reached).await?;
        let link = SecretToken::new(&*time);
        let demo = Demo { visitor: readers.visitor(), link: link.hash, sites };
        say(&listener, &link, speed)?;
        tokio::spawn(self.clone().keep_running(Arc::clone(&services), readers, stop.clone()));
        let config = Config::in_folder(&self.folder);
        let app = App { demo: Some(demo), ..serve::app(&services, &config, search, stop.clone()) };
        serve::attend(&services, listener, app, &stop).await
    }

    /// Makes the readers visit when it is their time, and regularly stores the time reached.
    async fn keep_running(
        self,
        services: Arc<Services>,
        mut readers: Readers,
        stop: CancellationToken,
    ) {
        let ServiceContext { store, time, .. } = &services.context;
        let mut noted = tokio::time::interval(NOTED_EVERY);
        while !stop.is_cancelled() {
            let next = readers.next_at();
            let wait = Duration::try_from(next.duration_since(time.now())).unwrap_or_default();
            let done = tokio::select! {
                () = stop.cancelled() => break,
                _ = noted.tick() => self.note(store, time.now()).await,
                () = time.sleep(wait) => readers.come(&services, next).await,
            };
            if let Err(error) = done {
                tracing::warn!(%error, "simulated visit failed");
            }
        }
        // The store may be closed already; then the last stored time counts.
        let _ = self.note(store, time.now()).await;
    }
}

/// The simulated sites, as the pages show them.
#[derive(Debug)]
struct SimulatedSites(Arc<dyn Web>);

impl Sites for SimulatedSites {
    fn page(&self, url: Url) -> BoxFuture<'_, Option<Bytes>> {
        Box::pin(async {
            let answer = self.0.get(Request::new(url, Purpose::Page)).await.ok()?;
            let is_page =
                answer.content_type.as_deref().is_some_and(|own| own.starts_with("text/html"));
            is_page.then_some(answer.body)
        })
    }
}

/// Returns the ordinary limits, with leases that outlast real work however fast the clock runs.
fn limits(speed: u32) -> Limits {
    let limits = Limits { subscriptions_per_user: usize::MAX, ..Limits::default() };
    Limits { total_deadline: limits.total_deadline * speed, ..limits }
}

fn say(listener: &TcpListener, link: &SecretToken, speed: u32) -> Result<()> {
    let address = listener.local_addr()?;
    let place = if address.ip().is_loopback() {
        format!("http://{address}")
    } else {
        format!("http://{address}/?visit={}", link.text)
    };
    let day = 86_400 / speed;
    output::line(format!(
        "Tidings is at {place}\nThis is a demo: the web and most of its readers are simulated, and a day takes {day} seconds.\nOpen the address: you're already signed in. Press Ctrl-C to stop."
    ))
}
