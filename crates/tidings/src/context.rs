//! What all services share: store, web, time and limits.

use crate::clock::Time;
use jiff::Timestamp;
use std::{sync::Arc, time::Duration};
use tidings_fetch::{Purpose, Request, Response, Web};
use tidings_model::{Clock, Failure, FailureKind, HostKey, dates::until, limits::Limits};
use tidings_store::{HostTurn, Store};

/// The shared context. Cheap to clone: every service has its own copy.
#[derive(Debug, Clone)]
pub struct Context {
    /// The store.
    pub store: Store,
    /// The web, or a simulation of it.
    pub web: Arc<dyn Web>,
    /// The clock and random draws.
    pub time: Arc<Time>,
    /// Limits.
    pub limits: Arc<Limits>,
}

impl Context {
    /// Creates a context with these limits.
    #[must_use]
    pub fn new(store: Store, web: Arc<dyn Web>, time: Arc<Time>, limits: Limits) -> Self {
        Self { store, web, time, limits: Arc::new(limits) }
    }

    /// Fetches something other than a source, such as an icon, a picture or an article's page, when it is its host's
    /// turn: all processes together keep a minimum gap between two requests to a host, and send none until its
    /// Retry-After has passed.
    ///
    /// # Errors
    /// Why it cannot be fetched, in a sentence for users.
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
            // If this cannot be stored, the next request is refused in the same way.
            let _ = self.store.sources().silence_host(asking, until).await;
        }
        answer
    }

    /// Returns the current time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.time.now()
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{FEED, Home, answer};
    use std::time::Duration;
    use tidings_fetch::{Purpose, Request};
    use tidings_model::{Clock, Failure, FailureKind};

    fn page(url: &str) -> Request {
        Request::new(url.parse().unwrap(), Purpose::Page)
    }

    #[tokio::test(start_paused = true)]
    async fn requests_to_one_host_are_spaced_and_hosts_do_not_wait_for_each_other() {
        let home = Home::new().await;
        for url in ["https://a.example/", "https://www.a.example/2", "https://b.example/"] {
            home.web.answers(answer(url, "text/html", "page"));
        }
        let (context, begun) = (&home.services.context, home.now());
        let took = async |url: &str| {
            context.get_in_turn(page(url)).await.unwrap();
            home.now().duration_since(begun).as_millis()
        };
        let (first, second, other) = tokio::join!(
            took("https://a.example/"),
            took("https://www.a.example/2"),
            took("https://b.example/"),
        );
        assert_eq!((first, second, other), (0, 1_000, 0), "a and www.a are one publisher");
    }

    #[tokio::test(start_paused = true)]
    async fn a_retry_after_applies_to_pages_too() {
        let home = Home::new().await;
        let source = home.follow(home.ada, FEED).await;
        let busy = Failure::new(FailureKind::RateLimited, "later");
        home.web.fails(FEED, Failure { retry_after_s: Some(90), ..busy });
        home.pass(60);
        home.look(source).await;
        let (context, n_asked) = (&home.services.context, home.web.n_asked());
        let refused = context.get_in_turn(page("https://example.org/page")).await.unwrap_err();
        assert_eq!((refused.kind, refused.retry_after_s), (FailureKind::RateLimited, Some(90)));
        assert_eq!(home.web.n_asked(), n_asked);
        context.time.sleep(Duration::from_secs(90)).await;
        let missing = context.get_in_turn(page("https://example.org/page")).await.unwrap_err();
        assert_eq!(missing.kind, FailureKind::NotFound, "it is requested again");
        assert_eq!(context.time.speed(), 1);
    }
}
