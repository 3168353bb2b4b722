//! The real web: HTTP/1.1 and HTTP/2 over connections opened by [`crate::connect`].

use crate::{
    AllowList, BoxFuture, Post, PostAnswer, Request, Resolve, Roots, SystemResolver, Web,
    body::BodyPermits,
    connect::{Connector, Dialer},
    faults,
    fetch::{Road, Transport},
    guard::Guard,
    hosts::Hosts,
    tls,
};
use bytes::Bytes;
use http::{HeaderMap, Method, Uri};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use std::{fmt, net::SocketAddr, sync::Arc, time::Duration};
use tidings_model::{Clock, Failure, FailureKind, limits::Limits};
use tokio_rustls::TlsConnector;
use url::Url;

/// hyper's minimum buffer size.
const LEAST_HEAD: usize = 8 << 10;

/// Settings of the HTTP client.
#[derive(Debug, Clone)]
pub struct ClientSettings {
    /// Limits on sizes, times and concurrency.
    pub limits: Limits,
    /// Private addresses that may be fetched anyway.
    pub allow: AllowList,
    /// Our public address, sent to publishers in the User-Agent; never fetched.
    pub user_agent_url: Option<Url>,
    /// The addresses we listen on: never fetched.
    pub own_addresses: Vec<SocketAddr>,
    /// The name resolver.
    pub resolver: Arc<dyn Resolve>,
    /// The trusted root certificates.
    pub roots: Roots,
    /// Maximum wait for a turn at a busy host, before the deadline starts.
    pub patience: Duration,
}

impl Default for ClientSettings {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            allow: AllowList::default(),
            user_agent_url: None,
            own_addresses: Vec::new(),
            resolver: Arc::new(SystemResolver),
            roots: Roots::System,
            patience: Duration::from_secs(60),
        }
    }
}

/// Why the client cannot be set up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A root certificate is not valid.
    #[error("a root certificate is not valid")]
    Tls(#[from] rustls::Error),
}

/// The real web.
pub struct HttpWeb {
    road: Road<Wire>,
}

impl HttpWeb {
    /// Creates a client with these settings. Opens no connections yet.
    pub fn new(settings: ClientSettings, clock: Arc<dyn Clock>) -> Result<Self, SetupError> {
        let ClientSettings {
            limits,
            allow,
            user_agent_url,
            own_addresses,
            resolver,
            roots,
            patience,
        } = settings;
        let guard = Guard { allow, own_addresses, own_url: user_agent_url };
        let dialer = Dialer {
            guard: guard.clone(),
            resolver,
            tls: TlsConnector::from(tls::config(&roots)?),
            connect_timeout: limits.connect_timeout,
        };
        let client = client(Connector(Arc::new(dialer)), &limits);
        let hosts = Hosts::new(&limits);
        Ok(Self {
            road: Road {
                transport: Wire { client },
                guard,
                hosts,
                pictures: Hosts::for_pictures(&limits),
                limits,
                clock,
                patience,
                room: BodyPermits::default(),
            },
        })
    }
}

impl Web for HttpWeb {
    fn get(&self, request: Request) -> BoxFuture<'_, crate::Result> {
        Box::pin(self.road.fetch(request))
    }

    fn post(&self, post: Post) -> BoxFuture<'_, Result<PostAnswer, Failure>> {
        Box::pin(self.road.post(post))
    }

    fn check(&self, url: &Url) -> Result<(), Failure> {
        self.road.guard.check_url(url)
    }
}

impl fmt::Debug for HttpWeb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpWeb")
            .field("guard", &self.road.guard)
            .field("limits", &self.road.limits)
            .finish()
    }
}

fn client(connector: Connector, limits: &Limits) -> Client<Connector, Full<Bytes>> {
    Client::builder(TokioExecutor::new())
        // Requests to one host are a second or more apart, and most hosts are contacted every few hours: idle
        // connections cost memory (30 KiB each) and are rarely reused. TLS sessions are resumed.
        .pool_max_idle_per_host(0)
        .http1_max_buf_size(limits.head_bytes.max(LEAST_HEAD))
        .http2_max_header_list_size(u32::try_from(limits.head_bytes).unwrap_or(u32::MAX))
        .http2_initial_stream_window_size(256 << 10)
        .http2_initial_connection_window_size(512 << 10)
        .build(connector)
}

/// One request over a real connection.
#[derive(Debug)]
struct Wire {
    client: Client<Connector, Full<Bytes>>,
}

impl Transport for Wire {
    type Body = Incoming;

    async fn send(
        &self,
        url: &Url,
        headers: HeaderMap,
    ) -> Result<http::Response<Incoming>, Failure> {
        self.exchange(url, Method::GET, headers, Bytes::new()).await
    }

    async fn post(
        &self,
        url: &Url,
        headers: HeaderMap,
        message: Bytes,
    ) -> Result<http::Response<Incoming>, Failure> {
        self.exchange(url, Method::POST, headers, message).await
    }
}

impl Wire {
    async fn exchange(
        &self,
        url: &Url,
        method: Method,
        headers: HeaderMap,
        body: Bytes,
    ) -> Result<http::Response<Incoming>, Failure> {
        let host = url.host_str().unwrap_or_default();
        let Ok(uri) = url.as_str().parse::<Uri>() else {
            return Err(Failure::new(
                FailureKind::BadUrl,
                format!("The address at {host} cannot be requested."),
            ));
        };
        let mut request = http::Request::new(Full::new(body));
        *request.method_mut() = method;
        *request.uri_mut() = uri;
        *request.headers_mut() = headers;
        self.client.request(request).await.map_err(|error| faults::of_exchange(&error, host))
    }
}
