//! The Google Reader API as today's clients use it, at `/` and at `/api/greader.php`.
//!
//! What particular clients cannot digest is noted at each function. In general: a successful write returns the text
//! `OK`; numbers of microseconds are strings; a continuation is a string, and absent on the last page; ids are those of
//! the web pages.

mod atom;
mod edit;
mod items;
mod number;
mod stream;
mod subscribe;
mod today;

use super::{
    Caller, Library, authorization,
    call::{self, Protocol, Written},
    library::{Folders, addresses},
};
use crate::{
    Error,
    app::Inner,
    etag::{ClientVersions, Tag},
    images::Signer,
    proxies::Base,
};
use axum::{
    extract::{Request, State},
    response::{IntoResponse, Response},
};
use http::{HeaderName, HeaderValue, StatusCode, header, request::Parts};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use tidings_model::{ArticleId, EntryId};
use tidings_store::{Set, StreamQuery};

pub(crate) use atom::show as atom;
pub(crate) use edit::{disable_tag, edit_tag, mark_all_as_read, rename_tag};
pub(crate) use stream::{contents, contents_of, count, ids, items};
pub(crate) use subscribe::{edit_subscription, export, import, is_subscribed, quickadd};

/// The protocol with its own calls and errors.
#[derive(Debug)]
pub(crate) struct Greader;
type Answer = call::Answer<Greader>;
type Call = call::Call<Greader>;

impl Protocol for Greader {
    async fn admit(inner: &Inner, parts: &Parts) -> Result<Caller, Error> {
        let secret = authorization(&parts.headers, "GoogleLogin auth=").ok_or(Error::WrongKey)?;
        Caller::by_password(inner, parts, secret).await
    }

    fn body(path: &str) -> Written {
        if path.ends_with("/subscription/import") { Written::File } else { Written::Form }
    }

    /// Liferea 1.14 fetches contents with its password in `T` instead of in the header.
    fn password_parameter(parts: &Parts) -> Option<&'static str> {
        let is_theirs = parts.uri.path().ends_with("/stream/items/contents")
            && !parts.headers.contains_key(header::AUTHORIZATION);
        is_theirs.then_some("T")
    }

    fn refusal(error: &Error) -> Response {
        const BAD_TOKEN: [&str; 2] = ["google-bad-token", "x-reader-google-bad-token"];
        let words = match error {
            Error::WrongKey => "Unauthorized".to_owned(),
            Error::BadRequest(_) | Error::Refused(_) => "Bad Request!".to_owned(),
            other => other.to_string(),
        };
        let mut response = said(error.status(), words);
        if *error == Error::WrongKey {
            for name in BAD_TOKEN {
                let name = HeaderName::from_static(name);
                response.headers_mut().insert(name, HeaderValue::from_static("true"));
            }
        }
        response
    }
}

impl Call {
    async fn library(&self) -> Result<Library, Error> {
        Library::of(&self.inner, self.caller.id()).await
    }

    /// Returns the articles named in `i`.
    async fn articles(&self) -> Result<Vec<ArticleId>, Error> {
        let numbers = self.asked.all("i").filter_map(number::read).collect();
        Ok(self.inner.store.articles().by_entries(self.caller.id(), numbers).await?)
    }

    /// Returns the call, unless its app password is read-only.
    fn writing(self) -> Result<Self, Error> {
        self.caller.check_may_write()?;
        Ok(self)
    }
}

fn said(status: StatusCode, words: impl Into<String>) -> Response {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=UTF-8")], words.into()).into_response()
}

fn ok() -> Response {
    said(StatusCode::OK, "OK")
}

fn told(value: &Value) -> Response {
    told_text(value.to_string())
}

fn told_text(json: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json; charset=UTF-8")], json).into_response()
}

/// Adds an `ETag`: what rarely changes and is requested with every sync is not sent twice, unless there is a newer entry.
fn told_once(call: &Call, value: &Value, newest: Option<EntryId>) -> Response {
    let text = value.to_string();
    let newest = newest.map_or_else(String::new, |newest| newest.to_string());
    Tag::of(format!("{newest}{text}").as_bytes())
        .answer(&ClientVersions::of(&call.parts.headers), || told_text(text))
}

/// `POST /accounts/ClientLogin`. The returned token is the app password itself.
pub(crate) async fn sign_in(State(inner): State<Arc<Inner>>, request: Request) -> Answer {
    let (parts, asked) = call::heard(request).await?;
    let (name, password) =
        (asked.one("Email").unwrap_or_default(), asked.one("Passwd").unwrap_or_default());
    Caller::by_name(&inner, &parts, name, password).await?;
    if asked.one("output") == Some("json") {
        return Ok(told(&json!({ "SID": password, "LSID": password, "Auth": password })));
    }
    let lines = format!("SID={password}\nLSID={password}\nAuth={password}\n");
    Ok(said(StatusCode::OK, lines))
}

/// `GET …/token`: clients send it back with every write. It proves nothing that the header does not, so any token is
/// accepted.
pub(crate) async fn token(call: Call) -> Answer {
    // Some clients check its length.
    let digest = Sha256::digest(format!("token of {}", call.caller.id()));
    let token: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(said(StatusCode::OK, &token[..57]))
}

