//! From what the program gives to a router that answers: `app`.

use crate::{
    Error, Images, Proxies,
    clients::{self, fever::Totals},
    demo,
    desk::Desks,
    images::Desk,
    keeping::Keeping,
    layers,
    limiter::Limiter,
    live::Live,
    pace::Pace,
    preferences::Preferences,
    push::{Announced, Intent},
    routes,
};
use axum::{Router, body::Bytes, middleware, routing::get};
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use std::{collections::BTreeMap, fmt::Debug, net::IpAddr, sync::Arc};
use tidings_model::{
    ArticleId, Clock, Failure, Outcome, PushId, Reason, RuleId, SourceId, User, UserId, WebhookId,
    taste::{Shown, Subject, TopicId},
};
use tidings_rules::Compiled;
use tidings_store::{Seen, Store, undos};
use tokio::sync::Semaphore;
use tower_http::{CompressionLevel, compression::CompressionLayer};
use url::Url;

/// How hard answers are pressed. A list of 53 kB takes 0.12 ms to become 8.1 kB; level 6 takes four times as long for 7.2.
const GZIP: i32 = 2;

/// What pages are made from.
#[derive(Debug, Clone)]
pub struct App {
    /// Memory.
    pub store: Store,
    /// Time and secrets.
    pub clock: Arc<dyn Clock>,
    /// Where words stand.
    pub search: tidings_search::Index,
    /// What pages cannot do themselves.
    pub actions: Arc<dyn Actions>,
    /// How the program is doing.
    pub status: Arc<dyn Status>,
    /// Where people reach us; when set, no other name is answered to.
    pub public_url: Option<Url>,
    /// The hash of the one-time set-up token ([`crate::Token`]), when there was no account at the start.
    pub setup_token: Option<[u8; 32]>,
    /// Where pictures come from, for those who chose nothing.
    pub images: Images,
    /// Set in a demonstration only.
    pub demo: Option<Demo>,
    /// What operators' pages show and do.
    pub keeping: Arc<dyn Keeping>,
    /// Whom we believe about who asks.
    pub proxies: Proxies,
}

/// A demonstration on a simulated web: who comes from this machine, or by the link, is signed in without a word.
#[derive(Debug, Clone)]
pub struct Demo {
    /// As whom.
    pub visitor: UserId,
    /// The hash of the token in the link that was printed.
    pub link: [u8; 32],
    /// Where "Original" leads: no browser can reach a simulated site.
    pub sites: Arc<dyn Sites>,
}

/// The sites of a simulated web.
pub trait Sites: Send + Sync + Debug {
    /// The page at an address, as HTML; `None` where there is none now.
    fn page(&self, url: Url) -> BoxFuture<'_, Option<Bytes>>;
}

/// What pages ask of the program: whatever needs the network.
pub trait Actions: Send + Sync + Debug {
    /// Subscribes a user to the feed found at an address as they typed it, with what was fetched on the way; where a page
    /// links to several, they choose.
    fn follow<'a>(
        &'a self,
        user: UserId,
        url: &'a str,
        folder: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Follow, Failure>>;

    /// Fetches the page of an article and keeps its whole text in the store, beside the source's own:
    /// `store.articles().full_text` then has it. The failure's sentence is for the person.
    fn full_text(&self, article: ArticleId) -> BoxFuture<'_, Result<(), Failure>>;

    /// Fetches a picture of an article, or finds it where it was kept. What is returned is a picture, by its own bytes;
    /// [`FailureKind::Decode`](tidings_model::FailureKind::Decode) says that it is none.
    fn picture<'a>(&'a self, url: &'a Url) -> BoxFuture<'a, Result<Picture, Failure>>;

    /// Looks at an address as a person typed it, without following anything. What was fetched is held for some minutes,
    /// so that following it asks nobody again.
    fn look<'a>(&'a self, user: UserId, url: &'a str) -> BoxFuture<'a, Result<Look, Failure>>;

    /// Retrieves a source now, if that is polite.
    fn refresh(&self, user: UserId, source: SourceId) -> BoxFuture<'_, Result<Refreshed, Failure>>;

