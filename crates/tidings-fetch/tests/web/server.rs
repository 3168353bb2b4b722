//! A server that sends scripted responses and records requests.

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::{
    collections::HashMap,
    io,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex},
    time::Duration,
};
use tidings_fetch::{ClientSettings, HttpWeb, Purpose, Request, Resolve, Response, Roots, Web};
use tidings_model::{Failure, FailureKind, clock::FixedClock, limits::Limits};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// How to respond to a request.
#[derive(Clone)]
pub(crate) enum Say {
    /// Sends these bytes, and keeps the connection open for more.
    Bytes(Vec<u8>),
    /// Sends these bytes, then closes.
    Last(Vec<u8>),
    /// Sends these bytes one by one, with a pause between them, then nothing.
    Drip(Vec<u8>, Duration),
    /// Sends these bytes, then nothing.
    Stall(Vec<u8>),
    /// Sends these bytes, then a reset.
    Reset(Vec<u8>),
    /// Sends these bytes again and again, forever.
    Endless(Vec<u8>, Vec<u8>),
}

/// A listening server. It counts connections even if nothing is sent on them.
#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    heads: Arc<Mutex<Vec<String>>>,
    n_connections: Arc<Mutex<usize>>,
    n_left: Arc<Mutex<usize>>,
}

impl Server {
    /// Starts a server that responds according to the head of the request.
    pub(crate) async fn start(answer: impl Fn(&str) -> Say + Send + Sync + 'static) -> Self {
        Self::start_at("127.0.0.1:0", answer).await
    }

    pub(crate) async fn start_at(
        at: &str,
        answer: impl Fn(&str) -> Say + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind(at).await.unwrap();
        let server = Self {
            address: listener.local_addr().unwrap(),
            heads: Arc::default(),
            n_connections: Arc::default(),
            n_left: Arc::default(),
        };
        let (known, answer) = (server.clone(), Arc::new(answer));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                *known.n_connections.lock().unwrap() += 1;
                let (known, answer) = (known.clone(), Arc::clone(&answer));
                tokio::spawn(async move {
                    let _ = converse(stream, &known, answer.as_ref()).await;
                    *known.n_left.lock().unwrap() += 1;
                });
            }
        });
        server
    }

    /// Starts a server that sends the same response to every request.
    pub(crate) async fn saying(say: Say) -> Self {
        Self::start(move |_| say.clone()).await
    }

    /// Starts a server that should never be connected to.
    pub(crate) async fn canary() -> Self {
        Self::saying(Say::Last(ok(b"the canary's secret"))).await
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }

    pub(crate) fn n_connections(&self) -> usize {
        *self.n_connections.lock().unwrap()
    }

    /// Whether the other side has closed all its connections.
    pub(crate) async fn is_left_alone(&self) -> bool {
        ends(async {
            while *self.n_left.lock().unwrap() != self.n_connections() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            true
        })
        .await
    }
}

async fn converse(
    mut stream: TcpStream,
    server: &Server,
    answer: &(dyn Fn(&str) -> Say + Sync),
) -> io::Result<()> {
    while let Some(head) = read_head(&mut stream).await? {
        server.heads.lock().unwrap().push(head.clone());
        match answer(&head) {
            Say::Bytes(bytes) => stream.write_all(&bytes).await?,
            Say::Last(bytes) => {
                stream.write_all(&bytes).await?;
                return stream.shutdown().await;
            }
            Say::Drip(bytes, pause) => {
                for byte in bytes {
                    stream.write_all(&[byte]).await?;
                    tokio::time::sleep(pause).await;
                }
                return until_left(&mut stream).await;
            }
            Say::Stall(bytes) => {
                stream.write_all(&bytes).await?;
                return until_left(&mut stream).await;
            }
            Say::Reset(bytes) => {
                stream.write_all(&bytes).await?;
                stream.flush().await?;
                tokio::time::sleep(Duration::from_millis(50)).await;
                return stream.set_zero_linger();
            }
            Say::Endless(head, filler) => {
                stream.write_all(&head).await?;
                loop {
                    stream.write_all(&filler).await?;
                }
            }
        }
    }
    Ok(())
}

