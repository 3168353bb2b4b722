//! The Freshness page, the log behind it, and what a source's page says about its pattern.

use crate::{
    fixtures,
    harness::{NOW, TestServer},
};
use http::StatusCode;
use jiff::{SignedDuration, Timestamp};
use tidings_model::{
    Clock, Failure, FailureKind, PostingBelief, Role, SourceId, Validators,
    freshness::{Delays, Policy, PolicyOutcome},
    units::{Minutes, PerDay},
};
use tidings_store::{FetchedContent, PricePaid, WatchedDay};

/// Returns the outcome of a policy under which articles waited this long.
fn fared(minutes: f64, n_misses: u64) -> PolicyOutcome {
    let mut delays = Delays::default();
    (0..20).for_each(|_| delays.add(Minutes(minutes)));
    PolicyOutcome { delays, n_misses }
}

/// Records some days up to today, on which the even schedule would have taken four times as long.
async fn with_days(server: &TestServer, n_days: i32) {
    let today: Timestamp = "2026-11-15T00:00:00Z".parse().unwrap();
    for ago in 0..n_days {
        let day = today - SignedDuration::from_hours(24) * ago;
        let is_today = ago == 0;
        server
            .store
            .freshness()
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
        server.store.freshness().note_price(paid).await.unwrap();
    }
}

#[tokio::test]
async fn a_new_installation_says_when_there_will_be_figures() {
    let server = TestServer::new().await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let page = ada.get("/freshness").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.body.contains("Come back tomorrow"), "{}", page.body);
    assert!(!page.body.contains("<table") && !page.body.contains("<svg viewBox"));
}

#[tokio::test]
async fn the_page_first_says_in_words_what_the_numbers_show() {
    let server = TestServer::new().await;
    with_days(&server, 9).await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let page = ada.get("/freshness").await.body;
    for words in [
        "In the last 7 days, new articles waited 14 minutes on average. With the same 23,708 requests, an even schedule would have made them wait 56 minutes, and Miniflux’s schedule 70 minutes.",
        "<th scope=\"row\">Half within</th><td class=\"number\">14 min</td>",
        "Only the figures for Tidings account for failing servers",
        "entry_frequency; by default, it uses an even schedule",
        "<dt>Target wait</dt><dd>30 min</dd>",
        "<dt>Requests needed per day</dt><dd>3,600</dd>",
        "New articles wait 14 minutes; on an even schedule, they would wait 56 minutes",
        "3,618 requests per day; the limit is 3,600",
        "+0.5%",
        "A request now costs 40 minutes of waiting",
        "so that articles wait as long as the target allows",
        "more requests would not help",
        "7 checks probably came too late for some articles",
        "Last 30 days: 180 articles, 30,944 requests",
    ] {
        assert!(page.contains(words), "{words} is not on {page}");
    }
    assert_eq!(page.matches("<svg viewBox").count(), 3, "each plot is drawn");
    assert_eq!(page.matches("<title>").count(), 1 + 3, "each has a text alternative");
    assert!(!page.contains("log.csv") && !page.contains("id=\"hosts\""), "for operators only");
}

#[tokio::test]
async fn the_page_is_in_the_readers_language() {
    let server = TestServer::new().await;
    with_days(&server, 3).await;
    let (mut ada, id) = server.signed_in("ada", Role::User).await;
    for (language, words) in
        [("de", "im Schnitt 14 Minuten"), ("fr", "ont attendu 14 minutes en moyenne")]
    {
        server
            .store
            .settings()
            .set(Some(id), "language".to_owned(), Some(language.to_owned()))
            .await
            .unwrap();
        let page = ada.get("/freshness").await.body;
        assert!(page.contains(words) && !page.contains(">fresh-"), "{page}");
    }
}

