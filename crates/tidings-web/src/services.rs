//! What the web asks of the program: whatever needs the network or the program's memory, one trait per capability.
//!
//! The program gives one [`ProgramServices`]; the types that each trait takes and returns stand beside it.

mod checks;
mod importing;
mod pictures;
mod push;
mod rules;
mod subscribing;
mod today_pages;
mod webhooks;

pub use checks::{CheckOutcome, Checks, Outlook, SourceDefaults};
pub use importing::Importing;
pub use pictures::{FullTexts, Picture, Pictures};
pub use push::PushCallbacks;
pub use rules::{RuleEffect, RuleRuns, RuleTrial};
pub use subscribing::{
    AddedSubscription, AddressChange, AddressContent, FeedChoice, Key, Preview, SubscribeRequest,
    Subscribing,
};
pub use today_pages::{
    LearnedInterest, LearnedInterests, TodayPage, TodayPages, TodayRequest, VISIT,
};
pub use webhooks::WebhookChecks;

use std::sync::Arc;

/// The program as the web sees it.
#[derive(Debug, Clone)]
pub struct ProgramServices {
    /// Finding sources and following them.
    pub subscribing: Arc<dyn Subscribing>,
    /// Checking sources.
    pub checks: Arc<dyn Checks>,
    /// Files of subscriptions.
    pub importing: Arc<dyn Importing>,
    /// Pictures of articles.
    pub pictures: Arc<dyn Pictures>,
    /// Whole texts of articles.
    pub full_texts: Arc<dyn FullTexts>,
    /// The page Today.
    pub today: Arc<dyn TodayPages>,
    /// Rules on what is here already.
    pub rules: Arc<dyn RuleRuns>,
    /// Where webhooks send to.
    pub webhooks: Arc<dyn WebhookChecks>,
    /// What hubs and sites call us with.
    pub push: Arc<dyn PushCallbacks>,
}

impl ProgramServices {
    /// All of them by one that has every capability.
    pub fn by<S>(one: &Arc<S>) -> Self
    where
        S: Subscribing
            + Checks
            + Importing
            + Pictures
            + FullTexts
            + TodayPages
            + RuleRuns
            + WebhookChecks
            + PushCallbacks
            + 'static,
    {
        Self {
            subscribing: Arc::<S>::clone(one),
            checks: Arc::<S>::clone(one),
            importing: Arc::<S>::clone(one),
            pictures: Arc::<S>::clone(one),
            full_texts: Arc::<S>::clone(one),
            today: Arc::<S>::clone(one),
            rules: Arc::<S>::clone(one),
            webhooks: Arc::<S>::clone(one),
            push: Arc::<S>::clone(one),
        }
    }
}
