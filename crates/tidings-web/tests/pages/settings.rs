//! A person's own account: name, password, two-factor authentication, sessions, app passwords, data, activity.

use crate::harness::{Answer, Browser, PASSWORD, TestServer};
use axum::body::Body;
use futures_util::StreamExt;
use http::StatusCode;
use std::time::Duration;
use tidings_model::{Clock, Role, UserId};
use tidings_store::AppScope;
use tower_service::Service;

async fn sign_in(browser: &mut Browser<'_>, name: &str, password: &str) -> Answer {
    browser.post_bare("/sign-in", &[("name", name), ("password", password)]).await
}

/// Returns the text between two marks at their first occurrence.
fn between<'a>(body: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = body.split_once(start).unwrap_or_else(|| panic!("no {start} in {body}"));
    rest.split_once(end).unwrap().0
}

#[tokio::test]
async fn a_new_password_ends_every_other_session_and_renews_this_one() {
    let server = TestServer::new().await;
    let (mut here, _) = server.signed_in("ada", Role::User).await;
    let mut elsewhere = server.browser();
    sign_in(&mut elsewhere, "ada", PASSWORD).await;
    let former = here.cookie.clone();
    let change =
        |current: &'static str, new: &'static str| [("current", current), ("password", new)];
    for fields in [change("wrong", "a new long password"), change(PASSWORD, "short")] {
        let answer = here.post("/settings/account/password", &fields).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(!answer.body.contains(PASSWORD));
    }
    assert_eq!(elsewhere.get("/").await.status, StatusCode::OK);
    let fields = change(PASSWORD, "a new long password");
    let answer = here.post("/settings/account/password", &fields).await;
    assert_eq!(answer.header("location"), "/settings/account?done=password");
    assert_ne!(here.cookie, former, "every change of rights renews the secret");
    assert_eq!(elsewhere.get("/").await.status, StatusCode::SEE_OTHER);
    let mut with_former = server.browser();
    with_former.cookie = former;
    assert_eq!(with_former.get("/").await.status, StatusCode::SEE_OTHER);
    assert!(here.get("/settings/account?done=password").await.body.contains("Password changed"));
    assert_eq!(
        sign_in(&mut server.browser(), "ada", PASSWORD).await.status,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn app_passwords_are_revoked_with_the_password_only_on_request() {
    for (extra, n_left) in [(None, 1), (Some(("revoke", "1")), 0)] {
        let server = TestServer::new().await;
        let (mut ada, id) = server.signed_in("ada", Role::User).await;
        ada.post("/settings/passwords", &[("label", "Phone"), ("scope", "write")]).await;
        let mut fields = vec![("current", PASSWORD), ("password", "a new long password")];
        fields.extend(extra);
        ada.post("/settings/account/password", &fields).await;
        assert_eq!(server.store.users().app_passwords(id).await.unwrap().len(), n_left);
    }
}

#[tokio::test]
async fn an_open_session_is_no_way_to_guess_the_password() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let guess = [("current", "wrong"), ("password", "a new long password")];
    for _ in 0..10 {
        let answer = ada.post("/settings/account/password", &guess).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let right = [("current", PASSWORD), ("password", "a new long password")];
    let answer = ada.post("/settings/account/password", &right).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert_ne!(answer.header("retry-after"), "");
}

#[tokio::test]
async fn strangers_wrong_passwords_do_not_keep_a_signed_in_person_from_two_factor_set_up() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let mut stranger = server.browser();
    let mut last = StatusCode::OK;
    for _ in 0..11 {
        last = sign_in(&mut stranger, "ada", "a wrong password").await.status;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS, "nobody on this network can sign in as ada");
    turn_on(&mut ada).await;
    let wrong = [("current", "wrong"), ("password", "a new long password")];
    let answer = ada.post("/settings/account/password", &wrong).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let right = [("current", PASSWORD), ("password", "a new long password")];
    let answer = ada.post("/settings/account/password", &right).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn names_can_be_changed_to_any_that_is_free() {
    let server = TestServer::new().await;
    let (mut ada, id) = server.signed_in("ada", Role::User).await;
    server.user("bob", Role::User).await;
    for (name, word) in [("BOB", "is taken"), ("  ", "Enter a user name"), ("a\u{7}b", "invisible")]
    {
        let answer = ada.post("/settings/account/name", &[("name", name)]).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.body.contains(word), "{name}: {}", answer.body);
    }
    ada.post("/settings/account/name", &[("name", " Ada L. ")]).await;
    assert_eq!(server.store.users().get(id).await.unwrap().unwrap().name, "Ada L.");
    assert_eq!(ada.get("/").await.status, StatusCode::OK);
}

/// Turns on two-factor authentication. Returns the secret in base32 and the recovery codes.
async fn turn_on(ada: &mut Browser<'_>) -> (String, Vec<String>) {
    let begun = ada.post("/settings/second-step/begin", &[("password", PASSWORD)]).await;
    assert_eq!(begun.header("location"), "/settings/second-step");
    let page = ada.get("/settings/second-step").await.body;
    assert!(page.contains("<svg class=\"qr\"") && page.contains("otpauth://totp/"));
    let secret = between(&page, "<code class=\"secret\">", "</code>").replace(' ', "");
    let wrong = ada.post("/settings/second-step/confirm", &[("code", "000000")]).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    let code = code(&secret, ada.server.clock.now().as_second());
    let page = ada.post_on("/settings/second-step/confirm", &[("code", &code)]).await;
    let codes: Vec<String> = page
        .body
        .split("<li><code>")
        .skip(1)
        .map(|rest| rest.split_once('<').unwrap().0.to_owned())
        .collect();
    assert_eq!(codes.len(), 10);
    (secret, codes)
}

/// Computes a code as an authenticator app does, independently of ours, so that both would have to make the same
/// mistake.
fn code(secret: &str, second: i64) -> String {
    use hmac::{Hmac, KeyInit, Mac};
    let bits: String = secret
        .bytes()
        .map(|letter| {
            let value =
                if letter.is_ascii_uppercase() { letter - b'A' } else { letter - b'2' + 26 };
            format!("{value:05b}")
        })
        .collect();
    let key: Vec<u8> = bits
        .as_bytes()
        .chunks_exact(8)
        .map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap())
        .collect();
    let mut mac = Hmac::<sha1::Sha1>::new_from_slice(&key).unwrap();
    mac.update(&u64::try_from(second / 30).unwrap().to_be_bytes());
    let hash = mac.finalize().into_bytes();
    let at = usize::from(hash[19] % 16);
    let number = hash[at..at + 4].iter().fold(0_u32, |n, byte| (n << 8) | u32::from(*byte));
    format!("{:06}", (number % (1 << 31)) % 1_000_000)
}

