//! Checks that forbidden addresses are not reached: a canary listens on loopback, and nothing ever connects.

use crate::server::{Names, Say, Server, ok, path, reply, request, settings, web};
use futures_util::future::BoxFuture;
use std::{
    io,
    net::IpAddr,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use tidings_fetch::{ClientSettings, Resolve, Web};
use tidings_model::{Failure, FailureKind};

async fn refusal(settings: ClientSettings, url: &str) -> Failure {
    web(settings).get(request(url)).await.unwrap_err()
}

/// Ways to write this machine's own address, with a placeholder for the port.
const LOCAL: [&str; 18] = [
    "127.0.0.1:PORT",
    "localhost:PORT",
    "localhost.:PORT",
    "sub.localhost:PORT",
    "2130706433:PORT",
    "0x7f000001:PORT",
    "0177.0.0.1:PORT",
    "127.1:PORT",
    "127.0.0.2:PORT",
    "0.0.0.0:PORT",
    "[::1]:PORT",
    "[::ffff:127.0.0.1]:PORT",
    "[::127.0.0.1]:PORT",
    "[64:ff9b::7f00:1]:PORT",
    "①②⑦.0.0.1:PORT",
    "127。0。0。1:PORT",
    "%31%32%37.0.0.1:PORT",
    "example.org@127.0.0.1:PORT",
];

#[tokio::test]
async fn no_spelling_of_this_machine_gets_through() {
    let canary = Server::canary().await;
    for spelling in LOCAL {
        let url =
            format!("http://{}/", spelling.replace("PORT", &canary.address.port().to_string()));
        let failure = refusal(settings(""), &url).await;
        assert_eq!(failure.kind, FailureKind::ForbiddenAddress, "{url}: {failure}");
    }
    assert_eq!(canary.n_connections(), 0);
}

#[tokio::test]
async fn no_redirect_gets_through_either() {
    let canary = Server::canary().await;
    for status in [301, 302, 303, 307, 308] {
        for spelling in LOCAL {
            let location =
                format!("http://{}/", spelling.replace("PORT", &canary.address.port().to_string()));
            let server = Server::start(move |head| match path(head) {
                "/1" => Say::Bytes(reply("302 X", "Location: /2\r\n", b"")),
                "/2" => Say::Bytes(reply("302 X", "Location: /3\r\n", b"")),
                _ => Say::Bytes(reply(
                    &format!("{status} X"),
                    &format!("Location: {location}\r\n"),
                    b"",
                )),
            })
            .await;
            let allow = server.address.to_string();
            for (start, hop) in [("/3", "Redirect 1 "), ("/1", "Redirect 3 ")] {
                let failure = refusal(settings(&allow), &server.url(start)).await;
                assert_eq!(failure.kind, FailureKind::ForbiddenAddress, "{spelling}: {failure}");
                assert!(failure.message.starts_with(hop), "{failure}");
                assert!(!failure.message.contains("secret"));
            }
        }
    }
    assert_eq!(canary.n_connections(), 0);
}

#[tokio::test]
async fn other_schemes_are_not_followed() {
    for location in [
        "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_INFO",
        "ftp://127.0.0.1/",
        "data:text/xml,<rss/>",
        "javascript:alert(1)",
    ] {
        let server = Server::saying(Say::Bytes(reply(
            "302 X",
            &format!("Location: {location}\r\n"),
            b"<rss/>",
        )))
        .await;
        let failure = refusal(settings(&server.address.to_string()), &server.url("/")).await;
        assert_eq!(failure.kind, FailureKind::UnsupportedScheme, "{location}");
    }
}

#[tokio::test]
async fn names_that_resolve_to_private_addresses_are_rejected() {
    let canary = Server::canary().await;
    let port = canary.address.port();
    let resolver = Names::new(&[
        ("a.test", &["127.0.0.1"]),
        ("meta.test", &["169.254.169.254"]),
        ("multi.test", &["93.184.216.34", "127.0.0.1"]),
        ("multi2.test", &["127.0.0.1", "93.184.216.34"]),
        ("six.test", &["fd00::1"]),
        ("mapped.test", &["::ffff:127.0.0.1"]),
        ("carrier.test", &["100.64.0.1"]),
    ]);
    for name in ["a", "meta", "multi", "multi2", "six", "mapped", "carrier"] {
        let settings = ClientSettings { resolver: resolver.clone(), ..settings("") };
        let failure = refusal(settings, &format!("http://{name}.test:{port}/")).await;
        assert_eq!(failure.kind, FailureKind::ForbiddenAddress, "{name}");
        assert!(
            !failure.message.contains("127.0.0.1") && !failure.message.contains("fd00"),
            "{failure}"
        );
    }
    let nobody = ClientSettings { resolver, ..settings("") };
    assert_eq!(refusal(nobody, "http://nobody.test/").await.kind, FailureKind::Dns);
    assert_eq!(canary.n_connections(), 0);
}

/// Returns an allowed address the first time, and the canary's afterwards.
#[derive(Debug, Default)]
struct Rebinding(AtomicUsize);

impl Resolve for Rebinding {
    fn resolve<'a>(&'a self, _: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        let address = match self.0.fetch_add(1, Ordering::SeqCst) {
            0 => "127.0.0.2",
            _ => "127.0.0.1",
        };
        Box::pin(async move { Ok(vec![address.parse().unwrap()]) })
    }
}

