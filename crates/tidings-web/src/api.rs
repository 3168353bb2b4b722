//! Tidings' own API, at `/api/v1`: everything that pages do for a person, for programs.
//!
//! One table (`api/table.rs`) names every operation once. The routes, the OpenAPI document and the page that shows it
//! are generated from it. The types of an operation's function describe its input and output, so the document cannot
//! differ from the code.
//!
//! A program sends an app password in the header `Authorization: Bearer …`; a read-only one may only `GET`. Errors are
//! `application/problem+json`. Every response to a `GET` has an `ETag`, so fetching an unchanged list costs only the
//! request.

mod articles;
mod call;
mod document;
mod events;
mod extract;
mod folders;
mod freshness;
mod imports;
mod learned;
mod lists;
mod marks;
mod me;
mod outputs;
pub(crate) mod problem;
mod responses;
mod rules;
mod shape;
mod sources;
mod table;
mod tags;
mod today;
mod undo;
mod values;
mod webhooks;

pub(crate) use document::{document, serve};
pub(crate) use problem::Problem;
pub use table::{API, Operation};

/// The path of the API.
pub(crate) const BASE: &str = "/api/v1";

/// Returns whether a path belongs to this API, so that errors are reported in its format.
pub(crate) fn is_ours(path: &str) -> bool {
    path.strip_prefix(BASE).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
