//! Lists and articles.

use crate::{
    fixtures,
    harness::{Browser, TestServer},
};
use http::StatusCode;
use jiff::SignedDuration;
use tidings_model::{
    ArticleId, Clock, Enclosure, Failure, FailureKind, Role, UserId, article::Content,
};
use tidings_store::FetchedContent;

/// Creates articles "Number 0" (newest) to "Number n-1", a minute apart.
pub(crate) async fn with_articles(
    server: &TestServer,
    n: i64,
) -> (Browser<'_>, UserId, Vec<ArticleId>) {
    let (browser, ada) = server.signed_in("ada", Role::User).await;
    let source = server.source(ada, "https://example.org/feed").await;
    let now = server.clock.now();
    let articles = (0..n).map(|index| {
        let mut article = fixtures::article(&format!("Number {index}."), "<p>Text</p>", now);
        article.published = Some(now - SignedDuration::from_mins(index + 1));
        article
    });
    let ids = fixtures::store(&server.store, source, "Example", articles.collect(), now).await;
    (browser, ada, ids)
}

/// Returns the headlines of a page, in order.
fn headlines(body: &str) -> Vec<&str> {
    body.split("<h2 dir=\"auto\"><a href=\"")
        .skip(1)
        .map(|rest| rest.split_once('>').unwrap().1.split_once("</a>").unwrap().0)
        .collect()
}

#[tokio::test]
async fn an_untitled_article_is_shown_by_its_first_words_everywhere() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let source = server.source(user, "https://example.org/feed").await;
    let now = server.clock.now();
    let words = "The last ferry of the year left an hour late, and nobody who stood on the pier seemed to mind at all.";
    let head = "The last ferry of the year left an hour late, and nobody who stood on the pier…";
    let untitled = |guid: &str, summary: &str| tidings_model::Article {
        title: String::new(),
        summary: summary.to_owned(),
        ..fixtures::article(guid, &format!("<p>{summary}</p>"), now)
    };
    let articles =
        vec![untitled("long", words), untitled("short", "Two words"), untitled("no", "")];
    let ids = fixtures::store(&server.store, source, "Example", articles, now).await;
    let list = ada.get("/all").await.body;
    let mut shown = headlines(&list);
    shown.sort_unstable();
    assert_eq!(shown, [head, "Two words", "Untitled"]);
    assert!(
        list.contains(">seemed to mind at all.</p>"),
        "the summary goes on where the headline ends"
    );
    assert!(!list.contains(">Two words</p>"), "and repeats nothing");
    assert!(ada.get("/offline").await.body.contains(&format!(">{head}</strong>")));
    let page = ada.get(&format!("/article/{}", ids[0])).await.body;
    assert!(page.contains(&format!("<title>{head} · Tidings</title>")), "{page}");
    assert!(page.contains(&format!(">{head}</h1>")));
    let (list, name) = (tidings_store::OutputList::All, "All".to_owned());
    let token = ("out".to_owned(), tidings_web::SecretToken::hash("out"));
    server.store.outputs().add(user, name, list, token, 9, now).await.unwrap();
    for file in ["atom", "json"] {
        let feed = server.browser().get(&format!("/out/out.{file}")).await.body;
        assert!(feed.contains(head), "{feed}");
    }
    ada.post(&format!("/article/{}/share", ids[0]), &[]).await;
    assert!(ada.get("/outputs").await.body.contains(head));
}

fn older(body: &str) -> Option<String> {
    let (_, rest) = body.split_once("rel=\"next\" href=\"")?;
    Some(rest.split_once('"').unwrap().0.replace("&#38;", "&"))
}

