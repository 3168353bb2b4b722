//! Behind proxies: which headers are trusted.

use crate::harness::{Answer, Browser, FORM, PASSWORD, TestServer, form};
use axum::body::Body;
use http::{Method, StatusCode};
use tidings_model::{Clock, Role};
use tidings_web::Proxies;

const PROXY: &str = "10.1.0.1:5000";

fn proxies(creates_users: bool) -> Proxies {
    Proxies {
        trusted: vec!["10.1.0.0/16".parse().unwrap()],
        user_header: Some("remote-user".parse().unwrap()),
        creates_users,
    }
}

async fn get(browser: &mut Browser<'_>, path: &str, headers: &[(&'static str, &str)]) -> Answer {
    let mut request = browser.server.request(&Method::GET, path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    browser.send(request.body(Body::empty()).unwrap()).await
}

async fn sign_in_from(
    server: &TestServer,
    peer: &str,
    forwarded: &str,
    password: &str,
) -> StatusCode {
    let mut browser = server.browser();
    browser.peer = peer.parse().unwrap();
    let request = server
        .request(&Method::POST, "/sign-in")
        .header("content-type", FORM)
        .header("x-forwarded-for", forwarded)
        .header("forwarded", format!("for={forwarded}"))
        .body(form(&[("name", "ada"), ("password", password)]))
        .unwrap();
    browser.send(request).await.status
}

#[tokio::test]
async fn a_strangers_headers_do_not_sign_them_in() {
    let server = TestServer::behind(None, proxies(true)).await;
    server.user("ada", Role::Operator).await;
    let forged = [
        ("remote-user", "ada"),
        ("x-remote-user", "ada"),
        ("x-forwarded-user", "ada"),
        ("x-forwarded-for", "10.1.0.1"),
        ("forwarded", "for=10.1.0.1;proto=https"),
        ("x-forwarded-proto", "https"),
    ];
    for peer in ["192.0.2.1:1", "127.0.0.1:1", "[::1]:1", "10.2.0.1:1"] {
        let mut stranger = server.browser();
        stranger.peer = peer.parse().unwrap();
        for path in ["/", "/admin", "/sign-in", "/settings/account"] {
            let answer = get(&mut stranger, path, &forged).await;
            assert_eq!(answer.header("set-cookie"), "", "{peer} {path}");
            assert!(
                path == "/sign-in" || answer.header("location").starts_with("/sign-in"),
                "{peer} {path}"
            );
        }
    }
    assert_eq!(server.store.users().count().await.unwrap(), 1);
}

#[tokio::test]
async fn a_user_named_by_a_trusted_proxy_gets_a_session_of_their_own() {
    let server = TestServer::behind(None, proxies(false)).await;
    let ada = server.user("ada", Role::User).await;
    server.user("eve", Role::User).await;
    let mut browser = server.browser();
    browser.peer = PROXY.parse().unwrap();
    browser.cookie = Some("tidings=planted".to_owned());
    let as_ada = [("remote-user", "Ada")];
    let answer = get(&mut browser, "/sources", &as_ada).await;
    assert_eq!(answer.header("location"), "/sign-in?next=%2Fsources");
    let answer = get(&mut browser, "/sign-in?next=%2Fsources", &as_ada).await;
    assert_eq!(answer.header("location"), "/sources");
    assert_ne!(browser.cookie.as_deref(), Some("tidings=planted"), "a new secret");
    assert_eq!(get(&mut browser, "/sources", &as_ada).await.status, StatusCode::OK);
    assert_eq!(server.store.users().sessions(ada, server.clock.now()).await.unwrap().len(), 1);

    // Someone else signs in at the proxy, in the same browser.
    let as_eve = [("remote-user", "eve")];
    assert_eq!(get(&mut browser, "/sources", &as_eve).await.status, StatusCode::SEE_OTHER);
    get(&mut browser, "/sign-in", &as_eve).await;
    let page = get(&mut browser, "/settings/account", &as_eve).await.body;
    assert!(page.contains("value=\"eve\"") && !page.contains("value=\"ada\""));
}

#[tokio::test]
async fn unknown_and_disabled_users_are_refused() {
    let server = TestServer::behind(None, proxies(false)).await;
    let ada = server.user("ada", Role::User).await;
    server.store.users().disable(ada, server.clock.now()).await.unwrap();
    let mut browser = server.browser();
    browser.peer = PROXY.parse().unwrap();
    for name in ["ada", "nobody"] {
        let answer = get(&mut browser, "/sign-in", &[("remote-user", name)]).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{name}");
        assert!(answer.body.contains(name) && answer.header("set-cookie").is_empty());
    }
    assert_eq!(server.store.users().count().await.unwrap(), 1);
}

#[tokio::test]
async fn accounts_are_created_if_configured_and_never_the_first_one() {
    let server = TestServer::behind(None, proxies(true)).await;
    let mut browser = server.browser();
    browser.peer = PROXY.parse().unwrap();
    let as_carl = [("remote-user", "carl")];
    let answer = get(&mut browser, "/sign-in", &as_carl).await;
    assert!(answer.body.contains("setup link"), "the first account must be the operator's");
    assert_eq!(server.store.users().count().await.unwrap(), 0);
    server.user("olga", Role::Operator).await;
    let answer = get(&mut browser, "/sign-in", &as_carl).await;
    assert_eq!(answer.header("location"), "/");
    let carl = server.store.users().account("carl".to_owned()).await.unwrap().unwrap();
    assert_eq!((carl.user.role, carl.password_hash.as_str()), (Role::User, ""));
    for password in ["", "x", PASSWORD] {
        let fields = [("name", "carl"), ("password", password)];
        let answer = server.browser().post_bare("/sign-in", &fields).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "no password is accepted");
    }
}