    /// Follows a source at another address from now on; where others follow it too, the user goes over alone.
    fn change_address<'a>(
        &'a self,
        user: UserId,
        source: SourceId,
        url: &'a str,
    ) -> BoxFuture<'a, Result<Readdressed, Failure>>;

    /// Goes to the new address that a source announced: an operator for everybody, others for themselves.
    fn accept_move<'a>(
        &'a self,
        user: &'a User,
        source: SourceId,
    ) -> BoxFuture<'a, Result<Readdressed, Failure>>;

    /// Keeps the secret that a source lets us in with, or forgets it. The source becomes the user's alone and may get
    /// another id.
    fn set_key<'a>(
        &'a self,
        user: UserId,
        source: SourceId,
        key: Option<Key>,
    ) -> BoxFuture<'a, Result<SourceId, Failure>>;

    /// Takes in a file of subscriptions or another reader's export; returns the number of the import, which goes on.
    fn import<'a>(
        &'a self,
        user: UserId,
        name: &'a str,
        bytes: Vec<u8>,
    ) -> BoxFuture<'a, Result<i64, Failure>>;

    /// A user's subscriptions as OPML.
    fn export(&self, user: UserId) -> BoxFuture<'_, Result<String, Failure>>;

    /// What is believed of a source that is looked at next at an instant; `None` before anything is known.
    fn outlook(
        &self,
        source: SourceId,
        next_at: Timestamp,
    ) -> BoxFuture<'_, Result<Option<Outlook>, Failure>>;

    /// What the operator set for everybody's sources.
    fn house_rules(&self) -> HouseRules;

    /// What Today shows a reader on this visit, in its order, each with the code of its [reason](tidings_model::Why).
    fn today(
        &self,
        user: UserId,
        ask: TodayAsk,
    ) -> BoxFuture<'_, Result<Shown, tidings_store::Error>>;

    /// What was learned of a reader.
    fn learned(&self, user: UserId) -> BoxFuture<'_, Result<Learned, tidings_store::Error>>;

    /// What topics are called.
    fn topic_names(&self) -> BTreeMap<TopicId, String>;

    /// Tries a rule out on what a user got lately, without doing anything.
    fn try_rule(&self, user: UserId, rule: Compiled) -> BoxFuture<'_, Result<Tried, Failure>>;

    /// Carries one of a user's rules out on what they got lately.
    fn apply_rule(&self, user: UserId, rule: RuleId) -> BoxFuture<'_, Result<Applied, Failure>>;

    /// An address that messages may be sent to, or why not.
    fn check_address(&self, typed: &str) -> Result<Url, Failure>;

    /// Sends a message through a user's webhook that says nothing; the receiver's answer, good or bad, in words.
    fn test_webhook(
        &self,
        user: UserId,
        webhook: WebhookId,
    ) -> BoxFuture<'_, Result<Result<String, String>, Failure>>;

    /// Whether a hub was asked for what it asks us to confirm; if it was, what follows is kept.
    fn confirm_push<'a>(
        &'a self,
        token: &'a str,
        intent: Intent,
    ) -> BoxFuture<'a, Result<bool, Error>>;

    /// Takes in what somebody brought, to be looked at in a moment; [`Error::Busy`] when too much waits.
    ///
    /// # Errors
    /// When there is no room for it now.
    fn announced(&self, announced: Announced) -> Result<(), Error>;

    /// Takes in an XML-RPC call by which a site says that it has something new.
    ///
    /// # Errors
    /// What is wrong with the call, in words without markup.
    fn pinged(&self, call: &[u8]) -> Result<(), &'static str>;

    /// The largest message that is taken from a hub, in bytes.
    fn largest_push(&self) -> usize;
}

/// What a rule would have done.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tried {
    /// The newest matches.
    pub shown: Vec<Seen>,
    /// All matches that were found.
    pub n_matched: u64,
    /// Articles that were looked at.
    pub n_looked_at: u64,
    /// Until when articles were looked at, where time did not suffice for all.
    pub stopped_at: Option<Timestamp>,
}

/// What a rule did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Applied {
    /// To how many articles.
    pub n_articles: u64,
    /// What takes it back.
    pub undo: Option<i64>,
}

/// What is believed of a source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outlook {
    /// How much it posts in each hour of the week, Monday 0 h UTC first; 1 is its average.
    pub pattern: [f32; 168],
    /// Postings a day, on average.
    pub per_day: f64,
    /// Bytes that a look takes, on average.
    pub bytes: f64,
    /// Seconds that it takes.
    pub seconds: f64,
    /// Articles that it shows at once; none where that is not known.
    pub n_shown: u32,
    /// New articles by the next look.
    pub expected: f64,
    /// The chance that some of them are gone by then.
    pub loss: f64,
}

/// What of Today is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TodayAsk {
    /// Articles on the page, with those that the visit has already.
    pub length: usize,
    /// How much is shown to find out, in percent of what is usual.
    pub surprise: u16,
    /// Which page.
    pub turn: Turn,
    /// How long a visit lasts, by the clock.
    pub lasts: SignedDuration,
}

/// A visit lasts so long: a page does not change under the hand of who reads it.
pub const VISIT: SignedDuration = SignedDuration::from_mins(30);

