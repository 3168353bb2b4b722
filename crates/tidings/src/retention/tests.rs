//! Old articles are deleted; the newest and those somebody saved stay.

use super::*;
use crate::{
    services::ServiceSettings,
    testing::{FEED, Home},
};
use tidings_model::limits::Limits;
use tidings_store::ArticleList;

const DAY: i64 = 24 * 60;

async fn keeping(days: Option<u64>) -> Home {
    let keep = days.map(|days| Duration::from_secs(days * 86_400));
    Home::with(Limits::default(), ServiceSettings { keep, ..ServiceSettings::default() }).await
}

#[tokio::test(start_paused = true)]
async fn old_articles_are_deleted_except_the_fifty_newest_and_saved_ones() {
    let home = keeping(Some(30)).await;
    let titles: Vec<String> = (0..60).map(|n| format!("{n:02}")).collect();
    home.web.says(FEED, &titles.iter().map(String::as_str).collect::<Vec<_>>());
    home.follow(home.ada, FEED).await;
    let mut ids = home.store().readings().unread_ids(home.ada, 99).await.unwrap();
    ids.sort_unstable();
    home.store().readings().star(home.ada, ids[0], Some(home.now())).await.unwrap();
    let sweep = async |days| {
        home.pass(days * DAY);
        home.services.retention.sweep().await.unwrap();
        home.store().articles().count().await.unwrap()
    };
    assert_eq!(sweep(29).await, 60, "not yet");
    let left = sweep(2).await;
    assert!(left == 50 || left == 51, "{left}");
    assert_eq!(home.titles(home.ada, ArticleList::Starred).await.len(), 1);
    assert_eq!(sweep(0).await, left, "a second sweep finds nothing");
    assert_eq!(home.store().maintenance().check().await.unwrap(), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn keeping_everything_deletes_nothing() {
    let home = keeping(None).await;
    let titles: Vec<String> = (0..60).map(|n| n.to_string()).collect();
    home.web.says(FEED, &titles.iter().map(String::as_str).collect::<Vec<_>>());
    home.follow(home.ada, FEED).await;
    home.pass(4_000 * DAY);
    home.services.retention.sweep().await.unwrap();
    assert_eq!(home.store().articles().count().await.unwrap(), 60);
}

#[tokio::test(start_paused = true)]
async fn the_articles_of_every_source_are_deleted_however_many_there_are() {
    let home = keeping(Some(1)).await;
    let (now, sources) = (home.now(), home.store().sources());
    let titles: Vec<String> = (0..51).map(|n| n.to_string()).collect();
    home.web.says(FEED, &titles.iter().map(String::as_str).collect::<Vec<_>>());
    for n in 0..AT_ONCE + 3 {
        let url = format!("https://h{n}.example/feed").parse().unwrap();
        sources.add(tidings_model::SourceKind::Feed, url, now).await.unwrap();
    }
    home.follow(home.ada, FEED).await;
    home.pass(2 * DAY);
    home.services.retention.sweep().await.unwrap();
    assert_eq!(home.store().articles().count().await.unwrap(), 50, "the last source of all");
}

#[tokio::test(start_paused = true)]
async fn a_partial_day_counts_as_a_whole_one() {
    let home = keeping(None).await;
    let days = |keep| RetentionService::new(home.services.context.clone(), keep).keep_days();
    for (seconds, expected) in [(1, 1), (86_400, 1), (86_401, 2), (365 * 86_400, 365)] {
        assert_eq!(days(Some(Duration::from_secs(seconds))), Some(expected));
    }
    assert_eq!((days(None), days(Some(Duration::MAX))), (None, Some(u32::MAX)));
}
