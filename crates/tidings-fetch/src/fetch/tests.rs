//! Turns, redirects and deadlines under tokio's paused clock: a scripted server, exact times, no real waiting.

use super::*;
use http_body_util::Full;
use jiff::Timestamp;
use std::sync::Mutex;
use tidings_model::clock::FixedClock;

/// Responds by path, after a delay: `/hop/N` redirects to `/hop/N-1`, `/hop/0` is a feed, `/slow/S` takes S seconds.
#[derive(Debug)]
struct Script {
    pace: Duration,
    /// What was requested, and when.
    asked: Mutex<Vec<(String, Instant)>>,
    headers: Mutex<Vec<HeaderMap>>,
}

impl Script {
    fn new(pace: Duration) -> Self {
        Self { pace, asked: Mutex::default(), headers: Mutex::default() }
    }
}

fn number(path: &str, before: &str) -> Option<u64> {
    path.strip_prefix(before).and_then(|rest| rest.parse().ok())
}

impl Transport for Script {
    type Body = Full<Bytes>;

    async fn send(
        &self,
        url: &Url,
        headers: HeaderMap,
    ) -> Result<http::Response<Full<Bytes>>, Failure> {
        self.asked.lock().unwrap().push((url.to_string(), Instant::now()));
        self.headers.lock().unwrap().push(headers);
        let path = url.path();
        let pause = number(path, "/slow/").map_or(self.pace, Duration::from_secs);
        tokio::time::sleep(pause).await;
        let mut answer = http::Response::new(Full::new(Bytes::from_static(b"<rss/>")));
        match (path, number(path, "/hop/")) {
            (_, Some(n @ 1..)) => {
                *answer.status_mut() = StatusCode::FOUND;
                let to = format!("/hop/{}", n - 1).parse().unwrap();
                answer.headers_mut().insert(header::LOCATION, to);
            }
            ("/unchanged", _) => *answer.status_mut() = StatusCode::NOT_MODIFIED,
            ("/gone", _) => *answer.status_mut() = StatusCode::GONE,
            ("/empty", _) => *answer.body_mut() = Full::default(),
            ("/large", _) => *answer.body_mut() = Full::new(Bytes::from(vec![b'x'; 2000])),
            ("/private", _) => {
                *answer.status_mut() = StatusCode::FOUND;
                let to = HeaderValue::from_static("http://10.0.0.1/");
                answer.headers_mut().insert(header::LOCATION, to);
            }
            _ => {}
        }
        Ok(answer)
    }

    async fn post(
        &self,
        url: &Url,
        headers: HeaderMap,
        _: Bytes,
    ) -> Result<http::Response<Full<Bytes>>, Failure> {
        self.send(url, headers).await
    }
}

fn limits() -> Limits {
    Limits {
        gap_per_host: Duration::ZERO,
        total_deadline: Duration::from_secs(10),
        image_deadline: Duration::from_secs(4),
        image_bytes: 1000,
        redirects: 5,
        ..Limits::default()
    }
}

fn road(limits: Limits, pace: Duration) -> Road<Script> {
    Road {
        transport: Script::new(pace),
        guard: Guard::default(),
        hosts: Hosts::new(&limits),
        pictures: Hosts::for_pictures(&limits),
        limits,
        clock: Arc::new(FixedClock(Timestamp::UNIX_EPOCH)),
        patience: Duration::from_secs(60),
        room: BodyPermits::default(),
    }
}

fn feed(path: &str) -> Request {
    let url = format!("https://example.org{path}").parse().unwrap();
    Request::new(url, Purpose::Feed)
}

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn one_deadline_covers_all_hops() {
    // Five redirects and the feed take three seconds each: the fourth does not complete within ten.
    let road = road(limits(), 3 * SECOND);
    let begun = Instant::now();
    let failure = road.fetch(feed("/hop/5")).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Timeout);
    assert_eq!(failure.message, "example.org did not respond completely within 10 s.");
    let took = begun.elapsed();
    assert!((10 * SECOND..=10 * SECOND + SECOND / 10).contains(&took), "{took:?}");
    assert_eq!(road.transport.asked.lock().unwrap().len(), 4);
}

