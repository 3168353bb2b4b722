//! From history to beliefs: what has been seen becomes values that deciding crates read.
//!
//! Every function here takes the belief so far and what was just seen, and returns the belief from now on. None of
//! them decides anything, reads a clock or draws a number.

pub mod access;
pub mod cluster;
pub mod pattern;
pub mod posting;
pub mod rhythm;
