//! Violates every invariant once and checks that it is found, and that no invariant is left without a test.

use super::{RULES, broken};
use crate::{
    Options, Store, StoreLocation,
    engine::db::{Connection, Engine},
    error::Result,
    users::PERSONAL_TABLES,
};
use std::collections::BTreeSet;

/// A user who subscribes to a source with one article, read and starred; all of them have the id 1.
const SOUND: &[&str] = &[
    "insert into users(id, name, name_key, password, role, created_at) values (1, 'ada', 'ada', '', 'user', 0)",
    "insert into hosts(host, ready_at) values ('example.org', 5)",
    "insert into sources(id, kind, url, host, state, next_at, next_reason, due_at, created_at) \
     values (1, 'feed', 'https://example.org/', 'example.org', 'active', 5, 'new', 5, 0)",
    "insert into folders(id, user_id, name, created_at) values (1, 1, 'F', 0)",
    "insert into subscriptions(user_id, source_id, folder_id, created_at) values (1, 1, 1, 0)",
    "insert into articles(id, source_id, published_at, arrived_at, version, guid_key, title, summary) \
     values (1, 1, 5, 5, 7, 7, 'T', '')",
    "insert into article_content(article_id, html) values (1, '')",
    "insert into article_keys(source_id, fingerprint, kind, article_id, added_at) values (1, 7, 0, 1, 0)",
    "insert into readings(user_id, article_id, starred_at) values (1, 1, 5)",
    "insert into tags(id, user_id, name) values (1, 1, 't')",
    "insert into article_tags(tag_id, article_id, user_id, tagged_at) values (1, 1, 1, 5)",
    "insert into unread(user_id, published_at, article_id, source_id) values (1, 5, 1, 1)",
    "insert into rules(id, user_id, position, name, scope, matching, accents, conditions, actions, is_on, created_at) \
     values (1, 1, 1, 'r', 'all', 'all', 0, '', '', 1, 0)",
    "insert into rule_books(user_id, generation) values (1, 1)",
    "insert into webhooks(id, user_id, name, url, secret, event, scope, is_on, created_at) \
     values (1, 1, 'w', '', '', 'star', 'all', 1, 0)",
    "insert into imports(id, user_id, name, started_at, finished_at) values (1, 1, 'i', 0, 5)",
];

