//! Languages: detection, and stemming.
//!
//! Words are stemmed before accents are folded, because the rules of French and German need them.

use crate::fold::{LONGEST_WORD, capped, fold_lower};
use frostem::{Algorithm, Stemmer};
use whatlang::Lang;

/// Maximum number of characters used to detect a language: enough to be certain, few enough to be fast.
const SAMPLE: usize = 360;

/// A language with a stemmer. The numbers are part of stored formats: new languages are added at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "their names say what they are")]
pub enum Language {
    Arabic,
    Danish,
    Dutch,
    English,
    Finnish,
    French,
    German,
    Greek,
    Hungarian,
    Italian,
    Norwegian,
    Portuguese,
    Romanian,
    Russian,
    Spanish,
    Swedish,
    Tamil,
    Turkish,
}

use Language::{
    Arabic, Danish, Dutch, English, Finnish, French, German, Greek, Hungarian, Italian, Norwegian,
    Portuguese, Romanian, Russian, Spanish, Swedish, Tamil, Turkish,
};

/// Each language with its algorithm, its name in the detector, and its BCP 47 tag.
const LANGUAGES: [(Language, Algorithm, Lang, &str); 18] = [
    (Arabic, Algorithm::Arabic, Lang::Ara, "ar"),
    (Danish, Algorithm::Danish, Lang::Dan, "da"),
    (Dutch, Algorithm::Dutch, Lang::Nld, "nl"),
    (English, Algorithm::English, Lang::Eng, "en"),
    (Finnish, Algorithm::Finnish, Lang::Fin, "fi"),
    (French, Algorithm::French, Lang::Fra, "fr"),
    (German, Algorithm::German, Lang::Deu, "de"),
    (Greek, Algorithm::Greek, Lang::Ell, "el"),
    (Hungarian, Algorithm::Hungarian, Lang::Hun, "hu"),
    (Italian, Algorithm::Italian, Lang::Ita, "it"),
    (Norwegian, Algorithm::Norwegian, Lang::Nob, "no"),
    (Portuguese, Algorithm::Portuguese, Lang::Por, "pt"),
    (Romanian, Algorithm::Romanian, Lang::Ron, "ro"),
    (Russian, Algorithm::Russian, Lang::Rus, "ru"),
    (Spanish, Algorithm::Spanish, Lang::Spa, "es"),
    (Swedish, Algorithm::Swedish, Lang::Swe, "sv"),
    (Tamil, Algorithm::Tamil, Lang::Tam, "ta"),
    (Turkish, Algorithm::Turkish, Lang::Tur, "tr"),
];

impl Language {
    /// Returns the language of a text: the detected one if the detection is reliable, otherwise the declared one.
    /// Sources declare "en" for everything; short texts cannot be detected reliably. If neither gives an answer, a text
    /// with only plain letters counts as English: a wrong stem is stored next to the word and does no harm, a missing
    /// one loses hits.
    ///
    /// ```
    /// use tidings_text::language::Language;
    /// assert_eq!(Language::of("Rust 1.95", "", Some("de")), Some(Language::German));
    /// ```
    #[must_use]
    pub fn of(title: &str, body: &str, declared: Option<&str>) -> Option<Self> {
        let mut sample = String::with_capacity(2 * SAMPLE);
        sample.extend(title.chars().take(SAMPLE / 2));
        sample.push('\n');
        sample.extend(body.chars().take(SAMPLE));
        match whatlang::detect(&sample).filter(whatlang::Info::is_reliable) {
            // A language detected reliably but without a stemmer has no stems.
            Some(info) => LANGUAGES.iter().find(|row| row.2 == info.lang()).map(|row| row.0),
            None => declared.and_then(Self::from_tag).or(sample.is_ascii().then_some(English)),
        }
    }

