//! Lists of articles, and positions in them.

use super::{
    call::Call,
    problem::Problem,
    shape::schema,
    values::{Id, found},
};
use jiff::Timestamp;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::json;
use std::borrow::Cow;
use tidings_model::{FolderId, SourceId, TagId};
use tidings_store::{ArticleList, Cursor, MarkScope};

/// A list of articles: `unread`, `all`, `starred`, `later`, `today`, `source:ID`, `folder:ID` or `tag:ID`.
/// A folder includes the folders inside it. `source:ID:unread` and `folder:ID:unread` are only their unread articles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    Unread,
    All,
    Starred,
    Later,
    Today,
    Source(SourceId, Part),
    Folder(FolderId, Part),
    Tag(TagId),
}

/// Which articles of a source or a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    All,
    Unread,
}

impl List {
    fn of(text: &str) -> Option<Self> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let (id, part) = match rest.strip_suffix(":unread") {
            Some(id) => (id, Part::Unread),
            None => (rest, Part::All),
        };
        let number = || id.parse::<i64>().ok().filter(|n| *n > 0 && id.len() <= DIGITS);
        Some(match (kind, rest) {
            ("unread", "") => Self::Unread,
            ("all", "") => Self::All,
            ("starred", "") => Self::Starred,
            ("later", "") => Self::Later,
            ("today", "") => Self::Today,
            ("source", _) => Self::Source(SourceId(number()?), part),
            ("folder", _) => Self::Folder(FolderId(number()?), part),
            ("tag", _) if part == Part::All => Self::Tag(TagId(number()?)),
            _ => return None,
        })
    }

    /// Returns the store's list. Other people's sources, folders and tags are not found.
    pub(super) async fn shelf(self, call: &Call) -> Result<ArticleList, Problem> {
        self.check(call).await?;
        Ok(match self {
            Self::Unread => ArticleList::Unread,
            Self::All => ArticleList::All,
            Self::Starred => ArticleList::Starred,
            Self::Later => ArticleList::Later,
            Self::Today => ArticleList::today(call.now()),
            Self::Source(id, Part::All) => ArticleList::Source(id),
            Self::Source(id, Part::Unread) => ArticleList::SourceUnread(id),
            Self::Folder(id, Part::All) => ArticleList::Folder(id),
            Self::Folder(id, Part::Unread) => ArticleList::FolderUnread(id),
            Self::Tag(id) => ArticleList::Tagged(id),
        })
    }

    /// Returns its unread articles.
    pub(super) async fn scope(self, call: &Call) -> Result<MarkScope, Problem> {
        self.check(call).await?;
        Ok(match self {
            Self::Unread | Self::All => MarkScope::All,
            Self::Starred => MarkScope::Starred,
            Self::Later => MarkScope::Later,
            Self::Today => MarkScope::today(call.now()),
            Self::Source(id, _) => MarkScope::Source(id),
            Self::Folder(id, _) => MarkScope::Folder(id),
            Self::Tag(id) => MarkScope::Tagged(id),
        })
    }

    async fn check(self, call: &Call) -> Result<(), Problem> {
        let (store, user) = (&call.inner.store, call.user());
        match self {
            Self::Source(id, _) => {
                found(store.subscriptions().get(user, id).await?, "source")?;
            }
            Self::Folder(id, _) => {
                let folders = store.subscriptions().folders(user).await?;
                found(folders.iter().find(|folder| folder.id == id), "folder")?;
            }
            Self::Tag(id) => {
                found(store.readings().tags(user).await?.iter().find(|tag| tag.id == id), "tag")?;
            }
            Self::Unread | Self::All | Self::Starred | Self::Later | Self::Today => {}
        }
        Ok(())
    }
}

/// Maximum number of digits of an id.
const DIGITS: usize = 15;

impl<'de> Deserialize<'de> for List {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::of(&text).ok_or_else(|| {
            de::Error::custom(
                "expected unread, all, starred, later, today, source:ID, folder:ID or tag:ID",
            )
        })
    }
}

impl JsonSchema for List {
    fn schema_name() -> Cow<'static, str> {
        "List".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schema(json!({
            "description": "A list of articles: unread, all, starred, later, today, source:ID, folder:ID or tag:ID; add :unread to a source or folder for its unread articles.",
            "type": "string",
            "pattern": format!(r"^(unread|all|starred|later|today|(source|folder)(:[1-9][0-9]{{0,{most}}})(:unread)?|tag:[1-9][0-9]{{0,{most}}})$", most = DIGITS - 1),
            "examples": ["unread", "source:17", "folder:3:unread"],
        }))
    }
}

/// A position in a list, as returned in `next`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place(pub(super) Cursor);

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}.{}", self.0.at.as_millisecond(), self.0.id))
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let read = || {
            let (at, id) = text.split_once('.')?;
            let at = Timestamp::from_millisecond(at.parse().ok()?).ok()?;
            Some(Self(Cursor { at, id: id.parse().ok()? }))
        };
        read().ok_or_else(|| de::Error::custom("expected the value of `next` from another page"))
    }
}

