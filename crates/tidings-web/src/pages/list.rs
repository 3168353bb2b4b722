//! The list of articles: unread or all, newest first, a page at a time.

use crate::{
    Error,
    app::Inner,
    pages::{
        Shell, counted, grouped, page,
        spot::{Asked, Show, Spot},
        titled,
    },
    session::Signed,
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Query, State, rejection::QueryRejection},
    response::Response,
};
use jiff::Timestamp;
use std::sync::Arc;
use tidings_model::{ArticleId, SourceId};
use tidings_store::{Cursor, Listed, Shelf};

/// Cards on a page.
const PAGE: usize = 50;

/// What the list shows.
#[derive(Debug)]
pub(crate) struct List {
    pub(super) heading: &'static str,
    pub(super) count: String,
    pub(super) note: Option<String>,
    pub(super) mark_all: Option<MarkAll>,
    pub(super) cards: Vec<Card>,
    pub(super) older: Option<String>,
    pub(super) end: &'static str,
    pub(super) empty: Empty,
}

#[derive(Debug)]
pub(super) struct MarkAll {
    pub(super) up_to: ArticleId,
    pub(super) question: String,
}

#[derive(Debug)]
pub(super) struct Card {
    pub(super) id: ArticleId,
    pub(super) is_unread: bool,
    pub(super) is_current: bool,
    pub(super) source: String,
    pub(super) age: Time,
    pub(super) title: String,
    pub(super) summary: String,
    pub(super) href: String,
    /// What the dot does: "read" or "unread".
    pub(super) toggle: &'static str,
    /// Where the dot leads back to.
    pub(super) back: String,
}

/// What is said when there is nothing, with the next step.
#[derive(Debug)]
pub(super) struct Empty {
    pub(super) heading: &'static str,
    pub(super) sentence: &'static str,
    pub(super) href: &'static str,
    pub(super) label: &'static str,
}

impl List {
    /// The list at a spot, with the article being read marked in it.
    pub(crate) async fn at(
        inner: &Inner,
        signed: &Signed,
        spot: Spot,
        n_unread: u64,
        current: Option<&Listed>,
    ) -> Result<Self, Error> {
        let user = signed.user.id;
        // Asked before the list: what arrives in between is shown, and stays unread.
        let up_to = inner.store.newest_article_id().await?;
        let shelf = match spot.show {
            Show::Unread => Shelf::Unread,
            Show::All => Shelf::All,
        };
        let found =
            inner.store.list(user, shelf, spot.after.unwrap_or(Cursor::START), PAGE).await?;
        let now = inner.clock.now();
        let cards = found
            .articles
            .into_iter()
            .map(|listed| card(&signed.voice, listed, spot, current, now))
            .collect::<Vec<_>>();
        let empty = if cards.is_empty() { empty(inner, signed, spot).await? } else { ALL_READ };
        Ok(Self {
            heading: match spot.show {
                Show::Unread => "Unread",
                Show::All => "All articles",
            },
            count: if n_unread > 0 && spot.show == Show::Unread {
                grouped(n_unread)
            } else {
                String::new()
            },
            note: None,
            mark_all: (n_unread > 0).then(|| MarkAll {
                up_to,
                question: format!(
                    "Mark {} as read, in every source?",
                    counted(n_unread, "article")
                ),
            }),
            cards,
            older: found.next.map(|next| Spot { after: Some(next), ..spot }.href()),
            end: match spot.show {
                Show::Unread => "That is all.",
                Show::All => "There is nothing older.",
            },
            empty,
        })
    }
}

fn card(t: &Voice, listed: Listed, spot: Spot, current: Option<&Listed>, now: Timestamp) -> Card {
    // A dot leads back to the article beside the list, unless it is that article's own: opening marks it read again.
    let back = match current {
        Some(current) if current.id != listed.id => spot.article_href(current.id),
        _ => format!("{}#a{}", spot.href(), listed.id),
    };
    let current = current.filter(|current| current.id == listed.id);
    // The article being read may have been marked by being opened, after the list was asked.
    let is_unread = current.map_or(listed.is_unread, |current| current.is_unread);
    Card {
        id: listed.id,
        is_unread,
        is_current: current.is_some(),
        source: titled(&listed.source_title).to_owned(),
        age: t.age(listed.published_at, now),
        title: titled(&listed.title).to_owned(),
        summary: listed.summary,
        href: spot.article_href(listed.id),
        toggle: if is_unread { "read" } else { "unread" },
        back,
    }
}

const NOTHING_FOLLOWED: Empty = Empty {
    heading: "Nothing here yet",
    sentence: "Paste the address of a site you like to read. Its articles will arrive here as they appear.",
    href: "/add",
    label: "Add a source",
};
const NO_ARTICLES: Empty = Empty {
    heading: "No articles yet",
    sentence: "Your sources have been added, and their articles are on the way. The sources page says when each is asked next.",
    href: "/sources",
    label: "See your sources",
};
const ALL_READ: Empty = Empty {
    heading: "You have read everything",
    sentence: "New articles appear here by themselves when they arrive.",
    href: "/?show=all",
    label: "See all articles",
};
const NOTHING_OLDER: Empty = Empty {
    heading: "There is nothing older",
    sentence: "This is where the list ends.",
    href: "/",
    label: "Back to the newest",
};

async fn empty(inner: &Inner, signed: &Signed, spot: Spot) -> Result<Empty, Error> {
    if spot.after.is_some() {
        return Ok(NOTHING_OLDER);
    }
    if inner.store.count_subscriptions(signed.user.id).await? == 0 {
        return Ok(NOTHING_FOLLOWED);
    }
    let is_bare = spot.show == Show::All
        || inner
            .store
            .list(signed.user.id, Shelf::All, Cursor::START, 1)
            .await?
            .articles
            .is_empty();
    Ok(if is_bare { NO_ARTICLES } else { ALL_READ })
}

#[derive(Template)]
#[template(path = "list.html")]
struct Page {
    t: Voice,
    shell: Shell,
    list: List,
}

/// `GET /`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    query: Result<Query<Asked>, QueryRejection>,
) -> Result<Response, Error> {
    let asked = Asked::read(query)?;
    let spot = asked.spot()?;
    let shell = Shell::new(&inner, &signed, spot.place()).await?;
    let mut list = List::at(&inner, &signed, spot, shell.n_unread, None).await?;
    if let Some(added) = asked.added.and_then(|id| id.parse().ok()) {
        list.note = added_note(&inner, &signed, added).await?;
    }
    page(&Page { t: signed.voice.clone(), shell, list })
}

/// What is said after adding a source. Only its number comes from the address, so that a link cannot put words here.
async fn added_note(
    inner: &Inner,
    signed: &Signed,
    added: SourceId,
) -> Result<Option<String>, Error> {
    let subscribed = inner.store.subscription(signed.user.id, added).await?;
    Ok(subscribed.map(|subscribed| {
        format!(
            "You follow {} now: {}.",
            subscribed.title(),
            counted(subscribed.n_unread, "unread article")
        )
    }))
}
