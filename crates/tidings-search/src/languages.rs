//! Languages of the index: which ones it has seen, and how their stems are stored.
//!
//! The plain form of every word is in the index whatever its language. If the language is known and the stem differs,
//! the stem is at the same position too, marked with the language. A user who searches does not specify a language, so
//! a word is looked up in its plain form, as the plain form of each of its stems, and as the stem in each language the
//! index has seen: "running" finds "runs" in an English article, "Häuser" finds "Haus" in a German one, and neither is
//! confused with the other.

use tidings_text::language::Language;

/// Returns a stem as it is in the index: no word begins with that character.
pub(crate) fn marked(language: Language, stem: &str) -> String {
    let mut term = String::with_capacity(stem.len() + 2);
    term.push('\u{1}');
    term.push(char::from(b'a' + language as u8));
    term.push_str(stem);
    term
}

/// A set of languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Languages(pub(crate) u32);

impl Languages {
    pub(crate) fn add(&mut self, language: Language) {
        self.0 |= 1 << language as u8;
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Language> {
        Language::all().filter(move |language| self.0 & (1 << *language as u8) != 0)
    }

    /// Returns the set of all languages.
    pub(crate) fn all() -> Self {
        let mut all = Self::default();
        Language::all().for_each(|language| all.add(language));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_set_contains_what_was_added_and_keeps_its_number() {
        let mut set = Languages::default();
        assert_eq!(set.iter().count(), 0);
        set.add(Language::German);
        set.add(Language::Danish);
        set.add(Language::German);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Language::Danish, Language::German]);
        // The numbers are committed with every index: Danish is 1, German 6, of eighteen.
        assert_eq!((set.0, Languages::all().0), (1 << 1 | 1 << 6, (1 << 18) - 1));
        assert!(Languages::all().iter().eq(Language::all()));
    }

    #[test]
    fn marked_stems_differ_from_words_and_between_languages() {
        let marked: HashSet<String> =
            Language::all().map(|language| marked(language, "run")).collect();
        assert_eq!(marked.len(), Language::all().count());
        assert!(marked.contains("\u{1}drun"), "English is the letter d");
        for term in marked {
            assert!(tidings_text::words::pieces(&term).all(|piece| piece.text != term));
        }
    }
}
