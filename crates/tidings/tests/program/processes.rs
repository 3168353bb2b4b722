//! Three processes on one store, in simulated time: one budget, one price, one delivery for each message, and no source
//! fetched twice.

use std::{collections::HashMap, sync::Arc, time::Duration};
use tidings::{
    clock::Time,
    context::Context,
    jobs::JobName,
    pricing::Spending,
    services::{ServiceSettings, Services},
};
use tidings_fetch::{
    SimulatedWeb, Web,
    simulated::{Weather, World, breaches},
};
use tidings_model::{Clock, Role, SourceId, limits::Limits, units::PerDay};
use tidings_parse::opml::OpmlSubscription;
use tidings_store::{JobState, Options, Store, StoreLocation};
use tokio_util::sync::CancellationToken;

const SOURCES: usize = 24;
/// Fetches a day that are granted.
const PER_DAY: f64 = 240.0;

/// Three processes that share a store, a web and a clock.
struct Processes {
    web: Arc<SimulatedWeb>,
    time: Arc<Time>,
    limits: Limits,
    all: Vec<Arc<Services>>,
}

impl Processes {
    async fn new(time: Time, limits: Limits, stores: [Store; 3]) -> Self {
        let (time, start) = (Arc::new(time), monday());
        let clock: Arc<dyn Clock> = Arc::<Time>::clone(&time);
        let web = Arc::new(SimulatedWeb::new(clock, 3));
        World::generate(SOURCES, 3, start, 2, Weather::Fair).inhabit(&web);
        let process = |store: Store| {
            let asked: Arc<dyn Web> = Arc::<SimulatedWeb>::clone(&web);
            let context = Context::new(store, asked, Arc::clone(&time), limits.clone());
            let spending = Spending { budget: Some(PerDay(PER_DAY)), delay: None };
            let settings = ServiceSettings { spending, ..ServiceSettings::default() };
            Arc::new(Services::new(context, settings))
        };
        let all: Vec<_> = stores.into_iter().map(process).collect();
        let users = all[0].context.store.users();
        let user = users.add("ada".to_owned(), String::new(), Role::User, start).await.unwrap();
        let subscriptions: Vec<_> =
            web.sources().iter().map(|source| subscription(&source.url)).collect();
        all[0].importing.subscribe_to_all(user, &subscriptions).await.unwrap();
        Self { web, time, limits, all }
    }

    /// Runs all of them for so long, in tokio's time.
    async fn live(&self, span: Duration) {
        let stop = CancellationToken::new();
        let running: Vec<_> = self
            .all
            .iter()
            .map(|process| {
                let (process, stop) = (Arc::clone(process), stop.clone());
                tokio::spawn(async move { process.run(&stop).await })
            })
            .collect();
        tokio::time::sleep(span).await;
        stop.cancel();
        for one in running {
            one.await.unwrap().unwrap();
        }
    }

    fn n_fetched(&self) -> u64 {
        let of = |process: &Arc<Services>| {
            let counted = process.pulse.counted();
            counted.changed + counted.unchanged + counted.failed
        };
        self.all.iter().map(of).sum()
    }

    async fn job(&self, name: JobName) -> JobState {
        let jobs = self.all[0].context.store.jobs();
        jobs.state(name.name().to_owned()).await.unwrap().expect("it ran")
    }

    /// What holds however long they lived.
    async fn check(&self) {
        let mut last: HashMap<url::Url, jiff::Timestamp> = HashMap::new();
        for asked in self.web.log().iter().filter(|asked| asked.url.path().contains("feed")) {
            if let Some(before) = last.insert(asked.url.clone(), asked.at) {
                let gap = asked.at.duration_since(before);
                assert!(gap >= jiff::SignedDuration::from_mins(4), "{} after {gap:?}", asked.url);
            }
        }
        let store = &self.all[0].context.store;
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
        let prices = self.all.iter().map(|process| process.pricing.means().budget);
        assert!(prices.into_iter().all(|budget| budget == PerDay(PER_DAY)));
        for state in store.jobs().all().await.unwrap() {
            assert_eq!((state.n_failures, state.error.as_deref()), (0, None), "{}", state.name);
            assert!(state.lease_until <= self.time.now(), "{} was given back", state.name);
        }
        for source in store.sources().after(SourceId(0), 1_000).await.unwrap() {
            assert!(source.health.last_success.is_some(), "{} was fetched", source.url);
        }
    }
}

