//! Adding a source by its address.

use crate::harness::TestServer;
use axum::body::Body;
use http::{Method, StatusCode};
use tidings_model::{Failure, FailureKind, Role};
use tidings_web::FeedChoice;

fn candidate(url: &str, title: &str) -> FeedChoice {
    FeedChoice { url: url.to_owned(), title: title.to_owned() }
}

#[tokio::test]
async fn several_feeds_are_offered_and_one_is_chosen() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    *server.told.found.lock().unwrap() = Ok(vec![
        candidate("https://example.org/a", "All <b>articles</b>"),
        candidate("https://example.org/b", ""),
    ]);
    let page = ada.preview("example.org", "Science").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.body.contains("2 feeds found") && page.body.contains("All &#60;b&#62;articles"));
    assert!(page.body.contains("value=\"example.org\""), "the typed text is preserved");
    let link = "href=\"/add?url=https%3A%2F%2Fexample.org%2Fb&#38;folder=Science\"";
    assert!(page.body.contains(link), "{}", page.body);
    assert_eq!(server.store.subscriptions().count(user).await.unwrap(), 0);
    let answer =
        ada.post("/follow", &[("url", "https://example.org/b"), ("folder", "Science")]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(
        server.store.subscriptions().list(user).await.unwrap()[0].source.url.as_str(),
        "https://example.org/b"
    );
}

#[tokio::test]
async fn errors_are_shown_above_the_form_with_the_text_preserved() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let hostile = "http://\"><script>alert(1)</script>/";
    *server.told.found.lock().unwrap() =
        Err(Failure::new(FailureKind::Dns, format!("there is no server named {hostile}")));
    let answer = ada.preview(hostile, "Kept folder").await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("The server doesn’t exist. Check the spelling"));
    assert!(answer.body.contains("There is no server named http://&#34;&#62;&#60;script&#62;"));
    assert!(
        answer.body.contains("value=\"http://&#34;&#62;&#60;script&#62;")
            && answer.body.contains("value=\"Kept folder\"")
    );
    assert!(!answer.body.contains("<script>"));

    *server.told.found.lock().unwrap() = Err(Failure::new(FailureKind::Gone, "it answers 410"));
    let gone = ada.preview("example.org", "").await.body;
    assert!(gone.contains("gone for good.") && !gone.contains("you can unsubscribe"), "{gone}");
    *server.told.found.lock().unwrap() =
        Err(Failure::new(FailureKind::Dns, format!("there is no server named {hostile}")));
    assert!(ada.preview("  ", "").await.body.contains("Enter the address of a feed"));
    let refused = ada.post("/follow", &[("url", "elsewhere")]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.body.contains("There is no server named"));
    *server.told.found.lock().unwrap() = Ok(Vec::new());
    let nothing = ada.preview("example.org", "").await;
    assert!(nothing.body.contains("No feed found at this address"));
}

#[tokio::test]
async fn a_preview_has_an_address_that_survives_back_and_reloading() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    *server.told.found.lock().unwrap() = Ok(vec![candidate("https://example.org/a", "Alpha")]);
    let sent = ada.post("/add", &[("url", "example.org/ä?b=1&c"), ("folder", "A & B")]).await;
    let place = sent.header("location").to_owned();
    assert_eq!(place, "/add?url=example.org%2F%C3%A4%3Fb%3D1%26c&folder=A+%26+B");
    assert!(server.told.asked.lock().unwrap().is_empty(), "the form only redirects");
    for _ in 0..2 {
        let page = ada.go(&place).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.body.contains("id=\"found\"") && page.body.contains("Alpha"), "{}", page.body);
        assert!(page.body.contains("value=\"A &#38; B\""), "the folder is kept");
    }
}

