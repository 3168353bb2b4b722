//! Client programs: who they are, and what they may do.
//!
//! A program sends an app password, never the person's own password, and never a cookie. A browser does not send such a
//! header on its own, so no page on another site can make somebody's browser call these addresses. App passwords are
//! long and random: one index lookup finds the owner, and no slow hash is needed.

mod call;
pub(crate) mod fever;
pub(crate) mod greader;
mod library;
pub(crate) mod miniflux;
mod parameters;

use crate::{Error, SecretToken, acts, app::Inner, proxies};
use axum::{extract::Request, middleware::Next, response::Response};
use base64::{Engine, prelude::BASE64_STANDARD as BASE64};
use http::{HeaderMap, Uri, header, request::Parts};
use jiff::{SignedDuration, Timestamp};
use md5::{Digest, Md5};
use std::{borrow::Cow, net::IpAddr};
use tidings_model::{User, UserId, article::headline, user::Visit};
use tidings_store::{AppKeys, AppPassword, AppScope, Icon, ListedArticle};

pub(crate) use library::Library;
pub(crate) use parameters::Parameters;

/// How precisely the last use of an app password is stored: at most one write per this interval.
const FRESH: SignedDuration = SignedDuration::from_mins(5);

/// The paths that client programs call. Everything else is for browsers.
const PLACES: [&str; 7] =
    ["/accounts/", "/reader/", "/check/", "/api/", "/fever", "/v1/", "/healthcheck"];

/// Returns whether client programs call this path. Cookies are ignored there.
pub(crate) fn is_for_programs(path: &str) -> bool {
    let path = format!("/{}", path.trim_start_matches('/'));
    PLACES.iter().any(|place| path.starts_with(place))
}

/// Returns a path of client programs without doubled slashes, which come from a base that ends with a slash and a path that
/// begins with one. The name of a stream stays as it is: it may be an address.
fn single_slashes(path: &str) -> Option<String> {
    const STREAMS: [&str; 2] = ["/stream/contents/", "/reader/atom/"];
    if !path.contains("//") || !is_for_programs(path) {
        return None;
    }
    let stream = STREAMS.iter().find_map(|before| Some(path.find(before)? + before.len()));
    let (head, stream) = path.split_at(stream.unwrap_or(path.len()));
    let mut fixed = String::with_capacity(path.len());
    for character in head.chars() {
        if character != '/' || !fixed.ends_with('/') {
            fixed.push(character);
        }
    }
    fixed.push_str(stream);
    Some(fixed)
}

/// Corrects addresses that clients assemble carelessly.
pub(crate) async fn fix_path(mut request: Request, next: Next) -> Response {
    if let Some(path) = single_slashes(request.uri().path()) {
        let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
        let mut parts = request.uri().clone().into_parts();
        parts.path_and_query = format!("{path}{query}").parse().ok();
        if let Ok(uri) = Uri::from_parts(parts) {
            *request.uri_mut() = uri;
        }
    }
    next.run(request).await
}

/// Returns the digests that identify an app password of the person with this name.
///
/// ```
/// let keys = tidings_web::app_keys("ada", "secret");
/// assert_eq!(keys.hash, tidings_web::SecretToken::hash("secret"));
/// // printf ada:secret | md5sum
/// let fever = "6614daab2fdfbd23cf7385bd57f93d91";
/// assert_eq!(keys.fever_hash, Some(tidings_web::SecretToken::hash(fever).to_vec()));
/// ```
#[must_use]
pub fn app_keys(name: &str, password: &str) -> AppKeys {
    let key = fever_key(name, password);
    AppKeys {
        hash: SecretToken::hash(password).to_vec(),
        fever_hash: Some(SecretToken::hash(&key).to_vec()),
    }
}

/// Returns the key that a Fever client makes from a name and a password: 32 hexadecimal digits.
fn fever_key(name: &str, password: &str) -> String {
    let digest = Md5::digest(format!("{name}:{password}"));
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A client that has authenticated with an app password. Only this module creates one.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    /// The owner of the app password.
    pub(crate) user: User,
    app: AppPassword,
    _proof: Proof,
}

#[derive(Debug, Clone)]
struct Proof;

impl Caller {
    /// Returns the caller with this app password.
    pub(crate) async fn by_password(
        inner: &Inner,
        parts: &Parts,
        password: &str,
    ) -> Result<Self, Error> {
        let owner =
            inner.store.users().app_password_owner(SecretToken::hash(password).to_vec()).await?;
        admit(inner, peer(inner, parts), None, owner).await
    }

