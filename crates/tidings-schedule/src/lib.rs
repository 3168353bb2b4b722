//! When to look, and where.
//!
//! After every fetch three questions are answered, in this order, by functions that read no clock and draw no
//! number of their own:
//!
//! 1. Whose fault was it? [`outage`] tells our own network's failure from a source's.
//! 2. What does the answer mean for the source? [`lifecycle`]: failing, gone, moved, well again.
//! 3. When next? [`policy`] wishes an instant within the budget, [`politeness`] bounds the wish by what the server, the
//!    feed and the operator allow, and the [`plan::Plan`] carries its [`Reason`].
//!
//! A better policy replaces what `policy` wishes; the bounds stay as they are for every policy.

pub mod controller;
pub mod cost;
pub mod foresight;
pub mod lifecycle;
pub mod outage;
pub mod plan;
pub mod policy;
pub mod politeness;
pub mod price;
pub mod push;
pub mod put_off;
pub mod shadow;

pub use plan::Plan;
pub use tidings_model::Reason;
