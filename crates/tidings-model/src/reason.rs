//! Why then: every plan carries a reason, and a person can read it.
//!
//! A reason is kept as a code with its numbers, so that each person reads it in their own language.

use crate::units::{Minutes, PerDay};
use std::fmt;

/// Why a fetch is planned when it is: the consideration that decided.
///
/// ```
/// use tidings_model::units::Minutes;
/// use tidings_model::Reason;
/// assert_eq!(Reason::Share { every: Minutes(120.0) }.to_string(), "every 2 hours with today's budget");
/// assert_eq!(Reason::Patience { wait: Minutes(40.0) }.to_string(), "the server asked for 40 minutes of patience");
/// assert_eq!(Reason::Failing { times: 3, wait: Minutes(121.0) }.to_string(), "failed 3 times; next try in 2 hours");
/// assert_eq!(Reason::Share { every: Minutes(120.0) }.code(), "share 120");
/// assert_eq!(Reason::of_code("share 120"), Some(Reason::Share { every: Minutes(120.0) }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// It was never fetched.
    First,
    /// Its even share of the budget.
    Share {
        /// The share as an interval.
        every: Minutes,
    },
    /// It is worth its price then: planned by what is expected of the source.
    Worth {
        /// When it usually posts, where one hour of the day stands out.
        usually: Option<UsualHour>,
        /// Between the last look and this one.
        gap: Minutes,
        /// New postings expected by then.
        expected: f64,
        /// What a fetch costs now: the minutes of waiting it must save.
        price: f64,
    },
    /// It is new here, and looked at until it is known when it posts.
    Exploring {
        /// The longest interval until then.
        every: Minutes,
    },
    /// It shows its newest articles only, and some would be lost if it were looked at later.
    Filling {
        /// Articles it shows at once.
        shown: u32,
        /// New postings expected by then.
        expected: f64,
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
    /// Today's budget is spent so far, and others are waited for more.
    PutOff {
        /// What the operator grants all sources together.
        budget: PerDay,
    },
    /// The feed wishes no more frequent fetches (ttl, sy:updatePeriod).
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
        /// Fetches that remain before it is not asked any more.
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
    /// It was fetched a moment ago; said to somebody who asks for more.
    JustLooked {
        /// Until it may be asked again.
        wait: Minutes,
    },
    /// Somebody else asks it just now; said to somebody who asks for more.
    AtThisMoment,
    /// Somebody asked for it.
    ByHand,
    /// It was paused, and is watched again.
    Resumed,
    /// It announces its articles itself: only looked at to see whether it still does.
    Announces {
        /// How often that is.
        every: Minutes,
    },
    /// It said that there is something new.
    Announced,
    /// To see whether it shows what its hub sent.
    Verifying,
    /// Not asked: its hub sent it.
    Pushed,
    /// The machine's clock was set back, and what was planned by it does not hold.
    ClockSetBack,
}

impl Reason {
    /// Its name and its numbers, as it is kept.
    #[must_use]
    pub fn code(&self) -> String {
        match *self {
            Self::First => "new".to_owned(),
            Self::Share { every } => format!("share {}", every.0),
            Self::Worth { usually, gap, expected, price } => {
                let usual = usually.map(|usual| usual.code()).unwrap_or_default();
                format!("worth {} {expected} {price}{usual}", gap.0)
            }
            Self::Exploring { every } => format!("exploring {}", every.0),
            Self::Filling { shown, expected } => format!("filling {expected} {shown}"),
            Self::OftenEnough { every } => format!("polite {}", every.0),
            Self::LongEnough { every } => format!("at-least {}", every.0),
            Self::Unaffordable { every, budget } => {
                format!("unaffordable {} {}", every.0, budget.0)
            }
            Self::PutOff { budget } => format!("put-off {}", budget.0),
            Self::FeedWish { every } => format!("feed-wish {}", every.0),
            Self::StillFresh { span } => format!("fresh {}", span.0),
            Self::QuietTime => "quiet-time".to_owned(),
            Self::Patience { wait } => format!("patience {}", wait.0),
            Self::Failing { times, wait } => format!("failing {} {times}", wait.0),
            Self::Gone { tries_left } => format!("gone {tries_left}"),
            Self::GoneForGood => "gone-for-good".to_owned(),
            Self::Paused => "paused".to_owned(),
            Self::Offline { wait } => format!("offline {}", wait.0),
            Self::NotKept { wait } => format!("not-kept {}", wait.0),
            Self::WishedOften { every } => format!("wished-often {}", every.0),
            Self::WishedSeldom { every } => format!("wished-seldom {}", every.0),
            Self::JustLooked { wait } => format!("just-looked {}", wait.0),
            Self::AtThisMoment => "at-this-moment".to_owned(),
            Self::ByHand => "by-hand".to_owned(),
            Self::Resumed => "resumed".to_owned(),
            Self::Announces { every } => format!("announces {}", every.0),
            Self::Announced => "announced".to_owned(),
            Self::Verifying => "verifying".to_owned(),
            Self::Pushed => "pushed".to_owned(),
            Self::ClockSetBack => "clock-set-back".to_owned(),
        }
    }

