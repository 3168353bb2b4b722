//! Addresses in articles: absolute http(s), or nothing.
//!
//! The parsed address is written, not the text it came from, so tricks with case, control characters or character
//! references do not survive.

use tidings_model::limits::Limits;
use url::Url;

/// What addresses are resolved against, and how long they may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Addresses<'a> {
    pub(crate) base: Option<&'a Url>,
    pub(crate) limits: &'a Limits,
}

impl Addresses<'_> {
    /// Returns an absolute http(s) address. Without a base, relative ones are dropped: they would point at our own
    /// server.
    pub(crate) fn web(&self, text: &str) -> Option<Url> {
        let url = self.absolute(text)?;
        is_web(&url).then_some(url)
    }

    /// Returns a [`web`](Self::web) address or a mail address.
    pub(super) fn link(&self, text: &str) -> Option<Url> {
        let url = self.absolute(text)?;
        (is_web(&url) || url.scheme() == "mailto").then_some(url)
    }

    fn absolute(&self, text: &str) -> Option<Url> {
        let text = text.trim_matches(|c: char| c.is_ascii_whitespace() || c.is_control());
        if text.is_empty() || text.len() > self.limits.url_bytes {
            return None;
        }
        let mut url = match Url::parse(text) {
            Err(url::ParseError::RelativeUrlWithoutBase) => self.base?.join(text).ok()?,
            other => other.ok()?,
        };
        // `https://bank.example@evil.example/` only exists to be misread.
        if is_web(&url) && (!url.username().is_empty() || url.password().is_some()) {
            url.set_username("").ok()?;
            url.set_password(None).ok()?;
        }
        (url.as_str().len() <= self.limits.url_bytes).then_some(url)
    }

    /// Returns a srcset with its addresses resolved and checked, or `None`.
    ///
    /// Candidates with a comma in the address are dropped, because parsers disagree on where those end.
    pub(super) fn srcset(&self, text: &str) -> Option<String> {
        let mut written: Vec<String> = Vec::new();
        for (address, descriptor) in candidates(text).take(MAX_CANDIDATES) {
            let Some(url) = self.web(address).filter(|url| !url.as_str().contains(',')) else {
                continue;
            };
            match descriptor {
                "" => written.push(url.into()),
                descriptor if is_descriptor(descriptor) => {
                    written.push(format!("{url} {descriptor}"))
                }
                _ => {}
            }
        }
        (!written.is_empty()).then(|| written.join(", "))
    }
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.has_host()
}

const MAX_CANDIDATES: usize = 16;

/// Splits a srcset into candidates: address and descriptor.
pub(super) fn candidates(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        if rest.is_empty() {
            return None;
        }
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (address, after) = rest.split_at(end);
        if let Some(bare) = address.strip_suffix(',') {
            rest = after;
            return Some((bare.trim_end_matches(','), ""));
        }
        let end = after.find(',').unwrap_or(after.len());
        rest = &after[end..];
        Some((address, after[..end].trim_matches(|c: char| c.is_ascii_whitespace())))
    })
}

/// Whether a text is a descriptor: `2x`, `1.5x` or `640w`.
fn is_descriptor(text: &str) -> bool {
    let Some(number) = text.strip_suffix(['x', 'w']) else { return false };
    number.len() <= 8
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn web(text: &str, base: Option<&str>) -> Option<String> {
        let base = base.map(|base| base.parse().unwrap());
        Addresses { base: base.as_ref(), limits: &Limits::default() }.web(text).map(Into::into)
    }

    #[test]
    fn only_web_addresses_come_out() {
        let base = Some("http://example.org/blog/");
        assert_eq!(web("../a b?x", base).unwrap(), "http://example.org/a%20b?x");
        assert_eq!(web("//other.example/x", base).unwrap(), "http://other.example/x");
        assert_eq!(web(" \u{e} HTTPS://EXAMPLE.org ", None).unwrap(), "https://example.org/");
        assert_eq!(web("http://user:pw@example.org/", None).unwrap(), "http://example.org/");
        for bad in [
            "javascript:alert(1)",
            "java\tscript:x",
            "data:text/html,x",
            "file:///etc/passwd",
            "",
            " ",
            "http://",
            "cid:x",
        ] {
            assert_eq!(web(bad, base), None, "{bad}");
        }
        assert_eq!(web("relative", None), None);
        assert_eq!(web(&format!("http://a/{}", "x".repeat(5000)), None), None);
    }

    #[test]
    fn srcsets_are_read_by_the_standard() {
        let limits = Limits::default();
        let base = "https://a.example/".parse().unwrap();
        let addresses = Addresses { base: Some(&base), limits: &limits };
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(addresses.srcset(text).as_deref(), expected, "{text}")
        };
        check("x.jpg 1x,y.jpg 2x", Some("https://a.example/x.jpg 1x, https://a.example/y.jpg 2x"));
        check("x.jpg, y.jpg 640w", Some("https://a.example/x.jpg, https://a.example/y.jpg 640w"));
        check("javascript:alert(1) 1x, http://b/x 2x", Some("http://b/x 2x"));
        check("http://b/w_1,h_1.png 2x", None);
        check("x.jpg evil", None);
        check(" , ,", None);
    }
}
