//! Whether a source announces its articles, through which hub, and how well that works.

use crate::voice::Voice;
use jiff::Timestamp;
use tidings_model::{Reason, push::PushMethod, source::Source};
use tidings_store::{PushState, PushSubscription};
use url::Url;

/// The section on announcements.
pub(super) struct Announcing {
    pub(super) sentence: String,
    /// When something was last announced, and when the lease ends.
    pub(super) details: Vec<String>,
    /// What went wrong, in the original words.
    pub(super) fault: Option<String>,
}

/// Returns the section for a source; `None` if it names no hub.
pub(super) fn announcing(
    t: &Voice,
    source: &Source,
    push: Option<&PushSubscription>,
    public_url: Option<&Url>,
    now: Timestamp,
) -> Option<Announcing> {
    let host = |url: &Url| url.host_str().unwrap_or_default().to_owned();
    let Some(push) = push.filter(|_| public_url.is_some()) else {
        let named = source.hints.hubs.first().or(source.hints.cloud.as_ref())?;
        let sentence =
            public_url.is_none().then(|| t.with("src-push-offered", "host", &host(named)))?;
        return Some(Announcing { sentence, details: Vec::new(), fault: None });
    };
    let is_left_alone =
        matches!(Reason::of_code(&source.next_reason), Some(Reason::Announces { .. }));
    let key = match (push.state, push.offer.way) {
        (PushState::Asking, _) => "src-push-asking",
        (PushState::Refused, _) => "src-push-refused",
        (PushState::Active, PushMethod::Cloud) => "src-push-cloud",
        (PushState::Active, PushMethod::Hub) if push.standing.is_hint => "src-push-hint",
        (PushState::Active, PushMethod::Hub) if is_left_alone => "src-push-believed",
        (PushState::Active, PushMethod::Hub) => "src-push-unproved",
    };
    Some(Announcing {
        sentence: t.with(key, "host", &host(&push.offer.hub)),
        details: if push.state == PushState::Active { details(t, push, now) } else { Vec::new() },
        fault: push.fault.clone(),
    })
}

fn details(t: &Voice, push: &PushSubscription, now: Timestamp) -> Vec<String> {
    let standing = &push.standing;
    let mut details = Vec::new();
    details
        .extend(standing.since.map(|at| t.with("src-push-since", "since", &t.past(at, now).words)));
    details.push(match standing.last_ping {
        Some(at) => t.with("src-push-last", "ago", &t.past(at, now).words),
        None => t.of("src-push-none").to_owned(),
    });
    details.extend(standing.lease_until.map(|until| match until > now {
        true => t.with("src-push-until", "date", &t.full(until, now).words),
        false => t.of("src-push-over").to_owned(),
    }));
    if standing.n_doubts > 0 {
        details.push(t.n("src-push-silent", standing.n_doubts));
    }
    if push.n_forged > 0 {
        details.push(t.n("src-push-forged", push.n_forged));
    }
    details
}
