//! Dates in HTTP headers: the three official forms, and the sloppy ones that servers send.

use jiff::{Timestamp, civil::DateTime, fmt::rfc2822, tz::TimeZone};

/// Longer than any date; longer text is not worth parsing.
const LONGEST: usize = 64;

/// Parses a date in an HTTP header, in UTC. Dates after the end of the calendar become the last one.
pub(crate) fn http_date(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    // The weekday adds nothing to the date, and is sometimes wrong.
    let rest = text.split_once(", ").map_or(text, |(_day, rest)| rest);
    let official = ["%d %b %Y %H:%M:%S GMT", "%d-%b-%y %H:%M:%S GMT"];
    let civil =
        official.iter().find_map(|form| DateTime::strptime(form, rest).ok()).or_else(|| {
            let (_day, rest) = text.split_once(' ')?;
            DateTime::strptime("%b %e %H:%M:%S %Y", rest.trim_start()).ok()
        });
    match civil {
        Some(civil) => Some(TimeZone::UTC.to_timestamp(civil).unwrap_or(Timestamp::MAX)),
        None => rfc2822::DateTimeParser::new().relaxed_weekday(true).parse_timestamp(text).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_three_official_forms_are_one_instant() {
        let expected: Timestamp = "1994-11-06T08:49:37Z".parse().unwrap();
        for text in [
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
            "Mon, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 09:49:37 +0100",
            "06 Nov 1994 08:49:37 GMT",
        ] {
            assert_eq!(http_date(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn dates_after_the_calendar_become_its_last() {
        assert_eq!(http_date("Fri, 31 Dec 9999 23:59:59 GMT"), Some(Timestamp::MAX));
    }

    #[test]
    fn other_text_is_not_a_date() {
        for text in
            ["", "0", "-1", "soon", "Sun, 32 Nov 1994 08:49:37 GMT", "2026-11-15", &"9".repeat(100)]
        {
            assert_eq!(http_date(text), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_causes_a_panic(text in "\\PC{0,70}") {
            let _ = http_date(&text);
        }
    }
}
