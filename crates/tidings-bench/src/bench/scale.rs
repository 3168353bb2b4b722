//! `tidings bench scale`: fills a store to a size, then times what readers and the server do all day.

use super::{Timing, print, searches, words::Vocabulary};
use crate::cli::ScaleArguments;
use anyhow::{Result, bail};
use jiff::{SignedDuration, Timestamp};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::json;
use std::path::Path;
use tidings::{
    clock::Time,
    commands,
    config::{Config, Database},
    indexing, output,
    scratch::ScratchFolder,
};
use tidings_model::{
    Article, ArticleKeys, Clock, Fingerprint, Role, SourceId, SourceKind, UserId, article::Content,
    limits::Limits,
};
use tidings_store::{
    ArticleList, Claim, Cursor, FetchRecord, FetchedContent, MarkScope, ParsedDocument, Store, UpTo,
};

/// Subscriptions of each user.
const SUBSCRIPTIONS: usize = 300;
/// Folders of each user.
const FOLDERS: usize = 10;
/// Articles per fetch while filling.
const BATCH: u64 = 100;
/// Words in an article.
const WORDS: usize = 200;
/// The length of the filled history.
const HISTORY: SignedDuration = SignedDuration::from_hours(365 * 24);
/// Repetitions of each operation, over all users.
const REPETITIONS: usize = 400;

/// A store of the requested size.
struct Filled {
    store: Store,
    users: Vec<UserId>,
    sources: Vec<SourceId>,
    now: Timestamp,
    words: Vocabulary,
}

/// Runs the benchmark.
///
/// # Errors
/// When the store cannot be filled or read.
pub async fn run(args: &ScaleArguments, config: &Config) -> Result<()> {
    if args.articles == 0 || args.sources == 0 || args.users == 0 {
        bail!("articles, sources and users must each be at least 1");
    }
    let folder = ScratchFolder::kept_or_scratch(args.keep.as_deref())?;
    let folder = folder.path();
    let filled = fill(args, folder, config).await?;
    let mut rng = StdRng::seed_from_u64(1);
    let indexed =
        searches::index(&filled.store, &indexing::folder(folder), &Time::system()).await?;
    let Filled { store, users, now, .. } = &filled;
    let mut all = readers(&filled, &mut rng).await?;
    all.push(searches::time(store, &indexed.index, users, REPETITIONS, &mut rng, *now).await?);
    all.extend(writers(&filled, &mut rng).await?);
    filled.store.close().await;
    let engine =
        if matches!(config.database, Database::Postgres(_)) { "postgresql" } else { "sqlite" };
    print(
        &all,
        json!({
            "articles": args.articles, "sources": args.sources, "users": args.users, "database": engine,
            "index_s": indexed.seconds, "index_mb": indexed.bytes as f64 / 1e6,
        }),
        args.json,
    )
}

/// Builds the data, or opens what an earlier run kept.
async fn fill(args: &ScaleArguments, folder: &Path, config: &Config) -> Result<Filled> {
    let config = config.for_bench(folder);
    let time = Time::system();
    let store = commands::open(&config, &time).await?;
    let (now, words) = (time.now(), Vocabulary::new());
    if store.articles().count().await? == 0 {
        if store.users().count().await? > 0 {
            bail!("the database has users. Choose an empty one for the benchmark");
        }
        let sources = add_sources(&store, args.sources, now).await?;
        let users = add_users(&store, args.users, &sources, now).await?;
        add_articles(&store, args.articles, &sources, &words, now).await?;
        read_some(&store, &users, now).await?;
        store.maintenance().optimize().await?;
    }
    let users = store.users().all().await?;
    if users.iter().any(|user| !user.name.starts_with("user")) {
        bail!("the database was not created by this benchmark. Choose an empty one");
    }
    let users = users.into_iter().map(|user| user.id).collect();
    let n_sources = usize::try_from(args.sources)?;
    let sources = store
        .sources()
        .after(SourceId(0), n_sources)
        .await?
        .into_iter()
        .map(|source| source.id)
        .collect();
    Ok(Filled { store, users, sources, now, words })
}

