//! Simulates weeks of the whole server, not a model of it, on the simulated web: seeded, repeatable, checked.
//!
//! Tokio's clock is paused and the store runs on the calling thread, so everything happens in one order. The web
//! follows the true time; the server has its own clock, which mishaps may set forward or back.

mod check;
mod lost;
mod mishap;
mod target;
mod yardstick;

pub use lost::LostPostings;
pub use mishap::{Mishap, event};
pub use target::Target;
pub use yardstick::{History, LabComparison, Replayer, TRAINING_DAYS};

use crate::{
    clock::Time,
    context::Context as ServiceContext,
    pricing::Spending,
    scratch::ScratchFolder,
    services::{ServiceSettings, Services},
};
use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};
use std::{
    path::{Path, PathBuf},
    pin::{Pin, pin},
    sync::Arc,
    time::Duration,
};
use tidings_fetch::{
    SimulatedWeb,
    simulated::{FaultMode, World},
};
use tidings_model::{
    Clock, Role, UserId,
    calendar::Window,
    limits::Limits,
    units::{Minutes, PerDay},
};
use tidings_parse::opml::OpmlSubscription;
use tidings_schedule::policy::usual_budget;
use tidings_store::{Error, Faults, Options, Store, StoreLocation};
use tokio_util::sync::CancellationToken;

/// What to simulate.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// Duration.
    pub weeks: u32,
    /// Number of sources.
    pub n_sources: u32,
    /// Requests per day, if not twelve for each source.
    pub budget: Option<PerDay>,
    /// The average delay to aim for, instead.
    pub delay: Option<Minutes>,
    /// The seed, which makes a run repeatable.
    pub seed: u64,
    /// Whether sources and our own network fail.
    pub weather: FaultMode,
    /// What happens to the process, its disk and its clock, and when.
    pub mishaps: Vec<(SignedDuration, Mishap)>,
    /// Whether the lab replays the same postings.
    pub measure: Measure,
    /// The file to write the postings to.
    pub trace: Option<PathBuf>,
}

/// Whether a simulation is compared with the lab's replay of the same postings.
#[derive(Debug, Clone, Copy)]
pub enum Measure {
    /// No comparison.
    Alone,
    /// A comparison, from the third week on, using this function.
    Against(Replayer),
}

impl Scenario {
    /// Creates a scenario without failures.
    #[must_use]
    pub fn fair(weeks: u32, n_sources: u32, seed: u64) -> Self {
        Self {
            weeks,
            n_sources,
            budget: None,
            delay: None,
            seed,
            weather: FaultMode::Fair,
            mishaps: Vec::new(),
            measure: Measure::Alone,
            trace: None,
        }
    }

    /// Creates a scenario in which everything fails that can, except in the last two days: then everything must have
    /// recovered.
    #[must_use]
    pub fn foul(weeks: u32, n_sources: u32, seed: u64) -> Self {
        Self {
            weather: FaultMode::Foul,
            mishaps: mishap::draw(weeks, seed),
            ..Self::fair(weeks, n_sources, seed)
        }
    }
}

/// The result of a simulation.
#[derive(Debug, Clone, PartialEq)]
pub struct SimulationReport {
    /// Number of sources.
    pub n_sources: u64,
    /// Articles that they posted after their first fetch.
    pub n_postings: u64,
    /// Requests made.
    pub n_fetches: u64,
    /// Requests in the budget; `None` if a delay is the target.
    pub budget: Option<f64>,
    /// How the target delay was met.
    pub target: Option<Target>,
    /// Average time from posting to storing, in minutes.
    pub average_delay_min: f64,
    /// Postings that were never stored, by reason.
    pub lost: LostPostings,
    /// Articles stored more than once.
    pub n_duplicates: u64,
    /// How often the process crashed.
    pub n_crashes: u64,
    /// Broken rules; empty if all is well.
    pub violations: Vec<String>,
    /// Day by day.
    pub days: Vec<Day>,
    /// The result of the lab's replay of the same postings, if requested.
    pub yardstick: Option<LabComparison>,
}

