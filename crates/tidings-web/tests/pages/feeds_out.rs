//! Lists as feeds, as other people's programs read them: their articles, their order, and when they count as changed.

use crate::{
    fixtures,
    harness::{Answer, TestServer},
};
use axum::body::Body;
use http::{Method, StatusCode};
use jiff::SignedDuration;
use serde_json::Value;
use tidings_model::{Article, ArticleId, Clock, Role, SourceId, UserId};
use tidings_store::OutputList;
use tidings_web::SecretToken;

/// Creates Ada with a source.
async fn reader(server: &TestServer) -> (UserId, SourceId) {
    let ada = server.user("ada", Role::User).await;
    let source = server.source(ada, "https://example.org/feed").await;
    (ada, source)
}

async fn arrive(server: &TestServer, source: SourceId, articles: Vec<Article>) -> Vec<ArticleId> {
    fixtures::store(&server.store, source, "Example", articles, server.clock.now()).await
}

fn article(server: &TestServer, title: &str) -> Article {
    fixtures::article(title, "<p>Text</p>", server.clock.now())
}

/// Publishes a list of a person's. Returns its address without the extension.
async fn goes_out(server: &TestServer, user: UserId, list: OutputList) -> String {
    let token = format!("a secret of {list:?}").replace(|c: char| !c.is_ascii_alphanumeric(), "");
    let kept = (token.clone(), SecretToken::hash(&token));
    let now = server.clock.now();
    server.store.outputs().add(user, "Out".to_owned(), list, kept, 99, now).await.unwrap();
    format!("/out/{token}")
}

