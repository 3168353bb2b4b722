//! The Google Reader API: changing marks, folders, labels and subscriptions as each client does it.

use super::program::{Program, READ, READING_LIST, STARRED, stocked};
use crate::harness::TestServer;
use axum::body::Body;
use http::{Method, StatusCode};
use serde_json::Value;
use tidings_model::{ArticleId, Reaction};
use tidings_store::AppScope;
use tidings_web::FeedChoice;

#[tokio::test]
async fn marks_are_set_and_removed_as_each_client_does_it() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (_, ids) = stocked(&ada, "https://a.example/feed", None).await;
    let id = ids[1].to_string();
    let unread = format!("s={READING_LIST}&xt={READ}");
    // newsboat
    let kept = "user/-/state/com.google/kept-unread";
    ada.do_ok("edit-tag", &[("i", &id), ("a", READ), ("r", kept), ("ac", "edit")]).await;
    assert_eq!(ada.ids(&unread).await.len(), 2);
    // Liferea
    ada.do_ok("edit-tag", &[("i", &id), ("r", READ), ("a", kept), ("T", "")]).await;
    let tracking = "user/-/state/com.google/tracking-kept-unread";
    ada.do_ok("edit-tag", &[("i", &id), ("a", tracking)]).await;
    assert_eq!(ada.ids(&unread).await.len(), 3);
    // Repeating it changes nothing.
    for _ in 0..2 {
        ada.do_ok("edit-tag", &[("i", &id), ("a", STARRED)]).await;
    }
    assert_eq!(ada.ids(&format!("s={STARRED}")).await, [ids[1].0]);
    ada.do_ok("edit-tag", &[("i", &id), ("r", STARRED)]).await;
    assert!(ada.ids(&format!("s={STARRED}")).await.is_empty());
    ada.do_ok("edit-tag", &[("i", &id), ("a", READ)]).await;
    // Read You has two requests for the read ones.
    for query in [format!("s={READING_LIST}&it={READ}"), format!("s={READ}")] {
        assert_eq!(ada.ids(&query).await, [ids[1].0], "{query}");
    }
    // A label with a slash and a percent sign round-trips.
    let label = "user/-/label/50 %/a?b";
    ada.do_ok("edit-tag", &[("i", &id), ("a", label)]).await;
    let path = "stream/contents/user%2F-%2Flabel%2F50%20%25%2Fa%3Fb";
    let shown = ada.get(path).await;
    assert!(shown["items"][0]["categories"].as_array().unwrap().contains(&label.into()));
    ada.do_ok("rename-tag", &[("s", label), ("dest", "user/-/label/other")]).await;
    assert_eq!(ada.ids("s=user/-/label/other").await, [ids[1].0]);
    ada.do_ok("disable-tag", &[("t", "user/-/label/other")]).await;
    let gone =
        ada.send(Method::GET, "/reader/api/0/stream/items/ids?s=user/-/label/other", Body::empty());
    assert_eq!(gone.await.status, StatusCode::NOT_FOUND);
    // An article marked read by itself counts as opened, which is something to learn from.
    let reading = server.store.readings().get(ada.user, ids[1]).await.unwrap();
    assert!(reading.n_opened > 0);
    let since = "2026-01-01T00:00:00Z".parse().unwrap();
    assert!(!server.store.users().visits(ada.user, since).await.unwrap().is_empty());
}

