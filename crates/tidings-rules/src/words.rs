//! Normalises texts for comparison: case is folded, accents are kept or dropped, and words are separated by single
//! spaces.
//!
//! A text becomes `" the quick brown fox "`, so a word or phrase matches as a whole exactly if it is found with the
//! spaces around it. In scripts without spaces (Chinese, Japanese, Thai …) every character is separated, so that any
//! sequence of characters can be found.

use tidings_model::rule::Accents;
use unicode_normalization::UnicodeNormalization;

/// Returns the words of a text with a space before, between and after them. Empty if there are none.
pub(crate) fn words(text: &str, accents: Accents) -> String {
    let mut words = Words { out: String::with_capacity(text.len() + 2), signs: String::new() };
    if text.is_ascii() {
        text.bytes().for_each(|byte| words.push(byte.to_ascii_lowercase() as char));
    } else {
        folded(text, accents).for_each(|character| words.push(character));
    }
    words.finish()
}

/// Normalises a text for comparison as a whole: case and white space are folded, punctuation is kept.
pub(crate) fn whole(text: &str, accents: Accents) -> String {
    let folded: String = folded(text, accents).collect();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn folded(text: &str, accents: Accents) -> impl Iterator<Item = char> {
    text.nfkd()
        .filter(move |character| !is_dropped(*character, accents))
        .flat_map(char::to_lowercase)
        .filter(move |character| !is_dropped(*character, accents))
        .flat_map(move |character| {
            let plain = match accents {
                Accents::Count => None,
                Accents::Ignored => plain_letters(character),
            };
            // A final sigma is a sigma.
            let character = if character == 'ς' { 'σ' } else { character };
            let (single, several) = match plain {
                Some(letters) => (None, Some(letters)),
                None => (Some(character), None),
            };
            single.into_iter().chain(several.into_iter().flat_map(str::chars))
        })
}

/// Returns whether a character is dropped: invisible ones (soft hyphens, joiners), and accents if they do not matter.
fn is_dropped(character: char, accents: Accents) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
        || accents == Accents::Ignored && is_accent(character)
}

fn is_accent(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

/// Returns the plain form of letters without a separable accent, which people often type differently.
fn plain_letters(character: char) -> Option<&'static str> {
    Some(match character {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ł' => "l",
        'ı' => "i",
        'þ' => "th",
        _ => return None,
    })
}

struct Words {
    out: String,
    /// Signs at the end of a word, which belong to it unless letters follow: C++, C#.
    signs: String,
}

impl Words {
    fn push(&mut self, character: char) {
        let is_inside = self.out.ends_with(|last: char| last != ' ');
        if is_unspaced(character) {
            self.end_word();
            self.space();
            self.out.push(character);
            self.out.push(' ');
        } else if character.is_alphanumeric() || is_inside && is_accent(character) {
            if !self.signs.is_empty() {
                // "a+b" is two words.
                self.signs.clear();
                self.out.push(' ');
            }
            self.space_before_first();
            self.out.push(character);
        } else if matches!(character, '+' | '#') && is_inside {
            self.signs.push(character);
        } else {
            self.end_word();
        }
    }

    fn space_before_first(&mut self) {
        if self.out.is_empty() {
            self.out.push(' ');
        }
    }

    fn space(&mut self) {
        if !self.out.ends_with(' ') {
            self.out.push(' ');
        }
    }

    fn end_word(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with(' ') {
            self.out.push_str(&self.signs);
            self.out.push(' ');
        }
        self.signs.clear();
    }

    fn finish(mut self) -> String {
        self.end_word();
        self.out
    }
}

/// Returns whether a character belongs to a script without spaces between words.
fn is_unspaced(character: char) -> bool {
    matches!(character,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_are_separated() {
        let check =
            |text, expected: &str| assert_eq!(words(text, Accents::Count), expected, "{text}");
        check("", "");
        check(" -- ", "");
        check("The quick, BROWN fox!", " the quick brown fox ");
        check("don't", " don t ");
        check("C++ and C# are not C", " c++ and c# are not c ");
        check("a+b #rust", " a b rust ");
        check("日本語 test", " 日 本 語 test ");
        check("Σίσυφος", &words("ΣΊΣΥΦΟΣ", Accents::Count));
        check("soft\u{ad}hyphen", " softhyphen ");
        check("ﬁne", " fine ");
    }

    #[test]
    fn accents_matter_only_if_wanted() {
        let same = |a, b, accents| words(a, accents) == words(b, accents);
        assert!(same("Müller", "muller", Accents::Ignored));
        assert!(!same("Müller", "muller", Accents::Count));
        assert!(
            same("Müller", "MU\u{308}LLER", Accents::Count),
            "composed and decomposed forms are equal"
        );
        assert!(same("Straße Łódź Smørrebrød", "STRASSE LODZ smorrebrod", Accents::Ignored));
        assert!(!same("Straße", "Strasse", Accents::Count));
    }

    #[test]
    fn whole_texts_keep_punctuation() {
        assert_eq!(whole("  Ask\u{a0}HN:  What? ", Accents::Count), "ask hn: what?");
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in "\\PC{0,60}") {
            for accents in [Accents::Count, Accents::Ignored] {
                let once = words(&text, accents);
                prop_assert_eq!(&words(&once, accents), &once);
                prop_assert!(!once.contains("  "));
                prop_assert!(once.is_empty() || once.starts_with(' ') && once.ends_with(' '));
            }
        }

        #[test]
        fn case_never_matters(text in "[a-zA-Zäöüéß ,.0-9]{0,40}") {
            let (lower, upper) = (text.to_lowercase(), text.to_uppercase());
            prop_assert_eq!(words(&lower, Accents::Ignored), words(&upper, Accents::Ignored));
        }
    }
}
