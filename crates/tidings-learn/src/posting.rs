//! Determines when a source posted, from what a fetch found.
//!
//! Dates are given by the publisher, and are only trusted as far as they cannot do harm. An article dated in the
//! future or not dated was posted at some time between two fetches. An article dated long before the previous fetch
//! was republished, renamed or edited, and says nothing about when its source posts.

use jiff::Timestamp;
use tidings_model::units::Minutes;

/// How far before the previous fetch a new article may be dated and still count as posted since.
///
/// Publishers label local time as UTC, and publish later what they wrote in the morning. Such an article is new.
pub const SLACK: Minutes = Minutes::DAY;

/// How far back the dates in a first document are used.
pub const HISTORY: Minutes = Minutes(120.0 * Minutes::DAY.0);

/// The postings of a source as found by one fetch.
#[derive(Debug, Clone, PartialEq)]
pub struct Postings {
    /// The time since which the list is complete.
    pub since: Timestamp,
    /// The time of each posting since then, in order.
    pub at: Vec<Timestamp>,
    /// Those postings whose date lies between the two fetches, so that their wait is known.
    pub dated: Vec<Timestamp>,
}

/// Returns postings per day between the first and the last of some dates, or `None` if they do not determine a rate.
///
/// ```
/// use tidings_learn::posting::rate_of_dates;
/// let at = |hour: i64| jiff::Timestamp::from_second(3600 * hour).unwrap();
/// assert_eq!(rate_of_dates([at(0), at(24), at(48)]), Some(1.0));
/// assert_eq!(rate_of_dates([at(1)]), None);
/// assert_eq!(rate_of_dates([at(1), at(1)]), None);
/// ```
#[must_use]
pub fn rate_of_dates(dates: impl IntoIterator<Item = Timestamp>) -> Option<f64> {
    let dates: Vec<i64> = dates.into_iter().map(Timestamp::as_second).collect();
    let (first, last) = (dates.iter().min()?, dates.iter().max()?);
    let days = (last - first) as f64 / 86_400.0;
    (dates.len() >= 2 && days > 0.0).then(|| (dates.len() - 1) as f64 / days)
}

/// Returns whether new articles show that an earlier "not modified" was wrong: they are dated after the last whole
/// document and before the previous fetch. A single one may have been backdated.
///
/// ```
/// use tidings_learn::posting::was_misled;
/// let at = |hour: i64| jiff::Timestamp::from_second(3600 * hour).unwrap();
/// let (whole, look) = (Some(at(0)), Some(at(10)));
/// assert!(was_misled(whole, look, &[Some(at(3)), Some(at(4)), None]));
/// assert!(!was_misled(whole, look, &[Some(at(3)), Some(at(11))]));
/// assert!(!was_misled(None, look, &[Some(at(3)), Some(at(4))]));
/// ```
#[must_use]
pub fn was_misled(
    last_whole: Option<Timestamp>,
    last_look: Option<Timestamp>,
    appeared: &[Option<Timestamp>],
) -> bool {
    let (Some(whole), Some(last)) = (last_whole, last_look) else { return false };
    appeared.iter().flatten().filter(|date| **date > whole && **date < last).count() >= 2
}

/// Returns the postings since the previous fetch.
///
/// `appeared` holds the publication date of each new article, or `None` if it has none. Articles without a usable
/// date are spread evenly between the two fetches.
///
/// ```
/// use tidings_learn::posting::since_last_look;
/// let at = |time: &str| format!("2026-11-16T{time}Z").parse().unwrap();
/// let (noon, nine, never) = (at("12:00:00"), at("09:30:00"), "2030-01-01T00:00:00Z".parse().unwrap());
/// let postings = since_last_look(&[Some(nine), None, Some(never)], at("08:00:00"), noon);
/// assert_eq!(postings.at, [at("09:00:00"), nine, at("11:00:00")]);
/// assert_eq!(postings.dated, [nine]);
/// ```
#[must_use]
pub fn since_last_look(
    appeared: &[Option<Timestamp>],
    last_look: Timestamp,
    now: Timestamp,
) -> Postings {
    let slack = last_look.as_millisecond().saturating_sub(SLACK.to_ms());
    let (mut dated, mut n_undated) = (Vec::new(), 0);
    for date in appeared {
        match date {
            Some(date) if *date > last_look && *date <= now => dated.push(*date),
            Some(date) if date.as_millisecond() < slack => {}
            _ => n_undated += 1,
        }
    }
    dated.sort_unstable();
    let mut at = dated.clone();
    at.extend((0..n_undated).map(|i| between(last_look, now, f64::from(i) + 0.5, n_undated)));
    at.sort_unstable();
    Postings { since: last_look, at, dated }
}

/// Returns the postings according to the dates in a document alone, for a first fetch or when articles were [probably
/// missed](probably_missed). `None` if there are no dates.
///
/// Equal dates count once, because a site that is rebuilt gives all articles the same date. The list begins at the
/// oldest.
///
/// ```
/// use tidings_learn::posting::in_the_document;
/// let day = |day: u32| format!("2026-11-{day:02}T00:00:00Z").parse().unwrap();
/// let postings = in_the_document(&[Some(day(9)), Some(day(7)), Some(day(9)), None], day(10)).unwrap();
/// assert_eq!((postings.since, postings.at), (day(7), vec![day(9)]));
/// ```
#[must_use]
pub fn in_the_document(appeared: &[Option<Timestamp>], now: Timestamp) -> Option<Postings> {
    let begin = now.as_millisecond().saturating_sub(HISTORY.to_ms());
    let mut at: Vec<Timestamp> =
        appeared.iter().flatten().copied().filter(|date| *date <= now).collect();
    at.sort_unstable();
    at.dedup();
    let (since, is_older) = match at.first()? {
        first if first.as_millisecond() >= begin => (*first, false),
        _ => (Timestamp::from_millisecond(begin).ok()?, true),
    };
    at.retain(|date| *date > since || (is_older && *date == since));
    Some(Postings { since, at, dated: Vec::new() })
}

/// Returns whether postings probably came and went between two fetches: none of the articles in the document was
/// known.
///
/// Feeds show only their newest articles. If none of them was there at the previous fetch, nobody knows how many were
/// pushed out in between. Not meant for the first fetch, when nothing can be known.
///
/// ```
/// use tidings_learn::posting::probably_missed;
/// assert!(probably_missed(10, 10));
/// assert!(!probably_missed(10, 9));
/// assert!(!probably_missed(0, 0));
/// ```
#[must_use]
pub fn probably_missed(n_in_document: usize, n_new: usize) -> bool {
    n_in_document > 0 && n_new >= n_in_document
}

fn between(from: Timestamp, to: Timestamp, part: f64, parts: i32) -> Timestamp {
    let (from, to) = (from.as_millisecond(), to.as_millisecond());
    let ms = (to - from) as f64 * part / f64::from(parts);
    Timestamp::from_millisecond(from + ms as i64).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests;
