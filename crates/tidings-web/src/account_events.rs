//! Security events of an account, such as sign-ins and new passwords, recorded in its owner's activity.

use crate::{Error, app::Inner, devices, proxies::Visitor};
use http::{HeaderMap, header};
use tidings_model::UserId;
use tidings_store::Note;

/// Records an event of a user's account. The activity page inserts `detail` into the sentence for `kind`.
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

/// Records a sign-in, with the device and the address it came from.
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
