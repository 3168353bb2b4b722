//! Sessions: who is asking, by a cookie whose secret is kept as a hash.
//!
//! Every request looks its session up, so that signing out, removing an account or changing a password ends it at once.

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
/// How exactly the last use of a session is kept: one write in so many minutes. Coming back after longer is a visit.
const FRESH: SignedDuration = SignedDuration::from_mins(5);

/// A person who is signed in. Pages that take it cannot be reached by anybody else, and nothing outside of this file can
/// make one.
#[derive(Debug, Clone)]
pub(crate) struct Signed {
    pub(crate) user: User,
    /// What the forms of this session prove.
    pub(crate) csrf: String,
    /// Which session it is.
    pub(crate) token_hash: [u8; 32],
    /// How we speak to them.
    pub(crate) voice: Voice,
    /// Whether what was counted for them is still true.
    pub(crate) stamp: OverviewVersion,
    /// Whether the answer will be before their eyes by their own doing: not what a browser or a script fetches ahead, and not by
    /// a link on somebody else's page.
    pub(crate) is_here: bool,
    _proof: Proof,
}

impl Signed {
    /// The person, to do something.
    pub(crate) fn actor<'a>(&'a self, inner: &'a Inner) -> Actor<'a> {
        Actor::new(inner, &self.user)
    }
}

impl Signed {
    /// Where the pictures on their pages come from.
    pub(crate) fn images(&self) -> Images {
        self.voice.look.images
    }
}

/// Has no other maker than [`find`].
#[derive(Debug, Clone)]
struct Proof;

/// An operator who is signed in; made here alone, like [`Signed`].
#[derive(Debug, Clone)]
pub(crate) struct Operator {
    pub(crate) signed: Signed,
    _proof: Proof,
}

impl Operator {
    /// A signed-in person as an operator, if they are one.
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
            // Who is signed in twice in one request is the same person.
            let _ = heard.0.set(signed.voice.clone());
        }
        found.ok_or_else(|| {
            // A form cannot be sent again for who must sign in first; they come back to the page it stood on.
            let next = if parts.method.is_safe() {
                parts.uri.path_and_query().map_or("/", |place| place.as_str()).to_owned()
            } else {
                sent_from(&parts.headers)
            };
            Error::SignInFirst { next }
        })
    }
}

/// The page that a form stood on, as the browser tells. Where it leads to is checked before anybody is sent there.
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

/// The cookie's name. With `__Host-` browsers refuse one set by a neighbouring domain or without TLS.
fn cookie_name(inner: &Inner, visitor: &Visitor) -> &'static str {
    if is_https(inner, visitor) { "__Host-tidings" } else { "tidings" }
}

/// Whether this person reaches us by TLS: by our own address, or as a proxy of ours says.
pub(crate) fn is_https(inner: &Inner, visitor: &Visitor) -> bool {
    guard::is_https(inner.public_url.as_ref()) || visitor.is_https
}

/// The session of a request, if it has one.
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
    // Somebody else signed in at the proxy since: the former person's session is not theirs.
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

/// Whether a person asked for what they are about to see.
fn is_asked_for(headers: &HeaderMap) -> bool {
    let begins = |name: &str, with: &[u8]| {
        headers.get(name).is_some_and(|value| value.as_bytes().starts_with(with))
    };
    let is_ahead = begins("sec-purpose", b"prefetch") || begins("purpose", b"prefetch");
    let is_foreign =
        begins("sec-fetch-site", b"cross-site") || begins("sec-fetch-site", b"same-site");
    !is_ahead && !is_foreign && !begins("x-tidings", b"look")
}

/// Names that differ by case alone are one, as in the store.
pub(crate) fn is_same_name(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

/// Whether a session that was found goes on: streams ask again and again, so that they end when it does.
pub(crate) async fn lasts(inner: &Inner, signed: &Signed) -> bool {
    let found = inner.store.users().session(signed.token_hash.to_vec(), inner.clock.now()).await;
    found.is_ok_and(|session| session.is_some())
}

/// A long answer that ends, unfinished, within a second of its session.
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

/// The value of a cookie.
pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// Begins a session for a user and sends them to a place.
pub(crate) async fn begin(
    inner: &Inner,
    visitor: &Visitor,
    headers: &HeaderMap,
    user: UserId,
    next: &str,
) -> Result<Response, Error> {
    Ok(redirect(next, open(inner, visitor, headers, user).await?))
}

/// Begins a session for a user, with a new secret whatever the browser sent, and ends the one it had. Returns the cookie.
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
    Ok(set_cookie(inner, visitor, cookie_name(inner, visitor), &token.text, LIFETIME))
}

/// Ends a session.
pub(crate) async fn end(
    inner: &Inner,
    visitor: &Visitor,
    signed: &Signed,
) -> Result<Response, Error> {
    inner.store.users().end_session(signed.token_hash.to_vec()).await?;
    // Who would be signed in again at once is asked first.
    let place = if visitor.vouched.is_some() { "/sign-in?stay=1" } else { "/sign-in" };
    Ok(redirect(place, forget_cookie(inner, visitor)))
}

/// Takes the session's cookie away from the browser.
pub(crate) fn forget_cookie(inner: &Inner, visitor: &Visitor) -> HeaderValue {
    set_cookie(inner, visitor, cookie_name(inner, visitor), "", SignedDuration::ZERO)
}

pub(crate) fn redirect(place: &str, cookie: HeaderValue) -> Response {
    ([(header::SET_COOKIE, cookie)], Redirect::to(place)).into_response()
}

/// A cookie that only we and only this browser see.
pub(crate) fn set_cookie(
    inner: &Inner,
    visitor: &Visitor,
    name: &str,
    value: &str,
    lifetime: SignedDuration,
) -> HeaderValue {
    let secure = if is_https(inner, visitor) { "; Secure" } else { "" };
    let text = format!(
        "{name}={value}; Path=/; Max-Age={}; HttpOnly; SameSite=Lax{secure}",
        lifetime.as_secs()
    );
    HeaderValue::try_from(text).expect("tokens are letters, digits, - and _")
}

fn expiry(inner: &Inner, now: Timestamp) -> Timestamp {
    now.saturating_add(inner.in_peoples_time(LIFETIME)).unwrap_or(Timestamp::MAX)
}

/// The browser as it names itself, for the list of sessions; shortened, without what cannot be shown.
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
    fn fetching_ahead_looking_and_foreign_links_are_nobodys_doing() {
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
