//! What is known about a word: in how many documents it is, how it is written, and whether it looks like a noun.

use crate::language::Language;
use crate::names::{has_small_words, may_be_noun};
use crate::tokens::{Clue, Tie, WordToken};

/// Maximum number of written forms counted per word.
const MOST_FORMS: usize = 4;

/// What is known about a word.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) documents: u32,
    /// The last document with it, so that none counts twice.
    last: u32,
    /// The language of the first document with it, and the number of documents in that language.
    pub(super) home: u8,
    pub(super) at_home: u32,
    forms: Vec<Form>,
    /// How often its neighbors indicated a noun, and a verb.
    nouns: u32,
    verbs: u32,
    /// Number of documents with it in the title.
    titled: u32,
    last_titled: u32,
}

/// A written form of a word.
#[derive(Debug, Clone)]
struct Form {
    text: Box<str>,
    n: u32,
    /// How often it showed whether it has a capital.
    sure: u32,
}

impl Form {
    /// Returns its weight: an occurrence that shows the capitalization counts more than one that cannot.
    fn weight(&self) -> u32 {
        self.n + 3 * self.sure
    }
}

/// How a token is joined and written: its tie in two bits, the number of its form in two, whether that is sure, whether
/// it is in the title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark(u8);

impl Mark {
    pub(super) fn new(token: &WordToken<'_>, slot: usize) -> Self {
        let (sure, titled) = (u8::from(token.is_sure), u8::from(token.is_titled));
        Self(token.tie as u8 | (slot as u8) << 2 | sure << 4 | titled << 5)
    }

    pub(super) fn tie(self) -> Tie {
        [Tie::Apart, Tie::Space, Tie::Hyphen, Tie::Run][usize::from(self.0 & 3)]
    }

    pub(super) fn slot(self) -> usize {
        usize::from(self.0 >> 2 & 3)
    }

    pub(super) fn is_sure(self) -> bool {
        self.0 >> 4 & 1 == 1
    }

    pub(super) fn is_titled(self) -> bool {
        self.0 >> 5 & 1 == 1
    }
}

/// Whether a word may be a name.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Noun {
    /// As written in a name.
    pub(super) form: Box<str>,
    /// Whether it can be a name on its own.
    pub(super) is_alone: bool,
    /// Whether it can end a phrase.
    pub(super) ends_phrase: bool,
    /// Number of documents with it in the title.
    pub(super) titled: u32,
}

impl Seen {
    /// Creates a word that first occurs in this language.
    pub(super) fn new(tongue: usize) -> Self {
        Self {
            documents: 0,
            last: u32::MAX,
            home: tongue as u8,
            at_home: 0,
            forms: Vec::new(),
            nouns: 0,
            verbs: 0,
            titled: 0,
            last_titled: u32::MAX,
        }
    }

    /// Forgets its counts, because too few documents contain it.
    pub(super) fn forget(&mut self) {
        self.documents = 0;
        self.forms = Vec::new();
    }

    /// Counts a token, and returns the number of its form.
    pub(super) fn see(&mut self, document: u32, tongue: usize, token: &WordToken<'_>) -> usize {
        if self.last != document {
            self.last = document;
            self.documents += 1;
            self.at_home += u32::from(tongue == self.home as usize);
        }
        if token.is_titled && self.last_titled != document {
            self.last_titled = document;
            self.titled += 1;
        }
        self.nouns += u32::from(token.clue == Clue::Noun);
        self.verbs += u32::from(token.clue == Clue::Verb);
        let slot = self.slot(token.form);
        self.forms[slot].n += 1;
        self.forms[slot].sure += u32::from(token.is_sure);
        slot
    }

    /// Returns the index of a written form among those that are counted.
    fn slot(&mut self, written: &str) -> usize {
        if let Some(known) = self.forms.iter().position(|form| *form.text == *written) {
            return known;
        }
        if self.forms.len() < MOST_FORMS {
            self.forms.push(Form { text: written.into(), n: 0, sure: 0 });
            return self.forms.len() - 1;
        }
        // A frequent form eventually keeps its slot.
        let least = self.forms.iter().enumerate().min_by_key(|(_, form)| form.n);
        let slot = least.map_or(0, |(slot, _)| slot);
        self.forms[slot].text = written.into();
        slot
    }

