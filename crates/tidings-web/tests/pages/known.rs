//! Every number on the pages and in the API, checked against one known situation.

use crate::{
    api::program,
    fixtures::{article, fetch},
    harness::{Browser, TestServer},
    reading::with_articles,
    searching::index,
};
use http::{Method, StatusCode};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tidings_model::{
    Article, ArticleId, Clock, Failure, FailureKind, FolderId, PostingBelief, Reason, Role,
    SourceId, SourceKind, TagId, UserId, source::Health, units::PerDay,
};
use tidings_store::{
    AppScope, FetchRecord, FetchedContent, ImportLine, ImportLineState, Listing, ParsedDocument,
    SubscriberOptions, Wish,
};

/// The reader's sources.
struct Sources {
    /// In a folder: a backlog of eight, then three articles that waited 60, 45 and 30 minutes.
    alpha: SourceId,
    /// Two articles, shown only in its own list.
    beta: SourceId,
    /// Never worked: its host does not exist.
    gamma: SourceId,
    /// Three articles, then its host asked to wait two hours.
    delta: SourceId,
    /// One article, then paused.
    epsilon: SourceId,
}

struct World {
    server: TestServer,
    olga: UserId,
    bob: UserId,
    of: Sources,
    folder: FolderId,
    tag: TagId,
    /// An article of the backlog and one that came later, both of Alpha.
    old: ArticleId,
    new: ArticleId,
}

fn minutes(n: i64) -> SignedDuration {
    SignedDuration::from_mins(n)
}

fn document(articles: Vec<Article>) -> FetchedContent {
    FetchedContent::Document(ParsedDocument { articles, ..ParsedDocument::default() })
}

/// Returns the record of a fetch some minutes ago, with a belief about how often the source posts.
fn ago(source: SourceId, fetched: FetchedContent, ago: i64, now: Timestamp) -> FetchRecord {
    let per_day = PerDay(2.5);
    let belief = PostingBelief { per_day, as_of: now - minutes(ago), body: vec![1] };
    FetchRecord { belief: Some(belief), ..fetch(source, fetched, now - minutes(ago)) }
}

impl World {
    async fn new() -> Self {
        let server = TestServer::new().await;
        let (_, olga) = server.signed_in("olga", Role::Operator).await;
        let bob = server.user("bob", Role::User).await;
        let follow =
            async |name: &str| server.source(olga, &format!("https://{name}.example/feed")).await;
        let of = Sources {
            alpha: follow("alpha").await,
            beta: follow("beta").await,
            gamma: follow("gamma").await,
            delta: follow("delta").await,
            epsilon: follow("epsilon").await,
        };
        let (store, now) = (&server.store, server.clock.now());
        store.subscriptions().subscribe(bob, of.alpha, None, now).await.unwrap();
        let folder = store.subscriptions().folder(olga, "News".to_owned(), now).await.unwrap();
        store.subscriptions().move_to(olga, of.alpha, Some(folder)).await.unwrap();
        let muted = SubscriberOptions { is_muted: true, ..SubscriberOptions::default() };
        store.subscriptions().set_options(olga, of.beta, muted).await.unwrap();
        let mut world = Self {
            of,
            olga,
            bob,
            folder,
            tag: TagId(0),
            old: ArticleId(0),
            new: ArticleId(0),
            server,
        };
        world.fetch().await;
        world.read().await;
        world
    }

    fn now(&self) -> Timestamp {
        self.server.clock.now()
    }

    /// Returns articles of a source, posted this many minutes ago.
    fn posted(&self, name: &str, ago: &[i64]) -> Vec<Article> {
        let one = |minute: &i64| Article {
            published: Some(self.now() - minutes(*minute)),
            ..article(&format!("{name} {minute}"), "<p>Some text</p>", self.now())
        };
        ago.iter().map(one).collect()
    }

