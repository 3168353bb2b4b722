//! Undoing bulk actions, and the sentences that say what was done.

use crate::{
    Error, acts,
    app::Inner,
    forms::{Form, Sent},
    next,
    voice::Voice,
};
use axum::{
    Json,
    extract::{Path, State},
    response::{IntoResponse, Redirect, Response},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tidings_store::BulkResult;

/// The form "Undo".
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Back {
    #[serde(default)]
    back: String,
}

/// The JSON response for a script.
#[derive(Serialize)]
struct Said {
    said: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    undo: Option<i64>,
}

/// `POST /undo/{id}`.
pub(crate) async fn undo(
    State(inner): State<Arc<Inner>>,
    Path(id): Path<String>,
    sent: Sent,
    form: Form<Back>,
) -> Result<Response, Error> {
    let id = id.parse().map_err(|_| Error::NotFound)?;
    let done = acts::undo::undo(&form.actor(&inner), id).await?;
    Ok(match sent {
        Sent::ByScript => {
            let said = form.signed.voice.n("undone", done.n);
            Json(Said { said, undo: None }).into_response()
        }
        Sent::ByPage => Redirect::to(next::safe(&form.fields.back)).into_response(),
    })
}

/// Returns the response to a bulk action: a redirect with an undo, or for a script the same as JSON.
pub(crate) fn answer(t: &Voice, sent: Sent, kind: &str, done: BulkResult, back: &str) -> Response {
    match sent {
        Sent::ByScript => {
            Json(Said { said: said(t, kind, done.n), undo: done.undo }).into_response()
        }
        Sent::ByPage => Redirect::to(&with_undo(next::safe(back), done.undo)).into_response(),
    }
}

/// Adds the id of an undo to the address to return to.
pub(crate) fn with_undo(back: &str, undo: Option<i64>) -> String {
    match undo {
        Some(undo) => with_said(back, &format!("undo={undo}")),
        None => back.to_owned(),
    }
}

/// Adds the message to show to the address to return to.
pub(crate) fn with_said(back: &str, said: &str) -> String {
    let (place, fragment) = back.split_once('#').map_or((back, None), |(a, b)| (a, Some(b)));
    // Replaces the message of an earlier action.
    let (path, query) = place.split_once('?').unwrap_or((place, ""));
    let is_said = |pair: &&str| pair.starts_with("undo=") || pair.starts_with("taught=");
    let kept = query.split('&').filter(|pair| !pair.is_empty() && !is_said(pair));
    let query = kept.chain([said]).collect::<Vec<_>>().join("&");
    let fragment = fragment.map_or_else(String::new, |fragment| format!("#{fragment}"));
    format!("{path}?{query}{fragment}")
}

/// Returns what was done, as a sentence.
pub(crate) fn said(t: &Voice, kind: &str, n: u64) -> String {
    let key = match kind {
        "read" => "done-read",
        "unread" => "done-unread",
        "star" => "done-star",
        "unstar" => "done-unstar",
        "later" => "done-later",
        "not-later" => "done-not-later",
        "tag" => "done-tag",
        "unsubscribe" => "src-done-unsubscribe",
        "move" => "src-done-move",
        "pause" => "src-done-pause",
        "resume" => "src-done-resume",
        "merge" => "src-done-merge",
        "folder" => "src-done-folder",
        _ => "done-other",
    };
    t.n(key, n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_undo_is_added_to_the_address() {
        assert_eq!(with_undo("/", Some(3)), "/?undo=3");
        assert_eq!(
            with_undo("/unread?order=oldest&undo=2#a5", Some(3)),
            "/unread?order=oldest&undo=3#a5"
        );
        assert_eq!(with_undo("/unread", None), "/unread");
    }
}
