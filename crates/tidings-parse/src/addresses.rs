//! Web addresses as feeds write them: relative, padded, of any scheme. Only http and https leave this crate.

use std::borrow::Cow;
use url::Url;

/// Returns the absolute http(s) address in a text, if there is one.
pub(crate) fn web_url(base: Option<&Url>, text: &str) -> Option<Url> {
    parsed(base, &tidy(text))
}

/// Trims an address and restores its ampersands: in CDATA sections, publishers write them as references.
fn tidy(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let escaped = ["&amp;", "&#38;", "&#038;"].into_iter().filter(|written| text.contains(written));
    escaped.fold(Cow::Borrowed(text), |text, written| Cow::Owned(text.replace(written, "&")))
}

fn parsed(base: Option<&Url>, text: &str) -> Option<Url> {
    if text.is_empty() {
        return None;
    }
    let url = match Url::options().base_url(base).parse(text) {
        Ok(url) => url,
        // "www.example.org/a" without a scheme, and no base to resolve it against.
        Err(_) if base.is_none() && looks_like_host(text) => {
            Url::parse(&format!("http://{text}")).ok()?
        }
        Err(_) => return None,
    };
    let is_web = matches!(url.scheme(), "http" | "https") && url.host().is_some();
    is_web.then_some(url)
}

fn looks_like_host(text: &str) -> bool {
    text.starts_with("www.") && !text.contains(char::is_whitespace)
}

/// Returns the address as text: as written if that is already clean, otherwise normalized.
pub(crate) fn web_address(base: Option<&Url>, text: &str) -> Option<String> {
    let text = &*tidy(text);
    let url = parsed(base, text)?;
    let is_clean =
        text.bytes().all(|byte| byte.is_ascii_graphic() && !br#"<>"\^`{|}"#.contains(&byte));
    let is_same =
        is_clean && text.contains("://") && url.as_str().starts_with(text.trim_end_matches('/'));
    Some(if is_same { text.to_owned() } else { url.into() })
}

/// Returns the web address in an address of the `feed:` scheme, which has it after the scheme or without its own.
pub(crate) fn without_feed_scheme(text: &str) -> Cow<'_, str> {
    let scheme = text.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("feed:"));
    let Some(rest) = scheme.map(|scheme| text[scheme.len()..].trim_start_matches('/')) else {
        return Cow::Borrowed(text);
    };
    let has_scheme = without_scheme(rest).is_some();
    if has_scheme { Cow::Borrowed(rest) } else { Cow::Owned(format!("http://{rest}")) }
}

/// Returns the name of a link relation, which may be written as an address at the registry of relations.
pub(crate) fn relation(text: &str) -> &str {
    let text = text.trim();
    let registered = without_scheme(text).map(|rest| rest.strip_prefix("www.").unwrap_or(rest));
    registered.and_then(|rest| rest.strip_prefix("iana.org/assignments/relation/")).unwrap_or(text)
}

/// Returns path, query and fragment: what stays the same when a site changes its host. `None` for a home page.
pub(crate) fn path_key(address: &str) -> Option<Cow<'_, str>> {
    let rest = without_scheme(address)?;
    let path = &rest[rest.find(['/', '?', '#']).unwrap_or(rest.len())..];
    let (path, query, fragment) = split(path);
    let path = path.trim_end_matches('/');
    let path = DEFAULT_PAGES
        .iter()
        .find_map(|page| path.strip_suffix(page))
        .unwrap_or(path)
        .trim_end_matches('/');
    let path = without_session(path);
    if path.is_empty() && query.is_empty() && fragment.is_empty() {
        return None;
    }
    let kept = query.split('&').filter(|parameter| !parameter.is_empty() && !is_noise(parameter));
    let mut key = path.into_owned();
    for (n, parameter) in kept.enumerate() {
        key.push(if n == 0 { '?' } else { '&' });
        key.push_str(parameter);
    }
    if !fragment.is_empty() && !is_noise(fragment) {
        key.push('#');
        key.push_str(fragment);
    }
    (!key.is_empty()).then_some(Cow::Owned(key))
}

const DEFAULT_PAGES: [&str; 7] = [
    "/index.html",
    "/index.htm",
    "/index.php",
    "/index.asp",
    "/index.aspx",
    "/default.aspx",
    "/default.asp",
];

