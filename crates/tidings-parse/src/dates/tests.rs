//! The forms of dates seen in feeds, and some that should never occur.

use super::*;
use proptest::prelude::*;

#[track_caller]
fn check(text: &str, expected: &str) {
    let expected: Timestamp = expected.parse().unwrap();
    assert_eq!(parse_date(text), Some(expected), "{text}");
}

#[test]
fn the_forms_of_rfc_822() {
    for text in [
        "Tue, 02 Jan 2024 03:04:05 GMT",
        "Tue, 2 Jan 2024 03:04:05 +0000",
        "02 Jan 2024 03:04:05 UT",
        "2 Jan 24 03:04:05 Z",
        "Tue,02 Jan 2024 03:04:05 GMT",
        "Tue, 02 January 2024 03:04:05 -0000",
        "Tuesday, 02-Jan-24 03:04:05 GMT",
        "tue, 02 jan 2024 03:04:05 gmt",
        "Wed, 02 Jan 2024 03:04:05 GMT",
        "Tue, 02 Jan 2024 04:04:05 CET",
        "Tue, 02 Jan 2024 05:04:05 CEST",
        "Tue, 02 Jan 2024 04:04:05 BST",
        "Tue, 02 Jan 2024 12:04:05 JST",
        "Mon, 01 Jan 2024 22:04:05 EST",
        "Mon, 01 Jan 2024 23:04:05 EDT",
        "Mon, 01 Jan 2024 19:04:05 PST",
        "Tue, 02 Jan 2024 05:04:05 +0200",
        "Tue, 02 Jan 2024 05:04:05 +02:00",
        "Tue, 02 Jan 2024 05:04:05 GMT+0200",
        "Tue, 02 Jan 2024 05:04:05 UTC+2",
        "Tue, 02 Jan 2024 05:04:05 +0200 (CEST)",
        "Tue, 02 Jan 2024 06:04:05 MSK",
        "Tue, 02 Jan 2024 08:34:05 IST",
        "Tue, 02 Jan 2024 03:04:05",
        "Tue, 02 Jan 2024 03:04:05.000 GMT",
    ] {
        check(text, "2024-01-02T03:04:05Z");
    }
    check("Tue, 02 Jan 2024 03:04 GMT", "2024-01-02T03:04:00Z");
    check("02 Jan 24 03:04 EST", "2024-01-02T08:04:00Z");
    check("Tue, 02 Jan 2024", "2024-01-02T00:00:00Z");
    check("Thu, 01 Jan 98 00:00:00 A", "1998-01-01T01:00:00Z");
    check("Tue, 02 Jan 2024 05:04:05 GMT +0200", "2024-01-02T03:04:05Z");
}

#[test]
fn the_forms_of_iso_8601() {
    for text in [
        "2024-01-02T03:04:05Z",
        "2024-01-02T03:04:05",
        "2024-01-02 03:04:05",
        "2024-01-02T04:04:05+01:00",
        "2024-01-02T04:04:05+0100",
        "2024-01-02T04:04:05+01",
        "2024-01-02t03:04:05z",
        "2024-01-02 03:04:05 UTC",
        "2024-01-02 04:04:05 +0100",
        "2024-01-02 04:04:05 CET",
        "2024/01/02 03:04:05",
        "20240102T030405Z",
        "20240102030405",
        "2024-1-2 3:4:5",
        "2024-W01-2T03:04:05Z",
        "2024-002T03:04:05Z",
        "2024-01-02T03:04:05 Z",
        "2024-01-02 03:04:05 +0000 UTC",
        "2024-01-02T3:04:05Z",
        "2024-01-02 T 03:04:05Z",
        "2024.01.02 03:04:05",
        "2024-01-02 03:04:05 AM",
        "  2024-01-02T03:04:05Z\n",
    ] {
        check(text, "2024-01-02T03:04:05Z");
    }
    check("2024-01-02T03:04:05.678Z", "2024-01-02T03:04:05.678Z");
    check("2024-01-02T03:04:05.6789123Z", "2024-01-02T03:04:05.678Z");
    check("2024-01-02T03:04:05,5Z", "2024-01-02T03:04:05.5Z");
    check("2024-01-02T03:04Z", "2024-01-02T03:04:00Z");
    check("2024-01-02T03:04+01:00", "2024-01-02T02:04:00Z");
    for text in
        ["2024-01-02", "20240102", "2024-W01-2", "2024-002", "2024002", "2024W012", "2024-01-02Z"]
    {
        check(text, "2024-01-02T00:00:00Z");
    }
    check("2024-01", "2024-01-01T00:00:00Z");
    check("2024", "2024-01-01T00:00:00Z");
}

