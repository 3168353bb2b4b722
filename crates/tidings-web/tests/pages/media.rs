//! Forwarded images, videos, footnotes and players, as a browser sees them.

use crate::{
    fixtures,
    harness::{Browser, TestServer},
};
use http::{Method, StatusCode};
use tidings_model::{ArticleId, Clock, Enclosure, Failure, FailureKind, Role, UserId};
use tidings_store::{Icon, SubscriberOptions};

/// Creates a person with an article of this text. Returns its id.
async fn reading<'h>(server: &'h TestServer, name: &str, html: &str) -> (Browser<'h>, UserId, i64) {
    let (browser, user) = server.signed_in(name, Role::User).await;
    let source = server.source(user, &format!("https://{name}.example/feed")).await;
    let now = server.clock.now();
    let article = fixtures::article(&format!("Title for {name}"), html, now);
    let ids = fixtures::store(&server.store, source, "Example", vec![article], now).await;
    (browser, user, ids[0].0)
}

fn sources(page: &str) -> Vec<String> {
    let tags = page.split("<img src=\"").skip(1);
    tags.map(|rest| rest.split_once('"').unwrap().0.to_owned()).collect()
}

#[tokio::test]
async fn images_come_through_this_server_by_default_and_pages_load_nothing_else() {
    let server = TestServer::new().await;
    let html = "<p><img src=\"https://a.example/x.png\" alt=\"x\"></p>";
    let (mut ada, _, id) = reading(&server, "ada", html).await;
    let page = ada.get(&format!("/article/{id}")).await;
    let [path] = &sources(&page.body)[..] else { panic!("{}", page.body) };
    assert!(path.starts_with("/image/") && !page.body.contains("https://a.example/x.png"));
    let policy = page.header("content-security-policy");
    assert!(policy.contains("img-src 'self' data:;"), "{policy}");
    assert!(
        server.told.asked.lock().unwrap().is_empty(),
        "nothing is fetched before a page requests it"
    );

    let picture = ada.get(path).await;
    assert_eq!((picture.status, picture.header("content-type")), (StatusCode::OK, "image/png"));
    assert_eq!(picture.header("content-length"), "200000");
    assert_eq!(picture.header("content-disposition"), "inline");
    assert_eq!(picture.header("x-content-type-options"), "nosniff");
    assert!(picture.header("cache-control").starts_with("private, max-age="));
    assert_eq!(*server.told.asked.lock().unwrap(), ["https://a.example/x.png"]);
}