async fn ask(server: &TestServer, path: &str, headers: &[(&'static str, &str)]) -> Answer {
    let mut request = server.request(&Method::GET, path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    server.send(request.body(Body::empty()).unwrap()).await
}

/// Returns the JSON feed.
async fn feed(server: &TestServer, path: &str) -> Value {
    let answer = ask(server, &format!("{path}.json"), &[]).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    serde_json::from_str(&answer.body).unwrap()
}

/// Returns the ids of the articles in a feed, which must be the same in both formats.
async fn ids(server: &TestServer, path: &str) -> Vec<i64> {
    let number = |id: &str| id.strip_prefix("urn:tidings:article:").unwrap().parse().unwrap();
    let told = feed(server, path).await;
    let json: Vec<i64> = told["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| number(item["id"].as_str().unwrap()))
        .collect();
    let atom = ask(server, &format!("{path}.atom"), &[]).await.body;
    let parts = atom.split("<entry>\n<id>").skip(1);
    let atom: Vec<i64> = parts.map(|part| number(part.split('<').next().unwrap())).collect();
    assert_eq!(json, atom, "both formats have the same articles");
    json
}

#[tokio::test]
async fn a_feed_has_the_fifty_newest_articles_of_its_list() {
    let server = TestServer::new().await;
    let (ada, source) = reader(&server).await;
    let articles = (0..60).map(|n| Article {
        published: Some(server.clock.now() - SignedDuration::from_hours(n)),
        ..article(&server, &format!("Article {n}"))
    });
    let all = arrive(&server, source, articles.collect()).await;
    let path = goes_out(&server, ada, OutputList::All).await;
    let newest: Vec<i64> = all[..50].iter().map(|id| id.0).collect();
    assert_eq!(ids(&server, &path).await, newest);
}

#[tokio::test]
async fn a_feed_follows_its_list_and_reveals_nothing_of_others() {
    let server = TestServer::new().await;
    let (ada, source) = reader(&server).await;
    let bob = server.user("bob", Role::User).await;
    server.store.subscriptions().subscribe(bob, source, None, server.clock.now()).await.unwrap();
    let new = arrive(&server, source, vec![article(&server, "A"), article(&server, "B")]).await;
    let (store, now) = (&server.store, server.clock.now());
    let tag = store.readings().tag(ada, new[1], "kept".to_owned(), now).await.unwrap();
    let lists = [
        OutputList::All,
        OutputList::Unread,
        OutputList::Starred,
        OutputList::Later,
        OutputList::Tag(tag),
        OutputList::Source(source),
    ];
    let mut told = Vec::new();
    store.readings().star(bob, new[0], Some(now)).await.unwrap();
    store.readings().mark_read(bob, vec![new[1]], now).await.unwrap();
    for step in 0..2 {
        if step == 1 {
            store.readings().star(ada, new[0], Some(now)).await.unwrap();
            store.readings().put_aside(ada, new[1], Some(now)).await.unwrap();
            store.readings().mark_read(ada, vec![new[0]], now).await.unwrap();
            store.readings().untag(ada, new[1], tag).await.unwrap();
        }
        for list in lists.clone() {
            let path = if step == 0 {
                goes_out(&server, ada, list).await
            } else {
                let token = format!("a secret of {list:?}");
                format!("/out/{}", token.replace(|c: char| !c.is_ascii_alphanumeric(), ""))
            };
            let mut found = ids(&server, &path).await;
            found.sort_unstable();
            told.push(found);
        }
    }
    let mut both = vec![new[0].0, new[1].0];
    both.sort_unstable();
    let (a, b) = (vec![new[0].0], vec![new[1].0]);
    let none = Vec::new();
    let before = [&both, &both, &none, &none, &b, &both];
    let after = [&both, &b, &a, &b, &none, &both];
    assert_eq!(told.iter().collect::<Vec<_>>(), [before, after].concat());
}

#[tokio::test]
async fn any_change_makes_a_new_version_of_a_feed() {
    let server = TestServer::new().await;
    let (ada, source) = reader(&server).await;
    let new = arrive(&server, source, vec![article(&server, "A"), article(&server, "B")]).await;
    let path = goes_out(&server, ada, OutputList::All).await;
    let (store, clock) = (&server.store, &server.clock);
    for ending in ["atom", "json"] {
        let path = format!("{path}.{ending}");
        let mut known = ask(&server, &path, &[]).await;
        for step in ["nothing", "a custom title", "a tag", "no tag", "an article"] {
            clock.advance(3600);
            let now = clock.now();
            match step {
                "a custom title" => {
                    let title = Some(format!("Mine, {ending}"));
                    store.subscriptions().rename(ada, source, title).await.unwrap();
                }
                "a tag" => {
                    store.readings().tag(ada, new[0], "kept".to_owned(), now).await.unwrap();
                }
                "no tag" => {
                    let tag = store.readings().tags(ada).await.unwrap()[0].id;
                    store.readings().untag(ada, new[0], tag).await.unwrap();
                }
                "an article" => drop(arrive(&server, source, vec![article(&server, ending)]).await),
                _ => {}
            }
            let full = ask(&server, &path, &[]).await;
            let asked = ask(&server, &path, &[("if-none-match", known.header("etag"))]).await;
            let is_same = full.body == known.body;
            assert_eq!(is_same, step == "nothing", "{step} in {ending}");
            let expected = if is_same { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
            assert_eq!(asked.status, expected, "{step} in {ending}");
            assert_eq!(asked.header("etag"), full.header("etag"), "{step} in {ending}");
            known = full;
        }
    }
}

#[tokio::test]
async fn a_feed_has_no_characters_that_xml_cannot_represent() {
    let server = TestServer::new().await;
    let (ada, source) = reader(&server).await;
    let odd = |text: &str| format!("{text}\u{1}\u{b}\u{fffe}\u{ffff}\u{85} & <i>\"end\"</i>");
    let strange = Article {
        title: odd("Title"),
        authors: vec![odd("Author")],
        summary: odd("Summary"),
        tags: vec![odd("Category")],
        ..fixtures::article("A", &odd("Text"), server.clock.now())
    };
    let new = arrive(&server, source, vec![strange]).await;
    let now = server.clock.now();
    server.store.subscriptions().rename(ada, source, Some(odd("Source"))).await.unwrap();
    server.store.readings().tag(ada, new[0], odd("Tag"), now).await.unwrap();
    let path = goes_out(&server, ada, OutputList::All).await;
    let atom = ask(&server, &format!("{path}.atom"), &[]).await.body;
    for part in ["Title", "Author", "Summary", "Category", "Text", "Source", "Tag"] {
        assert!(atom.contains(&format!("{part} &")), "{part} in {atom}");
    }
    let is_fit = |c: char| match c {
        '\n' | '\t' | '\r' => true,
        c => !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}'),
    };
    let unfit: Vec<char> = atom.chars().filter(|c| !is_fit(*c)).collect();
    assert_eq!(unfit, Vec::<char>::new(), "{atom}");
    assert!(!atom.contains("<i>"), "{atom}");
}

#[tokio::test]
async fn a_feed_omits_what_an_article_does_not_have() {
    let server = TestServer::at(Some("https://news.example/")).await;
    let (ada, source) = reader(&server).await;
    let bare = Article {
        title: "Bare".to_owned(),
        link: Some("javascript:alert(1)".to_owned()),
        ..article(&server, "Bare")
    };
    arrive(&server, source, vec![bare]).await;
    let path = goes_out(&server, ada, OutputList::All).await;
    let told = feed(&server, &path).await;
    assert_eq!(told["version"], "https://jsonfeed.org/version/1.1");
    assert_eq!(told["feed_url"], format!("https://news.example{path}.json"));
    let item = &told["items"][0];
    for absent in ["url", "image", "language", "date_modified"] {
        assert!(item.get(absent).is_none(), "{absent}: {item}");
    }
    assert_eq!(item["authors"][0]["name"], "Example", "without an author the source is named");
    assert_eq!(item["date_published"], "2026-11-15T13:30:00Z");
    let atom = ask(&server, &format!("{path}.atom"), &[]).await.body;
    assert!(!atom.contains("javascript:"), "{atom}");
    for wrong in
        [path.clone(), format!("{path}.rss"), format!("{path}.atom.json"), "/out/.atom".to_owned()]
    {
        assert_eq!(ask(&server, &wrong, &[]).await.status, StatusCode::NOT_FOUND, "{wrong}");
    }
}