#[tokio::test]
async fn with_two_factor_authentication_a_password_is_not_enough() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let (secret, codes) = turn_on(&mut ada).await;
    let used = code(&secret, server.clock.now().as_second());

    let mut other = server.browser();
    let answer = other
        .post_bare("/sign-in", &[("name", "ada"), ("password", PASSWORD), ("next", "/sources")])
        .await;
    assert_eq!(answer.header("location"), "/sign-in/code?next=%2Fsources");
    assert!(other.cookie.is_none() && other.step.is_some());
    assert_eq!(other.get("/").await.status, StatusCode::SEE_OTHER, "not signed in yet");
    assert_eq!(other.get("/sign-in/code").await.status, StatusCode::OK);

    let answer = other.post_bare("/sign-in/code", &[("code", &used)]).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "a code works once");
    server.clock.advance(30);
    let fresh = code(&secret, server.clock.now().as_second());
    let step = other.step.clone();
    let answer = other.post_bare("/sign-in/code", &[("code", &fresh), ("next", "/sources")]).await;
    assert_eq!(answer.header("location"), "/sources");
    assert!(other.cookie.is_some() && other.step.is_none());
    assert_eq!(other.get("/").await.status, StatusCode::OK);
    let mut replayed = server.browser();
    replayed.step = step;
    let answer = replayed.post_bare("/sign-in/code", &[("code", &codes[0])]).await;
    assert_eq!(answer.header("location"), "/sign-in", "the sign-in has expired");

    let mut lost = server.browser();
    for is_right in [true, false] {
        sign_in(&mut lost, "ada", PASSWORD).await;
        let typed = codes[3].to_uppercase().replace('-', " ");
        let answer = lost.post_bare("/sign-in/code", &[("code", &typed)]).await;
        let expected = if is_right { StatusCode::SEE_OTHER } else { StatusCode::UNAUTHORIZED };
        assert_eq!(answer.status, expected, "a recovery code works once");
        lost = server.browser();
    }
    assert!(ada.get("/settings/account").await.body.contains("9 recovery codes left"));
}

