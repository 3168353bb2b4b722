//! The price in the store: read, found again, moved once.

use super::*;
use crate::{
    clock::Time,
    services::{ServiceSettings, Services},
};
use tidings_fetch::{ClientSettings, HttpWeb};
use tidings_model::{Clock, Role, SourceKind, limits::Limits};
use tidings_store::{Options, Store, StoreLocation, Wish};

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
async fn a_price_that_cannot_be_read_is_found_again() {
    let time = Arc::new(Time::simulated(now(), 7));
    let store = store_with_sources(3).await;
    let damaged = Belief { subject: 0, as_of: now(), body: b"junk".to_vec() };
    store.learning().set_belief(PRICE, damaged).await.unwrap();
    let services = services(&store, &time);
    services.pricing.refresh(now()).await.unwrap();
    let found = services.pricing.priced().expect("a price is found").controller;
    let kept = store.learning().belief(PRICE, 0).await.unwrap().unwrap();
    assert_eq!(Controller::from_bytes(&kept.body), Some(found));
}

#[tokio::test(start_paused = true)]
async fn of_two_processes_one_moves_the_price_and_both_have_it() {
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
async fn time_in_which_nobody_was_awake_is_not_granted() {
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