#[tokio::test]
async fn empty_lists_suggest_the_next_step() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    for path in ["/", "/unread", "/all"] {
        let body = ada.get(path).await.body;
        assert!(body.contains("No articles yet") && body.contains("Add source"), "{path}");
    }
    assert!(ada.get("/sources").await.body.contains("No sources yet"));
    let source = server.source(user, "https://example.org/feed").await;
    assert!(ada.get("/unread").await.body.contains("No articles yet"));
    let now = server.clock.now();
    fixtures::store(&server.store, source, "Example", vec![fixtures::article("One", "", now)], now)
        .await;
    assert!(ada.get("/").await.body.contains(">One<"));
    ada.post("/read-all", &[("in", "unread"), ("up_to", "100")]).await;
    assert!(ada.get("/unread").await.body.contains("All caught up"));
}

#[tokio::test]
async fn pages_have_every_article_exactly_once() {
    let server = TestServer::new().await;
    let (mut ada, ..) = with_articles(&server, 120).await;
    for start in [
        "/all",
        "/unread",
        "/?order=newest",
        "/all?order=oldest",
        "/source/1?show=all",
        "/source/1",
    ] {
        let (mut next, mut seen, mut n_pages) = (Some(start.to_owned()), Vec::new(), 0);
        while let Some(path) = next {
            let body = ada.get(&path).await.body;
            seen.extend(headlines(&body).into_iter().map(str::to_owned));
            next = older(&body);
            n_pages += 1;
        }
        // A new subscriber's unread articles start with the newest hundred; here all arrived at once, after
        // subscribing.
        let mut expected =
            (0..seen.len()).map(|index| format!("Number {index}.")).collect::<Vec<_>>();
        if start.contains("oldest") {
            expected.reverse();
        }
        assert_eq!(seen, expected, "{start}");
        assert!(n_pages >= 2, "{start}");
    }
}

#[tokio::test]
async fn invalid_addresses_of_lists_are_refused_without_an_internal_error() {
    let server = TestServer::new().await;
    let (mut ada, ..) = with_articles(&server, 3).await;
    for query in [
        "after=x",
        "after=1",
        "after=99999999999999999999.1",
        "after=1.99999999999999999999",
        "show=starred",
        "show=",
        "order=random",
        "after=1;drop",
    ] {
        assert_eq!(ada.get(&format!("/?{query}")).await.status, StatusCode::BAD_REQUEST, "{query}");
    }
    let end = ada.get("/all?after=0.0").await;
    assert!(end.body.contains("No more articles"));
    for id in [
        "0",
        "-1",
        "9223372036854775807",
        "99999999999999999999",
        "x",
        "1.5",
        "%00",
        "1%20or%201=1",
    ] {
        assert_eq!(ada.get(&format!("/article/{id}")).await.status, StatusCode::NOT_FOUND, "{id}");
    }
}

#[tokio::test]
async fn an_article_is_marked_read_and_unread_by_its_dot() {
    let server = TestServer::new().await;
    let (mut ada, user, ids) = with_articles(&server, 3).await;
    let answer = ada.post(&format!("/article/{}/read", ids[1]), &[("back", "/all#a2")]).await;
    assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, "/all#a2"));
    assert_eq!(server.store.readings().unread_ids(user, 10).await.unwrap(), [ids[0], ids[2]]);
    assert_eq!(headlines(&ada.get("/unread").await.body), ["Number 0.", "Number 2."]);
    assert_eq!(headlines(&ada.get("/all").await.body).len(), 3);
    let answer =
        ada.post(&format!("/article/{}/unread", ids[1]), &[("back", "//evil.example")]).await;
    assert_eq!(answer.header("location"), "/");
    assert_eq!(server.store.readings().unread_ids(user, 10).await.unwrap().len(), 3);
}

#[tokio::test]
async fn marking_all_read_spares_what_was_never_shown() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = with_articles(&server, 3).await;
    let up_to = ada.get("/unread").await.field("up_to");
    let source = server.store.subscriptions().list(user).await.unwrap()[0].source.id;
    server.clock.advance(60);
    let now = server.clock.now();
    let later = fixtures::store(
        &server.store,
        source,
        "Example",
        vec![fixtures::article("Later", "", now)],
        now,
    )
    .await;
    ada.post("/read-all", &[("in", "all"), ("up_to", &up_to)]).await;
    assert_eq!(server.store.readings().unread_ids(user, 10).await.unwrap(), later);
    assert_eq!(
        ada.post("/read-all", &[("in", "all"), ("up_to", "everything")]).await.status,
        StatusCode::BAD_REQUEST
    );
}