#[test]
fn handwritten_and_legacy_forms() {
    for text in [
        "Tue Jan  2 03:04:05 2024",
        "Tue Jan 2 03:04:05 UTC 2024",
        "Tue Jan 02 04:04:05 CET 2024",
        "January 2, 2024 3:04:05 AM",
        "Jan 2, 2024, 3:04:05am",
        "2 January 2024 03:04:05",
        "1/2/2024 03:04:05",
        "2.1.2024 03:04:05",
        "2-Jan-2024 03:04:05",
        "02.01.2024, 03:04:05",
        "January 2nd, 2024 at 03:04:05",
        "2024 Jan 2 03:04:05",
        "1/2/2024 3:04:05 AM",
        "2024-Jan-02 03:04:05",
    ] {
        check(text, "2024-01-02T03:04:05Z");
    }
    check("13/01/2024", "2024-01-13T00:00:00Z");
    check("Jan 2 2024 3:04 PM", "2024-01-02T15:04:00Z");
    check("January 2024", "2024-01-01T00:00:00Z");
    check("Jan 2, 2024 12:00 AM", "2024-01-02T00:00:00Z");
    check("Jan 2, 2024 12:00 PM", "2024-01-02T12:00:00Z");
}

#[test]
fn months_in_other_languages() {
    for text in [
        "Di, 02 Mär 2024 03:04:05 GMT",
        "Dienstag, 2. März 2024 03:04:05",
        "mar., 02 mars 2024 03:04:05",
        "2 de marzo de 2024 03:04:05",
        "mar, 02 mar 2024 03:04:05",
        "2 marzo 2024 03:04:05",
        "2 de março de 2024 03:04:05",
        "2 maart 2024 03:04:05",
        "2 mrt 2024 03:04:05",
        "Сб, 02 мар 2024 03:04:05",
        "2 марта 2024 03:04:05",
    ] {
        check(text, "2024-03-02T03:04:05Z");
    }
    for (text, month) in [
        ("2 janvier 2024", 1),
        ("2 février 2024", 2),
        ("2 avril 2024", 4),
        ("2 mai 2024", 5),
        ("2 juin 2024", 6),
        ("2 juillet 2024", 7),
        ("2 août 2024", 8),
        ("2 décembre 2024", 12),
        ("2 Januar 2024", 1),
        ("2 Jänner 2024", 1),
        ("2 Mai 2024", 5),
        ("2 Okt 2024", 10),
        ("2. Dezember 2024", 12),
        ("2 enero 2024", 1),
        ("2 agosto 2024", 8),
        ("2 diciembre 2024", 12),
        ("2 gennaio 2024", 1),
        ("2 maggio 2024", 5),
        ("2 giugno 2024", 6),
        ("2 luglio 2024", 7),
        ("2 settembre 2024", 9),
        ("2 ottobre 2024", 10),
        ("2 fevereiro 2024", 2),
        ("2 maio 2024", 5),
        ("2 setembro 2024", 9),
        ("2 outubro 2024", 10),
        ("2 mei 2024", 5),
        ("2 augustus 2024", 8),
        ("2 января 2024", 1),
        ("2 мая 2024", 5),
        ("2 июня 2024", 6),
        ("2 июля 2024", 7),
        ("2 ноября 2024", 11),
        ("2 декабря 2024", 12),
        ("2 junho 2024", 6),
        ("2 julio 2024", 7),
        ("2 julho 2024", 7),
    ] {
        check(text, &format!("2024-{month:02}-02T00:00:00Z"));
    }
    check("Tue, 2 Janvier 2024 03:04:05 +0100", "2024-01-02T02:04:05Z");
}

#[test]
fn edge_cases_of_clock_and_calendar() {
    check("2024-01-02T24:00:00Z", "2024-01-03T00:00:00Z");
    check("Tue, 02 Jan 2024 24:00:00 GMT", "2024-01-03T00:00:00Z");
    check("Tue, 02 Jan 2024 03:04:60 GMT", "2024-01-02T03:05:00Z");
    check("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z");
    check("29 Feb 2024 00:00:00 GMT", "2024-02-29T00:00:00Z");
    check("Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00Z");
    check("Mon, 01 Jan 1900 00:00:00 GMT", "1900-01-01T00:00:00Z");
    check("Sat, 01 Jan 70 00:00:00 GMT", "1970-01-01T00:00:00Z");
}

