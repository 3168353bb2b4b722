//! Backups: taken while the store is being written to, restored elsewhere, and refused where they must be.

use crate::support::*;
use tidings_model::UserId;
use tidings_store::{
    AppScope, Error, Options, Result, Store, StoreLocation, maintenance::backup::examine,
};

/// Returns every row of every table in a backup, as text.
async fn contents(store: &Store) -> Vec<String> {
    store
        .read_snapshot(|c| {
            let mut all = Vec::new();
            for (table, columns) in [
                ("users", "id, name, name_key, password, role, created_at"),
                ("sources", "id, url, host, title, state, hints, next_at, due_at, etag, failures"),
                ("subscriptions", "user_id, source_id, folder_id, title, created_at"),
                ("articles", "id, source_id, published_at, arrived_at, version, guid_key, title, link, authors, summary"),
                ("article_content", "article_id, html"),
                ("article_keys", "source_id, fingerprint, kind, article_id, added_at"),
                ("unread", "user_id, published_at, article_id, source_id"),
                ("readings", "user_id, article_id, read_at, starred_at, later_at, n_opened, spent_ms"),
                ("retrievals", "id, source_id, started_at, outcome, n_new"),
                ("settings", "user_id, name, value"),
                ("app_passwords", "id, user_id, label, hash"),
                ("rhythms", "source_id, per_day, as_of, body"),
                ("arrivals", "id, source_id, posted_at, seen_at"),
                ("watched_days", "day, counted_until, n_requests, granted"),
                ("shadows", "day, policy, total_ms, max_ms, n_misses, bins"),
            ] {
                let rows = c.query(&format!("select {columns} from {table} order by 1, 2"), &[])?;
                let mut lines: Vec<String> =
                    rows.into_iter().map(|row| format!("{table} {:?}", row.rest())).collect();
                lines.sort();
                all.extend(lines);
            }
            Ok(all)
        })
        .await
        .unwrap()
}

async fn fill(store: &Store) -> UserId {
    let user = add_user(store, "ada").await;
    store
        .users()
        .add_app_password(user, "é\n".to_owned(), AppScope::Read, vec![0, 1, 255].into(), noon())
        .await
        .unwrap();
    store.settings().set(None, "secret".to_owned(), Some("x".to_owned())).await.unwrap();
    for n in 0..5 {
        let source = add_source(store, &format!("https://{n}.example/feed")).await;
        store.subscriptions().subscribe(user, source, None, noon()).await.unwrap();
        let mut record = record(source, (0..30).map(tidy).collect(), at(0));
        let (per_day, body) = (tidings_model::units::PerDay(1e-9), vec![0, 255, 7]);
        record.belief = Some(tidings_model::PostingBelief { per_day, as_of: at(0), body });
        record.posted = vec![at(-1)];
        let ids = store.fetches().store(record).await.unwrap().new_ids;
        store.readings().star(user, ids[3], Some(noon())).await.unwrap();
    }
    user
}

#[test]
fn a_backup_restores_to_the_same_contents_on_either_engine() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = fill(&store).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("backup");
        let summary = store.maintenance().backup(file.clone(), at(5)).await.unwrap();
        assert_eq!(examine(&file).unwrap(), summary);
        let before = contents(&store).await;
        let mut targets = vec![sqlite()];
        targets.extend(postgres_ground());
        for target in targets {
            let (restored, _) = Store::restore(target.options(), file.clone()).await.unwrap();
            assert_eq!(contents(&restored).await, before);
            assert_eq!(restored.maintenance().check().await.unwrap(), [""; 0]);
            // Ids continue where they were, and a second restore is refused.
            let source = restored
                .sources()
                .by_url("https://0.example/feed".parse().unwrap())
                .await
                .unwrap()
                .unwrap();
            let last = restored.articles().newest_id().await.unwrap();
            let stored = store_articles(&restored, source.id, vec![tidy(99)], at(9)).await;
            assert!(stored.new_ids[0] > last);
            assert_eq!(restored.readings().unread_counts(user).await.unwrap().len(), 5);
            restored.close().await;
            assert_eq!(
                Store::restore(target.options(), file.clone()).await.unwrap_err(),
                Error::NotEmpty
            );
        }
    });
}

#[test]
fn a_backup_taken_while_writing_is_a_snapshot() {
    on_both(|ground| async move {
        let store = ground.open().await;
        fill(&store).await;
        let folder = tempfile::tempdir().unwrap();
        let writer = {
            let store = store.clone();
            tokio::spawn(async move {
                let source = store
                    .sources()
                    .by_url("https://0.example/feed".parse().unwrap())
                    .await
                    .unwrap()
                    .unwrap()
                    .id;
                for round in 0..40_usize {
                    let document = (100 + round * 5..105 + round * 5).map(tidy).collect();
                    store
                        .fetches()
                        .store(record(source, document, at(round as i64)))
                        .await
                        .unwrap();
                }
            })
        };
        for n in 0..4 {
            let file = folder.path().join(format!("backup {n}"));
            store.maintenance().backup(file.clone(), at(n)).await.unwrap();
            let (restored, _) =
                Store::restore(Options::new(StoreLocation::Memory, noon()), file.clone())
                    .await
                    .unwrap();
            restored.close().await;
            let target = sqlite();
            let (restored, _) = Store::restore(target.options(), file).await.unwrap();
            assert_eq!(restored.maintenance().check().await.unwrap(), [""; 0]);
            let n_articles = restored.articles().count().await.unwrap();
            assert_eq!(n_articles % 5, 0, "only complete fetches");
        }
        writer.await.unwrap();
    });
}

#[test]
fn damaged_truncated_and_foreign_files_are_refused() {
    run(async {
        let store = sqlite_store().await;
        fill(&store).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("backup");
        store.maintenance().backup(file.clone(), noon()).await.unwrap();
        let whole = std::fs::read(&file).unwrap();
        let target = folder.path().join("restored.db");
        let restore = async |bytes: &[u8]| -> Result<()> {
            std::fs::write(&file, bytes).unwrap();
            Store::restore(Options::new(StoreLocation::File(target.clone()), noon()), file.clone())
                .await
                .map(drop)
        };
        for length in [0, 5, 16, 17, 40, whole.len() / 2, whole.len() - 1] {
            assert!(
                matches!(restore(&whole[..length]).await, Err(Error::BadBackup(_))),
                "truncated at {length}"
            );
        }
        for place in [20, whole.len() / 3, whole.len() - 20] {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            assert!(
                matches!(restore(&damaged).await, Err(Error::BadBackup(_))),
                "damaged at {place}"
            );
        }
        assert!(matches!(restore(b"<opml/>").await, Err(Error::BadBackup(_))));
        assert!(!target.exists(), "nothing was created");
        restore(&whole).await.unwrap();
        let missing =
            Store::restore(Options::new(StoreLocation::Memory, noon()), folder.path().join("none"))
                .await;
        assert!(matches!(missing, Err(Error::Io(_))));
        let nowhere = store
            .maintenance()
            .backup(folder.path().join("no such folder").join("backup"), noon())
            .await;
        assert!(matches!(nowhere, Err(Error::Io(_))));
    });
}

async fn sqlite_store() -> Store {
    Store::open(Options::new(StoreLocation::Memory, noon())).await.unwrap()
}
