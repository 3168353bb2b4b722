//! `lab rank`: simulated readers to whom every strategy shows topics, and what they click.
//!
//! The protocol: a reader has a chance of opening each topic when reading it. Each round a strategy lists some topics,
//! and the one at position j is read with chance g(j). Whether a reader would click a topic in a round is decided in
//! advance by a hash, so that two strategies that show the same topic at the same position get the same result.

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