    /// The reason of a code; `None` for anything else, such as the sentences that were kept formerly.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        let mut words = code.split(' ');
        let name = words.next()?;
        let numbers: Vec<f64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        let length = numbers.first().copied().map(Minutes);
        let (every, wait, span) = (length, length, length);
        let count = |at: usize| numbers.get(at).map(|number: &f64| *number as u32);
        Some(match name {
            "new" => Self::First,
            "share" => Self::Share { every: every? },
            "worth" => Self::Worth {
                gap: length?,
                expected: *numbers.get(1)?,
                price: *numbers.get(2)?,
                usually: count(3).zip(count(4)).and_then(UsualHour::of_code),
            },
            "exploring" => Self::Exploring { every: every? },
            "filling" => Self::Filling { expected: *numbers.first()?, shown: count(1)? },
            "polite" => Self::OftenEnough { every: every? },
            "at-least" => Self::LongEnough { every: every? },
            "unaffordable" => {
                Self::Unaffordable { every: every?, budget: PerDay(*numbers.get(1)?) }
            }
            "put-off" => Self::PutOff { budget: PerDay(*numbers.first()?) },
            "feed-wish" => Self::FeedWish { every: every? },
            "fresh" => Self::StillFresh { span: span? },
            "quiet-time" => Self::QuietTime,
            "patience" => Self::Patience { wait: wait? },
            "failing" => Self::Failing { times: count(1)?, wait: wait? },
            "gone" => Self::Gone { tries_left: count(0)? },
            "gone-for-good" => Self::GoneForGood,
            "paused" => Self::Paused,
            "offline" => Self::Offline { wait: wait? },
            "not-kept" => Self::NotKept { wait: wait? },
            "wished-often" => Self::WishedOften { every: every? },
            "wished-seldom" => Self::WishedSeldom { every: every? },
            "just-looked" => Self::JustLooked { wait: wait? },
            "at-this-moment" => Self::AtThisMoment,
            "by-hand" => Self::ByHand,
            "resumed" => Self::Resumed,
            "announces" => Self::Announces { every: every? },
            "announced" => Self::Announced,
            "verifying" => Self::Verifying,
            "pushed" => Self::Pushed,
            "clock-set-back" => Self::ClockSetBack,
            _ => return None,
        })
    }
}

/// An hour of the day (UTC) at which a source posts more than at others, and on which days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsualHour {
    /// The hour, 0 to 23.
    pub hour: u8,
    /// On which days that is so.
    pub days: Days,
}

/// Days of the week that are alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Days {
    /// All seven.
    All,
    /// Monday to Friday.
    Weekdays,
    /// Saturday and Sunday.
    Weekends,
}

impl UsualHour {
    /// Its numbers, as they follow those of the reason.
    fn code(self) -> String {
        format!(" {} {}", self.hour, self.days as u8)
    }

    fn of_code((hour, days): (u32, u32)) -> Option<Self> {
        let hour = u8::try_from(hour).ok().filter(|hour| *hour < 24)?;
        let days = [Days::All, Days::Weekdays, Days::Weekends].into_iter().nth(days as usize)?;
        Some(Self { hour, days })
    }

