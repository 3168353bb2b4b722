//! `/settings/sessions`: where the person is signed in, and signing out remotely.

use crate::{
    Error, SecretToken,
    acts::account,
    app::Inner,
    devices,
    forms::{Form, Nothing},
    pages::{Place, Shell, page},
    session::Signed,
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Query, State},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;
use std::{fmt::Write as _, sync::Arc};

struct Row {
    /// Identifies the session in a form, without revealing its token.
    name: String,
    device: String,
    agent: String,
    is_here: bool,
    since: Time,
    seen: Time,
}

#[derive(Template)]
#[template(path = "sessions.html")]
struct Page {
    t: Voice,
    shell: Shell,
    said: Option<String>,
    rows: Vec<Row>,
}

impl Page {
    fn has_others(&self) -> bool {
        self.rows.len() > 1
    }
}

/// Returns a session's name: a hash of the stored hash.
fn name(token_hash: &[u8]) -> String {
    let digest = SecretToken::hash(&format!("session {token_hash:?}"));
    digest.iter().take(12).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// What was just done.
#[derive(Deserialize)]
pub(crate) struct SessionsQuery {
    ended: Option<u64>,
}

/// `GET /settings/sessions`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    Query(asked): Query<SessionsQuery>,
    signed: Signed,
) -> Result<Response, Error> {
    let now = inner.clock.now();
    let t = &signed.voice;
    let mut rows: Vec<Row> = inner
        .store
        .users()
        .sessions(signed.user.id, now)
        .await?
        .into_iter()
        .map(|session| Row {
            name: name(&session.token_hash),
            device: devices::named(&session.label),
            is_here: session.token_hash == signed.token_hash,
            since: t.past(session.created_at, now),
            seen: t.past(session.seen_at, now),
            agent: session.label,
        })
        .collect();
    rows.sort_by_key(|row| !row.is_here);
    let said = asked.ended.map(|n| t.n("sessions-ended", n));
    let shell = Shell::new(&inner, &signed, Place::Sessions).await?;
    page(&Page { t: t.clone(), shell, said, rows })
}

/// A session.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct One {
    session: String,
}

/// `POST /settings/sessions/end`.
pub(crate) async fn end(
    State(inner): State<Arc<Inner>>,
    form: Form<One>,
) -> Result<Response, Error> {
    let is_meant = |hash: &[u8]| name(hash) == form.fields.session;
    account::end_session(&form.actor(&inner), is_meant).await?;
    Ok(Redirect::to("/settings/sessions?ended=1").into_response())
}

/// `POST /settings/sessions/end-others`.
pub(crate) async fn end_others(
    State(inner): State<Arc<Inner>>,
    form: Form<Nothing>,
) -> Result<Response, Error> {
    let keep = form.signed.token_hash.to_vec();
    let n_ended = account::end_other_sessions(&form.actor(&inner), keep).await?;
    Ok(Redirect::to(&format!("/settings/sessions?ended={n_ended}")).into_response())
}
