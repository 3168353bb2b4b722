//! Pages of articles on a scripted web: what is stored, for whom, and how often they are requested.

use super::*;
use crate::testing::{FEED, Home, answer};
use tidings_model::SourceId;
use tidings_store::SubscriberOptions;

const HOUR: i64 = 60;

/// Returns a feed whose articles have pages at these addresses, and the same publication date.
fn feed(pages: &[&str], published: &str) -> String {
    let item = |page: &&str| {
        format!(
            "<item><guid>{page}</guid><title>{page}</title><link>{page}</link>\
             <pubDate>{published}</pubDate></item>"
        )
    };
    let items: String = pages.iter().map(item).collect();
    format!("<rss version='2.0'><channel><title>Feed</title>{items}</channel></rss>")
}

const TODAY: &str = "Sun, 15 Nov 2026 11:00:00 GMT";
const PAGE: &str = "https://example.org/1";

/// Returns a page with an article, surrounded by other elements.
fn article() -> String {
    let sentence = "A sentence, with commas, that goes on for a while. ".repeat(10);
    let paragraphs = format!("<p>{sentence}</p>").repeat(5);
    format!(
        "<!doctype html><title>T</title><nav><a href=/>Home</a></nav>\
         <article>{paragraphs}<script>alert(1)</script></article>"
    )
}

/// Returns a home in which ada subscribes to a feed with these pages.
async fn home(pages: &[&str], published: &str) -> (Home, SourceId, Vec<ArticleId>) {
    let home = Home::new().await;
    home.web.answers(answer(FEED, "application/rss+xml", feed(pages, published)));
    let source = home.follow(home.ada, FEED).await;
    let mut ids = home.store().readings().unread_ids(home.ada, 99).await.unwrap();
    ids.sort_unstable();
    (home, source, ids)
}

async fn wish(home: &Home, source: SourceId) {
    let options = SubscriberOptions { full_text: true, ..SubscriberOptions::default() };
    home.store().subscriptions().set_options(home.ada, source, options).await.unwrap();
}

async fn text(home: &Home, article: ArticleId) -> Option<FullText> {
    home.store().articles().full_text(home.ada, article).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn the_article_is_extracted_from_its_page() {
    let (home, _, ids) = home(&[PAGE], TODAY).await;
    home.web.answers(answer(PAGE, "text/html; charset=utf-8", article()));
    assert_eq!(text(&home, ids[0]).await, None);
    home.services.full_texts.fetch(ids[0]).await.unwrap();
    let kept = text(&home, ids[0]).await.unwrap();
    let html = kept.html.unwrap();
    assert!(html.contains("A sentence") && !html.contains("Home"), "{html}");
    assert!(!html.contains("alert"), "{html}");
    assert_eq!((kept.failure, kept.fetched_at), (None, home.now()));
    let bobs = home.store().articles().full_text(home.bob, ids[0]).await.unwrap();
    assert_eq!(bobs, None, "bob may not see the article");
}

#[tokio::test(start_paused = true)]
async fn the_reason_for_a_missing_text_is_stored_as_a_code() {
    let gone = Failure::new(FailureKind::NotFound, "no such page");
    for (answered, code) in [
        (Ok(answer(PAGE, "application/pdf", "%PDF")), FullText::NOT_A_PAGE),
        (Ok(answer(PAGE, "IMAGE/PNG", "png")), FullText::NOT_A_PAGE),
        (Ok(answer(PAGE, "text/html", "<!doctype html><title>T</title>")), FullText::NO_ARTICLE),
        (Err(gone), "not_found"),
    ] {
        let (home, _, ids) = home(&[PAGE], TODAY).await;
        match answered {
            Ok(answered) => home.web.answers(answered),
            Err(failure) => home.web.fails(PAGE, failure),
        }
        home.services.full_texts.fetch(ids[0]).await.unwrap_err();
        let kept = text(&home, ids[0]).await.unwrap();
        assert_eq!((kept.html, kept.failure.as_deref()), (None, Some(code)));
    }
}

#[tokio::test(start_paused = true)]
async fn a_page_without_a_content_type_is_parsed() {
    let (home, _, ids) = home(&[PAGE], TODAY).await;
    home.web.answers(Response { content_type: None, ..answer(PAGE, "", article()) });
    home.services.full_texts.fetch(ids[0]).await.unwrap();
    // Longer pages are parsed on another thread, with the same result.
    let long =
        article().replace("</article>", &format!("<!-- {} --></article>", "x".repeat(LONG_WORK)));
    home.web.answers(answer(PAGE, "application/xhtml+xml", long));
    let short = text(&home, ids[0]).await.unwrap().html;
    home.services.full_texts.fetch(ids[0]).await.unwrap();
    assert_eq!(text(&home, ids[0]).await.unwrap().html, short);
}

#[tokio::test(start_paused = true)]
async fn failures_of_our_own_network_are_not_stored() {
    let (home, _, ids) = home(&[PAGE], TODAY).await;
    home.web.fails(PAGE, Failure::new(FailureKind::Offline, "our network is down"));
    let failure = home.services.full_texts.fetch(ids[0]).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Offline);
    assert_eq!(text(&home, ids[0]).await, None);
}

