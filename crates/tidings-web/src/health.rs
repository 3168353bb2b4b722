//! The state of a source in words: its health, what went wrong and what to do, and why it is fetched when it is.

use crate::{Outlook, app::Inner, voice::Voice};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use tidings_model::{
    FailureKind, Reason, SourceState,
    reason::{Days, UsualHour},
    source::Source,
    units::Minutes,
};
use tidings_store::{Pace, SubscribedSource};

/// After this many failures in a row, a source counts as failing.
const FAILING: u32 = 3;
/// A posting rate based on fewer articles than this is a guess.
pub(crate) const FEW: usize = 8;
/// A source that posted nothing for this many days is quiet.
const QUIET_DAYS: i64 = 90;

/// The health of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(crate) enum Health {
    Failing,
    Gone,
    Stumbling,
    New,
    Paused,
    Quiet,
    Well,
}

impl Health {
    /// Returns the health of a source as one of its subscribers sees it.
    pub(crate) fn of(
        subscribed: &SubscribedSource,
        last_posting: Option<Timestamp>,
        now: Timestamp,
    ) -> Self {
        let source = &subscribed.source;
        if subscribed.paused_at.is_some() {
            return Self::Paused;
        }
        let is_quiet = last_posting
            .is_some_and(|at| now.as_second() - at.as_second() > QUIET_DAYS * 24 * 3600);
        match source.state {
            SourceState::Paused => Self::Paused,
            SourceState::Gone => Self::Gone,
            SourceState::Active if source.health.last_fetch.is_none() => Self::New,
            SourceState::Active if source.health.failures >= FAILING => Self::Failing,
            SourceState::Active if source.health.failures > 0 => Self::Stumbling,
            SourceState::Active if is_quiet => Self::Quiet,
            SourceState::Active => Self::Well,
        }
    }

    /// Returns the CSS class for its colour. A word always accompanies the colour.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Well => "good",
            Self::Stumbling => "warn",
            Self::Failing | Self::Gone => "bad",
            Self::New | Self::Paused | Self::Quiet => "quiet",
        }
    }

    /// Returns it as one word.
    pub(crate) fn word(self, t: &Voice) -> &str {
        t.of(match self {
            Self::Failing => "src-health-failing",
            Self::Gone => "src-health-gone",
            Self::Stumbling => "src-health-stumbling",
            Self::New => "src-health-new",
            Self::Paused => "src-health-paused",
            Self::Quiet => "src-health-quiet",
            Self::Well => "src-health-well",
        })
    }

    /// Returns a sentence that explains the word.
    pub(crate) fn sentence(self, t: &Voice, source: &Source, now: Timestamp) -> String {
        match self {
            Self::Failing | Self::Stumbling => {
                let since = source.health.failing_since.unwrap_or(now);
                let span = t.span(now.as_second() - since.as_second());
                t.n_with("src-health-failing-since", source.health.failures, "span", &span)
            }
            Self::Gone => t.of("src-health-gone-why").to_owned(),
            Self::New => t.of("src-health-new-why").to_owned(),
            Self::Paused => t.of("src-health-paused-why").to_owned(),
            Self::Quiet => t.n("src-health-quiet-why", QUIET_DAYS),
            Self::Well => t.of("src-health-well-why").to_owned(),
        }
    }
}

/// Returns what went wrong, without advice to subscribers.
pub(crate) fn fault(t: &Voice, kind: FailureKind) -> &str {
    failure(t, kind).split_inclusive('.').next().unwrap_or_default()
}

