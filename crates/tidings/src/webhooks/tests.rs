//! Webhooks sent to a receiver on loopback.

use super::*;
use crate::{
    rules::tests::{House, feed},
    testing::{FEED, Home},
};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::sync::Mutex;
use tidings_model::rule::{Action, RuleScope, Test};
use tidings_store::{NewWebhook, WebhookEvent};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// A server that responds as told, and records what was posted to it.
pub(crate) struct Receiver {
    address: std::net::SocketAddr,
    said: Arc<Mutex<(u16, String)>>,
    posted: Arc<Mutex<Vec<Posted>>>,
}

#[derive(Debug, Clone)]
struct Posted {
    head: String,
    body: String,
}

impl Posted {
    fn header(&self, name: &str) -> String {
        let line =
            self.head.lines().find(|line| line.to_lowercase().starts_with(&format!("{name}:")));
        line.and_then(|line| line.split_once(':')).unwrap().1.trim().to_owned()
    }
}

impl Receiver {
    pub(crate) async fn start(body: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let receiver = Self {
            address: listener.local_addr().unwrap(),
            said: Arc::new(Mutex::new((200, body.to_owned()))),
            posted: Arc::default(),
        };
        let (said, posted) = (Arc::clone(&receiver.said), Arc::clone(&receiver.posted));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, Arc::clone(&said), Arc::clone(&posted)));
            }
        });
        receiver
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn say(&self, body: &str) {
        *self.said.lock().unwrap() = (200, body.to_owned());
    }

    fn fail(&self, status: u16) {
        *self.said.lock().unwrap() = (status, "no".to_owned());
    }

    fn posted(&self) -> Vec<Posted> {
        std::mem::take(&mut self.posted.lock().unwrap())
    }
}

async fn answer(
    mut stream: TcpStream,
    said: Arc<Mutex<(u16, String)>>,
    posted: Arc<Mutex<Vec<Posted>>>,
) {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let n = stream.read(&mut buffer).await.unwrap_or(0);
        bytes.extend(&buffer[..n]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            if n == 0 {
                return;
            }
            continue;
        };
        let length = head.lines().find_map(|line| {
            line.to_lowercase().strip_prefix("content-length:")?.trim().parse().ok()
        });
        if body.len() < length.unwrap_or(0) && n > 0 {
            continue;
        }
        if head.starts_with("POST") {
            posted.lock().unwrap().push(Posted { head: head.to_owned(), body: body.to_owned() });
        }
        let (status, said) = said.lock().unwrap().clone();
        let head = format!(
            "HTTP/1.1 {status} X\r\ncontent-type: text/xml\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
            said.len()
        );
        let _ = stream.write_all(format!("{head}{said}").as_bytes()).await;
        return;
    }
}

async fn webhook(house: &House, receiver: &Receiver, event: WebhookEvent) -> WebhookId {
    let new = NewWebhook {
        name: "mine".to_owned(),
        url: receiver.url("/hook"),
        secret: "a secret".to_owned(),
        event,
    };
    let now = house.services.context.now();
    house.services.context.store.outputs().add_webhook(house.user, new, 9, now).await.unwrap()
}

fn is_genuine(posted: &Posted) -> bool {
    let mut mac = Hmac::<Sha256>::new_from_slice(b"a secret").unwrap();
    mac.update(format!("{}.{}", posted.header("x-tidings-timestamp"), posted.body).as_bytes());
    let made: String =
        mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    posted.header("x-tidings-signature") == format!("sha256={made}")
}

/// Subscribes to a feed with one article, and adds a second one after the webhooks are created.
async fn with_news(house: &House, feeds: &Receiver) {
    let followed =
        house.services.subscribing.follow(house.user, &feeds.url("/feed"), None).await.unwrap();
    feeds.say(&feed(&["news &lt;input&gt; here", "old"]));
    house.fetch_again(followed.source).await;
}

