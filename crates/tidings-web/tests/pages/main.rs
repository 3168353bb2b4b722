//! The pages as a browser sees them, without a socket.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod accounts;
mod acts;
mod adding;
mod administration;
mod announcing;
mod api;
mod clients;
mod cross_origin;
mod feeds_out;
mod fixtures;
mod freshness;
mod harness;
mod hubs;
mod importing;
mod known;
mod limits;
mod live;
mod managing;
mod marking;
mod media;
mod memory_backups;
mod ordering;
mod outgoing;
mod proxied;
mod reading;
mod routes;
mod samples;
mod searching;
mod serving;
mod settings;
mod today;
mod undoing;
mod uploading;
mod webhook_messages;
