//! Dates made of words in any order: RFC 822, asctime, and what people type by hand.

use super::{
    Fields, Zone, full_year, offset, plausible,
    vocabulary::{self, Half},
};
use jiff::Timestamp;
use std::borrow::Cow;

/// Parses `Tue, 02 Jan 2024 03:04:05 GMT` and anything with the same parts in another order or language.
pub(super) fn parse(text: &str) -> Option<Timestamp> {
    let mut found = Found::default();
    let text = &apart(text);
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | '[' | ']'))
    {
        // A dash between date and time is no word.
        if word.contains(char::is_alphanumeric) {
            found.read(word)?;
        }
    }
    found.fields(Zone::of_language(text))?.instant()
}

/// Separates the parts of 2024년1월2일.
fn apart(text: &str) -> Cow<'_, str> {
    const ENDS: [char; 11] = ['년', '월', '일', '시', '분', '年', '月', '日', '時', '时', '分'];
    if !text.contains(ENDS) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split_inclusive(ENDS).flat_map(|part| [part, " "]).collect())
}

/// The parts found so far.
#[derive(Debug, Default)]
struct Found {
    month: Option<i64>,
    /// Numbers that are a day or a year, each with its number of digits.
    numbers: Vec<(i64, usize)>,
    time: Option<(i64, i64, i64, i64)>,
    half: Option<Half>,
    /// A zone by name. `GMT+0200` has a name and an offset; the offset wins.
    named_zone: Option<i64>,
    offset: Option<i64>,
    place: Option<Zone>,
    /// A date written as one word, such as 02/01/2024.
    date: Option<(i64, i64, i64)>,
}

impl Found {
    /// Reads one word; `None` if it shows that this is not a date.
    fn read(&mut self, word: &str) -> Option<()> {
        let first = word.chars().next()?;
        if first.is_ascii_digit() { self.read_digits(word) } else { self.read_letters(word) }
    }

    fn read_digits(&mut self, word: &str) -> Option<()> {
        if word.contains(':') {
            return self.read_time(word);
        }
        let n_digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let rest = &word[n_digits..];
        if let Some(date) = one_word_date(word) {
            self.date = Some(date);
            return Some(());
        }
        let number: i64 = word[..n_digits].parse().ok()?;
        // The third of January, 2024년 1월 2일, 1er janvier, 3pm.
        match rest {
            "월" | "月" => self.month = Some(number),
            "시" | "時" | "时" => self.time = Some((number, 0, 0, 0)),
            "분" | "分" => self.time = self.time.map(|time| (time.0, number, time.2, 0)),
            "초" | "秒" => self.time = self.time.map(|time| (time.0, time.1, number, 0)),
            _ => match vocabulary::half_of_day(&rest.to_lowercase()) {
                Some(half) => (self.half, self.time) = (Some(half), Some((number, 0, 0, 0))),
                None => self.numbers.push((number, n_digits)),
            },
        }
        Some(())
    }

    /// `03:04`, `03:04:05.678`, `03:04:05Z`, `03:04:05+0100`, `3:04pm`.
    fn read_time(&mut self, word: &str) -> Option<()> {
        let end = word
            .find(|c: char| !(c.is_ascii_digit() || matches!(c, ':' | '.')))
            .unwrap_or(word.len());
        let (clock, rest) = word.split_at(end);
        let (clock, fraction) = clock.split_once('.').unwrap_or((clock, ""));
        let mut parts = clock.split(':').filter(|part| !part.is_empty()).map(str::parse);
        let mut next = || parts.next().unwrap_or(Ok(0)).ok();
        let millisecond = format!("{fraction:0<3}").get(..3)?.parse().ok()?;
        self.time = Some((next()?, next()?, next()?, millisecond));
        if rest.is_empty() { Some(()) } else { self.read_letters(rest) }
    }

