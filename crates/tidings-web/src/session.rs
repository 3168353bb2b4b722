//! Sessions: identifies the user by a cookie whose secret is stored as a hash.
//!
//! Every request looks up its session, so signing out, deleting an account or changing a password ends it at once.

use crate::{
    Error, Images, SecretToken,
    acts::Actor,
    app::Inner,
    guard,
    images::ImagePolicy,
    installation::Bytes,
    layers::Heard,
    preferences::Preferences,
    proxies::{self, Visitor},
    voice::Voice,
};
use axum::{
    extract::FromRequestParts,
    response::{IntoResponse, Redirect, Response},
};
use futures_util::{TryStreamExt, stream};
use http::{HeaderMap, HeaderValue, Method, header, request::Parts};
use jiff::{SignedDuration, Timestamp};
use std::{io, sync::Arc};
use tidings_model::{Role, User, UserId, user::Visit};
use tidings_store::{NewSession, OverviewVersion};

/// How long a session lasts without use.
const LIFETIME: SignedDuration = SignedDuration::from_hours(30 * 24);
/// How precisely the last use of a session is stored: at most one write per this interval. A longer absence starts a
/// new visit.
const FRESH: SignedDuration = SignedDuration::from_mins(5);

/// A signed-in person. Handlers that take it cannot be reached by anyone else, and only this file can create one.
#[derive(Debug, Clone)]
pub(crate) struct Signed {
    pub(crate) user: User,
    /// The token that the forms of this session carry.
    pub(crate) csrf: String,
    /// Identifies the session.
    pub(crate) token_hash: [u8; 32],
    /// Their language and formats.
    pub(crate) voice: Voice,
    /// Whether their cached counts are still valid.
    pub(crate) stamp: OverviewVersion,
    /// Whether the person will see the response by their own action: not if a browser or a script prefetches it, nor
    /// through a link on another site.
    pub(crate) is_here: bool,
    _proof: Proof,
}

impl Signed {
    /// Returns the person as an actor.
    pub(crate) fn actor<'a>(&'a self, inner: &'a Inner) -> Actor<'a> {
        Actor::new(inner, &self.user)
    }
}

impl Signed {
    /// Returns where the images on their pages are loaded from.
    pub(crate) fn images(&self) -> Images {
        self.voice.look.images
    }
}

/// Only [`find`] creates one.
#[derive(Debug, Clone)]
struct Proof;

/// A signed-in operator. Only this module creates one, as with [`Signed`].
#[derive(Debug, Clone)]
pub(crate) struct Operator {
    pub(crate) signed: Signed,
    _proof: Proof,
}

impl Operator {
    /// Returns the person as an operator, if they are one.
    pub(crate) fn of(signed: Signed) -> Result<Self, Error> {
        match signed.user.role {
            Role::Operator => Ok(Self { signed, _proof: Proof }),
            Role::User => Err(Error::Forbidden),
        }
    }
}

impl FromRequestParts<Arc<Inner>> for Signed {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, inner: &Arc<Inner>) -> Result<Self, Error> {
        let mut found = find(inner, &proxies::of(inner, parts), &parts.headers).await?;
        if let Some(signed) = &mut found {
            signed.is_here &= parts.method == Method::GET;
        }
        if let (Some(signed), Some(told)) = (&found, parts.extensions.get::<ImagePolicy>()) {
            told.tell(signed.images());
        }
        if let (Some(signed), Some(heard)) = (&found, parts.extensions.get::<Heard>()) {
            // It may already be set, by another extractor of the same request for the same person.
            let _ = heard.0.set(signed.voice.clone());
        }
        found.ok_or_else(|| {
            // A form cannot be sent again after signing in, so the person returns to the page with the form.
            let next = if parts.method.is_safe() {
                parts.uri.path_and_query().map_or("/", |place| place.as_str()).to_owned()
            } else {
                sent_from(&parts.headers)
            };
            Error::SignInFirst { next }
        })
    }
}

/// Returns the page that a form was on, according to the browser. It is validated before anyone is redirected there.
fn sent_from(headers: &HeaderMap) -> String {
    let told = headers.get(header::REFERER).and_then(|from| from.to_str().ok());
    let page = told.and_then(|from| url::Url::parse(from).ok());
    page.map_or_else(|| "/".to_owned(), |page| page[url::Position::BeforePath..].to_owned())
}

