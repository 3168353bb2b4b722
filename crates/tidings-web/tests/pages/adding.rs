//! Adding a source by its address.

use crate::harness::TestServer;
use http::StatusCode;
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
    let page = ada.post("/add", &[("url", "example.org"), ("folder", "Science")]).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.body.contains("2 feeds found") && page.body.contains("All &#60;b&#62;articles"));
    assert!(page.body.contains("value=\"example.org\""), "the typed text is preserved");
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
    let answer = ada.post("/add", &[("url", hostile), ("folder", "Kept folder")]).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.body.contains("The server doesn’t exist. Check the spelling"));
    assert!(answer.body.contains("There is no server named http://&#34;&#62;&#60;script&#62;"));
    assert!(
        answer.body.contains("value=\"http://&#34;&#62;&#60;script&#62;")
            && answer.body.contains("value=\"Kept folder\"")
    );
    assert!(!answer.body.contains("<script>"));

    *server.told.found.lock().unwrap() = Err(Failure::new(FailureKind::Gone, "it answers 410"));
    let gone = ada.post("/add", &[("url", "example.org")]).await.body;
    assert!(gone.contains("gone for good.") && !gone.contains("you can unsubscribe"), "{gone}");
    *server.told.found.lock().unwrap() =
        Err(Failure::new(FailureKind::Dns, format!("there is no server named {hostile}")));
    assert!(ada.post("/add", &[("url", "  ")]).await.body.contains("Enter the address of a feed"));
    let refused = ada.post("/follow", &[("url", "elsewhere")]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.body.contains("There is no server named"));
    *server.told.found.lock().unwrap() = Ok(Vec::new());
    let nothing = ada.post("/add", &[("url", "example.org")]).await;
    assert!(nothing.body.contains("No feed found at this address"));
}
