//! Why then: every plan carries a reason, and a person can read it.

use std::fmt;
use tidings_model::units::{Minutes, PerDay};

/// Why a retrieval is planned when it is: the consideration that decided.
///
/// ```
/// use tidings_model::units::Minutes;
/// use tidings_schedule::Reason;
/// assert_eq!(Reason::Share { every: Minutes(120.0) }.to_string(), "every 2 hours with today's budget");
/// assert_eq!(Reason::Patience { wait: Minutes(40.0) }.to_string(), "the server asked for 40 minutes of patience");
/// assert_eq!(Reason::Failing { times: 3, wait: Minutes(121.0) }.to_string(), "failed 3 times; next try in 2 hours");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// It was never retrieved.
    First,
    /// Its even share of the budget.
    Share {
        /// The share as an interval.
        every: Minutes,
    },
    /// The budget would allow more, politeness does not.
    OftenEnough {
        /// The shortest interval.
        every: Minutes,
    },
    /// The longest that a watched source is left alone.
    LongEnough {
        /// The longest interval.
        every: Minutes,
    },
    /// The budget is too small to look even as seldom as the longest interval allows.
    Unaffordable {
        /// The longest interval.
        every: Minutes,
        /// What the operator grants all sources together.
        budget: PerDay,
    },
    /// The feed wishes no more frequent retrievals (ttl, sy:updatePeriod).
    FeedWish {
        /// The interval it wishes, bounded.
        every: Minutes,
    },
    /// The server says its answer stays fresh (Cache-Control, Expires).
    StillFresh {
        /// For how long, bounded.
        span: Minutes,
    },
    /// The feed says that nothing appears at the hour or day that would be next (skipHours, skipDays).
    QuietTime,
    /// The server asked not to come back sooner (Retry-After).
    Patience {
        /// For how long, bounded.
        wait: Minutes,
    },
    /// It failed, and is asked less and less often.
    Failing {
        /// Failures in a row.
        times: u32,
        /// Until the next try.
        wait: Minutes,
    },
    /// It said that it is gone: asked once a week, in case it comes back.
    Gone {
        /// Retrievals that remain before it is not asked any more.
        tries_left: u32,
    },
    /// It stayed gone: not asked any more.
    GoneForGood,
    /// It is paused: not asked.
    Paused,
    /// Our own network was down.
    Offline {
        /// Until the next try.
        wait: Minutes,
    },
    /// What was fetched could not be kept, which is not the source's fault.
    NotKept {
        /// Until the next try.
        wait: Minutes,
    },
    /// People wish it at least this often.
    WishedOften {
        /// The longest interval they wish.
        every: Minutes,
    },
    /// People wish it no more often than this.
    WishedSeldom {
        /// The shortest interval they wish.
        every: Minutes,
    },
    /// It was retrieved a moment ago; said to somebody who asks for more.
    JustLooked {
        /// Until it may be asked again.
        wait: Minutes,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::First => write!(f, "new: not retrieved yet"),
            Self::Share { every } => write!(f, "every {} with today's budget", Words(every)),
            Self::OftenEnough { every } => {
                write!(f, "every {}, the most that is polite", Words(every))
            }
            Self::LongEnough { every } => write!(f, "every {} at least", Words(every)),
            Self::Unaffordable { every, budget } => write!(
                f,
                "every {}, although the budget of {:.0} retrievals a day is too small for that",
                Words(every),
                budget.0
            ),
            Self::FeedWish { every } => {
                write!(f, "the feed asks for {} between retrievals", Words(every))
            }
            Self::StillFresh { span } => {
                write!(f, "the server says that its answer is good for {}", Words(span))
            }
            Self::QuietTime => write!(f, "after the hours or days that the feed calls quiet"),
            Self::Patience { wait } => {
                write!(f, "the server asked for {} of patience", Words(wait))
            }
            Self::Failing { times: 1, wait } => {
                write!(f, "failed once; next try in {}", Words(wait))
            }
            Self::Failing { times, wait } => {
                write!(f, "failed {times} times; next try in {}", Words(wait))
            }
            Self::Gone { tries_left: 1 } => {
                write!(f, "gone; asked once more, in case it comes back")
            }
            Self::Gone { tries_left } => {
                write!(f, "gone; asked {tries_left} more times, once a week, in case it comes back")
            }
            Self::GoneForGood => write!(f, "gone for more than four weeks; not asked any more"),
            Self::Paused => write!(f, "paused; not asked"),
            Self::Offline { wait } => {
                write!(f, "our own network was down; next try in {}", Words(wait))
            }
            Self::NotKept { wait } => {
                write!(f, "what was fetched could not be kept; next try in {}", Words(wait))
            }
            Self::WishedOften { every } => write!(f, "every {} at least, as wished", Words(every)),
            Self::WishedSeldom { every } => write!(f, "every {} at most, as wished", Words(every)),
            Self::JustLooked { wait } => {
                write!(f, "looked a moment ago; next look possible in {}", Words(wait))
            }
        }
    }
}

