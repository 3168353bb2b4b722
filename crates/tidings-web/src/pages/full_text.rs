//! The full text of an article: fetched when a person asks for it, and shown in place of the source's own.

use crate::{
    Error,
    acts::{ActError, media},
    app::Inner,
    forms::Form,
    health, next,
    pages::article::{is_web, prose::is_whole},
    session::Signed,
    voice::Voice,
};
use axum::{
    extract::{Path, State},
    response::Redirect,
};
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::{ArticleId, FailureKind};
use tidings_store::{FullArticle, FullText};

/// Which of its texts an article is shown with, according to the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Text {
    /// The source's own text.
    Original,
    /// The full text, from the article's page.
    Full,
    /// As the person chose for the source.
    Chosen,
}

impl Text {
    /// Parses the query parameter. Unknown values are ignored.
    pub(crate) fn of(asked: Option<&str>) -> Self {
        match asked {
            Some("original") => Self::Original,
            Some("full") => Self::Full,
            _ => Self::Chosen,
        }
    }
}

/// The full-text controls of the page.
#[derive(Debug)]
pub(crate) struct Whole {
    pub(super) article: ArticleId,
    /// Whether the full text is shown.
    pub(super) is_shown: bool,
    /// Whether there is a full text.
    pub(super) is_there: bool,
    /// Whether it can be fetched, and may have more than the feed.
    pub(super) can_fetch: bool,
    /// Why there is none, if it was requested.
    pub(super) failure: Option<String>,
    /// The address of the article with its other text, or with the text to be fetched.
    pub(super) other: String,
}

impl Whole {
    /// Replaces the article's text with the full text, if that is wanted and available.
    pub(crate) async fn choose(
        inner: &Inner,
        signed: &Signed,
        here: &str,
        text: Text,
        article: &mut FullArticle,
    ) -> Result<Self, Error> {
        let id = article.listed.id;
        let kept = inner.store.articles().full_text(signed.user.id, id).await?;
        let is_wanted = match text {
            Text::Full => true,
            Text::Original => false,
            Text::Chosen => kept.as_ref().is_some_and(|kept| kept.is_wanted),
        };
        let (whole, failure) = kept.map_or((None, None), |kept| (kept.html, kept.failure));
        let is_there = whole.is_some();
        let is_shown = is_wanted && is_there;
        if is_shown && let Some(whole) = whole {
            article.html = whole;
        }
        Ok(Self {
            article: id,
            is_shown,
            is_there,
            can_fetch: article.listed.link.as_deref().is_some_and(is_web)
                && !is_whole(&article.html),
            failure: failure
                .filter(|_| text == Text::Full && !is_there)
                .map(|stored| why(&signed.voice, stored)),
            other: with_text(here, if is_shown { "original" } else { "full" }),
        })
    }
}

/// Returns why there is no full text. Earlier releases stored a sentence, which is returned as it is.
fn why(t: &Voice, stored: String) -> String {
    match stored.as_str() {
        FullText::NOT_A_PAGE => t.of("whole-not-a-page").to_owned(),
        FullText::NO_ARTICLE => t.of("whole-no-article").to_owned(),
        code => match FailureKind::from_code(code) {
            Some(kind) => health::failure(t, kind).to_owned(),
            None => stored,
        },
    }
}

/// Adds the choice of a text to one of our addresses.
fn with_text(href: &str, text: &str) -> String {
    let (place, fragment) = href.split_once('#').unwrap_or((href, ""));
    let sign = if place.contains('?') { '&' } else { '?' };
    let fragment = if fragment.is_empty() { String::new() } else { format!("#{fragment}") };
    format!("{place}{sign}text={text}{fragment}")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Back {
    #[serde(default)]
    back: String,
}

/// `POST /article/{id}/full-text`: fetches it, and redirects to the article.
pub(crate) async fn fetch(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    form: Form<Back>,
) -> Result<Redirect, Error> {
    let id = id.parse::<ArticleId>().map_err(|_| Error::NotFound)?;
    match media::fetch_full_text(&form.actor(&inner), id).await {
        // The network error is stored with the article, and its page shows it.
        Ok(()) | Err(ActError::Network(_) | ActError::NoLink) => {}
        Err(refusal) => return Err(refusal.into()),
    }
    let back = next::safe(&form.fields.back);
    let own = format!("/article/{id}?text=full");
    Ok(Redirect::to(if back.starts_with("/article/") { back } else { &own }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_of_a_text_is_part_of_the_address() {
        assert_eq!(with_text("/article/5", "full"), "/article/5?text=full");
        assert_eq!(with_text("/article/5?in=all#a5", "full"), "/article/5?in=all&text=full#a5");
    }
}
