//! The web layer: pages and client APIs. The only crate with HTML and client JSON.
//!
//! [`app`] builds a router from the [`App`] that the program provides, and [`serve`] serves it. The router decides
//! nothing and fetches nothing: it reads and writes through the store, and leaves the rest to the program's
//! [`ProgramServices`]. Templates are compiled from `templates/`, one per page. Every page works without scripts; what
//! scripts add is in `static/js/`.
//!
//! A request passes, in this order: the limits of the connection (`serve.rs`); checks of host, origin and time
//! (`layers.rs`, `guard.rs`); the table of routes (`routes.rs`); the session and the form's token (`session.rs`,
//! `forms.rs`); a page (`pages/`) or a client API (`api/`, `clients/`); an act, if it changes something (`acts/`); and
//! on the way out the security headers (`layers.rs`).

mod account_events;
mod acts;
pub mod api;
mod app;
mod assets;
mod blocking;
mod clients;
mod confirmation;
mod content;
mod cross_origin;
mod demo;
mod devices;
mod error;
mod etag;
mod forms;
mod guard;
mod health;
mod images;
pub mod installation;
mod layers;
mod letter_icon;
mod live;
mod manual;
mod navigation;
mod next;
mod once;
mod pages;
pub mod password;
mod plots;
mod preferences;
pub mod proxies;
pub mod push;
mod rate_limit;
pub mod routes;
mod serve;
mod services;
mod session;
mod sign_in_limit;
mod texts;
mod times;
mod token;
mod totp;
mod upload;
mod voice;
pub mod webhooks;

pub use acts::ActError;
pub use app::{App, Demo, ProgramStatus, Sites, app};
pub use clients::app_keys;
pub use error::{DeadLink, Error};
pub use images::Images;
pub use installation::{
    Backup, BackupOutcome, Installation, OperatorServices, SettingView, Warning,
};
pub use password::{hash_password, verify_password};
pub use proxies::{AddressRange, Proxies};
pub use serve::serve;
pub use services::{
    AddedSubscription, AddressChange, AddressContent, CheckOutcome, Checks, FeedChoice, FullTexts,
    Importing, Key, LearnedInterest, LearnedInterests, Outlook, Picture, Pictures, Preview,
    ProgramServices, PushCallbacks, RuleEffect, RuleRuns, RuleTrial, SourceDefaults,
    SubscribeRequest, Subscribing, TodayPage, TodayPages, TodayRequest, VISIT, WebhookChecks,
};
pub use token::SecretToken;
