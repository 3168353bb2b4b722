//! A complete Tidings server without sockets: a store in memory, a clock that tests set, and scripted services.

use crate::{fixtures, memory_backups::MemoryBackups};
use axum::{Router, body::Body, extract::ConnectInfo, response::Response};
use futures_util::{StreamExt, future::BoxFuture};
use http::{HeaderMap, Method, Request, StatusCode, header};
use jiff::{SignedDuration, Timestamp};
use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};
use tidings_model::{
    Article, ArticleId, Clock, Failure, FailureKind, Reason, Role, RuleId, SourceId, SourceKind,
    User, UserId, WebhookId, Why,
    taste::{ListShowing, PlacedArticle, Placing, Subject, TopicId},
    units::Minutes,
};
use tidings_rules::CompiledRule;
use tidings_store::{ImportLine, ImportLineState, Listing, Options, Store, StoreLocation};
use tidings_web::{
    AddedSubscription, AddressChange, AddressContent, App, CheckOutcome, Checks, FeedChoice,
    FullTexts, Images, Importing, Key, LearnedInterest, LearnedInterests, Outlook, Picture,
    Pictures, Preview, ProgramServices, ProgramStatus, Proxies, PushCallbacks, RuleEffect,
    RuleRuns, RuleTrial, SecretToken, SourceDefaults, SubscribeRequest, Subscribing, TodayPage,
    TodayPages, TodayRequest, WebhookChecks, app, hash_password,
    push::{Announcement, Intent},
};
use tower_service::Service;
use url::Url;

pub(crate) const PASSWORD: &str = "a long enough password";
pub(crate) const NOW: &str = "2026-11-15T14:30:00Z";

#[derive(Debug)]
pub(crate) struct HandClock {
    now: Mutex<Timestamp>,
    n_secrets: AtomicU64,
}

impl HandClock {
    pub(crate) fn advance(&self, seconds: i64) {
        let mut now = self.now.lock().unwrap();
        *now += SignedDuration::from_secs(seconds);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        *self.now.lock().unwrap()
    }

    fn secret(&self) -> [u8; 32] {
        let mut bytes = [9; 32];
        bytes[..8].copy_from_slice(&self.n_secrets.fetch_add(1, Ordering::Relaxed).to_le_bytes());
        bytes
    }
}

/// Scripted services: find what a test provides, and subscribe by adding the source to the store.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) found: Mutex<Result<Vec<FeedChoice>, Failure>>,
    pub(crate) asked: Mutex<Vec<String>>,
    /// The articles of the next source that is subscribed to.
    pub(crate) brought: Mutex<Vec<Article>>,
    /// The full text on the pages of articles.
    pub(crate) whole_text: Mutex<Result<String, Failure>>,
    /// Why no file can be imported, if a test wants that.
    pub(crate) unreadable: Mutex<Option<Failure>>,
    /// Names of topics, set by hand.
    pub(crate) names: Mutex<BTreeMap<TopicId, String>>,
    store: Store,
    clock: Arc<HandClock>,
}

