//! Adding a source: paste any address; one feed is followed at once, several are offered.

use crate::{
    Candidate, Error, Follow,
    app::Inner,
    forms::Form,
    pages::{Place, Shell, page, page_with},
    session::Signed,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::Failure;

/// Feeds offered at most.
const MAX_CANDIDATES: usize = 50;

#[derive(Template)]
#[template(path = "add.html")]
struct Page {
    t: Voice,
    shell: Shell,
    complaint: Option<String>,
    url: String,
    folder: String,
    candidates: Vec<Candidate>,
}

/// The fields of both forms.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    url: String,
    #[serde(default)]
    folder: String,
}

/// `GET /add`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
) -> Result<Response, Error> {
    let shell = Shell::new(&inner, &signed, Place::Add).await?;
    page(&Page {
        t: signed.voice.clone(),
        shell,
        complaint: None,
        url: String::new(),
        folder: String::new(),
        candidates: Vec::new(),
    })
}

/// `POST /add`: follows what is at the address, or offers what is there.
pub(crate) async fn find(
    State(inner): State<Arc<Inner>>,
    form: Form<Asked>,
) -> Result<Response, Error> {
    let Form { signed, fields } = form;
    if fields.url.trim().is_empty() {
        return again(
            &inner,
            &signed,
            fields,
            "The address is empty. Paste the address of a feed or of a page.".to_owned(),
        )
        .await;
    }
    let url = fields.url.trim().to_owned();
    subscribe(&inner, &signed, fields, &url).await
}

/// `POST /follow`: one of the feeds that were offered.
pub(crate) async fn follow(
    State(inner): State<Arc<Inner>>,
    form: Form<Asked>,
) -> Result<Response, Error> {
    let url = form.fields.url.trim().to_owned();
    subscribe(&inner, &form.signed, form.fields, &url).await
}

async fn subscribe(
    inner: &Inner,
    signed: &Signed,
    fields: Asked,
    url: &str,
) -> Result<Response, Error> {
    let folder = Some(fields.folder.trim()).filter(|folder| !folder.is_empty());
    match inner.actions.follow(signed.user.id, url, folder).await {
        Ok(Follow::Followed(followed)) => {
            Ok(Redirect::to(&format!("/?added={}", followed.source)).into_response())
        }
        Ok(Follow::Choice(candidates)) if candidates.is_empty() => {
            let complaint = "No feed was found at this address. Try the address of the site's news or blog page.";
            again(inner, signed, fields, complaint.to_owned()).await
        }
        Ok(Follow::Choice(candidates)) => offer(inner, signed, fields, candidates).await,
        Err(failure) => again(inner, signed, fields, sentence(&failure)).await,
    }
}

/// Several feeds to choose from.
async fn offer(
    inner: &Inner,
    signed: &Signed,
    fields: Asked,
    mut candidates: Vec<Candidate>,
) -> Result<Response, Error> {
    candidates.truncate(MAX_CANDIDATES);
    for candidate in &mut candidates {
        if candidate.title.trim().is_empty() {
            candidate.title.clone_from(&candidate.url);
        }
    }
    let shell = Shell::new(inner, signed, Place::Add).await?;
    page(&Page {
        t: signed.voice.clone(),
        shell,
        complaint: None,
        url: fields.url,
        folder: fields.folder,
        candidates,
    })
}

/// The form as it was sent, with what is wrong above it.
async fn again(
    inner: &Inner,
    signed: &Signed,
    fields: Asked,
    complaint: String,
) -> Result<Response, Error> {
    let shell = Shell::new(inner, signed, Place::Add).await?;
    let page = Page {
        t: signed.voice.clone(),
        shell,
        complaint: Some(complaint),
        url: fields.url,
        folder: fields.folder,
        candidates: Vec::new(),
    };
    page_with(StatusCode::UNPROCESSABLE_ENTITY, &page)
}

/// A failure's message as a sentence of its own.
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
