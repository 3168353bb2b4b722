//! Migrations that rewrite data keep its content: our own text formats of version 10 become JSON, folders whose names were
//! paths in version 13 are nested.

use crate::support::*;
use tidings_model::{ArticleId, Hints, SourceId, UserId, units::Minutes};
use tidings_store::{ImportLine, Listing, Store, SubscriberOptions, engine::db::Value, values};

/// The last version with these text formats.
const TEXTS: i64 = 10;

/// Creates a store of that version with a subscribed user, writes texts into it, and opens it again at the newest version.
async fn converted(ground: &Ground, texts: Vec<(&'static str, Vec<Value>)>) -> Store {
    let store = Store::open_at(ground.options(), TEXTS).await.unwrap();
    let user = add_user(&store, "ada").await;
    let source = add_source(&store, "https://example.org/feed").await;
    assert_eq!((user, source), (UserId(1), SourceId(1)));
    store.subscriptions().subscribe(user, source, None, noon()).await.unwrap();
    let ids = store_articles(&store, source, (0..3).map(tidy).collect(), at(0)).await.new_ids;
    assert_eq!(ids[0], ArticleId(1));
    let listing =
        Listing { lines: vec![ImportLine::default(), ImportLine::default()], ..Listing::default() };
    store.imports().begin(user, listing, noon()).await.unwrap();
    let write = store.write(move |c| {
        texts.iter().try_for_each(|(sql, values)| c.execute(sql, values).map(drop))
    });
    write.await.unwrap();
    store.close().await;
    ground.open().await
}

/// Returns an undo record as it was stored then.
fn undo(kind: &'static str, payload: &'static str) -> (&'static str, Vec<Value>) {
    let sql = "insert into undos(user_id, at, kind, n, payload) values (1, $1, $2, 1, $3)";
    (sql, values![at(1), kind, payload.as_bytes().to_vec()].to_vec())
}

#[test]
fn hints_are_kept() {
    on_both(|ground| async move {
        let text = "ttl\t205.71428571428572\nskip_hours\t0,23\nhub\thttps://hub.example/\nself\thttps://a.example/\n\
                    moved_to\thttps://new.example/\nunknown\tx";
        let sql = "update sources set hints = $1";
        let store = converted(&ground, vec![(sql, values![text].to_vec())]).await;
        let expected = Hints {
            ttl: Some(Minutes(205.71428571428572)),
            skip_hours: vec![0, 23],
            hubs: vec!["https://hub.example/".parse().unwrap()],
            self_url: Some("https://a.example/".parse().unwrap()),
            moved_to: Some("https://new.example/".parse().unwrap()),
            ..Hints::default()
        };
        assert_eq!(store.sources().get(SourceId(1)).await.unwrap().unwrap().hints, expected);
    });
}

#[test]
fn options_of_imported_lines_are_kept() {
    on_both(|ground| async move {
        let sql = "update import_lines set options = $1 where line = 0";
        let text = "muted\npinned\nmin_minutes 5\nkeep_days 7\npaused";
        let store = converted(&ground, vec![(sql, values![text].to_vec())]).await;
        let lines = store.imports().waiting_lines(1, 9).await.unwrap();
        let options = SubscriberOptions {
            is_muted: true,
            is_pinned: true,
            min_minutes: Some(5),
            keep_days: Some(7),
            ..SubscriberOptions::default()
        };
        assert_eq!((&lines[0].1.options, lines[0].1.is_paused), (&options, true));
        let nothing = SubscriberOptions::default();
        assert_eq!((&lines[1].1.options, lines[1].1.is_paused), (&nothing, false));
    });
}

#[test]
fn a_subscription_ended_before_the_migration_can_be_restored() {
    on_both(|ground| async move {
        let text = "at\t1\nsubscription\t1\t-\t+A\\\\B\t77\t-\t1\t0\t30\t-\t-\t-\t+https://b.example/\t1\n\
                    unread\t1\t2,3\nreading\t1\nfolder\t+News\t4\t1\n";
        let end = ("delete from subscriptions", Vec::new());
        let store = converted(&ground, vec![end, undo("unsubscribe", text)]).await;
        store.undos().undo(UserId(1), 1, at(2)).await.unwrap();
        let back = store.subscriptions().get(UserId(1), SourceId(1)).await.unwrap().unwrap();
        assert_eq!(back.title(), "A\\B");
        let options = SubscriberOptions {
            is_muted: true,
            is_pinned: true,
            min_minutes: Some(30),
            kept_move: Some("https://b.example/".to_owned()),
            ..SubscriberOptions::default()
        };
        assert_eq!(back.options, options);
        let folders = store.subscriptions().folders(UserId(1)).await.unwrap();
        assert_eq!(
            (folders[0].name.as_str(), back.subscription.folder),
            ("News", Some(folders[0].id))
        );
    });
}

#[test]
fn rule_changes_made_before_the_migration_can_be_undone() {
    on_both(|ground| async move {
        let star =
            "insert into readings(user_id, article_id, starred_at, later_at) values (1, 1, $1, $1)";
        let tag = "insert into tags(id, user_id, name) values (1, 1, 'two words')";
        let tagged =
            "insert into article_tags(tag_id, article_id, user_id, tagged_at) values (1, 2, 1, $1)";
        let hide =
            "insert into hidden(user_id, article_id, rule_id, hidden_at) values (1, 3, 9, 0)";
        let texts = vec![
            (star, values![at(1)].to_vec()),
            (tag, Vec::new()),
            (tagged, values![at(1)].to_vec()),
            (hide, Vec::new()),
            ("delete from unread where article_id = 3", Vec::new()),
            undo("ruled", "s 1\nl 1\nt 2 two words\nh 3 9\nm 3 9\nu 3"),
        ];
        let store = converted(&ground, texts).await;
        store.undos().undo(UserId(1), 1, at(2)).await.unwrap();
        assert_eq!(store.readings().starred_ids(UserId(1), 9).await.unwrap(), []);
        assert_eq!(store.readings().unread_ids(UserId(1), 9).await.unwrap().len(), 3);
        let left = store
            .read(|c| c.query("select 1 from article_tags union all select 1 from hidden", &[]));
        assert_eq!(left.await.unwrap().len(), 0);
    });
}

/// The last version with flat folders.
const FLAT: i64 = 13;

#[test]
fn folders_whose_names_are_paths_are_nested() {
    on_both(|ground| async move {
        let store = Store::open_at(ground.options(), FLAT).await.unwrap();
        let user = add_user(&store, "ada").await;
        let source = add_source(&store, "https://example.org/feed").await;
        let names = ["News", "News / Tech", "News/Tech", "a/b/c/d/e", "/", "Plain", "Rest/"];
        let write = store.write(move |c| {
            let insert = "insert into folders(user_id, name, created_at, position) values (1, $1, 7, $2)";
            for (name, position) in names.iter().zip(1_i64..) {
                c.execute(insert, values![*name, position])?;
            }
            let subscribe = "insert into subscriptions(user_id, source_id, folder_id, created_at) values (1, 1, 2, 7)";
            c.execute(subscribe, &[])?;
            let undo = "insert into undos(user_id, at, kind, n, payload) values (1, $1, 'folder', 1, $2)";
            let record = br#"{"at":1,"folders":[["Old/Times",3,[1]]]}"#.to_vec();
            c.execute(undo, values![at(1), record])?;
            c.execute("insert into folders(id, user_id, name, created_at) values (99, 1, 'gone', 0)", &[])?;
            c.execute("delete from folders where id = 99", &[]).map(drop)
        });
        write.await.unwrap();
        store.close().await;
        let store = ground.open().await;
        let folders = store.subscriptions().folders(user).await.unwrap();
        let paths: Vec<_> = folders.iter().map(|folder| folder.path.as_str()).collect();
        assert_eq!(
            paths,
            [
                "News",
                "News/Tech",
                "News/Tech (2)",
                "a",
                "a/b",
                "a/b/c",
                "a/b/c/d-e",
                "-",
                "Plain",
                "Rest"
            ]
        );
        let filed = store.subscriptions().get(user, source).await.unwrap().unwrap();
        assert_eq!(filed.subscription.folder, Some(folders[1].id), "ids stay");
        let undone = store.undos().undo(user, 1, at(2)).await;
        undone.unwrap();
        let folders = store.subscriptions().folders(user).await.unwrap();
        assert!(folders.iter().any(|folder| folder.path == "Old-Times"));
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}
