//! Today, ranked by interest, each card with the reason why it is here.

use super::{
    List, card, empty, head,
    why::{self, WhyNames},
};
use crate::{
    Error, TodayPage, VISIT,
    app::Inner,
    content,
    pages::{
        Shell,
        list_location::{Spot, TODAY_LENGTH, TODAY_MOST},
    },
    preferences::Show,
    session::Signed,
    voice::Voice,
};
use jiff::Timestamp;
use std::collections::HashMap;
use tidings_model::{ArticleId, UserId, Why};
use tidings_store::{FullArticle, ListOrder, ListedArticle};

/// A selection of Today: those of its articles that still exist.
pub(crate) struct TodayArticles {
    /// When it was made.
    pub(crate) at: Timestamp,
    /// How many it had, including those that are gone.
    pub(crate) n: usize,
    /// In its order.
    pub(crate) articles: Vec<ListedArticle>,
    /// Why each is here, if there is a reason to show.
    pub(crate) whys: HashMap<ArticleId, String>,
}

pub(crate) async fn ranked(
    inner: &Inner,
    t: &Voice,
    user: UserId,
    length: usize,
    turn: TodayPage,
) -> Result<TodayArticles, Error> {
    let shown = inner.today(user, &t.look, length, turn).await?;
    let ids = shown.articles.iter().map(|placed| placed.article).collect();
    let articles = inner.store.articles().listed(user, ids).await?;
    let codes: HashMap<_, _> =
        shown.articles.iter().map(|placed| (placed.article, placed.reason.as_str())).collect();
    let folders = inner.store.subscriptions().folders(user).await?;
    let names = WhyNames {
        topics: inner.services.today.topic_names(),
        folders: folders.into_iter().map(|folder| (folder.id, folder.name)).collect(),
    };
    let why = |one: &ListedArticle| {
        let why = Why::of_code(codes.get(&one.id)?)?;
        Some((one.id, why::said(t, &why, &names)?))
    };
    let whys = articles.iter().filter_map(why).collect();
    Ok(TodayArticles { at: shown.at, n: shown.articles.len(), articles, whys })
}

/// Returns which selection a person sees.
fn turn(signed: &Signed, spot: &Spot, current: Option<&FullArticle>) -> TodayPage {
    match spot.length {
        _ if !signed.is_here || current.is_some() => TodayPage::Beside,
        Some(_) => TodayPage::Longer,
        None => TodayPage::Visit,
    }
}

/// Returns what a page without articles says: that its selection has been read, if there is another one.
async fn empty(
    inner: &Inner,
    signed: &Signed,
    spot: &Spot,
    n: usize,
) -> Result<empty::Empty, Error> {
    let (user, look) = (signed.user.id, &signed.voice.look);
    let has_more = n > 0 && {
        let longer = inner.today(user, look, n + 1, TodayPage::Beside).await?;
        longer.articles.len() > n
    };
    if has_more { Ok(empty::today_read()) } else { empty::say(inner, signed, spot).await }
}

impl List {
    /// Returns what this visit is shown, with the open article highlighted.
    pub(super) async fn ranked(
        inner: &Inner,
        signed: &Signed,
        shell: &Shell,
        spot: &Spot,
        current: Option<&FullArticle>,
    ) -> Result<Self, Error> {
        let (t, now, user) = (&signed.voice, inner.clock.now(), signed.user.id);
        let length = usize::from(spot.length());
        let TodayArticles { at, n, mut articles, mut whys } =
            ranked(inner, t, user, length, turn(signed, spot, current)).await?;
        if spot.shown(&t.look) == Show::Unread {
            let is_open = |id| current.is_some_and(|full| full.listed.id == id);
            articles.retain(|listed| listed.is_unread || is_open(listed.id));
        }
        // An article from elsewhere that is read in this list comes first.
        if let Some(current) =
            current.filter(|full| !articles.iter().any(|a| a.id == full.listed.id))
        {
            articles.insert(0, current.listed.clone());
        }
        content::thumbnails(inner, signed, &mut articles).await?;
        let empty = match articles.is_empty() {
            true => Some(empty(inner, signed, spot, n).await?),
            false => None,
        };
        let mut cards = card::cards(t, articles, spot, current.map(|full| &full.listed), now);
        for card in &mut cards {
            card.why = whys.remove(&card.id);
        }
        let last = cards.last().map(|card| card.id);
        let top = Spot { length: None, is_choosing: false, ..spot.clone() };
        let length = spot.length().max(u16::try_from(n).unwrap_or(TODAY_MOST));
        let has_more = last.is_some() && n >= usize::from(length) && length < TODAY_MOST;
        let longer = (length + TODAY_LENGTH).min(TODAY_MOST);
        Ok(Self {
            heading: head::heading(t, &shell.navigation, &spot.room).ok_or(Error::NotFound)?,
            source: None,
            count: None,
            href: top.href(),
            note: None,
            mark: None,
            page: head::page_mark(t, &cards, spot),
            switches: head::switches(t, spot),
            cards,
            older: has_more.then(|| {
                let begin = last.map(|id| format!("#a{id}")).unwrap_or_default();
                Spot { length: Some(longer), ..spot.clone() }.href() + &begin
            }),
            first: None,
            next: None,
            is_oldest_first: spot.ordered(&t.look) == ListOrder::Oldest,
            is_choosing: spot.is_choosing,
            empty,
            search: None,
            is_ranked: true,
            next_selection: next_selection(t, at, now),
        })
    }
}

/// Returns when the next selection comes; `None` if it would come now.
fn next_selection(t: &Voice, at: Timestamp, now: Timestamp) -> Option<String> {
    let next = at.saturating_add(VISIT).ok().filter(|next| *next > now)?;
    Some(t.with("today-next", "time", &t.time_of_day(next)))
}