#[tokio::test]
async fn codes_cannot_be_guessed_from_many_addresses() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let (secret, _) = turn_on(&mut ada).await;
    server.clock.advance(60);
    for n in 0..10 {
        let mut thief = server.browser();
        thief.peer = format!("198.51.100.{n}:1").parse().unwrap();
        sign_in(&mut thief, "ada", PASSWORD).await;
        let answer = thief.post_bare("/sign-in/code", &[("code", "000000")]).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    }
    let right = code(&secret, server.clock.now().as_second());
    let mut thief = server.browser();
    sign_in(&mut thief, "ada", PASSWORD).await;
    let answer = thief.post_bare("/sign-in/code", &[("code", &right)]).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(ada.get("/").await.status, StatusCode::OK, "a session is not affected");
    assert!(
        ada.get("/activity").await.body.contains("but a wrong code"),
        "and the owner learns of it"
    );
    server.clock.advance(901);
    let right = code(&secret, server.clock.now().as_second());
    sign_in(&mut thief, "ada", PASSWORD).await;
    let answer = thief.post_bare("/sign-in/code", &[("code", &right)]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn turning_off_two_factor_authentication_needs_the_password() {
    let server = TestServer::new().await;
    let (mut ada, id) = server.signed_in("ada", Role::User).await;
    turn_on(&mut ada).await;
    let answer = ada.post("/settings/second-step/off", &[("password", "wrong")]).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let renewed = ada.post_on("/settings/second-step/codes", &[("password", PASSWORD)]).await;
    assert_eq!(renewed.body.matches("<li><code>").count(), 10);
    let reloaded = ada.get("/settings/second-step").await;
    assert_eq!(reloaded.body.matches("<li><code>").count(), 0, "shown once");
    ada.post("/settings/second-step/off", &[("password", PASSWORD)]).await;
    assert!(server.store.users().second_factor(id).await.unwrap().is_none());
    assert_eq!(sign_in(&mut server.browser(), "ada", PASSWORD).await.header("location"), "/");
}

#[tokio::test]
async fn an_unconfirmed_secret_is_not_used_and_can_be_cancelled() {
    let server = TestServer::new().await;
    let (mut ada, id) = server.signed_in("ada", Role::User).await;
    ada.post("/settings/second-step/begin", &[("password", PASSWORD)]).await;
    assert_eq!(sign_in(&mut server.browser(), "ada", PASSWORD).await.header("location"), "/");
    ada.post("/settings/second-step/cancel", &[]).await;
    assert!(server.store.users().second_factor(id).await.unwrap().is_none());
}

#[tokio::test]
async fn an_unfinished_sign_in_expires_and_gives_no_access() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let (secret, _) = turn_on(&mut ada).await;
    let mut other = server.browser();
    sign_in(&mut other, "ada", PASSWORD).await;
    // Its token is not valid as a session's.
    let mut swapped = server.browser();
    swapped.cookie = other.step.as_ref().map(|step| step.replace("tidings-step", "tidings"));
    assert_eq!(swapped.get("/").await.status, StatusCode::SEE_OTHER);
    server.clock.advance(601);
    let right = code(&secret, server.clock.now().as_second());
    let answer = other.post_bare("/sign-in/code", &[("code", &right)]).await;
    assert_eq!(answer.header("location"), "/sign-in");
}

