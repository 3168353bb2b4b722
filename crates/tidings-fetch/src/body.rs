//! Decodes response bodies as they arrive, with a limit on the output of every layer.
//!
//! A megabyte on the wire can decode to a gigabyte. So only what has been accepted so far is kept in memory, and
//! decoded bytes are counted. Inner layers are counted too: a stream of a million empty archives decodes to nothing and
//! would never reach a limit on the final output.

use crate::faults;
use async_compression::{
    tokio::bufread::{BrotliDecoder, DeflateDecoder, GzipDecoder, ZlibDecoder, ZstdDecoder},
    zstd::DParameter,
};
use bytes::{Buf, Bytes};
use http::{HeaderMap, header};
use hyper::body::Body;
use std::{
    error::Error,
    io::{self, Cursor},
    pin::Pin,
    task::{Context, Poll, ready},
};
use tidings_model::{Failure, FailureKind};
use tokio::{
    io::{AsyncBufRead, AsyncRead, AsyncReadExt, BufReader, ReadBuf},
    sync::Semaphore,
};

#[cfg(test)]
mod tests;

/// Maximum number of encoding layers.
const MOST_LAYERS: usize = 2;
/// Maximum window that a zstd stream may allocate: RFC 9659 allows 8 MiB for HTTP.
const ZSTD_WINDOW_LOG: u32 = 23;
/// How much is decoded between checks of the limit, and before other tasks get a turn.
const STEP: usize = 32 << 10;
/// Maximum memory allocated because of a Content-Length alone.
const BELIEVED: usize = 1 << 20;
/// A body that grows larger than this must acquire a permit.
const SMALL: usize = 2 << 20;
/// How many bodies may be large at once: many bombs together must not fill the machine's memory.
const LARGE_AT_ONCE: usize = 8;

/// Permits for large bodies.
#[derive(Debug)]
pub(crate) struct BodyPermits(Semaphore);

impl Default for BodyPermits {
    fn default() -> Self {
        Self(Semaphore::new(LARGE_AT_ONCE))
    }
}

/// Limits for one body.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds<'a> {
    /// Maximum number of decoded bytes.
    pub(crate) limit: usize,
    /// Permits for large bodies.
    pub(crate) room: &'a BodyPermits,
}

/// One layer of Content-Encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    Gzip,
    Deflate,
    Brotli,
    Zstd,
}

/// Returns the layers of a response, in the order in which they were applied.
pub(crate) fn codings(headers: &HeaderMap) -> Result<Vec<Coding>, Failure> {
    let mut codings = Vec::new();
    for line in headers.get_all(header::CONTENT_ENCODING) {
        let line = line.to_str().map_err(|_| unknown_coding())?;
        for name in line.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            match name.to_ascii_lowercase().as_str() {
                "identity" => {}
                "gzip" | "x-gzip" => codings.push(Coding::Gzip),
                "deflate" => codings.push(Coding::Deflate),
                "br" => codings.push(Coding::Brotli),
                "zstd" => codings.push(Coding::Zstd),
                _ => return Err(unknown_coding()),
            }
        }
    }
    if codings.len() > MOST_LAYERS {
        return Err(Failure::new(
            FailureKind::Decode,
            "The response is compressed more than twice.",
        ));
    }
    Ok(codings)
}

/// Reads a whole body, decodes it, and counts its bytes on the wire.
///
/// Returns the complete body or a failure, never a part of it.
pub(crate) async fn read<B>(
    body: B,
    codings: &[Coding],
    bounds: Bounds<'_>,
    host: &str,
) -> Result<(Bytes, u64), Failure>
where
    B: Body<Data = Bytes> + Send + Unpin,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let limit = bounds.limit;
    let announced = body.size_hint().lower();
    if announced > limit as u64 {
        return Err(too_large(limit));
    }
    let mut wire = Wire { body, chunk: Bytes::new(), n_bytes: 0, limit };
    let decoded = decode(&mut wire, codings, bounds, announced as usize).await;
    let decoded = decoded.map_err(|error| failure_of(&error, host))?;
    Ok((decoded.into(), wire.n_bytes))
}