/// Which page of Today, and whether the reader has it before her.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// That of this visit; it is noted as shown.
    Visit,
    /// Another than this visit has; it is noted as shown.
    Anew,
    /// As a program looks on its own: that of this visit where there is one, and nothing is noted.
    Unseen,
    /// As it stands beside an article: that of the last visit, however long she reads, and nothing is noted.
    Beside,
}

/// What was learned of a reader.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Learned {
    /// Of topics, in the order of their numbers.
    pub topics: Vec<LearnedOf>,
    /// Of the sources she follows.
    pub sources: Vec<LearnedOf>,
}

/// What was learned of a reader and one subject.
#[derive(Debug, Clone, PartialEq)]
pub struct LearnedOf {
    /// Which.
    pub subject: Subject,
    /// What it is called.
    pub name: String,
    /// The share of it that she is believed to open.
    pub opens: f64,
    /// How much of the doubt is gone, 0 to 1.
    pub sure: f64,
    /// What she said of it herself, 0 (never) to 100 (always).
    pub told: Option<u8>,
    /// Of a topic: an article of hers about it, its number and its headline.
    pub example: Option<(ArticleId, String)>,
}

/// What holds for every source unless its options say otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HouseRules {
    /// Days for which articles are kept; `None`: for ever.
    pub keep_days: Option<u32>,
    /// The shortest interval between two retrievals, in minutes.
    pub min_minutes: u32,
    /// The longest.
    pub max_minutes: u32,
    /// How long an article shall wait on average, where the operator asks for that instead of granting a budget.
    pub target_delay: Option<std::time::Duration>,
    /// Whether articles wait longer than that and no number of requests would change it.
    pub is_target_out_of_reach: bool,
    /// Subscriptions of one user.
    pub most_subscriptions: usize,
    /// The largest file that can be imported, in bytes.
    pub import_bytes: usize,
}

/// What is at an address.
#[derive(Debug, Clone, PartialEq)]
pub enum Look {
    /// A source that can be followed.
    Source(Preview),
    /// A page that links to several.
    Choice(Vec<Candidate>),
}

/// A source before it is followed. All texts are plain.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Preview {
    /// Where it is asked.
    pub url: String,
    /// May be empty.
    pub title: String,
    /// What it says of itself; may be empty.
    pub description: String,
    /// The site it belongs to.
    pub site: Option<String>,
    /// BCP 47 tag, where it tells one.
    pub language: Option<String>,
    /// Titles of its newest articles, and when they appeared.
    pub newest: Vec<(String, Option<Timestamp>)>,
    /// Articles that are there.
    pub n_articles: usize,
    /// Postings a day, where known.
    pub per_day: Option<f64>,
    /// The subscription, if the user has one.
    pub followed: Option<SourceId>,
}

/// What came of the wish to look now.
#[derive(Debug, Clone, PartialEq)]
pub enum Refreshed {
    /// It was asked.
    Asked(Outcome),
    /// It is not asked now, and why.
    NotNow(Reason),
}

/// Where a source is followed after a change of its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readdressed {
    /// The source now.
    pub source: SourceId,
    /// The undo, where the user went over to another source.
    pub undo: Option<i64>,
}

/// How a source lets us in. It prints as dots.
#[derive(Clone, PartialEq, Eq)]
pub enum Key {
    /// A user name and a password.
    Password(String, String),
    /// A header and its value.
    Header(String, String),
}

impl Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}

/// A picture, whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// By its bytes, not by what the publisher said.
    pub media_type: &'static str,
    /// At most a few megabytes.
    pub bytes: Bytes,
}

/// What came of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Follow {
    /// The feed there is followed from now on.
    Followed(Followed),
    /// Several feeds are there.
    Choice(Vec<Candidate>),
}

/// A feed found at an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Where it is.
    pub url: String,
    /// Plain text; may be empty.
    pub title: String,
}

/// A new subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Followed {
    /// To what.
    pub source: SourceId,
    /// Its title, plain text.
    pub title: String,
    /// How many of its articles are there already.
    pub n_articles: u64,
}

/// How the program is doing.
pub trait Status: Send + Sync + Debug {
    /// Whether the daemon's heartbeat is young. When not, `/readyz` is red: a page that answers is no proof that news arrive.
    fn is_live(&self) -> bool;

    /// Whether the start is over (migrations done) and the stop has not begun.
    fn is_ready(&self) -> bool;

    /// Whether the stop has begun: then streams without end are ended, so that nobody waits for them.
    fn is_stopping(&self) -> bool {
        false
    }

    /// Counters and gauges in Prometheus' text format.
    fn metrics(&self) -> String;
}

