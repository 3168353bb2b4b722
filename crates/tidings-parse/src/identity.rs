//! How an article is recognized on the next fetch, and distinguished from the others in a document.
//!
//! Nothing here is random or depends on the order of items: the same document always gives the same keys.

use crate::addresses::path_key;
use jiff::Timestamp;
use memchr::memchr;
use std::collections::HashSet;
use tidings_model::{Article, ArticleKeys, Fingerprint, article::Content};

/// What an article's keys are made from: its fields before any of them is cut.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Marks<'a> {
    pub(crate) guid: Option<&'a str>,
    pub(crate) link: Option<&'a str>,
    pub(crate) title: &'a str,
    pub(crate) html: &'a str,
    /// Everything else, for articles without title and text.
    pub(crate) rest: &'a str,
}

/// Returns the keys of an article on its own.
pub(crate) fn keys(marks: Marks<'_>) -> ArticleKeys {
    let fingerprint = |kind: &str, value: &str| Fingerprint::of(&[kind, value]);
    let folded = fold_case(marks.title);
    let mut content = format!("content\0{folded}\0").into_bytes();
    let n_before = content.len();
    push_essence(marks.html, &mut content);
    let content = match (folded.is_empty() && content.len() == n_before, marks.rest) {
        (true, "") => None,
        (true, rest) => Some(fingerprint("rest", rest)),
        (false, _) => Some(Fingerprint::of_bytes(&content)),
    };
    ArticleKeys {
        guid: marks.guid.map(|guid| fingerprint("guid", guid)),
        guid_path: marks.guid.and_then(path_key).map(|path| fingerprint("path", &path)),
        link: marks.link.and_then(path_key).map(|path| fingerprint("path", &path)),
        title: (!folded.is_empty()).then(|| fingerprint("title", &folded)),
        content,
    }
}

fn fold_case(title: &str) -> String {
    let mut folded = String::with_capacity(title.len());
    for word in title.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        if word.is_ascii() {
            folded.extend(word.bytes().map(|byte| char::from(byte.to_ascii_lowercase())));
        } else {
            folded.extend(word.chars().flat_map(char::to_lowercase));
        }
    }
    folded
}

/// Appends the text of HTML without tags, comments and white space: what stays the same when only the layout changes.
fn push_essence(html: &str, text: &mut Vec<u8>) {
    text.reserve(html.len());
    let mut rest = html;
    while let Some(at) = memchr(b'<', rest.as_bytes()) {
        push_solid(&rest[..at], text);
        rest = &rest[at..];
        let end = if rest.starts_with("<!--") {
            rest.find("-->").map(|end| end + 3)
        } else if rest[1..]
            .starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
        {
            memchr(b'>', rest.as_bytes()).map(|end| end + 1)
        } else {
            text.push(b'<');
            Some(1)
        };
        let Some(end) = end else { return };
        rest = &rest[end..];
    }
    push_solid(rest, text);
}

/// Appends a text without its white space. Every byte is written but only some are kept, to avoid branches.
fn push_solid(text: &str, solid: &mut Vec<u8>) {
    let mut n = solid.len();
    solid.resize(n + text.len(), 0);
    for byte in text.bytes() {
        solid[n] = byte;
        n += usize::from(!byte.is_ascii_whitespace());
    }
    solid.truncate(n);
}

/// Tells the articles of a document apart: drops duplicates, clears keys that several articles share.
#[derive(Debug, Default)]
pub(crate) struct Gathering {
    whole: HashSet<Fingerprint>,
    seen: [Vec<Fingerprint>; 5],
}

impl Gathering {
    /// Records an article. Returns false if an identical one was recorded before: then it is one article listed twice.
    pub(crate) fn is_new(&mut self, article: &Article) -> bool {
        // The same text under two guids is two articles, and so is the same guid with two texts.
        let is_new = self.whole.insert(whole(article));
        if is_new {
            for (seen, mark) in self.seen.iter_mut().zip(marks_of(article)) {
                seen.extend(mark);
            }
        }
        is_new
    }

    /// Clears the keys that several articles of the document share, because they do not identify one. Returns whether
    /// there were any.
    pub(crate) fn clear_shared(self, articles: &mut [Article]) -> bool {
        let shared = self.seen.map(repeated);
        for article in articles.iter_mut() {
            let marks = marks_of(article);
            let keys = key_list_mut(&mut article.keys);
            for ((key, mark), shared) in keys.into_iter().zip(marks).zip(&shared) {
                if mark.is_some_and(|mark| shared.contains(&mark)) {
                    *key = None;
                }
            }
        }
        !shared[0].is_empty()
    }
}

