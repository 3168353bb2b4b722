//! Exports of a user's data, and backups of everything, table by table.

use crate::support::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
};
use tidings_model::{ArticleId, UserId};
use tidings_store::{
    AppScope, Audience, Error, ExportEvent, ExportedArticle, Note, NotesQuery, OutputList, Result,
    Store, SubscriberOptions,
    engine::db::{Connection, Engine, Value},
};

/// An export: its articles in order, and its rows by table.
#[derive(Debug, Default)]
struct Taken {
    articles: Vec<ExportedArticle>,
    rows: BTreeMap<String, Vec<Vec<(String, Value)>>>,
    table: String,
}

impl Taken {
    fn note(&mut self, event: ExportEvent) {
        match event {
            ExportEvent::Begin => *self = Self::default(),
            ExportEvent::Article(article) => self.articles.push(*article),
            ExportEvent::Table(name) => {
                self.rows.insert(name.clone(), Vec::new());
                self.table = name;
            }
            ExportEvent::Row(row) => self.rows.get_mut(&self.table).unwrap().push(row),
        }
    }
}

async fn take(store: &Store, user: UserId) -> Taken {
    let taken = Arc::new(Mutex::new(Taken::default()));
    let noting = Arc::clone(&taken);
    let each = move |event| {
        noting.lock().unwrap().note(event);
        Ok(())
    };
    store.maintenance().export(user, each).await.unwrap();
    std::mem::take(&mut *taken.lock().unwrap())
}

#[test]
fn an_export_has_kept_articles_first_and_in_full_and_all_subscribed_ones() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let left = add_source(&store, "https://left.example/").await;
        store.subscriptions().subscribe(user, left, None, noon()).await.unwrap();
        let ids = store_articles(&store, source, (0..5).map(tidy).collect(), at(0)).await.new_ids;
        let gone = store_articles(&store, left, (10..12).map(tidy).collect(), at(0)).await.new_ids;
        let readings = store.readings();
        readings.star(user, ids[1], Some(at(1))).await.unwrap();
        readings.put_aside(user, gone[0], Some(at(2))).await.unwrap();
        for name in ["zwei", "eins"] {
            readings.tag(user, ids[3], name.to_owned(), at(3)).await.unwrap();
        }
        readings.opened(user, ids[4], at(4)).await.unwrap();
        readings.add_time_spent(user, ids[4], 77, at(4)).await.unwrap();
        store.subscriptions().unsubscribe(user, left).await.unwrap();
        let taken = take(&store, user).await;
        let order: Vec<ArticleId> = taken.articles.iter().map(|one| one.id).collect();
        assert_eq!(order[..3], [gone[0], ids[3], ids[1]], "the most recently kept come first");
        let others: BTreeSet<ArticleId> = order[3..].iter().copied().collect();
        assert_eq!(others, BTreeSet::from([ids[0], ids[2], ids[4]]));
        let by_id = |id| taken.articles.iter().find(|one| one.id == id).unwrap();
        let kept = by_id(gone[0]);
        assert_eq!(
            (kept.later_at, kept.source_url.as_str()),
            (Some(at(2)), "https://left.example/")
        );
        assert_eq!((kept.html.as_deref(), kept.is_read), (Some("<p>Text 10</p>"), true));
        let tags: BTreeSet<&str> = by_id(ids[3]).tags.iter().map(String::as_str).collect();
        assert_eq!(tags, BTreeSet::from(["eins", "zwei"]));
        assert_eq!((by_id(ids[1]).starred_at, by_id(ids[1]).is_read), (Some(at(1)), false));
        let opened = by_id(ids[4]);
        assert_eq!((opened.n_opened, opened.spent_ms, opened.read_at), (1, 77, Some(at(4))));
        assert_eq!((opened.html.as_deref(), opened.tags.len()), (None, 0));
        let eve = add_user(&store, "eve").await;
        let nothing = take(&store, eve).await;
        assert!(nothing.articles.is_empty() && nothing.rows.values().all(Vec::is_empty));
    });
}

