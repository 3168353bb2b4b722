//! Messages of webhooks: their content, their signature, and their idempotency key.

use crate::{fixtures, harness::TestServer};
use hmac::{Hmac, KeyInit, Mac};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tidings_model::{Article, Clock, DeliveryId, Role, WebhookId};
use tidings_store::{Delivery, FullArticle, Webhook, WebhookEvent};
use tidings_web::webhooks::{WebhookMessage, article_message, test_message};
use url::Url;

const CREATED: &str = "2026-11-15T14:00:00Z";

fn webhook(secret: &str) -> Webhook {
    Webhook {
        id: WebhookId(1),
        name: "mine".to_owned(),
        url: "https://hooks.example/x".to_owned(),
        secret: secret.to_owned(),
        event: WebhookEvent::Starred,
        is_on: true,
        failing_since: None,
        last_at: None,
        last_said: None,
        fault: None,
        n_waiting: 0,
    }
}

fn delivery(id: i64, event: &str, article: &FullArticle) -> Delivery {
    Delivery {
        id: DeliveryId(id),
        webhook: webhook("secret"),
        user: tidings_model::UserId(1),
        article: article.listed.id,
        event: event.to_owned(),
        rule: None,
        created_at: CREATED.parse().unwrap(),
        n_attempts: 0,
    }
}

/// Returns an article as a person sees it, with a tag of their own.
async fn article(title: &str) -> FullArticle {
    let server = TestServer::new().await;
    let ada = server.user("ada", Role::User).await;
    let source = server.source(ada, "https://example.org/feed").await;
    let now = server.clock.now();
    let told = Article {
        authors: vec!["Ada \u{2028}<b>".to_owned()],
        tags: vec!["Category".to_owned()],
        ..fixtures::article(title, "<p>Text</p>", now)
    };
    let ids = fixtures::store(&server.store, source, "Example", vec![told], now).await;
    server.store.readings().tag(ada, ids[0], "kept".to_owned(), now).await.unwrap();
    server.store.articles().get(ada, ids[0]).await.unwrap().unwrap()
}

fn header(message: &WebhookMessage, wanted: &str) -> String {
    message.headers.iter().find(|(name, _)| *name == wanted).unwrap().1.clone()
}

fn said(message: &WebhookMessage) -> Value {
    serde_json::from_slice(&message.body).unwrap()
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[tokio::test]
async fn a_message_has_the_whole_article_and_is_safe_to_paste_into_a_page() {
    let article = article("A <script> & \u{2028} more").await;
    let public: Url = "https://news.example/tidings/".parse().unwrap();
    let sent = article_message(
        &delivery(7, "star", &article),
        &article,
        Some("My rule"),
        Some(&public),
        at(CREATED),
    );
    let text = String::from_utf8(sent.body.clone()).unwrap();
    assert!(!text.contains('<') && !text.contains('\u{2028}'), "{text}");
    let id = article.listed.id.to_string();
    let expected = json!({
        "id": header(&sent, "x-tidings-delivery"),
        "event": "article.starred",
        "at": CREATED,
        "rule": "My rule",
        "article": {
            "id": id,
            "title": "A <script> & \u{2028} more",
            "link": "https://example.org/article",
            "page": format!("https://news.example/tidings/article/{id}"),
            "source": { "id": article.listed.source.to_string(), "title": "Example" },
            "published": "2026-11-15T13:30:00Z",
            "authors": ["Ada \u{2028}<b>"],
            "categories": ["Category"],
            "tags": ["kept"],
            "language": null,
            "summary": "A summary of two lines.",
            "content_html": "<p>Text</p>",
        },
    });
    assert_eq!(said(&sent), expected);
}

#[tokio::test]
async fn each_events_name_is_in_the_header_and_in_the_body() {
    let article = article("A").await;
    for (event, name) in [
        ("article", "article.new"),
        ("star", "article.starred"),
        ("tag", "article.tagged"),
        ("rule", "rule.matched"),
        ("of an earlier release", "article.new"),
    ] {
        let sent =
            article_message(&delivery(7, event, &article), &article, None, None, at(CREATED));
        assert_eq!(header(&sent, "x-tidings-event"), name);
        assert_eq!(said(&sent)["event"], name);
        assert_eq!(
            (&said(&sent)["rule"], &said(&sent)["article"]["page"]),
            (&Value::Null, &Value::Null)
        );
    }
}

#[tokio::test]
async fn a_repeated_attempt_has_the_same_key_and_a_new_signature() {
    let article = article("A").await;
    let first = delivery(7, "star", &article);
    let later = Delivery { n_attempts: 3, ..first.clone() };
    let now = at(CREATED);
    let one = article_message(&first, &article, None, None, now);
    let again = article_message(&later, &article, None, None, now + SignedDuration::from_hours(1));
    assert_eq!(one.body, again.body);
    for name in ["x-tidings-delivery", "idempotency-key"] {
        assert_eq!(header(&one, name), header(&again, name));
    }
    for name in ["x-tidings-timestamp", "x-tidings-signature"] {
        assert_ne!(header(&one, name), header(&again, name), "{name}");
    }
}

#[tokio::test]
async fn other_deliveries_and_other_webhooks_have_other_keys() {
    let article = article("A").await;
    let first = delivery(7, "star", &article);
    let other = Delivery { id: DeliveryId(8), ..first.clone() };
    let elsewhere = Delivery { webhook: webhook("another secret"), ..first.clone() };
    let key = |delivery: &Delivery| {
        header(&article_message(delivery, &article, None, None, at(CREATED)), "idempotency-key")
    };
    let keys = [key(&first), key(&other), key(&elsewhere)];
    assert!(keys[0] != keys[1] && keys[0] != keys[2] && keys[1] != keys[2], "{keys:?}");
    assert!(keys.iter().all(|key| key.len() == 32), "128 bits: {keys:?}");
}

#[tokio::test]
async fn a_receiver_with_the_secret_can_verify_time_and_body() {
    let article = article("ü & <p>").await;
    let sent = article_message(&delivery(7, "tag", &article), &article, None, None, at(CREATED));
    let test = test_message(&webhook("secret"), None, at(CREATED));
    for message in [sent, test] {
        let signed = |secret: &str, time: &str, body: &[u8]| {
            let mut mac = Hmac::<sha2::Sha256>::new_from_slice(secret.as_bytes()).unwrap();
            mac.update(format!("{time}.").as_bytes());
            mac.update(body);
            let bytes = mac.finalize().into_bytes();
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("sha256={hex}")
        };
        let (time, told) =
            (header(&message, "x-tidings-timestamp"), header(&message, "x-tidings-signature"));
        assert_eq!(time.parse::<i64>().unwrap(), at(CREATED).as_second());
        assert_eq!(signed("secret", &time, &message.body), told);
        assert_ne!(signed("guess", &time, &message.body), told);
        assert_ne!(signed("secret", "0", &message.body), told);
        assert_ne!(signed("secret", &time, &[message.body.as_slice(), b" "].concat()), told);
    }
}
