//! The days before the doors open: the whole daemon in paused time, with the readers who come meanwhile.

use super::{Stage, account::furnish, readers::Readers};
use crate::{
    clock::Time,
    context::Context as ServiceContext,
    output,
    pricing::Spending,
    services::{ServiceSettings, Services},
};
use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};
use std::{pin::pin, sync::Arc, time::Duration};
use tidings_fetch::SimulatedWeb;
use tidings_model::{Clock, limits::Limits, units::PerDay};
use tidings_store::{Options, Store, StoreLocation};
use tokio_util::sync::CancellationToken;

/// Fetches a day for each source in the beginning, where nothing else is said: few, so that somebody who waits need
/// not wait long.
const FRUGAL: f64 = 2.5;
/// How often topics are learned, besides when there are twice as many articles.
const TOPICS_EVERY: Duration = Duration::from_secs(6 * 86_400);
/// How long before the opening the ordinary budget begins.
const LATELY: SignedDuration = SignedDuration::from_hours(16);
/// How long before the opening the visitor's account was last looked at: what came since is unread.
const AWAY: SignedDuration = SignedDuration::from_hours(11);

/// Lives through the past, or as far as `stop` lets it; returns the instant reached.
pub(super) fn live(stage: &Stage, stop: &CancellationToken) -> Result<Timestamp> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build()?;
    runtime.block_on(live_on(stage, stop))
}

async fn live_on(stage: &Stage, stop: &CancellationToken) -> Result<Timestamp> {
    let time = Arc::new(Time::simulated(stage.beginning, stage.seed));
    let clock: Arc<dyn Clock> = Arc::<Time>::clone(&time);
    let web: Arc<SimulatedWeb> = Arc::new(stage.web(&clock));
    // On this thread and without syncing: what a power cut takes of a demonstration is no loss.
    let store =
        Store::open(Options::inline(StoreLocation::File(stage.database()), time.now())).await?;
    let services = |spending: Spending| {
        let limits = Limits { subscriptions_per_user: usize::MAX, ..Limits::default() };
        let web = Arc::<SimulatedWeb>::clone(&web);
        let context = ServiceContext::new(store.clone(), web, Arc::clone(&time), limits);
        let settings =
            ServiceSettings { spending, topics_every: TOPICS_EVERY, ..ServiceSettings::default() };
        Arc::new(Services::new(context, settings))
    };
    let usual = stage.spending;
    let few = Some(PerDay(FRUGAL * stage.n_sources as f64));
    let frugal = services(if usual.is_said() { usual } else { Spending { budget: few, ..usual } });
    let mut readers = Readers::move_in(stage, &frugal, &web).await?;
    furnish(&store, readers.visitor(), &*time).await?;
    let bar = output::progress(hours(stage.beginning, stage.opening), "simulated hours");
    let departure = stage.opening - AWAY;
    let spans = [
        (frugal, stage.opening - LATELY),
        (services(usual), departure),
        (services(usual), stage.opening),
    ];
    for (services, until) in spans {
        let end = CancellationToken::new();
        let mut running = pin!(services.run(&end));
        while time.now() < until && !stop.is_cancelled() {
            let next = readers.next_at().min(until);
            let wait = Duration::try_from(next.duration_since(time.now())).unwrap_or_default();
            tokio::select! {
                biased;
                ended = running.as_mut() => ended.context("the simulated daemon stopped")?,
                () = tokio::time::sleep(wait) => {}
            }
            if readers.next_at() <= next {
                readers.come(&services, next).await?;
            }
            bar.set_position(hours(stage.beginning, time.now()));
        }
        if until == departure {
            readers.bid_farewell(&store).await?;
        }
    }
    bar.finish_and_clear();
    if !stop.is_cancelled() {
        readers.welcome(&services(usual)).await?;
    }
    stage.note(&store, time.now()).await?;
    store.close().await;
    Ok(time.now())
}

