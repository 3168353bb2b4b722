//! Compares hubs with fetches: was everything the source shows announced, does the source show everything announced,
//! and which hub should announce it from now on?

use super::PushService;
use jiff::Timestamp;
use std::time::Duration;
use tidings_model::{
    Hints, Outcome, Reason, SourceKind, dates::earlier, push::PushMethod, source::Source,
    units::Minutes,
};
use tidings_schedule::push::{
    self, HubEvidence,
    choosing::{CONSTANCY, CurrentHub, HubChoice, choose, recheck_at},
};
use tidings_store::{
    Error, FetchManner, FetchRecord, PushOverlap, PushState, PushSubscription, Recognizable,
};
use tidings_web::SecretToken;
use tracing::info;

/// What a source showed when it was fetched.
pub(crate) struct HubCheck {
    /// Its articles, to be recognized.
    pub(crate) items: Vec<Recognizable>,
    /// The number of articles that no hub had sent.
    pub(crate) n_new: u32,
    /// When the fetch began.
    pub(crate) started_at: Timestamp,
}

/// What a fetch tells us about the hub that announces the source.
#[derive(Debug, Clone, Default)]
pub(crate) struct HubComparison {
    /// The subscription with its new standing; `None` if hubs cannot reach us.
    pub(crate) push: Option<PushSubscription>,
    /// When the articles sent since the last fetch were posted.
    pub(crate) sent: Vec<Option<Timestamp>>,
    /// The number of articles that were sent and are not shown yet.
    n_awaited: u32,
}

impl HubComparison {
    /// Returns whether silence of the hub means that nothing is new. For a cloud it never does, because anyone can
    /// speak in its name.
    fn is_believed(&self, now: Timestamp) -> bool {
        let is_good = |push: &PushSubscription| {
            push.offer.way == PushMethod::Hub && push::is_believed(&push.standing, now)
        };
        self.push.as_ref().is_some_and(is_good)
    }
}

impl PushService {
    /// Compares what a source shows with what its hub announced.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn compare(
        &self,
        source: &Source,
        manner: &FetchManner,
        seen: impl FnOnce() -> HubCheck,
    ) -> Result<HubComparison, Error> {
        let (Some(push), Some(_)) = (&manner.push, &self.public_url) else {
            return Ok(HubComparison::default());
        };
        let mut push = push.clone();
        let sent = self.context.store.push().pushed_since_look(source.id).await?;
        let now = self.context.now();
        let HubCheck { items, n_new, started_at } = seen();
        let last_look = source.health.last_success;
        let change = move |standing, shown: PushOverlap| {
            let (n_shown, n_unshown) = (shown.n_shown, shown.n_unshown);
            push::after_look(standing, HubEvidence { n_new, n_shown, n_unshown, last_look }, now)
        };
        let compared =
            self.context.store.push().compare(source.id, items, started_at, change).await?;
        let Some((before, after, shown)) = compared else { return Ok(HubComparison::default()) };
        if after.is_hint && !before.is_hint {
            info!(source = %source.id, "hub sent articles that its source does not show; its messages are only hints from now on");
        }
        if after.n_doubts > before.n_doubts {
            info!(source = %source.id, "hub missed articles; renewing the subscription, and fetching the source as usual");
            let constancy = Duration::from_secs_f64(60.0 * CONSTANCY.0);
            self.context.store.push().hasten(source.id, earlier(now, constancy), now).await?;
        }
        push.standing = after;
        Ok(HubComparison { push: Some(push), sent, n_awaited: shown.n_awaited })
    }

    /// Postpones the next fetch of a source whose hub is trusted.
    pub(crate) fn leave_alone(
        &self,
        record: &mut FetchRecord,
        hub: &HubComparison,
        manner: &FetchManner,
        outcome: &Outcome,
    ) {
        let now = record.finished_at;
        let longest = manner.max_minutes.map(|minutes| Minutes(minutes.into()));
        if hub.is_believed(now)
            && let Some(plan) =
                push::leave_alone(record.next_at, longest, outcome, &self.context.limits, now)
        {
            record.next_at = plan.at;
            record.next_reason = plan.reason.code();
        }
    }

    /// Acts on a fetch once it is stored: chooses the hub to announce the source from now on, and checks again soon for
    /// articles that were sent and are not shown yet.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn follow_up(
        &self,
        source: &Source,
        hints: &Hints,
        manner: &FetchManner,
        hub: &HubComparison,
    ) -> Result<(), Error> {
        if hub.n_awaited > 0 {
            let shortest = manner.min_minutes.map(|minutes| Minutes(minutes.into()));
            let at = recheck_at(shortest, self.context.now());
            self.context.store.sources().call(source.id, at, Reason::Verifying).await?;
        }
        self.choose_hub(source, hints, manner).await
    }

    /// Subscribes to the best hub that the source offers, if that is another one than before.
    ///
    /// # Errors
    /// When the store fails.
    async fn choose_hub(
        &self,
        source: &Source,
        hints: &Hints,
        manner: &FetchManner,
    ) -> Result<(), Error> {
        let Some(base) = &self.public_url else { return Ok(()) };
        // Only the owner of a private source decides who else learns about it.
        let is_open =
            source.kind == SourceKind::Feed && manner.secret.is_none() && source.owner.is_none();
        let told = Source { hints: hints.clone(), ..source.clone() };
        let offers = if is_open { push::offers(&told) } else { Vec::new() };
        let now = self.context.now();
        match (choose(&offers, manner.push.as_ref().map(current_hub), now), &manner.push) {
            (HubChoice::Keep, _) => Ok(()),
            (HubChoice::Ask(offer), _) => {
                let token = SecretToken::new(&*self.context.time).text;
                let offer = offer.clone();
                self.context.store.push().wish(source.id, offer, token, base.to_string(), now).await
            }
            (HubChoice::End, None) => Ok(()),
            (HubChoice::End, Some(_)) => self.context.store.push().end(source.id, now).await,
        }
    }
}

fn current_hub(push: &PushSubscription) -> CurrentHub<'_> {
    CurrentHub {
        offer: &push.offer,
        since: push.created_at,
        failures: push.failures,
        is_active: push.state == PushState::Active,
    }
}
