//! Which words can name a topic: nouns, as far as the words around them show, and no words that could be in any
//! article.

use crate::language::Language;
use crate::tokens::Tokens;
use std::collections::HashSet;
use std::sync::LazyLock;

/// What a function word shows about its neighbors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordRole {
    /// A noun, or an attribute of one, comes after it: articles and prepositions.
    BeforeNoun,
    /// A verb comes after it: pronouns, "to", "not".
    BeforeVerb,
    /// A noun comes before it: "is", "have".
    AfterNoun,
    /// Nothing.
    None,
}

use Language::{Dutch, English, French, German, Italian, Spanish};

/// By language: words before nouns, words before verbs, words after nouns.
const SMALL: [(Language, &str, &str, &str); 6] = [
    (
        English,
        "the a an this that these those my our your his her its their no each some any both of for with in on at by from \
         between about into under over against during through",
        "to i we you they he she it who not don didn doesn can will",
        "is are was were has have had",
    ),
    (
        German,
        "der die das den dem des ein eine einen einem einer eines kein keine keinen dieser diese dieses unser unsere ihre \
         ihren seine seinen von mit für in im auf aus bei zum zur über gegen ohne",
        "ich wir du ihr er sie es man nicht zu",
        "ist sind war waren hat haben hatte wird werden",
    ),
    (
        French,
        "le la les l un une des du de d ce cet cette ces mon ma mes son sa ses notre nos votre vos leur leurs aux au dans sur",
        "je tu il elle nous vous ils elles on ne n se s qui pas",
        "est sont était étaient a ont avait sera",
    ),
    (
        Dutch,
        "de het een deze dit die dat mijn haar hun ons onze geen van met voor in op bij uit over",
        "te ik jij hij zij wij ze we je niet wil kan zal",
        "is zijn was waren heeft hebben had wordt werd",
    ),
    (
        Spanish,
        "el la los las un una unos unas este esta estos estas del al de en con su sus",
        "yo no se que nos",
        "es son era fue ha han",
    ),
    (
        Italian,
        "il lo la i gli le un uno una del della dei delle nel nella di in con questo questa",
        "io non si che ci",
        "è sono era ha hanno",
    ),
];

/// Returns what a word in lower case shows about its neighbors.
///
/// ```
/// use tidings_text::{language::Language, names::{WordRole, role}};
/// assert_eq!(role(Some(Language::English), "the"), WordRole::BeforeNoun);
/// assert_eq!(role(Some(Language::English), "they"), WordRole::BeforeVerb);
/// assert_eq!(role(None, "the"), WordRole::None);
/// ```
#[must_use]
pub fn role(language: Option<Language>, lower: &str) -> WordRole {
    let Some(row) = SMALL.iter().find(|row| Some(row.0) == language) else { return WordRole::None };
    let has = |words: &str| words.split_ascii_whitespace().any(|word| word == lower);
    if has(row.1) {
        WordRole::BeforeNoun
    } else if has(row.2) {
        WordRole::BeforeVerb
    } else if has(row.3) {
        WordRole::AfterNoun
    } else {
        WordRole::None
    }
}

/// Words of English, German, French and Dutch that could be in any article, grouped by kind.
const FILLERS: &str = include_str!("names/fillers.txt");
/// Names of days and months in the same languages: they are written like names, but name no topic.
const CALENDAR: &str = include_str!("names/calendar.txt");