#[tokio::test(start_paused = true)]
async fn every_redirect_waits_for_a_turn_outside_the_deadline() {
    let gap_per_host = 5 * SECOND;
    let road = road(Limits { gap_per_host, ..limits() }, SECOND);
    let begun = Instant::now();
    let answer = road.fetch(feed("/hop/4")).await.unwrap();
    assert_eq!((answer.hops.len(), answer.url.path()), (4, "/hop/0"));
    assert!(begun.elapsed() >= 4 * gap_per_host, "twice the deadline, all of it waiting for turns");
    let asked = road.transport.asked.lock().unwrap();
    assert!(asked.windows(2).all(|pair| pair[1].1 - pair[0].1 >= gap_per_host), "{asked:?}");
}

#[tokio::test(start_paused = true)]
async fn patience_with_a_busy_host_is_shared_by_all_redirects() {
    let mut road = road(Limits { gap_per_host: 5 * SECOND, ..limits() }, SECOND);
    road.patience = 11 * SECOND;
    // Each request waits four seconds for its turn: the third wait is one too many.
    let failure = road.fetch(feed("/hop/4")).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Timeout);
    assert_eq!(road.transport.asked.lock().unwrap().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn other_hosts_are_fetched_meanwhile() {
    let concurrency_per_host = 2;
    let road = road(Limits { concurrency_per_host, ..limits() }, Duration::ZERO);
    let begun = Instant::now();
    let slow = async {
        let asked = (0..4).map(|_| road.fetch(feed("/slow/8")));
        let answers = futures_util::future::join_all(asked).await;
        (answers, begun.elapsed())
    };
    let quick = async {
        let url = "https://elsewhere.example/".parse().unwrap();
        (road.fetch(Request::new(url, Purpose::Feed)).await, begun.elapsed())
    };
    let ((slow, slow_took), (quick, quick_took)) = tokio::join!(slow, quick);
    assert!(quick.is_ok() && quick_took < SECOND, "{quick_took:?}");
    assert!(slow.iter().all(Result::is_ok), "the wait for a turn is outside the deadline");
    assert!((16 * SECOND..17 * SECOND).contains(&slow_took), "two at a time: {slow_took:?}");
}

#[tokio::test(start_paused = true)]
async fn each_purpose_has_its_own_limits() {
    let url: Url = "https://example.org/slow/6".parse().unwrap();
    for (purpose, is_in_time) in [
        (Purpose::Feed, true),
        (Purpose::Page, true),
        (Purpose::Robots, true),
        (Purpose::Image, false),
    ] {
        let road = road(limits(), Duration::ZERO);
        let answer = road.fetch(Request::new(url.clone(), purpose)).await;
        assert_eq!(answer.is_ok(), is_in_time, "{purpose:?}");
        let accept = road.transport.headers.lock().unwrap()[0][header::ACCEPT].clone();
        assert_eq!(accept, accept_of(purpose), "{purpose:?}");
    }
    let road = road(limits(), Duration::ZERO);
    let large = |purpose| Request::new("https://example.org/large".parse().unwrap(), purpose);
    assert!(road.fetch(large(Purpose::Feed)).await.is_ok());
    let kind = |answer: crate::Result| answer.unwrap_err().kind;
    assert_eq!(kind(road.fetch(large(Purpose::Image)).await), FailureKind::TooLarge);
    let bounded = Request { body_limit: Some(1999), ..large(Purpose::Feed) };
    assert_eq!(kind(road.fetch(bounded).await), FailureKind::TooLarge);
    let enough = Request { body_limit: Some(2000), ..large(Purpose::Image) };
    assert_eq!(road.fetch(enough).await.unwrap().body.len(), 2000);
}

fn accept_of(purpose: Purpose) -> HeaderValue {
    HeaderValue::from_static(accept(purpose))
}

#[tokio::test(start_paused = true)]
async fn responses_and_failures_describe_what_happened() {
    for (path, expected) in [
        ("/feed", None),
        ("/hop/5", None),
        ("/hop/6", Some(FailureKind::RedirectLoop)),
        ("/gone", Some(FailureKind::Gone)),
        ("/empty", Some(FailureKind::Empty)),
        // "Not modified" in response to an unconditional request.
        ("/unchanged", Some(FailureKind::Protocol)),
        ("/private", Some(FailureKind::ForbiddenAddress)),
    ] {
        let road = road(limits(), Duration::ZERO);
        let answer = road.fetch(feed(path)).await;
        assert_eq!(answer.err().map(|failure| failure.kind), expected, "{path}");
    }
    let road = road(limits(), Duration::ZERO);
    let failure = road.fetch(feed("/private")).await.unwrap_err();
    assert!(failure.message.starts_with("Redirect 1 was not followed. 10.0.0.1 is"), "{failure}");
    assert_eq!(
        road.transport.asked.lock().unwrap().len(),
        1,
        "the private address is not contacted"
    );
}

#[tokio::test(start_paused = true)]
async fn after_not_modified_the_known_validators_are_kept() {
    let road = road(limits(), Duration::ZERO);
    let known = Validators {
        etag: Some("\"a\"".to_owned()),
        last_modified: Some("Sun, 15 Nov 2026 12:00:00 GMT".to_owned()),
        body: Some(Fingerprint(7)),
    };
    let asked = Request { validators: known.clone(), ..feed("/unchanged") };
    let answer = road.fetch(asked).await.unwrap();
    assert_eq!((answer.status, answer.body.len()), (304, 0));
    assert_eq!(answer.validators, known);
    assert!(answer.is_unchanged(&known));
    let sent = &road.transport.headers.lock().unwrap()[0];
    assert_eq!(sent[header::IF_NONE_MATCH], "\"a\"");
    assert_eq!(sent[header::IF_MODIFIED_SINCE], "Sun, 15 Nov 2026 12:00:00 GMT");
}

#[tokio::test(start_paused = true)]
async fn the_fragment_is_not_sent_and_an_invalid_user_agent_is_replaced() {
    let road = road(limits(), Duration::ZERO);
    for (given, expected) in [
        (None, "Tidings/0.1 (2 subscribers)"),
        (Some("Reader/9 (me)"), "Reader/9 (me)"),
        (Some("a\r\nX-Evil: 1"), "Tidings/0.1 (2 subscribers)"),
    ] {
        let user_agent = given.map(str::to_owned);
        let asked = Request { user_agent, n_subscribers: 2, ..feed("/feed#there") };
        road.fetch(asked).await.unwrap();
        let sent = road.transport.headers.lock().unwrap().pop().unwrap();
        assert_eq!(sent[header::USER_AGENT], expected);
    }
    let asked = road.transport.asked.lock().unwrap();
    assert!(asked.iter().all(|(url, _)| url == "https://example.org/feed"), "{asked:?}");
}

#[test]
fn the_user_agent_has_our_address_and_the_number_of_subscribers() {
    let own: Url = "https://news.example/".parse().unwrap();
    assert_eq!(user_agent(Some(&own), 3), "Tidings/0.1 (+https://news.example/; 3 subscribers)");
    assert_eq!(user_agent(None, 1), "Tidings/0.1 (1 subscriber)");
    assert_eq!(user_agent(Some(&own), 0), "Tidings/0.1 (+https://news.example/)");
    assert_eq!(user_agent(None, 0), "Tidings/0.1");
}

#[test]
fn forbidden_redirects_are_named_by_number() {
    let failure = at_hop(Failure::new(FailureKind::ForbiddenAddress, "No."), 3);
    assert_eq!(failure.message, "Redirect 3 was not followed. No.");
    assert_eq!(at_hop(Failure::new(FailureKind::ForbiddenAddress, "No."), 0).message, "No.");
    assert_eq!(at_hop(Failure::new(FailureKind::Dns, "No."), 3).message, "No.");
    assert_eq!(at_hop(Failure::new(FailureKind::BadUrl, "No."), 1).kind, FailureKind::BadRedirect);
}
