//! The Google Reader API, as the clients in use speak it, at `/` and at `/api/greader.php`.
//!
//! What clients choke on is in each function. In general: success of a write is the text `OK`; numbers that count
//! microseconds are strings; a continuation is a string and absent on the last page; ids are those of the web pages.

mod atom;
mod edit;
mod items;
mod number;
mod stream;
mod subscribe;

use super::{Asked, Caller, Library, authorization};
use crate::{Error, app::Inner, images::Signer, proxies::Base};
use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    response::{IntoResponse, Response},
};
use http::{HeaderName, HeaderValue, StatusCode, header, request::Parts};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::sync::Arc;

pub(crate) use atom::show as atom;
pub(crate) use edit::{disable_tag, edit_tag, mark_all_as_read, rename_tag};
pub(crate) use stream::{contents, contents_of, count, ids, items};
pub(crate) use subscribe::{edit_subscription, export, import, is_subscribed, quickadd};

/// The largest body of a call: ten thousand ids in their longest form.
const MAX_BYTES: usize = 1 << 20;

/// Why a call was refused, said as these clients expect it.
#[derive(Debug)]
pub(crate) struct Refused(Error);

impl<E: Into<Error>> From<E> for Refused {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        const BAD_TOKEN: [&str; 2] = ["google-bad-token", "x-reader-google-bad-token"];
        let words = match &self.0 {
            Error::WrongKey => "Unauthorized".to_owned(),
            Error::BadRequest(_) => "Bad Request!".to_owned(),
            other => other.to_string(),
        };
        let mut response = said(self.0.status(), words);
        if self.0 == Error::WrongKey {
            for name in BAD_TOKEN {
                let name = HeaderName::from_static(name);
                response.headers_mut().insert(name, HeaderValue::from_static("true"));
            }
        }
        if let Error::TooManyAttempts { retry_after_s } | Error::TooOften { retry_after_s } = self.0
        {
            response.headers_mut().insert(header::RETRY_AFTER, retry_after_s.into());
        }
        open(response)
    }
}

type Answer = Result<Response, Refused>;

/// A call by somebody who is let in.
#[derive(Debug)]
pub(crate) struct Call {
    inner: Arc<Inner>,
    caller: Caller,
    asked: Asked,
    parts: Parts,
    body: Bytes,
}

impl FromRequest<Arc<Inner>> for Call {
    type Rejection = Refused;

    async fn from_request(request: Request, inner: &Arc<Inner>) -> Result<Self, Refused> {
        let (parts, body) = request.into_parts();
        let caller = match authorization(&parts.headers, "GoogleLogin auth=") {
            Some(secret) => Caller::by_password(inner, &parts, secret).await?,
            None => return Err(Error::WrongKey.into()),
        };
        let is_file = parts.uri.path().ends_with("/subscription/import");
        let most = if is_file { inner.actions.house_rules().import_bytes } else { MAX_BYTES };
        let body = axum::body::to_bytes(body, most).await.map_err(|_| Error::TooLarge)?;
        let asked = if is_file { Asked::default() } else { Asked::of(&parts, &body)? };
        Ok(Self { inner: Arc::clone(inner), caller, asked, parts, body })
    }
}

impl Call {
    async fn library(&self) -> Result<Library, Error> {
        Library::of(&self.inner, self.caller.id()).await
    }

    /// The same, for what changes something: refused to those that may only look.
    fn writing(self) -> Result<Self, Refused> {
        self.caller.check_may_write()?;
        Ok(self)
    }
}

/// A page elsewhere may call: it has no password but the one it is given.
pub(super) fn open(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

fn said(status: StatusCode, words: String) -> Response {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=UTF-8")], words).into_response()
}

fn ok() -> Response {
    open(said(StatusCode::OK, "OK".to_owned()))
}

fn told(value: &Value) -> Response {
    told_text(value.to_string())
}

fn told_text(json: String) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json; charset=UTF-8")];
    open((kind, json).into_response())
}

/// What changes seldom and is asked for at every sync is not sent twice.
fn told_once(call: &Call, value: &Value) -> Response {
    let text = value.to_string();
    let digest = Sha256::digest(&text);
    let tag = format!(
        "\"{}\"",
        digest[..12].iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    );
    let known = call.parts.headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let is_known = known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag));
    let mut response =
        if is_known { StatusCode::NOT_MODIFIED.into_response() } else { told(value) };
    if let Ok(tag) = HeaderValue::try_from(tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    open(response)
}

/// `POST /accounts/ClientLogin`: the token that is asked for is the app password itself.
pub(crate) async fn sign_in(
    axum::extract::State(inner): axum::extract::State<Arc<Inner>>,
    request: Request,
) -> Answer {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, MAX_BYTES).await.map_err(|_| Error::TooLarge)?;
    let asked = Asked::of(&parts, &body)?;
    let (name, password) =
        (asked.one("Email").unwrap_or_default(), asked.one("Passwd").unwrap_or_default());
    Caller::by_name(&inner, &parts, name, password).await?;
    if asked.one("output") == Some("json") {
        return Ok(told(&json!({ "SID": password, "LSID": password, "Auth": password })));
    }
    let lines = format!("SID={password}\nLSID={password}\nAuth={password}\n");
    Ok(open(said(StatusCode::OK, lines)))
}

