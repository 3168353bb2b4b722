//! JSON values of any type, in bounded space.

use crate::references::is_allowed;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use std::fmt;

/// Doubles represent all integers up to here exactly; larger ids must not lose digits, and are kept as text.
const EXACT: u64 = 1 << 53;
/// Maximum number of elements kept of a list, and of members kept of an object; the rest is read and dropped.
const MOST: usize = 64;

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Loose {
    Nothing,
    Flag(bool),
    Number(f64),
    Text(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
}

impl Loose {
    /// Returns a member of an object.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => {
                members.iter().find(|(key, _)| key == name).map(|(_, value)| value)
            }
            Self::Nothing | Self::Flag(_) | Self::Number(_) | Self::Text(_) | Self::List(_) => None,
        }
    }

    /// Returns a member as text; numbers are formatted.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.get(name)?.as_text()
    }

    /// Returns the value as text; numbers are formatted.
    pub(crate) fn as_text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Number(number) => Some(number.to_string()),
            Self::Nothing | Self::Flag(_) | Self::List(_) | Self::Object(_) => None,
        }
    }

    /// Returns a member as a number; text is parsed.
    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        match self.get(name)? {
            Self::Number(number) => Some(*number),
            Self::Text(text) => text.trim().parse().ok(),
            Self::Nothing | Self::Flag(_) | Self::List(_) | Self::Object(_) => None,
        }
    }

    /// Returns a boolean member, written as such, as 1 or 0, or as a word.
    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Self::Flag(flag) => Some(*flag),
            Self::Number(number) => Some(*number > 0.0),
            Self::Text(text) => match text.trim() {
                "true" | "1" => Some(true),
                "false" | "0" => Some(false),
                _ => None,
            },
            Self::Nothing | Self::List(_) | Self::Object(_) => None,
        }
    }

    /// Returns a member as a list; a single value is a list of one.
    pub(crate) fn list(&self, name: &str) -> &[Self] {
        match self.get(name) {
            None | Some(Self::Nothing | Self::Flag(_)) => &[],
            Some(Self::List(list)) => list,
            Some(single) => std::slice::from_ref(single),
        }
    }
}

impl<'de> Deserialize<'de> for Loose {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        Levels(DEEPEST).deserialize(json)
    }
}

/// How many levels of lists and objects are kept: an item, its attachments, one of them. Deeper ones are dropped,
/// because nested lists would take many times the space of the document.
const DEEPEST: usize = 3;

/// Reads a value, with the number of levels still to be kept.
struct Levels(usize);

