//! The price in the store: loaded, replaced if damaged, adjusted once.

use super::*;
use crate::{
    clock::Time,
    services::{ServiceSettings, Services},
    testing::Home,
};
use tidings_fetch::{ClientSettings, HttpWeb};
use tidings_model::{
    Clock, Reason, Role, SourceId, SourceKind, dates::later, limits::Limits, source::Source,
};
use tidings_store::{Options, Store, StoreLocation, SubscriberOptions, Wish};

fn now() -> Timestamp {
    "2026-11-16T08:00:00Z".parse().unwrap()
}

fn services(store: &Store, time: &Arc<Time>) -> Services {
    let web = HttpWeb::new(ClientSettings::default(), Arc::<Time>::clone(time)).unwrap();
    let context = Context::new(store.clone(), Arc::new(web), Arc::clone(time), Limits::default());
    Services::new(context, ServiceSettings::default())
}

async fn store_with_sources(n: usize) -> Store {
    let store = Store::open(Options::new(StoreLocation::Memory, now())).await.unwrap();
    let user = store.users().add("ada".to_owned(), String::new(), Role::User, now()).await.unwrap();
    let wish = |number: usize| Wish {
        kind: SourceKind::Feed,
        url: format!("https://s{number}.example/feed").parse().unwrap(),
        folder: None,
        title: None,
        first: (now(), "new".to_owned()),
    };
    store.subscriptions().subscribe_all(user, (0..n).map(wish).collect(), now()).await.unwrap();
    store
}

#[tokio::test(start_paused = true)]
async fn a_damaged_price_is_replaced_by_a_new_one() {
    let time = Arc::new(Time::simulated(now(), 7));
    let store = store_with_sources(3).await;
    let damaged = Belief { subject: 0, as_of: now(), body: b"junk".to_vec() };
    store.learning().set_belief(PRICE, damaged).await.unwrap();
    let services = services(&store, &time);
    services.pricing.refresh(now()).await.unwrap();
    let found = services.pricing.priced().expect("a new price").controller;
    let kept = store.learning().belief(PRICE, 0).await.unwrap().unwrap();
    assert_eq!(Controller::from_bytes(&kept.body), Some(found));
}

