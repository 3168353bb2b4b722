//! Listening: connections from strangers, with bounds on how slow, how many and how large they may be.

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
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
};

/// Longest time for the head of a request; also how long an idle connection is kept.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// Longest wait for requests under way when the program stops.
const FAREWELL: Duration = Duration::from_secs(10);
/// Connections at once.
const CONNECTIONS: usize = 1024;
/// Connections at once from one address. This machine may have them all: it may be a proxy for everybody.
const CONNECTIONS_PER_ADDRESS: usize = 64;

/// Serves the pages until `stop` is ready, then lets requests under way finish.
///
/// # Errors
/// When the listener is broken for good; single bad connections are no error.
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
                if let Some(seat) = Seats::take(&seats, peer.ip()) {
                    let service = TowerToHyperService::new(
                        router.clone().layer(Extension(ConnectInfo(peer))),
                    );
                    let connection = builder
                        .serve_connection(TokioIo::new(prompt(stream)), service)
                        .into_owned();
                    let connection = graceful.watch(connection);
                    tokio::spawn(async move {
                        if let Err(error) = connection.await {
                            tracing::debug!(%error, "connection ended early");
                        }
                        drop(seat);
                    });
                }
            }
            // Out of file descriptors or a connection reset before it was taken: others must not suffer, and no busy loop.
            Err(error) => {
                tracing::warn!(%error, "connection not accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    if tokio::time::timeout(FAREWELL, graceful.shutdown()).await.is_err() {
        tracing::warn!("requests under way were cut off");
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
    // Pages go out in one piece; waiting to fill a packet only delays them. Refusal changes nothing else.
    let _ = stream.set_nodelay(true);
    stream
}

/// Who holds how many connections.
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

/// One connection's place, given back when dropped.
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
        let mut taken = seats.taken.lock().unwrap_or_else(PoisonError::into_inner);
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
        let mut taken = self.seats.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(n) = taken.get_mut(&self.peer) {
            *n -= 1;
            if *n == 0 {
                taken.remove(&self.peer);
            }
        }
    }
}
