//! Managing sources: the table, one source, folders, duplicates, adding, importing.

use crate::{
    fixtures,
    harness::{Browser, TestServer},
};
use axum::body::Body;
use http::{Method, StatusCode, header};
use jiff::SignedDuration;
use tidings_model::{Clock, Failure, FailureKind, Role, SourceId, UserId};
use tidings_store::{FetchedContent, SubscriberOptions};
use tidings_web::FeedChoice;

async fn with_source<'a>(server: &'a TestServer, name: &str) -> (Browser<'a>, UserId, SourceId) {
    let (browser, user) = server.signed_in(name, Role::User).await;
    let source = server.source(user, "https://example.org/feed").await;
    let now = server.clock.now();
    let articles = (0..12)
        .map(|n| {
            let mut article = fixtures::article(&format!("Story {n}"), "<p>Text</p>", now);
            article.published = Some(now - SignedDuration::from_hours(5 * n));
            article
        })
        .collect();
    fixtures::store(&server.store, source, "Example <News>", articles, now).await;
    (browser, user, source)
}

#[tokio::test]
async fn the_table_shows_the_state_of_each_source() {
    let server = TestServer::new().await;
    let (mut ada, user, source) = with_source(&server, "ada").await;
    let failing = server.source(user, "https://failing.example/feed").await;
    let now = server.clock.now();
    let failure = Failure::new(FailureKind::Timeout, "slow");
    let mut record = fixtures::fetch(failing, FetchedContent::Failed(failure), now);
    record.health.failures = 5;
    server.store.fetches().store(record).await.unwrap();
    let page = ada.get("/sources").await.body;
    assert!(page.contains("Example &#60;News&#62;") && page.contains(">OK</span>"), "{page}");
    assert!(page.contains(">Failing</span>") && page.contains("took too long to answer"));
    assert!(page.contains("<svg class=\"spark\""));
    // The navigation names all of them.
    let has = |page: &str, id: SourceId| page.contains(&format!("id=\"s{id}\""));
    let narrowed = ada.get("/sources?show=failing").await.body;
    assert!(has(&narrowed, failing) && !has(&narrowed, source));
    let filtered = ada.get("/sources?filter=EXAMPLE+news").await.body;
    assert!(has(&filtered, source) && !has(&filtered, failing));
    assert!(ada.get("/sources?filter=%3Cscript%3E").await.body.contains("value=\"&#60;script"));
    let place = |page: &str, id: SourceId| page.find(&format!("id=\"s{id}\"")).unwrap();
    let by_health = ada.get("/sources?sort=health").await.body;
    assert!(place(&by_health, failing) < place(&by_health, source));
    let turned = ada.get("/sources?sort=-health").await.body;
    assert!(place(&turned, failing) > place(&turned, source));
    assert!(turned.contains("aria-sort=\"descending\""));
    assert_eq!(ada.get("/sources?sort=;drop&page=99&show=x").await.status, StatusCode::OK);
}

#[tokio::test]
async fn bulk_actions_on_sources_can_be_undone() {
    let server = TestServer::new().await;
    let (mut ada, user, one) = with_source(&server, "ada").await;
    let two = server.source(user, "https://two.example/feed").await;
    let ids = format!("{one},{two},999");
    let n = async || server.store.subscriptions().count(user).await.unwrap();
    let gone = ada.post("/sources/act", &[("ids", &ids), ("act", "unsubscribe")]).await;
    assert_eq!((gone.status, n().await), (StatusCode::SEE_OTHER, 0));
    let undo = server.store.undos().get(user, 1, server.clock.now()).await.unwrap().unwrap();
    assert_eq!((undo.kind.as_str(), undo.n), ("unsubscribe", 2));
    let page = ada.get("/sources?undo=1").await.body;
    assert!(page.contains("Unsubscribed from 2 sources.") && page.contains("action=\"/undo/1\""));
    ada.post("/undo/1", &[("back", "/sources")]).await;
    assert_eq!(n().await, 2);
    assert_eq!(server.store.readings().unread_ids(user, 100).await.unwrap().len(), 12, "as before");
    let folder = server
        .store
        .subscriptions()
        .folder(user, "Science".to_owned(), server.clock.now())
        .await
        .unwrap();
    let named = format!("#{folder}");
    ada.post("/sources/act", &[("ids", &ids), ("act", "move"), ("folder", &named)]).await;
    let subscription = server.store.subscriptions().get(user, two).await.unwrap().unwrap();
    assert_eq!(subscription.subscription.folder, Some(folder));
    ada.post("/sources/act", &[("ids", &ids), ("act", "pause")]).await;
    let mark = format!("id=\"s{two}\"");
    assert!(ada.get("/sources?show=paused").await.body.contains(&mark));
    ada.post("/sources/act", &[("ids", &ids), ("act", "resume")]).await;
    assert!(!ada.get("/sources?show=paused").await.body.contains(&mark));
}