async fn add_sources(store: &Store, n: u64, now: Timestamp) -> Result<Vec<SourceId>> {
    let mut sources = Vec::new();
    let bar = output::progress(n, "sources");
    for number in 0..n {
        let url = format!("https://host{number}.example/feed").parse()?;
        sources.push(store.sources().add(SourceKind::Feed, url, now).await?.id());
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(sources)
}

/// Adds users with different sources. Popular sources have more subscribers, as in life.
async fn add_users(
    store: &Store,
    n: u64,
    sources: &[SourceId],
    now: Timestamp,
) -> Result<Vec<UserId>> {
    let mut rng = StdRng::seed_from_u64(2);
    let mut users = Vec::new();
    let bar = output::progress(n, "users");
    for number in 0..n {
        let user =
            store.users().add(format!("user{number}"), String::new(), Role::User, now).await?;
        let mut folders = Vec::new();
        for folder in 0..FOLDERS {
            folders
                .push(store.subscriptions().folder(user, format!("Folder {folder}"), now).await?);
        }
        let chosen =
            rand::seq::index::sample(&mut rng, sources.len(), SUBSCRIPTIONS.min(sources.len()));
        for (number, place) in chosen.into_iter().enumerate() {
            let folder = folders.get(number % folders.len()).copied();
            store.subscriptions().subscribe(user, sources[place], folder, now).await?;
        }
        users.push(user);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(users)
}

/// Adds a year of articles: the n-th source posts in proportion to 1/√n.
async fn add_articles(
    store: &Store,
    n: u64,
    sources: &[SourceId],
    words: &Vocabulary,
    now: Timestamp,
) -> Result<()> {
    let weights: Vec<f64> = (1..=sources.len()).map(|rank| 1.0 / (rank as f64).sqrt()).collect();
    let total: f64 = weights.iter().sum();
    let bar = output::progress(n, "articles");
    let mut owed = 0.0;
    for (source, weight) in sources.iter().zip(weights) {
        owed += n as f64 * weight / total;
        // The remainder of rounding goes to the next source, so that the total is right.
        let mine = owed.floor().max(1.0) as u64;
        owed -= mine as f64;
        // The first fetch of a source leaves few articles unread; a small one leaves the rest to later fetches.
        let mut done = 0;
        while done < mine {
            let size = if done == 0 { 1 } else { BATCH.min(mine - done) };
            let articles = (done..done + size)
                .map(|number| article(words, *source, number, now, age(number, mine)))
                .collect();
            store.fetches().store(record(*source, articles, now)).await?;
            done += size;
            bar.inc(size);
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn age(number: u64, of: u64) -> SignedDuration {
    let part = 1.0 - (number + 1) as f64 / (of + 1) as f64;
    SignedDuration::from_secs_f64(HISTORY.as_secs_f64() * part)
}

/// A third of the users has read nothing, a third all but the last month, a third nearly everything.
async fn read_some(store: &Store, users: &[UserId], now: Timestamp) -> Result<()> {
    for (number, user) in users.iter().enumerate() {
        let up_to = match number % 3 {
            0 => continue,
            1 => now - SignedDuration::from_hours(30 * 24),
            _ => match store
                .articles()
                .list(*user, ArticleList::Unread, Cursor::START, 51)
                .await?
                .next
            {
                Some(cursor) => cursor.at,
                None => now,
            },
        };
        store.readings().mark_scope_read(*user, MarkScope::All, UpTo::Published(up_to)).await?;
    }
    Ok(())
}

fn record(source: SourceId, articles: Vec<Article>, now: Timestamp) -> FetchRecord {
    let document = ParsedDocument { articles, ..ParsedDocument::default() };
    FetchRecord::new(source, FetchedContent::Document(document), now)
}

fn article(
    words: &Vocabulary,
    source: SourceId,
    number: u64,
    now: Timestamp,
    age: SignedDuration,
) -> Article {
    let name = format!("{source}/{number}");
    let seed = Fingerprint::of(&[&name]).0.cast_unsigned();
    let body = words.text(WORDS, seed);
    let key = |kind: &str| Some(Fingerprint::of(&[kind, &name]));
    Article {
        keys: ArticleKeys {
            guid: key("guid"),
            guid_path: None,
            link: key("link"),
            title: key("title"),
            content: key("content"),
        },
        version: Fingerprint::of(&[&name]),
        guid: Some(name.clone()),
        title: words.text(9, !seed),
        link: Some(format!("https://host.example/{name}")),
        comments: None,
        n_comments: None,
        authors: vec!["Somebody".to_owned()],
        published: Some(now - age),
        updated: None,
        summary: body.chars().take(180).collect(),
        content: Content::Clean(body),
        language: None,
        tags: vec!["tag".to_owned()],
        enclosures: Vec::new(),
        image: None,
    }
}

async fn readers(filled: &Filled, rng: &mut StdRng) -> Result<Vec<Timing>> {
    let Filled { store, users, sources, .. } = filled;
    let (mut list, mut counts, mut page) =
        (Timing::new("list_unread"), Timing::new("counts"), Timing::new("source_page"));
    for repetition in 0..REPETITIONS {
        let user = users[repetition % users.len()];
        list.time(store.articles().list(user, ArticleList::Unread, Cursor::START, 100)).await?;
        counts.time(store.readings().unread_counts(user)).await?;
        let source = sources[rng.random_range(0..sources.len())];
        page.time(store.articles().list(user, ArticleList::Source(source), Cursor::START, 50))
            .await?;
    }
    Ok(vec![list, counts, page])
}

async fn writers(filled: &Filled, rng: &mut StdRng) -> Result<Vec<Timing>> {
    let Filled { store, users, sources, now, words } = filled;
    let (mut mark, mut keep, mut claim) =
        (Timing::new("mark_read"), Timing::new("store_article"), Timing::new("claim_due"));
    for repetition in 0..REPETITIONS {
        let user = users[repetition % users.len()];
        let ids: Vec<_> = store
            .articles()
            .list(user, ArticleList::Unread, Cursor::START, 20)
            .await?
            .articles
            .iter()
            .map(|article| article.id)
            .collect();
        if !ids.is_empty() {
            mark.time(store.readings().mark_read(user, ids, *now)).await?;
        }
        let source = sources[rng.random_range(0..sources.len())];
        let new = article(words, source, rng.random::<u32>().into(), *now, SignedDuration::ZERO);
        keep.time(store.fetches().store(record(source, vec![new], *now))).await?;
        let at = *now + SignedDuration::from_secs(i64::try_from(repetition)? * 5);
        let claimed = claim
            .time(store.sources().claim_due(Claim::new("bench", 32, &Limits::default()), at))
            .await?;
        for source in claimed {
            store.sources().release_lease(source.id, "bench".to_owned()).await?;
        }
    }
    Ok(vec![mark, keep, claim])
}
