//! Subscriptions at hubs: requested, confirmed, renewed and ended; and what hubs send.

use crate::support::*;
use jiff::Timestamp;
use tidings_model::{
    Reason, SourceId,
    push::{HubRecord, Offer, PushMethod},
};
use tidings_store::{
    Confirmation, Options, ParsedDocument, PushMode, PushOverlap, PushRecord, PushState,
    Recognizable, Store, StoreLocation,
};

const TOPIC: &str = "https://example.org/feed";

fn offer(hub: &str) -> Offer {
    Offer { way: PushMethod::Hub, hub: hub.parse().unwrap(), topic: TOPIC.parse().unwrap() }
}

async fn wish(store: &Store, source: SourceId, token: &str, now: Timestamp) {
    let base = "https://news.example/".to_owned();
    let offer = offer("https://hub.example/");
    store.push().wish(source, offer, token.to_owned(), base, now).await.unwrap();
}

fn granted(mode: PushMode, now: i64) -> Confirmation {
    Confirmation {
        way: PushMethod::Hub,
        mode,
        topic: TOPIC.to_owned(),
        lease_until: at(now + 600),
        renew_at: at(now + 480),
        asked_since: at(now - 60),
    }
}

async fn confirm(store: &Store, token: &str, granted: Confirmation, now: i64) -> bool {
    store.push().confirm(token.to_owned(), granted, at(now)).await.unwrap()
}

/// Creates a subscription that its hub has confirmed at minute 1.
async fn active(store: &Store, source: SourceId) -> tidings_model::PushId {
    wish(store, source, "token", at(0)).await;
    let due = store.push().take_due(9, at(0), at(5)).await.unwrap();
    let id = due[0].subscription.id;
    store.push().asking(id, PushMode::Subscribe, "first".to_owned(), at(0)).await.unwrap();
    assert!(confirm(store, "token", granted(PushMode::Subscribe, 1), 1).await);
    id
}

#[test]
fn a_hub_can_only_confirm_what_was_requested() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        wish(&store, source, "token", at(0)).await;
        assert_eq!(store.push().next().await.unwrap(), Some(at(0)));
        let asked = granted(PushMode::Subscribe, 1);
        assert!(!confirm(&store, "token", asked.clone(), 1).await, "nothing was requested yet");
        let due = store.push().take_due(9, at(0), at(5)).await.unwrap();
        assert_eq!(due[0].token, "token");
        assert_eq!(store.push().take_due(9, at(0), at(5)).await.unwrap(), [], "already claimed");
        let id = due[0].subscription.id;
        store.push().asking(id, PushMode::Subscribe, "first".to_owned(), at(0)).await.unwrap();
        let again = store.push().take_due(9, at(10), at(35)).await.unwrap();
        assert!(!again[0].is_unconfirmed, "requested just before the program stopped");
        let again = store.push().take_due(9, at(35), at(0)).await.unwrap();
        assert!(again[0].is_unconfirmed);
        let other = |topic: &str| Confirmation { topic: topic.to_owned(), ..asked.clone() };
        let unsubscribe = granted(PushMode::Unsubscribe, 1);
        let late = Confirmation { asked_since: at(1), ..asked.clone() };
        assert!(!confirm(&store, "other", asked.clone(), 1).await);
        let by_cloud = Confirmation { way: PushMethod::Cloud, ..asked.clone() };
        for wrong in [by_cloud, other("https://example.org/"), other(""), unsubscribe, late] {
            assert!(!confirm(&store, "token", wrong.clone(), 1).await, "{wrong:?}");
        }
        assert_eq!(store.push().of_source(source).await.unwrap().unwrap().state, PushState::Asking);
        assert!(confirm(&store, "token", asked.clone(), 1).await);
        assert!(confirm(&store, "token", asked, 2).await, "it may have missed our response");
        let push = store.push().of_source(source).await.unwrap().unwrap();
        assert_eq!((push.state, push.standing.since), (PushState::Active, Some(at(1))));
        assert_eq!(push.standing.lease_until, Some(at(601)));
        // The hub's response to the request arrives after its confirmation: the plan stays.
        store.push().asked(id, at(61)).await.unwrap();
        assert_eq!(store.push().next().await.unwrap(), Some(at(481)));
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn secrets_rotate_without_a_gap() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        let id = active(&store, source).await;
        let secrets = async |now: i64| {
            store.push().key("token".to_owned(), at(now)).await.unwrap().unwrap().secrets
        };
        assert_eq!(secrets(1).await, ["first"]);
        store.push().asking(id, PushMode::Subscribe, "second".to_owned(), at(480)).await.unwrap();
        assert_eq!(secrets(480).await, ["first", "second"]);
        // The hub never confirmed; the next request must not lose the key in use.
        store.push().asking(id, PushMode::Subscribe, "third".to_owned(), at(540)).await.unwrap();
        assert_eq!(secrets(540).await, ["first", "third"]);
        assert!(confirm(&store, "token", granted(PushMode::Subscribe, 541), 541).await);
        assert_eq!(secrets(542).await, ["third", "first"], "messages in transit are still valid");
        assert_eq!(secrets(602).await, ["third"]);
        let since = store.push().of_source(source).await.unwrap().unwrap().standing.since;
        assert_eq!(since, Some(at(1)), "renewed before it expired");
        let due = format!("{:?}", store.push().key("token".to_owned(), at(602)).await.unwrap());
        assert!(!due.contains("third"), "{due}");
        assert_eq!(store.push().key("nothing".to_owned(), at(1)).await.unwrap(), None);
    });
}

