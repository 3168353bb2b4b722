//! Decides which addresses may be dialed: those of the public internet, and the operator's exceptions.
//!
//! The check is made on the address that is about to be connected to, by the one function that opens connections
//! ([`crate::HttpWeb`]'s connector), so neither a name that resolves to two things, nor an odd spelling, nor a redirect
//! can get around it. [`Guard::check_url`] rejects earlier what needs no resolving, to give quick feedback.

use crate::{AllowList, address::unsupported_scheme, allow::contains, ports};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use tidings_model::{Failure, FailureKind};
use url::{Host, Origin, Url};

#[cfg(test)]
mod tests;

/// IANA's special-purpose IPv4 registry, multicast and the reserved class E.
const SPECIAL_V4: [(Ipv4Addr, u8); 18] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8),       // this network
    (Ipv4Addr::new(10, 0, 0, 0), 8),      // private
    (Ipv4Addr::new(100, 64, 0, 0), 10),   // shared by carriers
    (Ipv4Addr::new(127, 0, 0, 0), 8),     // loopback
    (Ipv4Addr::new(169, 254, 0, 0), 16),  // link-local, cloud metadata
    (Ipv4Addr::new(172, 16, 0, 0), 12),   // private
    (Ipv4Addr::new(192, 0, 0, 0), 24),    // protocol assignments
    (Ipv4Addr::new(192, 0, 2, 0), 24),    // documentation
    (Ipv4Addr::new(192, 31, 196, 0), 24), // AS112
    (Ipv4Addr::new(192, 52, 193, 0), 24), // multicast tunnelling
    (Ipv4Addr::new(192, 88, 99, 0), 24),  // 6to4 relays
    (Ipv4Addr::new(192, 168, 0, 0), 16),  // private
    (Ipv4Addr::new(192, 175, 48, 0), 24), // AS112
    (Ipv4Addr::new(198, 18, 0, 0), 15),   // benchmarks
    (Ipv4Addr::new(198, 51, 100, 0), 24), // documentation
    (Ipv4Addr::new(203, 0, 113, 0), 24),  // documentation
    (Ipv4Addr::new(224, 0, 0, 0), 4),     // multicast
    (Ipv4Addr::new(240, 0, 0, 0), 4),     // reserved, broadcast
];

/// The only IPv6 block assigned to the public internet. Outside of it are loopback, mapped and compatible IPv4, NAT64
/// (64:ff9b::), discard (100::), segment routing (5f00::), unique local, link- and site-local, multicast.
const GLOBAL_V6: (Ipv6Addr, u8) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// The special blocks inside it.
const SPECIAL_V6: [(Ipv6Addr, u8); 5] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23), // protocol assignments: Teredo, ORCHID, benchmarks
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16), // 6to4: any IPv4 address in disguise
    (Ipv6Addr::new(0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0), 48), // AS112
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20), // documentation
];

/// Returns whether an address is private, local or reserved, or wraps such an address.
///
/// ```
/// use tidings_fetch::guard::is_forbidden;
/// assert!(is_forbidden("127.0.0.1".parse().unwrap()));
/// assert!(is_forbidden("::ffff:10.0.0.1".parse().unwrap()));
/// assert!(!is_forbidden("1.1.1.1".parse().unwrap()));
/// assert!(!is_forbidden("2606:4700::1111".parse().unwrap()));
/// ```
#[must_use]
pub fn is_forbidden(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            SPECIAL_V4.iter().any(|&(first, prefix)| contains(first.into(), prefix, v4.into()))
        }
        IpAddr::V6(v6) => {
            let lies_in =
                |&(first, prefix): &(Ipv6Addr, u8)| contains(first.into(), prefix, v6.into());
            !lies_in(&GLOBAL_V6) || SPECIAL_V6.iter().any(lies_in) || is_forbidden_isatap(v6)
        }
    }
}

/// ISATAP puts an IPv4 address after `0:5efe` or `200:5efe` in the lower half of any IPv6 address.
fn is_forbidden_isatap(address: Ipv6Addr) -> bool {
    let [.., marker, tag, high, low] = address.segments();
    let embedded = Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low));
    matches!(marker, 0 | 0x200) && tag == 0x5efe && is_forbidden(embedded.into())
}

