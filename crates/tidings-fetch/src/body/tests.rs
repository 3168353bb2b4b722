//! Bodies in every encoding, valid and hostile.

use super::*;
use async_compression::tokio::write::{
    BrotliEncoder, DeflateEncoder, GzipEncoder, ZlibEncoder, ZstdEncoder,
};
use http::HeaderValue;
use http_body_util::Full;
use tokio::io::AsyncWriteExt;

const LIMIT: usize = 1 << 20;

macro_rules! encoded {
    ($encoder:ident, $bytes:expr) => {{
        let mut encoder = $encoder::new(Vec::new());
        encoder.write_all($bytes).await.unwrap();
        encoder.shutdown().await.unwrap();
        encoder.into_inner()
    }};
}

fn layers(text: &str) -> Result<Vec<Coding>, Failure> {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_str(text).unwrap());
    codings(&headers)
}

async fn decoded(body: Vec<u8>, encoding: &str) -> Result<(Bytes, u64), FailureKind> {
    let codings = layers(encoding).map_err(|failure| failure.kind)?;
    read(
        Full::new(Bytes::from(body)),
        &codings,
        Bounds { limit: LIMIT, room: &BodyPermits::default() },
        "example.org",
    )
    .await
    .map_err(|failure| failure.kind)
}

#[tokio::test]
async fn every_encoding_is_decoded() {
    let feed = "<rss>many items, many items, many items</rss>".repeat(100).into_bytes();
    let gzip = encoded!(GzipEncoder, &feed);
    for (body, encoding) in [
        (feed.clone(), "identity"),
        (gzip.clone(), "gzip"),
        (gzip.clone(), "X-GZIP"),
        (gzip.clone(), "identity, gzip"),
        (gzip.clone(), ""),
        (encoded!(ZlibEncoder, &feed), "deflate"),
        (encoded!(DeflateEncoder, &feed), "deflate"),
        (encoded!(BrotliEncoder, &feed), "br"),
        (encoded!(ZstdEncoder, &feed), "zstd"),
        (encoded!(BrotliEncoder, &gzip), "gzip, br"),
        (encoded!(DeflateEncoder, &encoded!(BrotliEncoder, &feed)), "br, deflate"),
        ([gzip.clone(), encoded!(GzipEncoder, b"")].concat(), "gzip"),
    ] {
        let n_wire = body.len() as u64;
        let (bytes, counted) =
            decoded(body, encoding).await.unwrap_or_else(|kind| panic!("{encoding}: {kind:?}"));
        assert!(bytes == feed, "{encoding}");
        assert_eq!(counted, n_wire, "{encoding}");
    }
}

#[tokio::test]
async fn bombs_are_stopped_at_the_limit() {
    let zeros = vec![0; 8 * LIMIT];
    let gzip = encoded!(GzipEncoder, &zeros);
    for (body, encoding) in [
        (gzip.clone(), "gzip"),
        (gzip.clone(), ""),
        (encoded!(ZlibEncoder, &zeros), "deflate"),
        (encoded!(DeflateEncoder, &zeros), "deflate"),
        (encoded!(BrotliEncoder, &zeros), "br"),
        (encoded!(ZstdEncoder, &zeros), "zstd"),
        (encoded!(GzipEncoder, &gzip), "gzip, gzip"),
        (encoded!(BrotliEncoder, &gzip), "gzip, br"),
    ] {
        assert!(body.len() < LIMIT / 10, "{encoding} is a bomb");
        assert_eq!(decoded(body, encoding).await.unwrap_err(), FailureKind::TooLarge, "{encoding}");
    }
}

#[tokio::test]
async fn layers_that_decode_to_nothing_are_counted_as_well() {
    // Each empty archive is twenty bytes that decode to none: the final output alone would never reach a limit.
    let empties = encoded!(GzipEncoder, b"").repeat(LIMIT / 10);
    assert_eq!(
        decoded(encoded!(GzipEncoder, &empties), "gzip, gzip").await.unwrap_err(),
        FailureKind::TooLarge
    );
    assert_eq!(decoded(empties, "gzip").await.unwrap_err(), FailureKind::TooLarge);
}

#[tokio::test]
async fn a_body_at_the_limit_is_accepted() {
    let full = vec![b'x'; LIMIT];
    assert_eq!(decoded(full.clone(), "identity").await.unwrap().0.len(), LIMIT);
    assert_eq!(decoded(encoded!(GzipEncoder, &full), "gzip").await.unwrap().0.len(), LIMIT);
    let over = vec![b'x'; LIMIT + 1];
    assert_eq!(decoded(over.clone(), "identity").await.unwrap_err(), FailureKind::TooLarge);
    assert_eq!(
        decoded(encoded!(GzipEncoder, &over), "gzip").await.unwrap_err(),
        FailureKind::TooLarge
    );
}

#[tokio::test]
async fn broken_streams_are_failures() {
    let feed = "<rss>item</rss>".repeat(100).into_bytes();
    let gzip = encoded!(GzipEncoder, &feed);
    let brotli = encoded!(BrotliEncoder, &feed);
    let mut damaged = gzip.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0xff;
    for (body, encoding) in [
        (gzip[..gzip.len() / 2].to_vec(), "gzip"),
        (gzip[..gzip.len() - 3].to_vec(), "gzip"),
        (brotli[..brotli.len() / 2].to_vec(), "br"),
        (damaged, "gzip"),
        (feed.clone(), "gzip"),
        (feed.clone(), "zstd"),
        (feed.clone(), "deflate"),
        (gzip.clone(), "br"),
        (gzip.clone(), "gzip, gzip"),
        (vec![0x11, 0x1e, 0, 0], "br"),
        (feed.clone(), "zstd-x-unknown"),
        (feed.clone(), "gzip, gzip, gzip"),
    ] {
        assert_eq!(decoded(body, encoding).await.unwrap_err(), FailureKind::Decode, "{encoding}");
    }
}

#[tokio::test]
async fn a_zstd_window_above_the_http_limit_is_rejected() {
    // Magic number, a frame header without a single segment, and a window descriptor of 2^31 bytes.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, (31 - 10) << 3];
    frame.extend([0x01, 0, 0]);
    assert_eq!(decoded(frame, "zstd").await.unwrap_err(), FailureKind::Decode);
}

#[tokio::test]
async fn an_empty_body_is_empty_in_every_encoding() {
    for encoding in ["identity", "gzip", "br", "zstd", "deflate"] {
        assert!(decoded(vec![], encoding).await.unwrap().0.is_empty());
    }
    assert!(decoded(encoded!(GzipEncoder, b""), "gzip").await.unwrap().0.is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_number_of_large_bodies_is_limited() {
    let room = BodyPermits::default();
    let taken = room.0.acquire_many(LARGE_AT_ONCE as u32).await.unwrap();
    let bounds = Bounds { limit: 2 * SMALL, room: &room };
    let ask =
        |n_bytes| read(Full::new(Bytes::from(vec![b'x'; n_bytes])), &[], bounds, "example.org");
    assert!(ask(SMALL).await.is_ok(), "small bodies need no permit");
    let large = tokio::time::timeout(std::time::Duration::from_secs(3600), ask(2 * SMALL));
    assert!(large.await.is_err(), "a large body waits");
    drop(taken);
    assert!(ask(2 * SMALL).await.is_ok());
}
