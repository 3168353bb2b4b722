//! Text analysis: the words of a text, its language, the weights of its terms, and its topics.

#![expect(
    clippy::suboptimal_flops,
    reason = "without the instruction a fused multiply-add is a slow library call, and formulas read as in the papers"
)]

pub mod fold;
pub mod idf;
pub mod language;
pub mod names;
pub mod sparse;
pub mod stop;
pub mod tokens;
pub mod topics;
pub mod words;
