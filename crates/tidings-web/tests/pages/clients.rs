//! Client programs: the protocols endpoint by endpoint, and each client's whole life, call by call, with the types it decodes.

mod agreement;
mod fever;
mod greader;
mod greader_edits;
mod miniflux;
mod paging;
mod phone;
mod program;

#[expect(dead_code, reason = "what a client decodes must be there, used or not")]
mod fluent_reader;
#[expect(dead_code, reason = "what a client decodes must be there, used or not")]
mod netnewswire;
#[expect(dead_code, reason = "what a client decodes must be there, used or not")]
mod newsflash;
#[expect(dead_code, reason = "what a client decodes must be there, used or not")]
mod read_you;
#[expect(dead_code, reason = "what a client decodes must be there, used or not")]
mod reeder;
#[expect(dead_code, reason = "what a client decodes must be there, used or not")]
mod shapes;
