//! NewsFlash, with its three kinds of accounts that are of use here. It decodes all of them with fixed types, and one wrong type
//! fails a sync.

mod fever;
mod greader;
mod miniflux;