impl Subscribing for Told {
    fn follow<'a>(
        &'a self,
        user: UserId,
        url: &'a str,
        folder: Option<&'a str>,
        key: Option<Key>,
    ) -> BoxFuture<'a, Result<SubscribeRequest, Failure>> {
        assert_ne!(url, "panic.example", "the panic that the test wants");
        self.asked.lock().unwrap().push(format!("follow {url} in {folder:?}"));
        let found = self.found.lock().unwrap().clone();
        let opens = key == Some(Key::Password("ada".to_owned(), "swordfish".to_owned()));
        Box::pin(async move {
            let behind = FeedChoice { url: url.to_owned(), title: "Behind".to_owned() };
            let found = if opens { vec![behind] } else { found? };
            let chosen = found.iter().find(|candidate| candidate.url == url || found.len() == 1);
            let Some(chosen) = chosen else { return Ok(SubscribeRequest::Choice(found)) };
            if chosen.url.ends_with("/gone") {
                return Err(Failure::new(FailureKind::Gone, "It is gone."));
            }
            let now = self.clock.now();
            let address = chosen.url.parse().unwrap();
            let source =
                self.store.sources().add(SourceKind::Feed, address, now).await.unwrap().id();
            self.store.subscriptions().subscribe(user, source, None, now).await.unwrap();
            if let Some(folder) = folder {
                let folder =
                    self.store.subscriptions().folder(user, folder.to_owned(), now).await.unwrap();
                self.store.subscriptions().move_to(user, source, Some(folder)).await.unwrap();
            }
            let title = chosen.title.clone();
            let brought = std::mem::take(&mut *self.brought.lock().unwrap());
            let n_articles = brought.len() as u64;
            if n_articles > 0 {
                fixtures::store(&self.store, source, &title, brought, now).await;
            }
            Ok(SubscribeRequest::Followed(AddedSubscription { source, title, n_articles }))
        })
    }

    fn split_login(&self, typed: &str) -> Option<(String, Key)> {
        let (login, rest) = typed.strip_prefix("https://")?.split_once('@')?;
        let (name, password) = login.split_once(':')?;
        Some((format!("https://{rest}"), Key::Password(name.to_owned(), password.to_owned())))
    }

    fn look<'a>(
        &'a self,
        user: UserId,
        url: &'a str,
    ) -> BoxFuture<'a, Result<AddressContent, Failure>> {
        self.asked.lock().unwrap().push(format!("look {url}"));
        assert_ne!(url, "panic.example", "the panic that the test wants");
        let found = self.found.lock().unwrap().clone();
        Box::pin(async move {
            let found = found?;
            let chosen = found.iter().find(|candidate| candidate.url == url || found.len() == 1);
            let Some(chosen) = chosen else { return Ok(AddressContent::Choice(found)) };
            let source = self.store.sources().by_url(chosen.url.parse().unwrap()).await.unwrap();
            let followed = match source {
                Some(source) => self.store.subscriptions().get(user, source.id).await.unwrap(),
                None => None,
            };
            Ok(AddressContent::Source(Preview {
                url: chosen.url.clone(),
                title: chosen.title.clone(),
                description: "What it is <b>about</b>".to_owned(),
                site: Some("https://example.org/".to_owned()),
                language: Some("en".to_owned()),
                newest: vec![("A first <i>story</i>".to_owned(), Some(self.clock.now()))],
                n_articles: 1,
                per_day: Some(2.0),
                followed: followed.map(|one| one.source.id),
            }))
        })
    }

    fn change_address<'a>(
        &'a self,
        _: UserId,
        source: SourceId,
        url: &'a str,
    ) -> BoxFuture<'a, Result<AddressChange, Failure>> {
        self.asked.lock().unwrap().push(format!("change {source} to {url}"));
        Box::pin(async move { Ok(AddressChange { source, undo: None }) })
    }

    fn accept_move<'a>(
        &'a self,
        _: &'a User,
        source: SourceId,
    ) -> BoxFuture<'a, Result<AddressChange, Failure>> {
        self.asked.lock().unwrap().push(format!("accept {source}"));
        Box::pin(async move { Ok(AddressChange { source, undo: None }) })
    }

    fn set_key<'a>(
        &'a self,
        _: UserId,
        source: SourceId,
        key: Option<Key>,
    ) -> BoxFuture<'a, Result<SourceId, Failure>> {
        self.asked.lock().unwrap().push(format!("key of {source}: {key:?}"));
        Box::pin(async move { Ok(source) })
    }
}

impl Checks for Told {
    fn refresh(&self, _: UserId, source: SourceId) -> BoxFuture<'_, Result<CheckOutcome, Failure>> {
        self.asked.lock().unwrap().push(format!("refresh {source}"));
        Box::pin(async { Ok(CheckOutcome::NotNow(Reason::JustLooked { wait: Minutes(3.0) })) })
    }

    fn outlook(
        &self,
        _: SourceId,
        _: Timestamp,
    ) -> BoxFuture<'_, Result<Option<Outlook>, Failure>> {
        let mut pattern = [0.8; 168];
        (0..5).for_each(|day| pattern[24 * day + 9] = 6.0);
        Box::pin(async move {
            Ok(Some(Outlook {
                pattern,
                per_day: 4.5,
                bytes: 12_000.0,
                seconds: 0.4,
                n_shown: 20,
                expected: 0.8,
                loss: 0.013,
            }))
        })
    }

    fn source_defaults(&self) -> SourceDefaults {
        SourceDefaults {
            keep_days: Some(365),
            min_minutes: 5,
            max_minutes: 1440,
            target_delay: Some(std::time::Duration::from_secs(1800)),
            is_target_out_of_reach: true,
            most_subscriptions: 2000,
            import_bytes: 1 << 20,
        }
    }
}

