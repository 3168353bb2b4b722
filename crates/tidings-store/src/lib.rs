//! Stores everything Tidings keeps, in SQLite or PostgreSQL. The only crate with SQL.
//!
//! Business functions are written once, against [`engine::db::Connection`], and run as jobs on threads that own connections
//! (see [`store`]). Sources and articles are stored once for all users; what a user did belongs to that user alone.
//!
//! The data is divided into areas, each with a handle: `store.sources().claim_due(…)`. The file of an area describes it;
//! its folder contains the functions.

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
pub mod pictures;
pub mod push;
pub mod readings;
pub mod rules;
pub mod settings;
pub mod sources;
pub mod store;
pub mod subscriptions;
pub mod undos;
pub mod users;

pub use activity::{Audience, Note, NoteEntry, NotesQuery};
pub use articles::{
    ArticleList, ArticlePage, Cursor, FullArticle, ListOrder, ListedArticle, Neighbours,
    changes::{ArticleChange, Indexable, LogState},
    entries::Entry,
    full_texts::{FullText, FullTextRequest},
    searching::Passage,
    streams::{Set, Sort, Span, StreamQuery},
};
pub use attempts::Attempts;
pub use engine::faults::Faults;
pub use error::{Error, Result};
pub use fetches::{
    identity::Recognizable,
    log::LoggedFetch,
    spending::{COUNTED, FetchTotals, HostSpend, HostsSpend, ReplayFetch},
    storing::{FetchRecord, FetchedContent, ParsedDocument, StoringResult},
};
pub use freshness::{
    Arrival, PricePaid, SlowSource,
    shadows::{ObservedPeriod, WatchedDay},
};
pub use imports::{
    ImportLine, ImportLineState, ImportProgress, ImportedMark, IncomingRule, IncomingRulePlace,
    Listing,
};
pub use jobs::{JobReport, JobState, Jobs};
pub use learning::{
    beliefs::Belief,
    showings::OpenRate,
    topics::{ArticleWords, TodayCandidate},
};
pub use maintenance::{
    backup::BackupSummary,
    exporting::{ExportEvent, ExportedArticle},
    retention::{Retention, RetentionResult},
    stats::SilentHost,
};
pub use outputs::{
    Output, OutputList,
    shares::ShareLink,
    webhooks::{Delivery, NewWebhook, Webhook, WebhookEvent},
};
pub use pictures::PictureClaim;
pub use push::{
    Confirmation, PushDue, PushKey, PushMode, PushState, PushSubscription,
    pushing::{PushOverlap, PushRecord},
};
pub use readings::{
    MarkScope, Tag, UnreadCount, UpTo,
    bulk::{BulkAction, BulkResult, Reach},
    positions::PlaybackPosition,
};
pub use rules::{Direction, RuleArticle, RuleHolder, StoredRule, Switch, judging::Judgement};
pub use sources::{
    AddedSource, SourceCounts,
    claims::Claim,
    hosts::{Host, HostTurn},
    icons::{Icon, SourceWithoutIcon},
    options::{FetchManner, Secret, SourceOptions},
    overview::{Pace, Spend, Stats},
    weighing::SubscriberActivity,
};
pub use store::{Mode, Options, Store, StoreLocation};
pub use subscriptions::{
    Folder, SubscribedSource, Wish,
    overview::{Overview, OverviewVersion, SubscriptionSummary},
    wishes::SubscriberOptions,
};
pub use undos::Undo;
pub use users::{
    Account, KeptCounts, Member,
    invitations::{Invitation, InvitationPurpose},
    second_factors::SecondFactor,
    sessions::{AppKeys, AppPassword, AppScope, NewSession, Session, Visitor},
};
