//! Languages of the index: which ones it has seen, and how stems of one stand in it.
//!
//! The plain form of every word is in the index whatever its language; where the language is known and the stem differs,
//! the stem stands at the same place too, marked with the language. A person who searches says no language, so a word is
//! looked up in its plain form, as the plain form of each of its stems, and as the stem in each language the index has seen:
//! "running" finds "runs" in an English article, "Häuser" finds "Haus" in a German one, and neither confuses the other.

use tidings_text::language::Language;

/// A stem as it stands in the index: no word begins with that character.
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

    /// Every language there is.
    pub(crate) fn all() -> Self {
        let mut all = Self::default();
        Language::all().for_each(|language| all.add(language));
        all
    }
}
