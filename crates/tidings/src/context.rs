//! What every service works with: memory, the web, time and bounds.

use crate::clock::Time;
use jiff::Timestamp;
use std::{sync::Arc, time::Duration};
use tidings_fetch::{Purpose, Request, Response, Web};
use tidings_model::{Clock, Failure, FailureKind, HostKey, dates::until, limits::Limits};
use tidings_store::{HostTurn, Store};

/// Cheap to clone: every service has its own.
#[derive(Debug, Clone)]
pub struct Context {
    /// Memory.
    pub store: Store,
    /// Where sources are.
    pub web: Arc<dyn Web>,
    /// Time and chance.
    pub time: Arc<Time>,
    /// Bounds.
    pub limits: Arc<Limits>,
}

impl Context {
    /// A context under these limits.
    #[must_use]
    pub fn new(store: Store, web: Arc<dyn Web>, time: Arc<Time>, limits: Limits) -> Self {
        Self { store, web, time, limits: Arc::new(limits) }
    }

    /// Fetches something that is no source, such as an icon, a picture or an article's page, when it is its host's turn:
    /// all processes together keep a gap between two requests to a host, and make none while its Retry-After lasts.
    ///
    /// # Errors
    /// Why it cannot be fetched, in a sentence for a person.
    pub async fn get_in_turn(&self, request: Request) -> Result<Response, Failure> {
        let (host, now) = (HostKey::of(&request.url), self.now());
        let gap = match request.purpose {
            Purpose::Image => self.limits.image_gap_per_host,
            _ => self.limits.gap_per_host,
        };
        let turn = self.store.sources().take_turn(host.clone(), gap, now).await;
        match turn.map_err(|error| Failure::new(FailureKind::Store, error.to_string()))? {
            HostTurn::At(at) => self.time.sleep(until(now, at)).await,
            HostTurn::SilentUntil(at) => {
                let message = "The server asked us to wait.";
                let mut failure = Failure::new(FailureKind::RateLimited, message);
                failure.retry_after_s = Some(until(now, at).as_secs());
                return Err(failure);
            }
        }
        let answer = self.web.get(request).await;
        if let Err(failure) = &answer
            && let (FailureKind::RateLimited, Some(seconds)) = (failure.kind, failure.retry_after_s)
        {
            let (asking, wait) =
                (failure.host.clone().unwrap_or(host), Duration::from_secs(seconds));
            let until = self.now().saturating_add(wait).unwrap_or(Timestamp::MAX);
            // Where this cannot be stored, the next request is refused in the same way.
            let _ = self.store.sources().silence_host(asking, until).await;
        }
        answer
    }

    /// The present.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.time.now()
    }
}
