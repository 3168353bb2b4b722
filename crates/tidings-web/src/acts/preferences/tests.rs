//! Tests of which values can be chosen, and that each choice takes effect.

use super::*;

#[test]
fn only_listed_values_can_be_chosen() {
    for (field, good, bad) in [
        ("theme", "dark", "pink"),
        ("language", "de", "tlh"),
        ("time_zone", "Europe/Berlin", "Moon/Tranquility"),
        ("size", "5", "9"),
        ("measure", "1", "0"),
        ("page_size", "50", "7"),
        ("surprise", "150", "7"),
        ("confirms", "no", "maybe"),
    ] {
        assert!(is_choice(field, good) && !is_choice(field, bad), "{field}");
    }
    assert!(!is_choice("colour", "red"));
}

use crate::preferences::Preferences;

const FIELDS: [&str; 18] = [
    "theme",
    "language",
    "time_zone",
    "face",
    "size",
    "measure",
    "order",
    "show",
    "page_size",
    "images",
    "today",
    "surprise",
    "reads_on_scroll",
    "opens_tabs",
    "has_thumbnails",
    "confirms",
    "keeps_read",
    "unread_only",
];

/// All values that some setting accepts, and some that none does.
const VALUES: [&str; 45] = [
    "",
    " ",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "20",
    "50",
    "100",
    "150",
    "200",
    "256",
    "-1",
    "+1",
    "01",
    "yes",
    "no",
    "true",
    "Yes",
    "system",
    "light",
    "dark",
    "Dark",
    "serif",
    "sans",
    "newest",
    "oldest",
    "unread",
    "all",
    "interest",
    "time",
    "proxy",
    "direct",
    "off",
    "en",
    "de",
    "fr",
    "de-AT",
    "tlh",
    "Europe/Berlin",
    "UTC",
    "Moon/Tranquility",
];

fn read(field: &str, value: &str) -> Preferences {
    Preferences::read(&[(field.to_owned(), value.to_owned())])
}

#[test]
fn a_stored_value_that_is_not_a_choice_is_ignored() {
    for field in FIELDS.into_iter().filter(|field| *field != "time_zone") {
        for value in VALUES.into_iter().filter(|value| !is_choice(field, value)) {
            assert_eq!(read(field, value), Preferences::default(), "{field} {value:?}");
        }
    }
}

#[test]
fn every_choice_takes_effect_and_no_two_are_the_same() {
    let n_choices = [
        ("theme", 3),
        ("language", 4),
        ("time_zone", 2),
        ("face", 2),
        ("size", 5),
        ("measure", 3),
        ("order", 2),
        ("show", 2),
        ("page_size", 4),
        ("images", 3),
        ("today", 2),
        ("surprise", 5),
        ("reads_on_scroll", 2),
        ("opens_tabs", 2),
        ("has_thumbnails", 2),
        ("confirms", 2),
        ("keeps_read", 2),
        ("unread_only", 2),
    ];
    let usual = Preferences::default();
    let mut followed: Vec<Preferences> = Vec::new();
    for (field, n_expected) in n_choices {
        let choices = VALUES.into_iter().filter(|value| is_choice(field, value));
        // A number can be written in several ways.
        let choices: Vec<&str> =
            choices.filter(|value| !value.starts_with('+') && *value != "01").collect();
        assert_eq!(choices.len(), n_expected, "{field}: {choices:?}");
        let looks =
            choices.into_iter().filter(|value| *value != "de-AT").map(|one| read(field, one));
        let (same, others): (Vec<_>, Vec<_>) = looks.partition(|look| *look == usual);
        let is_open = ["language", "time_zone"].contains(&field);
        assert_eq!(same.len(), usize::from(!is_open), "{field}: one of them is the usual");
        for look in others {
            assert!(
                !followed.contains(&look),
                "{field} is followed as another choice is: {look:?}"
            );
            followed.push(look);
        }
    }
}

#[test]
fn the_last_of_two_stored_values_counts() {
    let kept = [("size", "1"), ("theme", "dark"), ("size", "5"), ("size", "x"), ("no-such", "1")];
    let kept = kept.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let expected = Preferences { size: 5, theme: Theme::Dark, ..Preferences::default() };
    assert_eq!(Preferences::read(&kept), expected);
    let operator = Preferences { images: Images::Off, page_size: 20, ..Preferences::default() };
    assert_eq!(Preferences::read_over(operator.clone(), &[]), operator, "unset preferences stay");
}
