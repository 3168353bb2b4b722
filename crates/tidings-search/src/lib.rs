//! The full-text index: articles in, the places where words stand out. The only crate that knows tantivy.
//!
//! An [`Index`] lies in a folder and can always be made anew from the store: it holds no text, only where words stand, with
//! the ids of articles and sources and the time of publication. What a person types becomes a [`Query`] (never an error:
//! what is no operator is searched as it stands), names in it are resolved by the caller ([`Lookup`]), and [`Index::search`]
//! finds the articles within what that person may see ([`SearchScope`]). [`Highlighter`] marks the hits in texts fetched elsewhere.

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