/// Decides what may be dialed, from the operator's exceptions and our own address, which is never fetched.
#[derive(Debug, Clone, Default)]
pub struct Guard {
    /// The operator's exceptions.
    pub allow: AllowList,
    /// The addresses we listen on: an aggregator that fetches itself would feed on itself.
    pub own_addresses: Vec<SocketAddr>,
    /// Our own public address.
    pub own_url: Option<Url>,
}

impl Guard {
    /// Rejects a URL that is forbidden without having to resolve its name.
    pub fn check_url(&self, url: &Url) -> Result<(), Failure> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(unsupported_scheme());
        }
        let (Some(host), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Err(Failure::new(FailureKind::BadUrl, "The address has no host."));
        };
        if self.own_url.as_ref().is_some_and(|own| is_same_origin(own, url)) {
            return Err(ourselves());
        }
        match host {
            Host::Ipv4(literal) => self.check_dial(&literal.to_string(), (literal, port).into())?,
            Host::Ipv6(literal) => self.check_dial(&literal.to_string(), (literal, port).into())?,
            Host::Domain(_) if ports::is_permitted(port) || self.allow.mentions_port(port) => {}
            Host::Domain(_) => return Err(forbidden_port(port)),
        }
        if url.username().is_empty() && url.password().is_none() {
            return Ok(());
        }
        Err(Failure::new(
            FailureKind::BadUrl,
            "The address contains a user name or password and is not followed.",
        ))
    }

    /// Rejects an address that must not be dialed, whatever name led to it.
    pub fn check_dial(&self, host: &str, address: SocketAddr) -> Result<(), Failure> {
        if self.is_own(address) {
            return Err(ourselves());
        }
        if is_forbidden(address.ip()) && !self.allow.allows(host, address) {
            return Err(Failure::new(
                FailureKind::ForbiddenAddress,
                format!(
                    "{host} is, or leads to, a private or reserved address, which Tidings does not fetch; \
                     the operator can permit it with --fetch-allow."
                ),
            ));
        }
        if ports::is_permitted(address.port()) || self.allow.names_port(host, address) {
            return Ok(());
        }
        Err(forbidden_port(address.port()))
    }

    /// Rejects a connection that has reached this machine's own listener: when listening on every address, we do not
    /// know our public ones.
    pub(crate) fn check_connected(
        &self,
        local: SocketAddr,
        peer: SocketAddr,
    ) -> Result<(), Failure> {
        let is_here = local.ip() == peer.ip();
        if is_here
            && self
                .own_addresses
                .iter()
                .any(|own| own.ip().is_unspecified() && own.port() == peer.port())
        {
            return Err(ourselves());
        }
        Ok(())
    }

    fn is_own(&self, address: SocketAddr) -> bool {
        let ip = address.ip().to_canonical();
        self.own_addresses.iter().any(|own| {
            let is_covered = own.ip() == ip
                || (own.ip().is_unspecified() && (ip.is_loopback() || ip.is_unspecified()));
            own.port() == address.port() && is_covered
        })
    }
}

fn is_same_origin(one: &Url, other: &Url) -> bool {
    let origin = |url: &Url| match url.origin() {
        // A server that responds to one scheme usually responds to the other.
        Origin::Tuple(_, host, port) => {
            Some((host, if matches!(port, 80 | 443) { 0 } else { port }))
        }
        Origin::Opaque(_) => None,
    };
    origin(one).is_some() && origin(one) == origin(other)
}

fn ourselves() -> Failure {
    Failure::new(
        FailureKind::ForbiddenAddress,
        "This is Tidings' own address, which it does not fetch.",
    )
}

fn forbidden_port(port: u16) -> Failure {
    Failure::new(
        FailureKind::ForbiddenPort,
        format!(
            "Port {port} belongs to another protocol and is not fetched; web servers are at 80, 443 or above 1023 \
             (the operator can permit host:port with --fetch-allow)."
        ),
    )
}
