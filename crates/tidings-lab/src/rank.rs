//! `lab rank`: readers who do not exist, shown topics by every strategy, and what they click.
//!
//! The protocol: a reader has a chance of opening each topic that she reads of. Each round a strategy lists some topics,
//! and what stands at position j is read with chance g(j). Whether a reader would click a topic in a round is decided
//! beforehand by a hash, so that two strategies that show her the same at the same place get the same answer.

pub mod beta;
pub mod logs;
pub mod plot;
pub mod reader;
pub mod report;
pub mod run;
pub mod setting;
pub mod speed;
pub mod strategy;
pub mod text;

pub use setting::RankExperiment;
