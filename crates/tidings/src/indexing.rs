//! Keeps the search index up to date: reads new and changed articles from the store, commits them, and rebuilds the
//! index if necessary.
//!
//! Every process that serves pages has its own index in its data folder. Each commit of the index also records how far
//! it has read, so a crash costs a few seconds of work and a lost index only a rebuild. Nothing here can stop the
//! server: if the index cannot be written, searches use its last state.

use crate::context::Context;
use std::path::{Path, PathBuf};
use tidings_model::{ArticleId, Clock};
use tidings_search::{Index, IndexPosition, IndexStatus, SearchDocument, Writer};
use tidings_store::{Indexable, LogState, Store};
use tokio::sync::Mutex;
use tracing::{info, warn};

/// Articles read at once. They may be long.
const BATCH: usize = 100;
/// Changes read at once.
const CHANGES: usize = 500;
/// Articles between two commits while many are waiting.
const PER_COMMIT: usize = 5_000;
/// From this many missing articles on, the index counts as being built.
const MANY: i64 = 2_000;

/// Returns the folder of the index in a data folder.
#[must_use]
pub fn folder(data: &Path) -> PathBuf {
    data.join("index")
}

/// Why the index could not be updated.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] tidings_store::Error),
    /// The index failed.
    #[error(transparent)]
    Index(#[from] tidings_search::Error),
    /// Indexing panicked or was cancelled.
    #[error("indexing was interrupted: {0}")]
    Broken(#[from] tokio::task::JoinError),
}

/// Updates the search index of this process.
#[derive(Debug)]
pub struct IndexService {
    context: Context,
    index: Option<Index>,
    updater: Mutex<Option<IndexUpdater>>,
}

impl IndexService {
    pub(crate) fn new(context: Context, index: Option<Index>) -> Self {
        Self { context, index, updater: Mutex::default() }
    }

    /// Returns whether this process has an index.
    pub(crate) fn has_index(&self) -> bool {
        self.index.is_some()
    }

    /// Brings the index up to date.
    ///
    /// # Errors
    /// When the store or the index fails.
    pub(crate) async fn catch_up(&self) -> Result<(), IndexError> {
        let Some(index) = &self.index else { return Ok(()) };
        let mut updater = self.updater.lock().await;
        let updater = updater.get_or_insert_with(|| IndexUpdater {
            store: self.context.store.clone(),
            index: index.clone(),
            fresh: epoch(&*self.context.time),
            writer: None,
        });
        match updater.catch_up(|_, _| {}).await {
            Err(trouble) => updater.after(trouble),
            Ok(()) => Ok(()),
        }
    }
}

/// Brings an index up to date once. `progress` receives the number of articles read and their total.
///
/// # Errors
/// When the store or the index fails.
pub async fn catch_up(
    store: &Store,
    index: &Index,
    clock: &dyn Clock,
    progress: impl FnMut(u64, u64),
) -> Result<(), IndexError> {
    let (store, index) = (store.clone(), index.clone());
    let mut updater = IndexUpdater { store, index, fresh: epoch(clock), writer: None };
    updater.catch_up(progress).await?;
    match updater.writer.take() {
        Some(writer) => Ok(tokio::task::spawn_blocking(move || writer.settle()).await??),
        None => Ok(()),
    }
}

/// Returns an id for a database that has none yet: a random number that no other database has.
fn epoch(clock: &dyn Clock) -> i64 {
    let secret = clock.secret();
    i64::from_le_bytes(secret[..8].try_into().expect("a secret has 32 bytes")) | 1
}

#[derive(Debug)]
struct IndexUpdater {
    store: Store,
    index: Index,
    fresh: i64,
    writer: Option<Writer>,
}

impl IndexUpdater {
    /// Handles an error. It is none if another process maintains this index.
    fn after(&mut self, trouble: IndexError) -> Result<(), IndexError> {
        // What the writer held since the last commit is read again.
        self.writer = None;
        if let IndexError::Index(tidings_search::Error::Busy) = trouble {
            if let Err(error) = self.index.look_again() {
                warn!(%error, "cannot read the search index of another process");
            }
            let status = if self.index.fault().is_some() {
                IndexStatus::Building(0)
            } else {
                IndexStatus::Ready
            };
            self.index.set_status(status);
            return Ok(());
        }
        // Files that were damaged from outside make the library fail or panic, and would do so again.
        if matches!(
            trouble,
            IndexError::Broken(_) | IndexError::Index(tidings_search::Error::Damaged(_))
        ) {
            self.index.distrust(&trouble.to_string());
        }
        self.index.set_status(IndexStatus::Stalled);
        Err(trouble)
    }

    /// Reads and commits what is new or changed until nothing is left.
    async fn catch_up(&mut self, mut progress: impl FnMut(u64, u64)) -> Result<(), IndexError> {
        if self.index.fault().is_some() {
            self.writer = None;
        }
        let mut writer = match self.writer.take() {
            Some(writer) => writer,
            None => {
                let index = self.index.clone();
                tokio::task::spawn_blocking(move || index.writer()).await??
            }
        };
        let log = self.store.articles().log(self.fresh).await?;
        let mut at = self.index.position();
        if let Some(why) = estranged(at, log) {
            if at != IndexPosition::START {
                info!(why, "rebuilding the search index");
            }
            writer.clear()?;
            // Later changes are in the log; earlier ones are included in the articles as they are read.
            at =
                IndexPosition { epoch: log.epoch, change: log.last_change, ..IndexPosition::START };
        }
        let is_building = log.last_article.0 - at.article.0 > MANY;
        loop {
            let n_read = self.read_on(&mut writer, &mut at).await?;
            self.report_progress(is_building, at, log, &mut progress);
            let is_done = n_read == 0;
            if writer.n_pending() > 0 && (is_done || writer.n_pending() >= PER_COMMIT) {
                writer = commit(writer, at).await?;
            }
            if is_done {
                break;
            }
        }
        self.index.set_status(IndexStatus::Ready);
        self.writer = Some(writer);
        Ok(())
    }

    fn report_progress(
        &self,
        is_building: bool,
        at: IndexPosition,
        log: LogState,
        progress: &mut impl FnMut(u64, u64),
    ) {
        let (done, all) =
            (at.article.0.max(0).unsigned_abs(), log.last_article.0.max(1).unsigned_abs());
        progress(done.min(all), all);
        if is_building {
            let percent = u8::try_from((done.min(all) * 100 / all).min(99)).unwrap_or(99);
            self.index.set_status(IndexStatus::Building(percent));
        }
    }

    /// Passes the next new articles, or else the next changes, to the writer. Returns how many there were.
    async fn read_on(
        &self,
        writer: &mut Writer,
        at: &mut IndexPosition,
    ) -> Result<usize, IndexError> {
        let new = self.store.articles().indexable_after(at.article, BATCH).await?;
        if let Some(last) = new.last() {
            at.article = last.id;
            on_this_thread(|| new.iter().try_for_each(|article| writer.add(&document(article))))?;
            return Ok(new.len());
        }
        let changes = self.store.articles().changes_after(at.change, CHANGES).await?;
        let Some(last) = changes.last() else { return Ok(0) };
        // A changed article that has not been indexed yet will be read in its new version anyway.
        let mut ids: Vec<ArticleId> =
            changes.iter().map(|change| change.article).filter(|id| *id <= at.article).collect();
        ids.sort_unstable();
        ids.dedup();
        at.change = last.id;
        for chunk in ids.chunks(BATCH) {
            let there = self.store.articles().indexable(chunk.to_vec()).await?;
            chunk.iter().for_each(|id| writer.remove(*id));
            on_this_thread(|| there.iter().try_for_each(|article| writer.add(&document(article))))?;
        }
        Ok(changes.len())
    }
}

/// Computes for a few milliseconds without blocking other tasks.
fn on_this_thread<T>(work: impl FnOnce() -> T) -> T {
    use tokio::runtime::{Handle, RuntimeFlavor};
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::MultiThread => tokio::task::block_in_place(work),
        _ => work(),
    }
}

