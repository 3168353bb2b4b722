//! Tests the real web client against small servers on loopback that do exactly what a test wants.
#![expect(clippy::unwrap_used, reason = "everything here is a test")]

mod bodies;
mod conditional;
mod egress;
mod pictures;
mod posting;
mod redirects;
mod secure;
mod server;
mod wire;
