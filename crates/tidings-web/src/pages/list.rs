//! Lists of articles, page by page: Today, unread, starred, of a folder, a source or a tag.

mod card;
mod empty;
mod head;
pub(crate) mod ranked;
pub(crate) mod search;
mod why;

use crate::{
    Error,
    app::Inner,
    blocking, content,
    pages::{
        Shell,
        list_location::{ListQuery, ReadingList, Spot},
        page, undo,
    },
    session::Signed,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Path, Query, State, rejection::QueryRejection},
    response::Response,
};
use card::Card;
use empty::Empty;
use head::{Mark, Switch};
use jiff::{SignedDuration, Timestamp};
use std::{
    collections::HashMap,
    str::FromStr,
    sync::{Arc, Mutex},
};
use tidings_model::{
    SourceId, UserId,
    taste::{ListShowing, PlacedArticle, Placing},
};
use tidings_store::{Cursor, FullArticle, ListOrder, ListedArticle};

/// What the list shows.
#[derive(Debug)]
pub(crate) struct List {
    pub(super) heading: String,
    /// The source, if all articles are of one.
    pub(super) source: Option<SourceId>,
    pub(super) count: Option<head::Count>,
    /// The address of its first page.
    pub(super) href: String,
    pub(super) note: Option<Note>,
    pub(super) mark: Option<Mark>,
    pub(super) switches: Vec<Switch>,
    pub(super) cards: Vec<Card>,
    pub(super) older: Option<String>,
    /// The positions of its first card and of the next page.
    pub(super) first: Option<Cursor>,
    pub(super) next: Option<Cursor>,
    pub(super) is_oldest_first: bool,
    pub(super) is_choosing: bool,
    pub(super) empty: Option<Empty>,
    /// For a search: what is above the hits.
    pub(super) search: Option<search::Head>,
    /// The button that marks this page read, if there is only one page.
    pub(super) page: Option<head::PageMark>,
    /// Whether it is ranked by interest.
    pub(super) is_ranked: bool,
    /// If it is, when the next selection comes.
    pub(super) next_selection: Option<String>,
}

/// When each person's visit to lists sorted by time began.
#[derive(Debug, Default)]
pub(crate) struct Visits(Mutex<HashMap<UserId, Timestamp>>);

impl Visits {
    /// Returns whether a visit begins now.
    fn is_new(&self, user: UserId, now: Timestamp) -> bool {
        const VISIT: SignedDuration = SignedDuration::from_mins(30);
        const MOST: usize = 10_000;
        let mut begun = blocking::locked(&self.0);
        if begun.len() > MOST {
            begun.clear();
        }
        let before = begun.get(&user).copied();
        let is_new = before.is_none_or(|at| now < at || now.duration_since(at) >= VISIT);
        if is_new {
            begun.insert(user, now);
        }
        is_new
    }
}

/// Cards of a list whose icons are part of the page. The icons of the others are loaded when they are about to be seen:
/// until then, and without scripts, a letter stands for them.
pub(crate) const FIRST_ICONS: usize = 6;
/// The choices for marking a list read: the key of the label, and the minimum age in days.
pub(crate) const MARKS: [(&str, &str); 4] =
    [("mark-all", ""), ("mark-day", "1"), ("mark-week", "7"), ("mark-month", "30")];

/// A line above the cards: what was just done, and how to undo it.
#[derive(Debug)]
pub(super) struct Note {
    pub(super) text: String,
    pub(super) undo: Option<i64>,
}

