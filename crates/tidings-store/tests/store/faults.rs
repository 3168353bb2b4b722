//! Crashes at every write, full disks and failing neighbours: confirmed changes survive, all others leave no trace.

use crate::support::*;
use std::{path::PathBuf, sync::Arc};
use tidings_model::{ArticleId, SourceId, UserId};
use tidings_store::{
    ArticleList, Cursor, Error, Faults, FetchRecord, Options, Result, Retention, Store,
    StoreLocation, values,
};

/// What the client has been told is done.
#[derive(Debug, Default, PartialEq, Clone)]
struct Promised {
    n_articles: u64,
    starred: Vec<ArticleId>,
    is_subscribed: bool,
}

async fn scenario(store: &Store, promised: &mut Promised) -> Result<()> {
    let user: UserId = store
        .users()
        .add("ada".to_owned(), "h".to_owned(), tidings_model::Role::User, noon())
        .await?;
    let url = "https://example.org/feed".parse().unwrap();
    let source: SourceId =
        store.sources().add(tidings_model::SourceKind::Feed, url, noon()).await?.id();
    store.subscriptions().subscribe(user, source, None, noon()).await?;
    promised.is_subscribed = true;
    for round in 0..3_usize {
        store.sources().claim_due(claim("me", 9), at(60 * round as i64)).await?;
        let document = (round * 4..round * 4 + 6).map(tidy).collect();
        let record = FetchRecord {
            owner: "me".to_owned(),
            ..record(source, document, at(60 * round as i64))
        };
        let stored = store.fetches().store(record).await?;
        promised.n_articles += u64::from(stored.n_new);
        let last = *stored.new_ids.last().unwrap();
        store.readings().star(user, last, Some(at(round as i64))).await?;
        promised.starred.push(last);
        store.readings().mark_read(user, vec![stored.new_ids[0]], at(round as i64)).await?;
    }
    let rules =
        Retention { articles_per_source: Some(5), always_newest: 1, ..Retention::default() };
    store.maintenance().sweep(rules, None, 9, at(999)).await?;
    Ok(())
}

#[test]
fn a_crash_at_any_write_keeps_confirmed_changes() {
    let count = Arc::new(Faults::new());
    let open = |path: PathBuf, faults: Arc<Faults>| {
        let mut options = Options::inline(StoreLocation::File(path), noon());
        options.faults = Some(faults);
        Store::open(options)
    };
    let n_steps = run(async {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path().join("t.db"), count.clone()).await.unwrap();
        scenario(&store, &mut Promised::default()).await.unwrap();
        count.steps()
    });
    assert!(n_steps > 150, "only {n_steps} steps");
    for step in 1..=n_steps {
        run(async {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("t.db");
            let faults = Arc::new(Faults::new());
            faults.crash_after(step);
            let mut promised = Promised::default();
            let ended = match open(path.clone(), faults.clone()).await {
                Ok(store) => {
                    let ended = scenario(&store, &mut promised).await;
                    assert_eq!(
                        store.users().count().await,
                        Err(Error::Crashed),
                        "nothing works after a crash"
                    );
                    ended
                }
                Err(error) => Err(error),
            };
            assert_eq!(ended, Err(Error::Crashed), "at step {step}");
            let store = open(path, Arc::new(Faults::new())).await.unwrap();
            assert_eq!(store.maintenance().check().await.unwrap(), [""; 0], "at step {step}");
            let Some(account) = store.users().account("ada".to_owned()).await.unwrap() else {
                assert_eq!(promised, Promised::default());
                return;
            };
            let user = account.user.id;
            assert!(
                !promised.is_subscribed || store.subscriptions().count(user).await.unwrap() == 1
            );
            let starred = store.readings().starred_ids(user, 99).await.unwrap();
            assert!(promised.starred.iter().all(|id| starred.contains(id)), "at step {step}");
            // A fetch and its validators are stored atomically.
            let n = store.articles().count().await.unwrap();
            assert!([0, 5, 6, 7, 8, 10, 14].contains(&n), "{n} articles at step {step}");
            let log: u64 = store.fetches().came(noon(), at(9999)).await.unwrap().n_requests;
            assert!(n >= 5 || log == 0);
            // The source becomes due again by itself once the lease has expired.
            if promised.is_subscribed {
                assert_eq!(
                    store.sources().claim_due(claim("next", 9), at(9999)).await.unwrap().len(),
                    1,
                    "at step {step}"
                );
            }
        });
    }
}

