//! The neighbours of a word: what stands between it and the word before, and what small words around it tell.

use crate::names::WordRole;
use crate::words::TextPiece;

/// How a token is tied to the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Tie {
    /// Something stands between them.
    Apart,
    /// A space alone.
    Space,
    /// A hyphen.
    Hyphen,
    /// They overlap by a character, in a script without spaces.
    Run,
}

/// What the words around a token tell about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clue {
    /// Nothing.
    None,
    /// It looks like a noun: an article before it and no word tied to it, or "is" after it.
    Noun,
    /// It looks like a verb: a pronoun before it, or an article after it.
    Verb,
}

impl Clue {
    /// The same when it is known which small word comes next.
    pub(super) fn before(self, next: WordRole) -> Self {
        match next {
            WordRole::AfterNoun => Self::Noun,
            WordRole::BeforeNoun if self == Self::None => Self::Verb,
            _ => self,
        }
    }

    /// The same when another token follows at once: what the article meant is that one.
    pub(super) fn before_token(self) -> Self {
        if self == Self::Noun { Self::None } else { self }
    }
}

/// What stands between two pieces of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    Space,
    Hyphen,
    /// The end of a sentence, or its beginning.
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

/// How far a text is read.
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

    /// What stands before the next piece.
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

    /// Whether a capital here means something.
    pub(super) fn shows_capitals(self, gap: Gap) -> bool {
        !self.is_title && gap != Gap::Sentence && self.last != Last::Nothing
    }
}
