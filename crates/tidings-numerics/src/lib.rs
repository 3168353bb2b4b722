//! Mathematics that knows nothing of feeds: rates and their integrals, counts and beliefs about them, and the shortest
//! way along a line of time.
//!
//! Everything here is a function of its arguments. Times and rates are plain numbers in one unit that the caller keeps
//! to; the crates above use minutes.

#![expect(
    clippy::suboptimal_flops,
    reason = "without the instruction a fused multiply-add is a slow library call, and formulas read as in the papers"
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
