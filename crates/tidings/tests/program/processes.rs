//! Three processes on one store, in simulated time: one budget, one price, one delivery for each message, and no source
//! fetched twice.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};
use tidings::{
    clock::Time,
    context::Context,
    jobs::JobName,
    pricing::Spending,
    services::{ServiceSettings, Services},
};
use tidings_fetch::{
    BoxFuture, Post, PostAnswer, Request, SimulatedWeb, Web,
    simulated::{FaultMode, World, breaches},
};
use tidings_model::{
    Clock, Failure, Role, SourceId, UserId, limits::Limits, rule::RuleScope, units::PerDay,
};
use tidings_parse::opml::OpmlSubscription;
use tidings_store::{
    ArticleList, Cursor, JobState, NewWebhook, Options, Store, StoreLocation, WebhookEvent,
};
use tokio_util::sync::CancellationToken;

const SOURCES: usize = 24;
/// Requests per day in the budget.
const PER_DAY: f64 = 240.0;

/// The simulated web, with a receiver of webhooks that counts how often it gets each message.
#[derive(Debug)]
struct WithReceiver {
    web: Arc<SimulatedWeb>,
    n_received: Arc<Mutex<HashMap<String, u32>>>,
}

impl Web for WithReceiver {
    fn get(&self, request: Request) -> BoxFuture<'_, tidings_fetch::Result> {
        self.web.get(request)
    }

    fn post(&self, post: Post) -> BoxFuture<'_, Result<PostAnswer, Failure>> {
        Box::pin(async move {
            // Long enough for another process to check whether the message still waits.
            tokio::time::sleep(Duration::from_millis(20)).await;
            let key = post.headers.iter().find(|(name, _)| *name == "idempotency-key");
            let key = key.expect("every message has a key").1.clone();
            *self.n_received.lock().unwrap().entry(key).or_default() += 1;
            Ok(PostAnswer { status: 200, text: String::new(), retry_after: None })
        })
    }

    fn check(&self, url: &url::Url) -> Result<(), Failure> {
        self.web.check(url)
    }
}

/// Three processes that share a store, a web and a clock.
struct Processes {
    web: Arc<SimulatedWeb>,
    n_received: Arc<Mutex<HashMap<String, u32>>>,
    user: UserId,
    time: Arc<Time>,
    limits: Limits,
    all: Vec<Arc<Services>>,
}