impl List {
    /// Builds the list at a location, with the open article highlighted.
    pub(crate) async fn at(
        inner: &Inner,
        signed: &Signed,
        shell: &Shell,
        spot: &Spot,
        current: Option<&FullArticle>,
    ) -> Result<Self, Error> {
        if let ReadingList::Search(q) = &spot.room {
            return Self::found(inner, signed, shell, spot, q, current).await;
        }
        if spot.is_ranked(&signed.voice.look) {
            return Self::ranked(inner, signed, shell, spot, current).await;
        }
        let (t, now) = (&signed.voice, inner.clock.now());
        let order = spot.ordered(&t.look);
        let found = match spot.shelf(&t.look, now) {
            Some(shelf) => {
                let after = spot.after.unwrap_or(Cursor::start(order));
                let limit = usize::from(t.look.page_size);
                inner.store.articles().list_in(order, signed.user.id, shelf, after, limit).await?
            }
            None => tidings_store::ArticlePage::default(),
        };
        let mut articles = found.articles;
        let first = articles.first().map(|listed| listed.cursor);
        if let Some(current) = current {
            keep_in_place(&mut articles, &current.listed, order, found.next.is_some());
        }
        content::thumbnails(inner, signed, &mut articles).await?;
        let empty = if articles.is_empty() && spot.shelf(&t.look, now).is_some() {
            Some(empty::say(inner, signed, spot).await?)
        } else {
            None
        };
        let top = Spot { after: None, is_choosing: false, ..spot.clone() };
        Ok(Self {
            heading: head::heading(t, &shell.navigation, &spot.room).ok_or(Error::NotFound)?,
            source: spot.room.source(),
            count: head::count(t, &shell.navigation, &spot.room),
            href: top.href(),
            note: None,
            mark: head::mark(t, &shell.navigation, spot, signed.stamp.newest, now),
            switches: head::switches(t, spot),
            cards: card::cards(t, articles, spot, current.map(|full| &full.listed), now),
            older: found.next.map(|next| Spot { after: Some(next), ..spot.clone() }.href()),
            first,
            next: found.next,
            is_oldest_first: order == ListOrder::Oldest,
            is_choosing: spot.is_choosing,
            empty,
            search: None,
            page: None,
            is_ranked: false,
            next_selection: None,
        })
    }

    /// Builds the list of search results, with the open article highlighted.
    async fn found(
        inner: &Inner,
        signed: &Signed,
        shell: &Shell,
        spot: &Spot,
        q: &str,
        current: Option<&FullArticle>,
    ) -> Result<Self, Error> {
        let (t, now) = (&signed.voice, inner.clock.now());
        let mut results = search::results(inner, signed, spot, q).await?;
        let current = current.map(|full| &full.listed);
        let mut cards = card::cards(t, results.articles, spot, current, now);
        for card in &mut cards {
            card.marked = results.marked.remove(&card.id);
        }
        let top = Spot { after: None, is_choosing: false, ..spot.clone() };
        Ok(Self {
            heading: head::heading(t, &shell.navigation, &spot.room).ok_or(Error::NotFound)?,
            source: None,
            count: None,
            href: top.href(),
            note: None,
            mark: None,
            switches: Vec::new(),
            cards,
            older: results.next.map(|next| Spot { after: Some(next), ..spot.clone() }.href()),
            first: None,
            next: results.next,
            is_oldest_first: false,
            is_choosing: spot.is_choosing,
            empty: results.empty,
            search: Some(results.head),
            page: None,
            is_ranked: false,
            next_selection: None,
        })
    }
}

/// Keeps an article in its place while it is open, although reading it has removed it from the list.
fn keep_in_place(
    articles: &mut Vec<ListedArticle>,
    current: &ListedArticle,
    order: ListOrder,
    has_next: bool,
) {
    if articles.iter().any(|listed| listed.id == current.id) {
        return;
    }
    let is_before = |listed: &ListedArticle| match order {
        ListOrder::Newest => listed.cursor > current.cursor,
        ListOrder::Oldest => listed.cursor < current.cursor,
    };
    let place = articles.partition_point(is_before);
    if place < articles.len() || !has_next {
        articles.insert(place, current.clone());
    }
}

#[derive(Template)]
#[template(path = "list.html")]
struct Page {
    t: Voice,
    shell: Shell,
    list: List,
}

type Asking = Result<Query<ListQuery>, QueryRejection>;

/// `GET /`.
pub(crate) async fn today(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    query: Asking,
) -> Result<Response, Error> {
    show(&inner, &signed, ReadingList::Today, query).await
}

/// `GET /unread`.
pub(crate) async fn unread(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    query: Asking,
) -> Result<Response, Error> {
    show(&inner, &signed, ReadingList::Unread, query).await
}

/// `GET /all`.
pub(crate) async fn all(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    query: Asking,
) -> Result<Response, Error> {
    show(&inner, &signed, ReadingList::All, query).await
}

/// `GET /starred`.
pub(crate) async fn starred(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    query: Asking,
) -> Result<Response, Error> {
    show(&inner, &signed, ReadingList::Starred, query).await
}

