//! TLS and HTTP/2: what is trusted, what is rejected, and that neither falls back.

use crate::server::{
    Names, Say, Server, ends, hasty, kind, ok, read_head, reply, request, settings, web,
};
use bytes::Bytes;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use rustls::{
    ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer},
};
use std::{net::SocketAddr, sync::Arc};
use tidings_fetch::{ClientSettings, Credentials, HttpWeb, Roots, Web};
use tidings_model::FailureKind;
use tokio::{io::AsyncWriteExt, net::TcpListener};
use tokio_rustls::TlsAcceptor;

struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    fn new() -> Self {
        Self::named("Test Authority")
    }

    fn named(name: &str) -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Self(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    fn root(&self) -> CertificateDer<'static> {
        self.0.der().clone()
    }

    /// Returns a server configuration with a certificate for a name, adjusted by the test.
    fn certify(&self, name: &str, change: impl Fn(&mut CertificateParams)) -> ServerConfig {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        change(&mut params);
        let certificate = params.signed_by(&key, &self.0).unwrap();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key)
            .unwrap()
    }
}

/// Starts a server that speaks HTTP/1.1 over TLS and always sends the same response.
async fn http1(config: ServerConfig, answer: Vec<u8>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    tokio::spawn(async move {
        while let Ok((tcp, _)) = listener.accept().await {
            let (acceptor, answer) = (acceptor.clone(), answer.clone());
            tokio::spawn(async move {
                let Ok(mut tls) = acceptor.accept(tcp).await else { return };
                while let Ok(Some(_)) = read_head(&mut tls).await {
                    tls.write_all(&answer).await.unwrap();
                }
            });
        }
    });
    address
}

/// Starts a server that speaks HTTP/2 over TLS and sends `n_bytes`.
async fn http2(mut config: ServerConfig, n_bytes: usize) -> SocketAddr {
    config.alpn_protocols = vec![b"h2".to_vec()];
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    tokio::spawn(async move {
        while let Ok((tcp, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let tls = acceptor.accept(tcp).await.unwrap();
                let mut connection = h2::server::handshake(tls).await.unwrap();
                while let Some(Ok((request, mut respond))) = connection.accept().await {
                    let huge =
                        "x".repeat(if request.uri().path() == "/huge" { 100_000 } else { 1 });
                    let head = http::Response::builder()
                        .header("etag", "\"two\"")
                        .header("x-filler", huge);
                    let mut body = respond.send_response(head.body(()).unwrap(), false).unwrap();
                    body.reserve_capacity(n_bytes);
                    let _ = body.send_data(Bytes::from(vec![b'x'; n_bytes]), true);
                }
            });
        }
    });
    address
}

/// Returns a client that trusts an authority and resolves every name to loopback.
fn trusting(authority: &Authority) -> HttpWeb {
    let resolver = Names::new(&[("good.test", &["127.0.0.1"]), ("other.test", &["127.0.0.1"])]);
    web(ClientSettings {
        resolver,
        roots: Roots::Only(vec![authority.root()]),
        ..settings("127.0.0.1")
    })
}

#[tokio::test]
async fn a_trusted_server_is_fetched_over_http_1() {
    let authority = Authority::new();
    let address = http1(authority.certify("good.test", |_| {}), ok(b"<rss/>")).await;
    let url = format!("https://good.test:{}/feed", address.port());
    assert_eq!(trusting(&authority).get(request(&url)).await.unwrap().body, "<rss/>");
}

#[tokio::test]
async fn a_trusted_server_is_fetched_over_http_2() {
    let authority = Authority::new();
    let address = http2(authority.certify("good.test", |_| {}), 500_000).await;
    let web = trusting(&authority);
    let url = format!("https://good.test:{}/feed", address.port());
    for _ in 0..3 {
        let answer = web.get(request(&url)).await.unwrap();
        assert_eq!(
            (answer.body.len(), answer.validators.etag.as_deref()),
            (500_000, Some("\"two\""))
        );
    }
    let mut small = request(&url);
    small.body_limit = Some(1000);
    assert_eq!(web.get(small).await.unwrap_err().kind, FailureKind::TooLarge);
    let huge = web.get(request(&url.replace("/feed", "/huge"))).await.unwrap_err();
    assert!(matches!(huge.kind, FailureKind::TooLarge | FailureKind::Protocol), "{huge:?}");
    assert!(web.get(request(&url)).await.is_ok(), "the next request succeeds again");
}

