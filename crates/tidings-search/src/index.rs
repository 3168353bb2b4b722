//! The index in its folder: opens it, checks it, and rebuilds it when it cannot be trusted.
//!
//! Nothing here can be lost: the process that writes the index (one per folder, see [`crate::Writer`]) fills it from
//! the store. An index that cannot be opened, has another version or turns out to be damaged returns no results until
//! it is rebuilt.

use crate::{
    Error, Writer,
    languages::Languages,
    schema::{Fields, VERSION, schema},
};
use std::{
    panic::catch_unwind,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, RwLock},
};
use tantivy::{IndexReader, ReloadPolicy, Searcher};
use tidings_model::ArticleId;
use tidings_model::locks;

/// How much of the store's articles is in the index; committed together with the changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexPosition {
    /// The database.
    pub epoch: i64,
    /// The last article indexed in order of arrival.
    pub article: ArticleId,
    /// The last entry of the store's change log that was applied.
    pub change: i64,
}

impl IndexPosition {
    /// Before everything, in no database.
    pub const START: Self = Self { epoch: 0, article: ArticleId(0), change: 0 };
}

/// The state of the index, for users.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexStatus {
    /// All articles in the store can be found.
    Ready,
    /// It is being built, with the progress in percent.
    Building(u8),
    /// It cannot be written at the moment: the newest articles are not found.
    Stalled,
}

/// The index. Cheap to clone; all clones share it.
#[derive(Debug, Clone)]
pub struct Index(pub(crate) Arc<Shared>);

#[derive(Debug)]
pub(crate) struct Shared {
    /// `None` for an index in memory.
    pub(crate) folder: Option<PathBuf>,
    open: RwLock<Open>,
    status: Mutex<IndexStatus>,
}

/// An index as currently open.
#[derive(Clone)]
pub(crate) struct Open {
    pub(crate) index: tantivy::Index,
    reader: IndexReader,
    fields: Fields,
    languages: Languages,
    position: IndexPosition,
    /// Why it must be rebuilt, if so.
    pub(crate) fault: Option<String>,
}

impl std::fmt::Debug for Open {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Open")
            .field("position", &self.position)
            .field("fault", &self.fault)
            .finish_non_exhaustive()
    }
}

impl Index {
    /// Opens the index in a folder. If it is missing or unusable, it is an empty index until [`Index::writer`] creates
    /// a new one; the folder is not modified here.
    ///
    /// # Errors
    /// If not even an empty index can be created.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let open = Open::at(Some(folder))?;
        let status =
            if open.fault.is_some() { IndexStatus::Building(0) } else { IndexStatus::Ready };
        Ok(Self(Arc::new(Shared {
            folder: Some(folder.to_owned()),
            open: RwLock::new(open),
            status: Mutex::new(status),
        })))
    }

    /// Creates an index without a folder, for tests and short-lived processes.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn in_memory() -> Result<Self, Error> {
        let open = RwLock::new(Open::at(None)?);
        Ok(Self(Arc::new(Shared { folder: None, open, status: Mutex::new(IndexStatus::Ready) })))
    }

    /// Returns the writer of the index.
    ///
    /// # Errors
    /// [`Error::Busy`] if another process has the writer; otherwise why it cannot be written.
    pub fn writer(&self) -> Result<Writer, Error> {
        Writer::new(self)
    }

    /// Returns how much of the store is indexed.
    #[must_use]
    pub fn position(&self) -> IndexPosition {
        self.read().position
    }

    /// Returns why it must be rebuilt, if so.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        self.read().fault.clone()
    }

    /// Returns the number of articles in it.
    #[must_use]
    pub fn n_articles(&self) -> u64 {
        self.read().reader.searcher().num_docs()
    }

    /// Returns its state.
    #[must_use]
    pub fn status(&self) -> IndexStatus {
        *locks::locked(&self.0.status)
    }

    /// Sets its state; called by the process that writes it.
    pub fn set_status(&self, status: IndexStatus) {
        *locks::locked(&self.0.status) = status;
    }

    /// Reloads the index, to see what another process has committed.
    ///
    /// # Errors
    /// If its files cannot be read.
    pub fn look_again(&self) -> Result<(), Error> {
        match &self.0.folder {
            Some(folder) => self.replace(Open::at(Some(folder))?),
            None => self.read().reader.reload()?,
        }
        Ok(())
    }

    /// Reads every file and compares checksums; returns the damaged ones.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn damaged_files(&self) -> Result<Vec<PathBuf>, Error> {
        let index = self.read().index.clone();
        let mut damaged: Vec<PathBuf> = index.validate_checksum()?.into_iter().collect();
        damaged.sort();
        Ok(damaged)
    }

    /// Marks the index as untrusted: the next writer rebuilds it.
    pub fn distrust(&self, why: &str) {
        let mut open = locks::write_locked(&self.0.open);
        open.fault.get_or_insert_with(|| why.to_owned());
    }

    pub(crate) fn view(&self) -> (Searcher, Fields, Languages) {
        let open = self.read();
        (open.reader.searcher(), open.fields, open.languages)
    }

    pub(crate) fn read(&self) -> std::sync::RwLockReadGuard<'_, Open> {
        locks::read_locked(&self.0.open)
    }

    pub(crate) fn replace(&self, open: Open) {
        *locks::write_locked(&self.0.open) = open;
    }

    /// Reloads what was just committed.
    pub(crate) fn committed(
        &self,
        position: IndexPosition,
        languages: Languages,
    ) -> Result<(), Error> {
        let reader = self.read().reader.clone();
        reader.reload()?;
        let mut open = locks::write_locked(&self.0.open);
        (open.position, open.languages) = (position, languages);
        Ok(())
    }
}

