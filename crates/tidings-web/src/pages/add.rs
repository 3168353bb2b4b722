//! Adding a source: paste any address, preview what is there, then subscribe. What was fetched for the preview is what
//! is stored.

use crate::{
    AddressContent, Error, FeedChoice, Preview,
    acts::{
        ActError, Address,
        following::{self, Following, Several},
    },
    app::Inner,
    forms::Form,
    health,
    pages::{Place, Shell, page, page_with},
    proxies::Base,
    session::Signed,
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Query, State},
    response::{IntoResponse, Redirect, Response},
};
use http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::{Failure, FailureKind};
use tidings_store::Folder;

/// Maximum number of feeds offered.
const MAX_CANDIDATES: usize = 50;

#[derive(Template)]
#[template(path = "add.html")]
struct Page {
    t: Voice,
    shell: Shell,
    complaint: Option<String>,
    /// The original message, in English.
    detail: String,
    url: String,
    folder: String,
    folders: Vec<Folder>,
    candidates: Vec<FeedChoice>,
    preview: Option<Shown>,
    bookmarklet: String,
}

/// A preview on the page.
struct Shown {
    preview: Preview,
    newest: Vec<(String, Option<Time>)>,
    pace: String,
    language: Option<String>,
}

/// The fields of both forms.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct AddForm {
    url: String,
    #[serde(default)]
    folder: String,
    #[serde(default)]
    new_folder: String,
}

/// What the page can be opened with: the bookmarklet passes an address.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(crate) struct AddQuery {
    url: String,
    folder: String,
}

/// `GET /add`: the form, prefilled with what is known. Nothing is fetched before it is submitted.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Query(known): Query<AddQuery>,
    Base(base): Base,
) -> Result<Response, Error> {
    let asked = AddForm { url: known.url, folder: known.folder, new_folder: String::new() };
    let mut blank = blank(&inner, &signed, asked).await?;
    blank.bookmarklet = bookmarklet(&base);
    page(&blank)
}

/// Returns the link that people drag to their bookmarks. It opens this page with the address of the page they are on.
fn bookmarklet(base: &str) -> String {
    format!("javascript:location.href='{base}/add?url='+encodeURIComponent(location.href)")
}

/// `POST /add`: shows what is at the address.
pub(crate) async fn find(
    State(inner): State<Arc<Inner>>,
    form: Form<AddForm>,
) -> Result<Response, Error> {
    let Form { signed, fields } = form;
    let address = match address(&fields) {
        Ok(address) => address,
        Err(refusal) => return refuse(&inner, &signed, fields, refusal).await,
    };
    match following::look(&signed.actor(&inner), &address).await {
        Ok(AddressContent::Source(preview)) => {
            let now = inner.clock.now();
            let shown = Shown::new(&signed.voice, preview, now);
            page(&Page { preview: Some(shown), ..blank(&inner, &signed, fields).await? })
        }
        Ok(AddressContent::Choice(candidates)) if candidates.is_empty() => {
            refuse(&inner, &signed, fields, ActError::NoFeed).await
        }
        Ok(AddressContent::Choice(candidates)) => offer(&inner, &signed, fields, candidates).await,
        Err(refusal) => refuse(&inner, &signed, fields, refusal).await,
    }
}

/// `POST /follow`: subscribes to what was previewed.
pub(crate) async fn follow(
    State(inner): State<Arc<Inner>>,
    form: Form<AddForm>,
) -> Result<Response, Error> {
    let Form { signed, fields } = form;
    let named = [&fields.new_folder, &fields.folder];
    let folder = named.into_iter().map(|name| name.trim()).find(|name| !name.is_empty());
    let actor = signed.actor(&inner);
    let followed = match address(&fields) {
        Ok(address) => following::follow(&actor, &address, folder, Several::Offered).await,
        Err(refusal) => Err(refusal),
    };
    match followed {
        Ok(Following::New(one) | Following::Known(one)) => {
            Ok(Redirect::to(&format!("/source/{0}?added={0}", one.source)).into_response())
        }
        Ok(Following::Choice(candidates)) => offer(&inner, &signed, fields, candidates).await,
        Err(refusal) => refuse(&inner, &signed, fields, refusal).await,
    }
}

fn address(fields: &AddForm) -> Result<Address, ActError> {
    Address::new(&fields.url)
}

