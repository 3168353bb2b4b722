//! The pages as a browser meets them, without a socket.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the report")]

mod accounts;
mod acts;
mod adding;
mod administration;
mod announcing;
mod api;
mod clients;
mod cross_origin;
mod doors;
mod feeds_out;
mod freshness;
mod harness;
mod hubs;
mod kept;
mod letters;
mod limits;
mod live;
mod managing;
mod marking;
mod media;
mod ordering;
mod outgoing;
mod proxied;
mod reading;
mod routes;
mod samples;
mod searching;
mod settings;
mod stock;
mod today;
mod undoing;
mod uploading;