#[tokio::test]
async fn opening_an_article_shows_it_in_its_list_and_marks_it_read() {
    let server = TestServer::new().await;
    let (mut ada, user, ids) = with_articles(&server, 3).await;
    let body = ada.get(&format!("/article/{}", ids[1])).await.body;
    assert!(body.contains("<h1 dir=\"auto\">Number 1.</h1>") && body.contains("<p>Text</p>"));
    assert!(
        body.contains("href=\"https://example.org/article\" rel=\"noopener noreferrer nofollow\"")
    );
    assert!(body.contains("15 November, 14:28"));
    assert_eq!(headlines(&body), ["Number 0.", "Number 1.", "Number 2."]);
    assert!(body.contains("<span class=\"count\" data-unread>2</span>"));
    assert!(body.contains("<title>Number 1. · Tidings</title>"));
    assert_eq!(server.store.readings().unread_ids(user, 10).await.unwrap().len(), 2);
}

#[tokio::test]
async fn an_article_opened_from_another_site_stays_unread() {
    let server = TestServer::new().await;
    let (mut ada, user, ids) = with_articles(&server, 1).await;
    let path = format!("/article/{}", ids[0]);
    for (name, value) in [("sec-fetch-site", "cross-site"), ("sec-purpose", "prefetch")] {
        let request = server
            .request(&http::Method::GET, &path)
            .header(name, value)
            .body(axum::body::Body::empty())
            .unwrap();
        assert_eq!(ada.send(request).await.status, StatusCode::OK);
    }
    let head = server.request(&http::Method::HEAD, &path).body(axum::body::Body::empty()).unwrap();
    ada.send(head).await;
    assert_eq!(server.store.readings().unread_ids(user, 10).await.unwrap().len(), 1);
}

const EVIL: &str =
    "</title><script>alert(1)</script><!-- \"><img src=x onerror=alert(1)> {{7*7}} \u{2028}'";

/// Checks that no tag or attribute of the text survives as markup.
fn assert_shown_literally(body: &str, place: &str) {
    assert!(body.contains("&#60;script&#62;"), "{place} shows the text");
    for bad in ["<script>", "<img src=x", "<!-- ", "onerror=alert(1)>"] {
        assert!(!body.contains(bad), "{place}: {bad}");
    }
}

#[tokio::test]
async fn scripts_in_any_field_are_shown_literally() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let source = server.source(user, "https://example.org/feed").await;
    let folder = server
        .store
        .subscriptions()
        .folder(user, EVIL.to_owned(), server.clock.now())
        .await
        .unwrap();
    server
        .store
        .subscriptions()
        .subscribe(user, source, Some(folder), server.clock.now())
        .await
        .unwrap();
    let now = server.clock.now();
    let mut article = fixtures::article(EVIL, "<p>clean</p>", now);
    article.guid = Some(EVIL.to_owned());
    article.summary = EVIL.to_owned();
    article.authors = vec![EVIL.to_owned()];
    article.tags = vec![EVIL.to_owned()];
    article.language = Some("en\" onload=\"x".to_owned());
    article.link = Some("javascript:alert(1)".to_owned());
    article.comments = Some("javascript:alert(1)".to_owned());
    let file = |url: &str, kind: &str| Enclosure {
        url: url.to_owned(),
        media_type: Some(kind.to_owned()),
        bytes: None,
        seconds: None,
        title: Some(EVIL.to_owned()),
    };
    article.enclosures = vec![
        file("javascript:alert(1)", "audio/mpeg"),
        file("data:text/html,x", EVIL),
        file("https://example.org/\"><script>", EVIL),
    ];
    let ids = fixtures::store(&server.store, source, EVIL, vec![article], now).await;

    for path in [
        "/".to_owned(),
        "/all".to_owned(),
        "/unread?choose=yes".to_owned(),
        "/more".to_owned(),
        "/settings".to_owned(),
        format!("/article/{}", ids[0]),
        "/sources".to_owned(),
        format!("/?added={source}"),
    ] {
        let body = ada.get(&path).await.body;
        assert_shown_literally(&body, &path);
        assert!(!body.contains("javascript:") && !body.contains("data:text"), "{path}");
        assert!(!body.contains("onload="), "{path}");
    }
    let failure = Failure::new(FailureKind::Status, EVIL);
    let mut record = fixtures::fetch(source, FetchedContent::Failed(failure), now);
    record.next_reason = EVIL.to_owned();
    server.store.fetches().store(record).await.unwrap();
    assert_shown_literally(&ada.get("/sources").await.body, "a failing source");
}

