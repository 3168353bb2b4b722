//! The reader's location: the list, its order, and the position in it, as encoded in the address.

use crate::{
    Error,
    error::encode,
    pages::Place,
    preferences::{Preferences, Show, TodayBy},
};
use axum::extract::{Query, rejection::QueryRejection};
use jiff::Timestamp;
use serde::Deserialize;
use tidings_model::{ArticleId, FolderId, SourceId, TagId};
use tidings_store::{ArticleList, Cursor, ListOrder, MarkScope};

/// A list of articles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ReadingList {
    Today,
    Unread,
    All,
    Starred,
    Later,
    Folder(FolderId),
    Source(SourceId),
    Tag(TagId),
    /// The results of a search for these words. The search page builds this list.
    Search(String),
}

/// The reader's location. `None` for a choice means their preference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) room: ReadingList,
    pub(crate) show: Option<Show>,
    pub(crate) order: Option<ListOrder>,
    pub(crate) after: Option<Cursor>,
    /// Whether cards can be selected for a bulk action.
    pub(crate) is_choosing: bool,
    /// For Today: the requested number of cards.
    pub(crate) length: Option<u16>,
}

/// How many cards Today has at first, and how many each "more" adds.
pub(crate) const TODAY_LENGTH: u16 = 20;
/// Maximum number of cards of Today. The rest is in other lists.
pub(crate) const TODAY_MOST: u16 = 200;

/// The query parameters of a list, or of an article in a list. Unknown parameters are ignored, because people paste
/// addresses with additions.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct ListQuery {
    #[serde(default, rename = "in")]
    room: Option<String>,
    #[serde(default)]
    q: Option<String>,
    #[serde(default)]
    show: Option<String>,
    #[serde(default)]
    order: Option<String>,
    #[serde(default)]
    after: Option<String>,
    #[serde(default)]
    choose: Option<String>,
    #[serde(default)]
    n: Option<String>,
    /// The source just added, when returning from adding it.
    #[serde(default)]
    pub(crate) added: Option<String>,
    /// The action just done that can be undone.
    #[serde(default)]
    pub(crate) undo: Option<String>,
    /// The interest just changed: more or less of something.
    #[serde(default)]
    pub(crate) taught: Option<String>,
    /// Which text of an article.
    #[serde(default)]
    pub(crate) text: Option<String>,
}

impl ListQuery {
    /// Parses a query string.
    pub(crate) fn read(query: Result<Query<Self>, QueryRejection>) -> Result<Self, Error> {
        query.map(|Query(asked)| asked).map_err(|_| bad("unknown query parameters"))
    }

    /// Returns the search query, cut to the length that a search reads.
    pub(crate) fn words(&self) -> Option<String> {
        self.q.as_ref().map(|q| q.chars().take(tidings_search::query::LONGEST).collect())
    }

    /// Returns the location in the list that the path names.
    pub(crate) fn spot_in(&self, room: ReadingList) -> Result<Spot, Error> {
        let show = self
            .show
            .as_deref()
            .map(|name| Show::of(name).ok_or_else(|| bad("show must be unread or all")));
        let order = self
            .order
            .as_deref()
            .map(|name| order_of(name).ok_or_else(|| bad("order must be newest or oldest")));
        let after = self
            .after
            .as_deref()
            .map(|text| cursor(text).ok_or_else(|| bad("after is not a position in a list")));
        Ok(Spot {
            room,
            show: show.transpose()?,
            order: order.transpose()?,
            after: after.transpose()?,
            is_choosing: self.choose.is_some(),
            length: self.n.as_deref().map(length).transpose()?,
        })
    }

    /// Returns the location in the list that the query names; by default the unread articles.
    pub(crate) fn spot(&self) -> Result<Spot, Error> {
        let room = match self.room.as_deref() {
            None => ReadingList::Unread,
            Some("search") => ReadingList::Search(self.words().unwrap_or_default()),
            Some(name) => ReadingList::of(name).ok_or_else(|| bad("in is not a list"))?,
        };
        self.spot_in(room)
    }
}

fn length(text: &str) -> Result<u16, Error> {
    let length = text.parse().ok().filter(|n| (1..=TODAY_MOST).contains(n));
    length.ok_or_else(|| bad("n must be from 1 to 200"))
}

fn bad(what: &str) -> Error {
    Error::BadRequest(what.to_owned())
}

/// Returns the name of an order in addresses and settings.
pub(crate) const fn order_name(order: ListOrder) -> &'static str {
    match order {
        ListOrder::Newest => "newest",
        ListOrder::Oldest => "oldest",
    }
}

pub(crate) fn order_of(name: &str) -> Option<ListOrder> {
    [ListOrder::Newest, ListOrder::Oldest].into_iter().find(|order| order_name(*order) == name)
}

