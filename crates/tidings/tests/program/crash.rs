//! Killed without warning, or restored from a backup taken while running: nothing is lost, nothing is stored twice.

use crate::loopback::{Answer, Running, Server, rss, run, tidings, until};
use std::{
    collections::BTreeMap,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::SeqCst},
    },
    time::Duration,
};
use tidings_model::ArticleId;
use tidings_store::{Options, Store, StoreLocation};

const FEEDS: u32 = 12;
const LONGEST: Duration = Duration::from_secs(1);

/// Feeds that grow by one article at every tenth request and keep showing all their articles.
fn growing() -> (Server, Arc<AtomicU32>) {
    let clicks = Arc::new(AtomicU32::new(30));
    let counter = Arc::clone(&clicks);
    let server = Server::start(move |asked| {
        let n = counter.fetch_add(1, SeqCst) / 10;
        Answer::ok("application/rss+xml", rss(asked.path.trim_matches('/'), (0..n).rev()))
    });
    (server, clicks)
}

fn subscribe_all(data: &Path, server: &Server) {
    run(
        tidings(data, server).args(["user", "add", "ada", "--operator", "--password-stdin"]),
        "correct horse battery",
    );
    let list: String = (0..FEEDS).map(|n| server.url(&format!("/feed{n}\n"))).collect();
    run(tidings(data, server).args(["opml", "import", "-"]), &list);
}

fn busy(data: &Path, server: &Server) -> std::process::Command {
    let mut command = tidings(data, server);
    command
        .env("TIDINGS_MIN_INTERVAL", "50ms")
        .env("TIDINGS_BUDGET", "100000000")
        .env("TIDINGS_HOST_CONCURRENCY", "4");
    command.env("TIDINGS_FETCH_TIMEOUT", format!("{}s", LONGEST.as_secs()));
    command
}

/// Returns how often each article title is stored.
fn titles(data: &Path) -> BTreeMap<String, u32> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let place = StoreLocation::File(data.join("tidings.sqlite"));
        let store = Store::open(Options::new(place, jiff::Timestamp::UNIX_EPOCH)).await.unwrap();
        let user = store.users().all().await.unwrap()[0].id;
        let (mut titles, mut after) = (BTreeMap::new(), ArticleId(0));
        loop {
            let page = store.articles().since(user, after, 500).await.unwrap();
            let Some(last) = page.last() else { break };
            after = last.listed.id;
            for article in page {
                *titles.entry(article.listed.title).or_insert(0) += 1;
            }
        }
        store.close().await;
        titles
    })
}

#[test]
fn a_killed_process_loses_and_duplicates_nothing() {
    let (server, clicks) = growing();
    let data = tempfile::tempdir().unwrap();
    subscribe_all(data.path(), &server);
    for round in 0..8u64 {
        let running = Running::start(&mut busy(data.path(), &server));
        // Each round ends at a different moment of the same busy run.
        std::thread::sleep(Duration::from_millis(60 + round * 53));
        running.signal("KILL");
        drop(running);
        let check = tidings(data.path(), &server).args(["check", "--json"]).output().unwrap();
        assert!(
            check.status.success(),
            "round {round}: {}",
            String::from_utf8_lossy(&check.stdout)
        );
    }
    // What was claimed when the process died can be claimed again when its lease expires, after four of the longest
    // fetches.
    std::thread::sleep(4 * LONGEST + Duration::from_millis(100));
    run(tidings(data.path(), &server).args(["poll", "--all"]), "");
    let n_shown = clicks.load(SeqCst) / 10;
    let titles = titles(data.path());
    let doubled: Vec<_> = titles.iter().filter(|(_, n)| **n > 1).collect();
    assert!(doubled.is_empty(), "{doubled:?}");
    for feed in 0..FEEDS {
        // The last poll found at least what was there before it began.
        let missing: Vec<_> = (0..n_shown - 2 * FEEDS / 10 - 2)
            .filter(|n| !titles.contains_key(&format!("Article {n} of feed{feed}")))
            .collect();
        assert!(missing.is_empty(), "feed {feed} lacks {missing:?} of {n_shown}");
    }
}

#[test]
fn a_backup_taken_while_polling_restores_to_one_point_in_time() {
    let (server, _) = growing();
    let (data, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    subscribe_all(data.path(), &server);
    let running = Running::start(&mut busy(data.path(), &server));
    until("every feed was polled", || (0..FEEDS).all(|n| server.n_asked(&format!("/feed{n}")) > 1));
    let before = titles(data.path());
    let file = elsewhere.path().join("backup");
    run(tidings(data.path(), &server).arg("backup").arg(&file), "");
    let after = titles(data.path());
    drop(running);

    let restored = elsewhere.path().join("data");
    run(tidings(&restored, &server).arg("restore").arg(&file), "");
    let found = titles(&restored);
    assert!(
        before.keys().all(|title| found.contains_key(title)),
        "an article from before the backup is missing"
    );
    assert!(
        found.keys().all(|title| after.contains_key(title)),
        "an article exists that was never posted"
    );
    assert!(found.values().all(|n| *n == 1));
    run(tidings(&restored, &server).args(["check"]), "");
    assert!(run(tidings(&restored, &server).args(["user", "list"]), "").contains("ada"));
}
