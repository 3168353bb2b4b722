//! Passwords: argon2id, off the event loop, a few at a time.

use crate::{Error, blocking, voice::Voice};
use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use std::{sync::LazyLock, time::Duration};
use tokio::sync::Semaphore;

/// Fewest characters of a password.
pub const MIN_CHARS: usize = 10;
/// Most bytes of a password: hashing a megabyte would be a way to keep us busy.
pub const MAX_BYTES: usize = 1024;

// One check takes 19 MiB and some 30 ms; a crowd signing in at once must not take more than a few.
static AT_ONCE: Semaphore = Semaphore::const_new(2);
const PATIENCE: Duration = Duration::from_secs(10);

// Checked when the name is unknown, so that the answer takes as long as for a known one.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash_password("nobody's password"));

/// The hash of a password as a PHC string (argon2id, the crate's recommended cost, a fresh salt). Takes tens of
/// milliseconds: on a runtime call it through `spawn_blocking`.
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

/// Whether a password belongs to a hash; a hash that cannot be read belongs to none.
#[must_use]
pub fn verify_password(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

/// What is wrong with a new password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// Fewer than [`MIN_CHARS`] characters.
    TooShort {
        /// How many it has.
        n_chars: usize,
    },
    /// More than [`MAX_BYTES`] bytes.
    TooLong,
}

impl Unfit {
    /// The sentence.
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

/// Says what is wrong with a new password.
///
/// # Errors
/// When it is too short or too long.
pub fn check_new_password(password: &str) -> Result<(), Unfit> {
    let n_chars = password.chars().count();
    if n_chars < MIN_CHARS {
        return Err(Unfit::TooShort { n_chars });
    }
    if password.len() > MAX_BYTES { Err(Unfit::TooLong) } else { Ok(()) }
}

/// Hashes on a blocking thread, waiting for a turn.
pub(crate) async fn hash(password: String) -> Result<String, Error> {
    in_turn(move || hash_password(&password)).await
}

/// Verifies on a blocking thread, waiting for a turn; without a hash it takes as long and says no.
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
    fn unreadable_hashes_belong_to_no_password() {
        for hash in ["", "$argon2id$", "plain", "$2b$10$abc"] {
            assert!(!verify_password("", hash));
            assert!(!verify_password(hash, hash));
        }
    }

    #[tokio::test]
    async fn an_unknown_name_never_passes_even_with_the_stand_in_password() {
        assert!(!verify("nobody's password".to_owned(), None).await.unwrap());
    }

    #[test]
    fn short_and_endless_passwords_are_refused_with_a_sentence() {
        assert!(check_new_password("123456789").unwrap_err().to_string().contains("9 characters"));
        assert!(check_new_password(&"x".repeat(1025)).is_err());
        assert!(check_new_password("žluťoučký kůň").is_ok());
    }
}