/// `GET /later`.
pub(crate) async fn later(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    query: Asking,
) -> Result<Response, Error> {
    show(&inner, &signed, ReadingList::Later, query).await
}

/// `GET /search`.
pub(crate) async fn search(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    query: Asking,
) -> Result<Response, Error> {
    let words = query.as_ref().ok().and_then(|Query(asked)| asked.words());
    show(&inner, &signed, ReadingList::Search(words.unwrap_or_default()), query).await
}

/// `GET /folder/{id}`.
pub(crate) async fn folder(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Path(id): Path<String>,
    query: Asking,
) -> Result<Response, Error> {
    show(&inner, &signed, ReadingList::Folder(numbered(&id)?), query).await
}

/// `GET /source/{id}`.
pub(crate) async fn source(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Path(id): Path<String>,
    query: Asking,
) -> Result<Response, Error> {
    show(&inner, &signed, ReadingList::Source(numbered(&id)?), query).await
}

/// `GET /tag/{id}`.
pub(crate) async fn tag(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Path(id): Path<String>,
    query: Asking,
) -> Result<Response, Error> {
    show(&inner, &signed, ReadingList::Tag(numbered(&id)?), query).await
}

fn numbered<T: FromStr>(id: &str) -> Result<T, Error> {
    id.parse().map_err(|_| Error::NotFound)
}

async fn show(
    inner: &Inner,
    signed: &Signed,
    room: ReadingList,
    query: Asking,
) -> Result<Response, Error> {
    let asked = ListQuery::read(query)?;
    let spot = asked.spot_in(room)?;
    let shell = Shell::new(inner, signed, spot.room.place()).await?;
    let mut list = List::at(inner, signed, &shell, &spot, None).await?;
    if spot.room.is_by_time() && spot.after.is_none() && !list.is_ranked {
        note_shown(inner, signed, &list);
    }
    list.note = note(inner, signed, &asked).await?;
    page(&Page { t: signed.voice.clone(), shell, list })
}

/// How many cards of a list sorted by time are recorded as shown: few people read further down.
const NOTED: usize = 20;

/// Records what the top of a list sorted by time showed, once per visit and without delaying the page.
fn note_shown(inner: &Inner, signed: &Signed, list: &List) {
    let (user, now) = (signed.user.id, inner.clock.now());
    if !signed.is_here || !signed.voice.look.learns() || !inner.lists_shown.is_new(user, now) {
        return;
    }
    let placed = |card: &Card| PlacedArticle { article: card.id, reason: String::new() };
    let articles = list.cards.iter().take(NOTED).map(placed).collect();
    let (store, placing) = (inner.store.clone(), Placing::Time);
    tokio::spawn(async move {
        let noted =
            store.learning().note_shown(ListShowing { user, at: now, placing, articles }).await;
        if let Err(error) = noted {
            tracing::warn!(%error, "cannot record what a list showed");
        }
    });
}

/// Returns what was just done. Only numbers come from the address, so that a link cannot put words on this page.
async fn note(inner: &Inner, signed: &Signed, asked: &ListQuery) -> Result<Option<Note>, Error> {
    if let Some(added) = asked.added.as_deref().and_then(|id| id.parse().ok()) {
        return Ok(added_note(inner, signed, added).await?.map(|text| Note { text, undo: None }));
    }
    let taught = match asked.taught.as_deref() {
        Some("more") => Some("taught-more"),
        Some("less") => Some("taught-less"),
        _ => None,
    };
    if let Some(key) = taught {
        return Ok(Some(Note { text: signed.voice.of(key).to_owned(), undo: None }));
    }
    let Some(id) = asked.undo.as_deref().and_then(|id| id.parse().ok()) else { return Ok(None) };
    let done = inner.store.undos().get(signed.user.id, id, inner.undo_time()).await?;
    Ok(done
        .map(|done| Note { text: undo::said(&signed.voice, &done.kind, done.n), undo: Some(id) }))
}

async fn added_note(
    inner: &Inner,
    signed: &Signed,
    added: SourceId,
) -> Result<Option<String>, Error> {
    let subscribed = inner.store.subscriptions().get(signed.user.id, added).await?;
    Ok(subscribed.map(|subscribed| {
        signed.voice.n_with("list-added", subscribed.n_unread, "source", subscribed.title())
    }))
}