    /// Iterates over every language, in the order of the numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        LANGUAGES.iter().map(|row| row.0)
    }

    /// Returns its BCP 47 tag.
    #[must_use]
    pub fn tag(self) -> &'static str {
        LANGUAGES[self as usize].3
    }

    /// Returns the language of a BCP 47 tag, whatever its region or script.
    ///
    /// ```
    /// use tidings_text::language::Language;
    /// assert_eq!(Language::from_tag("de-AT"), Some(Language::German));
    /// ```
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        let primary = if primary == "nb" || primary == "nn" { "no" } else { &primary };
        LANGUAGES.iter().find(|row| row.3 == primary).map(|row| row.0)
    }

    /// Returns the folded stem of a word in lower case.
    ///
    /// ```
    /// use tidings_text::language::Language;
    /// assert_eq!(Language::German.stem("häuser"), Language::German.stem("hauses"));
    /// ```
    #[must_use]
    pub fn stem(self, lower: &str) -> String {
        if lower.chars().count() > LONGEST_WORD {
            return capped(fold_lower(lower));
        }
        fold_lower(&Stemmer::new(LANGUAGES[self as usize].1).stem(lower))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_table_is_in_the_order_of_the_numbers() {
        for (number, row) in LANGUAGES.iter().enumerate() {
            assert_eq!(row.0 as usize, number);
        }
        assert!(Language::all().eq(LANGUAGES.iter().map(|row| row.0)));
    }

    #[test]
    fn languages_are_detected_or_declared() {
        let german = "Die Bundesregierung hat am Mittwoch beschlossen, dass die neuen Regeln für alle gelten sollen.";
        assert_eq!(Language::of("Neue Regeln", german, Some("en-us")), Some(German));
        assert_eq!(Language::of("Rust 1.95", "", Some("en-GB")), Some(English));
        assert_eq!(Language::of("Rust 1.95", "", None), Some(English));
        assert_eq!(Language::of("Öl", "", None), None);
        assert_eq!(Language::of("x", "", Some("nb-NO")), Some(Norwegian));
        let ukrainian = "Україна та її народ щодня працюють заради перемоги, їхні зусилля не марні, і це ще не кінець.";
        assert_eq!(Language::of("", ukrainian, Some("en")), None);
    }

    #[test]
    fn forms_of_a_word_have_the_same_stem() {
        let same = |language: Language, a: &str, b: &str| {
            assert_eq!(language.stem(a), language.stem(b), "{a} {b}");
        };
        same(English, "running", "runs");
        same(German, "häuser", "hauses");
        same(French, "aimées", "aimer");
        same(Russian, "книги", "книгу");
        same(Spanish, "canciones", "canción");
    }

    #[test]
    fn tags_are_matched_by_their_first_part() {
        for (tag, expected) in [
            ("en", Some(English)),
            ("EN-us", Some(English)),
            ("de_AT", Some(German)),
            ("pt-Latn-BR", Some(Portuguese)),
            ("nb", Some(Norwegian)),
            ("nn-NO", Some(Norwegian)),
            ("no", Some(Norwegian)),
            ("zh-CN", None),
            ("eng", None),
            ("e", None),
            ("", None),
            ("-en", None),
            (" en", None),
            ("ＥＮ", None),
        ] {
            assert_eq!(Language::from_tag(tag), expected, "{tag:?}");
        }
        for language in Language::all() {
            assert_eq!(Language::from_tag(language.tag()), Some(language));
        }
    }

    /// The first article of the Universal Declaration of Human Rights, the beginning in each language.
    #[test]
    fn a_sentence_is_detected_whatever_is_declared() {
        for (expected, text) in [
            (
                Arabic,
                "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق، وقد وهبوا عقلاً وضميرًا وعليهم أن يعامل بعضهم بعضًا بروح الإخاء.",
            ),
            (
                Dutch,
                "Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met verstand en geweten, en behoren zich jegens elkander in een geest van broederschap te gedragen.",
            ),
            (
                English,
                "All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.",
            ),
            (
                Finnish,
                "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä.",
            ),
            (
                French,
                "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité.",
            ),
            (
                German,
                "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen.",
            ),
            (
                Greek,
                "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
            ),
            (
                Hungarian,
                "Minden emberi lény szabadon születik és egyenlő méltósága és joga van. Az emberek, ésszel és lelkiismerettel bírván, egymással szemben testvéri szellemben kell hogy viseltessenek.",
            ),
            (
                Italian,
                "Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza e devono agire gli uni verso gli altri in spirito di fratellanza.",
            ),
            (
                Romanian,
                "Toate ființele umane se nasc libere și egale în demnitate și în drepturi. Ele sunt înzestrate cu rațiune și conștiință și trebuie să se comporte unele față de altele în spiritul fraternității.",
            ),
            (
                Russian,
                "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.",
            ),
            (
                Spanish,
                "Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros.",
            ),
            (
                Turkish,
                "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler.",
            ),
        ] {
            for declared in [None, Some(expected.tag()), Some("en"), Some("sv")] {
                assert_eq!(Language::of("", text, declared), Some(expected), "{text}");
                assert_eq!(Language::of(text, "", declared), Some(expected), "as a title: {text}");
            }
        }
        // A language detected reliably, but without a stemmer, is not one of ours.
        assert_eq!(
            Language::of(
                "",
                "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。",
                Some("en")
            ),
            None
        );
    }

    #[test]
    fn only_the_beginning_of_a_text_is_used_for_detection() {
        let english = "The council has decided that the old bridge will be closed for repairs. ";
        let german = "Der Stadtrat hat beschlossen, dass die alte Brücke gesperrt werden soll. ";
        let text = format!("{}{}", english.repeat(5), german.repeat(50));
        assert_eq!(Language::of("", &text, None), Some(English));
        let text = format!("{}{}", german.repeat(5), english.repeat(50));
        assert_eq!(Language::of("", &text, None), Some(German));
    }

    #[test]
    fn overlong_words_are_cut_instead_of_stemmed() {
        let at_most = "ä".repeat(LONGEST_WORD);
        assert_eq!(German.stem(&at_most).chars().count(), LONGEST_WORD);
        let stemmed = format!("{}en", "äb".repeat(LONGEST_WORD / 2 - 1));
        assert_eq!(German.stem(&stemmed), "ab".repeat(LONGEST_WORD / 2 - 1));
        let longer = format!("{}en", "ä".repeat(LONGEST_WORD));
        assert_eq!(German.stem(&longer), "a".repeat(LONGEST_WORD));
        let joined = format!("{}xyz", "haus".repeat(20));
        assert_eq!(German.stem(&joined), "haus".repeat(16));
    }

    proptest! {
        #[test]
        fn stems_are_folded_and_no_longer_than_their_word(
            language in proptest::sample::select(Language::all().collect::<Vec<_>>()),
            word in "[a-zäöüßéèçñåøæışğőűα-ωа-яא-תء-ي]{1,12}",
        ) {
            let word = crate::fold::lower(&word);
            let stem = language.stem(&word);
            prop_assert_eq!(fold_lower(&stem), stem.clone());
            prop_assert!(stem.len() <= 2 * word.len(), "{} {}", word, stem);
            prop_assert_eq!(language.stem(&word), stem, "the same every time");
        }
    }
}
