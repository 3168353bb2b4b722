//! What the owner of an account should know happened to it, written into their activity.

use crate::{Error, app::Inner, devices, proxies::Visitor};
use http::{HeaderMap, header};
use tidings_model::UserId;
use tidings_store::Note;

/// Notes something about a user's account; `detail` goes into the sentence that the page makes of the kind.
pub(crate) async fn about(
    inner: &Inner,
    user: UserId,
    kind: &'static str,
    detail: &str,
) -> Result<(), Error> {
    let note = Note {
        at: inner.clock.now(),
        user: Some(user),
        source: None,
        kind: kind.to_owned(),
        message: detail.to_owned(),
    };
    Ok(inner.store.activity().note(note).await?)
}

/// Notes that somebody signed in, with what and from where.
pub(crate) async fn signed_in(
    inner: &Inner,
    user: UserId,
    visitor: &Visitor,
    headers: &HeaderMap,
) -> Result<(), Error> {
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    let detail = format!("{} · {}", devices::named(agent.unwrap_or_default()), visitor.address);
    about(inner, user, "signed_in", &detail).await
}
