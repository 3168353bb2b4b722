//! The operator's exceptions: private hosts, addresses and ranges that may be fetched anyway.

use std::{
    net::{IpAddr, SocketAddr},
    str::FromStr,
};
use url::Host;

/// Private addresses that may be fetched anyway: loopback servers in tests, an intranet.
///
/// A list of hosts, addresses or ranges, separated by commas or spaces, each with or without a port. With a port, only
/// that port is allowed, even if the port policy blocks it. A host name covers every address it resolves to.
///
/// ```
/// use tidings_fetch::AllowList;
/// let list: AllowList = "127.0.0.1:9900, [::1]:9900, wiki.corp, 10.1.0.0/16".parse().unwrap();
/// assert!(list.allows("127.0.0.1", "127.0.0.1:9900".parse().unwrap()));
/// assert!(!list.allows("127.0.0.1", "127.0.0.1:9901".parse().unwrap()));
/// assert!("10.0.0.0/40".parse::<AllowList>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AllowList(Vec<Entry>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    subject: Subject,
    port: Option<u16>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Subject {
    Name(String),
    Range { first: IpAddr, prefix: u8 },
}

/// Why an allow-list cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AllowListError {
    /// The port is not a number from 1 to 65535.
    #[error("the port in `{0}` is not a number from 1 to 65535")]
    Port(String),
    /// The prefix length of the range does not fit the address.
    #[error(
        "the range `{0}` does not end in a prefix length that fits its address, such as 10.0.0.0/8 or fd00::/8"
    )]
    Range(String),
    /// It would disable the guard.
    #[error("`{0}` would allow every private address; name hosts, addresses or smaller ranges")]
    Everything(String),
    /// Neither a host nor an address.
    #[error(
        "`{0}` is neither a host, an address nor a range; an IPv6 address with a port is written [::1]:8080"
    )]
    Subject(String),
}

impl AllowList {
    /// Whether this host at this address and port is an exception.
    #[must_use]
    pub fn allows(&self, host: &str, address: SocketAddr) -> bool {
        self.0.iter().any(|entry| {
            entry.covers(host, address) && entry.port.is_none_or(|port| port == address.port())
        })
    }

    /// Whether this host and address are listed with exactly this port.
    pub(crate) fn names_port(&self, host: &str, address: SocketAddr) -> bool {
        self.0.iter().any(|entry| entry.covers(host, address) && entry.port == Some(address.port()))
    }

    /// Whether any entry has this port: only then is it worth resolving a name whose port is blocked.
    pub(crate) fn mentions_port(&self, port: u16) -> bool {
        self.0.iter().any(|entry| entry.port == Some(port))
    }
}

impl Entry {
    fn covers(&self, host: &str, address: SocketAddr) -> bool {
        match &self.subject {
            Subject::Name(name) => host.trim_end_matches('.').eq_ignore_ascii_case(name),
            Subject::Range { first, prefix } => contains(*first, *prefix, address.ip()),
        }
    }
}

/// Whether an address is in a range. Families never mix: an IPv4 range does not cover IPv4-mapped IPv6 addresses,
/// because nobody writes those on purpose.
pub(crate) fn contains(first: IpAddr, prefix: u8, address: IpAddr) -> bool {
    match (first, address) {
        (IpAddr::V4(first), IpAddr::V4(address)) => {
            let shift = 32 - u32::from(prefix.min(32));
            first.to_bits().checked_shr(shift) == address.to_bits().checked_shr(shift)
        }
        (IpAddr::V6(first), IpAddr::V6(address)) => {
            let shift = 128 - u32::from(prefix.min(128));
            first.to_bits().checked_shr(shift) == address.to_bits().checked_shr(shift)
        }
        (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
    }
}

impl FromStr for AllowList {
    type Err = AllowListError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let items =
            text.split(|c: char| c == ',' || c.is_whitespace()).filter(|item| !item.is_empty());
        items.map(entry).collect::<Result<_, _>>().map(Self)
    }
}

fn entry(item: &str) -> Result<Entry, AllowListError> {
    let (subject, port) = split_port(item)?;
    let port = match port {
        None => None,
        Some(digits) => match digits.parse() {
            Ok(port) if port > 0 => Some(port),
            _ => return Err(AllowListError::Port(item.to_owned())),
        },
    };
    Ok(Entry { subject: subject_of(subject, item)?, port })
}

/// Splits `host:port`, `[v6]:port` and bare IPv6 addresses, whose colons do not separate a port.
fn split_port(item: &str) -> Result<(&str, Option<&str>), AllowListError> {
    if let Some(rest) = item.strip_prefix('[') {
        let Some((inside, after)) = rest.split_once(']') else {
            return Err(AllowListError::Subject(item.to_owned()));
        };
        return match after.strip_prefix(':') {
            Some(port) => Ok((inside, Some(port))),
            None if after.is_empty() => Ok((inside, None)),
            None => Err(AllowListError::Subject(item.to_owned())),
        };
    }
    match item.split_once(':') {
        Some((_, after)) if after.contains(':') => Ok((item, None)),
        Some((before, after)) => Ok((before, Some(after))),
        None => Ok((item, None)),
    }
}

