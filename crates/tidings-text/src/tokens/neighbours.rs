//! The neighbors of a word: what is between it and the previous word, and what function words around it show.

use crate::names::WordRole;
use crate::words::TextPiece;

/// How a token is joined to the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Tie {
    /// Something is between them.
    Apart,
    /// Only a space.
    Space,
    /// A hyphen.
    Hyphen,
    /// They overlap by a character, in a script without spaces.
    Run,
}

/// What the words around a token show about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clue {
    /// Nothing.
    None,
    /// It looks like a noun: an article before it and no word joined to it, or "is" after it.
    Noun,
    /// It looks like a verb: a pronoun before it, or an article after it.
    Verb,
}

impl Clue {
    /// Returns the clue once the function word after the token is known.
    pub(super) fn before(self, next: WordRole) -> Self {
        match next {
            WordRole::AfterNoun => Self::Noun,
            WordRole::BeforeNoun if self == Self::None => Self::Verb,
            _ => self,
        }
    }

    /// Returns the clue if another token follows directly: the article then belongs to that one.
    pub(super) fn before_token(self) -> Self {
        if self == Self::Noun { Self::None } else { self }
    }
}

/// What is between two pieces of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    Space,
    Hyphen,
    /// The end or the beginning of a sentence.
    Sentence,
    Other,
}

impl Gap {
    fn of(text: &str) -> Self {
        let ends =
            |c: char| matches!(c, '.' | '!' | '?' | '…' | ':' | '“' | '„' | '«' | '"' | '\n');
        match text {
            " " | "\u{a0}" => Self::Space,
            "-" | "\u{2010}" | "\u{2011}" => Self::Hyphen,
            _ if text.contains(ends) => Self::Sentence,
            _ if text.chars().all(char::is_whitespace) => Self::Space,
            _ => Self::Other,
        }
    }
}

/// What was read last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Token,
    Small(WordRole),
    Other,
}

/// The position in a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading {
    end: usize,
    last: Last,
    is_title: bool,
}

impl Reading {
    pub(super) fn of_title() -> Self {
        Self { end: 0, last: Last::Nothing, is_title: true }
    }

    pub(super) fn of_body() -> Self {
        Self { is_title: false, ..Self::of_title() }
    }

    pub(super) fn is_title(self) -> bool {
        self.is_title
    }

    /// Moves to the next piece and returns the gap before it.
    pub(super) fn go_to(&mut self, text: &str, piece: TextPiece<'_>) -> Gap {
        let gap = Gap::of(&text[self.end..piece.start]);
        self.end = piece.end();
        gap
    }

    pub(super) fn pass_token(&mut self) {
        self.last = Last::Token;
    }

    pub(super) fn pass(&mut self, small: WordRole) {
        self.last = Last::Small(small);
    }

    pub(super) fn pass_over(&mut self) {
        self.last = Last::Other;
    }

    pub(super) fn is_next_to_token(self, gap: Gap) -> bool {
        self.last == Last::Token && gap == Gap::Space
    }

    pub(super) fn tie(self, gap: Gap) -> Tie {
        match (self.last, gap) {
            (Last::Token, Gap::Space) => Tie::Space,
            (Last::Token, Gap::Hyphen) => Tie::Hyphen,
            _ => Tie::Apart,
        }
    }

    pub(super) fn clue(self, gap: Gap) -> Clue {
        match (self.last, gap) {
            (Last::Small(WordRole::BeforeNoun), Gap::Space) => Clue::Noun,
            (Last::Small(WordRole::BeforeVerb), Gap::Space) => Clue::Verb,
            _ => Clue::None,
        }
    }

    /// Whether a capital is meaningful here.
    pub(super) fn shows_capitals(self, gap: Gap) -> bool {
        !self.is_title && gap != Gap::Sentence && self.last != Last::Nothing
    }
}