/// What is done to the sound store, and a part of the expected finding.
const DAMAGES: &[(&str, &str)] = &[
    ("update unread set article_id = 9", "unread marks belong to articles"),
    ("update unread set published_at = 6", "unread marks disagree"),
    ("update unread set source_id = 9", "unread marks disagree"),
    ("delete from subscriptions", "unread marks belong to users"),
    ("update article_keys set article_id = 9", "keys refer to articles"),
    ("update article_keys set source_id = 9", "keys belong to a different source"),
    ("delete from article_keys", "articles cannot be recognised again"),
    ("update article_keys set fingerprint = 8", "articles cannot be recognised again"),
    (
        "insert into articles(source_id, published_at, arrived_at, version, guid_key, title, summary) \
         values (1, 5, 5, 8, 7, 'T', '')",
        "guids identify more",
    ),
    (
        "insert into forgotten(article_id, source_id, seen_at) values (1, 1, 0)",
        "articles are both stored and marked as removed",
    ),
    ("delete from article_content", "articles have no content"),
    ("insert into article_content(article_id, html) values (9, '')", "contents belong to articles"),
    ("update articles set source_id = 9", "articles belong to sources"),
    ("update articles set published_at = 6", "articles are listed with a later time"),
    (
        "insert into subscriptions(user_id, source_id, created_at) values (1, 9, 0)",
        "subscriptions refer to sources",
    ),
    ("update subscriptions set folder_id = 9", "subscriptions are in folders"),
    ("update folders set parent_id = 9", "folders are inside folders that do not exist"),
    ("update readings set article_id = 9", "readings belong to articles"),
    ("update article_tags set article_id = 9", "tagged articles or their tags"),
    ("update article_tags set tag_id = 9", "tagged articles or their tags"),
    (
        "insert into hidden(user_id, article_id, rule_id, hidden_at) values (1, 9, 1, 0)",
        "hidden articles do not exist",
    ),
    (
        "insert into late_arrivals(user_id, article_id, entry_id, arrived_at) values (1, 9, 10, 0)",
        "late arrivals of articles that do not exist",
    ),
    (
        "insert into rule_matches(rule_id, article_id, user_id, matched_at) values (9, 1, 1, 0)",
        "rule matches belong to rules or articles",
    ),
    (
        "insert into rule_matches(rule_id, article_id, user_id, matched_at) values (1, 9, 1, 0)",
        "rule matches belong to rules or articles",
    ),
    (
        "insert into deliveries(webhook_id, user_id, article_id, event, created_at, next_at) \
         values (1, 1, 9, 'star', 0, 0)",
        "webhook messages belong to",
    ),
    (
        "insert into deliveries(webhook_id, user_id, article_id, event, created_at, next_at) \
         values (1, 9, 1, 'star', 0, 0)",
        "webhook messages belong to",
    ),
    (
        "insert into shares(user_id, article_id, token, hash, created_at) values (1, 9, '', x'01', 0)",
        "share links refer to articles",
    ),
    (
        "insert into full_texts(article_id, fetched_at) values (9, 0)",
        "full texts belong to articles",
    ),
    (
        "insert into positions(user_id, article_id, media, seconds, at) values (1, 9, 9, 1, 0)",
        "playback positions belong to",
    ),
    ("insert into source_icons(source_id) values (9)", "icons, or the sources they belong to"),
    (
        "insert into source_icons(source_id, icon_id) values (1, 9)",
        "icons, or the sources they belong to",
    ),
    ("insert into source_options(source_id) values (9)", "fetch options belong"),
    (
        "insert into source_credentials(source_id, origin, header, secret) values (9, '', '', '')",
        "passwords belong to sources",
    ),
    (
        "insert into push_subscriptions(source_id, way, hub, topic, token, base, state, next_at, created_at) \
         values (9, 'hub', '', '', '', '', 'asking', 0, 0)",
        "hub subscriptions are for sources",
    ),
    (
        "insert into pushed_articles(article_id, source_id, pushed_at) values (9, 1, 0)",
        "articles sent by hubs",
    ),
    (
        "insert into pushed_articles(article_id, source_id, pushed_at) values (1, 9, 0)",
        "articles sent by hubs",
    ),
    (
        "insert into import_lines(import_id, line, user_id, url, title, folder, state) \
         values (9, 0, 1, '', '', '', 'added')",
        "import lines belong to",
    ),
    (
        "insert into import_lines(import_id, line, user_id, url, title, folder, state) \
         values (1, 0, 1, '', '', '', 'waiting')",
        "import lines wait although",
    ),
    (
        "insert into imported_marks(user_id, source_id, title, html, is_read, imported_at) \
         values (1, 9, '', '', 1, 0)",
        "imported marks wait",
    ),
    ("delete from rule_books", "rules belong to users without a rule book"),
    (
        "insert into forgotten(article_id, source_id, seen_at) values (9, 9, 0)",
        "removed articles belong to sources",
    ),
    ("update sources set lease_until = 3", "sources have a lease without an owner"),
    ("update sources set due_at = null", "sources are due at a different time"),
    ("update sources set due_at = 4", "sources are due at a different time"),
    ("update sources set state = 'paused'", "sources are due at a different time"),
    (
        "update sources set lease_until = 6, lease_owner = 'me'",
        "sources are due at a different time",
    ),
    ("update subscriptions set paused_at = 3", "sources are fetched although"),
    ("delete from hosts", "sources are never claimed because"),
    ("update hosts set ready_at = null", "sources are never claimed because"),
    ("update hosts set ready_at = 6", "sources wait longer"),
    (
        "insert into rhythms(source_id, per_day, as_of, body) values (9, 1.0, 0, x'01')",
        "posting beliefs",
    ),
    (
        "insert into rhythms(source_id, per_day, as_of, body) values (1, -1.0, 0, x'01')",
        "posting beliefs",
    ),
    (
        "insert into arrivals(source_id, posted_at, seen_at) values (9, 0, 0)",
        "logged arrivals belong to sources",
    ),
    (
        "insert into shadows(day, policy, total_ms, max_ms, n_misses, bins) values (9, 'ours', 0, 0, 0, x'01')",
        "policies are compared on days",
    ),
    ("update sources set weight = 0.0", "source weights are"),
];

