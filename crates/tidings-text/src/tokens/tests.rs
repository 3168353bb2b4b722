//! Words of a dozen languages, and what is none.

use super::*;

fn check(text: &str, declared: Option<&str>, language: Option<Language>, expected: &[&str]) {
    let tokens = Tokens::of(text, "", declared);
    assert_eq!(tokens.language, language, "{text}");
    assert_eq!(tokens.terms().collect::<Vec<_>>(), expected, "{text}");
}

#[test]
fn words_of_a_dozen_languages_become_stems() {
    use Language::{
        Arabic, Danish, Dutch, English, Finnish, French, German, Greek, Hungarian, Italian,
        Portuguese, Russian, Spanish, Swedish, Turkish,
    };
    let cases: &[(&str, &str, Language, &[&str])] = &[
        ("The bridges weren't closed", "en", English, &["bridg", "close"]),
        ("Die Brücken sind nicht gesperrt", "de", German, &["bruck", "gesperrt"]),
        ("Les élections présidentielles", "fr", French, &["elect", "presidentiel"]),
        ("Las elecciones presidenciales", "es", Spanish, &["eleccion", "presidencial"]),
        ("Le elezioni presidenziali", "it", Italian, &["elezion", "presidenzial"]),
        ("As eleições presidenciais", "pt", Portuguese, &["eleico", "presidenc"]),
        ("De nieuwe bruggen", "nl", Dutch, &["nieuwe", "brug"]),
        ("Выборы в новых городах", "ru", Russian, &["выбор", "нов", "город"]),
        ("Οι νέες γέφυρες", "el", Greek, &["νε", "γεφυρ"]),
        ("De nya broarna", "sv", Swedish, &["nya", "broarn"]),
        ("De nye broer", "da", Danish, &["nye", "broer"]),
        ("Uudet sillat", "fi", Finnish, &["uude", "sil"]),
        ("Az új hidak", "hu", Hungarian, &["hid"]),
        ("Yeni köprüler", "tr", Turkish, &["ye", "kopru"]),
        ("الانتخابات في المدينة", "ar", Arabic, &["انتخاب", "مدين"]),
    ];
    for &(text, declared, language, expected) in cases {
        check(text, Some(declared), Some(language), expected);
    }
}

#[test]
fn scripts_without_spaces_come_in_pairs_without_stop_words() {
    check("我们 东京奥运会", None, None, &["东京", "京奥", "奥运", "运会"]);
    check("東京タワー", None, None, &["東京", "京タ", "タワ", "ワー"]);
    check("선거 결과", None, None, &["선거", "결과"]);
    // A single character tells too little.
    check("茶", None, None, &[]);
}

#[test]
fn long_german_compounds_stay_whole() {
    let tokens = Tokens::of("Donaudampfschifffahrtsgesellschaft", "", Some("de"));
    assert_eq!(tokens.len(), 1);
    let terms: Vec<&str> = tokens.terms().collect();
    assert!(terms[0].starts_with("donaudampfschifffahrt"), "{terms:?}");
}

#[test]
fn a_short_title_is_in_the_language_of_its_source() {
    let language = |declared| Tokens::of("Rust 1.95 released", "", declared).language;
    assert_eq!(language(Some("en-us")), Some(Language::English));
    assert_eq!(language(Some("nl")), Some(Language::Dutch));
    assert_eq!(language(None), Some(Language::English));
}

#[test]
fn numbers_addresses_and_single_letters_tell_nothing() {
    check(
        "2021: 1,000 x https://www.example.com G20 C++",
        Some("en"),
        Some(Language::English),
        &["exampl", "g20", "c++"],
    );
}

#[test]
fn what_looks_alike_is_the_same_word() {
    let english = Some(Language::English);
    check("co\u{ad}operation", Some("en"), english, &["cooper"]);
    check("ca\u{200b}fe\u{301}", Some("en"), english, &["ca", "fe"]);
}

#[test]
fn hostile_texts_are_bounded() {
    let check = |text: &str, most: usize| {
        let tokens = Tokens::of(text, text, None);
        assert!(tokens.len() <= most, "{} tokens", tokens.len());
        for token in tokens.iter() {
            assert!(token.term.chars().count() <= crate::fold::LONGEST_WORD);
            assert!(token.form.chars().count() <= crate::fold::LONGEST_WORD);
        }
    };
    check("", 0);
    check(&"\u{200b}".repeat(1 << 20), 0);
    check(&"\u{301}".repeat(1 << 20), 2);
    check(&"a".repeat(10 << 20), 2);
    check(&"word ".repeat(2 << 20), MOST_TOKENS);
    check(&"東".repeat(1 << 20), MOST_TOKENS);
}