#[test]
fn numbers_are_unix_time() {
    check("1704164645", "2024-01-02T03:04:05Z");
    check("1704164645.9", "2024-01-02T03:04:05Z");
    check("1704164645678", "2024-01-02T03:04:05.678Z");
}

#[test]
fn other_texts_are_not_dates() {
    for text in [
        "",
        " ",
        "0",
        "yesterday",
        "Invalid Date",
        "Thu, 30 Feb 2023 25:61:61 GMT",
        "30 Feb 2023",
        "2023-02-30",
        "2024-13-01",
        "2024-01-02T25:00:00Z",
        "2024-01-02T03:61:00Z",
        "Sat, 01 Jan 0000 00:00:00 GMT",
        "-0001-01-01T00:00:00Z",
        "Fri, 31 Dec 99999 23:59:59 GMT",
        "2024-W60-1",
        "2024-000",
        "2024-400",
        "Monday",
        "12:00",
        "03:04:05",
        "January",
        "99999999999999999999999999",
        "2024-01-02T03:04:05 nonsense",
    ] {
        assert_eq!(parse_date(text), None, "{text}");
    }
}

proptest! {
    #[test]
    fn never_panics(text in "\\PC{0,40}") {
        let _ = parse_date(&text);
    }

    #[test]
    fn never_panics_on_text_that_looks_like_a_date(text in "[0-9TZ:+. /-]{0,30}|[A-Za-zä0-9 ,:+-]{0,40}") {
        let _ = parse_date(&text);
    }

    #[test]
    fn formatted_dates_are_parsed_back(second in 0i64..4_000_000_000) {
        let instant = Timestamp::from_second(second).unwrap();
        prop_assert_eq!(parse_date(&instant.to_string()), Some(instant));
        let rfc = instant.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string();
        prop_assert_eq!(parse_date(&rfc), Some(instant));
    }
}

/// Every zone that feeds name by letters, each for the instant 12:00 UTC.
#[test]
fn named_zones_have_the_right_offset() {
    for (zone, clock) in [
        ("GMT", "12:00"),
        ("WET", "12:00"),
        ("MEZ", "13:00"),
        ("MESZ", "14:00"),
        ("EET", "14:00"),
        ("SAST", "14:00"),
        ("EEST", "15:00"),
        ("PKT", "17:00"),
        ("NPT", "17:45"),
        ("ICT", "19:00"),
        ("HKT", "20:00"),
        ("KST", "21:00"),
        ("ACST", "21:30"),
        ("AEST", "22:00"),
        ("AEDT", "23:00"),
        ("BRT", "09:00"),
        ("NDT", "09:30"),
        ("ADT", "09:00"),
        ("AST", "08:00"),
        ("CDT", "07:00"),
        ("MDT", "06:00"),
        ("PDT", "05:00"),
        ("AKST", "03:00"),
        ("HST", "02:00"),
    ] {
        check(&format!("Tue, 02 Jan 2024 {clock}:00 {zone}"), "2024-01-02T12:00:00Z");
        check(&format!("2024-01-02 {clock}:00 {zone}"), "2024-01-02T12:00:00Z");
        check(
            &format!("Tue Jan 2 {clock}:00 {} 2024", zone.to_lowercase()),
            "2024-01-02T12:00:00Z",
        );
    }
    // An unknown zone: the time is taken as UTC.
    check("Tue, 02 Jan 2024 12:00:00 XYZT", "2024-01-02T12:00:00Z");
}

#[test]
fn offsets_may_have_any_number_of_digits() {
    for offset in ["+2", "+02", "+200", "+0200", "+2:00", "+02:00", "+02:00:00", "+020000"] {
        check(&format!("2024-01-02T14:00:00{offset}"), "2024-01-02T12:00:00Z");
        check(&format!("Tue, 02 Jan 2024 14:00:00 {offset}"), "2024-01-02T12:00:00Z");
    }
    check("2024-01-02T00:00:00+14:00", "2024-01-01T10:00:00Z");
    check("2024-01-02T00:00:00-12:00", "2024-01-02T12:00:00Z");
    assert_eq!(parse_date("2024-01-02T00:00:00+x"), None);
    for text in ["2024-01-02T03:04:05-05:00Z", "Mon, 02 Jan 2024 03:04:05 -0500Z"] {
        check(text, "2024-01-02T08:04:05Z");
    }
}

