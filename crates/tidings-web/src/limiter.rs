//! Wrong passwords: how many are borne, and from whom. They are counted in the store, for all processes at once.
//!
//! Counted per account and network, and per network. An attacker elsewhere cannot lock a person out of their own network, and a
//! valid session is never asked.

use crate::Error;
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use std::{
    net::{IpAddr, Ipv6Addr},
    time::Duration,
};
use tidings_model::UserId;
use tidings_store::Store;

/// Failures borne per account from one network within the window.
pub(crate) const PER_ACCOUNT: u32 = 10;
/// Wrong codes borne per user within the window, wherever they come from: who sends one knew the password.
pub(crate) const PER_SECOND_STEP: u32 = 10;
/// Failures borne from one network within the window.
pub(crate) const PER_NETWORK: u32 = 100;
const WINDOW: Duration = Duration::from_secs(15 * 60);

/// What is guessed at. Each kind is counted for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guesses {
    /// Passwords of accounts, and codes of the second step.
    SignIn,
    /// App passwords.
    App,
}

/// Counts attempts. An attempt is counted before the password is looked at, so that a thousand at once are still a thousand,
/// and given back when it was right.
#[derive(Debug)]
pub(crate) struct Limiter {
    store: Store,
    guesses: Guesses,
}

impl Limiter {
    pub(crate) fn new(store: &Store, guesses: Guesses) -> Self {
        Self { store: store.clone(), guesses }
    }

    /// Counts an attempt, or says after how many seconds to come back ([`Error::TooManyAttempts`]).
    pub(crate) async fn attempt(
        &self,
        name: &str,
        peer: IpAddr,
        now: Timestamp,
    ) -> Result<(), Error> {
        let keys = vec![(self.account(name, peer), PER_ACCOUNT), (self.network(peer), PER_NETWORK)];
        self.count(keys, now).await
    }

    /// Counts an attempt at the second step.
    pub(crate) async fn attempt_second(&self, user: UserId, now: Timestamp) -> Result<(), Error> {
        self.count(vec![(self.second_step(user), PER_SECOND_STEP)], now).await
    }

    /// The password was right: the account's failures are forgotten, the network gets this attempt back.
    pub(crate) async fn succeeded(&self, name: &str, peer: IpAddr) -> Result<(), Error> {
        let (forget, give_back) = (vec![self.account(name, peer)], vec![self.network(peer)]);
        Ok(self.store.attempts().succeeded(forget, give_back).await?)
    }

    /// The code was right: the user's failures are forgotten.
    pub(crate) async fn succeeded_second(&self, user: UserId) -> Result<(), Error> {
        let forget = vec![self.second_step(user)];
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

    fn second_step(&self, user: UserId) -> String {
        self.key("code", &user.0.to_string())
    }

    /// A hash: neither names nor addresses are stored.
    fn key(&self, kind: &str, of: &str) -> String {
        let guesses = match self.guesses {
            Guesses::SignIn => "sign-in",
            Guesses::App => "app",
        };
        let hash = Sha256::digest(format!("{guesses} {kind} {of}"));
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// One home is one IPv4 address or one IPv6 /64.
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
mod tests {
    use super::*;
    use tidings_store::{Options, StoreLocation};

    fn at(s: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + s).unwrap()
    }

    fn peer(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    async fn store() -> Store {
        Store::open(Options::new(StoreLocation::Memory, at(0))).await.unwrap()
    }

    async fn limiter() -> Limiter {
        Limiter::new(&store().await, Guesses::SignIn)
    }

    /// Tries a password from a network; in how many seconds to come back, where it is refused.
    async fn wait(limiter: &Limiter, name: &str, from: &str, s: i64) -> Option<u64> {
        match limiter.attempt(name, peer(from), at(s)).await {
            Ok(()) => None,
            Err(Error::TooManyAttempts { retry_after_s }) => Some(retry_after_s),
            Err(error) => panic!("{error}"),
        }
    }

    #[tokio::test]
    async fn ten_failures_close_the_account_for_that_network_only_until_the_window_ends() {
        let limiter = limiter().await;
        for _ in 0..PER_ACCOUNT {
            assert_eq!(wait(&limiter, "Ada", "192.0.2.1", 0).await, None);
        }
        assert_eq!(wait(&limiter, "ada", "192.0.2.1", 60).await, Some(840));
        assert_eq!(wait(&limiter, "ada", "192.0.2.2", 60).await, None);
        assert_eq!(wait(&limiter, "ada", "192.0.2.1", 900).await, None);
    }

    #[tokio::test]
    async fn a_hundred_failures_close_the_network_for_every_account() {
        let limiter = limiter().await;
        for n in 0..PER_NETWORK {
            assert_eq!(wait(&limiter, &format!("user{n}"), "2001:db8::1", 0).await, None);
        }
        assert!(wait(&limiter, "ada", "2001:db8::ffff", 1).await.is_some());
        assert_eq!(wait(&limiter, "ada", "2001:db8:0:1::1", 1).await, None);
    }

    #[tokio::test]
    async fn success_gives_the_attempt_back() {
        let limiter = limiter().await;
        for _ in 0..2 * PER_NETWORK {
            assert_eq!(wait(&limiter, "ada", "192.0.2.1", 0).await, None);
            limiter.succeeded("ada", peer("::ffff:192.0.2.1")).await.unwrap();
        }
    }

    #[tokio::test]
    async fn wrong_codes_are_counted_until_one_is_right() {
        let limiter = limiter().await;
        for _ in 0..PER_SECOND_STEP {
            limiter.attempt_second(UserId(1), at(0)).await.unwrap();
        }
        assert!(limiter.attempt_second(UserId(1), at(1)).await.is_err());
        limiter.attempt_second(UserId(2), at(1)).await.unwrap();
        limiter.succeeded_second(UserId(1)).await.unwrap();
        limiter.attempt_second(UserId(1), at(1)).await.unwrap();
    }

    #[tokio::test]
    async fn a_clock_set_back_locks_nobody_out() {
        let limiter = limiter().await;
        for _ in 0..PER_ACCOUNT {
            assert_eq!(wait(&limiter, "ada", "192.0.2.1", 1_000_000).await, None);
        }
        assert_eq!(wait(&limiter, "ada", "192.0.2.1", 0).await, None);
    }

    #[tokio::test]
    async fn processes_count_together_and_app_passwords_apart() {
        let store = store().await;
        let [one, another] = [Guesses::SignIn; 2].map(|guesses| Limiter::new(&store, guesses));
        for n in 0..PER_ACCOUNT {
            let limiter = if n % 2 == 0 { &one } else { &another };
            assert_eq!(wait(limiter, "ada", "192.0.2.1", 0).await, None);
        }
        assert_eq!(wait(&another, "ada", "192.0.2.1", 0).await, Some(900));
        let app = Limiter::new(&store, Guesses::App);
        assert_eq!(wait(&app, "ada", "192.0.2.1", 0).await, None);
    }

    #[tokio::test]
    async fn keys_tell_neither_names_nor_addresses() {
        let limiter = limiter().await;
        let key = limiter.account("Ada", peer("192.0.2.1"));
        assert_eq!(key, limiter.account("ada", peer("192.0.2.1")));
        assert!(key.len() == 64 && key.chars().all(|c| c.is_ascii_hexdigit()), "{key}");
    }
}
