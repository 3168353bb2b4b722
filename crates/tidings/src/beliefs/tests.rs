//! Beliefs: how much sources matter, when people read, and what all sources have in common.

use super::*;
use crate::{
    services::{ServiceSettings, Services},
    testing::{FEED, Home},
};
use tidings_model::{UserId, user::Visit};
use tidings_store::Belief;

const HOUR: i64 = 60;
const DAY: i64 = 24 * HOUR;
const OTHER: &str = "https://other.example/feed";

/// Another process on the same store.
fn neighbour(home: &Home) -> Services {
    Services::new(home.services.context.clone(), ServiceSettings::default())
}

/// Makes a user open all articles of a source.
async fn open_all(home: &Home, user: UserId, source: SourceId) {
    let unread = home.store().readings().unread_ids(user, 99).await.unwrap();
    for one in home.store().articles().listed(user, unread).await.unwrap() {
        if one.source == source {
            home.store().readings().opened(user, one.id, home.now()).await.unwrap();
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_source_weighs_more_if_its_readers_open_more_of_it_than_of_others() {
    let home = Home::new().await;
    for url in [FEED, OTHER] {
        home.web.says(url, &["one", "two", "three", "four"]);
    }
    let (loved, skipped) = (home.follow(home.ada, FEED).await, home.follow(home.ada, OTHER).await);
    open_all(&home, home.ada, loved).await;
    let weights = async || {
        home.services.beliefs.weigh().await.unwrap();
        (home.source(loved).await.weight, home.source(skipped).await.weight)
    };
    // She opens half of everything: (½·4 + 4)/(4 + 4) is 1.5 times that, (½·4 + 0)/(4 + 4) half.
    let (one, other) = weights().await;
    assert!((one - 1.5).abs() < 1e-9 && (other - 0.5).abs() < 1e-9, "{one} {other}");
    // Bob opens nothing, which counts as one in a hundred: (0.01·4 + 0)/(4 + 4) is half of that.
    home.follow(home.bob, FEED).await;
    let (both, alone) = weights().await;
    assert!((both - 2.0).abs() < 1e-9 && (alone - 0.5).abs() < 1e-9, "{both} {alone}");
    // After a month, no opened article counts any more, and each reader counts once.
    home.pass(31 * DAY);
    let (both, alone) = weights().await;
    assert!((both - 2.0).abs() < 1e-9 && (alone - 1.0).abs() < 1e-9, "{both} {alone}");
}

#[tokio::test(start_paused = true)]
async fn a_minute_matters_when_readers_come_and_the_answer_is_cached_for_six_hours() {
    let home = Home::new().await;
    let source = home.follow(home.ada, FEED).await;
    // A Sunday at noon; she comes at seven every morning.
    let matters = async |source| {
        let hours = &home.services.beliefs.hours;
        hours.of_source(&home.services.context, source, home.now()).await.unwrap()
    };
    assert!(matters(SourceId(999)).await.is_none(), "nobody subscribes to it");
    let even = matters(source).await.unwrap();
    assert!(even.iter().all(|hour| (hour - 1.0).abs() < 0.01));
    home.pass(28 * DAY);
    for day in 0..28 {
        let at = home.now() - jiff::SignedDuration::from_hours(24 * day + 5);
        home.store().users().add_visit(Visit { user: home.ada, at }).await.unwrap();
    }
    let known = matters(source).await.unwrap();
    assert!(known[7] > 3.0 * known[3], "{known:?}");
    // Bob has no fixed hours: the average of both is half as sharp.
    home.follow(home.bob, FEED).await;
    let both = matters(source).await.unwrap();
    for hour in 0..168 {
        assert!((both[hour] - f32::midpoint(known[hour], 1.0)).abs() < 0.02, "{hour}");
    }
    home.store().users().add_visit(Visit { user: home.bob, at: home.now() }).await.unwrap();
    home.pass(5 * HOUR);
    assert_eq!(matters(source).await.unwrap(), both, "held");
    home.pass(HOUR);
    assert_ne!(matters(source).await.unwrap(), both, "loaded again");
}

/// A home that has watched six sources for a day.
async fn watched() -> Home {
    let home = Home::new().await;
    for n in 0..6 {
        let url = format!("https://h{n}.example/feed");
        home.web.says(&url, &["one"]);
        home.follow(home.ada, &url).await;
    }
    home.pass(DAY);
    home
}

async fn stored(home: &Home) -> Option<Belief> {
    home.store().learning().belief("population", 0).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn what_sources_are_like_is_learned_after_a_day_and_other_processes_load_it() {
    let home = watched().await;
    let other = neighbour(&home);
    other.beliefs.refresh(home.now()).await.unwrap();
    home.services.beliefs.refit().await.unwrap();
    let learned = stored(&home).await.expect("six sources are enough");
    assert_eq!(learned.as_of, home.now());
    home.services.beliefs.refit().await.unwrap();
    assert_eq!(stored(&home).await.as_ref(), Some(&learned), "it is not due again");
    home.pass(9);
    other.beliefs.refresh(home.now()).await.unwrap();
    assert_eq!(other.beliefs.general().as_of, None, "it is reloaded every ten minutes");
    home.pass(1);
    other.beliefs.refresh(home.now()).await.unwrap();
    assert_eq!(other.beliefs.general().as_of, Some(learned.as_of));
    let rates = [&home.services, &other].map(|process| process.beliefs.usual_rate());
    assert!((rates[0] / rates[1] - 1.0).abs() < 1e-6, "{rates:?}");
}

#[tokio::test(start_paused = true)]
async fn too_few_sources_or_too_little_time_are_not_enough_to_learn() {
    let home = watched().await;
    home.pass(-1);
    home.services.beliefs.refit().await.unwrap();
    assert_eq!(stored(&home).await, None, "a minute too early");
    let few = Home::new().await;
    few.follow(few.ada, FEED).await;
    few.pass(30 * DAY);
    few.services.beliefs.refit().await.unwrap();
    assert_eq!(stored(&few).await, None);
}

#[tokio::test(start_paused = true)]
async fn of_two_concurrent_results_one_is_stored_and_a_damaged_one_is_learned_again() {
    let home = watched().await;
    let other = neighbour(&home);
    let (one, two) = tokio::join!(home.services.beliefs.refit(), other.beliefs.refit());
    one.and(two).unwrap();
    let kept = stored(&home).await.unwrap();
    assert_eq!(home.services.beliefs.general().as_of, Some(kept.as_of));
    assert_eq!(other.beliefs.general().as_of, Some(kept.as_of));
    let junk = Belief { body: b"junk".to_vec(), ..kept };
    home.store().learning().set_belief("population", junk).await.unwrap();
    let restarted = neighbour(&home);
    restarted.beliefs.refresh(home.now()).await.unwrap();
    assert_eq!(restarted.beliefs.general().as_of, None, "a damaged belief counts as none");
    assert!(restarted.beliefs.usual_rate() > 0.0);
    home.pass(1);
    restarted.beliefs.refit().await.unwrap();
    assert_eq!(stored(&home).await.unwrap().as_of, home.now(), "it is learned again");
    assert_eq!(restarted.beliefs.general().as_of, Some(home.now()));
}

#[tokio::test(start_paused = true)]
async fn the_outlook_of_a_source_follows_from_its_fetches() {
    let home = Home::new().await;
    assert_eq!(home.services.beliefs.outlook(SourceId(1), home.now()).await.unwrap(), None);
    let source = home.follow(home.ada, FEED).await;
    let tomorrow = home.now() + jiff::SignedDuration::from_hours(24);
    let of = async |at| home.services.beliefs.outlook(source, at).await.unwrap().unwrap();
    let (now, later) = (of(home.now()).await, of(tomorrow).await);
    assert_eq!(now.n_shown, 2);
    assert!(now.expected.abs() < 1e-6, "nothing is expected immediately: {}", now.expected);
    assert!((later.expected - later.per_day).abs() < 0.2 * later.per_day, "{later:?}");
    assert!(later.loss >= now.loss && later.loss <= 1.0);
}