#[test]
fn unwanted_subscriptions_end_once_the_hub_confirms() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let id = active(&store, source).await;
        let base = || "https://news.example/".to_owned();
        assert_eq!(store.push().end_unwanted(base(), at(2)).await.unwrap(), 0);
        store.subscriptions().unsubscribe(user, source).await.unwrap();
        assert_eq!(store.push().end_unwanted(base(), at(2)).await.unwrap(), 1);
        assert_eq!(store.push().of_source(source).await.unwrap(), None);
        let due = store.push().take_due(9, at(2), at(5)).await.unwrap();
        assert_eq!((due[0].subscription.id, due[0].subscription.source), (id, None));
        assert!(!confirm(&store, "token", granted(PushMode::Unsubscribe, 3), 3).await);
        store.push().asking(id, PushMode::Unsubscribe, String::new(), at(2)).await.unwrap();
        assert!(!confirm(&store, "token", granted(PushMode::Subscribe, 3), 3).await);
        assert!(confirm(&store, "token", granted(PushMode::Unsubscribe, 3), 3).await);
        let key = store.push().key("token".to_owned(), at(3)).await.unwrap().unwrap();
        assert_eq!((key.source, key.secrets.len()), (None, 0));
        store.push().forget(id).await.unwrap();
        assert_eq!(store.push().next().await.unwrap(), None);
        // Our address has changed: no hub can reach the old one.
        store.subscriptions().subscribe(user, source, None, at(4)).await.unwrap();
        active(&store, source).await;
        let other = "https://elsewhere.example/".to_owned();
        assert_eq!(store.push().end_unwanted(other, at(5)).await.unwrap(), 1);
        assert_eq!(store.push().next().await.unwrap(), None);
    });
}

#[test]
fn a_hub_that_refuses_is_left_alone() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        active(&store, source).await;
        let deny = async |topic: &str| {
            let why = "full".to_owned();
            store.push().deny("token".to_owned(), topic.to_owned(), why, at(9000)).await.unwrap()
        };
        assert!(!deny("https://example.org/").await);
        assert!(deny(TOPIC).await);
        let push = store.push().of_source(source).await.unwrap().unwrap();
        assert_eq!((push.state, push.fault.as_deref()), (PushState::Refused, Some("full")));
        assert_eq!(push.standing.lease_until, None);
        assert_eq!(store.push().next().await.unwrap(), Some(at(9000)));
    });
}

fn pushed(source: SourceId, numbers: &[usize], now: i64) -> PushRecord {
    let articles = numbers.iter().map(|n| tidy(*n)).collect();
    let document = ParsedDocument { articles, ..ParsedDocument::default() };
    let (received_at, finished_at) = (at(now), at(now));
    PushRecord { source, received_at, finished_at, wire_bytes: 9, document, posted: Vec::new() }
}

/// Fetches a source that shows these articles, and returns how many of the pushed ones are among them.
async fn look(store: &Store, source: SourceId, numbers: &[usize], now: i64) -> PushOverlap {
    let items = numbers.iter().map(|n| Recognizable::from(&tidy(*n))).collect();
    let told = std::sync::Arc::new(std::sync::Mutex::new(PushOverlap::default()));
    let into = told.clone();
    let change = move |standing: HubRecord, shown| {
        *into.lock().unwrap() = shown;
        HubRecord { n_proofs: standing.n_proofs + 1, ..standing }
    };
    store.push().compare(source, items, at(now), change).await.unwrap().unwrap();
    *told.lock().unwrap()
}

