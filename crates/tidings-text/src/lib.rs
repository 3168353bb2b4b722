//! From words to meaning: which words a text has, in which language, what they weigh and what they are about.

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
