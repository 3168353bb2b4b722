//! The language, time zone and formats in which a person is addressed.

use crate::{
    app::Inner,
    preferences::Preferences,
    texts::{Language, Texts},
};
use axum::extract::FromRequestParts;
use fluent_bundle::{FluentArgs, FluentValue};
use http::{HeaderMap, header, request::Parts};
use jiff::tz::TimeZone;
use std::{convert::Infallible, sync::Arc};

/// The language, time zone and appearance of one person's pages. Every template has one and calls it `t`.
#[derive(Debug, Clone)]
pub(crate) struct Voice {
    texts: &'static Texts,
    /// The time zone of the person's days and times.
    pub(crate) zone: TimeZone,
    /// The person's preferences.
    pub(crate) look: Preferences,
}

impl Voice {
    /// Returns the voice for a person's preferences. The browser decides what they left open.
    pub(crate) fn new(look: Preferences, headers: &HeaderMap) -> Self {
        let language = look.language.unwrap_or_else(|| accepted(headers));
        let name = look.time_zone.clone().or_else(|| zone_cookie(headers));
        let zone = name.and_then(|name| TimeZone::get(&name).ok()).unwrap_or(TimeZone::UTC);
        Self { texts: Texts::of(language), zone, look }
    }

    /// Returns the voice of the command line, which is English.
    pub(crate) fn plain_english() -> Self {
        Self::new(
            Preferences { language: Some(Language::English), ..Preferences::default() },
            &HeaderMap::new(),
        )
    }