#[test]
fn what_a_hub_sends_is_stored_once_and_compared_with_what_the_source_shows() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        store_articles(&store, source, vec![tidy(1)], at(0)).await;
        active(&store, source).await;
        let before = store.sources().get(source).await.unwrap().unwrap();
        assert_eq!(store.push().store(pushed(source, &[2, 3], 10)).await.unwrap().n_new, 2);
        assert_eq!(store.push().store(pushed(source, &[2, 3], 11)).await.unwrap().n_new, 0);
        assert_eq!(store.readings().unread_ids(user, 9).await.unwrap().len(), 3);
        assert_eq!(
            store.sources().get(source).await.unwrap().unwrap(),
            before,
            "nothing else changes"
        );
        let log = store.fetches().list(source, 9).await.unwrap();
        assert_eq!((log.len(), log[0].reason.as_str()), (3, "pushed"));
        let spent = store.fetches().came(at(-1), at(99)).await.unwrap();
        assert_eq!(spent.n_requests, 1, "what a hub sends is not a fetch");
        assert_eq!(
            store.fetches().host_spend(at(-1), 9).await.unwrap().hosts[0].came.n_requests,
            1
        );
        assert_eq!(store.fetches().made((at(-1), 0), at(99), 9).await.unwrap().len(), 1);
        assert_eq!(store.push().pushed_since_look(source).await.unwrap().len(), 2);
        let seen = |n_shown, n_unshown, n_awaited| PushOverlap { n_shown, n_unshown, n_awaited };
        assert_eq!(
            look(&store, source, &[1], 10).await,
            seen(0, 0, 0),
            "the fetch began before the message"
        );
        assert_eq!(look(&store, source, &[1, 2], 12).await, seen(1, 0, 1));
        assert_eq!(store.push().pushed_since_look(source).await.unwrap().len(), 0, "counted once");
        assert_eq!(look(&store, source, &[1, 2], 13).await, seen(0, 0, 1));
        assert_eq!(
            look(&store, source, &[1, 2], 14).await,
            seen(0, 1, 0),
            "the source does not show it"
        );
        assert_eq!(look(&store, source, &[1, 2], 15).await, seen(0, 0, 0), "reported once");
        store.push().store(pushed(source, &[4], 20)).await.unwrap();
        assert_eq!(look(&store, source, &[1, 2], 500).await, seen(0, 0, 0), "too long ago");
        assert_eq!(store.push().of_source(source).await.unwrap().unwrap().standing.n_proofs, 6);
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn a_call_makes_a_source_due_earlier_but_never_later() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        store_articles(&store, source, vec![tidy(1)], at(0)).await;
        assert!(store.sources().call(source, at(7), Reason::Announced).await.unwrap());
        assert!(!store.sources().call(source, at(8), Reason::Announced).await.unwrap());
        let found = store.sources().get(source).await.unwrap().unwrap();
        assert_eq!((found.next_at, found.next_reason.as_str()), (at(7), "announced"));
        let (host, url) = (found.host, TOPIC.to_owned());
        assert_eq!(
            store.sources().at_addresses(host.clone(), vec![url.clone()], 9).await.unwrap(),
            [source]
        );
        assert_eq!(
            store.sources().at_addresses(host, vec![format!("{url}/")], 9).await.unwrap(),
            []
        );
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn merging_ends_the_subscription_of_the_removed_source() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        store_articles(&store, source, vec![tidy(1)], at(0)).await;
        active(&store, source).await;
        store.push().store(pushed(source, &[2], 10)).await.unwrap();
        let other = add_source(&store, "https://example.org/other").await;
        store.subscriptions().subscribe(user, other, None, noon()).await.unwrap();
        merge(&store, source, other, at(20)).await;
        let due = store.push().take_due(9, at(20), at(30)).await.unwrap();
        assert_eq!(due[0].subscription.source, None, "the hub is told to stop");
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn backups_contain_no_hub_secrets() {
    on_both(|ground| async move {
        let (store, _, source) = with_reader(&ground).await;
        store_articles(&store, source, vec![tidy(1)], at(0)).await;
        active(&store, source).await;
        store.push().store(pushed(source, &[2], 10)).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("backup");
        store.maintenance().backup(file.clone(), at(20)).await.unwrap();
        let place = StoreLocation::File(folder.path().join("restored.db"));
        let (restored, _) = Store::restore(Options::new(place, at(21)), file).await.unwrap();
        assert_eq!(
            restored.push().of_source(source).await.unwrap(),
            None,
            "it will be requested again"
        );
        assert_eq!(restored.maintenance().check().await.unwrap(), [""; 0]);
    });
}
