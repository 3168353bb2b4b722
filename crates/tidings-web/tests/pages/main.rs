//! The pages as a browser meets them, without a socket.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

mod accounts;
mod adding;
mod doors;
mod harness;
mod live;
mod marking;
mod media;
mod reading;
mod routes;
mod stock;