async fn decode<R>(
    wire: &mut R,
    codings: &[Coding],
    bounds: Bounds<'_>,
    expected: usize,
) -> io::Result<Vec<u8>>
where
    R: AsyncBufRead + Send + Unpin,
{
    let start = Start::of(wire).await?;
    if start.bytes().is_empty() {
        // An empty body is empty in any encoding, though no decoder would accept it.
        return Ok(Vec::new());
    }
    // Some servers send files that were compressed in advance without declaring it.
    let silent_gzip = codings.is_empty() && start.bytes() == [0x1f, 0x8b];
    if codings.is_empty() && !silent_gzip {
        return collect(&mut start.reader(), bounds.room, expected).await;
    }
    let mut layers = if silent_gzip { &[Coding::Gzip] } else { codings }.iter().rev();
    let outermost = *layers.next().expect("there is at least one coding");
    let mut reader = layer(start, outermost, bounds.limit)?;
    for &coding in layers {
        reader = layer(Start::of(reader).await?, coding, bounds.limit)?;
    }
    collect(&mut reader, bounds.room, 0).await
}

type Layer<'a> = Box<dyn AsyncBufRead + Send + Unpin + 'a>;

/// Undoes one layer, with a limit on its output.
fn layer<'a, R>(start: Start<R>, coding: Coding, limit: usize) -> io::Result<Layer<'a>>
where
    R: AsyncBufRead + Send + Unpin + 'a,
{
    let first = start.bytes().to_vec();
    let reader = start.reader();
    Ok(match coding {
        Coding::Gzip => {
            let mut gzip = GzipDecoder::new(reader);
            gzip.multiple_members(true);
            capped(gzip, limit)
        }
        // The standard requires zlib; some servers send the raw deflate stream.
        Coding::Deflate if is_zlib(&first) => capped(ZlibDecoder::new(reader), limit),
        Coding::Deflate => capped(DeflateDecoder::new(reader), limit),
        Coding::Brotli if asks_for_large_window(&first) => {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Coding::Brotli => capped(BrotliDecoder::new(reader), limit),
        Coding::Zstd => {
            let window = DParameter::window_log_max(ZSTD_WINDOW_LOG);
            capped(ZstdDecoder::with_params(reader, &[window]), limit)
        }
    })
}

fn capped<'a>(decoder: impl AsyncRead + Send + Unpin + 'a, limit: usize) -> Layer<'a> {
    Box::new(BufReader::with_capacity(STEP, Capped { decoder, n_bytes: 0, limit }))
}

/// A decoder that is stopped when its output exceeds the limit.
struct Capped<R> {
    decoder: R,
    n_bytes: usize,
    limit: usize,
}

impl<R: AsyncRead + Unpin> AsyncRead for Capped<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buf.filled().len();
        ready!(Pin::new(&mut this.decoder).poll_read(cx, buf))?;
        this.n_bytes += buf.filled().len() - before;
        Poll::Ready(if this.n_bytes > this.limit {
            Err(io::Error::other(too_large(this.limit)))
        } else {
            Ok(())
        })
    }
}

/// Whether two bytes begin a zlib stream (RFC 1950: method 8, check bits).
fn is_zlib(first: &[u8]) -> bool {
    matches!(first, [method, flags] if method & 0x0f == 8 && u16::from_be_bytes([*method, *flags]).is_multiple_of(31))
}

/// Whether a brotli stream uses a "large window", which is not part of brotli on the web and would let a few bytes
/// allocate a gigabyte.
fn asks_for_large_window(first: &[u8]) -> bool {
    first.first().is_some_and(|byte| byte & 0x7f == 0x11)
}

