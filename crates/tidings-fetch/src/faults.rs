//! Converts low-level errors to a failure kind and a message. Messages name the host, but never repeat what it sent.

use rustls::{AlertDescription, CertificateError};
use std::{error::Error, io};
use tidings_model::{Failure, FailureKind};

/// Returns the failure for an error of a request before any response.
pub(crate) fn of_exchange(error: &(dyn Error + 'static), host: &str) -> Failure {
    if let Some(failure) = cause::<Failure>(error) {
        return failure.clone();
    }
    if let Some(failure) = tls_cause(error, host) {
        return failure;
    }
    let has_io_cause = cause::<io::Error>(error).is_some();
    let (kind, what) = match cause::<hyper::Error>(error) {
        Some(hyper) if is_head_too_large(hyper) => {
            (FailureKind::TooLarge, "sent headers that are too large")
        }
        Some(hyper) if hyper.is_parse() => {
            (FailureKind::Protocol, "did not respond with valid HTTP")
        }
        Some(hyper) if hyper.is_timeout() => (FailureKind::Timeout, "stopped responding"),
        Some(hyper) if hyper.is_incomplete_message() || hyper.is_canceled() => {
            (FailureKind::Network, "closed the connection without responding")
        }
        Some(_) if !has_io_cause => (FailureKind::Protocol, "violated the HTTP protocol"),
        _ => (FailureKind::Network, "broke the connection"),
    };
    Failure::new(kind, format!("{host} {what}."))
}

/// hyper exposes this kind of parse error only through its text; a test over a real connection checks this.
fn is_head_too_large(error: &hyper::Error) -> bool {
    error.is_parse() && error.to_string().contains("too large")
}

/// Returns the failure for an error in the middle of a body.
pub(crate) fn of_body(error: &(dyn Error + 'static), host: &str) -> Failure {
    if let Some(failure) = cause::<Failure>(error) {
        return failure.clone();
    }
    match cause::<io::Error>(error).map(io::Error::kind) {
        Some(
            io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::BrokenPipe,
        ) => Failure::new(
            FailureKind::Network,
            format!("{host} broke the connection in the middle of the response."),
        ),
        _ => Failure::new(
            FailureKind::Incomplete,
            format!("The response from {host} ended before it was complete."),
        ),
    }
}

/// Returns the failure for a connection that could not be opened.
pub(crate) fn of_dial(error: &io::Error, host: &str) -> Failure {
    let (kind, what) = match error.kind() {
        io::ErrorKind::ConnectionRefused => (FailureKind::Network, "refused the connection"),
        io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => {
            (FailureKind::Network, "cannot be reached")
        }
        io::ErrorKind::TimedOut => (FailureKind::Timeout, "did not accept the connection in time"),
        _ => (FailureKind::Network, "could not be connected to"),
    };
    Failure::new(kind, format!("{host} {what}."))
}

/// Returns the failure for a TLS handshake that did not succeed.
pub(crate) fn of_handshake(error: &io::Error, host: &str) -> Failure {
    if let Some(failure) = tls_cause(error, host) {
        return failure;
    }
    Failure::new(FailureKind::Tls, format!("{host} ended the connection during the TLS handshake."))
}

/// Returns the failure for an exceeded deadline.
pub(crate) fn timeout(host: &str, seconds: f32) -> Failure {
    Failure::new(
        FailureKind::Timeout,
        format!("{host} did not respond completely within {seconds} s."),
    )
}

fn tls_cause(error: &(dyn Error + 'static), host: &str) -> Option<Failure> {
    let tls = cause::<rustls::Error>(error)?;
    let why = match tls {
        rustls::Error::InvalidCertificate(certificate) => match certificate {
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
                "its certificate has expired"
            }
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                "its certificate is not valid yet"
            }
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                "its certificate is for another name"
            }
            CertificateError::UnknownIssuer => {
                "its certificate is not signed by a trusted authority"
            }
            CertificateError::Revoked => "its certificate has been revoked",
            _ => "its certificate is not valid; it may be self-signed",
        },
        rustls::Error::InvalidMessage(_) => "it does not speak TLS on this port",
        rustls::Error::PeerIncompatible(_)
        | rustls::Error::AlertReceived(
            AlertDescription::ProtocolVersion | AlertDescription::HandshakeFailure,
        ) => "it does not offer TLS 1.2 or 1.3 with safe parameters",
        _ => "the TLS handshake failed",
    };
    Some(Failure::new(FailureKind::Tls, format!("No secure connection to {host}: {why}.")))
}

/// Returns the first error of a type in a chain of causes. An I/O error hides its payload from the chain.
fn cause<'a, T: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a T> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref::<T>() {
            return Some(found);
        }
        let payload = error.downcast_ref::<io::Error>().and_then(|io| io.get_ref());
        next = match payload {
            Some(payload) => Some(payload as &(dyn Error + 'static)),
            None => error.source(),
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_found_anywhere_in_the_chain() {
        let failure = Failure::new(FailureKind::ForbiddenAddress, "no");
        let wrapped = io::Error::other(io::Error::other(failure.clone()));
        assert_eq!(of_exchange(&wrapped, "h"), failure);
        assert_eq!(of_body(&wrapped, "h"), failure);
    }

    #[test]
    fn certificate_errors_are_named() {
        let error = |certificate| io::Error::other(rustls::Error::InvalidCertificate(certificate));
        let failure = of_handshake(&error(CertificateError::Expired), "example.org");
        assert_eq!(failure.kind, FailureKind::Tls);
        assert_eq!(
            failure.message,
            "No secure connection to example.org: its certificate has expired."
        );
        assert_eq!(
            of_exchange(&error(CertificateError::UnknownIssuer), "h").kind,
            FailureKind::Tls
        );
    }

    #[test]
    fn a_reset_is_a_network_failure_and_an_early_end_an_incomplete_response() {
        let kind = |kind: io::ErrorKind| of_body(&io::Error::from(kind), "h").kind;
        assert_eq!(kind(io::ErrorKind::ConnectionReset), FailureKind::Network);
        assert_eq!(kind(io::ErrorKind::UnexpectedEof), FailureKind::Incomplete);
        assert_eq!(
            of_exchange(&io::Error::from(io::ErrorKind::ConnectionReset), "h").kind,
            FailureKind::Network
        );
    }
}
