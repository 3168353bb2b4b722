//! Sessions: who is asking, by a cookie whose secret is kept as a hash.
//!
//! Every request looks its session up, so that signing out, removing an account or changing a password ends it at once.

use crate::{
    Error, Images, Token, app::Inner, guard, images::Told, layers::Heard, preferences::Preferences,
    voice::Voice,
};
use axum::{
    extract::FromRequestParts,
    response::{IntoResponse, Redirect, Response},
};
use http::{HeaderMap, HeaderValue, header, request::Parts};
use jiff::{SignedDuration, Timestamp};
use std::sync::Arc;
use tidings_model::{Role, User, UserId, user::Visit};
use tidings_store::{NewSession, Stamp, Visitor};

/// How long a session lasts without use.
const LIFETIME: SignedDuration = SignedDuration::from_hours(30 * 24);
/// How exactly the last use of a session is kept: one write in so many minutes. Coming back after longer is a visit.
const FRESH: SignedDuration = SignedDuration::from_mins(5);

/// A person who is signed in. Pages that take it cannot be reached by anybody else.
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
    pub(crate) stamp: Stamp,
}

impl Signed {
    /// Where the pictures on their pages come from.
    pub(crate) fn images(&self) -> Images {
        self.voice.look.images
    }
}

/// An operator who is signed in.
#[derive(Debug, Clone)]
pub(crate) struct Operator;

impl FromRequestParts<Arc<Inner>> for Signed {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, inner: &Arc<Inner>) -> Result<Self, Error> {
        let found = find(inner, &parts.headers).await?;
        if let (Some(signed), Some(told)) = (&found, parts.extensions.get::<Told>()) {
            told.tell(signed.images());
        }
        if let (Some(signed), Some(heard)) = (&found, parts.extensions.get::<Heard>()) {
            // Who is signed in twice in one request is the same person.
            let _ = heard.0.set(signed.voice.clone());
        }
        found.ok_or_else(|| {
            // Who must sign in to send a form comes back to the list: the form cannot be sent again for them.
            let next = if parts.method.is_safe() {
                parts.uri.path_and_query().map_or("/", |place| place.as_str())
            } else {
                "/"
            };
            Error::SignInFirst { next: next.to_owned() }
        })
    }
}

impl FromRequestParts<Arc<Inner>> for Operator {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, inner: &Arc<Inner>) -> Result<Self, Error> {
        match Signed::from_request_parts(parts, inner).await?.user.role {
            Role::Operator => Ok(Self),
            Role::User => Err(Error::Forbidden),
        }
    }
}

/// The cookie's name. With `__Host-` browsers refuse one set by a neighbouring domain or without TLS.
fn cookie_name(inner: &Inner) -> &'static str {
    if guard::is_https(inner.public_url.as_ref()) { "__Host-tidings" } else { "tidings" }
}

/// The session of a request, if it has one.
pub(crate) async fn find(inner: &Inner, headers: &HeaderMap) -> Result<Option<Signed>, Error> {
    let Some(token) = cookie(headers, cookie_name(inner)) else { return Ok(None) };
    let token_hash = Token::hash(token);
    let now = inner.clock.now();
    let Some(Visitor { session, settings, stamp }) =
        inner.store.visitor(token_hash.to_vec(), now).await?
    else {
        return Ok(None);
    };
    if now.duration_since(session.seen_at) > inner.in_peoples_time(FRESH) {
        inner.store.touch_session(token_hash.to_vec(), now, expiry(inner, now)).await?;
        inner.store.add_visit(Visit { user: session.user.id, at: now }).await?;
    }
    let house = Preferences { images: inner.default_images, ..Preferences::default() };
    let voice = Voice::new(Preferences::read_over(house, &settings), headers);
    Ok(Some(Signed { user: session.user, csrf: session.csrf, token_hash, voice, stamp }))
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
    headers: &HeaderMap,
    user: UserId,
    next: &str,
) -> Result<Response, Error> {
    Ok(redirect(next, open(inner, headers, user).await?))
}

/// Begins a session for a user, with a new secret whatever the browser sent, and ends the one it had. Returns the cookie.
pub(crate) async fn open(
    inner: &Inner,
    headers: &HeaderMap,
    user: UserId,
) -> Result<HeaderValue, Error> {
    if let Some(former) = cookie(headers, cookie_name(inner)) {
        inner.store.end_session(Token::hash(former).to_vec()).await?;
    }
    let token = Token::new(&*inner.clock);
    let csrf = Token::new(&*inner.clock).text;
    let now = inner.clock.now();
    let session = NewSession {
        token_hash: token.hash.to_vec(),
        user,
        csrf,
        label: label(headers),
        expires_at: expiry(inner, now),
    };
    inner.store.begin_session(session, now).await?;
    inner.store.add_visit(Visit { user, at: now }).await?;
    Ok(set_cookie(inner, &token.text, LIFETIME))
}

/// Ends a session.
pub(crate) async fn end(inner: &Inner, signed: &Signed) -> Result<Response, Error> {
    inner.store.end_session(signed.token_hash.to_vec()).await?;
    Ok(redirect("/sign-in", set_cookie(inner, "", SignedDuration::ZERO)))
}

fn redirect(place: &str, cookie: HeaderValue) -> Response {
    ([(header::SET_COOKIE, cookie)], Redirect::to(place)).into_response()
}

fn set_cookie(inner: &Inner, value: &str, lifetime: SignedDuration) -> HeaderValue {
    let secure = if guard::is_https(inner.public_url.as_ref()) { "; Secure" } else { "" };
    let text = format!(
        "{}={value}; Path=/; Max-Age={}; HttpOnly; SameSite=Lax{secure}",
        cookie_name(inner),
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
}
