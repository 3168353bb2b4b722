//! Icons on a scripted web: where they are fetched from, in which order, and what is refused.

use super::*;
use crate::testing::{FEED, Home, answer};
use tidings_model::{FailureKind, SourceId};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x02\0\0\0\x02";
const OTHER: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x04\0\0\0\x04";
/// 2048 × 1024 pixels.
const LARGE: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x08\x00\0\0\x04\x00";
const SITE: &str = "https://site.example/";
const USUAL: &str = "https://site.example/favicon.ico";
const NAMED: &str = "https://site.example/i.png";
const TOLD: &str = "https://cdn.example/told.png";

/// Returns a home in which ada subscribes to a feed, which may name its icon.
async fn home(icon: Option<&str>) -> (Home, SourceId) {
    let home = Home::new().await;
    let icon = icon.map_or_else(String::new, |icon| format!("<image><url>{icon}</url></image>"));
    let feed = format!(
        "<rss version='2.0'><channel><title>F</title><link>{SITE}blog/</link>{icon}\
         <item><guid>1</guid><title>1</title></item></channel></rss>"
    );
    home.web.answers(answer(FEED, "application/rss+xml", feed));
    let source = home.follow(home.ada, FEED).await;
    (home, source)
}

fn picture(home: &Home, url: &str, bytes: &[u8]) {
    home.web.answers(answer(url, "image/png", bytes));
}

fn front_page(home: &Home, head: &str) {
    home.web.answers(answer(SITE, "text/html", format!("<!doctype html><head>{head}</head>")));
}

/// Returns the addresses requested after the feed.
fn looked(home: &Home) -> Vec<String> {
    home.web.addresses().split_off(1)
}

async fn icon(home: &Home, source: SourceId) -> Option<Vec<u8>> {
    home.store().sources().icon(home.ada, source).await.unwrap().map(|icon| icon.bytes)
}

#[tokio::test(start_paused = true)]
async fn an_icon_is_fetched_from_the_feeds_address_then_the_pages_then_the_usual_one() {
    for (told, named, usual, expected, places) in [
        (Some(PNG), None, None, Some(PNG), &[TOLD][..]),
        (None, Some(PNG), Some(OTHER), Some(PNG), &[TOLD, SITE, NAMED]),
        (None, None, Some(OTHER), Some(OTHER), &[TOLD, SITE, NAMED, USUAL]),
        (None, None, None, None, &[TOLD, SITE, NAMED, USUAL]),
    ] {
        let (home, source) = home(Some(TOLD)).await;
        front_page(&home, "<link rel=icon href=/i.png>");
        for (url, bytes) in [(TOLD, told), (NAMED, named), (USUAL, usual)] {
            bytes.iter().for_each(|bytes| picture(&home, url, bytes));
        }
        home.services.icons.look().await.unwrap();
        assert_eq!(looked(&home), places);
        assert_eq!(icon(&home, source).await.as_deref(), expected);
    }
}

#[tokio::test(start_paused = true)]
async fn the_usual_address_is_requested_once_even_if_the_page_names_it() {
    let (home, source) = home(None).await;
    front_page(&home, "<link rel=icon href=/favicon.ico>");
    home.services.icons.look().await.unwrap();
    assert_eq!(looked(&home), [SITE, USUAL]);
    assert_eq!(icon(&home, source).await, None);
}

#[tokio::test(start_paused = true)]
async fn a_page_or_a_huge_picture_is_not_an_icon() {
    for body in [&b"<!doctype html><script>alert(1)</script>"[..], LARGE, b""] {
        let (home, source) = home(None).await;
        picture(&home, USUAL, body);
        home.services.icons.look().await.unwrap();
        assert_eq!(icon(&home, source).await, None);
    }
}

#[tokio::test(start_paused = true)]
async fn an_icon_is_fetched_once_a_month_and_stays_if_that_fails() {
    let (home, source) = home(None).await;
    picture(&home, USUAL, PNG);
    home.services.icons.look().await.unwrap();
    let n_looks = looked(&home).len();
    home.pass(29 * 24 * 60);
    home.services.icons.look().await.unwrap();
    assert_eq!(looked(&home).len(), n_looks, "too early");
    home.web.fails(USUAL, Failure::new(FailureKind::NotFound, "gone"));
    home.pass(2 * 24 * 60);
    home.services.icons.look().await.unwrap();
    assert_eq!(looked(&home).len(), 2 * n_looks);
    assert_eq!(icon(&home, source).await.as_deref(), Some(PNG));
    picture(&home, USUAL, OTHER);
    home.pass(31 * 24 * 60);
    home.services.icons.look().await.unwrap();
    assert_eq!(icon(&home, source).await.as_deref(), Some(OTHER), "the new one replaces it");
}

#[tokio::test(start_paused = true)]
async fn only_subscribers_of_a_source_see_its_icon() {
    let (home, source) = home(None).await;
    picture(&home, USUAL, PNG);
    home.services.icons.look().await.unwrap();
    assert!(icon(&home, source).await.is_some());
    assert_eq!(home.store().sources().icon(home.bob, source).await.unwrap(), None);
}

#[tokio::test(start_paused = true)]
async fn one_source_is_handled_every_five_seconds_and_twenty_in_one_run() {
    let home = Home::new().await;
    for n in 0..23 {
        let url = format!("https://h{n}.example/feed");
        home.web.says(&url, &["one"]);
        home.follow(home.ada, &url).await;
    }
    let begun = home.now();
    home.services.icons.look().await.unwrap();
    let hosts = |asked: &[String]| {
        let icons = asked.iter().filter(|url| url.ends_with("/favicon.ico"));
        icons.count()
    };
    assert_eq!(hosts(&home.web.addresses()), 20);
    assert!(home.now().duration_since(begun).as_secs() >= 20 * 5);
    home.services.icons.look().await.unwrap();
    assert_eq!(hosts(&home.web.addresses()), 23);
}
