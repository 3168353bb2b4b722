//! A person's own account: name, passwords, sessions, two-factor authentication, and deletion. Where it matters, the
//! page has already made them prove that they are not just somebody at an open browser (`confirmation.rs`).

use super::{ActError, Actor, values::one_line};
use crate::{SecretToken, account_events, app_keys, password, sign_in_limit::UserProof, totp};
use tidings_store::{AppScope, users::sessions::MAX_APP_PASSWORDS};

/// Maximum length of an app password's label, in characters.
const LABEL_MOST: usize = 100;

/// Renames the account. The name must be unique.
pub(crate) async fn rename(actor: &Actor<'_>, name: String) -> Result<(), ActError> {
    Ok(actor.store.users().rename(actor.id(), name).await?)
}

/// Whether app passwords survive a change of password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AppPasswords {
    Stay,
    Go,
}

/// Sets a new password and ends every session.
pub(crate) async fn change_password(
    actor: &Actor<'_>,
    password: String,
    others: AppPasswords,
) -> Result<(), ActError> {
    let user = actor.id();
    actor.store.users().set_password(user, password::hash(password).await?).await?;
    if others == AppPasswords::Go {
        for app in actor.store.users().app_passwords(user).await? {
            actor.store.users().remove_app_password(user, app.id).await?;
        }
    }
    Ok(account_events::about(actor.inner, user, "password_changed", "").await?)
}

/// The label of an app password, which says what it is used for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Label(String);

impl Label {
    pub(crate) fn typed(text: &str) -> Result<Self, ActError> {
        let label = one_line(text);
        let is_good = (1..=LABEL_MOST).contains(&label.chars().count());
        let refused = ActError::Text { field: "label", least: 1, most: LABEL_MOST };
        is_good.then_some(Self(label)).ok_or(refused)
    }
}

impl From<Label> for String {
    fn from(label: Label) -> Self {
        label.0
    }
}

/// Creates an app password and returns it. It cannot be read again later.
pub(crate) async fn add_app_password(
    actor: &Actor<'_>,
    label: Label,
    scope: AppScope,
) -> Result<String, ActError> {
    let secret = SecretToken::new(&*actor.inner.clock);
    let keys = app_keys(&actor.user.name, &secret.text);
    let (user, now) = (actor.id(), actor.now());
    let added = actor.store.users().add_app_password(user, label.0.clone(), scope, keys, now).await;
    added.map_err(|error| match error {
        tidings_store::Error::Refused(_) => {
            ActError::Full { what: "app passwords", most: MAX_APP_PASSWORDS as usize }
        }
        error => error.into(),
    })?;
    account_events::about(actor.inner, user, "app_password_made", &label.0).await?;
    Ok(secret.text)
}

/// Revokes an app password. Programs that use it lose access.
pub(crate) async fn revoke_app_password(actor: &Actor<'_>, id: i64) -> Result<(), ActError> {
    Ok(actor.store.users().remove_app_password(actor.id(), id).await?)
}

/// Ends one of the person's sessions.
pub(crate) async fn end_session(
    actor: &Actor<'_>,
    is_meant: impl Fn(&[u8]) -> bool,
) -> Result<(), ActError> {
    let sessions = actor.store.users().sessions(actor.id(), actor.now()).await?;
    let found = sessions.into_iter().find(|session| is_meant(&session.token_hash));
    let hash = found.ok_or(ActError::NotFound("session"))?.token_hash;
    Ok(actor.store.users().end_session(hash).await?)
}

/// Ends all of the person's sessions except one. Returns how many.
pub(crate) async fn end_other_sessions(actor: &Actor<'_>, keep: Vec<u8>) -> Result<u64, ActError> {
    let n_ended = actor.store.users().end_other_sessions(actor.id(), Some(keep)).await?;
    account_events::about(actor.inner, actor.id(), "sessions_ended", &n_ended.to_string()).await?;
    Ok(n_ended)
}

