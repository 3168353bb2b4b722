//! Go and get it: the only crate that opens outgoing connections.
//!
//! Everything that Tidings asks of other people's servers goes through one seam, [`Web`]. It has two implementations:
//! [`HttpWeb`], and [`SimulatedWeb`], a whole web in memory for tests and the demonstration. Both run the same
//! code for redirects, politeness, deadlines, decoding and the meaning of headers; they differ only in what carries
//! one request to one server.
//!
//! - [`guard`] says which addresses and ports may be dialled; [`AllowList`] holds the operator's exceptions.
//! - [`check_url`] reads an address as a person types it.
//! - [`hosts`] keeps us polite: few requests at a time per publisher, with a pause between them.
//! - [`robots`] asks for permission before pages (not feeds, which are made to be fetched) are read.

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

pub use address::check_url;
pub use allow::{AllowList, AllowListError};
pub use client::{ClientSettings, HttpWeb, SetupError};
pub use post::{Post, PostAnswer};
pub use resolve::{Resolve, SystemResolver};
pub use robots::Polite;
pub use simulated::SimulatedWeb;
pub use tls::Roots;
pub use web::{BoxFuture, Credentials, Hop, Purpose, Request, Response, Result, Web};