/// Returns what went wrong and what to do about it.
pub(crate) fn failure(t: &Voice, kind: FailureKind) -> &str {
    t.of(match kind {
        FailureKind::ForbiddenAddress => "src-failure-forbidden-address",
        FailureKind::UnsupportedScheme => "src-failure-unsupported-scheme",
        FailureKind::ForbiddenPort => "src-failure-forbidden-port",
        FailureKind::BadUrl => "src-failure-bad-url",
        FailureKind::Dns => "src-failure-dns",
        FailureKind::Network => "src-failure-network",
        FailureKind::Tls => "src-failure-tls",
        FailureKind::Timeout => "src-failure-timeout",
        FailureKind::TooLarge => "src-failure-too-large",
        FailureKind::Incomplete => "src-failure-incomplete",
        FailureKind::Decode => "src-failure-decode",
        FailureKind::Protocol => "src-failure-protocol",
        FailureKind::RedirectLoop => "src-failure-redirect-loop",
        FailureKind::BadRedirect => "src-failure-bad-redirect",
        FailureKind::RateLimited => "src-failure-rate-limited",
        FailureKind::Denied => "src-failure-denied",
        FailureKind::NotFound => "src-failure-not-found",
        FailureKind::Gone => "src-failure-gone",
        FailureKind::Status => "src-failure-status",
        FailureKind::Empty => "src-failure-empty",
        FailureKind::NotAFeed => "src-failure-not-a-feed",
        FailureKind::Robots => "src-failure-robots",
        FailureKind::Offline => "src-failure-offline",
        FailureKind::Store => "src-failure-store",
    })
}

/// Returns why a source was fetched when it was. Older records that contain a sentence are returned as they are.
pub(crate) fn why(t: &Voice, stored: &str, at: Timestamp) -> String {
    Reason::of_code(stored).map_or_else(|| stored.to_owned(), |reason| said(t, reason, at))
}

/// Returns when a source is checked next; `None` if it is paused, or gone for good.
pub(crate) fn next_check(subscribed: &SubscribedSource) -> Option<Timestamp> {
    let source = &subscribed.source;
    let is_paused = subscribed.paused_at.is_some() || source.state == SourceState::Paused;
    let is_over = matches!(Reason::of_code(&source.next_reason), Some(Reason::GoneForGood));
    (!is_paused && !is_over).then(|| subscribed.next_check())
}

/// Returns why a source is checked next when it is, or why it is not; empty if it is paused. If the option "As fresh as
/// possible" decided, it is part of the reason.
pub(crate) fn why_next(t: &Voice, subscribed: &SubscribedSource, now: Timestamp) -> String {
    if subscribed.paused_at.is_some() || subscribed.source.state == SourceState::Paused {
        return String::new();
    }
    let stored = subscribed.next_reason(now);
    let why = brief(t, &stored, subscribed.next_check());
    match Reason::of_code(&stored) {
        Some(Reason::Worth { .. }) if subscribed.options.is_pinned => {
            t.with("src-why-pinned", "why", &why)
        }
        _ => why,
    }
}

/// Returns why a source is checked next when it is, with the price and the expected numbers, if the reason has any.
pub(crate) fn why_exactly(
    t: &Voice,
    subscribed: &SubscribedSource,
    now: Timestamp,
) -> Option<String> {
    let (stored, at) = (subscribed.next_reason(now), next_check(subscribed)?);
    let exactly = why(t, &stored, at);
    (exactly != brief(t, &stored, at)).then_some(exactly)
}

/// Returns a stored reason without prices and expected numbers, for pages that everyone reads.
pub(crate) fn brief(t: &Voice, stored: &str, at: Timestamp) -> String {
    match Reason::of_code(stored) {
        Some(Reason::Worth { usually, .. }) => usually
            .and_then(|usually| usual(t, usually, at))
            .unwrap_or_else(|| t.of("src-why-rhythm").to_owned()),
        Some(Reason::Filling { shown, .. }) => t.n("src-why-few-shown", shown),
        _ => why(t, stored, at),
    }
}

/// Returns what was learned about a source, for its next check. Before a check has succeeded, nothing is known about it.
pub(crate) async fn outlook(inner: &Inner, subscribed: &SubscribedSource) -> Option<Outlook> {
    subscribed.source.health.last_success?;
    let (id, next_at) = (subscribed.source.id, subscribed.next_check());
    inner.services.checks.outlook(id, next_at).await.unwrap_or_default()
}