#[tokio::test(start_paused = true)]
async fn one_of_two_processes_adjusts_the_price_and_both_use_it() {
    let time = Arc::new(Time::simulated(now(), 7));
    let store = store_with_sources(3).await;
    let (one, other) = (services(&store, &time), services(&store, &time));
    for process in [&one, &other] {
        process.pricing.refresh(time.now()).await.unwrap();
    }
    time.jump(i64::try_from(STEP.as_millis()).unwrap());
    for process in [&one, &other] {
        process.pricing.adjust(Elapsed::WhileAwake).await.unwrap();
    }
    let of = |process: &Services| process.pricing.priced().unwrap();
    assert_eq!(of(&one).as_of, time.now());
    assert_eq!(of(&one).as_of, of(&other).as_of);
    assert_eq!(of(&one).controller, of(&other).controller);
    assert_eq!(store.freshness().prices(now()).await.unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn time_asleep_does_not_count_for_the_budget() {
    let time = Arc::new(Time::simulated(now(), 7));
    let store = store_with_sources(3).await;
    let services = services(&store, &time);
    services.pricing.refresh(now()).await.unwrap();
    let after = |minutes: i64| Timestamp::from_second(now().as_second() + 60 * minutes).unwrap();
    let awake = async |minutes| services.pricing.awake_since(now(), after(minutes)).await.unwrap();
    assert_eq!(awake(10).await, Minutes(10.0));
    assert_eq!(awake(14).await, Minutes(14.0));
    assert_eq!(awake(480).await, Minutes(0.0), "not a single fetch in eight hours");
}

/// Returns a home with `n` sources that were fetched a moment ago, each at its own host.
async fn fetched(n: usize, spending: Spending) -> Home {
    let home =
        Home::with(Limits::default(), ServiceSettings { spending, ..ServiceSettings::default() });
    let home = home.await;
    for n in 0..n {
        let url = format!("https://h{n}.example/feed");
        home.web.says(&url, &["one"]);
        home.follow(home.ada, &url).await;
    }
    home.services.pricing.refresh(home.now()).await.unwrap();
    home
}

fn a_day(n: f64) -> Spending {
    Spending { budget: Some(PerDay(n)), delay: None }
}

async fn sources(home: &Home) -> Vec<Source> {
    home.store().sources().after(SourceId(0), 999).await.unwrap()
}

/// Makes all sources due now, with a reason from their plans.
async fn all_due(home: &Home) {
    let reason = Reason::Share { every: Minutes(120.0) }.code();
    for source in sources(home).await {
        home.store().sources().reschedule(source.id, home.now(), reason.clone()).await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn fetches_beyond_the_budget_are_postponed_except_those_a_person_requested() {
    let home = fetched(20, a_day(24.0)).await;
    home.pass(10);
    all_due(&home).await;
    let asked = sources(&home).await[19].id;
    home.store().sources().reschedule(asked, home.now(), Reason::ByHand.code()).await.unwrap();
    let now = home.now();
    home.services.pricing.adjust(Elapsed::WhileAwake).await.unwrap();
    let (late, due): (Vec<_>, Vec<_>) =
        sources(&home).await.into_iter().partition(|source| source.next_at > now);
    assert!(late.len() >= 10 && due.iter().any(|source| source.id == asked), "{}", late.len());
    let until = later(now, STEP);
    for source in &late {
        let reason = Reason::of_code(&source.next_reason);
        assert_eq!(reason, Some(Reason::PutOff { budget: PerDay(24.0) }));
        assert!((until..later(until, STEP)).contains(&source.next_at), "{}", source.next_at);
    }
    let instants: std::collections::HashSet<_> = late.iter().map(|source| source.next_at).collect();
    assert_eq!(instants.len(), late.len(), "one after the other");
    assert_eq!(home.services.pricing.n_put_off().await.unwrap(), late.len() as u64);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_postponed_if_the_budget_suffices_or_a_delay_is_the_target() {
    let delay = Spending { budget: None, delay: Some(Minutes(30.0)) };
    for spending in [a_day(100_000.0), delay] {
        let home = fetched(20, spending).await;
        home.pass(10);
        all_due(&home).await;
        let now = home.now();
        home.services.pricing.adjust(Elapsed::WhileAwake).await.unwrap();
        assert!(sources(&home).await.iter().all(|source| source.next_at <= now), "{spending:?}");
        assert_eq!(home.services.pricing.n_put_off().await.unwrap(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn after_a_sleep_many_overdue_sources_are_spread_over_time_and_a_few_are_not() {
    for (n, is_spread) in [(33, true), (32, false)] {
        let home = fetched(n, Spending::default()).await;
        all_due(&home).await;
        home.pass(300);
        let now = home.now();
        home.services.pricing.spread_overdue(now).await.unwrap();
        let plans: Vec<_> = sources(&home).await.iter().map(|source| source.next_at).collect();
        if is_spread {
            let within = now..later(now, Duration::from_secs(30 * 60));
            assert!(plans.iter().all(|at| within.contains(at)), "{plans:?}");
            let distinct: std::collections::HashSet<_> = plans.iter().collect();
            assert_eq!(distinct.len(), n);
        } else {
            assert!(plans.iter().all(|at| *at < now));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn plans_that_a_wrong_clock_put_far_ahead_are_brought_back_and_others_stay() {
    let home = fetched(3, Spending::default()).await;
    let all = sources(&home).await;
    let far = later(home.now(), Duration::from_secs(400 * 86_400));
    home.store().sources().reschedule(all[0].id, far, all[0].next_reason.clone()).await.unwrap();
    home.services.pricing.check_plans().await.unwrap();
    let after = sources(&home).await;
    assert!(after[0].next_at <= home.now(), "{}", after[0].next_at);
    assert_eq!(after[1..], all[1..]);
    home.services.pricing.check_plans().await.unwrap();
    assert_eq!(sources(&home).await, after, "once is enough");
}

#[tokio::test(start_paused = true)]
async fn subscribers_options_limit_when_a_source_is_fetched_next() {
    let home = fetched(1, Spending::default()).await;
    let source = sources(&home).await[0].id;
    let next = async |min_minutes, max_minutes| {
        let options =
            SubscriberOptions { min_minutes, max_minutes, ..SubscriberOptions::default() };
        home.store().subscriptions().set_options(home.ada, source, options).await.unwrap();
        home.pass(24 * 60);
        home.look(source).await;
        let planned = sources(&home).await[0].next_at;
        planned.duration_since(home.now()).as_secs_f64() / 60.0
    };
    assert!(next(Some(600), None).await >= 600.0);
    assert!(next(None, Some(7)).await <= 7.0);
    let polite = next(None, Some(1)).await;
    assert!(polite >= 5.0, "no option overrides politeness: {polite}");
}

#[tokio::test(start_paused = true)]
async fn when_the_budget_grows_a_lot_sources_are_planned_again() {
    let home = fetched(12, a_day(12.0)).await;
    let before = sources(&home).await;
    let settings = ServiceSettings { spending: a_day(12_000.0), ..ServiceSettings::default() };
    let richer = Services::new(home.services.context.clone(), settings);
    home.pass(11);
    richer.pricing.refresh(home.now()).await.unwrap();
    let poor = richer.pricing.priced().unwrap().controller.price;
    richer.pricing.adjust(Elapsed::WhileAwake).await.unwrap();
    let rich = richer.pricing.priced().unwrap().controller.price;
    assert!(rich < poor / 2.0, "{poor}, then {rich}");
    for (before, after) in before.iter().zip(sources(&home).await) {
        assert!(after.next_at < before.next_at, "{} {}", before.next_at, after.next_at);
    }
}

#[tokio::test(start_paused = true)]
async fn a_command_counts_all_the_time_since_its_last_run_and_a_server_only_the_time_awake() {
    let price = async |elapsed| {
        let home = fetched(10, a_day(1_200.0)).await;
        home.pass(48 * 60);
        home.services.pricing.adjust(elapsed).await.unwrap();
        home.services.pricing.priced().unwrap().controller
    };
    let (while_awake, all_time) = (price(Elapsed::WhileAwake).await, price(Elapsed::All).await);
    assert!(
        all_time.price < while_awake.price,
        "unspent days make fetches cheaper: {all_time:?} {while_awake:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn without_sources_there_is_no_price_and_nothing_fails() {
    let home = fetched(0, Spending::default()).await;
    home.services.pricing.adjust(Elapsed::WhileAwake).await.unwrap();
    assert!(home.services.pricing.priced().is_none());
    assert_eq!(home.store().learning().belief(PRICE, 0).await.unwrap(), None);
    assert_eq!(home.services.pricing.means().n_sources, 0);
    assert!(!Spending::default().is_said() && a_day(1.0).is_said());
}