#[tokio::test]
async fn everything_that_had_arrived_by_a_time_is_marked_read() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (source, old) = stocked(&ada, "https://a.example/feed", Some("News")).await;
    let seen = tidings_model::Clock::now(&*server.clock).as_microsecond();
    server.clock.advance(3600);
    let (_, new) = stocked(&ada, "https://b.example/feed", Some("News")).await;
    let unread = format!("s={READING_LIST}&xt={READ}");
    ada.do_ok("mark-all-as-read", &[("s", "user/-/label/News"), ("ts", &seen.to_string())]).await;
    assert_eq!(ada.ids(&unread).await.len(), 3);
    assert!(ada.ids(&unread).await.iter().all(|id| new.contains(&ArticleId(*id))));
    // The time of arrival counts: an article that arrived late with an old date is not lost.
    let since = format!("s={READING_LIST}&ot={}", seen / 1_000_000 + 60);
    assert_eq!(ada.ids(&since).await.len(), 3);
    assert_eq!(ada.ids(&format!("s={READING_LIST}&nt={}", seen / 1_000_000)).await.len(), 3);
    ada.do_ok("edit-tag", &[("i", &old[0].to_string()), ("r", READ)]).await;
    ada.do_ok("mark-all-as-read", &[("s", &format!("feed/{source}"))]).await;
    assert_eq!(ada.ids(&unread).await.len(), 3);
    ada.do_ok("mark-all-as-read", &[("s", READING_LIST)]).await;
    assert!(ada.ids(&unread).await.is_empty());
    let nowhere = ada.post("mark-all-as-read", &[("s", "user/-/label/nowhere")]).await;
    assert_eq!(nowhere.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn of_several_feeds_the_first_that_is_alive_is_added() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let found = |urls: &[&str]| {
        let choice = |url: &&str| FeedChoice { url: (*url).to_owned(), title: "New".to_owned() };
        urls.iter().map(choice).collect::<Vec<_>>()
    };
    let (dead, alive) = ("https://new.example/gone", "https://new.example/feed");
    *server.told.found.lock().unwrap() = Ok(found(&[dead, alive, "https://new.example/comments"]));
    let add = async || {
        ada.post("subscription/quickadd", &[("quickadd", "https://new.example/")]).await.body
    };
    assert!(add().await.contains("\"numResults\":1"));
    let list = ada.get("subscription/list").await;
    assert_eq!(list["subscriptions"][0]["url"], alive);
    *server.told.found.lock().unwrap() = Ok(found(&[dead, "https://other.example/gone"]));
    let refused = add().await;
    assert!(refused.contains("It is gone."), "{refused}");
}

#[tokio::test]
async fn sources_are_added_moved_renamed_and_removed() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let url = "https://new.example/feed";
    *server.told.found.lock().unwrap() =
        Ok(vec![FeedChoice { url: url.to_owned(), title: "New".to_owned() }]);
    let added = ada.post("subscription/quickadd", &[("quickadd", url)]).await;
    let added: Value = serde_json::from_str(&added.body).unwrap();
    assert_eq!((&added["numResults"], &added["streamName"]), (&1.into(), &"New".into()));
    assert!(added.get("error").is_none());
    let stream = added["streamId"].as_str().unwrap().to_owned();
    let edit = |fields: Vec<(&'static str, &'static str)>| {
        let mut all = vec![("ac", "edit"), ("s", stream.as_str())];
        all.extend(fields);
        all
    };
    ada.do_ok("subscription/edit", &edit(vec![("t", "My title"), ("a", "user/-/label/A/B")])).await;
    let one = |list: &Value| list["subscriptions"][0].clone();
    let shown = one(&ada.get("subscription/list").await);
    assert_eq!(
        (&shown["title"], &shown["categories"][0]["label"]),
        (&"My title".into(), &"A/B".into())
    );
    ada.do_ok("subscription/edit", &edit(vec![("r", "user/-/label/A/B"), ("a", "user/-/label/C")]))
        .await;
    assert_eq!(one(&ada.get("subscription/list").await)["categories"][0]["label"], "C");
    ada.do_ok("subscription/edit", &edit(vec![("r", "user/-/label/C")])).await;
    assert_eq!(one(&ada.get("subscription/list").await)["categories"][0]["label"], "Uncategorized");
    // A folder by itself, as Read You creates it.
    ada.do_ok("subscription/edit", &[("ac", "edit"), ("a", "user/-/label/Empty")]).await;
    assert!(ada.get("tag/list").await.to_string().contains("user/-/label/Empty"));
    // By its address, as NewsFlash removes what it has just added.
    ada.do_ok("subscription/edit", &[("ac", "unsubscribe"), ("s", &format!("feed/{url}"))]).await;
    assert_eq!(ada.get("subscription/list").await["subscriptions"], serde_json::json!([]));
    let subscribe = [
        ("ac", "subscribe"),
        ("s", "feed/https://new.example/feed"),
        ("t", "T"),
        ("a", "user/-/label/X"),
    ];
    ada.do_ok("subscription/edit", &subscribe).await;
    assert!(server.told.asked.lock().unwrap().iter().any(|asked| asked.contains("in Some(\"X\")")));
    *server.told.found.lock().unwrap() = Ok(Vec::new());
    let failed =
        ada.post("subscription/quickadd", &[("quickadd", "https://nothing.example/")]).await;
    let failed: Value = serde_json::from_str(&failed.body).unwrap();
    assert!(failed["numResults"] == 0 && failed["error"].is_string());
    let answer = ada.post("subscription/edit", &[("ac", "nonsense")]).await;
    assert_eq!((answer.status, answer.body.as_str()), (StatusCode::BAD_REQUEST, "Bad Request!"));
}

