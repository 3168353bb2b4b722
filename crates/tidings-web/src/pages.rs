//! One file per page, and what they share: the frame around a signed-in person's page, and rendering.

pub(crate) mod account;
pub(crate) mod activity;
pub(crate) mod add;
pub(crate) mod admin;
pub(crate) mod api;
pub(crate) mod app_passwords;
pub(crate) mod around;
pub(crate) mod article;
pub(crate) mod bulk;
pub(crate) mod data;
pub(crate) mod duplicates;
pub(crate) mod error;
pub(crate) mod folders;
pub(crate) mod freshness;
pub(crate) mod full_text;
pub(crate) mod help;
pub(crate) mod icon;
pub(crate) mod image;
pub(crate) mod import;
pub(crate) mod join;
pub(crate) mod learned;
pub(crate) mod list;
pub(crate) mod list_location;
pub(crate) mod marking;
pub(crate) mod more;
pub(crate) mod notice;
pub(crate) mod offline;
pub(crate) mod outputs;
pub(crate) mod position;
pub(crate) mod rules;
pub(crate) mod sessions;
pub(crate) mod settings;
pub(crate) mod setup;
pub(crate) mod sidebar;
pub(crate) mod sign_in;
pub(crate) mod sign_in_code;
pub(crate) mod source;
pub(crate) mod sources;
pub(crate) mod status;
pub(crate) mod two_factor;
pub(crate) mod undo;

use crate::{
    Error, app::Inner, navigation::Navigation, session::Signed, times::Time, token, voice::Voice,
};
use askama::Template;
use axum::response::{Html, IntoResponse, Response};
use http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::{FolderId, Role, SourceId, TagId, article::headline};
use tidings_store::SubscriptionSummary;

/// The action that was just done, in the address of the page that confirms it.
#[derive(Debug, Deserialize)]
pub(crate) struct DoneQuery {
    #[serde(default)]
    pub(crate) done: String,
}

/// The token of an invitation link.
#[derive(Debug, Deserialize)]
pub(crate) struct Linked {
    #[serde(default)]
    pub(crate) token: String,
}

/// The location of a page in the navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Today,
    Unread,
    Starred,
    Later,
    All,
    Search,
    Folder(FolderId),
    Source(SourceId),
    Tag(TagId),
    Sources,
    Add,
    Folders,
    Rules,
    Outputs,
    Settings,
    Account,
    Sessions,
    Passwords,
    Data,
    Taught,
    Freshness,
    Activity,
    Admin,
    Help,
    More,
}

/// The frame of a page.
#[derive(Debug, Clone)]
pub(crate) struct Shell {
    pub(crate) at: Place,
    pub(crate) user: String,
    /// For the hidden field of every form.
    pub(crate) token: String,
    pub(crate) is_operator: bool,
    pub(crate) navigation: Arc<Navigation>,
    /// How many articles arrived today, if Today is sorted by time. Sorted by interest, it has a fixed length.
    n_today: u64,
    /// Whether the navigation leaves out sources and folders without unread articles.
    is_unread_only: bool,
    /// The current time of a demonstration.
    pub(crate) demo: Option<Time>,
}

/// An entry of the navigation.
pub(crate) struct Line {
    at: Place,
    href: &'static str,
    key: &'static str,
    n: u64,
}

impl Shell {
    pub(crate) async fn new(inner: &Inner, signed: &Signed, at: Place) -> Result<Self, Error> {
        let navigation = inner.navigations.of(inner, signed.user.id, signed.stamp).await?;
        let token = token::mask(&signed.csrf, &*inner.clock);
        let is_operator = signed.user.role == Role::Operator;
        let demo =
            inner.demo.as_ref().map(|_| signed.voice.full(inner.clock.now(), inner.clock.now()));
        let n_today = if signed.voice.look.learns() { 0 } else { navigation.overview.n_today };
        let user = signed.user.name.clone();
        let is_unread_only = signed.voice.look.unread_only;
        Ok(Self { at, user, token, is_operator, navigation, n_today, is_unread_only, demo })
    }

