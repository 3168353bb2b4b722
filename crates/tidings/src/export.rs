//! Everything that belongs to one user, in one zip archive: to read, to take elsewhere, to import again.
//!
//! The store passes it on row by row from one snapshot, so nothing is held in memory. `docs/manual/accounts.md`
//! describes the files.

use anyhow::{Context, Result};
use jiff::Timestamp;
use serde_json::{Map, Value as Json, json};
use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};
use tidings_model::locks::locked;
use tidings_model::{
    FolderId, SourceId, User,
    rule::{self, Accents, Matching, RuleScope},
    taste::Subject,
};
use tidings_parse::opml;
use tidings_store::{
    ExportEvent, ExportedArticle, Store, StoredRule, SubscribedSource, engine::db::Value,
};
use tidings_web::{LearnedInterest, LearnedInterests};
use url::Url;
use zip::{ZipWriter, write::SimpleFileOptions};

/// The version of the format. It increases when a program for the previous version would misread the archive.
const FORMAT: u32 = 1;

const README: &str = "Everything Tidings stores about one user.

subscriptions.opml          subscriptions, for any reader
articles.json               articles of the subscriptions and saved ones, with read, starred and read-later states and tags;
                            with their text if they are starred, tagged or saved for later
records/profile.json        the user, and when this file was written
records/subscriptions.json  subscriptions with titles, folders and options
records/rules.json          rules, by folder names and source addresses
records/learned.json        interests: topics and sources, how much of each the user opens (0 to 1), how certain that is,
                            and the user's own corrections (0 to 100)
records/NAME.jsonl          every table with rows of this user, one row per line; times are milliseconds since 1970

You can import this archive into Tidings as it is.
";

/// Writes a user's archive, with their interests, to a file that only its owner may read.
///
/// # Errors
/// When the store cannot be read or the file cannot be written.
pub async fn write(
    store: &Store,
    user: &User,
    learned: &LearnedInterests,
    path: PathBuf,
    now: Timestamp,
) -> Result<()> {
    let head = Head::gather(store, user, learned, now).await?;
    let archive: Arc<Mutex<Option<Archive>>> = Arc::default();
    let filled = Arc::clone(&archive);
    store
        .maintenance()
        .export(user.id, move |exported| {
            let mut archive = locked(&filled);
            take(&mut archive, &head, &path, exported)
                .map_err(|error| tidings_store::Error::from(std::io::Error::other(error)))
        })
        .await?;
    let archive = locked(&archive).take();
    archive.context("the store exported nothing")?.finish()
}

fn take(
    archive: &mut Option<Archive>,
    head: &Head,
    path: &Path,
    exported: ExportEvent,
) -> Result<()> {
    match (exported, archive) {
        (ExportEvent::Begin, archive) => {
            *archive = Some(Archive::begin(path, head)?);
            Ok(())
        }
        (ExportEvent::Article(article), Some(archive)) => archive.article(&article),
        (ExportEvent::Table(name), Some(archive)) => archive.table(&name),
        (ExportEvent::Row(row), Some(archive)) => archive.row(row),
        (_, None) => Ok(()),
    }
}

/// The beginning of the archive: small, and gathered before the rest.
struct Head {
    profile: Json,
    opml: String,
    subscriptions: Json,
    rules: Json,
    learned: Json,
}

impl Head {
    async fn gather(
        store: &Store,
        user: &User,
        learned: &LearnedInterests,
        now: Timestamp,
    ) -> Result<Self> {
        let folders = store.subscriptions().folders(user.id).await?;
        let names: BTreeMap<_, _> =
            folders.iter().map(|folder| (folder.id, folder.path.as_str())).collect();
        let folder = |subscribed: &SubscribedSource| {
            subscribed.subscription.folder.and_then(|id| names.get(&id).copied())
        };
        let subscribed = store.subscriptions().list(user.id).await?;
        let sources: BTreeMap<_, _> =
            subscribed.iter().map(|one| (one.source.id, one.source.url.clone())).collect();
        let rules = store.rules().list(user.id).await?;
        let outlines: Vec<_> = subscribed.iter().map(|one| outline(one, folder(one))).collect();
        let [topics, about] = [&learned.topics, &learned.sources]
            .map(|all| all.iter().map(opens).collect::<Vec<_>>());
        Ok(Self {
            learned: json!({ "topics": topics, "sources": about }),
            profile: json!({
                "format": "tidings", "format_version": FORMAT, "version": env!("CARGO_PKG_VERSION"),
                "name": user.name, "role": user.role.code(), "since": time(user.created_at), "written": time(now),
            }),
            opml: opml::write("Subscriptions", &outlines),
            subscriptions: subscribed.iter().map(|one| subscription(one, folder(one))).collect(),
            rules: rules.iter().filter_map(|one| rule(one, &names, &sources)).collect(),
        })
    }
}