/// Returns how often a source posts, as far as anything is known about that.
pub(crate) fn pace(t: &Voice, source: &Source, pace: Pace) -> String {
    match pace.rate {
        Some(per_day) => rate(t, per_day.0),
        None if source.health.last_success.is_some() && pace.last_posting.is_none() => {
            t.of("src-rate-none").to_owned()
        }
        None => t.of("src-rate-not-yet").to_owned(),
    }
}

/// Returns the reason of a plan in the person's language, with hours in their time zone at an instant.
pub(crate) fn said(t: &Voice, reason: Reason, at: Timestamp) -> String {
    let (key, length) = match reason {
        Reason::First => ("src-why-new", None),
        Reason::Share { every } => ("src-why-share", Some(every)),
        Reason::OftenEnough { every } => ("src-why-polite", Some(every)),
        Reason::LongEnough { every } => ("src-why-at-least", Some(every)),
        Reason::Unaffordable { every, budget } => {
            let budget = budget.0.round() as u64;
            return t.n_with("src-why-unaffordable", budget, "span", &span(t, every));
        }
        Reason::PutOff { budget } => {
            return t.n("src-why-put-off", budget.0.round() as u64);
        }
        Reason::FeedWish { every } => ("src-why-feed-wish", Some(every)),
        Reason::StillFresh { span } => ("src-why-fresh", Some(span)),
        Reason::QuietTime => ("src-why-quiet-time", None),
        Reason::Patience { .. } => ("src-why-patience", None),
        Reason::Failing { times: 1, wait } => ("src-why-failed-once", Some(wait)),
        Reason::Failing { times, wait } => {
            return t.n_with("src-why-failed", times, "span", &span(t, wait));
        }
        Reason::Gone { tries_left: 1 } => ("src-why-gone-once", None),
        Reason::Gone { tries_left } => return t.n("src-why-gone", tries_left),
        Reason::GoneForGood => ("src-why-gone-for-good", None),
        Reason::Paused => ("src-why-paused", None),
        Reason::Offline { wait } => ("src-why-offline", Some(wait)),
        Reason::NotKept { wait } => ("src-why-not-kept", Some(wait)),
        Reason::WishedOften { every } => ("src-why-wished-often", Some(every)),
        Reason::WishedSeldom { every } => ("src-why-wished-seldom", Some(every)),
        Reason::JustLooked { wait } => ("src-why-just-looked", Some(wait)),
        Reason::AtThisMoment => ("src-why-at-this-moment", None),
        Reason::ByHand => ("src-why-asked", None),
        Reason::Resumed => ("src-why-resumed", None),
        Reason::ClockSetBack => ("src-why-clock", None),
        Reason::Announces { every } => ("src-why-announces", Some(every)),
        Reason::Announced => ("src-why-announced", None),
        Reason::Verifying => ("src-why-verifying", None),
        Reason::Pushed => ("src-why-pushed", None),
        Reason::Worth { usually, gap, expected, price } => {
            // A value that would be rounded to zero is not mentioned.
            let key = if expected < 0.005 { "src-why-worth-little" } else { "src-why-worth" };
            let worth = t.n_with_all(
                key,
                0u64,
                &[
                    ("span", &span(t, gap)),
                    ("expected", &few(t, expected)),
                    ("price", &span(t, Minutes(price))),
                ],
            );
            return match usually.and_then(|usually| usual(t, usually, at)) {
                Some(usual) => format!("{usual}; {worth}"),
                None => worth,
            };
        }
        Reason::Exploring { every } => ("src-why-exploring", Some(every)),
        Reason::Filling { shown, expected } => {
            return t.n_with("src-why-filling", shown, "expected", &few(t, expected));
        }
        // A reason from a newer release.
        _ => return reason.to_string(),
    };
    match length {
        Some(length) => t.with(key, "span", &span(t, length)),
        None => t.of(key).to_owned(),
    }
}