#[test]
fn an_offset_that_no_place_has_is_taken_as_none() {
    for offset in ["+9999", "+25:00", "-19:00", "+02:75", "-99:99"] {
        for text in [
            format!("2024-01-02T03:04:05{offset}"),
            format!("Tue, 02 Jan 2024 03:04:05 {offset}"),
            format!("Tue, 02 Jan 2024 03:04:05 GMT{offset}"),
        ] {
            check(&text, "2024-01-02T03:04:05Z");
        }
    }
}

#[test]
fn zones_may_be_named_by_place() {
    for text in [
        "Tue, 02 Jan 2024 03:04:05 America/Los_Angeles",
        "Jan 2, 2024 3:04:05 am America/Los_Angeles",
        "2024-01-02 03:04:05 America/Los_Angeles",
        "2024-01-02T03:04:05[America/Los_Angeles]",
        "2024-01-02T03:04:05-08:00[America/Los_Angeles]",
        "2024-01-02T03:04:05 (america/los_angeles)",
    ] {
        check(text, "2024-01-02T11:04:05Z");
    }
    check("Tue, 02 Jul 2024 03:04:05 America/Los_Angeles", "2024-07-02T10:04:05Z");
    check("2024-01-02T03:04:05 Asia/Kolkata", "2024-01-01T21:34:05Z");
    check("Wed, 19 Aug 2009 18:28:00 Etc/GMT", "2009-08-19T18:28:00Z");
    // Twice that night: the first time. Never that night: an hour later.
    check("2024-11-03 01:30:00 America/New_York", "2024-11-03T05:30:00Z");
    check("2024-03-10 02:30:00 America/New_York", "2024-03-10T07:30:00Z");
    assert_eq!(parse_date("2024-01-02T03:04:05 Nowhere/Land"), None);
    check("Tue, 02 Jan 2024 03:04:05 Nowhere/Land", "2024-01-02T03:04:05Z");
}

#[test]
fn drupal_separates_date_and_time_by_a_dash() {
    check("Friday, December 22, 2017 - 3:09pm", "2017-12-22T15:09:00Z");
    check("Mon, 03/30/2020 - 19:19", "2020-03-30T19:19:00Z");
    check("Monday, 30 March, 2020 – 19:19", "2020-03-30T19:19:00Z");
    check("2020-03-30 - 19:19", "2020-03-30T19:19:00Z");
}

#[test]
fn korean_dates_are_in_the_time_of_korea() {
    for text in [
        "2004년 05월 28일  13:31:15",
        "2004년 5월 28일 오후 1:31:15",
        "2004-05-28 오후 01:31:15",
        "2004-05-28 13:31:15 +0900",
        "2004/05/28 오후 1:31:15",
        "2004. 5. 28. 오후 1:31:15",
        "2004년5월28일 13시 31분 15초",
    ] {
        check(text, "2004-05-28T04:31:15Z");
    }
    check("2004-05-28 오전 01:31:15", "2004-05-27T16:31:15Z");
    check("2004년 05월 28일 13:31:15 GMT", "2004-05-28T13:31:15Z");
    check("2004년 05월 28일", "2004-05-27T15:00:00Z");
}

#[test]
fn years_without_a_century_are_read_plausibly() {
    for text in ["031231", "03-12-31", "03365", "31.12.03", "31-12-03", "12/31/03", "31/12/03"] {
        check(text, "2003-12-31T00:00:00Z");
    }
    for text in ["-0312", "-03-12"] {
        check(text, "2003-12-01T00:00:00Z");
    }
    check("991231", "1999-12-31T00:00:00Z");
    check("02-01-24", "2024-01-02T00:00:00Z");
    for text in
        ["031331", "-0313", "-03-", "-031", "-03-1-2", "03-13-32", "013", "1234567890123456"]
    {
        assert_eq!(parse_date(text), None, "{text}");
    }
}

