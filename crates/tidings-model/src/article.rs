//! Articles: what a publisher posted, cleaned, with the keys that identify it in later fetches.

use jiff::Timestamp;
use std::borrow::Cow;

/// A 64-bit hash that identifies something within one source. It is stored, so it must never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub i64);

impl Fingerprint {
    /// Returns the fingerprint of several parts. Where one part ends and the next begins matters.
    ///
    /// ```
    /// use tidings_model::Fingerprint;
    /// assert_eq!(Fingerprint::of(&["guid", "a"]), Fingerprint::of(&["guid", "a"]));
    /// assert_ne!(Fingerprint::of(&["ab", "c"]), Fingerprint::of(&["a", "bc"]));
    /// ```
    #[must_use]
    pub fn of(parts: &[&str]) -> Self {
        let mut hash = xxhash_rust::xxh3::Xxh3::new();
        for part in parts {
            hash.update(&(part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        Self(hash.digest().cast_signed())
    }

    /// Returns the fingerprint of raw bytes, such as a whole response body.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(xxhash_rust::xxh3::xxh3_64(bytes).cast_signed())
    }
}

/// The keys that can identify an article within its source, strongest first.
///
/// A key is `None` when the document lacks the field, or when several items of one document share it, because then it
/// does not identify anything. Keys are computed from the untruncated fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleKeys {
    /// The guid (RSS guid, Atom id, JSON Feed id), unchanged.
    pub guid: Option<Fingerprint>,
    /// The guid without scheme and host, if it is a web address. It survives a move to https or to a new domain.
    pub guid_path: Option<Fingerprint>,
    /// The link without scheme, host and tracking parameters.
    pub link: Option<Fingerprint>,
    /// The title, with white space and case folded.
    pub title: Option<Fingerprint>,
    /// Title and content as text, without markup.
    pub content: Option<Fingerprint>,
}

/// An attached file: audio, video or a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enclosure {
    /// The absolute http(s) address.
    pub url: String,
    /// The media type as declared, or guessed from the file name.
    pub media_type: Option<String>,
    /// The size in bytes, if it is declared and plausible.
    pub bytes: Option<u64>,
    /// The playing time in seconds.
    pub seconds: Option<u32>,
    /// The title or description as plain text.
    pub title: Option<String>,
}

/// The body of an article on its way from parser to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// HTML as published, with the base for its relative addresses. Not trusted.
    Raw {
        /// Untrusted HTML.
        html: String,
        /// The base that relative addresses are resolved against.
        base: Option<url::Url>,
    },
    /// Sanitised HTML with absolute addresses, safe to store and show.
    Clean(String),
    /// The stored text is current (see [`Article::version`]), so there is nothing to write.
    Known,
}

/// An article as its source describes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Article {
    /// The keys that identify it at the next fetch.
    pub keys: ArticleKeys,
    /// A hash of everything a person would see, computed before sanitising. It changes whenever any of that changes.
    pub version: Fingerprint,
    /// The identifier given by the source, possibly truncated. Never used as an id of ours.
    pub guid: Option<String>,
    /// The title as plain text.
    pub title: String,
    /// The absolute http(s) address of the article.
    pub link: Option<String>,
    /// The absolute http(s) address of its comments.
    pub comments: Option<String>,
    /// The number of comments the source reports.
    pub n_comments: Option<u32>,
    /// The authors' names as plain text.
    pub authors: Vec<String>,
    /// The publication time given by the source. Not clamped: it may lie in the future.
    pub published: Option<Timestamp>,
    /// The time of the last edit given by the source.
    pub updated: Option<Timestamp>,
    /// A short plain text for lists, a few hundred characters at most.
    pub summary: String,
    /// The body.
    pub content: Content,
    /// The BCP 47 language tag, if the source declares one.
    pub language: Option<String>,
    /// The publisher's categories as plain text.
    pub tags: Vec<String>,
    /// Attached files.
    pub enclosures: Vec<Enclosure>,
    /// The absolute http(s) address of a picture for the article.
    pub image: Option<String>,
}

/// Maximum length of a headline made of an article's first words, in characters.
const HEADLINE: usize = 80;

/// Returns the headline of an article wherever it is shown: its title or, if it has none, the first words of its text
/// (usually its summary). It is empty if there is neither.
///
/// ```
/// use tidings_model::article::headline;
/// assert_eq!(headline("A title", "The text."), "A title");
/// assert_eq!(headline(" ", "The text."), "The text.");
/// assert_eq!(headline("", &"word ".repeat(40)).matches("word").count(), 16);
/// ```
#[must_use]
pub fn headline<'a>(title: &'a str, text: &'a str) -> Cow<'a, str> {
    if !title.trim().is_empty() {
        return Cow::Borrowed(title);
    }
    match after_headline(text) {
        "" => Cow::Borrowed(text.trim()),
        rest => {
            let text = text.trim();
            let first = text[..text.len() - rest.len()].trim_end();
            Cow::Owned(format!("{}…", first.trim_end_matches(['…', ',', ';', ':', '-', '–', '—'])))
        }
    }
}

