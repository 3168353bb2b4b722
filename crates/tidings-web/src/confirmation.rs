//! Proof that the person at the keyboard is the owner of the account: asked for before what cannot be undone.

use crate::{
    Error,
    app::Inner,
    password,
    proxies::Visitor,
    session::{Signed, is_same_name},
};

/// Whether the owner of a session has a password to show.
pub(crate) async fn has_password(inner: &Inner, signed: &Signed) -> Result<bool, Error> {
    let account = inner.store.users().account_of(signed.user.id).await?.ok_or(Error::NotFound)?;
    Ok(!account.password_hash.is_empty())
}

/// Whether the password is the account's. Counted like an attempt to sign in: a session left open must not be a way to
/// guess. Who has no password and comes through a proxy that vouches for them now is believed.
pub(crate) async fn is_owner(
    inner: &Inner,
    signed: &Signed,
    visitor: &Visitor,
    password: String,
) -> Result<bool, Error> {
    let account = inner.store.users().account_of(signed.user.id).await?.ok_or(Error::NotFound)?;
    if account.password_hash.is_empty() {
        let vouched = visitor.vouched.as_deref();
        return Ok(vouched.is_some_and(|name| is_same_name(name, &account.user.name)));
    }
    let name = &account.user.name;
    inner.limiter.attempt(name, visitor.address, inner.clock.now()).await?;
    let is_right = password.len() <= password::MAX_BYTES
        && password::verify(password, Some(account.password_hash)).await?;
    if is_right {
        inner.limiter.succeeded(name, visitor.address).await?;
    }
    Ok(is_right)
}