fn hours(from: Timestamp, to: Timestamp) -> u64 {
    u64::try_from(to.duration_since(from).as_hours()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::{
        DemoSize,
        people::{OTHERS, VISITOR},
    };
    use tidings_model::taste::Placing;
    use tidings_store::{ArticleList, Cursor, OpenRate};

    /// Lives through the past, and looks at what is there when the doors open.
    fn lived_through<T>(stage: &Stage, look: impl AsyncFnOnce(&Store) -> T) -> T {
        live(stage, &CancellationToken::new()).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let place = StoreLocation::File(stage.database());
            let store = Store::open(Options::new(place, stage.opening)).await.unwrap();
            let seen = look(&store).await;
            store.close().await;
            seen
        })
    }

    /// What the visitor finds at the opening: every article with its marks.
    fn lived(seed: u64) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let extent = DemoSize { n_sources: 24, past: SignedDuration::from_hours(48) };
        let stage = Stage::new(folder.path().to_owned(), seed, extent).unwrap();
        lived_through(&stage, async |store| {
            let visitor =
                store.users().account(VISITOR.name.to_owned()).await.unwrap().unwrap().user.id;
            let page =
                store.articles().list(visitor, ArticleList::All, Cursor::START, 500).await.unwrap();
            page.articles.iter().map(|one| format!("{one:?}")).collect()
        })
    }

    #[test]
    fn a_budget_that_is_said_holds_in_the_past_too() {
        let folder = tempfile::tempdir().unwrap();
        let extent = DemoSize { n_sources: 24, past: SignedDuration::from_hours(96) };
        let said = Spending { budget: Some(PerDay(480.0)), delay: None };
        let stage = Stage::new(folder.path().to_owned(), 3, extent).unwrap().spending(said);
        let days = lived_through(&stage, async |store| {
            store.freshness().watched_days(stage.beginning).await.unwrap()
        });
        assert!(days.len() > 2, "{days:?}");
        assert!(days.iter().all(|day| day.granted == PerDay(480.0)), "{days:?}");
    }

    /// What readers opened of every ten at the top of their lists in the first three days after the first.
    fn opened(seed: u64) -> (f64, f64) {
        let folder = tempfile::tempdir().unwrap();
        let extent = DemoSize { n_sources: 70, past: SignedDuration::from_hours(84) };
        let stage = Stage::new(folder.path().to_owned(), seed, extent).unwrap();
        lived_through(&stage, async |store| {
            let mut sums = [OpenRate::default(); 2];
            for role in OTHERS.iter().chain([&VISITOR]) {
                let user =
                    store.users().account(role.name.to_owned()).await.unwrap().unwrap().user.id;
                for (sum, placing) in sums.iter_mut().zip([Placing::Interest, Placing::Time]) {
                    let since = stage.beginning + SignedDuration::from_hours(24);
                    let rate = store.learning().open_rate(user, placing, since).await.unwrap();
                    sum.n_shown += rate.n_shown;
                    sum.n_opened += rate.n_opened;
                }
            }
            let of_ten = |rate: OpenRate| 10.0 * rate.n_opened as f64 / rate.n_shown as f64;
            (of_ten(sums[0]), of_ten(sums[1]))
        })
    }

    #[test]
    fn readers_open_more_of_today_than_of_what_came_last_within_three_days() {
        let (one, other) = (opened(1), opened(2));
        let (today, by_time) = (f64::midpoint(one.0, other.0), f64::midpoint(one.1, other.1));
        assert!(today > by_time, "{today} of ten on Today, {by_time} of ten by time");
    }

    #[test]
    fn a_seed_repeats_a_past_with_all_its_marks() {
        let once = lived(3);
        assert!(once.iter().any(|article| article.contains("is_unread: true")), "{once:?}");
        assert!(once.iter().any(|article| article.contains("is_unread: false")), "{once:?}");
        assert_eq!(once, lived(3));
        assert_ne!(once, lived(4));
    }
}
