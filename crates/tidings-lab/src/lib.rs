//! The lab: replays the papers and any trace with the same crates that the server uses.
//!
//! One module for each experiment. Files come in; tables, JSON and plots go out. Nothing here decides how the server
//! behaves; it only measures it.

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
