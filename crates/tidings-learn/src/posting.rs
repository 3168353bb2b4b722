//! How often a source posts, learned from what each retrieval brings.
//!
//! Postings are taken for a Poisson process whose rate λ (postings per day) drifts. The belief is a Gamma posterior
//! over λ: its shape counts postings, its rate parameter counts days watched, and its mean is their quotient
//! ([`PostingRate::mean`]). Evidence of age t weighs 2^(−t / [`HALF_LIFE`]), postings and watching alike, so that a
//! steady source keeps its rate while a changed one is relearned. What fades is the evidence beyond the prior: a
//! source unseen for years is believed like one never seen, never like one that does not post.
//!
//! Dates are the publisher's word and are believed only as far as they cannot do harm; see [`observe`].

use jiff::Timestamp;
use tidings_model::{PostingRate, units::Minutes, units::PerDay};

/// After this time evidence weighs half: 14 days, the learning window of Sia (2009), section 2.4.4.
pub const HALF_LIFE: Minutes = Minutes(14.0 * Minutes::DAY.0);

/// The fastest rate that is believed. A source of 10,000 postings a day posts one every nine seconds.
pub const FASTEST: PerDay = PerDay(10_000.0);

/// How far before the last look a new article may be dated and still count as posted since.
///
/// Publishers label local time as UTC, and publish what they wrote in the morning; such an article is new. One that
/// is dated further back was dug out, renamed or edited, and says nothing about the rate.
pub const SLACK: Minutes = Minutes::DAY;

/// The belief after a retrieval that went well.
///
/// `appeared` holds the publication date of each article that was new at this retrieval, `None` where it has none.
/// `last_look` is the retrieval before, or `None` when there was none, or when articles were
/// [probably missed](probably_missed) since: then the spread of the dates in the document itself is the evidence.
///
/// - Since a last look: every new article is one posting, wherever its date lies within the time watched. A date in
///   the future is no date. Articles dated more than [`SLACK`] before the last look do not count.
/// - Without one: n distinct dates in the past are n − 1 postings since the oldest of them. Equal dates are one: a site
///   that is rebuilt dates everything alike. Articles without a date in the past do not count.
///
/// The result is finite and positive for every input, and its mean never exceeds [`FASTEST`]. A clock that went
/// backwards watches nothing and fades nothing.
///
/// ```
/// use tidings_learn::posting::observe;
/// use tidings_model::PostingRate;
/// let noon = "2026-11-15T12:00:00Z".parse().unwrap();
/// let (nine, ten) = ("2026-11-16T09:00:00Z".parse().unwrap(), "2026-11-16T10:00:00Z".parse().unwrap());
/// let tomorrow = "2026-11-16T12:00:00Z".parse().unwrap();
///
/// let unknown = PostingRate::unknown(noon);
/// let busy = observe(unknown, &[Some(nine), Some(ten), None], Some(noon), tomorrow);
/// let quiet = observe(unknown, &[], Some(noon), tomorrow);
/// assert!(busy.mean() > unknown.mean() && unknown.mean() > quiet.mean());
/// ```
#[must_use]
pub fn observe(
    belief: PostingRate,
    appeared: &[Option<Timestamp>],
    last_look: Option<Timestamp>,
    now: Timestamp,
) -> PostingRate {
    let evidence = match last_look {
        Some(since) => since_last_look(appeared, since, now),
        None => in_the_document(appeared, now),
    };
    bounded(added(faded(belief, now), evidence))
}

/// Whether postings have probably come and gone between two looks: none of the articles in the document was known.
///
/// Feeds show their newest few articles. When not one of them was there at the last look, there is no telling how many
/// were pushed out in between. Not meant for the first retrieval, when nothing can be known.
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

/// Postings and days watched, each weighted by its age.
#[derive(Clone, Copy)]
struct Evidence {
    postings: f64,
    days: f64,
}

fn since_last_look(appeared: &[Option<Timestamp>], since: Timestamp, now: Timestamp) -> Evidence {
    let watched = days_between(since, now);
    let slack = SLACK.0 / Minutes::DAY.0;
    let recent =
        appeared.iter().filter(|date| date.is_none_or(|date| days_between(date, since) <= slack));
    // Where within the time watched each one fell does not matter: they weigh what the time itself weighs on average.
    let weight = if watched > 0.0 { weighted(watched) / watched } else { 1.0 };
    Evidence { postings: recent.count() as f64 * weight, days: weighted(watched) }
}

fn in_the_document(appeared: &[Option<Timestamp>], now: Timestamp) -> Evidence {
    let mut dates: Vec<Timestamp> =
        appeared.iter().flatten().copied().filter(|date| *date <= now).collect();
    dates.sort_unstable();
    dates.dedup();
    let Some((oldest, later)) = dates.split_first() else {
        return Evidence { postings: 0.0, days: 0.0 };
    };
    Evidence {
        postings: later.iter().map(|date| weight_at(days_between(*date, now))).sum(),
        days: weighted(days_between(*oldest, now)),
    }
}

fn faded(belief: PostingRate, now: Timestamp) -> PostingRate {
    let prior = PostingRate::unknown(now);
    let kept = weight_at(days_between(belief.as_of, now));
    let fade = |value: f64, prior: f64| {
        if value.is_finite() { (value - prior).mul_add(kept, prior) } else { prior }
    };
    PostingRate {
        postings: fade(belief.postings, prior.postings),
        days: fade(belief.days, prior.days),
        as_of: now,
    }
}

fn added(belief: PostingRate, evidence: Evidence) -> PostingRate {
    PostingRate {
        postings: belief.postings + evidence.postings,
        days: belief.days + evidence.days,
        ..belief
    }
}

/// Keeps a belief, even one damaged in storage, where arithmetic on it is safe.
fn bounded(belief: PostingRate) -> PostingRate {
    // More than the weight of all time cannot have been watched; less than a day would be surer of nothing than the prior.
    let days = belief.days.clamp(1.0, 1.0 + weighted(f64::INFINITY));
    // A tenth of a posting keeps the mean away from zero: a source that never posted yet may still begin to.
    PostingRate { postings: belief.postings.clamp(0.1, days * FASTEST.0), days, ..belief }
}

/// Days from one instant to a later one; zero when it is not later.
fn days_between(from: Timestamp, to: Timestamp) -> f64 {
    let ms = to.as_millisecond().saturating_sub(from.as_millisecond());
    (Minutes::from_ms(ms).0 / Minutes::DAY.0).max(0.0)
}

/// What evidence of that age (in days) weighs: 1 when fresh, ½ after [`HALF_LIFE`].
fn weight_at(age: f64) -> f64 {
    (-age * Minutes::DAY.0 / HALF_LIFE.0).exp2()
}

/// The weight of all instants of the last `days` together, in days: ∫ 2^(−t/h) dt from 0 to `days`.
fn weighted(days: f64) -> f64 {
    (1.0 - weight_at(days)) * HALF_LIFE.0 / Minutes::DAY.0 / std::f64::consts::LN_2
}

#[cfg(test)]
mod tests;