    async fn fetch(&mut self) {
        let (now, store) = (self.now(), self.server.store.clone());
        let keep = async |record| store.fetches().store(record).await.unwrap().new_ids;
        let backlog: Vec<i64> = (0..8).map(|n| 60 * (60 + 10 * n)).collect();
        let backlog = document(self.posted("Alpha", &backlog));
        let old = keep(ago(self.of.alpha, backlog, 50 * 60, now)).await;
        let later = document(self.posted("Alpha", &[180, 165, 150]));
        let posted = [180, 165, 150].map(|minute| now - minutes(minute)).into();
        let later = FetchRecord { posted, ..ago(self.of.alpha, later, 120, now) };
        let new = keep(later).await;
        (self.old, self.new) = (old[0], new[0]);
        keep(ago(self.of.alpha, document(Vec::new()), 60, now)).await;
        keep(ago(self.of.beta, document(self.posted("Beta", &[300, 290])), 60, now)).await;
        let failure = Failure::new(FailureKind::Dns, "the name has no address");
        let since = now - minutes(25 * 60);
        let health = Health {
            failures: 5,
            failing_since: Some(since),
            last_fetch: Some(now - minutes(20)),
            last_failure: Some((failure.kind, failure.message.clone())),
            ..Health::default()
        };
        let failed = ago(self.of.gamma, FetchedContent::Failed(failure), 20, now);
        keep(FetchRecord { health, status: None, wire_bytes: 0, ..failed }).await;
        let delta = document(self.posted("Delta", &[75, 70, 65]));
        keep(FetchRecord {
            host_blocked_until: Some(now + minutes(120)),
            ..ago(self.of.delta, delta, 30, now)
        })
        .await;
        keep(ago(self.of.epsilon, document(self.posted("Epsilon", &[720])), 600, now)).await;
    }

    /// Reads three articles of Alpha, stars two, saves one, tags two, and pauses Epsilon.
    async fn read(&mut self) {
        let (now, store) = (self.now(), self.server.store.clone());
        let readings = store.readings();
        let first = |n: i64| (0..n).map(|more| ArticleId(self.old.0 + more));
        readings.mark_read(self.olga, first(3).collect(), now).await.unwrap();
        for id in first(2) {
            readings.star(self.olga, id, Some(now)).await.unwrap();
            self.tag = readings.tag(self.olga, id, "work".to_owned(), now).await.unwrap();
        }
        readings.put_aside(self.olga, self.new, Some(now)).await.unwrap();
        let subscriptions = store.subscriptions();
        subscriptions.pause_all(self.olga, vec![self.of.epsilon], now).await.unwrap();
    }

    async fn browser(&self) -> Browser<'_> {
        let mut browser = self.server.browser();
        let fields = [("name", "olga"), ("password", crate::harness::PASSWORD)];
        browser.post_bare("/sign-in", &fields).await;
        browser
    }
}

