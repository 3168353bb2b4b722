//! Turns under tokio's paused clock: spacing, concurrency, fairness between publishers, memory.

use super::*;
use std::sync::atomic::{AtomicUsize, Ordering};

const LONG: Duration = Duration::from_secs(3600);

fn key(name: &str) -> HostKey {
    HostKey::from_stored(name.to_owned())
}

fn limits(concurrency: usize, per_host: usize, gap_ms: u64) -> Limits {
    Limits {
        concurrency,
        concurrency_per_host: per_host,
        gap_per_host: Duration::from_millis(gap_ms),
        ..Limits::default()
    }
}

#[tokio::test(start_paused = true)]
async fn requests_to_one_host_are_spaced() {
    let hosts = Hosts::new(&limits(32, 2, 1000));
    let begun = Instant::now();
    for n in 0..10 {
        drop(hosts.turn(&key("a.example"), LONG).await.unwrap());
        assert!(begun.elapsed() >= Duration::from_secs(n));
    }
    assert!(begun.elapsed() < Duration::from_millis(9_100));
}

#[tokio::test(start_paused = true)]
async fn at_most_two_requests_per_host_run_at_once_without_delaying_others() {
    let hosts = Arc::new(Hosts::new(&limits(8, 2, 1000)));
    let under_way = Arc::new(AtomicUsize::new(0));
    let busy: Vec<_> = (0..20)
        .map(|_| {
            let (hosts, under_way) = (Arc::clone(&hosts), Arc::clone(&under_way));
            tokio::spawn(async move {
                let _turn = hosts.turn(&key("busy.example"), LONG).await.unwrap();
                assert!(under_way.fetch_add(1, Ordering::SeqCst) < 2);
                tokio::time::sleep(Duration::from_secs(5)).await;
                under_way.fetch_sub(1, Ordering::SeqCst);
            })
        })
        .collect();
    tokio::task::yield_now().await;
    let begun = Instant::now();
    drop(hosts.turn(&key("calm.example"), LONG).await.unwrap());
    assert!(begun.elapsed() < Duration::from_millis(50));
    for task in busy {
        task.await.unwrap();
    }
    assert!(begun.elapsed() >= Duration::from_secs(46), "two at a time, five seconds each");
}

#[tokio::test(start_paused = true)]
async fn the_spacing_holds_when_overall_permits_are_scarce() {
    let hosts = Arc::new(Hosts::new(&limits(1, 2, 1000)));
    let starts = Arc::new(Mutex::new(Vec::new()));
    let blocker = hosts.turn(&key("other.example"), LONG).await.unwrap();
    let tasks: Vec<_> = (0..4)
        .map(|_| {
            let (hosts, starts) = (Arc::clone(&hosts), Arc::clone(&starts));
            tokio::spawn(async move {
                let _turn = hosts.turn(&key("a.example"), LONG).await.unwrap();
                locked(&starts).push(Instant::now());
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_secs(10)).await;
    drop(blocker);
    for task in tasks {
        task.await.unwrap();
    }
    let starts = locked(&starts);
    assert!(
        starts.windows(2).all(|pair| pair[1] - pair[0] >= Duration::from_secs(1)),
        "{starts:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_timed_out_wait_leaves_no_trace() {
    let hosts = Hosts::new(&limits(8, 1, 0));
    let held_turn = hosts.turn(&key("a.example"), LONG).await.unwrap();
    let failure = hosts.turn(&key("a.example"), Duration::from_secs(2)).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Timeout);
    drop(held_turn);
    hosts.turn(&key("a.example"), Duration::from_secs(2)).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn idle_hosts_are_forgotten() {
    let hosts = Hosts::new(&limits(32, 2, 1000));
    let kept = hosts.turn(&key("kept.example"), LONG).await.unwrap();
    for n in 0..10_000 {
        drop(hosts.turn(&key(&format!("h{n}.example")), LONG).await.unwrap());
        tokio::time::advance(Duration::from_millis(10)).await;
    }
    let known = locked(&hosts.known);
    assert!(known.hosts.len() <= FIRST_SWEEP + 1, "{}", known.hosts.len());
    assert!(known.hosts.contains_key(&key("kept.example")));
    drop(kept);
}
