//! Addresses as people type them: completed, normalized, or rejected with a message.

use percent_encoding::percent_decode_str;
use tidings_model::{Failure, FailureKind, limits::Limits};
use url::Url;

/// Parses the address of a source as a person types or pastes it, and returns it in normalized form.
///
/// A missing scheme becomes https; the `feed:` prefix of old feed buttons and fragments are removed. Anything that two
/// parsers could read differently (backslashes, control characters, spaces, user names) is rejected in the raw text.
/// Whether the address may be *dialed* is not decided here but when connecting, by [`crate::guard`].
///
/// ```
/// use tidings_fetch::check_url;
/// assert_eq!(check_url("Example.org/feed").unwrap().as_str(), "https://example.org/feed");
/// assert_eq!(check_url("http://2130706433/").unwrap().as_str(), "http://127.0.0.1/");
/// assert_eq!(check_url("ftp://example.org/").unwrap_err().kind.code(), "unsupported_scheme");
/// assert_eq!(check_url("http://good.example\\@evil.example/").unwrap_err().kind.code(), "bad_url");
/// ```
pub fn check_url(text: &str) -> Result<Url, Failure> {
    match parse(text)? {
        url if has_login(&url) => {
            Err(bad("The address contains a user name or password; enter those separately."))
        }
        url => Ok(url),
    }
}

/// A user name and a password. Its debug output hides both.
#[derive(Clone, PartialEq, Eq)]
pub struct Login {
    /// The user name.
    pub name: String,
    /// The password.
    pub password: String,
}

impl std::fmt::Debug for Login {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Login(…)")
    }
}

/// Like [`check_url`], but takes a user name and a password out of the address: `https://ann:secret@example.org/feed`.
///
/// ```
/// let (url, login) = tidings_fetch::split_login("https://ann:p%40ss@example.org/feed").unwrap();
/// let login = login.unwrap();
/// assert_eq!(url.as_str(), "https://example.org/feed");
/// assert_eq!((login.name.as_str(), login.password.as_str()), ("ann", "p@ss"));
/// assert_eq!(tidings_fetch::split_login("example.org/feed").unwrap().1, None);
/// ```
///
/// # Errors
/// Those of [`check_url`]. A user name without a password is refused: it is often a host that was meant to mislead.
pub fn split_login(text: &str) -> Result<(Url, Option<Login>), Failure> {
    let mut url = parse(text)?;
    let decoded = |part: &str| percent_decode_str(part).decode_utf8_lossy().into_owned();
    let login = match (url.username(), url.password()) {
        (name, Some(password)) if !name.is_empty() && !password.is_empty() => {
            Login { name: decoded(name), password: decoded(password) }
        }
        _ => return check_url(text).map(|url| (url, None)),
    };
    // Only addresses without a host have no place for a login, and those were refused.
    let _ = url.set_username("").and_then(|()| url.set_password(None));
    Ok((url, Some(login)))
}

fn has_login(url: &Url) -> bool {
    !url.username().is_empty() || url.password().is_some()
}

/// Parses an address, which may contain a user name and a password.
fn parse(text: &str) -> Result<Url, Failure> {
    let text = text.trim_matches([' ', '\t', '\r', '\n']);
    let limit = Limits::default().url_bytes;
    if text.is_empty() {
        return Err(bad("An address is needed, such as https://example.org/feed.xml."));
    }
    if text.len() > limit {
        return Err(bad(format!(
            "The address is {} bytes long; at most {limit} are accepted.",
            text.len()
        )));
    }
    if let Some(strange) = text.chars().find(|c| c.is_control() || c.is_whitespace() || *c == '\\')
    {
        return Err(bad(format!(
            "The address contains {}, which is not allowed.",
            name_of(strange)
        )));
    }
    let mut url = with_scheme(text)?
        .parse::<Url>()
        .map_err(|error| bad(format!("This is not a web address: {error}.")))?;
    if url.host_str().is_none_or(str::is_empty) {
        return Err(bad("The address has no host."));
    }
    url.set_fragment(None);
    if url.as_str().len() > limit {
        return Err(bad(format!("The address is longer than {limit} bytes when normalized.")));
    }
    Ok(url)
}

/// Returns the text with a scheme that we support: its own, or https.
fn with_scheme(text: &str) -> Result<String, Failure> {
    let rest = strip_prefix_ignoring_case(text, "feed:");
    let text = match rest {
        Some(rest) if rest.starts_with("//") => return Ok(format!("https:{rest}")),
        Some(rest) => rest,
        None => text,
    };
    if text.starts_with("//") {
        return Ok(format!("https:{text}"));
    }
    match scheme_of(text) {
        None => Ok(format!("https://{text}")),
        Some(scheme)
            if scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https") =>
        {
            let after = &text[scheme.len() + 1..];
            // `http:host` and `http:///host` are read differently by different programs.
            if !after.starts_with("//") || after[2..].starts_with('/') {
                return Err(bad("An address begins with https:// and the name of a host."));
            }
            Ok(text.to_owned())
        }
        Some(_) => Err(unsupported_scheme()),
    }
}

/// Returns the scheme of a text, if what precedes its first colon is a scheme and not a host with a port.
fn scheme_of(text: &str) -> Option<&str> {
    let (before, after) = text.split_once(':')?;
    let is_word = before.starts_with(|c: char| c.is_ascii_alphabetic())
        && before.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    let port = after.split(['/', '?', '#']).next().unwrap_or_default();
    let is_port = !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
    (is_word && !is_port).then_some(before)
}

fn strip_prefix_ignoring_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