/// Parses "milliseconds.id".
fn cursor(text: &str) -> Option<Cursor> {
    let (at, id) = text.split_once('.')?;
    Some(Cursor { at: Timestamp::from_millisecond(at.parse().ok()?).ok()?, id: id.parse().ok()? })
}

impl ReadingList {
    /// Returns the source, if this is a source's list.
    pub(crate) fn source(&self) -> Option<SourceId> {
        match self {
            Self::Source(id) => Some(*id),
            _ => None,
        }
    }

    /// Returns the list with a name such as "unread" or "folder.3".
    pub(crate) fn of(name: &str) -> Option<Self> {
        let (kind, id) = name.split_once('.').unwrap_or((name, ""));
        Some(match (kind, id) {
            ("today", "") => Self::Today,
            ("unread", "") => Self::Unread,
            ("all", "") => Self::All,
            ("starred", "") => Self::Starred,
            ("later", "") => Self::Later,
            ("folder", id) => Self::Folder(id.parse().ok()?),
            ("source", id) => Self::Source(id.parse().ok()?),
            ("tag", id) => Self::Tag(id.parse().ok()?),
            _ => return None,
        })
    }

    /// Returns its name in queries and forms.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Today => "today".to_owned(),
            Self::Unread => "unread".to_owned(),
            Self::All => "all".to_owned(),
            Self::Starred => "starred".to_owned(),
            Self::Later => "later".to_owned(),
            Self::Folder(id) => format!("folder.{id}"),
            Self::Source(id) => format!("source.{id}"),
            Self::Tag(id) => format!("tag.{id}"),
            Self::Search(_) => "search".to_owned(),
        }
    }

    fn path(&self) -> String {
        match self {
            Self::Today => "/".to_owned(),
            Self::Folder(id) => format!("/folder/{id}"),
            Self::Source(id) => format!("/source/{id}"),
            Self::Tag(id) => format!("/tag/{id}"),
            other => format!("/{}", other.name()),
        }
    }

    pub(crate) fn place(&self) -> Place {
        match self {
            Self::Today => Place::Today,
            Self::Unread => Place::Unread,
            Self::All => Place::All,
            Self::Starred => Place::Starred,
            Self::Later => Place::Later,
            Self::Folder(id) => Place::Folder(*id),
            Self::Source(id) => Place::Source(*id),
            Self::Tag(id) => Place::Tag(*id),
            Self::Search(_) => Place::Search,
        }
    }

    /// Returns whether it shows arrivals, sorted by time.
    pub(crate) fn is_by_time(&self) -> bool {
        matches!(self, Self::Today | Self::Unread | Self::All)
    }

    /// Returns whether the reader can hide what is read.
    pub(crate) fn has_show(&self) -> bool {
        !matches!(self, Self::Unread | Self::Search(_))
    }

    /// Returns which articles it shows unless the reader chooses otherwise for once.
    fn usual_show(&self, look: &Preferences) -> Show {
        match self {
            Self::Folder(_) | Self::Source(_) => look.show,
            Self::Today if look.keeps_read => Show::All,
            Self::Today | Self::Unread => Show::Unread,
            Self::All | Self::Starred | Self::Later | Self::Tag(_) | Self::Search(_) => Show::All,
        }
    }

    /// Returns the unread articles of this list, as of an instant.
    pub(crate) fn scope(&self, at: Timestamp) -> Option<MarkScope> {
        Some(match self {
            Self::Today => MarkScope::today(at),
            Self::Unread | Self::All => MarkScope::All,
            Self::Starred => MarkScope::Starred,
            Self::Later => MarkScope::Later,
            Self::Folder(id) => MarkScope::Folder(*id),
            Self::Source(id) => MarkScope::Source(*id),
            Self::Tag(id) => MarkScope::Tagged(*id),
            Self::Search(_) => return None,
        })
    }
}

impl Spot {
    /// Returns which articles of the list are shown.
    pub(crate) fn shown(&self, look: &Preferences) -> Show {
        self.show.unwrap_or_else(|| self.room.usual_show(look))
    }

    /// Returns the order of the list.
    pub(crate) fn ordered(&self, look: &Preferences) -> ListOrder {
        self.order.unwrap_or(look.order)
    }

    /// Returns whether it is Today, ranked by interest.
    pub(crate) fn is_ranked(&self, look: &Preferences) -> bool {
        self.room == ReadingList::Today && self.order.is_none() && look.today == TodayBy::Interest
    }

    /// Returns how many cards Today has.
    pub(crate) fn length(&self) -> u16 {
        self.length.unwrap_or(TODAY_LENGTH)
    }