fn without_scheme(address: &str) -> Option<&str> {
    let address = address.trim();
    let rest = ["http://", "https://"].iter().find_map(|scheme| {
        let head = address.get(..scheme.len())?;
        head.eq_ignore_ascii_case(scheme).then(|| &address[scheme.len()..])
    })?;
    (!rest.is_empty()).then_some(rest)
}

fn split(path: &str) -> (&str, &str, &str) {
    let (path, fragment) = path.split_once('#').unwrap_or((path, ""));
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    (path, query, fragment)
}

/// Java servers append the session to the path: `/a;jsessionid=1`.
fn without_session(path: &str) -> Cow<'_, str> {
    match path.to_ascii_lowercase().find(";jsessionid=") {
        Some(at) => Cow::Owned(path[..at].to_owned()),
        None => Cow::Borrowed(path),
    }
}

/// Whether a parameter only tracks where the visitor came from, and does not affect the page.
fn is_noise(parameter: &str) -> bool {
    const BEGINNINGS: [&str; 8] = ["utm_", "at_", "mc_", "pk_", "piwik_", "mtm_", "hsa_", "vero_"];
    const NAMES: [&str; 42] = [
        "fbclid",
        "gclid",
        "gclsrc",
        "dclid",
        "gbraid",
        "wbraid",
        "msclkid",
        "yclid",
        "twclid",
        "igshid",
        "ttclid",
        "li_fat_id",
        "_openstat",
        "cmpid",
        "ns_mchannel",
        "ns_source",
        "ns_campaign",
        "ns_linkname",
        "ns_fee",
        "wt_mc",
        "wt.mc_id",
        "xtor",
        "rss",
        "ref_src",
        "ref_url",
        "feature",
        "_hsenc",
        "_hsmi",
        "mkt_tok",
        "spm",
        "smid",
        "smtyp",
        "ocid",
        "partner",
        "sid",
        "phpsessid",
        "jsessionid",
        "aspsessionid",
        "sessionid",
        "session_id",
        "osc_sid",
        "zenid",
    ];
    let name = parameter.split('=').next().unwrap_or(parameter).to_ascii_lowercase();
    BEGINNINGS.iter().any(|beginning| name.starts_with(beginning)) || NAMES.contains(&name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_slash_is_resolved() {
        let base = "https://example.org/feed".parse().unwrap();
        assert_eq!(web_address(Some(&base), "/").as_deref(), Some("https://example.org/"));
    }

    #[test]
    fn only_web_addresses_pass() {
        let base = Url::parse("https://example.org/blog/feed.xml").unwrap();
        let address = |text| web_address(Some(&base), text);
        assert_eq!(address("/a?b=c").unwrap(), "https://example.org/a?b=c");
        assert_eq!(address(" post.html\n").unwrap(), "https://example.org/blog/post.html");
        assert_eq!(address("//cdn.example/x").unwrap(), "https://cdn.example/x");
        assert_eq!(address("HTTP://Example.com/A").unwrap(), "http://example.com/A");
        assert_eq!(address("http://example.com").unwrap(), "http://example.com");
        assert_eq!(address("http://example.com/ü b").unwrap(), "http://example.com/%C3%BC%20b");
        for text in [
            "",
            "  ",
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "mailto:a@b",
            "http://",
        ] {
            assert_eq!(address(text), None, "{text}");
        }
        assert_eq!(web_address(None, "/a"), None);
        assert_eq!(web_address(None, "www.example.org/a").unwrap(), "http://www.example.org/a");
    }

    #[test]
    fn ampersands_may_be_escaped_once_more() {
        for written in ["&amp;", "&#38;", "&#038;", "&"] {
            let address = web_address(None, &format!("http://e.org/?a=1{written}b=2"));
            assert_eq!(address.as_deref(), Some("http://e.org/?a=1&b=2"));
        }
    }

    #[test]
    fn an_address_of_the_feed_scheme_is_a_web_address() {
        for (text, expected) in [
            ("feed://e.org/rss", "http://e.org/rss"),
            ("feed:https://e.org/rss", "https://e.org/rss"),
            ("FEED://https://e.org/rss", "https://e.org/rss"),
            ("feed:e.org/?u=http://x", "http://e.org/?u=http://x"),
            ("/feed:x", "/feed:x"),
            ("feed", "feed"),
        ] {
            assert_eq!(without_feed_scheme(text), expected);
        }
        assert_eq!(web_url(None, &without_feed_scheme("feed:javascript:alert(1)")), None);
    }

    #[test]
    fn relations_may_be_written_as_addresses() {
        for text in [
            "alternate",
            " alternate ",
            "http://www.iana.org/assignments/relation/alternate",
            "https://iana.org/assignments/relation/alternate",
        ] {
            assert_eq!(relation(text), "alternate");
        }
        assert_eq!(relation("http://e.org/alternate"), "http://e.org/alternate");
    }

    #[test]
    fn keys_forget_scheme_host_and_tracking() {
        let key = |address| path_key(address).map(Cow::into_owned);
        assert_eq!(key("http://example.org/p/1"), key("https://www.example.net/p/1/"));
        assert_eq!(key("https://e.org/a?utm_source=rss&id=7&fbclid=x"), Some("/a?id=7".to_owned()));
        assert_eq!(key("https://e.org/a;jsessionid=99?sid=1"), Some("/a".to_owned()));
        assert_eq!(key("https://e.org/a/index.html"), Some("/a".to_owned()));
        assert_eq!(key("https://e.org/a#two"), Some("/a#two".to_owned()));
        assert_eq!(key("https://e.org/?p=3"), Some("?p=3".to_owned()));
        assert_eq!(key("https://e.org/"), None);
        assert_eq!(key("https://e.org/index.php?utm_medium=x"), None);
        assert_eq!(key("urn:uuid:1"), None);
    }

    #[test]
    fn tracking_parameters_are_not_part_of_a_key() {
        let key = |address: &str| path_key(address).map(Cow::into_owned);
        for noise in [
            "utm_source=x",
            "UTM_Medium=y",
            "fbclid=1",
            "gclid=1",
            "mc_cid=1",
            "pk_campaign=1",
            "at_medium=rss",
            "xtor=RSS-1",
            "rss",
            "wt.mc_id=1",
            "PHPSESSID=ab",
            "sid=9",
            "ocid=1",
            "utm_source",
        ] {
            assert_eq!(key(&format!("https://e.org/a?{noise}")).as_deref(), Some("/a"), "{noise}");
            assert_eq!(
                key(&format!("https://e.org/a?b=1&{noise}&c=2")).as_deref(),
                Some("/a?b=1&c=2"),
                "{noise}"
            );
            assert_eq!(key(&format!("https://e.org/a#{noise}")).as_deref(), Some("/a"), "{noise}");
        }
        for kept in ["id=1", "p=2", "u=3", "utm=4", "q=utm_source", "rssid=5", "v=abc", "storyid=6"]
        {
            assert_eq!(
                key(&format!("https://e.org/a?{kept}")),
                Some(format!("/a?{kept}")),
                "{kept}"
            );
        }
    }

    #[test]
    fn only_default_pages_have_the_key_of_their_folder() {
        let key = |address: &str| path_key(address).map(Cow::into_owned);
        for page in DEFAULT_PAGES {
            assert_eq!(key(&format!("http://e.org/a{page}")), key("https://e.org/a/"), "{page}");
            assert_eq!(key(&format!("http://e.org{page}")), None, "{page}");
        }
        assert_eq!(key("http://e.org/myindex.html").as_deref(), Some("/myindex.html"));
        assert_eq!(key("http://e.org/A;JSESSIONID=7").as_deref(), Some("/A"));
        for address in
            ["", "http://", "https://e.org", "https://e.org//", "e.org/a", "ftp://e.org/a"]
        {
            assert_eq!(key(address), None, "{address}");
        }
    }

    proptest::proptest! {
        #[test]
        fn only_web_addresses_are_resolved_and_resolving_is_idempotent(text in "(http|https|ftp|//|:|/|\\?|#|[a-zé .@%]){0,12}") {
            let base = Url::parse("https://example.org/a/b").unwrap();
            if let Some(address) = web_address(Some(&base), &text) {
                proptest::prop_assert!(address.starts_with("http://") || address.starts_with("https://") || address[..5].eq_ignore_ascii_case("http:") || address[..6].eq_ignore_ascii_case("https:"), "{}", address);
                proptest::prop_assert_eq!(web_address(None, &address), Some(address.clone()));
                let _ = path_key(&address);
            }
        }
    }
}
