//! What real clients send, and what they cannot handle, beyond what the protocols describe.

use super::fever::fever;
use super::program::{Program, READ, READING_LIST, STARRED, stocked};
use crate::harness::{FORM, TestServer, form};
use axum::body::Body;
use http::{Method, StatusCode, header};
use serde_json::Value;
use tidings_model::Clock;
use tidings_store::AppScope;
use tidings_web::routes::{RouteAccess, programs::GREADER};

#[tokio::test]
async fn reads_accept_both_methods_with_parameters_in_the_address_and_in_the_body() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (source, ids) = stocked(&ada, "https://a.example/feed", None).await;
    let reads = GREADER.iter().filter(|route| {
        route.access == RouteAccess::Program
            && (route.method == Method::GET || route.path.ends_with("/items/contents"))
    });
    let mut n_compared = 0;
    for route in reads {
        let path = route.path.replace("{*stream}", &format!("feed/{source}"));
        let query = format!("{path}?output=json&n=2&r=o&s=feed/{source}&i={}", ids[0]);
        let got = ada.send(Method::GET, &query, Body::empty()).await;
        let posted = ada.send(Method::POST, &query, form(&[("T", "token")])).await;
        assert_eq!((posted.status, &posted.body), (StatusCode::OK, &got.body), "{path}");
        let whole = [("n", "2"), ("r", "o"), ("s", &format!("feed/{source}")), ("i", "1")];
        let in_body = ada.send(Method::POST, &path, form(&whole)).await;
        assert_eq!(in_body.status, StatusCode::OK, "{path}");
        n_compared += 1;
    }
    assert!(n_compared > 12, "{n_compared}");
}

#[tokio::test]
async fn contents_may_be_requested_with_the_password_in_the_body() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (_, ids) = stocked(&ada, "https://a.example/feed", None).await;
    let send = |path: &'static str, password: &str| {
        let fields = [("T", password), ("i", &ids[0].to_string())];
        let request = server.request(&Method::POST, path).header(header::CONTENT_TYPE, FORM);
        server.send(request.body(form(&fields)).unwrap())
    };
    let path = "/reader/api/0/stream/items/contents";
    let answer = send(path, &ada.secret).await;
    assert_eq!(answer.status, StatusCode::OK);
    let items: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(items["items"].as_array().unwrap().len(), 1);
    assert_eq!(send(path, "wrong").await.status, StatusCode::UNAUTHORIZED);
    let other = send("/reader/api/0/edit-tag", &ada.secret).await;
    assert_eq!(other.status, StatusCode::UNAUTHORIZED, "only where a client does it");
}

#[tokio::test]
async fn rows_of_ids_have_their_sources_only_on_request() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (source, _) = stocked(&ada, "https://a.example/feed", None).await;
    let query = format!("stream/items/ids?output=json&n=1&s={READING_LIST}");
    let plain = ada.get(&query).await["itemRefs"][0].clone();
    assert_eq!(plain.as_object().unwrap().keys().collect::<Vec<_>>(), ["id"]);
    let full = ada.get(&format!("{query}&includeAllDirectStreamIds=true")).await;
    assert_eq!(full["itemRefs"][0]["directStreamIds"][0], format!("feed/{source}"));
}

#[tokio::test]
async fn more_ids_than_the_limit_are_refused_and_none_is_applied() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (_, ids) = stocked(&ada, "https://a.example/feed", None).await;
    let repeated = |n: usize| {
        let first = ids[0].to_string();
        vec![("i".to_owned(), first); n]
    };
    for (path, n) in [("edit-tag", 50_001), ("stream/items/contents", 10_001)] {
        let fields = repeated(n);
        let mut fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        fields.push(("a", READ));
        let answer = ada.post(path, &fields).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path}: {}", answer.body);
    }
    assert_eq!(ada.ids(&format!("s={READING_LIST}&xt={READ}")).await.len(), 3);
}

