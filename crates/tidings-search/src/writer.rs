//! Writes the index: adds, replaces, removes, commits.

use crate::{
    Error, Index,
    index::{IndexPosition, Open, encode},
    languages::Languages,
    schema::{Fields, schema},
    text::text_of,
    tokens::Tokenizer,
};
use jiff::Timestamp;
use std::fs::{File, TryLockError};
use tantivy::{
    IndexWriter, TantivyDocument, Term, indexer::IndexWriterOptions, tokenizer::PreTokenizedString,
};
use tidings_model::{ArticleId, SourceId};
use tidings_text::language::Language;

/// Memory for words before they are written to disk.
const MEMORY: usize = 24 << 20;
/// The part of an article's text that is indexed: about twenty thousand words.
const LONGEST_BODY: usize = 128 << 10;

/// An article to be indexed.
#[derive(Debug, Clone, Copy)]
pub struct SearchDocument<'a> {
    /// Its id.
    pub id: ArticleId,
    /// Its source.
    pub source: SourceId,
    /// Plain text.
    pub title: &'a str,
    /// Sanitized HTML.
    pub html: &'a str,
    /// Names, as plain text.
    pub authors: &'a [String],
    /// The source's own tags, plain text.
    pub tags: &'a [String],
    /// The language the source declares.
    pub language: Option<&'a str>,
    /// The publication date, by which lists are sorted.
    pub published_at: Timestamp,
}

/// Writes an index; only one process at a time can have the writer.
pub struct Writer {
    index: Index,
    fields: Fields,
    languages: Languages,
    writer: IndexWriter,
    n_pending: usize,
    /// The lock, released when this is dropped.
    _lock: Option<File>,
}

impl std::fmt::Debug for Writer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").field("n_pending", &self.n_pending).finish_non_exhaustive()
    }
}

impl Writer {
    pub(crate) fn new(index: &Index) -> Result<Self, Error> {
        let lock = lock(index)?;
        if index.0.folder.is_some() {
            // An earlier process may have committed changes, or damaged the files.
            if index.fault().is_none() {
                index.look_again()?;
            }
            if let Some(why) = index.fault() {
                tracing::info!(%why, "rebuilding search index");
                index.replace(Open::fresh(index.0.folder.as_deref())?);
            }
        } else if index.fault().is_some() {
            index.replace(Open::fresh(None)?);
        }
        let (inner, languages) = {
            let open = index.read();
            (open.index.clone(), open.languages())
        };
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .num_merge_threads(1)
            .memory_budget_per_thread(MEMORY)
            .build();
        let writer = inner.writer_with_options(options)?;
        let fields = schema().1;
        Ok(Self { index: index.clone(), fields, languages, writer, n_pending: 0, _lock: lock })
    }

    /// Returns the number of changes since the last commit.
    #[must_use]
    pub fn n_pending(&self) -> usize {
        self.n_pending
    }

    /// Adds an article that is not yet in the index.
    ///
    /// # Errors
    /// If the index cannot be written.
    pub fn add(&mut self, document: &SearchDocument<'_>) -> Result<(), Error> {
        let SearchDocument { id, source, title, html, authors, tags, language, published_at } =
            *document;
        let body = text_of(html, LONGEST_BODY);
        let language = Language::of(title, &body, language);
        if let Some(language) = language {
            self.languages.add(language);
        }
        let mut tokenizer = Tokenizer::new(language);
        let mut row = TantivyDocument::new();
        let fields = self.fields;
        row.add_i64(fields.id, id.0);
        row.add_i64(fields.source, source.0);
        row.add_i64(fields.published, published_at.as_millisecond());
        let ready = |tokens| PreTokenizedString { text: String::new(), tokens };
        let heading = tokenizer.tokens(title);
        row.add_pre_tokenized_text(fields.title, ready(heading.clone()));
        row.add_pre_tokenized_text(fields.text, ready(heading));
        for (field, names) in [(fields.authors, authors), (fields.tags, tags)] {
            for name in names {
                let words = tokenizer.tokens(name);
                row.add_pre_tokenized_text(field, ready(words.clone()));
                row.add_pre_tokenized_text(fields.text, ready(words));
            }
        }
        row.add_pre_tokenized_text(fields.text, ready(tokenizer.tokens(&body)));
        self.writer.add_document(row)?;
        self.n_pending += 1;
        Ok(())
    }

    /// Replaces an article in the index.
    ///
    /// # Errors
    /// If the index cannot be written.
    pub fn replace(&mut self, document: &SearchDocument<'_>) -> Result<(), Error> {
        self.remove(document.id);
        self.add(document)
    }

    /// Removes an article.
    pub fn remove(&mut self, id: ArticleId) {
        self.writer.delete_term(Term::from_field_i64(self.fields.id, id.0));
        self.n_pending += 1;
    }

    /// Removes everything: the index begins at the start.
    ///
    /// # Errors
    /// If the index cannot be written.
    pub fn clear(&mut self) -> Result<(), Error> {
        // Uncommitted changes would survive: only the worker threads see them.
        self.writer.rollback()?;
        self.writer.delete_all_documents()?;
        self.languages = Languages::default();
        self.n_pending += 1;
        Ok(())
    }

    /// Makes all changes and the position permanent and visible, together.
    ///
    /// # Errors
    /// If the disk is full or the files are gone. Then none of the changes counts, and a new writer continues from the
    /// last commit.
    pub fn commit(&mut self, position: IndexPosition) -> Result<(), Error> {
        let mut prepared = self.writer.prepare_commit()?;
        prepared.set_payload(&encode(position, self.languages));
        prepared.commit()?;
        self.n_pending = 0;
        self.index.committed(position, self.languages)
    }

    /// Waits until running segment merges are done: after a bulk load, before measuring.
    ///
    /// # Errors
    /// If they fail.
    pub fn settle(self) -> Result<(), Error> {
        self.writer.wait_merging_threads()?;
        self.index.look_again()
    }
}

/// The lock file is next to the folder, which may be removed and recreated while it is held.
fn lock(index: &Index) -> Result<Option<File>, Error> {
    let Some(folder) = &index.0.folder else { return Ok(None) };
    if let Some(parent) = folder.parent() {
        std::fs::create_dir_all(parent)?;
    }
    let file = File::create(folder.with_extension("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(Error::Busy),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}
