//! From what the program gives to a router that answers: `app`.

use crate::{
    Error, Images, ProgramServices, Proxies, TodayPage, TodayRequest, VISIT,
    clients::{self, fever::Totals},
    demo,
    images::ImagePermits,
    installation::OperatorServices,
    layers,
    live::Live,
    navigation::NavigationCache,
    preferences::Preferences,
    rate_limit::Pace,
    routes,
    sign_in_limit::{Guesses, Limiter},
};
use axum::{Router, body::Bytes, middleware, routing::get};
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use std::{fmt::Debug, net::IpAddr, sync::Arc};
use tidings_model::{Clock, PushId, UserId};
use tidings_store::{Store, undos};
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
    /// What the web cannot do itself.
    pub services: ProgramServices,
    /// How the program is doing.
    pub status: Arc<dyn ProgramStatus>,
    /// Where people reach us; when set, no other name is answered to.
    pub public_url: Option<Url>,
    /// The hash of the one-time set-up token ([`crate::SecretToken`]), when there was no account at the start.
    pub setup_token: Option<[u8; 32]>,
    /// Where pictures come from, for those who chose nothing.
    pub images: Images,
    /// Set in a demonstration only.
    pub demo: Option<Demo>,
    /// What operators' pages show and do.
    pub keeping: Arc<dyn OperatorServices>,
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

/// How the program is doing.
pub trait ProgramStatus: Send + Sync + Debug {
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
    pub(crate) services: ProgramServices,
    pub(crate) status: Arc<dyn ProgramStatus>,
    pub(crate) public_url: Option<Url>,
    pub(crate) setup_token: Option<[u8; 32]>,
    pub(crate) demo: Option<Demo>,
    pub(crate) keeping: Arc<dyn OperatorServices>,
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
    pub(crate) navigations: NavigationCache,
    pub(crate) lists_shown: crate::pages::list::Visits,
    pub(crate) default_images: Images,
    pub(crate) images: ImagePermits,
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
        let operator = Preferences { images: self.default_images, ..Preferences::default() };
        Ok(Preferences::read_over(operator, &settings))
    }

    /// What of Today a person with these choices asks for.
    pub(crate) fn ask_today(
        &self,
        look: &Preferences,
        length: usize,
        turn: TodayPage,
    ) -> TodayRequest {
        TodayRequest { length, surprise: look.surprise, turn, lasts: self.in_peoples_time(VISIT) }
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
        services,
        status,
        public_url,
        setup_token,
        images,
        demo,
        keeping,
        proxies,
    } = app;
    let inner = Arc::new(Inner {
        limiter: Limiter::new(&store, Guesses::SignIn),
        app_limiter: Limiter::new(&store, Guesses::App),
        store,
        clock,
        search,
        services,
        status,
        public_url,
        setup_token,
        demo,
        keeping,
        proxies,
        calls: Pace::new(6_000, 60),
        presence: Pace::new(1, 300),
        refreshes: Pace::new(1, 300),
        totals: Totals::default(),
        live: Live::default(),
        navigations: NavigationCache::default(),
        lists_shown: crate::pages::list::Visits::default(),
        default_images: images,
        images: ImagePermits::default(),
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
