//! Tokens: the words of an article that may tell what it is about.
//!
//! Stems where the language is known, without stop words, numbers and the parts of addresses; pairs of characters in
//! scripts that write no spaces. Only the beginning of an article is read: it says what the rest is about.

use crate::fold::{capped, fold_lower, lower};
use crate::language::Language;
use crate::stop;
use crate::words::{Kind, Piece, RunEnd, composed, pairs, pieces, unspaced};

/// The part of a text that is read, in bytes.
const LONGEST_TEXT: usize = 16 << 10;
/// Most tokens of an article.
pub const MOST_TOKENS: usize = 500;

/// A word as it is counted, and as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    /// The folded stem.
    pub term: &'a str,
    /// The word in lower case.
    pub form: &'a str,
}

/// The words of an article.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tokens {
    /// The language, where it is known.
    pub language: Option<Language>,
    terms: Vec<(String, String)>,
}

impl Tokens {
    /// The tokens of an article: its title and its plain text. Where these are too short to show their language, it is the
    /// one that the source declares.
    ///
    /// ```
    /// use tidings_text::{language::Language, tokens::Tokens};
    /// let tokens = Tokens::of("The 3 new bridges", "", Some("en-GB"));
    /// assert_eq!(tokens.language, Some(Language::English));
    /// assert_eq!(tokens.terms().collect::<Vec<_>>(), ["new", "bridg"]);
    /// assert_eq!(tokens.iter().last().unwrap().form, "bridges");
    /// ```
    #[must_use]
    pub fn of(title: &str, body: &str, declared: Option<&str>) -> Self {
        Self::spoken(title, body, Language::of(title, body, declared))
    }

    /// The same, where the language is known already: finding it takes longer than all the rest.
    #[must_use]
    pub fn spoken(title: &str, body: &str, language: Option<Language>) -> Self {
        let mut tokens = Self { language, terms: Vec::new() };
        for text in [title, body] {
            let text = composed(&text[..text.floor_char_boundary(LONGEST_TEXT)]);
            for piece in pieces(&text) {
                tokens.take(piece);
                if tokens.terms.len() >= MOST_TOKENS {
                    return tokens;
                }
            }
        }
        tokens
    }

    fn take(&mut self, piece: Piece<'_>) {
        match piece.kind {
            Kind::Word => {
                let form = lower(piece.text);
                if tells(&form) && !stop::is_word(self.language, &form) {
                    let term = match self.language {
                        Some(language) => capped(language.stem(&form)),
                        None => capped(fold_lower(&form)),
                    };
                    self.terms.push((term, capped(form)));
                }
            }
            Kind::Run => {
                let room = MOST_TOKENS - self.terms.len();
                let run: Vec<char> = unspaced(piece.text).into_iter().take(room + 1).collect();
                let pairs = pairs(&run, RunEnd::Open).into_iter().filter(|_| run.len() > 1);
                let pairs = pairs.filter(|pair| !stop::is_pair(pair));
                self.terms.extend(pairs.map(|pair| (pair.clone(), pair)));
            }
        }
    }

    /// From left to right.
    pub fn iter(&self) -> impl Iterator<Item = Token<'_>> {
        self.terms.iter().map(|(term, form)| Token { term, form })
    }

    /// Their terms alone, as [`crate::topics::Model::mixture`] wants them.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().map(|(term, _)| &**term)
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}

/// Whether a word may tell anything: two characters, and a letter among them.
fn tells(form: &str) -> bool {
    form.chars().nth(1).is_some() && form.chars().any(char::is_alphabetic)
}

#[cfg(test)]
mod tests;
