//! Words of a dozen languages, and texts that are not words.

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
fn scripts_without_spaces_are_split_into_pairs_without_stop_words() {
    check("我们 东京奥运会", None, None, &["东京", "京奥", "奥运", "运会"]);
    check("東京タワー", None, None, &["東京", "京タ", "タワ", "ワー"]);
    check("선거 결과", None, None, &["선거", "결과"]);
    // A single character says too little.
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
fn short_titles_have_the_declared_language() {
    let language = |declared| Tokens::of("Rust 1.95 released", "", declared).language;
    assert_eq!(language(Some("en-us")), Some(Language::English));
    assert_eq!(language(Some("nl")), Some(Language::Dutch));
    assert_eq!(language(None), Some(Language::English));
}

#[test]
fn numbers_urls_and_single_letters_are_not_tokens() {
    check(
        "2021: 1,000 x https://www.example.com G20 C++",
        Some("en"),
        Some(Language::English),
        &["exampl", "g20", "c++"],
    );
}

#[test]
fn equivalent_spellings_are_the_same_word() {
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

#[test]
fn capitals_are_kept_where_they_are_meaningful() {
    let body = "Databases such as PostgreSQL are fast. Trains in New York are not.";
    let tokens = Tokens::of("Why Databases Matter", body, Some("en"));
    let forms: Vec<(&str, bool)> = tokens.iter().map(|token| (token.form, token.is_sure)).collect();
    let sure = |form| forms.contains(&(form, true));
    assert!(sure("PostgreSQL") && sure("New") && sure("York"), "{forms:?}");
    assert!(forms.contains(&("databases", false)) && forms.contains(&("trains", false)));
    let n_titled = tokens.iter().filter(|token| token.is_titled).count();
    assert_eq!(n_titled, 2, "{forms:?}");
}

#[test]
fn words_are_joined_if_nothing_is_between_them() {
    let tokens = Tokens::of("", "Night trains of zero-day fame, sleeping cars.", Some("en"));
    let ties: Vec<(&str, Tie)> = tokens.iter().map(|token| (token.term, token.tie)).collect();
    let expected = [
        ("night", Tie::Apart),
        ("train", Tie::Space),
        ("zero", Tie::Apart),
        ("day", Tie::Hyphen),
        ("fame", Tie::Space),
        ("sleep", Tie::Apart),
        ("car", Tie::Space),
    ];
    assert_eq!(ties, expected);
    let run = Tokens::of("東京都", "", None);
    let ties: Vec<Tie> = run.iter().map(|token| token.tie).collect();
    assert_eq!(ties, [Tie::Apart, Tie::Run]);
}

#[test]
fn function_words_show_nouns_and_verbs() {
    let clue = |text: &str, form: &str| {
        let tokens = Tokens::of("", text, Some("en"));
        tokens.iter().find(|token| token.form == form).map(|token| token.clue).unwrap()
    };
    assert_eq!(clue("He crossed the bridge on foot.", "bridge"), Clue::Noun);
    assert_eq!(clue("Old bridges are closed again.", "bridges"), Clue::Noun);
    assert_eq!(clue("We measure what they bake.", "bake"), Clue::Verb);
    assert_eq!(clue("A baker kneaded the dough.", "kneaded"), Clue::Verb);
    assert_eq!(clue("He took the slow train home.", "slow"), Clue::None);
}

#[test]
fn function_words_show_nouns_and_verbs_in_other_languages_too() {
    let check = |language: Language, text: &str, form: &str, expected: Clue| {
        let tokens = Tokens::spoken("", text, Some(language));
        let found = tokens.iter().find(|token| token.form == form).map(|token| token.clue);
        assert_eq!(found, Some(expected), "{text}");
    };
    check(Language::German, "Sie sperren die Brücke.", "Brücke", Clue::Noun);
    check(Language::German, "Alte Brücken sind gesperrt.", "Brücken", Clue::Noun);
    check(Language::German, "Im Frühling gesperrt.", "gesperrt", Clue::None);
    check(Language::French, "On ferme le pont.", "pont", Clue::Noun);
    check(Language::Dutch, "Ze sluiten de brug.", "brug", Clue::Noun);
    check(Language::Spanish, "Cierran el puente.", "puente", Clue::Noun);
    check(Language::Italian, "Chiudono il ponte.", "ponte", Clue::Noun);
    // The function words of other languages are not known.
    check(Language::Swedish, "De stänger en bro.", "bro", Clue::None);
}

#[test]
fn clues_only_apply_to_adjacent_words() {
    let clue = |text: &str| {
        let tokens = Tokens::spoken("", text, Some(Language::English));
        tokens.iter().find(|token| token.form == "bridge").map(|token| token.clue).unwrap()
    };
    assert_eq!(clue("over the bridge"), Clue::Noun);
    for text in ["over the, bridge", "over the 7 bridge", "over the. bridge", "over the-bridge"] {
        assert_eq!(clue(text), Clue::None, "{text}");
    }
    assert_eq!(clue("over the bridge tunnel"), Clue::None, "the article belongs to the tunnel");
    assert_eq!(clue("over the bridge, tunnel"), Clue::Noun);
    assert_eq!(clue("they bridge the gap"), Clue::Verb);
    assert_eq!(clue("bridge is closed"), Clue::Noun);
    assert_eq!(clue("bridge, is it closed"), Clue::None);
}

#[test]
fn capitals_at_the_beginning_of_a_sentence_are_meaningless() {
    let is_sure = |text: &str| {
        let tokens = Tokens::spoken("", text, Some(Language::English));
        tokens.iter().find(|token| token.form.eq_ignore_ascii_case("bridge")).unwrap().is_sure
    };
    for before in [
        "",
        "Closed. ",
        "Closed! ",
        "Closed? ",
        "Closed… ",
        "Closed: ",
        "Closed \u{201c}",
        "Closed\n",
    ] {
        assert!(!is_sure(&format!("{before}Bridge")), "{before:?}");
    }
    for before in ["Closed ", "Closed, ", "Closed (", "The ", "Closed-", "Closed 7 "] {
        assert!(is_sure(&format!("{before}Bridge")), "{before:?}");
    }
}

#[test]
fn only_the_beginning_of_a_text_is_read() {
    // Words of 63 letters and a space: 256 of them are 16 KiB.
    let word = |n: usize| format!("w{n:0>62} ").replace('0', "o");
    let text = |n: usize| (0..n).map(word).collect::<String>() + "last";
    let has_last = |text: &str| Tokens::spoken("", text, None).terms().any(|term| term == "last");
    assert!(has_last(&text(255)) && !has_last(&text(256)));
    // A character of four bytes that would be cut is dropped.
    let astral = format!("{}{}", "x".repeat(LONGEST_TEXT - 2), "𝒳 last");
    let tokens = Tokens::spoken("", &astral, None);
    assert_eq!(tokens.terms().collect::<Vec<_>>(), ["x".repeat(64)]);
    // Title and text each have the full length.
    let both = Tokens::spoken(&text(255), &text(200), None);
    assert_eq!(both.terms().filter(|term| *term == "last").count(), 2);
}

#[test]
fn the_number_of_tokens_is_limited_and_the_title_comes_first() {
    let run = "東京都".repeat(MOST_TOKENS);
    for (title, body) in [(&*run, "last"), ("last", &*run)] {
        let tokens = Tokens::spoken(title, body, None);
        assert_eq!(tokens.len(), MOST_TOKENS);
        assert_eq!(tokens.terms().any(|term| term == "last"), title == "last");
    }
    // A run that ends at the limit.
    let words = "ab ".repeat(MOST_TOKENS - 2);
    let tokens = Tokens::spoken("", &format!("{words}東京都市部"), None);
    assert_eq!(tokens.terms().skip(MOST_TOKENS - 2).collect::<Vec<_>>(), ["東京", "京都"]);
}

#[test]
fn pairs_are_joined_unless_a_stop_word_is_between_them() {
    let tokens = Tokens::spoken("", "东京我们奥运", None);
    let ties: Vec<(&str, Tie)> = tokens.iter().map(|token| (token.term, token.tie)).collect();
    let expected =
        [("东京", Tie::Apart), ("京我", Tie::Run), ("们奥", Tie::Apart), ("奥运", Tie::Run)];
    assert_eq!(ties, expected);
}

#[test]
fn tokens_of_the_title_are_marked() {
    let tokens = Tokens::spoken("Rain 東京", "Rain 東京", Some(Language::English));
    let titled: Vec<bool> = tokens.iter().map(|token| token.is_titled).collect();
    assert_eq!(titled, [true, true, false, false]);
}
