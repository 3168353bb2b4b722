//! The number of an article in its three written forms.

use tidings_model::EntryId;

const LONG: &str = "tag:google.com,2005:reader/item/";

/// Returns the long form, which contents use.
pub(super) fn long(id: EntryId) -> String {
    format!("{LONG}{:016x}", id.0)
}

/// Parses an id as clients write it: the long form, padded or not; exactly sixteen hexadecimal digits; or decimal
/// digits.
///
/// Our ids are small, so sixteen digits are never decimal.
pub(super) fn read(text: &str) -> Option<EntryId> {
    let text = text.trim();
    let number = match text.strip_prefix(LONG) {
        Some(digits) => hexadecimal(digits)?,
        None if text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            hexadecimal(text)?
        }
        None => text.parse().ok()?,
    };
    (number > 0).then_some(EntryId(number))
}

fn hexadecimal(digits: &str) -> Option<i64> {
    let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_plain.then(|| i64::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests;