    fn read_letters(&mut self, word: &str) -> Option<()> {
        if let Some(minutes) = offset(word) {
            // RFC 822's "-0000" and a dash before a year look alike; a zone comes after the time.
            self.offset = Some(minutes);
            return Some(());
        }
        if word.starts_with(['-', '+']) {
            return None;
        }
        // 2-Jan-2024 begins with a digit and is parsed elsewhere; Jan-2-2024 and Jan/2/2024 are parsed here.
        let lower = word.trim_end_matches('.').to_lowercase();
        if let Some(half) = vocabulary::half_of_day(&lower) {
            self.half = Some(half);
            return Some(());
        }
        // "at" is hardly ever Atlantic Time.
        let zone = Some(word.to_uppercase()).filter(|_| self.time.is_some() && word != "at");
        if let Some(minutes) = zone.and_then(|name| vocabulary::zone(&name)) {
            self.named_zone = Some(minutes);
            return Some(());
        }
        if let Some(place) = Zone::of_place(word) {
            self.place = Some(place);
            return Some(());
        }
        if let Some(at) = word
            .find(['+', '-'])
            .filter(|at| vocabulary::zone(&word[..*at].to_uppercase()).is_some())
        {
            self.offset = Some(offset(&word[at..])?);
            return Some(());
        }
        if let Some(month) = vocabulary::month(&lower) {
            // "Mar 3 Jan": "Mar" is Tuesday in Italian, Spanish and French. Of two months, the later one is the month.
            self.month = Some(month);
        } else if let Some(minutes) = military_zone(word).filter(|_| self.time.is_some()) {
            self.named_zone = Some(minutes);
        }
        // Weekdays, "de", "at", "Uhr", unknown zones: ignored.
        Some(())
    }

    /// Returns the date; `local` is its zone if it names none.
    fn fields(self, local: Zone) -> Option<Fields> {
        let (year, month, day) = match (self.date, self.month) {
            (Some(date), _) => date,
            (None, Some(month)) => self.day_and_year(month)?,
            // 2024. 1. 2.
            (None, None) => match *self.numbers.as_slice() {
                [(year, 4), (month, 1 | 2), (day, 1 | 2), ..] => (year, month, day),
                _ => return None,
            },
        };
        let (hour, minute, second, millisecond) = self.time.unwrap_or_default();
        let hour = self.half.map_or(hour, |half| half.hour(hour));
        let named = self.offset.or(self.named_zone).map(Zone::Offset);
        let zone = named.or(self.place).unwrap_or(local);
        Some(Fields { year, month, day, hour, minute, second, millisecond, zone })
    }

    fn day_and_year(&self, month: i64) -> Option<(i64, i64, i64)> {
        let is_year = |(number, n_digits): (i64, usize)| n_digits >= 3 || number > 31;
        match *self.numbers.as_slice() {
            [first, second, ..] if is_year(first) && !is_year(second) => {
                Some((full(first), month, second.0))
            }
            [first, second, ..] => Some((full(second), month, first.0)),
            [only] if is_year(only) => Some((full(only), month, 1)),
            _ => None,
        }
    }
}

fn full((year, n_digits): (i64, usize)) -> i64 {
    full_year(year, n_digits)
}

/// `02/01/2024`, `2.1.2024`, `2024/01/02`, `2-Jan-2024`, `02-Jan-24`.
fn one_word_date(word: &str) -> Option<(i64, i64, i64)> {
    let separator = word.find(['/', '.', '-']).map(|at| word.as_bytes()[at])?;
    let mut parts = word.trim_end_matches(['.', ',']).split(char::from(separator));
    let (first, second, third) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let number = |part: &str| part.parse::<i64>().ok();
    let n_digits = third.bytes().take_while(u8::is_ascii_digit).count();
    if let Some(month) = vocabulary::month(&second.to_lowercase()) {
        let (first_number, last) = (number(first)?, number(third)?);
        let is_year_first = first.len() == 4;
        return Some(if is_year_first {
            (first_number, month, last)
        } else {
            (full_year(last, n_digits), month, first_number)
        });
    }
    let (first_number, second, last) =
        (number(first)?, number(second)?, number(&third[..n_digits])?);
    let year_first = (full_year(first_number, first.len()), second, last);
    if first.len() == 4 {
        return Some(year_first);
    }
    let year = full_year(last, n_digits);
    // Americans write the month first when they use slashes, unless it cannot be a month.
    let usual = if separator == b'/' && first_number <= 12 {
        (year, first_number, second)
    } else {
        (year, second, first_number)
    };
    Some(if n_digits == 2 { plausible(usual, year_first) } else { usual })
}

/// Returns the offset of an RFC 822 single-letter zone: A is one hour west, N one hour east, J is not used.
fn military_zone(word: &str) -> Option<i64> {
    let &[letter] = word.as_bytes() else { return None };
    let hours = match letter.to_ascii_uppercase() {
        letter @ b'A'..=b'I' => -(i64::from(letter - b'A') + 1),
        letter @ b'K'..=b'M' => -(i64::from(letter - b'K') + 10),
        letter @ b'N'..=b'Y' => i64::from(letter - b'N') + 1,
        _ => return None,
    };
    Some(hours * 60)
}
