//! Numerical methods that know nothing about feeds: rates and their integrals, Gamma estimates of rates from counts,
//! and shortest paths along a time line.
//!
//! Everything here is a pure function of its arguments. Times and rates are plain numbers in a unit of the caller's
//! choice; the crates above use minutes.

#![expect(
    clippy::suboptimal_flops,
    reason = "a fused multiply-add is a slow library call on CPUs without the instruction, and formulas match the papers"
)]

pub mod draw;
pub mod gamma;
pub mod hull;
pub mod monge;
pub mod pack;
pub mod price;
pub mod quadrature;
pub mod rate;
pub mod ring;

pub use draw::Draws;
pub use rate::{Harmonic, Rate, Steps};