/// Returns the text of a piece of a page, with single spaces.
fn text(html: &str) -> String {
    let mut text = String::new();
    for piece in html.split('<') {
        let (tag, words) = piece.split_once('>').unwrap_or(("", piece));
        // What only screen readers see is of no interest here, but it is text all the same.
        let is_block = !["span", "/span", "bdi", "/bdi", "a", "/a", "time", "/time"]
            .contains(&tag.split(' ').next().unwrap_or_default());
        if is_block {
            text.push(' ');
        }
        text.push_str(words);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace("&#38;", "&")
}

/// Returns the text between two marks.
fn between(page: &str, from: &str, to: &str) -> String {
    let (_, rest) = page.split_once(from).unwrap_or_else(|| panic!("no {from} in {page}"));
    text(rest.split_once(to).unwrap().0)
}

/// Returns the number beside a link of the navigation.
fn beside(page: &str, href: &str) -> Option<u64> {
    let link = format!("<a href=\"{href}\"");
    let folder = format!("<a class=\"folder\" href=\"{href}\"");
    let (_, rest) = page.split_once(&link).or(page.split_once(&folder)).unwrap();
    let (_, count) = rest.split_once("</a>").unwrap().0.split_once("class=\"count\">")?;
    count.split_once('<').unwrap().0.parse().ok()
}

/// Returns the number of cards on a page of a list, and the number beside its name.
fn listed(page: &str) -> (usize, Option<u64>) {
    let (_, head) = page.split_once("<div class=\"list-head\">").unwrap();
    let (_, head) = head.split_once("</h1>").unwrap();
    let count = head.trim_start().strip_prefix("<span class=\"count\"");
    let count = count.and_then(|rest| rest.split_once('>')?.1.split_once('<')?.0.parse().ok());
    (page.split("<h2 dir=\"auto\">").count() - 1, count)
}

#[tokio::test]
async fn the_navigation_and_the_lists_agree() {
    let world = World::new().await;
    let mut olga = world.browser().await;
    olga.post("/taught", &[("surprise", "100")]).await;
    let Sources { alpha, beta, gamma, delta, epsilon } = world.of;
    let page = olga.get("/unread").await.body;
    for (href, n) in [
        ("/".to_owned(), Some(7)),
        ("/unread".to_owned(), Some(12)),
        ("/starred".to_owned(), Some(2)),
        ("/later".to_owned(), Some(1)),
        ("/all".to_owned(), None),
        (format!("/folder/{}", world.folder), Some(8)),
        (format!("/source/{alpha}"), Some(8)),
        (format!("/source/{beta}"), Some(2)),
        (format!("/source/{gamma}"), None),
        (format!("/source/{delta}"), Some(3)),
        (format!("/source/{epsilon}"), Some(1)),
        (format!("/tag/{}", world.tag), Some(2)),
        ("/activity".to_owned(), Some(1)),
    ] {
        assert_eq!(beside(&page, &href), n, "{href}");
        if href == "/activity" {
            continue;
        }
        let (n_cards, count) = listed(&olga.get(&href).await.body);
        assert_eq!(count, n, "the number beside the name of {href}");
        match href.as_str() {
            "/all" => assert_eq!(n_cards, 15, "all but those of Beta"),
            _ => assert_eq!(n_cards as u64, n.unwrap_or(0), "{href}"),
        }
    }
    let (n_cards, count) = listed(&olga.get(&format!("/source/{alpha}?show=all")).await.body);
    assert_eq!((n_cards, count), (11, Some(8)), "read ones are shown, unread ones counted");
}

#[tokio::test]
async fn an_empty_list_says_only_what_is_true() {
    let world = World::new().await;
    let mut olga = world.browser().await;
    let says = async |olga: &mut Browser<'_>, path: &str| {
        between(&olga.get(path).await.body, "class=\"empty\"", "</div>")
    };
    let gamma = format!("/source/{}", world.of.gamma);
    let said = says(&mut olga, &gamma).await;
    assert!(said.contains("No articles here yet"), "it was never fetched: {said}");
    olga.post("/read-all", &[("in", "unread"), ("up_to", "9999")]).await;
    let alpha = format!("/source/{}", world.of.alpha);
    assert!(says(&mut olga, &alpha).await.contains("All caught up here"));
    assert!(says(&mut olga, "/unread").await.contains("All caught up"));
    assert!(says(&mut olga, "/").await.contains("All caught up"));
}

/// Returns the text of a source's row in the table.
fn row(page: &str, id: SourceId) -> String {
    between(page, &format!("<tr id=\"s{id}\">"), "</tr>")
}

#[tokio::test]
async fn the_table_of_sources_shows_what_is_known_and_no_more() {
    let world = World::new().await;
    let page = world.browser().await.get("/sources").await.body;
    let shows = |id, parts: &[&str]| {
        let row = row(&page, id);
        for part in parts {
            assert!(row.contains(part), "{part} is not in: {row}");
        }
    };
    assert!(text(&page).contains("5 sources"));
    shows(
        world.of.alpha,
        &[
            "OK",
            "1 hour ago",
            "2.5 per day",
            "11 articles here from the last 12 weeks",
            "3 33% found nothing new",
        ],
    );
    shows(
        world.of.beta,
        &["only in its own list", "about 2.5 per day", "1 0% found nothing new 2"],
    );
    let gamma = [
        "Failing The server doesn’t exist.",
        "20 minutes ago",
        "not known yet",
        "0 articles here from the last 12 weeks 1 0% found nothing new 0",
    ];
    shows(world.of.gamma, &gamma);
    shows(world.of.delta, &["OK", "in 2 hours the server asked us to wait", "1 0% found"]);
    shows(world.of.epsilon, &["Paused", "10 hours ago none", "1 0% found nothing new 1"]);
    // Sorted by the next check: the host that asked to wait comes after those that did not.
    let sorted = world.browser().await.get("/sources?sort=next").await.body;
    let place = |id: SourceId| sorted.find(&format!("<tr id=\"s{id}\">")).unwrap();
    assert!(place(world.of.beta) < place(world.of.delta));
    assert!(place(world.of.delta) < place(world.of.epsilon));
}

