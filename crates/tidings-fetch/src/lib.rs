//! Fetches from the web: the only crate that opens outgoing connections.
//!
//! Everything that Tidings requests from other servers goes through one trait, [`Web`]. It has two implementations:
//! [`HttpWeb`], and [`SimulatedWeb`], a complete web in memory for tests and the demo. Both run the same code for
//! redirects, politeness, deadlines, decoding and header handling; they differ only in how one request is sent to one
//! server.
//!
//! - [`guard`] decides which addresses and ports may be dialed; [`AllowList`] contains the operator's exceptions.
//! - [`check_url`] parses an address as a person types it, and [`split_login`] one with a user name and a password.
//! - [`hosts`] keeps us polite: few requests at a time per publisher, with a pause between them.
//! - [`robots`] checks robots.txt before pages are read (not feeds, which are made to be fetched).

mod address;
mod allow;
mod answer;
mod body;
mod client;
mod connect;
mod dates;
mod faults;
mod fetch;
pub mod guard;
pub mod hosts;
mod ports;
mod post;
mod redirect;
mod resolve;
pub mod robots;
pub mod simulated;
mod status;
mod tls;
mod web;

pub use address::{Login, check_url, split_login};
pub use allow::{AllowList, AllowListError};
pub use client::{ClientSettings, HttpWeb, SetupError};
pub use post::{Post, PostAnswer};
pub use resolve::{Resolve, SystemResolver};
pub use robots::Polite;
pub use simulated::SimulatedWeb;
pub use tls::Roots;
pub use web::{BoxFuture, Credentials, Hop, Purpose, Request, Response, Result, Web};
