//! Tests of reasons: their stored codes, their words, and the hour that stands out of a week.

use super::*;
use proptest::prelude::*;

/// Every kind of reason, made of the same numbers.
fn every_reason(length: f64, times: u32) -> Vec<Reason> {
    let (every, wait, span) = (Minutes(length), Minutes(length), Minutes(length));
    let worth = |usually| Reason::Worth { usually, gap: every, expected: length, price: length };
    vec![
        Reason::First,
        Reason::Share { every },
        worth(Some(UsualHour { hour: 9, days: Days::Weekdays })),
        worth(Some(UsualHour { hour: 0, days: Days::All })),
        worth(Some(UsualHour { hour: 23, days: Days::Weekends })),
        worth(None),
        Reason::Exploring { every },
        Reason::Filling { shown: times, expected: length },
        Reason::OftenEnough { every },
        Reason::LongEnough { every },
        Reason::Unaffordable { every, budget: PerDay(length) },
        Reason::PutOff { budget: PerDay(length) },
        Reason::FeedWish { every },
        Reason::StillFresh { span },
        Reason::QuietTime,
        Reason::Patience { wait },
        Reason::Failing { times, wait },
        Reason::Gone { tries_left: times },
        Reason::GoneForGood,
        Reason::Paused,
        Reason::Offline { wait },
        Reason::NotKept { wait },
        Reason::WishedOften { every },
        Reason::WishedSeldom { every },
        Reason::JustLooked { wait },
        Reason::AtThisMoment,
        Reason::ByHand,
        Reason::Resumed,
        Reason::Announces { every },
        Reason::Announced,
        Reason::Verifying,
        Reason::Pushed,
        Reason::ClockSetBack,
    ]
}

/// What is stored and what is said of each, for 120 minutes and three times.
const CODES_AND_WORDS: [(&str, &str); 33] = [
    ("new", "new: not fetched yet"),
    ("share 120", "every 2 hours with today's budget"),
    (
        "worth 120 120 120 9 1",
        "posts at about 9:00 on weekdays; 2 hours after the last look; expects 120 new; price 120",
    ),
    (
        "worth 120 120 120 0 0",
        "posts at about 0:00; 2 hours after the last look; expects 120 new; price 120",
    ),
    (
        "worth 120 120 120 23 2",
        "posts at about 23:00 on weekends; 2 hours after the last look; expects 120 new; price 120",
    ),
    ("worth 120 120 120", "2 hours after the last look; expects 120 new; price 120"),
    ("exploring 120", "new here: looked at every 2 hours at least, to learn when it posts"),
    ("filling 120 3", "shows its newest 3 only; 120 are expected by then"),
    ("polite 120", "every 2 hours, the most that is polite"),
    ("at-least 120", "every 2 hours at least"),
    (
        "unaffordable 120 120",
        "every 2 hours, although the budget of 120 fetches a day is too small for that",
    ),
    ("put-off 120", "put off: the 120 fetches a day are spent so far"),
    ("feed-wish 120", "the feed asks for 2 hours between fetches"),
    ("fresh 120", "the server says that its answer is good for 2 hours"),
    ("quiet-time", "after the hours or days that the feed calls quiet"),
    ("patience 120", "the server asked for 2 hours of patience"),
    ("failing 120 3", "failed 3 times; next try in 2 hours"),
    ("gone 3", "gone; asked 3 more times, once a week, in case it comes back"),
    ("gone-for-good", "gone for more than four weeks; not asked any more"),
    ("paused", "paused; not asked"),
    ("offline 120", "our own network was down; next try in 2 hours"),
    ("not-kept 120", "what was fetched could not be kept; next try in 2 hours"),
    ("wished-often 120", "every 2 hours at least, as wished"),
    ("wished-seldom 120", "every 2 hours at most, as wished"),
    ("just-looked 120", "looked a moment ago; next look possible in 2 hours"),
    ("at-this-moment", "it is being asked at this moment"),
    ("by-hand", "asked for by hand"),
    ("resumed", "resumed"),
    ("announces 120", "it announces its articles; looked at every 2 hours all the same"),
    ("announced", "it announced something new"),
    ("verifying", "to see whether it shows what its hub sent"),
    ("pushed", "sent by its hub"),
    ("clock-set-back", "the clock was set back"),
];