fn opens(learned: &LearnedInterest) -> Json {
    let id = match learned.subject {
        Subject::Topic(topic) => i64::from(topic.0),
        Subject::Source(source) => source.0,
    };
    json!({ "id": id, "name": learned.name, "opens": learned.opens, "sure": learned.sure, "level": learned.told })
}

fn time(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn outline(subscribed: &SubscribedSource, folder: Option<&str>) -> opml::OpmlSubscription {
    opml::OpmlSubscription {
        url: subscribed.source.url.to_string(),
        title: subscribed.title().to_owned(),
        site: subscribed.source.site.as_ref().map(ToString::to_string),
        folder: folder.map(|path| path.split('/').map(str::to_owned).collect()).unwrap_or_default(),
    }
}

fn subscription(subscribed: &SubscribedSource, folder: Option<&str>) -> Json {
    let options = &subscribed.options;
    json!({
        "url": subscribed.source.url.as_str(), "title": subscribed.source.title,
        "own_title": subscribed.subscription.title, "site": subscribed.source.site.as_ref().map(Url::as_str),
        "folder": folder, "since": time(subscribed.subscription.created_at),
        "paused": subscribed.paused_at.map(time), "muted": options.is_muted, "full_text": options.full_text,
        "pinned": options.is_pinned,
        "min_minutes": options.min_minutes, "max_minutes": options.max_minutes,
        "keep_days": options.keep_days, "keep_count": options.keep_count,
    })
}

/// Returns a rule with names instead of ids, because names mean the same on another server. A rule whose folder or
/// source is gone is left out.
fn rule(
    stored: &StoredRule,
    folders: &BTreeMap<FolderId, &str>,
    sources: &BTreeMap<SourceId, Url>,
) -> Option<Json> {
    let rule = &stored.rule;
    let (folder, source) = match rule.scope {
        RuleScope::All => (None, None),
        RuleScope::Folder(id) => (Some(*folders.get(&id)?), None),
        RuleScope::Source(id) => (None, Some(sources.get(&id)?.as_str())),
    };
    let lines = |text: String| text.lines().map(str::to_owned).collect::<Vec<_>>();
    Some(json!({
        "name": rule.name, "folder": folder, "source": source, "on": stored.is_on,
        "matching": match rule.matching { Matching::All => "all", Matching::Any => "any" },
        "accents": rule.accents == Accents::Count,
        "conditions": lines(rule::lines(&rule.conditions)), "actions": lines(rule::lines(&rule.actions)),
    }))
}

/// The archive while it is being written.
struct Archive {
    zip: ZipWriter<BufWriter<File>>,
    n_articles: u64,
    is_in_articles: bool,
}

impl Archive {
    fn begin(path: &Path, head: &Head) -> Result<Self> {
        let file = create_private(path)?;
        let zip = ZipWriter::new(BufWriter::new(file));
        let mut archive = Self { zip, n_articles: 0, is_in_articles: false };
        archive.file("README.md", README.as_bytes())?;
        archive.file("records/profile.json", &serde_json::to_vec_pretty(&head.profile)?)?;
        archive.file("subscriptions.opml", head.opml.as_bytes())?;
        archive
            .file("records/subscriptions.json", &serde_json::to_vec_pretty(&head.subscriptions)?)?;
        archive.file("records/rules.json", &serde_json::to_vec_pretty(&head.rules)?)?;
        archive.file("records/learned.json", &serde_json::to_vec_pretty(&head.learned)?)?;
        archive.start("articles.json")?;
        archive.zip.write_all(b"{\"format\":\"tidings\",\"items\":[")?;
        archive.is_in_articles = true;
        Ok(archive)
    }

    fn start(&mut self, name: &str) -> Result<()> {
        // The archive of a heavy reader may exceed 4 GiB.
        let options = SimpleFileOptions::default().large_file(true);
        Ok(self.zip.start_file(name, options)?)
    }

    fn file(&mut self, name: &str, content: &[u8]) -> Result<()> {
        self.start(name)?;
        Ok(self.zip.write_all(content)?)
    }

    fn article(&mut self, article: &ExportedArticle) -> Result<()> {
        self.zip.write_all(if self.n_articles == 0 { b"\n" } else { b",\n" })?;
        self.n_articles += 1;
        Ok(serde_json::to_writer(&mut self.zip, &article_json(article))?)
    }

    fn table(&mut self, name: &str) -> Result<()> {
        self.end_articles()?;
        self.start(&format!("records/{name}.jsonl"))
    }

    fn row(&mut self, row: Vec<(String, Value)>) -> Result<()> {
        let row: Map<String, Json> =
            row.into_iter().map(|(column, value)| (column, value_json(value))).collect();
        serde_json::to_writer(&mut self.zip, &row)?;
        Ok(self.zip.write_all(b"\n")?)
    }

    fn end_articles(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.is_in_articles, false) {
            self.zip.write_all(b"\n]}\n")?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<()> {
        self.end_articles()?;
        let file = self.zip.finish()?;
        file.into_inner().map_err(|error| error.into_error())?.sync_all()?;
        Ok(())
    }
}

fn create_private(path: &Path) -> Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).with_context(|| format!("cannot write {}", path.display()))
}

