//! Implements the traits through which the web uses the program, one file per capability. Everything is passed on to
//! the services.

mod checks;
mod importing;
mod pictures;
mod push;
mod rules;
mod subscribing;
mod today_pages;
mod webhooks;

use crate::{services::Services, subscribing::SubscribeError};
use std::sync::Arc;
use tidings_model::{Failure, FailureKind};

/// Returns the program as the web sees it.
pub(crate) fn by(services: &Arc<Services>) -> tidings_web::ProgramServices {
    tidings_web::ProgramServices::by(&Arc::new(WebServices(Arc::clone(services))))
}

/// The services, with every capability that the web needs.
#[derive(Debug)]
struct WebServices(Arc<Services>);

/// Returns why not, for the user.
fn failure_of(why: SubscribeError) -> Failure {
    match why {
        SubscribeError::Refused(failure) => failure,
        SubscribeError::Store(error) => Failure::new(FailureKind::Store, error.to_string()),
        choice @ SubscribeError::Choice(_) => {
            Failure::new(FailureKind::NotAFeed, choice.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        pricing::Spending,
        services::ServiceSettings,
        subscribing::discovery::DiscoveredFeed,
        testing::{FEED, FORBIDDEN, Home},
    };
    use std::time::Duration;
    use tidings_model::{limits::Limits, units::Minutes};
    use tidings_web::{Checks, SubscribeRequest, Subscribing, WebhookChecks};

    #[test]
    fn a_refusal_keeps_its_message_and_other_errors_get_one() {
        let refused = Failure::new(FailureKind::Denied, "No room.");
        assert_eq!(failure_of(SubscribeError::Refused(refused.clone())), refused);
        let store = failure_of(SubscribeError::Store(tidings_store::Error::NotFound("source")));
        assert_eq!((store.kind, &*store.message), (FailureKind::Store, "there is no such source"));
        let feed = |n: u32| DiscoveredFeed {
            url: format!("https://a.example/{n}").parse().unwrap(),
            title: String::new(),
        };
        let choice = failure_of(SubscribeError::Choice(vec![feed(1), feed(2), feed(3)]));
        assert_eq!(choice.kind, FailureKind::NotAFeed);
        assert!(choice.message.contains("3 feeds"), "{choice}");
    }

    #[tokio::test(start_paused = true)]
    async fn pages_get_the_operators_limits_in_whole_minutes_and_days() {
        let limits = Limits {
            min_interval: Duration::from_secs(450),
            subscriptions_per_user: 7,
            ..Limits::default()
        };
        let settings = ServiceSettings {
            spending: Spending { budget: None, delay: Some(Minutes(1.5)) },
            keep: Some(Duration::from_secs(100_000)),
            ..ServiceSettings::default()
        };
        let home = Home::with(limits, settings).await;
        let rules = WebServices(Arc::clone(&home.services)).source_defaults();
        assert_eq!((rules.min_minutes, rules.max_minutes, rules.keep_days), (7, 1_440, Some(2)));
        assert_eq!(rules.target_delay, Some(Duration::from_secs(90)));
        assert_eq!((rules.most_subscriptions, rules.is_target_out_of_reach), (7, false));
        let plain = WebServices(Home::new().await.services).source_defaults();
        assert_eq!((plain.target_delay, plain.keep_days), (None, None));
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_gets_the_subscription_or_the_choices_or_the_reason_for_a_failure() {
        let home = Home::new().await;
        let web = WebServices(Arc::clone(&home.services));
        let SubscribeRequest::Followed(added) =
            web.follow(home.ada, FEED, None, None).await.unwrap()
        else {
            panic!("there is one feed")
        };
        assert_eq!((&*added.title, added.n_articles), ("Feed", 2));
        let link = |n: u32| {
            format!("<link rel=alternate type='application/rss+xml' href=/{n} title=F{n}>")
        };
        let page = format!("<!doctype html><head>{}{}</head>", link(1), link(2));
        home.web.answers(crate::testing::answer("https://two.example/", "text/html", page));
        let SubscribeRequest::Choice(feeds) =
            web.follow(home.ada, "two.example", None, None).await.unwrap()
        else {
            panic!("there are two feeds")
        };
        let titles: Vec<_> = feeds.iter().map(|feed| &*feed.title).collect();
        assert_eq!(titles, ["F1", "F2"]);
        let missing = web.follow(home.ada, "https://none.example/", None, None).await.unwrap_err();
        assert_eq!(missing.kind, FailureKind::NotFound);
        let stranger = web.refresh(home.bob, added.source).await.unwrap_err();
        assert_eq!(stranger.kind, FailureKind::Store, "bob is not subscribed to it");
    }

    #[tokio::test(start_paused = true)]
    async fn webhooks_go_only_where_the_guard_allows() {
        let web = WebServices(Home::new().await.services);
        assert_eq!(web.check_address("hook.example/in").unwrap().scheme(), "https");
        let inside = web.check_address(&format!("https://{FORBIDDEN}/")).unwrap_err();
        assert_eq!(inside.kind, FailureKind::ForbiddenAddress);
        assert!(web.check_address("ftp://hook.example/").is_err());
    }
}