#[tokio::test]
async fn users_without_a_password_are_confirmed_by_the_proxy() {
    let server = TestServer::behind(None, proxies(true)).await;
    server.user("olga", Role::Operator).await;
    let mut browser = server.browser();
    browser.peer = PROXY.parse().unwrap();
    get(&mut browser, "/sign-in", &[("remote-user", "carl")]).await;
    let page = get(&mut browser, "/settings/data", &[("remote-user", "carl")]).await;
    let token = page.field("token");
    let send = |headers: Vec<(&'static str, &'static str)>| {
        let mut request =
            server.request(&Method::POST, "/settings/data/delete").header("content-type", FORM);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let fields = [("name", "carl"), ("token", token.as_str())];
        let request = request.body(form(&fields)).unwrap();
        let mut browser = browser.clone();
        async move { browser.send(request).await }
    };
    let refused = send(vec![]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "with the cookie alone");
    assert!(refused.body.contains("This account has no password."), "{}", refused.body);
    assert_eq!(send(vec![("remote-user", "carl")]).await.status, StatusCode::SEE_OTHER);
    assert_eq!(server.store.users().count().await.unwrap(), 1);
}

#[tokio::test]
async fn signing_out_is_not_undone_by_the_next_request() {
    let server = TestServer::behind(None, proxies(false)).await;
    server.user("ada", Role::User).await;
    let mut browser = server.browser();
    browser.peer = PROXY.parse().unwrap();
    let as_ada = [("remote-user", "ada")];
    get(&mut browser, "/sign-in", &as_ada).await;
    let token = get(&mut browser, "/settings/account", &as_ada).await.field("token");
    let request = server
        .request(&Method::POST, "/sign-out")
        .header("content-type", FORM)
        .header("remote-user", "ada")
        .body(form(&[("token", &token)]))
        .unwrap();
    let answer = browser.send(request).await;
    assert_eq!(answer.header("location"), "/sign-in?stay=1");
    let page = get(&mut browser, "/sign-in?stay=1", &as_ada).await;
    assert!(page.body.contains("Continue as ada") && browser.cookie.is_none());
}

#[tokio::test]
async fn limits_count_the_visitor_behind_the_proxy() {
    let server = TestServer::behind(None, proxies(false)).await;
    server.user("ada", Role::User).await;
    for _ in 0..10 {
        let status = sign_in_from(&server, PROXY, "203.0.113.9", "wrong").await;
        assert_eq!(status, StatusCode::UNAUTHORIZED);
    }
    let from = async |forwarded: &str| sign_in_from(&server, PROXY, forwarded, PASSWORD).await;
    assert_eq!(from("203.0.113.9").await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(
        from("1.2.3.4, 203.0.113.9").await,
        StatusCode::TOO_MANY_REQUESTS,
        "with a forged hop"
    );
    assert_eq!(from("203.0.113.10").await, StatusCode::SEE_OTHER, "a neighbour");
}

#[tokio::test]
async fn two_hundred_guesses_from_fifty_addresses_do_not_lock_the_owner_out() {
    let server = TestServer::behind(None, proxies(false)).await;
    let (mut owner, _) = server.signed_in("ada", Role::User).await;
    let mut n_heard = 0;
    for guess in 0..200 {
        let address = format!("198.51.100.{}", guess % 50);
        let status = sign_in_from(&server, PROXY, &address, "wrong").await;
        n_heard += usize::from(status == StatusCode::UNAUTHORIZED);
    }
    assert_eq!(n_heard, 200, "four from each, which is below the limit");
    let one = "198.51.100.200";
    for guess in 0..200 {
        let status = sign_in_from(&server, PROXY, one, "wrong").await;
        let expected =
            if guess < 10 { StatusCode::UNAUTHORIZED } else { StatusCode::TOO_MANY_REQUESTS };
        assert_eq!(status, expected);
    }
    assert_eq!(owner.get("/").await.status, StatusCode::OK);
    assert_eq!(sign_in_from(&server, PROXY, "203.0.113.1", PASSWORD).await, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn cookies_are_bound_to_tls_if_a_trusted_proxy_says_so() {
    let server = TestServer::behind(None, proxies(false)).await;
    server.user("ada", Role::User).await;
    for (peer, is_secure) in [(PROXY, true), ("192.0.2.1:1", false)] {
        let mut browser = server.browser();
        browser.peer = peer.parse().unwrap();
        let request = server
            .request(&Method::POST, "/sign-in")
            .header("content-type", FORM)
            .header("x-forwarded-proto", "https")
            .body(form(&[("name", "ada"), ("password", PASSWORD)]))
            .unwrap();
        let cookie = browser.send(request).await.header("set-cookie").to_owned();
        assert_eq!(cookie.starts_with("__Host-tidings="), is_secure, "{cookie}");
        assert_eq!(cookie.contains("; Secure"), is_secure, "{cookie}");
    }
}
