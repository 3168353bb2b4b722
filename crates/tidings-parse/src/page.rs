//! Decodes web pages to text.

use crate::complaints::Complaints;
use crate::decode::decode;
use std::borrow::Cow;

/// Decodes a web page: by its byte order mark, the Content-Type header, its own `<meta charset>`, or a guess.
///
/// ```
/// use tidings_parse::page::page_text;
/// assert_eq!(page_text(b"<meta charset=iso-8859-1>caf\xe9", Some("text/html")), "<meta charset=iso-8859-1>caf\u{e9}");
/// ```
#[must_use]
pub fn page_text<'a>(bytes: &'a [u8], content_type: Option<&str>) -> Cow<'a, str> {
    let is_declared =
        content_type.is_some_and(|header| header.to_ascii_lowercase().contains("charset="));
    let own = if is_declared {
        None
    } else {
        charset_of_meta(bytes).map(|name| format!("text/html; charset={name}"))
    };
    decode(bytes, own.as_deref().or(content_type), &mut Complaints::default())
}

/// Browsers search this far for a declaration.
const LOOKED_AT: usize = 1024;

fn charset_of_meta(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOKED_AT)]).to_ascii_lowercase();
    let after_meta = &head[head.find("<meta")?..];
    let value = after_meta[after_meta.find("charset")? + "charset".len()..]
        .trim_start()
        .strip_prefix('=')?;
    let value = value.trim_start().trim_start_matches(['"', '\'']);
    let end = value
        .find(|c: char| !(c.is_ascii_alphanumeric() || "-_:.".contains(c)))
        .unwrap_or(value.len());
    (end > 0).then(|| value[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declaration_in_the_page_counts_if_the_header_has_none() {
        let page = b"<html><meta http-equiv=Content-Type content=\"text/html; charset=windows-1251\"><p>\xcf\xf0";
        assert!(page_text(page, None).ends_with("Пр"));
        assert!(page_text("<meta charset=latin1>é".as_bytes(), None).ends_with('é'));
        assert!(
            page_text(b"<meta charset=utf-8>\xcf\xf0", Some("text/html; charset=windows-1251"))
                .ends_with("Пр")
        );
        assert_eq!(page_text(b"<meta charset=>x<meta", None), "<meta charset=>x<meta");
    }
}
