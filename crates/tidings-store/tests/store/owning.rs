//! Private sources: beside a public source at the same address, and migrated from before they had an owner column.

use crate::support::*;
use tidings_model::{SourceId, SourceKind, UserId};
use tidings_store::{AddedSource, Store, values};
use url::Url;

/// The last version that marked a private source by a suffix of its address.
const MARKED: i64 = 9;

fn feed() -> Url {
    "https://example.org/feed".parse().unwrap()
}

/// Writes sources as that version did, given their ids and addresses.
async fn write_marked(store: &Store, sources: &'static [(i64, &'static str)]) {
    assert_eq!(add_user(store, "ada").await, UserId(1));
    let write = store.write(move |c| {
        for (id, url) in sources {
            let sql = "insert into sources(id, kind, url, host, state, next_at, next_reason, created_at) \
                       values ($1, 'feed', $2, 'example.org', 'paused', 7, 'new', 5)";
            c.execute(sql, values![*id, *url])?;
        }
        let sql = "insert into subscriptions(user_id, source_id, created_at) values (1, 2, 0)";
        c.execute(sql, &[])
    });
    write.await.unwrap();
}

const BEFORE: &[(i64, &str)] = &[
    (1, "https://example.org/feed"),
    (2, "https://example.org/feed#only-for-1"),
    (3, "https://example.org/feed#only-for-23"),
    (4, "https://example.org/other#only-for-1"),
    (5, "https://example.org/page#only-for-all"),
];

async fn addresses(store: &Store) -> Vec<(i64, String, Option<UserId>)> {
    let all = store.sources().after(SourceId(0), 99).await.unwrap();
    all.into_iter().map(|source| (source.id.0, source.url.into(), source.owner)).collect()
}

fn expected() -> Vec<(i64, String, Option<UserId>)> {
    let feed = "https://example.org/feed".to_owned();
    vec![
        (1, feed.clone(), None),
        (2, feed.clone(), Some(UserId(1))),
        (3, feed, Some(UserId(23))),
        (4, "https://example.org/other".to_owned(), Some(UserId(1))),
        (5, "https://example.org/page#only-for-all".to_owned(), None),
    ]
}

#[test]
fn the_mark_in_an_address_becomes_an_owner() {
    on_both(|ground| async move {
        let old = Store::open_at(ground.options(), MARKED).await.unwrap();
        write_marked(&old, BEFORE).await;
        old.close().await;
        let store = ground.open().await;
        assert_eq!(addresses(&store).await, expected());
        let kept = store.subscriptions().get(UserId(1), SourceId(2)).await.unwrap().unwrap();
        assert_eq!(kept.source.created_at.as_millisecond(), 5);
        assert_eq!(kept.title(), "https://example.org/feed");
        store.close().await;
    });
}

#[test]
fn ids_of_removed_sources_are_not_reused() {
    on_both(|ground| async move {
        let old = Store::open_at(ground.options(), MARKED).await.unwrap();
        let write = old.write(|c| {
            let sql = "insert into sources(kind, url, host, state, next_at, next_reason, created_at) \
                       values ('feed', 'https://gone.example/', 'gone.example', 'paused', 7, 'new', 5)";
            c.execute(sql, &[])?;
            c.execute("delete from sources", &[])
        });
        write.await.unwrap();
        old.close().await;
        let store = ground.open().await;
        assert_eq!(add_source(&store, "https://new.example/").await, SourceId(2));
    });
}

#[test]
fn a_backup_from_before_the_migration_is_restored_with_owners() {
    on_both(|ground| async move {
        let old = Store::open_at(ground.options(), MARKED).await.unwrap();
        write_marked(&old, BEFORE).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("backup");
        let summary = old.maintenance().backup(file.clone(), at(5)).await.unwrap();
        assert_eq!(summary.schema_version, MARKED);
        let mut targets = vec![sqlite()];
        targets.extend(postgres_ground());
        for target in targets {
            let (restored, _) = Store::restore(target.options(), file.clone()).await.unwrap();
            assert_eq!(addresses(&restored).await, expected());
            restored.close().await;
        }
    });
}

#[test]
fn one_address_can_have_a_public_source_and_a_private_one_per_user() {
    on_both(|ground| async move {
        let (store, ada, public) = with_reader(&ground).await;
        let bob = add_user(&store, "bob").await;
        let sources = store.sources();
        let own = |user| sources.add_private(SourceKind::Feed, feed(), user, noon());
        let (adas, bobs) = (own(ada).await.unwrap().id(), own(bob).await.unwrap().id());
        assert!(adas != public && bobs != public && adas != bobs);
        let found = [
            sources.by_url(feed()).await.unwrap().unwrap(),
            sources.private_by_url(feed(), ada).await.unwrap().unwrap(),
            sources.private_by_url(feed(), bob).await.unwrap().unwrap(),
        ];
        assert_eq!(found.each_ref().map(|source| source.id), [public, adas, bobs]);
        assert_eq!(found.each_ref().map(|source| source.owner), [None, Some(ada), Some(bob)]);
        assert!(found.iter().all(|source| source.url == feed()));
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn no_user_has_two_private_sources_at_one_address() {
    on_both(|ground| async move {
        let (store, ada, public) = with_reader(&ground).await;
        let sources = store.sources();
        let first = sources.add_private(SourceKind::Feed, feed(), ada, noon()).await.unwrap();
        let again = sources.add_private(SourceKind::Feed, feed(), ada, at(1)).await.unwrap();
        assert_eq!(again, AddedSource::Known(first.id()));
        let known = sources.add(SourceKind::Feed, feed(), at(1)).await.unwrap();
        assert_eq!(known, AddedSource::Known(public));
        let twice = store.write(move |c| {
            let sql = "insert into sources(kind, url, owner_id, host, state, next_at, next_reason, created_at) \
                       values ('feed', $1, $2, 'example.org', 'paused', 0, 'new', 0)";
            c.execute(sql, values![&feed(), ada])
        });
        twice.await.unwrap_err();
    });
}

#[test]
fn making_a_source_private_merges_it_with_an_existing_private_one() {
    on_both(|ground| async move {
        let (store, ada, public) = with_reader(&ground).await;
        let sources = store.sources();
        let own = sources.add_private(SourceKind::Feed, feed(), ada, noon()).await.unwrap().id();
        assert_eq!(sources.make_private(public, ada, at(1)).await.unwrap(), own);
        assert_eq!(sources.get(public).await.unwrap(), None);
        let follows = store.subscriptions().get(ada, own).await.unwrap().unwrap();
        assert_eq!(follows.source.owner, Some(ada));
    });
}

#[test]
fn a_private_source_that_moves_only_merges_with_its_owners() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let elsewhere: Url = "https://new.example/feed".parse().unwrap();
        let public = add_source(&store, elsewhere.as_str()).await;
        let sources = store.sources();
        sources.make_private(source, ada, noon()).await.unwrap();
        let moved = sources.change_url(source, elsewhere.clone(), at(1)).await.unwrap();
        assert_eq!(moved, source, "not merged with the public source");
        assert_eq!(sources.by_url(elsewhere.clone()).await.unwrap().unwrap().id, public);
        assert_eq!(sources.private_by_url(elsewhere, ada).await.unwrap().unwrap().id, source);
    });
}
