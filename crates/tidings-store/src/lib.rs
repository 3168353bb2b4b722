//! Memory: everything Tidings keeps, in SQLite or PostgreSQL. The only crate with SQL.
//!
//! Business functions are written once, against [`engine::db::Connection`], and run as jobs on threads that own connections
//! (see [`store`]). Sources and articles are stored once for all users; what a user did is theirs alone.
//!
//! What is remembered is sorted by area, each with a handle: `store.sources().claim_due(…)`. An area's file says what it
//! remembers; its folder holds the functions.

pub mod activity;
pub mod articles;
pub mod attempts;
pub mod engine;
pub mod error;
pub mod fetches;
pub mod freshness;
pub mod imports;
pub mod jobs;
pub mod learning;
pub mod maintenance;
pub mod outputs;
pub mod push;
pub mod readings;
pub mod rules;
pub mod settings;
pub mod sources;
pub mod store;
pub mod subscriptions;
pub mod undos;
pub mod users;

pub use activity::{Audience, Note, Noted, NotesAsked};
pub use articles::{
    Cursor, FullArticle, Listed, Neighbours, Order, Page, Shelf,
    changes::{Change, Indexable, LogState},
    full_texts::{FullText, Wanted},
    searching::Passage,
    streams::{Set, Sort, Span, Stream},
};
pub use attempts::Attempts;
pub use engine::faults::Faults;
pub use error::{Error, Result};
pub use fetches::{
    identity::Recognizable,
    retrievals::{LoggedRetrieval, RetrievalCounts},
    spending::{COUNTED, Came, HostSpend, HostsSpend, Made},
    storing::{Document, RetrievalRecord, Retrieved, Stored},
};
pub use freshness::{
    Arrival, PricePaid, Slow,
    shadows::{Spell, WatchedDay},
};
pub use imports::{BroughtPlace, BroughtRule, Import, Line, LineState, Listing, Mark};
pub use jobs::{JobReport, JobState, Jobs};
pub use learning::{
    beliefs::Belief,
    showings::OpenRate,
    topics::{Candidate, Worded},
};
pub use maintenance::{
    backup::BackupSummary,
    exporting::{Exported, ExportedArticle},
    numbers::SilentHost,
    retention::{Retention, Swept},
};
pub use outputs::{
    Output, OutputList,
    shares::Share,
    webhooks::{Delivery, Event, NewWebhook, Webhook},
};
pub use push::{
    Confirmation, PushDue, PushKey, PushMode, PushState, PushSubscription,
    pushing::{PushRecord, Shown},
};
pub use readings::{
    Scope, Tag, UnreadCount, UpTo,
    bulk::{Act, Done, Reach},
    positions::Position,
};
pub use rules::{Direction, RuleLook, Seen, StoredRule, Switch, judging::Judgement};
pub use sources::{
    Added, SourceCounts,
    claims::Claim,
    hosts::{Host, HostTurn},
    icons::{Icon, Iconless},
    options::{Manner, Secret, SourceOptions},
    overview::{Pace, Posting, Spend, Stats},
    weighing::ReadOf,
};
pub use store::{Mode, Options, Place, Store};
pub use subscriptions::{
    Folder, Subscribed, Wish,
    standing::{Overview, Stamp, Standing},
    wishes::SubscriberOptions,
};
pub use undos::Undo;
pub use users::{
    Account, KeptCounts, Member,
    invitations::{Errand, Invitation},
    second_factors::SecondFactor,
    sessions::{AppKeys, AppPassword, AppScope, NewSession, Session, Visitor},
};
