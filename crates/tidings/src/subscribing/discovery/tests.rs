//! What is found at an address, and how many requests that takes.

use super::*;
use crate::testing::{Home, answer, rss};
use tidings_fetch::{Hop, check_url};

const SITE: &str = "https://blog.example/";

fn html(body: &str) -> String {
    format!("<!doctype html><html><head><title>Blog</title></head><body>{body}</body></html>")
}

fn link(address: &str, title: &str) -> String {
    format!("<link rel=alternate type='application/rss+xml' href='{address}' title='{title}'>")
}

/// What was found at an address: the feed's address, the choice, or the refusal.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    Feed(SourceKind, String),
    Choice(Vec<(String, String)>),
    Refused(FailureKind, String),
}

async fn found(home: &Home, typed: &str) -> Found {
    let found = match check_url(typed) {
        Ok(url) => find(&home.services.context, &url, None).await,
        Err(failure) => Err(failure),
    };
    match found {
        Ok(Discovery::Feed(feed)) => Found::Feed(feed.kind, feed.url.to_string()),
        Ok(Discovery::Choice(feeds)) => Found::Choice(
            feeds.into_iter().map(|feed| (feed.url.to_string(), feed.title)).collect(),
        ),
        Err(failure) => Found::Refused(failure.kind, failure.message),
    }
}

fn feed(url: &str) -> Found {
    Found::Feed(SourceKind::Feed, url.to_owned())
}

#[tokio::test(start_paused = true)]
async fn every_format_of_a_feed_is_found_with_one_request() {
    let json = r#"{"version":"https://jsonfeed.org/version/1.1","title":"J","items":[]}"#;
    let atom = "<feed xmlns='http://www.w3.org/2005/Atom'><title>A</title></feed>";
    let rdf = "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>";
    for body in [rss(&["one"]).as_str(), rss(&[]).as_str(), atom, rdf, json] {
        let home = Home::new().await;
        home.web.answers(answer(SITE, "text/plain", body));
        assert_eq!(found(&home, "blog.example").await, feed(SITE), "{body}");
        assert_eq!(home.web.addresses(), [SITE]);
        assert_eq!(home.web.last().n_subscribers, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn the_only_feed_that_a_page_links_to_is_used_if_it_is_valid() {
    let home = Home::new().await;
    home.web.answers(answer(SITE, "text/html", html(&link("/rss", "News"))));
    home.web.says("https://blog.example/rss", &["one"]);
    assert_eq!(found(&home, SITE).await, feed("https://blog.example/rss"));
    home.web.answers(answer("https://blog.example/rss", "text/html", html("Sold.")));
    let Found::Refused(kind, message) = found(&home, SITE).await else { panic!("not a feed") };
    assert_eq!(kind, FailureKind::NotAFeed);
    assert!(message.contains("https://blog.example/rss"), "{message}");
    home.web.fails("https://blog.example/rss", Failure::new(FailureKind::Gone, "It is gone."));
    let refused = Found::Refused(FailureKind::Gone, "It is gone.".to_owned());
    assert_eq!(found(&home, SITE).await, refused);
}

#[tokio::test(start_paused = true)]
async fn with_several_feeds_the_user_chooses_and_none_is_fetched() {
    let home = Home::new().await;
    let links = [link("/rss", "News"), link("https://other.example/c", "Comments")].concat();
    home.web.answers(answer(SITE, "text/html", html(&links)));
    let choice = [("https://blog.example/rss", "News"), ("https://other.example/c", "Comments")];
    let choice = choice.map(|(url, title)| (url.to_owned(), title.to_owned())).to_vec();
    assert_eq!(found(&home, SITE).await, Found::Choice(choice));
    assert_eq!(home.web.n_asked(), 1);
}

#[tokio::test(start_paused = true)]
async fn up_to_six_usual_addresses_are_tried_in_turn() {
    let home = Home::new().await;
    home.web.answers(answer(SITE, "text/html", html("Nothing is linked.")));
    let Found::Refused(FailureKind::NotAFeed, said) = found(&home, SITE).await else {
        panic!("there is none")
    };
    assert!(said.contains(SITE) && said.contains("usual places"), "{said}");
    let tried = home.web.addresses().split_off(1);
    assert_eq!(tried.len(), GUESSES);
    // The third one is a feed; pages and failures are skipped.
    home.web.answers(answer(&tried[0], "text/html", html("No.")));
    home.web.says(&tried[2], &["one"]);
    assert_eq!(found(&home, SITE).await, feed(&tried[2]));
    assert_eq!(home.web.n_asked(), 1 + GUESSES + 4);
}

#[tokio::test(start_paused = true)]
async fn a_page_with_marked_up_articles_is_used_if_there_is_no_feed() {
    let home = Home::new().await;
    let marked =
        "<div class=h-feed><div class=h-entry><a class='u-url p-name' href=/1>1</a></div></div>";
    home.web.answers(answer(SITE, "text/html", html(marked)));
    assert_eq!(found(&home, SITE).await, Found::Feed(SourceKind::Page, SITE.to_owned()));
    let guess = home.web.addresses()[1].clone();
    home.web.says(&guess, &["one"]);
    assert_eq!(found(&home, SITE).await, feed(&guess), "a feed is better");
}

#[tokio::test(start_paused = true)]
async fn what_is_neither_feed_nor_page_is_refused_without_guessing() {
    for body in ["{\"a\":1}", "plain words", ""] {
        let home = Home::new().await;
        home.web.answers(answer(SITE, "application/octet-stream", body));
        let refused = found(&home, SITE).await;
        assert!(matches!(refused, Found::Refused(FailureKind::NotAFeed, _)), "{body}: {refused:?}");
        assert_eq!(home.web.n_asked(), 1, "{body}");
    }
    let home = Home::new().await;
    for typed in ["", "   ", "ftp://blog.example/", "mailto:ada@example.org"] {
        assert!(matches!(found(&home, typed).await, Found::Refused(..)), "{typed:?}");
    }
    assert_eq!(home.web.n_asked(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_new_subscription_uses_the_target_of_permanent_redirects() {
    let there = "https://new.example/feed";
    let hop = |status, from: &str, to: &str| Hop {
        status,
        from: from.parse().unwrap(),
        to: to.parse().unwrap(),
    };
    for (statuses, url) in
        [([301, 308], there), ([301, 302], SITE), ([307, 301], SITE), ([303, 303], SITE)]
    {
        let home = Home::new().await;
        let middle = "https://middle.example/";
        let hops = vec![hop(statuses[0], SITE, middle), hop(statuses[1], middle, there)];
        let there = answer(there, "application/rss+xml", rss(&["one"]));
        home.web.answers(Response { hops, ..there });
        assert_eq!(found(&home, SITE).await, feed(url), "{statuses:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_long_document_gives_the_same_result_as_a_short_one() {
    let home = Home::new().await;
    let url: Url = SITE.parse().unwrap();
    let comment = format!("<!-- {} --><channel>", "x".repeat(LONG_WORK));
    let short = answer(SITE, "application/rss+xml", rss(&["one", "two"]));
    let body = rss(&["one", "two"]).replace("<channel>", &comment);
    let long = answer(SITE, "application/rss+xml", body);
    assert!(short.body.len() < LONG_WORK && long.body.len() > LONG_WORK);
    let context = &home.services.context;
    assert_eq!(read(&long, context).await.articles, read(&short, context).await.articles);
    assert_eq!(short.url, url);
}
