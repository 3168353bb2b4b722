//! Searching: what is found, for whom, how it is shown, and how odd requests are handled.

use crate::{
    fixtures::{article, store},
    harness::{Answer, Browser, TestServer},
};
use http::StatusCode;
use tidings_model::{Article, ArticleId, Role, SourceId, UserId};
use tidings_search::{IndexPosition, IndexStatus, SearchDocument};

/// Indexes everything in the server's store, as the daemon would.
pub(crate) async fn index(server: &TestServer) {
    let mut writer = server.search.writer().unwrap();
    let all = server.store.articles().indexable_after(ArticleId(0), 1000).await.unwrap();
    writer.clear().unwrap();
    for article in &all {
        writer
            .add(&SearchDocument {
                id: article.id,
                source: article.source,
                title: &article.title,
                html: &article.html,
                authors: &article.authors,
                tags: &article.tags,
                language: article.language.as_deref(),
                published_at: article.published_at,
            })
            .unwrap();
    }
    writer.commit(IndexPosition::START).unwrap();
}

async fn ask(browser: &mut Browser<'_>, q: &str) -> Answer {
    let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("q", q).finish();
    browser.get(&format!("/search?{query}")).await
}

fn now(server: &TestServer) -> jiff::Timestamp {
    tidings_model::Clock::now(&*server.clock)
}

/// Creates Ada's two sources, some articles, and someone else's source.
async fn furnish(server: &TestServer, ada: UserId) -> (SourceId, Vec<ArticleId>) {
    let lumen = server.source(ada, "https://lumen.example/feed").await;
    let now = now(server);
    let tagged = Article {
        tags: vec!["Physics".to_owned()],
        authors: vec!["Marie Curie".to_owned()],
        ..article("Light as particles", "<p>About light and waves &amp; more.</p>", now)
    };
    let articles = vec![tagged, article("Bread", "<p>How light a loaf can be.</p>", now)];
    let ids = store(&server.store, lumen, "Lumen", articles, now).await;
    let other = server.source(ada, "https://other.example/feed").await;
    store(
        &server.store,
        other,
        "Otherwise",
        vec![article("Dark", "<p>No lights here.</p>", now)],
        now,
    )
    .await;
    (lumen, ids)
}

#[tokio::test]
async fn words_are_found_and_highlighted() {
    let server = TestServer::new().await;
    let (mut browser, ada) = server.signed_in("ada", Role::User).await;
    let (_, ids) = furnish(&server, ada).await;
    index(&server).await;
    let page = ask(&mut browser, "light").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.body.contains("3 articles"), "{}", page.body);
    assert!(page.body.contains("<mark>Light</mark> as particles"));
    assert!(page.body.contains("About <mark>light</mark> and waves &#38; more."), "{}", page.body);
    assert!(page.body.contains("No <mark>lights</mark> here."), "another form of the word");
    let href = format!("/article/{}?in=search&#38;q=light#a{}", ids[0], ids[0]);
    assert!(page.body.contains(&href), "{href} in {}", page.body);
    let page = ask(&mut browser, "particles").await;
    assert!(page.body.contains("1 article<") && !page.body.contains("Bread"));
}

#[tokio::test]
async fn a_found_article_is_read_beside_the_hits() {
    let server = TestServer::new().await;
    let (mut browser, ada) = server.signed_in("ada", Role::User).await;
    let (_, ids) = furnish(&server, ada).await;
    index(&server).await;
    let page = browser.get(&format!("/article/{}?in=search&q=light", ids[0])).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.body.contains("value=\"light\""), "the search box has the query");
    assert!(page.body.contains("<mark>lights</mark>"), "the other hits are still there");
    assert!(page.body.contains("data-key=\"next\""), "{}", page.body);
}

