//! Reasons: every plan carries the reason for its time, in a form that people can read.
//!
//! A reason is stored as a code with its numbers, so that each user reads it in their own language.

use crate::units::{Minutes, PerDay};
use std::fmt;

/// Why a fetch is planned for its time: the consideration that decided.
///
/// ```
/// use tidings_model::units::Minutes;
/// use tidings_model::Reason;
/// assert_eq!(Reason::Share { every: Minutes(120.0) }.to_string(), "every 2 hours, as often as today's budget allows");
/// assert_eq!(Reason::Patience { wait: Minutes(40.0) }.to_string(), "the server asked us to wait 40 minutes");
/// assert_eq!(Reason::Failing { times: 3, wait: Minutes(121.0) }.to_string(), "failed 3 times; next try in 2 hours");
/// assert_eq!(Reason::Share { every: Minutes(120.0) }.code(), "share 120");
/// assert_eq!(Reason::of_code("share 120"), Some(Reason::Share { every: Minutes(120.0) }));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// The source was never fetched.
    First,
    /// The source gets an even share of the budget.
    Share {
        /// The share as an interval.
        every: Minutes,
    },
    /// The fetch is worth its price by then, judged by what the source is expected to post.
    Worth {
        /// When the source usually posts, if one hour of the day stands out.
        usually: Option<UsualHour>,
        /// The time between the last fetch and this one.
        gap: Minutes,
        /// The number of new postings expected by then.
        expected: f64,
        /// The current price of a fetch: the minutes of waiting it must save.
        price: f64,
    },
    /// The source is new, and is fetched more often until its posting times are known.
    Exploring {
        /// The longest interval until then.
        every: Minutes,
    },
    /// The source shows only its newest articles, and some would be lost if it were fetched later.
    Filling {
        /// The number of articles it shows at once.
        shown: u32,
        /// The number of new postings expected by then.
        expected: f64,
    },
    /// The budget would allow more, but politeness does not.
    OftenEnough {
        /// The shortest interval.
        every: Minutes,
    },
    /// The longest time between two fetches of an active source.
    LongEnough {
        /// The longest interval.
        every: Minutes,
    },
    /// The budget is too small even for the longest interval.
    Unaffordable {
        /// The longest interval.
        every: Minutes,
        /// The budget for all sources together.
        budget: PerDay,
    },
    /// Today's budget is spent for now, and other sources matter more.
    PutOff {
        /// The budget for all sources together.
        budget: PerDay,
    },
    /// The feed asks not to be fetched more often (ttl, sy:updatePeriod).
    FeedWish {
        /// The interval it asks for, bounded.
        every: Minutes,
    },
    /// The server says its response stays fresh (Cache-Control, Expires).
    StillFresh {
        /// How long it stays fresh, bounded.
        span: Minutes,
    },
    /// The feed says that it does not post at the hour or on the day that would be next (skipHours, skipDays).
    QuietTime,
    /// The server asked us to wait (Retry-After).
    Patience {
        /// How long to wait, bounded.
        wait: Minutes,
    },
    /// Fetching failed, and is retried at growing intervals.
    Failing {
        /// The number of consecutive failures.
        times: u32,
        /// The time until the next try.
        wait: Minutes,
    },
    /// The server said that the source is gone. It is fetched once a week, in case it comes back.
    Gone {
        /// The number of tries left.
        tries_left: u32,
    },
    /// The source stayed gone and is no longer fetched.
    GoneForGood,
    /// The source is paused and is not fetched.
    Paused,
    /// Our own network was down.
    Offline {
        /// The time until the next try.
        wait: Minutes,
    },
    /// What was fetched could not be saved, which is not the source's fault.
    NotKept {
        /// The time until the next try.
        wait: Minutes,
    },
    /// Users want it fetched at least this often.
    WishedOften {
        /// The longest interval they want.
        every: Minutes,
    },
    /// Users want it fetched at most this often.
    WishedSeldom {
        /// The shortest interval they want.
        every: Minutes,
    },
    /// The source was fetched a moment ago. Shown to users who request another fetch.
    JustLooked {
        /// The time until the source may be fetched again.
        wait: Minutes,
    },
    /// A fetch is already running. Shown to users who request one.
    AtThisMoment,
    /// A user requested it.
    ByHand,
    /// The source was paused, and has been resumed.
    Resumed,
    /// The source pushes its articles, and is only fetched to check that it still does.
    Announces {
        /// The interval between these checks.
        every: Minutes,
    },
    /// The source announced that something is new.
    Announced,
    /// The source is fetched to compare it with what its hub sent.
    Verifying,
    /// Not a fetch: the content was sent by the source's hub.
    Pushed,
    /// The system clock was set back, so earlier plans no longer hold.
    ClockSetBack,
}

impl Reason {
    /// Returns the name and the numbers of the reason, as stored.
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