/// Returns a fact on a source's page.
fn fact(page: &str, name: &str) -> Option<String> {
    let (_, rest) = page.split_once(&format!("<dt>{name}</dt><dd>"))?;
    Some(text(rest.split_once("</dd>").unwrap().0))
}

#[tokio::test]
async fn the_page_of_a_source_shows_what_is_known_and_no_more() {
    let world = World::new().await;
    let mut olga = world.browser().await;
    let alpha = olga.get(&format!("/sources/{}", world.of.alpha)).await.body;
    for (name, value) in [
        ("Readers here", "2, including you"),
        ("Posts", "2.5 per day"),
        ("Newest article", "2 hours ago"),
        ("Last successful check", "1 hour ago"),
        ("Requests", "3 requests in 7 days, 3 kB; 33% found nothing new"),
        ("Delay", "45 minutes on average (3 articles in 30 days)"),
        ("Failed checks", "0 of the last 3 checks"),
    ] {
        assert_eq!(fact(&alpha, name).as_deref(), Some(value), "{name}");
    }
    assert!(alpha.contains("11 articles in 90 days, on 5 of them"), "{}", text(&alpha));
    assert!(!alpha.contains("Half of the articles are here within"), "three waits are too few");
    let gamma = olga.get(&format!("/sources/{}", world.of.gamma)).await.body;
    assert_eq!(fact(&gamma, "Posts").as_deref(), Some("not known yet"));
    assert_eq!(fact(&gamma, "Failed checks").as_deref(), Some("1 of the last 1 check"));
    let requests = "1 request in 7 days, 0 bytes; 0% found nothing new";
    assert_eq!(fact(&gamma, "Requests").as_deref(), Some(requests));
    for name in ["Newest article", "Delay", "By the next check", "Average check"] {
        assert_eq!(fact(&gamma, name), None, "nobody knows yet: {name}");
    }
    assert!(text(&gamma).contains("5 checks in a row failed, the first one 1 day ago."));
    let delta = olga.get(&format!("/sources/{}", world.of.delta)).await.body;
    assert!(
        text(&delta).contains("Next check in 2 hours: the server asked us to wait."),
        "{}",
        text(&delta)
    );
    let epsilon = olga.get(&format!("/sources/{}", world.of.epsilon)).await.body;
    assert!(!text(&epsilon).contains("Next check"), "it is paused");
}

#[tokio::test]
async fn a_check_that_must_wait_says_until_when() {
    let world = World::new().await;
    let mut olga = world.browser().await;
    let delta = world.of.delta;
    let page = olga.get(&format!("/sources/{delta}?said=not-now&why=patience+90")).await.body;
    let said = "Not checked: the server asked us to wait. Try again in 1 hour.";
    assert!(text(&page).contains(said), "{}", text(&page));
    // What is gone for good is never checked again.
    let store = &world.server.store;
    let never = "9999-12-30T22:00:00Z".parse().unwrap();
    let gone = "gone-for-good".to_owned();
    store.sources().reschedule(delta, never, gone).await.unwrap();
    let page = text(&olga.get(&format!("/sources/{delta}")).await.body);
    assert!(!page.contains("Next check") && !page.contains("9999"), "{page}");
}