/// The state behind every page.
#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) store: Store,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) search: tidings_search::Index,
    pub(crate) actions: Arc<dyn Actions>,
    pub(crate) status: Arc<dyn Status>,
    pub(crate) public_url: Option<Url>,
    pub(crate) setup_token: Option<[u8; 32]>,
    pub(crate) demo: Option<Demo>,
    pub(crate) keeping: Arc<dyn Keeping>,
    pub(crate) proxies: Proxies,
    pub(crate) limiter: Limiter,
    /// Wrong app passwords: a program that was locked out does not lock its owner's browser out.
    pub(crate) app_limiter: Limiter,
    /// Requests of one app password.
    pub(crate) calls: Pace<i64>,
    /// Who was here through a program lately.
    pub(crate) presence: Pace,
    /// Who had a program look at all of their sources lately.
    pub(crate) refreshes: Pace,
    /// How many articles people have, for programs that ask with every page.
    pub(crate) totals: Totals,
    pub(crate) live: Live,
    pub(crate) desks: Desks,
    pub(crate) lists_shown: crate::pages::list::Visits,
    pub(crate) default_images: Images,
    pub(crate) images: Desk,
    /// Pages fetched for one person's sake.
    pub(crate) full_texts: Pace,
    /// Places in sounds and films told by one person's players.
    pub(crate) positions: Pace,
    /// Hubs, and whoever pretends to be one, by network.
    pub(crate) callers: Pace<IpAddr>,
    /// Messages of one hub about one source.
    pub(crate) pushes: Pace<PushId>,
    /// Sites that say they have something new, by network.
    pub(crate) pings: Pace<IpAddr>,
    /// Messages of hubs that are arriving.
    pub(crate) receiving: Semaphore,
}

impl Inner {
    /// How long by the clock something takes that people need so long for: more, where the clock runs faster than they do.
    pub(crate) fn in_peoples_time(&self, span: SignedDuration) -> SignedDuration {
        span * i32::try_from(self.clock.speed()).unwrap_or(i32::MAX)
    }

    /// What a person chose.
    pub(crate) async fn look_of(&self, user: UserId) -> Result<Preferences, Error> {
        let settings = self.store.settings().list(Some(user)).await?;
        let house = Preferences { images: self.default_images, ..Preferences::default() };
        Ok(Preferences::read_over(house, &settings))
    }

    /// What of Today a person with these choices asks for.
    pub(crate) fn ask_today(&self, look: &Preferences, length: usize, turn: Turn) -> TodayAsk {
        TodayAsk { length, surprise: look.surprise, turn, lasts: self.in_peoples_time(VISIT) }
    }

    /// The instant for the question whether something can still be undone, which people have an hour for.
    pub(crate) fn undo_time(&self) -> Timestamp {
        let now = self.clock.now();
        now.checked_sub(self.in_peoples_time(undos::LASTS) - undos::LASTS).unwrap_or(now)
    }
}

/// The router that answers every request. Tests call it without a socket; [`crate::serve`] gives it one.
pub fn app(app: App) -> Router {
    let App {
        store,
        clock,
        search,
        actions,
        status,
        public_url,
        setup_token,
        images,
        demo,
        keeping,
        proxies,
    } = app;
    let inner = Arc::new(Inner {
        store,
        clock,
        search,
        actions,
        status,
        public_url,
        setup_token,
        demo,
        keeping,
        proxies,
        limiter: Limiter::default(),
        app_limiter: Limiter::default(),
        calls: Pace::new(6_000, 60),
        presence: Pace::new(1, 300),
        refreshes: Pace::new(1, 300),
        totals: Totals::default(),
        live: Live::default(),
        desks: Desks::default(),
        lists_shown: crate::pages::list::Visits::default(),
        default_images: images,
        images: Desk::default(),
        full_texts: Pace::new(60, 600),
        positions: Pace::new(120, 60),
        callers: Pace::new(600, 60),
        pushes: Pace::new(60, 60),
        pings: Pace::new(20, 60),
        receiving: Semaphore::new(4),
    });
    let router = match &inner.demo {
        None => routes::router(),
        Some(_) => routes::router()
            .route(demo::SITE, get(demo::site))
            .layer(middleware::from_fn_with_state(Arc::clone(&inner), demo::welcome)),
    };
    let router = router
        .fallback(async || Error::NotFound)
        .method_not_allowed_fallback(async || Error::MethodNotAllowed)
        .layer(middleware::from_fn_with_state(Arc::clone(&inner), layers::around))
        .layer(CompressionLayer::new().quality(CompressionLevel::Precise(GZIP)))
        .with_state(inner);
    // Outside of the router, so that it sees addresses as they are meant.
    Router::new().fallback_service(router).layer(middleware::from_fn(clients::straighten))
}
