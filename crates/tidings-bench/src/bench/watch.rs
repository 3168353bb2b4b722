//! `tidings bench watch`: the real server with any number of sources in its store, in simulated time, and what that
//! takes.

use super::clockwork::{Clockwork, address};
use crate::cli::WatchArguments;
use anyhow::{Result, bail};
use futures_util::{StreamExt, TryStreamExt, stream};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::{path::Path, pin::pin, sync::Arc, time::Duration, time::Instant};
use tidings::{
    clock::Time,
    commands::poll::{cpu_seconds, peak_rss_mb},
    config::Config,
    context::Context,
    jobs::{self, JOBS, Job, JobName},
    output,
    scratch::ScratchFolder,
    services::{ServiceSettings, Services},
    subscribing::discovery::{self, FetchedFeed},
};
use tidings_model::{
    Clock, Role, SourceId, SourceKind, Validators, limits::Limits, source::Source, user::Visit,
};
use tidings_store::{Options, Store, StoreLocation, Wish};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

/// Subscriptions of each user.
const SUBSCRIPTIONS: u64 = 1_000;
/// Sources fetched at once while filling.
const AT_ONCE: usize = 64;
/// The first fetches are spread over this time, so that plans are distributed as on a server that has been running.
const FILLING_MS: u64 = 2 * 3_600_000;
/// Fetches in progress at once: a million sources need more than the usual 32.
const CONCURRENCY: usize = 128;
const DAY_MS: i64 = 86_400_000;

/// The cost of one step.
struct Taken {
    what: &'static str,
    wall: Duration,
    peak_mb: f64,
}

/// Runs the benchmark.
///
/// # Errors
/// When the store cannot be filled, or the server stops.
pub fn run(args: &WatchArguments, config: &Config, runtime: &Runtime) -> Result<()> {
    let folder = ScratchFolder::kept_or_scratch(args.keep.as_deref())?;
    let limits = Limits {
        subscriptions_per_user: usize::MAX,
        concurrency: config.limits.concurrency.max(CONCURRENCY),
        ..config.limits.clone()
    };
    let file = folder.path().join("tidings.sqlite");
    let start = Instant::now();
    if !file.exists() {
        runtime.block_on(fill(args.sources, &file, &limits))?;
    }
    let fill_s = start.elapsed().as_secs_f64();
    // With paused time and a store on this thread, everything happens in one order, however long a statement takes.
    let paused =
        tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build()?;
    let mut facts = paused.block_on(live(args, &file, &limits))?;
    facts["fill_s"] = json!(fill_s);
    print(&facts, args.json)
}

/// Fills a store: users who subscribe, and a first fetch of every source.
async fn fill(n_sources: u64, file: &Path, limits: &Limits) -> Result<()> {
    // A Monday.
    let start: Timestamp = "2026-01-05T06:00:00Z".parse()?;
    let time = Arc::new(Time::simulated(start, 1));
    let web = Arc::new(Clockwork::new(Arc::<Time>::clone(&time)));
    let store = Store::open(Options::new(StoreLocation::File(file.to_owned()), start)).await?;
    subscribe(&store, n_sources, start).await?;
    let services = services(&store, Arc::<Clockwork>::clone(&web), &time, limits);
    begin(&services).await?;
    let bar = output::progress(n_sources, "first fetches");
    let mut after = SourceId(0);
    loop {
        let page = store.sources().after(after, 1_000).await?;
        let Some(last) = page.last() else { break };
        after = last.id;
        let n = page.len() as u64;
        let look = async |source: Source| {
            let response = web.answer(&source.url, &Validators::default())?;
            let parsed = discovery::read(&response, &services.context).await;
            let fetched =
                FetchedFeed { kind: source.kind, url: source.url.clone(), response, parsed };
            anyhow::Ok(services.fetching.store_fetched(&source, fetched).await?)
        };
        stream::iter(page).map(look).buffer_unordered(AT_ONCE).try_collect::<Vec<_>>().await?;
        time.jump(i64::try_from(FILLING_MS * n / n_sources.max(1))?);
        bar.inc(n);
    }
    bar.finish_and_clear();
    store.maintenance().optimize().await?;
    store.close().await;
    Ok(())
}