#[tokio::test]
async fn starred_articles_of_unsubscribed_sources_are_in_no_app() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (source, ids) = stocked(&ada, "https://a.example/feed", None).await;
    let (_, others) = stocked(&ada, "https://b.example/feed", None).await;
    let label = "user/-/label/keep";
    for id in [ids[0], others[0]] {
        ada.do_ok("edit-tag", &[("i", &id.to_string()), ("a", STARRED), ("a", label)]).await;
    }
    ada.do_ok("subscription/edit", &[("ac", "unsubscribe"), ("s", &format!("feed/{source}"))])
        .await;
    for stream in [STARRED, label] {
        assert_eq!(ada.ids(&format!("s={stream}")).await, [others[0].0], "{stream}");
    }
    let (gone, there) = (ids[0].to_string(), others[0].to_string());
    let answer = ada.post("stream/items/contents", &[("i", &gone), ("i", &there)]).await;
    let items: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(items["items"].as_array().unwrap().len(), 1, "{items}");
    let saved = fever(&ada, "saved_item_ids", &[]).await;
    assert_eq!(saved["saved_item_ids"], there);
    let named = fever(&ada, &format!("items&with_ids={gone},{there}"), &[]).await;
    assert_eq!(named["items"].as_array().unwrap().len(), 1);
    assert!(server.store.readings().get(ada.user, ids[0]).await.unwrap().starred_at.is_some());
}

#[tokio::test]
async fn tags_named_like_folders_or_states_have_labels_of_their_own() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (_, ids) = stocked(&ada, "https://a.example/feed", Some("News")).await;
    let id = ids[1].to_string();
    for name in ["News", "read", "starred", "Uncategorized"] {
        ada.do_ok("edit-tag", &[("i", &id), ("a", &format!("user/-/label/{name}"))]).await;
    }
    ada.do_ok("edit-tag", &[("i", &id), ("a", "user/-/label/News (tag)")]).await;
    let known = server.store.readings().tags(ada.user).await.unwrap();
    assert_eq!(known.len(), 4, "a label that clients were given means its tag: {known:?}");
    let list = ada.get("tag/list").await;
    let listed: Vec<&str> =
        list["tags"].as_array().unwrap().iter().map(|tag| tag["id"].as_str().unwrap()).collect();
    for name in ["News (tag)", "read (tag)", "starred (tag)", "Uncategorized (tag)"] {
        let label = format!("user/-/label/{name}");
        assert_eq!(listed.iter().filter(|one| **one == label).count(), 1, "{name} in {listed:?}");
        assert_eq!(
            ada.ids(&format!("s={}", label.replace(' ', "%20"))).await,
            [ids[1].0],
            "{name}"
        );
    }
    assert_eq!(ada.ids("s=user/-/label/News").await.len(), 3, "the folder");
    let items = ada.post("stream/items/contents", &[("i", &id)]).await;
    let items: Value = serde_json::from_str(&items.body).unwrap();
    let categories = items["items"][0]["categories"].to_string();
    assert!(categories.contains("label/read (tag)") && !categories.contains("label/read\""));
    ada.do_ok("edit-tag", &[("i", &id), ("r", "user/-/label/News (tag)")]).await;
    assert!(ada.ids("s=user/-/label/News%20(tag)").await.is_empty());
    assert_eq!(ada.ids("s=user/-/label/News").await.len(), 3);
}

#[tokio::test]
async fn folders_named_like_states_have_labels_that_no_client_takes_for_a_state() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (_, ids) = stocked(&ada, "https://a.example/feed", Some("Books/read")).await;
    let label = "user/-/label/Books/read (folder)";
    let stream = "s=user/-/label/Books/read%20(folder)";
    for list in ["tag/list", "subscription/list", "unread-count"] {
        let answer = ada.get(list).await.to_string();
        assert!(answer.contains(label), "{list}: {answer}");
        assert!(!answer.contains("label/Books/read\""), "{list}: {answer}");
    }
    assert_eq!(ada.ids(stream).await.len(), ids.len());
    let items = ada.post("stream/items/contents", &[("i", &ids[0].to_string())]).await;
    assert!(items.body.contains(label), "{}", items.body);
    for to in [label, "user/-/label/Books", "user/-/label/starred (folder)", label] {
        let edited = [("ac", "edit"), ("s", "feed/https://a.example/feed"), ("a", to)];
        ada.do_ok("subscription/edit", &edited).await;
    }
    let folders = server.store.subscriptions().folders(ada.user).await.unwrap();
    let paths: Vec<&str> = folders.iter().map(|folder| folder.path.as_str()).collect();
    assert_eq!(paths, ["Books", "Books/read", "starred"], "the label is not the name");
}

