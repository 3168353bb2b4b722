//! `tidings health`: is the server that these settings describe running and ready? For containers and scripts.

use crate::{clock::Time, config::Config, output};
use anyhow::{Result, anyhow};
use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};
use tidings_fetch::{ClientSettings, HttpWeb, Purpose, Request, Web};
use tidings_model::{Clock, limits::Limits};

/// How long to wait for a response.
const PATIENCE: Duration = Duration::from_secs(5);

/// Runs the command.
///
/// # Errors
/// When there is no response, or the server is not ready.
pub async fn run(config: &Config) -> Result<()> {
    let address = reachable(config.listen);
    let clock: Arc<dyn Clock> = Arc::new(Time::system());
    let settings = ClientSettings {
        limits: Limits { total_deadline: PATIENCE, connect_timeout: PATIENCE, ..Limits::default() },
        allow: address.to_string().parse()?,
        ..ClientSettings::default()
    };
    let url = format!("http://{address}/readyz").parse()?;
    match HttpWeb::new(settings, clock)?.get(Request::new(url, Purpose::Page)).await {
        Ok(_) => output::line("The server is ready."),
        Err(failure) => Err(anyhow!("the server at {address} is not ready: {}", failure.message)),
    }
}

/// Returns the address at which this machine reaches a server that listens on `listen`.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_every_address_is_reached_at_the_loopback_address() {
        let check = |listen: &str, expected: &str| {
            assert_eq!(reachable(listen.parse().unwrap()), expected.parse().unwrap());
        };
        check("0.0.0.0:8080", "127.0.0.1:8080");
        check("[::]:8080", "[::1]:8080");
        check("192.0.2.7:80", "192.0.2.7:80");
    }
}
