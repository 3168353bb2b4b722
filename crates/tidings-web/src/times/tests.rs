//! Tests of times in three languages and many time zones.

use super::*;
use crate::preferences::Preferences;
use http::HeaderMap;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn voice(language: &str, zone: &str) -> Voice {
    let settings = [("language", language), ("time_zone", zone)];
    let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
    Voice::new(Preferences::read(&settings), &HeaderMap::new())
}

type Say = fn(&Voice, Timestamp, Timestamp) -> Time;

fn check(say: Say, instant: &str, expected: &str) {
    check_in("en", say, instant, expected);
}

fn check_in(language: &str, say: Say, instant: &str, expected: &str) {
    let said = say(&voice(language, "UTC"), at(instant), at("2026-11-15T14:30:00Z"));
    assert_eq!(said.words, expected, "{instant}");
}

#[test]
fn other_languages_have_their_own_forms() {
    check_in("de", Voice::past, "2026-11-13T12:00:00Z", "am 13. November");
    check_in("de", Voice::past, "2026-11-15T12:00:00Z", "vor 2 Stunden");
    check_in("fr", Voice::future, "2026-11-15T15:31:00Z", "dans 1 heure");
    check_in("fr", Voice::age, "2025-02-03T00:00:00Z", "3 février 2025");
}

#[test]
fn a_day_is_the_readers_day() {
    let time =
        voice("en", "Asia/Tokyo").full(at("2026-11-15T16:02:00Z"), at("2026-11-15T18:00:00Z"));
    assert_eq!(time.words, "16 November, 01:02");
    assert_eq!(time.exact, "16 November 2026, 01:02 JST");
    assert_eq!(time.machine, "2026-11-15T16:02:00Z");
}

#[test]
fn ages_are_relative_up_to_a_day() {
    check(Voice::age, "2026-11-15T14:29:30Z", "now");
    check(Voice::age, "2026-11-15T13:42:00Z", "48 min");
    check(Voice::age, "2026-11-14T14:30:01Z", "23 h");
    check(Voice::age, "2026-11-14T14:30:00Z", "14 November");
    check(Voice::age, "2025-02-03T00:00:00Z", "3 February 2025");
    check(Voice::age, "2026-11-16T00:00:00Z", "now");
}

#[test]
fn past_and_future_fit_into_a_sentence() {
    check(Voice::past, "2026-11-15T14:29:00Z", "1 minute ago");
    check(Voice::past, "2026-11-15T12:00:00Z", "2 hours ago");
    check(Voice::past, "2026-10-12T12:00:00Z", "on 12 October");
    check(Voice::future, "2026-11-15T14:30:20Z", "in 1 minute");
    check(Voice::future, "2026-11-15T17:30:00Z", "in 3 hours");
    check(Voice::future, "2026-11-15T14:00:00Z", "now");
    check(Voice::future, "2026-12-24T14:00:00Z", "on 24 December");
}

#[test]
fn machines_get_the_instant_to_the_second() {
    let time = voice("en", "UTC").full(at("2026-11-15T14:02:03.250Z"), at("2026-11-15T14:30:00Z"));
    assert_eq!(
        (time.machine.as_str(), time.words.as_str()),
        ("2026-11-15T14:02:03Z", "15 November, 14:02")
    );
    assert_eq!(time.exact, "15 November 2026, 14:02 UTC");
}

#[test]
fn the_earliest_and_latest_instants_have_dates() {
    let voice = voice("en", "Pacific/Kiritimati");
    let _ = voice.age(Timestamp::MIN, Timestamp::MAX);
    let _ = voice.future(Timestamp::MAX, Timestamp::MIN);
    assert_eq!(voice.span(-5), "0 seconds");
}

const LANGUAGES: [&str; 3] = ["en", "de", "fr"];

#[test]
fn times_follow_the_zones_clock_through_the_year() {
    for (zone, instant, hour, day) in [
        // The nights in which an hour is skipped or repeated.
        ("Europe/Berlin", "2026-03-29T00:59:59Z", "01:59", 29),
        ("Europe/Berlin", "2026-03-29T01:00:00Z", "03:00", 29),
        ("Europe/Berlin", "2026-10-25T00:30:00Z", "02:30", 25),
        ("Europe/Berlin", "2026-10-25T01:30:00Z", "02:30", 25),
        ("America/New_York", "2026-03-08T06:59:00Z", "01:59", 8),
        ("America/New_York", "2026-03-08T07:00:00Z", "03:00", 8),
        ("Asia/Kathmandu", "2026-01-01T18:15:00Z", "00:00", 2),
        ("America/St_Johns", "2026-07-01T00:00:00Z", "21:30", 30),
        ("Pacific/Kiritimati", "2026-12-31T10:00:00Z", "00:00", 1),
        ("Pacific/Niue", "2027-01-01T10:59:00Z", "23:59", 31),
    ] {
        for language in LANGUAGES {
            let said = voice(language, zone).full(at(instant), at(instant));
            let context = format!("{zone} {instant}: {said:?}");
            assert!(said.words.contains(hour) && said.exact.contains(hour), "{context}");
            assert!(
                said.words.split([' ', '.', ',']).any(|part| part == day.to_string()),
                "{context}"
            );
            assert_eq!(said.machine, instant);
        }
    }
}

