//! Subscribing to the best feed of a page where nobody can be asked which one.

use super::{
    NewSubscription, SubscribeError, SubscriptionService,
    discovery::{DiscoveredFeed, not_a_feed},
};
use tidings_model::{Failure, UserId};

/// How many feeds of a page are tried. Each is a request to somebody's server.
const MOST_TRIED: usize = 5;

/// A subscription to the best feed of a page.
#[derive(Debug)]
pub struct BestFeed {
    /// The subscription.
    pub followed: NewSubscription,
    /// The better feeds that could not be subscribed to, and why.
    pub refused: Vec<(DiscoveredFeed, Failure)>,
    /// The other feeds of the page, which were not tried.
    pub others: Vec<DiscoveredFeed>,
}

impl SubscriptionService {
    /// Like [`SubscriptionService::follow`], but subscribes to the best feed of a page that links to several: the
    /// first that can be fetched, in the order of the page, with feeds of comments last.
    ///
    /// # Errors
    /// Why not, for the user who typed the address. If no feed of the page can be fetched, why the best cannot.
    pub async fn follow_best(
        &self,
        user: UserId,
        typed: &str,
        folder: Option<&str>,
    ) -> Result<BestFeed, SubscribeError> {
        let candidates = match self.follow(user, typed, folder).await {
            Err(SubscribeError::Choice(candidates)) => candidates,
            result => {
                let (refused, others) = (Vec::new(), Vec::new());
                return Ok(BestFeed { followed: result?, refused, others });
            }
        };
        let mut refused = Vec::new();
        for (n, candidate) in candidates.iter().enumerate().take(MOST_TRIED) {
            let failure = match self.follow(user, candidate.url.as_str(), folder).await {
                Ok(followed) => {
                    let others = candidates[n + 1..].to_vec();
                    return Ok(BestFeed { followed, refused, others });
                }
                Err(SubscribeError::Refused(failure)) => failure,
                Err(SubscribeError::Choice(_)) => not_a_feed(&candidate.url),
                Err(error @ SubscribeError::Store(_)) => return Err(error),
            };
            refused.push((candidate.clone(), failure));
        }
        let best = refused.into_iter().next();
        Err(best.map_or(SubscribeError::Choice(candidates), |(_, failure)| failure.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Home, answer};
    use tidings_model::FailureKind;

    const SITE: &str = "https://blog.example/";

    fn page(addresses: &[&str]) -> String {
        let link = |address: &&str| {
            format!(
                "<link rel=alternate type='application/rss+xml' href='{address}' title='{address}'>"
            )
        };
        format!("<!doctype html><html><head>{}", addresses.iter().map(link).collect::<String>())
    }

    fn paths(feeds: &[DiscoveredFeed]) -> Vec<&str> {
        feeds.iter().map(|feed| feed.url.path()).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn the_main_feed_is_taken_and_the_others_are_named() {
        let home = Home::new().await;
        let body = page(&["/comments/feed", "/feed", "/atom"]);
        home.web.answers(answer(SITE, "text/html", body));
        home.web.says("https://blog.example/feed", &["one", "two"]);
        let best = home.services.subscribing.follow_best(home.ada, SITE, None).await.unwrap();
        assert_eq!((best.followed.url.path(), best.followed.n_articles), ("/feed", 2));
        assert_eq!(paths(&best.others), ["/atom", "/comments/feed"]);
        assert!(best.refused.is_empty());
        assert_eq!(home.web.n_asked(), 2, "the others are not fetched");
    }

    #[tokio::test(start_paused = true)]
    async fn after_a_dead_link_the_next_feed_is_tried() {
        let home = Home::new().await;
        home.web.answers(answer(SITE, "text/html", page(&["/old", "/page", "/feed", "/more"])));
        let gone = Failure::new(FailureKind::Gone, "It is gone.");
        home.web.fails("https://blog.example/old", gone.clone());
        home.web.answers(answer("https://blog.example/page", "text/html", page(&[])));
        home.web.says("https://blog.example/feed", &["one"]);
        let best = home.services.subscribing.follow_best(home.ada, SITE, None).await.unwrap();
        assert_eq!(best.followed.url.path(), "/feed");
        assert_eq!(paths(&best.others), ["/more"]);
        assert_eq!(best.refused[0].1, gone);
        assert_eq!(best.refused[1].0.url.path(), "/page");

        home.web.answers(answer("https://b.example/", "text/html", page(&["/old", "/page"])));
        let url = "https://b.example/old";
        home.web.fails(url, Failure::new(FailureKind::Gone, "It is gone too."));
        let why = home.services.subscribing.follow_best(home.bob, "b.example", None).await;
        assert_eq!(why.unwrap_err().to_string(), "It is gone too.");
    }
}