/// The result of one day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Day {
    /// Requests made.
    pub n_fetches: u64,
    /// Requests in the budget at the end of the day; `None` if a delay is the target.
    pub budget: Option<f64>,
    /// Postings of that day that were stored by the end of the simulation.
    pub n_postings: u64,
    /// How long they waited on average, in minutes.
    pub average_delay_min: f64,
}

/// The state of a running simulation.
struct Simulation {
    scenario: Scenario,
    /// The true time.
    truth: Arc<Time>,
    /// The server's clock.
    time: Arc<Time>,
    web: Arc<SimulatedWeb>,
    window: Window,
    limits: Limits,
    /// When the process crashed.
    crashes: Vec<Timestamp>,
    /// When the disk was full.
    full: Vec<Window>,
    n_fetches: u64,
    /// Budgets, with the time from which each applied.
    budgets: Vec<(Timestamp, f64)>,
}

/// Runs a scenario and checks the result. Progress is reported in simulated days.
///
/// # Errors
/// When the store cannot be opened, or an event is impossible in this scenario.
pub fn run(scenario: Scenario, on_day: impl FnMut(u64)) -> Result<SimulationReport> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build()?;
    mishap::check(&scenario)?;
    let folder = ScratchFolder::scratch()?;
    runtime.block_on(simulate(scenario, folder.path(), on_day))
}

async fn simulate(
    scenario: Scenario,
    folder: &Path,
    mut on_day: impl FnMut(u64),
) -> Result<SimulationReport> {
    // A Monday.
    let start: Timestamp = "2026-01-05T00:00:00Z".parse()?;
    let window = Window {
        from: start,
        to: start + SignedDuration::from_hours(168 * i64::from(scenario.weeks)),
    };
    let truth = Arc::new(Time::simulated(start, scenario.seed));
    let time = Arc::new(Time::simulated(start, scenario.seed));
    let clock: Arc<dyn Clock> = Arc::<Time>::clone(&truth);
    let web = Arc::new(SimulatedWeb::new(clock, scenario.seed));
    let n_sources = usize::try_from(scenario.n_sources)?;
    World::generate(n_sources, scenario.seed, start, scenario.weeks, scenario.weather)
        .inhabit(&web);
    let mut simulation = Simulation {
        scenario,
        truth,
        time,
        web,
        window,
        limits: Limits { subscriptions_per_user: usize::MAX, ..Limits::default() },
        crashes: Vec::new(),
        full: Vec::new(),
        n_fetches: 0,
        budgets: Vec::new(),
    };
    simulation.note_budget();

    let (mut services, mut faults) = simulation.start_process(folder).await?;
    let user = simulation.add_user(&services).await?;
    let mut mishaps = std::mem::take(&mut simulation.scenario.mishaps);
    mishaps.sort_by_key(|(at, _)| *at);
    let mut mishaps = mishaps.into_iter().peekable();
    loop {
        let stop = CancellationToken::new();
        let ended = {
            let mut running = pin!(services.run(&stop));
            loop {
                let next = mishaps.peek().map_or(window.to, |(at, _)| (start + *at).min(window.to));
                if let Err(error) = simulation.run_until(running.as_mut(), next, &mut on_day).await
                {
                    break Some(error);
                }
                let Some((_, mishap)) = mishaps.next() else { break None };
                simulation.note(mishap);
                mishap.apply(&simulation.time, &services.context.store, &faults).await?;
                if mishap.restarts() {
                    stop.cancel();
                    running.as_mut().await?;
                    break Some(Error::Closed);
                }
            }
        };
        match ended {
            None => break,
            Some(error @ (Error::Crashed | Error::Closed)) => {
                if error == Error::Crashed {
                    simulation.crashes.push(simulation.truth.now());
                }
                simulation.count(&services);
                services.context.store.close().await;
                // A supervisor starts the process again after a moment.
                drop(services);
                tokio::time::sleep(Duration::from_secs(5)).await;
                (services, faults) = simulation.start_process(folder).await?;
            }
            Some(error) => return Err(error).context("the simulated server stopped"),
        }
    }
    simulation.count(&services);
    if let Some(path) = &simulation.scenario.trace {
        let file = std::fs::File::create(path)
            .with_context(|| format!("cannot write {}", path.display()))?;
        simulation.write_trace(&mut std::io::BufWriter::new(file))?;
    }
    let report = simulation.report(&services.context.store, user).await?;
    services.context.store.close().await;
    Ok(report)
}

