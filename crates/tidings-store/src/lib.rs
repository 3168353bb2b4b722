//! Memory: everything Tidings keeps, in SQLite or PostgreSQL. The only crate with SQL.
//!
//! Business functions are written once, against [`db::Connection`], and run as jobs on threads that own connections
//! (see [`store`]). Sources and articles are stored once for all users; what a user did is theirs alone.

pub mod activity;
pub mod arrivals;
pub mod articles;
pub mod backup;
pub mod beliefs;
pub mod claims;
pub mod clock;
mod codec;
pub mod db;
pub mod error;
pub mod faults;
pub mod held;
pub mod hosts;
pub mod identity;
pub mod integrity;
mod jobs;
pub mod judging;
pub mod merge;
pub mod migrate;
pub mod options;
pub mod outputs;
pub mod overview;
pub mod planning;
#[cfg(test)]
mod plans;
mod postgres;
pub mod readings;
pub mod retention;
pub mod retrievals;
pub mod rules;
pub mod sessions;
pub mod settings;
pub mod shares;
pub mod sources;
mod sqlite;
pub mod store;
pub mod storing;
pub mod subscriptions;
pub mod switching;
mod threads;
pub mod unread;
pub mod upkeep;
pub mod users;
pub mod visits;
pub mod webhooks;

pub use activity::Note;
pub use articles::{Cursor, FullArticle, Listed, Page, Shelf};
pub use backup::BackupSummary;
pub use beliefs::Belief;
pub use claims::Claim;
pub use error::{Error, Result};
pub use faults::Faults;
pub use held::Undoable;
pub use hosts::Host;
pub use identity::Recognizable;
pub use judging::Judgement;
pub use options::{Manner, Secret, SourceOptions, SubscriberOptions};
pub use outputs::{Output, OutputList};
pub use overview::{Posting, Spend, Stats};
pub use readings::{Scope, Tag, UnreadCount, UpTo};
pub use retention::{Retention, Swept};
pub use retrievals::{LoggedRetrieval, RetrievalCounts};
pub use rules::{Direction, RuleLook, Seen, StoredRule, Switch};
pub use sessions::{AppPassword, NewSession, Session};
pub use shares::Share;
pub use sources::{Added, SourceCounts};
pub use store::{Mode, Options, Place, Store};
pub use storing::{Document, RetrievalRecord, Retrieved, Stored};
pub use subscriptions::{Folder, Subscribed, Wish};
pub use users::Account;
pub use webhooks::{Delivery, Event, NewWebhook, Webhook};