    /// Returns the most frequent written form.
    pub(super) fn form(&self, term: &str) -> Box<str> {
        let weights = |form: &Form| (form.weight(), std::cmp::Reverse(form.text.clone()));
        let best = self.forms.iter().max_by_key(|form| weights(form));
        best.map_or_else(|| term.into(), |form| form.text.clone())
    }

    pub(super) fn written(&self, slot: usize) -> &str {
        self.forms.get(slot).map_or("", |form| &form.text)
    }

    /// Returns its properties as a name.
    pub(super) fn noun(&self) -> Noun {
        let form = self.in_names();
        let language = Language::all().nth(self.home as usize);
        let may_be = may_be_noun(language, &form);
        // Without known function words, nothing shows what a word is, and any phrase is allowed.
        let has_clues = has_small_words(language);
        let is_pair = language.is_none() && form.chars().count() == 2 && !form.is_ascii();
        let is_noun = |at_least: u32| self.nouns > 0 && 2 * self.nouns >= at_least * self.verbs;
        Noun {
            is_alone: may_be && (is_noun(3) || !has_clues),
            ends_phrase: may_be && if has_clues { is_noun(2) } else { is_pair },
            titled: self.titled,
            form,
        }
    }

    /// Returns the form for a name: the plural if it is common, since topics are about things in general and not about
    /// one of them.
    fn in_names(&self) -> Box<str> {
        let best = self.form("");
        let usual = self.forms.iter().map(Form::weight).max().unwrap_or(0);
        let plural = self.forms.iter().find(|form| *form.text == *format!("{best}s"));
        let plural = plural.filter(|form| 4 * form.weight() >= usual);
        plural.map_or(best, |form| form.text.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a word that was written in these forms, inside sentences, with these clues.
    fn seen(forms: &[(&str, u32)], clues: &[(Clue, u32)]) -> Seen {
        let mut seen = Seen::new(Language::English as usize);
        let mut document = 0;
        for (form, clue, n) in forms
            .iter()
            .map(|(form, n)| (*form, Clue::None, *n))
            .chain(clues.iter().map(|(clue, n)| (forms[0].0, *clue, *n)))
        {
            for _ in 0..n {
                document += 1;
                let token = WordToken { is_sure: true, clue, ..WordToken::plain(form) };
                seen.see(document, Language::English as usize, &token);
            }
        }
        seen
    }

    #[test]
    fn names_are_plural_if_articles_use_the_plural() {
        assert_eq!(&*seen(&[("train", 10), ("trains", 4)], &[]).noun().form, "trains");
        assert_eq!(&*seen(&[("council", 30), ("councils", 2)], &[]).noun().form, "council");
        assert_eq!(&*seen(&[("PostgreSQL", 3), ("postgresql", 1)], &[]).noun().form, "PostgreSQL");
    }

    #[test]
    fn neighbors_distinguish_nouns_from_verbs() {
        let alone = |form, clues: &[(Clue, u32)]| seen(&[(form, 9)], clues).noun().is_alone;
        assert!(alone("bridge", &[(Clue::Noun, 3), (Clue::Verb, 1)]));
        assert!(!alone("bake", &[(Clue::Noun, 1), (Clue::Verb, 5)]));
        assert!(!alone("bridge", &[]), "there are no clues");
        assert!(!alone("measured", &[(Clue::Noun, 3)]), "a participle");
        assert!(!alone("know", &[(Clue::Noun, 3)]), "a filler");
    }

    #[test]
    fn a_mark_keeps_its_parts() {
        for tie in [Tie::Apart, Tie::Space, Tie::Hyphen, Tie::Run] {
            for slot in 0..MOST_FORMS {
                for (is_sure, is_titled) in [(true, false), (false, true)] {
                    let token = WordToken { tie, is_sure, is_titled, ..WordToken::plain("x") };
                    let mark = Mark::new(&token, slot);
                    let kept = (mark.tie(), mark.slot(), mark.is_sure(), mark.is_titled());
                    assert_eq!(kept, (tie, slot, is_sure, is_titled));
                }
            }
        }
    }

    /// Creates a word with only written forms, one per document.
    fn written(forms: &[&str]) -> Seen {
        let mut seen = Seen::new(Language::English as usize);
        for (document, form) in forms.iter().enumerate() {
            seen.see(document as u32, Language::English as usize, &WordToken::plain(form));
        }
        seen
    }

    #[test]
    fn a_document_counts_once_per_word() {
        let (english, german) = (Language::English as usize, Language::German as usize);
        let mut seen = Seen::new(english);
        let titled = WordToken { is_titled: true, ..WordToken::plain("rain") };
        for (document, tongue, token) in [
            (0, english, titled),
            (0, english, titled),
            (0, english, WordToken::plain("rain")),
            (1, german, WordToken::plain("rain")),
            (1, german, titled),
            (2, english, WordToken::plain("rain")),
        ] {
            seen.see(document, tongue, &token);
        }
        assert_eq!((seen.documents, seen.at_home, seen.titled), (3, 2, 2));
        seen.forget();
        assert_eq!((seen.documents, &*seen.form("rain"), seen.written(0)), (0, "rain", ""));
    }

    #[test]
    fn the_most_frequent_form_wins_and_ties_are_alphabetical() {
        let form = |forms: &[&str]| written(forms).form("term").to_string();
        assert_eq!(form(&["web", "Web", "Web"]), "Web");
        assert_eq!(form(&["web", "Web"]), "Web");
        assert_eq!(form(&["webs", "web"]), "web");
        assert_eq!(form(&[]), "term");
        // A sure one has the weight of four that are not.
        let and_sure = |n: usize| {
            let mut seen = written(&vec!["web"; n]);
            seen.see(99, 0, &WordToken { is_sure: true, ..WordToken::plain("Web") });
            seen.form("").to_string()
        };
        assert_eq!((and_sure(4), and_sure(5)), ("Web".to_owned(), "web".to_owned()));
    }

    #[test]
    fn four_forms_are_counted_and_the_rarest_is_replaced() {
        let seen = written(&["a", "a", "b", "b", "c", "c", "d", "e", "e", "e", "a"]);
        let slots: Vec<&str> = (0..5).map(|slot| seen.written(slot)).collect();
        assert_eq!(slots, ["a", "b", "c", "e", ""]);
        // It inherits the count of the form it replaced: one and three.
        assert_eq!(&*seen.form(""), "e");
    }

    #[test]
    fn without_clues_only_pairs_of_characters_end_phrases() {
        let noun = |form: &str, tongue: usize| {
            let mut seen = Seen::new(tongue);
            seen.see(0, tongue, &WordToken::plain(form));
            let noun = seen.noun();
            (noun.is_alone, noun.ends_phrase)
        };
        let nowhere = 31;
        assert_eq!(noun("東京", nowhere), (true, true));
        assert_eq!(noun("東京都", nowhere), (true, false));
        assert_eq!(noun("の駅", nowhere), (false, false), "an ending");
        assert_eq!(noun("ab", nowhere), (true, false));
        assert_eq!(noun("silta", Language::Finnish as usize), (true, false));
        assert_eq!(noun("bridge", Language::English as usize), (false, false));
    }

    /// Three noun clues to two verb clues are enough for a name on its own, one to one for the end of a phrase.
    #[test]
    fn single_names_need_more_noun_clues_than_phrases() {
        let noun = |nouns, verbs| {
            let noun = seen(&[("bridge", 1)], &[(Clue::Noun, nouns), (Clue::Verb, verbs)]).noun();
            (noun.is_alone, noun.ends_phrase)
        };
        assert_eq!(noun(3, 2), (true, true));
        assert_eq!(noun(5, 4), (false, true));
        assert_eq!(noun(4, 4), (false, true));
        assert_eq!(noun(4, 5), (false, false));
        assert_eq!(noun(0, 0), (false, false));
    }

    #[test]
    fn plurals_are_used_from_a_quarter_on() {
        let form =
            |singular, plural| seen(&[("train", singular), ("trains", plural)], &[]).noun().form;
        assert_eq!((&*form(12, 3), &*form(13, 3)), ("trains", "train"));
    }
}