/// `GET …/user-info`. All four values are strings.
pub(crate) async fn user_info(call: Call) -> Answer {
    let (id, name) = (call.caller.id().to_string(), &call.caller.user.name);
    Ok(told(&json!({ "userId": id, "userName": name, "userProfileId": id, "userEmail": name })))
}

/// `GET …/tag/list`: folders, including empty ones, and tags.
pub(crate) async fn tags(call: Call) -> Answer {
    let library = call.library().await?;
    let mut tags = vec![json!({ "id": "user/-/state/com.google/starred" })];
    let unfiled = library.has_unfiled().then_some(None);
    let folders = library.folders.iter().map(|folder| Some(folder.id)).chain(unfiled);
    let folders = folders.map(|folder| label(&library.folders.label(folder)));
    tags.extend(folders.map(|id| json!({ "id": id, "type": "folder" })));
    let own = library.tags.iter().map(|tag| label(&library.folders.label_of_tag(&tag.name)));
    tags.extend(own.map(|id| json!({ "id": id, "type": "tag" })));
    if today::is_offered(&call, &library).await? {
        tags.push(json!({ "id": label(today::NAME), "type": "tag" }));
    }
    Ok(told_once(&call, &json!({ "tags": tags }), None))
}

/// `GET …/subscription/list`. Every source is in a folder that `tag/list` returns. Liferea fetches articles only if this
/// has changed, so an arrival is a change.
pub(crate) async fn subscriptions(call: Call) -> Answer {
    let library = call.library().await?;
    let Base(base) = Base::of(&call.inner, &call.parts)?;
    let signer = Signer::of(&call.inner, call.caller.id()).await?;
    let list: Vec<Value> = library
        .sources
        .iter()
        .map(|one| {
            let folder = library.folders.label(one.subscription.folder);
            let (url, site) = addresses(&one.source);
            json!({
                "id": format!("feed/{}", one.source.id),
                "title": one.title(),
                "categories": [{ "id": label(&folder), "label": folder }],
                "url": url,
                "htmlUrl": site,
                "iconUrl": format!("{base}{}", signer.icon(call.caller.id(), one.source.id)),
                "firstitemmsec": one.subscription.created_at.as_millisecond().to_string(),
            })
        })
        .collect();
    let newest = StreamQuery { within: vec![Set::Followed], limit: 1, ..StreamQuery::default() };
    let newest = call.inner.store.articles().stream(call.caller.id(), newest).await?;
    let newest = newest.first().map(|entry| entry.number);
    Ok(told_once(&call, &json!({ "subscriptions": list }), newest))
}

/// `GET …/unread-count`: of every source, of every label that `tag/list` returns, and of everything.
pub(crate) async fn unread_count(call: Call) -> Answer {
    let library = call.library().await?;
    let (readings, user) = (call.inner.store.readings(), call.caller.id());
    let counts = readings.unread_counts(user).await?;
    let newest = |at: jiff::Timestamp| at.as_microsecond().to_string();
    let entry = |id: String, count: u64, at: jiff::Timestamp| json!({ "id": id, "count": count, "newestItemTimestampUsec": newest(at) });
    let mut list = Vec::new();
    let mut folders: std::collections::BTreeMap<_, (u64, jiff::Timestamp)> = Default::default();
    let mut all = (0, jiff::Timestamp::UNIX_EPOCH);
    for count in &counts {
        list.push(entry(format!("feed/{}", count.source), count.n_unread, count.newest));
        let folder = library.source(count.source).and_then(|one| one.subscription.folder);
        for place in library.folders.around(folder) {
            let sums = folders.entry(library.folders.label(place)).or_insert((0, count.newest));
            *sums = (sums.0 + count.n_unread, sums.1.max(count.newest));
        }
        all = (all.0 + count.n_unread, all.1.max(count.newest));
    }
    list.extend(folders.into_iter().map(|(name, (n, at))| entry(label(&name), n, at)));
    for (tag, n, at) in readings.unread_counts_of_tags(user).await? {
        if let Some(tag) = library.tags.iter().find(|one| one.id == tag) {
            list.push(entry(label(&library.folders.label_of_tag(&tag.name)), n, at));
        }
    }
    if let Some((n, at)) = today::unread(&call).await? {
        list.push(entry(label(today::NAME), n, at));
    }
    list.push(entry("user/-/state/com.google/reading-list".to_owned(), all.0, all.1));
    Ok(told(&json!({ "max": all.0, "unreadcounts": list })))
}

/// `GET …/preference/list` and the like: clients request them, but do without.
pub(crate) async fn preferences(call: Call) -> Answer {
    let is_by_stream = call.parts.uri.path().ends_with("/stream/list");
    let nothing = if is_by_stream { json!({ "streamprefs": {} }) } else { json!({ "prefs": [] }) };
    Ok(told(&nothing))
}

/// `GET /api/greader.php` itself, which people open to see whether it works.
pub(crate) async fn here() -> Response {
    ok()
}

/// `GET …/check/compatibility`: whether a proxy in between passes the password on.
pub(crate) async fn compatibility(request: Request) -> Response {
    let has_header = request.headers().contains_key(header::AUTHORIZATION);
    let words = if has_header { "PASS" } else { "FAIL: no Authorization header arrived." };
    said(StatusCode::OK, words)
}

/// Returns a folder or tag as a stream id.
fn label(name: &str) -> String {
    format!("user/-/label/{name}")
}
