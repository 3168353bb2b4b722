//! Proof that the person at the keyboard owns the account, required before irreversible actions.

use crate::{
    Error,
    app::Inner,
    password,
    proxies::Visitor,
    session::{Signed, is_same_name},
    sign_in_limit::UserProof,
};

/// Returns whether the owner of a session has a password.
pub(crate) async fn has_password(inner: &Inner, signed: &Signed) -> Result<bool, Error> {
    let account = inner.store.users().account_of(signed.user.id).await?.ok_or(Error::NotFound)?;
    Ok(!account.password_hash.is_empty())
}

/// What keeps somebody from having proved that they own the account: the key of a message.
pub(crate) type Missing = &'static str;

/// Checks that the password is the account's. Wrong ones are counted for this user, so that an open session is no way to
/// guess it; failed sign-ins of strangers do not count. A person without a password is trusted if an authenticating proxy
/// vouches for them with this request.
pub(crate) async fn check_owner(
    inner: &Inner,
    signed: &Signed,
    visitor: &Visitor,
    password: String,
) -> Result<Result<(), Missing>, Error> {
    let account = inner.store.users().account_of(signed.user.id).await?.ok_or(Error::NotFound)?;
    if account.password_hash.is_empty() {
        let vouched = visitor.vouched.as_deref();
        let is_vouched = vouched.is_some_and(|name| is_same_name(name, &account.user.name));
        let missing = match inner.demo {
            Some(_) => "account-in-demo",
            None => "account-password-missing",
        };
        return Ok(if is_vouched { Ok(()) } else { Err(missing) });
    }
    let (user, proof) = (account.user.id, UserProof::OwnPassword);
    inner.limiter.attempt_of(user, proof, inner.clock.now()).await?;
    let is_right = password.len() <= password::MAX_BYTES
        && password::verify(password, Some(account.password_hash)).await?;
    if is_right {
        inner.limiter.succeeded_of(user, proof).await?;
    }
    Ok(if is_right { Ok(()) } else { Err("account-password-wrong") })
}
