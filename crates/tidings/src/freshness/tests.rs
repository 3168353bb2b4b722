//! Days are counted when they are over, also those that ended while nobody counted.

use super::*;
use crate::{clock::Time, services::Services};
use tidings_fetch::{ClientSettings, HttpWeb};
use tidings_model::{Role, SourceKind, freshness::Policy, user::Visit};
use tidings_store::{FetchRecord, FetchedContent, Options, ParsedDocument, Store, StoreLocation};

fn at(hour: i64) -> Timestamp {
    "2026-11-12T00:00:00Z".parse::<Timestamp>().unwrap() + SignedDuration::from_hours(hour)
}

/// A look that brought what was posted an hour before.
fn look(source: SourceId, now: Timestamp) -> FetchRecord {
    FetchRecord {
        posted: vec![now - SignedDuration::from_hours(1)],
        next_at: now + DAY,
        ..FetchRecord::new(source, FetchedContent::Document(ParsedDocument::default()), now)
    }
}

#[tokio::test(start_paused = true)]
async fn days_that_ended_while_nobody_counted_are_counted_afterwards() {
    let time = Arc::new(Time::simulated(at(0), 7));
    let store = Store::open(Options::new(StoreLocation::Memory, at(0))).await.unwrap();
    let web = HttpWeb::new(ClientSettings::default(), Arc::<Time>::clone(&time)).unwrap();
    let services = Services::in_test(&store, Arc::new(web), &time);
    let url = "https://example.org/feed".parse().unwrap();
    let source = store.sources().add(SourceKind::Feed, url, at(0)).await.unwrap().id();
    let user =
        store.users().add("ada".to_owned(), "x".to_owned(), Role::User, at(0)).await.unwrap();
    store.subscriptions().subscribe(user, source, None, at(0)).await.unwrap();
    // Looks on the first day and the third, none on the second.
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
    assert_eq!(later[0], days[0], "what is over stays");
}
