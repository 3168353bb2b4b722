//! A hub, a cloud and strangers on loopback, and Tidings with a public address.

mod forging;
mod town;

use crate::jobs;
use jiff::SignedDuration;
use std::sync::Arc;
use tidings_model::{Reason, push::PushMethod};
use tidings_store::PushState;
use town::{Hub, Town};

const DAY: i64 = 24 * 60;

#[tokio::test]
async fn a_hub_verifies_a_subscription_and_its_articles_arrive_immediately() {
    let town = Town::new().await;
    let source = town.follow().await;
    assert_eq!(town.push(source).await.unwrap().state, PushState::Asking);
    assert_eq!(town.services().push.ask_hubs().await.unwrap(), 1);
    let asked = town.hub.asked()[0].clone();
    assert_eq!(asked["hub.mode"], "subscribe");
    assert_eq!(asked["hub.topic"], town.hub.url("/feed"));
    assert_eq!(asked["hub.lease_seconds"], "864000");
    assert_eq!(asked["hub.secret"].len(), 64, "32 bytes");
    let token = asked["hub.callback"].strip_prefix(&town.url("/push/")).unwrap();
    assert_eq!(token.len(), 43, "256 bits");
    let echo = town.hub.echoes()[0].clone();
    assert_eq!((echo.status, echo.body.as_str()), (200, "<b>challenge</b> 1"));
    assert_eq!(echo.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(echo.header("x-content-type-options"), "nosniff");
    let push = town.push(source).await.unwrap();
    assert_eq!((push.state, push.offer.way), (PushState::Active, PushMethod::Hub));

    let before = town.source(source).await;
    assert_eq!(town.bring(&["news", "old"]).await, 202);
    assert_eq!(town.titles().await, ["news", "old"]);
    let after = town.source(source).await;
    assert_eq!(after.validators, before.validators);
    assert_eq!(after.health, before.health);
    assert_eq!(
        Reason::of_code(&after.next_reason),
        Some(Reason::Verifying),
        "the hub has proved nothing yet"
    );
    assert!(after.next_at < before.next_at);
    let log = town.services().context.store.fetches().list(source, 9).await.unwrap();
    assert_eq!(Reason::of_code(&log[0].reason), Some(Reason::Pushed));
    assert_eq!(town.bring(&["news", "old"]).await, 202);
    assert_eq!(town.titles().await, ["news", "old"], "the same message again stores nothing");
}

#[tokio::test]
async fn a_trusted_hub_saves_fetches_until_it_misses_an_article() {
    let town = Town::new().await;
    let source = town.active().await;
    town.pass(10);
    town.bring(&["one"]).await;
    town.hub.show(&["one", "old"]);
    town.pass(1);
    town.look(source).await;
    let slow = town.source(source).await;
    let reason = Reason::of_code(&slow.next_reason).unwrap();
    assert!(matches!(reason, Reason::Announces { .. }), "{reason:?}");
    assert!(slow.next_at.duration_since(town.now()) >= SignedDuration::from_hours(7));
    // The source shows an article that nobody announced.
    town.pass(8 * 60);
    town.hub.show(&["two", "one", "old"]);
    town.look(source).await;
    let usual = town.source(source).await;
    assert!(usual.next_at.duration_since(town.now()) <= SignedDuration::from_hours(3));
    assert!(!matches!(Reason::of_code(&usual.next_reason), Some(Reason::Announces { .. })));
    town.pass(2 * DAY);
    let n_asked = town.hub.asked().len();
    town.look(source).await;
    assert_eq!(town.push(source).await.unwrap().standing.n_doubts, 1);
    town.services().push.ask_hubs().await.unwrap();
    assert_eq!(town.hub.asked().len(), n_asked + 1, "it is asked to subscribe again");
    // Now it has to prove itself three times.
    for (n, titles) in [["3", "2"], ["4", "3"], ["5", "4"]].iter().enumerate() {
        let is_slow = town.source(source).await.next_reason.starts_with("announces");
        assert!(!is_slow, "after {n} proofs");
        town.pass(30);
        town.bring(titles).await;
        town.hub.show(titles);
        town.pass(1);
        town.look(source).await;
    }
    assert!(town.source(source).await.next_reason.starts_with("announces"));
}

#[tokio::test]
async fn a_hub_that_sends_what_the_source_does_not_show_is_not_trusted() {
    let town = Town::new().await;
    let source = town.active().await;
    town.pass(10);
    town.bring(&["invented"]).await;
    for n in 0..3 {
        assert!(!town.push(source).await.unwrap().standing.is_hint, "{n}");
        town.pass(15);
        town.look(source).await;
        let looks_again = town.source(source).await.next_reason == Reason::Verifying.code();
        assert_eq!(looks_again, n < 2, "{n}");
    }
    assert!(town.push(source).await.unwrap().standing.is_hint);
    town.pass(30);
    let before = town.titles().await;
    assert_eq!(town.bring(&["invented too"]).await, 202);
    assert_eq!(town.titles().await, before, "its articles are not stored");
    assert_eq!(town.source(source).await.next_reason, Reason::Announced.code());
}

#[tokio::test]
async fn an_article_pushed_and_fetched_at_the_same_time_is_stored_once() {
    let town = Town::new().await;
    let source = town.active().await;
    for round in 0..5 {
        let titles: Vec<String> = (0..20).map(|n| format!("{round} {n}")).collect();
        let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
        town.hub.show(&titles);
        let (sent, ..) = tokio::join!(
            town.bring(&titles),
            town.look(source),
            town.bring(&titles),
            town.look(source),
            town.bring(&titles),
        );
        assert_eq!(sent, 202);
    }
    let store = &town.services().context.store;
    assert_eq!(store.sources().count_articles_of(source).await.unwrap(), 101);
    assert_eq!(store.readings().unread_ids(town.house.user, 200).await.unwrap().len(), 101);
    assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn a_hub_cannot_change_known_articles() {
    let town = Town::new().await;
    let source = town.active().await;
    town.pass(10);
    let forged = town.hub.feed(&["old"]).replace("About old", "Buy this");
    assert_eq!(town.bring_body(&forged).await, 202);
    let told = town.text_of("old").await;
    assert!(told.contains("About old"), "{told}");
    assert_eq!(
        town.source(source).await.next_reason,
        Reason::Announced.code(),
        "the edit may be real"
    );
}

#[tokio::test]
async fn leases_are_renewed_in_time_with_a_new_secret() {
    let town = Town::new().await;
    let source = town.active().await;
    town.pass(7 * DAY);
    assert_eq!(town.services().push.ask_hubs().await.unwrap(), 0, "too early");
    town.pass(3 * DAY / 2);
    assert_eq!(town.services().push.ask_hubs().await.unwrap(), 1);
    let asked = town.hub.asked();
    assert_eq!(asked.len(), 2);
    assert_eq!(asked[0]["hub.callback"], asked[1]["hub.callback"]);
    assert_ne!(asked[0]["hub.secret"], asked[1]["hub.secret"]);
    let push = town.push(source).await.unwrap();
    let until = push.standing.lease_until.unwrap();
    assert!(until.duration_since(town.now()) > SignedDuration::from_hours(9 * 24));
    assert_eq!(town.bring(&["after"]).await, 202);
    assert_eq!(town.titles().await, ["after", "old"], "signed with the new secret");
}

#[tokio::test]
async fn a_very_short_lease_is_not_renewed_constantly() {
    let town = Town::new().await;
    town.hub.grant(10);
    town.active().await;
    for minutes in [1, 30, 28] {
        town.pass(minutes);
        assert_eq!(town.services().push.ask_hubs().await.unwrap(), 0);
    }
    town.pass(2);
    assert_eq!(town.services().push.ask_hubs().await.unwrap(), 1);
}

#[tokio::test]
async fn hubs_that_fail_or_never_verify_are_asked_less_and_less_often() {
    let town = Town::new().await;
    town.hub.fail(500);
    let source = town.follow().await;
    let mut asked_at = Vec::new();
    for minute in 0..(8 * 60) {
        town.services().push.ask_hubs().await.unwrap();
        if town.hub.asked().len() > asked_at.len() {
            asked_at.push(minute);
        }
        town.pass(1);
    }
    assert_eq!(asked_at.len(), 4, "{asked_at:?}");
    let push = town.push(source).await.unwrap();
    assert_eq!((push.failures, push.state), (4, PushState::Asking));
    assert!(push.fault.unwrap().contains("500"));

    let town = Town::new().await;
    town.hub.forget_to_ask();
    let source = town.follow().await;
    town.services().push.ask_hubs().await.unwrap();
    town.pass(61);
    town.services().push.ask_hubs().await.unwrap();
    assert_eq!(town.push(source).await.unwrap().failures, 1);
    assert_eq!(town.hub.asked().len(), 1, "the next request comes later");
    let plan = town.source(source).await;
    assert!(!plan.next_reason.starts_with("announces"), "fetched as usual");
}

#[tokio::test]
async fn a_hub_may_refuse() {
    let town = Town::new().await;
    let source = town.active().await;
    let topic = town.hub.url("/feed");
    let asked = town.hub.asked()[0]["hub.callback"].clone();
    let deny = |topic: &str| {
        format!("{asked}?hub.mode=denied&hub.topic={topic}&hub.reason=no%0Aroom&hub.challenge=x")
    };
    assert_eq!(town::ask("GET", &deny("http://other.example/"), &[], b"").await.status, 404);
    let answer = town::ask("GET", &deny(&topic), &[], b"").await;
    assert_eq!((answer.status, answer.body.as_str()), (200, ""));
    let push = town.push(source).await.unwrap();
    assert_eq!(push.state, PushState::Refused);
    assert_eq!(push.fault.as_deref(), Some("The hub refused. no room"));
    town.pass(6 * DAY);
    assert_eq!(town.services().push.ask_hubs().await.unwrap(), 0);
}

#[tokio::test]
async fn a_source_without_subscribers_is_unsubscribed_from_its_hub() {
    let town = Town::new().await;
    let source = town.active().await;
    let services = town.services();
    services.context.store.subscriptions().unsubscribe(town.house.user, source).await.unwrap();
    let base = town.public_url.clone().unwrap().to_string();
    assert_eq!(services.context.store.push().end_unwanted(base, town.now()).await.unwrap(), 1);
    assert_eq!(town.bring(&["late"]).await, 410);
    services.push.ask_hubs().await.unwrap();
    let asked = town.hub.asked();
    assert_eq!(asked[1]["hub.mode"], "unsubscribe");
    assert_eq!(asked[1]["hub.callback"], asked[0]["hub.callback"]);
    assert_eq!(town.hub.echoes()[1].body, "<b>challenge</b> 2");
    town.pass(2 * 60);
    services.push.ask_hubs().await.unwrap();
    assert_eq!(town.hub.asked().len(), 2);
    assert_eq!(services.context.store.push().next().await.unwrap(), None, "forgotten");
}

#[tokio::test]
async fn a_source_may_change_its_hub_but_not_every_hour() {
    let town = Town::new().await;
    let source = town.active().await;
    let other = Hub::start().await;
    town.hub.name_hub(&other.url("/hub"));
    town.hub.show(&["new", "old"]);
    town.pass(60);
    town.look(source).await;
    assert_eq!(town.push(source).await.unwrap().offer.hub.as_str(), town.hub.url("/hub"));
    town.pass(DAY);
    town.look(source).await;
    assert_eq!(town.push(source).await.unwrap().offer.hub.as_str(), other.url("/hub"));
    town.services().push.ask_hubs().await.unwrap();
    assert_eq!(town.hub.asked()[1]["hub.mode"], "unsubscribe");
    assert_eq!(other.asked()[0]["hub.mode"], "subscribe");
    town.hub.name_hub("");
    town.hub.show(&["newer", "old"]);
    town.pass(2 * DAY);
    town.look(source).await;
    assert_eq!(town.push(source).await, None, "it no longer names a hub");
}

#[tokio::test]
async fn one_sources_bad_hub_delays_nobody_elses() {
    let town = Town::new().await;
    let other = Hub::start().await;
    other.name_hub("http://127.0.0.1:9/hub");
    let services = town.services();
    let bad = services
        .subscribing
        .follow(town.house.user, &other.url("/feed"), None)
        .await
        .unwrap()
        .source;
    let good = town.follow().await;
    services.push.ask_hubs().await.unwrap();
    assert_eq!(town.push(bad).await.unwrap().failures, 1);
    assert_eq!(town.push(good).await.unwrap().state, PushState::Active, "at the same host");
}

#[tokio::test]
async fn hubs_at_forbidden_addresses_are_never_contacted() {
    let town = Town::new().await;
    town.hub.name_hub("http://169.254.169.254/hub");
    let source = town.follow().await;
    town.services().push.ask_hubs().await.unwrap();
    let push = town.push(source).await.unwrap();
    assert_eq!(push.failures, 1);
    assert!(push.fault.unwrap().contains("169.254.169.254"));
}

#[tokio::test]
async fn without_a_public_address_no_hub_is_asked_and_the_callback_does_not_exist() {
    let mut town = Town::new().await;
    let private = town.without_address().await;
    town.follow().await;
    assert_eq!(town.services().push.ask_hubs().await.unwrap(), 0);
    assert_eq!(town.hub.asked().len(), 0);
    let query = "?hub.mode=subscribe&hub.topic=a&hub.challenge=b";
    for (method, path) in [("GET", "/push/x"), ("POST", "/push/x"), ("POST", "/RPC2")] {
        let url = format!("{private}{path}{}", if method == "GET" { query } else { "" });
        assert_eq!(town::ask(method, &url, &[], b"").await.status, 404, "{method} {path}");
    }
}

#[tokio::test]
async fn a_notification_without_articles_makes_the_source_due_as_soon_as_politeness_allows() {
    let town = Town::new().await;
    let source = town.active().await;
    let last = town.source(source).await.health.last_fetch.unwrap();
    town.pass(2);
    assert_eq!(town.bring_body("").await, 202);
    let called = town.source(source).await;
    assert_eq!(called.next_reason, Reason::Announced.code());
    assert_eq!(called.next_at.duration_since(last), SignedDuration::from_mins(5));
    town.pass(4);
    town.hub.show(&["word", "old"]);
    town.look(source).await;
    let proved = town.source(source).await;
    assert!(proved.next_reason.starts_with("announces"), "{}", proved.next_reason);
}

fn call(url: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><methodCall><methodName>weblogUpdates.ping</methodName><params>\
         <param><value>A site</value></param><param><value>{url}</value></param></params></methodCall>"
    )
}

#[tokio::test]
async fn a_stranger_may_ping_a_site_and_learns_nothing() {
    let town = Town::new().await;
    let source = town.follow().await;
    town.pass(20);
    let ping = async |url: &str| {
        let url = call(url);
        let answer = town::ask("POST", &town.url("/RPC2"), &[], url.as_bytes()).await;
        town.services().push.hear_all().await.unwrap();
        (answer.status, answer.body)
    };
    let unknown = ping("http://127.0.0.1/nothing").await;
    assert!(unknown.1.contains("<name>flerror</name><value><boolean>0</boolean>"), "{unknown:?}");
    assert_ne!(town.source(source).await.next_reason, Reason::Announced.code());
    let known = ping(&town.hub.url("/feed/")).await;
    assert_eq!(known, unknown, "the same response");
    let called = town.source(source).await;
    assert_eq!(called.next_reason, Reason::Announced.code());
    assert!(called.next_at <= town.now(), "immediately");
    // There was nothing new, so the next ping is accepted only after an hour.
    town.look(source).await;
    town.pass(45);
    ping(&town.hub.url("/feed")).await;
    town.look(source).await;
    town.pass(45);
    let before = town.source(source).await;
    ping(&town.hub.url("/feed")).await;
    assert_eq!(town.source(source).await, before);
    let bad = town::ask("POST", &town.url("/RPC2"), &[], b"<methodCall/>").await;
    assert!(bad.body.contains("<boolean>1</boolean>"), "{}", bad.body);
    let mut statuses = Vec::new();
    for _ in 0..20 {
        statuses.push(ping("http://a.example/").await.0);
    }
    assert_eq!(statuses.last(), Some(&429));
}

#[tokio::test]
async fn a_cloud_is_asked_every_day_and_gives_hints() {
    let town = Town::new().await;
    town.hub.be_a_cloud();
    let source = town.follow().await;
    town.services().push.ask_hubs().await.unwrap();
    let asked = town.hub.asked()[0].clone();
    let own = town.public_url.clone().unwrap();
    assert_eq!(asked["domain"], "127.0.0.1");
    assert_eq!(asked["port"], own.port().unwrap().to_string());
    assert_eq!(asked["protocol"], "http-post");
    assert_eq!(asked["url1"], town.hub.url("/feed"));
    assert!(asked["path"].starts_with("/push/") && asked["path"].len() == 49);
    assert_eq!(town.hub.echoes()[0].body, "<b>challenge</b> 1");
    let push = town.push(source).await.unwrap();
    assert_eq!((push.state, push.offer.way), (PushState::Active, PushMethod::Cloud));
    town.pass(20);
    let body = format!("url={}", town.hub.url("/feed"));
    assert_eq!(
        town::ask("POST", &town.url(&asked["path"]), &[], body.as_bytes()).await.status,
        202
    );
    town.services().push.hear_all().await.unwrap();
    assert_eq!(town.source(source).await.next_reason, Reason::Announced.code());
    town.hub.show(&["new", "old"]);
    town.look(source).await;
    assert!(!town.source(source).await.next_reason.starts_with("announces"), "only a hint");
    town.pass(DAY);
    assert_eq!(town.services().push.ask_hubs().await.unwrap(), 1);
    assert_eq!(town.hub.asked()[1]["path"], asked["path"]);
}

#[tokio::test]
async fn the_job_and_the_listener_do_everything() {
    let town = Town::new().await;
    let source = town.follow().await;
    let stop = tokio_util::sync::CancellationToken::new();
    let task = tokio::spawn(Arc::clone(&town.services().push).listen(stop.clone()));
    let job = jobs::Job::of(jobs::JobName::PushSubscriptions);
    assert!(job.is_wanted(town.services()));
    jobs::run_once(town.services(), job).await.unwrap();
    while town.push(source).await.unwrap().state != PushState::Active {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(town.post(&town.hub.feed(&["now", "old"])).await, 202);
    while town.titles().await != ["now", "old"] {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    stop.cancel();
    task.await.unwrap();
}