    /// Returns the store's list; `None` for search results and ranked lists.
    pub(crate) fn shelf(&self, look: &Preferences, now: Timestamp) -> Option<ArticleList> {
        let is_all = self.shown(look) == Show::All;
        Some(match self.room {
            ReadingList::Today if self.is_ranked(look) => return None,
            ReadingList::Today if is_all => ArticleList::today(now),
            ReadingList::Today => ArticleList::today_unread(now),
            ReadingList::All if is_all => ArticleList::All,
            ReadingList::All | ReadingList::Unread => ArticleList::Unread,
            ReadingList::Starred if is_all => ArticleList::Starred,
            ReadingList::Starred => ArticleList::StarredUnread,
            ReadingList::Later if is_all => ArticleList::Later,
            ReadingList::Later => ArticleList::LaterUnread,
            ReadingList::Folder(id) if is_all => ArticleList::Folder(id),
            ReadingList::Folder(id) => ArticleList::FolderUnread(id),
            ReadingList::Source(id) if is_all => ArticleList::Source(id),
            ReadingList::Source(id) => ArticleList::SourceUnread(id),
            ReadingList::Tag(id) if is_all => ArticleList::Tagged(id),
            ReadingList::Tag(id) => ArticleList::TaggedUnread(id),
            ReadingList::Search(_) => return None,
        })
    }

    /// Returns the address of this list.
    pub(crate) fn href(&self) -> String {
        let mut address = Address::new(self.room.path());
        if let ReadingList::Search(q) = &self.room {
            address.add("q", &encode(q));
        }
        self.choices(&mut address);
        if self.is_choosing {
            address.add("choose", "yes");
        }
        address.0
    }

    /// Returns the address of an article in this list. The fragment scrolls its card into view.
    pub(crate) fn article_href(&self, id: ArticleId) -> String {
        format!("{}#a{id}", self.article_page(id))
    }

    /// Returns the same address without the fragment.
    pub(crate) fn article_page(&self, id: ArticleId) -> String {
        let mut address = Address::new(format!("/article/{id}"));
        address.add("in", &self.room.name());
        if let ReadingList::Search(q) = &self.room {
            address.add("q", &encode(q));
        }
        self.choices(&mut address);
        address.0
    }

    fn choices(&self, address: &mut Address) {
        if let Some(show) = self.show {
            address.add("show", show.name());
        }
        if let Some(order) = self.order {
            address.add("order", order_name(order));
        }
        if let Some(length) = self.length {
            address.add("n", &length.to_string());
        }
        if let Some(after) = self.after {
            address.add("after", &format!("{}.{}", after.at.as_millisecond(), after.id));
        }
    }
}

/// Builds a path with a query.
struct Address(String);

impl Address {
    fn new(path: String) -> Self {
        Self(path)
    }

