//! Opens every outgoing connection of Tidings, in [`Connector::dial`] alone.
//!
//! Names are resolved here, and every address is checked here immediately before it is dialed: there is no moment
//! between check and use in which the result could change. Literal addresses take the same path.

use crate::{Resolve, faults, guard::Guard};
use futures_util::{StreamExt, future::BoxFuture, stream::FuturesUnordered};
use http::Uri;
use hyper_util::{
    client::legacy::connect::{Connected, Connection},
    rt::TokioIo,
};
use rustls::pki_types::ServerName;
use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};
use tidings_model::{Failure, FailureKind};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{sleep, timeout},
};
use tokio_rustls::TlsConnector;
use tower_service::Service;

/// How long to wait for one address before also trying the next (RFC 8305 recommends 250 ms).
const NEXT_ADDRESS_AFTER: Duration = Duration::from_millis(250);
/// Maximum number of addresses tried per name.
const MOST_ADDRESSES: usize = 6;

/// Opens connections for the HTTP client.
#[derive(Clone)]
pub(crate) struct Connector(pub(crate) Arc<Dialer>);

/// The parts needed to open a connection.
pub(crate) struct Dialer {
    pub(crate) guard: Guard,
    pub(crate) resolver: Arc<dyn Resolve>,
    pub(crate) tls: TlsConnector,
    pub(crate) connect_timeout: Duration,
}

impl Service<Uri> for Connector {
    type Response = TokioIo<Stream>;
    type Error = Failure;
    type Future = BoxFuture<'static, Result<Self::Response, Failure>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Failure>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        let dialer = Arc::clone(&self.0);
        Box::pin(async move { dialer.open(&uri).await.map(TokioIo::new) })
    }
}

impl Dialer {
    /// Opens a connection to the host of a URI, with TLS for https.
    async fn open(&self, uri: &Uri) -> Result<Stream, Failure> {
        let host = uri
            .host()
            .map(|host| host.trim_start_matches('[').trim_end_matches(']'))
            .unwrap_or_default();
        let is_secure = uri.scheme_str() == Some("https");
        let port = uri.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
        let tcp = self.dial(host, port).await?;
        if is_secure {
            self.secure(tcp, host).await
        } else {
            Ok(Stream { io: Box::new(tcp), is_h2: false })
        }
    }

    /// Opens a TCP connection to a host, if all of its addresses may be dialed.
    ///
    /// One forbidden address among several rejects the whole name: no legitimate name mixes the two.
    async fn dial(&self, host: &str, port: u16) -> Result<TcpStream, Failure> {
        let targets = self.targets(host, port).await?;
        let stream = match timeout(self.connect_timeout, first_to_connect(&targets)).await {
            Ok(Ok(stream)) => stream,
            Ok(Err(error)) => return Err(faults::of_dial(&error, host)),
            Err(_) => return Err(faults::of_dial(&io::ErrorKind::TimedOut.into(), host)),
        };
        if let (Ok(local), Ok(peer)) = (stream.local_addr(), stream.peer_addr()) {
            self.guard.check_connected(local, peer)?;
        }
        // A request is one small write, and waiting to fill a packet only delays it. An error costs nothing but time.
        let _ = stream.set_nodelay(true);
        Ok(stream)
    }

    /// Returns the addresses of a host, or a failure if it must not be dialed.
    async fn targets(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, Failure> {
        if is_this_machine(host) {
            // Both are the same machine, and an exception usually lists only one of them.
            let (v4, v6) = ((Ipv4Addr::LOCALHOST, port).into(), (Ipv6Addr::LOCALHOST, port).into());
            return match (self.guard.check_dial(host, v4), self.guard.check_dial(host, v6)) {
                (Ok(()), Ok(())) => Ok(vec![v4, v6]),
                (Ok(()), Err(_)) => Ok(vec![v4]),
                (Err(_), Ok(())) => Ok(vec![v6]),
                (Err(refusal), Err(_)) => Err(refusal),
            };
        }
        let addresses = self.addresses(host).await?;
        let targets: Vec<SocketAddr> = addresses.into_iter().map(|ip| (ip, port).into()).collect();
        targets.iter().try_for_each(|target| self.guard.check_dial(host, *target))?;
        Ok(targets)
    }

    async fn addresses(&self, host: &str) -> Result<Vec<IpAddr>, Failure> {
        if let Ok(literal) = host.parse() {
            return Ok(vec![literal]);
        }
        // A trailing dot keeps the system's resolver from trying its search domains, as it should.
        match self.resolver.resolve(host).await {
            Ok(addresses) if !addresses.is_empty() => Ok(addresses),
            _ => Err(Failure::new(
                FailureKind::Dns,
                format!("The name {host} does not resolve; it may be misspelled or expired."),
            )),
        }
    }

    async fn secure(&self, tcp: TcpStream, host: &str) -> Result<Stream, Failure> {
        let Ok(name) = ServerName::try_from(host.trim_end_matches('.').to_owned()) else {
            return Err(Failure::new(
                FailureKind::Tls,
                format!("{host} is not a valid name for a certificate."),
            ));
        };
        match timeout(self.connect_timeout, self.tls.connect(name, tcp)).await {
            Ok(Ok(tls)) => {
                let is_h2 = tls.get_ref().1.alpn_protocol() == Some(b"h2");
                Ok(Stream { io: Box::new(tls), is_h2 })
            }
            Ok(Err(error)) => Err(faults::of_handshake(&error, host)),
            Err(_) => Err(Failure::new(
                FailureKind::Tls,
                format!("{host} did not finish the TLS handshake in time."),
            )),
        }
    }
}

/// Whether a name means this machine, whatever a resolver returns (RFC 6761).
fn is_this_machine(host: &str) -> bool {
    let name = host.trim_end_matches('.').to_ascii_lowercase();
    name == "localhost" || name.ends_with(".localhost")
}

/// Connects to the first address that responds: each next one is tried when the previous one fails or has not responded
/// for a while.
async fn first_to_connect(targets: &[SocketAddr]) -> io::Result<TcpStream> {
    let mut waiting = targets.iter().take(MOST_ADDRESSES);
    let mut attempts = FuturesUnordered::new();
    let mut last_error = io::Error::from(io::ErrorKind::NotFound);
    loop {
        let next = waiting.next();
        if let Some(target) = next {
            attempts.push(TcpStream::connect(*target));
        }
        let patience = async {
            match next {
                Some(_) => sleep(NEXT_ADDRESS_AFTER).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            attempt = attempts.next() => match attempt {
                Some(Ok(stream)) => return Ok(stream),
                Some(Err(error)) => last_error = error,
                None => return Err(last_error),
            },
            () = patience => {}
        }
    }
}

/// An open connection, plain or encrypted.
pub(crate) struct Stream {
    io: Box<dyn Io>,
    is_h2: bool,
}

trait Io: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}

impl Connection for Stream {
    fn connected(&self) -> Connected {
        if self.is_h2 { Connected::new().negotiated_h2() } else { Connected::new() }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_read(cx, buf)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }
}
