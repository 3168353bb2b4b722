//! Today: the page that learns, each card with why it stands there.

use super::{List, card, empty, head, why};
use crate::{
    Error, Turn,
    app::Inner,
    content,
    pages::{
        Shell,
        spot::{Spot, TODAY_LENGTH, TODAY_MOST},
    },
    session::Signed,
};
use std::collections::HashMap;
use tidings_model::Why;
use tidings_store::{FullArticle, Order};

impl List {
    /// What this visit is shown, with the article being read marked in it.
    pub(super) async fn ranked(
        inner: &Inner,
        signed: &Signed,
        shell: &Shell,
        spot: &Spot,
        current: Option<&FullArticle>,
    ) -> Result<Self, Error> {
        let (t, now, user) = (&signed.voice, inner.clock.now(), signed.user.id);
        let is_seen = signed.is_here && current.is_none();
        let turn = if is_seen { Turn::Visit } else { Turn::Beside };
        let ask = inner.ask_today(&t.look, usize::from(spot.length()), turn);
        let shown = inner.actions.today(user, ask).await?;
        let n = shown.articles.len();
        let ids = shown.articles.iter().map(|placed| placed.article).collect();
        let mut articles = inner.store.listed(user, ids).await?;
        // An article from elsewhere that is read in this list stands at its head.
        if let Some(current) =
            current.filter(|full| !articles.iter().any(|a| a.id == full.listed.id))
        {
            articles.insert(0, current.listed.clone());
        }
        content::thumbnails(inner, signed, &mut articles).await?;
        let mut whys: HashMap<_, _> =
            shown.articles.into_iter().map(|placed| (placed.article, placed.reason)).collect();
        let names = inner.actions.topic_names();
        let empty = match articles.is_empty() {
            true => Some(empty::say(inner, signed, spot).await?),
            false => None,
        };
        let mut cards = card::cards(t, articles, spot, current.map(|full| &full.listed), now);
        for card in &mut cards {
            let why = whys.remove(&card.id).and_then(|code| Why::of_code(&code));
            card.why = why.and_then(|why| why::said(t, &why, &names, &card.source));
        }
        let last = cards.last().map(|card| card.id);
        let top = Spot { length: None, is_choosing: false, ..spot.clone() };
        let length = spot.length().max(u16::try_from(n).unwrap_or(TODAY_MOST));
        let has_more = n >= usize::from(length) && length < TODAY_MOST;
        let longer = (length + TODAY_LENGTH).min(TODAY_MOST);
        Ok(Self {
            heading: head::heading(t, &shell.desk, &spot.room).ok_or(Error::NotFound)?,
            source: None,
            count: String::new(),
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
            is_oldest_first: spot.ordered(&t.look) == Order::Oldest,
            is_choosing: spot.is_choosing,
            empty,
            search: None,
            is_ranked: true,
        })
    }
}