fn monday() -> jiff::Timestamp {
    "2026-01-05T00:00:00Z".parse().unwrap()
}

fn subscription(url: &url::Url) -> OpmlSubscription {
    OpmlSubscription { url: url.to_string(), title: String::new(), site: None, folder: Vec::new() }
}

#[tokio::test(start_paused = true)]
async fn three_processes_on_one_store_keep_to_one_budget_and_one_price() {
    let folder = tempfile::tempdir().unwrap();
    let place = StoreLocation::File(folder.path().join("tidings.sqlite"));
    let store = Store::open(Options::inline(place, monday())).await.unwrap();
    let limits = Limits { subscriptions_per_user: usize::MAX, ..Limits::default() };
    let time = Time::simulated(monday(), 3);
    let three = Processes::new(time, limits, [0; 3].map(|_| store.clone())).await;
    three.live(Duration::from_secs(2 * 86_400)).await;
    three.check().await;
    assert_eq!(breaches(&three.web.log(), &three.limits), [], "every host is asked politely");
    let (fetched, granted) = (three.n_fetched() as f64, 2.0 * PER_DAY);
    assert!((0.6 * granted..=1.2 * granted).contains(&fetched), "{fetched} of {granted}");
    let n_working = three.all.iter().filter(|one| one.pulse.counted().changed > 0).count();
    assert!(n_working >= 2, "the work is shared");
    for (name, runs) in [(JobName::Price, 288), (JobName::Retention, 48), (JobName::Weights, 2)] {
        let state = three.job(name).await;
        assert!((runs - 2..=runs + 2).contains(&state.n_runs), "{}: {}", state.name, state.n_runs);
    }
    store.close().await;
}

/// On PostgreSQL each process has connections of its own, and time runs fast instead of being simulated.
#[tokio::test(flavor = "multi_thread")]
async fn three_processes_on_one_postgresql_fetch_no_source_twice() {
    let Ok(server) = std::env::var("TIDINGS_TEST_POSTGRES") else { return };
    let schema = format!("three_{}", std::process::id());
    let database = Database::new(&server, &schema);
    let (time, speed) = (Time::fast(monday(), SPEED), SPEED);
    let limits = Limits { subscriptions_per_user: usize::MAX, ..Limits::default() };
    // Leases must outlast real work, however fast the clock runs.
    let limits = Limits { total_deadline: limits.total_deadline * speed, ..limits };
    let mut stores = Vec::new();
    for _ in 0..3 {
        let place = StoreLocation::Postgres(format!("{server}?options=-csearch_path%3D{schema}"));
        stores.push(Store::open(Options::new(place, monday())).await.unwrap());
    }
    let stores: [Store; 3] = stores.try_into().expect("three");
    let three = Processes::new(time, limits, stores).await;
    three.live(Duration::from_secs(6)).await;
    three.check().await;
    let firsts = three.web.log().len();
    assert!(firsts as f64 <= 2.0 * PER_DAY, "{firsts} requests in an hour");
    let price = three.job(JobName::Price).await;
    assert!(price.n_runs >= 1 && price.n_runs <= 12, "{}", price.n_runs);
    for process in &three.all {
        process.context.store.close().await;
    }
    drop(database);
}

/// How many times faster than real time.
const SPEED: u32 = 600;

/// A schema of a PostgreSQL server, dropped at the end.
struct Database {
    server: String,
    schema: String,
}

impl Database {
    fn new(server: &str, schema: &str) -> Self {
        let database = Self { server: server.to_owned(), schema: schema.to_owned() };
        database.run(&format!("create schema {schema}"));
        database
    }

    fn run(&self, sql: &str) {
        let (server, sql) = (self.server.clone(), sql.to_owned());
        let run = move || {
            postgres::Client::connect(&server, postgres::NoTls)
                .unwrap()
                .batch_execute(&sql)
                .unwrap();
        };
        std::thread::spawn(run).join().unwrap();
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.run(&format!("drop schema {} cascade", self.schema));
    }
}
