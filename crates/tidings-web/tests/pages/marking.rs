//! Marking one article, several, or a whole list, and undoing it.

use crate::{
    fixtures,
    harness::{Answer, Browser, FORM, TestServer, form},
};
use http::{Method, StatusCode};
use jiff::SignedDuration;
use tidings_model::{ArticleId, Clock, Role, SourceId, UserId};

/// Creates a reader of two sources, the first in a folder. Ids are newest first.
async fn with_two(server: &TestServer) -> (Browser<'_>, UserId, [SourceId; 2], Vec<ArticleId>) {
    let (browser, ada) = server.signed_in("ada", Role::User).await;
    let now = server.clock.now();
    let folder = server.store.subscriptions().folder(ada, "Science".to_owned(), now).await.unwrap();
    let mut ids = Vec::new();
    let mut sources = [SourceId(0); 2];
    for (index, url) in ["https://one.example/feed", "https://two.example/feed"].iter().enumerate()
    {
        let source = server.source(ada, url).await;
        let articles = (0..4).map(|n| {
            let mut article = fixtures::article(&format!("Story {index}{n}."), "<p>Text</p>", now);
            article.published = Some(now - SignedDuration::from_hours(1 + n * 20));
            article
        });
        ids.extend(fixtures::store(&server.store, source, url, articles.collect(), now).await);
        sources[index] = source;
    }
    server.store.subscriptions().move_to(ada, sources[0], Some(folder)).await.unwrap();
    (browser, ada, sources, ids)
}

async fn n_unread(server: &TestServer, user: UserId) -> usize {
    server.store.readings().unread_ids(user, 99).await.unwrap().len()
}

/// Sends a form as our script does.
async fn by_script(browser: &mut Browser<'_>, path: &str, fields: &[(&str, &str)]) -> Answer {
    let token = browser.token().await;
    let request = browser
        .server
        .request(&Method::POST, path)
        .header("content-type", FORM)
        .header("x-tidings", "script")
        .body(form(&[fields, &[("token", &token)]].concat()))
        .unwrap();
    browser.send(request).await
}

#[tokio::test]
async fn every_act_on_one_article_can_be_reversed() {
    let server = TestServer::new().await;
    let (mut ada, user, _, ids) = with_two(&server).await;
    let id = ids[0];
    let other = ada.clone();
    let shelf = |path: &'static str| {
        let mut browser = other.clone();
        async move { browser.get(path).await.body.contains("Story 00.") }
    };
    for (act, opposite, path, is_there) in [
        ("star", "unstar", "/starred", true),
        ("later", "not-later", "/later", true),
        ("read", "unread", "/unread", false),
    ] {
        assert_eq!(shelf(path).await, !is_there, "{act}");
        let answer = ada.post(&format!("/article/{id}/{act}"), &[("back", "/unread#a1")]).await;
        assert_eq!(
            (answer.status, answer.header("location")),
            (StatusCode::SEE_OTHER, "/unread#a1")
        );
        assert_eq!(shelf(path).await, is_there, "{act}");
        let answer = by_script(&mut ada, &format!("/article/{id}/{opposite}"), &[]).await;
        assert_eq!((answer.status, answer.body.as_str()), (StatusCode::NO_CONTENT, ""));
        assert_eq!(shelf(path).await, !is_there, "{opposite}");
    }
    assert_eq!(n_unread(&server, user).await, 8);
}

#[tokio::test]
async fn exactly_the_shown_list_is_marked_read_and_can_be_undone() {
    let server = TestServer::new().await;
    let (mut ada, user, sources, ids) = with_two(&server).await;
    server.store.readings().star(user, ids[5], Some(server.clock.now())).await.unwrap();
    let tag = server
        .store
        .readings()
        .tag(user, ids[6], "x".to_owned(), server.clock.now())
        .await
        .unwrap();
    for (path, expected) in [
        // All arrived today, and none is older than three days.
        ("/?order=newest".to_owned(), 8),
        ("/unread".to_owned(), 8),
        ("/all".to_owned(), 8),
        ("/folder/1".to_owned(), 4),
        (format!("/source/{}", sources[1]), 4),
        ("/starred".to_owned(), 1),
        (format!("/tag/{tag}"), 1),
    ] {
        let page = ada.get(&path).await;
        let fields = ["in", "up_to", "at", "back"].map(|name| (name, page.field(name)));
        let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
        let answer = ada.post("/read-all", &fields).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{path}");
        assert_eq!(8 - n_unread(&server, user).await, expected, "{path}");
        let told = ada.get(answer.header("location")).await;
        assert!(told.body.contains("marked as read."), "{path} {}", answer.header("location"));
        let undo = told.body.split_once("action=\"/undo/").unwrap().1.split_once('"').unwrap().0;
        let answer = ada.post(&format!("/undo/{undo}"), &[("back", &path)]).await;
        assert_eq!(answer.header("location"), path);
        assert_eq!(n_unread(&server, user).await, 8, "{path}");
        let again = ada.post(&format!("/undo/{undo}"), &[]).await;
        assert_eq!(again.status, StatusCode::NOT_FOUND, "an undo works once");
    }
}