/// Returns what follows the first words of a text, if those are the headline. It is empty if the headline is the whole
/// text.
///
/// ```
/// use tidings_model::article::after_headline;
/// assert_eq!(after_headline("Short."), "");
/// assert_eq!(after_headline(&format!("{}the rest", "x".repeat(79) + " ")), "the rest");
/// ```
#[must_use]
pub fn after_headline(text: &str) -> &str {
    let text = text.trim();
    let Some((most, _)) = text.char_indices().nth(HEADLINE) else { return "" };
    // A text without spaces, such as Chinese, is cut between characters.
    let end = text[..most].rfind(char::is_whitespace).filter(|at| *at > most / 2).unwrap_or(most);
    text[end..].trim_start()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn fingerprints_do_not_change_between_releases() {
        assert_eq!(Fingerprint::of(&["guid", "https://example.org/1"]), Fingerprint(FIRST));
        assert_eq!(Fingerprint::of_bytes(b"tidings"), Fingerprint(SECOND));
    }

    // Recorded from the first release. Fingerprints are stored, so they must stay the same.
    const FIRST: i64 = -4_649_141_433_036_667_821;
    const SECOND: i64 = 6001394675075618064;

    #[test]
    fn boundaries_between_parts_matter() {
        let distinct: [&[&str]; 8] =
            [&[], &[""], &["", ""], &["ab"], &["a", "b"], &["", "ab"], &["ab", ""], &["b", "a"]];
        for (at, one) in distinct.iter().enumerate() {
            for other in &distinct[at + 1..] {
                assert_ne!(Fingerprint::of(one), Fingerprint::of(other), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn different_bytes_have_different_fingerprints() {
        let long = vec![b'x'; 100_000];
        let mut other = long.clone();
        other[99_999] = b'y';
        assert_ne!(Fingerprint::of_bytes(&long), Fingerprint::of_bytes(&other));
        assert_ne!(Fingerprint::of_bytes(b""), Fingerprint::of_bytes(b"\0"));
        assert_eq!(Fingerprint::of_bytes(&long), Fingerprint::of_bytes(&long.clone()));
    }

    #[test]
    fn an_untitled_article_is_headed_by_its_first_words() {
        let long = "Yesterday the last ferry of the year left the harbour an hour late, and nobody who stood on the pier minded.";
        let first =
            "Yesterday the last ferry of the year left the harbour an hour late, and nobody";
        assert_eq!(headline("", long), format!("{first}…"));
        assert_eq!(after_headline(long), "who stood on the pier minded.");
        assert_eq!(headline("\u{a0}\n", "  Two words "), "Two words");
        assert_eq!((headline("", ""), after_headline("")), (Cow::Borrowed(""), ""));
        assert_eq!(headline("", &"東".repeat(200)), format!("{}…", "東".repeat(HEADLINE)));
    }

    proptest! {
        #[test]
        fn headline_and_rest_are_the_whole_text(text in "\\PC{0,200}") {
            let (first, rest) = (headline("", &text), after_headline(&text));
            prop_assert!(first.chars().count() <= HEADLINE + 1);
            prop_assert!(text.trim().ends_with(rest));
            prop_assert!(!rest.is_empty() || first == text.trim());
        }

        #[test]
        fn splitting_a_text_changes_its_fingerprint(text in "[a-z]{2,20}", cut in 1usize..19) {
            let cut = cut.min(text.len() - 1);
            let (head, tail) = text.split_at(cut);
            prop_assert_ne!(Fingerprint::of(&[head, tail]), Fingerprint::of(&[&text]));
        }
    }

    #[test]
    fn fingerprints_of_unusual_texts_do_not_change() {
        for (parts, expected) in [
            (&[][..], EMPTY),
            (&[""][..], ONE_EMPTY),
            (&["title", "Grüße aus Köln"][..], UMLAUTS),
            (&["link", "/2026/11/a?x=1"][..], LINK),
        ] {
            assert_eq!(Fingerprint::of(parts), Fingerprint(expected), "{parts:?}");
        }
    }

    const EMPTY: i64 = 3_244_421_341_483_603_138;
    const ONE_EMPTY: i64 = -4_072_596_861_322_023_719;
    const UMLAUTS: i64 = 6_310_308_207_029_650_365;
    const LINK: i64 = 7_355_469_883_254_195_428;
}
