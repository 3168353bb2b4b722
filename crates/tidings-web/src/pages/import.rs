//! Importing a subscription file or another reader's export, with its progress.

use crate::{
    Error,
    acts::{ActError, imports},
    app::Inner,
    forms::Form,
    health,
    pages::{Place, Shell, page, page_with},
    session::Signed,
    times::Time,
    upload::Upload,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{FromRequest, Path, Request, State},
    response::{IntoResponse, Redirect, Response},
};
use http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::{FailureKind, Refusal};
use tidings_store::{ImportLine, ImportProgress, SubscribedSource};

/// Maximum number of entries shown that could not be added.
const MOST_REFUSED: usize = 500;
/// Maximum number of earlier imports shown.
const MOST_IMPORTS: usize = 10;

#[derive(Template)]
#[template(path = "import.html")]
struct Page {
    t: Voice,
    shell: Shell,
    complaint: Option<String>,
    /// What the file is instead, in English.
    detail: String,
    /// The addresses that were pasted, if they are to be corrected.
    pasted: Option<String>,
    most_bytes: String,
    former: Vec<(ImportProgress, Time)>,
}

#[derive(Template)]
#[template(path = "imported.html")]
struct Progress {
    t: Voice,
    shell: Shell,
    import: ImportProgress,
    n_lines: u64,
    n_done: u64,
    done: String,
    refused: Vec<Refused>,
    complaints: Vec<String>,
    is_done: bool,
    /// Whether the file listed nothing.
    is_empty: bool,
    /// Whether a source of this person has not been checked yet.
    is_checking: bool,
}

/// An entry that could not be added.
struct Refused {
    url: String,
    why: String,
}

/// Returns why an entry could not be added. Earlier releases stored a sentence, which is returned as it is.
fn why(t: &Voice, stored: String) -> String {
    let key = match Refusal::of_code(&stored) {
        None => return stored,
        Some(Refusal::NoAddress) => "src-refused-no-address",
        Some(Refusal::NotAnAddress) => "src-refused-not-an-address",
        Some(Refusal::TooLong) => "src-refused-too-long",
        Some(Refusal::OtherScheme) => "src-refused-other-scheme",
        Some(Refusal::Full { most }) => return t.n("src-refused-full", most),
        Some(Refusal::Forbidden(kind)) => return health::failure(t, kind).to_owned(),
    };
    t.of(key).to_owned()
}

/// Returns what was unusual about a file, from the codes of the parser of exports.
fn complaint(t: &Voice, stored: &str) -> String {
    let key = match stored {
        "too_many_outlines" => "src-odd-too-many-outlines",
        "cut_off" => "src-odd-cut-off",
        "reference" => "src-odd-reference",
        "too_deep" => "src-odd-too-deep",
        "unreadable_file" => "src-odd-unreadable-file",
        "too_much_unpacked" => "src-odd-too-much-unpacked",
        "not_a_list" => "src-odd-not-a-list",
        "unreadable_rule" => "src-odd-unreadable-rule",
        "bad_json" => "src-odd-bad-json",
        "unknown_item" => "src-odd-unknown-item",
        "too_many_articles" => "src-odd-too-many-articles",
        "too_much_text" => "src-odd-too-much-text",
        other => return other.to_owned(),
    };
    t.of(key).to_owned()
}

/// `GET /sources/import`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
) -> Result<Response, Error> {
    page(&blank(&inner, &signed).await?)
}

async fn blank(inner: &Inner, signed: &Signed) -> Result<Page, Error> {
    let (t, now) = (signed.voice.clone(), inner.clock.now());
    let former = inner.store.imports().list(signed.user.id, MOST_IMPORTS).await?;
    Ok(Page {
        shell: Shell::new(inner, signed, Place::Sources).await?,
        complaint: None,
        detail: String::new(),
        pasted: None,
        most_bytes: most_bytes(inner, &t),
        former: former
            .into_iter()
            .map(|one| {
                let time = t.past(one.started_at, now);
                (titled(&t, one), time)
            })
            .collect(),
        t,
    })
}

/// Returns an import with a title to show. Pasted addresses are stored without one, which each language has its own word for.
fn titled(t: &Voice, import: ImportProgress) -> ImportProgress {
    match import.name.is_empty() {
        true => ImportProgress { name: t.of("src-import-pasted").to_owned(), ..import },
        false => import,
    }
}

