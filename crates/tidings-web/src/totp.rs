//! Codes of the second step: RFC 6238 (TOTP) with SHA-1, six digits and thirty seconds, as every app on a phone makes them.

use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use sha1::Sha1;
use subtle::ConstantTimeEq;
use tidings_model::Clock;

/// Seconds for which a code is shown.
const STEP_S: i64 = 30;
/// Digits of a code.
const DIGITS: usize = 6;
/// Steps by which a phone's clock may be off, either way.
const DRIFT: i64 = 1;
/// Bytes of a secret, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;
/// Recovery codes given out at once.
pub(crate) const N_RECOVERY_CODES: usize = 10;

/// A fresh secret.
pub(crate) fn new_secret(clock: &dyn Clock) -> Vec<u8> {
    clock.secret()[..SECRET_BYTES].to_vec()
}

/// RFC 4226: the code of a counter.
fn hotp(secret: &[u8], counter: u64, digits: usize) -> String {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).expect("HMAC takes a key of any length");
    mac.update(&counter.to_be_bytes());
    let hash = mac.finalize().into_bytes();
    // Dynamic truncation: the last four bits say where to read 31 bits.
    let at = usize::from(hash[19] & 0xf);
    let number = u32::from_be_bytes([hash[at], hash[at + 1], hash[at + 2], hash[at + 3]]);
    let wanted = (number & 0x7fff_ffff) % 10_u32.pow(digits as u32);
    format!("{wanted:0digits$}")
}

/// The step of time that a code belongs to, if it is one of now (or a step before or after).
pub(crate) fn step_of(secret: &[u8], code: &str, now: Timestamp) -> Option<i64> {
    let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
    let present = now.as_second().div_euclid(STEP_S);
    let mut found = None;
    // Every step is looked at whatever is found, so that the time taken tells nothing.
    for step in present - DRIFT..=present + DRIFT {
        let expected = hotp(secret, step.unsigned_abs(), DIGITS);
        if bool::from(expected.as_bytes().ct_eq(code.as_bytes())) {
            found = Some(step);
        }
    }
    found
}

/// The secret as people type it: base32 in groups of four.
pub(crate) fn spelled(secret: &[u8]) -> String {
    let text = base32(secret);
    let groups = text.as_bytes().chunks(4).map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(" ")
}

/// What a phone reads from the picture.
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

/// The picture, as modules that a template draws: rows of runs `(x, y, width)` and the number of modules on a side.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) side: usize,
    /// An SVG path of the dark modules.
    pub(crate) path: String,
}

/// Quiet modules around the code, as its standard asks.
const QUIET: usize = 4;

/// The QR code of a text; `None` when it is too long for one.
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

/// Ten codes for who loses the phone: 80 bits each, in groups of four.
pub(crate) fn recovery_codes(clock: &dyn Clock) -> Vec<String> {
    let one = |()| {
        let text = base32(&clock.secret()[..10]).to_lowercase();
        let groups = text.as_bytes().chunks(4).map(|group| String::from_utf8_lossy(group));
        groups.collect::<Vec<_>>().join("-")
    };
    std::iter::repeat_n((), N_RECOVERY_CODES).map(one).collect()
}

/// A recovery code as it is hashed: however it was typed.
pub(crate) fn normalized(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

/// RFC 4648, without padding.
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
