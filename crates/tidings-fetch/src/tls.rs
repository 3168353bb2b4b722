//! TLS: which certificates are trusted, and which protocols are offered.

use rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::CertificateDer};
use std::sync::Arc;

/// The trusted root certificates.
#[derive(Debug, Clone, Default)]
pub enum Roots {
    /// The machine's certificate store; if it is empty, the set that browsers ship.
    #[default]
    System,
    /// Only these: for tests, and for a company with its own authority.
    Only(Vec<CertificateDer<'static>>),
}

/// Returns the client's TLS configuration: 1.2 and 1.3, HTTP/2 preferred, no client certificates, no exceptions.
pub(crate) fn config(roots: &Roots) -> Result<Arc<ClientConfig>, rustls::Error> {
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(store(roots)?)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

fn store(roots: &Roots) -> Result<RootCertStore, rustls::Error> {
    let mut store = RootCertStore::empty();
    match roots {
        Roots::Only(certificates) => {
            for certificate in certificates {
                store.add(certificate.clone())?;
            }
        }
        Roots::System => {
            store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            if store.is_empty() {
                store.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
            }
        }
    }
    Ok(store)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_always_roots() {
        assert!(store(&Roots::System).unwrap().len() > 10);
        assert!(store(&Roots::Only(vec![])).unwrap().is_empty());
        assert!(store(&Roots::Only(vec![CertificateDer::from(vec![1, 2, 3])])).is_err());
    }
}
