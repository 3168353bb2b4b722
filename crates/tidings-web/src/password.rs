//! Passwords: argon2id, off the event loop, a few at a time.

use crate::{Error, blocking, voice::Voice};
use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use std::{sync::LazyLock, time::Duration};
use tokio::sync::Semaphore;

/// Minimum number of characters.
pub const MIN_CHARS: usize = 10;
/// Maximum number of bytes: hashing megabytes would be a way to keep the server busy.
pub const MAX_BYTES: usize = 1024;

// One check takes 19 MiB and about 30 ms. Many people signing in at once must not use more than a few of these.
static AT_ONCE: Semaphore = Semaphore::const_new(2);
const PATIENCE: Duration = Duration::from_secs(10);

// Verified if the name is unknown, so that the response takes as long as for a known one.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash_password("nobody's password"));

/// Returns the hash of a password as a PHC string (argon2id with the crate's recommended cost and a new salt). This
/// takes tens of milliseconds; async code should call it through `spawn_blocking`.
///
/// ```
/// let hash = tidings_web::hash_password("correct horse battery");
/// assert!(hash.starts_with("$argon2id$"));
/// assert!(tidings_web::verify_password("correct horse battery", &hash));
/// assert!(!tidings_web::verify_password("incorrect horse", &hash));
/// ```
#[must_use]
pub fn hash_password(password: &str) -> String {
    Argon2::default()
        .hash_password(password.as_bytes())
        .expect("the default cost is valid, the password is shorter than 4 GiB and the system gives random bytes")
        .to_string()
}

/// Returns whether a password matches a hash. A malformed hash matches none.
#[must_use]
pub fn verify_password(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

/// Why a new password is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// It has fewer than [`MIN_CHARS`] characters.
    TooShort {
        /// How many it has.
        n_chars: usize,
    },
    /// It has more than [`MAX_BYTES`] bytes.
    TooLong,
}

impl Unfit {
    /// Returns it as a sentence.
    pub(crate) fn said(self, t: &Voice) -> String {
        match self {
            Self::TooShort { n_chars } => {
                t.n_with("password-too-short", n_chars, "least", &MIN_CHARS.to_string())
            }
            Self::TooLong => t.with("password-too-long", "most", &MAX_BYTES.to_string()),
        }
    }
}

/// In English, for the command line.
impl std::fmt::Display for Unfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.said(&Voice::plain_english()))
    }
}

/// Checks a new password.
///
/// # Errors
///
/// If it is too short or too long.
pub fn check_new_password(password: &str) -> Result<(), Unfit> {
    let n_chars = password.chars().count();
    if n_chars < MIN_CHARS {
        return Err(Unfit::TooShort { n_chars });
    }
    if password.len() > MAX_BYTES { Err(Unfit::TooLong) } else { Ok(()) }
}

/// Hashes on a blocking thread, after waiting for a permit.
pub(crate) async fn hash(password: String) -> Result<String, Error> {
    in_turn(move || hash_password(&password)).await
}

/// Verifies on a blocking thread, after waiting for a permit. Without a hash it takes as long and returns false.
pub(crate) async fn verify(password: String, hash: Option<String>) -> Result<bool, Error> {
    in_turn(move || {
        let is_right = verify_password(&password, hash.as_deref().unwrap_or(&NOBODY));
        is_right && hash.is_some()
    })
    .await
}

async fn in_turn<T: Send + 'static>(task: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    let turn = tokio::time::timeout(PATIENCE, AT_ONCE.acquire())
        .await
        .map_err(|_| Error::Busy)?
        .expect("the semaphore is never closed");
    let result = blocking::off_thread("the password task ended early", task).await;
    drop(turn);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_passwords_have_different_hashes() {
        assert_ne!(hash_password("correct horse"), hash_password("correct horse"));
    }

    #[test]
    fn malformed_hashes_match_no_password() {
        for hash in ["", "$argon2id$", "plain", "$2b$10$abc"] {
            assert!(!verify_password("", hash));
            assert!(!verify_password(hash, hash));
        }
    }

    #[tokio::test]
    async fn an_unknown_name_never_passes_even_with_the_dummy_password() {
        assert!(!verify("nobody's password".to_owned(), None).await.unwrap());
    }

    #[test]
    fn too_short_and_too_long_passwords_are_refused_with_a_sentence() {
        assert!(check_new_password("123456789").unwrap_err().to_string().contains("9 characters"));
        assert!(check_new_password(&"x".repeat(1025)).is_err());
        assert!(check_new_password("žluťoučký kůň").is_ok());
    }
}
