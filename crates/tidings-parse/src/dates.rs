//! Dates in every form that feeds have been seen to use.
//!
//! Three parsers are tried: a number (Unix time), digits with the year first (ISO 8601 and similar), and words in any
//! order (RFC 822 and everything people type). A date without a time zone is taken as UTC, unless it is in Korean; a
//! date that does not exist is rejected.

mod iso;
mod words;

pub(crate) mod vocabulary;

use jiff::{SignedDuration, Timestamp, civil, tz::TimeZone};

/// Parses a date, to the millisecond.
///
/// ```
/// use tidings_parse::parse_date;
/// let noon = parse_date("2024-01-02T12:00:00Z");
/// assert_eq!(parse_date("Tue, 2 Jan 2024 13:00:00 CET"), noon);
/// assert_eq!(parse_date("2. Januar 2024, 12:00"), noon);
/// assert_eq!(parse_date("yesterday"), None);
/// ```
#[must_use]
pub fn parse_date(text: &str) -> Option<Timestamp> {
    // Longer than any date, and a bound on the work.
    const LONGEST: usize = 128;
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    unix(text).or_else(|| iso::parse(text)).or_else(|| words::parse(text))
}

/// Parses Unix time in seconds or milliseconds. Shorter numbers are years, days or meaningless; 14 digits may be a
/// calendar date.
fn unix(text: &str) -> Option<Timestamp> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    match whole.len() {
        9..=11 => Timestamp::from_second(whole.parse().ok()?).ok(),
        12 | 13 => Timestamp::from_millisecond(whole.parse().ok()?).ok(),
        _ => None,
    }
}

/// A date and time of day as written, which may not exist.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Fields {
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
    millisecond: i64,
    zone: Zone,
}

/// A time zone as written.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Zone {
    /// Minutes east of Greenwich.
    Offset(i64),
    /// A place, such as `America/Los_Angeles`.
    Place(TimeZone),
}

impl Default for Zone {
    fn default() -> Self {
        Self::Offset(0)
    }
}

impl Zone {
    /// Returns the zone of a place by its name.
    fn of_place(name: &str) -> Option<Self> {
        TimeZone::get(name).ok().filter(|_| name.contains('/')).map(Self::Place)
    }

    /// Returns the zone that a date has if it names none: its writer's, as far as the language tells.
    fn of_language(text: &str) -> Self {
        // Korean is written in one time zone.
        const KOREAN: [&str; 5] = ["오전", "오후", "년", "월", "일"];
        let is_korean = KOREAN.iter().any(|word| text.contains(word));
        Self::Offset(if is_korean { 9 * 60 } else { 0 })
    }
}

impl Fields {
    /// Returns the instant, if the date exists. `24:00` is midnight of the next day, second 60 is the next minute.
    fn instant(self) -> Option<Timestamp> {
        let is_day_end = self.hour == 24 && self.minute == 0 && self.second == 0;
        let is_time = (0..24).contains(&self.hour)
            && (0..60).contains(&self.minute)
            && (0..=60).contains(&self.second);
        if !((is_time || is_day_end) && (1..=9999).contains(&self.year)) {
            return None;
        }
        let day = civil::Date::new(
            i16::try_from(self.year).ok()?,
            i8::try_from(self.month).ok()?,
            i8::try_from(self.day).ok()?,
        );
        let midnight = day.ok()?.to_datetime(civil::Time::midnight());
        let seconds = (self.hour * 60 + self.minute) * 60 + self.second;
        let passed = SignedDuration::from_millis(seconds * 1000 + self.millisecond);
        let local = midnight.checked_add(passed).ok()?;
        match self.zone {
            Zone::Place(place) => place.to_timestamp(local).ok(),
            Zone::Offset(minutes) => {
                let utc = local.checked_sub(SignedDuration::from_mins(minutes)).ok()?;
                jiff::tz::Offset::UTC.to_timestamp(utc).ok()
            }
        }
    }
}

/// No place on Earth is more than 14 hours from Greenwich; this leaves some room for mistakes.
const FARTHEST_ZONE_MINUTES: i64 = 18 * 60;

/// Expands a year of two or three digits (RFC 2822, section 4.3).
fn full_year(year: i64, n_digits: usize) -> i64 {
    match n_digits {
        1 | 2 if year < 50 => 2000 + year,
        1..=3 => 1900 + year,
        _ => year,
    }
}

/// Of two readings of a date with a two-digit year, one that is later than this is a mistake.
const LATEST_PLAUSIBLE_YEAR: i64 = 2030;

/// Returns the most plausible reading of three numbers: in the usual order, or with the year first if the usual order
/// gives no date or one in the far future.
fn plausible(usual: (i64, i64, i64), year_first: (i64, i64, i64)) -> (i64, i64, i64) {
    let may_be =
        |(_, month, day): (i64, i64, i64)| (1..=12).contains(&month) && (1..=31).contains(&day);
    let is_usual = may_be(usual) && usual.0 <= LATEST_PLAUSIBLE_YEAR;
    let is_other = may_be(year_first) && year_first.0 <= LATEST_PLAUSIBLE_YEAR;
    if is_usual || !is_other { usual } else { year_first }
}

/// Parses an offset such as `+0200`, `+02:00` or `-5`, in minutes. A `Z` after it says nothing more. An offset that no
/// place has, such as `+9999`, is taken as none.
fn offset(text: &str) -> Option<i64> {
    let text = text.strip_suffix(['Z', 'z']).unwrap_or(text);
    let sign = match text.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let rest = &text[1..];
    let number = |digits: &str| {
        digits.parse::<i64>().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))
    };
    let (hours, minutes) = match rest.split_once(':') {
        Some((hours, minutes)) => (number(hours)?, number(minutes.split(':').next()?)?),
        None => match rest.len() {
            1 | 2 => (number(rest)?, 0),
            3 => (number(rest.get(..1)?)?, number(rest.get(1..)?)?),
            4 | 6 => (number(rest.get(..2)?)?, number(rest.get(2..4)?)?),
            _ => return None,
        },
    };
    let total = hours.checked_mul(60)?.checked_add(minutes)?;
    Some(if minutes < 60 && total <= FARTHEST_ZONE_MINUTES { sign * total } else { 0 })
}

#[cfg(test)]
mod tests;
