//! Pictures: one process fetches each, and the result applies to all.

use crate::support::*;
use tidings_model::{Failure, FailureKind};
use tidings_store::{PictureClaim, Store};

/// Claims a picture for an hour; pictures older than sixty hours are stale.
async fn claim_picture(store: &Store, key: &str, now: i64) -> PictureClaim {
    let (fresh_since, until) = (at(now - 3600), at(now + 60));
    store.pictures().claim(key.to_owned(), fresh_since, until, at(now)).await.unwrap()
}

fn missing() -> Failure {
    Failure::new(FailureKind::NotFound, "It is not there.")
}

#[test]
fn only_one_of_many_processes_fetches_a_picture() {
    on_both(|ground| async move {
        let stores = [ground.open().await, ground.open().await];
        let tasks: Vec<_> = (0..12)
            .map(|n| {
                let store = stores[n % 2].clone();
                tokio::spawn(async move { claim_picture(&store, "a", 0).await })
            })
            .collect();
        let mut n_granted = 0;
        for task in tasks {
            match task.await.unwrap() {
                PictureClaim::Granted => n_granted += 1,
                other => assert_eq!(other, PictureClaim::Held),
            }
        }
        assert_eq!(n_granted, 1);
        assert_eq!(claim_picture(&stores[0], "b", 0).await, PictureClaim::Granted);
        assert_eq!(claim_picture(&stores[1], "a", 59).await, PictureClaim::Held);
        assert_eq!(
            claim_picture(&stores[1], "a", 60).await,
            PictureClaim::Granted,
            "the first process died"
        );
    });
}

#[test]
fn a_picture_stored_by_one_process_is_available_to_all_without_a_shared_disk() {
    on_both(|ground| async move {
        let (store, other) = (ground.open().await, ground.open().await);
        claim_picture(&store, "a", 0).await;
        store.pictures().keep("a".to_owned(), vec![1, 2, 3], at(5)).await.unwrap();
        let found = claim_picture(&other, "a", 10).await;
        if matches!(ground, Ground::Sqlite(_)) {
            assert_eq!(found, PictureClaim::Granted, "it is in the shared folder");
            return;
        }
        assert_eq!(found, PictureClaim::Kept { bytes: vec![1, 2, 3], fetched_at: at(5) });
        assert_eq!(claim_picture(&other, "a", 3605).await, PictureClaim::Granted, "it is stale");
        assert_eq!(claim_picture(&store, "a", 3606).await, PictureClaim::Held);
        store.pictures().keep("a".to_owned(), vec![4], at(3607)).await.unwrap();
        let renewed = PictureClaim::Kept { bytes: vec![4], fetched_at: at(3607) };
        assert_eq!(claim_picture(&store, "a", 3608).await, renewed);
    });
}

#[test]
fn a_failure_applies_to_all_until_the_next_try() {
    on_both(|ground| async move {
        let (store, other) = (ground.open().await, ground.open().await);
        claim_picture(&store, "a", 0).await;
        store.pictures().fail("a".to_owned(), missing(), at(300)).await.unwrap();
        assert_eq!(claim_picture(&other, "a", 299).await, PictureClaim::Failed(missing()));
        assert_eq!(claim_picture(&other, "a", 300).await, PictureClaim::Granted);
        store.pictures().release("a".to_owned()).await.unwrap();
        assert_eq!(claim_picture(&store, "a", 301).await, PictureClaim::Granted, "released");
    });
}

#[test]
fn claims_and_failures_from_a_clock_that_was_set_back_do_not_last() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let year = 365 * 24 * 60;
        claim_picture(&store, "claimed", year).await;
        store.pictures().fail("failed".to_owned(), missing(), at(year)).await.unwrap();
        store.pictures().keep("kept".to_owned(), vec![1], at(year)).await.unwrap();
        for key in ["claimed", "failed", "kept"] {
            assert_eq!(claim_picture(&store, key, 0).await, PictureClaim::Granted, "{key}");
        }
    });
}

#[test]
fn expired_claims_and_failures_are_swept_and_others_stay() {
    on_both(|ground| async move {
        let store = ground.open().await;
        claim_picture(&store, "over", 0).await;
        claim_picture(&store, "claimed", 100).await;
        store.pictures().fail("failed".to_owned(), missing(), at(300)).await.unwrap();
        store.pictures().sweep(1 << 20, at(100)).await.unwrap();
        assert_eq!(claim_picture(&store, "claimed", 101).await, PictureClaim::Held);
        assert_eq!(claim_picture(&store, "failed", 101).await, PictureClaim::Failed(missing()));
        assert_eq!(n_rows(&store).await, 2);
    });
}

#[test]
fn the_oldest_pictures_make_room() {
    let Some(ground) = postgres_ground() else { return };
    run(async move {
        let store = ground.open().await;
        for n in 0..100_i64 {
            store.pictures().keep(format!("{n:03}"), vec![0; 1000], at(n)).await.unwrap();
        }
        store.pictures().sweep(100_000, at(100)).await.unwrap();
        assert_eq!(n_rows(&store).await, 100, "all of them fit");
        store.pictures().sweep(50_000, at(100)).await.unwrap();
        assert_eq!(n_rows(&store).await, 45, "a tenth of the space is free");
        assert_eq!(claim_picture(&store, "054", 100).await, PictureClaim::Granted);
        assert!(matches!(claim_picture(&store, "055", 100).await, PictureClaim::Kept { .. }));
    });
}

#[test]
fn a_flood_of_failures_takes_bounded_space() {
    let ground = sqlite();
    run(async move {
        let store = ground.open().await;
        store
            .write(|c| {
                let sql = "insert into pictures(key, claimed_until, retry_at) \
                           with recursive n(i) as (select 1 union all select i + 1 from n where i < 21000) \
                           select i, 0, $1 + i from n";
                c.execute(sql, &[at(60).into()]).map(drop)
            })
            .await
            .unwrap();
        store.pictures().sweep(0, at(0)).await.unwrap();
        assert_eq!(n_rows(&store).await, 20_000);
    });
}

async fn n_rows(store: &Store) -> i64 {
    store
        .read(|c| c.query_first("select count(*) from pictures", &[])?.expect("a count").only())
        .await
        .unwrap()
}

/// Claims are far shorter than the time after which they no longer count.
#[test]
fn the_longest_claim_is_a_day() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let (since, until) = (at(0), at(24 * 60));
        for expected in [PictureClaim::Granted, PictureClaim::Held] {
            let claimed = store.pictures().claim("a".to_owned(), since, until, at(0)).await;
            assert_eq!(claimed.unwrap(), expected);
        }
    });
}