impl Importing for Told {
    fn import<'a>(
        &'a self,
        user: UserId,
        name: &'a str,
        bytes: Vec<u8>,
    ) -> BoxFuture<'a, Result<i64, Failure>> {
        self.asked.lock().unwrap().push(format!("import {name} to the end"));
        self.begin(user, name, bytes)
    }

    fn begin<'a>(
        &'a self,
        user: UserId,
        name: &'a str,
        bytes: Vec<u8>,
    ) -> BoxFuture<'a, Result<i64, Failure>> {
        let unreadable = self.unreadable.lock().unwrap().clone();
        Box::pin(async move {
            if let Some(failure) = unreadable {
                return Err(failure);
            }
            let lines = String::from_utf8_lossy(&bytes);
            let lines = lines.lines().map(|line| ImportLine {
                url: line.to_owned(),
                state: ImportLineState::Refused,
                why: "The test refuses everything.".to_owned(),
                ..ImportLine::default()
            });
            let listing =
                Listing { name: name.to_owned(), lines: lines.collect(), ..Listing::default() };
            Ok(self.store.imports().begin(user, listing, self.clock.now()).await.unwrap())
        })
    }

    fn export(&self, user: UserId) -> BoxFuture<'_, Result<String, Failure>> {
        Box::pin(async move { Ok(format!("<opml><!-- of {user} --></opml>")) })
    }
}

impl Pictures for Told {
    fn picture<'a>(&'a self, url: &'a url::Url) -> BoxFuture<'a, Result<Picture, Failure>> {
        Box::pin(async move {
            self.asked.lock().unwrap().push(url.to_string());
            match url.path() {
                "/vector.svg" => Ok(Picture {
                    media_type: "image/svg+xml",
                    bytes: format!("<svg>{}</svg>", " ".repeat(100)).into(),
                }),
                "/page.html" => Err(Failure::new(FailureKind::Decode, "<b>no picture</b>")),
                "/late" => Err(Failure::new(FailureKind::Timeout, "late")),
                "/private" => Err(Failure::new(FailureKind::ForbiddenAddress, "10.0.0.1")),
                _ => Ok(Picture { media_type: "image/png", bytes: vec![7; 200_000].into() }),
            }
        })
    }
}

impl FullTexts for Told {
    fn full_text(&self, article: ArticleId) -> BoxFuture<'_, Result<(), Failure>> {
        Box::pin(async move {
            self.asked.lock().unwrap().push(format!("full text of {article}"));
            let told = self.whole_text.lock().unwrap().clone();
            let kept = told.clone().map_err(|failure| failure.message.clone());
            self.store.articles().keep_full_text(article, kept, self.clock.now()).await.unwrap();
            told.map(drop)
        })
    }
}

