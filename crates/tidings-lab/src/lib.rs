//! The laboratory: replays the papers and any trace with the very crates that ship.
//!
//! One module for each experiment. Files come in and tables, JSON and plots go out; nothing here decides how the daemon
//! behaves, it only measures it.

#![expect(
    clippy::suboptimal_flops,
    reason = "without the instruction a fused multiply-add is a slow library call, and formulas read as in the papers"
)]

pub mod generate;
pub mod monitor;
pub mod plans;
pub mod rank;
pub mod topics;
pub mod trace;