/// Combines all keys into one: a set of these takes a fifth of the space. An article without guid and link is the same
/// only if everything else is: episodes that differ in nothing but date and file are several.
fn whole(article: &Article) -> Fingerprint {
    let keys = &article.keys;
    let is_named = keys.guid.is_some() || keys.link.is_some();
    let rest = [Some(article.version), article.published.map(of_date)];
    let parts = key_list(keys).into_iter().chain(rest.into_iter().filter(|_| !is_named));
    let mut bytes = [0; 7 * 9];
    for (place, part) in bytes.chunks_exact_mut(9).zip(parts) {
        if let Some(Fingerprint(number)) = part {
            place[0] = 1;
            place[1..].copy_from_slice(&number.to_le_bytes());
        }
    }
    Fingerprint::of_bytes(&bytes)
}

/// Returns what must differ between the articles of a document for their keys to tell them apart: the keys, and for a
/// text also its date, because the same text on another date is another article.
fn marks_of(article: &Article) -> [Option<Fingerprint>; 5] {
    let [guid, path, link, title, content] = key_list(&article.keys);
    let date = article.published.map_or(0, |date| of_date(date).0);
    [guid, path, link, title, content.map(|Fingerprint(text)| Fingerprint(text ^ date))]
}

fn of_date(date: Timestamp) -> Fingerprint {
    Fingerprint::of_bytes(&date.as_millisecond().to_le_bytes())
}

fn key_list(keys: &ArticleKeys) -> [Option<Fingerprint>; 5] {
    [keys.guid, keys.guid_path, keys.link, keys.title, keys.content]
}

fn key_list_mut(keys: &mut ArticleKeys) -> [&mut Option<Fingerprint>; 5] {
    [&mut keys.guid, &mut keys.guid_path, &mut keys.link, &mut keys.title, &mut keys.content]
}

fn repeated(mut keys: Vec<Fingerprint>) -> HashSet<Fingerprint> {
    keys.sort_unstable();
    keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect()
}