    /// The hour that stands out of a weekly pattern with mean 1, if one does: at least twice the average.
    ///
    /// ```
    /// use tidings_model::reason::{Days, UsualHour};
    /// let mut pattern = [0.8f32; 168];
    /// (0..5).for_each(|day| pattern[24 * day + 9] = 6.0);
    /// assert_eq!(UsualHour::of(&pattern), Some(UsualHour { hour: 9, days: Days::Weekdays }));
    /// assert_eq!(UsualHour::of(&[1.0; 168]), None);
    /// ```
    #[must_use]
    pub fn of(pattern: &[f32; 168]) -> Option<Self> {
        let mean = |hour: usize, days: std::ops::Range<usize>| {
            let n = days.len() as f32;
            days.map(|day| pattern[24 * day + hour]).sum::<f32>() / n
        };
        let busiest = (0..24).max_by(|&a, &b| mean(a, 0..7).total_cmp(&mean(b, 0..7)))?;
        let (weekdays, weekend) = (mean(busiest, 0..5), mean(busiest, 5..7));
        let days = match () {
            () if weekdays > 2.0 * weekend => Days::Weekdays,
            () if weekend > 2.0 * weekdays => Days::Weekends,
            () => Days::All,
        };
        let height = match days {
            Days::All => mean(busiest, 0..7),
            Days::Weekdays => weekdays,
            Days::Weekends => weekend,
        };
        // There are 24 hours.
        (height >= 2.0).then_some(Self { hour: busiest as u8, days })
    }
}

impl fmt::Display for UsualHour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = match self.days {
            Days::All => "",
            Days::Weekdays => " on weekdays",
            Days::Weekends => " on weekends",
        };
        write!(f, "posts at about {}:00{days}", self.hour)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::First => write!(f, "new: not fetched yet"),
            Self::Share { every } => write!(f, "every {} with today's budget", Words(every)),
            Self::Worth { usually, gap, expected, price } => {
                if let Some(usually) = usually {
                    write!(f, "{usually}; ")?;
                }
                let (expected, price) = (Few(expected), Few(price));
                write!(
                    f,
                    "{} after the last look; expects {expected} new; price {price}",
                    Words(gap)
                )
            }
            Self::Exploring { every } => write!(
                f,
                "new here: looked at every {} at least, to learn when it posts",
                Words(every)
            ),
            Self::Filling { shown, expected } => {
                write!(f, "shows its newest {shown} only; {} are expected by then", Few(expected))
            }
            Self::OftenEnough { every } => {
                write!(f, "every {}, the most that is polite", Words(every))
            }
            Self::LongEnough { every } => write!(f, "every {} at least", Words(every)),
            Self::Unaffordable { every, budget } => write!(
                f,
                "every {}, although the budget of {:.0} fetches a day is too small for that",
                Words(every),
                budget.0
            ),
            Self::PutOff { budget } => {
                write!(f, "put off: the {} fetches a day are spent so far", budget.0.round())
            }
            Self::FeedWish { every } => {
                write!(f, "the feed asks for {} between fetches", Words(every))
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
            Self::AtThisMoment => write!(f, "it is being asked at this moment"),
            Self::ByHand => write!(f, "asked for by hand"),
            Self::Resumed => write!(f, "resumed"),
            Self::Announces { every } => {
                write!(
                    f,
                    "it announces its articles; looked at every {} all the same",
                    Words(every)
                )
            }
            Self::Announced => write!(f, "it announced something new"),
            Self::Verifying => write!(f, "to see whether it shows what its hub sent"),
            Self::Pushed => write!(f, "sent by its hub"),
            Self::ClockSetBack => write!(f, "the clock was set back"),
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

/// A number to about two digits.
struct Few(f64);

impl fmt::Display for Few {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            number if !number.is_finite() => write!(f, "unknown"),
            number if number.abs() < 9.95 => write!(f, "{number:.1}"),
            number if number.abs() < 1e9 => write!(f, "{number:.0}"),
            number => write!(f, "{number:e}"),
        }
    }
}

/// Rounded to halves below ten, to whole numbers from there.
fn halves(number: f64) -> f64 {
    if number < 10.0 { (number * 2.0).round() / 2.0 } else { number.round() }
}

#[cfg(test)]
mod tests;