    /// Returns the caller with this app password, which must belong to the person of this name.
    pub(crate) async fn by_name(
        inner: &Inner,
        parts: &Parts,
        name: &str,
        password: &str,
    ) -> Result<Self, Error> {
        let owner =
            inner.store.users().app_password_owner(SecretToken::hash(password).to_vec()).await?;
        let owner =
            owner.filter(|(user, _)| user.name.to_lowercase() == name.trim().to_lowercase());
        admit(inner, peer(inner, parts), Some(name), owner).await
    }

    /// Returns the caller with this Fever key, in upper or lower case.
    pub(crate) async fn by_fever_key(
        inner: &Inner,
        parts: &Parts,
        key: &str,
    ) -> Result<Self, Error> {
        let hash = SecretToken::hash(&key.trim().to_ascii_lowercase()).to_vec();
        let owner = inner.store.users().fever_key_owner(hash).await?;
        admit(inner, peer(inner, parts), None, owner).await
    }

    /// Returns the owner's id.
    pub(crate) fn id(&self) -> UserId {
        self.user.id
    }

    /// Returns the id of the app password.
    pub(crate) fn app_password(&self) -> i64 {
        self.app.id
    }

    /// Refuses read-only app passwords.
    pub(crate) fn check_may_write(&self) -> Result<(), Error> {
        match self.app.scope {
            AppScope::Write => Ok(()),
            AppScope::Read => Err(Error::ReadOnly),
        }
    }

    /// Records that the person is present, because they have just done something in their client. Automatic fetches of
    /// a client say nothing about that.
    pub(crate) async fn is_here(&self, inner: &Inner) -> Result<(), Error> {
        let now = inner.clock.now();
        if inner.presence.take(self.user.id, now).is_ok() {
            inner.store.users().add_visit(Visit { user: self.user.id, at: now }).await?;
        }
        Ok(())
    }
}

/// Returns the value of an `Authorization` header with this scheme, such as `Bearer` or `GoogleLogin auth=`.
pub(crate) fn authorization<'h>(headers: &'h HeaderMap, scheme: &str) -> Option<&'h str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?.trim();
    let (head, rest) = value.split_at_checked(scheme.len())?;
    head.eq_ignore_ascii_case(scheme).then(|| rest.trim())
}

/// Returns their subscriptions as OPML.
pub(crate) async fn export(inner: &Inner, user: UserId) -> Result<String, Error> {
    let exported = inner.services.importing.export(user).await;
    exported.map_err(|failure| acts::ActError::from(failure).into())
}

/// Returns when an article was published: its own date, or when we first fetched it.
fn published(listed: &ListedArticle) -> Timestamp {
    listed.published.unwrap_or(listed.published_at)
}

/// Returns the title of an article for clients, which is never empty: its own, its first words, or that of its source.
fn title(listed: &ListedArticle) -> Cow<'_, str> {
    match headline(&listed.title, &listed.summary) {
        title if title.is_empty() => Cow::Borrowed(&listed.source_title),
        title => title,
    }
}

/// Returns an icon as a data URL without the scheme: its type, then its bytes.
fn icon_data(icon: &Icon) -> String {
    format!("{};base64,{}", icon.media_type, BASE64.encode(&icon.bytes))
}

fn peer(inner: &Inner, parts: &Parts) -> IpAddr {
    proxies::of(inner, parts).address
}

/// Admits the owner of the password. Wrong passwords are counted per network, and per name where the protocol sends one,
/// for all protocols together; right ones are never refused because of other people's wrong ones.
async fn admit(
    inner: &Inner,
    peer: IpAddr,
    name: Option<&str>,
    owner: Option<(User, AppPassword)>,
) -> Result<Caller, Error> {
    let now = inner.clock.now();
    let Some((user, app)) = owner else {
        match name {
            Some(name) => inner.app_limiter.attempt(name.trim(), peer, now).await?,
            None => inner.app_limiter.attempt_nameless(peer, now).await?,
        }
        return Err(Error::WrongKey);
    };
    inner.calls.take(app.id, now)?;
    let fresh = inner.in_peoples_time(FRESH);
    if app.used_at.is_none_or(|at| now < at || now.duration_since(at) > fresh) {
        inner.store.users().touch_app_password(app.id, now).await?;
    }
    Ok(Caller { user, app, _proof: Proof })
}
