//! `lab topics`: how well the topic model foretells words it has not seen, how fast it learns, and whether topics stay
//! themselves over retraining.
//!
//! The protocol: a tenth of the documents is held out, the tokens of each are shuffled, half of them are observed, the
//! mixture is told from these by 50 steps of folding in, and the perplexity is that of the other half.

mod identity;
mod matching;
mod measure;
pub mod plot;
mod read;
pub mod report;
mod stop;

pub use identity::{Identity, IdentityScore};
pub use measure::{HeldOutDocuments, Perplexity};
pub use read::{Text, corpus};