#[tokio::test]
async fn an_import_says_that_sources_are_checked_only_while_they_are() {
    let world = World::new().await;
    let (store, now) = (&world.server.store, world.now());
    let line = ImportLine {
        url: "https://zeta.example/feed".to_owned(),
        state: ImportLineState::Waiting,
        ..ImportLine::default()
    };
    let listing = Listing { lines: vec![line], ..Listing::default() };
    let import = store.imports().begin(world.olga, listing, now).await.unwrap();
    let wish = Wish {
        kind: SourceKind::Feed,
        url: "https://zeta.example/feed".parse().unwrap(),
        folder: None,
        title: None,
        first: (now, Reason::First.code()),
    };
    let settled = vec![(0, Ok(wish))];
    store.imports().settle_lines(import, world.olga, settled, 99, now).await.unwrap();
    store.imports().finish(import, now).await.unwrap();
    let mut olga = world.browser().await;
    let path = format!("/sources/import/{import}");
    let page = text(&olga.get(&path).await.body);
    assert!(page.contains("Import finished. 1 of 1 entry 1 source added"), "{page}");
    assert!(page.contains("Your new sources are now being checked"), "{page}");
    let all = store.subscriptions().list(world.olga).await.unwrap();
    let zeta = all.iter().find(|one| one.source.health.last_fetch.is_none()).unwrap().source.id;
    store.fetches().store(ago(zeta, document(Vec::new()), 0, now)).await.unwrap();
    assert!(!text(&olga.get(&path).await.body).contains("are now being checked"));
}

#[tokio::test]
async fn a_wait_is_claimed_only_for_what_was_posted_between_two_checks() {
    let world = World::new().await;
    let mut olga = world.browser().await;
    let old = olga.get(&format!("/article/{}", world.old)).await.body;
    assert!(!old.contains("after publication"), "it is older than the subscription");
    let new = olga.get(&format!("/article/{}", world.new)).await.body;
    assert!(text(&new).contains("fetched 60 minutes after publication"), "{}", text(&new));
    let freshness = olga.get("/freshness").await.body;
    let slowest = between(&freshness, "aria-labelledby=\"slowest\"", "</section>");
    assert!(slowest.ends_with("3 45 min"), "{slowest}");
    let hosts = between(&freshness, "aria-labelledby=\"hosts\"", "</section>");
    for row in ["alpha.example 2 2 kB 50% 0", "gamma.example 1 0 bytes 0% 1"] {
        assert!(hosts.contains(row), "{row} is not in: {hosts}");
    }
}

#[tokio::test]
async fn the_server_page_counts_what_there_is_and_the_last_day() {
    let world = World::new().await;
    let page = world.browser().await.get("/admin").await.body;
    let part =
        |heading: &str| between(&page, &format!("aria-labelledby=\"{heading}\""), "</section>");
    assert!(
        part("numbers-heading")
            .ends_with("Users 2 Sources 5 being checked 4 last check failed 1 Articles 17"),
        "{}",
        part("numbers-heading")
    );
    assert!(
        part("day-heading").ends_with("Checks 6 found new articles 4 failed 1 Downloaded 5 kB"),
        "{}",
        part("day-heading")
    );
    assert!(part("failures-heading").ends_with("Server name doesn’t exist 1"));
    assert!(part("silent-heading").ends_with("delta.example wait ends in 2 hours"));
    let users = world.browser().await.get("/admin/users").await.body;
    assert!(text(&users).contains("not seen yet"), "bob never came");
    let (at, user) = (world.now(), world.bob);
    world.server.store.users().add_visit(tidings_model::user::Visit { user, at }).await.unwrap();
    let users = world.browser().await.get("/admin/users").await.body;
    assert!(!text(&users).contains("not seen yet"), "an app read for him");
}

#[tokio::test]
async fn other_pages_count_the_same_things() {
    let world = World::new().await;
    index(&world.server).await;
    let mut olga = world.browser().await;
    for (path, parts) in [
        ("/folders", &["1 source · 8 unread"][..]),
        ("/settings/data", &["5 subscriptions", "2 stars", "1 article saved for later", "1 tag"]),
        ("/activity", &["3 new", "Failing for a day: The server doesn’t exist."]),
        ("/search?q=delta", &["3 articles"]),
        ("/search?q=is%3Astarred", &["2 articles"]),
        ("/settings/account", &["You’re signed in on 2 devices."]),
        ("/taught", &["You open roughly 60%"]),
    ] {
        let page = text(&olga.get(path).await.body);
        for part in parts {
            assert!(page.contains(part), "{path}: {part} is not in {page}");
        }
    }
    // Opened, the problem is no longer counted.
    assert_eq!(beside(&olga.get("/unread").await.body, "/activity"), None);
}

