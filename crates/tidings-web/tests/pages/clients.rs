//! Client programs: the protocols endpoint by endpoint, and complete sessions of particular clients, call by call, with
//! the types they decode.

mod agreement;
mod arrival;
mod fever;
mod greader;
mod greader_edits;
mod miniflux;
mod nesting;
mod paging;
mod phone;
mod program;
mod tolerance;

#[expect(dead_code, reason = "a client decodes these fields even if a test does not read them")]
mod fluent_reader;
#[expect(dead_code, reason = "a client decodes these fields even if a test does not read them")]
mod netnewswire;
#[expect(dead_code, reason = "a client decodes these fields even if a test does not read them")]
mod newsflash;
#[expect(dead_code, reason = "a client decodes these fields even if a test does not read them")]
mod read_you;
#[expect(dead_code, reason = "a client decodes these fields even if a test does not read them")]
mod reeder;
#[expect(dead_code, reason = "a client decodes these fields even if a test does not read them")]
mod shapes;