#[tokio::test]
async fn one_users_choices_do_not_affect_another() {
    let server = TestServer::new().await;
    let (mut ada, _, source) = with_source(&server, "ada").await;
    let (mut bob, of_bob) = server.signed_in("bob", Role::User).await;
    let now = server.clock.now();
    server.store.subscriptions().subscribe(of_bob, source, None, now).await.unwrap();
    let before = server.store.subscriptions().get(of_bob, source).await.unwrap().unwrap();
    let manner = server.store.sources().manner(source).await.unwrap();
    let path = |act: &str| format!("/sources/{source}/{act}");
    for (act, fields) in [
        ("rename", &[("title", "Mine")][..]),
        ("move", &[("new_folder", "Mine")][..]),
        ("options", &[("muted", "1"), ("min_minutes", "9999"), ("keep_days", "1")][..]),
        ("fetching", &[("user_agent", "Evil/1.0"), ("min_minutes", "9999")][..]),
        ("pause", &[][..]),
        ("keep-address", &[][..]),
    ] {
        ada.post(&path(act), fields).await;
    }
    let after = server.store.subscriptions().get(of_bob, source).await.unwrap().unwrap();
    assert_eq!(before, after);
    assert_eq!(server.store.sources().manner(source).await.unwrap(), manner);
    assert!(bob.get(&path("")).await.status != StatusCode::OK);
    ada.post(&path("unsubscribe"), &[]).await;
    assert_eq!(server.store.subscriptions().get(of_bob, source).await.unwrap().unwrap(), {
        let mut alone = after;
        alone.source.n_subscribers = 1;
        alone
    });
    assert_eq!(ada.get(&format!("/sources/{source}")).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_page_of_a_source_shows_its_pattern_and_its_problems() {
    let server = TestServer::new().await;
    let (mut ada, user, source) = with_source(&server, "ada").await;
    let page = ada.get(&format!("/sources/{source}")).await.body;
    assert!(page.contains("role=\"img\"><title>12 articles in 90 days"), "{page}");
    assert!(page.contains("On all days of the week") || page.contains("Mostly"), "{page}");
    assert!(page.contains("12 new articles (200)"));
    assert!(!page.contains("style="), "the policy forbids inline styles");
    let refused = ada.post(&format!("/sources/{source}/refresh"), &[]).await;
    let told = ada.get(refused.header("location")).await.body;
    assert!(told.contains("Not checked: it was checked a moment ago; try again in 3 minutes."));
    let forged = ada.get(&format!("/sources/{source}?said=not-now&why=Call+0900+now")).await.body;
    assert!(!forged.contains("0900"), "an address cannot put words on the page");
    let options = SubscriberOptions { keep_days: Some(30), ..SubscriberOptions::default() };
    server.store.subscriptions().set_options(user, source, options).await.unwrap();
    assert!(ada.get(&format!("/sources/{source}")).await.body.contains("value=\"30\""));
}

#[tokio::test]
async fn a_secret_is_never_shown_again() {
    let server = TestServer::new().await;
    let (mut ada, _, source) = with_source(&server, "ada").await;
    let fields = [("name", "ada"), ("password", "swordfish")];
    let answer = ada.post(&format!("/sources/{source}/key"), &fields).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert!(!answer.header("location").contains("swordfish"));
    let secret = tidings_store::Secret {
        origin: "https://example.org".to_owned(),
        header: "authorization".to_owned(),
        value: "swordfish".to_owned(),
    };
    server.store.sources().set_secret(source, Some(secret)).await.unwrap();
    let page = ada.get(&format!("/sources/{source}")).await.body;
    assert!(page.contains("One is saved for https://example.org.") && !page.contains("swordfish"));
    assert!(!server.told.asked.lock().unwrap().join(" ").contains("swordfish"));
}

#[tokio::test]
async fn duplicates_are_offered_and_merged_for_one_user() {
    let server = TestServer::new().await;
    let (mut ada, user, source) = with_source(&server, "ada").await;
    let twin = server.source(user, "http://www.example.org/feed/").await;
    assert!(ada.get("/sources").await.body.contains("/sources/duplicates"));
    let page = ada.get("/sources/duplicates").await.body;
    assert!(page.contains("Same address, written differently"));
    let fields = [("from", twin.to_string()), ("into", source.to_string())];
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, id)| (*name, id.as_str())).collect();
    let merged = ada.post("/sources/merge", &fields).await;
    assert_eq!(server.store.subscriptions().count(user).await.unwrap(), 1);
    let page = ada.get(merged.header("location")).await.body;
    assert!(page.contains("Sources merged.") && page.contains(">Undo</button>"));
    let (mut bob, _) = server.signed_in("bob", Role::User).await;
    assert_eq!(bob.post("/sources/merge", &fields).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn folders_are_created_ordered_renamed_and_removed() {
    let server = TestServer::new().await;
    let (mut ada, user, source) = with_source(&server, "ada").await;
    for name in ["B", "A", " "] {
        ada.post("/folders", &[("name", name)]).await;
    }
    let folders = server.store.subscriptions().folders(user).await.unwrap();
    let (a, b) = (folders[0].id, folders[1].id);
    ada.post(&format!("/folders/{a}/order"), &[("to", "down")]).await;
    assert_eq!(server.store.subscriptions().folders(user).await.unwrap()[0].id, b);
    let taken = ada.post(&format!("/folders/{a}/rename"), &[("name", "B")]).await;
    assert!(
        ada.get(taken.header("location"))
            .await
            .body
            .contains("You already have a folder with that name")
    );
    server.store.subscriptions().move_to(user, source, Some(b)).await.unwrap();
    let removed = ada.post(&format!("/folders/{b}/remove"), &[]).await;
    assert!(ada.get(removed.header("location")).await.body.contains("1 source kept"));
    assert_eq!(server.store.subscriptions().count(user).await.unwrap(), 1);
    ada.post("/undo/1", &[]).await;
    assert_eq!(server.store.subscriptions().folders(user).await.unwrap().len(), 2);
}

/// Returns the navigation of a page.
async fn navigation(browser: &mut Browser<'_>, path: &str) -> String {
    let page = browser.get(path).await.body;
    let (_, rest) = page.split_once(r#"<div class="nav""#).unwrap();
    rest.split_once("</div>").unwrap().0.to_owned()
}

/// Returns the elements of nested folders and sources in order, such as `(a(b)s1)`.
fn outline(navigation: &str) -> String {
    let mut outline = String::new();
    for part in navigation.split('<') {
        let name = || part.split_once('>').map_or("", |(_, name)| name);
        match part.split([' ', '>']).next() {
            Some("section") => outline.push('('),
            Some("/section") => outline.push(')'),
            Some("bdi") => outline.push_str(name()),
            _ => {}
        }
    }
    outline
}

#[tokio::test]
async fn the_navigation_nests_folders_and_shows_all_their_sources() {
    let server = TestServer::new().await;
    let (mut ada, user, first) = with_source(&server, "ada").await;
    let subscriptions = server.store.subscriptions();
    let now = server.clock.now();
    for path in ["a/b/c", "a/d", "e"] {
        subscriptions.folder(user, path.to_owned(), now).await.unwrap();
    }
    let d = subscriptions.folder(user, "a/d".to_owned(), now).await.unwrap();
    subscriptions.move_to(user, first, Some(d)).await.unwrap();
    for n in 0..200 {
        let source = server.source(user, &format!("https://h{n}.example/feed")).await;
        subscriptions.move_to(user, source, Some(d)).await.unwrap();
        subscriptions.rename(user, source, Some("x".to_owned())).await.unwrap();
    }
    let shown = outline(&navigation(&mut ada, "/unread").await);
    let all = "x".repeat(200);
    assert!(shown.starts_with(&format!("(a(b(c))(dExample &#60;News&#62;{all}))(e)")), "{shown}");
    let whole = navigation(&mut ada, &format!("/source/{first}")).await;
    assert_eq!(whole.matches("<details open>").count(), 3, "a, d and the tags, not b");
    assert_eq!(whole.matches("<details").count(), whole.matches("</details>").count());
    assert_eq!(
        whole.matches(r#"<span class="count">12</span>"#).count(),
        4,
        "unread, a, d, source"
    );

    let switched =
        ada.post("/settings/sidebar", &[("unread_only", "yes"), ("back", "/starred")]).await;
    assert_eq!(switched.header("location"), "/starred");
    let shown = outline(&navigation(&mut ada, "/starred").await);
    assert!(shown.starts_with("(a(dExample &#60;News&#62;))("), "{shown}");
    let e = subscriptions.folder(user, "e".to_owned(), now).await.unwrap();
    let shown = outline(&navigation(&mut ada, &format!("/folder/{e}")).await);
    assert!(shown.starts_with("(a(dExample &#60;News&#62;))(e)("), "where one is stays: {shown}");
    let elsewhere =
        ada.post("/settings/sidebar", &[("unread_only", "no"), ("back", "//evil")]).await;
    assert_eq!(elsewhere.header("location"), "/");
    assert!(navigation(&mut ada, "/").await.contains("<bdi>x</bdi>"));
    let bad = ada.post("/settings/sidebar", &[("unread_only", "maybe")]).await;
    assert!(bad.status.is_client_error());
}

#[tokio::test]
async fn a_form_moves_a_folder_into_another() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = with_source(&server, "ada").await;
    let now = server.clock.now();
    let mut ids = Vec::new();
    for path in ["a", "a/b", "c", "c/b"] {
        let id = server.store.subscriptions().folder(user, path.to_owned(), now).await.unwrap();
        ids.push(id.to_string());
    }
    let [a, inner, c, _] = &ids[..] else { panic!("four folders") };
    let page = ada.get("/folders").await.body;
    let choices = page.split_once(&format!(r#"<select id="parent-{a}""#)).unwrap().1;
    let choices = choices.split_once("</select>").unwrap().0;
    assert!(choices.contains(">c/b<") && !choices.contains(">a/b<"), "not into itself: {choices}");
    let paths = async || {
        let folders = server.store.subscriptions().folders(user).await.unwrap();
        folders.into_iter().map(|folder| folder.path).collect::<Vec<_>>().join(" ")
    };
    ada.post(&format!("/folders/{a}/move"), &[("parent", &format!("#{c}"))]).await;
    assert_eq!(paths().await, "c c/a c/a/b c/b");
    let into_itself =
        ada.post(&format!("/folders/{c}/move"), &[("parent", &format!("#{inner}"))]).await;
    assert!(into_itself.status.is_client_error());
    assert!(into_itself.body.contains("can’t be moved into itself"), "{}", into_itself.body);
    let taken = ada.post(&format!("/folders/{inner}/move"), &[("parent", &format!("#{c}"))]).await;
    assert_eq!(taken.header("location"), "/folders?taken=name");
    ada.post(&format!("/folders/{a}/move"), &[("parent", "")]).await;
    assert_eq!(paths().await, "a a/b c c/b");
    let (mut bob, _) = server.signed_in("bob", Role::User).await;
    let stolen = bob.post(&format!("/folders/{a}/move"), &[("parent", "")]).await;
    assert_eq!(stolen.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_file_is_imported_and_what_cannot_be_added_is_listed() {
    let server = TestServer::new().await;
    let (mut ada, _, _) = with_source(&server, "ada").await;
    let token = ada.token().await;
    let send = async |ada: &mut Browser<'_>, token: &str, file: &str| {
        let body = format!(
            "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n{token}\r\n--b\r\nContent-Disposition: \
             form-data; name=\"file\"; filename=\"my <list>.opml\"\r\n\r\n{file}\r\n--b--\r\n"
        );
        let request = server
            .request(&Method::POST, "/sources/import")
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=b")
            .body(Body::from(body))
            .unwrap();
        ada.send(request).await
    };
    let answer = send(&mut ada, &token, "nonsense <one>\nmore").await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    let page = ada.get(answer.header("location")).await.body;
    assert!(
        page.contains("my &#60;list&#62;.opml") && page.contains("2 couldn’t be added"),
        "{page}"
    );
    assert!(
        page.contains("nonsense &#60;one&#62;") && page.contains("The test refuses everything.")
    );
    assert_eq!(send(&mut ada, "wrong", "x").await.status, StatusCode::FORBIDDEN);
    assert_eq!(send(&mut ada, &token, "  ").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let large = "x".repeat((1 << 20) + 1);
    let refused = send(&mut ada, &token, &large).await;
    assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(refused.body.contains("The file is larger than 1 MB."), "{}", refused.body);
    assert!(ada.get("/sources/import").await.body.contains("up to 1 MB."), "as the form says");
    let pasted = ada.post("/sources/import", &[("text", "https://a.example/feed")]).await;
    assert_eq!(pasted.status, StatusCode::SEE_OTHER);
    let exported = ada.get("/sources/export.opml").await;
    assert!(exported.header("content-disposition").starts_with("attachment"));
    let (mut bob, _) = server.signed_in("bob", Role::User).await;
    assert_eq!(bob.get("/sources/import/1").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_page_of_an_import_reloads_until_it_is_finished() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let line = tidings_store::ImportLine {
        url: "https://a.example/feed".to_owned(),
        title: String::new(),
        folder: String::new(),
        state: tidings_store::ImportLineState::Waiting,
        why: String::new(),
        options: tidings_store::SubscriberOptions::default(),
        is_paused: false,
    };
    let listing = tidings_store::Listing { lines: vec![line], ..Default::default() };
    let imports = server.store.imports();
    let import = imports.begin(user, listing, server.clock.now()).await.unwrap();
    let path = format!("/sources/import/{import}");
    assert_eq!(ada.get(&path).await.header("refresh"), "2");
    let refused = vec![(0, Err(tidings_model::Refusal::NotAnAddress))];
    imports.settle_lines(import, user, refused, 9, server.clock.now()).await.unwrap();
    imports.finish(import, server.clock.now()).await.unwrap();
    assert_eq!(ada.get(&path).await.headers.get("refresh"), None);
}

#[tokio::test]
async fn a_source_is_previewed_before_subscribing() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let found =
        FeedChoice { url: "https://example.org/feed".to_owned(), title: "Example".to_owned() };
    *server.told.found.lock().unwrap() = Ok(vec![found]);
    let form = ada.get("/add?url=https%3A%2F%2Fexample.org%2F%22%3E").await.body;
    assert!(form.contains("value=\"https://example.org/&#34;&#62;\""), "{form}");
    assert!(server.told.asked.lock().unwrap().is_empty(), "opening the page fetches nothing");
    assert!(form.contains("javascript:location.href=&#39;http://tidings.test/add?url=&#39;"));
    let page = ada.preview("  example.org ", "").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.body.contains("A first &#60;i&#62;story"));
    assert!(page.body.contains("about 2 per day"), "one article is not many");
    assert_eq!(server.store.subscriptions().count(user).await.unwrap(), 0);
    let url = "https://example.org/feed";
    let followed = ada.post("/follow", &[("url", url), ("new_folder", " Science ")]).await;
    assert_eq!(followed.status, StatusCode::SEE_OTHER);
    assert_eq!(
        *server.told.asked.lock().unwrap(),
        ["look example.org", "follow https://example.org/feed in Some(\"Science\")"]
    );
    let known = ada.preview(url, "").await;
    assert!(known.body.contains("You’re already subscribed to this source."), "{}", known.body);
}