impl Shown {
    fn new(t: &Voice, preview: Preview, now: jiff::Timestamp) -> Self {
        let newest = preview
            .newest
            .iter()
            .map(|(title, at)| (title.clone(), at.map(|at| t.past(at, now))))
            .collect();
        let pace = preview
            .per_day
            .map_or_else(|| t.of("src-rate-unknown").to_owned(), |rate| health::rate(t, rate));
        let language = preview.language.as_deref().map(|tag| language(t, tag));
        Self { newest, pace, language, preview }
    }
}

/// Returns the name of a language if we know one, otherwise its tag.
fn language(t: &Voice, tag: &str) -> String {
    let primary = tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    let key = match primary.as_str() {
        "en" => "src-language-en",
        "de" => "src-language-de",
        "fr" => "src-language-fr",
        "es" => "src-language-es",
        "it" => "src-language-it",
        "nl" => "src-language-nl",
        "pt" => "src-language-pt",
        "pl" => "src-language-pl",
        "ru" => "src-language-ru",
        "ja" => "src-language-ja",
        "zh" => "src-language-zh",
        "ar" => "src-language-ar",
        _ => return tag.chars().take(20).collect(),
    };
    t.of(key).to_owned()
}

async fn blank(inner: &Inner, signed: &Signed, asked: AddForm) -> Result<Page, Error> {
    Ok(Page {
        t: signed.voice.clone(),
        shell: Shell::new(inner, signed, Place::Add).await?,
        complaint: None,
        detail: String::new(),
        url: asked.url,
        folder: asked.folder,
        folders: inner.store.subscriptions().folders(signed.user.id).await?,
        candidates: Vec::new(),
        preview: None,
        bookmarklet: String::new(),
    })
}

/// Offers several feeds to choose from.
async fn offer(
    inner: &Inner,
    signed: &Signed,
    fields: AddForm,
    mut candidates: Vec<FeedChoice>,
) -> Result<Response, Error> {
    candidates.truncate(MAX_CANDIDATES);
    for candidate in &mut candidates {
        if candidate.title.trim().is_empty() {
            candidate.title.clone_from(&candidate.url);
        }
    }
    page(&Page { candidates, ..blank(inner, signed, fields).await? })
}

/// Shows the form as submitted, with what went wrong and the original message.
async fn refuse(
    inner: &Inner,
    signed: &Signed,
    fields: AddForm,
    refusal: ActError,
) -> Result<Response, Error> {
    let t = &signed.voice;
    let (complaint, detail) = match &refusal {
        ActError::Failed(_) => return Err(refusal.into()),
        ActError::Network(failure) => (advice(t, failure).to_owned(), sentence(failure)),
        ActError::Text { field: "url", .. } if fields.url.trim().is_empty() => {
            (t.of("src-add-empty").to_owned(), String::new())
        }
        refusal => (refusal.sentence(t), String::new()),
    };
    again(inner, signed, fields, complaint, &detail).await
}

fn advice<'t>(t: &'t Voice, failure: &Failure) -> &'t str {
    match failure.kind {
        // The usual advice is for existing subscribers.
        FailureKind::Network
        | FailureKind::Timeout
        | FailureKind::Incomplete
        | FailureKind::RateLimited
        | FailureKind::Denied
        | FailureKind::Gone
        | FailureKind::Status
        | FailureKind::Empty => health::fault(t, failure.kind),
        kind => health::failure(t, kind),
    }
}

/// Shows the form as submitted, with an error above it.
async fn again(
    inner: &Inner,
    signed: &Signed,
    fields: AddForm,
    complaint: String,
    detail: &str,
) -> Result<Response, Error> {
    let blank = blank(inner, signed, fields).await?;
    let page = Page { complaint: Some(complaint), detail: detail.to_owned(), ..blank };
    page_with(StatusCode::UNPROCESSABLE_ENTITY, &page)
}

/// Returns a failure's message as a sentence of its own.
fn sentence(failure: &Failure) -> String {
    let message = failure.message.trim();
    let mut chars = message.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if message.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_model::FailureKind;

    #[test]
    fn messages_become_sentences() {
        let check = |message: &str, expected: &str| {
            assert_eq!(sentence(&Failure::new(FailureKind::Dns, message)), expected)
        };
        check("the name does not resolve", "The name does not resolve.");
        check("The page is there. Try again.", "The page is there. Try again.");
        check("", ".");
    }
}
