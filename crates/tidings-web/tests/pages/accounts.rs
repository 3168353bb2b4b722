//! Set-up, signing in and out, and sessions.

use crate::harness::{Browser, PASSWORD, TestServer};
use http::StatusCode;
use tidings_model::Role;

async fn sign_in(browser: &mut Browser<'_>, name: &str, password: &str) -> crate::harness::Answer {
    browser.post_bare("/sign-in", &[("name", name), ("password", password)]).await
}

#[tokio::test]
async fn the_set_up_link_creates_the_operator_and_signs_them_in() {
    let server = TestServer::new().await;
    let mut browser = server.browser();
    assert!(browser.get("/sign-in").await.body.contains("setup link"));
    let page = browser.get(&format!("/setup?token={}", server.setup.text)).await;
    assert_eq!(page.status, StatusCode::OK);
    let fields = [
        ("setup_token", page.field("setup_token")),
        ("name", " Ada ".to_owned()),
        ("password", PASSWORD.to_owned()),
    ];
    let fields = fields.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>();
    let answer = browser.post_bare("/setup", &fields).await;
    assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, "/"));
    assert!(browser.get("/").await.body.contains("Ada"));
    let users = server.store.users().all().await.unwrap();
    assert_eq!((users.len(), users[0].role, users[0].name.as_str()), (1, Role::Operator, "Ada"));

    let again = server.browser().get(&format!("/setup?token={}", server.setup.text)).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
    assert!(again.body.contains("already has an operator. Sign in"), "{}", again.body);
    assert_eq!(server.browser().post_bare("/setup", &fields).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_wrong_set_up_link_is_not_found() {
    let server = TestServer::new().await;
    for path in [
        "/setup",
        "/setup?token=",
        "/setup?token=wrong",
        "/setup?token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ] {
        let page = server.browser().get(path).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{path}");
        assert!(page.body.contains("printed when it last started"), "{path}: {}", page.body);
    }
    let fields = [("setup_token", "wrong"), ("name", "eve"), ("password", PASSWORD)];
    assert_eq!(server.browser().post_bare("/setup", &fields).await.status, StatusCode::NOT_FOUND);
    assert_eq!(server.store.users().count().await.unwrap(), 0);
}

#[tokio::test]
async fn of_many_concurrent_set_ups_exactly_one_creates_an_operator() {
    let server = TestServer::new().await;
    let names = ["a", "b", "c", "d", "e", "f"];
    let attempts = names.map(|name| {
        let mut browser = server.browser();
        let token = server.setup.text.clone();
        async move {
            browser
                .post_bare(
                    "/setup",
                    &[("setup_token", &token), ("name", name), ("password", PASSWORD)],
                )
                .await
                .status
        }
    });
    let statuses = futures_util::future::join_all(attempts).await;
    assert_eq!(
        statuses.iter().filter(|status| **status == StatusCode::SEE_OTHER).count(),
        1,
        "{statuses:?}"
    );
    assert_eq!(
        statuses.iter().filter(|status| **status == StatusCode::NOT_FOUND).count(),
        5,
        "{statuses:?}"
    );
    assert_eq!(server.store.users().count().await.unwrap(), 1);
}

#[tokio::test]
async fn set_up_requires_a_valid_name_and_password() {
    let server = TestServer::new().await;
    for (name, password, expected) in [
        ("ada", "short", "5 characters"),
        ("  ", PASSWORD, "Enter a user name"),
        (&"x".repeat(101), PASSWORD, "shorter one"),
    ] {
        let fields =
            [("setup_token", server.setup.text.as_str()), ("name", name), ("password", password)];
        let answer = server.browser().post_bare("/setup", &fields).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.body.contains(expected), "{}", answer.body);
        assert!(!answer.body.contains(PASSWORD));
    }
    assert_eq!(server.store.users().count().await.unwrap(), 0);
}

