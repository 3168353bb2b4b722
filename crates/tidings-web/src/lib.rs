//! Pages and what client programs are answered: what a person sees. The only crate with HTML and client JSON.
//!
//! [`app`] makes a router from the [`App`] the program gives it, and [`serve`] listens for it. The router decides nothing
//! and fetches nothing: it reads and marks through the store, and asks the program's [`ProgramServices`] for the rest. Templates
//! are compiled from `templates/`, one per page; no page needs script, and what script adds is in `static/js/`.
//!
//! A request passes, in this order: the limits of the connection (`serve.rs`), host, origin and time (`layers.rs`,
//! `guard.rs`), the table of routes (`routes.rs`), the session and the form's token (`session.rs`, `forms.rs`), a page
//! (`pages/`) or what answers programs (`api/`, `clients/`), where it changes something an act (`acts/`), and on the way out the headers that keep every answer safe (`layers.rs`).

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
mod navigation;
mod next;
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
pub use error::Error;
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