impl Simulation {
    /// Starts the process: opens the store as it was left, and creates the services.
    async fn start_process(&self, folder: &Path) -> Result<(Arc<Services>, Arc<Faults>)> {
        let faults = Arc::new(Faults::new());
        let mut options =
            Options::inline(StoreLocation::File(folder.join("tidings.sqlite")), self.time.now());
        options.faults = Some(Arc::clone(&faults));
        let store = Store::open(options).await?;
        let web: Arc<SimulatedWeb> = Arc::clone(&self.web);
        let context = ServiceContext::new(store, web, Arc::clone(&self.time), self.limits.clone());
        let Scenario { budget, delay, .. } = self.scenario;
        let settings =
            ServiceSettings { spending: Spending { budget, delay }, ..ServiceSettings::default() };
        Ok((Arc::new(Services::new(context, settings)), faults))
    }

    fn note(&mut self, mishap: Mishap) {
        let now = self.truth.now();
        match mishap {
            Mishap::DiskFull => self.full.push(Window { from: now, to: self.window.to }),
            Mishap::DiskFreed => self.full.iter_mut().for_each(|full| full.to = full.to.min(now)),
            Mishap::Budget { per_day } => {
                self.scenario.budget = Some(PerDay(f64::from(per_day)));
                self.note_budget();
            }
            Mishap::Crash { .. }
            | Mishap::ClockJumps { .. }
            | Mishap::Restart
            | Mishap::Sleep { .. } => {}
        }
    }

    fn note_budget(&mut self) {
        let usual = || usual_budget(self.scenario.n_sources.into());
        let budget = self.scenario.budget.unwrap_or_else(usual);
        self.budgets.push((self.truth.now(), budget.0));
    }

    /// Returns the budget at an instant; `None` if a delay is the target.
    fn budget_at(&self, at: Timestamp) -> Option<f64> {
        let held = self.budgets.iter().rev().find(|(from, _)| *from <= at);
        let held = held.or(self.budgets.first()).filter(|_| self.scenario.delay.is_none());
        held.map(|(_, budget)| *budget)
    }

    fn count(&mut self, services: &Services) {
        let counted = services.pulse.counted();
        self.n_fetches += counted.changed + counted.unchanged + counted.failed;
    }

    /// Creates one user, subscribed to everything.
    async fn add_user(&self, services: &Services) -> Result<UserId> {
        let store = &services.context.store;
        let user = store
            .users()
            .add("ada".to_owned(), String::new(), Role::Operator, self.time.now())
            .await?;
        let subscriptions: Vec<OpmlSubscription> = self
            .web
            .sources()
            .iter()
            .map(|source| OpmlSubscription {
                url: source.url.to_string(),
                title: String::new(),
                site: None,
                folder: Vec::new(),
            })
            .collect();
        services.importing.subscribe_to_all(user, &subscriptions).await?;
        Ok(user)
    }

    /// Runs the server until the true time is reached, or until it crashes.
    async fn run_until(
        &self,
        mut running: Pin<&mut impl Future<Output = Result<(), Error>>>,
        until: Timestamp,
        on_day: &mut impl FnMut(u64),
    ) -> Result<(), Error> {
        loop {
            let now = self.truth.now();
            if now >= until {
                return Ok(());
            }
            on_day(
                u64::try_from(now.duration_since(self.window.from).as_hours() / 24).unwrap_or(0),
            );
            let wait = Duration::try_from(until.duration_since(now))
                .unwrap_or_default()
                .min(Duration::from_secs(86_400));
            tokio::select! {
                biased;
                ended = running.as_mut() => return ended,
                () = tokio::time::sleep(wait) => {}
            }
        }
    }
}
