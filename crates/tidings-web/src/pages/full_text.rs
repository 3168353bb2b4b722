//! The whole text of an article: fetched when a person asks, shown beside the source's own.

use crate::{
    Error,
    acts::{ActError, media},
    app::Inner,
    forms::Form,
    health, next,
    pages::article::is_web,
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

/// Which of its texts an article is shown with, as the address says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Text {
    /// The source's own.
    Original,
    /// The whole one, from the article's page.
    Full,
    /// As the person chose for the source.
    Chosen,
}

impl Text {
    /// What the query says; anything else means nothing.
    pub(crate) fn of(asked: Option<&str>) -> Self {
        match asked {
            Some("original") => Self::Original,
            Some("full") => Self::Full,
            _ => Self::Chosen,
        }
    }
}

/// What the page offers.
#[derive(Debug)]
pub(crate) struct Whole {
    pub(super) article: ArticleId,
    /// Whether what is shown is the whole text.
    pub(super) is_shown: bool,
    /// Whether there is one.
    pub(super) is_there: bool,
    /// Whether one could be fetched.
    pub(super) can_fetch: bool,
    /// Why there is none, said after somebody asked.
    pub(super) failure: Option<String>,
    /// The address of the article with its other text, or with the one that would be fetched.
    pub(super) other: String,
}

impl Whole {
    /// Decides which text of an article is shown: the whole one in place of its own, where that is wanted and there.
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
            can_fetch: article.listed.link.as_deref().is_some_and(is_web),
            failure: failure
                .filter(|_| text == Text::Full && !is_there)
                .map(|stored| why(&signed.voice, stored)),
            other: with_text(here, if is_shown { "original" } else { "full" }),
        })
    }
}

/// Why there is no whole text; what a former release kept as a sentence is said as it is.
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

/// An address of ours with the text that is wanted.
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

/// `POST /article/{id}/full-text`: fetches it, and leads to the article with what came of it.
pub(crate) async fn fetch(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    form: Form<Back>,
) -> Result<Redirect, Error> {
    let id = id.parse::<ArticleId>().map_err(|_| Error::NotFound)?;
    match media::fetch_full_text(&form.actor(&inner), id).await {
        // Why the network refused was kept with the article, and its page says so.
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
    fn the_text_is_part_of_the_address() {
        assert_eq!(with_text("/article/5", "full"), "/article/5?text=full");
        assert_eq!(with_text("/article/5?in=all#a5", "full"), "/article/5?in=all&text=full#a5");
    }
}