/// Returns the maximum size of a file, for the form and for the error.
fn most_bytes(inner: &Inner, t: &Voice) -> String {
    health::bytes(t, inner.services.checks.source_defaults().import_bytes as u64)
}

/// Addresses typed or pasted instead of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pasted {
    #[serde(default)]
    text: String,
}

/// `POST /sources/import`: a file, or addresses line by line.
pub(crate) async fn take(
    State(inner): State<Arc<Inner>>,
    request: Request,
) -> Result<Response, Error> {
    let (signed, name, bytes, pasted) = if Upload::is_one(&request) {
        let most = inner.services.checks.source_defaults().import_bytes;
        let Upload { signed, name, bytes } = Upload::read(request, &inner, most).await?;
        (signed, name, bytes, None)
    } else {
        let Form { signed, fields } = Form::<Pasted>::from_request(request, &inner).await?;
        (signed, String::new(), fields.text.clone().into_bytes(), Some(fields.text))
    };
    match imports::begin(&signed.actor(&inner), &name, bytes).await {
        Ok(import) => Ok(Redirect::to(&format!("/sources/import/{import}")).into_response()),
        Err(ActError::Failed(error)) => Err(error),
        Err(refusal) => {
            let (complaint, detail) = explained(&inner, &signed.voice, &name, &refusal);
            let blank = blank(&inner, &signed).await?;
            let page = Page { complaint: Some(complaint), detail, pasted, ..blank };
            page_with(StatusCode::UNPROCESSABLE_ENTITY, &page)
        }
    }
}

/// Returns why nothing was imported, and details in English. Only what was pasted has no name.
fn explained(inner: &Inner, t: &Voice, name: &str, refusal: &ActError) -> (String, String) {
    let kind = match refusal {
        ActError::Network(failure) => Some(failure.kind),
        _ => None,
    };
    let said = match kind {
        Some(FailureKind::TooLarge) => {
            t.with("error-large-file-why", "most", &most_bytes(inner, t))
        }
        Some(FailureKind::NotAFeed) if name.is_empty() => t.of("src-import-no-address").to_owned(),
        Some(FailureKind::NotAFeed) => {
            return (t.of("src-import-something-else").to_owned(), refusal.to_string());
        }
        None if *refusal == ActError::EmptyFile && name.is_empty() => {
            t.of("src-import-empty").to_owned()
        }
        _ => refusal.sentence(t),
    };
    (said, String::new())
}

/// `GET /sources/import/{id}`: the progress. The page reloads itself until the import is finished.
pub(crate) async fn progress(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let id = id.parse().map_err(|_| Error::NotFound)?;
    let user = signed.user.id;
    let import = inner.store.imports().get(user, id).await?.ok_or(Error::NotFound)?;
    let refused = inner.store.imports().refused_lines(user, id, MOST_REFUSED).await?;
    let t = &signed.voice;
    let refused = refused.into_iter().map(|(_, line)| {
        let ImportLine { url, why: stored, .. } = line;
        Refused { url, why: why(t, stored) }
    });
    let is_done = import.finished_at.is_some() || import.n_waiting() == 0;
    let sources = inner.store.subscriptions().list(user).await?;
    let is_new = |one: &SubscribedSource| one.source.health.last_fetch.is_none();
    let template = Progress {
        shell: Shell::new(&inner, &signed, Place::Sources).await?,
        n_lines: import.n_lines(),
        n_done: import.n_lines() - import.n_waiting(),
        done: signed.voice.number(import.n_lines() - import.n_waiting()),
        complaints: import.complaints.iter().map(|stored| complaint(t, stored)).collect(),
        refused: refused.collect(),
        is_empty: import.n_lines() == 0 && import.n_marks == 0,
        import: titled(t, import),
        is_done,
        is_checking: sources.iter().any(|one| is_new(one) && health::next_check(one).is_some()),
        t: signed.voice.clone(),
    };
    let mut answer = page(&template)?;
    if !is_done {
        // The browser reloads the page, with or without scripts.
        answer.headers_mut().insert(http::header::REFRESH, http::HeaderValue::from_static("2"));
    }
    Ok(answer)
}
