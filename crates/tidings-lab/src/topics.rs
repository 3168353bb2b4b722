//! `lab topics`: how well the topic model predicts unseen words, how fast it learns, and how stable topics are when
//! trained again.
//!
//! The protocol: a tenth of the documents is held out, the tokens of each are shuffled, and half of them are observed.
//! The mixture is inferred from these in 50 steps of folding in, and the perplexity is that of the other half.

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
