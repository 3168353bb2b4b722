//! Previews are held for a while: for whom, how many, how long.

use super::*;
use crate::testing::{FEED, Home, answer, rss};
use jiff::SignedDuration;
use tidings_model::{SourceId, SourceKind};

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_794_787_200 + second).unwrap()
}

fn url(n: usize) -> Url {
    format!("https://h{n}.example/feed").parse().unwrap()
}

/// Returns a fetched feed of `n_bytes` bytes.
fn fetched(url: &Url, n_bytes: usize) -> FetchedFeed {
    let response = answer(url.as_str(), "application/rss+xml", vec![b' '; n_bytes]);
    let parsed = tidings_parse::parse(
        tidings_parse::FetchedDocument {
            bytes: rss(&[]).as_bytes(),
            url: None,
            content_type: None,
        },
        &tidings_model::limits::Limits::default(),
    );
    FetchedFeed { kind: SourceKind::Feed, url: url.clone(), response, parsed }
}

const ADA: UserId = UserId(1);
const BOB: UserId = UserId(2);

#[test]
fn a_preview_is_used_once_by_either_address_and_only_by_its_user() {
    let (typed, own) = (url(1), url(2));
    for asked in [&typed, &own] {
        let held = Previews::default();
        held.hold(ADA, typed.clone(), fetched(&own, 9), at(0));
        assert!(held.take(BOB, asked, at(1)).is_none(), "it belongs to ada");
        assert!(held.take(ADA, &url(3), at(1)).is_none());
        assert!(held.take(ADA, asked, at(1)).is_some());
        assert!(held.take(ADA, asked, at(1)).is_none(), "once");
    }
}

#[test]
fn a_preview_lasts_ten_minutes_and_not_after_the_clock_was_set_back() {
    for (second, is_good) in [(0, true), (599, true), (600, false), (6_000, false), (-1, false)] {
        let held = Previews::default();
        held.hold(ADA, url(1), fetched(&url(1), 9), at(0));
        assert_eq!(held.take(ADA, &url(1), at(second)).is_some(), is_good, "{second} s");
    }
}

#[test]
fn a_newer_preview_replaces_the_older_one() {
    let held = Previews::default();
    held.hold(ADA, url(1), fetched(&url(1), 10), at(0));
    held.hold(BOB, url(1), fetched(&url(1), 20), at(0));
    held.hold(ADA, url(1), fetched(&url(1), 30), at(60));
    let length = |user| held.take(user, &url(1), at(61)).map(|held| held.response.body.len());
    assert_eq!((length(ADA), length(ADA), length(BOB)), (Some(30), None, Some(20)));
}

#[test]
fn the_oldest_previews_are_dropped_when_there_are_too_many_or_too_long_ones() {
    let held = Previews::default();
    for n in 0..MOST + 3 {
        held.hold(ADA, url(n), fetched(&url(n), 1), at(n as i64));
    }
    let is_held = |n: usize| held.take(ADA, &url(n), at(60)).is_some();
    let all: Vec<usize> = (0..MOST + 3).filter(|n| is_held(*n)).collect();
    assert_eq!(all, (3..MOST + 3).collect::<Vec<_>>());
    for n in 0..5 {
        held.hold(ADA, url(n), fetched(&url(n), MOST_BYTES / 4), at(n as i64));
    }
    assert!(held.take(ADA, &url(0), at(60)).is_none());
    assert!((1..5).all(|n| held.take(ADA, &url(n), at(60)).is_some()));
    held.hold(ADA, url(9), fetched(&url(9), MOST_BYTES + 1), at(0));
    assert!(held.take(ADA, &url(9), at(1)).is_none(), "a single response is too long");
}