#[tokio::test]
async fn user_names_are_escaped() {
    let server = TestServer::new().await;
    let name = "<script>alert(1)</script>";
    let (mut evil, _) = server.signed_in(name, Role::User).await;
    assert_shown_literally(&evil.get("/").await.body, "the navigation");
    let answer = server
        .browser()
        .post_bare("/sign-in", &[("name", "\"><script>"), ("password", "wrong password")])
        .await;
    assert!(!answer.body.contains("<script>") && answer.body.contains("&#60;script"));
}

#[tokio::test]
async fn sources_show_their_health_and_the_next_step() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = with_articles(&server, 2).await;
    let failing = server.source(user, "https://broken.example/feed").await;
    let failure = Failure::new(FailureKind::Timeout, "the server did not answer in time");
    server
        .store
        .fetches()
        .store(fixtures::fetch(failing, FetchedContent::Failed(failure), server.clock.now()))
        .await
        .unwrap();
    server.source(user, "https://new.example/feed").await;
    let body = ada.get("/sources").await.body;
    for expected in [
        ">OK<",
        ">Failing<",
        "took too long to answer",
        ">New<",
        "not yet",
        "in 42 minutes",
        "posts about 4 times a day",
        "just now",
        "broken.example",
    ] {
        assert!(body.contains(expected), "{expected}");
    }
}

#[tokio::test]
async fn articles_without_title_or_text_can_still_be_opened() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let source = server.source(user, "https://example.org/feed").await;
    let now = server.clock.now();
    let mut article = fixtures::article("x", "", now);
    article.title = String::new();
    article.summary = String::new();
    article.link = None;
    article.content = Content::Clean(String::new());
    let ids = fixtures::store(&server.store, source, "", vec![article], now).await;
    assert_eq!(headlines(&ada.get("/").await.body), ["Untitled"]);
    assert!(
        ada.get(&format!("/article/{}", ids[0]))
            .await
            .body
            .contains("<h1 dir=\"auto\">Untitled</h1>")
    );
}

/// Returns the address of the link to the previous or next article.
fn onward(body: &str, key: &str) -> Option<String> {
    let (_, rest) = body.split_once(&format!("data-key=\"{key}\" href=\""))?;
    Some(rest.split_once('"').unwrap().0.replace("&#38;", "&"))
}

#[tokio::test]
async fn previous_and_next_walk_the_list_across_its_pages() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = with_articles(&server, 45).await;
    server
        .store
        .settings()
        .set_all(user, vec![("page_size", Some("20".to_owned()))])
        .await
        .unwrap();
    for (start, order) in
        [("/all", ""), ("/all?order=oldest", "&order=oldest"), ("/source/1?show=all", "&show=all")]
    {
        let list = ada.get(start).await.body;
        let first =
            list.split_once("<h2 dir=\"auto\"><a href=\"").unwrap().1.split_once('"').unwrap().0;
        let (mut next, mut titles) = (Some(first.replace("&#38;", "&")), Vec::new());
        let mut last = String::new();
        while let Some(path) = next {
            let body = ada.get(&path).await.body;
            let title =
                body.split_once("<title>").unwrap().1.split_once(" ·").unwrap().0.to_owned();
            assert!(
                headlines(&body).contains(&title.as_str()),
                "{path}: the card is in the list beside it"
            );
            assert!(path.contains(order), "{path}");
            titles.push(title);
            next = onward(&body, "next");
            last = path;
        }
        let mut expected = (0..45).map(|n| format!("Number {n}.")).collect::<Vec<_>>();
        if start.contains("oldest") {
            expected.reverse();
        }
        assert_eq!(titles, expected, "{start}");
        let (mut previous, mut n_back) = (Some(last), 0);
        while let Some(path) = previous {
            let body = ada.get(&path).await.body;
            let title = body.split_once("<title>").unwrap().1.split_once(" ·").unwrap().0;
            assert!(headlines(&body).contains(&title), "{path}: on the way back, too");
            previous = onward(&body, "previous");
            n_back += 1;
        }
        assert_eq!(n_back, 45, "{start}");
    }
}

