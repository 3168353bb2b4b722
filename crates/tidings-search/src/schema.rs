//! What the index knows of an article: where its words stand, and four numbers. No text is kept.

use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions,
};

/// Raised whenever words are split, folded or stemmed differently: an index of another version is built anew.
pub(crate) const VERSION: u32 = 1;

/// The fields.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields {
    /// The article: what it is removed by.
    pub(crate) id: Field,
    /// The words of title, body, authors and tags, so that a word is found wherever it stands.
    pub(crate) text: Field,
    /// The words of the title once more, which count for more.
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

/// The schema and its fields.
pub(crate) fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    // Words come ready-made (`tokens.rs`); the tokenizer named here is never asked.
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