impl Open {
    /// Opens what is in the folder, or an empty index with the reason.
    fn at(folder: Option<&Path>) -> Result<Self, Error> {
        let Some(folder) = folder else { return Self::empty(None) };
        // Damaged files can make the library panic.
        let existing = catch_unwind(|| Self::existing(folder));
        match existing.unwrap_or_else(|_| Err("its files are damaged".to_owned())) {
            Ok(open) => Ok(open),
            Err(why) => Self::empty(Some(why)),
        }
    }

    /// Creates a new index in a folder, or in memory.
    pub(crate) fn fresh(folder: Option<&Path>) -> Result<Self, Error> {
        let Some(folder) = folder else { return Self::empty(None) };
        if folder.exists() {
            std::fs::remove_dir_all(folder)?;
        }
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder)?;
        Self::of(tantivy::Index::create_in_dir(folder, schema().0)?, None)
    }

    fn empty(fault: Option<String>) -> Result<Self, Error> {
        Self::of(tantivy::Index::create_in_ram(schema().0), fault)
    }

    fn existing(folder: &Path) -> Result<Self, String> {
        if !folder.join("meta.json").exists() {
            return Err("it does not exist yet".to_owned());
        }
        let index = tantivy::Index::open_in_dir(folder).map_err(|error| error.to_string())?;
        if index.schema() != schema().0 {
            return Err("it was made by another version of Tidings".to_owned());
        }
        let mut open = Self::of(index, None).map_err(|error| error.to_string())?;
        let meta = open.index.load_metas().map_err(|error| error.to_string())?;
        match meta.payload {
            Some(payload) => match decode(&payload) {
                Some((position, languages)) => {
                    (open.position, open.languages) = (position, languages)
                }
                None => return Err("it was made by another version of Tidings".to_owned()),
            },
            None if meta.segments.is_empty() => {}
            None => return Err("its position is missing".to_owned()),
        }
        Ok(open)
    }

    fn of(index: tantivy::Index, fault: Option<String>) -> Result<Self, Error> {
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let fields = schema().1;
        Ok(Self {
            index,
            reader,
            fields,
            languages: Languages::default(),
            position: IndexPosition::START,
            fault,
        })
    }

    pub(crate) fn languages(&self) -> Languages {
        self.languages
    }
}

/// Encodes what is committed with every change: version, position, languages.
pub(crate) fn encode(position: IndexPosition, languages: Languages) -> String {
    let IndexPosition { epoch, article, change } = position;
    format!("{VERSION} {epoch} {article} {change} {}", languages.0)
}

fn decode(payload: &str) -> Option<(IndexPosition, Languages)> {
    let mut numbers = payload.split(' ').map(|number| number.parse::<i64>().ok());
    let mut next = || numbers.next().flatten();
    if next()? != i64::from(VERSION) {
        return None;
    }
    let position = IndexPosition { epoch: next()?, article: ArticleId(next()?), change: next()? };
    Some((position, Languages(u32::try_from(next()?).ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_payload_contains_version_position_and_languages() {
        let position = IndexPosition { epoch: 7, article: ArticleId(12), change: 3 };
        assert_eq!(encode(position, Languages(72)), "1 7 12 3 72");
        assert_eq!(decode("1 7 12 3 72"), Some((position, Languages(72))));
        for wrong in [
            "",
            "1",
            "1 7 12 3",
            "2 7 12 3 72",
            "0 7 12 3 72",
            "1  7 12 3 72",
            "1 7 x 3 72",
            "1 7 12 3 -1",
            "1 7 12 3 4294967296",
            "1 9223372036854775808 12 3 72",
        ] {
            assert_eq!(decode(wrong), None, "{wrong:?}");
        }
    }

    proptest! {
        #[test]
        fn positions_are_decoded_back(epoch: i64, article: i64, change: i64, languages: u32) {
            let position = IndexPosition { epoch, article: ArticleId(article), change };
            let read = decode(&encode(position, Languages(languages)));
            prop_assert_eq!(read, Some((position, Languages(languages))));
        }
    }

    #[test]
    fn the_first_reason_to_distrust_an_index_is_kept() {
        let index = Index::in_memory().unwrap();
        assert_eq!(index.fault(), None);
        index.distrust("the disk lies");
        index.distrust("it rains");
        assert_eq!(index.fault().as_deref(), Some("the disk lies"));
        assert_eq!(index.clone().fault(), index.fault(), "clones are the same index");
        index.set_status(IndexStatus::Building(40));
        assert_eq!(index.clone().status(), IndexStatus::Building(40));
    }
}