#[tokio::test]
async fn only_ones_own_articles_are_found() {
    let server = TestServer::new().await;
    let (mut ada, id) = server.signed_in("ada", Role::User).await;
    let (mut eve, eve_id) = server.signed_in("eve", Role::User).await;
    let (lumen, ids) = furnish(&server, id).await;
    index(&server).await;
    for q in ["light", "-nothing", "source:lumen", "tag:physics", "is:unread", "author:curie"] {
        let page = ask(&mut eve, q).await;
        assert_eq!(page.status, StatusCode::OK, "{q}");
        assert!(!page.body.contains("particles") && !page.body.contains("Bread"), "{q}");
    }
    // What she starred stays hers, whatever she subscribes to.
    server.store.subscriptions().subscribe(eve_id, lumen, None, now(&server)).await.unwrap();
    server.store.readings().star(eve_id, ids[0], Some(now(&server))).await.unwrap();
    server.store.subscriptions().unsubscribe(eve_id, lumen).await.unwrap();
    let page = ask(&mut eve, "light").await;
    assert!(page.body.contains("particles") && !page.body.contains("Bread"), "{}", page.body);
    let page = ask(&mut ada, "light is:starred").await;
    assert!(!page.body.contains("particles"), "a star of one person finds nothing for another");
}

#[tokio::test]
async fn folder_and_tag_names_are_the_readers_own() {
    let server = TestServer::new().await;
    let (mut browser, ada) = server.signed_in("ada", Role::User).await;
    let (lumen, ids) = furnish(&server, ada).await;
    index(&server).await;
    let now = now(&server);
    let folder = server
        .store
        .subscriptions()
        .folder(ada, "Wissen/Natur Wissenschaft".to_owned(), now)
        .await
        .unwrap();
    server.store.subscriptions().move_to(ada, lumen, Some(folder)).await.unwrap();
    server.store.subscriptions().rename(ada, lumen, Some("Das Licht".to_owned())).await.unwrap();
    server.store.readings().tag(ada, ids[1], "Für später".to_owned(), now).await.unwrap();
    server.store.readings().star(ada, ids[0], Some(now)).await.unwrap();
    server.store.readings().put_aside(ada, ids[1], Some(now)).await.unwrap();
    server.store.readings().mark_read(ada, vec![ids[0]], now).await.unwrap();
    let (light, bread, dark) = ("as particles", ">Bread<", ">Dark<");
    for (q, expected) in [
        ("source:licht", vec![light, bread]),
        ("source:lumen.example", vec![light, bread]),
        ("-source:licht", vec![dark]),
        ("folder:\"natur wissenschaft\"", vec![light, bread]),
        ("folder:wissen", vec![light, bread]),
        ("folder:\"wissen/natur wissenschaft\"", vec![light, bread]),
        ("folder:nowhere", vec![]),
        ("tag:\"fur spater\"", vec![bread]),
        ("tag:physics", vec![light]),
        ("is:starred", vec![light]),
        ("is:later", vec![bread]),
        ("is:unread", vec![bread, dark]),
        ("is:read", vec![light]),
        ("author:curie", vec![light]),
        ("after:1d", vec![light, bread, dark]),
        ("before:1d", vec![]),
    ] {
        let page = ask(&mut browser, q).await.body.replace("<mark>", "").replace("</mark>", "");
        for title in [light, bread, dark] {
            assert_eq!(page.contains(title), expected.contains(&title), "{title} for {q}");
        }
    }
}

#[tokio::test]
async fn markup_from_feeds_and_from_the_address_is_escaped() {
    let server = TestServer::new().await;
    let (mut browser, ada) = server.signed_in("ada", Role::User).await;
    let source = server.source(ada, "https://evil.example/feed").await;
    let now = now(&server);
    let title = "</title><script>alert(1)</script> <img src=x onerror=alert(2)> <!-- \u{2028}";
    let html = "<p>harmless &lt;script&gt;alert(3)&lt;/script&gt; text</p>";
    store(&server.store, source, "<b>Evil</b>", vec![article(title, html, now)], now).await;
    index(&server).await;
    for q in [
        "script",
        "harmless",
        "alert onerror",
        "\"script alert\"",
        "<script>alert(4)</script>",
        "\"><img src=x>",
    ] {
        let page = ask(&mut browser, q).await;
        assert_eq!(page.status, StatusCode::OK, "{q}");
        let plain = page.body.replace("<mark>", "").replace("</mark>", "");
        for live in ["<script>alert", "<img src=x", "<b>Evil"] {
            assert!(!plain.contains(live), "{live} for {q}: {}", page.body);
        }
    }
    let page = ask(&mut browser, "script").await;
    assert!(
        page.body.contains("&#60;<mark>script</mark>&#62;alert(1)&#60;/<mark>script</mark>&#62;"),
        "{}",
        page.body
    );
}