impl Processes {
    async fn new(time: Time, limits: Limits, stores: [Store; 3]) -> Self {
        let (time, start) = (Arc::new(time), monday());
        let clock: Arc<dyn Clock> = Arc::<Time>::clone(&time);
        let web = Arc::new(SimulatedWeb::new(clock, 3));
        World::generate(SOURCES, 3, start, 2, FaultMode::Fair).inhabit(&web);
        let n_received = Arc::<Mutex<HashMap<String, u32>>>::default();
        let process = |store: Store| {
            let web = Arc::clone(&web);
            let asked: Arc<dyn Web> =
                Arc::new(WithReceiver { web, n_received: Arc::clone(&n_received) });
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
        Self { web, n_received, user, time, limits, all }
    }

    /// Runs all of them for this long, in tokio's time.
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

    async fn add_webhook(&self, event: WebhookEvent) {
        let (url, secret) = ("https://receiver.example/".to_owned(), "a secret".to_owned());
        let webhook = NewWebhook { name: "mine".to_owned(), url, secret, event };
        let outputs = self.all[0].context.store.outputs();
        outputs.add_webhook(self.user, webhook, 1, self.time.now()).await.unwrap();
    }

    async fn close(&self) {
        for process in &self.all {
            process.context.store.close().await;
        }
    }

    /// Checks what must be true however long they ran.
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
        let received = self.n_received.lock().unwrap().clone();
        assert!(received.values().all(|n| *n == 1), "one delivery for each message: {received:?}");
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
async fn three_processes_on_one_store_share_one_budget_and_one_price() {
    let folder = tempfile::tempdir().unwrap();
    let place = StoreLocation::File(folder.path().join("tidings.sqlite"));
    let store = Store::open(Options::inline(place, monday())).await.unwrap();
    let limits = Limits { subscriptions_per_user: usize::MAX, ..Limits::default() };
    let time = Time::simulated(monday(), 3);
    let three = Processes::new(time, limits, [0; 3].map(|_| store.clone())).await;
    three.add_webhook(WebhookEvent::Article(RuleScope::All)).await;
    three.live(Duration::from_secs(2 * 86_400)).await;
    three.check().await;
    assert!(!three.n_received.lock().unwrap().is_empty(), "webhooks were sent");
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

/// On PostgreSQL each process has its own connections, and time runs fast instead of being simulated.
#[tokio::test(flavor = "multi_thread")]
async fn three_processes_on_one_postgresql_fetch_no_source_twice() {
    let Some(database) = Database::new("three") else { return };
    let limits = Limits { subscriptions_per_user: usize::MAX, ..Limits::default() };
    // Leases must outlast real work however fast the clock runs.
    let limits = Limits { total_deadline: limits.total_deadline * SPEED, ..limits };
    let time = Time::fast(monday(), SPEED);
    let three = Processes::new(time, limits, database.stores().await).await;
    three.live(Duration::from_secs(6)).await;
    three.check().await;
    let firsts = three.web.log().len();
    assert!(firsts as f64 <= 2.0 * PER_DAY, "{firsts} requests in an hour");
    let price = three.job(JobName::Price).await;
    assert!(price.n_runs >= 1 && price.n_runs <= 12, "{}", price.n_runs);
    three.close().await;
}

/// A hundred messages, and twelve tasks that deliver them at the same time.
#[tokio::test(flavor = "multi_thread")]
async fn three_processes_on_one_postgresql_deliver_each_message_once() {
    let Some(database) = Database::new("deliver") else { return };
    let (time, limits) = (Time::fast(monday(), 1), Limits::default());
    let three = Processes::new(time, limits, database.stores().await).await;
    three.add_webhook(WebhookEvent::Starred).await;
    let store = &three.all[0].context.store;
    for source in &three.web.sources()[..10] {
        three.all[0].subscribing.follow(three.user, source.url.as_str(), None).await.unwrap();
    }
    let page = store.articles().list(three.user, ArticleList::All, Cursor::START, 100).await;
    let articles = page.unwrap().articles;
    let n_articles = articles.len();
    assert!(n_articles >= 60, "{n_articles}");
    for article in articles {
        store.readings().star(three.user, article.id, Some(three.time.now())).await.unwrap();
    }
    let delivering: Vec<_> = (0..12)
        .map(|n| {
            let process = Arc::clone(&three.all[n % 3]);
            tokio::spawn(async move { process.webhooks.deliver_due().await.unwrap() })
        })
        .collect();
    let mut by_task = Vec::new();
    for one in delivering {
        by_task.push(one.await.unwrap());
    }
    assert!(by_task.iter().filter(|n| **n > 0).count() > 1, "several share the work: {by_task:?}");
    while three.all[0].webhooks.deliver_due().await.unwrap() > 0 {}
    let received = three.n_received.lock().unwrap().clone();
    assert_eq!(received.len(), n_articles);
    assert!(received.values().all(|n| *n == 1), "one delivery for each message: {received:?}");
    three.close().await;
}

/// How many times faster than real time the clock runs.
const SPEED: u32 = 600;

/// A schema of a PostgreSQL server, dropped at the end.
struct Database {
    server: String,
    schema: String,
}

impl Database {
    /// Returns `None` if there is no server to test on.
    fn new(name: &str) -> Option<Self> {
        let server = std::env::var("TIDINGS_TEST_POSTGRES").ok()?;
        let schema = format!("{name}_{}", std::process::id());
        let database = Self { server, schema };
        database.run(&format!("create schema {}", database.schema));
        Some(database)
    }

    /// Opens a store for each process, with its own connections.
    async fn stores(&self) -> [Store; 3] {
        let url = format!("{}?options=-csearch_path%3D{}", self.server, self.schema);
        let mut stores = Vec::new();
        for _ in 0..3 {
            let options = Options::new(StoreLocation::Postgres(url.clone()), monday());
            stores.push(Store::open(options).await.unwrap());
        }
        stores.try_into().expect("three")
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