#[tokio::test(start_paused = true)]
async fn a_stored_text_is_kept_when_its_page_disappears() {
    let (home, _, ids) = home(&[PAGE], TODAY).await;
    home.web.answers(answer(PAGE, "text/html", article()));
    home.services.full_texts.fetch(ids[0]).await.unwrap();
    home.web.fails(PAGE, Failure::new(FailureKind::Gone, "it is gone"));
    home.services.full_texts.fetch(ids[0]).await.unwrap_err();
    let kept = text(&home, ids[0]).await.unwrap();
    assert!(kept.html.is_some());
    assert_eq!(kept.failure.as_deref(), Some("gone"));
}

#[tokio::test(start_paused = true)]
async fn an_article_without_an_address_has_no_page_to_fetch() {
    let home = Home::new().await;
    home.follow(home.ada, FEED).await;
    let ids = home.store().readings().unread_ids(home.ada, 9).await.unwrap();
    for id in [ids[0], ArticleId(999)] {
        let failure = home.services.full_texts.fetch(id).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::BadUrl);
    }
    assert_eq!(home.web.n_asked(), 1, "only the feed");
}

#[tokio::test(start_paused = true)]
async fn pages_are_fetched_automatically_once_for_those_who_want_it() {
    let (home, source, ids) = home(&[PAGE, "https://example.org/2"], TODAY).await;
    for page in [PAGE, "https://example.org/2"] {
        home.web.answers(answer(page, "text/html", article()));
    }
    let fetch = async || home.services.full_texts.fetch_wanted_by_subscribers().await.unwrap();
    fetch().await;
    assert_eq!(home.web.n_asked(), 1, "nobody wants it");
    wish(&home, source).await;
    fetch().await;
    assert_eq!(home.web.n_asked(), 3);
    for id in ids {
        assert!(text(&home, id).await.unwrap().html.is_some());
    }
    fetch().await;
    assert_eq!(home.web.n_asked(), 3, "they are already stored");
}

#[tokio::test(start_paused = true)]
async fn articles_older_than_two_days_are_not_fetched_automatically() {
    for (published, n_pages) in
        [("Fri, 13 Nov 2026 12:30:00 GMT", 1), ("Fri, 13 Nov 2026 11:30:00 GMT", 0)]
    {
        let (home, source, _) = home(&[PAGE], published).await;
        wish(&home, source).await;
        home.services.full_texts.fetch_wanted_by_subscribers().await.unwrap();
        assert_eq!(home.web.n_asked(), 1 + n_pages, "{published}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_failing_page_is_tried_three_times_at_growing_intervals() {
    let (home, source, _) = home(&[PAGE], TODAY).await;
    wish(&home, source).await;
    let mut tried_at = Vec::new();
    for hour in 0..24 {
        let before = home.web.n_asked();
        home.services.full_texts.fetch_wanted_by_subscribers().await.unwrap();
        if home.web.n_asked() > before {
            tried_at.push(hour);
        }
        home.pass(HOUR);
    }
    assert_eq!(tried_at, [0, 1, 5]);
}

#[tokio::test(start_paused = true)]
async fn a_host_that_does_not_respond_is_left_alone_and_does_not_delay_others() {
    let slow = ["https://slow.example/1", "https://slow.example/2", "https://slow.example/3"];
    let quick = ["https://quick.example/1", "https://quick.example/2"];
    for (kind, n_slow) in
        [(FailureKind::Timeout, 1), (FailureKind::RateLimited, 1), (FailureKind::NotFound, 3)]
    {
        let (home, source, _) = home(&[&slow[..], &quick[..]].concat(), TODAY).await;
        wish(&home, source).await;
        slow.iter().for_each(|page| home.web.fails(page, Failure::new(kind, "no")));
        quick.iter().for_each(|page| home.web.answers(answer(page, "text/html", article())));
        home.services.full_texts.fetch_wanted_by_subscribers().await.unwrap();
        let asked = home.web.addresses();
        let of = |host: &str| asked.iter().filter(|url| url.contains(host)).count();
        assert_eq!((of("slow"), of("quick")), (n_slow, 2), "{kind:?}");
    }
}
