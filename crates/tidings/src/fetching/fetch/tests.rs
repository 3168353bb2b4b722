//! Fetches sources from a scripted web: what is requested, what is stored, and what a failure means.

use super::*;
use crate::{
    fetching::{PROBING, RoundEnd},
    services::ServiceSettings,
    testing::{FEED, Home, answer, rss, unchanged},
};
use tidings_fetch::Hop;
use tidings_model::{HostKey, Reason, SourceId, SourceState};
use tidings_store::{ArticleList, Cursor, SourceOptions, Wish};

const HOUR: i64 = 60;
const DAY: i64 = 24 * HOUR;
const NEW_HOME: &str = "https://new.example/feed";

/// Returns the feed with these articles and an ETag.
fn tagged(guids: &[&str], etag: &str) -> Response {
    let mut response = answer(FEED, "application/rss+xml", rss(guids));
    response.validators.etag = Some(etag.to_owned());
    response
}

/// Returns the feed behind a redirect with this status.
fn behind(status: u16, guids: &[&str]) -> Response {
    let hop = Hop { status, from: FEED.parse().unwrap(), to: NEW_HOME.parse().unwrap() };
    Response { hops: vec![hop], ..answer(NEW_HOME, "application/rss+xml", rss(guids)) }
}

/// Returns a home that subscribes to a feed with an ETag.
async fn tagged_home() -> (Home, SourceId) {
    let home = Home::new().await;
    home.web.answers(tagged(&["one", "two"], "\"1\""));
    let source = home.follow(home.ada, FEED).await;
    (home, source)
}

/// Returns a home that subscribes to one source at each of `n` hosts, all of them due.
async fn crowded(n: usize, limits: Limits) -> Home {
    let home = Home::with(limits, ServiceSettings::default()).await;
    let now = home.now();
    let wish = |n: usize| Wish {
        kind: SourceKind::Feed,
        url: format!("https://h{n}.example/feed").parse().unwrap(),
        folder: None,
        title: None,
        first: (now, Reason::First.code()),
    };
    let wishes = (0..n).map(wish).collect();
    home.store().subscriptions().subscribe_all(home.ada, wishes, now).await.unwrap();
    home
}

fn dns() -> Failure {
    Failure::new(FailureKind::Dns, "the name has no address")
}

#[tokio::test(start_paused = true)]
async fn requests_are_conditional_except_once_a_week() {
    let (home, source) = tagged_home().await;
    assert_eq!(home.web.last().validators.etag, None, "no validators were known");
    home.web.answers(unchanged(FEED));
    for (minutes, etag) in [(HOUR, Some("\"1\"")), (7 * DAY, None), (HOUR, None)] {
        home.pass(minutes);
        assert_eq!(home.look(source).await, Outcome::Unchanged);
        assert_eq!(home.web.last().validators.etag.as_deref(), etag, "after {minutes} minutes");
    }
    let log = home.store().fetches().list(source, 9).await.unwrap();
    let statuses: Vec<_> = log.iter().map(|fetch| fetch.status).collect();
    assert_eq!(statuses, [Some(304), Some(304), Some(304), Some(200)]);
    assert_eq!(home.titles(home.ada, ArticleList::Unread).await, ["one", "two"]);
    assert_eq!(home.store().sources().count_leases(home.now()).await.unwrap(), 0);
}

#[tokio::test(start_paused = true)]
async fn an_identical_body_is_unchanged_and_its_new_validators_are_stored() {
    let (home, source) = tagged_home().await;
    home.web.answers(tagged(&["one", "two"], "\"2\""));
    home.pass(HOUR);
    assert_eq!(home.look(source).await, Outcome::Unchanged);
    assert_eq!(home.source(source).await.validators.etag.as_deref(), Some("\"2\""));
    home.pass(HOUR);
    home.look(source).await;
    assert_eq!(home.web.last().validators.etag.as_deref(), Some("\"2\""));
}

