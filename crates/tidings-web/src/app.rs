//! Builds the router from what the program provides: `app`.

use crate::{
    Error, Images, ProgramServices, Proxies, TodayPage, TodayRequest,
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
use tidings_model::{Clock, PushId, UserId, taste::ListShowing};
use tidings_store::{Store, undos};
use tokio::sync::Semaphore;
use tower_http::{CompressionLevel, compression::CompressionLayer};
use url::Url;

/// The compression level of responses. Level 2 takes 0.12 ms to compress a list of 53 kB to 8.1 kB; level 6 takes four
/// times as long for 7.2 kB.
const GZIP: i32 = 2;

/// Everything that pages need from the program.
#[derive(Debug, Clone)]
pub struct App {
    /// The store.
    pub store: Store,
    /// Time and secrets.
    pub clock: Arc<dyn Clock>,
    /// The full-text index.
    pub search: tidings_search::Index,
    /// What the web layer cannot do itself.
    pub services: ProgramServices,
    /// The state of the program.
    pub status: Arc<dyn ProgramStatus>,
    /// The public address of the server. If set, requests for other host names are refused.
    pub public_url: Option<Url>,
    /// The hash of the one-time set-up token ([`crate::SecretToken`]), if there was no account at the start.
    pub setup_token: Option<[u8; 32]>,
    /// Where images are loaded from unless the reader chooses otherwise.
    pub images: Images,
    /// Set only in a demonstration.
    pub demo: Option<Demo>,
    /// What the operator's pages show and do.
    pub keeping: Arc<dyn OperatorServices>,
    /// The proxies whose forwarding headers are trusted.
    pub proxies: Proxies,
}

/// A demonstration on a simulated web. Visitors from this machine, or with the link, are signed in automatically.
#[derive(Debug, Clone)]
pub struct Demo {
    /// The visitor's account.
    pub visitor: UserId,
    /// The hash of the token in the printed link.
    pub link: [u8; 32],
    /// The pages behind "Original" links: no browser can reach a simulated site.
    pub sites: Arc<dyn Sites>,
}

/// The sites of a simulated web.
pub trait Sites: Send + Sync + Debug {
    /// Returns the page at an address as HTML; `None` if there is none at this time.
    fn page(&self, url: Url) -> BoxFuture<'_, Option<Bytes>>;
}

/// The state of the program.
pub trait ProgramStatus: Send + Sync + Debug {
    /// Returns whether the daemon's heartbeat is recent. If not, `/readyz` fails: a page that loads does not prove that
    /// articles are being fetched.
    fn is_live(&self) -> bool;

    /// Returns whether start-up is over (migrations done) and shutdown has not begun.
    fn is_ready(&self) -> bool;

    /// Returns whether shutdown has begun. Endless streams are ended then, so that nothing waits for them.
    fn is_stopping(&self) -> bool {
        false
    }

    /// Returns counters and gauges in the Prometheus text format.
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
    /// Wrong app passwords. Counted separately, so that locking out a client does not lock its owner out of the
    /// browser.
    pub(crate) app_limiter: Limiter,
    /// Requests per app password.
    pub(crate) calls: Pace<i64>,
    /// Users whose client recently showed that they are present.
    pub(crate) presence: Pace,
    /// Users who recently had a client check all of their sources.
    pub(crate) refreshes: Pace,
    /// Number of articles per user, for clients that request it with every page.
    pub(crate) totals: Totals,
    pub(crate) live: Live,
    pub(crate) navigations: NavigationCache,
    pub(crate) lists_shown: crate::pages::list::Visits,
    pub(crate) default_images: Images,
    pub(crate) images: ImagePermits,
    /// Full texts fetched on a person's behalf.
    pub(crate) full_texts: Pace,
    /// Addresses that a person previewed before subscribing.
    pub(crate) previews: Pace,
    /// Playback positions reported by a person's players.
    pub(crate) positions: Pace,
    /// Requests of hubs, or of whoever pretends to be one, per network.
    pub(crate) callers: Pace<IpAddr>,
    /// Messages of one hub about one source.
    pub(crate) pushes: Pace<PushId>,
    /// Pings from sites that have something new, per network.
    pub(crate) pings: Pace<IpAddr>,
    /// Hub messages that are being received.
    pub(crate) receiving: Semaphore,
}

impl Inner {
    /// Converts a span that matters to people into a span of the clock, which may run faster than they do in a
    /// demonstration.
    pub(crate) fn in_peoples_time(&self, span: SignedDuration) -> SignedDuration {
        span * i32::try_from(self.clock.speed()).unwrap_or(i32::MAX)
    }

    /// Returns a person's preferences.
    pub(crate) async fn look_of(&self, user: UserId) -> Result<Preferences, Error> {
        let settings = self.store.settings().list(Some(user)).await?;
        let operator = Preferences { images: self.default_images, ..Preferences::default() };
        Ok(Preferences::read_over(operator, &settings))
    }

    /// Returns the articles of Today, ranked by a person's preferences.
    pub(crate) async fn today(
        &self,
        user: UserId,
        look: &Preferences,
        length: usize,
        turn: TodayPage,
    ) -> Result<ListShowing, tidings_store::Error> {
        let ask = TodayRequest { length, surprise: look.surprise, turn };
        self.services.today.today(user, ask).await
    }

    /// Returns the time with which to decide whether something can still be undone: people have an hour.
    pub(crate) fn undo_time(&self) -> Timestamp {
        let now = self.clock.now();
        now.checked_sub(self.in_peoples_time(undos::LASTS) - undos::LASTS).unwrap_or(now)
    }
}

/// Returns the router that handles every request. Tests call it without a socket; [`crate::serve`] serves it on one.
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
        previews: Pace::new(60, 600),
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
    // Outside the router, which then matches the corrected addresses.
    Router::new().fallback_service(router).layer(middleware::from_fn(clients::fix_path))
}
