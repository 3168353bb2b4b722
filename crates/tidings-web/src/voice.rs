//! How we speak to a person: in their language, at their hour, in the type they like to read.

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

/// The language, time zone and look of one person's pages. Every template has one and calls it `t`.
#[derive(Debug, Clone)]
pub(crate) struct Voice {
    texts: &'static Texts,
    /// Where a person's day begins and ends.
    pub(crate) zone: TimeZone,
    /// What the person chose.
    pub(crate) look: Preferences,
}

impl Voice {
    /// The voice for a person's choices; what they left open, their browser says.
    pub(crate) fn new(look: Preferences, headers: &HeaderMap) -> Self {
        let language = look.language.unwrap_or_else(|| accepted(headers));
        let name = look.time_zone.clone().or_else(|| zone_cookie(headers));
        let zone = name.and_then(|name| TimeZone::get(&name).ok()).unwrap_or(TimeZone::UTC);
        Self { texts: Texts::of(language), zone, look }
    }

    /// For the command line, which speaks English.
    pub(crate) fn plain_english() -> Self {
        Self::new(
            Preferences { language: Some(Language::English), ..Preferences::default() },
            &HeaderMap::new(),
        )
    }

    /// For the `lang` of the page.
    pub(crate) fn language(&self) -> &'static str {
        self.texts.language().tag()
    }

    /// A text without variables.
    pub(crate) fn of<'a>(&'a self, key: &'a str) -> &'a str {
        self.texts.plain(key)
    }

    /// A text about so many: `$n` chooses the form, `$count` is the number as written.
    pub(crate) fn n(&self, key: &str, n: impl Count) -> String {
        self.texts.filled(key, &self.counted(n))
    }

    /// A text about so many, with one more variable.
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

    /// A text with one variable.
    pub(crate) fn with(&self, key: &str, name: &'static str, value: &str) -> String {
        let mut variables = FluentArgs::with_capacity(1);
        variables.set(name, FluentValue::from(value));
        self.texts.filled(key, &variables)
    }

    /// A text with two variables.
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

    /// A text about so many, with several variables.
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

    /// One of the texts that join a first and a second part: dates, said many times on a page.
    pub(crate) fn joined(&self, key: &str, first: &str, second: &str) -> String {
        self.texts.joined(key, first, second)
    }

    /// A whole number as it is written: "1,248".
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

/// Whatever can be counted, by value or as templates hand it over; what is negative is none.
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

/// A stranger's voice: as their browser says.
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

/// The time zone a script of ours found the browser in.
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
    fn the_browser_says_what_a_person_left_open() {
        assert_eq!(voice(header::ACCEPT_LANGUAGE, "fr-CH, fr;q=0.9").language(), "fr");
        let zone = |cookie| voice(header::COOKIE, cookie).zone.iana_name().map(str::to_owned);
        assert_eq!(zone("tidings-zone=Europe%2FVienna").as_deref(), Some("Europe/Vienna"));
        assert_eq!(zone("tidings-zone=../../etc/passwd").as_deref(), Some("UTC"));
    }

    #[test]
    fn a_choice_goes_before_the_browser() {
        let look = Preferences { language: Some(Language::German), ..Preferences::default() };
        let headers =
            HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, HeaderValue::from_static("fr"))]);
        assert_eq!(Voice::new(look, &headers).language(), "de");
    }

    #[test]
    fn a_zone_is_the_persons_then_the_browsers_then_that_of_the_world() {
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
    fn headers_that_are_none_leave_english_and_utc() {
        let headers = HeaderMap::from_iter([
            (header::ACCEPT_LANGUAGE, HeaderValue::from_bytes(b"\xff\xfe").unwrap()),
            (header::COOKIE, HeaderValue::from_bytes(b"tidings-zone=\xff").unwrap()),
        ]);
        let voice = Voice::new(Preferences::default(), &headers);
        assert_eq!((voice.language(), voice.zone.iana_name()), ("en", Some("UTC")));
    }

    #[test]
    fn what_is_negative_is_none_and_nothing_is_too_large_to_count() {
        assert_eq!(((-5_i64).count(), (&i32::MIN).count(), 0_u8.count()), (0, 0, 0));
        assert_eq!(((&7_usize).count(), u64::MAX.count()), (7, u64::MAX));
        assert_eq!(i64::MAX.count(), i64::MAX.unsigned_abs());
        let voice = Voice::plain_english();
        assert_eq!(voice.number(-1), voice.number(0));
        assert_eq!(voice.number(u64::MAX), "18,446,744,073,709,551,615");
    }
}
