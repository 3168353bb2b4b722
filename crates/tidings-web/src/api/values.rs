//! Values used in many places: ids, instants, names.

use super::{problem::Problem, shape::schema};
use crate::acts::{self, ActError};
use jiff::Timestamp;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::json;
use std::borrow::Cow;

/// The largest integer that every JSON implementation reads exactly.
const LARGEST: i64 = (1 << 53) - 1;

/// The id of something that belongs to this person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Id(pub(super) i64);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = deserializer.deserialize_i64(Whole)?;
        if (1..=LARGEST).contains(&id) {
            return Ok(Self(id));
        }
        Err(de::Error::custom(format!("expected an id from 1 to {LARGEST}, got {id}")))
    }
}

/// Reads a whole number. JSON has only one kind of number, so 3.0 is as whole as 3.
struct Whole;

impl de::Visitor<'_> for Whole {
    type Value = i64;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_i64<E>(self, n: i64) -> Result<i64, E> {
        Ok(n)
    }

    fn visit_u64<E: de::Error>(self, n: u64) -> Result<i64, E> {
        i64::try_from(n).map_err(|_| E::invalid_value(de::Unexpected::Unsigned(n), &self))
    }

    fn visit_f64<E: de::Error>(self, n: f64) -> Result<i64, E> {
        let is_whole = n.fract() == 0.0 && n.abs() <= LARGEST as f64;
        if is_whole { Ok(n as i64) } else { Err(E::invalid_value(de::Unexpected::Float(n), &self)) }
    }
}

impl JsonSchema for Id {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Id".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schema(
            json!({ "type": "integer", "format": "int64", "minimum": 1, "maximum": LARGEST, "examples": [1] }),
        )
    }
}

/// An instant, written as RFC 3339 in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Instant(pub(super) Timestamp);

impl From<Timestamp> for Instant {
    fn from(at: Timestamp) -> Self {
        Self(at)
    }
}

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl JsonSchema for Instant {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Instant".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schema(json!({ "type": "string", "format": "date-time" }))
    }
}

/// A whole number within bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Within<const LEAST: i64, const MOST: i64>(i64);

impl<const LEAST: i64, const MOST: i64> Within<LEAST, MOST> {
    /// Returns a number that the code guarantees is within bounds.
    pub(super) const fn known(n: i64) -> Self {
        assert!(LEAST <= n && n <= MOST, "the default is out of bounds");
        Self(n)
    }

    pub(super) const fn get(self) -> i64 {
        self.0
    }

    /// Returns the number as a count, if no bound is negative.
    pub(super) fn count(self) -> usize {
        usize::try_from(self.0).unwrap_or(0)
    }
}

impl<'de, const LEAST: i64, const MOST: i64> Deserialize<'de> for Within<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let n = deserializer.deserialize_i64(Whole)?;
        if (LEAST..=MOST).contains(&n) {
            return Ok(Self(n));
        }
        Err(de::Error::custom(format!("expected a number from {LEAST} to {MOST}, got {n}")))
    }
}

impl<const LEAST: i64, const MOST: i64> JsonSchema for Within<LEAST, MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("From{LEAST}To{MOST}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schema(json!({ "type": "integer", "minimum": LEAST, "maximum": MOST }))
    }
}

/// Maximum number of articles in a response.
pub(super) type Limit = Within<1, 200>;

/// An id, or 0 for none.
pub(super) type Known = Within<0, LARGEST>;

/// The name of a tag or a shared feed, as it was sent.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Name(String);

impl Name {
    pub(super) fn checked(&self) -> Result<acts::Name, ActError> {
        acts::Name::new(&self.0)
    }
}

impl JsonSchema for Name {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Name".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schema(
            json!({ "type": "string", "minLength": 1, "maxLength": acts::Name::MOST, "pattern": VISIBLE }),
        )
    }
}

/// The path of a folder, as it was sent.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct FolderName(String);

impl FolderName {
    pub(super) fn checked(&self) -> Result<acts::FolderName, ActError> {
        acts::FolderName::new(&self.0)
    }
}

