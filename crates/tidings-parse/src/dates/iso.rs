//! Dates that begin with the year: ISO 8601, W3C-DTF, RFC 3339 and sloppy variants of them.

use super::{Fields, Zone, full_year, offset, vocabulary};
use jiff::{Timestamp, civil};

/// Parses `2024-01-02T03:04:05.678+01:00` and anything similar.
pub(super) fn parse(text: &str) -> Option<Timestamp> {
    let (date, rest) = date(text)?;
    let zone = Zone::of_language(rest);
    let mut fields = Fields { year: date.0, month: date.1, day: date.2, zone, ..Fields::default() };
    let rest = rest.trim_start();
    let rest = rest.strip_prefix(['T', 't', '_', ',']).unwrap_or(rest).trim();
    if !rest.is_empty() {
        time(rest, &mut fields)?;
    }
    fields.instant()
}

/// Parses year, month and day, and returns the rest.
fn date(text: &str) -> Option<((i64, i64, i64), &str)> {
    // -03-12 and -0312: the month of a year without its century
    if let Some((year, 2 | 4, rest)) = text.strip_prefix('-').and_then(digits) {
        let month = rest.strip_prefix('-').and_then(digits);
        return match (year, month) {
            (year, Some((month, 2, ""))) if year < 100 => {
                Some(((full_year(year, 2), month, 1), ""))
            }
            (both, None) if rest.is_empty() => {
                Some(((full_year(both / 100, 2), both % 100, 1), ""))
            }
            _ => None,
        };
    }
    let n_digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<i64>().ok();
    match n_digits {
        // 240102 and 24002: without the century
        6 => Some(((full_year(number(0, 2)?, 2), number(2, 4)?, number(4, 6)?), &text[6..])),
        5 => Some((day_of_year(full_year(number(0, 2)?, 2), number(2, 5)?)?, &text[5..])),
        // 20240102, and 20240102030405
        8 | 14 => Some(((number(0, 4)?, number(4, 6)?, number(6, 8)?), &text[8..])),
        // 2024002: the second day of 2024
        7 => Some((day_of_year(number(0, 4)?, number(4, 7)?)?, &text[7..])),
        4 => after_year(number(0, 4)?, &text[4..]),
        _ => None,
    }
}

fn after_year(year: i64, rest: &str) -> Option<((i64, i64, i64), &str)> {
    if let Some(week) = rest.strip_prefix("-W").or_else(|| rest.strip_prefix('W')) {
        return week_date(year, week);
    }
    let Some(separator @ (b'-' | b'/' | b'.')) = rest.as_bytes().first().copied() else {
        let is_over = rest.is_empty() || rest.starts_with(['T', 't', 'Z']);
        return is_over.then_some(((year, 1, 1), rest));
    };
    let (first, n_first, rest) = digits(&rest[1..]).or_else(|| month_name(&rest[1..]))?;
    let after = rest.strip_prefix(char::from(separator));
    // 2024-012-31 is no day of the year: some write the month with three digits.
    if n_first == 3 && after.and_then(digits).is_none_or(|(_, n_digits, _)| n_digits != 2) {
        return Some((day_of_year(year, first)?, rest));
    }
    let Some(rest) = after else {
        return Some(((year, first, 1), rest));
    };
    let (day, _, rest) = digits(rest)?;
    Some(((year, first, day), rest))
}

/// Parses the name of a month; returns it like [`digits`] returns a number of two digits.
fn month_name(text: &str) -> Option<(i64, usize, &str)> {
    let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    Some((vocabulary::month(&text[..end].to_lowercase())?, 2, &text[end..]))
}

fn day_of_year(year: i64, day: i64) -> Option<(i64, i64, i64)> {
    let first = civil::Date::new(i16::try_from(year).ok()?, 1, 1).ok()?;
    let date = first.checked_add(jiff::Span::new().try_days(day - 1).ok()?).ok()?;
    (day > 0 && i64::from(date.year()) == year).then(|| fields_of(date))
}