#[test]
fn stored_codes_and_words_are_these() {
    let reasons = every_reason(120.0, 3);
    assert_eq!(reasons.len(), CODES_AND_WORDS.len());
    for (reason, (code, words)) in reasons.into_iter().zip(CODES_AND_WORDS) {
        assert_eq!(reason.code(), code);
        assert_eq!(reason.to_string(), words);
        assert_eq!(Reason::of_code(code), Some(reason), "{code}");
    }
}

#[test]
fn once_is_not_said_as_times() {
    let wait = Minutes(40.0);
    let words = |reason: Reason| reason.to_string();
    assert_eq!(words(Reason::Failing { times: 1, wait }), "failed once; next try in 40 minutes");
    assert_eq!(words(Reason::Failing { times: 2, wait }), "failed 2 times; next try in 40 minutes");
    let last = words(Reason::Gone { tries_left: 1 });
    assert_eq!(last, "gone; asked once more, in case it comes back");
}

#[test]
fn a_code_without_its_numbers_is_no_reason() {
    for name in [
        "share",
        "worth",
        "exploring",
        "filling",
        "polite",
        "at-least",
        "unaffordable",
        "put-off",
        "feed-wish",
        "fresh",
        "patience",
        "failing",
        "gone",
        "offline",
        "not-kept",
        "wished-often",
        "wished-seldom",
        "just-looked",
        "announces",
    ] {
        assert_eq!(Reason::of_code(name), None, "{name}");
        assert_eq!(Reason::of_code(&format!("{name} ")), None, "{name}");
        assert_eq!(Reason::of_code(&format!("{name} much")), None, "{name}");
    }
    for text in [
        "",
        "worth 1",
        "worth 1 2",
        "filling 1",
        "failing 1",
        "unaffordable 1",
        "every 2 hours",
        "New",
        " new",
    ] {
        assert_eq!(Reason::of_code(text), None, "{text:?}");
    }
}

#[test]
fn counts_that_cannot_be_are_bounded() {
    let tries = |text: &str| match Reason::of_code(text) {
        Some(Reason::Gone { tries_left }) => tries_left,
        other => panic!("{other:?}"),
    };
    for (text, expected) in [
        ("gone 0", 0),
        ("gone 3", 3),
        ("gone 2.7", 2),
        ("gone -3", 0),
        ("gone NaN", 0),
        ("gone 1e99", u32::MAX),
        ("gone 4294967295", u32::MAX),
        ("gone 3 9 9", 3),
    ] {
        assert_eq!(tries(text), expected, "{text}");
    }
}

#[test]
fn lengths_are_kept_exactly() {
    for length in [0.1 + 0.2, 1.0 / 3.0, f64::MIN_POSITIVE, f64::MAX, -0.5, f64::INFINITY, 1e-300] {
        let reason = Reason::Share { every: Minutes(length) };
        assert_eq!(Reason::of_code(&reason.code()), Some(reason), "{length:e}");
    }
    let unknown = Reason::of_code(&Reason::Share { every: Minutes(f64::NAN) }.code());
    assert!(matches!(unknown, Some(Reason::Share { every }) if every.0.is_nan()), "{unknown:?}");
}

#[test]
fn a_code_cut_short_is_never_taken_for_more_than_it_says() {
    for reason in every_reason(120.0, 3) {
        let code = reason.code();
        for length in 0..code.len() {
            let read = Reason::of_code(&code[..length]);
            assert_ne!(read, Some(reason), "{:?} of {code:?}", &code[..length]);
        }
    }
}

#[test]
fn an_hour_that_cannot_be_is_left_out() {
    let usually = |text: &str| match Reason::of_code(text) {
        Some(Reason::Worth { usually, .. }) => usually,
        other => panic!("{other:?}"),
    };
    assert_eq!(usually("worth 1 2 3 23 2"), Some(UsualHour { hour: 23, days: Days::Weekends }));
    for odd in ["worth 1 2 3 24 0", "worth 1 2 3 300 0", "worth 1 2 3 9 3", "worth 1 2 3 9"] {
        assert_eq!(usually(odd), None, "{odd}");
    }
}

