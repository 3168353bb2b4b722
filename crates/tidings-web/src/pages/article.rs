//! An article to read, beside its list.

pub(crate) mod prose;
mod view;

pub(crate) use view::{is_language, is_web};

use crate::{
    Error,
    acts::articles,
    app::Inner,
    content, demo,
    pages::{
        Shell,
        full_text::{self, Whole},
        list::List,
        list_location::{ListQuery, Spot},
        outputs::share::{self, Shared},
        page,
    },
    proxies::Base,
    session::Signed,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Path, Query, State, rejection::QueryRejection},
    response::Response,
};
use jiff::{SignedDuration, Timestamp};
use prose::adds_words;
use std::sync::Arc;
use tidings_model::ArticleId;
use tidings_store::{FullArticle, ListedArticle, PlaybackPosition};
use view::{TextWish, View};

/// How long a visit to an article lasts. Opened again within this time, it is not marked read again.
const VISIT: SignedDuration = SignedDuration::from_mins(30);

#[derive(Template)]
#[template(path = "article.html")]
struct Page {
    t: Voice,
    shell: Shell,
    list: List,
    article: View,
    previous: Option<Onward>,
    next: Option<Onward>,
    whole: Whole,
    /// The reader's share links to the article.
    shared: Vec<Shared>,
}

/// A link to another article of the list.
struct Onward {
    href: String,
    title: String,
    source: String,
}

/// `GET /article/{id}`. Opening an article marks it read, once per visit.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    mut signed: Signed,
    Base(base): Base,
    Path(id): Path<String>,
    query: Result<Query<ListQuery>, QueryRejection>,
) -> Result<Response, Error> {
    let id = id.parse::<ArticleId>().map_err(|_| Error::NotFound)?;
    let asked = ListQuery::read(query)?;
    let mut spot = asked.spot()?;
    spot.is_choosing = false;
    let mut article =
        inner.store.articles().get(signed.user.id, id).await?.ok_or(Error::NotFound)?;
    let now = inner.clock.now();
    if signed.is_here && !is_visited(&article, now) {
        open(&inner, &mut signed, &mut article).await?;
    }
    let shell = Shell::new(&inner, &signed, spot.room.place()).await?;
    let list = List::at(&inner, &signed, &shell, &spot, Some(&article)).await?;
    let (previous, next) = neighbours(&inner, &signed, &spot, &list, id).await?;
    let (here, text) = (spot.article_page(id), asked.text.as_deref());
    let summary = article.listed.summary.clone();
    let summary = Some(summary).filter(|summary| adds_words(summary, &article.html));
    let whole =
        Whole::choose(&inner, &signed, &here, full_text::Text::of(text), &mut article).await?;
    let summary = summary.filter(|summary| adds_words(summary, &article.html));
    let positions = positions(&inner, &signed, &article).await?;
    article.html = content::for_reader(&inner, &signed, id, &article.html, &positions).await?;
    let wait = inner.store.freshness().wait_of(id).await?;
    let wish = TextWish { asked: text, summary };
    let mut article = view::view(&signed.voice, article, &spot, &positions, wait, wish, now);
    if inner.demo.is_some() {
        article.original = demo::place(&article.original);
    }
    let shared = share::of_article(&inner, &signed, &base, id).await?;
    page(&Page { t: signed.voice.clone(), shell, list, article, previous, next, whole, shared })
}

/// Returns the playback positions in its audio and video.
async fn positions(
    inner: &Inner,
    signed: &Signed,
    article: &FullArticle,
) -> Result<Vec<PlaybackPosition>, Error> {
    let is_silent = article.enclosures.is_empty()
        && !["<audio", "<video"].iter().any(|tag| article.html.contains(tag));
    if is_silent {
        return Ok(Vec::new());
    }
    Ok(inner.store.readings().positions(signed.user.id, article.listed.id).await?)
}

/// Marks an article read, and keeps the counts of the navigation right without counting again.
async fn open(inner: &Inner, signed: &mut Signed, article: &mut FullArticle) -> Result<(), Error> {
    let (user, listed) = (signed.user.id, &mut article.listed);
    let revision = articles::open(&signed.actor(inner), listed.id).await?;
    if listed.is_unread {
        inner.navigations.was_read(user, signed.stamp, revision, listed);
    }
    signed.stamp.revision = revision;
    listed.is_unread = false;
    Ok(())
}

/// Returns whether it was opened a moment ago. It then stays as the person left it, perhaps unread again.
fn is_visited(article: &FullArticle, now: Timestamp) -> bool {
    article.listed.reading.opened_at.is_some_and(|at| now.duration_since(at) < VISIT)
}

/// Returns the previous and the next article, each linked to its own page of the list.
async fn neighbours(
    inner: &Inner,
    signed: &Signed,
    spot: &Spot,
    list: &List,
    id: ArticleId,
) -> Result<(Option<Onward>, Option<Onward>), Error> {
    let look = &signed.voice.look;
    let Some(shelf) = spot.shelf(look, inner.clock.now()) else {
        return Ok(beside(list, id));
    };
    let order = spot.ordered(look);
    let found = inner.store.articles().neighbours(order, signed.user.id, shelf, id).await?;
    let is_here = |listed: &ListedArticle| list.cards.iter().any(|card| card.id == listed.id);
    let mut former = spot.clone();
    if let (Some(previous), Some(first), true) = (&found.previous, list.first, spot.after.is_some())
        && !is_here(previous)
    {
        let limit = usize::from(look.page_size);
        let back = inner
            .store
            .articles()
            .list_in(order.reversed(), signed.user.id, shelf, first, limit)
            .await?;
        former.after = back.next;
    }
    let next_spot = |next: &ListedArticle| match list.next {
        Some(after) if !is_here(next) => Spot { after: Some(after), ..spot.clone() },
        _ => spot.clone(),
    };
    let t = &signed.voice;
    Ok((
        found.previous.map(|previous| onward(t, &former, previous)),
        found.next.map(|next| onward(t, &next_spot(&next), next)),
    ))
}

/// Returns the cards before and after the article in a list that is not one of the store's.
fn beside(list: &List, id: ArticleId) -> (Option<Onward>, Option<Onward>) {
    let Some(at) = list.cards.iter().position(|card| card.id == id) else { return (None, None) };
    let onward = |at: Option<usize>| {
        let card = list.cards.get(at?)?;
        let (href, title, source) = (card.href.clone(), card.title.clone(), card.source.clone());
        Some(Onward { href, title, source })
    };
    (onward(at.checked_sub(1)), onward(Some(at + 1)))
}

fn onward(t: &Voice, spot: &Spot, listed: ListedArticle) -> Onward {
    Onward {
        href: spot.article_href(listed.id),
        title: super::headlined(t, &listed.title, &listed.summary),
        source: listed.source_title,
    }
}
