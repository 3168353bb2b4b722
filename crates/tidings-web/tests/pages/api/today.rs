//! Today and interests in our own API.

use super::*;
use tidings_model::{Reaction, taste::Placing};

#[tokio::test]
async fn today_has_reasons_and_learns_from_reactions() {
    let server = TestServer::new().await;
    let (ada, things) = ada(&server).await;
    let user = UserId(things.user);
    let ids = |page: &Value| -> Vec<i64> {
        page["articles"].as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap()).collect()
    };
    let shown = async || {
        let since = jiff::Timestamp::MIN;
        server.store.learning().shown_since(user, Placing::Interest, since).await.unwrap()
    };
    arrive(&server, tidings_model::SourceId(things.source), 30).await;
    let page = ada.get("/api/v1/today?limit=10").await;
    assert_eq!((ids(&page).len(), &page["by"]), (10, &json!("interest")));
    assert_eq!(page["articles"][0]["why"], "You read most articles about “telescope, star, orbit”");
    assert_eq!(page["articles"][2]["why"], Value::Null);
    assert_eq!(shown().await, None, "a fetch by a program does not count as shown");
    let seen = ada.act(Method::POST, "/api/v1/today", json!({ "limit": 10 })).await;
    assert_eq!((ids(&seen), shown().await.unwrap().articles.len()), (ids(&page), 10));

    for (n, reaction) in ["more", "less", "kept", "passed"].into_iter().enumerate() {
        let path = format!("/api/v1/articles/{}/reaction", ids(&page)[n]);
        ada.act(Method::POST, &path, json!({ "reaction": reaction })).await;
    }
    let noted = server.store.users().reactions(user, jiff::Timestamp::MIN).await.unwrap();
    let noted: Vec<Reaction> = noted.into_iter().map(|one| one.reaction).collect();
    let said = [Reaction::Liked, Reaction::Hidden, Reaction::Kept, Reaction::Skipped];
    assert!(noted.ends_with(&said), "{noted:?}");

    let source = format!("/api/v1/taught/sources/{}", things.source);
    ada.act(Method::PUT, "/api/v1/taught/topics/1", json!({ "level": 95 })).await;
    ada.act(Method::PUT, &source, json!({ "level": 2 })).await;
    ada.act(Method::PUT, &source, json!({ "level": null })).await;
    let told = server.store.learning().taught(user).await.unwrap();
    assert_eq!((told.len(), told[0].level), (1, 95));
    assert!(ada.get("/api/v1/taught").await["topics"][0]["name"].is_string());
    let unknown = ada.send(&Method::PUT, "/api/v1/taught/topics/77", Some(json!({ "level": 1 })));
    check_problem(&unknown.await, 404, "not-found");
    let wild = ada.send(&Method::PUT, "/api/v1/taught/topics/1", Some(json!({ "level": 101 })));
    check_problem(&wild.await, 422, "refused");

    let off = ada.act(Method::PATCH, "/api/v1/me/preferences", json!({ "today": "time" })).await;
    assert_eq!(off["today"], "time");
    let page = ada.get("/api/v1/today").await;
    assert_eq!((&page["by"], &page["articles"][0]["why"]), (&json!("time"), &Value::Null));
    ada.act(Method::PATCH, "/api/v1/me/preferences", json!({ "surprise": 150 })).await;
    assert_eq!(ada.get("/api/v1/me").await["preferences"]["surprise"], 150);
    ada.send(&Method::DELETE, "/api/v1/taught", None).await;
    assert_eq!(
        (shown().await, server.store.learning().taught(user).await.unwrap()),
        (None, Vec::new())
    );
}
