//! The laboratory: replays the papers and any trace with the very crates that ship.
//!
//! One module for each experiment. Files come in and tables, JSON and plots go out; nothing here decides how the daemon
//! behaves, it only measures it.

pub mod generate;
pub mod monitor;
pub mod trace;
