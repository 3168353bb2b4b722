//! Whose server is it? Politeness is counted per registrable domain.
//!
//! `a.blog.example.co.uk` and `example.co.uk` are one publisher; `alice.github.io` and `bob.github.io` are two. An
//! address without a name is its own publisher.

use url::{Host, Url};

/// The registrable domain of a URL, or its address.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HostKey(String);

impl HostKey {
    /// The key of a URL; URLs without a host share the empty key.
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

    /// A key as it was stored.
    #[must_use]
    pub fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// The key as text.
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

    #[test]
    fn odd_hosts_have_keys_too() {
        let key = |url: &str| HostKey::of(&url.parse().unwrap()).0;
        assert_eq!(key("http://localhost:3000/x"), "localhost");
        assert_eq!(key("http://example.org./x"), "example.org");
        assert_eq!(key("http://[2001:db8::1]/x"), "2001:db8::1");
        assert_eq!(key("data:text/plain,x"), "");
    }
}
