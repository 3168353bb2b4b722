//! The pages as a browser meets them, without a socket.

mod accounts;
mod adding;
mod doors;
mod harness;
mod reading;
mod routes;
mod stock;