impl JsonSchema for Place {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Place".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schema(json!({ "type": "string", "pattern": r"^-?[0-9]{1,14}\.[0-9]{1,15}$" }))
    }
}

/// The scope of something: all articles, or those of a folder or a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scoped(pub(super) tidings_model::rule::RuleScope);

impl Serialize for Scoped {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use tidings_model::rule::RuleScope;
        match self.0 {
            RuleScope::All => serializer.serialize_str("all"),
            RuleScope::Folder(id) => serializer.collect_str(&format_args!("folder:{id}")),
            RuleScope::Source(id) => serializer.collect_str(&format_args!("source:{id}")),
        }
    }
}

impl<'de> Deserialize<'de> for Scoped {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use tidings_model::rule::RuleScope;
        let text = String::deserialize(deserializer)?;
        match List::of(&text) {
            Some(List::All) => Ok(Self(RuleScope::All)),
            Some(List::Folder(id, Part::All)) => Ok(Self(RuleScope::Folder(id))),
            Some(List::Source(id, Part::All)) => Ok(Self(RuleScope::Source(id))),
            _ => Err(de::Error::custom("expected all, folder:ID or source:ID")),
        }
    }
}

impl JsonSchema for Scoped {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Scope".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let pattern = format!(r"^(all|(source|folder):[1-9][0-9]{{0,{}}})$", DIGITS - 1);
        schema(json!({ "type": "string", "pattern": pattern }))
    }
}

/// Returns the article id.
pub(super) fn article(id: Id) -> tidings_model::ArticleId {
    tidings_model::ArticleId(id.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_names_round_trip() {
        assert_eq!(List::of("unread"), Some(List::Unread));
        assert_eq!(List::of("source:17"), Some(List::Source(SourceId(17), Part::All)));
        assert_eq!(List::of("folder:3:unread"), Some(List::Folder(FolderId(3), Part::Unread)));
        for text in [
            "",
            "unread:",
            "unread:3",
            "source",
            "source:",
            "source:-1",
            "source:0",
            "tag:3:unread",
            "x:3",
        ] {
            assert_eq!(List::of(text).filter(|_| text != "unread:"), None, "{text}");
        }
    }

    use proptest::prelude::*;
    use tidings_model::rule::RuleScope;

    fn read<T: serde::de::DeserializeOwned>(text: &str) -> Option<T> {
        serde_json::from_value(json!(text)).ok()
    }

    #[test]
    fn a_scope_is_everything_a_folder_or_a_source() {
        let scope = |text: &str| read::<Scoped>(text).map(|scoped| scoped.0);
        assert_eq!(scope("all"), Some(RuleScope::All));
        assert_eq!(scope("folder:3"), Some(RuleScope::Folder(FolderId(3))));
        assert_eq!(scope("source:17"), Some(RuleScope::Source(SourceId(17))));
        for text in
            ["", "unread", "starred", "today", "tag:3", "folder:3:unread", "source:17:unread"]
        {
            assert_eq!(scope(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn scopes_round_trip(n in 1..1_000_000_000_000_000_i64, kind in 0..3_u8) {
            let scope = match kind {
                0 => RuleScope::All,
                1 => RuleScope::Folder(FolderId(n)),
                _ => RuleScope::Source(SourceId(n)),
            };
            let told = serde_json::to_value(Scoped(scope)).unwrap();
            prop_assert_eq!(serde_json::from_value::<Scoped>(told).unwrap(), Scoped(scope));
        }

        #[test]
        fn positions_round_trip(
            ms in -62_135_596_800_000_i64..253_402_207_200_000,
            id in 0..1_000_000_000_000_000_i64,
        ) {
            let place = Place(Cursor { at: Timestamp::from_millisecond(ms).unwrap(), id: tidings_model::ArticleId(id) });
            let told = serde_json::to_value(place).unwrap();
            prop_assert_eq!(serde_json::from_value::<Place>(told).unwrap(), place);
        }

        #[test]
        fn other_texts_are_not_lists(text in "\\PC{0,12}|(source|folder|tag):[0-9:unread-]{0,20}") {
            if let Some(List::Source(SourceId(n), _) | List::Folder(FolderId(n), _) | List::Tag(TagId(n))) = List::of(&text) {
                prop_assert!(n > 0);
                prop_assert!(text.split(':').nth(1).unwrap().len() <= DIGITS);
            }
        }
    }

    #[test]
    fn positions_that_we_never_returned_are_refused() {
        for text in [
            "",
            ".",
            "1",
            "1.",
            ".1",
            "x.y",
            "1.2.3",
            "99999999999999999999.1",
            "1,2",
            " 1.2",
            "1 .2",
        ] {
            assert_eq!(read::<Place>(text), None, "{text:?}");
        }
    }
}
