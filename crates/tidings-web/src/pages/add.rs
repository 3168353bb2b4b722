//! Adding a source: paste any address, preview what is there, then subscribe. What was fetched for the preview is what
//! is stored.
//!
//! The preview has an address of its own, so that it survives Back and reloading. Opening that address fetches something
//! only if one of our own pages led there: a link on another site must not make this server request anything.

use crate::{
    AddressContent, Error, FeedChoice, Key, Preview,
    acts::{
        ActError, Address, fetching,
        following::{self, Following, Several},
    },
    app::Inner,
    error::encode,
    forms::Form,
    guard, health,
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
use http::{HeaderMap, StatusCode, header};
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::{Failure, FailureKind};
use tidings_store::Folder;
use url::Url;

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
    candidates: Vec<Candidate>,
    preview: Option<Shown>,
    login: Option<Login>,
    bookmarklet: String,
}

/// A feed to choose.
struct Candidate {
    title: String,
    url: String,
    /// Its preview.
    href: String,
}

/// The fields for a user name and a password, and the server that they are for.
#[derive(Default)]
struct Login {
    host: String,
    name: String,
    password: String,
}

/// A preview on the page.
struct Shown {
    preview: Preview,
    newest: Vec<(String, Option<Time>)>,
    pace: String,
    language: Option<String>,
}

/// The fields of all forms.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct AddForm {
    url: String,
    #[serde(default)]
    folder: String,
    #[serde(default)]
    new_folder: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
}

/// What the page can be opened with: the form and the bookmarklet pass an address.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(crate) struct AddQuery {
    url: String,
    folder: String,
}

/// `GET /add`: the form. With an address, also what is there; if the person came from elsewhere, the form is only
/// prefilled.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Query(known): Query<AddQuery>,
    Base(base): Base,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let asked = AddForm { url: known.url, folder: known.folder, ..AddForm::default() };
    if let Some(apart) = split_login(&inner, &asked) {
        return page(&with_login(blank(&inner, &signed, apart).await?));
    }
    let is_asked_for = signed.is_here && guard::is_led_here(&base, &headers);
    match address(&asked) {
        Ok(address) if is_asked_for => look(&inner, &signed, asked, &address).await,
        _ => {
            page(&Page { bookmarklet: bookmarklet(&base), ..blank(&inner, &signed, asked).await? })
        }
    }
}

/// Returns the link that people drag to their bookmarks. It opens this page with the address of the page they are on.
fn bookmarklet(base: &str) -> String {
    format!("javascript:location.href='{base}/add?url='+encodeURIComponent(location.href)")
}

/// `POST /add`: redirects to the preview of an address. A user name and a password in it go into fields of their own
/// instead, so that no browser stores them in its history.
pub(crate) async fn find(
    State(inner): State<Arc<Inner>>,
    form: Form<AddForm>,
) -> Result<Response, Error> {
    let Form { signed, fields } = form;
    if let Some(apart) = split_login(&inner, &fields) {
        return page(&with_login(blank(&inner, &signed, apart).await?));
    }
    match address(&fields) {
        Ok(address) => {
            // Where browsers say nothing else, the referrer shows the next request that this page led to it.
            let policy = [(header::REFERRER_POLICY, "same-origin")];
            let place = preview_of(address.as_str(), &fields.folder);
            Ok((policy, Redirect::to(&place)).into_response())
        }
        Err(refusal) => refuse(&inner, &signed, fields, refusal).await,
    }
}

/// Returns the address of a preview.
fn preview_of(url: &str, folder: &str) -> String {
    match folder {
        "" => format!("/add?url={}", encode(url)),
        folder => format!("/add?url={}&folder={}", encode(url), encode(folder)),
    }
}

/// Takes a user name and a password out of the address.
fn split_login(inner: &Inner, fields: &AddForm) -> Option<AddForm> {
    match inner.services.subscribing.split_login(&fields.url)? {
        (url, Key::Password(name, password)) => Some(AddForm {
            url,
            name,
            password,
            folder: fields.folder.clone(),
            ..AddForm::default()
        }),
        (_, Key::Header(..)) => None,
    }
}

