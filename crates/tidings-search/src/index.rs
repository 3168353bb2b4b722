//! The index in its folder: opened, distrusted, begun anew.
//!
//! Nothing here can be lost: whoever keeps the index (one process per folder, see [`crate::Writer`]) fills it from the store.
//! An index that cannot be opened, is of another version or turns out damaged answers with nothing until it is built again.

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

/// How far an index has got with the store's articles; it is committed with what it speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexPosition {
    /// Which database.
    pub epoch: i64,
    /// The last article of those that arrived one after the other.
    pub article: ArticleId,
    /// The last entry of the store's log of changes.
    pub change: i64,
}

impl IndexPosition {
    /// Before everything, in no database.
    pub const START: Self = Self { epoch: 0, article: ArticleId(0), change: 0 };
}

/// How the index is doing, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexStatus {
    /// What the store has can be found.
    Ready,
    /// It is being built; so many percent are done.
    Building(u8),
    /// It cannot be written for the moment: the newest articles are not found.
    Stalled,
}

/// The index. Cheap to clone; all clones share it.
#[derive(Debug, Clone)]
pub struct Index(pub(crate) Arc<Shared>);

#[derive(Debug)]
pub(crate) struct Shared {
    /// `None`: in memory.
    pub(crate) folder: Option<PathBuf>,
    open: RwLock<Open>,
    status: Mutex<IndexStatus>,
}

/// An index as it is open now.
#[derive(Clone)]
pub(crate) struct Open {
    pub(crate) index: tantivy::Index,
    reader: IndexReader,
    fields: Fields,
    languages: Languages,
    position: IndexPosition,
    /// Why it must be built anew, if so.
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
    /// Opens the index in a folder. What is missing or cannot be used is an empty index until [`Index::writer`] makes a new
    /// one; the folder is not touched here.
    ///
    /// # Errors
    /// When not even an empty index can be had.
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

    /// An index without a folder, for tests and short lives.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn in_memory() -> Result<Self, Error> {
        let open = RwLock::new(Open::at(None)?);
        Ok(Self(Arc::new(Shared { folder: None, open, status: Mutex::new(IndexStatus::Ready) })))
    }

    /// The one who may change it.
    ///
    /// # Errors
    /// [`Error::Busy`] when another process is; otherwise why it cannot be written.
    pub fn writer(&self) -> Result<Writer, Error> {
        Writer::new(self)
    }

    /// How far it has got.
    #[must_use]
    pub fn position(&self) -> IndexPosition {
        self.read().position
    }

    /// Why it has to be built anew, if so.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        self.read().fault.clone()
    }

    /// How many articles it holds.
    #[must_use]
    pub fn n_articles(&self) -> u64 {
        self.read().reader.searcher().num_docs()
    }

    /// How it is doing.
    #[must_use]
    pub fn status(&self) -> IndexStatus {
        *locks::locked(&self.0.status)
    }

    /// Says how it is doing; said by whoever keeps it.
    pub fn set_status(&self, status: IndexStatus) {
        *locks::locked(&self.0.status) = status;
    }

    /// Shows what another process has committed since.
    ///
    /// # Errors
    /// When its files cannot be read.
    pub fn look_again(&self) -> Result<(), Error> {
        match &self.0.folder {
            Some(folder) => self.replace(Open::at(Some(folder))?),
            None => self.read().reader.reload()?,
        }
        Ok(())
    }

    /// Reads every file and compares checksums; the damaged ones are named.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn damaged_files(&self) -> Result<Vec<PathBuf>, Error> {
        let index = self.read().index.clone();
        let mut damaged: Vec<PathBuf> = index.validate_checksum()?.into_iter().collect();
        damaged.sort();
        Ok(damaged)
    }

    /// Never mind what it holds: it is to be built anew, by the next writer.
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

    /// Shows what was just committed.
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
    /// What is in the folder, or an empty index and why.
    fn at(folder: Option<&Path>) -> Result<Self, Error> {
        let Some(folder) = folder else { return Self::empty(None) };
        // Damaged files can make the library panic.
        let existing = catch_unwind(|| Self::existing(folder));
        match existing.unwrap_or_else(|_| Err("its files make no sense".to_owned())) {
            Ok(open) => Ok(open),
            Err(why) => Self::empty(Some(why)),
        }
    }

    /// An index made anew in a folder, or in memory.
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
            return Err("there is none yet".to_owned());
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
            None => return Err("it does not say how far it got".to_owned()),
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

/// What is committed with every change: version, place, languages.
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
    fn what_is_committed_says_version_place_and_languages() {
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
        fn a_place_that_is_written_is_read_again(epoch: i64, article: i64, change: i64, languages: u32) {
            let position = IndexPosition { epoch, article: ArticleId(article), change };
            let read = decode(&encode(position, Languages(languages)));
            prop_assert_eq!(read, Some((position, Languages(languages))));
        }
    }

    #[test]
    fn the_first_reason_to_distrust_an_index_is_the_one_that_is_told() {
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