/// A length of time as a person would say it: two digits are enough.
struct Words(Minutes);

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = if self.0.0.is_finite() {
            self.0.0.max(0.0)
        } else {
            return write!(f, "an unknown time");
        };
        let (number, unit) = match minutes {
            m if m < 0.75 => ((m * 60.0).round(), "second"),
            m if m < 99.5 => (m.round(), "minute"),
            m if m < 36.0 * 60.0 => (halves(m / 60.0), "hour"),
            m => (halves(m / Minutes::DAY.0), "day"),
        };
        let plural = if (number - 1.0).abs() < 1e-9 { "" } else { "s" };
        write!(f, "{number} {unit}{plural}")
    }
}

/// Rounded to halves below ten, to whole numbers from there.
fn halves(number: f64) -> f64 {
    if number < 10.0 { (number * 2.0).round() / 2.0 } else { number.round() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lengths_of_time_read_as_people_say_them() {
        let words = |minutes: f64| Words(Minutes(minutes)).to_string();
        assert_eq!(words(0.0), "0 seconds");
        assert_eq!(words(0.5), "30 seconds");
        assert_eq!(words(1.0), "1 minute");
        assert_eq!(words(89.6), "90 minutes");
        assert_eq!(words(120.0), "2 hours");
        assert_eq!(words(149.0), "2.5 hours");
        assert_eq!(words(1440.0), "24 hours");
        assert_eq!(words(7.0 * 1440.0), "7 days");
        assert_eq!(words(f64::NAN), "an unknown time");
    }

    /// Every kind of reason, made of the same numbers.
    pub(crate) fn every_reason(length: f64, times: u32) -> Vec<Reason> {
        let (every, wait, span) = (Minutes(length), Minutes(length), Minutes(length));
        vec![
            Reason::First,
            Reason::Share { every },
            Reason::OftenEnough { every },
            Reason::LongEnough { every },
            Reason::Unaffordable { every, budget: PerDay(length) },
            Reason::FeedWish { every },
            Reason::StillFresh { span },
            Reason::QuietTime,
            Reason::Patience { wait },
            Reason::Failing { times, wait },
            Reason::Gone { tries_left: times },
            Reason::GoneForGood,
            Reason::Paused,
            Reason::Offline { wait },
            Reason::NotKept { wait },
            Reason::WishedOften { every },
            Reason::WishedSeldom { every },
            Reason::JustLooked { wait },
        ]
    }

    proptest! {
        #[test]
        fn every_reason_is_one_short_line(length in any::<f64>(), times in any::<u32>()) {
            for reason in every_reason(length, times) {
                let words = reason.to_string();
                prop_assert!(!words.is_empty() && !words.contains('\n'), "{words}");
                prop_assert!(!words.contains("NaN"), "{words}");
            }
        }
    }

    #[test]
    fn sensible_reasons_fit_on_a_line() {
        for reason in every_reason(119.0, 3) {
            assert!(reason.to_string().len() <= 90, "{reason}");
        }
    }
}
