//! Tests the simulated web under tokio's paused clock.

use super::*;
use crate::{Polite, Purpose};
use jiff::SignedDuration;
use tidings_model::{FailureKind, Validators};
use tokio::time::Instant;

/// A clock that follows tokio's.
#[derive(Debug)]
struct Following {
    start: Timestamp,
    begun: Instant,
}

impl Clock for Following {
    fn now(&self) -> Timestamp {
        let elapsed = self.begun.elapsed().as_millis() as i64;
        self.start + SignedDuration::from_millis(elapsed)
    }

    fn secret(&self) -> [u8; 32] {
        [7; 32]
    }
}

fn start() -> Timestamp {
    "2026-11-16T00:00:00Z".parse().unwrap()
}

fn minutes(n: i64) -> Timestamp {
    start() + SignedDuration::from_mins(n)
}

fn clock() -> Arc<dyn Clock> {
    Arc::new(Following { start: start(), begun: Instant::now() })
}

fn hourly() -> SimulatedSource {
    let postings = (-30..60).map(|hour| minutes(60 * hour)).collect();
    SimulatedSource::new("https://a.example/feed".parse().unwrap(), "Hourly", postings)
}

async fn ask(web: &SimulatedWeb, url: &str, validators: &Validators) -> crate::Result {
    let mut request = Request::new(url.parse().unwrap(), Purpose::Feed);
    request.validators = validators.clone();
    web.get(request).await
}

async fn wait(minutes: u64) {
    tokio::time::sleep(Duration::from_secs(60 * minutes)).await;
}

#[tokio::test(start_paused = true)]
async fn postings_appear_on_schedule_and_leave_the_feed() {
    let web = SimulatedWeb::new(clock(), 1);
    let number = web.add_source(hourly());
    let first = ask(&web, "https://a.example/feed", &Validators::default()).await.unwrap();
    let text = std::str::from_utf8(&first.body).unwrap().to_owned();
    assert_eq!(text.matches("<item>").count(), 20);
    let truth = &web.postings()[number];
    assert!(
        text.contains(&truth[30].guid) && text.contains(&truth[30].title),
        "posted at the start"
    );
    assert!(!text.contains(&truth[31].guid) && !text.contains(&truth[10].guid));

    let same = ask(&web, "https://a.example/feed", &first.validators).await.unwrap();
    assert_eq!((same.status, same.validators), (304, first.validators.clone()));
    wait(60).await;
    let later = ask(&web, "https://a.example/feed", &first.validators).await.unwrap();
    assert!(std::str::from_utf8(&later.body).unwrap().contains(&truth[31].guid));

    let log = web.log();
    assert_eq!(
        log.iter().map(|asked| asked.told).collect::<Vec<_>>(),
        [SimulatedAnswer::Feed, SimulatedAnswer::NotModified, SimulatedAnswer::Feed]
    );
    assert_eq!(
        (log[0].shown.clone(), log[1].shown.clone(), log[2].shown.clone()),
        (11..31, 0..0, 12..32)
    );
    assert!(log.iter().all(|asked| asked.until.unwrap() > asked.at));
    assert_eq!(breaches(&log, &Limits::default()), []);
}