/// The dates in feedparser's own tests, which have names of parsers that nobody else remembers.
#[test]
fn the_dates_of_other_programs() {
    check("2004-július-13T9:15-05:00", "2004-07-13T14:15:00Z");
    check("2003-012-31T10:14:55+00:00", "2003-12-31T10:14:55Z");
    check("Fri, 2006/09/15 08:19:53 EDT", "2006-09-15T12:19:53Z");
    check("2006/09/15 08:19:53", "2006-09-15T08:19:53Z");
    check("Mon, 26 January 2004 16:31:00 AT", "2004-01-26T20:31:00Z");
    check("January 2nd, 2024 03:04 at night", "2024-01-02T03:04:00Z");
    // The day of the year, and not a month of three digits.
    check("2024-002", "2024-01-02T00:00:00Z");
}

#[test]
fn years_of_two_and_three_digits_are_expanded() {
    for (year, full) in [("00", 2000), ("49", 2049), ("50", 1950), ("99", 1999), ("124", 2024)] {
        check(&format!("02 Jan {year} 00:00:00 GMT"), &format!("{full}-01-02T00:00:00Z"));
    }
}

#[test]
fn leap_days_exist_only_in_leap_years() {
    for (year, exists) in [(2024, true), (2023, false), (2000, true), (1900, false), (2100, false)]
    {
        for text in [
            format!("{year}-02-29"),
            format!("29 Feb {year}"),
            format!("Feb 29, {year}"),
            format!("29.2.{year}"),
        ] {
            assert_eq!(parse_date(&text).is_some(), exists, "{text}");
        }
        assert_eq!(parse_date(&format!("{year}-366")).is_some(), exists);
    }
}

#[test]
fn weeks_begin_on_monday_and_belong_to_the_year_of_their_thursday() {
    check("2020-W53-5", "2021-01-01T00:00:00Z");
    check("2025-W01-1", "2024-12-30T00:00:00Z");
    check("2024-W52-7T10:00Z", "2024-12-29T10:00:00Z");
    for text in ["2024-W00-1", "2024-W53-1", "2024-W10-0", "2024-W10-8"] {
        assert_eq!(parse_date(text), None, "{text}");
    }
}

#[test]
fn overlong_texts_are_rejected() {
    let date = "2024-01-02T03:04:05Z";
    check(&format!("{}{date}", " ".repeat(4000)), date);
    assert_eq!(parse_date(&format!("{date} ({})", "x".repeat(200))), None);
}

/// Formats an instant in the orders that people write.
fn spellings(at: civil::DateTime) -> Vec<String> {
    [
        "%A, %B %d, %Y %H:%M:%S",
        "%d-%b-%Y %H:%M:%S",
        "%Y/%m/%d %H:%M:%S",
        "%Y%m%dT%H%M%SZ",
        "%Y%m%d%H%M%S",
        "%a %b %e %H:%M:%S %Y",
        "%b %d, %Y %I:%M:%S %p",
        "%d.%m.%Y %H:%M:%S",
        "%m/%d/%Y %H:%M:%S",
        "%Y-%jT%H:%M:%SZ",
        "%G-W%V-%uT%H:%M:%SZ",
    ]
    .iter()
    .map(|form| at.strftime(form).to_string())
    .collect()
}

proptest! {
    #[test]
    fn every_spelling_gives_the_same_instant(second in 0i64..4_000_000_000) {
        let instant = Timestamp::from_second(second).unwrap();
        let at = jiff::tz::Offset::UTC.to_datetime(instant);
        for text in spellings(at) {
            prop_assert_eq!(parse_date(&text), Some(instant), "{}", text);
        }
    }

    #[test]
    fn an_offset_does_not_change_the_instant(second in 100_000_000i64..4_000_000_000, quarters in -48i8..57) {
        let instant = Timestamp::from_second(second).unwrap();
        let offset = jiff::tz::Offset::from_seconds(i32::from(quarters) * 900).unwrap();
        let (at, sign) = (offset.to_datetime(instant), if quarters < 0 { '-' } else { '+' });
        let minutes = u32::from(quarters.unsigned_abs()) * 15;
        let (hours, minutes) = (minutes / 60, minutes % 60);
        for text in [
            format!("{}{sign}{hours:02}:{minutes:02}", at.strftime("%Y-%m-%dT%H:%M:%S")),
            format!("{} {sign}{hours:02}{minutes:02}", at.strftime("%a, %d %b %Y %H:%M:%S")),
        ] {
            prop_assert_eq!(parse_date(&text), Some(instant), "{}", text);
        }
    }
}
