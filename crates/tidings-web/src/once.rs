//! Secrets that a page shows once, after a redirect, so that reloading it neither shows them again nor creates others.
//!
//! A secret travels in a cookie: to the browser that is about to show it, and nowhere else. It is never stored here, and
//! any process can show it. The cookie is valid in one session and for one page, which deletes it.

use crate::{Error, app::Inner, proxies, session};
use axum::{extract::FromRequestParts, response::Response};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use hmac::{Hmac, KeyInit, Mac};
use http::{header, request::Parts};
use jiff::SignedDuration;
use serde::{Serialize, de::DeserializeOwned};
use sha2::Sha256;
use std::{convert::Infallible, sync::Arc};

/// How long a browser may take to follow the redirect.
const LIFETIME: SignedDuration = SignedDuration::from_mins(5);

/// The secret that came with a request, sealed, and how to delete it.
#[derive(Debug)]
pub(crate) struct Once {
    name: &'static str,
    sealed: Option<String>,
}

impl FromRequestParts<Arc<Inner>> for Once {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, inner: &Arc<Inner>) -> Result<Self, Infallible> {
        let is_https = session::is_https(inner, &proxies::of(inner, parts));
        let name = if is_https { "__Host-tidings-once" } else { "tidings-once" };
        Ok(Self { name, sealed: session::cookie(&parts.headers, name).map(str::to_owned) })
    }
}

impl Once {
    /// Redirects to the page that shows a secret.
    pub(crate) fn redirect(
        &self,
        csrf: &str,
        page: &str,
        secret: &impl Serialize,
    ) -> Result<Response, Error> {
        let json = serde_json::to_vec(secret)
            .map_err(|error| Error::internal("a secret could not be written", &error))?;
        let text = BASE64.encode(json);
        let seal = BASE64.encode(seal(csrf, page, &text).finalize().into_bytes());
        let cookie = session::set_cookie(self.name, &format!("{text}.{seal}"), LIFETIME);
        Ok(session::redirect(page, cookie))
    }

    /// Returns the secret that was meant for this page, if there is one.
    pub(crate) fn open<T: DeserializeOwned>(&self, csrf: &str, page: &str) -> Option<T> {
        serde_json::from_slice(&BASE64.decode(self.text(csrf, page)?).ok()?).ok()
    }

    /// Deletes the secret with the response of the page that it was meant for.
    pub(crate) fn forget(&self, csrf: &str, page: &str, mut response: Response) -> Response {
        if self.text(csrf, page).is_some() {
            let cookie = session::set_cookie(self.name, "", SignedDuration::ZERO);
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        response
    }

    /// Returns what is sealed for this session and this page.
    fn text(&self, csrf: &str, page: &str) -> Option<&str> {
        let (text, sealed) = self.sealed.as_deref()?.split_once('.')?;
        seal(csrf, page, text).verify_slice(&BASE64.decode(sealed).ok()?).ok()?;
        Some(text)
    }
}

fn seal(csrf: &str, page: &str, text: &str) -> Hmac<Sha256> {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(csrf.as_bytes()).expect("HMAC accepts keys of any length");
    mac.update(format!("once {page} {text}").as_bytes());
    mac
}

#[cfg(test)]
mod tests {
    use super::*;

    fn once(sealed: Option<String>) -> Once {
        Once { name: "tidings-once", sealed }
    }

    fn sealed(csrf: &str, page: &str) -> String {
        let response = once(None).redirect(csrf, page, &["the secret"]).unwrap();
        assert_eq!(response.headers()[header::LOCATION], page);
        let cookie = response.headers()[header::SET_COOKIE].to_str().unwrap();
        assert!(cookie.contains("HttpOnly") && cookie.contains("Max-Age=300"), "{cookie}");
        let (value, _) = cookie.split_once(';').unwrap();
        value.strip_prefix("tidings-once=").unwrap().to_owned()
    }

    #[test]
    fn a_secret_is_opened_only_in_its_session_and_on_its_page() {
        let sealed = sealed("csrf", "/page");
        let open = |sealed: &str, csrf: &str, page: &str| {
            once(Some(sealed.to_owned())).open::<Vec<String>>(csrf, page)
        };
        assert_eq!(open(&sealed, "csrf", "/page"), Some(vec!["the secret".to_owned()]));
        assert_eq!(open(&sealed, "other", "/page"), None);
        assert_eq!(open(&sealed, "csrf", "/other"), None);
        let (text, seal) = sealed.split_once('.').unwrap();
        for forged in ["", ".", "x.y", text, &format!("{text}."), &format!("W10.{seal}")] {
            assert_eq!(open(forged, "csrf", "/page"), None, "{forged}");
        }
        assert_eq!(once(None).open::<Vec<String>>("csrf", "/page"), None);
    }

    #[test]
    fn only_the_page_that_a_secret_is_meant_for_deletes_it() {
        let once = once(Some(sealed("csrf", "/page")));
        let deleted = |csrf: &str, page: &str| {
            let response = once.forget(csrf, page, Response::default());
            response.headers().get(header::SET_COOKIE).cloned()
        };
        assert!(deleted("csrf", "/page").unwrap().to_str().unwrap().contains("Max-Age=0"));
        assert_eq!((deleted("csrf", "/other"), deleted("other", "/page")), (None, None));
    }
}
