//! Forged and malformed messages.

use super::town::{Town, ask, sign};
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;

#[tokio::test]
async fn forged_messages_store_nothing_and_learn_nothing() {
    let town = Town::new().await;
    let source = town.active().await;
    let (callback, secret) = town.agreed();
    town.pass(30);
    let before = town.source(source).await;
    let forged = town.hub.feed(&["forged"]);
    let zeros = format!("sha256={}", "0".repeat(64));
    let guessed = sign("guess", &forged);
    let good = sign(&secret, &forged);
    for signature in [&zeros, &guessed, "md5=80070713463e7749b90c2dc24911e275", "", &good[..20]] {
        let headers = [("x-hub-signature", signature)];
        let answer = ask("POST", &callback, &headers, forged.as_bytes()).await;
        town.services().push.hear_all().await.unwrap();
        assert_eq!((answer.status, answer.body.as_str()), (202, ""), "{signature:?}");
        assert_eq!(town.source(source).await, before, "{signature:?}");
    }
    // Someone who knows only the callback's address can cause a fetch now and then, no more.
    assert_eq!(ask("POST", &callback, &[], forged.as_bytes()).await.status, 202);
    town.services().push.hear_all().await.unwrap();
    let called = town.source(source).await;
    assert_eq!(called.next_reason, "announced");
    town.look(source).await;
    town.pass(10);
    let looked = town.source(source).await;
    assert_eq!(ask("POST", &callback, &[], forged.as_bytes()).await.status, 202);
    town.services().push.hear_all().await.unwrap();
    assert_eq!(town.source(source).await, looked, "accepted once");
    assert_eq!(town.titles().await, ["old"]);
    assert_eq!(town.push(source).await.unwrap().n_forged, 7);
    let guess = town.url("/push/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    assert_eq!(ask("POST", &guess, &[], forged.as_bytes()).await.status, 410);
}

#[tokio::test]
async fn messages_about_something_else_store_nothing() {
    let town = Town::new().await;
    town.active().await;
    let (callback, secret) = town.agreed();
    let body = town.hub.feed(&["other"]);
    let link = format!("<{}>; rel=\"self\"", town.hub.url("/other"));
    let headers = [("x-hub-signature", sign(&secret, &body)), ("link", link)];
    let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
    assert_eq!(ask("POST", &callback, &headers, body.as_bytes()).await.status, 202);
    for nonsense in ["<html>not a feed</html>", "\u{0}\u{1}", "{}"] {
        assert_eq!(town.bring_body(nonsense).await, 202);
    }
    let bomb = format!(
        "<!DOCTYPE r [<!ENTITY a \"{}\">]><rss version=\"2.0\"><channel><title>{}</title></channel></rss>",
        "A".repeat(10_000),
        "&a;".repeat(20_000)
    );
    assert_eq!(town.bring_body(&bomb).await, 202);
    assert_eq!(town.titles().await, ["old"]);
}

#[tokio::test]
async fn the_old_signature_method_is_accepted_and_scripts_are_removed() {
    let town = Town::new().await;
    town.active().await;
    let (callback, secret) = town.agreed();
    let body = town
        .hub
        .feed(&["signed"])
        .replace("About signed.", "&lt;p&gt;Text&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
    let mut mac = Hmac::<Sha1>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(body.as_bytes());
    let made: String =
        mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    let signature = format!("sha1={made}");
    let headers = [("x-hub-signature", signature.as_str())];
    for _ in 0..2 {
        assert_eq!(ask("POST", &callback, &headers, body.as_bytes()).await.status, 202);
    }
    town.services().push.hear_all().await.unwrap();
    assert_eq!(town.titles().await, ["old", "signed"], "stored once");
    let text = town.text_of("signed").await;
    assert!(text.contains("Text") && !text.contains("script"), "{text}");
}

#[tokio::test]
async fn confirmations_that_nobody_requested_are_refused() {
    let town = Town::new().await;
    town.active().await;
    let (callback, _) = town.agreed();
    let topic = town.hub.url("/feed");
    let status = async |base: &str, query: String| {
        ask("GET", &format!("{base}?{query}"), &[], b"").await.status
    };
    let confirm =
        |mode: &str, topic: &str| format!("hub.mode={mode}&hub.topic={topic}&hub.challenge=x");
    assert_eq!(
        status(&callback, confirm("subscribe", &topic)).await,
        200,
        "requested a moment ago"
    );
    assert_eq!(status(&callback, confirm("unsubscribe", &topic)).await, 404);
    assert_eq!(status(&callback, confirm("subscribe", "http://victim.example/")).await, 404);
    assert_eq!(status(&callback, confirm("publish", &topic)).await, 404);
    assert_eq!(status(&callback, format!("url={topic}&challenge=x")).await, 404, "not a cloud");
    assert_eq!(status(&town.url("/push/guess"), confirm("subscribe", &topic)).await, 404);
    let long = format!("hub.mode=subscribe&hub.topic={topic}&hub.challenge={}", "x".repeat(5000));
    assert_eq!(status(&callback, long).await, 404);
    town.pass(61);
    assert_eq!(status(&callback, confirm("subscribe", &topic)).await, 404, "long ago");
}

#[tokio::test]
async fn a_flood_is_limited_in_rate_size_and_number() {
    let town = Town::new().await;
    town.active().await;
    let (callback, secret) = town.agreed();
    let declared = [("x-hub-signature", "sha256=00"), ("content-length", "70000000")];
    // Conflicting or excessive lengths are refused before anything is read.
    assert!(matches!(ask("PUT", &callback, &declared, b"").await.status, 400 | 405 | 413));
    let huge = "x".repeat(17 << 20);
    let signature = sign(&secret, &huge);
    let answer = ask("POST", &callback, &[("x-hub-signature", &signature)], huge.as_bytes()).await;
    assert!(matches!(answer.status, 413 | 0), "{}", answer.status);
    let mut statuses = Vec::new();
    for n in 0..100 {
        statuses.push(town.post(&town.hub.feed(&[&format!("flood {n}")])).await);
    }
    let n_taken = statuses.iter().filter(|status| **status == 202).count();
    assert!((50..=60).contains(&n_taken), "{n_taken}");
    assert_eq!(statuses.last(), Some(&429));
    town.services().push.hear_all().await.unwrap();
    assert_eq!(town.titles().await.len().min(50), 50);
}
