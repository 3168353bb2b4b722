//! Days are counted when they are over, also those that ended while the server was not running.

use super::*;
use crate::{
    clock::Time,
    services::Services,
    testing::{FEED, Home},
};
use tidings_fetch::{ClientSettings, HttpWeb};
use tidings_model::{Failure, FailureKind, Role, SourceKind, freshness::Policy, user::Visit};
use tidings_store::{FetchRecord, FetchedContent, Options, ParsedDocument, Store, StoreLocation};

fn at(hour: i64) -> Timestamp {
    "2026-11-12T00:00:00Z".parse::<Timestamp>().unwrap() + SignedDuration::from_hours(hour)
}

/// Returns a fetch that found what was posted an hour before.
fn look(source: SourceId, now: Timestamp) -> FetchRecord {
    FetchRecord {
        posted: vec![now - SignedDuration::from_hours(1)],
        next_at: now + DAY,
        ..FetchRecord::new(source, FetchedContent::Document(ParsedDocument::default()), now)
    }
}

#[tokio::test(start_paused = true)]
async fn days_that_ended_while_the_server_was_stopped_are_counted_later() {
    let time = Arc::new(Time::simulated(at(0), 7));
    let store = Store::open(Options::new(StoreLocation::Memory, at(0))).await.unwrap();
    let web = HttpWeb::new(ClientSettings::default(), Arc::<Time>::clone(&time)).unwrap();
    let services = Services::in_test(&store, Arc::new(web), &time);
    let url = "https://example.org/feed".parse().unwrap();
    let source = store.sources().add(SourceKind::Feed, url, at(0)).await.unwrap().id();
    let user =
        store.users().add("ada".to_owned(), "x".to_owned(), Role::User, at(0)).await.unwrap();
    store.subscriptions().subscribe(user, source, None, at(0)).await.unwrap();
    // Fetches on the first day and the third, none on the second.
    for hour in [6, 18, 54, 60] {
        store.fetches().store(look(source, at(hour))).await.unwrap();
    }
    let visit = at(6) - SignedDuration::from_mins(30);
    store.users().add_visit(Visit { user, at: visit }).await.unwrap();

    time.jump(55 * 3_600_000);
    services.freshness.count_days().await.unwrap();
    let days = store.freshness().watched_days(at(0)).await.unwrap();
    let told = |days: &[WatchedDay]| {
        days.iter().map(|day| (day.day, day.counted_until, day.n_requests)).collect::<Vec<_>>()
    };
    assert_eq!(told(&days), [(at(0), at(24), 2), (at(48), at(55), 1)]);
    let ours = days[0].of(Policy::Ours).unwrap();
    assert_eq!((ours.delays.n(), ours.delays.mean().0, ours.n_misses), (2, 60.0, 1));

    time.jump(6 * 3_600_000);
    services.freshness.count_days().await.unwrap();
    let later = store.freshness().watched_days(at(0)).await.unwrap();
    assert_eq!(told(&later), [(at(0), at(24), 2), (at(48), at(61), 2)]);
    assert_eq!(later[0], days[0], "a finished day does not change");
}

#[tokio::test(start_paused = true)]
async fn the_budget_of_a_day_is_its_average_over_the_hours() {
    let home = Home::new().await;
    home.follow(home.ada, FEED).await;
    let day = start_of_day(home.now());
    let hour = |n: i64| day + SignedDuration::from_hours(n);
    let granted = async |until| home.services.freshness.granted(day, until).await.unwrap();
    let usual = home.services.pricing.means().budget;
    assert_eq!(granted(hour(24)).await, usual, "nothing was recorded: the current budget");
    for (n, budget) in [(-1, 900.0), (3, 100.0), (4, 300.0), (23, 800.0), (24, 5_000.0)] {
        let paid =
            tidings_store::PricePaid { at: hour(n), price: 1.0, granted: PerDay(budget), made: 0 };
        home.store().freshness().note_price(paid).await.unwrap();
    }
    assert_eq!(granted(hour(24)).await, PerDay(400.0));
    assert_eq!(granted(hour(23)).await, PerDay(200.0), "as far as the day is over");
}

#[tokio::test(start_paused = true)]
async fn counting_a_day_again_changes_nothing_and_failures_are_counted_as_failures() {
    let home = Home::new().await;
    let source = home.follow(home.ada, FEED).await;
    home.pass(60);
    home.web.fails(FEED, Failure::new(FailureKind::NotFound, "gone for a while"));
    home.look(source).await;
    home.pass(60);
    let days = async || {
        home.services.freshness.count_days().await.unwrap();
        home.store().freshness().watched_days(at(0)).await.unwrap()
    };
    let (first, second) = (days().await, days().await);
    assert_eq!(first, second);
    assert_eq!((first.len(), first[0].n_requests, first[0].n_failed), (1, 2, 1));
    assert_eq!((first[0].n_fruitful, first[0].n_sources), (1, 1));
    assert!(first[0].wire_bytes > 0);
    // A week later the day is no longer counted, and what was stored stays.
    home.pass(8 * 24 * 60);
    assert_eq!(days().await, first);
}

#[tokio::test(start_paused = true)]
async fn a_delay_counts_only_for_readers_who_visited_and_are_subscribed() {
    let home = Home::new().await;
    let source = home.follow(home.ada, FEED).await;
    let (posted, seen) =
        (home.now() + SignedDuration::from_mins(10), home.now() + SignedDuration::from_mins(70));
    home.pass(70);
    home.store().fetches().store(look(source, seen)).await.unwrap();
    // Both visited between the posting and the fetch; bob is not subscribed to the source.
    for user in [home.ada, home.bob] {
        let visit = Visit { user, at: posted + SignedDuration::from_mins(5) };
        home.store().users().add_visit(visit).await.unwrap();
    }
    home.pass(1);
    home.services.freshness.count_days().await.unwrap();
    let days = home.store().freshness().watched_days(at(0)).await.unwrap();
    assert_eq!(days[0].of(Policy::Ours).unwrap().n_misses, 1);
}