#[tokio::test]
async fn every_query_gets_a_page() {
    let server = TestServer::new().await;
    let (mut browser, ada) = server.signed_in("ada", Role::User).await;
    furnish(&server, ada).await;
    index(&server).await;
    let long = "a".repeat(5_000);
    for q in [
        "",
        " ",
        "\"",
        "*",
        "-",
        "NEAR(a b)",
        "NOT x",
        "title:",
        "col:x",
        "' or 1=1 --",
        "a*b*c",
        "((((",
        "OR OR",
        "before:99999999999",
        "after:x",
        "is:",
        "source:\"",
        "\u{0}",
        "%00",
        "{!func}x",
        "[* TO *]",
        "x~9",
        "x^9",
        &long,
    ] {
        let page = ask(&mut browser, q).await;
        assert_eq!(page.status, StatusCode::OK, "{q}");
        assert!(page.body.contains("role=\"search\""), "{q}");
    }
    for after in ["0.0", "0.30", "0.-5", "0.9223372036854775807", "5.2000"] {
        let page = browser.get(&format!("/search?q=light&after={after}")).await;
        assert_eq!(page.status, StatusCode::OK, "{after}");
    }
    for query in ["after=x", "after=1e9", "order=price", "after=0.99999999999999999999"] {
        let page = browser.get(&format!("/search?q=light&{query}")).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{query}");
    }
}

#[tokio::test]
async fn hits_are_paged_in_either_order() {
    let server = TestServer::new().await;
    let (mut browser, ada) = server.signed_in("ada", Role::User).await;
    let source = server.source(ada, "https://a.example/feed").await;
    let now = now(&server);
    let titles: Vec<String> = (0..130).map(|n| format!("Fox number {n:03}")).collect();
    let articles = titles.iter().map(|title| article(title, "<p>fox</p>", now)).collect();
    store(&server.store, source, "A", articles, now).await;
    index(&server).await;
    for order in ["", "&order=newest"] {
        let mut at = format!("/search?q=fox{order}");
        let mut seen = 0;
        for _ in 0..10 {
            let page = browser.get(&at).await;
            assert!(page.body.contains("130 articles"), "{}", page.body);
            seen += page.body.matches("<article class=\"card").count();
            let Some((_, rest)) = page.body.split_once("rel=\"next\" href=\"") else { break };
            at = rest.split_once('"').unwrap().0.replace("&#38;", "&");
        }
        assert_eq!(seen, 130, "{order}");
    }
}

#[tokio::test]
async fn the_page_shows_the_state_of_the_index_and_helps_if_nothing_is_found() {
    let server = TestServer::new().await;
    let (mut browser, ada) = server.signed_in("ada", Role::User).await;
    furnish(&server, ada).await;
    index(&server).await;
    let page = browser.get("/search").await;
    assert!(page.body.contains("Type a word to search") && page.body.contains("borrow checker"));
    let page = ask(&mut browser, "nowhere is:unread").await;
    assert!(
        page.body.contains("No results") && page.body.contains("/search?q=nowhere"),
        "{}",
        page.body
    );
    server.search.set_status(IndexStatus::Building(40));
    let page = ask(&mut browser, "light").await;
    assert!(
        page.body.contains("The search index is being built (40% done)")
            && page.body.contains("3 articles")
    );
    server.search.set_status(IndexStatus::Stalled);
    assert!(ask(&mut browser, "light").await.body.contains("newest articles may be missing"));
}
