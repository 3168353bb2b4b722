//! The index through its public API: what is found, by whom, in which order, and after which failures.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

mod asking;
mod finding;
mod keeping;
mod ordering;
mod safety;
mod shelf;
