//! Messages of webhooks: their content and their signature.
//!
//! The body is JSON. The signature is the HMAC-SHA256, keyed with the webhook's secret, of the time, a full stop and
//! the body. So neither can be changed, and an old message cannot be passed off as a new one.

use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use serde_json::{Value, json};
use sha2::Sha256;
use tidings_model::article::headline;
use tidings_store::{Delivery, FullArticle, Webhook};
use url::Url;

/// A message with its headers, ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookMessage {
    /// JSON.
    pub body: Vec<u8>,
    /// Our own headers, in lower case.
    pub headers: Vec<(&'static str, String)>,
}

/// Returns the message about an article.
#[must_use]
pub fn article_message(
    delivery: &Delivery,
    article: &FullArticle,
    rule: Option<&str>,
    public_url: Option<&Url>,
    now: Timestamp,
) -> WebhookMessage {
    let key = key(&delivery.webhook, &delivery.id.to_string());
    let event = match delivery.event.as_str() {
        "star" => "article.starred",
        "tag" => "article.tagged",
        "rule" => "rule.matched",
        _ => "article.new",
    };
    let body = json!({
        "id": key,
        "event": event,
        "at": delivery.created_at.to_string(),
        "rule": rule,
        "article": about(article, public_url),
    });
    seal(&delivery.webhook, &key, event, &body, now)
}

/// Returns a test message, which says only that messages arrive.
#[must_use]
pub fn test_message(webhook: &Webhook, public_url: Option<&Url>, now: Timestamp) -> WebhookMessage {
    let key = key(webhook, &format!("test {now}"));
    let body = json!({
        "id": key,
        "event": "test",
        "at": now.to_string(),
        "rule": null,
        "article": {
            "id": "0",
            "title": "A test message from Tidings",
            "link": public_url.map(Url::as_str),
            "page": public_url.map(Url::as_str),
            "source": { "id": "0", "title": "Tidings" },
            "published": now.to_string(),
            "authors": [],
            "categories": [],
            "tags": [],
            "language": "en",
            "summary": "If you can read this, messages arrive.",
            "content_html": "<p>If you can read this, messages arrive.</p>",
        },
    });
    seal(webhook, &key, "test", &body, now)
}

fn about(article: &FullArticle, public_url: Option<&Url>) -> Value {
    let listed = &article.listed;
    let page = public_url.and_then(|url| url.join(&format!("article/{}", listed.id)).ok());
    json!({
        // Ids are strings: numbers of this size do not survive every JSON parser.
        "id": listed.id.to_string(),
        "title": headline(&listed.title, &listed.summary),
        "link": listed.link,
        "page": page.as_ref().map(Url::as_str),
        "source": { "id": listed.source.to_string(), "title": listed.source_title },
        "published": listed.published_at.to_string(),
        "authors": listed.authors,
        "categories": article.categories,
        "tags": article.tags.iter().map(|(_, name)| name).collect::<Vec<_>>(),
        "language": article.language,
        "summary": listed.summary,
        "content_html": article.html,
    })
}

fn seal(webhook: &Webhook, key: &str, event: &str, body: &Value, now: Timestamp) -> WebhookMessage {
    // A title must be harmless even if someone pastes the message into a page.
    let body = body.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028");
    let time = now.as_second().to_string();
    let signature = hex(&mac(&webhook.secret, &[time.as_bytes(), b".", body.as_bytes()]));
    WebhookMessage {
        headers: vec![
            ("x-tidings-event", event.to_owned()),
            ("x-tidings-delivery", key.to_owned()),
            ("idempotency-key", key.to_owned()),
            ("x-tidings-timestamp", time),
            ("x-tidings-signature", format!("sha256={signature}")),
        ],
        body: body.into_bytes(),
    }
}

/// Returns the idempotency key, the same for every attempt.
fn key(webhook: &Webhook, what: &str) -> String {
    let mac = mac(&webhook.secret, &[b"delivery ", what.as_bytes()]);
    hex(&mac[..16])
}

fn mac(secret: &str, parts: &[&[u8]]) -> [u8; 32] {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC accepts keys of any length");
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_model::WebhookId;
    use tidings_store::WebhookEvent;

    fn webhook() -> Webhook {
        Webhook {
            id: WebhookId(1),
            name: "mine".to_owned(),
            url: "https://hooks.example/x".to_owned(),
            secret: "key".to_owned(),
            event: WebhookEvent::Starred,
            is_on: true,
            failing_since: None,
            last_at: None,
            last_said: None,
            fault: None,
            n_waiting: 0,
        }
    }

    /// The common test vector: HMAC-SHA256 of the quick brown fox with the key "key".
    #[test]
    fn the_signature_is_hmac_sha256() {
        let fox: &[u8] = b"The quick brown fox jumps over the lazy dog";
        let expected = "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8";
        assert_eq!(hex(&mac("key", &[fox])), expected);
        assert_eq!(hex(&mac("key", &[&fox[..9], &fox[9..]])), expected);
    }

    #[test]
    fn time_and_body_are_signed_and_the_body_is_harmless_json() {
        let now: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
        let message = test_message(&webhook(), None, now);
        let header = |name| message.headers.iter().find(|(one, _)| *one == name).unwrap().1.clone();
        assert_eq!(header("x-tidings-timestamp"), "1794744000");
        let signed = hex(&mac("key", &[b"1794744000.", &message.body]));
        assert_eq!(header("x-tidings-signature"), format!("sha256={signed}"));
        let text = String::from_utf8(message.body).unwrap();
        assert!(!text.contains('<'), "{text}");
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            value["article"]["content_html"],
            "<p>If you can read this, messages arrive.</p>"
        );
        assert_eq!(value["id"].as_str(), Some(header("idempotency-key").as_str()));
    }
}