#[test]
fn an_export_has_the_users_own_rows_without_secrets() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let bob = add_user(&store, "bob").await;
        for user in [ada, bob] {
            let own = format!("of {user}");
            store.subscriptions().subscribe(user, source, None, noon()).await.unwrap();
            store.subscriptions().rename(user, source, Some(own.clone())).await.unwrap();
            store.subscriptions().folder(user, own.clone(), noon()).await.unwrap();
            store.settings().set(Some(user), "theme".to_owned(), Some(own.clone())).await.unwrap();
            let hash = [user.0 as u8; 32];
            let password = hash.to_vec().into();
            let users = store.users();
            users
                .add_app_password(user, own.clone(), AppScope::Read, password, noon())
                .await
                .unwrap();
            let token = (format!("swordfish of {user}"), hash);
            let outputs = store.outputs();
            outputs.add(user, own.clone(), OutputList::All, token, 9, noon()).await.unwrap();
            users.begin_second_factor(user, b"swordfish".to_vec(), noon()).await.unwrap();
            let note = Note {
                at: noon(),
                user: Some(user),
                source: None,
                kind: own,
                message: String::new(),
            };
            store.activity().note(note).await.unwrap();
        }
        let taken = take(&store, ada).await;
        let all = format!("{:?}", taken.rows);
        assert!(!all.contains(&format!("of {bob}")), "{all}");
        assert!(!all.contains("swordfish") && !all.contains("Blob"), "{all}");
        for table in
            ["subscriptions", "folders", "settings", "app_passwords", "outputs", "activity"]
        {
            let told = format!("{:?}", taken.rows[table]);
            assert!(
                taken.rows[table].len() == 1 && told.contains(&format!("of {ada}")),
                "{table}: {told}"
            );
        }
        for secret in ["sessions", "second_factors", "recovery_codes", "unread"] {
            assert!(!taken.rows.contains_key(secret), "{secret}");
        }
        let columns: Vec<&str> =
            taken.rows["subscriptions"][0].iter().map(|(name, _)| name.as_str()).collect();
        assert!(columns.contains(&"title") && !columns.contains(&"user_id"), "{columns:?}");
    });
}

#[test]
fn an_export_that_cannot_be_written_stops_with_the_error() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        store_articles(&store, source, (0..5).map(tidy).collect(), at(0)).await;
        let mut n_told = 0;
        let full = move |event| {
            n_told += u32::from(matches!(event, ExportEvent::Article(_)));
            if n_told < 3 { Ok(()) } else { Err(Error::DiskFull(format!("after {n_told}"))) }
        };
        let stopped = store.maintenance().export(user, full).await;
        assert_eq!(stopped, Err(Error::DiskFull("after 3".to_owned())));
        assert_eq!(take(&store, user).await.articles.len(), 5, "the store still works");
    });
}

/// Returns every table with its columns and their types.
fn tables(c: &mut dyn Connection) -> Result<BTreeMap<String, Vec<(String, String)>>> {
    let sql = match c.engine() {
        Engine::Sqlite => {
            "select t.name as table_name, i.name as column_name, lower(i.type) as kind from sqlite_master t \
             join pragma_table_info(t.name) i on 1 = 1 where t.type = 'table' and t.name not like 'sqlite_%'"
        }
        Engine::Postgres => {
            "select cast(table_name as text) as table_name, cast(column_name as text) as column_name, \
             cast(data_type as text) as kind from information_schema.columns where table_schema = current_schema()"
        }
    };
    let mut tables: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for mut row in c.query(sql, &[])? {
        let column = (row.get("column_name")?, row.get("kind")?);
        tables.entry(row.get("table_name")?).or_default().push(column);
    }
    Ok(tables)
}

/// Inserts a row into every table, as unusual as its columns allow; users first because others refer to them.
fn fill(c: &mut dyn Connection) -> Result<()> {
    let mut all: Vec<_> = tables(c)?.into_iter().collect();
    all.retain(|(table, _)| table != "schema_versions");
    all.sort_by_key(|(table, _)| (table != "users", table != "webhooks", table.clone()));
    for (table, columns) in all {
        let (mut names, mut places, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for (n, (name, kind)) in columns.iter().enumerate() {
            names.push(name.as_str());
            places.push(format!("${}", n + 1));
            values.push(match kind.as_str() {
                "text" => Value::from(format!("{table}.{name}: 'é'\t\n\\ \u{1F4F0}")),
                "blob" | "bytea" => Value::from(vec![0, 255, 10, 13, 39]),
                kind if kind.starts_with("double") => Value::from(-1.0e-300),
                _ if name.ends_with("id") => Value::from(7_i64),
                _ if name.starts_with("lease") => Value::from(0_i64),
                _ => Value::from(i64::MIN + n as i64),
            });
        }
        let (names, places) = (names.join(", "), places.join(", "));
        c.execute(&format!("insert into {table}({names}) values ({places})"), &values)?;
    }
    Ok(())
}

/// Returns every row of every table, as text.
async fn contents(store: &Store) -> BTreeMap<String, Vec<String>> {
    let read = store.read_snapshot(|c| {
        let mut all = BTreeMap::new();
        for (table, columns) in tables(c)? {
            let mut names: Vec<String> = columns.into_iter().map(|(name, _)| name).collect();
            names.sort();
            let rows = c.query(&format!("select {} from {table}", names.join(", ")), &[])?;
            let mut lines: Vec<String> =
                rows.into_iter().map(|row| format!("{:?}", row.rest())).collect();
            lines.sort();
            all.insert(table, lines);
        }
        Ok(all)
    });
    read.await.unwrap()
}

/// Tables whose rows are only valid in their database, or contain secrets for other servers.
const NOT_COPIED: [&str; 9] = [
    "sessions",
    "second_steps",
    "invitations",
    "source_credentials",
    "push_subscriptions",
    "pushed_articles",
    "article_changes",
    "article_log",
    "pictures",
];

#[test]
fn a_backup_has_every_row_of_every_table_except_those_listed() {
    on_both(|ground| async move {
        let store = ground.open().await;
        store.write(fill).await.unwrap();
        let mut before = contents(&store).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("backup");
        let summary = store.maintenance().backup(file.clone(), at(5)).await.unwrap();
        for table in NOT_COPIED {
            assert_eq!(before[table].len(), 1, "{table} was filled");
            before.insert(table.to_owned(), Vec::new());
        }
        before.remove("schema_versions");
        let n_rows: usize = before.values().map(Vec::len).sum();
        assert_eq!((summary.n_rows, summary.made_at), (n_rows as u64, at(5)));
        // Whether a host is ready is recomputed from its sources; there are none here.
        let hosts = before.remove("hosts").unwrap();
        let mut targets = vec![sqlite()];
        targets.extend(postgres_ground());
        for target in targets {
            let (restored, told) = Store::restore(target.options(), file.clone()).await.unwrap();
            let mut after = contents(&restored).await;
            after.remove("schema_versions");
            let restored_hosts = after.remove("hosts").unwrap();
            assert_eq!(restored_hosts.len(), hosts.len());
            assert_eq!(after, before);
            assert_eq!(told, summary);
            restored.close().await;
        }
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "no unfinished file is left");
    });
}