impl TodayPages for Told {
    /// Newest first: the first one for its topic, the others to test interests.
    fn today(
        &self,
        user: UserId,
        ask: TodayRequest,
    ) -> BoxFuture<'_, Result<ListShowing, tidings_store::Error>> {
        Box::pin(async move {
            let (placing, now) = (Placing::Interest, self.clock.now());
            let lasts = match ask.turn {
                TodayPage::Beside | TodayPage::Longer => jiff::SignedDuration::from_hours(24),
                _ => tidings_web::VISIT,
            };
            let begun = now - lasts;
            let before = self.store.learning().shown_since(user, placing, begun).await.unwrap();
            let mut shown = before.filter(|_| ask.turn != TodayPage::Anew).unwrap_or(ListShowing {
                user,
                at: now,
                placing,
                articles: Vec::new(),
            });
            let has: Vec<ArticleId> = shown.articles.iter().map(|placed| placed.article).collect();
            let unread =
                self.store.learning().candidates(user, Timestamp::MIN, 1_000).await.unwrap();
            let unread = unread.iter().filter(|one| !has.contains(&one.article));
            let why = |n: usize| match n {
                0 => Why::Topic { topic: TopicId(1), opens: 0.6, sure: 0.9 },
                1 => Why::Asking { topic: TopicId(2), sure: 0.1 },
                _ => Why::Rest,
            };
            let added: Vec<PlacedArticle> = unread
                .take(ask.length.saturating_sub(has.len()))
                .enumerate()
                .map(|(n, one)| PlacedArticle { article: one.article, reason: why(n).code() })
                .collect();
            let is_seen = !matches!(ask.turn, TodayPage::Beside | TodayPage::Unseen);
            let noted = if is_seen { added.clone() } else { Vec::new() };
            self.store
                .learning()
                .note_shown(ListShowing { articles: noted, ..shown.clone() })
                .await
                .unwrap();
            shown.articles.extend(added);
            Ok(shown)
        })
    }

    fn learned(
        &self,
        user: UserId,
    ) -> BoxFuture<'_, Result<LearnedInterests, tidings_store::Error>> {
        Box::pin(async move {
            let told = self.store.learning().taught(user).await.unwrap();
            let of = |subject: Subject, name: &str, opens: f64, sure: f64| LearnedInterest {
                subject,
                name: name.to_owned(),
                opens,
                sure,
                example: None,
                told: told.iter().find(|one| one.subject == subject).map(|one| one.level),
            };
            let names = self.topic_names();
            let topic = |n: u16, opens: f64, sure: f64| {
                of(Subject::Topic(TopicId(n)), &names[&TopicId(n)], opens, sure)
            };
            let topics = vec![topic(1, 0.6, 0.9), topic(2, 0.05, 0.4)];
            let sources = self.store.subscriptions().list(user).await.unwrap();
            let source = |one: &tidings_store::SubscribedSource| {
                of(Subject::Source(one.source.id), one.title(), 0.3, 0.5)
            };
            Ok(LearnedInterests { topics, sources: sources.iter().map(source).collect() })
        })
    }

    fn topic_names(&self) -> BTreeMap<TopicId, String> {
        let names = [(1, "telescope, star, orbit"), (2, "election, party, vote")];
        let learned = names.into_iter().map(|(topic, name)| (TopicId(topic), name.to_owned()));
        learned.chain(self.names.lock().unwrap().clone()).collect()
    }

    fn rename_topic(
        &self,
        topic: TopicId,
        name: Option<String>,
    ) -> BoxFuture<'_, Result<(), tidings_store::Error>> {
        let mut names = self.names.lock().unwrap();
        match name {
            Some(name) => names.insert(topic, name),
            None => names.remove(&topic),
        };
        Box::pin(async { Ok(()) })
    }
}

impl RuleRuns for Told {
    fn try_rule(
        &self,
        user: UserId,
        rule: CompiledRule,
    ) -> BoxFuture<'_, Result<RuleTrial, Failure>> {
        Box::pin(async move { Ok(fixtures::tried(&self.store, user, &rule).await) })
    }

    fn apply_rule(&self, _: UserId, _: RuleId) -> BoxFuture<'_, Result<RuleEffect, Failure>> {
        Box::pin(async { Ok(RuleEffect { n_articles: 3, undo: None }) })
    }
}

impl WebhookChecks for Told {
    fn check_address(&self, typed: &str) -> Result<Url, Failure> {
        Url::parse(typed).map_err(|_| Failure::new(FailureKind::BadUrl, "This is no address."))
    }

    fn test_webhook(
        &self,
        _: UserId,
        _: WebhookId,
    ) -> BoxFuture<'_, Result<Result<String, String>, Failure>> {
        Box::pin(async { Ok(Ok("200 Thank you.".to_owned())) })
    }
}

impl PushCallbacks for Told {
    fn confirm_push<'a>(
        &'a self,
        token: &'a str,
        intent: Intent,
    ) -> BoxFuture<'a, Result<bool, tidings_web::Error>> {
        self.asked.lock().unwrap().push(format!("confirm {token} {intent:?}"));
        Box::pin(async { Ok(false) })
    }

    fn announced(&self, announced: Announcement) -> Result<(), tidings_web::Error> {
        self.asked.lock().unwrap().push(format!("announced {announced:?}"));
        Ok(())
    }

    fn pinged(&self, call: &[u8]) -> Result<(), &'static str> {
        self.asked.lock().unwrap().push(format!("pinged {} bytes", call.len()));
        Ok(())
    }

    fn largest_push(&self) -> usize {
        1 << 20
    }
}

#[derive(Debug)]
pub(crate) struct Health {
    pub(crate) is_live: AtomicBool,
    pub(crate) is_stopping: AtomicBool,
}