    fn add(&mut self, name: &str, value: &str) {
        self.0.push(if self.0.contains('?') { '&' } else { '?' });
        self.0.push_str(name);
        self.0.push('=');
        self.0.push_str(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_round_trips_through_its_address() {
        let asked = ListQuery {
            room: Some("folder.3".to_owned()),
            show: Some("all".to_owned()),
            after: Some("1800000000000.17".to_owned()),
            ..ListQuery::default()
        };
        let spot = asked.spot().unwrap();
        assert_eq!(spot.href(), "/folder/3?show=all&after=1800000000000.17");
        let article = spot.article_href(ArticleId(5));
        assert_eq!(article, "/article/5?in=folder.3&show=all&after=1800000000000.17#a5");
        assert_eq!(crate::next::safe(&article), article);
    }

    #[test]
    fn every_list_is_found_by_its_name() {
        for name in
            ["today", "unread", "all", "starred", "later", "folder.1", "source.22", "tag.333"]
        {
            assert_eq!(ReadingList::of(name).unwrap().name(), name);
        }
        for name in ["", "x", "folder", "folder.", "folder.x", "unread.1", "source.-1.2", "search"]
        {
            assert_eq!(ReadingList::of(name), None, "{name}");
        }
    }

    #[test]
    fn search_queries_are_encoded_in_addresses() {
        let asked = ListQuery {
            room: Some("search".to_owned()),
            q: Some("a & b=\"c\" #d".to_owned()),
            ..ListQuery::default()
        };
        let href = asked.spot().unwrap().href();
        assert_eq!(href, "/search?q=a+%26+b%3D%22c%22+%23d");
        assert_eq!(crate::next::safe(&href), href);
    }

    #[test]
    fn malformed_cursors_are_refused() {
        for text in ["", ".", "1", "1.", ".1", "x.y", "99999999999999999999.1", "1.5.9", "1 .2"] {
            assert_eq!(cursor(text), None, "{text}");
        }
        assert!(cursor("-5.3").is_some());
    }

    #[test]
    fn omitted_choices_follow_the_preferences() {
        let now: Timestamp = "2026-11-15T14:30:00Z".parse().unwrap();
        let of = |name: &str, show: Option<&str>| {
            let asked = ListQuery {
                room: Some(name.to_owned()),
                show: show.map(str::to_owned),
                ..ListQuery::default()
            };
            asked.spot().unwrap()
        };
        let likes = |show| Preferences { show, ..Preferences::default() };
        let (folder, source) = (FolderId(3), SourceId(7));
        for (name, show, liked, shelf) in [
            ("folder.3", None, Show::Unread, ArticleList::FolderUnread(folder)),
            ("folder.3", None, Show::All, ArticleList::Folder(folder)),
            ("folder.3", Some("unread"), Show::All, ArticleList::FolderUnread(folder)),
            ("source.7", Some("all"), Show::Unread, ArticleList::Source(source)),
            ("source.7", None, Show::Unread, ArticleList::SourceUnread(source)),
            ("tag.9", None, Show::Unread, ArticleList::Tagged(TagId(9))),
            ("tag.9", Some("unread"), Show::All, ArticleList::TaggedUnread(TagId(9))),
            ("unread", Some("all"), Show::All, ArticleList::Unread),
            ("all", None, Show::Unread, ArticleList::All),
            ("all", Some("unread"), Show::All, ArticleList::Unread),
            ("later", None, Show::Unread, ArticleList::Later),
            ("later", Some("unread"), Show::All, ArticleList::LaterUnread),
            ("starred", Some("unread"), Show::All, ArticleList::StarredUnread),
        ] {
            let found = of(name, show).shelf(&likes(liked), now);
            assert_eq!(found, Some(shelf), "{name} {show:?} {liked:?}");
        }
        let today = of("today", None);
        let by_time = Preferences { today: TodayBy::Time, ..Preferences::default() };
        assert_eq!(
            today.shelf(&Preferences::default(), now),
            None,
            "a ranked list is not one of the store's"
        );
        assert_eq!(today.shelf(&by_time, now), Some(ArticleList::today_unread(now)));
        let keeps = Preferences { keeps_read: true, ..by_time.clone() };
        assert_eq!(today.shelf(&keeps, now), Some(ArticleList::today(now)));
        let hidden = of("today", Some("unread"));
        assert_eq!(hidden.shelf(&keeps, now), Some(ArticleList::today_unread(now)));
        assert_eq!(of("search", None).shelf(&by_time, now), None);
    }

    #[test]
    fn a_wrong_query_is_refused_and_an_unknown_parameter_ignored() {
        let read = |query: &str| {
            let uri: http::Uri = format!("/x?{query}").parse().unwrap();
            ListQuery::read(Query::try_from_uri(&uri)).and_then(|asked| asked.spot())
        };
        for good in
            ["", "utm_source=x", "show=all&order=oldest", "n=1", "n=200", "choose=", "after=-5.3"]
        {
            assert!(read(good).is_ok(), "{good}");
        }
        for bad in [
            "show=some",
            "order=up",
            "n=0",
            "n=201",
            "n=x",
            "after=1",
            "in=nowhere",
            "show=",
            "in=",
            "in=all&in=all",
        ] {
            assert!(matches!(read(bad), Err(Error::BadRequest(_))), "{bad}");
        }
    }

    proptest::proptest! {
        #[test]
        fn a_lists_address_leads_back_to_it(
            room in "(today|unread|all|starred|later|(folder|source|tag)\\.[1-9][0-9]{0,8})",
            show in proptest::option::of(proptest::sample::select(vec!["unread", "all"])),
            order in proptest::option::of(proptest::sample::select(vec!["newest", "oldest"])),
            after in proptest::option::of((-9_000_000_000_000_i64..9_000_000_000_000, 0..i64::MAX)),
            length in proptest::option::of(1..=TODAY_MOST),
        ) {
            let asked = ListQuery {
                room: Some(room),
                show: show.map(str::to_owned),
                order: order.map(str::to_owned),
                after: after.map(|(at, id)| format!("{at}.{id}")),
                n: length.map(|n| n.to_string()),
                ..ListQuery::default()
            };
            let spot = asked.spot().unwrap();
            let page: http::Uri = spot.article_page(ArticleId(5)).parse().unwrap();
            let back = ListQuery::read(Query::try_from_uri(&page)).unwrap().spot().unwrap();
            proptest::prop_assert_eq!(&back, &spot);
            let href = spot.href();
            proptest::prop_assert_eq!(crate::next::safe(&href), &href);
        }
    }
}
