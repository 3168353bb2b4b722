//! Opening: new, old, newer and damaged databases, and several processes at once.

use crate::support::*;
use std::{fs, path::Path};
use tidings_store::{Error, Mode, Options, Store, StoreLocation, engine::migrate::newest_version};

fn digest(path: &Path) -> tidings_model::Fingerprint {
    tidings_model::Fingerprint::of_bytes(&fs::read(path).unwrap())
}

#[test]
fn a_newer_database_is_rejected_and_left_unchanged() {
    on_both(|ground| async move {
        let store = ground.open().await;
        store
            .write(|c| {
                let sql = "insert into schema_versions(version, name, applied_at) values ($1, 'future', 0)";
                c.execute(sql, tidings_store::values![newest_version() + 1])
            })
            .await
            .unwrap();
        store.close().await;
        let path = match ground.options().place {
            StoreLocation::File(path) => Some(path),
            _ => None,
        };
        let before = path.as_deref().map(digest);
        let error = Store::open(ground.options()).await.unwrap_err();
        assert_eq!(error, Error::Newer { found: newest_version() + 1, known: newest_version() });
        assert_eq!(path.as_deref().map(digest), before);
        assert!(error.to_string().contains("start the newer release"));
    });
}

#[test]
fn an_empty_file_becomes_a_database() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("empty.db");
        fs::write(&path, b"").unwrap();
        let store =
            Store::open(Options::new(StoreLocation::File(path.clone()), noon())).await.unwrap();
        add_user(&store, "ada").await;
        store.close().await;
        let again = Store::open(Options::new(StoreLocation::File(path), noon())).await.unwrap();
        assert_eq!(again.users().count().await.unwrap(), 1);
    });
}

#[test]
fn many_processes_starting_at_once_migrate_once() {
    on_both(|ground| async move {
        let starts: Vec<_> = (0..6).map(|_| tokio::spawn(Store::open(ground.options()))).collect();
        for (n, start) in starts.into_iter().enumerate() {
            let store = start.await.unwrap().unwrap();
            add_user(&store, &format!("user {n}")).await;
        }
        let store = ground.open().await;
        assert_eq!(store.users().count().await.unwrap(), 6);
        let n: i64 = store
            .read(|c| c.query("select count(*) from schema_versions", &[])?.remove(0).only())
            .await
            .unwrap();
        assert_eq!(n, newest_version());
    });
}

#[test]
fn a_file_that_is_not_a_database_is_reported_as_such() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("letter.txt");
        fs::write(
            &path,
            "Dear Ada, this is not a database but a letter of some length.\n".repeat(40),
        )
        .unwrap();
        let before = digest(&path);
        let error =
            Store::open(Options::new(StoreLocation::File(path.clone()), noon())).await.unwrap_err();
        assert!(matches!(error, Error::Damaged(_)), "{error:?}");
        assert_eq!(digest(&path), before);
        let nowhere = folder.path().join("missing").join("tidings.db");
        let error =
            Store::open(Options::new(StoreLocation::File(nowhere), noon())).await.unwrap_err();
        assert!(matches!(error, Error::CannotOpen(_)), "{error:?}");
        let error =
            Store::open(Options::new(StoreLocation::File(folder.path().to_owned()), noon()))
                .await
                .unwrap_err();
        assert!(
            matches!(error, Error::CannotOpen(_) | Error::Damaged(_) | Error::Io(_)),
            "{error:?}"
        );
    });
}

#[test]
fn the_error_for_an_unreachable_server_omits_the_password() {
    run(async {
        let url = "postgres://ada:s3cret@127.0.0.1:1/tidings";
        let error =
            Store::open(Options::new(StoreLocation::from_setting(url), noon())).await.unwrap_err();
        assert!(matches!(error, Error::Unreachable(_)), "{error:?}");
        assert!(!error.to_string().contains("s3cret"));
        for bad in [
            "postgres://h/x?sslmode=perhaps",
            "postgres://h:port/x",
            "postgres://h/x?sslmode=require&sslrootcert=/nowhere",
        ] {
            let error = Store::open(Options::new(StoreLocation::from_setting(bad), noon()))
                .await
                .unwrap_err();
            assert!(matches!(error, Error::BadUrl(_)), "{error:?}");
        }
        let inline = Options::inline(StoreLocation::from_setting(url), noon());
        assert!(matches!(Store::open(inline).await, Err(Error::Refused(_))));
    });
}

