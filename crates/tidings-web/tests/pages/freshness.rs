//! The page Freshness, the log it is counted from, and what a source's page says of its pattern.

use crate::{
    harness::{House, NOW},
    stock,
};
use http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use tidings_model::{
    Clock, Role,
    freshness::{Delays, Fared, Policy},
    units::{Minutes, PerDay},
};
use tidings_store::{PricePaid, WatchedDay};

/// Articles that waited so long under a policy.
fn fared(minutes: f64, n_misses: u64) -> Fared {
    let mut delays = Delays::default();
    (0..20).for_each(|_| delays.add(Minutes(minutes)));
    Fared { delays, n_misses }
}

/// Some days up to today, on which evenly would have been four times as long.
async fn with_days(house: &House, n_days: i32) {
    let today: Timestamp = "2026-11-15T00:00:00Z".parse().unwrap();
    for ago in 0..n_days {
        let day = today - SignedDuration::from_hours(24) * ago;
        let is_today = ago == 0;
        house
            .store
            .keep_day(WatchedDay {
                day,
                counted_until: if is_today {
                    NOW.parse().unwrap()
                } else {
                    day + SignedDuration::from_hours(24)
                },
                n_sources: 300,
                n_requests: if is_today { 2000 } else { 3618 },
                n_fruitful: 1000,
                n_failed: 36,
                n_missed: 1,
                wire_bytes: 5_000_000,
                granted: PerDay(3600.0),
                fared: vec![
                    (Policy::Ours, fared(14.0, 3)),
                    (Policy::Uniform, fared(56.0, 12)),
                    (Policy::Miniflux, fared(70.0, 20)),
                ],
            })
            .await
            .unwrap();
    }
    for hour in 0..30 {
        let at = today - SignedDuration::from_hours(hour);
        let paid = PricePaid { at, price: 40.0, granted: PerDay(3600.0), made: 150 };
        house.store.note_price(paid).await.unwrap();
    }
}

#[tokio::test]
async fn a_new_installation_is_told_when_there_will_be_something() {
    let house = House::new().await;
    let (mut ada, _) = house.signed_in("ada", Role::User).await;
    let page = ada.get("/freshness").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.body.contains("Come back tomorrow"), "{}", page.body);
    assert!(!page.body.contains("<table") && !page.body.contains("<svg viewBox"));
}

#[tokio::test]
async fn the_page_says_first_in_words_what_the_numbers_say() {
    let house = House::new().await;
    with_days(&house, 9).await;
    let (mut ada, _) = house.signed_in("ada", Role::User).await;
    let page = ada.get("/freshness").await.body;
    for words in [
        "New articles waited 14 minutes on average in the last 7 days. The same 23,708 requests spread evenly would have made it 56 minutes, and by Miniflux’s rule 70 minutes.",
        "New articles wait 14 minutes; evenly it would be 56 minutes",
        "3,618 requests a day of 3,600 granted",
        "+0.5 %",
        "A request costs 40 minutes of waiting now",
        "At 7 requests, articles had probably come and gone",
        "Last 30 days: 180 articles, 30,944 requests",
    ] {
        assert!(page.contains(words), "{words} is not on {page}");
    }
    assert_eq!(page.matches("<svg viewBox").count(), 3, "each plot is drawn");
    assert_eq!(page.matches("<title>").count(), 1 + 3, "and has words for who cannot see it");
    assert!(!page.contains("log.csv") && !page.contains("id=\"hosts\""), "for operators only");
}

#[tokio::test]
async fn the_page_speaks_the_readers_language() {
    let house = House::new().await;
    with_days(&house, 3).await;
    let (mut ada, id) = house.signed_in("ada", Role::User).await;
    for (language, words) in
        [("de", "im Mittel 14 Minuten gewartet"), ("fr", "ont attendu 14 minutes en moyenne")]
    {
        house
            .store
            .set_setting(Some(id), "language".to_owned(), Some(language.to_owned()))
            .await
            .unwrap();
        let page = ada.get("/freshness").await.body;
        assert!(page.contains(words) && !page.contains(">fresh-"), "{page}");
    }
}

