//! Secrets: generated at random, shown once, stored as a hash.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tidings_model::Clock;

/// A 256-bit secret in both its forms.
#[derive(Clone)]
pub struct SecretToken {
    /// For the person or their browser: 43 characters that need no escaping in a URL.
    pub text: String,
    /// For storage: the hash does not reveal the text.
    pub hash: [u8; 32],
}

impl SecretToken {
    /// The length of its text.
    pub(crate) const CHARS: usize = 43;

    /// Generates a secret.
    ///
    /// ```
    /// # let clock = tidings_model::clock::FixedClock("2026-11-15T00:00:00Z".parse().unwrap());
    /// let token = tidings_web::SecretToken::new(&clock);
    /// assert_eq!(token.text.len(), 43);
    /// assert_eq!(tidings_web::SecretToken::hash(&token.text), token.hash);
    /// ```
    #[must_use]
    pub fn new(clock: &dyn Clock) -> Self {
        let text = BASE64.encode(clock.secret());
        let hash = Self::hash(&text);
        Self { text, hash }
    }

    /// Returns the hash of a text.
    #[must_use]
    pub fn hash(text: &str) -> [u8; 32] {
        Sha256::digest(text).into()
    }
}

impl std::fmt::Debug for SecretToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Returns whether a text has this hash, in constant time.
pub(crate) fn has_hash(text: &str, hash: &[u8; 32]) -> bool {
    SecretToken::hash(text).ct_eq(hash).into()
}

/// Masks a secret for a page. The result is different each time, so that the length of a compressed page reveals
/// nothing about it.
pub(crate) fn mask(secret: &str, clock: &dyn Clock) -> String {
    let pad = Sha256::digest(clock.secret());
    let masked =
        Sha256::digest(secret).iter().zip(pad).map(|(byte, pad)| byte ^ pad).collect::<Vec<_>>();
    BASE64.encode([pad.as_slice(), &masked].concat())
}

/// Returns whether a masked text was made from the secret.
pub(crate) fn is_masked(text: &str, secret: &str) -> bool {
    let Ok(bytes) = BASE64.decode(text) else { return false };
    let Some((pad, masked)) = bytes.split_at_checked(32) else { return false };
    let bare = masked.iter().zip(pad).map(|(byte, pad)| byte ^ pad).collect::<Vec<_>>();
    bare.as_slice().ct_eq(Sha256::digest(secret).as_slice()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU8, Ordering};

    #[derive(Debug, Default)]
    struct Counting(AtomicU8);

    impl Clock for Counting {
        fn now(&self) -> jiff::Timestamp {
            jiff::Timestamp::UNIX_EPOCH
        }
        fn secret(&self) -> [u8; 32] {
            [self.0.fetch_add(1, Ordering::Relaxed); 32]
        }
    }

    #[test]
    fn a_masked_secret_differs_in_every_page_and_is_recognized_in_each() {
        let clock = Counting::default();
        let (first, second) = (mask("secret", &clock), mask("secret", &clock));
        assert_ne!(first, second);
        assert!(is_masked(&first, "secret") && is_masked(&second, "secret"));
        assert!(!is_masked(&first, "other"));
    }

    #[test]
    fn nonsense_is_not_a_token() {
        for text in ["", "x", "AAAA", &"A".repeat(43), &"A".repeat(86), &"A".repeat(100_000)] {
            assert!(!is_masked(text, ""), "{text}");
        }
    }

    #[test]
    fn debug_output_reveals_no_secret() {
        let token = SecretToken::new(&Counting::default());
        assert!(!format!("{token:?}").contains(&token.text));
    }
}