#[test]
fn lengths_of_time_read_as_people_say_them() {
    for (minutes, expected) in [
        (-5.0, "0 seconds"),
        (0.0, "0 seconds"),
        (1.0 / 60.0, "1 second"),
        (0.5, "30 seconds"),
        (0.74, "44 seconds"),
        (0.75, "1 minute"),
        (1.0, "1 minute"),
        (1.6, "2 minutes"),
        (89.6, "90 minutes"),
        (99.4, "99 minutes"),
        (99.5, "1.5 hours"),
        (120.0, "2 hours"),
        (149.0, "2.5 hours"),
        (582.0, "9.5 hours"),
        (594.0, "10 hours"),
        (618.0, "10 hours"),
        (1440.0, "24 hours"),
        (2159.0, "36 hours"),
        (2160.0, "1.5 days"),
        (7.0 * 1440.0, "7 days"),
        (10.3 * 1440.0, "10 days"),
        (365.0 * 1440.0, "365 days"),
        (f64::NAN, "an unknown time"),
        (f64::INFINITY, "an unknown time"),
        (f64::NEG_INFINITY, "an unknown time"),
    ] {
        assert_eq!(Words(Minutes(minutes)).to_string(), expected, "{minutes}");
    }
}

#[test]
fn numbers_read_to_about_two_digits() {
    for (number, expected) in [
        (0.0, "0.0"),
        (0.25, "0.2"),
        (9.94, "9.9"),
        (9.95, "10"),
        (-9.94, "-9.9"),
        (-9.96, "-10"),
        (123.4, "123"),
        (999_999_999.0, "999999999"),
        (1e9, "1e9"),
        (-1e9, "-1e9"),
        (f64::NAN, "unknown"),
        (f64::INFINITY, "unknown"),
    ] {
        assert_eq!(Few(number).to_string(), expected, "{number}");
    }
}

/// A week that is `weekday` at nine from Monday to Friday, `weekend` on the other days, and little else.
fn at_nine(weekday: f32, weekend: f32) -> [f32; 168] {
    std::array::from_fn(|cell| match (cell % 24, cell / 24) {
        (9, 0..5) => weekday,
        (9, _) => weekend,
        _ => 0.5,
    })
}

#[test]
fn an_hour_stands_out_from_twice_the_average_on() {
    for (weekday, weekend, expected) in [
        (6.0, 6.0, Some(Days::All)),
        (2.0, 2.0, Some(Days::All)),
        (1.99, 1.99, None),
        // Twice as much is not more than twice as much.
        (4.0, 2.0, Some(Days::All)),
        (4.5, 2.0, Some(Days::Weekdays)),
        (2.0, 4.0, Some(Days::All)),
        (2.0, 4.5, Some(Days::Weekends)),
        // Seen over the week that is 1.5: too little, but not on its own days.
        (2.1, 0.0, Some(Days::Weekdays)),
        (1.9, 0.0, None),
        (0.5, 7.0, Some(Days::Weekends)),
        (0.9, 1.9, None),
        // Two more is not twice as much, and twice as much need not be two more.
        (5.5, 3.0, Some(Days::All)),
        (3.0, 5.5, Some(Days::All)),
        (2.2, 0.5, Some(Days::Weekdays)),
        (0.5, 2.2, Some(Days::Weekends)),
    ] {
        let expected = expected.map(|days| UsualHour { hour: 9, days });
        assert_eq!(UsualHour::of(&at_nine(weekday, weekend)), expected, "{weekday}, {weekend}");
    }
}

#[test]
fn every_hour_can_be_the_usual_one() {
    for hour in 0..24u8 {
        let pattern =
            std::array::from_fn(|cell| if cell % 24 == usize::from(hour) { 5.0 } else { 0.8 });
        assert_eq!(UsualHour::of(&pattern), Some(UsualHour { hour, days: Days::All }));
    }
    assert_eq!(UsualHour::of(&[0.0; 168]), None);
}

#[test]
fn sensible_reasons_fit_on_a_line() {
    for reason in every_reason(119.0, 3) {
        assert!(reason.to_string().len() <= 100, "{reason}");
    }
}

proptest! {
    #[test]
    fn every_reason_is_one_short_line(length in any::<f64>(), times in any::<u32>()) {
        for reason in every_reason(length, times) {
            let words = reason.to_string();
            prop_assert!(!words.is_empty() && !words.contains('\n'), "{words}");
            prop_assert!(!words.contains("NaN"), "{words}");
        }
    }

    #[test]
    fn codes_are_read_back(length in 0.0..1e12, times in any::<u32>()) {
        for reason in every_reason(length, times) {
            prop_assert_eq!(Reason::of_code(&reason.code()), Some(reason));
        }
    }

    #[test]
    fn what_is_no_code_is_no_reason(text in ".*") {
        let _ = Reason::of_code(&text);
        let sentence = format!("every {text}");
        prop_assert_eq!(Reason::of_code(&sentence), None);
    }
}
