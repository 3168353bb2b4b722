//! Traces: when each source posted.
//!
//! TSV or CSV, plain, gzip or zstd, from a file or standard input. Each line has either one posting (`source`, `time`)
//! or one source (`source`, `t0`, `deltas_seconds`).

mod span;

pub use span::{days_covered, ends, first_day};

use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// Minutes in a day.
pub const DAY: f64 = 1440.0;
/// Minutes in a week.
pub const WEEK: f64 = 7.0 * DAY;
/// 5 January 1970 was a Monday, in seconds since the epoch.
const FIRST_MONDAY: i64 = 4 * 86_400;

/// What to read, and which part of it.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Names of the columns for `source` and `time`, if they differ.
    pub columns: BTreeMap<String, String>,
    /// The first day, 00:00 UTC in Unix seconds; `None` for the Monday after the first posting.
    pub from: Option<i64>,
    /// Number of days.
    pub days: u32,
    /// Sources with fewer postings in these days are left out.
    pub min_postings: usize,
}

/// Postings of many sources, in minutes since the Monday 00:00 UTC at or before the first day.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Trace {
    /// The names of the sources, in order.
    pub names: Vec<String>,
    /// The postings of each, in order of time.
    pub postings: Vec<Vec<f64>>,
    /// The first day in Unix seconds.
    pub from: i64,
    /// The first day in minutes since its Monday.
    pub begin: f64,
    /// The end in minutes since that Monday.
    pub end: f64,
}

impl Trace {
    /// Returns the number of postings of all sources.
    #[must_use]
    pub fn n_postings(&self) -> usize {
        self.postings.iter().map(Vec::len).sum()
    }
}

/// All events of a file: the name of the source or reader, and Unix seconds.
pub type Events = BTreeMap<String, Vec<i64>>;

/// Reads a trace.
///
/// # Errors
/// When the file cannot be read, or a line does not match its columns.
pub fn read(path: &Path, selection: &Selection) -> Result<Trace> {
    let events = events(path, &selection.columns)?;
    Ok(select(&events, selection))
}

/// Returns the selected part of the events.
///
/// ```
/// use tidings_lab::trace::{Events, Selection, select};
/// // From the Monday after the first posting, a Thursday.
/// let events = Events::from([("a".into(), vec![0, 5 * 86_400])]);
/// let trace = select(&events, &Selection { days: 7, ..Selection::default() });
/// assert_eq!(trace.postings, [[1440.0]]);
/// assert_eq!(trace.n_postings(), 1);
/// ```
#[must_use]
pub fn select(events: &Events, selection: &Selection) -> Trace {
    let from = first_day(events, selection);
    let origin = span::monday(from);
    let begin = (from - origin) as f64 / 60.0;
    let end = begin + f64::from(selection.days) * DAY;
    let mut trace = Trace { from, begin, end, ..Trace::default() };
    for (name, times) in events {
        let mut postings: Vec<f64> = times
            .iter()
            .map(|time| (time - origin) as f64 / 60.0)
            .filter(|time| (begin..end).contains(time))
            .collect();
        if postings.len() >= selection.min_postings.max(1) {
            postings.sort_unstable_by(f64::total_cmp);
            trace.names.push(name.clone());
            trace.postings.push(postings);
        }
    }
    trace
}

/// Reads all events of a file.
///
/// # Errors
/// As for [`read`].
pub fn events(path: &Path, columns: &BTreeMap<String, String>) -> Result<Events> {
    let raw: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(std::io::stdin())
    } else {
        Box::new(std::fs::File::open(path).with_context(|| format!("open {}", path.display()))?)
    };
    parse(raw, columns).with_context(|| format!("read {}", path.display()))
}

/// Reads events from bytes that may be compressed.
///
/// # Errors
/// When a line does not match its columns.
///
/// ```
/// use tidings_lab::trace::parse;
/// let lines = "feed,when\na,1970-01-01T00:01:00Z\n";
/// let columns = [("source".into(), "feed".into()), ("time".into(), "when".into())].into();
/// assert_eq!(parse(lines.as_bytes(), &columns).unwrap()["a"], [60]);
/// ```
pub fn parse(raw: impl Read + 'static, columns: &BTreeMap<String, String>) -> Result<Events> {
    let mut lines = BufReader::with_capacity(1 << 16, unpacked(raw)?).lines();
    let mut found = Events::new();
    let Some(first) = lines.next().transpose()? else { return Ok(found) };
    let separator = if first.contains('\t') { '\t' } else { ',' };
    let shape = Shape::of(&fields(&first, separator), columns)?;
    let first = (!shape.has_header).then_some(Ok(first));
    for (number, line) in first.into_iter().chain(lines).enumerate() {
        let line = line?;
        if !line.trim().is_empty() {
            let line_number = number + 1 + usize::from(shape.has_header);
            shape
                .take(&fields(&line, separator), &mut found)
                .with_context(|| format!("line {line_number}"))?;
        }
    }
    Ok(found)
}