    /// Returns the lists that every person has.
    fn lists(&self) -> [Line; 6] {
        let navigation = &self.navigation;
        let line = |at, href, key, n| Line { at, href, key, n };
        [
            line(Place::Today, "/", "nav-today", self.n_today),
            line(Place::Unread, "/unread", "nav-unread", navigation.n_unread),
            line(Place::Starred, "/starred", "nav-starred", navigation.overview.n_starred),
            line(Place::Later, "/later", "nav-later", navigation.overview.n_later),
            line(Place::All, "/all", "nav-all", 0),
            line(Place::Search, "/search", "nav-search", 0),
        ]
    }

    /// Returns the group "Manage".
    fn manage(&self) -> Vec<Line> {
        let line = |at, href, key, n| Line { at, href, key, n };
        let mut lines = vec![
            line(Place::Sources, "/sources", "nav-sources", 0),
            line(Place::Add, "/add", "nav-add", 0),
            line(Place::Settings, "/settings", "nav-settings", 0),
            line(Place::Freshness, "/freshness", "nav-freshness", 0),
            line(Place::Activity, "/activity", "nav-activity", self.navigation.n_problems),
        ];
        if self.is_operator {
            lines.push(line(Place::Admin, "/admin", "nav-admin", 0));
        }
        lines.push(line(Place::Help, "/help", "nav-help", 0));
        lines
    }

    /// Returns the settings pages.
    fn settings(&self) -> Vec<Line> {
        let line = |at, href, key| Line { at, href, key, n: 0 };
        vec![
            line(Place::Settings, "/settings", "settings-reading"),
            line(Place::Taught, "/taught", "settings-taught"),
            line(Place::Account, "/settings/account", "settings-account"),
            line(Place::Sessions, "/settings/sessions", "settings-sessions"),
            line(Place::Passwords, "/settings/passwords", "settings-passwords"),
            line(Place::Data, "/settings/data", "settings-data"),
            line(Place::Folders, "/folders", "settings-folders"),
            line(Place::Rules, "/rules", "settings-rules"),
            line(Place::Outputs, "/outputs", "settings-outputs"),
        ]
    }

    /// Returns whether an entry leads to the current page. "Settings" covers all of its pages.
    fn is_here(&self, line: &Line) -> bool {
        let at = match self.at {
            Place::Account
            | Place::Taught
            | Place::Sessions
            | Place::Passwords
            | Place::Data
            | Place::Folders
            | Place::Rules
            | Place::Outputs => Place::Settings,
            at => at,
        };
        at == line.at
    }

    fn is_at_source(&self, source: &SubscriptionSummary) -> bool {
        self.at == Place::Source(source.id)
    }

    fn is_at_tag(&self, tag: &tidings_store::Tag) -> bool {
        self.at == Place::Tag(tag.id)
    }

    /// Returns whether the tags are expanded.
    fn is_tag_open(&self) -> bool {
        matches!(self.at, Place::Tag(_)) || self.navigation.overview.tags.len() <= 10
    }

    /// Returns whether this page is under "More" on a small screen.
    fn is_elsewhere(&self) -> bool {
        !matches!(self.at, Place::Today | Place::Unread | Place::Search)
    }

    /// Returns the tags that the navigation shows.
    fn tags(&self) -> &[tidings_store::Tag] {
        let tags = &self.navigation.overview.tags;
        &tags[..tags.len().min(MAX_TAGS)]
    }
}

/// Maximum number of tags in the navigation.
const MAX_TAGS: usize = 50;

/// Renders a page.
pub(crate) fn page(template: &impl Template) -> Result<Response, Error> {
    Ok(Html(template.render()?).into_response())
}

/// Renders a page with a status other than 200: a form shown again with an error.
pub(crate) fn page_with(status: StatusCode, template: &impl Template) -> Result<Response, Error> {
    Ok((status, Html(template.render()?)).into_response())
}

/// Returns the title of a source, or a placeholder if it is empty.
pub(crate) fn titled<'a>(t: &'a Voice, title: &'a str) -> &'a str {
    if title.trim().is_empty() { t.of("untitled") } else { title }
}

/// Returns the headline of an article: its title, its first words, or a placeholder.
pub(crate) fn headlined(t: &Voice, title: &str, summary: &str) -> String {
    match headline(title, summary) {
        none if none.is_empty() => t.of("untitled").to_owned(),
        words => words.into_owned(),
    }
}