/// Changes that are harmless, although they look like damage.
const HARMLESS: &[&str] = &[
    "update hosts set ready_at = 6, next_start_at = 6",
    "update hosts set ready_at = 6, blocked_until = 6",
    "update hosts set ready_at = 1",
    "update sources set lease_until = 9, lease_owner = 'me', due_at = 9",
    "insert into source_icons(source_id) values (1)",
    "update subscriptions set folder_id = null",
    "insert into settings(user_id, name, value) values (0, 'secret', 'x')",
    "insert into activity(at, kind, message) values (0, 'k', 'm')",
    "delete from unread",
];

async fn sound() -> Store {
    let noon = "2026-11-15T12:00:00Z".parse().unwrap();
    let store = Store::open(Options::new(StoreLocation::Memory, noon)).await.unwrap();
    let filled =
        store.write(|c| SOUND.iter().try_for_each(|sql| c.execute(sql, &[]).map(drop))).await;
    filled.unwrap();
    store
}

async fn found_after(damage: &str) -> Vec<String> {
    let (store, damage) = (sound().await, damage.to_owned());
    store.write(move |c| c.execute(&damage, &[])).await.unwrap();
    store.maintenance().check().await.unwrap()
}

#[tokio::test]
async fn a_sound_store_and_harmless_oddities_give_no_findings() {
    assert_eq!(sound().await.maintenance().check().await.unwrap(), [""; 0]);
    for change in HARMLESS {
        assert_eq!(found_after(change).await, [""; 0], "{change}");
    }
}

#[tokio::test]
async fn every_damage_is_found_and_counted_with_an_example() {
    for (damage, said) in DAMAGES {
        let found = found_after(damage).await;
        let said = format!("1 {said}");
        let told = found.iter().find(|one| one.starts_with(&said));
        let told = told.unwrap_or_else(|| panic!("{damage}: {found:?}"));
        assert!(told.contains("(for example number "), "{told}");
    }
}

#[test]
fn every_invariant_is_violated_by_some_damage() {
    for (_, sentence) in RULES {
        let is_broken = DAMAGES.iter().any(|(_, said)| sentence.starts_with(said));
        assert!(is_broken, "no damage violates this: {sentence}");
    }
}

/// Returns the insert of a row into a table: numbers are 9, texts empty, blobs one byte.
fn insert_of(c: &mut dyn Connection, table: &str) -> Result<String> {
    assert_eq!(c.engine(), Engine::Sqlite);
    let sql = format!("select name, lower(type) as kind from pragma_table_info('{table}')");
    let (mut names, mut values) = (Vec::new(), Vec::new());
    for mut row in c.query(&sql, &[])? {
        let (name, kind): (String, String) = (row.get("name")?, row.get("kind")?);
        names.push(name);
        values.push(match kind.as_str() {
            "text" => "''",
            "blob" => "x'01'",
            _ => "9",
        });
    }
    Ok(format!("insert into {table}({}) values ({})", names.join(", "), values.join(", ")))
}

#[tokio::test]
async fn rows_without_a_user_are_found_in_every_table_of_users() {
    for table in PERSONAL_TABLES {
        let store = sound().await;
        let insert = store.read(move |c| insert_of(c, table)).await.unwrap();
        // The engine itself ties some tables to their users, as long as foreign keys are on.
        store.read(|c| c.query("pragma foreign_keys = off", &[])).await.unwrap();
        store.write(move |c| c.execute(&insert, &[])).await.unwrap();
        let found = store.maintenance().check().await.unwrap();
        let said = format!("1 rows of {table} belong to users that do not exist");
        assert!(found.iter().any(|one| one.starts_with(&said)), "{table}: {found:?}");
    }
}

#[tokio::test]
async fn many_violations_are_one_sentence_with_the_smallest_number() {
    let store = sound().await;
    let found = store.write(|c| {
        for id in [31_i64, 30, 32] {
            let sql = "insert into article_content(article_id, html) values ($1, '')";
            c.execute(sql, crate::values![id])?;
        }
        broken(
            c,
            "select article_id as x from article_content where article_id > 1",
            "are too many",
        )
    });
    let found = found.await.unwrap();
    assert_eq!(found.as_deref(), Some("3 are too many (for example number 30)."));
    let sentences: BTreeSet<&str> = RULES.iter().map(|(_, sentence)| *sentence).collect();
    assert_eq!(sentences.len(), RULES.len(), "each invariant has its own sentence");
}