#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one_or_all_others() {
    let server = TestServer::new().await;
    let (mut here, id) = server.signed_in("ada", Role::User).await;
    let mut others = [server.browser(), server.browser(), server.browser()];
    for other in &mut others {
        sign_in(other, "ada", PASSWORD).await;
    }
    let page = here.get("/settings/sessions").await;
    assert_eq!(page.body.matches("name=\"session\"").count(), 3, "all but this device");
    assert!(page.body.contains("This device"));
    for hash in server.store.users().sessions(id, server.clock.now()).await.unwrap() {
        assert!(!page.body.contains(&format!(
            "{:02x}{:02x}{:02x}{:02x}",
            hash.token_hash[0], hash.token_hash[1], hash.token_hash[2], hash.token_hash[3]
        )));
    }
    let name = page.field("session");
    here.post("/settings/sessions/end", &[("session", &name)]).await;
    let mut n_in = 0;
    for other in &mut others {
        n_in += usize::from(other.get("/").await.status == StatusCode::OK);
    }
    assert_eq!(n_in, 2);
    let (mut eve, _) = server.signed_in("eve", Role::User).await;
    let name = here.get("/settings/sessions").await.field("session");
    let answer = eve.post("/settings/sessions/end", &[("session", &name)]).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND, "someone else's is not found");
    let answer = here.post("/settings/sessions/end-others", &[]).await;
    assert_eq!(answer.header("location"), "/settings/sessions?ended=2");
    assert_eq!(here.get("/").await.status, StatusCode::OK);
    assert_eq!(eve.get("/").await.status, StatusCode::OK);
}

#[tokio::test]
async fn app_passwords_are_shown_once_and_stored_as_a_hash() {
    let server = TestServer::new().await;
    let (mut ada, id) = server.signed_in("ada", Role::User).await;
    let fields = [("label", "Phone <b>"), ("scope", "read")];
    let made = ada.post_on("/settings/passwords", &fields).await;
    let secret = between(&made.body, "<code class=\"secret\">", "</code>").to_owned();
    assert_eq!(secret.len(), 43, "256 bits");
    assert!(made.body.contains("Phone &#60;b&#62;"), "{}", made.body);
    let listed = ada.get("/settings/passwords").await.body;
    assert!(!listed.contains(&secret) && listed.contains("Read only"));
    let hash = tidings_web::SecretToken::hash(&secret).to_vec();
    let (owner, password) =
        server.store.users().app_password_owner(hash.clone()).await.unwrap().unwrap();
    assert_eq!((owner.id, password.scope), (id, AppScope::Read));
    // It opens no page, neither as a session nor in a query.
    let mut thief = server.browser();
    thief.cookie = Some(format!("tidings={secret}"));
    assert_eq!(thief.get("/").await.status, StatusCode::SEE_OTHER);
    assert_eq!(thief.get(&format!("/?token={secret}")).await.status, StatusCode::SEE_OTHER);
    for (label, scope, status) in [
        ("", "read", StatusCode::UNPROCESSABLE_ENTITY),
        (&"x".repeat(101), "read", StatusCode::UNPROCESSABLE_ENTITY),
        ("Phone", "admin", StatusCode::BAD_REQUEST),
    ] {
        let answer = ada.post("/settings/passwords", &[("label", label), ("scope", scope)]).await;
        assert_eq!(answer.status, status);
    }
    let (mut eve, _) = server.signed_in("eve", Role::User).await;
    let revoke = format!("/settings/passwords/{}/revoke", password.id);
    assert_eq!(eve.post(&revoke, &[]).await.status, StatusCode::NOT_FOUND);
    assert_eq!(ada.post(&revoke, &[]).await.status, StatusCode::SEE_OTHER);
    assert!(server.store.users().app_password_owner(hash).await.unwrap().is_none());
}