/// How long before and after a usual hour a fetch counts as caused by it.
const AROUND_S: std::ops::RangeInclusive<i64> = -3600..=6 * 3600;

/// Returns "usually posts around 9:00 on weekdays", in the person's time zone; `None` if the fetch is at another time.
fn usual(t: &Voice, usually: UsualHour, at: Timestamp) -> Option<String> {
    let day = at.as_second().div_euclid(86_400);
    let hour_of = |day: i64| day * 86_400 + 3600 * i64::from(usually.hour);
    let is_then = |day: &i64| {
        // 1 January 1970 was a Thursday.
        let is_weekend = (day + 3).rem_euclid(7) >= 5;
        let fits = match usually.days {
            Days::Weekdays => !is_weekend,
            Days::Weekends => is_weekend,
            Days::All => true,
        };
        fits && AROUND_S.contains(&(at.as_second() - hour_of(*day)))
    };
    let found = [day, day - 1, day + 1].into_iter().find(is_then)?;
    let utc = Timestamp::from_second(hour_of(found)).unwrap_or(at);
    let here = utc.to_zoned(t.zone.clone());
    let is_same_day = here.date() == utc.to_zoned(jiff::tz::TimeZone::UTC).date();
    // Shifted past midnight, weekdays become Tuesday to Saturday, for which there is no word.
    let key = match usually.days {
        Days::Weekdays if is_same_day => "src-why-usually-weekdays",
        Days::Weekends if is_same_day => "src-why-usually-weekends",
        _ => "src-why-usually",
    };
    Some(t.with(key, "hour", &format!("{}:{:02}", here.hour(), here.minute())))
}

/// Units of durations: key in full, key in tables, and minutes.
const UNITS: [(&str, &str, f64); 4] = [
    ("span-second", "fresh-seconds", 1.0 / 60.0),
    ("span-minute", "fresh-minutes", 1.0),
    ("span-hour", "fresh-hours", 60.0),
    ("span-day", "fresh-days", Minutes::DAY.0),
];

/// Returns the index of the unit for a duration, and the number of units: sentences and tables agree.
fn in_unit(length: Minutes) -> (usize, f64) {
    let minutes = if length.0.is_finite() { length.0.max(0.0) } else { 0.0 };
    let unit = match minutes {
        m if m < 0.95 => 0,
        m if m < 99.5 => 1,
        m if m < 36.0 * 60.0 => 2,
        _ => 3,
    };
    (unit, minutes / UNITS[unit].2)
}

/// Returns a duration as a person would say it, with two significant digits.
pub(crate) fn span(t: &Voice, length: Minutes) -> String {
    let (unit, value) = in_unit(length);
    if unit == 0 {
        return match value.round() as u64 {
            0 => t.of("span-moment").to_owned(),
            n => t.n("span-second", n),
        };
    }
    let tenths = if value >= 10.0 { value.round() * 10.0 } else { (value * 10.0).round() };
    // Fractions are plural, except that French starts the plural at two.
    let form = match tenths % 10.0 == 0.0 || t.language() == "fr" {
        true => (tenths / 10.0) as u64,
        false => 2,
    };
    t.n_with(UNITS[unit].0, form, "count", &decimal(t, value))
}

/// Returns a duration for tables: "14 min", "2.5 h".
pub(crate) fn short_span(t: &Voice, length: Minutes) -> String {
    let (unit, value) = in_unit(length);
    let value = if unit == 0 { t.number(value.round() as u64) } else { decimal(t, value) };
    t.with(UNITS[unit].1, "n", &value)
}

/// Returns an upper bound of a duration: a whole number, rounded up.
pub(crate) fn within(t: &Voice, seconds: i64) -> String {
    let seconds = seconds.max(1);
    match seconds {
        s if s < 60 => t.n("span-second", s),
        s if s <= 99 * 60 => t.n("span-minute", (s + 59) / 60),
        s if s <= 48 * 3600 => t.n("span-hour", (s + 3599) / 3600),
        s => t.n("span-day", (s + 86_399) / 86_400),
    }
}

