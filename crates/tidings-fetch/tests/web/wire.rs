//! Faults on the wire: each is a failure of the right kind, in time, and nothing incomplete is returned.

use crate::server::{
    Say, Server, ends, hasty, header, kind, ok, reply, request, settings, told, web, web_for, with,
};
use futures_util::future::BoxFuture;
use std::{io, net::IpAddr, sync::Arc, time::Duration};
use tidings_fetch::{ClientSettings, Purpose, Request, Resolve, Web};
use tidings_model::FailureKind;
use tokio::net::{TcpSocket, TcpStream};

fn last(text: &str) -> Say {
    Say::Last(text.as_bytes().to_vec())
}

#[tokio::test]
async fn a_plain_response_arrives_complete() {
    let server =
        Server::saying(Say::Bytes(with("Content-Type: application/rss+xml\r\n", b"<rss/>"))).await;
    let web = web_for(&[&server]);
    let mut asked = request(&server.url("/feed?x=1#fragment"));
    asked.n_subscribers = 3;
    let answer = web.get(asked).await.unwrap();
    assert_eq!((answer.status, &answer.body[..], answer.wire_bytes), (200, &b"<rss/>"[..], 6));
    assert_eq!(answer.content_type.as_deref(), Some("application/rss+xml"));
    assert_eq!(answer.url.path(), "/feed");
    let head = &server.heads()[0];
    assert!(head.starts_with("GET /feed?x=1 HTTP/1.1\r\n"), "{head}");
    assert_eq!(header(head, "user-agent"), Some("Tidings/0.1 (3 subscribers)"));
    assert_eq!(header(head, "accept-encoding"), Some("gzip, deflate, br, zstd"));
    assert_eq!(header(head, "host"), Some(server.address.to_string().as_str()));
    assert!(header(head, "accept").unwrap().contains("application/atom+xml"));
    for absent in ["referer", "cookie", "authorization", "if-none-match", "if-modified-since"] {
        assert_eq!(header(head, absent), None);
    }
}

#[tokio::test]
async fn cookies_are_never_kept() {
    let server =
        Server::saying(Say::Bytes(with("Set-Cookie: track=1; Max-Age=9999999\r\n", b"<rss/>")))
            .await;
    let web = web_for(&[&server]);
    for _ in 0..3 {
        web.get(request(&server.url("/"))).await.unwrap();
    }
    assert!(server.heads().iter().all(|head| header(head, "cookie").is_none()));
    assert_eq!(
        server.n_connections(),
        3,
        "no connection is kept for a host contacted every few hours"
    );
}

#[tokio::test]
async fn bodies_that_end_early_are_incomplete() {
    let incomplete = Some(FailureKind::Incomplete);
    assert_eq!(kind(last("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n<rss>")).await, incomplete);
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    assert_eq!(kind(last(&format!("{chunked}5\r\n<rss>\r\n"))).await, incomplete);
    assert_eq!(kind(last(&format!("{chunked}5\r\n<rs"))).await, incomplete);
    assert_eq!(kind(last(&format!("{chunked}5\r\n<rss>\r\nxyz\r\n"))).await, incomplete);
    assert_eq!(kind(last(&format!("{chunked}fffffffffffffffff\r\n<rss>"))).await, incomplete);
    assert_eq!(kind(Say::Last(reply("206 Partial Content", "", b"<rss>"))).await, incomplete);
}

#[tokio::test]
async fn complete_bodies_of_every_framing_are_accepted() {
    let body = |text: &str| {
        let say = last(text);
        async move { told(say).await.unwrap().body }
    };
    assert_eq!(body("HTTP/1.1 200 OK\r\n\r\n<rss/>").await, "<rss/>");
    assert_eq!(body("HTTP/1.0 200 OK\r\n\r\n<rss/>").await, "<rss/>");
    let chunked =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<rs\r\n3\r\ns/>\r\n0\r\n\r\n";
    assert_eq!(body(chunked).await, "<rss/>");
    let both = chunked.replace("Transfer", "Content-Length: 3\r\nTransfer");
    assert_eq!(body(&both).await, "<rss/>", "chunks decide");
}

#[tokio::test]
async fn invalid_http_is_a_protocol_failure() {
    for text in [
        "<rss>no status line at all</rss>\r\n\r\n",
        "HTTP/1.1 abc Foo\r\n\r\n",
        "HTTP/1.1 999 Foo\r\nContent-Length: 2\r\n\r\nhi",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n<rss/>",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n<rss/>",
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 6\r\n\r\n<rss/>",
        "HTTP/1.1 200 OK\r\nX-Nul: a\0b\r\n\r\n<rss/>",
        "HTTP/1.1 304 Not Modified\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
    ] {
        assert_eq!(kind(last(text)).await, Some(FailureKind::Protocol), "{text:?}");
    }
}

#[tokio::test]
async fn broken_connections_are_network_failures() {
    assert_eq!(kind(last("")).await, Some(FailureKind::Network));
    assert_eq!(kind(last("HTTP/1.1 200 OK\r\nContent-")).await, Some(FailureKind::Network));
    assert_eq!(kind(Say::Reset(vec![])).await, Some(FailureKind::Network));
    let half = b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n<rss>".to_vec();
    assert_eq!(kind(Say::Reset(half)).await, Some(FailureKind::Network));
    let failure =
        web(settings("127.0.0.1:1")).get(request("http://127.0.0.1:1/")).await.unwrap_err();
    assert_eq!(
        (failure.kind, failure.message.as_str()),
        (FailureKind::Network, "127.0.0.1 refused the connection.")
    );
}