impl ProgramStatus for Health {
    fn is_live(&self) -> bool {
        self.is_live.load(Ordering::Relaxed)
    }
    fn is_ready(&self) -> bool {
        true
    }
    fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }
    fn metrics(&self) -> String {
        "tidings_up 1\n".to_owned()
    }
}

pub(crate) struct TestServer {
    pub(crate) router: Router,
    made: App,
    pub(crate) store: Store,
    pub(crate) clock: Arc<HandClock>,
    pub(crate) search: tidings_search::Index,
    pub(crate) told: Arc<Told>,
    pub(crate) health: Arc<Health>,
    pub(crate) setup: SecretToken,
    pub(crate) host: String,
}

impl TestServer {
    pub(crate) async fn new() -> Self {
        Self::at(None).await
    }

    pub(crate) async fn at(public_url: Option<&str>) -> Self {
        Self::behind(public_url, Proxies::default()).await
    }

    /// A server that trusts proxy headers.
    pub(crate) async fn behind(public_url: Option<&str>, proxies: Proxies) -> Self {
        let clock = Arc::new(HandClock {
            now: Mutex::new(NOW.parse().unwrap()),
            n_secrets: AtomicU64::new(1),
        });
        let store = Store::open(Options::new(StoreLocation::Memory, clock.now())).await.unwrap();
        let told = Arc::new(Told {
            found: Mutex::new(Ok(Vec::new())),
            asked: Mutex::default(),
            brought: Mutex::default(),
            whole_text: Mutex::new(Ok("<p>The whole text</p>".to_owned())),
            unreadable: Mutex::default(),
            names: Mutex::default(),
            store: store.clone(),
            clock: clock.clone(),
        });
        let health = Arc::new(Health {
            is_live: AtomicBool::new(true),
            is_stopping: AtomicBool::new(false),
        });
        let search = tidings_search::Index::in_memory().unwrap();
        let setup = SecretToken::new(&*clock);
        let public_url = public_url.map(|url| url.parse::<url::Url>().unwrap());
        let host = public_url
            .as_ref()
            .map_or("tidings.test".to_owned(), |url| url.host_str().unwrap().to_owned());
        let made = App {
            store: store.clone(),
            clock: clock.clone(),
            search: search.clone(),
            services: ProgramServices::by(&told),
            status: health.clone(),
            public_url,
            setup_token: Some(setup.hash),
            demo: None,
            images: Images::Proxy,
            keeping: Arc::new(MemoryBackups::default()),
            proxies,
        };
        let router = app(made.clone());
        Self { router, made, store, clock, search, told, health, setup, host }
    }

    /// Another process on the same store.
    pub(crate) fn twin(&self) -> Self {
        Self {
            router: app(self.made.clone()),
            made: self.made.clone(),
            store: self.store.clone(),
            clock: Arc::clone(&self.clock),
            search: self.search.clone(),
            told: Arc::clone(&self.told),
            health: Arc::clone(&self.health),
            setup: self.setup.clone(),
            host: self.host.clone(),
        }
    }

    /// Adds a user with the [`PASSWORD`].
    pub(crate) async fn user(&self, name: &str, role: Role) -> UserId {
        static HASH: std::sync::LazyLock<String> =
            std::sync::LazyLock::new(|| hash_password(PASSWORD));
        self.store.users().add(name.to_owned(), HASH.clone(), role, self.clock.now()).await.unwrap()
    }

