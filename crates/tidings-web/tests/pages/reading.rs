//! Lists and articles.

use crate::{
    harness::{Browser, House},
    stock,
};
use http::StatusCode;
use jiff::SignedDuration;
use tidings_model::{
    ArticleId, Clock, Enclosure, Failure, FailureKind, Role, UserId, article::Content,
};
use tidings_store::Retrieved;

/// Articles "Number 0" (newest) to "Number n-1", a minute apart.
async fn with_articles(house: &House, n: i64) -> (Browser<'_>, UserId, Vec<ArticleId>) {
    let (browser, ada) = house.signed_in("ada", Role::User).await;
    let source = house.source(ada, "https://example.org/feed").await;
    let now = house.clock.now();
    let articles = (0..n).map(|index| {
        let mut article = stock::article(&format!("Number {index}."), "<p>Text</p>", now);
        article.published = Some(now - SignedDuration::from_mins(index + 1));
        article
    });
    let ids = stock::store(&house.store, source, "Example", articles.collect(), now).await;
    (browser, ada, ids)
}

/// The headlines of a page, in order.
fn headlines(body: &str) -> Vec<&str> {
    body.split("<h2 dir=\"auto\"><a href=\"")
        .skip(1)
        .map(|rest| rest.split_once('>').unwrap().1.split_once("</a>").unwrap().0)
        .collect()
}

fn older(body: &str) -> Option<String> {
    let (_, rest) = body.split_once("rel=\"next\" href=\"")?;
    Some(rest.split_once('"').unwrap().0.replace("&#38;", "&"))
}

#[tokio::test]
async fn empty_lists_say_the_next_step() {
    let house = House::new().await;
    let (mut ada, user) = house.signed_in("ada", Role::User).await;
    for path in ["/", "/unread", "/all"] {
        let body = ada.get(path).await.body;
        assert!(body.contains("Nothing here yet") && body.contains("Add a source"), "{path}");
    }
    assert!(ada.get("/sources").await.body.contains("You follow nothing yet"));
    let source = house.source(user, "https://example.org/feed").await;
    assert!(ada.get("/unread").await.body.contains("No articles yet"));
    let now = house.clock.now();
    stock::store(&house.store, source, "Example", vec![stock::article("One", "", now)], now).await;
    assert!(ada.get("/").await.body.contains(">One<"));
    ada.post("/read-all", &[("in", "unread"), ("up_to", "100")]).await;
    assert!(ada.get("/unread").await.body.contains("You have read everything"));
}