/// `GET …/token`: writes carry it back. It proves nothing that the header does not, so anything is taken.
pub(crate) async fn token(call: Call) -> Answer {
    // Its length is what some clients look at.
    let digest = Sha256::digest(format!("token of {}", call.caller.id()));
    let token: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(open(said(StatusCode::OK, token[..57].to_owned())))
}

/// `GET …/user-info`: all four are strings.
pub(crate) async fn user_info(call: Call) -> Answer {
    let (id, name) = (call.caller.id().to_string(), &call.caller.user.name);
    Ok(told(&json!({ "userId": id, "userName": name, "userProfileId": id, "userEmail": name })))
}

/// `GET …/tag/list`: folders, empty ones too, and tags.
pub(crate) async fn tags(call: Call) -> Answer {
    let library = call.library().await?;
    let mut tags = vec![json!({ "id": "user/-/state/com.google/starred" })];
    let unfiled = library.has_unfiled().then(|| library.unfiled());
    let folders = library.folders.iter().map(|folder| folder.name.as_str()).chain(unfiled);
    let folders = folders.collect::<Vec<_>>();
    tags.extend(folders.iter().map(|name| json!({ "id": label(name), "type": "folder" })));
    let others = library.tags.iter().filter(|tag| !folders.contains(&tag.name.as_str()));
    tags.extend(others.map(|tag| json!({ "id": label(&tag.name), "type": "tag" })));
    Ok(told_once(&call, &json!({ "tags": tags })))
}

/// `GET …/subscription/list`: every source is in a folder that `tag/list` has.
pub(crate) async fn subscriptions(call: Call) -> Answer {
    let library = call.library().await?;
    let Base(base) = Base::of(&call.inner, &call.parts)?;
    let signer = Signer::of(&call.inner, call.caller.id()).await?;
    let list: Vec<Value> = library
        .sources
        .iter()
        .map(|one| {
            let folder = library.folder_name(one.subscription.folder);
            let url = one.source.url.as_str().split('#').next().unwrap_or_default();
            json!({
                "id": format!("feed/{}", one.source.id),
                "title": one.title(),
                "categories": [{ "id": label(folder), "label": folder }],
                "url": url,
                "htmlUrl": one.source.site.as_ref().map_or(url, |site| site.as_str()),
                "iconUrl": format!("{base}{}", signer.icon(call.caller.id(), one.source.id)),
                "firstitemmsec": one.subscription.created_at.as_millisecond().to_string(),
            })
        })
        .collect();
    Ok(told_once(&call, &json!({ "subscriptions": list })))
}

/// `GET …/unread-count`.
pub(crate) async fn unread_count(call: Call) -> Answer {
    let library = call.library().await?;
    let counts = call.inner.store.unread_counts(call.caller.id()).await?;
    let newest = |at: jiff::Timestamp| at.as_microsecond().to_string();
    let entry = |id: String, count: u64, at: jiff::Timestamp| json!({ "id": id, "count": count, "newestItemTimestampUsec": newest(at) });
    let mut list = Vec::new();
    let mut folders: std::collections::BTreeMap<&str, (u64, jiff::Timestamp)> = Default::default();
    let mut all = (0, jiff::Timestamp::UNIX_EPOCH);
    for count in &counts {
        list.push(entry(format!("feed/{}", count.source), count.n_unread, count.newest));
        let folder = library.source(count.source).and_then(|one| one.subscription.folder);
        let sums = folders.entry(library.folder_name(folder)).or_insert((0, count.newest));
        *sums = (sums.0 + count.n_unread, sums.1.max(count.newest));
        all = (all.0 + count.n_unread, all.1.max(count.newest));
    }
    list.extend(folders.into_iter().map(|(name, (n, at))| entry(label(name), n, at)));
    list.push(entry("user/-/state/com.google/reading-list".to_owned(), all.0, all.1));
    Ok(told(&json!({ "max": all.0, "unreadcounts": list })))
}

/// `GET …/preference/list` and its like: programs ask, and do without.
pub(crate) async fn preferences(call: Call) -> Answer {
    let is_by_stream = call.parts.uri.path().ends_with("/stream/list");
    let nothing = if is_by_stream { json!({ "streamprefs": {} }) } else { json!({ "prefs": [] }) };
    Ok(told(&nothing))
}

/// `GET /api/greader.php` itself, which people open to see whether it is there.
pub(crate) async fn here() -> Response {
    ok()
}

/// `GET …/check/compatibility`: whether a proxy in between lets the password through.
pub(crate) async fn compatibility(request: Request) -> Response {
    let has_header = request.headers().contains_key(header::AUTHORIZATION);
    let words = if has_header { "PASS" } else { "FAIL: no Authorization header arrived." };
    open(said(StatusCode::OK, words.to_owned()))
}

/// What a browser asks before a page elsewhere may call.
pub(crate) async fn options() -> Response {
    let mut response = open(StatusCode::NO_CONTENT.into_response());
    for (name, value) in [
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "Authorization"),
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// A folder or tag as a stream.
fn label(name: &str) -> String {
    format!("user/-/label/{name}")
}
