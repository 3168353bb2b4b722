//! The program's services that the web layer needs: whatever uses the network or the program's memory, one trait per
//! capability.
//!
//! The program provides one [`ProgramServices`]. The types that each trait takes and returns are in its module.

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

/// The program's services.
#[derive(Debug, Clone)]
pub struct ProgramServices {
    /// Finding sources and subscribing to them.
    pub subscribing: Arc<dyn Subscribing>,
    /// Checking sources.
    pub checks: Arc<dyn Checks>,
    /// Importing subscription files.
    pub importing: Arc<dyn Importing>,
    /// Images in articles.
    pub pictures: Arc<dyn Pictures>,
    /// Full texts of articles.
    pub full_texts: Arc<dyn FullTexts>,
    /// Today.
    pub today: Arc<dyn TodayPages>,
    /// Rules on stored articles.
    pub rules: Arc<dyn RuleRuns>,
    /// Testing webhooks.
    pub webhooks: Arc<dyn WebhookChecks>,
    /// Callbacks of hubs and sites.
    pub push: Arc<dyn PushCallbacks>,
}

impl ProgramServices {
    /// Creates all of them from one object that has every capability.
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