    /// Returns the value for the `lang` of the page.
    pub(crate) fn language(&self) -> &'static str {
        self.texts.language().tag()
    }

    /// Returns a text without variables.
    pub(crate) fn of<'a>(&'a self, key: &'a str) -> &'a str {
        self.texts.plain(key)
    }

    /// Returns a text with a number: `$n` selects the plural form, `$count` is the formatted number.
    pub(crate) fn n(&self, key: &str, n: impl Count) -> String {
        self.texts.filled(key, &self.counted(n))
    }

    /// Returns a text with a number and one more variable.
    pub(crate) fn n_with(
        &self,
        key: &str,
        n: impl Count,
        name: &'static str,
        value: &str,
    ) -> String {
        let mut variables = self.counted(n);
        variables.set(name, FluentValue::from(value));
        self.texts.filled(key, &variables)
    }

    /// Returns a text with one variable.
    pub(crate) fn with(&self, key: &str, name: &'static str, value: &str) -> String {
        let mut variables = FluentArgs::with_capacity(1);
        variables.set(name, FluentValue::from(value));
        self.texts.filled(key, &variables)
    }

    /// Returns a text with two variables.
    pub(crate) fn with2(
        &self,
        key: &str,
        first: (&'static str, &str),
        second: (&'static str, &str),
    ) -> String {
        let mut variables = FluentArgs::with_capacity(2);
        variables.set(first.0, FluentValue::from(first.1));
        variables.set(second.0, FluentValue::from(second.1));
        self.texts.filled(key, &variables)
    }

    /// Returns a text with a number and several variables.
    pub(crate) fn n_with_all(
        &self,
        key: &str,
        n: impl Count,
        values: &[(&'static str, &str)],
    ) -> String {
        let mut variables = self.counted(n);
        values.iter().for_each(|(name, value)| variables.set(*name, FluentValue::from(*value)));
        self.texts.filled(key, &variables)
    }

    /// Returns one of the texts that join two parts: dates, of which a page has many.
    pub(crate) fn joined(&self, key: &str, first: &str, second: &str) -> String {
        self.texts.joined(key, first, second)
    }

    /// Formats a whole number: "1,248".
    pub(crate) fn number(&self, n: impl Count) -> String {
        self.texts.number(n.count())
    }

    fn counted(&self, n: impl Count) -> FluentArgs<'static> {
        let n = n.count();
        let mut variables = FluentArgs::with_capacity(3);
        variables.set("n", FluentValue::from(n));
        variables.set("count", FluentValue::from(self.texts.number(n)));
        variables
    }
}

/// Whatever can be counted, by value or by reference as templates pass it. Negative numbers count as zero.
pub(crate) trait Count {
    fn count(self) -> u64;
}

macro_rules! counts {
    ($($number:ty),*) => {$(
        impl Count for $number {
            fn count(self) -> u64 {
                u64::try_from(self).unwrap_or(0)
            }
        }
        impl Count for &$number {
            fn count(self) -> u64 {
                (*self).count()
            }
        }
    )*};
}

counts!(u8, u16, u32, u64, usize, i32, i64);

/// The voice for a stranger, according to their browser.
impl FromRequestParts<Arc<Inner>> for Voice {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<Inner>) -> Result<Self, Infallible> {
        Ok(Self::new(Preferences::default(), &parts.headers))
    }
}

fn accepted(headers: &HeaderMap) -> Language {
    let header = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    header.map_or_else(Language::default, Language::accepted)
}

/// Returns the browser's time zone, from a cookie that our script sets.
fn zone_cookie(headers: &HeaderMap) -> Option<String> {
    crate::session::cookie(headers, "tidings-zone")
        .map(|name| name.replace("%2F", "/"))
        .filter(|name| name.len() <= 64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn voice(name: http::HeaderName, value: &'static str) -> Voice {
        let headers = HeaderMap::from_iter([(name, HeaderValue::from_static(value))]);
        Voice::new(Preferences::default(), &headers)
    }

    #[test]
    fn the_browser_decides_what_a_person_left_open() {
        assert_eq!(voice(header::ACCEPT_LANGUAGE, "fr-CH, fr;q=0.9").language(), "fr");
        let zone = |cookie| voice(header::COOKIE, cookie).zone.iana_name().map(str::to_owned);
        assert_eq!(zone("tidings-zone=Europe%2FVienna").as_deref(), Some("Europe/Vienna"));
        assert_eq!(zone("tidings-zone=../../etc/passwd").as_deref(), Some("UTC"));
    }

    #[test]
    fn a_preference_takes_precedence_over_the_browser() {
        let look = Preferences { language: Some(Language::German), ..Preferences::default() };
        let headers =
            HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, HeaderValue::from_static("fr"))]);
        assert_eq!(Voice::new(look, &headers).language(), "de");
    }

    #[test]
    fn the_zone_is_the_persons_then_the_browsers_then_utc() {
        let with = |chosen: Option<&str>, cookie: &'static str| {
            let look =
                Preferences { time_zone: chosen.map(str::to_owned), ..Preferences::default() };
            let headers =
                HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static(cookie))]);
            Voice::new(look, &headers).zone.iana_name().map(str::to_owned)
        };
        for (chosen, cookie, zone) in [
            (Some("Asia/Tokyo"), "tidings-zone=Europe%2FVienna", "Asia/Tokyo"),
            (None, "a=b; tidings-zone=Europe%2FVienna; c=d", "Europe/Vienna"),
            (None, "tidings-zone=America%2FArgentina%2FUshuaia", "America/Argentina/Ushuaia"),
            (None, "tidings-zone=Europe/Vienna", "Europe/Vienna"),
            (Some("Moon/Tranquility"), "", "UTC"),
            (None, "tidings-zone=", "UTC"),
            (None, "tidings-zone=%2F%2F", "UTC"),
            (None, "xtidings-zone=Europe%2FVienna", "UTC"),
            (None, "", "UTC"),
        ] {
            assert_eq!(with(chosen, cookie).as_deref(), Some(zone), "{chosen:?} {cookie}");
        }
    }

    #[test]
    fn malformed_headers_leave_english_and_utc() {
        let headers = HeaderMap::from_iter([
            (header::ACCEPT_LANGUAGE, HeaderValue::from_bytes(b"\xff\xfe").unwrap()),
            (header::COOKIE, HeaderValue::from_bytes(b"tidings-zone=\xff").unwrap()),
        ]);
        let voice = Voice::new(Preferences::default(), &headers);
        assert_eq!((voice.language(), voice.zone.iana_name()), ("en", Some("UTC")));
    }

    #[test]
    fn negative_numbers_count_as_zero_and_none_is_too_large() {
        assert_eq!(((-5_i64).count(), (&i32::MIN).count(), 0_u8.count()), (0, 0, 0));
        assert_eq!(((&7_usize).count(), u64::MAX.count()), (7, u64::MAX));
        assert_eq!(i64::MAX.count(), i64::MAX.unsigned_abs());
        let voice = Voice::plain_english();
        assert_eq!(voice.number(-1), voice.number(0));
        assert_eq!(voice.number(u64::MAX), "18,446,744,073,709,551,615");
    }
}