#[tokio::test]
async fn news_arrive_signed() {
    let house = House::new().await;
    let (feeds, receiver) =
        (Receiver::start(&feed(&["old"])).await, Receiver::start("thanks").await);
    webhook(&house, &receiver, WebhookEvent::Article(RuleScope::All)).await;
    let by_rule = webhook(&house, &receiver, WebhookEvent::Rule).await;
    house.rule(Test::Words, "news", Action::Webhook(by_rule)).await;
    with_news(&house, &feeds).await;
    assert_eq!(house.services.webhooks.deliver_due().await.unwrap(), 2);
    assert_eq!(house.services.webhooks.deliver_due().await.unwrap(), 0, "once is enough");
    let mut posted = receiver.posted();
    posted.sort_by_key(|posted| posted.header("x-tidings-event"));
    let events: Vec<_> = posted.iter().map(|posted| posted.header("x-tidings-event")).collect();
    assert_eq!(events, ["article.new", "rule.matched"]);
    for posted in &posted {
        assert!(is_genuine(posted), "{posted:?}");
        assert!(!posted.body.contains('<'), "{posted:?}");
        let body: serde_json::Value = serde_json::from_str(&posted.body).unwrap();
        assert_eq!(body["article"]["title"], "news <input> here");
        assert_eq!(body["id"].as_str(), Some(posted.header("idempotency-key").as_str()));
    }
    let webhooks = house.services.context.store.outputs().webhooks(house.user).await.unwrap();
    assert!(webhooks.iter().all(|webhook| webhook.last_said.as_deref() == Some("200 thanks")));
}

#[tokio::test]
async fn a_failed_message_is_tried_again_with_the_same_key_after_growing_pauses() {
    let house = House::new().await;
    let (feeds, receiver) = (Receiver::start(&feed(&["old"])).await, Receiver::start("").await);
    let id = webhook(&house, &receiver, WebhookEvent::Article(RuleScope::All)).await;
    with_news(&house, &feeds).await;
    receiver.fail(500);
    let minutes = |n: i64| house.services.context.time.jump(n * 60_000);
    assert_eq!(house.services.webhooks.deliver_due().await.unwrap(), 1);
    assert_eq!(house.services.webhooks.deliver_due().await.unwrap(), 0, "it waits");
    minutes(2);
    assert_eq!(house.services.webhooks.deliver_due().await.unwrap(), 1);
    minutes(1);
    assert_eq!(
        house.services.webhooks.deliver_due().await.unwrap(),
        0,
        "as long as it has been failing"
    );
    minutes(2);
    receiver.say("");
    assert_eq!(house.services.webhooks.deliver_due().await.unwrap(), 1);
    let keys: Vec<_> =
        receiver.posted().iter().map(|posted| posted.header("idempotency-key")).collect();
    assert_eq!(keys.len(), 3);
    assert!(keys.iter().all(|key| *key == keys[0]), "{keys:?}");
    let webhook =
        house.services.context.store.outputs().webhook(house.user, id).await.unwrap().unwrap();
    assert_eq!((webhook.failing_since, webhook.n_waiting), (None, 0));
}

#[tokio::test]
async fn a_webhook_that_fails_for_days_or_is_gone_is_switched_off() {
    for (status, hours) in [(410, 0), (503, 73)] {
        let house = House::new().await;
        let (feeds, receiver) = (Receiver::start(&feed(&["old"])).await, Receiver::start("").await);
        let id = webhook(&house, &receiver, WebhookEvent::Article(RuleScope::All)).await;
        with_news(&house, &feeds).await;
        receiver.fail(status);
        house.services.webhooks.deliver_due().await.unwrap();
        if hours > 0 {
            house.services.context.time.jump(hours * 3_600_000);
            house.services.webhooks.deliver_due().await.unwrap();
        }
        let store = &house.services.context.store;
        let webhook = store.outputs().webhook(house.user, id).await.unwrap().unwrap();
        assert!(!webhook.is_on && webhook.n_waiting == 0 && webhook.fault.is_some(), "{webhook:?}");
        assert_eq!(house.n_notes("webhook_off").await, 1);
    }
}

