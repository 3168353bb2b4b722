//! Splits a text into words.
//!
//! Letters, digits and their marks form words; everything else separates them. Scripts without spaces between words
//! (Chinese, Japanese, Thai and related ones; also Korean, where particles are attached to nouns) are returned as runs,
//! which are used as pairs of characters.

use crate::fold::is_joint;
use unicode_normalization::char::is_combining_mark;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// How a piece is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceKind {
    /// As a word.
    Word,
    /// As pairs of characters.
    Run,
}

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextPiece<'a> {
    /// How it is used.
    pub kind: PieceKind,
    /// As written in the text.
    pub text: &'a str,
    /// Where it begins, in bytes.
    pub start: usize,
}

impl TextPiece<'_> {
    /// Returns where it ends, in bytes.
    #[must_use]
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// Iterates over the words and runs of a text, in order.
///
/// ```
/// let pieces: Vec<&str> = tidings_text::words::pieces("C++ in 東京").map(|piece| piece.text).collect();
/// assert_eq!(pieces, ["C++", "in", "東京"]);
/// ```
pub fn pieces(text: &str) -> impl Iterator<Item = TextPiece<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let (start, kind) =
            text[at..].char_indices().find_map(|(offset, c)| Some((at + offset, kind(c)?)))?;
        let mut end = start;
        for c in text[start..].chars() {
            let goes_on = match self::kind(c) {
                Some(other) => other == kind,
                None => is_joint(c),
            };
            if !goes_on {
                break;
            }
            end += c.len_utf8();
        }
        if kind == PieceKind::Word && end - start == 1 {
            end += sign(&text[end..]);
        }
        at = end;
        Some(TextPiece { kind, text: &text[start..end], start })
    })
}

/// Returns the length of the suffix that makes a letter the name of a language: C++, C#, F#.
fn sign(rest: &str) -> usize {
    let length = if rest.starts_with("++") { 2 } else { usize::from(rest.starts_with('#')) };
    let is_word = rest[length..].chars().next().and_then(kind).is_some();
    if is_word { 0 } else { length }
}

fn kind(c: char) -> Option<PieceKind> {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric().then_some(PieceKind::Word);
    }
    if !c.is_alphanumeric() && !is_combining_mark(c) {
        return None;
    }
    Some(if is_unspaced(c) { PieceKind::Run } else { PieceKind::Word })
}

fn is_unspaced(c: char) -> bool {
    matches!(c,
        // Thai, Lao, Tibetan, Burmese, Khmer
        '\u{e00}'..='\u{fff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{aa60}'..='\u{aa7f}'
        // Korean
        | '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7ff}'
        // Japanese syllables, Bopomofo, iteration marks
        | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{302f}' | '\u{3031}'..='\u{312f}' | '\u{31a0}'..='\u{31ff}'
        | '\u{ff66}'..='\u{ff9f}' | '\u{1b000}'..='\u{1b16f}'
        // Han
        | '\u{2e80}'..='\u{2fdf}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Composes letters and their accents into one character each, as in most texts: looks the same, compares better.
///
/// ```
/// assert_eq!(tidings_text::words::composed("cafe\u{301}"), "café");
/// ```
#[must_use]
pub fn composed(text: &str) -> std::borrow::Cow<'_, str> {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => text.into(),
        IsNormalized::No | IsNormalized::Maybe => text.nfc().collect::<String>().into(),
    }
}

/// Returns the characters of a run in their ordinary form: half-width katakana become full-width, marks stay.
///
/// ```
/// assert_eq!(tidings_text::words::unspaced("ﾃﾚﾋﾞ"), ['テ', 'レ', 'ビ']);
/// ```
#[must_use]
pub fn unspaced(run: &str) -> Vec<char> {
    run.chars().filter(|c| !is_joint(*c)).nfkc().collect()
}

/// Whether the end of a run is final.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    /// In an article: its last character is also indexed alone.
    Closed,
    /// In a search: more characters may follow.
    Open,
}

/// Returns the pairs of a run, one for each position.
///
/// ```
/// use tidings_text::words::{RunEnd, pairs};
/// assert_eq!(pairs(&['東', '京', '都'], RunEnd::Open), ["東京", "京都"]);
/// ```
#[must_use]
pub fn pairs(run: &[char], end: RunEnd) -> Vec<String> {
    let mut pairs: Vec<String> = run.windows(2).map(|pair| pair.iter().collect()).collect();
    if let (Some(last), true) = (run.last(), end == RunEnd::Closed || run.len() == 1) {
        pairs.push(last.to_string());
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(pieces(text).map(|piece| piece.text).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn letters_form_words() {
        check("Hello, world: don't stop-it!", &["Hello", "world", "don", "t", "stop", "it"]);
        check("x < y && z", &["x", "y", "z"]);
        check("naïve cafe\u{301} co\u{ad}op", &["naïve", "cafe\u{301}", "co\u{ad}op"]);
        check("", &[]);
        check("… — !", &[]);
    }

    #[test]
    fn programming_languages_keep_their_signs() {
        check(
            "C++, C# and F#; a+b, #tag, issue #7",
            &["C++", "C#", "and", "F#", "a", "b", "tag", "issue", "7"],
        );
        check("C#m", &["C", "m"]);
    }

    #[test]
    fn scripts_without_spaces_are_runs() {
        let runs: Vec<_> = pieces("iPhone発売 in 東京タワーで、안녕하세요 สวัสดี")
            .map(|piece| (piece.kind, piece.text))
            .collect();
        let (w, r) = (PieceKind::Word, PieceKind::Run);
        let expected = [
            (w, "iPhone"),
            (r, "発売"),
            (w, "in"),
            (r, "東京タワーで"),
            (r, "안녕하세요"),
            (r, "สวัสดี"),
        ];
        assert_eq!(runs, expected);
    }

    proptest! {
        #[test]
        fn pieces_match_the_text_at_their_position(text in "\\PC{0,60}") {
            let mut before = 0;
            for piece in pieces(&text) {
                prop_assert!(piece.start >= before && !piece.text.is_empty());
                prop_assert_eq!(&text[piece.start..piece.end()], piece.text);
                before = piece.end();
            }
        }
    }
}
