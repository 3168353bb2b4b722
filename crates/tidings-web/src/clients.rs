//! Programs that people read with: who they are, and what they may.
//!
//! A program shows an app password, never the person's own, and never a cookie: what stands in a header is not sent by a
//! browser on its own, so no page elsewhere can make somebody's browser call these addresses. App passwords are long and
//! random; one look at an index tells whose they are, and no slow hash is needed.

mod call;
pub(crate) mod fever;
pub(crate) mod greader;
mod library;
pub(crate) mod miniflux;
mod parameters;

use crate::{Error, SecretToken, acts, app::Inner, proxies, routes::programs::GREADER_AT};
use axum::{extract::Request, middleware::Next, response::Response};
use base64::{Engine, prelude::BASE64_STANDARD as BASE64};
use http::{HeaderMap, Uri, header, request::Parts};
use jiff::{SignedDuration, Timestamp};
use md5::{Digest, Md5};
use std::net::IpAddr;
use tidings_model::{User, UserId, user::Visit};
use tidings_store::{AppKeys, AppPassword, AppScope, Icon, ListedArticle};

pub(crate) use library::Library;
pub(crate) use parameters::Parameters;

/// How exactly the last use of an app password is kept: one write in so many minutes.
const FRESH: SignedDuration = SignedDuration::from_mins(5);

/// Where programs call; everything else is for browsers.
const PLACES: [&str; 7] =
    ["/accounts/", "/reader/", "/check/", "/api/", "/fever", "/v1/", "/healthcheck"];

/// Whether a path is one of those that programs call. No cookie is looked at there.
pub(crate) fn is_for_programs(path: &str) -> bool {
    let path = format!("/{}", path.trim_start_matches('/'));
    PLACES.iter().any(|place| path.starts_with(place))
}

/// Puts addresses right that programs put together carelessly: a base that ends with a slash, and a path that begins with one.
pub(crate) async fn straighten(mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let doubled = ["/", GREADER_AT].iter().find_map(|base| {
        let rest = path.strip_prefix(base).filter(|rest| rest.starts_with('/'))?;
        let is_doubled = *base == "/" || rest.starts_with("//");
        let base = base.trim_end_matches('/');
        is_doubled.then(|| format!("{base}/{}", rest.trim_start_matches('/')))
    });
    if let Some(path) = doubled {
        let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
        let mut parts = request.uri().clone().into_parts();
        parts.path_and_query = format!("{path}{query}").parse().ok();
        if let Ok(uri) = Uri::from_parts(parts) {
            *request.uri_mut() = uri;
        }
    }
    next.run(request).await
}

/// The digests by which an app password is known, of the person with that name.
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

/// What a client of the Fever API makes of a name and a password: 32 hexadecimal digits.
fn fever_key(name: &str, password: &str) -> String {
    let digest = Md5::digest(format!("{name}:{password}"));
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A program that showed an app password; made here alone.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    /// For whom it reads.
    pub(crate) user: User,
    app: AppPassword,
    _proof: Proof,
}

#[derive(Debug, Clone)]
struct Proof;

impl Caller {
    /// Who shows this app password.
    pub(crate) async fn by_password(
        inner: &Inner,
        parts: &Parts,
        password: &str,
    ) -> Result<Self, Error> {
        let owner =
            inner.store.users().app_password_owner(SecretToken::hash(password).to_vec()).await?;
        admit(inner, peer(inner, parts), "", owner).await
    }

    /// Who shows this app password together with a name, which must be its owner's.
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
        admit(inner, peer(inner, parts), name, owner).await
    }

    /// Who shows this key of the Fever API, in whatever case.
    pub(crate) async fn by_fever_key(
        inner: &Inner,
        parts: &Parts,
        key: &str,
    ) -> Result<Self, Error> {
        let hash = SecretToken::hash(&key.trim().to_ascii_lowercase()).to_vec();
        let owner = inner.store.users().fever_key_owner(hash).await?;
        admit(inner, peer(inner, parts), "", owner).await
    }

    /// Their id.
    pub(crate) fn id(&self) -> UserId {
        self.user.id
    }

    /// The app password that was shown.
    pub(crate) fn app_password(&self) -> i64 {
        self.app.id
    }

    /// Refuses those that may only look.
    pub(crate) fn check_may_write(&self) -> Result<(), Error> {
        match self.app.scope {
            AppScope::Write => Ok(()),
            AppScope::Read => Err(Error::ReadOnly),
        }
    }

    /// Notes that the person is there: they did something in their program just now. Programs that fetch on their own tell
    /// nothing of that.
    pub(crate) async fn is_here(&self, inner: &Inner) -> Result<(), Error> {
        let now = inner.clock.now();
        if inner.presence.take(self.user.id, now).is_ok() {
            inner.store.users().add_visit(Visit { user: self.user.id, at: now }).await?;
        }
        Ok(())
    }
}

/// The value of an `Authorization` header of a scheme, such as `Bearer` or `GoogleLogin auth=`.
pub(crate) fn authorization<'h>(headers: &'h HeaderMap, scheme: &str) -> Option<&'h str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?.trim();
    let (head, rest) = value.split_at_checked(scheme.len())?;
    head.eq_ignore_ascii_case(scheme).then(|| rest.trim())
}

/// Their subscriptions as OPML.
pub(crate) async fn export(inner: &Inner, user: UserId) -> Result<String, Error> {
    let exported = inner.services.importing.export(user).await;
    exported.map_err(|failure| acts::ActError::from(failure).into())
}

/// When an article appeared: as its source says, or as we came to know of it.
fn published(listed: &ListedArticle) -> Timestamp {
    listed.published.unwrap_or(listed.published_at)
}

/// An icon as text: its type, then its bytes.
fn icon_data(icon: &Icon) -> String {
    format!("{};base64,{}", icon.media_type, BASE64.encode(&icon.bytes))
}

fn peer(inner: &Inner, parts: &Parts) -> IpAddr {
    proxies::of(inner, parts).address
}

/// Lets in whom the password belongs to. Wrong ones are counted by network, so that nobody tries for long; right ones are
/// never refused for the wrong ones of others.
async fn admit(
    inner: &Inner,
    peer: IpAddr,
    name: &str,
    owner: Option<(User, AppPassword)>,
) -> Result<Caller, Error> {
    let now = inner.clock.now();
    let Some((user, app)) = owner else {
        inner.app_limiter.attempt(name, peer, now).await?;
        return Err(Error::WrongKey);
    };
    inner.calls.take(app.id, now)?;
    let fresh = inner.in_peoples_time(FRESH);
    if app.used_at.is_none_or(|at| now < at || now.duration_since(at) > fresh) {
        inner.store.users().touch_app_password(app.id, now).await?;
    }
    Ok(Caller { user, app, _proof: Proof })
}
