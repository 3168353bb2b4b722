//! One job in one process: what happens if it panics, takes too long, or loses its lease.

use super::*;
use crate::{
    jobs::table::JobName,
    testing::{FEED, Home},
};
use std::sync::atomic::{AtomicU32, Ordering};
use tidings_store::JobState;

const MINUTE: Duration = Duration::from_secs(60);

/// Returns a job with an interval of ten minutes, a limit of one minute and the name of a real job.
const fn job(
    run: fn(Arc<Services>) -> tidings_fetch::BoxFuture<'static, Result<(), JobError>>,
) -> Job {
    Job {
        name: JobName::Price,
        every: Duration::from_secs(600),
        limit: MINUTE,
        scope: JobScope::Shared,
        run,
    }
}

static WELL: Job = job(|_| Box::pin(async { Ok(()) }));
static HOURLY: Job = Job { every: Duration::from_secs(3_600), ..WELL };
static OWN: Job = Job { scope: JobScope::EachProcess, ..WELL };
static PANICS: Job = job(|_| Box::pin(async { panic!("out of {}", "cheese") }));
static ENDLESS: Job = job(|_| Box::pin(std::future::pending()));
static QUARTER: Job = job(|all| {
    Box::pin(async move {
        all.context.time.sleep(Duration::from_secs(15)).await;
        Ok(())
    })
});
static GONE: Job = job(|_| Box::pin(async { Err(Error::Closed.into()) }));

async fn state(home: &Home, name: &str) -> JobState {
    home.store().jobs().state(name.to_owned()).await.unwrap().expect("it has run")
}

fn holder(home: &Home, job: &'static Job) -> Holder {
    Holder::new(Arc::clone(&home.services), job)
}

/// Another process on the same store.
fn neighbour(home: &Home) -> Arc<Services> {
    let context = home.services.context.clone();
    Arc::new(Services::new(context, crate::services::ServiceSettings::default()))
}

#[tokio::test(start_paused = true)]
async fn the_message_of_a_panic_is_recorded_and_the_job_continues() {
    let home = Home::new().await;
    let mut holder = holder(&home, &PANICS);
    let rest = holder.turn(Cause::Time).await.unwrap();
    assert_eq!(rest, PANICS.every);
    let recorded = state(&home, "price").await;
    assert_eq!(recorded.error.as_deref(), Some("panicked: out of cheese"));
    assert_eq!((recorded.n_runs, recorded.n_failures), (1, 1));
    holder.job = &WELL;
    home.pass(10);
    holder.turn(Cause::Time).await.unwrap();
    let recorded = state(&home, "price").await;
    assert_eq!((recorded.error, recorded.n_runs, recorded.n_failures), (None, 2, 1));
}

#[tokio::test(start_paused = true)]
async fn a_job_that_takes_too_long_is_stopped() {
    let home = Home::new().await;
    let begun = home.now();
    holder(&home, &ENDLESS).turn(Cause::Time).await.unwrap();
    assert_eq!(home.now().duration_since(begun).as_secs(), 60);
    let recorded = state(&home, "price").await;
    assert_eq!(recorded.error.as_deref(), Some("stopped after its time limit of 60 s"));
    assert_eq!(recorded.took_ms, Some(60_000));
}

#[tokio::test(start_paused = true)]
async fn the_duration_of_a_run_and_the_time_of_the_next_are_recorded() {
    let home = Home::new().await;
    let begun = home.now();
    holder(&home, &QUARTER).turn(Cause::Time).await.unwrap();
    let recorded = state(&home, "price").await;
    assert_eq!((recorded.started_at, recorded.took_ms), (Some(begun), Some(15_000)));
    assert_eq!(recorded.next_at, later(begun, QUARTER.every), "counted from its start");
    assert_eq!(recorded.holder, *home.services.owner);
}

#[tokio::test(start_paused = true)]
async fn a_store_that_is_gone_ends_the_job() {
    let home = Home::new().await;
    assert_eq!(holder(&home, &GONE).turn(Cause::Time).await, Err(Error::Closed));
    home.store().close().await;
    assert_eq!(holder(&home, &WELL).turn(Cause::Time).await, Err(Error::Closed));
}

#[tokio::test(start_paused = true)]
async fn a_frequent_job_keeps_its_lease_and_an_hourly_one_gives_it_back() {
    let home = Home::new().await;
    for (job, is_kept) in [(&WELL, true), (&HOURLY, false)] {
        let mut holder = holder(&home, job);
        holder.turn(Cause::Time).await.unwrap();
        assert_eq!(holder.is_held(home.now()), is_kept);
        let held = state(&home, "price").await.lease_until;
        let longest = later(home.now(), MINUTE + GRACE + KEPT);
        assert_eq!(held, if is_kept { longest } else { home.now() });
        // Another process may take a lease that was given back, and waits for one that was not.
        let mut other = Holder::new(neighbour(&home), job);
        let rest = other.turn(Cause::Signal).await.unwrap();
        let waits = if is_kept { LONGEST_REST } else { job.every };
        assert_eq!(rest, waits);
        home.pass(24 * 60);
    }
}

