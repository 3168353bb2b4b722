//! Images: the guard is the same, the limits are their own.

use crate::server::{Say, Server, ends, ok, reply, settings, web};
use std::time::Duration;
use tidings_fetch::{ClientSettings, Purpose, Request, Web};
use tidings_model::{FailureKind, limits::Limits};

fn bounded(server: &Server) -> ClientSettings {
    let settings = settings(&server.address.to_string());
    let limits = Limits {
        image_bytes: 1000,
        // An image that waited for its site's feed would not arrive before the test times out.
        gap_per_host: Duration::from_secs(3600),
        ..settings.limits
    };
    ClientSettings { limits, ..settings }
}

async fn picture(server: &Server, path: &str) -> Result<usize, FailureKind> {
    let request = Request::new(server.url(path).parse().unwrap(), Purpose::Image);
    let answer = web(bounded(server)).get(request).await;
    answer.map(|answer| answer.body.len()).map_err(|failure| failure.kind)
}

#[tokio::test]
async fn images_are_bounded_in_bytes_and_time() {
    let large = Server::saying(Say::Last(ok(&[7; 1001]))).await;
    assert_eq!(picture(&large, "/").await, Err(FailureKind::TooLarge));
    let endless =
        Server::saying(Say::Endless(b"HTTP/1.1 200 OK\r\n\r\n".to_vec(), vec![7; 400])).await;
    assert_eq!(picture(&endless, "/").await, Err(FailureKind::TooLarge));
    let slow = Server::saying(Say::Drip(ok(&[7; 900]), Duration::from_millis(50))).await;
    let mut hasty = bounded(&slow);
    hasty.limits.image_deadline = Duration::from_millis(300);
    let request = Request::new(slow.url("/").parse().unwrap(), Purpose::Image);
    let late = ends(web(hasty).get(request)).await.unwrap_err();
    assert_eq!(late.kind, FailureKind::Timeout);
    let small = Server::saying(Say::Last(ok(&[7; 1000]))).await;
    assert_eq!(picture(&small, "/").await, Ok(1000));
}

#[tokio::test]
async fn an_image_at_a_private_address_is_not_fetched() {
    let canary = Server::canary().await;
    let lines = format!("Location: {}\r\n", canary.url("/secret.png"));
    let lure = Server::saying(Say::Last(reply("302 Found", &lines, b""))).await;
    assert_eq!(picture(&lure, "/x.png").await, Err(FailureKind::ForbiddenAddress));
    assert_eq!(canary.n_connections(), 0);
}

#[tokio::test]
async fn images_of_one_site_do_not_wait_for_each_other_or_for_its_feed() {
    let server = Server::start(|_| Say::Last(ok(b"picture"))).await;
    let web = web(bounded(&server));
    let feed = Request::new(server.url("/feed").parse().unwrap(), Purpose::Feed);
    web.get(feed).await.unwrap();
    for n in 0..5 {
        let url = server.url(&format!("/{n}.png")).parse().unwrap();
        let asked = web.get(Request::new(url, Purpose::Image));
        ends(asked).await.unwrap();
    }
}