/// Creates a two-factor secret, which waits for a code from the device. Does nothing if two-factor authentication is
/// already on.
pub(crate) async fn begin_second_step(actor: &Actor<'_>) -> Result<(), ActError> {
    let secret = totp::new_secret(&*actor.inner.clock);
    match actor.store.users().begin_second_factor(actor.id(), secret, actor.now()).await {
        Ok(()) | Err(tidings_store::Error::Refused(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The result of confirming a two-factor secret with a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Confirmed {
    /// It is on from now on. These recovery codes help someone who has lost the device.
    On(Vec<String>),
    WrongCode,
    /// No secret is waiting for a code.
    NotBegun,
}

/// Turns on two-factor authentication if the code is right.
pub(crate) async fn confirm_second_step(
    actor: &Actor<'_>,
    code: &str,
) -> Result<Confirmed, ActError> {
    let (user, now, limiter) = (actor.id(), actor.now(), &actor.inner.limiter);
    let waiting = actor.store.users().second_factor(user).await?;
    let Some(factor) = waiting.filter(|factor| factor.confirmed_at.is_none()) else {
        return Ok(Confirmed::NotBegun);
    };
    limiter.attempt_of(user, UserProof::FirstCode, now).await?;
    let Some(step) = totp::step_of(&factor.secret, code, now) else {
        return Ok(Confirmed::WrongCode);
    };
    limiter.succeeded_of(user, UserProof::FirstCode).await?;
    let codes = totp::recovery_codes(&*actor.inner.clock);
    actor.store.users().confirm_second_factor(user, step, hashes(&codes), now).await?;
    account_events::about(actor.inner, user, "second_step_on", "").await?;
    Ok(Confirmed::On(codes))
}

fn hashes(codes: &[String]) -> Vec<Vec<u8>> {
    codes.iter().map(|code| SecretToken::hash(&totp::normalized(code)).to_vec()).collect()
}

/// Returns ten new recovery codes. The old ones stop working.
pub(crate) async fn renew_codes(actor: &Actor<'_>) -> Result<Vec<String>, ActError> {
    let codes = totp::recovery_codes(&*actor.inner.clock);
    actor.store.users().set_recovery_codes(actor.id(), hashes(&codes)).await?;
    Ok(codes)
}

/// Turns off two-factor authentication.
pub(crate) async fn turn_off_second_step(actor: &Actor<'_>) -> Result<(), ActError> {
    actor.store.users().remove_second_factor(actor.id()).await?;
    Ok(account_events::about(actor.inner, actor.id(), "second_step_off", "").await?)
}

/// Deletes a secret that was never confirmed.
pub(crate) async fn cancel_second_step(actor: &Actor<'_>) -> Result<(), ActError> {
    let factor = actor.store.users().second_factor(actor.id()).await?;
    if factor.is_some_and(|factor| factor.confirmed_at.is_none()) {
        actor.store.users().remove_second_factor(actor.id()).await?;
    }
    Ok(())
}

/// Deletes the account and everything that belongs to it. The last operator cannot leave.
pub(crate) async fn leave(actor: &Actor<'_>) -> Result<(), ActError> {
    actor.store.users().remove(actor.id()).await?;
    tracing::info!(user = %actor.id(), "account deleted by its owner");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_one_visible_line_of_up_to_a_hundred_characters() {
        let typed = |text: &str| Label::typed(text).map(String::from);
        assert_eq!(typed(" My\u{7}phone\n"), Ok("My phone".to_owned()));
        let longest = "ü".repeat(LABEL_MOST);
        assert_eq!(typed(&longest), Ok(longest.clone()));
        for bad in ["", " \n ", &format!("{longest}x")] {
            let refusal = ActError::Text { field: "label", least: 1, most: LABEL_MOST };
            assert_eq!(typed(bad), Err(refusal), "{bad:?}");
        }
    }
}