#[tokio::test(start_paused = true)]
async fn a_lease_allows_a_run_only_if_the_run_fits_into_it() {
    let home = Home::new().await;
    let mut holder = holder(&home, &WELL);
    holder.turn(Cause::Time).await.unwrap();
    let begun = home.now();
    let after = |seconds: u64| later(begun, Duration::from_secs(seconds));
    // 60 s for a run, 30 s of grace, 300 s kept: it expires 390 s after the run.
    assert!(holder.is_held(after(0)) && holder.is_held(after(329)));
    assert!(!holder.is_held(after(330)) && !holder.is_held(after(3_600)));
    let before = begun - jiff::SignedDuration::from_secs(1);
    assert!(!holder.is_held(before), "longer than any lease, so the clock was set back");
}

#[tokio::test(start_paused = true)]
async fn a_job_of_each_process_has_its_own_name_and_lease() {
    let home = Home::new().await;
    let other = neighbour(&home);
    assert_ne!(home.services.owner, other.owner);
    let mut holders = [holder(&home, &OWN), Holder::new(Arc::clone(&other), &OWN)];
    for holder in &mut holders {
        holder.turn(Cause::Time).await.unwrap();
    }
    let all = home.store().jobs().all().await.unwrap();
    let mut names: Vec<_> = all.iter().map(|job| job.name.as_str()).collect();
    names.sort_unstable();
    let mut expected = [&home.services.owner, &other.owner].map(|owner| format!("price@{owner}"));
    expected.sort_unstable();
    assert_eq!(names, expected);
    assert!(all.iter().all(|job| job.n_runs == 1));
}

static RUNS: AtomicU32 = AtomicU32::new(0);
static COUNTED: Job = job(|_| {
    Box::pin(async {
        RUNS.fetch_add(1, Ordering::Relaxed);
        Ok(())
    })
});

#[tokio::test(start_paused = true)]
async fn a_lease_that_was_lost_stops_a_process_from_running_the_job() {
    let home = Home::new().await;
    let mut holder = holder(&home, &COUNTED);
    holder.turn(Cause::Time).await.unwrap();
    // The machine slept for an hour, and another process took over and runs it.
    home.pass(60);
    let (until, owner) = (later(home.now(), 10 * MINUTE), "somebody".to_owned());
    let claim = home.store().jobs().claim("price".to_owned(), owner, until, home.now());
    assert!(claim.await.unwrap());
    let rest = holder.turn(Cause::Signal).await.unwrap();
    assert_eq!((RUNS.load(Ordering::Relaxed), rest), (1, LONGEST_REST));
    holder.flush().await.unwrap();
    assert_eq!(state(&home, "price").await.holder, "somebody", "a lost lease is not given back");
    home.pass(10);
    holder.turn(Cause::Time).await.unwrap();
    assert_eq!(RUNS.load(Ordering::Relaxed), 2, "taken again when that lease expires");
}

#[tokio::test(start_paused = true)]
async fn a_job_sleeps_until_it_is_due_unless_a_signal_arrives() {
    let home = Home::new().await;
    holder(&home, &HOURLY).turn(Cause::Time).await.unwrap();
    home.pass(58);
    let mut restarted = holder(&home, &HOURLY);
    assert_eq!(restarted.turn(Cause::Time).await.unwrap(), 2 * MINUTE);
    assert_eq!(state(&home, "price").await.n_runs, 1);
    assert_eq!(restarted.turn(Cause::Signal).await.unwrap(), HOURLY.every);
    assert_eq!(state(&home, "price").await.n_runs, 2);
}

#[tokio::test(start_paused = true)]
async fn an_idle_job_is_recorded_only_every_five_minutes() {
    let home = Home::new().await;
    let mut holder = holder(&home, &WELL);
    let mut written = Vec::new();
    for minute in 0..12 {
        holder.turn(Cause::Time).await.unwrap();
        written.push((minute, state(&home, "price").await.n_runs));
        home.pass(1);
    }
    let n_runs: Vec<u64> = written.iter().map(|(_, n)| *n).collect();
    assert_eq!(n_runs, [1, 1, 1, 1, 1, 6, 6, 6, 6, 6, 11, 11]);
    holder.flush().await.unwrap();
    let last = state(&home, "price").await;
    assert_eq!(
        (last.n_runs, last.lease_until),
        (12, home.now()),
        "nothing is forgotten at the end"
    );
}

#[test]
fn the_message_of_a_panic_is_passed_on() {
    let said = |work: fn()| {
        let panic = std::panic::catch_unwind(work).unwrap_err();
        words(&*panic)
    };
    assert_eq!(said(|| panic!("plain")), "plain");
    assert_eq!(said(|| panic!("with {}", 1)), "with 1");
    assert_eq!(said(|| std::panic::panic_any(7)), "no reason given");
}

#[tokio::test(start_paused = true)]
async fn new_articles_wake_the_jobs_that_need_them_and_no_others() {
    let home = Home::new().await;
    home.follow(home.ada, FEED).await;
    for &name in JobName::ALL {
        let woken = home.services.signals.of(name).notified().now_or_never().is_some();
        let follows =
            [JobName::Webhooks, JobName::TopicAssignment, JobName::SearchIndex, JobName::FullTexts];
        assert_eq!(woken, follows.contains(&name), "{}", name.name());
    }
}
