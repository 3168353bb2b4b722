//! The full-text index: stores which words occur where. The only crate that depends on tantivy.
//!
//! An [`Index`] is a folder that can always be rebuilt from the store: it contains no text, only the positions of
//! words, with the ids of articles and sources and the time of publication. What a user types is parsed into a
//! [`Query`] (never an error: what is not an operator is searched for literally), the caller resolves the names in it
//! ([`Lookup`]), and [`Index::search`] finds the articles among those that the user may see ([`SearchScope`]).
//! [`Highlighter`] marks the hits in texts loaded elsewhere.

mod collect;
mod compile;
mod error;
mod highlight;
mod index;
mod languages;
mod prefix;
pub mod query;
mod rank;
mod schema;
mod search;
mod sets;
mod text;
mod tokens;
mod writer;

pub use error::Error;
pub use highlight::{HighlightPiece, Highlighter};
pub use index::{Index, IndexPosition, IndexStatus};
pub use query::{Lookup, Query, ReadingMark};
pub use search::{Answers, HitOrder, MOST_PAGED, NameTarget, Search, SearchResults, SearchScope};
pub use sets::IdSet;
pub use text::text_of;
pub use tidings_text::fold::fold;
pub use writer::{SearchDocument, Writer};
