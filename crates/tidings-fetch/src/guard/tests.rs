//! Checks the guard against the registries, against every disguise, and against the public internet.

use super::*;
use proptest::prelude::*;

fn address(text: &str) -> IpAddr {
    text.parse().unwrap()
}

/// Returns every way to write an IPv4 address as an IPv6 address that some machine on the path would translate back.
fn disguises(v4: Ipv4Addr) -> Vec<Ipv6Addr> {
    let bits = u128::from(v4.to_bits());
    let [high, low] = [(bits >> 16) as u16, bits as u16];
    vec![
        v4.to_ipv6_mapped(),
        Ipv6Addr::from_bits(bits),                     // compatible
        Ipv6Addr::from_bits(0x0064_ff9b << 96 | bits), // NAT64
        Ipv6Addr::new(0x64, 0xff9b, 1, high, low >> 8, low << 8, 0, 0), // NAT64, local use, RFC 6052 /48
        Ipv6Addr::from_bits(0x0064_ff9b_0001 << 80 | bits),             // NAT64, local use, /96
        Ipv6Addr::new(0, 0, 0, 0, 0xffff, 0, high, low),                // SIIT
        Ipv6Addr::new(0x2002, high, low, 0, 0, 0, 0, 1),                // 6to4
        Ipv6Addr::new(0x2001, 0, 0x4136, 0xe378, 0x8000, 0x63bf, !high, !low), // Teredo
        Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0x5efe, high, low),           // ISATAP, link-local
        Ipv6Addr::new(0x2a00, 1, 2, 3, 0, 0x5efe, high, low),           // ISATAP, global prefix
        Ipv6Addr::new(0x2a00, 1, 2, 3, 0x200, 0x5efe, high, low),
    ]
}

/// The blocks of IANA's IPv6 special-purpose registry, and everything else that is not global unicast, one by one.
const REGISTRY_V6: [&str; 30] = [
    "::1/128",
    "::/128",
    "::ffff:0:0/96",
    "::/96",
    "64:ff9b::/96",
    "64:ff9b:1::/48",
    "100::/64",
    "100:0:0:1::/64",
    "2001::/23",
    "2001::/32",
    "2001:1::1/128",
    "2001:1::2/128",
    "2001:1::3/128",
    "2001:2::/48",
    "2001:3::/32",
    "2001:4:112::/48",
    "2001:10::/28",
    "2001:20::/28",
    "2001:30::/28",
    "2001:db8::/32",
    "2002::/16",
    "2620:4f:8000::/48",
    "3fff::/20",
    "5f00::/16",
    "fc00::/7",
    "fd00:ec2::254/128",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8",
    "4000::/2",
];

fn v6_blocks() -> impl Strategy<Value = (Ipv6Addr, u32)> {
    proptest::sample::select(REGISTRY_V6.to_vec()).prop_map(|text| {
        let (first, prefix) = text.split_once('/').unwrap();
        (first.parse().unwrap(), prefix.parse().unwrap())
    })
}

#[test]
fn the_first_and_last_of_every_block_are_forbidden() {
    for (first, prefix) in SPECIAL_V4 {
        let last = Ipv4Addr::from_bits(first.to_bits() | (u32::MAX >> prefix));
        for edge in [first, last] {
            assert!(is_forbidden(edge.into()), "{edge}");
            for disguise in disguises(edge) {
                assert!(is_forbidden(disguise.into()), "{edge} as {disguise}");
            }
        }
    }
    for text in REGISTRY_V6 {
        let (first, prefix) = text.split_once('/').unwrap();
        let (first, prefix): (Ipv6Addr, u32) = (first.parse().unwrap(), prefix.parse().unwrap());
        let last = first.to_bits() | u128::MAX.checked_shr(prefix).unwrap_or(0);
        assert!(
            is_forbidden(first.into()) && is_forbidden(Ipv6Addr::from_bits(last).into()),
            "{text}"
        );
    }
}