#[tokio::test]
async fn only_operators_get_hosts_and_the_log() {
    let server = TestServer::new().await;
    with_days(&server, 2).await;
    let (mut olga, id) = server.signed_in("olga", Role::Operator).await;
    let source = server.source(id, "https://example.org/feed").await;
    let now = server.clock.now();
    fixtures::store(
        &server.store,
        source,
        "Example",
        vec![fixtures::article("A", "<p>a</p>", now)],
        now,
    )
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
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    assert_eq!(ada.get("/freshness/log.csv").await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_log_is_bounded() {
    let server = TestServer::new().await;
    let (mut olga, _) = server.signed_in("olga", Role::Operator).await;
    for wrong in [
        "from=2026-11-15&to=2026-11-14",
        "from=2025-01-01&to=2026-11-15",
        "from=yesterday",
        "what=secrets",
    ] {
        let answer = olga.get(&format!("/freshness/log.csv?{wrong}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
    let long = olga.get("/freshness/log.csv?from=2025-01-01&to=2026-11-15").await.body;
    assert!(long.contains("at most 92 days"), "{long}");
    with_days(&server, 1).await;
    assert!(olga.get("/freshness").await.body.contains("The log goes back 90 days."));
    let answer = server.browser().get("/freshness/log.csv?what=secrets").await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "only for signed-in users");
    let day = olga.get("/freshness/log.csv?from=2026-11-15&to=2026-11-15").await;
    assert_eq!(day.status, StatusCode::OK, "one day");
}

#[tokio::test]
async fn a_sources_page_shows_its_pattern_and_risks() {
    let server = TestServer::new().await;
    let (mut ada, id) = server.signed_in("ada", Role::User).await;
    server
        .store
        .settings()
        .set(Some(id), "time_zone".to_owned(), Some("Europe/Vienna".to_owned()))
        .await
        .unwrap();
    let source = server.source(id, "https://example.org/feed").await;
    let now = server.clock.now();
    let articles = (0..10).map(|n| {
        fixtures::article(&format!("Story {n}"), "<p>a</p>", now - SignedDuration::from_hours(n))
    });
    fixtures::store(&server.store, source, "Example", articles.collect(), now).await;
    let page = ada.get(&format!("/sources/{source}")).await.body;
    for words in [
        "0.8 new articles expected",
        "20; 1.3% chance of missing some before the next check",
        "0 of the last 1 check",
        "1 (one reader, based on how much they open)",
        // Nine in UTC is ten in Vienna in winter.
        "most at 10:00",
        "in your time zone",
    ] {
        assert!(page.contains(words), "{words} is not on {page}");
    }
}

/// Records a fetch that found nothing new, with the reason for the next one.
async fn planned(server: &TestServer, source: SourceId, reason: &str) {
    let unchanged =
        FetchedContent::NotModified { validators: Validators::default(), max_age: None };
    let mut record = fixtures::fetch(source, unchanged, server.clock.now());
    record.next_reason = reason.to_owned();
    let (per_day, as_of) = (PerDay(5.8), server.clock.now());
    record.belief = Some(PostingBelief { per_day, as_of, body: Vec::new() });
    server.store.fetches().store(record).await.unwrap();
}

#[tokio::test]
async fn guesses_are_marked_and_failures_are_counted() {
    let server = TestServer::new().await;
    let (mut ada, id) = server.signed_in("ada", Role::User).await;
    let source = server.source(id, "https://example.org/feed").await;
    let now = server.clock.now();
    let articles = (0..3).map(|n| {
        fixtures::article(&format!("Story {n}"), "<p>a</p>", now - SignedDuration::from_hours(n))
    });
    fixtures::store(&server.store, source, "Example", articles.collect(), now).await;
    planned(&server, source, "by-hand").await;
    let page = ada.get(&format!("/sources/{source}")).await.body;
    assert!(page.contains("5.8 per day (a guess based on 3 articles)"), "{page}");
    assert!(ada.get("/sources").await.body.contains("about 5.8 per day"));
    assert!(page.contains("Checks are working."), "{page}");
    let failed = FetchedContent::Failed(Failure::new(FailureKind::Timeout, "slow"));
    server.store.fetches().store(fixtures::fetch(source, failed, now)).await.unwrap();
    planned(&server, source, "by-hand").await;
    let page = ada.get(&format!("/sources/{source}")).await.body;
    assert!(page.contains("Working now, but 1 of the last 4 checks failed."), "{page}");
    assert!(page.contains("1 of the last 4 checks<"), "{page}");
}

#[tokio::test]
async fn a_change_of_the_budget_is_mentioned_beside_averages() {
    let server = TestServer::new().await;
    with_days(&server, 5).await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    assert!(!ada.get("/freshness").await.body.contains("The daily limit changed"));
    let mut day = server.store.freshness().watched_days(Timestamp::MIN).await.unwrap().remove(2);
    day.granted = PerDay(750.0);
    server.store.freshness().keep_day(day).await.unwrap();
    let page = ada.get("/freshness").await.body;
    let words = "The daily limit changed during this time, from as few as 750 requests per day to as many as 3,600.";
    assert!(page.contains(words), "{page}");
}

#[tokio::test]
async fn contradictory_intervals_are_not_saved_and_the_page_says_so() {
    let server = TestServer::new().await;
    let (mut olga, id) = server.signed_in("olga", Role::Operator).await;
    let source = server.source(id, "https://example.org/feed").await;
    let path = format!("/sources/{source}");
    let wish = [("min_minutes", "30"), ("max_minutes", "600")];
    olga.post(&format!("{path}/options"), &wish).await;
    let contrary = [("min_minutes", "600"), ("max_minutes", "10"), ("muted", "1")];
    for form in ["options", "fetching"] {
        let fields = &contrary[..if form == "options" { 3 } else { 2 }];
        let answer = olga.post(&format!("{path}/{form}"), fields).await;
        assert_eq!(answer.header("location"), format!("{path}?said=contrary"), "{form}");
    }
    let page = olga.get(&format!("{path}?said=contrary")).await.body;
    assert!(page.contains("can’t be longer than the maximum"), "{page}");
    let options = server.store.subscriptions().get(id, source).await.unwrap().unwrap().options;
    assert_eq!((options.min_minutes, options.max_minutes), (Some(30), Some(600)));
    assert!(options.is_muted, "the rest is saved");
    let all = server.store.sources().options(source).await.unwrap();
    assert_eq!((all.min_minutes, all.max_minutes), (None, None));
}

#[tokio::test]
async fn a_sources_list_and_its_articles_link_to_its_page() {
    let server = TestServer::new().await;
    let (mut ada, id) = server.signed_in("ada", Role::User).await;
    let source = server.source(id, "https://example.org/feed").await;
    let now = server.clock.now();
    let kept = vec![fixtures::article("A", "<p>a</p>", now)];
    fixtures::store(&server.store, source, "Example", kept, now).await;
    let link = format!("href=\"/sources/{source}\">About this source</a>");
    let list = ada.get(&format!("/source/{source}")).await.body;
    assert!(list.contains(&link), "{list}");
    let article = list.split("id=\"a").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    assert!(ada.get(&format!("/article/{article}")).await.body.contains(&link));
    assert!(
        !ada.get("/unread").await.body.contains(&link),
        "a list of several sources has no such link"
    );
}

#[tokio::test]
async fn a_pin_is_part_of_the_reason_and_of_the_weight() {
    let server = TestServer::new().await;
    let (mut ada, id) = server.signed_in("ada", Role::User).await;
    let source = server.source(id, "https://example.org/feed").await;
    planned(&server, source, "worth 40 0.8 0.7").await;
    let path = format!("/sources/{source}");
    let words = ["set to “As fresh as possible”", "checked about ten times as often"];
    let page = ada.get(&path).await.body;
    assert!(words.iter().all(|words| !page.contains(words)), "{page}");
    ada.post(&format!("{path}/options"), &[("pinned", "1")]).await;
    let page = ada.get(&path).await.body;
    assert!(words.iter().all(|words| page.contains(words)), "{page}");
    assert!(ada.get("/sources").await.body.contains(words[0]));
}

#[tokio::test]
async fn as_fresh_as_possible_is_stored_and_shown() {
    let server = TestServer::new().await;
    let (mut ada, id) = server.signed_in("ada", Role::User).await;
    let source = server.source(id, "https://example.org/feed").await;
    let path = format!("/sources/{source}");
    let ticked = "name=\"pinned\" value=\"1\" checked";
    assert!(!ada.get(&path).await.body.contains(ticked));
    ada.post(&format!("{path}/options"), &[("pinned", "1")]).await;
    assert!(ada.get(&path).await.body.contains(ticked));
    assert!(server.store.subscriptions().get(id, source).await.unwrap().unwrap().options.is_pinned);
    ada.post(&format!("{path}/options"), &[]).await;
    assert!(!ada.get(&path).await.body.contains(ticked), "and can be turned off");
}
