//! The store on both engines, as its users see it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod claiming;
mod converting;
mod copying;
mod faults;
mod freshness;
mod jobs;
mod keeping;
mod managing;
mod media;
mod model;
mod opening;
mod owning;
mod people;
mod pictures;
mod pushing;
mod reading;
mod recognizing;
mod ruling;
mod searching;
mod smoke;
mod sorting;
mod storing;
mod streaming;
mod support;
mod tasting;
mod undoing;
