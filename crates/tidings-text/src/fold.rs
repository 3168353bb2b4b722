//! Folding: treats equivalent letters as the same, so that "Äpfel" is found as "apfel" and "ＮＥＷＳ" as "news".
//!
//! Accents, Hebrew points and harakat are removed; letters without a decomposition are spelled out (ß, æ, ø);
//! compatibility forms become the ordinary ones. Marks that make another letter, as in Indic scripts and Thai, stay.

use unicode_normalization::UnicodeNormalization;

/// Maximum length at which words are distinguished, in characters; longer ones are equal if they begin equally. No
/// vocabulary has longer words, but base64 and cats on keyboards do.
pub const LONGEST_WORD: usize = 64;

/// Returns a text in the form in which it is compared.
///
/// ```
/// assert_eq!(tidings_text::fold::fold("Öl, Straße & Café"), "ol, strasse & cafe");
/// ```
#[must_use]
pub fn fold(text: &str) -> String {
    fold_lower(&lower(text))
}

/// Returns a word in lower case, as stemmers need it, without invisible characters.
///
/// ```
/// assert_eq!(tidings_text::fold::lower("Häu\u{ad}ser"), "häuser");
/// ```
#[must_use]
pub fn lower(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    word.chars().filter(|c| !is_joint(*c)).flat_map(char::to_lowercase).collect()
}

/// Folds a word that is already in lower case.
///
/// ```
/// assert_eq!(tidings_text::fold::fold_lower("häuser"), "hauser");
/// ```
#[must_use]
pub fn fold_lower(lower: &str) -> String {
    if lower.is_ascii() {
        return lower.to_owned();
    }
    let mut folded = String::with_capacity(lower.len());
    // Compatibility capitals, such as ℌ, decompose to capitals.
    for c in lower.nfkd().filter(|c| !is_stripped(*c)).flat_map(char::to_lowercase) {
        match spelled_out(c) {
            Some(letters) => folded.push_str(letters),
            None => folded.push(c),
        }
    }
    folded
}

/// Returns the first [`LONGEST_WORD`] characters of a folded word.
///
/// ```
/// assert_eq!(tidings_text::fold::capped("x".repeat(99)).len(), tidings_text::fold::LONGEST_WORD);
/// ```
#[must_use]
pub fn capped(folded: String) -> String {
    match folded.char_indices().nth(LONGEST_WORD) {
        Some((end, _)) => folded[..end].to_owned(),
        None => folded,
    }
}

/// Returns whether a character is invisible inside words: soft hyphen and joiners.
///
/// ```
/// assert!(tidings_text::fold::is_joint('\u{ad}'));
/// ```
#[must_use]
pub fn is_joint(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// Marks that only decorate a letter: Latin, Greek and Cyrillic diacritics, Hebrew points, Arabic harakat.
fn is_stripped(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{487}' | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}'
        | '\u{5c4}' | '\u{5c5}' | '\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{640}' | '\u{64b}'..='\u{65f}' | '\u{670}'
        | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}')
}

fn spelled_out(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ł' => "l",
        'þ' => "th",
        'ı' => "i",
        'ħ' => "h",
        'ŋ' => "n",
        'ς' => "σ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn equivalent_letters_are_equal() {
        let check = |text: &str, expected: &str| assert_eq!(fold(text), expected, "{text}");
        check("ÉLÈVE élève", "eleve eleve");
        check("Łódź, smørrebrød, Þingvellir", "lodz, smorrebrod, thingvellir");
        check("ＡＢＣ ﬁne ℌ", "abc fine h");
        check("Ёлка", "елка");
        check("Ὀδυσσεύς", "οδυσσευσ");
        check("מִלָּה", "מלה");
        check("كِتَابٌ", "كتاب");
        check("co\u{ad}operate", "cooperate");
        check("İstanbul", "istanbul");
    }

    #[test]
    fn marks_that_change_the_letter_stay() {
        assert_ne!(fold("की"), fold("का"));
        assert_ne!(fold("ที่"), fold("ทา"));
    }

    proptest! {
        #[test]
        fn folding_is_idempotent(text in "\\PC{0,40}") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }
    }
}
