//! Checks whether a message was signed with a key that only its sender and we know (WebSub, section 7.1).

use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, HeaderName};
use sha1::Sha1;
use sha2::{Sha256, Sha384, Sha512};

/// The header of the specification, and one that some hubs also send.
static HEADERS: [HeaderName; 2] =
    [HeaderName::from_static("x-hub-signature-256"), HeaderName::from_static("x-hub-signature")];

/// The verdict on a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signed {
    /// It was made with one of the keys.
    Well,
    /// It was made with another key, or is malformed.
    Badly,
    /// There is none.
    NotAtAll,
}

/// Compares the signature of a message with those that the keys produce.
pub(crate) fn check(headers: &HeaderMap, secrets: &[String], body: &[u8]) -> Signed {
    let mut signatures = HEADERS.iter().flat_map(|name| headers.get_all(name)).peekable();
    if signatures.peek().is_none() {
        return Signed::NotAtAll;
    }
    let is_good = signatures
        .filter_map(|value| Signature::read(value.to_str().ok()?))
        .any(|signature| secrets.iter().any(|secret| signature.is_of(secret, body)));
    if is_good { Signed::Well } else { Signed::Badly }
}

/// The methods that WebSub names. Anything else, such as MD5, proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Method {
    Sha1,
    Sha256,
    Sha384,
    Sha512,
}

impl Method {
    fn n_bytes(self) -> usize {
        match self {
            Self::Sha1 => 20,
            Self::Sha256 => 32,
            Self::Sha384 => 48,
            Self::Sha512 => 64,
        }
    }
}

/// `method=hex`, complete: a truncated signature is invalid.
#[derive(Debug, PartialEq, Eq)]
struct Signature {
    method: Method,
    bytes: Vec<u8>,
}

impl Signature {
    fn read(text: &str) -> Option<Self> {
        let (method, hex) = text.trim().split_once('=')?;
        let method = match method.to_ascii_lowercase().as_str() {
            "sha1" => Method::Sha1,
            "sha256" => Method::Sha256,
            "sha384" => Method::Sha384,
            "sha512" => Method::Sha512,
            _ => return None,
        };
        if hex.len() != 2 * method.n_bytes() || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let pairs =
            (0..method.n_bytes()).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16));
        Some(Self { method, bytes: pairs.collect::<Result<_, _>>().ok()? })
    }

    fn is_of(&self, secret: &str, body: &[u8]) -> bool {
        match self.method {
            Method::Sha1 => self.is_made_by::<Hmac<Sha1>>(secret, body),
            Method::Sha256 => self.is_made_by::<Hmac<Sha256>>(secret, body),
            Method::Sha384 => self.is_made_by::<Hmac<Sha384>>(secret, body),
            Method::Sha512 => self.is_made_by::<Hmac<Sha512>>(secret, body),
        }
    }

    fn is_made_by<M: Mac + KeyInit>(&self, secret: &str, body: &[u8]) -> bool {
        let mut mac = <M as KeyInit>::new_from_slice(secret.as_bytes())
            .expect("HMAC accepts keys of any length");
        mac.update(body);
        // Compares in constant time.
        mac.verify_slice(&self.bytes).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FOX: &[u8] = b"The quick brown fox jumps over the lazy dog";
    const SHA1: &str = "sha1=de7c9b85b8b78aa6bc8a7a36f70a90701c9db4d9";
    const SHA256: &str = "sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8";
    const SHA384: &str = "sha384=d7f4727e2c0b39ae0f1e40cc96f60242d5b7801841cea6fc592c5d3e1ae50700582a96cf35e1e554995fe4e03381c237";
    const SHA512: &str = "sha512=b42af09057bac1e2d41708e48a902e09b5ff7f12ab428a4fe86653c73dd248fb82f948a549f7b791a5b41915ee4d1ec3935357e4e2317250d0372afa2ebeeb3a";

    fn said(name: &'static str, value: &str, secret: &str) -> Signed {
        let mut headers = HeaderMap::new();
        if let Ok(value) = value.parse() {
            headers.insert(name, value);
        }
        check(&headers, &["old".to_owned(), secret.to_owned()], FOX)
    }

    #[test]
    fn the_four_methods_are_known() {
        for good in [SHA1, SHA256, SHA384, SHA512] {
            assert_eq!(said("x-hub-signature", good, "key"), Signed::Well, "{good}");
            assert_eq!(said("x-hub-signature", &good.to_uppercase(), "key"), Signed::Well);
            assert_eq!(said("x-hub-signature", good, "guess"), Signed::Badly);
            assert_eq!(said("x-hub-signature", good, ""), Signed::Badly);
        }
        assert_eq!(said("x-hub-signature-256", SHA256, "key"), Signed::Well);
        assert_eq!(said("x-other", SHA256, "key"), Signed::NotAtAll);
    }

    #[test]
    fn truncated_signatures_and_other_methods_prove_nothing() {
        let longer = format!("{SHA256}00");
        let zeros = format!("sha256={}", "0".repeat(64));
        for bad in [
            "",
            "=",
            "sha256",
            "sha256=",
            &SHA256[..20],
            &SHA256[..SHA256.len() - 1],
            &longer,
            &zeros,
            "md5=80070713463e7749b90c2dc24911e275",
            "none=",
            &SHA256[7..],
            &SHA1.replace("sha1", "sha256"),
        ] {
            assert_eq!(said("x-hub-signature", bad, "key"), Signed::Badly, "{bad}");
        }
    }

    #[test]
    fn without_a_key_no_signature_is_valid() {
        let headers: HeaderMap =
            [("x-hub-signature".parse().unwrap(), SHA256.parse().unwrap())].into_iter().collect();
        assert_eq!(check(&headers, &[], FOX), Signed::Badly);
    }

    proptest! {
        #[test]
        fn no_random_text_is_a_valid_signature(text in ".{0,140}") {
            let _ = Signature::read(&text);
            prop_assert_ne!(said("x-hub-signature", &text, "key"), Signed::Well);
        }

        #[test]
        fn one_changed_digit_invalidates_a_signature(at in 7..71usize, digit in 0..16u32) {
            let digit = char::from_digit(digit, 16).unwrap().to_string();
            let mut text = SHA256.to_owned();
            text.replace_range(at..=at, &digit);
            let expected = if text == SHA256 { Signed::Well } else { Signed::Badly };
            prop_assert_eq!(said("x-hub-signature", &text, "key"), expected);
        }

        #[test]
        fn one_changed_byte_of_the_body_invalidates_a_signature(at in 0..43usize, with in any::<u8>()) {
            let mut body = FOX.to_vec();
            body[at] = with;
            let signature = Signature::read(SHA256).unwrap();
            prop_assert_eq!(signature.is_of("key", &body), body == FOX);
        }
    }
}
