//! The store on both engines, as its users see it.

mod smoke;
mod support;
