//! Decides when each source is fetched.
//!
//! After every fetch three questions are answered in this order, by functions that read no clock and draw no random
//! numbers:
//!
//! 1. Whose fault was it? [`outage`] distinguishes a failure of our own network from a failure of the source.
//! 2. What does the response mean for the source? [`lifecycle`] updates its state: failing, gone, moved, recovered.
//! 3. When is the next fetch? [`policy`] proposes a time within the budget, [`politeness`] bounds it by what the
//!    server, the feed and the operator allow, and the resulting [`plan::Plan`] carries its [`Reason`].
//!
//! A better policy only replaces what [`policy`] proposes. The bounds apply to every policy.

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