#[tokio::test]
async fn the_api_has_the_same_numbers() {
    let world = World::new().await;
    let api = program(&world.server, world.olga, AppScope::Write).await;
    let me = api.get("/api/v1/me").await;
    assert_eq!(
        me["counts"],
        json!({ "n_unread": 12, "n_today": 7, "n_starred": 2, "n_later": 1,
            "n_sources": 5, "n_folders": 1, "n_tags": 1 })
    );
    let of = async |id: SourceId| api.get(&format!("/api/v1/sources/{id}")).await;
    let alpha = of(world.of.alpha).await;
    assert_eq!(alpha["n_unread"], 8);
    assert_eq!(alpha["per_day"], 2.5);
    assert_eq!((&alpha["n_waited"], &alpha["waited_minutes"]), (&json!(3), &json!(45.0)));
    assert_eq!(alpha["spent"], json!({ "n_requests": 3, "n_fruitful": 2, "bytes": 3000 }));
    let gamma = of(world.of.gamma).await;
    for unknown in ["per_day", "outlook", "waited_minutes", "last_posting"] {
        assert_eq!(gamma[unknown], Value::Null, "{unknown}");
    }
    assert_eq!(gamma["state"]["failures"], 5);
    let delta = of(world.of.delta).await;
    assert_eq!(delta["plan"]["next_at"], "2026-11-15T16:30:00Z");
    assert_eq!(delta["plan"]["reason"]["code"], "patience");
    assert_eq!(of(world.of.epsilon).await["plan"], Value::Null);
    let tags = api.get("/api/v1/tags").await;
    assert_eq!(tags["tags"][0]["n_articles"], 2);
    let rule = json!({ "name": "New ones", "scope": "all", "matching": "all", "accents_count": false,
        "conditions": [{ "field": "title", "test": "words", "text": "Delta", "is_not": false }],
        "actions": ["star"] });
    let tried = api.act(Method::POST, "/api/v1/rules/try", rule).await;
    assert_eq!((&tried["n_matched"], &tried["n_looked_at"]), (&json!(3), &json!(17)));
}

/// Opens the first `n` articles of Today's selection.
async fn open_first(browser: &mut Browser<'_>, n: usize) {
    let page = browser.get("/").await.body;
    let ids: Vec<&str> = page.split("data-id=\"").skip(1).collect();
    assert!(ids.len() >= 20, "a selection has 20 articles, not {}", ids.len());
    for id in &ids[..n] {
        let id = id.split('"').next().unwrap();
        assert_eq!(browser.get(&format!("/article/{id}?in=today")).await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn the_share_of_opened_articles_counts_the_first_ten_of_each_selection() {
    let server = TestServer::new().await;
    let (mut ada, _, _) = with_articles(&server, 200).await;
    // Nine of the first thirty, and one that was too far down to count.
    open_first(&mut ada, 2).await;
    for opened in [3, 4] {
        let page = ada.get("/taught").await.body;
        assert!(
            !page.contains("at the top of Today."),
            "ten or twenty articles are too few to say"
        );
        // What is opened a day later was not opened because of this list.
        server.clock.advance(25 * 3_600);
        ada.post("/today/anew", &[]).await;
        open_first(&mut ada, opened).await;
    }
    let said = "In the last 30 days, you opened 30% of the articles at the top of Today.";
    let page = ada.get("/taught").await.body;
    assert!(page.contains(said), "{page}");
    let twelfth = ada.get("/?n=20").await.body.split("data-id=\"").nth(12).unwrap().to_owned();
    ada.get(&format!("/article/{}?in=today", twelfth.split('"').next().unwrap())).await;
    assert!(ada.get("/taught").await.body.contains(said), "only the top counts");
    server.clock.advance(31 * 86_400);
    assert!(!ada.get("/taught").await.body.contains("at the top of Today."), "only 30 days count");
}