/// Returns one article as `tidings_parse::import` reads it. False and empty values are left out.
fn article_json(article: &ExportedArticle) -> Json {
    let mut item = Map::new();
    let mut set = |name: &str, value: Option<Json>| {
        if let Some(value) = value {
            item.insert(name.to_owned(), value);
        }
    };
    let told = |at: Option<Timestamp>| at.map(|at| json!(time(at)));
    set("tidings", Some(json!(FORMAT)));
    // A private address may contain a secret, which means nothing on another server.
    set("feed", Some(json!(article.source_url)));
    set("feed_title", Some(json!(article.source_title)));
    set("guid", article.guid.as_ref().map(|guid| json!(guid)));
    set("link", article.link.as_ref().map(|link| json!(link)));
    set("title", Some(json!(article.title)));
    set("published", told(Some(article.published_at)));
    set("read", Some(json!(article.is_read)));
    set("read_at", told(article.read_at));
    set("starred", told(article.starred_at));
    set("later", told(article.later_at));
    set("opened", (article.n_opened > 0).then(|| json!(article.n_opened)));
    set("spent_ms", (article.spent_ms > 0).then(|| json!(article.spent_ms)));
    set("tags", (!article.tags.is_empty()).then(|| json!(article.tags)));
    set("content", article.html.as_ref().map(|html| json!(html)));
    Json::Object(item)
}

