//! What an article is: what a publisher said, cleaned, with the keys that recognise it again.

use jiff::Timestamp;

/// A 64-bit hash that recognises something within one source. Stable for ever: it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub i64);

impl Fingerprint {
    /// The fingerprint of parts; the boundaries between the parts count.
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

    /// The fingerprint of raw bytes, such as a whole response body.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(xxhash_rust::xxh3::xxh3_64(bytes).cast_signed())
    }
}

/// What may recognise an article again within its source, strongest first.
///
/// A key is `None` where the document lacks the field, or where several items of one document share it: then it does
/// not tell articles apart. Keys are computed from the untruncated fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArticleKeys {
    /// The guid (RSS guid, Atom id, JSON Feed id), exactly.
    pub guid: Option<Fingerprint>,
    /// The guid without scheme and host, where it is a web address: survives a move to https or to a new domain.
    pub guid_path: Option<Fingerprint>,
    /// The link without scheme, host and tracking parameters.
    pub link: Option<Fingerprint>,
    /// The title, with white space and case folded.
    pub title: Option<Fingerprint>,
    /// Title and text of the content, without markup.
    pub content: Option<Fingerprint>,
}

/// An attached file: audio, video, a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enclosure {
    /// Absolute http(s) address.
    pub url: String,
    /// Media type as declared, or guessed from the name.
    pub media_type: Option<String>,
    /// Size in bytes, where declared and plausible.
    pub bytes: Option<u64>,
    /// Playing time in seconds.
    pub seconds: Option<u32>,
    /// Title or description, plain text.
    pub title: Option<String>,
}

/// The body of an article on its way from parser to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// As published: untrusted HTML, with the base that its relative addresses are resolved against.
    Raw {
        /// Untrusted HTML.
        html: String,
        /// What relative addresses refer to.
        base: Option<url::Url>,
    },
    /// Sanitised HTML with absolute addresses: safe to store and show.
    Clean(String),
    /// The stored text is already the right one (see [`Article::version`]); nothing to write.
    Known,
}

/// An article as its source tells it.
#[derive(Debug, Clone, PartialEq)]
pub struct Article {
    /// How it is recognised at the next fetch.
    pub keys: ArticleKeys,
    /// Changes whenever anything a person would see changes (computed before sanitising).
    pub version: Fingerprint,
    /// The identifier shown by the source, possibly cut; never used as an id of ours.
    pub guid: Option<String>,
    /// Plain text.
    pub title: String,
    /// Absolute http(s) address of the article.
    pub link: Option<String>,
    /// Absolute http(s) address of its comments.
    pub comments: Option<String>,
    /// How many comments the source reports.
    pub n_comments: Option<u32>,
    /// Plain text names.
    pub authors: Vec<String>,
    /// When the source says it appeared (unclamped; may lie in the future).
    pub published: Option<Timestamp>,
    /// When the source says it was edited.
    pub updated: Option<Timestamp>,
    /// Plain text, a few hundred characters at most, for lists.
    pub summary: String,
    /// The body.
    pub content: Content,
    /// BCP 47 tag where the source declares one.
    pub language: Option<String>,
    /// Plain text categories.
    pub tags: Vec<String>,
    /// Attached files.
    pub enclosures: Vec<Enclosure>,
    /// Absolute http(s) address of a picture that stands for it.
    pub image: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn fingerprints_never_change_between_releases() {
        assert_eq!(Fingerprint::of(&["guid", "https://example.org/1"]), Fingerprint(FIRST));
        assert_eq!(Fingerprint::of_bytes(b"tidings"), Fingerprint(SECOND));
    }

    // Written down once from the first release: stored fingerprints must go on matching.
    const FIRST: i64 = -4_649_141_433_036_667_821;
    const SECOND: i64 = 6001394675075618064;

    #[test]
    fn the_boundaries_between_parts_count() {
        let distinct: [&[&str]; 8] =
            [&[], &[""], &["", ""], &["ab"], &["a", "b"], &["", "ab"], &["ab", ""], &["b", "a"]];
        for (at, one) in distinct.iter().enumerate() {
            for other in &distinct[at + 1..] {
                assert_ne!(Fingerprint::of(one), Fingerprint::of(other), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn bytes_are_told_apart() {
        let long = vec![b'x'; 100_000];
        let mut other = long.clone();
        other[99_999] = b'y';
        assert_ne!(Fingerprint::of_bytes(&long), Fingerprint::of_bytes(&other));
        assert_ne!(Fingerprint::of_bytes(b""), Fingerprint::of_bytes(b"\0"));
        assert_eq!(Fingerprint::of_bytes(&long), Fingerprint::of_bytes(&long.clone()));
    }

    proptest! {
        #[test]
        fn how_a_text_is_cut_matters(text in "[a-z]{2,20}", cut in 1usize..19) {
            let cut = cut.min(text.len() - 1);
            let (head, tail) = text.split_at(cut);
            prop_assert_ne!(Fingerprint::of(&[head, tail]), Fingerprint::of(&[&text]));
        }
    }

    #[test]
    fn stored_fingerprints_of_odd_texts_go_on_matching() {
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