#[tokio::test]
async fn a_label_stands_for_one_thing_in_every_call() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (source, ids) = stocked(&ada, "https://a.example/feed", Some("News")).await;
    let (id, feed) = (ids[0].to_string(), format!("feed/{source}"));
    let (news, marked) = ("user/-/label/News", "user/-/label/News (tag)");
    ada.do_ok("edit-tag", &[("i", &id), ("a", news)]).await;
    let found = "s=user/-/label/News%20(tag)";
    assert_eq!(ada.ids(found).await, [ids[0].0]);
    ada.do_ok("edit-tag", &[("i", &id), ("r", news)]).await;
    assert!(ada.ids(found).await.is_empty(), "removed with the id that it was added with");
    ada.do_ok("edit-tag", &[("i", &id), ("a", news)]).await;
    ada.do_ok("subscription/edit", &[("ac", "edit"), ("s", &feed), ("a", marked)]).await;
    let odd = "user/-/label/Books (tag)";
    ada.do_ok("subscription/edit", &[("ac", "edit"), ("s", &feed), ("a", odd)]).await;
    ada.do_ok("rename-tag", &[("s", "user/-/label/Books"), ("dest", "user/-/label/Art (tag)")])
        .await;
    // Twine creates a folder for an empty `s`. A label may be created before it is used.
    ada.do_ok("subscription/edit", &[("ac", "edit"), ("s", ""), ("a", "user/-/label/New")]).await;
    ada.do_ok("edit-tag", &[("a", "user/-/label/Later")]).await;
    let now = server.clock.now();
    server.store.subscriptions().folder(ada.user, "Art (tag)".to_owned(), now).await.unwrap();
    ada.do_ok("edit-tag", &[("i", &id), ("a", "user/-/label/Art")]).await;
    let list = ada.get("tag/list").await;
    let listed = list["tags"].as_array().unwrap().iter().map(|tag| tag["id"].as_str().unwrap());
    let labels: Vec<&str> = listed.filter_map(|id| id.strip_prefix("user/-/label/")).collect();
    let folders = ["Art", "Art (tag) (folder)", "New", "News"];
    let tags = ["Art (tag)", "Later", "News (tag)", "Today"];
    assert_eq!(labels, [folders, tags].concat());
    assert_eq!(ada.ids("s=user/-/label/Art%20(tag)").await, [ids[0].0], "the tag");
    assert!(ada.ids("s=user/-/label/Art%20(tag)%20(folder)").await.is_empty());
    assert_eq!(ada.ids("s=user/-/label/Art").await.len(), 3);
    let counts = ada.get("unread-count").await;
    let of = |id: &str| {
        let all = counts["unreadcounts"].as_array().unwrap();
        all.iter()
            .find(|one| one["id"] == format!("user/-/label/{id}"))
            .map(|one| one["count"].as_u64().unwrap())
    };
    assert_eq!(
        [of("Art (tag)"), of("News (tag)"), of("Art"), of("Later")],
        [Some(1), Some(1), Some(3), None]
    );
}