async fn until_left(stream: &mut TcpStream) -> io::Result<()> {
    while stream.read(&mut [0; 64]).await? > 0 {}
    Ok(())
}

/// Reads the head of the next request; `None` if the other side has closed the connection.
pub(crate) async fn read_head(
    stream: &mut (impl AsyncReadExt + Unpin),
) -> io::Result<Option<String>> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        if stream.read(&mut byte).await? == 0 {
            return Ok(None);
        }
        head.push(byte[0]);
    }
    Ok(Some(String::from_utf8_lossy(&head).into_owned()))
}

/// Returns a plain success with a body.
pub(crate) fn ok(body: &[u8]) -> Vec<u8> {
    with("", body)
}

/// Returns a success with these header lines (each ending in CRLF) and a body.
pub(crate) fn with(lines: &str, body: &[u8]) -> Vec<u8> {
    reply("200 OK", lines, body)
}

pub(crate) fn reply(status: &str, lines: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes =
        format!("HTTP/1.1 {status}\r\n{lines}Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// Returns the path in a request's head.
pub(crate) fn path(head: &str) -> &str {
    head.split(' ').nth(1).unwrap_or_default()
}

/// Returns the value of a request header, byte for byte.
pub(crate) fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.split("\r\n").find_map(|line| {
        let (key, value) = line.split_once(": ")?;
        key.eq_ignore_ascii_case(name).then_some(value)
    })
}

/// A resolver with the names that a test wants.
#[derive(Debug, Default)]
pub(crate) struct Names(pub(crate) HashMap<String, Vec<IpAddr>>);

impl Names {
    pub(crate) fn new(names: &[(&str, &[&str])]) -> Arc<Self> {
        let parse =
            |addresses: &[&str]| addresses.iter().map(|address| address.parse().unwrap()).collect();
        Arc::new(Self(
            names.iter().map(|(name, addresses)| ((*name).to_owned(), parse(addresses))).collect(),
        ))
    }
}

impl Resolve for Names {
    fn resolve<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        let found =
            self.0.get(host).cloned().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound));
        Box::pin(async { found })
    }
}

pub(crate) fn now() -> Timestamp {
    "2026-11-15T12:00:00Z".parse().unwrap()
}

/// Longer than anything here takes on a busy machine: what takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// Waits for something that must end by itself.
pub(crate) async fn ends<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, what).await.expect("timed out")
}

/// Returns settings with these exceptions. Deadlines are long: a test that is not about them does not reach them.
pub(crate) fn settings(allow: &str) -> ClientSettings {
    ClientSettings {
        limits: Limits {
            connect_timeout: PATIENCE,
            total_deadline: PATIENCE,
            gap_per_host: Duration::ZERO,
            body_bytes: 1 << 20,
            ..Limits::default()
        },
        allow: allow.parse().unwrap(),
        // Reading the system's certificates takes longer than most tests.
        roots: Roots::Only(Vec::new()),
        ..ClientSettings::default()
    }
}

/// Returns settings with short deadlines, for tests that wait for them.
pub(crate) fn hasty(allow: &str) -> ClientSettings {
    let mut settings = settings(allow);
    settings.limits.connect_timeout = Duration::from_secs(1);
    settings.limits.total_deadline = Duration::from_millis(1500);
    settings
}

pub(crate) fn web(settings: ClientSettings) -> HttpWeb {
    HttpWeb::new(settings, Arc::new(FixedClock(now()))).unwrap()
}

/// Returns a client that may contact these servers, and nothing else on this machine.
pub(crate) fn web_for(servers: &[&Server]) -> HttpWeb {
    let allow: Vec<String> = servers.iter().map(|server| server.address.to_string()).collect();
    web(settings(&allow.join(",")))
}

pub(crate) fn request(url: &str) -> Request {
    Request::new(url.parse().unwrap(), Purpose::Feed)
}

/// Fetches from a server that always sends the same response.
pub(crate) async fn told(say: Say) -> Result<Response, Failure> {
    let server = Server::saying(say).await;
    web_for(&[&server]).get(request(&server.url("/"))).await
}

pub(crate) async fn kind(say: Say) -> Option<FailureKind> {
    told(say).await.err().map(|failure| failure.kind)
}
