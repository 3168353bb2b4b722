//! Push: asks hubs to announce new articles, and receives what they send. It never delays fetching.
//!
//! Push needs a public address. `tidings_schedule::push` decides which hub to ask and how far to trust it;
//! `subscribing` asks, `receiving` takes in what arrives, and `comparing` checks announcements against fetches.

mod comparing;
mod inbox;
mod receiving;
mod subscribing;
#[cfg(test)]
mod tests;

pub(crate) use comparing::{HubCheck, HubComparison};

use crate::{context::Context, jobs::Signals, pulse::Pulse, rules::RuleService};
use inbox::Inbox;
use jiff::{SignedDuration, Timestamp};
use std::sync::Arc;
use tidings_model::{
    push::PushMethod,
    units::{Minutes, Share},
};
use tidings_schedule::push;
use tidings_store::{Confirmation, Error, PushMode};
use tidings_web::push::Intent;
use tracing::info;
use url::Url;

/// A hub that refused is asked again after this time.
const REFUSED_FOR: SignedDuration = SignedDuration::from_hours(7 * 24);
/// The longest part of a hub's message that is stored, in characters.
const KEPT: usize = 200;

/// Subscribes to hubs and receives what they send.
#[derive(Debug)]
pub struct PushService {
    context: Context,
    /// The address at which hubs reach us; without it none is asked.
    public_url: Option<Url>,
    rules: Arc<RuleService>,
    pulse: Arc<Pulse>,
    signals: Arc<Signals>,
    inbox: Inbox,
}

impl PushService {
    pub(crate) fn new(
        context: Context,
        public_url: Option<Url>,
        rules: Arc<RuleService>,
        pulse: Arc<Pulse>,
        signals: Arc<Signals>,
    ) -> Self {
        Self { context, public_url, rules, pulse, signals, inbox: Inbox::default() }
    }

    /// Returns whether hubs can reach us.
    pub(crate) fn is_reachable(&self) -> bool {
        self.public_url.is_some()
    }

    /// Ends subscriptions that are no longer wanted, and asks hubs for the others.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn renew(self: &Arc<Self>) -> Result<(), Error> {
        let Some(public_url) = &self.public_url else { return Ok(()) };
        let now = self.context.now();
        let n = self.context.store.push().end_unwanted(public_url.to_string(), now).await?;
        if n > 0 {
            info!(subscriptions = n, "ending hub subscriptions");
        }
        while self.ask_hubs().await? > 0 {}
        Ok(())
    }

    /// Returns whether a hub was asked for what it asks us to confirm; if so, stores the result.
    pub(crate) async fn confirm_push(&self, token: &str, intent: Intent) -> Result<bool, Error> {
        let now = self.context.now();
        match intent {
            Intent::Deny { topic, reason } => {
                let until = now.saturating_add(REFUSED_FOR).unwrap_or(Timestamp::MAX);
                let said = format!("The hub refused. {}", short(&reason));
                self.context
                    .store
                    .push()
                    .deny(token.to_owned(), topic, said.trim().to_owned(), until)
                    .await
            }
            Intent::Confirm { mode, topic, lease_seconds } => {
                let granted = lease_seconds.map_or(push::LEASE, |s| Minutes(s as f64 / 60.0));
                let confirmation = confirmation(
                    PushMethod::Hub,
                    mode,
                    topic,
                    granted,
                    now,
                    self.context.time.draw(),
                );
                self.context.store.push().confirm(token.to_owned(), confirmation, now).await
            }
            Intent::Cloud { topic } => {
                let (mode, lease) = (PushMode::Subscribe, push::CLOUD_LEASE);
                let confirmation = confirmation(
                    PushMethod::Cloud,
                    mode,
                    topic,
                    lease,
                    now,
                    self.context.time.draw(),
                );
                self.context.store.push().confirm(token.to_owned(), confirmation, now).await
            }
        }
    }
}

fn confirmation(
    way: PushMethod,
    mode: PushMode,
    topic: String,
    granted: Minutes,
    now: Timestamp,
    chance: Share,
) -> Confirmation {
    Confirmation {
        way,
        mode,
        topic,
        lease_until: push::lease_until(granted, now),
        renew_at: push::renew_at(granted, now, chance),
        asked_since: now
            .saturating_sub(SignedDuration::from_millis(push::VERIFYING.to_ms()))
            .unwrap_or(Timestamp::MIN),
    }
}

/// Returns the beginning of a message, in one line.
fn short(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    plain.take(KEPT).collect::<String>().trim().to_owned()
}