#[tokio::test]
async fn opml_is_exported_and_imported() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let out = ada.send(Method::GET, "/reader/api/0/subscription/export", Body::empty()).await;
    assert!(
        out.header("content-type").starts_with("application/xml") && out.body.contains("<opml>")
    );
    // Some clients declare it as a form, which it is not.
    let file = "<opml>a&b=c%ZZ</opml>";
    let answer =
        ada.send(Method::POST, "/reader/api/0/subscription/import", Body::from(file)).await;
    assert_eq!((answer.status, answer.body.as_str()), (StatusCode::OK, "OK"));
}

#[tokio::test]
async fn today_is_a_label_in_its_own_order() {
    const TODAY: &str = "user/-/label/Today";
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    stocked(&ada, "https://a.example/feed", None).await;
    stocked(&ada, "https://b.example/feed", None).await;
    let tags = ada.get("tag/list?output=json").await;
    let is_told =
        |tags: &Value| tags["tags"].as_array().unwrap().iter().any(|tag| tag["id"] == TODAY);
    assert!(is_told(&tags), "{tags}");

    let shown =
        server.store.learning().candidates(ada.user, jiff::Timestamp::MIN, 10).await.unwrap();
    let ranked: Vec<i64> = shown.iter().map(|one| one.article.0).collect();
    assert_eq!((ada.ids(&format!("s={TODAY}")).await, ranked.len()), (ranked.clone(), 6));
    let first = ada.get(&format!("stream/contents/{TODAY}?n=4")).await;
    let items = |page: &Value| page["items"].as_array().unwrap().len();
    assert_eq!((items(&first), &first["continuation"]), (4, &Value::from("4")));
    let has_label =
        |page: &Value| page["items"][0]["categories"].as_array().unwrap().contains(&TODAY.into());
    assert!(has_label(&first), "{first}");
    let by_id = ada.post("stream/items/contents", &[("i", &ranked[0].to_string())]).await;
    assert!(has_label(&serde_json::from_str(&by_id.body).unwrap()), "{}", by_id.body);
    let all = ada.get(&format!("stream/contents/{READING_LIST}?n=9")).await;
    assert!(has_label(&all), "in every stream: {all}");
    let counts = ada.get("unread-count?output=json").await;
    let of_today = counts["unreadcounts"].as_array().unwrap().iter().find(|one| one["id"] == TODAY);
    assert_eq!(of_today.unwrap()["count"], 6, "{counts}");
    let rest = ada.get(&format!("stream/contents/{TODAY}?n=4&c=4")).await;
    assert_eq!((items(&rest), rest.get("continuation")), (2, None));

    let id = ranked[0].to_string();
    ada.do_ok("edit-tag", &[("i", &id), ("a", READ)]).await;
    assert_eq!(ada.ids(&format!("s={TODAY}&xt={READ}")).await, ranked[1..]);
    // Moving onto Today means more like this, off it less.
    ada.do_ok("edit-tag", &[("i", &ranked[1].to_string()), ("a", TODAY)]).await;
    ada.do_ok("edit-tag", &[("i", &ranked[2].to_string()), ("r", TODAY)]).await;
    ada.do_ok("edit-tag", &[("i", "999999"), ("a", TODAY)]).await;
    let noted = server.store.users().reactions(ada.user, jiff::Timestamp::MIN).await.unwrap();
    let noted: Vec<Reaction> = noted.into_iter().map(|one| one.reaction).collect();
    assert_eq!(noted, [Reaction::Opened, Reaction::Liked, Reaction::Hidden]);
    assert!(server.store.readings().tags(ada.user).await.unwrap().is_empty(), "no tag was created");
    ada.do_ok("mark-all-as-read", &[("s", TODAY)]).await;
    assert!(ada.ids(&format!("s={READING_LIST}&xt={READ}")).await.is_empty());

    // A person's own tag of that name takes precedence; without learning there is no such label.
    let now = tidings_model::Clock::now(&*server.clock);
    server.store.readings().tag(ada.user, shown[5].article, "Today".to_owned(), now).await.unwrap();
    assert_eq!(ada.ids(&format!("s={TODAY}")).await, ranked[5..]);
    let bob = Program::of(&server, "bob", AppScope::Write).await;
    let off = vec![("today", Some("time".to_owned()))];
    server.store.settings().set_all(bob.user, off).await.unwrap();
    assert!(!is_told(&bob.get("tag/list?output=json").await));
}
