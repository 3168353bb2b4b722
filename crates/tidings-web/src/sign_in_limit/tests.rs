//! Tests of the limits on wrong passwords, with a store in memory.

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

/// Tries a password from a network. If refused, returns in how many seconds to come back.
async fn wait(limiter: &Limiter, name: &str, from: &str, s: i64) -> Option<u64> {
    match limiter.attempt(name, peer(from), at(s)).await {
        Ok(()) => None,
        Err(Error::TooManyAttempts { retry_after_s }) => Some(retry_after_s),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn ten_failures_block_the_account_for_that_network_until_the_window_ends() {
    let limiter = limiter().await;
    for _ in 0..PER_ACCOUNT {
        assert_eq!(wait(&limiter, "Ada", "192.0.2.1", 0).await, None);
    }
    assert_eq!(wait(&limiter, "ada", "192.0.2.1", 60).await, Some(840));
    assert_eq!(wait(&limiter, "ada", "192.0.2.2", 60).await, None);
    assert_eq!(wait(&limiter, "ada", "192.0.2.1", 900).await, None);
}

#[tokio::test]
async fn a_hundred_failures_block_the_network_for_every_account() {
    let limiter = limiter().await;
    for n in 0..PER_NETWORK {
        assert_eq!(wait(&limiter, &format!("user{n}"), "2001:db8::1", 0).await, None);
    }
    assert!(wait(&limiter, "ada", "2001:db8::ffff", 1).await.is_some());
    assert_eq!(wait(&limiter, "ada", "2001:db8:0:1::1", 1).await, None);
}

#[tokio::test]
async fn success_returns_the_attempt() {
    let limiter = limiter().await;
    for _ in 0..2 * PER_NETWORK {
        assert_eq!(wait(&limiter, "ada", "192.0.2.1", 0).await, None);
        limiter.succeeded("ada", peer("::ffff:192.0.2.1")).await.unwrap();
    }
}

#[tokio::test]
async fn what_a_user_proves_is_counted_by_user_and_kind_until_it_is_right() {
    let (limiter, user) = (limiter().await, UserId(1));
    let kinds = [UserProof::SignInCode, UserProof::OwnPassword, UserProof::FirstCode];
    for (index, proof) in kinds.into_iter().enumerate() {
        for _ in 0..PER_USER {
            limiter.attempt_of(user, proof, at(0)).await.unwrap();
        }
        assert!(limiter.attempt_of(user, proof, at(1)).await.is_err());
        limiter.attempt_of(UserId(2), proof, at(1)).await.unwrap();
        for other in &kinds[index + 1..] {
            limiter.attempt_of(user, *other, at(1)).await.unwrap();
            limiter.succeeded_of(user, *other).await.unwrap();
        }
        limiter.succeeded_of(user, proof).await.unwrap();
        limiter.attempt_of(user, proof, at(1)).await.unwrap();
    }
}

#[tokio::test]
async fn attempts_without_a_name_count_for_the_network_alone() {
    let limiter = limiter().await;
    let from = peer("192.0.2.1");
    for _ in 0..PER_NETWORK {
        limiter.attempt_nameless(from, at(0)).await.unwrap();
    }
    assert!(limiter.attempt_nameless(from, at(1)).await.is_err());
    assert!(wait(&limiter, "ada", "192.0.2.1", 1).await.is_some(), "the network has to wait");
    assert_eq!(wait(&limiter, "ada", "192.0.2.2", 1).await, None);
}

#[tokio::test]
async fn setting_the_clock_back_locks_nobody_out() {
    let limiter = limiter().await;
    for _ in 0..PER_ACCOUNT {
        assert_eq!(wait(&limiter, "ada", "192.0.2.1", 1_000_000).await, None);
    }
    assert_eq!(wait(&limiter, "ada", "192.0.2.1", 0).await, None);
}

#[tokio::test]
async fn processes_share_their_counts_and_app_passwords_are_separate() {
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
async fn keys_reveal_neither_names_nor_addresses() {
    let limiter = limiter().await;
    let key = limiter.account("Ada", peer("192.0.2.1"));
    assert_eq!(key, limiter.account("ada", peer("192.0.2.1")));
    assert!(key.len() == 64 && key.chars().all(|c| c.is_ascii_hexdigit()), "{key}");
}

#[test]
fn a_network_is_an_ipv4_address_or_the_first_half_of_an_ipv6_address() {
    for (address, of) in [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("::1", "::"),
    ] {
        assert_eq!(network(peer(address)), peer(of), "{address}");
    }
}

#[tokio::test]
async fn concurrent_attempts_are_limited_like_sequential_ones() {
    let limiter = limiter().await;
    let tries = (0..4 * PER_ACCOUNT).map(|n| {
        let name = ["ada", "Ada", "ADA"][n as usize % 3];
        wait(&limiter, name, "192.0.2.1", 0)
    });
    let waits = futures_util::future::join_all(tries).await;
    let n_passed = waits.iter().filter(|wait| wait.is_none()).count();
    assert_eq!(n_passed, PER_ACCOUNT as usize);
}

#[tokio::test]
async fn success_with_one_account_resets_nothing_at_another() {
    let limiter = limiter().await;
    for _ in 0..PER_ACCOUNT {
        wait(&limiter, "ada", "192.0.2.1", 0).await;
    }
    assert_eq!(wait(&limiter, "eve", "192.0.2.1", 0).await, None);
    limiter.succeeded("eve", peer("192.0.2.1")).await.unwrap();
    assert!(wait(&limiter, "ada", "192.0.2.1", 1).await.is_some());
}

#[tokio::test]
async fn an_account_of_ones_own_does_not_allow_endless_guessing_at_others() {
    let limiter = limiter().await;
    let mut n_guesses = 0;
    // Eve signs in between her guesses, so that her own attempts are returned.
    for n in 0..3 * PER_NETWORK {
        if wait(&limiter, &format!("victim{n}"), "192.0.2.1", 0).await.is_some() {
            break;
        }
        n_guesses += 1;
        if wait(&limiter, "eve", "192.0.2.1", 0).await.is_none() {
            limiter.succeeded("eve", peer("192.0.2.1")).await.unwrap();
        }
    }
    assert_eq!(n_guesses, PER_NETWORK);
}
