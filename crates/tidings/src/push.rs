//! Push, beside the daemon and never in its way: hubs are asked to tell us of news, and what they tell is taken in.
//!
//! Only where a public address is configured. What is asked of whom, and whom to believe, is decided in
//! `tidings_schedule::push`; `asking` carries out the one side, `hearing` the other, `weighing` compares both.

mod asking;
mod hearing;
mod inbox;
#[cfg(test)]
mod tests;
mod weighing;

pub(crate) use inbox::Inbox;
pub(crate) use weighing::{Looked, Weighed};

use crate::daemon::Daemon;
use jiff::{SignedDuration, Timestamp};
use std::{sync::Arc, time::Duration};
use tidings_model::{
    Clock,
    push::Way,
    units::{Minutes, Share},
};
use tidings_schedule::push;
use tidings_store::{Confirmation, Error, PushMode};
use tidings_web::push::Intent;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};
use url::Url;

/// How often the store is asked whom to ask.
const REST: Duration = Duration::from_secs(5);
/// How often subscriptions are looked for that nobody wants any more.
const TIDYING: SignedDuration = SignedDuration::from_mins(10);
/// A hub that said no is asked again after this.
const REFUSED_FOR: SignedDuration = SignedDuration::from_hours(7 * 24);
/// So much of what a hub says is kept.
const KEPT: usize = 200;

impl Daemon {
    /// Asks hubs and takes in what they tell, until told to stop.
    pub async fn keep_push(self: Arc<Self>, stop: CancellationToken) {
        let Some(public_url) = self.public_url.clone() else { return };
        let asking = Arc::clone(&self).keep_asking(public_url, stop.clone());
        let hearing = Arc::clone(&self).keep_hearing(stop);
        // Neither waits for the other: a hub may tell while it is being asked.
        tokio::join!(asking, hearing);
    }

    async fn keep_asking(self: Arc<Self>, public_url: Url, stop: CancellationToken) {
        let mut tidied_at = None;
        while !stop.is_cancelled() {
            let asked = tokio::select! {
                // Who waits for a hub that does not answer need not be waited for: it is asked again after the start.
                () = stop.cancelled() => return,
                asked = self.ask_round(&public_url, &mut tidied_at) => asked,
            };
            match asked {
                Ok(()) => {}
                Err(Error::Crashed | Error::Closed) => return,
                Err(error) => warn!(%error, "hubs cannot be asked; trying again"),
            }
            tokio::select! {
                () = stop.cancelled() => {}
                () = self.time.sleep(REST) => {}
            }
        }
    }

    async fn ask_round(
        self: &Arc<Self>,
        public_url: &Url,
        tidied_at: &mut Option<Timestamp>,
    ) -> Result<(), Error> {
        let now = self.time.now();
        if tidied_at.is_none_or(|at| now < at || now.duration_since(at) >= TIDYING) {
            let n = self.store.push().end_unwanted(public_url.to_string(), now).await?;
            if n > 0 {
                info!(subscriptions = n, "hubs need not tell us of some sources any more");
            }
            *tidied_at = Some(now);
        }
        while self.ask_hubs().await? > 0 {}
        Ok(())
    }

    /// Whether a hub was asked for what it asks us to confirm; if it was, what follows is kept.
    pub(crate) async fn confirm_push(&self, token: &str, intent: Intent) -> Result<bool, Error> {
        let now = self.time.now();
        match intent {
            Intent::Deny { topic, reason } => {
                let until = now.saturating_add(REFUSED_FOR).unwrap_or(Timestamp::MAX);
                let said = format!("The hub refused. {}", short(&reason));
                self.store.push().deny(token.to_owned(), topic, said.trim().to_owned(), until).await
            }
            Intent::Confirm { mode, topic, lease_seconds } => {
                let granted = lease_seconds.map_or(push::LEASE, |s| Minutes(s as f64 / 60.0));
                let confirmation =
                    confirmation(Way::Hub, mode, topic, granted, now, self.time.draw());
                self.store.push().confirm(token.to_owned(), confirmation, now).await
            }
            Intent::Cloud { topic } => {
                let (mode, lease) = (PushMode::Subscribe, push::CLOUD_LEASE);
                let confirmation =
                    confirmation(Way::Cloud, mode, topic, lease, now, self.time.draw());
                self.store.push().confirm(token.to_owned(), confirmation, now).await
            }
        }
    }
}

fn confirmation(
    way: Way,
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

/// The beginning of what somebody said, in one line.
fn short(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    plain.take(KEPT).collect::<String>().trim().to_owned()
}