#[test]
fn a_full_disk_rejects_whole_fetches_and_the_store_recovers() {
    run(async {
        let ground = sqlite();
        let (store, user, source) = with_reader(&ground).await;
        store_articles(&store, source, (0..20).map(tidy).collect(), at(0)).await;
        let before = store.sources().get(source).await.unwrap().unwrap();
        let pages: i64 =
            store.read(|c| c.query("pragma page_count", &[])?.remove(0).only()).await.unwrap();
        store.limit_pages(Some(u32::try_from(pages).unwrap() + 2)).await.unwrap();
        let big = |n: usize| {
            let mut item = tidy(n);
            item.content = tidings_model::article::Content::Clean("x".repeat(100_000));
            item
        };
        let mut document = record(source, (20..40).map(big).collect(), at(60));
        document.health.failures = 7;
        let refused = store.fetches().store(document.clone()).await;
        assert!(matches!(refused, Err(Error::DiskFull(_))), "{refused:?}");
        assert!(refused.unwrap_err().is_passing());
        assert_eq!(
            store.sources().get(source).await.unwrap().unwrap(),
            before,
            "validators and plan are unchanged"
        );
        assert_eq!(
            store
                .articles()
                .list(user, ArticleList::All, Cursor::START, 99)
                .await
                .unwrap()
                .articles
                .len(),
            20
        );
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
        // The disk is full for one job of a group: its small neighbours are committed.
        let big_job = store.fetches().store(document.clone());
        let small: Vec<_> = store.readings().unread_ids(user, 5).await.unwrap();
        let (big_result, marked, starred) = tokio::join!(
            big_job,
            store.readings().mark_read(user, small.clone(), at(61)),
            store.readings().star(user, small[0], Some(at(61)))
        );
        assert!(matches!(big_result, Err(Error::DiskFull(_))));
        assert_eq!((marked, starred), (Ok(5), Ok(())));
        store.limit_pages(None).await.unwrap();
        assert_eq!(store.fetches().store(document).await.unwrap().n_new, 20);
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn one_failing_job_does_not_harm_its_neighbours() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let jobs: Vec<_> = (0..200_i64)
            .map(|n| {
                let store = store.clone();
                tokio::spawn(async move {
                    store
                        .write(move |c| {
                            let sql =
                                "insert into settings(user_id, name, value) values (0, $1, 'x')";
                            c.execute(sql, values![format!("{n}")])?;
                            match n % 5 {
                                1 => Err(Error::Refused("on purpose".to_owned())),
                                2 => c.execute("insert into nowhere(x) values (1)", &[]).map(drop),
                                3 => panic!("on purpose"),
                                _ => Ok(()),
                            }
                        })
                        .await
                })
            })
            .collect();
        for (n, job) in jobs.into_iter().enumerate() {
            let result = job.await.unwrap();
            match n % 5 {
                1 => assert_eq!(result, Err(Error::Refused("on purpose".to_owned()))),
                2 => assert!(matches!(result, Err(Error::Statement(_))), "{result:?}"),
                3 => assert!(matches!(result, Err(Error::Panicked(_))), "{result:?}"),
                _ => assert_eq!(result, Ok(())),
            }
        }
        let mut kept: Vec<i64> = store
            .settings()
            .list(None)
            .await
            .unwrap()
            .iter()
            .map(|(name, _)| name.parse().unwrap())
            .collect();
        kept.sort_unstable();
        assert_eq!(kept, (0..200).filter(|n| n % 5 == 0 || n % 5 == 4).collect::<Vec<i64>>());
    });
}

#[test]
fn writers_of_two_processes_wait_for_each_other() {
    on_both(|ground| async move {
        let (one, two) = (ground.open().await, ground.open().await);
        let add = |store: &Store| {
            let store = store.clone();
            tokio::spawn(async move {
                store
                    .write(|c| {
                        // Read, then write: the classic way to collide.
                        let row = c.query_first(
                            "select value from settings where user_id = 0 and name = 'n' {LOCK}",
                            &[],
                        )?;
                        let n: i64 =
                            row.map_or(Ok("0".to_owned()), |row| row.only())?.parse().unwrap();
                        let sql = "insert into settings(user_id, name, value) values (0, 'n', $1) \
                                   on conflict(user_id, name) do update set value = excluded.value";
                        c.execute(sql, values![(n + 1).to_string()]).map(drop)
                    })
                    .await
            })
        };
        one.settings().set(None, "n".to_owned(), Some("0".to_owned())).await.unwrap();
        let all: Vec<_> = (0..100).map(|n| add(if n % 2 == 0 { &one } else { &two })).collect();
        for job in all {
            job.await.unwrap().unwrap();
        }
        assert_eq!(one.settings().get(None, "n".to_owned()).await.unwrap().as_deref(), Some("100"));
    });
}

#[test]
fn a_lost_connection_is_reopened() {
    let Some(ground) = postgres_ground() else { return };
    run(async {
        let store = ground.open().await;
        add_user(&store, "ada").await;
        let Ground::Postgres { url, schema } = &ground else { return };
        for _ in 0..10 {
            ask_postgres(
                url,
                &format!(
                    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = '{schema}'"
                ),
            );
            assert_eq!(store.users().count().await.unwrap(), 1);
            store.settings().set(None, "a".to_owned(), Some("b".to_owned())).await.unwrap();
        }
    });
}