#[tokio::test]
async fn deleting_an_account_needs_two_proofs_and_leaves_nothing() {
    let server = TestServer::new().await;
    let (mut ada, id) = server.signed_in("ada", Role::User).await;
    server.user("bob", Role::User).await;
    let mut elsewhere = server.browser();
    sign_in(&mut elsewhere, "ada", PASSWORD).await;
    for (name, password) in [("ada", "wrong"), ("bob", PASSWORD)] {
        let fields = [("name", name), ("password", password)];
        let answer = ada.post("/settings/data/delete", &fields).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert!(ada.get("/settings/data").await.body.contains("Delete your account"));
    let fields = [("name", "Ada"), ("password", PASSWORD)];
    let answer = ada.post("/settings/data/delete", &fields).await;
    assert_eq!(answer.header("location"), "/sign-in?gone=1&stay=1");
    assert!(ada.cookie.is_none());
    assert!(server.store.users().get(id).await.unwrap().is_none());
    assert_eq!(elsewhere.get("/").await.status, StatusCode::SEE_OTHER);
    assert!(ada.get("/sign-in?gone=1").await.body.contains("have been deleted"));
}

#[tokio::test]
async fn the_last_operator_cannot_leave() {
    let server = TestServer::new().await;
    let (mut olga, _) = server.signed_in("olga", Role::Operator).await;
    let bob = server.user("bob", Role::User).await;
    let fields = [("name", "olga"), ("password", PASSWORD)];
    let answer = olga.post("/settings/data/delete", &fields).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("the only operator"));
    server.store.users().remove(bob).await.unwrap();
    let answer = olga.post("/settings/data/delete", &fields).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "the only user may");
    assert_eq!(server.store.users().count().await.unwrap(), 0);
}

#[tokio::test]
async fn an_export_has_only_ones_own_data() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let answer = ada.get("/settings/data/export").await;
    assert_eq!(answer.body, "PK of ada");
    assert_eq!(answer.header("content-type"), "application/zip");
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"tidings-2026-11-15.zip\""
    );
}

/// Case 55 of the catalogue of attacks.
#[tokio::test]
async fn a_long_download_ends_within_seconds_of_its_session() {
    let server = TestServer::new().await;
    let (hoarder, id) = server.signed_in("hoarder", Role::User).await;
    let path = "/settings/data/export";
    let mut request = server.request(&http::Method::GET, path).body(Body::empty()).unwrap();
    request.headers_mut().insert("cookie", hoarder.cookie.clone().unwrap().parse().unwrap());
    let answer = server.router.clone().call(request).await.unwrap();
    let mut pieces = answer.into_body().into_data_stream();
    assert!(pieces.next().await.unwrap().is_ok());
    server.store.users().disable(id, server.clock.now()).await.unwrap();
    let end = async { while pieces.next().await.is_some_and(|piece| piece.is_ok()) {} };
    tokio::time::timeout(Duration::from_secs(180), end).await.expect("it goes on and on");
}

async fn note(server: &TestServer, user: Option<UserId>, kind: &str, message: &str) {
    let note = tidings_store::Note {
        at: server.clock.now(),
        user,
        source: None,
        kind: kind.to_owned(),
        message: message.to_owned(),
    };
    server.store.activity().note(note).await.unwrap();
}

#[tokio::test]
async fn activity_shows_ones_own_events_and_operators_the_servers() {
    let server = TestServer::new().await;
    let (mut ada, id) = server.signed_in("ada", Role::User).await;
    let (mut olga, _) = server.signed_in("olga", Role::Operator).await;
    note(&server, None, "upkeep", "The disk was nearly full.").await;
    note(&server, Some(id), "app_password_made", "Phone").await;
    let page = ada.get("/activity").await.body;
    assert!(page.contains("an app password for Phone") && page.contains("You signed in with"));
    assert!(page.contains("2 new"), "{page}");
    assert!(!page.contains("disk was") && !page.contains("show=server"));
    assert!(!ada.get("/activity").await.body.contains(" new</span>"), "no longer new");
    assert_eq!(ada.get("/activity?show=server").await.status, StatusCode::FORBIDDEN);
    assert!(!ada.get("/activity?show=sources").await.body.contains("Phone"));
    let events = olga.get("/activity?show=server").await.body;
    assert!(events.contains("disk was") && !events.contains("Phone"));
    for n in 0..60 {
        note(&server, Some(id), "webhook_off", &format!("Number {n}.")).await;
    }
    server.clock.advance(61);
    let problems = "Activity <span class=\"count\">60</span>";
    assert!(ada.get("/unread").await.body.contains(problems), "the navigation counts them");
    let first = ada.get("/activity").await.body;
    assert!(!first.contains(problems) && !ada.get("/unread").await.body.contains(problems));
    assert!(first.contains("Number 59.") && !first.contains("Number 9."));
    let older = between(&first, "rel=\"next\" href=\"", "\"").replace("&#38;", "&");
    assert!(ada.get(&older).await.body.contains("Number 9."));
}