#[test]
fn ids_continue_after_a_restore_even_past_removed_rows() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let ids = store_articles(&store, source, (0..9).map(tidy).collect(), at(0)).await.new_ids;
        let folder = store.subscriptions().folder(user, "F".to_owned(), noon()).await.unwrap();
        store.subscriptions().remove_folder(user, folder, at(1)).await.unwrap();
        let removed = store.write(move |c| {
            let last = ids[8];
            for table in ["unread", "article_content", "article_keys"] {
                let sql = format!("delete from {table} where article_id = $1");
                c.execute(&sql, tidings_store::values![last])?;
            }
            c.execute("delete from articles where id = $1", tidings_store::values![last])?;
            Ok(last)
        });
        let last = removed.await.unwrap();
        let files = tempfile::tempdir().unwrap();
        let file = files.path().join("backup");
        store.maintenance().backup(file.clone(), at(5)).await.unwrap();
        let mut targets = vec![sqlite()];
        targets.extend(postgres_ground());
        for target in targets {
            let (restored, _) = Store::restore(target.options(), file.clone()).await.unwrap();
            let new = store_articles(&restored, source, vec![tidy(20)], at(6)).await.new_ids;
            assert_eq!(new, [ArticleId(last.0 + 1)]);
            let again = restored.subscriptions().folder(user, "F".to_owned(), at(6)).await.unwrap();
            assert_eq!(again.0, folder.0 + 1);
            assert_eq!(restored.maintenance().check().await.unwrap(), [""; 0]);
            restored.close().await;
        }
    });
}

#[test]
fn a_restored_store_has_no_sessions_and_no_leases() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let session = tidings_store::NewSession {
            token_hash: vec![1; 32],
            user,
            csrf: String::new(),
            label: String::new(),
            expires_at: at(9999),
        };
        store.users().begin_session(session, at(0)).await.unwrap();
        store.sources().claim_one(source, claim("me", 1), at(0)).await.unwrap().unwrap();
        let files = tempfile::tempdir().unwrap();
        let file = files.path().join("backup");
        store.maintenance().backup(file.clone(), at(0)).await.unwrap();
        let mut targets = vec![sqlite()];
        targets.extend(postgres_ground());
        for target in targets {
            let (restored, _) = Store::restore(target.options(), file.clone()).await.unwrap();
            assert!(restored.users().session(vec![1; 32], at(1)).await.unwrap().is_none());
            assert_eq!(restored.sources().count_leases(at(1)).await.unwrap(), 0);
            let claimed = restored.sources().claim_due(claim("you", 9), at(1)).await.unwrap();
            assert_eq!(claimed.len(), 1, "still due as planned");
            restored.close().await;
        }
    });
}

#[test]
fn upkeep_changes_no_data() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        store_articles(&store, source, (0..30).map(tidy).collect(), at(0)).await;
        let options = SubscriberOptions { is_muted: true, ..SubscriberOptions::default() };
        store.subscriptions().set_options(user, source, options).await.unwrap();
        let before = contents(&store).await;
        for _ in 0..2 {
            store.maintenance().optimize().await.unwrap();
        }
        assert_eq!(contents(&store).await, before);
        let asked =
            NotesQuery { audience: Audience::Server, kinds: Vec::new(), before: None, limit: 9 };
        assert_eq!(store.activity().notes(asked).await.unwrap(), []);
    });
}
