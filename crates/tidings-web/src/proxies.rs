//! Trusted proxies: what they say about the client of a request.
//!
//! Anyone who connects may send any header. The forwarded address, the forwarded scheme and the name that a sign-in
//! service vouches for are read only if the connection comes from a network that the operator trusts.

use crate::{Error, app::Inner, guard};
use axum::extract::{ConnectInfo, FromRequestParts};
use http::{HeaderMap, HeaderName, header::FORWARDED, request::Parts};
use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    str::FromStr,
    sync::Arc,
};

/// Maximum length of a name that a proxy may vouch for.
const MAX_NAME_BYTES: usize = 100;

/// A range of addresses, such as `10.0.0.0/8` or `::1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressRange {
    address: IpAddr,
    bits: u8,
}

impl AddressRange {
    fn contains(self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let shift = 32 - u32::from(self.bits.min(32));
                own.to_bits().checked_shr(shift) == other.to_bits().checked_shr(shift)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let shift = 128 - u32::from(self.bits.min(128));
                own.to_bits().checked_shr(shift) == other.to_bits().checked_shr(shift)
            }
            _ => false,
        }
    }

    /// Returns whether it contains most of the internet.
    #[must_use]
    pub fn is_nearly_everybody(self) -> bool {
        match self.address {
            IpAddr::V4(_) => self.bits < 8,
            IpAddr::V6(_) => self.bits < 8,
        }
    }
}

impl FromStr for AddressRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("{text:?} is no address and no range such as 10.0.0.0/8");
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u8>().map_err(|_| expected())?)),
            None => (text, None),
        };
        let address: IpAddr = address.trim().parse().map_err(|_| expected())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(most);
        if bits > most {
            return Err(expected());
        }
        Ok(Self { address, bits })
    }
}

/// Which proxies are trusted, and with what.
#[derive(Debug, Clone, Default)]
pub struct Proxies {
    /// Connections from these addresses are proxies.
    pub trusted: Vec<AddressRange>,
    /// The header in which a proxy names the user it has signed in.
    pub user_header: Option<HeaderName>,
    /// Whether unknown users get an account.
    pub creates_users: bool,
}

impl Proxies {
    fn trusts(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(address))
    }

    /// Returns what can be trusted of a request from `peer`.
    pub(crate) fn visitor(&self, peer: IpAddr, headers: &HeaderMap) -> Visitor {
        if !self.trusts(peer) {
            return Visitor { address: peer.to_canonical(), is_https: false, vouched: None };
        }
        Visitor {
            address: self.client(peer, headers),
            is_https: scheme(headers).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https")),
            vouched: self.user_header.as_ref().and_then(|name| named(headers, name)),
        }
    }

    /// Returns the nearest address that is not a trusted proxy. Addresses further away were written by strangers.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut nearest = peer.to_canonical();
        for hop in hops(headers).into_iter().rev() {
            let Some(address) = hop else { return nearest };
            nearest = address.to_canonical();
            if !self.trusts(nearest) {
                return nearest;
            }
        }
        nearest
    }
}

/// The client of a request, as far as it can be trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Visitor {
    /// Their address, or the proxy's if it does not say.
    pub(crate) address: IpAddr,
    /// Whether a trusted proxy says that they use TLS.
    pub(crate) is_https: bool,
    /// The name that a trusted proxy vouches for.
    pub(crate) vouched: Option<String>,
}

impl Visitor {
    /// Returns the network they come from, which rate limits count by.
    pub(crate) fn network(&self) -> IpAddr {
        crate::sign_in_limit::network(self.address)
    }
}

impl FromRequestParts<Arc<Inner>> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, inner: &Arc<Inner>) -> Result<Self, Infallible> {
        Ok(of(inner, parts))
    }
}

/// Returns the visitor of a request.
pub(crate) fn of(inner: &Inner, parts: &Parts) -> Visitor {
    inner.proxies.visitor(peer(parts), &parts.headers)
}

/// Our own address: the configured one, otherwise the one in the person's own request, which nobody else can forge.
#[derive(Debug, Clone)]
pub(crate) struct Base(pub(crate) String);

