//! Compressed bodies over the wire: valid ones are decoded, bombs are stopped, memory stays small.

use crate::server::{Say, Server, kind, request, settings, told, web, web_for, with};
use async_compression::tokio::write::{BrotliEncoder, GzipEncoder, ZstdEncoder};
use std::sync::Arc;
use tidings_fetch::Web;
use tidings_model::FailureKind;
use tokio::io::AsyncWriteExt;

macro_rules! encoded {
    ($encoder:ident, $bytes:expr) => {{
        let mut encoder = $encoder::new(Vec::new());
        encoder.write_all($bytes).await.unwrap();
        encoder.shutdown().await.unwrap();
        encoder.into_inner()
    }};
}

fn labelled(coding: &str, body: &[u8]) -> Say {
    Say::Last(with(&format!("Content-Encoding: {coding}\r\n"), body))
}

#[tokio::test]
async fn compressed_feeds_arrive_decoded() {
    let feed = b"<rss>item, item, item</rss>".repeat(50);
    for (coding, body) in [
        ("gzip", encoded!(GzipEncoder, &feed)),
        ("br", encoded!(BrotliEncoder, &feed)),
        ("zstd", encoded!(ZstdEncoder, &feed)),
    ] {
        let n_wire = body.len() as u64;
        let answer = told(labelled(coding, &body)).await.unwrap();
        assert_eq!((&answer.body[..], answer.wire_bytes), (&feed[..], n_wire), "{coding}");
    }
    let silent = Say::Last(with("", &encoded!(GzipEncoder, &feed)));
    assert_eq!(told(silent).await.unwrap().body, feed);
}

#[tokio::test]
async fn bombs_and_wrong_encodings_are_failures() {
    let bomb = encoded!(GzipEncoder, &vec![0; 64 << 20]);
    assert!(bomb.len() < 100_000);
    assert_eq!(kind(labelled("gzip", &bomb)).await, Some(FailureKind::TooLarge));
    assert_eq!(kind(Say::Last(with("", &bomb))).await, Some(FailureKind::TooLarge));
    let twice = encoded!(GzipEncoder, &bomb);
    assert_eq!(kind(labelled("gzip, gzip", &twice)).await, Some(FailureKind::TooLarge));
    assert_eq!(kind(labelled("gzip", &bomb[..bomb.len() / 2])).await, Some(FailureKind::TooLarge));
    let feed = encoded!(GzipEncoder, b"<rss/>");
    assert_eq!(kind(labelled("gzip", &feed[..feed.len() - 4])).await, Some(FailureKind::Decode));
    assert_eq!(kind(labelled("gzip", b"<rss/>")).await, Some(FailureKind::Decode));
    assert_eq!(kind(labelled("zstd-x-unknown", b"<rss/>")).await, Some(FailureKind::Decode));
}

#[tokio::test]
async fn a_truncated_compressed_body_is_incomplete() {
    // Random enough not to compress, so that much of it is missing when the connection ends.
    let noise: Vec<u8> =
        (0..50_000_u32).flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
    let whole = with("Content-Encoding: gzip\r\n", &encoded!(GzipEncoder, &noise));
    assert_eq!(
        kind(Say::Last(whole[..whole.len() / 2].to_vec())).await,
        Some(FailureKind::Incomplete)
    );
}

#[tokio::test]
async fn large_bodies_are_rejected_by_length_or_while_reading() {
    let announced = b"HTTP/1.1 200 OK\r\nContent-Length: 9000000000000000000\r\n\r\n".to_vec();
    assert_eq!(kind(Say::Stall(announced)).await, Some(FailureKind::TooLarge));
    let chunk = [&b"10000\r\n"[..], &[b'x'; 0x10000], b"\r\n"].concat();
    let chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    assert_eq!(kind(Say::Endless(chunked, chunk)).await, Some(FailureKind::TooLarge));
    let open = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
    assert_eq!(kind(Say::Endless(open, vec![b'x'; 1 << 16])).await, Some(FailureKind::TooLarge));
}

#[tokio::test]
async fn a_request_can_set_its_own_limit() {
    let server = Server::saying(Say::Bytes(with("", &[b'x'; 2000]))).await;
    let web = web_for(&[&server]);
    let mut asked = request(&server.url("/"));
    asked.body_limit = Some(1999);
    let failure = web.get(asked.clone()).await.unwrap_err();
    assert_eq!(failure.message, "The response is larger than the limit of 1999 bytes.");
    asked.body_limit = Some(2000);
    assert!(web.get(asked).await.is_ok());
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn twenty_bombs_at_once_cost_little_memory() {
    let resident_kib = || {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap()
    };
    let bomb = encoded!(GzipEncoder, &vec![0; 64 << 20]);
    let server = Arc::new(Server::saying(labelled("gzip", &bomb)).await);
    let mut settings = settings(&server.address.to_string());
    settings.limits.body_bytes = 4 << 20;
    settings.limits.concurrency_per_host = 20;
    let web = web(settings);
    let before = resident_kib();
    let asked = (0..20).map(|_| web.get(request(&server.url("/"))));
    for outcome in futures_util::future::join_all(asked).await {
        assert_eq!(outcome.unwrap_err().kind, FailureKind::TooLarge);
    }
    let grown = resident_kib().saturating_sub(before);
    assert!(grown < 200 << 10, "{grown} KiB for 20 limits of 4 MiB and more than a GiB of bombs");
}
