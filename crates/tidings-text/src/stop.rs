//! Stop words: words of a language that do not indicate a topic.

use crate::language::Language;
use crate::words::pieces;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Parts of URLs that occur in texts of any language.
const WEB: [&str; 6] = ["amp", "com", "html", "http", "https", "www"];

type Words = HashSet<&'static str>;

/// The lists by language; contractions also in the pieces into which they are split.
static LISTS: LazyLock<Vec<Words>> = LazyLock::new(|| {
    let list = |language: Language| stop_words::lookup(language.tag()).unwrap_or_default();
    let words = |language| {
        list(language)
            .iter()
            .flat_map(|word| pieces(word).map(|piece| piece.text).chain(std::iter::once(*word)))
    };
    Language::all().map(|language| words(language).collect()).collect()
});

/// Chinese words of two characters.
static PAIRS: LazyLock<Words> = LazyLock::new(|| {
    let words = stop_words::lookup("zh").unwrap_or_default().iter().copied();
    words.filter(|word| word.chars().count() == 2).collect()
});

/// Returns whether a word in lower case is a stop word in that language.
///
/// ```
/// use tidings_text::{language::Language, stop};
/// assert!(stop::is_word(Some(Language::German), "nicht"));
/// assert!(!stop::is_word(Some(Language::English), "bridge"));
/// assert!(stop::is_word(None, "https"));
/// ```
#[must_use]
pub fn is_word(language: Option<Language>, lower: &str) -> bool {
    WEB.contains(&lower)
        || language.is_some_and(|language| LISTS[language as usize].contains(lower))
}

/// Returns whether a pair of characters is a stop word.
///
/// ```
/// assert!(tidings_text::stop::is_pair("我们"));
/// ```
#[must_use]
pub fn is_pair(pair: &str) -> bool {
    PAIRS.contains(pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_a_list() {
        for language in Language::all() {
            let n_words = LISTS[language as usize].len();
            assert!((40..1000).contains(&n_words), "{language:?}: {n_words}");
        }
    }

    #[test]
    fn contractions_are_recognized_in_pieces() {
        for word in ["don", "isn", "t", "don't"] {
            assert!(is_word(Some(Language::English), word), "{word}");
        }
    }

    #[test]
    fn stop_words_apply_only_to_their_language() {
        for (word, says_nothing_in) in [
            ("nicht", Language::German),
            ("avec", Language::French),
            ("pero", Language::Spanish),
            ("och", Language::Swedish),
            ("что", Language::Russian),
        ] {
            assert!(is_word(Some(says_nothing_in), word), "{word}");
            assert!(!is_word(Some(Language::English), word) && !is_word(None, word), "{word}");
        }
        // Parts of URLs are the same in every language.
        for language in Language::all().map(Some).chain([None]) {
            assert!(WEB.iter().all(|word| is_word(language, word)), "{language:?}");
        }
        assert!(!is_word(Some(Language::English), "The"), "words come in lower case");
    }

    #[test]
    fn stop_word_pairs_are_pairs() {
        assert!(is_pair("我们") && is_pair("但是"));
        for other in ["东京", "我", "", "th", "我们的"] {
            assert!(!is_pair(other), "{other}");
        }
    }
}