#[tokio::test]
async fn invalid_certificates_are_rejected() {
    let authority = Authority::new();
    let ask = |config: ServerConfig, name: &'static str, web: HttpWeb| async move {
        let address = http1(config, ok(b"<rss/>")).await;
        let failure =
            web.get(request(&format!("https://{name}:{}/", address.port()))).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::Tls, "{failure}");
        failure.message
    };
    let wrong =
        ask(authority.certify("good.test", |_| {}), "other.test", trusting(&authority)).await;
    assert_eq!(wrong, "No secure connection to other.test: its certificate is for another name.");
    let expired = authority.certify("good.test", |params| {
        params.not_before = rcgen::date_time_ymd(2020, 1, 1);
        params.not_after = rcgen::date_time_ymd(2020, 2, 1);
    });
    assert!(ask(expired, "good.test", trusting(&authority)).await.ends_with("has expired."));
    let stranger = Authority::named("Somebody Else").certify("good.test", |_| {});
    assert!(
        ask(stranger, "good.test", trusting(&authority))
            .await
            .ends_with("not signed by a trusted authority.")
    );
    let literal =
        ask(authority.certify("good.test", |_| {}), "127.0.0.1", trusting(&authority)).await;
    assert!(literal.contains("another name"));
}

#[tokio::test]
async fn the_systems_roots_do_not_trust_an_unknown_authority() {
    let address = http1(Authority::new().certify("127.0.0.1", |_| {}), ok(b"<rss/>")).await;
    let failure =
        web(settings("127.0.0.1")).get(request(&format!("https://{address}/"))).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Tls);
}

#[tokio::test]
async fn there_is_no_fallback_to_plain_http() {
    let server = Server::start(|_| Say::Last(ok(b"<rss/>"))).await;
    // It takes our first TLS bytes for a request that never ends, so it sends something on its own.
    let rude = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = rude.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut tcp, _)) = rude.accept().await {
            tcp.write_all(&reply("400 Bad Request", "", b"plain")).await.unwrap();
        }
    });
    for target in [server.address, address] {
        let asked = request(&format!("https://{target}/"));
        let failure = ends(web(hasty("127.0.0.1")).get(asked)).await.unwrap_err();
        assert_eq!(failure.kind, FailureKind::Tls, "{failure}");
    }
    assert!(server.heads().is_empty(), "nothing was sent in plain text afterwards");
    assert_eq!(
        kind(Say::Last(b"\x15\x03\x03\x00\x02\x02\x0a".to_vec())).await,
        Some(FailureKind::Protocol)
    );
}

#[tokio::test]
async fn credentials_are_not_sent_from_https_to_http() {
    let authority = Authority::new();
    let plain = Server::saying(Say::Last(ok(b"<rss/>"))).await;
    let location = format!("Location: {}\r\n", plain.url("/feed"));
    let address =
        http1(authority.certify("good.test", |_| {}), reply("302 Found", &location, b"")).await;
    let web = trusting(&authority);
    let mut asked = request(&format!("https://good.test:{}/", address.port()));
    asked.credentials = Some(Credentials::basic("ann", "swordfish").unwrap());
    let failure = web.get(asked.clone()).await.unwrap_err();
    assert_eq!(failure.kind, FailureKind::BadRedirect);
    assert!(!failure.message.contains("swordfish"));
    assert_eq!(plain.n_connections(), 0);
    asked.credentials = None;
    assert!(web.get(asked).await.is_ok(), "without credentials it is allowed");
}
