//! Lists of items in JSON, read item by item as they arrive.

use super::{Found, items};
use crate::loose::{Items, Loose};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::{collections::HashMap, fmt, io::Read};

/// Maximum number of feeds remembered for items that refer to theirs by number.
const MOST_FEEDS: usize = 20_000;

/// Reads every value in a file: usually one document, but some scripts write one item per line.
pub(super) fn read(reader: impl Read, found: &mut Found<'_>) {
    let mut document = Document { found, feeds: HashMap::new(), waiting: Vec::new() };
    let mut json = serde_json::Deserializer::from_reader(reader);
    let error = loop {
        if json.end().is_ok() {
            break None;
        }
        if let Err(error) = TopSeed(&mut document).deserialize(&mut json) {
            break Some(error);
        }
    };
    document.settle();
    if let Some(error) = error {
        let said = || format!("The JSON could not be parsed to its end: {error}");
        document.found.complaints.add("bad_json", said);
    }
}

/// One file being read.
struct Document<'d, 'l> {
    found: &'d mut Found<'l>,
    /// Feeds by the number that items refer to them by.
    feeds: HashMap<String, items::Feed>,
    /// Items whose feed was not known when they were read.
    waiting: Vec<(usize, String)>,
}

impl Document<'_, '_> {
    fn item(&mut self, item: &Loose) {
        let Some((kind, article)) = items::article(item, self.found.limits) else {
            self.found
                .complaints
                .add("unknown_item", || "An item has no known format; it was skipped".to_owned());
            return;
        };
        let at = self.found.articles.len();
        let needs_feed = article.source_url.is_none();
        self.found.article(kind, article);
        let feed = items::feed_number(item).filter(|_| needs_feed);
        if let Some(feed) = feed.filter(|_| self.found.articles.len() > at) {
            self.waiting.push((at, feed));
        }
    }

    fn feed(&mut self, number: Option<String>, feed: &Loose) {
        let number = number.or_else(|| feed.text("id"));
        if let Some(number) = number.filter(|_| self.feeds.len() < MOST_FEEDS) {
            self.feeds.insert(number, items::feed(feed, self.found.limits));
        }
    }

    /// Assigns the items their feeds.
    fn settle(&mut self) {
        for (at, number) in std::mem::take(&mut self.waiting) {
            let article = self.found.articles.get_mut(at);
            if let (Some(article), Some(feed)) = (article, self.feeds.get(&number)) {
                article.source_url = feed.url.clone();
                article.source_title = feed.title.clone();
            }
        }
    }
}

/// Reads the top-level value: an object with a list of items under some name, such a list, or a single item.
struct TopSeed<'s, 'd, 'l>(&'s mut Document<'d, 'l>);

impl<'de> DeserializeSeed<'de> for TopSeed<'_, '_, '_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for TopSeed<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list of items")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<(), A::Error> {
        Items(|item: &Loose| self.0.item(item)).visit_seq(items)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut members = Vec::new();
        let mut has_list = false;
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "items" | "entries" | "stories" | "starred_stories" | "saved_stories" => {
                    has_list = true;
                    map.next_value_seed(Items(|item: &Loose| self.0.item(item)))?;
                }
                "feeds" => map.next_value_seed(FeedsSeed(self.0))?,
                _ if !has_list && members.len() < 64 => {
                    let value = map.next_value()?;
                    members.push((name, value));
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        if !has_list {
            self.0.item(&Loose::Object(members));
        }
        Ok(())
    }
}

/// Reads the feeds next to the items: a list of them, or an object with a feed under each number.
struct FeedsSeed<'s, 'd, 'l>(&'s mut Document<'d, 'l>);

impl<'de> DeserializeSeed<'de> for FeedsSeed<'_, '_, '_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for FeedsSeed<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of feeds")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut feeds: A) -> Result<(), A::Error> {
        while let Some(feed) = feeds.next_element::<Loose>()? {
            self.0.feed(None, &feed);
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some((number, feed)) = map.next_entry::<String, Loose>()? {
            self.0.feed(Some(number), &feed);
        }
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}