impl FromRequestParts<Arc<Inner>> for Operator {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, inner: &Arc<Inner>) -> Result<Self, Error> {
        Self::of(Signed::from_request_parts(parts, inner).await?)
    }
}

/// Returns the cookie's name. With `__Host-`, browsers reject one set by a sibling domain or without TLS.
fn cookie_name(inner: &Inner, visitor: &Visitor) -> &'static str {
    if is_https(inner, visitor) { "__Host-tidings" } else { "tidings" }
}

/// Returns whether this person reaches us over TLS, according to our public address or a trusted proxy.
pub(crate) fn is_https(inner: &Inner, visitor: &Visitor) -> bool {
    guard::is_https(inner.public_url.as_ref()) || visitor.is_https
}

/// Returns the session of a request, if it has one.
pub(crate) async fn find(
    inner: &Inner,
    visitor: &Visitor,
    headers: &HeaderMap,
) -> Result<Option<Signed>, Error> {
    let Some(token) = cookie(headers, cookie_name(inner, visitor)) else { return Ok(None) };
    let token_hash = SecretToken::hash(token);
    let now = inner.clock.now();
    let Some(tidings_store::Visitor { session, settings, stamp }) =
        inner.store.users().visitor(token_hash.to_vec(), now).await?
    else {
        return Ok(None);
    };
    // Someone else has signed in at the proxy since: the earlier person's session is not theirs.
    if visitor.vouched.as_ref().is_some_and(|name| !is_same_name(name, &session.user.name)) {
        return Ok(None);
    }
    if now.duration_since(session.seen_at) > inner.in_peoples_time(FRESH) {
        inner.store.users().touch_session(token_hash.to_vec(), now, expiry(inner, now)).await?;
        inner.store.users().add_visit(Visit { user: session.user.id, at: now }).await?;
    }
    let operator = Preferences { images: inner.default_images, ..Preferences::default() };
    let voice = Voice::new(Preferences::read_over(operator, &settings), headers);
    let (user, csrf) = (session.user, session.csrf);
    let is_here = is_asked_for(headers);
    Ok(Some(Signed { user, csrf, token_hash, voice, stamp, is_here, _proof: Proof }))
}

/// Returns whether a person requested what they are about to see.
fn is_asked_for(headers: &HeaderMap) -> bool {
    let begins = |name: &str, with: &[u8]| {
        headers.get(name).is_some_and(|value| value.as_bytes().starts_with(with))
    };
    let is_ahead = begins("sec-purpose", b"prefetch") || begins("purpose", b"prefetch");
    let is_foreign =
        begins("sec-fetch-site", b"cross-site") || begins("sec-fetch-site", b"same-site");
    !is_ahead && !is_foreign && !begins("x-tidings", b"look")
}