/// Returns a rate in the largest unit that gives at least one: "3.5 per day", "2 per week".
pub(crate) fn rate(t: &Voice, per_day: f64) -> String {
    let (key, rate) = match per_day {
        rate if rate >= 0.95 => ("src-rate-day", rate),
        rate if rate * 7.0 >= 0.95 => ("src-rate-week", rate * 7.0),
        rate if rate * 30.0 >= 0.95 => ("src-rate-month", rate * 30.0),
        rate if rate > 0.0 => return t.of("src-rate-seldom").to_owned(),
        _ => return t.of("src-rate-none").to_owned(),
    };
    t.with(key, "rate", &decimal(t, rate))
}

/// Formats a number with at most one decimal: "3.5", in German "3,5".
pub(crate) fn decimal(t: &Voice, value: f64) -> String {
    if value >= 10.0 {
        return t.number(value.round() as u64);
    }
    let text = format!("{}", (value * 10.0).round() / 10.0);
    if t.language() == "en" { text } else { text.replace('.', ",") }
}

/// Formats a number that may be small without rounding it to zero: "0.04".
pub(crate) fn few(t: &Voice, value: f64) -> String {
    if !(0.005..0.095).contains(&value) {
        return decimal(t, value);
    }
    let text = format!("{value:.2}");
    if t.language() == "en" { text } else { text.replace('.', ",") }
}

