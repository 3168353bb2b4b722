//! From what the program gives to a router that answers: `app`.

use crate::{Error, demo, layers, limiter::Limiter, live::Live, routes};
use axum::{Router, middleware};
use futures_util::future::BoxFuture;
use std::{fmt::Debug, sync::Arc};
use tidings_model::{Clock, Failure, SourceId, UserId};
use tidings_store::Store;
use tower_http::compression::CompressionLayer;
use url::Url;

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
    /// Set in a demonstration only.
    pub demo: Option<Demo>,
}

/// A demonstration on a simulated web: who comes from this machine, or by the link, is signed in without a word.
#[derive(Debug, Clone)]
pub struct Demo {
    /// As whom.
    pub visitor: UserId,
    /// The hash of the token in the link that was printed.
    pub link: [u8; 32],
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
    pub(crate) limiter: Limiter,
    pub(crate) live: Live,
}

/// The router that answers every request. Tests call it without a socket; [`crate::serve`] gives it one.
pub fn app(app: App) -> Router {
    let App { store, clock, search, actions, status, public_url, setup_token, demo } = app;
    let inner = Arc::new(Inner {
        store,
        clock,
        search,
        actions,
        status,
        public_url,
        setup_token,
        demo,
        limiter: Limiter::default(),
        live: Live::default(),
    });
    let router = match &inner.demo {
        None => routes::router(),
        Some(_) => routes::router()
            .layer(middleware::from_fn_with_state(Arc::clone(&inner), demo::welcome)),
    };
    router
        .fallback(async || Error::NotFound)
        .method_not_allowed_fallback(async || Error::MethodNotAllowed)
        .layer(middleware::from_fn_with_state(Arc::clone(&inner), layers::around))
        .layer(CompressionLayer::new())
        .with_state(inner)
}
