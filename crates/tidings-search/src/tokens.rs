//! Tokenizes texts for the index.
//!
//! Every word is indexed in its folded form, with its stem at the same position if the article's language is known and
//! the stem differs (`languages.rs` describes how searches match it). Runs of scripts without spaces are indexed as
//! pairs of characters, and the last character of a run also alone: a search for a run looks for its pairs in sequence,
//! one for a single character for any pair that begins with it.

use crate::languages::marked;
use std::collections::HashSet;
use tantivy::tokenizer::Token;
use tidings_text::{
    fold::{capped, fold_lower, lower},
    language::Language,
    words::{PieceKind, RunEnd, composed, pairs, pieces, unspaced},
};

/// Maximum number of words or pairs from one article: a long book chapter. The rest is not searchable.
pub(crate) const MOST_TOKENS: usize = 40_000;
/// Maximum number of *different* ones: an article that keeps inventing words does not fill the dictionary, while those
/// it has already used still count.
pub(crate) const MOST_DIFFERENT: usize = 10_000;

/// Tokenizes the texts of one article, within limits for all of them together.
#[derive(Debug)]
pub(crate) struct Tokenizer {
    language: Option<Language>,
    n_tokens: usize,
    different: HashSet<u64>,
}

impl Tokenizer {
    pub(crate) fn new(language: Option<Language>) -> Self {
        Self { language, n_tokens: 0, different: HashSet::new() }
    }

    /// Returns the tokens of a text.
    pub(crate) fn tokens(&mut self, text: &str) -> Vec<Token> {
        let text = composed(text);
        let mut tokens = Vec::with_capacity(text.len() / 4);
        let mut position = 0;
        for piece in pieces(&text) {
            if self.n_tokens >= MOST_TOKENS {
                break;
            }
            match piece.kind {
                PieceKind::Word => {
                    let lower = lower(piece.text);
                    let folded = capped(fold_lower(&lower));
                    let stem = self.language.map(|language| (language, language.stem(&lower)));
                    let stem = stem.filter(|(_, stem)| *stem != folded);
                    let stem = stem.map(|(language, stem)| marked(language, &stem));
                    for term in std::iter::once(folded).chain(stem) {
                        self.push(&mut tokens, position, term);
                    }
                    position += 1;
                }
                PieceKind::Run => {
                    for term in pairs(&unspaced(piece.text), RunEnd::Closed) {
                        self.push(&mut tokens, position, term);
                        position += 1;
                    }
                }
            }
        }
        tokens
    }

    fn push(&mut self, tokens: &mut Vec<Token>, position: usize, text: String) {
        if text.is_empty() || self.n_tokens >= MOST_TOKENS {
            return;
        }
        let hash = xxhash_rust::xxh3::xxh3_64(text.as_bytes());
        if self.different.len() >= MOST_DIFFERENT {
            if !self.different.contains(&hash) {
                return;
            }
        } else {
            self.different.insert(hash);
        }
        self.n_tokens += 1;
        tokens.push(Token { offset_from: 0, offset_to: 0, position, text, position_length: 1 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_text::fold::LONGEST_WORD;

    fn check(text: &str, language: Option<Language>, expected: &[(usize, &str)]) {
        let tokens = Tokenizer::new(language).tokens(text);
        let found: Vec<_> = tokens.iter().map(|token| (token.position, &*token.text)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn stems_are_at_the_position_of_their_words() {
        let english = Some(Language::English);
        check("Two Runs", english, &[(0, "two"), (1, "runs"), (1, "\u{1}drun")]);
        check("Two Runs", None, &[(0, "two"), (1, "runs")]);
    }

    #[test]
    fn runs_become_pairs_and_their_last_character() {
        check("東京都 x", None, &[(0, "東京"), (1, "京都"), (2, "都"), (3, "x")]);
        check("茶", None, &[(0, "茶")]);
        // Half-width katakana and decomposed Korean are normalized.
        check("ﾃﾚﾋﾞ", None, &[(0, "テレ"), (1, "レビ"), (2, "ビ")]);
        check("\u{1112}\u{1161}\u{11ab}", None, &[(0, "한")]);
    }

    #[test]
    fn words_are_compared_by_their_first_characters() {
        let tokens = Tokenizer::new(Some(Language::English)).tokens(&"ä".repeat(1 << 20));
        assert_eq!(tokens.len(), 1);
        assert_eq!(tokens[0].text, "a".repeat(LONGEST_WORD));
    }

    #[test]
    fn invented_words_do_not_fill_the_dictionary() {
        let bomb: String = (0..50_000).map(|n| format!("w{n} again ")).collect();
        let tokens = Tokenizer::new(None).tokens(&bomb);
        let different: HashSet<&str> = tokens.iter().map(|token| &*token.text).collect();
        assert_eq!(different.len(), MOST_DIFFERENT);
        assert!(tokens.len() <= MOST_TOKENS);
        let again = tokens.iter().filter(|token| token.text == "again").count();
        assert!(again > MOST_DIFFERENT, "known words still count: {again}");
    }

    /// Title, tags and body of an article share the limits.
    #[test]
    fn limits_apply_to_the_whole_article() {
        let mut tokenizer = Tokenizer::new(None);
        let half = "again ".repeat(MOST_TOKENS / 2);
        assert_eq!(tokenizer.tokens(&half).len(), MOST_TOKENS / 2);
        assert_eq!(tokenizer.tokens("one two").len(), 2);
        assert_eq!(tokenizer.tokens(&half).len(), MOST_TOKENS / 2 - 2);
        assert!(tokenizer.tokens("again").is_empty(), "the limit is reached");
        let mut tokenizer = Tokenizer::new(None);
        let names: String = (0..MOST_DIFFERENT - 1).map(|n| format!("w{n} ")).collect();
        assert_eq!(tokenizer.tokens(&names).len(), MOST_DIFFERENT - 1);
        let terms: Vec<String> =
            tokenizer.tokens("new newer w1").into_iter().map(|token| token.text).collect();
        assert_eq!(terms, ["new", "w1"], "one more new word, the rest must be known");
    }

    /// Dropped words still keep others apart.
    #[test]
    fn dropped_words_do_not_change_positions() {
        let mut tokenizer = Tokenizer::new(None);
        let names: String = (0..MOST_DIFFERENT).map(|n| format!("w{n} ")).collect();
        tokenizer.tokens(&names);
        let found = tokenizer.tokens("w1 unknown w2");
        let places: Vec<(usize, &str)> =
            found.iter().map(|token| (token.position, &*token.text)).collect();
        assert_eq!(places, [(0, "w1"), (2, "w2")]);
    }

    #[test]
    fn words_and_runs_are_mixed() {
        check(
            "iPhone発売日 の C++",
            None,
            &[(0, "iphone"), (1, "発売"), (2, "売日"), (3, "日"), (4, "の"), (5, "c++")],
        );
        check("Häuser", Some(Language::German), &[(0, "hauser"), (0, "\u{1}ghaus")]);
        check("soft\u{ad}ware Cafe\u{301}", None, &[(0, "software"), (1, "cafe")]);
        check(" — … ", None, &[]);
    }
}