#[tokio::test(start_paused = true)]
async fn new_and_edited_articles_are_distinguished() {
    let (home, source) = tagged_home().await;
    let edited = rss(&["one", "two", "three"]).replace("<title>two</title>", "<title>2</title>");
    home.web.answers(answer(FEED, "application/rss+xml", &edited));
    home.pass(HOUR);
    assert_eq!(home.look(source).await, Outcome::Changed { n_new: 1, n_updated: 1 });
    assert_eq!(home.titles(home.ada, ArticleList::All).await, ["2", "one", "three"]);
    // The same articles in another order are not new.
    let moved = edited.replace("<channel>", "<channel><description>x</description>");
    home.web.answers(answer(FEED, "application/rss+xml", moved));
    home.pass(HOUR);
    assert_eq!(home.look(source).await, Outcome::Unchanged);
}

#[tokio::test(start_paused = true)]
async fn the_articles_of_a_truncated_document_are_stored_and_the_next_request_is_unconditional() {
    let (home, source) = tagged_home().await;
    let whole = rss(&["three", "four"]);
    let cut = &whole[..whole.find("<guid>four").unwrap()];
    let broken = |body: &str, etag: &str| {
        let mut response = answer(FEED, "application/rss+xml", body);
        response.validators.etag = Some(etag.to_owned());
        response
    };
    home.web.answers(broken(cut, "\"cut\""));
    home.pass(HOUR);
    home.look(source).await;
    assert!(home.titles(home.ada, ArticleList::All).await.contains(&"three".to_owned()));
    assert_eq!(home.source(source).await.validators.etag.as_deref(), Some("\"1\""));
    let nothing = &whole[..whole.find("<guid>three").unwrap()];
    home.web.answers(broken(nothing, "\"nothing\""));
    home.pass(HOUR);
    let Outcome::Failed(failure) = home.look(source).await else { panic!("it has no article") };
    assert_eq!(failure.kind, FailureKind::Incomplete);
    let after = home.source(source).await;
    assert_eq!((after.health.failures, after.validators.etag.as_deref()), (1, Some("\"1\"")));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_wrongly_said_not_modified_gets_unconditional_requests_from_then_on() {
    let (home, source) = tagged_home().await;
    home.web.answers(unchanged(FEED));
    home.pass(2 * HOUR);
    home.look(source).await;
    // What was posted an hour after the first fetch was hidden by the 304 an hour later. A single article could be
    // backdated.
    let hidden = rss(&["hidden", "too"]).replace(
        "</title></item>",
        "</title><pubDate>Sun, 15 Nov 2026 13:00:00 GMT</pubDate></item>",
    );
    let mut response = answer(FEED, "application/rss+xml", hidden);
    response.validators.etag = Some("\"2\"".to_owned());
    home.web.answers(response);
    home.pass(7 * DAY);
    assert_eq!(home.look(source).await, Outcome::Changed { n_new: 2, n_updated: 0 });
    home.pass(HOUR);
    home.look(source).await;
    assert_eq!(home.web.last().validators.etag, None);
}

#[tokio::test(start_paused = true)]
async fn a_response_that_is_no_longer_a_feed_is_a_failure_and_deletes_nothing() {
    let (home, source) = tagged_home().await;
    home.web.answers(answer(FEED, "text/html", "<!doctype html><title>Sold</title><p>Buy."));
    home.pass(HOUR);
    for times in 1..=3 {
        let Outcome::Failed(failure) = home.look(source).await else { panic!("not a feed") };
        assert_eq!(failure.kind, FailureKind::NotAFeed);
        assert!(failure.message.contains(FEED), "{failure}");
        assert_eq!(home.source(source).await.health.failures, times);
        home.pass(2 * DAY);
    }
    assert_eq!(home.source(source).await.validators.etag.as_deref(), Some("\"1\""));
    assert_eq!(home.titles(home.ada, ArticleList::All).await, ["one", "two"]);
    home.web.answers(tagged(&["one", "two"], "\"1\""));
    assert_eq!(home.look(source).await, Outcome::Unchanged);
    let health = home.source(source).await.health;
    assert_eq!((health.failures, health.failing_since, health.last_failure), (0, None, None));
}

#[tokio::test(start_paused = true)]
async fn an_imported_address_may_be_a_page_with_marked_up_articles() {
    let home = crowded(2, Limits::default()).await;
    let page = "<!doctype html><title>Notes</title><div class=h-feed>\
                <div class=h-entry><a class='u-url p-name' href=/1>First</a></div>\
                <div class=h-entry><a class='u-url p-name' href=/2>Second</a></div></div>";
    home.web.answers(answer("https://h0.example/feed", "text/html", page));
    home.web.answers(answer("https://h1.example/feed", "text/html", "<!doctype html><p>Hello."));
    let by_url = async |n: usize| {
        let url = format!("https://h{n}.example/feed").parse().unwrap();
        home.store().sources().by_url(url).await.unwrap().unwrap()
    };
    let (marked, plain) = (by_url(0).await, by_url(1).await);
    assert_eq!(home.look(marked.id).await, Outcome::Changed { n_new: 2, n_updated: 0 });
    assert!(matches!(home.look(plain.id).await, Outcome::Failed(_)));
    assert_eq!(home.titles(home.ada, ArticleList::All).await, ["First", "Second"]);
    let longer = page.replace(
        "<div class=h-feed>",
        "<div class=h-feed><div class=h-entry><a class='u-url p-name' href=/0>Newest</a></div>",
    );
    home.web.answers(answer("https://h0.example/feed", "text/html", &longer));
    assert_eq!(home.look(marked.id).await, Outcome::Changed { n_new: 1, n_updated: 0 });
    // A source that once succeeded as a feed does not become a page.
    let url = "https://h0.example/feed".parse().unwrap();
    let document = tidings_parse::FetchedDocument {
        bytes: page.as_bytes(),
        url: Some(&url),
        content_type: Some("text/html"),
    };
    let parsed = tidings_parse::parse(document, &Limits::default());
    assert_eq!(kind_of(&plain, &parsed), SourceKind::Page);
    let feed = home.source(marked.id).await;
    assert_eq!(feed.kind, SourceKind::Page);
    let feed = Source { kind: SourceKind::Feed, ..feed };
    assert_eq!(kind_of(&feed, &parsed), SourceKind::Feed);
}

#[tokio::test(start_paused = true)]
async fn a_move_is_adopted_after_three_redirects_in_a_week() {
    let (home, source) = tagged_home().await;
    home.web.answers(behind(301, &["one", "two"]));
    for (minutes, at) in [(HOUR, FEED), (3 * DAY, FEED), (3 * DAY, FEED), (DAY, NEW_HOME)] {
        home.pass(minutes);
        home.look(source).await;
        assert_eq!(home.source(source).await.url.as_str(), at, "{minutes} minutes later");
    }
    let moved = home.source(source).await;
    assert_eq!((moved.host.as_str(), moved.move_seen), ("new.example", None));
}

#[tokio::test(start_paused = true)]
async fn a_temporary_or_refused_move_is_not_adopted() {
    for (status, is_refused) in [(302, false), (301, true)] {
        let (home, source) = tagged_home().await;
        if is_refused {
            let refused_move = Some(NEW_HOME.to_owned());
            let options = SourceOptions { refused_move, ..SourceOptions::default() };
            home.store().sources().set_options(source, options).await.unwrap();
        }
        home.web.answers(behind(status, &["one", "two"]));
        for _ in 0..6 {
            home.pass(3 * DAY);
            home.look(source).await;
        }
        assert_eq!(home.source(source).await.url.as_str(), FEED, "{status}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_retry_after_is_respected() {
    for (host, is_own) in [(None, true), (Some("cdn.example"), false)] {
        let (home, source) = tagged_home().await;
        let failure = Failure {
            status: Some(429),
            retry_after_s: Some(7_200),
            host: host.map(|name| HostKey::from_stored(name.to_owned())),
            ..Failure::new(FailureKind::RateLimited, "later, please")
        };
        home.web.fails(FEED, failure);
        home.pass(HOUR);
        home.look(source).await;
        let until = later(home.now(), Duration::from_secs(7_200));
        let (sources, now) = (home.store().sources(), home.now());
        let blocked = async |name: &str| {
            let host = sources.host(HostKey::from_stored(name.to_owned()), now).await.unwrap();
            host.is_some_and(|host| host.blocked_until == until)
        };
        assert_eq!((blocked("example.org").await, blocked("cdn.example").await), (is_own, !is_own));
        let claim = home.services.fetching.claim(1);
        let claimed = sources.claim_one(source, claim, now).await.unwrap();
        assert_eq!(claimed.is_none(), is_own, "{host:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn hubs_and_max_age_from_headers_are_stored_with_those_in_the_feed() {
    let home = Home::new().await;
    let links = "<atom:link xmlns:atom='http://www.w3.org/2005/Atom' rel='hub' href='https://hub.example/a'/>";
    let body = rss(&["one"]).replace("<title>Feed</title>", &format!("<title>Feed</title>{links}"));
    let url = |text: &str| text.parse().unwrap();
    home.web.answers(Response {
        hubs: vec![url("https://hub.example/a"), url("https://hub.example/b")],
        self_url: Some(url("https://example.org/self")),
        max_age: Some(Duration::from_secs(3 * 3600)),
        ..answer(FEED, "application/rss+xml", body)
    });
    let source = home.follow(home.ada, FEED).await;
    let told = home.source(source).await;
    let hubs: Vec<_> = told.hints.hubs.iter().map(url::Url::as_str).collect();
    assert_eq!(hubs, ["https://hub.example/a", "https://hub.example/b"], "each once");
    assert_eq!(told.hints.self_url, Some(url("https://example.org/self")));
    assert_eq!(told.hints.max_age, Some(Minutes(180.0)));
    assert!(told.next_at >= later(home.now(), Duration::from_secs(3 * 3600)), "it stays fresh");
    // A 304 may change the max-age, and nothing else.
    let short = Some(Duration::from_secs(600));
    home.web.answers(Response { max_age: short, ..unchanged(FEED) });
    home.pass(4 * HOUR);
    home.look(source).await;
    let renewed = home.source(source).await.hints;
    assert_eq!(renewed, Hints { max_age: Some(Minutes(10.0)), ..told.hints });
}

#[tokio::test(start_paused = true)]
async fn a_request_states_the_number_of_subscribers_and_the_chosen_user_agent() {
    let (home, source) = tagged_home().await;
    home.follow(home.bob, FEED).await;
    assert_eq!(home.web.n_asked(), 1, "bob uses what was fetched for ada");
    home.pass(HOUR);
    home.look(source).await;
    assert_eq!((home.web.last().n_subscribers, home.web.last().user_agent), (2, None));
    let options =
        SourceOptions { user_agent: Some("Plain/1".to_owned()), ..SourceOptions::default() };
    home.store().sources().set_options(source, options).await.unwrap();
    home.pass(HOUR);
    home.look(source).await;
    assert_eq!(home.web.last().user_agent.as_deref(), Some("Plain/1"));
}

#[tokio::test(start_paused = true)]
async fn a_source_that_is_gone_is_fetched_once_a_week_and_may_come_back() {
    let (home, source) = tagged_home().await;
    let gone = Failure { status: Some(410), ..Failure::new(FailureKind::Gone, "gone") };
    home.web.fails(FEED, gone);
    for (minutes, state) in
        [(HOUR, SourceState::Active), (2 * HOUR, SourceState::Gone), (7 * DAY, SourceState::Gone)]
    {
        home.pass(minutes);
        home.look(source).await;
        assert_eq!(home.source(source).await.state, state, "{minutes} minutes later");
    }
    let plan = home.source(source).await.next_reason;
    assert!(matches!(Reason::of_code(&plan), Some(Reason::Gone { .. })), "{plan}");
    home.web.answers(tagged(&["one", "two", "three"], "\"2\""));
    home.pass(7 * DAY);
    assert_eq!(home.look(source).await, Outcome::Changed { n_new: 1, n_updated: 0 });
    assert_eq!(home.source(source).await.state, SourceState::Active);
}

#[tokio::test(start_paused = true)]
async fn when_no_host_responds_the_fifth_is_not_blamed_and_the_rest_stays_due() {
    let limits = Limits { concurrency: 4, ..Limits::default() };
    let home = crowded(20, limits).await;
    for n in 0..20 {
        home.web.fails(&format!("https://h{n}.example/feed"), dns());
    }
    let mut n_done = 0;
    let ended = home.services.fetching.poll(home.now(), || n_done += 1).await.unwrap();
    assert_eq!(ended, RoundEnd::Offline);
    assert!((5..=12).contains(&home.web.n_asked()), "{}", home.web.n_asked());
    assert_eq!(n_done, home.web.n_asked());
    let all = home.store().sources().after(SourceId(0), 99).await.unwrap();
    let n_blamed = all.iter().filter(|source| source.health.failures > 0).count();
    assert_eq!(n_blamed, 4, "the fifth host in a row shows that the problem is ours");
    let n_offline = all.iter().filter(|source| source.next_reason.starts_with("offline")).count();
    assert_eq!(n_offline, n_done - 4);
}

#[tokio::test(start_paused = true)]
async fn a_poll_fetches_only_what_was_due_when_it_began() {
    let home = crowded(12, Limits { concurrency: 2, ..Limits::default() }).await;
    for n in 0..12 {
        home.web.says(&format!("https://h{n}.example/feed"), &["one", "two"]);
    }
    let later_due = home.store().sources().after(SourceId(0), 1).await.unwrap()[0].id;
    let tomorrow = later(home.now(), Duration::from_secs(86_400));
    home.store().sources().reschedule(later_due, tomorrow, String::new()).await.unwrap();
    let mut n_done = 0;
    let ended = home.services.fetching.poll(home.now(), || n_done += 1).await.unwrap();
    assert_eq!((ended, n_done, home.web.n_asked()), (RoundEnd::All, 11, 11));
    assert_eq!(home.titles(home.ada, ArticleList::All).await.len(), 22);
    let mut again = 0;
    let ended = home.services.fetching.poll(home.now(), || again += 1).await.unwrap();
    assert_eq!((ended, again), (RoundEnd::All, 0));
}

/// Returns a home with a full disk, and one of its sources that was claimed before and has many new articles.
async fn full_home(patience: Patience) -> (Home, Source) {
    let settings = ServiceSettings { patience, ..ServiceSettings::default() };
    let home = Home::with(Limits::default(), settings).await;
    let source = home.follow(home.ada, FEED).await;
    let titles: Vec<String> = (0..500).map(|n| format!("a rather long title {n}")).collect();
    home.web.says(FEED, &titles.iter().map(String::as_str).collect::<Vec<_>>());
    home.pass(HOUR);
    let claim = home.services.fetching.claim(1);
    let claimed = home.store().sources().claim_one(source, claim, home.now()).await.unwrap();
    home.store().limit_pages(Some(1)).await.unwrap();
    (home, claimed.unwrap())
}

#[tokio::test(start_paused = true)]
async fn a_response_is_held_until_the_disk_has_room_and_no_other_is_requested_meanwhile() {
    let (home, source) = full_home(Patience::Endless).await;
    let services = Arc::clone(&home.services);
    let fetching = Arc::clone(&services.fetching);
    let held = tokio::spawn(async move { fetching.fetch(&source).await });
    tokio::time::sleep(Duration::from_secs(300)).await;
    assert!(!services.fetching.is_keeping() && !held.is_finished());
    let mut under_way = tokio::task::JoinSet::new();
    let rest = services.fetching.start_due(&mut under_way, home.now()).await.unwrap();
    assert_eq!((rest, under_way.len()), (PROBING, 0));
    home.store().limit_pages(None).await.unwrap();
    assert_eq!(held.await.unwrap().unwrap(), Outcome::Changed { n_new: 500, n_updated: 0 });
    assert!(services.fetching.is_keeping());
    assert_eq!(
        home.web.n_asked(),
        2,
        "one to subscribe, and one for all attempts to store the response"
    );
}

#[tokio::test(start_paused = true)]
async fn a_command_fails_immediately_if_the_disk_is_full() {
    let (home, source) = full_home(Patience::None).await;
    let refused = home.services.fetching.fetch(&source).await.unwrap_err();
    assert!(matches!(refused, Error::DiskFull(_)), "{refused}");
    assert!(home.services.fetching.is_keeping(), "no response is held");
    home.store().limit_pages(None).await.unwrap();
    assert_eq!(home.titles(home.ada, ArticleList::All).await, ["one", "two"], "all or nothing");
}

#[tokio::test(start_paused = true)]
async fn a_late_response_does_not_end_a_lease_taken_over_by_another_process() {
    let (home, source) = tagged_home().await;
    home.pass(HOUR);
    let (sources, limits) = (home.store().sources(), Limits::default());
    let claim = home.services.fetching.claim(1);
    let late = sources.claim_one(source, claim, home.now()).await.unwrap().unwrap();
    home.pass(10);
    let other = tidings_store::Claim::new("another process", 1, &limits);
    assert!(sources.claim_one(source, other, home.now()).await.unwrap().is_some());
    home.web.says(FEED, &["one", "two", "three"]);
    home.services.fetching.fetch(&late).await.unwrap();
    assert_eq!(sources.count_leases(home.now()).await.unwrap(), 1, "that of the other process");
}

/// Returns the feed with articles posted this many minutes after noon, each named after that time.
fn posted(minutes: &[i64]) -> Response {
    let noon: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
    let item = |minute: &i64| {
        let at = (noon + jiff::SignedDuration::from_mins(*minute)).strftime("%a, %d %b %Y %T GMT");
        format!("<item><guid>{minute}</guid><title>{minute}</title><pubDate>{at}</pubDate></item>")
    };
    let items: String = minutes.iter().map(item).collect();
    let feed = format!("<rss version=\"2.0\"><channel><title>Feed</title>{items}</channel></rss>");
    answer(FEED, "application/rss+xml", feed)
}

/// Returns how many minutes each article waited, as far as that is known.
async fn waits(home: &Home) -> Vec<(String, Option<i64>)> {
    let (articles, freshness) = (home.store().articles(), home.store().freshness());
    let all = articles.list(home.ada, ArticleList::All, Cursor::START, 99).await.unwrap().articles;
    let mut waits = Vec::new();
    for one in all {
        let wait = freshness.wait_of(one.id).await.unwrap();
        waits.push((one.title, wait.map(|wait| wait.0.round() as i64)));
    }
    waits
}

#[tokio::test(start_paused = true)]
async fn only_what_was_posted_while_someone_subscribed_has_waited() {
    let home = Home::new().await;
    home.web.answers(posted(&[-540, -20]));
    let source = home.follow(home.ada, FEED).await;
    let known = |known: &[(i64, Option<i64>)]| -> Vec<_> {
        known.iter().map(|(minute, wait)| (minute.to_string(), *wait)).collect()
    };
    assert_eq!(waits(&home).await, known(&[(-20, None), (-540, None)]), "the backlog");
    home.pass(HOUR);
    home.web.answers(posted(&[-540, -20, 15]));
    home.look(source).await;
    assert_eq!(waits(&home).await, known(&[(15, Some(45)), (-20, None), (-540, None)]));
    // Nobody subscribes for a day.
    home.store().subscriptions().unsubscribe(home.ada, source).await.unwrap();
    home.pass(DAY);
    home.follow(home.ada, FEED).await;
    home.pass(10);
    home.web.answers(posted(&[15, 300, DAY + 66]));
    home.look(source).await;
    assert_eq!(waits(&home).await[..2], known(&[(DAY + 66, Some(4)), (300, None)]));
    let (n, mean) = home.store().freshness().waited_for(source, Timestamp::MIN).await.unwrap();
    assert_eq!((n, (2.0 * mean.0).round() as i64), (2, 45 + 4), "so Freshness counts only these");
}

#[test]
fn addresses_are_logged_without_possible_tokens() {
    for (url, shown) in [
        ("https://a.example/feed", "https://a.example/feed"),
        ("https://a.example/feed?key=secret", "https://a.example/feed?%E2%80%A6"),
        ("https://a.example/?", "https://a.example/?%E2%80%A6"),
    ] {
        assert_eq!(without_query(&url.parse().unwrap()), shown);
    }
}

#[test]
fn no_new_and_no_edited_articles_mean_unchanged() {
    assert_eq!(outcome(0, 0), Outcome::Unchanged);
    assert_eq!(outcome(1, 0), Outcome::Changed { n_new: 1, n_updated: 0 });
    assert_eq!(outcome(0, 1), Outcome::Changed { n_new: 0, n_updated: 1 });
    assert_eq!(count(usize::MAX), u32::MAX);
}