fn name_of(strange: char) -> &'static str {
    match strange {
        '\\' => "a backslash",
        c if c.is_whitespace() => "a space or line break",
        _ => "a control character",
    }
}

fn bad(message: impl Into<String>) -> Failure {
    Failure::new(FailureKind::BadUrl, message)
}

/// Returns the failure for anything but http and https.
pub(crate) fn unsupported_scheme() -> Failure {
    Failure::new(
        FailureKind::UnsupportedScheme,
        "Only addresses that begin with http:// or https:// can be fetched.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn becomes(typed: &str, url: &str) {
        assert_eq!(check_url(typed).unwrap().as_str(), url, "{typed:?}");
    }

    fn refused(typed: &str, kind: FailureKind) {
        assert_eq!(check_url(typed).map_err(|f| f.kind), Err(kind), "{typed:?}");
    }

    #[test]
    fn typed_text_becomes_an_address() {
        becomes("example.org", "https://example.org/");
        becomes(" https://example.org/feed.xml\n", "https://example.org/feed.xml");
        becomes("localhost:8080/feed", "https://localhost:8080/feed");
        becomes("example.org:8443", "https://example.org:8443/");
        becomes("//example.org/x", "https://example.org/x");
        becomes("feed://example.org/x", "https://example.org/x");
        becomes("feed:http://example.org/x", "http://example.org/x");
        becomes("HTTP://EXAMPLE.ORG:80/A?b=C#frag", "http://example.org/A?b=C");
        becomes("https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC");
    }

    #[test]
    fn odd_spellings_are_normalized() {
        for spelling in [
            "2130706433",
            "0x7f000001",
            "0177.0.0.1",
            "127.1",
            "0x7f.1",
            "①②⑦.0.0.1",
            "127。0。0。1",
            "%31%32%37.0.0.1",
        ] {
            becomes(&format!("http://{spelling}/"), "http://127.0.0.1/");
        }
        becomes("http://example.org#@127.0.0.1:9901/", "http://example.org/");
    }

    #[test]
    fn ambiguous_addresses_are_rejected() {
        for text in [
            "http://example.org@127.0.0.1:9901/",
            "http://user:pass@example.org/",
            "http://127.0.0.1:9901\\@example.org/",
            "http://exa\tmple.org/",
            "http://exam ple.org/",
            "http://example.org/\u{0}",
            "http://example.org/a\u{a0}b",
            "http:///127.0.0.1/",
            "http:127.0.0.1:9901",
            "https:example.org",
            "http://",
            "https://xn--/",
            "http://1.2.3.4.5/",
            "http://[::1/",
            "http://example.org:99999/",
            "",
            "   ",
        ] {
            refused(text, FailureKind::BadUrl);
        }
        refused(&format!("https://example.org/{}", "x".repeat(5000)), FailureKind::BadUrl);
        // Short as typed, too long when normalized.
        refused(&format!("https://example.org/{}", "ü".repeat(1500)), FailureKind::BadUrl);
    }

    #[test]
    fn other_schemes_are_rejected_in_any_disguise() {
        for text in [
            "file:///etc/passwd",
            "FILE:///etc/passwd",
            "gopher://127.0.0.1:6379/_INFO",
            "ftp://example.org/",
            "data:text/xml,<rss/>",
            "javascript:alert(1)",
            "dict://127.0.0.1:11211/stat",
            "source:file:///etc/passwd",
            "view-source:https://example.org/",
            "jar:http://example.org!/",
            "unix:/run/docker.sock",
            "feed:file:///etc/passwd",
            "mailto:ann@example.org",
        ] {
            refused(text, FailureKind::UnsupportedScheme);
        }
    }

    #[test]
    fn a_login_is_taken_out_of_the_address() {
        let split = |text: &str| {
            let (url, login) = split_login(text).unwrap();
            (url.to_string(), login.map(|login| (login.name, login.password)))
        };
        let pair = |name: &str, password: &str| Some((name.to_owned(), password.to_owned()));
        for (text, url, login) in [
            ("https://ann:secret@example.org/f", "https://example.org/f", pair("ann", "secret")),
            (
                "http://a%40b:%C3%BC+%3a@example.org:81/",
                "http://example.org:81/",
                pair("a@b", "ü+:"),
            ),
            ("feed://ann:a:b@example.org", "https://example.org/", pair("ann", "a:b")),
            ("example.org/f#x", "https://example.org/f", None),
        ] {
            assert_eq!(split(text), (url.to_owned(), login), "{text}");
        }
        for text in
            ["http://example.org@127.0.0.1/", "http://:secret@example.org/", "http://ann:@a/"]
        {
            assert_eq!(split_login(text).map_err(|failure| failure.kind), Err(FailureKind::BadUrl));
        }
        let (_, login) = split_login("https://ann:secret@example.org/").unwrap();
        assert_eq!(format!("{login:?}"), "Some(Login(…))");
    }

    proptest! {
        #[test]
        fn no_login_stays_in_an_address(text in "https?://[a-z:@%/.]{0,30}") {
            if let Ok((url, _)) = split_login(&text) {
                prop_assert!(!has_login(&url), "{url}");
            }
        }

        #[test]
        fn accepted_addresses_are_normalized_and_stable(text in "\\PC{0,60}") {
            if let Ok(url) = check_url(&text) {
                prop_assert!(matches!(url.scheme(), "http" | "https"));
                prop_assert!(url.username().is_empty() && url.password().is_none() && url.fragment().is_none());
                prop_assert_eq!(check_url(url.as_str()).unwrap(), url);
            }
        }

        #[test]
        fn no_text_causes_a_panic(text in any::<String>()) {
            let _ = check_url(&text);
        }
    }
}
