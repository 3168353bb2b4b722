//! Decides which articles to show first, and why.
//!
//! Takes values and returns an order. What a reader likes and what readers have in common was learned elsewhere.
//! Nothing here reads a clock, learns or draws random numbers.
//!
//! [`supply`] estimates what knowing a topic is worth. [`candidates`] turns unread articles into candidates.
//! [`page()`] scores them and builds the page, with freshness and variety; [`page::explained`] gives the reason for
//! every position. Alternative scoring methods, for comparison, are in the laboratory.

#![expect(
    clippy::suboptimal_flops,
    reason = "a fused multiply-add is a slow library call on CPUs without the instruction, and formulas match the papers"
)]

pub mod candidates;
pub mod page;
pub mod supply;

pub use page::{RankCandidate, RankedArticle, RankedPage, page};
pub use tidings_model::Why;