#[tokio::test]
async fn an_article_read_among_the_unread_stays_in_its_place_while_it_is_open() {
    let server = TestServer::new().await;
    let (mut ada, _, ids) = with_articles(&server, 3).await;
    let path = format!("/article/{}?in=unread", ids[1]);
    for _ in 0..2 {
        let body = ada.get(&path).await.body;
        assert_eq!(headlines(&body), ["Number 0.", "Number 1.", "Number 2."]);
        assert!(onward(&body, "next").unwrap().starts_with(&format!("/article/{}?", ids[2])));
        assert!(onward(&body, "previous").unwrap().starts_with(&format!("/article/{}?", ids[0])));
    }
    assert_eq!(headlines(&ada.get("/unread").await.body), ["Number 0.", "Number 2."]);
}

#[tokio::test]
async fn counts_in_the_navigation_change_at_once() {
    let server = TestServer::new().await;
    let (mut ada, user, ids) = with_articles(&server, 5).await;
    let counts = |body: &str| {
        let nav = body.split_once("class=\"nav\"").unwrap().1.split_once("</nav>").unwrap().0;
        nav.split("class=\"count\">")
            .skip(1)
            .map(|rest| rest.split_once('<').unwrap().0.to_owned())
            .collect::<Vec<_>>()
    };
    // Sorted by time, Today has a count too.
    let by_time = vec![("today", Some("time".to_owned()))];
    server.store.settings().set_all(user, by_time).await.unwrap();
    // Today, Unread, and the source; Starred and Read later have none.
    assert_eq!(counts(&ada.get("/all").await.body), ["5", "5", "5"]);
    let body = ada.get(&format!("/article/{}", ids[0])).await.body;
    assert_eq!(counts(&body), ["4", "4", "4"], "opening counts down");
    assert_eq!(counts(&ada.get("/all").await.body), ["4", "4", "4"]);
    ada.post(&format!("/article/{}/star", ids[1]), &[]).await;
    assert_eq!(counts(&ada.get("/all").await.body), ["4", "4", "1", "4"]);
    // A change by another process, such as the command line or another server.
    server.store.readings().mark_read(user, ids[1..3].to_vec(), server.clock.now()).await.unwrap();
    assert_eq!(counts(&ada.get("/all").await.body), ["2", "2", "1", "2"]);
    let now = server.clock.now();
    let source = server.store.subscriptions().list(user).await.unwrap()[0].source.id;
    fixtures::store(&server.store, source, "Example", vec![fixtures::article("New", "", now)], now)
        .await;
    server.clock.advance(2);
    assert_eq!(
        counts(&ada.get("/all").await.body),
        ["3", "3", "1", "3"],
        "arrivals within two seconds"
    );
}