/// Returns the fingerprint of everything a person sees of an article.
pub(crate) fn version(article: &Article) -> Fingerprint {
    let published = article.published.map_or(String::new(), |at| at.as_millisecond().to_string());
    let n_comments = article.n_comments.map_or(String::new(), |n| n.to_string());
    let html = match &article.content {
        Content::Raw { html, .. } | Content::Clean(html) => html,
        Content::Known => "",
    };
    let mut parts = vec![article.title.as_str(), html, &article.summary, &published, &n_comments];
    let text = |field: &'_ Option<String>| field.as_deref().unwrap_or_default().to_owned();
    let fields = [&article.link, &article.comments, &article.image, &article.language].map(text);
    parts.extend(fields.iter().map(String::as_str));
    for list in [&article.authors, &article.tags] {
        parts.push("list");
        parts.extend(list.iter().map(String::as_str));
    }
    for enclosure in &article.enclosures {
        parts.extend([enclosure.url.as_str(), enclosure.title.as_deref().unwrap_or_default()]);
    }
    Fingerprint::of(&parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKS: Marks<'static> = Marks {
        guid: Some("http://e.org/1"),
        link: Some("http://e.org/1?utm_a=b"),
        title: "A b",
        html: "<p>x</p>",
        rest: "",
    };

    fn article(marks: Marks<'_>) -> Article {
        let draft = crate::draft::Draft { title: marks.title.to_owned(), ..Default::default() };
        let article = draft.finish(&Default::default(), &mut Default::default());
        Article { keys: keys(marks), ..article }
    }

    #[test]
    fn keys_survive_a_move_to_https_and_new_markup() {
        let moved = Marks {
            guid: Some("https://new.example/1"),
            link: Some("https://new.example/1"),
            title: " a  B",
            html: "<div>x<!-- made at noon --></div>\n",
            rest: "ignored",
        };
        let (old, new) = (keys(MARKS), keys(moved));
        assert_ne!(old.guid, new.guid);
        assert_eq!(
            (old.guid_path, old.link, old.title, old.content),
            (new.guid_path, new.link, new.title, new.content)
        );
    }

    #[test]
    fn an_article_with_only_an_enclosure_has_a_key() {
        let bare =
            Marks { guid: None, link: None, title: "", html: "", rest: "http://e.org/a.mp3" };
        assert!(keys(bare).content.is_some());
        assert_eq!(keys(Marks { rest: "", ..bare }).content, None);
    }

    #[test]
    fn essence_is_text_without_layout() {
        let essence = |html| {
            let mut text = Vec::new();
            push_essence(html, &mut text);
            String::from_utf8(text).unwrap()
        };
        assert_eq!(essence("<p>ä <b>b</b></p>\n <!-- <c> --> d < e"), "äbd<e");
        assert_eq!(essence("a <b"), "a");
    }

    #[test]
    fn duplicates_are_dropped_and_a_shared_guid_is_not_a_duplicate() {
        let mut gathering = Gathering::default();
        assert!(gathering.is_new(&article(MARKS)));
        assert!(!gathering.is_new(&article(MARKS)));
        assert!(gathering.is_new(&article(Marks { title: "other", ..MARKS })));
    }

    #[test]
    fn the_same_text_on_another_date_is_another_article_unless_it_has_a_name() {
        let on = |marks: Marks<'_>, second| Article {
            published: Timestamp::from_second(second).ok(),
            ..article(marks)
        };
        let bare = Marks { guid: None, link: None, ..MARKS };
        let mut gathering = Gathering::default();
        let mut articles = vec![on(bare, 1), on(bare, 2)];
        assert!(articles.iter().all(|article| gathering.is_new(article)));
        assert!(!gathering.is_new(&on(bare, 2)));
        gathering.clear_shared(&mut articles);
        assert!(articles.iter().all(|article| article.keys.content.is_some()));
        for named in [Marks { guid: None, ..MARKS }, Marks { link: None, ..MARKS }] {
            let mut gathering = Gathering::default();
            assert!(gathering.is_new(&on(named, 1)) && !gathering.is_new(&on(named, 2)));
        }
    }

    #[test]
    fn articles_that_differ_only_in_their_file_are_recognized_as_a_whole() {
        let with = |version| Article {
            version: Fingerprint(version),
            ..article(Marks { guid: None, link: None, ..MARKS })
        };
        let mut gathering = Gathering::default();
        let mut articles = vec![with(1), with(2)];
        assert!(articles.iter().all(|article| gathering.is_new(article)));
        assert!(!gathering.is_new(&with(2)));
        gathering.clear_shared(&mut articles);
        assert!(articles.iter().all(|article| article.keys.content.is_none()));
    }

    #[test]
    fn each_key_depends_only_on_its_own_field() {
        let differ = |marks: Marks<'_>| {
            let (one, other) = (key_list(&keys(MARKS)), key_list(&keys(marks)));
            [0, 1, 2, 3, 4].map(|n| u8::from(one[n] != other[n]))
        };
        assert_eq!(differ(MARKS), [0; 5]);
        assert_eq!(differ(Marks { guid: Some("http://e.org/2"), ..MARKS }), [1, 1, 0, 0, 0]);
        assert_eq!(differ(Marks { guid: Some("http://e.net/1"), ..MARKS }), [1, 0, 0, 0, 0]);
        assert_eq!(differ(Marks { guid: None, ..MARKS }), [1, 1, 0, 0, 0]);
        assert_eq!(differ(Marks { link: Some("http://e.org/2"), ..MARKS }), [0, 0, 1, 0, 0]);
        assert_eq!(differ(Marks { title: "A c", ..MARKS }), [0, 0, 0, 1, 1]);
        assert_eq!(differ(Marks { html: "<p>y</p>", ..MARKS }), [0, 0, 0, 0, 1]);
        assert_eq!(differ(Marks { rest: "z", ..MARKS }), [0; 5]);
    }

    #[test]
    fn swapping_title_and_text_changes_the_content_key() {
        let of = |title, html| keys(Marks { title, html, ..MARKS }).content;
        assert_ne!(of("ab", "c"), of("a", "bc"));
        assert_ne!(of("x", ""), of("", "x"));
        assert_eq!(of("ÉTÉ", "1 2"), of("été", "<i>1</i>\t2"));
        // A guid that is not an address has no path key, and neither has a home page.
        for guid in ["urn:uuid:7", "731", "https://e.org/"] {
            assert_eq!(keys(Marks { guid: Some(guid), ..MARKS }).guid_path, None, "{guid}");
        }
    }

    #[test]
    fn only_shared_keys_are_cleared() {
        let mut gathering = Gathering::default();
        let mut articles = ["one", "two", "three"].map(|title| {
            article(Marks { title, link: Some("http://e.org/all"), guid: None, ..MARKS })
        });
        assert!(articles.iter().all(|article| gathering.is_new(article)));
        assert!(!gathering.clear_shared(&mut articles), "no guid was shared");
        for article in &articles {
            assert_eq!(article.keys.link, None);
            assert!(article.keys.title.is_some() && article.keys.content.is_some());
        }
    }
}
