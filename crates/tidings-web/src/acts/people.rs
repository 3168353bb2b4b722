//! Managing other people's accounts. Only operators may, and one operator must remain.

use super::{ActError, Actor};
use crate::{SecretToken, account_events, password};
use jiff::{SignedDuration, Timestamp};
use tidings_model::{Role, UserId};
use tidings_store::{Invitation, InvitationPurpose};

/// How long a link for setting a password is valid.
const LINK_LIFETIME: SignedDuration = SignedDuration::from_hours(7 * 24);

fn check(actor: &Actor<'_>) -> Result<(), ActError> {
    actor.is_operator().then_some(()).ok_or(ActError::OperatorsOnly)
}

/// Refuses acts that operators may not do to their own account.
fn check_other(actor: &Actor<'_>, user: UserId) -> Result<(), ActError> {
    check(actor)?;
    if user == actor.id() { Err(ActError::Yourself) } else { Ok(()) }
}

/// Creates an account with a password that the operator passes on.
pub(crate) async fn add(
    actor: &Actor<'_>,
    name: String,
    password: String,
    role: Role,
) -> Result<UserId, ActError> {
    check(actor)?;
    let hash = password::hash(password).await?;
    let user = actor.store.users().add(name, hash, role, actor.now()).await?;
    tracing::info!(%user, by = %actor.id(), "account created by an operator");
    Ok(user)
}

/// Changes someone's role.
pub(crate) async fn set_role(actor: &Actor<'_>, user: UserId, role: Role) -> Result<(), ActError> {
    check(actor)?;
    actor.store.users().set_role(user, role).await?;
    Ok(account_events::about(actor.inner, user, "role_changed", role.code()).await?)
}

/// Disables an account. Its data stays.
pub(crate) async fn disable(actor: &Actor<'_>, user: UserId) -> Result<(), ActError> {
    check_other(actor, user)?;
    Ok(actor.store.users().disable(user, actor.now()).await?)
}

/// Enables an account again.
pub(crate) async fn enable(actor: &Actor<'_>, user: UserId) -> Result<(), ActError> {
    check(actor)?;
    Ok(actor.store.users().enable(user).await?)
}

/// Ends all sessions of someone.
pub(crate) async fn sign_out(actor: &Actor<'_>, user: UserId) -> Result<(), ActError> {
    check(actor)?;
    actor.store.users().end_other_sessions(user, None).await?;
    Ok(())
}

/// Turns off two-factor authentication for someone who has lost both the device and the recovery codes.
pub(crate) async fn turn_off_second_step(actor: &Actor<'_>, user: UserId) -> Result<(), ActError> {
    check(actor)?;
    actor.store.users().remove_second_factor(user).await?;
    account_events::about(actor.inner, user, "second_step_taken", "").await?;
    tracing::info!(%user, by = %actor.id(), "two-factor authentication turned off by an operator");
    Ok(())
}

/// Deletes an account and everything that belongs to it.
pub(crate) async fn remove(actor: &Actor<'_>, user: UserId) -> Result<(), ActError> {
    check_other(actor, user)?;
    actor.store.users().remove(user).await?;
    tracing::info!(%user, by = %actor.id(), "account deleted by an operator");
    Ok(())
}

/// Creates a link with which someone creates an account or chooses a new password. Returns its secret, which cannot be
/// read again.
pub(crate) async fn hand_out_link(
    actor: &Actor<'_>,
    errand: InvitationPurpose,
) -> Result<String, ActError> {
    check(actor)?;
    let (token, now) = (SecretToken::new(&*actor.inner.clock), actor.now());
    let invitation = Invitation {
        token_hash: token.hash.to_vec(),
        errand,
        created_at: now,
        expires_at: now.saturating_add(LINK_LIFETIME).unwrap_or(Timestamp::MAX),
    };
    actor.store.users().add_invitation(invitation).await?;
    Ok(token.text)
}

/// Revokes a link.
pub(crate) async fn revoke_link(
    actor: &Actor<'_>,
    is_meant: impl Fn(&[u8]) -> bool,
) -> Result<(), ActError> {
    check(actor)?;
    let links = actor.store.users().invitations(actor.now()).await?;
    let found = links.into_iter().find(|known| is_meant(&known.token_hash));
    let hash = found.ok_or(ActError::NotFound("link"))?.token_hash;
    Ok(actor.store.users().remove_invitation(hash).await?)
}