    pub(crate) fn browser(&self) -> Browser<'_> {
        let peer = "192.0.2.1:1234".parse().unwrap();
        Browser { server: self, cookie: None, step: None, once: None, peer }
    }

    /// Returns a browser in which someone is signed in.
    pub(crate) async fn signed_in(&self, name: &str, role: Role) -> (Browser<'_>, UserId) {
        let id = self.user(name, role).await;
        let mut browser = self.browser();
        let answer = browser.post_bare("/sign-in", &[("name", name), ("password", PASSWORD)]).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
        (browser, id)
    }

    pub(crate) fn request(&self, method: &Method, path: &str) -> http::request::Builder {
        Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, &self.host)
            .header(header::ACCEPT, "text/html,*/*;q=0.8")
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().call(request).await.unwrap();
        Answer::read(response).await
    }

    pub(crate) async fn source(&self, user: UserId, url: &str) -> SourceId {
        let now = self.clock.now();
        let source = self
            .store
            .sources()
            .add(SourceKind::Feed, url.parse().unwrap(), now)
            .await
            .unwrap()
            .id();
        self.store.subscriptions().subscribe(user, source, None, now).await.unwrap();
        source
    }
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Answer {
    async fn read(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        let is_endless =
            parts.headers.get("content-type").is_some_and(|kind| kind == "text/event-stream");
        let bytes = if is_endless {
            body.into_data_stream().next().await.unwrap().unwrap()
        } else {
            axum::body::to_bytes(body, 4 << 20).await.unwrap()
        };
        Self {
            status: parts.status,
            headers: parts.headers,
            body: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Returns the value of the first hidden field of that name.
    pub(crate) fn field(&self, name: &str) -> String {
        let start = format!("name=\"{name}\" value=\"");
        let (_, rest) = self
            .body
            .split_once(&start)
            .unwrap_or_else(|| panic!("no field {name} in {}", self.body));
        rest.split_once('"').unwrap().0.to_owned()
    }
}

/// Stores cookies, as browsers do.
#[derive(Clone)]
pub(crate) struct Browser<'a> {
    pub(crate) server: &'a TestServer,
    pub(crate) cookie: Option<String>,
    /// The cookie of the two-factor sign-in.
    pub(crate) step: Option<String>,
    /// The cookie of a secret that the next page shows once.
    pub(crate) once: Option<String>,
    pub(crate) peer: SocketAddr,
}

impl Browser<'_> {
    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.send(self.server.request(&Method::GET, path).body(Body::empty()).unwrap()).await
    }

    /// Follows a link on one of our own pages.
    pub(crate) async fn go(&mut self, path: &str) -> Answer {
        let request = self.server.request(&Method::GET, path);
        let request = request.header("sec-fetch-site", "same-origin");
        self.send(request.body(Body::empty()).unwrap()).await
    }

    /// Previews an address.
    pub(crate) async fn preview(&mut self, url: &str, folder: &str) -> Answer {
        let answer = self.post("/add", &[("url", url), ("folder", folder)]).await;
        match answer.status {
            StatusCode::SEE_OTHER => self.go(answer.header("location")).await,
            _ => answer,
        }
    }

    /// Sends a form with the token of a page just loaded.
    pub(crate) async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let token = self.token().await;
        self.post_bare(path, &[fields, &[("token", &token)]].concat()).await
    }

    /// Sends a form, and returns the page it redirects to.
    pub(crate) async fn post_on(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let answer = self.post(path, fields).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{path}: {}", answer.body);
        self.get(answer.header("location")).await
    }

    /// Sends a form as it is.
    pub(crate) async fn post_bare(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.send(
            self.server
                .request(&Method::POST, path)
                .header(header::CONTENT_TYPE, FORM)
                .body(form(fields))
                .unwrap(),
        )
        .await
    }

    pub(crate) async fn token(&mut self) -> String {
        self.get("/add").await.field("token")
    }

    pub(crate) async fn send(&mut self, mut request: Request<Body>) -> Answer {
        let cookies = [&self.cookie, &self.step, &self.once];
        let cookies: Vec<&str> = cookies.into_iter().flatten().map(String::as_str).collect();
        if !cookies.is_empty() {
            request.headers_mut().insert(header::COOKIE, cookies.join("; ").parse().unwrap());
        }
        request.extensions_mut().insert(ConnectInfo(self.peer));
        let answer = self.server.send(request).await;
        for value in answer.headers.get_all("set-cookie") {
            let (pair, _) = value.to_str().unwrap().split_once(';').unwrap();
            let place = match pair.split_once('=').unwrap().0.rsplit_once('-') {
                Some((_, "step")) => &mut self.step,
                Some((_, "once")) => &mut self.once,
                _ => &mut self.cookie,
            };
            *place = (!pair.ends_with('=')).then(|| pair.to_owned());
        }
        answer
    }
}

pub(crate) const FORM: &str = "application/x-www-form-urlencoded";

pub(crate) fn form(fields: &[(&str, &str)]) -> Body {
    let mut text = url::form_urlencoded::Serializer::new(String::new());
    text.extend_pairs(fields);
    Body::from(text.finish())
}