impl FromRequestParts<Arc<Inner>> for Base {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, inner: &Arc<Inner>) -> Result<Self, Error> {
        Self::of(inner, parts)
    }
}

impl Base {
    /// Returns our address as the sender of this request sees it.
    pub(crate) fn of(inner: &Inner, parts: &Parts) -> Result<Self, Error> {
        if let Some(url) = &inner.public_url {
            return Ok(Self(url.as_str().trim_end_matches('/').to_owned()));
        }
        let scheme = if of(inner, parts).is_https { "https" } else { "http" };
        Ok(Self(format!("{scheme}://{}", guard::host(&parts.uri, &parts.headers)?)))
    }
}

/// The address of the connection itself, a proxy's or a person's; unspecified if there is none, as in tests.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

impl<S: Sync> FromRequestParts<S> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(peer(parts)))
    }
}

fn peer(parts: &Parts) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip())
}

/// Returns the addresses a request was forwarded for, the nearest last; `None` for an invalid one. `X-Forwarded-For`
/// takes precedence over `Forwarded`, which few proxies write and most pass on as strangers sent it.
fn hops(headers: &HeaderMap) -> Vec<Option<IpAddr>> {
    let lists = |name: &HeaderName| -> Vec<String> {
        let values = headers.get_all(name).iter().map(|value| value.to_str().unwrap_or("?"));
        values.flat_map(|value| value.split(',')).map(|part| part.trim().to_owned()).collect()
    };
    let plain = lists(&HeaderName::from_static("x-forwarded-for"));
    if !plain.is_empty() {
        return plain.iter().map(|hop| node(hop)).collect();
    }
    lists(&FORWARDED).iter().map(|hop| node(parameter(hop, "for")?)).collect()
}

/// Returns a parameter of an element of `Forwarded`.
fn parameter<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    element.split(';').find_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        key.trim().eq_ignore_ascii_case(name).then(|| value.trim().trim_matches('"'))
    })
}

/// Parses `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]:80`.
fn node(text: &str) -> Option<IpAddr> {
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// Returns the scheme that the nearest proxy names.
fn scheme(headers: &HeaderMap) -> Option<&str> {
    let last = |value: &'static str| {
        let value = headers.get_all(value).iter().next_back()?.to_str().ok()?;
        value.rsplit(',').next().map(str::trim)
    };
    last("x-forwarded-proto").or_else(|| parameter(last("forwarded")?, "proto"))
}

