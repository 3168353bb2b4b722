//! Wrong passwords: how many are borne, from whom, in bounded memory.
//!
//! Counted per account and network, and per network. An attacker elsewhere cannot lock a person out of their own network, and a
//! valid session is never asked.

use crate::work;
use jiff::Timestamp;
use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    net::{IpAddr, Ipv6Addr},
    sync::{Mutex, MutexGuard},
};
use tidings_model::UserId;

/// Failures borne per account from one network within the window.
pub(crate) const PER_ACCOUNT: u32 = 10;
/// Wrong codes borne per user within the window, wherever they come from: who sends one knew the password.
pub(crate) const PER_SECOND_STEP: u32 = 10;
/// Failures borne from one network within the window.
pub(crate) const PER_NETWORK: u32 = 100;
const WINDOW_MS: i64 = 15 * 60 * 1000;
/// Keys remembered; about 6 MB when full.
const MAX_KEYS: usize = 1 << 16;

/// Counts attempts. An attempt is counted before the password is looked at, so that a thousand at once are still a thousand,
/// and given back when it was right.
#[derive(Debug, Default)]
pub(crate) struct Limiter {
    counts: Mutex<HashMap<Key, Count>>,
    names: RandomState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Account(u64, IpAddr),
    Network(IpAddr),
    SecondStep(i64),
}

#[derive(Debug, Clone, Copy)]
struct Count {
    since_ms: i64,
    n: u32,
}

impl Limiter {
    /// Counts an attempt, or says after how many seconds to come back.
    pub(crate) fn attempt(&self, name: &str, peer: IpAddr, now: Timestamp) -> Result<(), u64> {
        self.count(&self.keys(name, peer), now)
    }

    /// Counts an attempt at the second step.
    pub(crate) fn attempt_second(&self, user: UserId, now: Timestamp) -> Result<(), u64> {
        self.count(&[(Key::SecondStep(user.0), PER_SECOND_STEP)], now)
    }

    /// The code was right: the user's failures are forgotten.
    pub(crate) fn succeeded_second(&self, user: UserId) {
        self.lock().remove(&Key::SecondStep(user.0));
    }

    fn count(&self, keys: &[(Key, u32)], now: Timestamp) -> Result<(), u64> {
        let now_ms = now.as_millisecond();
        let mut counts = self.lock();
        for (key, limit) in keys {
            if let Some(count) = counts.get(key)
                && !count.is_over(now_ms)
                && count.n >= *limit
            {
                let left_ms = (count.since_ms + WINDOW_MS - now_ms).clamp(1_000, WINDOW_MS);
                return Err(left_ms.unsigned_abs().div_ceil(1000));
            }
        }
        make_room(&mut counts, now_ms);
        for (key, _) in keys {
            let count = counts.entry(*key).or_insert(Count { since_ms: now_ms, n: 0 });
            if count.is_over(now_ms) {
                *count = Count { since_ms: now_ms, n: 0 };
            }
            count.n += 1;
        }
        Ok(())
    }

    /// The password was right: the account's failures are forgotten, the network gets this attempt back.
    pub(crate) fn succeeded(&self, name: &str, peer: IpAddr) {
        let [(account, _), (network, _)] = self.keys(name, peer);
        let mut counts = self.lock();
        counts.remove(&account);
        if let Some(count) = counts.get_mut(&network) {
            count.n = count.n.saturating_sub(1);
        }
    }

    fn keys(&self, name: &str, peer: IpAddr) -> [(Key, u32); 2] {
        let network = network(peer);
        let name = self.names.hash_one(name.to_lowercase());
        [(Key::Account(name, network), PER_ACCOUNT), (Key::Network(network), PER_NETWORK)]
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Count>> {
        work::locked(&self.counts)
    }
}

impl Count {
    /// A clock that was set back ends the window too; otherwise it could last for years.
    fn is_over(self, now_ms: i64) -> bool {
        !(self.since_ms..self.since_ms + WINDOW_MS).contains(&now_ms)
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

fn make_room(counts: &mut HashMap<Key, Count>, now_ms: i64) {
    if counts.len() + 2 <= MAX_KEYS {
        return;
    }
    counts.retain(|_, count| !count.is_over(now_ms));
    // Still full: a flood from very many networks. Who failed most is kept, so that a flood does not wash out a real attack.
    let mut floor = 1;
    while counts.len() > MAX_KEYS / 2 {
        counts.retain(|_, count| count.n > floor);
        floor *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(s: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + s).unwrap()
    }

    fn peer(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn ten_failures_close_the_account_for_that_network_only_until_the_window_ends() {
        let limiter = Limiter::default();
        for _ in 0..PER_ACCOUNT {
            limiter.attempt("Ada", peer("192.0.2.1"), at(0)).unwrap();
        }
        assert_eq!(limiter.attempt("ada", peer("192.0.2.1"), at(60)), Err(840));
        assert_eq!(limiter.attempt("ada", peer("192.0.2.2"), at(60)), Ok(()));
        assert_eq!(limiter.attempt("ada", peer("192.0.2.1"), at(900)), Ok(()));
    }

    #[test]
    fn a_hundred_failures_close_the_network_for_every_account() {
        let limiter = Limiter::default();
        for n in 0..PER_NETWORK {
            limiter.attempt(&format!("user{n}"), peer("2001:db8::1"), at(0)).unwrap();
        }
        assert!(limiter.attempt("ada", peer("2001:db8::ffff"), at(1)).is_err());
        assert!(limiter.attempt("ada", peer("2001:db8:0:1::1"), at(1)).is_ok());
    }

    #[test]
    fn success_gives_the_attempt_back() {
        let limiter = Limiter::default();
        for _ in 0..1_000 {
            limiter.attempt("ada", peer("192.0.2.1"), at(0)).unwrap();
            limiter.succeeded("ada", peer("::ffff:192.0.2.1"));
        }
    }

    #[test]
    fn a_clock_set_back_locks_nobody_out() {
        let limiter = Limiter::default();
        for _ in 0..PER_ACCOUNT {
            limiter.attempt("ada", peer("192.0.2.1"), at(1_000_000)).unwrap();
        }
        assert_eq!(limiter.attempt("ada", peer("192.0.2.1"), at(0)), Ok(()));
    }

    #[test]
    fn a_flood_of_networks_takes_bounded_memory_and_does_not_wash_out_a_count() {
        let limiter = Limiter::default();
        for _ in 0..PER_ACCOUNT {
            limiter.attempt("ada", peer("192.0.2.1"), at(0)).unwrap();
        }
        for n in 0..200_000_u32 {
            let _ = limiter.attempt("ada", IpAddr::V4((0x0b00_0000 + n).into()), at(0));
        }
        assert!(limiter.lock().len() <= MAX_KEYS);
        assert!(limiter.attempt("ada", peer("192.0.2.1"), at(1)).is_err());
    }
}