#[tokio::test]
async fn operators_get_hosts_and_the_log_and_nobody_else_does() {
    let house = House::new().await;
    with_days(&house, 2).await;
    let (mut olga, id) = house.signed_in("olga", Role::Operator).await;
    let source = house.source(id, "https://example.org/feed").await;
    let now = house.clock.now();
    stock::store(&house.store, source, "Example", vec![stock::article("A", "<p>a</p>", now)], now)
        .await;
    let page = olga.get("/freshness").await.body;
    assert!(page.contains("example.org") && page.contains("/freshness/log.csv"), "{page}");
    let log = olga.get("/freshness/log.csv?what=retrievals").await;
    assert_eq!(log.status, StatusCode::OK);
    assert!(log.header("content-type").starts_with("text/csv"));
    assert_eq!(
        log.body,
        format!("source,time,outcome,new\n{source},2026-11-15T14:30:00.000Z,changed,1\n")
    );
    assert_eq!(olga.get("/freshness/log.csv").await.body, "source,time,seen_at\n");
    let days = olga.get("/freshness/log.csv?what=days").await.body;
    assert!(
        days.contains("2026-11-14,2026-11-15T00:00:00.000Z,300,3618,3600,uniform,20,56.0000,"),
        "{days}"
    );
    let (mut ada, _) = house.signed_in("ada", Role::User).await;
    assert_eq!(ada.get("/freshness/log.csv").await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_log_is_bounded() {
    let house = House::new().await;
    let (mut olga, _) = house.signed_in("olga", Role::Operator).await;
    for wrong in [
        "from=2026-11-15&to=2026-11-14",
        "from=2025-01-01&to=2026-11-15",
        "from=yesterday",
        "what=secrets",
    ] {
        let answer = olga.get(&format!("/freshness/log.csv?{wrong}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
    let day = olga.get("/freshness/log.csv?from=2026-11-15&to=2026-11-15").await;
    assert_eq!(day.status, StatusCode::OK, "one day");
}

#[tokio::test]
async fn a_sources_page_tells_its_pattern_and_what_may_go_wrong() {
    let house = House::new().await;
    let (mut ada, id) = house.signed_in("ada", Role::User).await;
    house
        .store
        .set_setting(Some(id), "time_zone".to_owned(), Some("Europe/Vienna".to_owned()))
        .await
        .unwrap();
    let source = house.source(id, "https://example.org/feed").await;
    let now = house.clock.now();
    let articles = (0..10).map(|n| {
        stock::article(&format!("Story {n}"), "<p>a</p>", now - SignedDuration::from_hours(n))
    });
    stock::store(&house.store, source, "Example", articles.collect(), now).await;
    let page = ada.get(&format!("/sources/{source}")).await.body;
    for words in [
        "0.8 new expected",
        "20 articles; some are lost before the next look with a chance of 1.3 %",
        "2 % of looks, lately",
        "1: one reader, weighed by what they open of it",
        // Nine in UTC is ten in Vienna in winter.
        "most at 10 h",
        "by your own clock",
    ] {
        assert!(page.contains(words), "{words} is not on {page}");
    }
}

#[tokio::test]
async fn as_fresh_as_possible_is_kept_and_shown() {
    let house = House::new().await;
    let (mut ada, id) = house.signed_in("ada", Role::User).await;
    let source = house.source(id, "https://example.org/feed").await;
    let path = format!("/sources/{source}");
    let ticked = "name=\"pinned\" value=\"1\" checked";
    assert!(!ada.get(&path).await.body.contains(ticked));
    ada.post(&format!("{path}/options"), &[("pinned", "1")]).await;
    assert!(ada.get(&path).await.body.contains(ticked));
    assert!(house.store.subscription(id, source).await.unwrap().unwrap().options.is_pinned);
    ada.post(&format!("{path}/options"), &[]).await;
    assert!(!ada.get(&path).await.body.contains(ticked), "and taken back");
}
