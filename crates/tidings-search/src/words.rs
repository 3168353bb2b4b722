//! Splitting: which pieces of a text are words.
//!
//! Letters, digits and their marks make words; everything else parts them. Scripts that write no spaces between words
//! (Chinese, Japanese, Thai and their neighbours; Korean too, where particles cling to nouns) come as runs, which are searched
//! by pairs of characters.

use crate::fold::is_joint;
use unicode_normalization::char::is_combining_mark;

/// How a piece is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// As a word.
    Word,
    /// By pairs of characters.
    Run,
}

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece<'a> {
    pub(crate) kind: Kind,
    /// As it stands in the text.
    pub(crate) text: &'a str,
    /// Where it begins, in bytes.
    pub(crate) start: usize,
}

impl Piece<'_> {
    pub(crate) fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The words and runs of a text, from left to right.
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
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
        if kind == Kind::Word && end - start == 1 {
            end += sign(&text[end..]);
        }
        at = end;
        Some(Piece { kind, text: &text[start..end], start })
    })
}

/// The length of what makes a letter the name of a language: C++, C#, F#.
fn sign(rest: &str) -> usize {
    let length = if rest.starts_with("++") { 2 } else { usize::from(rest.starts_with('#')) };
    let is_word = rest[length..].chars().next().and_then(kind).is_some();
    if is_word { 0 } else { length }
}

fn kind(c: char) -> Option<Kind> {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric().then_some(Kind::Word);
    }
    if !c.is_alphanumeric() && !is_combining_mark(c) {
        return None;
    }
    Some(if is_unspaced(c) { Kind::Run } else { Kind::Word })
}

fn is_unspaced(c: char) -> bool {
    matches!(c,
        // Thai, Lao, Tibetan, Burmese, Khmer
        '\u{e00}'..='\u{fff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{aa60}'..='\u{aa7f}'
        // Korean
        | '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7ff}'
        // Japanese syllables, Bopomofo, marks of repetition
        | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{302f}' | '\u{3031}'..='\u{312f}' | '\u{31a0}'..='\u{31ff}'
        | '\u{ff66}'..='\u{ff9f}' | '\u{1b000}'..='\u{1b16f}'
        // Han
        | '\u{2e80}'..='\u{2fdf}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(pieces(text).map(|piece| piece.text).collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn words_end_where_letters_end() {
        check("Hello, world: don't stop-it!", &["Hello", "world", "don", "t", "stop", "it"]);
        check("x < y && z", &["x", "y", "z"]);
        check("naïve cafe\u{301} co\u{ad}op", &["naïve", "cafe\u{301}", "co\u{ad}op"]);
        check("", &[]);
        check("… — !", &[]);
    }

    #[test]
    fn languages_keep_their_signs() {
        check(
            "C++, C# and F#; a+b, #tag, issue #7",
            &["C++", "C#", "and", "F#", "a", "b", "tag", "issue", "7"],
        );
        check("C#m", &["C", "m"]);
    }

    #[test]
    fn scripts_without_spaces_come_as_runs() {
        let runs: Vec<_> = pieces("iPhone発売 in 東京タワーで、안녕하세요 สวัสดี")
            .map(|piece| (piece.kind, piece.text))
            .collect();
        let (w, r) = (Kind::Word, Kind::Run);
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
        fn pieces_are_what_the_text_holds_there(text in "\\PC{0,60}") {
            let mut before = 0;
            for piece in pieces(&text) {
                prop_assert!(piece.start >= before && !piece.text.is_empty());
                prop_assert_eq!(&text[piece.start..piece.end()], piece.text);
                before = piece.end();
            }
        }
    }
}