async fn commit(mut writer: Writer, at: IndexPosition) -> Result<Writer, IndexError> {
    let (writer, done) = tokio::task::spawn_blocking(move || {
        let done = writer.commit(at);
        (writer, done)
    })
    .await?;
    done?;
    Ok(writer)
}

/// Returns why an index cannot be continued from its position, if so.
fn estranged(at: IndexPosition, log: LogState) -> Option<&'static str> {
    if at.epoch != log.epoch {
        return Some("it belongs to another database, or is new");
    }
    if at.change < log.cut_to {
        return Some(
            "it was not updated for so long that the log of changes no longer reaches back far enough",
        );
    }
    let is_ahead = at.article > log.last_article || at.change > log.last_change.max(log.cut_to);
    is_ahead.then_some("the database is older than the index")
}

fn document(article: &Indexable) -> SearchDocument<'_> {
    SearchDocument {
        id: article.id,
        source: article.source,
        title: &article.title,
        html: &article.html,
        authors: &article.authors,
        tags: &article.tags,
        language: article.language.as_deref(),
        published_at: article.published_at,
    }
}

/// Checks that an index is intact and contains what the store has. Returns what is wrong, in sentences.
///
/// # Errors
/// When the store or the index fails.
pub async fn check(store: &Store, folder: &Path) -> Result<Vec<String>, IndexError> {
    let path = folder.to_owned();
    let index = tokio::task::spawn_blocking(move || Index::open(&path)).await??;
    if let Some(why) = index.fault() {
        // A missing index is not a problem: the server creates it when it starts.
        let is_missing = std::fs::read_dir(folder).map_or(true, |mut files| files.next().is_none());
        let finding = format!(
            "The search index cannot be used: {why}. `tidings serve` rebuilds it automatically."
        );
        return Ok(if is_missing { Vec::new() } else { vec![finding] });
    }
    let mut findings = Vec::new();
    let looked_at = index.clone();
    let damaged = tokio::task::spawn_blocking(move || looked_at.damaged_files()).await??;
    if !damaged.is_empty() {
        let names: Vec<String> = damaged.iter().map(|path| path.display().to_string()).collect();
        findings.push(format!(
            "Files of the search index are damaged ({}). Stop the server and run `tidings check --rebuild-index`.",
            names.join(", ")
        ));
    }
    findings.extend(compare(store, &index).await?);
    Ok(findings)
}

/// Compares index and store. A running server keeps changing both, so the result counts only if neither changed
/// meanwhile.
async fn compare(store: &Store, index: &Index) -> Result<Option<String>, IndexError> {
    for _ in 0..3 {
        index.look_again()?;
        let at = index.position();
        let log = store.articles().log(1).await?;
        if at.epoch != log.epoch || at.change != log.last_change {
            // The server has not caught up yet, and knows it.
            return Ok(None);
        }
        let (here, there) = (index.n_articles(), store.articles().count_to(at.article).await?);
        index.look_again()?;
        if index.position() == at && store.articles().log(1).await? == log {
            return Ok((here != there).then(|| {
                format!("The search index has {here} articles but the store has {there}. Stop the server and run `tidings check --rebuild-index`.")
            }));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests;