    /// Parses a stored code. Returns `None` for anything else, such as the sentences that earlier versions stored.
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

/// An hour of the day (UTC) at which a source posts more than at other hours, and the days on which it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsualHour {
    /// The hour, 0 to 23.
    pub hour: u8,
    /// The days on which it does.
    pub days: Days,
}

/// A group of days.
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
    /// Returns the numbers that follow those of the reason.
    fn code(self) -> String {
        format!(" {} {}", self.hour, self.days as u8)
    }

    fn of_code((hour, days): (u32, u32)) -> Option<Self> {
        let hour = u8::try_from(hour).ok().filter(|hour| *hour < 24)?;
        let days = [Days::All, Days::Weekdays, Days::Weekends].into_iter().nth(days as usize)?;
        Some(Self { hour, days })
    }

    /// Returns the hour that stands out of a weekly pattern with mean 1, if one does: at least twice the average.
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
        // There are only 24 hours, so the cast is exact.
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
            Self::First => write!(f, "new, not fetched yet"),
            Self::Share { every } => {
                write!(f, "every {}, as often as today's budget allows", Words(every))
            }
            Self::Worth { usually, gap, expected, price } => {
                if let Some(usually) = usually {
                    write!(f, "{usually}; ")?;
                }
                let (expected, price) = (Few(expected), Few(price));
                write!(
                    f,
                    "{} after the last fetch; {expected} new expected; price {price}",
                    Words(gap)
                )
            }
            Self::Exploring { every } => write!(
                f,
                "new here, so fetched at least every {} to learn when it posts",
                Words(every)
            ),
            Self::Filling { shown, expected } => {
                write!(f, "shows only its newest {shown}; {} new expected by then", Few(expected))
            }
            Self::OftenEnough { every } => {
                write!(f, "every {}, the shortest interval allowed", Words(every))
            }
            Self::LongEnough { every } => write!(f, "at least every {}", Words(every)),
            Self::Unaffordable { every, budget } => write!(
                f,
                "every {}, although the budget of {:.0} fetches per day is too small for that",
                Words(every),
                budget.0
            ),
            Self::PutOff { budget } => {
                write!(
                    f,
                    "put off: the budget of {} fetches per day is spent for now",
                    budget.0.round()
                )
            }
            Self::FeedWish { every } => {
                write!(f, "the feed asks for {} between fetches", Words(every))
            }
            Self::StillFresh { span } => {
                write!(f, "the server says its response stays valid for {}", Words(span))
            }
            Self::QuietTime => {
                write!(f, "after the hours or days when the feed says it does not post")
            }
            Self::Patience { wait } => {
                write!(f, "the server asked us to wait {}", Words(wait))
            }
            Self::Failing { times: 1, wait } => {
                write!(f, "failed once; next try in {}", Words(wait))
            }
            Self::Failing { times, wait } => {
                write!(f, "failed {times} times; next try in {}", Words(wait))
            }
            Self::Gone { tries_left: 1 } => {
                write!(f, "gone; one last try in case it comes back")
            }
            Self::Gone { tries_left } => {
                write!(f, "gone; {tries_left} more tries, one per week, in case it comes back")
            }
            Self::GoneForGood => write!(f, "gone for more than four weeks; no longer fetched"),
            Self::Paused => write!(f, "paused"),
            Self::Offline { wait } => {
                write!(f, "this server was offline; next try in {}", Words(wait))
            }
            Self::NotKept { wait } => {
                write!(f, "what was fetched could not be saved; next try in {}", Words(wait))
            }
            Self::WishedOften { every } => {
                write!(f, "at least every {}, as set in its options", Words(every))
            }
            Self::WishedSeldom { every } => {
                write!(f, "at most every {}, as set in its options", Words(every))
            }
            Self::JustLooked { wait } => {
                write!(f, "fetched a moment ago; try again in {}", Words(wait))
            }
            Self::AtThisMoment => write!(f, "a fetch is already running"),
            Self::ByHand => write!(f, "requested by a user"),
            Self::Resumed => write!(f, "resumed"),
            Self::Announces { every } => {
                write!(f, "it pushes new articles, but is still fetched every {}", Words(every))
            }
            Self::Announced => write!(f, "it announced something new"),
            Self::Verifying => write!(f, "to compare the source with what its hub sent"),
            Self::Pushed => write!(f, "sent by its hub"),
            Self::ClockSetBack => write!(f, "the clock was set back"),
        }
    }
}

/// Displays a length of time with about two digits, as people say it.
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

/// Displays a number with about two digits.
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

/// Rounds to halves below ten, and to whole numbers above.
fn halves(number: f64) -> f64 {
    if number < 10.0 { (number * 2.0).round() / 2.0 } else { number.round() }
}

#[cfg(test)]
mod tests;
