//! `lab topics`: how well the topic model foretells words it has not seen, and how fast it learns.
//!
//! The protocol: a tenth of the documents is held out, the tokens of each are shuffled, half of them are observed, the
//! mixture is told from these by 50 steps of folding in, and the perplexity is that of the other half.

mod measure;
mod read;
mod stop;

pub use measure::{Held, Perplexity};
pub use read::{Text, corpus};
