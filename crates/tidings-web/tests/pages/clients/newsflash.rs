//! NewsFlash, with the three kinds of accounts that work here. It decodes all responses with fixed types, and one wrong
//! type fails a sync.

mod fever;
mod greader;
mod miniflux;
