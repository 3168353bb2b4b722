//! User actions, one file per capability. Pages, `/api/v1`, Google Reader, Fever and Miniflux only decode, call and
//! encode.
//!
//! An act is a function of an [`Actor`] and of validated values ([`Name`], [`Title`], …). It decides whether this
//! person may do it, does all of it or nothing, and returns one [`ActError`] if it refuses. Each surface presents a
//! refusal in its own way: a sentence in the person's language, a problem document, a status. Where the surfaces used
//! to disagree, `docs/notes/acts.md` records what was decided.

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
pub(crate) use values::{Address, FolderName, Name, Number, Title, Words};

/// Something requested by name: created now, or already there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Creation<T> {
    New(T),
    Known(T),
}

impl<T> Creation<T> {
    /// Returns the thing, whether it is new or not.
    pub(crate) fn get(self) -> T {
        match self {
            Self::New(one) | Self::Known(one) => one,
        }
    }
}
