//! Two-factor codes: RFC 6238 (TOTP) with SHA-1, six digits and thirty seconds, which every authenticator app supports.

use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use sha1::Sha1;
use subtle::ConstantTimeEq;
use tidings_model::Clock;

/// Seconds for which a code is valid.
const STEP_S: i64 = 30;
/// Digits of a code.
const DIGITS: usize = 6;
/// Steps by which the device's clock may be wrong, in either direction.
const DRIFT: i64 = 1;
/// Bytes of a secret, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;
/// Recovery codes issued at once.
pub(crate) const N_RECOVERY_CODES: usize = 10;

/// Generates a secret.
pub(crate) fn new_secret(clock: &dyn Clock) -> Vec<u8> {
    clock.secret()[..SECRET_BYTES].to_vec()
}

/// Returns the code of a counter (RFC 4226).
fn hotp(secret: &[u8], counter: u64, digits: usize) -> String {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).expect("HMAC accepts keys of any length");
    mac.update(&counter.to_be_bytes());
    let hash = mac.finalize().into_bytes();
    // Dynamic truncation: the last four bits are the offset at which to read 31 bits.
    let at = usize::from(hash[19] & 0xf);
    let number = u32::from_be_bytes([hash[at], hash[at + 1], hash[at + 2], hash[at + 3]]);
    let wanted = (number & 0x7fff_ffff) % 10_u32.pow(digits as u32);
    format!("{wanted:0digits$}")
}

/// Returns the time step of a code, if it is the current one or a neighbour.
pub(crate) fn step_of(secret: &[u8], code: &str, now: Timestamp) -> Option<i64> {
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let present = now.as_second().div_euclid(STEP_S);
    let mut found = None;
    // Every step is checked whatever is found, so that the duration reveals nothing.
    for step in present - DRIFT..=present + DRIFT {
        let expected = hotp(secret, step.unsigned_abs(), DIGITS);
        if bool::from(expected.as_bytes().ct_eq(code.as_bytes())) {
            found = Some(step);
        }
    }
    found
}

/// Returns the secret for typing: base32 in groups of four.
pub(crate) fn spelled(secret: &[u8]) -> String {
    let text = base32(secret);
    let groups = text.as_bytes().chunks(4).map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(" ")
}

/// Returns the address in the QR code.
pub(crate) fn address(secret: &[u8], user: &str, place: &str) -> String {
    let part = |text: &str| {
        url::form_urlencoded::byte_serialize(text.as_bytes())
            .collect::<String>()
            .replace('+', "%20")
    };
    let issuer = part(&format!("Tidings ({place})"));
    format!(
        "otpauth://totp/{issuer}:{}?secret={}&issuer={issuer}&algorithm=SHA1&digits={DIGITS}&period={STEP_S}",
        part(user),
        base32(secret)
    )
}

/// A QR code for a template: rows of runs `(x, y, width)` and the number of modules per side.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) side: usize,
    /// An SVG path of the dark modules.
    pub(crate) path: String,
}

/// Width of the quiet zone, in modules, as the standard requires.
const QUIET: usize = 4;

/// Returns the QR code of a text; `None` if it is too long.
pub(crate) fn picture(text: &str) -> Option<Picture> {
    let code = qrcode::QrCode::with_error_correction_level(text, qrcode::EcLevel::M).ok()?;
    let width = code.width();
    let colors = code.to_colors();
    let mut path = String::new();
    for (y, row) in colors.chunks(width).enumerate() {
        let mut x = 0;
        while x < width {
            let run = row[x..].iter().take_while(|color| **color == qrcode::Color::Dark).count();
            if run > 0 {
                path += &format!("M{} {}h{run}v1h-{run}z", x + QUIET, y + QUIET);
            }
            x += run.max(1);
        }
    }
    Some(Picture { side: width + 2 * QUIET, path })
}

/// Returns ten codes for someone who loses the device: 80 bits each, in groups of four.
pub(crate) fn recovery_codes(clock: &dyn Clock) -> Vec<String> {
    let one = |()| {
        let text = base32(&clock.secret()[..10]).to_lowercase();
        let groups = text.as_bytes().chunks(4).map(|group| String::from_utf8_lossy(group));
        groups.collect::<Vec<_>>().join("-")
    };
    std::iter::repeat_n((), N_RECOVERY_CODES).map(one).collect()
}

/// Normalizes a recovery code for hashing, however it was typed.
pub(crate) fn normalized(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

/// Encodes as base32 (RFC 4648), without padding.
fn base32(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let mut text = String::new();
    let (mut held, mut n_bits) = (0_u32, 0);
    for byte in bytes {
        held = (held << 8) | u32::from(*byte);
        n_bits += 8;
        while n_bits >= 5 {
            n_bits -= 5;
            text.push(char::from(LETTERS[(held >> n_bits) as usize & 31]));
        }
        held &= (1 << n_bits) - 1;
    }
    if n_bits > 0 {
        text.push(char::from(LETTERS[(held << (5 - n_bits)) as usize & 31]));
    }
    text
}

#[cfg(test)]
mod tests;