#[tokio::test]
async fn old_articles_are_marked_by_their_age() {
    let server = TestServer::new().await;
    let (mut ada, user, ..) = with_two(&server).await;
    let fields = |older: &'static str| [("in", "unread"), ("up_to", "1000"), ("older", older)];
    for bad in ["x", "0", "-1", "99999"] {
        let answer = ada.post("/read-all", &fields(bad)).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{bad}");
    }
    ada.post("/read-all", &fields("7")).await;
    assert_eq!(n_unread(&server, user).await, 8);
    ada.post("/read-all", &fields("1")).await;
    assert_eq!(n_unread(&server, user).await, 4, "1 and 21 hours old");
}

#[tokio::test]
async fn selected_articles_are_marked_together() {
    let server = TestServer::new().await;
    let (mut ada, user, _, ids) = with_two(&server).await;
    let page = ada.get("/unread?choose=yes").await;
    assert_eq!(page.body.matches("type=\"checkbox\" name=\"ids\"").count(), 8);
    let (first, second) = (ids[0].to_string(), ids[4].to_string());
    let chosen = [("ids", first.as_str()), ("ids", second.as_str()), ("back", "/unread")];
    for (act, path, n) in [
        ("star", "/starred", 2),
        ("later", "/later", 2),
        ("tag", "/tag/1", 2),
        ("unstar", "/starred", 0),
        ("not-later", "/later", 0),
        ("read", "/unread", 6),
        ("unread", "/unread", 8),
    ] {
        let fields = [&chosen[..], &[("act", act), ("tag", "kept")]].concat();
        let answer = ada.post("/marks", &fields).await;
        assert!(answer.header("location").starts_with("/unread?undo="), "{act}");
        assert_eq!(ada.get(path).await.body.matches("<article class=\"card").count(), n, "{act}");
    }
    assert_eq!(n_unread(&server, user).await, 8);
    for fields in [[("act", "burn"), ("ids", "1")], [("act", "read"), ("ids", "1,x")]] {
        assert_eq!(ada.post("/marks", &fields).await.status, StatusCode::BAD_REQUEST);
    }
}

#[tokio::test]
async fn a_script_gets_the_result_and_the_undo_as_json() {
    let server = TestServer::new().await;
    let (mut ada, user, ..) = with_two(&server).await;
    let all = [("in", "all"), ("up_to", "1000")];
    let answer = by_script(&mut ada, "/read-all", &all).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.body, "{\"said\":\"8 articles marked as read.\",\"undo\":1}");
    let answer = by_script(&mut ada, "/undo/1", &[]).await;
    assert_eq!(answer.body, "{\"said\":\"8 articles changed back.\"}");
    assert_eq!(n_unread(&server, user).await, 8);
    let answer = by_script(&mut ada, "/marks", &[("act", "star"), ("ids", "1,2,2")]).await;
    assert_eq!(answer.body, "{\"said\":\"2 articles starred.\",\"undo\":2}");
    let nothing = by_script(&mut ada, "/marks", &[("act", "star"), ("ids", "")]).await;
    assert_eq!(nothing.body, "{\"said\":\"0 articles starred.\"}");
}

#[tokio::test]
async fn keeping_an_article_unread_lasts_until_the_next_visit() {
    let server = TestServer::new().await;
    let (mut ada, user, _, ids) = with_two(&server).await;
    let path = format!("/article/{}?in=unread", ids[0]);
    ada.get(&path).await;
    assert_eq!(n_unread(&server, user).await, 7);
    let answer = ada.post(&format!("/article/{}/unread", ids[0]), &[("back", &path)]).await;
    assert_eq!(answer.header("location"), path);
    for _ in 0..2 {
        let page = ada.get(&path).await;
        assert!(page.body.contains("data-act=\"read\" method=\"post\" action=\"/article/"));
        assert_eq!(n_unread(&server, user).await, 8, "still unread");
    }
    server.clock.advance(31 * 60);
    ada.get(&path).await;
    assert_eq!(n_unread(&server, user).await, 7, "a new visit reads it");
}

#[tokio::test]
async fn tags_are_added_found_and_removed() {
    let server = TestServer::new().await;
    let (mut ada, _, _, ids) = with_two(&server).await;
    let (path, here) = (format!("/article/{}/tag", ids[0]), format!("/article/{}", ids[0]));
    ada.post(&path, &[("name", " to quote, Maths ,, "), ("back", &here)]).await;
    let page = ada.get(&here).await.body;
    for name in ["to quote", "Maths"] {
        assert!(page.contains(&format!("<bdi>{name}</bdi>")), "{name}");
        assert!(page.contains(&format!("<option value=\"{name}\">")), "{name} completes");
    }
    let list = ada.get("/tag/1").await.body;
    assert!(list.contains("Story 00.") && list.contains(">to quote</h1>"));
    ada.post(&format!("/article/{}/untag", ids[0]), &[("tag", "1"), ("back", &here)]).await;
    assert!(!ada.get("/tag/1").await.body.contains("Story 00."));
    assert!(ada.get("/tag/2").await.body.contains("Story 00."));
    assert_eq!(ada.get("/tag/3").await.status, StatusCode::NOT_FOUND);
}
