//! Host keys: requests are rate-limited per registrable domain, which stands for one publisher.
//!
//! `a.blog.example.co.uk` and `example.co.uk` are one publisher; `alice.github.io` and `bob.github.io` are two. An IP
//! address is a publisher of its own.

use url::{Host, Url};

/// The registrable domain of a URL, or its IP address.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HostKey(String);

impl HostKey {
    /// Returns the key of a URL. URLs without a host share the empty key.
    ///
    /// ```
    /// use tidings_model::HostKey;
    /// let key = |url: &str| HostKey::of(&url.parse().unwrap()).as_str().to_owned();
    /// assert_eq!(key("https://News.Example.co.uk/feed"), "example.co.uk");
    /// assert_eq!(key("http://alice.github.io/rss"), "alice.github.io");
    /// assert_eq!(key("http://127.0.0.1:8080/"), "127.0.0.1");
    /// ```
    #[must_use]
    pub fn of(url: &Url) -> Self {
        Self(match url.host() {
            Some(Host::Domain(name)) => {
                let name = name.trim_end_matches('.').to_ascii_lowercase();
                psl::domain_str(&name).map(str::to_owned).unwrap_or(name)
            }
            Some(Host::Ipv4(address)) => address.to_string(),
            Some(Host::Ipv6(address)) => address.to_string(),
            None => String::new(),
        })
    }

    /// Restores a stored key.
    #[must_use]
    pub fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// Returns the key as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for HostKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key(url: &str) -> String {
        HostKey::of(&url.parse().unwrap()).as_str().to_owned()
    }

    #[test]
    fn unusual_hosts_have_keys_too() {
        assert_eq!(key("http://localhost:3000/x"), "localhost");
        assert_eq!(key("http://example.org./x"), "example.org");
        assert_eq!(key("http://[2001:db8::1]/x"), "2001:db8::1");
        assert_eq!(key("data:text/plain,x"), "");
        assert_eq!(key("mailto:someone@example.org"), "");
    }

    #[test]
    fn one_publisher_has_one_key() {
        for (one, other) in [
            ("https://example.org/feed", "http://www.example.org:8080/other?page=2#top"),
            ("https://a.b.c.example.co.uk/", "https://example.co.uk/"),
            ("https://EXAMPLE.org/", "https://example.org/"),
            ("https://blog.bücher.example/", "https://xn--bcher-kva.example/"),
            ("http://127.0.0.1:1/", "http://127.0.0.1:2/"),
            ("http://0x7f.1/", "http://127.0.0.1/"),
            ("http://[::1]/", "http://[0:0:0:0:0:0:0:1]:8000/"),
        ] {
            assert_eq!(key(one), key(other));
            assert!(!key(one).is_empty(), "{one}");
        }
    }

    #[test]
    fn different_publishers_have_different_keys() {
        for (one, other) in [
            ("https://alice.github.io/", "https://bob.github.io/"),
            ("https://example.org/", "https://example.com/"),
            ("https://one.co.uk/", "https://two.co.uk/"),
            ("http://127.0.0.1/", "http://127.0.0.2/"),
            ("http://[::1]/", "http://127.0.0.1/"),
        ] {
            assert_ne!(key(one), key(other));
        }
        assert_eq!(
            key("https://co.uk/"),
            "co.uk",
            "a bare public suffix is a publisher of its own"
        );
    }

    #[test]
    fn keys_are_stored_and_displayed_as_text() {
        let key = HostKey::of(&"https://news.example.org/".parse().unwrap());
        assert_eq!(HostKey::from_stored(key.to_string()), key);
        assert_eq!(format!("{key}"), "example.org");
        assert_eq!(HostKey::from_stored(String::new()).as_str(), "");
    }

    proptest! {
        #[test]
        fn a_key_used_as_a_host_has_itself_as_key(labels in proptest::collection::vec("[a-z][a-z0-9]{0,8}", 1..5)) {
            let of = |host: &str| HostKey::of(&format!("https://{host}/").parse().unwrap());
            let host = format!("{}.example.org", labels.join("."));
            let key = of(&host);
            prop_assert_eq!(key.as_str(), "example.org");
            prop_assert_eq!(&of(key.as_str()), &key);
            let elsewhere = of(&labels.join("."));
            prop_assert!(labels.join(".").ends_with(elsewhere.as_str()));
            prop_assert_eq!(&of(elsewhere.as_str()), &elsewhere);
        }

        #[test]
        fn every_address_has_a_key(url in "(https?|ftp|data|mailto):.{0,30}") {
            if let Ok(url) = url.parse::<Url>() {
                let key = HostKey::of(&url);
                prop_assert!(key.as_str().is_empty() == url.host_str().is_none_or(|host| host.trim_end_matches('.').is_empty()));
                prop_assert!(!key.as_str().contains('/'));
            }
        }
    }
}
