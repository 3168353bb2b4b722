//! Our own API, at `/api/v1`: what pages can do for a person, for programs.
//!
//! One table (`api/table.rs`) names every operation once. From it come the routes, the OpenAPI document and the page that shows
//! it; what an operation takes and gives is told by the types of its function, so the document cannot differ from the code.
//!
//! A program shows an app password in the header `Authorization: Bearer …`; one that may only look may only `GET`. Errors are
//! `application/problem+json`. Lists that stayed as they were cost the asking only: every answer to a `GET` has an `ETag`.

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

/// Where it is.
pub(crate) const BASE: &str = "/api/v1";

/// Whether a path is of this API: then errors are for its programs.
pub(crate) fn is_ours(path: &str) -> bool {
    path.strip_prefix(BASE).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