#[test]
fn the_addresses_around_the_blocks_are_public() {
    for neighbour in [
        "1.0.0.0",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "191.255.255.255",
        "192.0.1.0",
        "192.0.3.0",
        "192.31.195.255",
        "192.31.197.0",
        "192.52.192.255",
        "192.52.194.0",
        "192.88.98.255",
        "192.88.100.0",
        "192.167.255.255",
        "192.169.0.0",
        "192.175.47.255",
        "192.175.49.0",
        "198.17.255.255",
        "198.20.0.0",
        "198.51.99.255",
        "198.51.101.0",
        "203.0.112.255",
        "203.0.114.0",
        "223.255.255.255",
        "2000::",
        "2001:200::",
        "2001:db7:ffff::",
        "2001:db9::",
        "2003::",
        "2620:4f:7fff::",
        "2620:4f:8001::",
        "3ffe::",
        "3fff:1000::",
        "2a00::5efe:5db8:d822",
        "2a00::201:5efe:7f00:1",
        "2a00::5eff:7f00:1",
    ] {
        assert!(!is_forbidden(address(neighbour)), "{neighbour}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn members_of_special_v4_blocks_are_forbidden_in_every_disguise(
        (first, prefix) in proptest::sample::select(SPECIAL_V4.to_vec()), noise: u32,
    ) {
        let member = Ipv4Addr::from_bits(first.to_bits() | (noise & (u32::MAX >> prefix)));
        prop_assert!(is_forbidden(member.into()));
        for disguise in disguises(member) {
            prop_assert!(is_forbidden(disguise.into()), "{} as {}", member, disguise);
        }
    }

    #[test]
    fn members_of_special_v6_blocks_are_forbidden((first, prefix) in v6_blocks(), noise: u128) {
        let member = first.to_bits() | (noise & u128::MAX.checked_shr(prefix).unwrap_or(0));
        prop_assert!(is_forbidden(Ipv6Addr::from_bits(member).into()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn the_public_internet_may_be_dialed(v4: u32, v6: u128) {
        // An independent transcription of the registries, so that a mistake in the tables above shows.
        let v4 = Ipv4Addr::from_bits(v4);
        let [a, b, c, _] = v4.octets();
        let is_special = v4.is_private() || v4.is_loopback() || v4.is_link_local() || v4.is_documentation()
            || a == 0 || a >= 224 || (a == 100 && b & 0xc0 == 64) || (a == 198 && b & 0xfe == 18)
            || matches!((a, b, c), (192, 0, 0) | (192, 31, 196) | (192, 52, 193) | (192, 88, 99) | (192, 175, 48));
        prop_assert_eq!(is_forbidden(v4.into()), is_special, "{}", v4);

        let v6 = Ipv6Addr::from_bits((v6 >> 3) | (1 << 125));
        let [a, b, c, ..] = v6.segments();
        let is_special = (a == 0x2001 && (b < 0x200 || b == 0xdb8)) || a == 0x2002
            || (a == 0x3fff && b < 0x1000) || (a, b, c) == (0x2620, 0x4f, 0x8000)
            || (v6.segments()[5] == 0x5efe && matches!(v6.segments()[4], 0 | 0x200));
        prop_assume!(!is_special);
        prop_assert!(!is_forbidden(v6.into()), "{}", v6);
    }
}

fn guard(allow: &str) -> Guard {
    Guard { allow: allow.parse().unwrap(), ..Guard::default() }
}

fn refusal(guard: &Guard, url: &str) -> Option<FailureKind> {
    guard.check_url(&url.parse().unwrap()).err().map(|failure| failure.kind)
}

#[test]
fn literal_addresses_are_rejected_before_connecting() {
    for literal in [
        "127.0.0.1",
        "[::1]",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "0.0.0.1",
        "192.0.0.1",
        "198.18.0.1",
        "203.0.113.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "[fd00::1]",
        "[fe80::1]",
        "[ff02::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[64:ff9b:1::1]",
        "[2002:7f00:1::]",
        "[2001:0:4136:e378:8000:63bf:80ff:fffe]",
        "[2001:db8::1]",
        "[3fff::1]",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "127.1",
        "①②⑦.0.0.1",
        "127。0。0。1",
        "%31%32%37.0.0.1",
    ] {
        let kind = refusal(&guard(""), &format!("http://{literal}/feed.xml"));
        assert_eq!(kind, Some(FailureKind::ForbiddenAddress), "{literal}");
    }
}

#[test]
fn ports_of_other_protocols_must_be_allowed_explicitly() {
    let port = Some(FailureKind::ForbiddenPort);
    assert_eq!(refusal(&guard(""), "http://example.org:25/"), port);
    assert_eq!(refusal(&guard(""), "http://1.1.1.1:6379/"), port);
    assert_eq!(refusal(&guard(""), "http://example.org:8080/"), None);
    assert_eq!(refusal(&guard("127.0.0.1"), "http://127.0.0.1:22/"), port);
    assert_eq!(refusal(&guard("127.0.0.1:22"), "http://127.0.0.1:22/"), None);
    // A private address is reported first: the port does not matter then.
    assert_eq!(refusal(&guard(""), "http://127.0.0.1:22/"), Some(FailureKind::ForbiddenAddress));
}

#[test]
fn an_exception_for_one_port_allows_no_other() {
    let guard = guard("127.0.0.1:9900");
    assert_eq!(refusal(&guard, "http://127.0.0.1:9900/"), None);
    assert_eq!(refusal(&guard, "http://127.0.0.1:9901/"), Some(FailureKind::ForbiddenAddress));
    assert_eq!(
        refusal(&guard, "http://[::ffff:127.0.0.1]:9900/"),
        Some(FailureKind::ForbiddenAddress)
    );
}

#[test]
fn credentials_in_a_url_are_rejected_after_the_address() {
    assert_eq!(refusal(&guard(""), "http://ann:x@example.org/"), Some(FailureKind::BadUrl));
    assert_eq!(
        refusal(&guard(""), "http://example.org@127.0.0.1/"),
        Some(FailureKind::ForbiddenAddress)
    );
    assert_eq!(refusal(&guard(""), "file:///etc/passwd"), Some(FailureKind::UnsupportedScheme));
}

#[test]
fn our_own_address_is_rejected() {
    let guard = Guard {
        allow: "127.0.0.0/8, ::1".parse().unwrap(),
        own_addresses: vec!["0.0.0.0:8080".parse().unwrap()],
        own_url: Some("https://news.example.org/".parse().unwrap()),
    };
    let own = Some(FailureKind::ForbiddenAddress);
    assert_eq!(refusal(&guard, "https://news.example.org/feed/1"), own);
    assert_eq!(refusal(&guard, "http://NEWS.example.org/api"), own);
    assert_eq!(refusal(&guard, "https://example.org/"), None);
    assert_eq!(refusal(&guard, "http://127.0.0.1:8080/"), own);
    assert_eq!(refusal(&guard, "http://127.0.0.9:8080/"), own);
    assert_eq!(refusal(&guard, "http://127.0.0.1:8081/"), None);
    let here: SocketAddr = "93.184.216.34:8080".parse().unwrap();
    let local: SocketAddr = "93.184.216.34:51234".parse().unwrap();
    assert!(guard.check_connected(local, here).is_err());
    assert!(guard.check_connected("93.184.216.35:51234".parse().unwrap(), here).is_ok());
}