#[tokio::test]
async fn an_empty_body_is_an_empty_failure() {
    assert_eq!(kind(Say::Last(ok(b""))).await, Some(FailureKind::Empty));
    assert_eq!(kind(last("HTTP/1.1 204 No Content\r\n\r\n")).await, Some(FailureKind::Empty));
    let server = Server::saying(Say::Last(ok(b""))).await;
    let robots = Request::new(server.url("/robots.txt").parse().unwrap(), Purpose::Robots);
    assert!(web_for(&[&server]).get(robots).await.is_ok(), "an empty robots.txt is valid");
}

#[tokio::test]
async fn heads_are_bounded() {
    let head = b"HTTP/1.1 200 OK\r\n".to_vec();
    let lines = Say::Endless(head.clone(), b"X-Line: some value\r\n".repeat(50));
    assert_eq!(kind(lines).await, Some(FailureKind::TooLarge));
    let line = Say::Endless([&head[..], b"X-Long: "].concat(), vec![b'x'; 4096]);
    assert_eq!(kind(line).await, Some(FailureKind::TooLarge));
    let big = format!("X-Big: {}\r\n", "x".repeat(60_000));
    assert!(
        told(Say::Last(with(&big, b"<rss/>"))).await.is_ok(),
        "a body at the limit is accepted"
    );
}

#[tokio::test]
async fn no_slowness_outlasts_the_deadline() {
    let feed = with("", &b"<rss/>".repeat(1000));
    let slow = [
        Say::Drip(feed.clone(), Duration::from_millis(100)),
        Say::Drip(feed[..20].to_vec(), Duration::from_millis(200)),
        Say::Stall(vec![]),
        Say::Stall(feed[..3000].to_vec()),
        Say::Endless(vec![], b"HTTP/1.1 100 Continue\r\n\r\n".to_vec()),
    ];
    futures_util::future::join_all(slow.map(|say| async {
        let server = Server::saying(say).await;
        let web = web(hasty(&server.address.to_string()));
        let failure = ends(web.get(request(&server.url("/")))).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::Timeout);
        assert_eq!(failure.message, "127.0.0.1 did not respond completely within 1.5 s.");
        assert!(server.is_left_alone().await, "the connection is closed");
    }))
    .await;
}

/// A resolver that never responds.
#[derive(Debug)]
struct Asleep;

impl Resolve for Asleep {
    fn resolve<'a>(&'a self, _: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test]
async fn slow_names_and_connections_do_not_outlast_the_deadline() {
    let sleepy = ClientSettings { resolver: Arc::new(Asleep), ..hasty("") };
    let failure = ends(web(sleepy).get(request("http://slow.test/"))).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Timeout);

    // A listener whose queue is full completes no handshakes.
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = socket.local_addr().unwrap();
    let _listener = socket.listen(0).unwrap();
    let _in_queue = TcpStream::connect(address).await.unwrap();
    let web = web(hasty("127.0.0.1"));
    let failure = ends(web.get(request(&format!("http://{address}/")))).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Timeout, "{failure}");
}

#[tokio::test]
async fn a_second_response_on_a_connection_is_ignored() {
    let two = [ok(b"<rss>first</rss>"), ok(b"EVILSECOND")].concat();
    let server = Server::saying(Say::Bytes(two)).await;
    let web = web_for(&[&server]);
    for _ in 0..5 {
        if let Ok(answer) = web.get(request(&server.url("/"))).await {
            assert_eq!(answer.body, "<rss>first</rss>");
        }
        assert!(server.is_left_alone().await);
    }
}

#[tokio::test]
async fn retry_after_is_part_of_the_failure() {
    for (status, lines, expected, seconds) in [
        ("429 Slow Down", "Retry-After: 60\r\n", FailureKind::RateLimited, Some(60)),
        (
            "429 Slow Down",
            "Retry-After: Sun, 15 Nov 2026 12:02:00 GMT\r\n",
            FailureKind::RateLimited,
            Some(120),
        ),
        (
            "429 Slow Down",
            "Retry-After: Sun, 15 Nov 2026 11:02:00 GMT\r\n",
            FailureKind::RateLimited,
            None,
        ),
        (
            "429 Slow Down",
            "Retry-After: 99999999999\r\n",
            FailureKind::RateLimited,
            Some(7 * 86400),
        ),
        ("429 Slow Down", "Retry-After: soon\r\n", FailureKind::RateLimited, None),
        ("429 Slow Down", "X-RateLimit-Reset: 300\r\n", FailureKind::RateLimited, Some(300)),
        ("503 Busy", "Retry-After: 120\r\n", FailureKind::RateLimited, Some(120)),
        ("503 Busy", "", FailureKind::Status, None),
        ("403 Forbidden", "cf-mitigated: challenge\r\n", FailureKind::Denied, None),
        ("410 Gone", "", FailureKind::Gone, None),
    ] {
        let failure = told(Say::Last(reply(status, lines, b"<b>markup</b>"))).await.unwrap_err();
        assert_eq!((failure.kind, failure.retry_after_s), (expected, seconds), "{status} {lines}");
        assert!(!failure.message.contains('<'), "nothing of the response is repeated");
        assert_eq!(failure.status, status[..3].parse().ok());
    }
}
