//! Everything the program can do, one service for each capability, connected in one place.
//!
//! A service owns its state and its methods, and can be understood alone. It receives here the other services it needs,
//! so this file shows who depends on whom. State that decides anything is in the store, where all processes share it;
//! what a service holds in memory is a copy that is reloaded.

use crate::{
    beliefs::BeliefService,
    context::Context,
    fetching::{FetchService, NetworkHealth, Patience},
    freshness::FreshnessService,
    full_texts::FullTextService,
    icons::IconService,
    importing::ImportService,
    indexing::IndexService,
    jobs::{self, Signals},
    pictures::PictureService,
    pricing::{PricingService, Spending},
    pulse::{Pulse, STOPPED_AFTER},
    push::PushService,
    retention::RetentionService,
    rules::RuleService,
    subscribing::SubscriptionService,
    today::TodayService,
    webhooks::WebhookService,
};
use std::{path::PathBuf, sync::Arc, time::Duration};
use tidings_model::Clock;
use tidings_search::Index;
use tidings_store::Error;
use tokio_util::sync::CancellationToken;
use url::Url;

/// The operator's choices, apart from the limits.
#[derive(Debug, Clone)]
pub struct ServiceSettings {
    /// The budget, or the target delay.
    pub spending: Spending,
    /// How long articles are kept; `None` means forever.
    pub keep: Option<Duration>,
    /// What to do if the store cannot save a response.
    pub patience: Patience,
    /// The public address, for people and hubs.
    pub public_url: Option<Url>,
    /// Where pictures are cached, and up to how many bytes.
    pub picture_cache: Option<(PathBuf, u64)>,
    /// How often topics are learned, besides when the number of articles has doubled.
    pub topics_every: Duration,
    /// The search index that this process updates.
    pub index: Option<Index>,
}

impl Default for ServiceSettings {
    fn default() -> Self {
        Self {
            spending: Spending::default(),
            keep: None,
            patience: Patience::Endless,
            public_url: None,
            picture_cache: None,
            topics_every: Duration::from_secs(86_400),
            index: None,
        }
    }
}

/// All services of one process.
#[derive(Debug)]
pub struct Services {
    /// What they all share.
    pub context: Context,
    /// The name under which this process holds leases, different for every process and start.
    pub owner: Arc<str>,
    /// Counters and heartbeat.
    pub pulse: Arc<Pulse>,
    /// Wakes jobs early.
    pub signals: Arc<Signals>,
    /// Whether our own network works.
    pub network: Arc<NetworkHealth>,
    /// Beliefs about sources and readers.
    pub beliefs: Arc<BeliefService>,
    /// The price of a fetch, and the plans.
    pub pricing: Arc<PricingService>,
    /// Applies rules to articles.
    pub rules: Arc<RuleService>,
    /// Push from hubs.
    pub push: Arc<PushService>,
    /// Fetches due sources and stores their articles.
    pub fetching: Arc<FetchService>,
    /// Subscribes, previews and changes subscriptions.
    pub subscribing: Arc<SubscriptionService>,
    /// Imports and exports.
    pub importing: Arc<ImportService>,
    /// The Today page.
    pub today: Arc<TodayService>,
    /// Sends webhooks.
    pub webhooks: Arc<WebhookService>,
    /// Full texts of articles.
    pub full_texts: Arc<FullTextService>,
    /// Icons of sources.
    pub icons: Arc<IconService>,
    /// Pictures in articles.
    pub pictures: Arc<PictureService>,
    /// Daily figures about freshness.
    pub freshness: Arc<FreshnessService>,
    /// Deletes what is no longer needed.
    pub retention: Arc<RetentionService>,
    /// The search index of this process.
    pub indexing: Arc<IndexService>,
}

impl Services {
    /// Creates the services from the settings. Nothing runs yet.
    #[must_use]
    pub fn new(context: Context, settings: ServiceSettings) -> Self {
        let secret = context.time.secret();
        let owner: Arc<str> =
            secret[..8].iter().map(|byte| format!("{byte:02x}")).collect::<String>().into();
        let ServiceSettings { spending, keep, patience, public_url, .. } = settings;
        let (pulse, signals) = (Arc::<Pulse>::default(), Arc::<Signals>::default());
        let network = Arc::<NetworkHealth>::default();
        let beliefs = Arc::new(BeliefService::new(context.clone()));
        let pricing = Arc::new(PricingService::new(
            context.clone(),
            spending,
            Arc::clone(&beliefs),
            Arc::clone(&network),
        ));
        let rules = Arc::new(RuleService::new(context.clone()));
        let push = Arc::new(PushService::new(
            context.clone(),
            public_url.clone(),
            Arc::clone(&rules),
            Arc::clone(&pulse),
            Arc::clone(&signals),
        ));
        let fetching = Arc::new(FetchService {
            context: context.clone(),
            owner: Arc::clone(&owner),
            patience,
            pulse: Arc::clone(&pulse),
            signals: Arc::clone(&signals),
            network: Arc::clone(&network),
            beliefs: Arc::clone(&beliefs),
            pricing: Arc::clone(&pricing),
            rules: Arc::clone(&rules),
            push: Arc::clone(&push),
            waiting_for_store: Arc::default(),
        });
        let subscribing = Arc::new(SubscriptionService::new(
            context.clone(),
            Arc::clone(&fetching),
            Arc::clone(&pricing),
            Arc::clone(&rules),
            Arc::clone(&signals),
        ));
        let importing = Arc::new(ImportService::new(
            context.clone(),
            Arc::clone(&pricing),
            Arc::clone(&rules),
            Arc::clone(&signals),
        ));
        Self {
            today: Arc::new(TodayService::new(context.clone(), settings.topics_every)),
            webhooks: Arc::new(WebhookService::new(context.clone(), public_url)),
            full_texts: Arc::new(FullTextService::new(context.clone())),
            icons: Arc::new(IconService::new(context.clone())),
            pictures: Arc::new(PictureService::new(context.clone(), settings.picture_cache)),
            freshness: Arc::new(FreshnessService::new(context.clone(), Arc::clone(&pricing))),
            retention: Arc::new(RetentionService::new(context.clone(), keep)),
            indexing: Arc::new(IndexService::new(context.clone(), settings.index)),
            owner,
            pulse,
            signals,
            network,
            beliefs,
            pricing,
            rules,
            push,
            fetching,
            subscribing,
            importing,
            context,
        }
    }

    /// Fetches what is due and runs the jobs until told to stop.
    ///
    /// # Errors
    /// When the store has closed or crashed.
    pub async fn run(self: &Arc<Self>, stop: &CancellationToken) -> Result<(), Error> {
        tokio::try_join!(self.fetching.run(stop), jobs::run(self, stop)).map(drop)
    }

    /// Returns whether the loop has run recently, in real time.
    #[must_use]
    pub fn is_beating(&self) -> bool {
        let time = &self.context.time;
        self.pulse.is_beating(time.now(), STOPPED_AFTER * time.speed())
    }

    /// Creates services with the usual settings, for a test.
    #[cfg(test)]
    pub(crate) fn in_test(store: &Store, web: Arc<dyn Web>, time: &Arc<Time>) -> Arc<Self> {
        let limits = tidings_model::limits::Limits::default();
        let context = Context::new(store.clone(), web, Arc::clone(time), limits);
        Arc::new(Self::new(context, ServiceSettings::default()))
    }
}

#[cfg(test)]
use {crate::clock::Time, tidings_fetch::Web, tidings_store::Store};