#[tokio::test]
async fn dns_rebinding_does_not_reach_the_canary() {
    let canary = Server::canary().await;
    let port = canary.address.port();
    let good = Server::start_at(&format!("127.0.0.2:{port}"), |_| Say::Last(ok(b"<rss/>"))).await;
    let resolver = Arc::new(Rebinding::default());
    let web =
        web(ClientSettings { resolver: resolver.clone(), ..settings(&good.address.to_string()) });
    let url = format!("http://rebind.test:{port}/");
    assert!(web.get(request(&url)).await.is_ok(), "one lookup, and exactly its address is dialed");
    assert_eq!(resolver.0.load(Ordering::SeqCst), 1);
    assert!(good.is_left_alone().await);
    assert_eq!(web.get(request(&url)).await.unwrap_err().kind, FailureKind::ForbiddenAddress);
    assert_eq!((good.n_connections(), canary.n_connections()), (1, 0));
}

#[tokio::test]
async fn ports_of_other_protocols_are_not_dialed() {
    for url in [
        "http://example.org:25/",
        "https://example.org:22/",
        "http://1.1.1.1:6379/",
        "http://example.org:11211/",
    ] {
        assert_eq!(refusal(settings(""), url).await.kind, FailureKind::ForbiddenPort, "{url}");
    }
    let resolver = Names::new(&[("db.test", &["127.0.0.1"])]);
    let settings = ClientSettings { resolver, ..settings("127.0.0.1, 10.0.0.0/8:5432") };
    let failure = refusal(settings, "http://db.test:5432/").await;
    assert_eq!(
        failure.kind,
        FailureKind::ForbiddenPort,
        "the port is allowed for another address only"
    );
}

#[tokio::test]
async fn our_own_address_is_not_fetched() {
    let server = Server::canary().await;
    let own = ClientSettings { own_addresses: vec![server.address], ..settings("127.0.0.0/8") };
    assert_eq!(refusal(own, &server.url("/api")).await.kind, FailureKind::ForbiddenAddress);
    let any = format!("0.0.0.0:{}", server.address.port()).parse().unwrap();
    let own = ClientSettings { own_addresses: vec![any], ..settings("127.0.0.0/8") };
    assert_eq!(refusal(own, &server.url("/api")).await.kind, FailureKind::ForbiddenAddress);
    let public = server.url("/").parse().ok();
    let own = ClientSettings { user_agent_url: public, ..settings("127.0.0.0/8") };
    assert_eq!(refusal(own, &server.url("/feed")).await.kind, FailureKind::ForbiddenAddress);
    assert_eq!(server.n_connections(), 0);
}

#[tokio::test]
async fn allowed_hosts_are_contacted_directly() {
    let server = Server::saying(Say::Last(ok(b"<rss/>"))).await;
    let resolver = Names::new(&[("wiki.corp", &["127.0.0.1"])]);
    let url = format!("http://wiki.corp:{}/", server.address.port());
    let answer =
        web(ClientSettings { resolver, ..settings("wiki.corp") }).get(request(&url)).await.unwrap();
    assert_eq!(answer.body, "<rss/>");
    assert_eq!(refusal(settings(""), &server.url("/")).await.kind, FailureKind::ForbiddenAddress);
}

/// Runs the previous test in a process whose environment names the canary as proxy for everything.
#[tokio::test]
async fn proxies_in_the_environment_are_ignored() {
    let canary = Server::canary().await;
    let proxy = canary.url("/");
    let mut again = Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", "egress::allowed_hosts_are_contacted_directly"]);
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"]
    {
        again.env(name, &proxy);
    }
    let output = tokio::task::spawn_blocking(move || again.output().unwrap()).await.unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
    assert_eq!(canary.n_connections(), 0);
}
