//! What a person can do, one file per capability. Pages, `/api/v1`, Google Reader, Fever and Miniflux only decode, call and
//! encode.
//!
//! An act is a function of an [`Actor`] and of values that were checked when they were made ([`Name`], [`Title`], …). It
//! decides whether this person may do it, does all of it or nothing, and says in one [`ActError`] why not. How a refusal is
//! told is each surface's own business: a sentence in the person's language, a problem document, a status.
//! What was decided where the surfaces contradicted each other is in `docs/notes/acts.md`.

pub(crate) mod account;
mod actor;
pub(crate) mod articles;
mod error;
pub(crate) mod fetching;
pub(crate) mod filters;
pub(crate) mod folders;
pub(crate) mod following;
pub(crate) mod imports;
pub(crate) mod media;
pub(crate) mod outputs;
pub(crate) mod people;
pub(crate) mod preferences;
pub(crate) mod rules;
pub(crate) mod subscriptions;
pub(crate) mod tags;
pub(crate) mod taste;
pub(crate) mod undo;
mod values;
pub(crate) mod webhooks;
pub(crate) mod wishes;

pub(crate) use actor::Actor;
pub use error::ActError;
pub(crate) use values::{Address, Name, Number, Title, Words};

/// Something that was asked for by name: made now, or there before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Creation<T> {
    New(T),
    Known(T),
}

impl<T> Creation<T> {
    /// The thing, whichever way it came.
    pub(crate) fn get(self) -> T {
        match self {
            Self::New(one) | Self::Known(one) => one,
        }
    }
}
