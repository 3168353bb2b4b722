//! Tests of reasons: their stored codes, their text, and the hour that stands out of a week.

use super::*;
use proptest::prelude::*;

/// Returns every kind of reason, all made of the same numbers.
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

/// The stored code and the text of each reason, for 120 minutes and three times.
const CODES_AND_WORDS: [(&str, &str); 33] = [
    ("new", "new, not fetched yet"),
    ("share 120", "every 2 hours, as often as today's budget allows"),
    (
        "worth 120 120 120 9 1",
        "posts at about 9:00 on weekdays; 2 hours after the last fetch; 120 new expected; price 120",
    ),
    (
        "worth 120 120 120 0 0",
        "posts at about 0:00; 2 hours after the last fetch; 120 new expected; price 120",
    ),
    (
        "worth 120 120 120 23 2",
        "posts at about 23:00 on weekends; 2 hours after the last fetch; 120 new expected; price 120",
    ),
    ("worth 120 120 120", "2 hours after the last fetch; 120 new expected; price 120"),
    ("exploring 120", "new here, so fetched at least every 2 hours to learn when it posts"),
    ("filling 120 3", "shows only its newest 3; 120 new expected by then"),
    ("polite 120", "every 2 hours, the shortest interval allowed"),
    ("at-least 120", "at least every 2 hours"),
    (
        "unaffordable 120 120",
        "every 2 hours, although the budget of 120 fetches per day is too small for that",
    ),
    ("put-off 120", "put off: the budget of 120 fetches per day is spent for now"),
    ("feed-wish 120", "the feed asks for 2 hours between fetches"),
    ("fresh 120", "the server says its response stays valid for 2 hours"),
    ("quiet-time", "after the hours or days when the feed says it does not post"),
    ("patience 120", "the server asked us to wait 2 hours"),
    ("failing 120 3", "failed 3 times; next try in 2 hours"),
    ("gone 3", "gone; 3 more tries, one per week, in case it comes back"),
    ("gone-for-good", "gone for more than four weeks; no longer fetched"),
    ("paused", "paused"),
    ("offline 120", "this server was offline; next try in 2 hours"),
    ("not-kept 120", "what was fetched could not be saved; next try in 2 hours"),
    ("wished-often 120", "at least every 2 hours, as set in its options"),
    ("wished-seldom 120", "at most every 2 hours, as set in its options"),
    ("just-looked 120", "fetched a moment ago; try again in 2 hours"),
    ("at-this-moment", "a fetch is already running"),
    ("by-hand", "requested by a user"),
    ("resumed", "resumed"),
    ("announces 120", "it pushes new articles, but is still fetched every 2 hours"),
    ("announced", "it announced something new"),
    ("verifying", "to compare the source with what its hub sent"),
    ("pushed", "sent by its hub"),
    ("clock-set-back", "the clock was set back"),
];

#[test]
fn codes_and_texts_are_as_recorded() {
    let reasons = every_reason(120.0, 3);
    assert_eq!(reasons.len(), CODES_AND_WORDS.len());
    for (reason, (code, words)) in reasons.into_iter().zip(CODES_AND_WORDS) {
        assert_eq!(reason.code(), code);
        assert_eq!(reason.to_string(), words);
        assert_eq!(Reason::of_code(code), Some(reason), "{code}");
    }
}

#[test]
fn a_count_of_one_has_its_own_wording() {
    let wait = Minutes(40.0);
    let words = |reason: Reason| reason.to_string();
    assert_eq!(words(Reason::Failing { times: 1, wait }), "failed once; next try in 40 minutes");
    assert_eq!(words(Reason::Failing { times: 2, wait }), "failed 2 times; next try in 40 minutes");
    let last = words(Reason::Gone { tries_left: 1 });
    assert_eq!(last, "gone; one last try in case it comes back");
}

#[test]
fn codes_without_their_numbers_are_rejected() {
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
fn impossible_counts_are_bounded() {
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
fn lengths_round_trip_exactly() {
    for length in [0.1 + 0.2, 1.0 / 3.0, f64::MIN_POSITIVE, f64::MAX, -0.5, f64::INFINITY, 1e-300] {
        let reason = Reason::Share { every: Minutes(length) };
        assert_eq!(Reason::of_code(&reason.code()), Some(reason), "{length:e}");
    }
    let unknown = Reason::of_code(&Reason::Share { every: Minutes(f64::NAN) }.code());
    assert!(matches!(unknown, Some(Reason::Share { every }) if every.0.is_nan()), "{unknown:?}");
}

#[test]
fn a_truncated_code_never_parses_as_the_whole() {
    for reason in every_reason(120.0, 3) {
        let code = reason.code();
        for length in 0..code.len() {
            let read = Reason::of_code(&code[..length]);
            assert_ne!(read, Some(reason), "{:?} of {code:?}", &code[..length]);
        }
    }
}

#[test]
fn impossible_hours_are_left_out() {
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

/// Returns a week with the value `weekday` at nine from Monday to Friday, `weekend` at nine on the other days, and
/// 0.5 at all other hours.
fn at_nine(weekday: f32, weekend: f32) -> [f32; 168] {
    std::array::from_fn(|cell| match (cell % 24, cell / 24) {
        (9, 0..5) => weekday,
        (9, _) => weekend,
        _ => 0.5,
    })
}

#[test]
fn an_hour_stands_out_at_twice_the_average() {
    for (weekday, weekend, expected) in [
        (6.0, 6.0, Some(Days::All)),
        (2.0, 2.0, Some(Days::All)),
        (1.99, 1.99, None),
        // Exactly twice as much does not count as more than twice as much.
        (4.0, 2.0, Some(Days::All)),
        (4.5, 2.0, Some(Days::Weekdays)),
        (2.0, 4.0, Some(Days::All)),
        (2.0, 4.5, Some(Days::Weekends)),
        // The average over the whole week is 1.5, which is too low, but the average over weekdays is not.
        (2.1, 0.0, Some(Days::Weekdays)),
        (1.9, 0.0, None),
        (0.5, 7.0, Some(Days::Weekends)),
        (0.9, 1.9, None),
        // The days are compared by ratio, not by difference.
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
fn every_hour_can_be_the_usual_hour() {
    for hour in 0..24u8 {
        let pattern =
            std::array::from_fn(|cell| if cell % 24 == usize::from(hour) { 5.0 } else { 0.8 });
        assert_eq!(UsualHour::of(&pattern), Some(UsualHour { hour, days: Days::All }));
    }
    assert_eq!(UsualHour::of(&[0.0; 168]), None);
}

#[test]
fn ordinary_reasons_fit_on_a_line() {
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
    fn codes_round_trip(length in 0.0..1e12, times in any::<u32>()) {
        for reason in every_reason(length, times) {
            prop_assert_eq!(Reason::of_code(&reason.code()), Some(reason));
        }
    }

    #[test]
    fn arbitrary_text_is_not_a_reason(text in ".*") {
        let _ = Reason::of_code(&text);
        let sentence = format!("every {text}");
        prop_assert_eq!(Reason::of_code(&sentence), None);
    }
}
