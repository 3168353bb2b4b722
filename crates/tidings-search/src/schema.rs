//! What the index stores of an article: the positions of its words, and four numbers. No text is stored.

use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions,
};

/// Increased whenever words are split, folded or stemmed differently: an index of another version is rebuilt.
pub(crate) const VERSION: u32 = 1;

/// The fields.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields {
    /// The article's id, by which it is removed.
    pub(crate) id: Field,
    /// The words of title, body, authors and tags, so that a word is found anywhere.
    pub(crate) text: Field,
    /// The words of the title again, which count more.
    pub(crate) title: Field,
    /// The names of authors.
    pub(crate) authors: Field,
    /// The source's own tags.
    pub(crate) tags: Field,
    /// The source.
    pub(crate) source: Field,
    /// When it was published, in milliseconds.
    pub(crate) published: Field,
}

pub(crate) const ID: &str = "id";
pub(crate) const SOURCE: &str = "source";
pub(crate) const PUBLISHED: &str = "published";

/// Returns the schema and its fields.
pub(crate) fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    // Words arrive already tokenized (`tokens.rs`); the tokenizer named here is never used.
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("raw")
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let words = TextOptions::default().set_indexing_options(indexing);
    let fields = Fields {
        id: builder.add_i64_field(ID, INDEXED | FAST),
        text: builder.add_text_field("text", words.clone()),
        title: builder.add_text_field("title", words.clone()),
        authors: builder.add_text_field("authors", words.clone()),
        tags: builder.add_text_field("tags", words),
        source: builder.add_i64_field(SOURCE, FAST),
        published: builder.add_i64_field(PUBLISHED, FAST),
    };
    (builder.build(), fields)
}