#[tokio::test]
async fn only_the_right_password_signs_in() {
    let server = TestServer::new().await;
    server.user("Ada", Role::User).await;
    let mut browser = server.browser();
    for (name, password) in [
        ("ada", "wrong password"),
        ("nobody", PASSWORD),
        ("", ""),
        ("ada", ""),
        ("ada", &"x".repeat(2000)),
    ] {
        let answer = sign_in(&mut browser, name, password).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
        assert!(answer.body.contains("Wrong user name or password"));
        assert_eq!(answer.header("set-cookie"), "");
    }
    assert_eq!(sign_in(&mut browser, "ADA", PASSWORD).await.status, StatusCode::SEE_OTHER);
    assert_eq!(browser.get("/").await.status, StatusCode::OK);
    assert_eq!(browser.get("/sign-in").await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn after_ten_wrong_passwords_the_network_waits_but_others_do_not() {
    let server = TestServer::new().await;
    let (mut owner, _) = server.signed_in("ada", Role::User).await;
    let mut thief = server.browser();
    thief.peer = "198.51.100.7:1".parse().unwrap();
    for _ in 0..10 {
        assert_eq!(
            sign_in(&mut thief, "ada", "wrong password").await.status,
            StatusCode::UNAUTHORIZED
        );
    }
    let answer = sign_in(&mut thief, "ada", PASSWORD).await;
    assert_eq!(
        (answer.status, answer.header("retry-after")),
        (StatusCode::TOO_MANY_REQUESTS, "900")
    );
    assert!(answer.body.contains("15 minutes"));
    assert_eq!(owner.get("/").await.status, StatusCode::OK);
    assert_eq!(sign_in(&mut server.browser(), "ada", PASSWORD).await.status, StatusCode::SEE_OTHER);
    server.clock.advance(901);
    assert_eq!(sign_in(&mut thief, "ada", PASSWORD).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn processes_on_one_store_count_wrong_passwords_together() {
    let server = TestServer::new().await;
    server.user("ada", Role::User).await;
    let twin = server.twin();
    for n in 0..10 {
        let mut browser = if n % 2 == 0 { server.browser() } else { twin.browser() };
        let answer = sign_in(&mut browser, "ada", "wrong password").await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    }
    for one in [&server, &twin] {
        let answer = sign_in(&mut one.browser(), "ada", PASSWORD).await;
        assert_eq!(
            (answer.status, answer.header("retry-after")),
            (StatusCode::TOO_MANY_REQUESTS, "900")
        );
    }
    server.clock.advance(901);
    let answer = sign_in(&mut twin.browser(), "ada", PASSWORD).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn forwarded_addresses_do_not_get_around_the_limit() {
    let server = TestServer::new().await;
    server.user("ada", Role::User).await;
    let mut last = StatusCode::OK;
    for n in 0..11 {
        let request = server
            .request(&http::Method::POST, "/sign-in")
            .header("content-type", crate::harness::FORM)
            .header("x-forwarded-for", format!("203.0.113.{n}"))
            .header("forwarded", format!("for=203.0.113.{n}"))
            .header("x-remote-user", "ada")
            .body(crate::harness::form(&[("name", "ada"), ("password", "wrong password")]));
        last = server.browser().send(request.unwrap()).await.status;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn signing_in_never_adopts_a_session_id() {
    let server = TestServer::new().await;
    let (mut first, _) = server.signed_in("ada", Role::User).await;
    let old = first.cookie.clone().unwrap();
    assert_eq!(sign_in(&mut first, "ada", PASSWORD).await.status, StatusCode::SEE_OTHER);
    assert_ne!(first.cookie.as_ref().unwrap(), &old);
    let mut with_old = server.browser();
    with_old.cookie = Some(old);
    assert_eq!(with_old.get("/").await.status, StatusCode::SEE_OTHER);

    let mut planted = server.browser();
    planted.cookie = Some("tidings=planted".to_owned());
    sign_in(&mut planted, "ada", PASSWORD).await;
    assert_ne!(planted.cookie.as_deref(), Some("tidings=planted"));
    assert_eq!(planted.get("/").await.status, StatusCode::OK);
}

#[tokio::test]
async fn signing_out_needs_its_form_and_ends_the_session() {
    let server = TestServer::new().await;
    let (mut browser, _) = server.signed_in("ada", Role::User).await;
    let kept = browser.clone();
    assert_eq!(browser.get("/sign-out").await.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(browser.get("/").await.status, StatusCode::OK);
    let answer = browser.post("/sign-out", &[]).await;
    assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, "/sign-in"));
    assert!(answer.header("set-cookie").contains("Max-Age=0"));
    assert_eq!(kept.clone().get("/").await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn deleting_a_user_or_changing_the_password_ends_sessions_at_once() {
    let server = TestServer::new().await;
    let (mut ada, id) = server.signed_in("ada", Role::User).await;
    server.store.users().set_password(id, "$argon2id$other".to_owned()).await.unwrap();
    assert_eq!(ada.get("/").await.status, StatusCode::SEE_OTHER);
    let (mut bob, id) = server.signed_in("bob", Role::User).await;
    server.store.users().remove(id).await.unwrap();
    assert_eq!(bob.get("/").await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn sessions_last_while_they_are_used_and_end_after_thirty_days() {
    let server = TestServer::new().await;
    let (mut browser, id) = server.signed_in("ada", Role::User).await;
    for _ in 0..3 {
        server.clock.advance(20 * 86_400);
        assert_eq!(browser.get("/").await.status, StatusCode::OK);
    }
    let visits = server.store.users().visits(id, jiff::Timestamp::UNIX_EPOCH).await.unwrap();
    assert_eq!(visits.len(), 4);
    server.clock.advance(31 * 86_400);
    assert_eq!(browser.get("/").await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn cookies_are_as_restricted_as_the_address_allows() {
    for (public_url, name, is_secure) in [
        (None, "tidings=", false),
        (Some("http://news.example/"), "tidings=", false),
        (Some("https://news.example/"), "__Host-tidings=", true),
    ] {
        let server = TestServer::at(public_url).await;
        server.user("ada", Role::User).await;
        let answer = sign_in(&mut server.browser(), "ada", PASSWORD).await;
        let cookie = answer.header("set-cookie");
        let parts = cookie.split("; ").collect::<Vec<_>>();
        assert!(parts[0].starts_with(name), "{cookie}");
        assert_eq!(parts[0].len(), name.len() + 43, "256 bits: {cookie}");
        assert!(
            parts.contains(&"HttpOnly")
                && parts.contains(&"SameSite=Lax")
                && parts.contains(&"Path=/"),
            "{cookie}"
        );
        assert_eq!(parts.contains(&"Secure"), is_secure, "{cookie}");
        assert!(!cookie.contains("Domain"), "{cookie}");
    }
}

#[tokio::test]
async fn signing_in_redirects_only_within_this_site() {
    let server = TestServer::new().await;
    server.user("ada", Role::User).await;
    for (next, expected) in [
        ("/sources", "/sources"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https:evil", "/"),
        ("\t//evil", "/"),
        ("javascript:alert(1)", "/"),
        ("/%2f/evil", "/"),
    ] {
        let mut browser = server.browser();
        let shown = browser
            .get(&format!(
                "/sign-in?next={}",
                url::form_urlencoded::byte_serialize(next.as_bytes()).collect::<String>()
            ))
            .await;
        assert_eq!(shown.field("next"), expected, "{next}");
        let answer = browser
            .post_bare("/sign-in", &[("name", "ada"), ("password", PASSWORD), ("next", next)])
            .await;
        assert_eq!(answer.header("location"), expected, "{next}");
    }
}