static LISTS: LazyLock<[HashSet<&'static str>; 2]> =
    LazyLock::new(|| [FILLERS, CALENDAR].map(|text| text.split_whitespace().collect()));

/// What sites write around their articles in the same languages, one word or phrase per line.
const BOILERPLATE: &str = include_str!("names/boilerplate.txt");

static AROUND: LazyLock<Vec<String>> =
    LazyLock::new(|| BOILERPLATE.lines().map(|line| format!(" {line} ")).collect());

/// Returns whether a word or phrase contains what sites write around their articles, such as "read more" or "comments".
///
/// ```
/// use tidings_text::names::is_boilerplate;
/// assert!(is_boilerplate("Read more") && is_boilerplate("weekly newsletter"));
/// assert!(!is_boilerplate("night trains") && !is_boilerplate("commentary"));
/// ```
#[must_use]
pub fn is_boilerplate(phrase: &str) -> bool {
    let padded = format!(" {} ", crate::fold::lower(phrase).replace('-', " "));
    AROUND.iter().any(|entry| padded.contains(entry))
}

/// Returns whether the name of a topic tells a person what its articles are about: it is a phrase or one noun, without
/// fillers and boilerplate. A list of words, which a topic gets if it has no good phrase, does not.
///
/// ```
/// use tidings_text::names::is_telling;
/// assert!(is_telling("Night trains") && is_telling("New York"));
/// assert!(!is_telling("Know, slow") && !is_telling("Know") && !is_telling("Comments") && !is_telling(""));
/// ```
#[must_use]
pub fn is_telling(name: &str) -> bool {
    let mut words = name.split([' ', '-']);
    let is_said = !name.trim().is_empty() && !name.contains(',') && !is_boilerplate(name);
    // The first word of a name has a capital anyway; on its own it must not be a filler in lower case either.
    let is_lone_filler = words.clone().count() == 1 && is_filler(&crate::fold::lower(name));
    is_said && !is_lone_filler && !words.any(is_filler)
}

/// Returns whether a word could be in any article, so that no topic is named after it. A capital inside a sentence
/// shows a name: then only days and months are fillers.
///
/// ```
/// use tidings_text::names::is_filler;
/// assert!(is_filler("know") && is_filler("Monday") && is_filler("new") && is_filler("And"));
/// assert!(!is_filler("New") && !is_filler("bridge"));
/// ```
#[must_use]
pub fn is_filler(written: &str) -> bool {
    let lower = crate::fold::lower(written);
    // English function words occur in texts whose language is unknown.
    let is_small = crate::stop::is_word(Some(English), &lower);
    is_small || LISTS[1].contains(&*lower) || LISTS[0].contains(written)
}

/// Returns whether an article contains all words of a name, in any form: then a person recognizes it in that name.
///
/// ```
/// use tidings_text::{names::mentions, tokens::Tokens};
/// let article = Tokens::of("By night to Malton", "The train has twelve coaches.", Some("en"));
/// assert!(mentions(&article, "Night trains"));
/// assert!(!mentions(&article, "Night buses") && !mentions(&article, ""));
/// ```
#[must_use]
pub fn mentions(article: &Tokens, name: &str) -> bool {
    let name = Tokens::spoken(name, "", article.language);
    let mut words = name.terms();
    name.terms().next().is_some() && words.all(|word| article.terms().any(|term| term == word))
}

/// Whether the function words of a language are known.
pub(crate) fn has_small_words(language: Option<Language>) -> bool {
    SMALL.iter().any(|row| Some(row.0) == language)
}

/// Whether a written word can be a noun by its form: not by its ending in English, by its capital in German, and by
/// more than syllables in Japanese.
pub(crate) fn may_be_noun(language: Option<Language>, written: &str) -> bool {
    let looks = match language {
        Some(English) => {
            let is_adverb = written.ends_with("ly") && written.len() > 6;
            let is_participle = written.ends_with("ed") && !written.ends_with("eed");
            !(is_adverb || is_participle && written.len() > 4)
        }
        Some(German) => written.chars().next().is_some_and(char::is_uppercase),
        _ => true,
    };
    looks
        && !is_filler(written)
        && !is_boilerplate(written)
        && !has_endings(written)
        && written.chars().count() > 1
}

/// Whether a text contains the syllables with which Japanese writes endings and particles.
pub(crate) fn has_endings(text: &str) -> bool {
    text.chars().any(|c| ('\u{3041}'..='\u{309f}').contains(&c))
}

/// Returns a phrase as a name: with a capital first letter, unless its first word has a capital further on, as in
/// "iPhone".
///
/// ```
/// use tidings_text::names::in_sentence_case;
/// assert_eq!(in_sentence_case("night trains"), "Night trains");
/// assert_eq!(in_sentence_case("iPhone sales"), "iPhone sales");
/// ```
#[must_use]
pub fn in_sentence_case(phrase: &str) -> String {
    let first_word = phrase.split([' ', '-']).next().unwrap_or_default();
    let mut letters = phrase.chars();
    match letters.next() {
        Some(first) if !first_word.chars().any(char::is_uppercase) => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => phrase.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_word_has_one_role() {
        for (language, before_nouns, before_verbs, after_nouns) in SMALL {
            let all = [before_nouns, before_verbs, after_nouns];
            let words: Vec<&str> = all.iter().flat_map(|words| words.split_whitespace()).collect();
            let different: HashSet<&str> = words.iter().copied().collect();
            assert_eq!(words.len(), different.len(), "{language:?}");
        }
    }

    #[test]
    fn lists_are_in_lower_case() {
        let lines = BOILERPLATE.lines();
        for word in FILLERS.split_whitespace().chain(CALENDAR.split_whitespace()).chain(lines) {
            assert_eq!(crate::fold::lower(word), word);
        }
    }

    #[test]
    fn boilerplate_is_found_as_whole_words_in_any_case() {
        for phrase in [
            "Comments",
            "read more",
            "Read-more",
            "continue reading",
            "free newsletter",
            "Weiterlesen",
            "la suite",
            "Nieuwsbrief",
        ] {
            assert!(is_boilerplate(phrase), "{phrase}");
        }
        for phrase in ["commentary", "thread morel", "reading", "night trains", "clicker", ""] {
            assert!(!is_boilerplate(phrase), "{phrase}");
        }
    }

    #[test]
    fn word_lists_fillers_and_boilerplate_are_not_telling() {
        for name in
            ["Night trains", "Bridge", "New York", "iPhone sales", "東京都", "Zero-sum games"]
        {
            assert!(is_telling(name), "{name}");
        }
        for name in
            ["", " ", "Rain, mud", "Know", "The bridge", "Monday", "Bridge the", "Read more"]
        {
            assert!(!is_telling(name), "{name}");
        }
    }

    #[test]
    fn function_words_have_a_role_only_in_their_language() {
        use WordRole::{AfterNoun, BeforeNoun, BeforeVerb, None as Nothing};
        for (language, word, expected) in [
            (English, "the", BeforeNoun),
            (English, "to", BeforeVerb),
            (English, "were", AfterNoun),
            (English, "bridge", Nothing),
            (English, "The", Nothing),
            (German, "die", BeforeNoun),
            (German, "nicht", BeforeVerb),
            (German, "wird", AfterNoun),
            // The same letters mean something else in another language.
            (Dutch, "die", BeforeNoun),
            (English, "die", Nothing),
            (French, "l", BeforeNoun),
            (French, "était", AfterNoun),
            (Spanish, "no", BeforeVerb),
            (English, "no", BeforeNoun),
            (Italian, "è", AfterNoun),
            (Language::Swedish, "en", Nothing),
        ] {
            assert_eq!(role(Some(language), word), expected, "{language:?} {word}");
        }
    }

    #[test]
    fn adverbs_participles_and_fillers_are_not_nouns() {
        let check = |language, word: &str, expected: bool| {
            assert_eq!(may_be_noun(language, word), expected, "{language:?} {word}");
        };
        for (word, expected) in [
            ("bridge", true),
            ("kneaded", false),
            ("speed", true),
            ("seed", true),
            ("shed", true),
            ("slightly", false),
            ("family", true),
            ("know", false),
            ("New", true),
            ("new", false),
            ("March", false),
            ("x", false),
            ("", false),
        ] {
            check(Some(English), word, expected);
        }
        for (word, expected) in [
            ("Brücke", true),
            ("brücke", false),
            ("Über", true),
            ("über", false),
            ("Montag", false),
        ] {
            check(Some(German), word, expected);
        }
        // Other languages have no such endings; in Japanese, syllables show them.
        for (word, expected) in
            [("kneaded", true), ("brücke", true), ("東京", true), ("走る", false), ("カナ", true)]
        {
            check(None, word, expected);
        }
    }

    #[test]
    fn days_and_months_are_fillers_in_any_case_and_others_in_lower_case() {
        for word in
            ["Monday", "MONDAY", "monday", "août", "Août", "maart", "the", "The", "THE", "said"]
        {
            assert!(is_filler(word), "{word}");
        }
        for word in ["Said", "York", "Brücke", "", "mondaymorning"] {
            assert!(!is_filler(word), "{word}");
        }
    }

    #[test]
    fn names_begin_with_a_capital_unless_the_first_word_has_one() {
        for (phrase, expected) in [
            ("night trains", "Night trains"),
            ("iPhone sales", "iPhone sales"),
            ("sales of iPhones", "Sales of iPhones"),
            ("zero-Day", "Zero-Day"),
            ("écoles", "Écoles"),
            ("ßharp", "SSharp"),
            ("ελλάδα", "Ελλάδα"),
            ("東京", "東京"),
            ("3d printers", "3d printers"),
            ("", ""),
        ] {
            assert_eq!(in_sentence_case(phrase), expected);
        }
    }

    #[test]
    fn six_languages_have_function_words() {
        let with: Vec<Language> =
            Language::all().filter(|language| has_small_words(Some(*language))).collect();
        assert_eq!(with, [Dutch, English, French, German, Italian, Spanish]);
        assert!(!has_small_words(None));
    }
}
