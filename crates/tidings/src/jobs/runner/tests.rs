//! One job in one process: what becomes of it when it panics, takes too long, or loses its lease.

use super::*;
use crate::{
    jobs::table::JobName,
    testing::{FEED, Home},
};
use std::sync::atomic::{AtomicU32, Ordering};
use tidings_store::JobState;

const MINUTE: Duration = Duration::from_secs(60);

/// A job of every ten minutes that may take one, with the name of a real one.
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
async fn a_panic_is_told_in_its_words_and_the_job_goes_on() {
    let home = Home::new().await;
    let mut holder = holder(&home, &PANICS);
    let rest = holder.turn(Cause::Time).await.unwrap();
    assert_eq!(rest, PANICS.every);
    let told = state(&home, "price").await;
    assert_eq!(told.error.as_deref(), Some("broke off: out of cheese"));
    assert_eq!((told.n_runs, told.n_failures), (1, 1));
    holder.job = &WELL;
    home.pass(10);
    holder.turn(Cause::Time).await.unwrap();
    let told = state(&home, "price").await;
    assert_eq!((told.error, told.n_runs, told.n_failures), (None, 2, 1));
}

#[tokio::test(start_paused = true)]
async fn a_job_that_takes_too_long_is_stopped() {
    let home = Home::new().await;
    let begun = home.now();
    holder(&home, &ENDLESS).turn(Cause::Time).await.unwrap();
    assert_eq!(home.now().duration_since(begun).as_secs(), 60);
    let told = state(&home, "price").await;
    assert_eq!(told.error.as_deref(), Some("stopped after 60 s: it may not take longer"));
    assert_eq!(told.took_ms, Some(60_000));
}

#[tokio::test(start_paused = true)]
async fn how_long_a_run_took_and_when_the_next_is_due_are_written_down() {
    let home = Home::new().await;
    let begun = home.now();
    holder(&home, &QUARTER).turn(Cause::Time).await.unwrap();
    let told = state(&home, "price").await;
    assert_eq!((told.started_at, told.took_ms), (Some(begun), Some(15_000)));
    assert_eq!(told.next_at, later(begun, QUARTER.every), "from its beginning on");
    assert_eq!(told.holder, *home.services.owner);
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
        // Another process may take what is given back, and waits for what is not.
        let mut other = Holder::new(neighbour(&home), job);
        let rest = other.turn(Cause::Signal).await.unwrap();
        let waits = if is_kept { LONGEST_REST } else { job.every };
        assert_eq!(rest, waits);
        home.pass(24 * 60);
    }
}

#[tokio::test(start_paused = true)]
async fn a_lease_is_good_for_a_run_only_while_the_run_fits_into_it() {
    let home = Home::new().await;
    let mut holder = holder(&home, &WELL);
    holder.turn(Cause::Time).await.unwrap();
    let begun = home.now();
    let after = |seconds: u64| later(begun, Duration::from_secs(seconds));
    // 60 s for a run, 30 s of grace, 300 s kept: it ends 390 s after the run.
    assert!(holder.is_held(after(0)) && holder.is_held(after(329)));
    assert!(!holder.is_held(after(330)) && !holder.is_held(after(3_600)));
    let before = begun - jiff::SignedDuration::from_secs(1);
    assert!(!holder.is_held(before), "a longer lease than there are: the clock was set back");
}

#[tokio::test(start_paused = true)]
async fn a_job_of_each_process_has_a_name_and_a_lease_of_its_own() {
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
    assert_eq!(state(&home, "price").await.holder, "somebody", "what is lost is not given back");
    home.pass(10);
    holder.turn(Cause::Time).await.unwrap();
    assert_eq!(RUNS.load(Ordering::Relaxed), 2, "it is taken back when that lease ends");
}

#[tokio::test(start_paused = true)]
async fn what_is_not_due_rests_until_it_is_unless_a_signal_comes() {
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
async fn an_idle_job_writes_itself_down_every_five_minutes_only() {
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
fn what_a_panic_says_is_passed_on() {
    let said = |work: fn()| {
        let panic = std::panic::catch_unwind(work).unwrap_err();
        words(&*panic)
    };
    assert_eq!(said(|| panic!("plain")), "plain");
    assert_eq!(said(|| panic!("with {}", 1)), "with 1");
    assert_eq!(said(|| std::panic::panic_any(7)), "for no reason given");
}

#[tokio::test(start_paused = true)]
async fn new_articles_wake_what_follows_from_them_and_nothing_else() {
    let home = Home::new().await;
    home.follow(home.ada, FEED).await;
    for &name in JobName::ALL {
        let woken = home.services.signals.of(name).notified().now_or_never().is_some();
        let follows =
            [JobName::Webhooks, JobName::TopicAssignment, JobName::SearchIndex, JobName::FullTexts];
        assert_eq!(woken, follows.contains(&name), "{}", name.name());
    }
}