#[tokio::test]
async fn nothing_but_our_own_pages_makes_the_server_fetch_an_address() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    *server.told.found.lock().unwrap() = Ok(vec![candidate("https://example.org/a", "Alpha")]);
    let place = "/add?url=https%3A%2F%2Fexample.org%2Fa";
    for (name, value) in [
        ("x-nothing", "typed without any header"),
        ("sec-fetch-site", "none"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("referer", "https://evil.example/"),
    ] {
        let request = server.request(&Method::GET, place).header(name, value);
        let page = ada.send(request.body(Body::empty()).unwrap()).await;
        assert!(page.body.contains("value=\"https://example.org/a\""), "{value}: it is prefilled");
        assert!(!page.body.contains("id=\"found\""), "{value}");
    }
    let ahead = server.request(&Method::GET, place).header("sec-fetch-site", "same-origin");
    ada.send(ahead.header("sec-purpose", "prefetch").body(Body::empty()).unwrap()).await;
    assert!(server.told.asked.lock().unwrap().is_empty());
    let by_referrer =
        server.request(&Method::GET, place).header("referer", "http://tidings.test/add");
    let page = ada.send(by_referrer.body(Body::empty()).unwrap()).await;
    assert!(page.body.contains("id=\"found\""), "browsers without Sec-Fetch-Site");
    let sent = ada.post("/add", &[("url", "example.org/a")]).await;
    assert_eq!(sent.header("referrer-policy"), "same-origin", "so that the redirect says it too");
    assert_eq!(ada.get("/add").await.header("referrer-policy"), "no-referrer");
}

#[tokio::test]
async fn previews_are_limited_per_person() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let (mut bob, _) = server.signed_in("bob", Role::User).await;
    *server.told.found.lock().unwrap() = Ok(vec![candidate("https://example.org/a", "Alpha")]);
    for _ in 0..60 {
        assert_eq!(ada.go("/add?url=example.org").await.status, StatusCode::OK);
    }
    let refused = ada.go("/add?url=example.org").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.body.contains("Try again in 10 minutes"), "{}", refused.body);
    assert_eq!(bob.go("/add?url=example.org").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_feed_behind_a_password_is_added_with_a_user_name_and_a_password() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let denied = Failure::new(FailureKind::Denied, "example.org asks for a user name");
    *server.told.found.lock().unwrap() = Err(Failure { status: Some(401), ..denied.clone() });
    let page = ada.preview("https://example.org/feed", "").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.body.contains("the password for example.org"), "{}", page.body);
    assert!(page.body.contains("name=\"password\"") && !page.body.contains("role=\"alert\""));
    let wrong = [("url", "https://example.org/feed"), ("name", "ada"), ("password", "cod")];
    let answer = ada.post("/follow", &wrong).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("Wrong user name or password"), "{}", answer.body);
    assert!(answer.body.contains("value=\"ada\"") && !answer.body.contains("cod\""));
    let right = [wrong[0], wrong[1], ("password", "swordfish"), ("new_folder", "Work")];
    let answer = ada.post("/follow", &right).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    assert_eq!(server.store.subscriptions().count(user).await.unwrap(), 1);
    *server.told.found.lock().unwrap() = Err(Failure { status: Some(403), ..denied });
    let page = ada.preview("https://example.org/other", "").await;
    assert!(!page.body.contains("name=\"password\""), "a password does not help against a 403");
}

#[tokio::test]
async fn a_password_in_the_address_goes_into_its_own_field_and_into_no_address() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let typed = "https://ada:swordfish@example.org/feed";
    let form = ada.post("/add", &[("url", typed), ("folder", "Work")]).await;
    let linked = ada.go(&format!("/add?url={}", typed.replace('/', "%2F"))).await;
    for page in [form, linked] {
        assert_eq!(page.status, StatusCode::OK, "no redirect carries it");
        assert!(page.body.contains("value=\"https://example.org/feed\""), "{}", page.body);
        assert!(page.body.contains("value=\"ada\"") && page.body.contains("value=\"swordfish\""));
        assert!(!page.body.contains("ada:"), "{}", page.body);
    }
    assert!(server.told.asked.lock().unwrap().is_empty(), "nothing is fetched before it is sent");
}
