//! Redirects of all kinds, and what is sent along with them.

use crate::server::{Names, Say, Server, header, ok, path, reply, request, settings, web, web_for};
use tidings_fetch::{Credentials, Web};
use tidings_model::FailureKind;

fn to(status: u16, location: &str) -> Say {
    Say::Bytes(reply(
        &format!("{status} Elsewhere"),
        &format!("Location: {location}\r\n"),
        b"go on",
    ))
}

/// Starts a server whose path is `/chain/n`: n redirects, then a feed.
async fn chain(status: u16) -> Server {
    Server::start(move |head| match path(head).trim_start_matches("/chain/").parse::<u32>() {
        Ok(n) if n > 0 => to(status, &format!("/chain/{}", n - 1)),
        _ => Say::Bytes(ok(b"<rss/>")),
    })
    .await
}

#[tokio::test]
async fn five_redirects_are_followed_and_six_are_too_many() {
    for status in [301, 302, 303, 307, 308] {
        let server = chain(status).await;
        let web = web_for(&[&server]);
        let answer = web.get(request(&server.url("/chain/5"))).await.unwrap();
        assert_eq!((answer.hops.len(), answer.url.path()), (5, "/chain/0"));
        assert!(answer.hops.iter().all(|hop| hop.status == status));
        assert_eq!(answer.hops[0].from.path(), "/chain/5");
        assert_eq!(answer.hops[0].to, answer.hops[1].from);
        assert_eq!(answer.moved_to().is_some(), matches!(status, 301 | 308));
        let failure = web.get(request(&server.url("/chain/6"))).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::RedirectLoop);
    }
}

#[tokio::test]
async fn loops_are_detected_at_once() {
    let server = Server::start(|head| match path(head) {
        "/self" => to(302, "/self"),
        "/ping" => to(302, "/pong"),
        _ => to(302, "/ping"),
    })
    .await;
    let web = web_for(&[&server]);
    for (path, n_requests) in [("/self", 1), ("/ping", 2)] {
        let before = server.heads().len();
        let failure = web.get(request(&server.url(path))).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::RedirectLoop);
        assert_eq!(server.heads().len() - before, n_requests);
    }
}

#[tokio::test]
async fn redirects_without_a_target_are_failures() {
    let long = format!("/{}", "x".repeat(5000));
    for say in [
        Say::Bytes(reply("302 Found", "", b"no location")),
        to(302, ""),
        to(302, "   "),
        to(302, "http://"),
        to(302, "http://[::1"),
        to(302, &long),
    ] {
        let server = Server::saying(say).await;
        let failure = web_for(&[&server]).get(request(&server.url("/"))).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::BadRedirect, "{failure}");
    }
}

#[tokio::test]
async fn a_location_cannot_add_a_header() {
    let server = Server::start(|head| match path(head) {
        "/" => to(302, "/next%0d%0aX-Injected:%201?a=\tb"),
        "/2" => to(302, "/next%0d%0aX-Injected:%201"),
        _ => Say::Bytes(ok(b"<rss/>")),
    })
    .await;
    let web = web_for(&[&server]);
    let tab = web.get(request(&server.url("/"))).await.unwrap_err();
    assert_eq!(tab.kind, FailureKind::BadRedirect);
    web.get(request(&server.url("/2"))).await.unwrap();
    assert!(server.heads().iter().all(|head| header(head, "x-injected").is_none()));
}

#[tokio::test]
async fn credentials_stay_with_their_origin() {
    let server = Server::start(|head| match path(head) {
        "/start" => to(302, "/same"),
        "/same" => to(
            302,
            &format!(
                "http://b.test:{}/other",
                header(head, "host").unwrap().split(':').nth(1).unwrap()
            ),
        ),
        "/other" => to(
            302,
            &format!(
                "http://a.test:{}/back",
                header(head, "host").unwrap().split(':').nth(1).unwrap()
            ),
        ),
        _ => Say::Bytes(ok(b"<rss/>")),
    })
    .await;
    let mut settings = settings(&server.address.to_string());
    settings.resolver = Names::new(&[("a.test", &["127.0.0.1"]), ("b.test", &["127.0.0.1"])]);
    let web = web(settings);
    for secret in [
        Credentials::basic("ann", "swordfish").unwrap(),
        Credentials::header("X-Key", "k").unwrap(),
    ] {
        let mut asked = request(&format!("http://a.test:{}/start", server.address.port()));
        asked.credentials = Some(secret);
        let before = server.heads().len();
        web.get(asked).await.unwrap();
        let has_secret =
            |head: &String| header(head, "authorization").or(header(head, "x-key")).is_some();
        let seen: Vec<bool> = server.heads()[before..].iter().map(has_secret).collect();
        assert_eq!(seen, [true, true, false, true], "start, same, other host, back");
    }
}
