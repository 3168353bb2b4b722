//! Jobs: all are in the table, one of several processes runs each, and a process that dies is replaced.

use super::*;
use crate::{clock::Time, services::Services};
use jiff::Timestamp;
use std::{collections::HashSet, sync::Arc, time::Duration};
use tidings_fetch::{ClientSettings, HttpWeb};
use tidings_model::{Clock, SourceKind};
use tidings_store::{JobState, Options, Store, StoreLocation};
use tokio_util::sync::CancellationToken;

fn monday() -> Timestamp {
    "2026-11-16T08:00:00Z".parse().unwrap()
}

async fn store() -> Store {
    Store::open(Options::new(StoreLocation::Memory, monday())).await.unwrap()
}

fn process(store: &Store, time: &Arc<Time>) -> Arc<Services> {
    let web = HttpWeb::new(ClientSettings::default(), Arc::<Time>::clone(time)).unwrap();
    Services::in_test(store, Arc::new(web), time)
}

async fn job(store: &Store, name: JobName) -> JobState {
    store.jobs().state(name.name().to_owned()).await.unwrap().expect("it has run")
}

/// Runs the jobs of several processes for some simulated minutes.
async fn live(processes: &[Arc<Services>], minutes: u64) {
    let stop = CancellationToken::new();
    let tasks: Vec<_> = processes
        .iter()
        .map(|process| {
            let (process, stop) = (Arc::clone(process), stop.clone());
            tokio::spawn(async move { run(&process, &stop).await })
        })
        .collect();
    tokio::time::sleep(Duration::from_secs(60 * minutes)).await;
    stop.cancel();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
}

#[test]
fn the_table_contains_every_job_once_with_an_interval_and_a_limit() {
    assert_eq!(JOBS.len(), JobName::ALL.len());
    let names: HashSet<&str> = JOBS.iter().map(|job| job.name.name()).collect();
    assert_eq!(names.len(), JOBS.len());
    for (place, &name) in JobName::ALL.iter().enumerate() {
        assert_eq!(name as usize, place, "signals are indexed by this");
        let job = Job::of(name);
        assert!(
            job.every >= Duration::from_secs(1)
                && job.limit >= job.every.min(Duration::from_secs(300))
        );
        let is_plain = |c: char| c.is_ascii_lowercase() || c == '-';
        assert!(name.name().chars().all(is_plain), "{}", name.name());
    }
}

#[tokio::test(start_paused = true)]
async fn one_of_three_processes_runs_each_job() {
    let time = Arc::new(Time::simulated(monday(), 7));
    let store = store().await;
    let processes = [0; 3].map(|_| process(&store, &time));
    live(&processes, 150).await;
    let shared: Vec<JobState> = store.jobs().all().await.unwrap();
    assert_eq!(shared.len(), JOBS.len() - 2, "no index and no hub here");
    for (name, at_least, at_most) in [
        (JobName::Retention, 3, 3),
        (JobName::Price, 15, 16),
        (JobName::Weights, 1, 1),
        (JobName::Webhooks, 149, 151),
        (JobName::Topics, 30, 31),
    ] {
        let state = job(&store, name).await;
        assert!((at_least..=at_most).contains(&state.n_runs), "{}: {}", name.name(), state.n_runs);
        assert_eq!((state.n_failures, state.error), (0, None));
    }
}

#[tokio::test(start_paused = true)]
async fn a_dead_process_is_replaced_when_its_lease_expires_and_a_stopped_one_immediately() {
    let time = Arc::new(Time::simulated(monday(), 7));
    let store = store().await;
    let (dies, stops, takes_over) =
        (process(&store, &time), process(&store, &time), process(&store, &time));
    {
        let stop = CancellationToken::new();
        let running = run(&dies, &stop);
        // It is dropped in the middle of its work, as in a power cut.
        let _ = tokio::time::timeout(Duration::from_secs(600), running).await;
    }
    let held = job(&store, JobName::Webhooks).await;
    assert!(held.lease_until > time.now(), "the dead process still holds it");
    live(std::slice::from_ref(&stops), 1).await;
    assert_eq!(job(&store, JobName::Webhooks).await.holder, held.holder);
    live(std::slice::from_ref(&stops), 15).await;
    let taken = job(&store, JobName::Webhooks).await;
    assert_eq!(taken.holder, *stops.owner);
    assert!(taken.lease_until <= time.now(), "all leases were given back");
    live(std::slice::from_ref(&takes_over), 2).await;
    assert_eq!(job(&store, JobName::Webhooks).await.holder, *takes_over.owner);
}

#[tokio::test(start_paused = true)]
async fn a_restart_does_not_repeat_what_is_not_due() {
    let time = Arc::new(Time::simulated(monday(), 7));
    let store = store().await;
    for _ in 0..5 {
        live(&[process(&store, &time)], 3).await;
    }
    assert_eq!(job(&store, JobName::Retention).await.n_runs, 1);
    assert_eq!(job(&store, JobName::Price).await.n_runs, 2, "at the start and after ten minutes");
}

#[tokio::test(start_paused = true)]
async fn a_signal_runs_a_job_before_its_time() {
    let time = Arc::new(Time::simulated(monday(), 7));
    let store = store().await;
    let services = process(&store, &time);
    let stop = CancellationToken::new();
    let running = {
        let (services, stop) = (Arc::clone(&services), stop.clone());
        tokio::spawn(async move { run(&services, &stop).await })
    };
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(job(&store, JobName::Retention).await.n_runs, 1);
    services.signals.wake(JobName::Retention);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(job(&store, JobName::Retention).await.n_runs, 2);
    stop.cancel();
    running.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_failing_job_is_reported_and_tried_again() {
    let time = Arc::new(Time::simulated(monday(), 7));
    let store = store().await;
    let url = "https://a.example/".parse().unwrap();
    store.sources().add(SourceKind::Feed, url, monday()).await.unwrap();
    let services = process(&store, &time);
    store.limit_pages(Some(1)).await.unwrap();
    live(std::slice::from_ref(&services), 2).await;
    store.limit_pages(None).await.unwrap();
    live(std::slice::from_ref(&services), 15).await;
    let state = job(&store, JobName::Price).await;
    assert_eq!(state.error, None, "it continues when there is room again");
    assert!(state.n_runs >= 1);
}

#[tokio::test(start_paused = true)]
async fn a_clock_jump_does_not_stop_any_job() {
    let time = Arc::new(Time::simulated(monday(), 7));
    let store = store().await;
    let services = process(&store, &time);
    live(std::slice::from_ref(&services), 30).await;
    for hours in [400, -900, 500] {
        time.jump(hours * 3_600_000);
        let before = job(&store, JobName::Price).await.n_runs;
        live(std::slice::from_ref(&services), 30).await;
        let after = job(&store, JobName::Price).await.n_runs;
        assert!(after >= before + 3, "{hours} h: {before}, then {after}");
    }
}

#[tokio::test(start_paused = true)]
async fn runs_not_recorded_immediately_are_recorded_when_a_process_stops() {
    let time = Arc::new(Time::simulated(monday(), 7));
    let store = store().await;
    let services = process(&store, &time);
    live(std::slice::from_ref(&services), 60).await;
    let webhooks = job(&store, JobName::Webhooks).await;
    assert!((59..=61).contains(&webhooks.n_runs), "{}", webhooks.n_runs);
    assert!(webhooks.lease_until <= time.now(), "and the lease was given back");
}