/// Names that differ only in case are the same, as in the store.
pub(crate) fn is_same_name(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

/// Returns whether a session still exists. Streams check this repeatedly, so that they end with it.
pub(crate) async fn lasts(inner: &Inner, signed: &Signed) -> bool {
    let found = inner.store.users().session(signed.token_hash.to_vec(), inner.clock.now()).await;
    found.is_ok_and(|session| session.is_some())
}

/// Passes on a long response, which ends early, within a second of its session.
pub(crate) fn while_it_lasts(inner: Arc<Inner>, signed: Signed, bytes: Bytes) -> Bytes {
    const EVERY: std::time::Duration = std::time::Duration::from_secs(1);
    let start = (inner, signed, bytes, tokio::time::Instant::now());
    Box::pin(stream::try_unfold(start, |(inner, signed, mut bytes, mut asked_at)| async move {
        if asked_at.elapsed() >= EVERY {
            asked_at = tokio::time::Instant::now();
            if !lasts(&inner, &signed).await {
                return Err(io::Error::other("the session has ended"));
            }
        }
        let piece = bytes.try_next().await?;
        Ok(piece.map(|piece| (piece, (inner, signed, bytes, asked_at))))
    }))
}

/// Returns the value of a cookie.
pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// Starts a session for a user and redirects them.
pub(crate) async fn begin(
    inner: &Inner,
    visitor: &Visitor,
    headers: &HeaderMap,
    user: UserId,
    next: &str,
) -> Result<Response, Error> {
    Ok(redirect(next, open(inner, visitor, headers, user).await?))
}

/// Starts a session for a user, with a new secret whatever the browser sent, and ends the previous one. Returns the
/// cookie.
pub(crate) async fn open(
    inner: &Inner,
    visitor: &Visitor,
    headers: &HeaderMap,
    user: UserId,
) -> Result<HeaderValue, Error> {
    if let Some(former) = cookie(headers, cookie_name(inner, visitor)) {
        inner.store.users().end_session(SecretToken::hash(former).to_vec()).await?;
    }
    let token = SecretToken::new(&*inner.clock);
    let csrf = SecretToken::new(&*inner.clock).text;
    let now = inner.clock.now();
    let session = NewSession {
        token_hash: token.hash.to_vec(),
        user,
        csrf,
        label: label(headers),
        expires_at: expiry(inner, now),
    };
    inner.store.users().begin_session(session, now).await?;
    inner.store.users().add_visit(Visit { user, at: now }).await?;
    Ok(set_cookie(cookie_name(inner, visitor), &token.text, LIFETIME))
}

/// Ends a session.
pub(crate) async fn end(
    inner: &Inner,
    visitor: &Visitor,
    signed: &Signed,
) -> Result<Response, Error> {
    inner.store.users().end_session(signed.token_hash.to_vec()).await?;
    // Someone who would be signed in again at once must confirm first.
    let place = if visitor.vouched.is_some() { "/sign-in?stay=1" } else { "/sign-in" };
    Ok(redirect(place, forget_cookie(inner, visitor)))
}

/// Returns the header that deletes the session's cookie.
pub(crate) fn forget_cookie(inner: &Inner, visitor: &Visitor) -> HeaderValue {
    set_cookie(cookie_name(inner, visitor), "", SignedDuration::ZERO)
}

pub(crate) fn redirect(place: &str, cookie: HeaderValue) -> Response {
    ([(header::SET_COOKIE, cookie)], Redirect::to(place)).into_response()
}

/// Returns a cookie that only we and only this browser see.
pub(crate) fn set_cookie(name: &str, value: &str, lifetime: SignedDuration) -> HeaderValue {
    // Browsers accept such a name only over TLS, and only if the cookie is bound to it.
    let secure = if name.starts_with("__Host-") { "; Secure" } else { "" };
    let text = format!(
        "{name}={value}; Path=/; Max-Age={}; HttpOnly; SameSite=Lax{secure}",
        lifetime.as_secs()
    );
    HeaderValue::try_from(text).expect("tokens are a valid header value")
}

fn expiry(inner: &Inner, now: Timestamp) -> Timestamp {
    now.saturating_add(inner.in_peoples_time(LIFETIME)).unwrap_or(Timestamp::MAX)
}

/// Returns the browser's name for the list of sessions, shortened and without invisible characters.
fn label(headers: &HeaderMap) -> String {
    let name =
        headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("unknown");
    name.chars().filter(|c| !c.is_control()).take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_by_its_whole_name() {
        let headers = HeaderMap::from_iter([(
            header::COOKIE,
            HeaderValue::from_static("a=1; xtidings=2; tidingsx=3; tidings=4; tidings=5"),
        )]);
        assert_eq!(cookie(&headers, "tidings"), Some("4"));
        assert_eq!(cookie(&headers, "other"), None);
    }

    #[test]
    fn prefetches_and_foreign_links_are_not_the_persons_doing() {
        let check = |name: &'static str, value: &'static str| {
            let name = http::HeaderName::from_static(name);
            is_asked_for(&HeaderMap::from_iter([(name, HeaderValue::from_static(value))]))
        };
        assert!(check("sec-fetch-site", "same-origin"));
        assert!(check("sec-fetch-site", "none"));
        assert!(!check("sec-fetch-site", "cross-site"));
        assert!(!check("sec-purpose", "prefetch;prerender"));
        assert!(!check("x-tidings", "look"));
    }
}
