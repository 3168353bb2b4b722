//! Jobs: one process holds the lease on each, and another takes over if it dies.

use crate::support::*;
use std::time::Duration;
use tidings_store::{JobReport, Store};

const NAME: &str = "sweep";

async fn claim_job(store: &Store, owner: &str, until: i64, now: i64) -> bool {
    let (name, owner) = (NAME.to_owned(), owner.to_owned());
    store.jobs().claim(name, owner, at(until), at(now)).await.unwrap()
}

fn report(owner: &str, started: i64, next: i64, lease: i64) -> JobReport {
    JobReport {
        name: NAME.to_owned(),
        holder: owner.to_owned(),
        started_at: at(started),
        took_ms: 12,
        error: None,
        n_runs: 1,
        n_failures: 0,
        next_at: at(next),
        lease_until: at(lease),
    }
}

#[test]
fn a_job_has_one_holder_until_its_lease_ends() {
    on_both(|ground| async move {
        let (store, other) = (ground.open().await, ground.open().await);
        assert!(claim_job(&store, "a", 60, 0).await);
        assert!(!claim_job(&other, "b", 61, 1).await);
        assert!(claim_job(&store, "a", 90, 30).await, "the holder can extend its lease");
        assert!(!claim_job(&other, "b", 149, 89).await);
        assert!(
            claim_job(&other, "b", 150, 90).await,
            "an expired lease can be taken by any process"
        );
        assert!(!claim_job(&store, "a", 151, 91).await);
    });
}

#[test]
fn only_one_of_many_concurrent_claims_succeeds() {
    on_both(|ground| async move {
        let stores = [ground.open().await, ground.open().await];
        let tasks: Vec<_> = (0..12)
            .map(|n| {
                let store = stores[n % 2].clone();
                tokio::spawn(async move { claim_job(&store, &format!("p{n}"), 60, 0).await })
            })
            .collect();
        let mut n_claimed = 0;
        for task in tasks {
            n_claimed += usize::from(task.await.unwrap());
        }
        assert_eq!(n_claimed, 1);
    });
}

#[test]
fn reports_add_up_and_reports_of_former_holders_are_dropped() {
    on_both(|ground| async move {
        let store = ground.open().await;
        claim_job(&store, "a", 60, 0).await;
        assert!(store.jobs().report(report("a", 0, 100, 0)).await.unwrap());
        let failed = JobReport {
            error: Some("the disk is full".to_owned()),
            n_failures: 1,
            ..report("a", 100, 200, 100)
        };
        claim_job(&store, "a", 160, 100).await;
        assert!(store.jobs().report(failed).await.unwrap());
        let state = store.jobs().state(NAME.to_owned()).await.unwrap().unwrap();
        assert_eq!((state.n_runs, state.n_failures, state.took_ms), (2, 1, Some(12)));
        assert_eq!(state.error.as_deref(), Some("the disk is full"));
        assert_eq!((state.started_at, state.next_at), (Some(at(100)), at(200)));
        assert!(claim_job(&store, "b", 300, 200).await);
        assert!(!store.jobs().report(report("a", 150, 900, 0)).await.unwrap());
        let state = store.jobs().state(NAME.to_owned()).await.unwrap().unwrap();
        assert_eq!((state.holder.as_str(), state.next_at, state.n_runs), ("b", at(200), 2));
        assert_eq!(store.jobs().all().await.unwrap(), [state]);
    });
}

#[test]
fn a_process_that_stops_releases_all_leases() {
    on_both(|ground| async move {
        let store = ground.open().await;
        claim_job(&store, "a", 600, 0).await;
        store.jobs().release("b".to_owned(), at(10)).await.unwrap();
        assert!(!claim_job(&store, "b", 600, 10).await, "another process keeps its lease");
        store.jobs().release("a".to_owned(), at(10)).await.unwrap();
        assert!(claim_job(&store, "b", 600, 10).await);
    });
}

#[test]
fn a_clock_that_was_ahead_blocks_no_job_forever() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let year = 365 * 1_440;
        claim_job(&store, "a", year + 60, year).await;
        store.jobs().report(report("a", year, year + 3600, year + 60)).await.unwrap();
        let state = store.jobs().state(NAME.to_owned()).await.unwrap().unwrap();
        assert!(!state.is_held_by_another("b", at(0)));
        assert_eq!(state.due_at(Duration::from_secs(3600), at(0)), at(0));
        assert!(claim_job(&store, "b", 60, 0).await);
    });
}

#[test]
fn jobs_of_single_processes_are_removed_and_shared_ones_are_not() {
    on_both(|ground| async move {
        let store = ground.open().await;
        claim_job(&store, "a", 60, 0).await;
        let own = "search-index@a".to_owned();
        store.jobs().claim(own.clone(), "a".to_owned(), at(60), at(0)).await.unwrap();
        assert_eq!(store.jobs().forget_processes(at(60)).await.unwrap(), 0);
        assert_eq!(store.jobs().forget_processes(at(61)).await.unwrap(), 1);
        assert!(store.jobs().state(own).await.unwrap().is_none());
        assert!(store.jobs().state(NAME.to_owned()).await.unwrap().is_some());
    });
}

#[test]
fn attempts_are_counted_for_all_processes_within_a_window() {
    on_both(|ground| async move {
        let (store, other) = (ground.open().await, ground.open().await);
        let window = Duration::from_secs(900);
        let keys = vec![("account".to_owned(), 3), ("network".to_owned(), 100)];
        for process in [&store, &other, &store] {
            assert_eq!(process.attempts().count(keys.clone(), window, at(0)).await.unwrap(), None);
        }
        let refused = other.attempts().count(keys.clone(), window, at(1)).await.unwrap();
        assert_eq!(refused, Some(Duration::from_secs(840)));
        let network = vec![("network".to_owned(), 4)];
        assert_eq!(store.attempts().count(network.clone(), window, at(1)).await.unwrap(), None);
        assert!(store.attempts().count(network, window, at(1)).await.unwrap().is_some());
        assert_eq!(
            other.attempts().count(keys, window, at(15)).await.unwrap(),
            None,
            "the window is over"
        );
    });
}

#[test]
fn successes_are_given_back_and_a_clock_set_back_locks_nobody_out() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let window = Duration::from_secs(900);
        let keys = |n| vec![("account".to_owned(), n), ("network".to_owned(), n)];
        store.attempts().count(keys(9), window, at(0)).await.unwrap();
        store
            .attempts()
            .succeeded(vec!["account".to_owned()], vec!["network".to_owned()])
            .await
            .unwrap();
        assert_eq!(store.attempts().count(keys(1), window, at(1)).await.unwrap(), None);
        assert!(store.attempts().count(keys(1), window, at(2)).await.unwrap().is_some());
        assert_eq!(store.attempts().count(keys(1), window, at(-10)).await.unwrap(), None);
        assert_eq!(store.attempts().sweep(at(-11)).await.unwrap(), 0);
        assert_eq!(store.attempts().sweep(at(10)).await.unwrap(), 2);
    });
}