#[tokio::test]
async fn reading_and_appearance_preferences_take_effect() {
    let server = TestServer::new().await;
    let (mut ada, ..) = with_articles(&server, 30).await;
    let chosen = [
        ("theme", "dark"),
        ("language", "de"),
        ("time_zone", "Asia/Tokyo"),
        ("face", "sans"),
        ("size", "5"),
        ("measure", "1"),
        ("order", "oldest"),
        ("show", "all"),
        ("page_size", "20"),
        ("images", "proxy"),
        ("reads_on_scroll", "yes"),
        ("opens_tabs", "yes"),
    ];
    let answer = ada.post("/settings", &chosen).await;
    assert_eq!(answer.header("location"), "/settings?saved=yes");
    let page = ada.get("/settings?saved=yes").await.body;
    assert!(page.contains("<html lang=\"de\" data-theme=\"dark\" data-face=\"sans\" data-size=\"5\" data-measure=\"1\" data-scroll-marks data-learns>"));
    assert!(page.contains("<option selected>Asia/Tokyo</option>") && page.contains("Gespeichert."));
    for (name, value) in &chosen[3..] {
        assert!(
            page.contains(&format!("name=\"{name}\" value=\"{value}\" checked"))
                || *name == "page_size",
            "{name}"
        );
    }
    let list = ada.get("/unread").await.body;
    assert_eq!(headlines(&list).len(), 20);
    assert_eq!(headlines(&list)[0], "Number 29.");
    assert!(list.contains("Älteste zuerst") && list.contains("JST"));
    let article = ada.get("/article/1").await.body;
    assert!(article.contains("data-key=\"v\" target=\"_blank\""));
    for wrong in [("size", "99"), ("theme", "pink"), ("time_zone", "Mars/Base")] {
        let answer = ada.post("/settings", &[wrong]).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{wrong:?}");
        assert!(answer.body.contains("Diese Auswahl ist nicht möglich."), "{}", answer.body);
    }
    assert!(ada.get("/settings").await.body.contains("data-theme=\"dark\""), "nothing changed");
    ada.post("/settings", &[]).await;
    let page = ada.get("/settings").await.body;
    assert!(page.contains("<html lang=\"en\" data-theme=\"system\" data-face=\"serif\" data-size=\"3\" data-measure=\"2\" data-learns>"));
}

#[tokio::test]
async fn errors_are_in_the_readers_language() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    assert!(ada.get("/article/99").await.body.contains("There is nothing at this address"));
    server.store.settings().set_all(user, vec![("language", Some("fr".to_owned()))]).await.unwrap();
    let answer = ada.get("/article/99").await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
    assert!(answer.body.contains("<html lang=\"fr\"") && answer.body.contains("Page introuvable"));
    let request = server
        .request(&http::Method::GET, "/nowhere")
        .header("accept-language", "de-AT,de;q=0.9")
        .body(axum::body::Body::empty())
        .unwrap();
    assert!(server.browser().send(request).await.body.contains("Seite nicht gefunden"));
}

#[tokio::test]
async fn folders_show_unread_or_all_articles() {
    let server = TestServer::new().await;
    let (mut ada, user, ids) = with_articles(&server, 3).await;
    let folder = server
        .store
        .subscriptions()
        .folder(user, "Science".to_owned(), server.clock.now())
        .await
        .unwrap();
    let source = server.store.subscriptions().list(user).await.unwrap()[0].source.id;
    server.store.subscriptions().move_to(user, source, Some(folder)).await.unwrap();
    server.store.readings().mark_read(user, vec![ids[1]], server.clock.now()).await.unwrap();
    for place in [format!("/folder/{folder}"), format!("/source/{source}")] {
        let body = ada.get(&place).await.body;
        assert_eq!(headlines(&body), ["Number 0.", "Number 2."]);
        assert!(body.contains(&format!("{place}?show=all")), "a link to all articles");
        assert_eq!(headlines(&ada.get(&format!("{place}?show=all")).await.body).len(), 3);
    }
    server.store.readings().mark_read(user, ids, server.clock.now()).await.unwrap();
    let body = ada.get(&format!("/folder/{folder}")).await.body;
    assert!(body.contains("All caught up here") && body.contains("See read articles"));
    for gone in ["/folder/99", "/source/99", "/tag/1", "/folder/x"] {
        assert_eq!(ada.get(gone).await.status, StatusCode::NOT_FOUND, "{gone}");
    }
}