/// Returns the only name in a header. Two would mean that someone smuggled one past the proxy.
fn named(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let mut values = headers.get_all(name).iter();
    let (first, None) = (values.next()?, values.next()) else { return None };
    let text = std::str::from_utf8(first.as_bytes()).ok()?.trim();
    let is_name =
        !text.is_empty() && text.len() <= MAX_NAME_BYTES && !text.chars().any(char::is_control);
    is_name.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn proxies() -> Proxies {
        Proxies {
            trusted: ["127.0.0.1", "10.1.0.0/16", "fd00::/8"].map(|n| n.parse().unwrap()).to_vec(),
            user_header: Some(HeaderName::from_static("remote-user")),
            creates_users: false,
        }
    }

    fn visitor(peer: &str, pairs: &[(&'static str, &str)]) -> Visitor {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        proxies().visitor(peer.parse().unwrap(), &headers)
    }

    #[test]
    fn a_strangers_headers_are_ignored() {
        for peer in ["192.0.2.1", "10.2.0.1", "::ffff:192.0.2.1", "2001:db8::1"] {
            let seen = visitor(
                peer,
                &[
                    ("x-forwarded-for", "203.0.113.9"),
                    ("forwarded", "for=203.0.113.9;proto=https"),
                    ("x-forwarded-proto", "https"),
                    ("remote-user", "ada"),
                    ("x-remote-user", "ada"),
                ],
            );
            let address = peer.parse::<IpAddr>().unwrap().to_canonical();
            assert_eq!(seen, Visitor { address, is_https: false, vouched: None });
        }
    }

    #[test]
    fn the_nearest_address_that_is_not_our_proxy_counts() {
        let check = |header: &'static str, value: &str, expected: &str| {
            let seen = visitor("127.0.0.1", &[(header, value)]);
            assert_eq!(seen.address, expected.parse::<IpAddr>().unwrap(), "{header}: {value}");
        };
        check("x-forwarded-for", "203.0.113.9", "203.0.113.9");
        check("x-forwarded-for", "1.2.3.4, 203.0.113.9", "203.0.113.9");
        check("x-forwarded-for", "1.2.3.4, 203.0.113.9, 10.1.2.3", "203.0.113.9");
        check("x-forwarded-for", "10.1.9.9, 10.1.2.3", "10.1.9.9");
        check("x-forwarded-for", "203.0.113.9, nonsense", "127.0.0.1");
        check("x-forwarded-for", "203.0.113.9:4711", "203.0.113.9");
        check("x-forwarded-for", "[2001:db8::1]:80", "2001:db8::1");
        check("x-forwarded-for", "", "127.0.0.1");
        check("forwarded", "for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60");
        check("forwarded", "for=1.1.1.1, For=\"[2001:db8:cafe::17]:4711\"", "2001:db8:cafe::17");
        check("forwarded", "for=unknown", "127.0.0.1");
        check("forwarded", "proto=https", "127.0.0.1");
    }

    #[test]
    fn a_stranger_cannot_override_a_proxys_header() {
        let seen = visitor(
            "127.0.0.1",
            &[("forwarded", "for=1.1.1.1"), ("x-forwarded-for", "203.0.113.9")],
        );
        assert_eq!(seen.address, "203.0.113.9".parse::<IpAddr>().unwrap());
        let twice = [("x-forwarded-for", "1.1.1.1"), ("x-forwarded-for", "203.0.113.9")];
        assert_eq!(visitor("127.0.0.1", &twice).address, "203.0.113.9".parse::<IpAddr>().unwrap());
    }

    #[test]
    fn schemes_and_names_come_from_trusted_proxies() {
        assert!(visitor("10.1.0.1", &[("x-forwarded-proto", "https")]).is_https);
        assert!(visitor("fd00::2", &[("forwarded", "for=1.1.1.1;proto=https")]).is_https);
        assert!(!visitor("127.0.0.1", &[("x-forwarded-proto", "https, http")]).is_https);
        let name = |pairs: &[(&'static str, &str)]| visitor("127.0.0.1", pairs).vouched;
        assert_eq!(name(&[("remote-user", " ada ")]).as_deref(), Some("ada"));
        assert_eq!(name(&[("remote-user", "")]), None);
        assert_eq!(name(&[("remote-user", &"x".repeat(101))]), None);
        assert_eq!(name(&[("remote-user", "ada"), ("remote-user", "eve")]), None);
        assert_eq!(name(&[("x-remote-user", "ada")]), None);
    }

    #[test]
    fn ranges_are_parsed_and_overly_large_ones_recognized() {
        for bad in ["", "10.0.0.0/33", "::/129", "10.0.0/8", "example.org", "1.2.3.4/x"] {
            assert!(bad.parse::<AddressRange>().is_err(), "{bad}");
        }
        for (text, is_everybody) in [
            ("0.0.0.0/0", true),
            ("::/0", true),
            ("0.0.0.0/1", true),
            ("10.0.0.0/8", false),
            ("127.0.0.1", false),
            ("fd00::/8", false),
            ("::/3", true),
        ] {
            let network = text.parse::<AddressRange>().unwrap();
            assert_eq!(network.is_nearly_everybody(), is_everybody, "{text}");
        }
        let all = "0.0.0.0/0".parse::<AddressRange>().unwrap();
        assert!(all.contains("1.2.3.4".parse().unwrap()));
    }

    proptest! {
        #[test]
        fn no_forwarded_header_causes_a_panic(value in "[ -~]{0,60}", peer in any::<[u8; 4]>()) {
            let mut headers = HeaderMap::new();
            for name in ["x-forwarded-for", "forwarded", "x-forwarded-proto", "remote-user"] {
                headers.insert(name, value.parse().unwrap());
            }
            let seen = proxies().visitor(IpAddr::from(peer), &headers);
            prop_assert!(proxies().trusts(IpAddr::from(peer)) || seen.address == IpAddr::from(peer));
        }
    }
}
