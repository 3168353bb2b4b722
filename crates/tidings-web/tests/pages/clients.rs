//! Client programs: the protocols endpoint by endpoint, and each client's whole life, call by call, with the types it decodes.

mod fever;
mod greader;
mod greader_edits;
mod miniflux;
mod program;
