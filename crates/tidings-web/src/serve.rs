//! Accepting connections from strangers, with limits on their speed, number and size.

use crate::blocking;
use axum::{Extension, Router, extract::ConnectInfo};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{conn::auto::Builder, graceful::GracefulShutdown},
    service::TowerToHyperService,
};
use std::{
    collections::HashMap,
    io,
    net::IpAddr,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
};

/// How long the head of a request may take; also how long an idle connection is kept open.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// How long shutdown waits for requests in progress.
const FAREWELL: Duration = Duration::from_secs(10);
/// Maximum number of connections.
const CONNECTIONS: usize = 1024;
/// Maximum number of connections per address. This machine is exempt, because it may be a proxy for everyone.
const CONNECTIONS_PER_ADDRESS: usize = 64;

/// Serves the pages until `stop` completes, then lets requests in progress finish.
///
/// # Errors
///
/// If the socket fails. A bad connection, or a lack of file descriptors, is not an error.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let builder = builder();
    let graceful = GracefulShutdown::new();
    let seats = Arc::new(Seats::default());
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                // Closes connections of an address that has too many.
                let Some(seat) = Seats::take(&seats, peer.ip()) else { continue };
                let service = router.clone().layer(Extension(ConnectInfo(peer)));
                let connection = builder
                    .serve_connection(
                        TokioIo::new(prompt(stream)),
                        TowerToHyperService::new(service),
                    )
                    .into_owned();
                let connection = graceful.watch(connection);
                tokio::spawn(async move {
                    if let Err(error) = connection.await {
                        tracing::debug!(%error, "connection ended early");
                    }
                    drop(seat);
                });
            }
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => return Err(error),
            // Out of file descriptors, or reset before it was accepted: other connections must not suffer, and this
            // must not become a busy loop.
            Err(error) => {
                tracing::warn!(%error, "connection not accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    if tokio::time::timeout(FAREWELL, graceful.shutdown()).await.is_err() {
        tracing::warn!("requests in progress were cut off");
    }
    Ok(())
}

fn builder() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_headers(100)
        .max_buf_size(64 << 10);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(64)
        .max_header_list_size(32 << 10)
        .max_pending_accept_reset_streams(32)
        .keep_alive_interval(HEAD_TIMEOUT)
        .keep_alive_timeout(HEAD_TIMEOUT);
    builder
}

fn prompt(stream: TcpStream) -> TcpStream {
    // Pages are sent in one piece, so waiting to fill a packet only delays them. If this fails, nothing else changes.
    let _ = stream.set_nodelay(true);
    stream
}

/// The number of connections per address.
#[derive(Debug)]
struct Seats {
    all: Arc<Semaphore>,
    taken: Mutex<HashMap<IpAddr, usize>>,
}

impl Default for Seats {
    fn default() -> Self {
        Self { all: Arc::new(Semaphore::new(CONNECTIONS)), taken: Mutex::default() }
    }
}

/// The registration of a connection, removed when dropped.
#[derive(Debug)]
struct Seat {
    seats: Arc<Seats>,
    peer: IpAddr,
    _permit: OwnedSemaphorePermit,
}

impl Seats {
    fn take(seats: &Arc<Self>, peer: IpAddr) -> Option<Seat> {
        let permit = Arc::clone(&seats.all).try_acquire_owned().ok()?;
        let peer = peer.to_canonical();
        let mut taken = blocking::locked(&seats.taken);
        let n = taken.entry(peer).or_default();
        if *n >= CONNECTIONS_PER_ADDRESS && !peer.is_loopback() {
            return None;
        }
        *n += 1;
        drop(taken);
        Some(Seat { seats: Arc::clone(seats), peer, _permit: permit })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = blocking::locked(&self.seats.taken);
        if let Some(n) = taken.get_mut(&self.peer) {
            *n -= 1;
            if *n == 0 {
                taken.remove(&self.peer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        sync::oneshot,
        task::JoinHandle,
    };

    /// Starts a server that responds with the client's address, slowly if requested. Sending on the channel stops it.
    async fn start() -> (std::net::SocketAddr, oneshot::Sender<()>, JoinHandle<io::Result<()>>) {
        let address =
            async |ConnectInfo(peer): ConnectInfo<std::net::SocketAddr>| peer.ip().to_string();
        let slow = async || {
            tokio::time::sleep(Duration::from_secs(2)).await;
            "slow but whole"
        };
        let router = Router::new().route("/", get(address)).route("/slow", get(slow));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let stopped = async { stopped.await.unwrap_or_default() };
        (at, stop, tokio::spawn(serve(listener, router, stopped)))
    }

    async fn ask(at: std::net::SocketAddr, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(at).await.unwrap();
        stream.write_all(request).await.unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        String::from_utf8_lossy(&answer).into_owned()
    }

    const CLOSE: &str = "Host: x\r\nConnection: close\r\n\r\n";

    #[tokio::test]
    async fn pages_know_the_client_and_do_not_name_the_server() {
        let (at, _stop, _) = start().await;
        let answer = ask(at, format!("GET / HTTP/1.1\r\n{CLOSE}").as_bytes()).await;
        assert!(answer.ends_with("127.0.0.1"), "{answer}");
        assert!(!answer.to_lowercase().contains("server:"), "{answer}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_that_does_not_end_closes_the_connection() {
        let (at, _stop, _) = start().await;
        let began = tokio::time::Instant::now();
        let answer = ask(at, b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ").await;
        assert!(!answer.contains("200"), "{answer}");
        assert!(began.elapsed() <= 2 * HEAD_TIMEOUT, "{:?}", began.elapsed());
    }

    #[tokio::test]
    async fn huge_heads_are_refused() {
        let (at, _stop, _) = start().await;
        let many = "X-A: b\r\n".repeat(5_000);
        let answer = ask(at, format!("GET / HTTP/1.1\r\n{many}{CLOSE}").as_bytes()).await;
        assert!(!answer.contains(" 200 "), "{answer}");
        let long = "x".repeat(1 << 20);
        let answer = ask(at, format!("GET /{long} HTTP/1.1\r\n{CLOSE}").as_bytes()).await;
        assert!(!answer.contains(" 200 "), "{answer}");
    }

    #[tokio::test(start_paused = true)]
    async fn stopping_waits_for_requests_in_progress() {
        let (at, stop, done) = start().await;
        let asked = tokio::spawn(async move {
            ask(at, format!("GET /slow HTTP/1.1\r\n{CLOSE}").as_bytes()).await
        });
        tokio::time::sleep(Duration::from_secs(1)).await;
        stop.send(()).unwrap();
        assert!(asked.await.unwrap().ends_with("slow but whole"));
        done.await.unwrap().unwrap();
        assert!(TcpStream::connect(at).await.is_err());
    }

    #[test]
    fn one_address_cannot_take_every_connection_but_a_local_proxy_can() {
        let seats = Arc::new(Seats::default());
        let stranger: IpAddr = "192.0.2.1".parse().unwrap();
        let taken =
            (0..CONNECTIONS).filter_map(|_| Seats::take(&seats, stranger)).collect::<Vec<_>>();
        assert_eq!(taken.len(), CONNECTIONS_PER_ADDRESS);
        let proxied = (0..CONNECTIONS)
            .filter_map(|_| Seats::take(&seats, "::1".parse().unwrap()))
            .collect::<Vec<_>>();
        assert_eq!(taken.len() + proxied.len(), CONNECTIONS);
        drop((taken, proxied));
        assert!(Seats::take(&seats, stranger).is_some());
        assert!(seats.taken.lock().unwrap().is_empty());
    }
}
