//! How a source is doing, in words: its health, what went wrong and what to do, why it is asked when it is.

use crate::voice::Voice;
use jiff::Timestamp;
use tidings_model::{FailureKind, SourceState, source::Source};
use tidings_store::Subscribed;

/// From so many failures in a row on, a source is failing rather than stumbling.
const FAILING: u32 = 3;
/// A source that posted nothing for so many days is quiet.
const QUIET_DAYS: i64 = 90;

/// How a source is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
    /// As one of its subscribers sees it.
    pub(crate) fn of(
        subscribed: &Subscribed,
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
            SourceState::Active if source.health.last_retrieval.is_none() => Self::New,
            SourceState::Active if source.health.failures >= FAILING => Self::Failing,
            SourceState::Active if source.health.failures > 0 => Self::Stumbling,
            SourceState::Active if is_quiet => Self::Quiet,
            SourceState::Active => Self::Well,
        }
    }

    /// For its colour, which never stands alone.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Well => "good",
            Self::Stumbling => "warn",
            Self::Failing | Self::Gone => "bad",
            Self::New | Self::Paused | Self::Quiet => "quiet",
        }
    }

    /// One word.
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

    /// A sentence that explains the word.
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

/// What went wrong, and what to do about it.
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

/// The reasons of plans as they are stored, and the texts for them; `*` stands for a length of time or a number.
const REASONS: &[(&str, &str)] = &[
    ("new: not retrieved yet", "src-why-new"),
    ("new", "src-why-new"),
    ("resumed", "src-why-resumed"),
    ("asked for by hand", "src-why-asked"),
    ("it is being asked at this moment", "src-why-at-this-moment"),
    ("every * with today's budget", "src-why-share"),
    ("every *, the most that is polite", "src-why-polite"),
    ("every * at least", "src-why-at-least"),
    ("every * at least, as wished", "src-why-wished-often"),
    ("every * at most, as wished", "src-why-wished-seldom"),
    ("the feed asks for * between retrievals", "src-why-feed-wish"),
    ("the server says that its answer is good for *", "src-why-fresh"),
    ("after the hours or days that the feed calls quiet", "src-why-quiet-time"),
    ("the server asked for * of patience", "src-why-patience"),
    ("failed once; next try in *", "src-why-failed-once"),
    ("gone; asked once more, in case it comes back", "src-why-gone-once"),
    ("gone for more than four weeks; not asked any more", "src-why-gone-for-good"),
    ("paused; not asked", "src-why-paused"),
    ("our own network was down; next try in *", "src-why-offline"),
    ("what was fetched could not be kept; next try in *", "src-why-not-kept"),
    ("looked a moment ago; next look possible in *", "src-why-just-looked"),
];

/// Why a source is asked when it is. What is not known is said as it was stored.
pub(crate) fn why(t: &Voice, stored: &str) -> String {
    known_why(t, stored).unwrap_or_else(|| stored.to_owned())
}

/// The same, of what is known only: for texts that come from an address and could say anything.
pub(crate) fn known_why(t: &Voice, stored: &str) -> Option<String> {
    for (pattern, key) in REASONS {
        match pattern.split_once('*') {
            None if *pattern == stored => return Some(t.of(key).to_owned()),
            None => {}
            Some((before, after)) => {
                let inner = stored.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
                if let Some(span) = inner.and_then(|inner| span(t, inner)) {
                    return Some(t.with(key, "span", &span));
                }
            }
        }
    }
    with_numbers(t, stored)
}

/// The few reasons with a count in them.
fn with_numbers(t: &Voice, stored: &str) -> Option<String> {
    if let Some(rest) = stored.strip_prefix("failed ") {
        let (times, wait) = rest.split_once(" times; next try in ")?;
        return Some(t.n_with(
            "src-why-failed",
            times.parse::<u64>().ok()?,
            "span",
            &span(t, wait)?,
        ));
    }
    if let Some(rest) = stored.strip_prefix("gone; asked ") {
        let left = rest.strip_suffix(" more times, once a week, in case it comes back")?;
        return Some(t.n("src-why-gone", left.parse::<u64>().ok()?));
    }
    let (every, rest) = stored.strip_prefix("every ")?.split_once(", although the budget of ")?;
    let budget = rest.strip_suffix(" retrievals a day is too small for that")?;
    Some(t.n_with("src-why-unaffordable", budget.parse::<u64>().ok()?, "span", &span(t, every)?))
}

/// "2.5 hours" in the person's language.
fn span(t: &Voice, words: &str) -> Option<String> {
    let (number, unit) = words.split_once(' ')?;
    let number: f64 = number.parse().ok()?;
    let (seconds, key) = match unit.trim_end_matches('s') {
        "second" => (1.0, "span-second"),
        "minute" => (60.0, "span-minute"),
        "hour" => (3600.0, "span-hour"),
        "day" => (86_400.0, "span-day"),
        _ => return None,
    };
    if number.fract() > 0.0 {
        return Some(t.span((number * seconds) as i64));
    }
    Some(t.n(key, number as u64))
}

/// How often, in the largest unit that gives at least one: "3.5 a day", "2 a week".
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

/// A number with at most one decimal, as it is written: "3.5", in German "3,5".
pub(crate) fn decimal(t: &Voice, value: f64) -> String {
    if value >= 10.0 {
        return t.number(value.round() as u64);
    }
    let text = format!("{}", (value * 10.0).round() / 10.0);
    if t.language() == "en" { text } else { text.replace('.', ",") }
}

/// A size: "812 bytes", "12 kB", "3.4 MB".
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
    fn stored_reasons_are_said_in_the_persons_language() {
        let check = |stored: &str, english: &str, german: &str| {
            assert_eq!(why(&voice("en"), stored), english);
            assert_eq!(why(&voice("de"), stored), german);
        };
        check(
            "every 2 hours with today's budget",
            "every 2 hours with today’s budget",
            "alle 2 Stunden beim heutigen Budget",
        );
        check(
            "failed 3 times; next try in 2.5 hours",
            "failed 3 times; next try in 2 hours",
            "3-mal fehlgeschlagen; nächster Versuch in 2 Stunden",
        );
        check("measured", "measured", "measured");
        let gone =
            why(&voice("fr"), "gone; asked 3 more times, once a week, in case it comes back");
        assert!(gone.contains('3') && !gone.contains("asked"), "{gone}");
        let poor =
            "every 24 hours, although the budget of 120 retrievals a day is too small for that";
        assert!(!why(&voice("de"), poor).contains("although"));
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
    fn rates_are_said_in_the_unit_that_fits() {
        let t = voice("en");
        assert_eq!(rate(&t, 3.52), "3.5 a day");
        assert_eq!(rate(&t, 2.0 / 7.0), "2 a week");
        assert_eq!(rate(&t, 0.05), "1.5 a month");
        assert_eq!(rate(&t, 0.001), "less than one a month");
        assert_eq!(rate(&t, 0.0), "none yet");
        assert_eq!(rate(&voice("de"), 3.52), "3,5 am Tag");
        assert_eq!(bytes(&t, 1_234_567), "1.2 MB");
    }
}
