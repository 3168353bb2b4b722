//! After each look at a source: was everything announced that it shows, does it show everything that was announced, and who
//! should be asked to announce it from now on?

use crate::daemon::Daemon;
use jiff::{SignedDuration, Timestamp};
use tidings_model::{
    Clock, Hints, Outcome, Reason, SourceKind,
    push::{Offer, Way},
    source::Source,
    units::Minutes,
};
use tidings_schedule::push::{self, Found};
use tidings_store::{
    Error, Manner, PushState, PushSubscription, Recognizable, RetrievalRecord, Shown,
};
use tidings_web::Token;
use tracing::info;

/// A hub that failed so often in a row is passed over for the next one that the source names.
const PATIENCE: u32 = 4;
/// Nobody is asked anew about a source more often than this, however often it names others.
const CONSTANCY: SignedDuration = SignedDuration::from_hours(24);
/// Between looks for an article that a hub sent and the source has not shown yet.
const RECHECK: SignedDuration = SignedDuration::from_mins(15);

/// What a look at a source showed.
pub(crate) struct Looked {
    /// Its articles, to be recognised.
    pub(crate) items: Vec<Recognizable>,
    /// Those that nobody had sent.
    pub(crate) n_new: u32,
    /// When it began.
    pub(crate) started_at: Timestamp,
}

/// What a look means for the hub that tells of a source.
#[derive(Debug, Clone, Default)]
pub(crate) struct Weighed {
    /// Who tells, with the new standing; nobody, where nobody can reach us.
    pub(crate) push: Option<PushSubscription>,
    /// When those articles were posted that were sent since the last look.
    pub(crate) sent: Vec<Option<Timestamp>>,
    /// Articles that were sent and are not shown yet.
    n_awaited: u32,
}

impl Weighed {
    /// Whether the hub's silence means that nothing is new. A cloud's never does: anybody can speak in its name.
    fn is_believed(&self, now: Timestamp) -> bool {
        let is_good = |push: &PushSubscription| {
            push.offer.way == Way::Hub && push::is_believed(&push.standing, now)
        };
        self.push.as_ref().is_some_and(is_good)
    }
}

impl Daemon {
    /// Weighs a look at a source against what its hub told.
    ///
    /// # Errors
    /// When the store does not answer.
    pub(crate) async fn weigh_hub(
        &self,
        source: &Source,
        manner: &Manner,
        looked: impl FnOnce() -> Looked,
    ) -> Result<Weighed, Error> {
        let (Some(push), Some(_)) = (&manner.push, &self.public_url) else {
            return Ok(Weighed::default());
        };
        let mut push = push.clone();
        let sent = self.store.push().pushed_since_look(source.id).await?;
        let now = self.time.now();
        let Looked { items, n_new, started_at } = looked();
        let last_look = source.health.last_success;
        let change = move |standing, shown: Shown| {
            let (n_shown, n_unshown) = (shown.n_shown, shown.n_unshown);
            push::after_look(standing, Found { n_new, n_shown, n_unshown, last_look }, now)
        };
        let weighed = self.store.push().compare(source.id, items, started_at, change).await?;
        let Some((before, after, shown)) = weighed else { return Ok(Weighed::default()) };
        if after.is_hint && !before.is_hint {
            info!(source = %source.id, "a hub sent what its source does not show; its word is a hint from now on");
        }
        if after.n_doubts > before.n_doubts {
            info!(source = %source.id, "a hub was silent; it is asked again, and the source is looked at as usual");
            self.store.push().hasten(source.id, earlier(now, CONSTANCY), now).await?;
        }
        push.standing = after;
        Ok(Weighed { push: Some(push), sent, n_awaited: shown.n_awaited })
    }

    /// Leaves a source alone for longer whose hub is believed.
    pub(crate) fn leave_alone(
        &self,
        record: &mut RetrievalRecord,
        weighed: &Weighed,
        manner: &Manner,
        outcome: &Outcome,
    ) {
        let now = record.finished_at;
        let longest = manner.max_minutes.map(|minutes| Minutes(minutes.into()));
        if weighed.is_believed(now)
            && let Some(plan) =
                push::leave_alone(record.next_at, longest, outcome, &self.limits, now)
        {
            record.next_at = plan.at;
            record.next_reason = plan.reason.code();
        }
    }

    /// What follows from a look once it is stored: who is asked to tell of the source from now on, and when to look again
    /// for what was sent and is not shown yet.
    ///
    /// # Errors
    /// When the store does not answer.
    pub(crate) async fn settle_push(
        &self,
        source: &Source,
        hints: &Hints,
        manner: &Manner,
        weighed: &Weighed,
    ) -> Result<(), Error> {
        if weighed.n_awaited > 0 {
            let wished = manner.min_minutes.map_or(0, |minutes| i64::from(minutes) * 60);
            let pause = RECHECK.max(SignedDuration::from_secs(wished));
            let at = self.time.now().saturating_add(pause).unwrap_or(Timestamp::MAX);
            self.store.sources().call(source.id, at, Reason::Verifying).await?;
        }
        self.wish_for_push(source, hints, manner).await
    }

    /// Wishes for the best of those who offer to tell of a source, if that is another than before.
    ///
    /// # Errors
    /// When the store does not answer.
    async fn wish_for_push(
        &self,
        source: &Source,
        hints: &Hints,
        manner: &Manner,
    ) -> Result<(), Error> {
        let Some(base) = &self.public_url else { return Ok(()) };
        // Who else is told of a private source is for its owner to say.
        let is_open =
            source.kind == SourceKind::Feed && manner.secret.is_none() && source.owner.is_none();
        let told = Source { hints: hints.clone(), ..source.clone() };
        let offers = if is_open { push::offers(&told) } else { Vec::new() };
        let now = self.time.now();
        match (choose(&offers, manner.push.as_ref(), now), &manner.push) {
            (Choice::Keep, _) => Ok(()),
            (Choice::Ask(offer), _) => {
                let token = Token::new(&*self.time).text;
                let offer = offer.clone();
                self.store.push().wish(source.id, offer, token, base.to_string(), now).await
            }
            (Choice::End, None) => Ok(()),
            (Choice::End, Some(_)) => self.store.push().end(source.id, now).await,
        }
    }
}

/// What to do about those who offer to tell.
#[derive(Debug, PartialEq, Eq)]
enum Choice<'a> {
    Keep,
    Ask(&'a Offer),
    End,
}

fn choose<'a>(offers: &'a [Offer], asked: Option<&PushSubscription>, now: Timestamp) -> Choice<'a> {
    let Some(asked) = asked else { return offers.first().map_or(Choice::End, Choice::Ask) };
    if offers.is_empty() {
        return Choice::End;
    }
    let is_recent = now.duration_since(asked.created_at) < CONSTANCY;
    let is_hopeless = asked.state != PushState::Active && asked.failures >= PATIENCE;
    match offers.iter().position(|offer| *offer == asked.offer) {
        Some(at) if is_hopeless && !is_recent => match offers.get((at + 1) % offers.len()) {
            Some(next) if *next != asked.offer => Choice::Ask(next),
            _ => Choice::Keep,
        },
        Some(_) => Choice::Keep,
        None if is_recent => Choice::Keep,
        None => Choice::Ask(&offers[0]),
    }
}

fn earlier(now: Timestamp, span: SignedDuration) -> Timestamp {
    now.saturating_sub(span).unwrap_or(Timestamp::MIN)
}