/// Shows what is at an address.
async fn look(
    inner: &Inner,
    signed: &Signed,
    fields: AddForm,
    address: &Address,
) -> Result<Response, Error> {
    inner.previews.take(signed.user.id, inner.clock.now())?;
    match following::look(&signed.actor(inner), address).await {
        Ok(AddressContent::Source(preview)) => {
            let shown = Shown::new(&signed.voice, preview, inner.clock.now());
            page(&Page { preview: Some(shown), ..blank(inner, signed, fields).await? })
        }
        Ok(AddressContent::Choice(candidates)) if candidates.is_empty() => {
            refuse(inner, signed, fields, ActError::NoFeed).await
        }
        Ok(AddressContent::Choice(candidates)) => offer(inner, signed, fields, candidates).await,
        Err(refusal) if wants_login(&refusal) => {
            page(&with_login(blank(inner, signed, fields).await?))
        }
        Err(refusal) => refuse(inner, signed, fields, refusal).await,
    }
}

/// Returns whether a server asks for a user name and a password.
fn wants_login(refusal: &ActError) -> bool {
    matches!(refusal, ActError::Network(failure) if failure.status == Some(401))
}

/// Returns the page with fields for a user name and a password.
fn with_login(mut page: Page) -> Page {
    let url = Url::parse(&page.url).or_else(|_| Url::parse(&format!("https://{}", page.url)));
    let host = url.ok().and_then(|url| url.host_str().map(str::to_owned));
    let login = page.login.get_or_insert_with(Login::default);
    login.host = host.unwrap_or_else(|| page.url.clone());
    page
}

/// `POST /follow`: subscribes to what was previewed, or to a feed behind a password.
pub(crate) async fn follow(
    State(inner): State<Arc<Inner>>,
    form: Form<AddForm>,
) -> Result<Response, Error> {
    let Form { signed, mut fields } = form;
    let key = fetching::key((&fields.name, &fields.password), ("", ""));
    // If the form is shown again, the password is typed again.
    fields.password.clear();
    let named = [&fields.new_folder, &fields.folder];
    let folder = named.into_iter().map(|name| name.trim()).find(|name| !name.is_empty());
    let actor = signed.actor(&inner);
    let has_key = matches!(key, Ok(Some(_)));
    let followed = match (address(&fields), key) {
        (Ok(address), Ok(key)) => {
            following::follow(&actor, &address, folder, key, Several::Offered).await
        }
        (Err(refusal), _) | (_, Err(refusal)) => Err(refusal),
    };
    match followed {
        Ok(Following::New(one) | Following::Known(one)) => {
            Ok(Redirect::to(&format!("/source/{0}?added={0}", one.source)).into_response())
        }
        Ok(Following::Choice(candidates)) => offer(&inner, &signed, fields, candidates).await,
        Err(refusal) if wants_login(&refusal) => {
            let complaint = has_key.then(|| signed.voice.of("src-login-wrong").to_owned());
            let made = Page { complaint, ..blank(&inner, &signed, fields).await? };
            page_with(StatusCode::UNPROCESSABLE_ENTITY, &with_login(made))
        }
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
        let pace = match preview.per_day {
            Some(rate) if preview.n_articles < health::FEW => {
                t.with("src-rate-about", "rate", &health::rate(t, rate))
            }
            Some(rate) => health::rate(t, rate),
            None if preview.n_articles == 0 => t.of("src-rate-not-yet").to_owned(),
            None => t.of("src-rate-unknown").to_owned(),
        };
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

/// The page with the form as submitted. What was typed as a user name stays too.
async fn blank(inner: &Inner, signed: &Signed, asked: AddForm) -> Result<Page, Error> {
    let login = (!asked.name.is_empty()).then(|| Login {
        host: String::new(),
        name: asked.name,
        password: asked.password,
    });
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
        login,
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
    let shown = candidates.into_iter().map(|one| Candidate {
        title: if one.title.trim().is_empty() { one.url.clone() } else { one.title },
        href: preview_of(&one.url, &fields.folder),
        url: one.url,
    });
    page(&Page { candidates: shown.collect(), ..blank(inner, signed, fields).await? })
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
    let page = if page.login.is_some() { with_login(page) } else { page };
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
