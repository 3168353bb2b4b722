//! The built program and the whole server, tested from outside: a journey, crashes, simulated weeks.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod commands;
mod crash;
mod demo;
mod freshness;
mod journey;
mod laboratory;
mod loopback;
mod processes;
mod simulated;
