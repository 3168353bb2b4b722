//! Limits on wrong passwords. They are counted in the store, for all processes together.
//!
//! They are counted per account and network, and per network. So an attacker elsewhere cannot lock someone out of their
//! own network, and valid sessions are never affected. What people prove while they are signed in is counted for
//! themselves alone, so that no stranger's wrong password keeps them from changing their own.

use crate::Error;
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use std::{
    net::{IpAddr, Ipv6Addr},
    time::Duration,
};
use tidings_model::UserId;
use tidings_store::Store;

/// Failures allowed per account from one network within the window.
pub(crate) const PER_ACCOUNT: u32 = 10;
/// Failures allowed per user and kind of proof within the window, from any network.
pub(crate) const PER_USER: u32 = 10;
/// Failures allowed from one network within the window.
pub(crate) const PER_NETWORK: u32 = 100;
const WINDOW: Duration = Duration::from_secs(15 * 60);

/// What is being guessed. Each kind is counted separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guesses {
    /// Passwords of accounts, and two-factor codes.
    SignIn,
    /// App passwords, in all protocols together.
    App,
}

/// What a known user has to prove. Each kind is counted separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UserProof {
    /// The two-factor code of a sign-in: whoever sends one knew the password.
    SignInCode,
    /// Their own password, in their own session.
    OwnPassword,
    /// The first code of a new authenticator app, in their own session.
    FirstCode,
}

impl UserProof {
    fn key(self) -> &'static str {
        match self {
            Self::SignInCode => "code",
            Self::OwnPassword => "own password",
            Self::FirstCode => "first code",
        }
    }
}

/// Counts attempts. An attempt is counted before the password is checked, so that a thousand concurrent ones still
/// count as a thousand; it is returned if the password was right.
#[derive(Debug)]
pub(crate) struct Limiter {
    store: Store,
    guesses: Guesses,
}

impl Limiter {
    pub(crate) fn new(store: &Store, guesses: Guesses) -> Self {
        Self { store: store.clone(), guesses }
    }

    /// Counts an attempt for an account, or returns after how many seconds to come back ([`Error::TooManyAttempts`]).
    pub(crate) async fn attempt(
        &self,
        name: &str,
        peer: IpAddr,
        now: Timestamp,
    ) -> Result<(), Error> {
        let keys = vec![(self.account(name, peer), PER_ACCOUNT), (self.network(peer), PER_NETWORK)];
        self.count(keys, now).await
    }

    /// Counts an attempt that names no account.
    pub(crate) async fn attempt_nameless(&self, peer: IpAddr, now: Timestamp) -> Result<(), Error> {
        self.count(vec![(self.network(peer), PER_NETWORK)], now).await
    }

    /// Counts an attempt of a known user.
    pub(crate) async fn attempt_of(
        &self,
        user: UserId,
        proof: UserProof,
        now: Timestamp,
    ) -> Result<(), Error> {
        self.count(vec![(self.user(user, proof), PER_USER)], now).await
    }

    /// After the right password: resets the account's failures and returns the attempt to the network.
    pub(crate) async fn succeeded(&self, name: &str, peer: IpAddr) -> Result<(), Error> {
        let (forget, give_back) = (vec![self.account(name, peer)], vec![self.network(peer)]);
        Ok(self.store.attempts().succeeded(forget, give_back).await?)
    }

    /// After the right proof: resets the user's failures.
    pub(crate) async fn succeeded_of(&self, user: UserId, proof: UserProof) -> Result<(), Error> {
        let forget = vec![self.user(user, proof)];
        Ok(self.store.attempts().succeeded(forget, Vec::new()).await?)
    }

    async fn count(&self, keys: Vec<(String, u32)>, now: Timestamp) -> Result<(), Error> {
        match self.store.attempts().count(keys, WINDOW, now).await? {
            None => Ok(()),
            Some(wait) => {
                let retry_after_s = u64::try_from(wait.as_millis().div_ceil(1000));
                Err(Error::TooManyAttempts { retry_after_s: retry_after_s.unwrap_or(u64::MAX) })
            }
        }
    }

    fn account(&self, name: &str, peer: IpAddr) -> String {
        self.key("account", &format!("{} {}", network(peer), name.to_lowercase()))
    }

    fn network(&self, peer: IpAddr) -> String {
        self.key("network", &network(peer).to_string())
    }

    fn user(&self, user: UserId, proof: UserProof) -> String {
        self.key(proof.key(), &user.0.to_string())
    }

    /// Returns a hash as the key, so that neither names nor addresses are stored.
    fn key(&self, kind: &str, of: &str) -> String {
        let guesses = match self.guesses {
            Guesses::SignIn => "sign-in",
            Guesses::App => "app",
        };
        let hash = Sha256::digest(format!("{guesses} {kind} {of}"));
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Returns the network: one household has one IPv4 address or one IPv6 /64.
pub(crate) fn network(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests;