/// The positions of the columns.
struct Shape {
    has_header: bool,
    source: usize,
    time: usize,
    deltas: Option<usize>,
}

impl Shape {
    fn of(first: &[String], columns: &BTreeMap<String, String>) -> Result<Self> {
        let wanted = |name: &str| columns.get(name).map_or_else(|| name.to_owned(), Clone::clone);
        let place = |name: &str| first.iter().position(|field| *field == name);
        let deltas = place("deltas_seconds");
        let time = place(&wanted("time")).or_else(|| deltas.and_then(|_| place("t0")));
        match (place(&wanted("source")), time) {
            (Some(source), Some(time)) => {
                let deltas = if place("t0") == Some(time) { deltas } else { None };
                Ok(Self { has_header: true, source, time, deltas })
            }
            _ if columns.is_empty() && first.len() >= 2 && seconds(&first[1]).is_ok() => {
                Ok(Self { has_header: false, source: 0, time: 1, deltas: None })
            }
            _ => bail!(
                "expected columns \"{}\" and \"{}\", found {}: name them with --columns source=…,time=…",
                wanted("source"),
                wanted("time"),
                first.join(", ")
            ),
        }
    }

    fn take(&self, fields: &[String], found: &mut Events) -> Result<()> {
        let field = |column: usize| {
            fields.get(column).with_context(|| {
                format!("expected at least {} fields, found {}", column + 1, fields.len())
            })
        };
        let mut time = seconds(field(self.time)?)?;
        let times = found.entry(field(self.source)?.clone()).or_default();
        times.push(time);
        if let Some(column) = self.deltas {
            for delta in field(column)?.split([' ', ',', ';']).filter(|delta| !delta.is_empty()) {
                let delta = delta
                    .parse::<i64>()
                    .with_context(|| format!("expected seconds, found \"{delta}\""))?;
                time = on_calendar(time.saturating_add(delta))?;
                times.push(time);
            }
        }
        Ok(())
    }
}

/// Parses Unix seconds or an RFC 3339 time.
fn seconds(text: &str) -> Result<i64> {
    if let Ok(whole) = text.parse::<i64>() {
        return on_calendar(whole);
    }
    if let Ok(number) = text.parse::<f64>() {
        // Fractions of a second do not matter for a schedule in minutes.
        return on_calendar(number as i64);
    }
    let time: jiff::Timestamp = text
        .parse()
        .with_context(|| format!("expected Unix seconds or an RFC 3339 time, found \"{text}\""))?;
    Ok(time.as_second())
}

/// Checks that a second has a date. Milliseconds mistaken for seconds have none.
fn on_calendar(second: i64) -> Result<i64> {
    ensure!(
        jiff::Timestamp::from_second(second).is_ok(),
        "expected Unix seconds, found {second}, which is after the year 9999 or before -9999"
    );
    Ok(second)
}

/// Splits a line into fields. In CSV, quoted fields may contain commas and doubled quotes.
pub(crate) fn fields(line: &str, separator: char) -> Vec<String> {
    if separator == '\t' || !line.contains('"') {
        return line.split(separator).map(str::to_owned).collect();
    }
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let field = fields.last_mut().expect("there is always a field");
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                field.push('"');
                letters.next();
            }
            '"' => is_quoted = !is_quoted,
            letter if letter == separator && !is_quoted => fields.push(String::new()),
            letter => field.push(letter),
        }
    }
    fields
}

/// Returns the bytes, decompressed if they begin like gzip or zstd.
pub(crate) fn unpacked(mut raw: impl Read + 'static) -> Result<Box<dyn Read>> {
    let mut magic = Vec::new();
    raw.by_ref().take(4).read_to_end(&mut magic)?;
    let is_zstd = magic == [0x28, 0xb5, 0x2f, 0xfd];
    let is_gzip = magic.starts_with(&[0x1f, 0x8b]);
    let whole = std::io::Cursor::new(magic).chain(raw);
    if is_zstd {
        let mut decoder = zstd::stream::read::Decoder::new(whole)?;
        // The largest window of the format, because traces are compressed with long ones.
        decoder.window_log_max(31)?;
        return Ok(Box::new(decoder));
    }
    Ok(if is_gzip { Box::new(flate2::read::MultiGzDecoder::new(whole)) } else { Box::new(whole) })
}

#[cfg(test)]
mod tests;