fn subject_of(subject: &str, item: &str) -> Result<Subject, AllowListError> {
    if let Some((address, length)) = subject.split_once('/') {
        let (Ok(first), Ok(prefix)) = (address.parse::<IpAddr>(), length.parse::<u8>()) else {
            return Err(AllowListError::Range(item.to_owned()));
        };
        return match prefix {
            0 => Err(AllowListError::Everything(item.to_owned())),
            _ if prefix > widest(first) => Err(AllowListError::Range(item.to_owned())),
            _ => Ok(Subject::Range { first, prefix }),
        };
    }
    if subject.contains('*') {
        return Err(AllowListError::Everything(item.to_owned()));
    }
    if let Ok(address) = subject.parse::<IpAddr>() {
        return Ok(Subject::Range { first: address, prefix: widest(address) });
    }
    match Host::parse(subject) {
        Ok(Host::Domain(name)) if !name.trim_end_matches('.').is_empty() => {
            Ok(Subject::Name(name.trim_end_matches('.').to_ascii_lowercase()))
        }
        Ok(Host::Ipv4(address)) => Ok(Subject::Range { first: address.into(), prefix: 32 }),
        _ => Err(AllowListError::Subject(item.to_owned())),
    }
}

fn widest(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn allows(list: &str, host: &str, address: &str) -> bool {
        list.parse::<AllowList>().unwrap().allows(host, address.parse().unwrap())
    }

    #[test]
    fn every_documented_form_is_parsed() {
        assert!(allows("127.0.0.1", "x", "127.0.0.1:9900"));
        assert!(allows("127.0.0.1:9900", "x", "127.0.0.1:9900"));
        assert!(!allows("127.0.0.1:9900", "x", "127.0.0.1:9901"));
        assert!(allows("10.0.0.0/8", "x", "10.255.0.1:80"));
        assert!(!allows("10.0.0.0/8", "x", "11.0.0.1:80"));
        assert!(allows("10.0.0.0/8:8080", "x", "10.1.2.3:8080"));
        assert!(!allows("10.0.0.0/8:8080", "x", "10.1.2.3:80"));
        assert!(allows("::1", "x", "[::1]:80"));
        assert!(allows("[::1]", "x", "[::1]:80"));
        assert!(allows("[::1]:81", "x", "[::1]:81"));
        assert!(!allows("[::1]:81", "x", "[::1]:80"));
        assert!(allows("fd00::/8", "x", "[fd12::9]:80"));
        assert!(allows("[fd00::/8]:80", "x", "[fd12::9]:80"));
        assert!(allows("wiki.corp", "WIKI.corp.", "10.0.0.1:80"));
        assert!(!allows("wiki.corp", "evil.wiki.corp", "10.0.0.1:80"));
        assert!(allows("localhost:3000", "localhost", "127.0.0.1:3000"));
        assert!(allows("a.test b.test,\n10.0.0.1", "b.test", "10.0.0.9:80"));
        assert!(!allows("", "localhost", "127.0.0.1:80"));
    }

    #[test]
    fn mistakes_are_reported_with_a_message() {
        let complaint = |list: &str| list.parse::<AllowList>().unwrap_err();
        assert!(matches!(complaint("a.test:99999"), AllowListError::Port(_)));
        assert!(matches!(complaint("a.test:"), AllowListError::Port(_)));
        assert!(matches!(complaint("a.test:0"), AllowListError::Port(_)));
        assert!(matches!(complaint("10.0.0.0/33"), AllowListError::Range(_)));
        assert!(matches!(complaint("a.test/8"), AllowListError::Range(_)));
        assert!(matches!(complaint("0.0.0.0/0"), AllowListError::Everything(_)));
        assert!(matches!(complaint("::/0"), AllowListError::Everything(_)));
        assert!(matches!(complaint("*"), AllowListError::Everything(_)));
        assert!(matches!(complaint("[::1"), AllowListError::Subject(_)));
        assert!(matches!(complaint("[::1]x"), AllowListError::Subject(_)));
        assert!(matches!(
            complaint("http://a.test"),
            AllowListError::Port(_) | AllowListError::Subject(_)
        ));
        assert_eq!(
            complaint("10.0.0.0/40").to_string(),
            "the range `10.0.0.0/40` does not end in a prefix length that fits its address, such as 10.0.0.0/8 or fd00::/8"
        );
    }

    #[test]
    fn families_do_not_mix() {
        assert!(!allows("127.0.0.1", "x", "[::ffff:127.0.0.1]:80"));
        assert!(!allows("::/1", "x", "127.0.0.1:80"));
    }

    proptest! {
        #[test]
        fn no_list_causes_a_panic(text in any::<String>()) {
            let _ = text.parse::<AllowList>();
        }

        #[test]
        fn a_range_contains_addresses_with_its_prefix(first: u32, other: u32, prefix in 1u8..=32) {
            let held = contains(IpAddr::V4(first.into()), prefix, IpAddr::V4(other.into()));
            prop_assert_eq!(held, (first ^ other).leading_zeros() >= u32::from(prefix));
        }
    }
}