#[tokio::test(start_paused = true)]
async fn validators_are_handled_by_each_kind_of_server() {
    for (tagging, statuses) in [
        (Tagging::Strong, [200, 304, 200]),
        (Tagging::Weak, [200, 304, 200]),
        (Tagging::Dated, [200, 304, 200]),
        (Tagging::None, [200, 200, 200]),
        (Tagging::Stuck, [200, 200, 200]),
        (Tagging::Changing, [200, 200, 200]),
        (Tagging::Frozen, [200, 304, 304]),
    ] {
        for format in [SimulatedFormat::Rss, SimulatedFormat::Atom, SimulatedFormat::Json] {
            let web = SimulatedWeb::new(clock(), 1);
            web.add_source(SimulatedSource { tagging, format, ..hourly() });
            let mut seen = Vec::new();
            let mut known = Validators::default();
            for pause in [1, 60, 0] {
                let answer = ask(&web, "https://a.example/feed", &known).await.unwrap();
                seen.push(answer.status);
                let is_same = answer.is_unchanged(&known);
                assert_eq!(
                    is_same,
                    seen.len() == 2 || answer.status == 304,
                    "{tagging:?}: an equal body is unchanged"
                );
                known = answer.validators;
                wait(pause).await;
            }
            assert_eq!(seen, statuses, "{tagging:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn every_fault_is_the_right_failure_in_bounded_time() {
    for (fault, expected) in [
        (Fault::NameLost, FailureKind::Dns),
        (Fault::Refused, FailureKind::Network),
        (Fault::Reset, FailureKind::Network),
        (Fault::BadCertificate, FailureKind::Tls),
        (Fault::Silence, FailureKind::Timeout),
        (Fault::Drip, FailureKind::Timeout),
        (Fault::Status(404), FailureKind::NotFound),
        (Fault::Status(500), FailureKind::Status),
        (Fault::RateLimited(0), FailureKind::RateLimited),
        (Fault::RateLimited(3600), FailureKind::RateLimited),
        (Fault::Busy(600), FailureKind::RateLimited),
        (Fault::Truncated, FailureKind::Incomplete),
        (Fault::BrokenGzip, FailureKind::Decode),
        (Fault::UnknownEncoding, FailureKind::Decode),
        (Fault::Endless, FailureKind::TooLarge),
        (Fault::Empty, FailureKind::Empty),
        (Fault::RedirectLoop, FailureKind::RedirectLoop),
        (Fault::RedirectNowhere, FailureKind::BadRedirect),
        (Fault::RedirectInside, FailureKind::ForbiddenAddress),
        (Fault::NotModified, FailureKind::Protocol),
        (Fault::NoStatus, FailureKind::Protocol),
        (Fault::Gibberish, FailureKind::Protocol),
    ] {
        let web = SimulatedWeb::new(clock(), 1);
        let faults = SimulatedFaults { chance: 1.0, kinds: vec![fault], scheduled: vec![] };
        web.add_source(SimulatedSource { faults, ..hourly() });
        let begun = Instant::now();
        let failure =
            ask(&web, "https://a.example/feed", &Validators::default()).await.unwrap_err();
        assert_eq!(failure.kind, expected, "{fault:?}: {failure}");
        assert!(begun.elapsed() <= Duration::from_secs(31), "{fault:?}");
        let asked = &web.log()[0];
        assert_eq!((asked.told, asked.shown.clone()), (SimulatedAnswer::Fault(fault), 0..0));
        assert!(asked.until.is_some(), "{fault:?} has ended");
    }
}

#[tokio::test(start_paused = true)]
async fn broken_documents_are_passed_to_the_parser() {
    for fault in [Fault::BadBytes, Fault::NotAFeed] {
        let web = SimulatedWeb::new(clock(), 1);
        let faults = SimulatedFaults { chance: 1.0, kinds: vec![fault], scheduled: vec![] };
        web.add_source(SimulatedSource { faults, ..hourly() });
        let answer = ask(&web, "https://a.example/feed", &Validators::default()).await.unwrap();
        assert_eq!(answer.status, 200);
        assert_eq!(web.log()[0].shown, 0..0);
    }
}

#[tokio::test(start_paused = true)]
async fn scheduled_faults_and_outages_begin_and_end() {
    let web = SimulatedWeb::new(clock(), 1);
    let bad_hour = Window { from: minutes(60), to: minutes(120) };
    let faults = SimulatedFaults {
        scheduled: vec![(bad_hour, Fault::Status(500))],
        ..SimulatedFaults::default()
    };
    web.add_source(SimulatedSource { faults, ..hourly() });
    web.add_outage(Window { from: minutes(180), to: minutes(240) });
    let mut kinds = Vec::new();
    for _ in 0..5 {
        let outcome = ask(&web, "https://a.example/feed", &Validators::default()).await;
        kinds.push(outcome.err().map(|failure| failure.kind));
        wait(60).await;
    }
    assert_eq!(kinds, [None, Some(FailureKind::Status), None, Some(FailureKind::Dns), None]);
}

#[tokio::test(start_paused = true)]
async fn sources_move_vanish_and_are_edited() {
    let web = SimulatedWeb::new(clock(), 1);
    let to: Url = "https://b.example/new".parse().unwrap();
    let events = vec![
        (minutes(10), SimulatedEvent::Edited { posting: 30 }),
        (minutes(20), SimulatedEvent::Moved { status: 301, to: to.clone() }),
        (minutes(40), SimulatedEvent::Gone),
    ];
    let number = web.add_source(SimulatedSource { events, ..hourly() });
    let title = web.postings()[number][30].title.clone();
    let shows_title =
        |answer: &crate::Response| std::str::from_utf8(&answer.body).unwrap().contains(&title);
    let first = ask(&web, "https://a.example/feed", &Validators::default()).await.unwrap();
    wait(12).await;
    let edited = ask(&web, "https://a.example/feed", &first.validators).await.unwrap();
    assert!(shows_title(&first) && !shows_title(&edited));
    wait(12).await;
    let moved = ask(&web, "https://a.example/feed", &edited.validators).await.unwrap();
    assert_eq!((moved.status, moved.moved_to()), (304, Some(&to)));
    wait(20).await;
    let gone = ask(&web, "https://a.example/feed", &Validators::default()).await.unwrap_err();
    assert_eq!(gone.kind, FailureKind::Gone);
    let nothing = ask(&web, "https://a.example/other", &Validators::default()).await.unwrap_err();
    assert_eq!(nothing.kind, FailureKind::NotFound);
    let nobody = ask(&web, "https://nobody.example/", &Validators::default()).await.unwrap_err();
    assert_eq!(nobody.kind, FailureKind::Dns);
}

#[tokio::test(start_paused = true)]
async fn changing_guids_leave_links_unchanged() {
    let web = SimulatedWeb::new(clock(), 1);
    let events = vec![
        (minutes(-1), SimulatedEvent::GuidStorm),
        (minutes(30), SimulatedEvent::SchemeFlips),
        (minutes(60), SimulatedEvent::Calm),
    ];
    let number = web.add_source(SimulatedSource { events, ..hourly() });
    let truth = web.postings()[number][30].clone();
    let mut pages = Vec::new();
    for pause in [1, 30, 1, 30, 1] {
        let answer = ask(&web, "https://a.example/feed", &Validators::default()).await.unwrap();
        pages.push(String::from_utf8(answer.body.to_vec()).unwrap());
        wait(pause).await;
    }
    assert!(
        pages[0].contains(&format!("{}?request=0", truth.guid)) && pages[0].contains(&truth.link)
    );
    assert!(
        pages[1].contains(&format!("{}?request=1", truth.guid)) && pages[1].contains(&truth.link)
    );
    let insecure = truth.link.replace("https:", "http:");
    assert!(
        pages[2].contains(&truth.link) && pages[3].contains(&insecure),
        "the scheme alternates"
    );
    assert!(pages[4].contains(&format!(">{}<", truth.guid)));
}

#[tokio::test(start_paused = true)]
async fn many_concurrent_requests_stay_polite() {
    let web = Arc::new(SimulatedWeb::new(clock(), 5));
    for n in 0..30 {
        let url = format!("https://blog{n}.platform.example/feed").parse().unwrap();
        let latency = Duration::from_millis(1500);
        web.add_source(SimulatedSource { url, latency, ..hourly() });
    }
    let tasks: Vec<_> = (0..30)
        .map(|n| {
            let web = Arc::clone(&web);
            tokio::spawn(async move {
                let url = format!("https://blog{n}.platform.example/feed");
                ask(&web, &url, &Validators::default()).await.unwrap();
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let log = web.log();
    assert_eq!(log.len(), 30);
    assert_eq!(breaches(&log, &Limits::default()), []);
    let strict = Limits { concurrency_per_host: 1, ..Limits::default() };
    assert!(!breaches(&log, &strict).is_empty(), "two requests ran at once");
}

#[tokio::test(start_paused = true)]
async fn the_simulated_web_has_no_robots_txt() {
    let clock = clock();
    let web = SimulatedWeb::new(Arc::clone(&clock), 1);
    web.add_source(hourly());
    let polite = Polite::new(web, clock);
    assert!(
        polite
            .get(Request::new("https://a.example/feed".parse().unwrap(), Purpose::Page))
            .await
            .is_ok()
    );
}

#[tokio::test(start_paused = true)]
async fn a_world_is_reproducible_from_its_seed() {
    let world = World::generate(50, 42, start(), 4, FaultMode::Foul);
    assert_eq!(world, World::generate(50, 42, start(), 4, FaultMode::Foul));
    assert_ne!(world, World::generate(50, 43, start(), 4, FaultMode::Foul));
    assert_eq!(world.outages.len(), 2);
    let rates = world.sources.iter().map(|source| source.postings.len());
    assert!(
        rates.clone().max().unwrap() > 200 && rates.min().unwrap() < 20,
        "frequent and rare posters"
    );
    let urls: std::collections::HashSet<_> =
        world.sources.iter().map(|source| source.url.clone()).collect();
    assert_eq!(urls.len(), 50);
    let fair = World::generate(50, 42, start(), 4, FaultMode::Fair);
    assert!(fair.outages.is_empty() && fair.sources.iter().all(|source| source.events.is_empty()));
}

/// Polls a whole world every two hours for a week and returns the log.
async fn a_week(seed: u64) -> (Vec<SimulatedRequest>, usize) {
    let web = Arc::new(SimulatedWeb::new(clock(), seed));
    World::generate(25, seed, start(), 1, FaultMode::Foul).inhabit(&web);
    let mut n_unusable = 0;
    for _ in 0..84 {
        let urls: Vec<Url> = web.sources().iter().map(|source| source.url.clone()).collect();
        let asked: Vec<_> = urls
            .into_iter()
            .map(|url| {
                let web = Arc::clone(&web);
                tokio::spawn(async move { web.get(Request::new(url, Purpose::Feed)).await })
            })
            .collect();
        for one in asked {
            n_unusable += usize::from(one.await.unwrap().is_err());
        }
        wait(120).await;
    }
    (web.log(), n_unusable)
}

#[tokio::test(start_paused = true)]
async fn a_week_with_faults_is_polite_and_reproducible() {
    let (log, n_unusable) = a_week(11).await;
    assert_eq!(breaches(&log, &Limits::default()), []);
    assert!(log.iter().all(|asked| asked.until.is_some()));
    assert!(n_unusable > 20, "many responses failed: {n_unusable}");
    let (again, _) = a_week(11).await;
    assert_eq!(log, again);
}