fn value_json(value: Value) -> Json {
    match value {
        Value::Null | Value::Blob(_) => Json::Null,
        Value::I64(number) => json!(number),
        Value::F64(number) => json!(number),
        Value::Text(text) => json!(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{clock::Time, services::Services};
    use std::io::Read;
    use tidings_fetch::{ClientSettings, HttpWeb};
    use tidings_model::{Article, Role, SourceKind, WebhookId, limits::Limits};
    use tidings_parse::import::{self, ExportProgram};
    use tidings_store::{
        AppScope, FetchRecord, FetchedContent, Options, ParsedDocument, StoreLocation,
        SubscriberOptions, Switch,
    };

    /// Returns a store in which ada subscribes to one source, starred, tagged and saved for later some of its articles,
    /// and read the rest.
    async fn filled(now: Timestamp) -> (Store, User) {
        let store = Store::open(Options::new(StoreLocation::Memory, now)).await.unwrap();
        let ada =
            store.users().add("ada".to_owned(), "hash".to_owned(), Role::User, now).await.unwrap();
        let eve = store
            .users()
            .add("mallory".to_owned(), "hash".to_owned(), Role::User, now)
            .await
            .unwrap();
        let url = "https://lumen.example/feed".parse().unwrap();
        let source = store.sources().add(SourceKind::Feed, url, now).await.unwrap().id();
        let folder = store.subscriptions().folder(ada, "Science".to_owned(), now).await.unwrap();
        store.subscriptions().subscribe(ada, source, Some(folder), now).await.unwrap();
        store.subscriptions().subscribe(eve, source, None, now).await.unwrap();
        let articles = (0..6).map(|n| article(n, now)).collect();
        let ids = store.fetches().store(record(source, articles, now)).await.unwrap().new_ids;
        store.readings().star(ada, ids[0], Some(now)).await.unwrap();
        store.readings().tag(ada, ids[1], "maths".to_owned(), now).await.unwrap();
        store.readings().put_aside(ada, ids[2], Some(now)).await.unwrap();
        store.readings().mark_read(ada, vec![ids[0], ids[3]], now).await.unwrap();
        store.readings().star(eve, ids[5], Some(now)).await.unwrap();
        let label = "phone".to_owned();
        store
            .users()
            .add_app_password(ada, label, AppScope::Read, vec![77; 32].into(), now)
            .await
            .unwrap();
        store.users().begin_second_factor(ada, b"very secret bytes".to_vec(), now).await.unwrap();
        let user = store.users().get(ada).await.unwrap().unwrap();
        (store, user)
    }

    fn article(n: u32, now: Timestamp) -> Article {
        let imported = import::ImportedArticle {
            link: Some(format!("https://lumen.example/{n}")),
            title: format!("Article {n}"),
            published: Some(now),
            content_html: format!("<p>Text {n}</p>"),
            ..import::ImportedArticle::default()
        };
        imported.article(&Limits::default())
    }

    fn record(source: SourceId, articles: Vec<Article>, now: Timestamp) -> FetchRecord {
        let document = ParsedDocument {
            articles,
            title: Some("Lumen".to_owned()),
            ..ParsedDocument::default()
        };
        FetchRecord::new(source, FetchedContent::Document(document), now)
    }

    fn names_and_texts(bytes: &[u8]) -> BTreeMap<String, String> {
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
        (0..archive.len())
            .map(|index| {
                let mut file = archive.by_index(index).unwrap();
                let mut text = String::new();
                file.read_to_string(&mut text).unwrap();
                (file.name().unwrap().into_owned(), text)
            })
            .collect()
    }

    #[tokio::test]
    async fn an_archive_is_complete_contains_only_ones_own_data_and_can_be_imported() {
        let folder = tempfile::tempdir().unwrap();
        let now: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
        let (store, user) = filled(now).await;
        let path = folder.path().join("ada.zip");
        write(&store, &user, &LearnedInterests::default(), path.clone(), now).await.unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let files = names_and_texts(&bytes);
        for name in ["folders", "tags", "readings", "subscriptions", "settings", "visits", "rules"]
        {
            assert!(files.contains_key(&format!("records/{name}.jsonl")), "{name}");
        }
        for name in ["sessions", "second_factors", "recovery_codes", "unread"] {
            assert!(!files.contains_key(&format!("records/{name}.jsonl")), "{name}");
        }
        let all = files.values().cloned().collect::<String>();
        assert!(!all.contains("mallory") && !all.contains("secret bytes"), "{all}");
        assert!(files["records/app_passwords.jsonl"].contains("phone"));
        assert!(!files["records/app_passwords.jsonl"].contains("hash"));

        let import = import::read(&bytes, &Limits::default()).unwrap();
        assert_eq!((import.kind, &import.complaints[..]), (ExportProgram::Tidings, &[][..]));
        assert_eq!(import.subscriptions.len(), 1);
        assert_eq!(import.subscriptions[0].folder, ["Science"]);
        assert_eq!(import.articles.len(), 6);
        let count = |is: fn(&import::ImportedArticle) -> bool| {
            import.articles.iter().filter(|article| is(article)).count()
        };
        assert_eq!(count(|article| article.is_starred), 1);
        assert_eq!(count(|article| article.is_read == Some(true)), 2);
        assert_eq!(count(|article| article.tags == ["maths"]), 1);
        assert_eq!(count(|article| article.is_later), 1);
        assert_eq!(count(|article| !article.content_html.is_empty()), 3, "what was saved");
    }

    #[tokio::test]
    async fn preferences_and_rules_are_restored_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let now: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
        let (store, user) = filled(now).await;
        let [subscribed] = &store.subscriptions().list(user.id).await.unwrap()[..] else {
            panic!("one")
        };
        let source = subscribed.source.id;
        let options = SubscriberOptions {
            is_muted: true,
            min_minutes: Some(90),
            keep_count: Some(40),
            ..SubscriberOptions::default()
        };
        store.subscriptions().set_options(user.id, source, options.clone()).await.unwrap();
        store.subscriptions().pause_all(user.id, vec![source], now).await.unwrap();
        let folder_id = subscribed.subscription.folder.unwrap();
        for scope in [RuleScope::All, RuleScope::Folder(folder_id), RuleScope::Source(source)] {
            let rule = rule::Rule {
                name: format!("{scope:?}"),
                scope,
                matching: Matching::Any,
                conditions: vec!["not title words: text".parse().unwrap()],
                accents: Accents::Count,
                actions: vec![rule::Action::Star, rule::Action::Webhook(WebhookId(1))],
            };
            let id = store.rules().add(user.id, rule, 9, now).await.unwrap();
            store.rules().switch(user.id, id, Switch::Off).await.unwrap();
        }
        let path = folder.path().join("ada.zip");
        write(&store, &user, &LearnedInterests::default(), path.clone(), now).await.unwrap();
        let archive = std::fs::read(&path).unwrap();

        let (elsewhere, ben) = filled(now).await;
        elsewhere.subscriptions().unsubscribe(ben.id, source).await.unwrap();
        let time = Arc::new(Time::simulated(now, 7));
        let web = HttpWeb::new(ClientSettings::default(), Arc::<Time>::clone(&time)).unwrap();
        let services = Services::in_test(&elsewhere, Arc::new(web), &time);
        for _ in 0..2 {
            services.importing.import(ben.id, "ada.zip", archive.clone(), |_| {}).await.unwrap();
        }
        let [subscribed] = &elsewhere.subscriptions().list(ben.id).await.unwrap()[..] else {
            panic!("one")
        };
        assert_eq!(subscribed.options, options);
        assert!(subscribed.paused_at.is_some());
        let rules = elsewhere.rules().list(ben.id).await.unwrap();
        assert_eq!(rules.len(), 3, "no duplicates, however often the archive is imported");
        assert!(rules.iter().all(|stored| !stored.is_on));
        assert!(rules.iter().all(|stored| stored.rule.actions == [rule::Action::Star]));
        assert!(
            rules.iter().any(|stored| stored.rule.scope == RuleScope::Source(subscribed.source.id))
        );
        assert_eq!(elsewhere.maintenance().check().await.unwrap(), [""; 0]);
    }

    #[tokio::test]
    async fn a_failing_disk_is_an_error_and_leaves_no_archive() {
        let folder = tempfile::tempdir().unwrap();
        let now: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
        let (store, user) = filled(now).await;
        let path = folder.path().join("no such folder/ada.zip");
        assert!(
            write(&store, &user, &LearnedInterests::default(), path.clone(), now).await.is_err()
        );
        assert!(!path.exists());
    }

    #[tokio::test]
    async fn a_user_without_data_gets_an_empty_archive_that_can_be_imported() {
        let folder = tempfile::tempdir().unwrap();
        let now: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
        let store = Store::open(Options::new(StoreLocation::Memory, now)).await.unwrap();
        let id =
            store.users().add("ünal".to_owned(), "hash".to_owned(), Role::User, now).await.unwrap();
        let user = store.users().get(id).await.unwrap().unwrap();
        let path = folder.path().join("a.zip");
        write(&store, &user, &LearnedInterests::default(), path.clone(), now).await.unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let files = names_and_texts(&bytes);
        let articles: Json = serde_json::from_str(&files["articles.json"]).unwrap();
        assert_eq!(articles, json!({"format": "tidings", "items": []}));
        let profile: Json = serde_json::from_str(&files["records/profile.json"]).unwrap();
        assert_eq!(
            (&profile["name"], &profile["written"]),
            (&json!("ünal"), &json!("2026-11-15T12:00:00Z"))
        );
        assert_eq!(import::read(&bytes, &Limits::default()).unwrap().articles, []);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "readable only by its owner");
        }
    }

    #[tokio::test]
    async fn every_line_of_a_record_is_one_row_and_every_list_is_json() {
        let folder = tempfile::tempdir().unwrap();
        let now: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
        let (store, user) = filled(now).await;
        let interest = |subject, told| LearnedInterest {
            subject,
            name: "Space".to_owned(),
            opens: 0.25,
            sure: 0.5,
            told,
            example: None,
        };
        let learned = LearnedInterests {
            topics: vec![interest(Subject::Topic(tidings_model::taste::TopicId(7)), Some(95))],
            sources: vec![interest(Subject::Source(SourceId(3)), None)],
        };
        let path = folder.path().join("a.zip");
        write(&store, &user, &learned, path.clone(), now).await.unwrap();
        let files = names_and_texts(&std::fs::read(&path).unwrap());
        for (name, text) in files.iter().filter(|(name, _)| name.ends_with(".jsonl")) {
            for line in text.lines() {
                let row: Json = serde_json::from_str(line).unwrap();
                assert!(row.is_object(), "{name}: {line}");
            }
        }
        let told: Json = serde_json::from_str(&files["records/learned.json"]).unwrap();
        let row = |id: i64, level: Json| json!([{"id": id, "name": "Space", "opens": 0.25, "sure": 0.5, "level": level}]);
        assert_eq!(told, json!({"topics": row(7, json!(95)), "sources": row(3, Json::Null)}));
    }

    #[test]
    fn an_article_omits_false_and_empty_values() {
        let now: Timestamp = "2026-11-15T12:00:00.789Z".parse().unwrap();
        let article = ExportedArticle {
            id: tidings_model::ArticleId(1),
            source_url: "https://a.example/feed".to_owned(),
            source_title: "A".to_owned(),
            guid: None,
            link: None,
            title: "T".to_owned(),
            published_at: now,
            is_read: false,
            read_at: None,
            starred_at: None,
            later_at: None,
            n_opened: 0,
            spent_ms: 0,
            tags: Vec::new(),
            html: None,
        };
        let plain = article_json(&article);
        assert_eq!(
            plain,
            json!({"tidings": 1, "feed": "https://a.example/feed", "feed_title": "A", "title": "T",
                   "published": "2026-11-15T12:00:00Z", "read": false})
        );
        let kept = ExportedArticle {
            starred_at: Some(now),
            n_opened: 2,
            spent_ms: 900,
            tags: vec!["maths".to_owned()],
            html: Some("<p>".to_owned()),
            ..article
        };
        let kept = article_json(&kept);
        assert_eq!(
            (&kept["starred"], &kept["opened"]),
            (&json!("2026-11-15T12:00:00Z"), &json!(2))
        );
        assert_eq!((&kept["tags"], &kept["content"]), (&json!(["maths"]), &json!("<p>")));
        assert_eq!((kept.get("later"), kept.get("read_at")), (None, None));
    }

    #[test]
    fn stored_values_become_json_and_secret_bytes_are_omitted() {
        assert_eq!(value_json(Value::I64(-7)), json!(-7));
        assert_eq!(value_json(Value::F64(0.5)), json!(0.5));
        assert_eq!(value_json(Value::F64(f64::NAN)), Json::Null);
        assert_eq!(value_json(Value::Text("ü\n".to_owned())), json!("ü\n"));
        assert_eq!(value_json(Value::Blob(vec![1, 2])), Json::Null);
        assert_eq!(value_json(Value::Null), Json::Null);
    }
}