async fn preview(home: &Home, user: UserId, typed: &str) -> Preview {
    match home.services.subscribing.preview(user, typed).await.unwrap() {
        AddressContent::Source(preview) => preview,
        AddressContent::Choice(choice) => panic!("{choice:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn the_five_newest_are_shown_first_and_undated_ones_keep_their_order() {
    let home = Home::new().await;
    let dated = |guid: &str, day: u32| {
        format!(
            "<item><guid>{guid}</guid><title>{guid}</title><pubDate>{day:02} Nov 2026 08:00:00 GMT</pubDate></item>"
        )
    };
    let plain = |guid: &str| format!("<item><guid>{guid}</guid><title>{guid}</title></item>");
    let items =
        [plain("x"), dated("d3", 3), dated("d9", 9), plain("y"), dated("d6", 6), plain("z")];
    let description = "ä".repeat(400);
    let feed = format!(
        "<rss version='2.0'><channel><title>F</title><link>https://site.example/</link>\
         <language>de</language><description>{description}</description>{}</channel></rss>",
        items.concat()
    );
    home.web.answers(answer(FEED, "application/rss+xml", feed));
    let shown = preview(&home, home.ada, FEED).await;
    let titles: Vec<_> = shown.newest.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(titles, ["d9", "d6", "d3", "x", "y"]);
    assert_eq!((shown.n_articles, shown.title.as_str(), shown.url.as_str()), (6, "F", FEED));
    assert_eq!(shown.description, "ä".repeat(300), "characters are counted, not bytes");
    assert_eq!(shown.site.as_deref(), Some("https://site.example/"));
    assert_eq!((shown.language.as_deref(), shown.followed), (Some("de"), None));
    // Two gaps in six days.
    assert!((shown.per_day.unwrap() - 1.0 / 3.0).abs() < 1e-12, "{:?}", shown.per_day);
}

#[tokio::test(start_paused = true)]
async fn a_choice_is_shown_and_not_held() {
    let home = Home::new().await;
    let link =
        |n: u32| format!("<link rel=alternate type='application/rss+xml' href=/{n} title=F{n}>");
    let page = format!("<!doctype html><head>{}{}</head>", link(1), link(2));
    home.web.answers(answer("https://site.example/", "text/html", page));
    let content = home.services.subscribing.preview(home.ada, "site.example").await.unwrap();
    let AddressContent::Choice(choice) = content else { panic!("there are two feeds") };
    let shown: Vec<_> = choice.iter().map(|one| (one.url.as_str(), one.title.as_str())).collect();
    assert_eq!(shown, [("https://site.example/1", "F1"), ("https://site.example/2", "F2")]);
    let refused = home.services.subscribing.follow(home.ada, "site.example", None).await;
    assert!(matches!(refused, Err(SubscribeError::Choice(found)) if found.len() == 2));
    assert_eq!(home.web.n_asked(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_source_that_never_responded_is_requested_and_others_are_not() {
    let home = Home::new().await;
    let added = home.store().sources().add(SourceKind::Feed, FEED.parse().unwrap(), home.now());
    let source: SourceId = added.await.unwrap().id();
    assert_eq!(preview(&home, home.ada, FEED).await.followed, None);
    assert_eq!(home.web.n_asked(), 1);
    assert_eq!(home.follow(home.ada, FEED).await, source, "the existing one");
    let known = preview(&home, home.bob, FEED).await;
    assert_eq!((known.n_articles, known.followed, home.web.n_asked()), (2, None, 1));
}

#[tokio::test(start_paused = true)]
async fn a_private_source_is_shown_only_to_its_owner() {
    let home = Home::new().await;
    let (sources, now) = (home.store().sources(), home.now());
    let own = sources.add_private(SourceKind::Feed, FEED.parse().unwrap(), home.ada, now);
    let own = own.await.unwrap().id();
    home.store().subscriptions().subscribe(home.ada, own, None, now).await.unwrap();
    home.web.says(FEED, &["secret"]);
    home.look(own).await;
    home.web.says(FEED, &["public"]);
    let titles = async |user| {
        let shown = preview(&home, user, FEED).await;
        (shown.newest.into_iter().map(|(title, _)| title).collect::<Vec<_>>(), shown.followed)
    };
    assert_eq!(titles(home.ada).await, (vec!["secret".to_owned()], Some(own)));
    assert_eq!(titles(home.bob).await, (vec!["public".to_owned()], None));
}

#[tokio::test(start_paused = true)]
async fn a_host_that_asked_us_to_wait_is_not_requested() {
    let home = Home::new().await;
    let source = home.follow(home.ada, FEED).await;
    let busy = tidings_model::Failure {
        retry_after_s: Some(3_600),
        ..tidings_model::Failure::new(tidings_model::FailureKind::RateLimited, "later")
    };
    home.web.fails(FEED, busy);
    home.pass(60);
    home.look(source).await;
    let n_asked = home.web.n_asked();
    for typed in ["https://example.org/other", "https://www.example.org/"] {
        let refused = home.services.subscribing.preview(home.bob, typed).await.unwrap_err();
        let until = home.services.context.now() + SignedDuration::from_hours(1);
        assert!(refused.to_string().contains(&until.to_string()), "{refused}");
    }
    assert_eq!(home.web.n_asked(), n_asked);
    // What is already stored can still be shown.
    assert_eq!(preview(&home, home.bob, FEED).await.n_articles, 2);
}