/// Formats a size: "812 bytes", "12 kB", "3.4 MB".
pub(crate) fn bytes(t: &Voice, n: u64) -> String {
    match n {
        0..1000 => t.n("src-bytes", n),
        1000..1_000_000 => t.with("src-kilobytes", "n", &decimal(t, n as f64 / 1e3)),
        _ => t.with("src-megabytes", "n", &decimal(t, n as f64 / 1e6)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preferences::Preferences;
    use http::HeaderMap;

    fn voice(language: &str) -> Voice {
        let settings = [("language".to_owned(), language.to_owned())];
        Voice::new(Preferences::read(&settings), &HeaderMap::new())
    }

    #[test]
    fn stored_reasons_are_shown_in_the_persons_language() {
        let at = "2026-11-16T12:00:00Z".parse().unwrap();
        let why = |t: &Voice, stored: &str| why(t, stored, at);
        let check = |stored: &str, english: &str, german: &str| {
            assert_eq!(why(&voice("en"), stored), english);
            assert_eq!(why(&voice("de"), stored), german);
        };
        check(
            "failing 120 3",
            "failed 3 times; next try 2 hours after the last failure",
            "3-mal fehlgeschlagen; neuer Versuch 2 Stunden danach",
        );
        check("every 2 hours at least", "every 2 hours at least", "every 2 hours at least");
        let gone = why(&voice("fr"), "gone 3");
        assert!(gone.contains('3') && !gone.contains("gone"), "{gone}");
        assert!(why(&voice("de"), "unaffordable 1440 120").contains("120"));
    }

    #[test]
    fn a_usual_hour_is_in_the_persons_time_zone() {
        let check_at = |at: &str, zone: &str, stored: &str, expected: &str| {
            let settings = [("language", "en"), ("time_zone", zone)];
            let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
            let t = Voice::new(Preferences::read(&settings), &HeaderMap::new());
            assert_eq!(why(&t, stored, at.parse().unwrap()), expected, "{zone}");
        };
        let check = |zone: &str, stored: &str, expected: &str| {
            check_at("2026-11-16T12:00:00Z", zone, stored, expected);
        };
        let rest = "40 minutes after the last check; 0.8 new articles expected; must save 42 seconds of waiting";
        let stored = "worth 40 0.8 0.7 9 1";
        check("UTC", stored, &format!("usually posts around 9:00 on weekdays; {rest}"));
        check("Europe/Vienna", stored, &format!("usually posts around 10:00 on weekdays; {rest}"));
        check("Asia/Kolkata", stored, &format!("usually posts around 14:30 on weekdays; {rest}"));
        check_at(
            "2026-11-16T22:00:00Z",
            "Pacific/Auckland",
            "worth 40 0.8 0.7 21 1",
            &format!("usually posts around 10:00; {rest}"),
        );
        check("UTC", "worth 40 0.8 0.7", rest);
        // A fetch at another hour or on another day is unrelated to it; one just past midnight may be related.
        check("UTC", "worth 40 0.8 0.7 21 1", rest);
        check("UTC", "worth 40 0.8 0.7 9 2", rest);
        let late = format!("usually posts around 21:00 on weekends; {rest}");
        check_at("2026-11-16T00:30:00Z", "UTC", "worth 40 0.8 0.7 21 2", &late);
    }

    #[test]
    fn a_fetch_that_expects_nothing_does_not_mention_zero() {
        let at = "2026-11-16T12:00:00Z".parse().unwrap();
        assert_eq!(
            why(&voice("en"), "worth 300 0.0001 4.4", at),
            "5 hours after the last check; hardly any new articles expected; must save 4.4 minutes of waiting"
        );
    }

    #[test]
    fn sentences_and_tables_round_alike() {
        let check = |minutes: f64, language: &str, words: &str, cell: &str| {
            let t = voice(language);
            assert_eq!(span(&t, Minutes(minutes)), words);
            assert_eq!(short_span(&t, Minutes(minutes)), cell);
        };
        check(0.001, "en", "less than a second", "0 s");
        check(0.9, "en", "54 seconds", "54 s");
        check(1.0, "en", "1 minute", "1 min");
        check(14.4, "en", "14 minutes", "14 min");
        check(150.0, "en", "2.5 hours", "2.5 h");
        check(156.0, "de", "2,6 Stunden", "2,6 h");
        check(105.0, "fr", "1,8 heure", "1,8 h");
        check(156.0, "fr", "2,6 heures", "2,6 h");
        check(2520.0, "en", "1.8 days", "1.8 d");
    }

    #[test]
    fn upper_bounds_are_rounded_up() {
        let t = voice("en");
        let said: Vec<String> =
            [0, 61, 5941, 34 * 3600 - 1, 49 * 3600].iter().map(|s| within(&t, *s)).collect();
        assert_eq!(said, ["1 second", "2 minutes", "2 hours", "34 hours", "3 days"]);
    }

    #[test]
    fn every_kind_of_reason_has_a_sentence_in_every_language() {
        let at = "2026-11-16T12:00:00Z".parse().unwrap();
        for stored in ["worth 40 0.8 0.7 9 2", "exploring 120", "filling 7.5 20"] {
            let english = why(&voice("en"), stored, at);
            for language in ["de", "fr"] {
                let said = why(&voice(language), stored, at);
                assert!(said != english && !said.contains("src-"), "{language}: {said}");
            }
        }
    }

    #[test]
    fn every_failure_says_what_to_do_in_every_language() {
        for language in ["en", "de", "fr"] {
            for kind in FailureKind::ALL {
                let said = failure(&voice(language), kind).to_owned();
                assert!(said.ends_with('.') && said.len() > 30, "{language} {kind:?}: {said}");
            }
        }
    }

    #[test]
    fn rates_use_the_unit_that_fits() {
        let t = voice("en");
        assert_eq!(rate(&t, 3.52), "3.5 per day");
        assert_eq!(rate(&t, 2.0 / 7.0), "2 per week");
        assert_eq!(rate(&t, 0.05), "1.5 per month");
        assert_eq!(rate(&t, 0.001), "less than one per month");
        assert_eq!(rate(&t, 0.0), "none");
        assert_eq!(rate(&voice("de"), 3.52), "3,5 pro Tag");
        assert_eq!(bytes(&t, 1_234_567), "1.2 MB");
    }
}