impl<'de> DeserializeSeed<'de> for Levels {
    type Value = Loose;
    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Loose, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Levels {
    type Value = Loose;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }
    fn visit_unit<E>(self) -> Result<Loose, E> {
        Ok(Loose::Nothing)
    }
    fn visit_bool<E>(self, flag: bool) -> Result<Loose, E> {
        Ok(Loose::Flag(flag))
    }
    fn visit_f64<E>(self, number: f64) -> Result<Loose, E> {
        Ok(Loose::Number(number))
    }
    fn visit_i64<E>(self, number: i64) -> Result<Loose, E> {
        Ok(if number.unsigned_abs() > EXACT {
            Loose::Text(number.to_string())
        } else {
            Loose::Number(number as f64)
        })
    }
    fn visit_u64<E>(self, number: u64) -> Result<Loose, E> {
        Ok(if number > EXACT {
            Loose::Text(number.to_string())
        } else {
            Loose::Number(number as f64)
        })
    }
    fn visit_str<E>(self, text: &str) -> Result<Loose, E> {
        Ok(Loose::Text(text.chars().filter(|character| is_allowed(*character)).collect()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Loose, A::Error> {
        let mut list = Vec::new();
        while self.0 > 0 && list.len() < MOST {
            let Some(value) = seq.next_element_seed(Self(self.0 - 1))? else {
                return Ok(Loose::List(list));
            };
            list.push(value);
        }
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Loose::List(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Loose, A::Error> {
        let mut members = Vec::new();
        while self.0 > 0 && members.len() < MOST {
            let Some(name) = map.next_key()? else { return Ok(Loose::Object(members)) };
            members.push((name, map.next_value_seed(Self(self.0 - 1))?));
        }
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Loose::Object(members))
    }
}

/// Passes on the items of a list one by one, so that a long list takes the space of one item. Also accepts an object
/// with an item under each name.
pub(crate) struct Items<F>(pub(crate) F);

impl<'de, F: FnMut(&Loose)> DeserializeSeed<'de> for Items<F> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de, F: FnMut(&Loose)> Visitor<'de> for Items<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of items")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        while let Some(item) = items.next_element::<Loose>()? {
            (self.0)(&item);
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((_, item)) = map.next_entry::<IgnoredAny, Loose>()? {
            (self.0)(&item);
        }
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Loose {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn values_are_converted_between_types() {
        let value = read(
            r#"{"a":7,"b":"7.5","c":null,"d":["x"],"e":"x","f":99999999999999999999,"g":18446744073709551615}"#,
        );
        assert_eq!(value.text("a").as_deref(), Some("7"));
        assert_eq!(
            (value.number("a"), value.number("b"), value.number("c")),
            (Some(7.0), Some(7.5), None)
        );
        assert_eq!(
            (value.list("d").len(), value.list("e").len(), value.list("c").len()),
            (1, 1, 0)
        );
        assert_eq!(value.text("g").as_deref(), Some("18446744073709551615"));
    }

    #[test]
    fn too_many_or_too_deep_values_are_dropped() {
        let many = format!("[{}1]", "1,".repeat(1000));
        assert!(matches!(read(&many), Loose::List(list) if list.len() == MOST));
        assert_eq!(read(r#"{"a":[{"b":[1]}]}"#).list("a")[0].list("b"), []);
    }

    #[test]
    fn flags_are_read_in_many_forms() {
        let value = read(
            r#"{"t":true,"f":false,"one":1,"zero":0,"minus":-1,"word":" true ","no":"0","yes":"yes","n":null,"l":[true]}"#,
        );
        for (name, expected) in [
            ("t", Some(true)),
            ("f", Some(false)),
            ("one", Some(true)),
            ("zero", Some(false)),
            ("minus", Some(false)),
            ("word", Some(true)),
            ("no", Some(false)),
            ("yes", None),
            ("n", None),
            ("l", None),
            ("missing", None),
        ] {
            assert_eq!(value.flag(name), expected, "{name}");
        }
    }

    /// 2^53 is the largest number up to which doubles represent every integer.
    #[test]
    fn ids_keep_all_their_digits() {
        for id in [
            "9007199254740991",
            "9007199254740992",
            "9007199254740993",
            "18446744073709551615",
            "-7",
            "0",
        ] {
            assert_eq!(read(&format!(r#"{{"id":{id}}}"#)).text("id").as_deref(), Some(id));
        }
        assert_eq!(
            read(r#"{"id":-9007199254740993}"#).text("id").as_deref(),
            Some("-9007199254740993")
        );
    }

    #[test]
    fn the_first_of_equal_names_counts_and_control_characters_are_dropped() {
        let value = read(r#"{"a":"one","a":"two","b":"x\u0000\u0008y\u000bz","":"empty"}"#);
        assert_eq!(value.text("a").as_deref(), Some("one"));
        assert_eq!(value.text("b").as_deref(), Some("xyz"));
        assert_eq!(value.text("").as_deref(), Some("empty"));
        assert_eq!((read("[1]").get("a"), read("7").list("a").len()), (None, 0));
    }

    #[test]
    fn items_are_passed_on_one_by_one_even_from_truncated_lists() {
        let items = |json: &str| {
            let mut seen = Vec::new();
            let mut reader = serde_json::Deserializer::from_str(json);
            let is_whole =
                Items(|item: &Loose| seen.push(item.text("n"))).deserialize(&mut reader).is_ok();
            (seen.into_iter().flatten().collect::<Vec<_>>(), is_whole)
        };
        let both = vec!["1".to_owned(), "2".to_owned()];
        assert_eq!(items(r#"[{"n":1},{"n":2}]"#), (both.clone(), true));
        assert_eq!(items(r#"{"x":{"n":1},"y":{"n":2}}"#), (both.clone(), true));
        assert_eq!(items(r#"[{"n":1},{"n":2},{"n":"#), (both, false));
        assert_eq!((items("null"), items("7")), ((vec![], true), (vec![], false)));
        let many = format!("[{}]", vec![r#"{"n":1}"#; 1000].join(","));
        assert_eq!(items(&many).0.len(), 1000, "the number of items is not limited");
    }
}