#[tokio::test]
async fn a_test_shows_the_response_and_goes_through_the_guard() {
    let house = House::new().await;
    let receiver = Receiver::start("hello\r\nX: <b>").await;
    let id = webhook(&house, &receiver, WebhookEvent::Starred).await;
    let said = house.services.webhooks.test_webhook(house.user, id).await.unwrap();
    assert_eq!(said, Ok("200 hello  X: <b>".to_owned()));
    assert!(is_genuine(&receiver.posted()[0]));
    receiver.fail(403);
    assert_eq!(
        house.services.webhooks.test_webhook(house.user, id).await.unwrap(),
        Err("403 no".to_owned())
    );
    let inside = NewWebhook {
        name: "inside".to_owned(),
        url: "http://169.254.169.254/".to_owned(),
        secret: "s".to_owned(),
        event: WebhookEvent::Starred,
    };
    let now = house.services.context.now();
    let inside = house
        .services
        .context
        .store
        .outputs()
        .add_webhook(house.user, inside, 9, now)
        .await
        .unwrap();
    let refused =
        house.services.webhooks.test_webhook(house.user, inside).await.unwrap().unwrap_err();
    assert!(refused.contains("private or reserved"), "{refused}");
    assert!(house.services.webhooks.test_webhook(UserId(99), id).await.is_err());
}

/// Our own parser reads our own feeds; our fetcher refuses them.
#[tokio::test]
async fn shared_feeds_are_valid_and_not_fetched_by_ourselves() {
    let house = House::new().await;
    let feeds = Receiver::start(&feed(&["Rust &amp; bread", "&lt;script&gt; tag"])).await;
    house.services.subscribing.follow(house.user, &feeds.url("/feed"), None).await.unwrap();
    let token = tidings_web::SecretToken::new(&*house.services.context.time);
    let output = house.services.context.store.outputs().add(
        house.user,
        "Mine <&> all".to_owned(),
        tidings_store::OutputList::All,
        (token.text.clone(), token.hash),
        9,
        house.services.context.now(),
    );
    output.await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let config = crate::config::tests::load(&["--data", data], &[]).unwrap();
    let app = crate::serve::app(
        &house.services,
        &config,
        tidings_search::Index::in_memory().unwrap(),
        tokio_util::sync::CancellationToken::new(),
    );
    tokio::spawn(tidings_web::serve(listener, tidings_web::app(app), std::future::pending()));
    for ending in ["atom", "json"] {
        let url: Url = format!("http://{address}/out/{}.{ending}", token.text).parse().unwrap();
        let answer = house
            .services
            .context
            .web
            .get(tidings_fetch::Request::new(url.clone(), tidings_fetch::Purpose::Feed))
            .await
            .unwrap();
        let document = tidings_parse::FetchedDocument {
            bytes: &answer.body,
            url: Some(&url),
            content_type: answer.content_type.as_deref(),
        };
        let read = tidings_parse::parse(document, &Default::default());
        assert_eq!(read.complaints, [], "{}", String::from_utf8_lossy(&answer.body));
        assert_eq!(read.title, "Mine <&> all");
        let mut titles: Vec<_> = read.articles.iter().map(|one| one.title.as_str()).collect();
        titles.sort_unstable();
        assert_eq!(titles, ["<script> tag", "Rust & bread"]);
        assert!(read.articles.iter().all(|one| {
            one.guid.as_deref().is_some_and(|guid| guid.starts_with("urn:tidings:article:"))
        }));
        assert!(answer.max_age.is_some() && answer.validators.etag.is_some());

        let own = tidings_fetch::ClientSettings {
            allow: "127.0.0.1".parse().unwrap(),
            own_addresses: vec![address],
            ..tidings_fetch::ClientSettings::default()
        };
        let own = tidings_fetch::HttpWeb::new(
            own,
            Arc::<crate::clock::Time>::clone(&house.services.context.time),
        )
        .unwrap();
        let refused = tidings_fetch::Web::get(
            &own,
            tidings_fetch::Request::new(url, tidings_fetch::Purpose::Feed),
        )
        .await
        .unwrap_err();
        assert_eq!(refused.kind, FailureKind::ForbiddenAddress, "case 10: one level only");
    }
}

/// A home with a webhook of ada's for new articles, and `n` messages waiting.
async fn posting(n: usize) -> (Home, WebhookId) {
    let home = Home::new().await;
    let source = home.follow(home.ada, FEED).await;
    let new = NewWebhook {
        name: "mine".to_owned(),
        url: "https://hook.example/in".to_owned(),
        secret: "a secret".to_owned(),
        event: WebhookEvent::Article(RuleScope::All),
    };
    let outputs = home.store().outputs();
    let id = outputs.add_webhook(home.ada, new, 9, home.now()).await.unwrap();
    let titles: Vec<String> = (0..n).map(|n| format!("new {n}")).collect();
    home.web.says(FEED, &titles.iter().map(String::as_str).collect::<Vec<_>>());
    home.pass(60);
    home.look(source).await;
    (home, id)
}