#[tokio::test]
async fn signatures_for_other_people_or_other_addresses_are_refused() {
    let server = TestServer::new().await;
    let html = "<p><img src=\"https://a.example/x.png\"></p>";
    let (mut ada, _, id) = reading(&server, "ada", html).await;
    let (mut bob, _, bobs) = reading(&server, "bob", html).await;
    let path = sources(&ada.get(&format!("/article/{id}")).await.body).remove(0);
    let of_bob = sources(&bob.get(&format!("/article/{bobs}")).await.body).remove(0);
    assert_ne!(path, of_bob);
    let (signature, address) = path["/image/".len()..].split_once('/').unwrap();
    let mut changed = signature.to_owned();
    let first = if changed.remove(0) == 'A' { 'B' } else { 'A' };
    changed.insert(0, first);
    // "http://127.0.0.1/" and "file:///etc/passwd", encoded.
    for forged in [
        format!("/image/{changed}/{address}"),
        format!("/image//{address}"),
        format!("/image/x/{address}"),
        format!("/image/{signature}/aHR0cDovLzEyNy4wLjAuMS8"),
        format!("/image/{signature}/ZmlsZTovLy9ldGMvcGFzc3dk"),
        format!("/image/{signature}/..%2f..%2fetc%2fpasswd"),
        format!("/image/{signature}/%00"),
        format!("/image/{signature}/{address}/x"),
        of_bob,
    ] {
        assert_eq!(ada.get(&forged).await.status, StatusCode::NOT_FOUND, "{forged}");
    }
    let stranger = server.browser().get(&path).await;
    assert_eq!(stranger.status, StatusCode::SEE_OTHER);
    assert!(server.told.asked.lock().unwrap().is_empty());
    assert_eq!(ada.get(&path).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_shared_page_keeps_its_images_as_long_as_its_link_is_valid() {
    let server = TestServer::new().await;
    let html = "<p><img src=\"https://a.example/x.png\" alt=\"x\"></p>";
    let (mut ada, user, id) = reading(&server, "ada", html).await;
    let (_, bob, bobs) = reading(&server, "bob", html).await;
    let mut pages = Vec::new();
    for (user, article) in [(user, id), (bob, bobs)] {
        let (token, now) = (format!("secret{article}"), server.clock.now());
        let secret = (token.clone(), tidings_web::SecretToken::hash(&token));
        server.store.outputs().share(user, ArticleId(article), secret, None, now).await.unwrap();
        let page = server.browser().get(&format!("/shared/{token}")).await;
        let policy = page.header("content-security-policy");
        assert!(policy.contains("img-src 'self' data:;"), "{policy}");
        pages.push((format!("/shared/{token}/image/"), sources(&page.body).remove(0)));
    }
    let [(base, path), (others_base, others)] = &pages[..] else { panic!("{pages:?}") };
    let signed = path.strip_prefix(base.as_str()).unwrap();
    let others_signed = others.strip_prefix(others_base.as_str()).unwrap();
    assert!(server.told.asked.lock().unwrap().is_empty(), "nothing is fetched in advance");
    for forged in [
        format!("{base}{others_signed}"),
        format!("{others_base}{signed}"),
        format!("/shared/unknown/image/{signed}"),
        format!("{base}x/{}", signed.split_once('/').unwrap().1),
    ] {
        assert_eq!(server.browser().get(&forged).await.status, StatusCode::NOT_FOUND, "{forged}");
    }
    assert_eq!(ada.get(&format!("/image/{signed}")).await.status, StatusCode::NOT_FOUND);
    let picture = server.browser().get(path).await;
    assert_eq!((picture.status, picture.header("content-type")), (StatusCode::OK, "image/png"));
    assert_eq!(*server.told.asked.lock().unwrap(), ["https://a.example/x.png"]);

    let share = server.store.outputs().shares(user, None, server.clock.now()).await.unwrap();
    ada.post(&format!("/shares/{}/revoke", share[0].id), &[]).await;
    assert_eq!(server.browser().get(path).await.status, StatusCode::NOT_FOUND, "it was revoked");
}

#[tokio::test]
async fn a_text_that_adds_nothing_is_not_offered() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let source = server.source(user, "https://ada.example/feed").await;
    let now = server.clock.now();
    let made = |title: &str, html: &str, summary: &str| tidings_model::Article {
        summary: summary.to_owned(),
        ..fixtures::article(title, html, now)
    };
    let long = format!("<p>{}</p>", "word ".repeat(300));
    let articles = vec![
        made("Own summary", "<p>A part</p>", "Something else"),
        made("First words", "<p>A <b>part</b> of it</p>", "A part…"),
        made("Whole", &long, "word word word…"),
        made("Long but cut", &format!("{long}<p>And […]</p>"), "word word word…"),
    ];
    let ids = fixtures::store(&server.store, source, "Example", articles, now).await;
    for (id, has_summary, can_fetch) in
        [(ids[0], true, true), (ids[1], false, true), (ids[2], false, false), (ids[3], false, true)]
    {
        let page = ada.get(&format!("/article/{id}")).await.body;
        assert_eq!(page.contains("text=summary"), has_summary, "{id}: {page}");
        assert_eq!(page.contains("/full-text\""), can_fetch, "{id}: {page}");
        // Whatever a full text says, the summary still repeats the feed's own text.
        let full = Ok("<p>Other words</p>".to_owned());
        server.store.articles().keep_full_text(id, full, now).await.unwrap();
        let page = ada.get(&format!("/article/{id}?text=full")).await.body;
        assert_eq!(page.contains("text=summary"), has_summary, "{id}: {page}");
    }
}

#[tokio::test]
async fn svg_images_cannot_run_scripts_and_refusals_repeat_nothing() {
    let server = TestServer::new().await;
    let html = "<img src=\"https://a.example/vector.svg\"><img src=\"https://a.example/page.html\"><img src=\"https://a.example/late\">\
                <img src=\"http://10.0.0.1/private\"><img src=\"http://a%3Cscript%3E/private\">";
    let (mut ada, _, id) = reading(&server, "ada", html).await;
    let paths = sources(&ada.get(&format!("/article/{id}")).await.body);
    let vector = ada.get(&paths[0]).await;
    assert_eq!(vector.header("content-type"), "image/svg+xml");
    let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
    assert_eq!(vector.header("content-security-policy"), policy);
    let mut packed =
        server.request(&Method::GET, &paths[0]).body(axum::body::Body::empty()).unwrap();
    packed.headers_mut().insert("accept-encoding", "gzip".parse().unwrap());
    assert_eq!(ada.send(packed).await.status, StatusCode::OK, "compressed, as browsers ask");
    for (path, status) in [(&paths[1], 415), (&paths[2], 504), (&paths[3], 502)] {
        let mut request =
            server.request(&Method::GET, path).body(axum::body::Body::empty()).unwrap();
        request.headers_mut().insert("accept", "image/*".parse().unwrap());
        let answer = ada.send(request).await;
        assert_eq!(answer.status.as_u16(), status, "{path}");
        assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
        assert!(!answer.body.contains('<') && !answer.body.contains("10.0.0.1"));
        assert!(answer.header("content-security-policy").contains("default-src 'none'"));
    }
    let odd = ada.get(&paths[4]).await;
    assert_eq!(odd.status, StatusCode::NOT_FOUND);
    assert!(!odd.body.contains("a<script>"), "{}", odd.body);
}

#[tokio::test]
async fn each_person_chooses_where_images_are_loaded_from() {
    let server = TestServer::new().await;
    let html = "<p><img src=\"https://a.example/x.png\" alt=\"A cat\"></p>";
    let (mut ada, user, id) = reading(&server, "ada", html).await;
    let (mut bob, _, bobs) = reading(&server, "bob", html).await;
    let choose = async |value: &str| {
        let (name, value) = ("images".to_owned(), Some(value.to_owned()));
        server.store.settings().set(Some(user), name, value).await.unwrap();
    };
    choose("direct").await;
    let page = ada.get(&format!("/article/{id}")).await;
    assert_eq!(sources(&page.body), ["https://a.example/x.png"]);
    assert!(page.header("content-security-policy").contains("img-src 'self' data: https: http:;"));
    let page = bob.get(&format!("/article/{bobs}")).await;
    assert!(page.header("content-security-policy").contains("img-src 'self' data:;"));

    choose("off").await;
    let page = ada.get(&format!("/article/{id}")).await;
    assert!(sources(&page.body).is_empty() && page.body.contains(">A cat</a>"), "{}", page.body);
    assert!(page.header("content-security-policy").contains("img-src 'self' data:;"));
}

#[tokio::test]
async fn footnotes_lead_to_notes_of_their_own_article() {
    let server = TestServer::new().await;
    let html = "<p>x<sup id=\"fn-r1\"><a href=\"#fn-n1\">1</a></sup></p><ol><li id=\"fn-n1\">note <a href=\"#fn-r1\">back</a></li></ol>";
    let (mut ada, _, id) = reading(&server, "ada", html).await;
    let page = ada.get(&format!("/article/{id}")).await.body;
    for part in [
        format!("<sup id=\"fn-{id}-r1\">"),
        format!("href=\"#fn-{id}-n1\""),
        format!("<li id=\"fn-{id}-n1\">"),
        format!("href=\"#fn-{id}-r1\""),
    ] {
        assert!(page.contains(&part), "{part}");
    }
}

#[tokio::test]
async fn a_full_text_is_fetched_on_request_and_shown_beside_the_original() {
    let server = TestServer::new().await;
    let (mut ada, _, id) = reading(&server, "ada", "<p>A part</p>").await;
    let article = format!("/article/{id}");
    let page = ada.get(&article).await.body;
    assert!(page.contains("Fetch full text") && page.contains("A part"), "{page}");
    let back = page.split_once("name=\"back\" value=\"/article/").unwrap();
    assert!(back.1.contains("text=full"));
    let answer = ada.post(&format!("{article}/full-text"), &[]).await;
    assert_eq!(answer.header("location"), format!("{article}?text=full"));
    let page = ada.get(&format!("{article}?text=full")).await.body;
    assert!(page.contains("<p>The whole text</p>") && !page.contains("<p>A part</p>"), "{page}");
    assert!(page.contains("text=original"));
    let page = ada.get(&article).await.body;
    assert!(page.contains("<p>A part</p>") && page.contains("Show full text"), "{page}");
    ada.post(&format!("{article}/full-text"), &[]).await;
    let asked = server.told.asked.lock().unwrap().clone();
    assert_eq!(asked, [format!("full text of {id}")], "a stored text is not fetched again");
}

#[tokio::test]
async fn a_failed_full_text_says_why_in_plain_words() {
    let server = TestServer::new().await;
    let (mut ada, _, id) = reading(&server, "ada", "<p>A part</p>").await;
    let failure = Failure::new(FailureKind::Robots, "The robots.txt of <b>x</b> asks not to.");
    *server.told.whole_text.lock().unwrap() = Err(failure);
    let answer = ada.post(&format!("/article/{id}/full-text"), &[("back", "//evil")]).await;
    let page = ada.get(answer.header("location")).await.body;
    assert!(
        page.contains("The robots.txt of &#60;b&#62;x") && page.contains("Try again"),
        "{page}"
    );
    assert!(page.contains("<p>A part</p>"));
}

#[tokio::test]
async fn sources_can_always_show_the_full_text() {
    let server = TestServer::new().await;
    let (mut ada, user, id) = reading(&server, "ada", "<p>A part</p>").await;
    let source = server.store.subscriptions().list(user).await.unwrap()[0].source.id;
    let now = server.clock.now();
    server
        .store
        .articles()
        .keep_full_text(ArticleId(id), Ok("<p>All</p>".to_owned()), now)
        .await
        .unwrap();
    let options = SubscriberOptions { full_text: true, ..SubscriberOptions::default() };
    server.store.subscriptions().set_options(user, source, options).await.unwrap();
    assert!(ada.get(&format!("/article/{id}")).await.body.contains("<p>All</p>"));
    let original = ada.get(&format!("/article/{id}?text=original")).await.body;
    assert!(original.contains("<p>A part</p>") && !original.contains("<p>All</p>"));
}

#[tokio::test]
async fn fetching_full_texts_is_rate_limited() {
    let server = TestServer::new().await;
    let (mut ada, _, id) = reading(&server, "ada", "<p>A part</p>").await;
    let token = ada.token().await;
    let failure = Failure::new(FailureKind::Timeout, "late");
    *server.told.whole_text.lock().unwrap() = Err(failure);
    for _ in 0..60 {
        let path = format!("/article/{id}/full-text");
        assert_eq!(ada.post_bare(&path, &[("token", &token)]).await.status, StatusCode::SEE_OTHER);
    }
    let answer = ada.post_bare(&format!("/article/{id}/full-text"), &[("token", &token)]).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(answer.header("retry-after"), "600");
}

#[tokio::test]
async fn players_resume_where_the_reader_stopped() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    let source = server.source(user, "https://ada.example/feed").await;
    let now = server.clock.now();
    let mut article = fixtures::article("Spoken", "<p>x</p>", now);
    let url = "https://a.example/talk.mp3?a=1&b=2";
    article.enclosures = vec![Enclosure {
        url: url.to_owned(),
        media_type: Some("audio/mpeg".to_owned()),
        bytes: None,
        seconds: Some(3600),
        title: None,
    }];
    let id = fixtures::store(&server.store, source, "Example", vec![article], now).await[0];
    let place = format!("/article/{id}/position");
    assert!(ada.get(&format!("/article/{id}")).await.body.contains("data-position=\"0\""));
    let fields = [("url", url), ("seconds", "2880"), ("length", "3601")];
    assert_eq!(ada.post(&place, &fields).await.status, StatusCode::NO_CONTENT);
    let page = ada.get(&format!("/article/{id}")).await.body;
    assert!(page.contains("data-position=\"2880\"") && page.contains("12 minutes left"), "{page}");
    assert!(page.contains("preload=\"none\""));
    for seconds in ["-1", "x", "360001", "1e3", ""] {
        let answer = ada.post(&place, &[("url", url), ("seconds", seconds)]).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{seconds}");
    }
    let (mut bob, _) = server.signed_in("bob", Role::User).await;
    assert_eq!(bob.post(&place, &fields).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_page_requests_the_icons_of_its_first_cards_only() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    for n in 0..9 {
        let source = server.source(user, &format!("https://{n}.example/feed")).await;
        let article = fixtures::article(&format!("Story {n}"), "<p>x</p>", server.clock.now());
        fixtures::store(&server.store, source, "Daily", vec![article], server.clock.now()).await;
        let icon = Icon { media_type: "image/png".to_owned(), bytes: b"\x7fPNG".to_vec() };
        server.store.sources().keep_icon(source, Some(icon), server.clock.now()).await.unwrap();
    }
    let page = ada.get("/all").await.body;
    let list = page.split("data-list").nth(1).unwrap();
    assert_eq!(list.matches("src=\"/icon/").count(), 6);
    assert_eq!(list.matches("data-icon=\"").count(), 3, "scripts load the others: {list}");
}

#[tokio::test]
async fn only_subscribers_get_a_sources_icon_or_placeholder() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = reading(&server, "ada", "<p>x</p>").await;
    let (mut bob, _) = server.signed_in("bob", Role::User).await;
    let source = server.store.subscriptions().list(user).await.unwrap()[0].source.id;
    let path = format!("/icon/{source}");
    assert_eq!(ada.get(&path).await.status, StatusCode::NOT_FOUND);
    let page = ada.get("/all").await.body;
    assert!(page.contains("aria-hidden=\"true\">E</i>") && !page.contains("/icon/"), "{page}");
    let icon = Icon { media_type: "image/png".to_owned(), bytes: b"\x7fPNG".to_vec() };
    server.store.sources().keep_icon(source, Some(icon), server.clock.now()).await.unwrap();
    server.clock.advance(60);
    let page = ada.get("/all").await.body;
    assert!(page.contains(&format!("src=\"{path}\"")) && !page.contains(">E</i>"), "{page}");
    let icon = ada.get(&path).await;
    assert_eq!((icon.header("content-type"), icon.body.as_str()), ("image/png", "\x7fPNG"));
    let mut again = server.request(&Method::GET, &path).body(axum::body::Body::empty()).unwrap();
    again.headers_mut().insert("if-none-match", icon.header("etag").parse().unwrap());
    assert_eq!(ada.send(again).await.status, StatusCode::NOT_MODIFIED);
    let vector = Icon { media_type: "image/svg+xml".to_owned(), bytes: b"<svg/>".to_vec() };
    server.store.sources().keep_icon(source, Some(vector), server.clock.now()).await.unwrap();
    let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
    assert_eq!(ada.get(&path).await.header("content-security-policy"), policy);
    let (foreign, missing) = (bob.get(&path).await, bob.get("/icon/99999").await);
    assert_eq!((foreign.status, missing.status), (StatusCode::NOT_FOUND, StatusCode::NOT_FOUND));
    assert_eq!(foreign.body, missing.body);
    for path in ["/icon/..%2f1", "/icon/%00", "/icon/x", "/icon/1/2"] {
        assert_eq!(ada.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}
