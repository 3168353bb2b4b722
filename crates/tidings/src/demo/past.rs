//! The days before the demo opens: the whole server in paused time, with visits by readers.

use super::{Stage, account::add_rules_and_list, readers::Readers};
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

/// Fetches per day for each source at first, unless set otherwise: few, to keep the wait short.
const FRUGAL: f64 = 2.5;
/// How often topics are learned, besides when the number of articles has doubled.
const TOPICS_EVERY: Duration = Duration::from_secs(6 * 86_400);
/// How long before the opening the ordinary budget applies.
const LATELY: SignedDuration = SignedDuration::from_hours(16);
/// How long before the opening the visitor last read; everything newer is unread.
const AWAY: SignedDuration = SignedDuration::from_hours(11);

/// Simulates the past, or as much of it as `stop` allows. Returns the instant reached.
pub(super) fn live(stage: &Stage, stop: &CancellationToken) -> Result<Timestamp> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build()?;
    runtime.block_on(live_on(stage, stop))
}

async fn live_on(stage: &Stage, stop: &CancellationToken) -> Result<Timestamp> {
    let time = Arc::new(Time::simulated(stage.beginning, stage.seed));
    let clock: Arc<dyn Clock> = Arc::<Time>::clone(&time);
    let web: Arc<SimulatedWeb> = Arc::new(stage.web(&clock));
    // On this thread and without syncing: losing a demo in a power cut does no harm.
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
    let mut readers = Readers::create(stage, &frugal, &web).await?;
    add_rules_and_list(&store, readers.visitor(), &*time).await?;
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
                ended = running.as_mut() => ended.context("the simulated server stopped")?,
                () = tokio::time::sleep(wait) => {}
            }
            if readers.next_at() <= next {
                readers.come(&services, next).await?;
            }
            bar.set_position(hours(stage.beginning, time.now()));
        }
        if until == departure {
            readers.retire_visitor(&store).await?;
        }
    }
    bar.finish_and_clear();
    if !stop.is_cancelled() {
        // The visitor's first page comes with reasons.
        let today = &services(usual).today;
        today.learn_topics().await?;
        today.assign_topics().await?;
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
    use std::collections::BTreeMap;
    use tidings_model::{
        Why,
        taste::{ListShowing, Placing, TopicId},
    };
    use tidings_rank::page::PageOptions;
    use tidings_store::{ArticleList, Cursor, ListedArticle, OpenRate};
    use tidings_text::tokens::Tokens;
    use tidings_web::TodayPage;

    /// Simulates the past, then passes the store at the opening to `look`.
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

    /// Returns what the visitor finds at the opening: every article with its marks.
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

    /// Returns what the visitor is shown first, with each article's words and the names of topics.
    fn first_page(seed: u64) -> (ListShowing, Vec<ListedArticle>, BTreeMap<TopicId, String>) {
        let folder = tempfile::tempdir().unwrap();
        let extent = DemoSize { n_sources: 150, past: SignedDuration::from_hours(60) };
        let stage = Stage::new(folder.path().to_owned(), seed, extent).unwrap();
        lived_through(&stage, async |store| {
            let time = Arc::new(Time::simulated(stage.opening, seed));
            let clock: Arc<dyn Clock> = Arc::<Time>::clone(&time);
            let web: Arc<SimulatedWeb> = Arc::new(stage.web(&clock));
            let context = ServiceContext::new(store.clone(), web, time, Limits::default());
            let today = Services::new(context, ServiceSettings::default()).today;
            let account = store.users().account(VISITOR.name.to_owned()).await.unwrap().unwrap();
            let (user, wishes) =
                (account.user.id, PageOptions { length: 20, ..PageOptions::default() });
            let shown = today.show(user, &wishes, TodayPage::Visit).await.unwrap();
            let ids = shown.articles.iter().map(|placed| placed.article).collect();
            let articles = store.articles().listed(user, ids).await.unwrap();
            (shown, articles, today.topic_names())
        })
    }

    #[test]
    fn the_first_page_is_unread_and_its_reasons_name_what_the_articles_are_about() {
        let (shown, articles, names) = first_page(7);
        let n_unread = articles.iter().filter(|article| article.is_unread).count();
        assert!(n_unread >= 15, "{n_unread} of {}", articles.len());
        let whys = shown.articles.iter().filter_map(|placed| Why::of_code(&placed.reason));
        let mut n_said = 0;
        for (why, article) in whys.zip(&articles) {
            let topic = match why {
                Why::New { .. } | Why::Rest => continue,
                Why::Topic { topic, .. }
                | Why::Asking { topic, .. }
                | Why::Popular { topic, .. } => Some(topic),
                _ => None,
            };
            n_said += 1;
            let Some(topic) = topic else { continue };
            let name = &names[&topic];
            assert!(tidings_text::names::is_telling(name), "{name}");
            let words = Tokens::of(&article.title, &article.summary, Some("en"));
            assert!(tidings_text::names::mentions(&words, name), "{name}: {}", article.title);
        }
        assert!(n_said >= 10, "{n_said} have a reason");
    }

    #[test]
    fn a_given_budget_applies_to_the_past_too() {
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

    /// Returns how many of the top ten of their lists the readers opened from the second to the fourth day.
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
    fn within_three_days_readers_open_more_from_today_than_from_the_newest() {
        let (one, other) = (opened(1), opened(2));
        let (today, by_time) = (f64::midpoint(one.0, other.0), f64::midpoint(one.1, other.1));
        assert!(today > by_time, "{today} of ten on Today, {by_time} of ten by time");
    }

    #[test]
    fn a_seed_reproduces_the_past_with_all_marks() {
        let once = lived(3);
        assert!(once.iter().any(|article| article.contains("is_unread: true")), "{once:?}");
        assert!(once.iter().any(|article| article.contains("is_unread: false")), "{once:?}");
        assert_eq!(once, lived(3));
        assert_ne!(once, lived(4));
    }
}