fn week_date(year: i64, week: &str) -> Option<((i64, i64, i64), &str)> {
    let (number, n_digits, rest) = digits(week)?;
    let (number, weekday, rest) = match (n_digits, rest.strip_prefix('-').and_then(digits)) {
        (3, _) => (number / 10, number % 10, rest),
        (2, Some((weekday, 1, rest))) => (number, weekday, rest),
        (2, None) => (number, 1, rest),
        _ => return None,
    };
    let weekday = civil::Weekday::from_monday_one_offset(i8::try_from(weekday).ok()?).ok()?;
    let date =
        civil::ISOWeekDate::new(i16::try_from(year).ok()?, i8::try_from(number).ok()?, weekday)
            .ok()?
            .date();
    Some((fields_of(date), rest))
}

fn fields_of(date: civil::Date) -> (i64, i64, i64) {
    (i64::from(date.year()), i64::from(date.month()), i64::from(date.day()))
}

/// Parses the time of day and the zone.
fn time(text: &str, fields: &mut Fields) -> Option<()> {
    let (clock, zone) =
        match text.find(|c: char| !(c.is_ascii_digit() || matches!(c, ':' | '.' | ','))) {
            Some(at) => (&text[..at], text[at..].trim()),
            None => (text, ""),
        };
    let (clock, fraction) = clock.split_once(['.', ',']).unwrap_or((clock, ""));
    let mut parts = clock.split(':');
    let first = parts.next()?;
    if first.is_empty() {
        fields.zone = zone_of(text)?;
        return Some(());
    }
    let (hour, minute, second) = match first.len() {
        1 | 2 => (first, parts.next().unwrap_or("0"), parts.next().unwrap_or("0")),
        4 => (first.get(..2)?, first.get(2..)?, "0"),
        6 => (first.get(..2)?, first.get(2..4)?, first.get(4..)?),
        _ => return None,
    };
    fields.hour = hour.parse().ok()?;
    fields.minute = minute.parse().ok()?;
    fields.second = if second.is_empty() { 0 } else { second.parse().ok()? };
    fields.millisecond = milliseconds(fraction)?;
    let (half, zone) = split_half(zone);
    fields.hour = half.map_or(fields.hour, |half| half.hour(fields.hour));
    if !zone.is_empty() {
        fields.zone = zone_of(zone)?;
    }
    Some(())
}

fn split_half(zone: &str) -> (Option<vocabulary::Half>, &str) {
    let (word, rest) = zone.split_once(' ').unwrap_or((zone, ""));
    match vocabulary::half_of_day(&word.to_lowercase()) {
        Some(half) => (Some(half), rest.trim()),
        None => (None, zone),
    }
}

fn milliseconds(fraction: &str) -> Option<i64> {
    let digits: String =
        fraction.chars().filter(char::is_ascii_digit).chain("000".chars()).take(3).collect();
    digits.parse().ok()
}

/// Parses `Z`, `+01:00`, `CET`, `GMT+1`, `Europe/Paris` or nothing. An unknown zone makes the whole date invalid.
fn zone_of(zone: &str) -> Option<Zone> {
    let (zone, more) = zone.split_once(['(', '[']).unwrap_or((zone, ""));
    let (zone, more) = (zone.trim(), more.trim_end_matches([')', ']']));
    if zone.is_empty() {
        return Some(Zone::of_place(more).unwrap_or_default());
    }
    // Some write "2024-01-02 03:04:05 +0100 CET": the number is enough.
    let (first, rest) = zone.split_once(' ').unwrap_or((zone, ""));
    if let Some(minutes) = offset(first) {
        return Some(Zone::Offset(minutes));
    }
    if let Some(minutes) = vocabulary::zone(&first.to_ascii_uppercase()) {
        return Some(Zone::Offset(offset(rest).unwrap_or(minutes)));
    }
    if let Some(place) = Zone::of_place(first) {
        return Some(place);
    }
    let sign = first.find(['+', '-'])?;
    vocabulary::zone(&first[..sign].to_ascii_uppercase())?;
    offset(&first[sign..]).map(Zone::Offset)
}

/// Parses a number; returns it, its number of digits and the rest.
fn digits(text: &str) -> Option<(i64, usize, &str)> {
    let n_digits = text.bytes().take_while(u8::is_ascii_digit).count();
    Some((text[..n_digits].parse().ok()?, n_digits, &text[n_digits..]))
}