#[test]
fn settings_are_parsed_into_locations() {
    assert_eq!(
        StoreLocation::from_setting("sqlite:/a/b.db"),
        StoreLocation::File("/a/b.db".into())
    );
    assert_eq!(StoreLocation::from_setting("/a/b.db"), StoreLocation::File("/a/b.db".into()));
    assert!(matches!(StoreLocation::from_setting("postgresql://x/y"), StoreLocation::Postgres(_)));
    assert_eq!(
        format!("{:?}", StoreLocation::from_setting("postgres://a:secret@x/y")),
        "Postgres(…)"
    );
}

#[cfg(unix)]
#[test]
fn the_file_is_readable_only_by_its_owner() {
    use std::os::unix::fs::PermissionsExt;
    let ground = sqlite();
    run(async {
        let store = ground.open().await;
        add_user(&store, "ada").await;
        let StoreLocation::File(path) = ground.options().place else { unreachable!() };
        for ending in ["", "-wal"] {
            let mut name = path.clone().into_os_string();
            name.push(ending);
            assert_eq!(fs::metadata(name).unwrap().permissions().mode() & 0o777, 0o600);
        }
    });
}

#[test]
fn memory_and_inline_stores_behave_the_same() {
    run(async {
        for place in [StoreLocation::Memory, sqlite().options().place] {
            let folder = tempfile::tempdir().unwrap();
            let place = match place {
                StoreLocation::File(_) => StoreLocation::File(folder.path().join("t.db")),
                other => other,
            };
            let store = Store::open(Options { mode: Mode::Inline, ..Options::new(place, noon()) })
                .await
                .unwrap();
            let user = add_user(&store, "ada").await;
            let source = add_source(&store, "https://example.org/feed").await;
            store.subscriptions().subscribe(user, source, None, noon()).await.unwrap();
            assert_eq!(store_articles(&store, source, vec![tidy(1)], at(0)).await.n_new, 1);
            let refused: Result<(), Error> = store.write(|_| panic!("on purpose")).await;
            assert!(matches!(refused, Err(Error::Panicked(_))));
            assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
            store.close().await;
            assert_eq!(store.users().count().await, Err(Error::Closed));
        }
    });
}

#[test]
fn a_file_left_by_a_killed_process_opens_with_its_write_ahead_log() {
    run(async {
        let ground = sqlite();
        let (store, user, source) = with_reader(&ground).await;
        store_articles(&store, source, (0..30).map(tidy).collect(), at(0)).await;
        // A killed process leaves whatever its files contain at that moment.
        let elsewhere = tempfile::tempdir().unwrap();
        let StoreLocation::File(path) = ground.options().place else { unreachable!() };
        let copy = elsewhere.path().join("tidings.db");
        fs::copy(&path, &copy).unwrap();
        fs::copy(path.with_extension("db-wal"), copy.with_extension("db-wal")).unwrap();
        let again = Store::open(Options::new(StoreLocation::File(copy), noon())).await.unwrap();
        assert_eq!(again.readings().unread_ids(user, 99).await.unwrap().len(), 30);
        assert_eq!(again.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn a_database_locked_for_long_is_reported_as_busy() {
    run(async {
        let ground = sqlite();
        let store = ground.open().await;
        let StoreLocation::File(path) = ground.options().place else { unreachable!() };
        let other = rusqlite::Connection::open(path).unwrap();
        other.execute_batch("begin immediate").unwrap();
        let refused = store.settings().set(None, "a".to_owned(), Some("b".to_owned())).await;
        assert!(
            matches!(&refused, Err(error @ Error::Busy(_)) if error.is_passing()),
            "{refused:?}"
        );
        assert_eq!(store.users().count().await, Ok(0), "reading still works");
        other.execute_batch("rollback").unwrap();
        store.settings().set(None, "a".to_owned(), Some("b".to_owned())).await.unwrap();
    });
}