/// Reads everything from a reader, yielding to other tasks between steps. Memory follows the bytes that arrive: an
/// announced length is trusted only up to a limit.
async fn collect(
    reader: &mut (impl AsyncRead + Unpin),
    room: &BodyPermits,
    announced: usize,
) -> io::Result<Vec<u8>> {
    let mut place = None;
    let mut decoded = Vec::with_capacity(announced.clamp(1 << 10, BELIEVED));
    loop {
        if decoded.len() == decoded.capacity() {
            decoded.reserve(STEP);
        }
        if reader.read_buf(&mut decoded).await? == 0 {
            return Ok(decoded);
        }
        if decoded.len() > SMALL && place.is_none() {
            place = room.0.acquire().await.ok();
        }
        tokio::task::coop::consume_budget().await;
    }
}

/// A reader whose first two bytes are known.
struct Start<R> {
    first: [u8; 2],
    n_first: usize,
    rest: R,
}

impl<R: AsyncBufRead + Unpin> Start<R> {
    async fn of(mut rest: R) -> io::Result<Self> {
        let (mut first, mut n_first) = ([0; 2], 0);
        while n_first < first.len() {
            match rest.read(&mut first[n_first..]).await? {
                0 => break,
                n => n_first += n,
            }
        }
        Ok(Self { first, n_first, rest })
    }

    fn bytes(&self) -> &[u8] {
        &self.first[..self.n_first]
    }

    fn reader(self) -> impl AsyncBufRead + Unpin {
        AsyncReadExt::chain(Cursor::new(self.bytes().to_vec()), self.rest)
    }
}

/// A body as a reader, counting the bytes received.
struct Wire<B> {
    body: B,
    chunk: Bytes,
    n_bytes: u64,
    limit: usize,
}

impl<B> AsyncBufRead for Wire<B>
where
    B: Body<Data = Bytes> + Unpin,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    fn poll_fill_buf(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<&[u8]>> {
        let this = self.get_mut();
        while this.chunk.is_empty() {
            let frame = match ready!(Pin::new(&mut this.body).poll_frame(cx)) {
                None => break,
                Some(Err(error)) => return Poll::Ready(Err(io::Error::other(error))),
                Some(Ok(frame)) => frame,
            };
            if let Ok(chunk) = frame.into_data() {
                this.n_bytes += chunk.len() as u64;
                this.chunk = chunk;
            }
            if this.n_bytes > this.limit as u64 {
                return Poll::Ready(Err(io::Error::other(too_large(this.limit))));
            }
        }
        Poll::Ready(Ok(&this.chunk))
    }

    fn consume(self: Pin<&mut Self>, n: usize) {
        self.get_mut().chunk.advance(n);
    }
}

impl<B> AsyncRead for Wire<B>
where
    B: Body<Data = Bytes> + Unpin,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let chunk = ready!(self.as_mut().poll_fill_buf(cx))?;
        let n = chunk.len().min(buf.remaining());
        buf.put_slice(&chunk[..n]);
        self.consume(n);
        Poll::Ready(Ok(()))
    }
}

/// Errors of the body carry their cause; errors of a decoder carry none that matters.
fn failure_of(error: &io::Error, host: &str) -> Failure {
    match error.get_ref() {
        Some(inner) if inner.is::<Failure>() || inner.is::<hyper::Error>() => {
            return faults::of_body(inner, host);
        }
        _ => {}
    }
    Failure::new(
        FailureKind::Decode,
        format!("The response from {host} could not be decompressed."),
    )
}

fn too_large(limit: usize) -> Failure {
    let message = match limit >> 20 {
        0 => format!("The response is larger than the limit of {limit} bytes."),
        mebibytes => format!("The response is larger than the limit of {mebibytes} MiB."),
    };
    Failure::new(FailureKind::TooLarge, message)
}

fn unknown_coding() -> Failure {
    Failure::new(FailureKind::Decode, "The response is compressed in a way that we did not offer.")
}
