//! The order of hits: the only place where a score is computed.
//!
//! Relevance is BM25 over the words of the query, with the title counted separately. Recent articles get up to half as
//! much on top, with a half-life of a month. So among equals the newer one comes first, and yet the article that is
//! *about* the words stays above the one that mentions them today.

use jiff::Timestamp;

/// How much more a word in the title counts than one in the text.
pub(crate) const TITLE_BOOST: f32 = 2.5;
/// What a hit published right now gets on top of its relevance, as a factor.
const RECENCY: f32 = 0.5;
/// After this many days, half of that is left.
const HALF_LIFE_DAYS: f32 = 30.0;

/// Returns the score of a hit, from its relevance and its age.
pub(crate) fn score(relevance: f32, published_ms: i64, now: Timestamp) -> f32 {
    let age_days = now.as_millisecond().saturating_sub(published_ms).max(0) as f32 / 86_400_000.0;
    relevance * RECENCY.mul_add((-age_days / HALF_LIFE_DAYS).exp2(), 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    #[test]
    fn recency_fades_by_half_every_month() {
        let day = 86_400_000;
        for (age, expected) in [(0, 1.5), (30, 1.25), (60, 1.125), (36_500, 1.0)] {
            assert!((score(1.0, -age * day, NOW) - expected).abs() < 1e-4, "{age}");
        }
    }

    proptest! {
        #[test]
        fn newer_and_more_relevant_hits_never_score_lower(
            relevance in 0.0_f32..100.0, more in 0.0_f32..10.0, published: i64, later in 0_i64..1_000_000_000,
        ) {
            let base = score(relevance, published, NOW);
            prop_assert!(base.is_finite());
            prop_assert!(score(relevance + more, published, NOW) >= base);
            prop_assert!(score(relevance, published.saturating_add(later), NOW) >= base);
        }
    }

    #[test]
    fn future_dates_count_as_now_and_extreme_ages_as_old() {
        let now: Timestamp = "2026-11-15T12:00:00Z".parse().unwrap();
        let ms = now.as_millisecond();
        for (published, expected) in [
            (ms, 1.5),
            (ms + 1, 1.5),
            (i64::MAX, 1.5),
            (i64::MIN, 1.0),
            (ms - 86_400_000 * 15, 1.353_55),
        ] {
            assert!((score(1.0, published, now) - expected).abs() < 1e-4, "{published}");
        }
        assert!(score(TITLE_BOOST, i64::MIN, now) > score(1.0, ms, now), "the title counts more");
    }
}
