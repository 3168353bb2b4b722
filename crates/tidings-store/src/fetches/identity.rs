//! Identity: which articles of a document are already stored.
//!
//! Publishers change guids, move to https, add tracking parameters and edit; none of that makes an article new. Others
//! reuse titles and texts day after day; that does not make two articles one. So keys are tried from the strongest to the
//! weakest, each stored article is claimed by at most one item, and weak keys need a second match as evidence.

use jiff::Timestamp;
use std::collections::{HashMap, HashSet};
use tidings_model::{Article, ArticleId, ArticleKeys, Fingerprint};

/// The parts of an item that identify it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognizable {
    /// Its keys.
    pub keys: ArticleKeys,
    /// The date given by the source.
    pub published: Option<Timestamp>,
    /// A fingerprint of everything it says.
    pub version: Fingerprint,
}

impl From<&Article> for Recognizable {
    fn from(article: &Article) -> Self {
        Self { keys: article.keys.clone(), published: article.published, version: article.version }
    }
}

/// The kinds of keys that articles are looked up by. The numbers are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum KeyKind {
    /// The guid.
    Guid = 0,
    /// The guid without scheme and host.
    Path = 1,
    /// The link without scheme, host and tracking.
    Link = 2,
    /// Title and text.
    Content = 3,
    /// Everything a person would see; used only when there is no other key.
    Version = 4,
}

impl KeyKind {
    pub(crate) fn from_number(number: i64) -> Option<Self> {
        [Self::Guid, Self::Path, Self::Link, Self::Content, Self::Version]
            .into_iter()
            .find(|kind| *kind as i64 == number)
    }
}

impl Recognizable {
    /// Returns the keys to look this item up by.
    pub(crate) fn lookups(&self) -> impl Iterator<Item = (KeyKind, Fingerprint)> {
        let keys = [
            (KeyKind::Guid, self.keys.guid),
            (KeyKind::Path, self.keys.guid_path),
            (KeyKind::Link, self.keys.link),
            (KeyKind::Content, self.keys.content),
        ];
        // Identical items, and items without any key, must not look new at every fetch.
        let is_bare = keys.iter().all(|(_, key)| key.is_none());
        let last = (KeyKind::Version, is_bare.then_some(self.version));
        keys.into_iter().chain([last]).filter_map(|(kind, key)| key.map(|key| (kind, key)))
    }
}

/// A stored article that shares a key with the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// The article.
    pub(crate) id: ArticleId,
    /// Its current guid.
    pub(crate) guid: Option<Fingerprint>,
    /// Its current link.
    pub(crate) link: Option<Fingerprint>,
    /// Its current title.
    pub(crate) title: Option<Fingerprint>,
    /// Its current text.
    pub(crate) content: Option<Fingerprint>,
    /// The date given by its source.
    pub(crate) published: Option<Timestamp>,
    /// The matching keys, current and former.
    pub(crate) found: Vec<(KeyKind, Fingerprint)>,
}

/// Returns the stored article for each item that is recognised.
pub(crate) fn recognize(
    items: &[Recognizable],
    candidates: &[Candidate],
) -> Vec<Option<ArticleId>> {
    let mut by_key: HashMap<(KeyKind, Fingerprint), Vec<&Candidate>> = HashMap::new();
    for candidate in candidates {
        for key in &candidate.found {
            by_key.entry(*key).or_default().push(candidate);
        }
    }
    let mut matching = Matching {
        by_key,
        guids: items.iter().filter_map(|item| item.keys.guid).collect(),
        claimed: HashSet::new(),
        result: vec![None; items.len()],
    };
    // A current guid is stronger than a former one.
    matching.pass(items, KeyKind::Guid, |item, candidate| candidate.guid == item.keys.guid);
    matching.pass(items, KeyKind::Guid, |_, _| true);
    matching.pass(items, KeyKind::Path, |_, _| true);
    matching.pass(items, KeyKind::Link, |item, candidate| {
        item.keys.guid.is_none() || agrees_in_title_content_or_date(item, candidate)
    });
    matching.pass(items, KeyKind::Content, agrees_in_date_or_link);
    matching.pass(items, KeyKind::Version, |_, _| true);
    matching.result
}

struct Matching<'a> {
    by_key: HashMap<(KeyKind, Fingerprint), Vec<&'a Candidate>>,
    guids: HashSet<Fingerprint>,
    claimed: HashSet<ArticleId>,
    result: Vec<Option<ArticleId>>,
}

impl Matching<'_> {
    /// Lets items that are not yet recognised claim stored articles by one kind of key.
    fn pass(
        &mut self,
        items: &[Recognizable],
        kind: KeyKind,
        is_same: impl Fn(&Recognizable, &Candidate) -> bool,
    ) {
        for (index, item) in items.iter().enumerate() {
            if self.result[index].is_some() {
                continue;
            }
            let Some((_, key)) = item.lookups().find(|(found, _)| *found == kind) else { continue };
            let candidates = self.by_key.get(&(kind, key)).map_or(&[][..], Vec::as_slice);
            let claim = candidates.iter().find(|candidate| {
                !self.claimed.contains(&candidate.id)
                    && self.is_free(kind, item, candidate)
                    && is_same(item, candidate)
            });
            if let Some(candidate) = claim {
                self.claimed.insert(candidate.id);
                self.result[index] = Some(candidate.id);
            }
        }
    }

    /// Whether this item may claim the article. If the article's own guid appears elsewhere in this document, it is that
    /// other item; only the guid itself can claim it then.
    fn is_free(&self, kind: KeyKind, item: &Recognizable, candidate: &Candidate) -> bool {
        kind == KeyKind::Guid
            || candidate
                .guid
                .is_none_or(|guid| item.keys.guid == Some(guid) || !self.guids.contains(&guid))
    }
}

fn equal<T: PartialEq + Copy>(one: Option<T>, other: Option<T>) -> bool {
    one.is_some() && one == other
}

fn agrees_in_title_content_or_date(item: &Recognizable, candidate: &Candidate) -> bool {
    equal(item.keys.title, candidate.title)
        || equal(item.keys.content, candidate.content)
        || equal(item.published.map(to_ms), candidate.published.map(to_ms))
}

/// Dates are stored in whole milliseconds.
fn to_ms(instant: Timestamp) -> i64 {
    instant.as_millisecond()
}

/// "Daily thread" appears every day with the same title and text, but with a new link and date.
fn agrees_in_date_or_link(item: &Recognizable, candidate: &Candidate) -> bool {
    item.published.is_none()
        || candidate.published.is_none()
        || item.published.map(to_ms) == candidate.published.map(to_ms)
        || equal(item.keys.link, candidate.link)
}

#[cfg(test)]
mod tests;
