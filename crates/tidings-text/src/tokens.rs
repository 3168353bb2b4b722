//! Tokens: the words of an article that may indicate what it is about.
//!
//! Stems if the language is known, without stop words, numbers and parts of URLs; pairs of characters in scripts
//! without spaces. Only the beginning of an article is read, because it indicates what the rest is about.

mod neighbours;

use crate::fold::{capped, fold_lower, is_joint, lower};
use crate::language::Language;
use crate::names::role;
use crate::stop;
use crate::words::{PieceKind, RunEnd, TextPiece, composed, pairs, pieces, unspaced};
pub use neighbours::{Clue, Tie};
use neighbours::{Gap, Reading};

/// The part of a text that is read, in bytes.
const LONGEST_TEXT: usize = 16 << 10;
/// Maximum number of tokens of an article.
pub const MOST_TOKENS: usize = 500;

/// A word as counted, and as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WordToken<'a> {
    /// The folded stem.
    pub term: &'a str,
    /// The word as written; in lower case where a capital has no meaning, in titles and at the beginning of sentences.
    pub form: &'a str,
    /// Whether the form shows if the word is written with a capital.
    pub is_sure: bool,
    /// Whether it is in the title.
    pub is_titled: bool,
    /// How it is joined to the previous token, if nothing is between them.
    pub tie: Tie,
    /// What the words around it show.
    pub clue: Clue,
}

impl<'a> WordToken<'a> {
    /// Creates a word without neighbors.
    #[must_use]
    pub fn plain(word: &'a str) -> Self {
        let (tie, clue) = (Tie::Apart, Clue::None);
        Self { term: word, form: word, is_sure: false, is_titled: false, tie, clue }
    }
}

/// A token as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Kept {
    term: String,
    form: String,
    is_sure: bool,
    is_titled: bool,
    tie: Tie,
    clue: Clue,
}

/// The words of an article.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tokens {
    /// The language, if known.
    pub language: Option<Language>,
    all: Vec<Kept>,
}

impl Tokens {
    /// Returns the tokens of an article from its title and its plain text. If these are too short to detect the
    /// language, the declared one is used.
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

    /// Like [`Tokens::of`], if the language is already known: detecting it takes longer than everything else.
    #[must_use]
    pub fn spoken(title: &str, body: &str, language: Option<Language>) -> Self {
        let mut tokens = Self { language, all: Vec::new() };
        for (text, mut reading) in [(title, Reading::of_title()), (body, Reading::of_body())] {
            let text = composed(&text[..text.floor_char_boundary(LONGEST_TEXT)]);
            for piece in pieces(&text) {
                let gap = reading.go_to(&text, piece);
                tokens.take(piece, gap, &mut reading);
                if tokens.all.len() >= MOST_TOKENS {
                    return tokens;
                }
            }
        }
        tokens
    }

    fn take(&mut self, piece: TextPiece<'_>, gap: Gap, reading: &mut Reading) {
        match piece.kind {
            PieceKind::Word => self.take_word(piece.text, gap, reading),
            PieceKind::Run => {
                reading.pass_over();
                self.take_run(piece.text, *reading);
            }
        }
    }

    fn take_word(&mut self, text: &str, gap: Gap, reading: &mut Reading) {
        let lower = lower(text);
        if !tells(&lower) {
            reading.pass_over();
        } else if stop::is_word(self.language, &lower) {
            let role = role(self.language, &lower);
            if let Some(last) = self.all.last_mut().filter(|_| reading.is_next_to_token(gap)) {
                last.clue = last.clue.before(role);
            }
            reading.pass(role);
        } else {
            let tie = reading.tie(gap);
            if let Some(last) = self.all.last_mut().filter(|_| tie != Tie::Apart) {
                last.clue = last.clue.before_token();
            }
            let (clue, is_sure) = (reading.clue(gap), reading.shows_capitals(gap));
            let term = match self.language {
                Some(language) => capped(language.stem(&lower)),
                None => capped(fold_lower(&lower)),
            };
            let written = || text.chars().filter(|c| !is_joint(*c)).collect();
            let form = capped(if is_sure { written() } else { lower });
            let is_titled = reading.is_title();
            self.all.push(Kept { term, form, is_sure, is_titled, tie, clue });
            reading.pass_token();
        }
    }

    fn take_run(&mut self, text: &str, reading: Reading) {
        let room = MOST_TOKENS - self.all.len();
        let run: Vec<char> = unspaced(text).into_iter().take(room + 1).collect();
        let mut tie = Tie::Apart;
        for pair in pairs(&run, RunEnd::Open).into_iter().filter(|_| run.len() > 1) {
            if stop::is_pair(&pair) {
                tie = Tie::Apart;
                continue;
            }
            let (term, form) = (pair.clone(), pair);
            let (is_sure, is_titled, clue) = (true, reading.is_title(), Clue::None);
            self.all.push(Kept { term, form, is_sure, is_titled, tie, clue });
            tie = Tie::Run;
        }
    }

    /// Iterates over the tokens in order.
    pub fn iter(&self) -> impl Iterator<Item = WordToken<'_>> {
        self.all.iter().map(|kept| WordToken {
            term: &kept.term,
            form: &kept.form,
            is_sure: kept.is_sure,
            is_titled: kept.is_titled,
            tie: kept.tie,
            clue: kept.clue,
        })
    }

    /// Iterates over the terms only, as needed for [`crate::topics::Model::mixture`].
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|kept| &*kept.term)
    }

    /// Returns the number of tokens.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns whether there are no tokens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

/// Whether a word may indicate a topic: at least two characters, and a letter among them.
fn tells(form: &str) -> bool {
    form.chars().nth(1).is_some() && form.chars().any(char::is_alphabetic)
}

#[cfg(test)]
mod tests;