/// Adds users, each with their own sources and with visits in the last days.
async fn subscribe(store: &Store, n_sources: u64, now: Timestamp) -> Result<()> {
    let bar = output::progress(n_sources, "sources");
    // Old enough for what sources have in common to be learned.
    let since = now - SignedDuration::from_hours(8 * 24);
    for first in (0..n_sources).step_by(usize::try_from(SUBSCRIPTIONS)?) {
        let name = format!("user{first}");
        let user = store.users().add(name, String::new(), Role::User, since).await?;
        let numbers = first..n_sources.min(first + SUBSCRIPTIONS);
        let wishes = numbers.clone().map(|number| {
            Ok(Wish {
                kind: SourceKind::Feed,
                url: address(number)?,
                folder: None,
                title: None,
                first: (now, "new".to_owned()),
            })
        });
        store.subscriptions().subscribe_all(user, wishes.collect::<Result<_>>()?, since).await?;
        for hours in [10, 24, 35] {
            store
                .users()
                .add_visit(Visit { user, at: now - SignedDuration::from_hours(hours) })
                .await?;
        }
        bar.inc(numbers.end - numbers.start);
    }
    bar.finish_and_clear();
    Ok(())
}

/// Starts a server on the store, takes its steps one by one, lets it run, and puts it to sleep for a day.
async fn live(args: &WatchArguments, file: &Path, limits: &Limits) -> Result<Value> {
    let store =
        Store::open(Options::inline(StoreLocation::File(file.to_owned()), Timestamp::UNIX_EPOCH))
            .await?;
    let Some(last) = store.fetches().last_before(Timestamp::MAX).await? else {
        bail!("the folder has a store that was not created by this benchmark. Choose an empty one");
    };
    let time = Arc::new(Time::simulated(last + SignedDuration::from_secs(1), 2));
    let web = Arc::new(Clockwork::new(Arc::<Time>::clone(&time)));
    let services = services(&store, web, &time, limits);
    forget_peak();
    let before_mb = peak_rss_mb().unwrap_or(f64::NAN);
    let mut taken = Vec::new();
    taken.push(timed("begin", begin(&services)).await?);
    for job in JOBS.iter().filter(|job| job.is_wanted(&services)) {
        taken.push(timed(job.name.name(), jobs::run_once(&services, job)).await?);
    }
    let (cpu, begun) = (cpu_seconds(), time.now());
    taken.push(timed("run", go_on(&services, args.minutes)).await?);
    let cpu_s = cpu_seconds() - cpu;
    let counted = services.pulse.counted();
    let made = counted.changed + counted.unchanged + counted.failed;
    let granted = services.pricing.means().budget.0 * f64::from(args.minutes) / 1440.0;
    let now = time.now();
    taken.push(
        timed("day-counts after", jobs::run_once(&services, Job::of(JobName::DayCounts))).await?,
    );
    taken.push(timed("spend per host", store.fetches().host_spend(begun, 20)).await?);
    taken.push(timed("overflow", store.fetches().count_overflowing(begun)).await?);
    taken.push(timed("count_sources", store.sources().count()).await?);
    time.jump(DAY_MS);
    taken.push(
        timed("spread after a day's sleep", services.pricing.spread_overdue(time.now())).await?,
    );
    taken.push(
        timed("claim after it", store.sources().claim_due(services.fetching.claim(32), time.now()))
            .await?,
    );
    let facts = json!({
        "sources": store.sources().count().await?.n_watched,
        "minutes": args.minutes,
        "database_mb": store.maintenance().database_bytes().await? as f64 / 1e6,
        "before_mb": before_mb,
        "peak_mb": taken.iter().map(|taken| taken.peak_mb).fold(before_mb, f64::max),
        "retrievals": made, "granted": granted,
        "changed": counted.changed, "failed": counted.failed,
        "cpu_s": cpu_s,
        "retrievals_per_cpu_s": made as f64 / cpu_s,
        "simulated_until": now.to_string(),
        "steps": taken.iter().map(Taken::json).collect::<Vec<_>>(),
    });
    store.close().await;
    Ok(facts)
}

