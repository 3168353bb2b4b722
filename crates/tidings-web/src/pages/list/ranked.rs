//! Today, ranked by interest, each card with the reason why it is here.

use super::{List, card, empty, head, why};
use crate::{
    Error, TodayPage,
    app::Inner,
    content,
    pages::{
        Shell,
        list_location::{Spot, TODAY_LENGTH, TODAY_MOST},
    },
    session::Signed,
    voice::Voice,
};
use std::collections::HashMap;
use tidings_model::{ArticleId, UserId, Why};
use tidings_store::{FullArticle, ListOrder, ListedArticle};

/// The articles of Today that still exist.
pub(crate) struct TodayArticles {
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
    let shown = inner.services.today.today(user, inner.ask_today(&t.look, length, turn)).await?;
    let ids = shown.articles.iter().map(|placed| placed.article).collect();
    let articles = inner.store.articles().listed(user, ids).await?;
    let codes: HashMap<_, _> =
        shown.articles.iter().map(|placed| (placed.article, placed.reason.as_str())).collect();
    let names = inner.services.today.topic_names();
    let why = |one: &ListedArticle| {
        let why = Why::of_code(codes.get(&one.id)?)?;
        Some((one.id, why::said(t, &why, &names, &one.source_title)?))
    };
    let whys = articles.iter().filter_map(why).collect();
    Ok(TodayArticles { n: shown.articles.len(), articles, whys })
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
        let is_seen = signed.is_here && current.is_none();
        let turn = if is_seen { TodayPage::Visit } else { TodayPage::Beside };
        let TodayArticles { n, mut articles, mut whys } =
            ranked(inner, t, user, usize::from(spot.length()), turn).await?;
        // An article from elsewhere that is read in this list comes first.
        if let Some(current) =
            current.filter(|full| !articles.iter().any(|a| a.id == full.listed.id))
        {
            articles.insert(0, current.listed.clone());
        }
        content::thumbnails(inner, signed, &mut articles).await?;
        let empty = match articles.is_empty() {
            true => Some(empty::say(inner, signed, spot).await?),
            false => None,
        };
        let mut cards = card::cards(t, articles, spot, current.map(|full| &full.listed), now);
        for card in &mut cards {
            card.why = whys.remove(&card.id);
        }
        let last = cards.last().map(|card| card.id);
        let top = Spot { length: None, is_choosing: false, ..spot.clone() };
        let length = spot.length().max(u16::try_from(n).unwrap_or(TODAY_MOST));
        let has_more = n >= usize::from(length) && length < TODAY_MOST;
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
        })
    }
}