#[tokio::test]
async fn an_article_without_title_and_text_has_a_title_in_every_protocol() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let source = server.source(ada.user, "https://a.example/feed").await;
    let now = server.clock.now();
    let file = tidings_model::Enclosure {
        url: "https://a.example/a.mp3".to_owned(),
        media_type: None,
        bytes: None,
        seconds: None,
        title: None,
    };
    let bare = tidings_model::Article {
        summary: String::new(),
        enclosures: vec![file],
        ..crate::fixtures::article("", "", now)
    };
    let ids = crate::fixtures::store(&server.store, source, "A site", vec![bare], now).await;
    let answer = ada.post("stream/items/contents", &[("i", &ids[0].to_string())]).await;
    let items: Value = serde_json::from_str(&answer.body).unwrap();
    let item = &items["items"][0];
    assert_eq!(item["title"], "A site");
    assert_eq!(fever(&ada, "items", &[]).await["items"][0]["title"], "A site");
    let request = server.request(&Method::GET, "/v1/entries").header("x-auth-token", &ada.secret);
    let entries = server.send(request.body(Body::empty()).unwrap()).await.body;
    let entries: Value = serde_json::from_str(&entries).unwrap();
    assert_eq!(entries["entries"][0]["title"], "A site");
    let atom = ada.send(Method::GET, &format!("/reader/atom/feed/{source}"), Body::empty()).await;
    assert_eq!(atom.body.matches("A site").count(), 2, "{}", atom.body);
    assert_eq!(item["enclosure"][0].get("length"), None, "unknown");
    let feeds = ada.get("subscription/list").await;
    assert_eq!(item["origin"]["htmlUrl"], feeds["subscriptions"][0]["htmlUrl"]);
}

#[tokio::test]
async fn doubled_slashes_in_a_path_count_as_one() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (_, _) = stocked(&ada, "https://a.example/feed", None).await;
    for path in [
        "//reader/api/0/token",
        "/reader//api/0/token",
        "/api/greader.php//reader/api/0//token",
        "/api//greader.php/reader/api/0/token",
        "/reader/api/0//stream/contents/feed/https://a.example/feed",
    ] {
        let answer = ada.send(Method::GET, path, Body::empty()).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.body);
    }
    let answer = ada.send(Method::GET, "/settings//", Body::empty()).await;
    assert_ne!(answer.status, StatusCode::OK, "pages have one address each");
}

#[tokio::test]
async fn fever_tells_a_forbidden_write_from_a_wrong_key() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Read).await;
    let (_, ids) = stocked(&ada, "https://a.example/feed", Some("News")).await;
    server
        .store
        .subscriptions()
        .folder(ada.user, "Empty".to_owned(), server.clock.now())
        .await
        .unwrap();
    let key = super::fever::key(&ada);
    let fields = [("api_key", key.as_str()), ("mark", "item"), ("as", "read"), ("id", "1")];
    let answer = ada.send(Method::POST, "/fever/?api", form(&fields)).await;
    let refused: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!((answer.status, &refused["auth"]), (StatusCode::FORBIDDEN, &1.into()));
    assert!(refused["error"].is_string());
    let query = "/fever/?api&feeds&groups&items";
    let answer = ada.send(Method::POST, query, form(&[("api_key", &key)])).await;
    let text = answer.body;
    assert!(text.find("\"id\"").unwrap() < text.find("\"favicon_id\"").unwrap(), "{text}");
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["groups"].as_array().unwrap().len(), 2);
    let members = answer["feeds_groups"].as_array().unwrap();
    assert!(members.iter().all(|one| one["feed_ids"] != ""), "{members:?}");
    assert_eq!(answer["items"].as_array().unwrap().len(), ids.len());
}

#[tokio::test]
async fn an_import_is_answered_when_its_subscriptions_exist() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let path = "/reader/api/0/subscription/import";
    let answer = ada.send(Method::POST, path, Body::from("https://a.example/feed")).await;
    assert_eq!((answer.status, answer.body.as_str()), (StatusCode::OK, "OK"));
    let request = server.request(&Method::POST, "/v1/import").header("x-auth-token", &ada.secret);
    let answer = server.send(request.body(Body::from("https://b.example/feed")).unwrap()).await;
    assert_eq!(answer.status, StatusCode::CREATED);
    let asked = server.told.asked.lock().unwrap().clone();
    assert_eq!(asked, ["import subscriptions.opml to the end"; 2]);
}
