//! What to show first, and why.
//!
//! Values in, an order out: how much a reader likes what an article is made of was learned elsewhere, and so was what
//! readers are like. Nothing here reads a clock, learns anything or draws a number of its own.
//!
//! [`supply`] says what knowing a topic is worth; [`candidates`] turns what is unread into what could be shown; [`page()`]
//! scores and makes the page of it, with freshness, variety and the reason for every place. Other ways to score, to compare
//! with, are in the laboratory.

#![expect(
    clippy::suboptimal_flops,
    reason = "without the instruction a fused multiply-add is a slow library call, and formulas read as in the papers"
)]

pub mod candidates;
pub mod page;
pub mod supply;

pub use page::{RankCandidate, RankedArticle, RankedPage, page};
pub use tidings_model::Why;