impl JsonSchema for FolderName {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "FolderName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schema(
            json!({ "type": "string", "minLength": 1, "maxLength": acts::FolderName::MOST, "pattern": VISIBLE,
            "description": "The folder's path: its name, after the names of the folders around it. A slash separates names, so a name has none.",
            "examples": ["News", "News/Tech"] }),
        )
    }
}

/// A text without control characters and without spaces around it. Languages disagree on what these are; this names the
/// undisputed ones.
const VISIBLE: &str = r"^[^\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]([^\x00-\x1f\x7f-\x9f]*[^\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000])?$";

/// An address as a person would type it, as it was sent.
#[derive(Debug, Deserialize)]
pub(super) struct Address(String);

impl Address {
    pub(super) fn checked(&self) -> Result<acts::Address, ActError> {
        acts::Address::new(&self.0)
    }
}

impl JsonSchema for Address {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Address".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schema(json!({ "type": "string", "minLength": 1, "maxLength": acts::Address::MOST }))
    }
}

/// The id in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct One {
    /// The id.
    pub(super) id: Id,
}

/// What was done, and how to undo it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Done {
    /// How many items were changed.
    n: u64,
    /// Undo with `POST /api/v1/undo/{id}` within an hour; null if nothing changed.
    undo: Option<Id>,
}

impl From<tidings_store::BulkResult> for Done {
    fn from(done: tidings_store::BulkResult) -> Self {
        Self { n: done.n, undo: done.undo.map(Id) }
    }
}

/// Reads a field that may be omitted (`None`) or null (`Some(None)`).
pub(super) fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Returns what was found, or the problem that this person has no such thing.
pub(super) fn found<T>(found: Option<T>, what: &str) -> Result<T, Problem> {
    found.ok_or_else(|| Problem::nothing(what))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn id(text: &str) -> Option<i64> {
        serde_json::from_str::<Id>(text).ok().map(|id| id.0)
    }

    #[test]
    fn an_id_is_a_whole_number_that_every_program_can_write() {
        for (text, n) in [("1", 1), ("3.0", 3), ("1e3", 1000), ("9007199254740991", LARGEST)] {
            assert_eq!(id(text), Some(n), "{text}");
        }
        for text in [
            "0",
            "-1",
            "1.5",
            "1e300",
            "9007199254740992",
            "9007199254740992.0",
            "18446744073709551615",
            "\"1\"",
            "null",
            "true",
            "[1]",
            "{}",
            "",
        ] {
            assert_eq!(id(text), None, "{text}");
        }
    }

    #[test]
    fn a_number_must_be_within_both_bounds() {
        let read = |text: &str| serde_json::from_str::<Within<-2, 3>>(text).ok().map(Within::get);
        for n in -2..=3 {
            assert_eq!(read(&n.to_string()), Some(n));
        }
        assert_eq!((read("-3"), read("4"), read("2.5")), (None, None, None));
        let negative = serde_json::from_str::<Within<-2, 3>>("-1").unwrap();
        assert_eq!(negative.count(), 0, "negative counts are zero");
    }

    #[test]
    fn omitted_and_null_are_different() {
        #[derive(Deserialize)]
        struct Change {
            #[serde(default, deserialize_with = "present")]
            folder: Option<Option<Id>>,
        }
        let read = |text: &str| serde_json::from_str::<Change>(text).map(|change| change.folder);
        assert_eq!(read("{}").unwrap(), None);
        assert_eq!(read(r#"{"folder":null}"#).unwrap(), Some(None));
        assert_eq!(read(r#"{"folder":7}"#).unwrap(), Some(Some(Id(7))));
        assert!(read(r#"{"folder":0}"#).is_err());
    }

    proptest! {
        #[test]
        fn every_id_round_trips(n in 1..=LARGEST) {
            prop_assert_eq!(id(&serde_json::to_string(&Id(n)).unwrap()), Some(n));
        }

        #[test]
        fn an_instant_is_written_in_utc_without_losing_precision(ms in -62_135_596_800_000_i64..253_402_207_200_000) {
            let at = Timestamp::from_millisecond(ms).unwrap();
            let told = serde_json::to_string(&Instant(at)).unwrap();
            prop_assert!(told.ends_with("Z\""), "{}", told);
            prop_assert_eq!(told.trim_matches('"').parse::<Timestamp>().unwrap(), at);
        }
    }
}
