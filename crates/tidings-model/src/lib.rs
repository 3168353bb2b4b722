//! The shared vocabulary: sources, articles, users, fetches, reasons and estimates, as plain types.
//!
//! Every other crate uses these types. They are plain values: no clock, no randomness, no files, no network. Nothing
//! here is serialised. Crates at the boundary (`tidings-store`, `tidings-web`) convert by hand, because a serialised
//! type is a promise about its format.

pub mod article;
pub mod belief;
pub mod calendar;
pub mod clock;
pub mod dates;
pub mod fetch;
pub mod folder;
pub mod freshness;
pub mod host;
pub mod ids;
pub mod liking;
pub mod limits;
pub mod locks;
pub mod push;
pub mod reason;
pub mod refusal;
pub mod rule;
pub mod source;
pub mod taste;
pub mod units;
pub mod user;
pub mod why;

pub use article::{Article, ArticleKeys, Enclosure, Fingerprint};
pub use belief::PostingBelief;
pub use clock::Clock;
pub use fetch::{Failure, FailureKind, Outcome};
pub use folder::{FolderPath, FolderPathError, MAX_FOLDER_LEVELS};
pub use host::HostKey;
pub use ids::{
    ArticleId, DeliveryId, EntryId, FetchId, FolderId, OutputId, PushId, RuleId, ShareId, SourceId,
    TagId, UserId, WebhookId,
};
pub use liking::Liking;
pub use reason::Reason;
pub use refusal::Refusal;
pub use source::{Hints, SourceKind, SourceState, Validators};
pub use user::{Reaction, Role, User};
pub use why::Why;
