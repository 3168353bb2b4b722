//! The head of a list: its name, its count, and the actions on all of it.

use super::card::Card;
use crate::{
    navigation::Navigation,
    pages::list_location::{ReadingList, Spot, order_name},
    preferences::{Show, TodayBy},
    voice::Voice,
};
use jiff::Timestamp;
use tidings_model::ArticleId;
use tidings_store::ListOrder;

/// The button that marks this list read.
#[derive(Debug)]
pub(crate) struct Mark {
    /// The list, as its form names it.
    pub(crate) room: String,
    /// The newest article when the page was made. What has arrived since was never shown and stays unread.
    pub(crate) up_to: ArticleId,
    /// When the page was made, in milliseconds.
    pub(crate) at: i64,
    pub(crate) question: String,
    /// Where to go afterwards.
    pub(crate) back: String,
}

/// A choice of how the list is shown.
#[derive(Debug)]
pub(crate) struct Switch {
    pub(crate) key: &'static str,
    pub(crate) href: String,
    pub(crate) is_on: bool,
}

/// Returns the name of a list; `None` if it does not exist or is someone else's.
pub(crate) fn heading(t: &Voice, navigation: &Navigation, room: &ReadingList) -> Option<String> {
    Some(match room {
        ReadingList::Today => t.of("nav-today").to_owned(),
        ReadingList::Unread => t.of("nav-unread").to_owned(),
        ReadingList::All => t.of("nav-all").to_owned(),
        ReadingList::Starred => t.of("nav-starred").to_owned(),
        ReadingList::Later => t.of("nav-later").to_owned(),
        ReadingList::Folder(id) => navigation.folder(*id)?.path.clone(),
        ReadingList::Source(id) => navigation.source(*id)?.title.clone(),
        ReadingList::Tag(id) => {
            navigation.overview.tags.iter().find(|tag| tag.id == *id)?.name.clone()
        }
        ReadingList::Search(_) => t.of("nav-search").to_owned(),
    })
}

/// The number beside the name of a list.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) n: String,
    /// Whether it changes when an article is read.
    pub(crate) is_unread: bool,
}

/// Returns the number beside the name of a list, as the navigation shows it: unread articles, or for saved ones their
/// number. "All" has none, because nobody counts everything.
pub(crate) fn count(t: &Voice, navigation: &Navigation, room: &ReadingList) -> Option<Count> {
    let overview = &navigation.overview;
    let (n, is_unread) = match room {
        ReadingList::All | ReadingList::Search(_) => return None,
        ReadingList::Starred => (overview.n_starred, false),
        ReadingList::Later => (overview.n_later, false),
        ReadingList::Tag(id) => {
            let tag = overview.tags.iter().find(|tag| tag.id == *id);
            (tag.map_or(0, |tag| tag.n_articles), false)
        }
        room => (n_unread(navigation, room)?, true),
    };
    (n > 0).then(|| Count { n: t.number(n), is_unread })
}

/// Returns the number of unread articles of a list, if known.
fn n_unread(navigation: &Navigation, room: &ReadingList) -> Option<u64> {
    match room {
        ReadingList::Today => Some(navigation.overview.n_today),
        ReadingList::Unread | ReadingList::All => Some(navigation.n_unread),
        ReadingList::Folder(id) => Some(navigation.n_unread_in(*id)),
        ReadingList::Source(id) => Some(navigation.source(*id)?.n_unread),
        ReadingList::Starred
        | ReadingList::Later
        | ReadingList::Tag(_)
        | ReadingList::Search(_) => None,
    }
}

pub(crate) fn mark(
    t: &Voice,
    navigation: &Navigation,
    spot: &Spot,
    newest: ArticleId,
    now: Timestamp,
) -> Option<Mark> {
    spot.room.scope(now)?;
    let question = match n_unread(navigation, &spot.room) {
        Some(0) => return None,
        Some(n) => t.n("mark-question", n),
        None => t.of("mark-question-kept").to_owned(),
    };
    let top = Spot { after: None, is_choosing: false, ..spot.clone() };
    Some(Mark {
        room: spot.room.name(),
        up_to: newest,
        at: now.as_millisecond(),
        question,
        back: top.href(),
    })
}

/// The button that marks the unread cards of a page read.
#[derive(Debug)]
pub(crate) struct PageMark {
    /// Their ids, comma-separated.
    pub(crate) ids: String,
    pub(crate) question: String,
    /// Where to go afterwards.
    pub(crate) back: String,
}

pub(crate) fn page_mark(t: &Voice, cards: &[Card], spot: &Spot) -> Option<PageMark> {
    let ids: Vec<String> =
        cards.iter().filter(|card| card.is_unread).map(|card| card.id.to_string()).collect();
    let question = t.n("mark-question", ids.len() as u64);
    let top = Spot { is_choosing: false, ..spot.clone() };
    (!ids.is_empty()).then(|| PageMark { ids: ids.join(","), question, back: top.href() })
}

/// Returns the choices: unread or all, newest or oldest first, selecting several.
pub(crate) fn switches(t: &Voice, spot: &Spot) -> Vec<Switch> {
    let top = Spot { after: None, is_choosing: false, ..spot.clone() };
    let mut switches = Vec::with_capacity(5);
    if spot.room.has_show() {
        let shown = spot.shown(&t.look);
        for (key, show) in [("view-hide-read", Show::Unread), ("view-show-read", Show::All)] {
            let href = Spot { show: Some(show), ..top.clone() }.href();
            switches.push(Switch { key, href, is_on: show == shown });
        }
    }
    let ordered = spot.ordered(&t.look);
    let is_ranked = spot.is_ranked(&t.look);
    if spot.room == ReadingList::Today && t.look.today == TodayBy::Interest {
        let href = Spot { order: None, ..top.clone() }.href();
        switches.push(Switch { key: "view-interest", href, is_on: is_ranked });
    }
    for (key, order) in [("view-newest", ListOrder::Newest), ("view-oldest", ListOrder::Oldest)] {
        debug_assert!(key.ends_with(order_name(order)));
        let href = Spot { order: Some(order), ..top.clone() }.href();
        switches.push(Switch { key, href, is_on: order == ordered && !is_ranked });
    }
    let choosing = Spot { is_choosing: !spot.is_choosing, ..spot.clone() };
    switches.push(Switch { key: "view-choose", href: choosing.href(), is_on: spot.is_choosing });
    switches
}