#[tokio::test]
async fn pages_follow_each_other_without_gap_or_repetition() {
    let house = House::new().await;
    let (mut ada, ..) = with_articles(&house, 120).await;
    for start in ["/all", "/unread", "/", "/all?order=oldest", "/source/1?show=all", "/source/1"] {
        let (mut next, mut seen, mut n_pages) = (Some(start.to_owned()), Vec::new(), 0);
        while let Some(path) = next {
            let body = ada.get(&path).await.body;
            seen.extend(headlines(&body).into_iter().map(str::to_owned));
            next = older(&body);
            n_pages += 1;
        }
        // A new subscriber's unread articles begin with the newest hundred; here all came at once after subscribing.
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
async fn places_that_are_none_are_refused_without_a_fault() {
    let house = House::new().await;
    let (mut ada, ..) = with_articles(&house, 3).await;
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
    assert!(end.body.contains("There is nothing more"));
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
async fn one_article_is_marked_read_and_unread_by_its_dot() {
    let house = House::new().await;
    let (mut ada, user, ids) = with_articles(&house, 3).await;
    let answer = ada.post(&format!("/article/{}/read", ids[1]), &[("back", "/all#a2")]).await;
    assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, "/all#a2"));
    assert_eq!(house.store.unread_ids(user, 10).await.unwrap(), [ids[0], ids[2]]);
    assert_eq!(headlines(&ada.get("/unread").await.body), ["Number 0.", "Number 2."]);
    assert_eq!(headlines(&ada.get("/all").await.body).len(), 3);
    let answer =
        ada.post(&format!("/article/{}/unread", ids[1]), &[("back", "//evil.example")]).await;
    assert_eq!(answer.header("location"), "/");
    assert_eq!(house.store.unread_ids(user, 10).await.unwrap().len(), 3);
}

#[tokio::test]
async fn marking_all_read_spares_what_was_never_shown() {
    let house = House::new().await;
    let (mut ada, user, _) = with_articles(&house, 3).await;
    let up_to = ada.get("/unread").await.field("up_to");
    let source = house.store.subscriptions(user).await.unwrap()[0].source.id;
    house.clock.advance(60);
    let now = house.clock.now();
    let later =
        stock::store(&house.store, source, "Example", vec![stock::article("Later", "", now)], now)
            .await;
    ada.post("/read-all", &[("in", "all"), ("up_to", &up_to)]).await;
    assert_eq!(house.store.unread_ids(user, 10).await.unwrap(), later);
    assert_eq!(
        ada.post("/read-all", &[("in", "all"), ("up_to", "everything")]).await.status,
        StatusCode::BAD_REQUEST
    );
}

#[tokio::test]
async fn opening_an_article_shows_it_in_its_list_and_marks_it_read() {
    let house = House::new().await;
    let (mut ada, user, ids) = with_articles(&house, 3).await;
    let body = ada.get(&format!("/article/{}", ids[1])).await.body;
    assert!(body.contains("<h1 dir=\"auto\">Number 1.</h1>") && body.contains("<p>Text</p>"));
    assert!(
        body.contains("href=\"https://example.org/article\" rel=\"noopener noreferrer nofollow\"")
    );
    assert!(
        body.contains("15 November, 14:28") && body.contains("seen 2 minutes after it appeared")
    );
    assert_eq!(headlines(&body), ["Number 0.", "Number 1.", "Number 2."]);
    assert!(body.contains("<span class=\"count\" data-unread>2</span>"));
    assert!(body.contains("<title>Number 1. · Tidings</title>"));
    assert_eq!(house.store.unread_ids(user, 10).await.unwrap().len(), 2);
}

#[tokio::test]
async fn an_article_opened_from_elsewhere_stays_unread() {
    let house = House::new().await;
    let (mut ada, user, ids) = with_articles(&house, 1).await;
    let path = format!("/article/{}", ids[0]);
    for (name, value) in [("sec-fetch-site", "cross-site"), ("sec-purpose", "prefetch")] {
        let request = house
            .request(&http::Method::GET, &path)
            .header(name, value)
            .body(axum::body::Body::empty())
            .unwrap();
        assert_eq!(ada.send(request).await.status, StatusCode::OK);
    }
    let head = house.request(&http::Method::HEAD, &path).body(axum::body::Body::empty()).unwrap();
    ada.send(head).await;
    assert_eq!(house.store.unread_ids(user, 10).await.unwrap().len(), 1);
}

const EVIL: &str =
    "</title><script>alert(1)</script><!-- \"><img src=x onerror=alert(1)> {{7*7}} \u{2028}'";

/// No tag, attribute or comment of the text survives outside of text.
fn assert_shown_literally(body: &str, place: &str) {
    assert!(body.contains("&#60;script&#62;"), "{place} shows the text");
    for bad in ["<script>", "<img src=x", "<!-- ", "onerror=alert(1)>"] {
        assert!(!body.contains(bad), "{place}: {bad}");
    }
}

#[tokio::test]
async fn script_in_any_field_is_shown_literally() {
    let house = House::new().await;
    let (mut ada, user) = house.signed_in("ada", Role::User).await;
    let source = house.source(user, "https://example.org/feed").await;
    let folder = house.store.folder(user, EVIL.to_owned(), house.clock.now()).await.unwrap();
    house.store.subscribe(user, source, Some(folder), house.clock.now()).await.unwrap();
    let now = house.clock.now();
    let mut article = stock::article(EVIL, "<p>clean</p>", now);
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
    let ids = stock::store(&house.store, source, EVIL, vec![article], now).await;

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
    let mut record = stock::retrieval(source, Retrieved::Failed(failure), now);
    record.next_reason = EVIL.to_owned();
    house.store.store_retrieval(record).await.unwrap();
    assert_shown_literally(&ada.get("/sources").await.body, "a failing source");
}

#[tokio::test]
async fn names_of_users_are_text_too() {
    let house = House::new().await;
    let name = "<script>alert(1)</script>";
    let (mut evil, _) = house.signed_in(name, Role::User).await;
    assert_shown_literally(&evil.get("/").await.body, "the navigation");
    let answer = house
        .browser()
        .post_bare("/sign-in", &[("name", "\"><script>"), ("password", "wrong password")])
        .await;
    assert!(!answer.body.contains("<script>") && answer.body.contains("&#60;script"));
}

#[tokio::test]
async fn sources_say_how_they_are_and_what_comes_next() {
    let house = House::new().await;
    let (mut ada, user, _) = with_articles(&house, 2).await;
    let failing = house.source(user, "https://broken.example/feed").await;
    let failure = Failure::new(FailureKind::Timeout, "the server did not answer in time");
    house
        .store
        .store_retrieval(stock::retrieval(failing, Retrieved::Failed(failure), house.clock.now()))
        .await
        .unwrap();
    house.source(user, "https://new.example/feed").await;
    let body = ada.get("/sources").await.body;
    for expected in [
        ">Well<",
        ">Failing<",
        "for 7 hours: the server did not answer in time",
        ">New<",
        "not asked yet",
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
    let house = House::new().await;
    let (mut ada, user) = house.signed_in("ada", Role::User).await;
    let source = house.source(user, "https://example.org/feed").await;
    let now = house.clock.now();
    let mut article = stock::article("x", "", now);
    article.title = String::new();
    article.summary = String::new();
    article.link = None;
    article.content = Content::Clean(String::new());
    let ids = stock::store(&house.store, source, "", vec![article], now).await;
    assert_eq!(headlines(&ada.get("/").await.body), ["Untitled"]);
    assert!(
        ada.get(&format!("/article/{}", ids[0]))
            .await
            .body
            .contains("<h1 dir=\"auto\">Untitled</h1>")
    );
}