fn reply(status: u16, retry_after_s: Option<u64>, text: &str) -> PostAnswer {
    let retry_after = retry_after_s.map(std::time::Duration::from_secs);
    PostAnswer { status, retry_after, text: text.to_owned() }
}

async fn waiting(home: &Home, id: WebhookId) -> Webhook {
    home.store().outputs().webhook(home.ada, id).await.unwrap().unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_retry_after_is_respected_up_to_six_hours() {
    for (asked_s, waits_s) in
        [(None, 60), (Some(30), 60), (Some(7_200), 7_200), (Some(86_400), 21_600)]
    {
        let (home, id) = posting(1).await;
        home.web.replies(Ok(reply(503, asked_s, "busy")));
        home.services.webhooks.deliver().await.unwrap();
        let next = home.store().outputs().next_delivery().await.unwrap().unwrap();
        assert_eq!(next.duration_since(home.now()).as_secs(), waits_s, "{asked_s:?}");
        let webhook = waiting(&home, id).await;
        assert_eq!((webhook.n_waiting, webhook.last_said.as_deref()), (1, Some("503 busy")));
        assert_eq!(webhook.failing_since, Some(home.now()));
    }
}

#[tokio::test(start_paused = true)]
async fn everything_due_is_sent_eight_at_a_time() {
    let (home, id) = posting(20).await;
    (0..20).for_each(|_| home.web.replies(Ok(reply(204, None, ""))));
    assert_eq!(home.services.webhooks.deliver_due().await.unwrap(), AT_ONCE);
    home.services.webhooks.deliver().await.unwrap();
    let posted = home.web.posted();
    let of = |name: &str| {
        let header = |post: &Post| {
            post.headers.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone())
        };
        posted.iter().filter_map(header).collect::<std::collections::HashSet<_>>()
    };
    assert_eq!((posted.len(), of("idempotency-key").len()), (20, 20));
    assert_eq!((waiting(&home, id).await.n_waiting, of("x-tidings-event").len()), (0, 1));
}

#[tokio::test(start_paused = true)]
async fn no_webhook_is_sent_after_unsubscribing_or_switching_it_off() {
    for is_unfollowed in [true, false] {
        let (home, id) = posting(3).await;
        if is_unfollowed {
            home.services.subscribing.unfollow(home.ada, FEED).await.unwrap();
        } else {
            let outputs = home.store().outputs();
            outputs.switch_webhook(home.ada, id, tidings_store::Switch::Off).await.unwrap();
        }
        home.services.webhooks.deliver().await.unwrap();
        assert_eq!(home.web.posted().len(), 0, "{is_unfollowed}");
        assert_eq!(waiting(&home, id).await.n_waiting, 0, "nor is any waiting");
    }
}

#[tokio::test(start_paused = true)]
async fn an_invalid_address_and_a_dead_network_are_reported_in_words() {
    let (home, id) = posting(1).await;
    home.services.webhooks.deliver().await.unwrap();
    assert_eq!(waiting(&home, id).await.last_said.as_deref(), Some("nobody listens"));
    let broken = Webhook { url: "no address".to_owned(), ..waiting(&home, id).await };
    let message = tidings_web::webhooks::test_message(&broken, None, home.now());
    let refused = home.services.webhooks.post(&broken, message).await.unwrap_err();
    assert_eq!(refused.kind, FailureKind::BadUrl);
    assert!(home.services.webhooks.test_webhook(home.bob, id).await.is_err(), "it belongs to ada");
}

#[test]
fn the_beginning_of_a_response_is_stored_in_one_line() {
    let told = |status, text: &str| describe(&Ok(reply(status, None, text)));
    assert_eq!(told(204, ""), "204");
    assert_eq!(told(500, "a\r\nb\tc\u{0}"), "500 a  b c");
    assert_eq!(told(200, &"ä".repeat(400)), format!("200 {}", "ä".repeat(SHOWN)));
    let failure = Failure::new(FailureKind::Timeout, "It took too long.");
    assert_eq!(describe(&Err(failure)), "It took too long.");
}