#[test]
fn a_repeated_hour_is_distinguished_by_its_zone() {
    let voice = voice("en", "Europe/Berlin");
    let [summer, winter] = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]
        .map(|instant| voice.full(at(instant), at(instant)));
    assert_eq!(summer.words, winter.words);
    assert!(summer.exact.ends_with("02:30 CEST") && winter.exact.ends_with("02:30 CET"));
}

#[test]
fn the_year_is_shown_unless_it_is_the_readers_current_one() {
    let (instant, now) = (at("2026-12-31T23:30:00Z"), at("2027-01-01T12:00:00Z"));
    for (zone, year) in
        [("UTC", Some("2026")), ("Asia/Tokyo", None), ("America/Lima", Some("2026"))]
    {
        for language in LANGUAGES {
            let date = voice(language, zone).date(instant, now);
            let told = ["2026", "2027"].into_iter().find(|year| date.contains(year));
            assert_eq!(told, year, "{zone} {language}: {date}");
        }
    }
}

#[test]
fn the_month_is_that_of_the_readers_time_zone() {
    let instant = at("2026-01-31T23:30:00Z");
    for (zone, key) in
        [("UTC", "month-1"), ("Europe/Berlin", "month-2"), ("America/Lima", "month-1")]
    {
        for language in LANGUAGES {
            let voice = voice(language, zone);
            assert_eq!(voice.month(instant), voice.of(key), "{zone} {language}");
        }
    }
}

#[test]
fn units_change_exactly_when_one_more_is_complete() {
    let now = at("2026-11-15T14:30:00Z");
    for language in LANGUAGES {
        let t = voice(language, "UTC");
        let ago = |seconds: i64| now - jiff::SignedDuration::from_secs(seconds);
        for (seconds, key, n) in [
            (60, "minute", 1),
            (119, "minute", 1),
            (120, "minute", 2),
            (3_599, "minute", 59),
            (3_600, "hour", 1),
            (7_199, "hour", 1),
            (86_399, "hour", 23),
        ] {
            let (span, age) = (t.n(&format!("span-{key}"), n), t.n(&format!("age-{key}s"), n));
            assert_eq!(t.span(seconds), span, "{seconds}");
            assert_eq!(t.age(ago(seconds), now).words, age, "{seconds}");
            assert_eq!(t.past(ago(seconds), now).words, t.with("past-span", "span", &span));
            assert_eq!(t.future(ago(-seconds), now).words, t.with("future-span", "span", &span));
        }
        for seconds in [i64::from(i32::MIN), -1, 0, 59] {
            assert_eq!(t.age(ago(seconds), now).words, t.of("age-now"), "{seconds}");
            assert_eq!(t.past(ago(seconds), now).words, t.of("past-now"), "{seconds}");
        }
        let day = t.date(ago(86_400), now);
        assert_eq!(t.age(ago(86_400), now).words, day);
        assert_eq!(t.past(ago(86_400), now).words, t.with("past-date", "date", &day));
        assert_eq!(t.span(86_400), t.n("span-day", 1));
        assert_eq!(t.span(2 * 86_400 - 1), t.n("span-day", 1));
    }
}

#[test]
fn the_near_future_is_not_called_now() {
    let now = at("2026-11-15T14:30:00Z");
    for language in LANGUAGES {
        let t = voice(language, "UTC");
        let minute = t.with("future-span", "span", &t.n("span-minute", 1));
        for seconds in [1, 30, 59] {
            let soon = now + jiff::SignedDuration::from_secs(seconds);
            assert_eq!(t.future(soon, now).words, minute, "{seconds}");
        }
        assert_eq!(t.future(now, now).words, t.of("future-now"));
    }
}

proptest::proptest! {
    #[test]
    fn every_instant_can_be_formatted_everywhere(
        instant in -62_135_596_800_i64..253_402_207_200,
        now in -62_135_596_800_i64..253_402_207_200,
        zone in proptest::sample::select(vec!["UTC", "Asia/Kolkata", "Pacific/Chatham", "America/Caracas"]),
        language in proptest::sample::select(LANGUAGES.to_vec()),
    ) {
        let [instant, now] = [instant, now].map(|s| Timestamp::from_second(s).unwrap());
        let t = voice(language, zone);
        for say in [Voice::age, Voice::past, Voice::future, Voice::full] as [Say; 4] {
            let said = say(&t, instant, now);
            let has_marks = said.words.contains(['{', '}']);
            proptest::prop_assert!(!said.words.is_empty() && !has_marks);
            let machine: Timestamp = said.machine.parse().unwrap();
            proptest::prop_assert_eq!(machine, instant);
        }
    }
}