fn services(
    store: &Store,
    web: Arc<Clockwork>,
    time: &Arc<Time>,
    limits: &Limits,
) -> Arc<Services> {
    let context = Context::new(store.clone(), web, Arc::clone(time), limits.clone());
    Arc::new(Services::new(context, ServiceSettings::default()))
}

/// Does what a process does first: loads the beliefs about sources, and the price.
async fn begin(services: &Services) -> Result<(), tidings_store::Error> {
    let now = services.context.now();
    services.beliefs.refresh(now).await?;
    services.pricing.refresh(now).await
}

/// Lets the server run for some simulated minutes.
async fn go_on(services: &Arc<Services>, minutes: u32) -> Result<(), tidings_store::Error> {
    let stop = CancellationToken::new();
    let mut running = pin!(services.run(&stop));
    let bar = output::progress(minutes.into(), "minutes");
    for _ in 0..minutes {
        tokio::select! {
            biased;
            ended = running.as_mut() => return ended,
            () = tokio::time::sleep(Duration::from_secs(60)) => bar.inc(1),
        }
    }
    bar.finish_and_clear();
    stop.cancel();
    running.await
}

async fn timed<T, E>(
    what: &'static str,
    work: impl Future<Output = Result<T, E>>,
) -> Result<Taken, E> {
    forget_peak();
    let start = Instant::now();
    work.await?;
    Ok(Taken { what, wall: start.elapsed(), peak_mb: peak_rss_mb().unwrap_or(f64::NAN) })
}

/// Makes the system measure peak memory from now on, if it can; otherwise the peak is that of the whole process.
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

impl Taken {
    fn json(&self) -> Value {
        json!({"step": self.what, "s": self.wall.as_secs_f64(), "peak_mb": self.peak_mb})
    }
}

fn print(facts: &Value, as_json: bool) -> Result<()> {
    if as_json {
        return output::line(facts);
    }
    let number = |key: &str| facts[key].as_f64().unwrap_or(f64::NAN);
    let steps = facts["steps"].as_array().into_iter().flatten().map(|step| {
        let number = |key: &str| step[key].as_f64().unwrap_or(f64::NAN);
        let name = step["step"].as_str().unwrap_or_default().to_owned();
        vec![name, format!("{:.3}", number("s")), format!("{:.0}", number("peak_mb"))]
    });
    output::line(output::table(&["step", "seconds", "peak MB"], &steps.collect::<Vec<_>>()))?;
    output::line(format!(
        "{:.0} sources, {:.0} MB of database\n{:.0} fetches of {:.0} in the budget in {:.0} simulated minutes, {:.0} per second of processor time\nmemory: {:.0} MB before, {:.0} MB at most",
        number("sources"),
        number("database_mb"),
        number("retrievals"),
        number("granted"),
        number("minutes"),
        number("retrievals_per_cpu_s"),
        number("before_mb"),
        number("peak_mb"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_fetches_what_is_due_and_every_step_is_timed() {
        let folder = ScratchFolder::scratch().unwrap();
        let file = folder.path().join("tidings.sqlite");
        let args = WatchArguments { sources: 60, minutes: 240, keep: None, json: true };
        let runtime = || tokio::runtime::Builder::new_current_thread();
        let limits = Limits { subscriptions_per_user: usize::MAX, ..Limits::default() };
        let filling = runtime().enable_all().build().unwrap();
        filling.block_on(fill(args.sources, &file, &limits)).unwrap();
        let paused = runtime().enable_all().start_paused(true).build().unwrap();
        let facts = paused.block_on(live(&args, &file, &limits)).unwrap();
        assert_eq!(facts["sources"], 60);
        assert!(facts["retrievals"].as_u64().unwrap() > 0);
        assert_eq!(facts["failed"], 0);
        let steps = facts["steps"].as_array().unwrap();
        let is_timed = |name: JobName| steps.iter().any(|one| one["step"] == name.name());
        let absent = [JobName::SearchIndex, JobName::PushSubscriptions];
        assert!(JobName::ALL.iter().all(|name| is_timed(*name) != absent.contains(name)));
    }
}
