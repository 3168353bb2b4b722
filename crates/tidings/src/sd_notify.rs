//! Notifies the supervisor that started us: systemd's notify protocol (sd_notify(3)), which other supervisors use too.
//!
//! Without `NOTIFY_SOCKET` in the environment, nothing is sent.

use crate::services::Services;
use std::{sync::Arc, time::Duration};
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// The supervisor's socket, and how often it expects a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Supervisor {
    socket: Option<String>,
    watchdog: Option<Duration>,
}

impl Supervisor {
    /// Returns the supervisor named in the environment.
    #[must_use]
    pub fn find(env: &dyn Fn(&str) -> Option<String>) -> Self {
        let socket = env("NOTIFY_SOCKET").filter(|path| !path.is_empty());
        // A variable left over from another process is not meant for us.
        let is_ours = env("WATCHDOG_PID").is_none_or(|pid| pid == std::process::id().to_string());
        let watchdog = env("WATCHDOG_USEC").filter(|_| is_ours).and_then(|text| text.parse().ok());
        Self { socket, watchdog: watchdog.map(Duration::from_micros) }
    }

    /// Reports that the server is ready, and then regularly that it is alive, for as long as the fetching loop runs.
    pub async fn keep_informed(self, services: Arc<Services>, stop: CancellationToken) {
        self.say("READY=1");
        let Some(watchdog) = self.watchdog else {
            stop.cancelled().await;
            return self.say("STOPPING=1");
        };
        loop {
            tokio::select! {
                () = stop.cancelled() => return self.say("STOPPING=1"),
                () = tokio::time::sleep(watchdog / 3) => {}
            }
            if services.is_beating() {
                self.say("WATCHDOG=1");
            }
        }
    }

    #[cfg(unix)]
    fn say(&self, word: &str) {
        use std::os::unix::net::{SocketAddr, UnixDatagram};
        let Some(path) = &self.socket else { return };
        let address = match path.strip_prefix('@') {
            #[cfg(target_os = "linux")]
            Some(name) => {
                <SocketAddr as std::os::linux::net::SocketAddrExt>::from_abstract_name(name)
            }
            #[cfg(not(target_os = "linux"))]
            Some(_) => return,
            None => SocketAddr::from_pathname(path),
        };
        let said = address.and_then(|address| {
            UnixDatagram::unbound()?.send_to_addr(word.as_bytes(), &address).map(drop)
        });
        if let Err(error) = said {
            warn!(%error, "cannot notify the supervisor");
        }
    }

    #[cfg(not(unix))]
    fn say(&self, _: &str) {}
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::HashMap, os::unix::net::UnixDatagram};

    fn find(pairs: &[(&str, &str)]) -> Supervisor {
        let env: HashMap<&str, &str> = pairs.iter().copied().collect();
        Supervisor::find(&|name| env.get(name).map(|value| (*value).to_owned()))
    }

    #[test]
    fn a_message_reaches_the_socket_named_in_the_environment() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify");
        let socket = UnixDatagram::bind(&path).unwrap();
        find(&[("NOTIFY_SOCKET", path.to_str().unwrap())]).say("READY=1");
        let mut heard = [0; 32];
        let n = socket.recv(&mut heard).unwrap();
        assert_eq!(&heard[..n], b"READY=1");
    }

    /// Returns everything sent to a socket so far.
    fn heard(socket: &UnixDatagram) -> Vec<String> {
        socket.set_nonblocking(true).unwrap();
        let mut word = [0; 64];
        std::iter::from_fn(|| {
            let n = socket.recv(&mut word).ok()?;
            Some(String::from_utf8_lossy(&word[..n]).into_owned())
        })
        .collect()
    }

    #[tokio::test(start_paused = true)]
    async fn a_supervisor_is_notified_when_we_are_ready_alive_and_stopping() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify");
        let socket = UnixDatagram::bind(&path).unwrap();
        let home = crate::testing::Home::new().await;
        let (pulse, stop) = (Arc::clone(&home.services.pulse), CancellationToken::new());
        pulse.beat(home.now(), 0);
        let pairs = [("NOTIFY_SOCKET", path.to_str().unwrap()), ("WATCHDOG_USEC", "90000000")];
        let informed = find(&pairs).keep_informed(Arc::clone(&home.services), stop.clone());
        let task = tokio::spawn(informed);
        tokio::time::sleep(Duration::from_secs(100)).await;
        assert_eq!(heard(&socket), ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"]);
        // The loop has stopped.
        tokio::time::sleep(Duration::from_secs(100)).await;
        assert_eq!(heard(&socket), [""; 0], "no more heartbeats");
        pulse.beat(home.now(), 0);
        tokio::time::sleep(Duration::from_secs(30)).await;
        assert_eq!(heard(&socket), ["WATCHDOG=1"]);
        stop.cancel();
        task.await.unwrap();
        assert_eq!(heard(&socket), ["STOPPING=1"]);
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_watchdog_only_start_and_stop_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify");
        let socket = UnixDatagram::bind(&path).unwrap();
        let (home, stop) = (crate::testing::Home::new().await, CancellationToken::new());
        let supervisor = find(&[("NOTIFY_SOCKET", path.to_str().unwrap())]);
        let task = tokio::spawn(supervisor.keep_informed(Arc::clone(&home.services), stop.clone()));
        tokio::time::sleep(Duration::from_secs(3_600)).await;
        stop.cancel();
        task.await.unwrap();
        assert_eq!(heard(&socket), ["READY=1", "STOPPING=1"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_abstract_socket_is_reached_and_a_missing_one_does_no_harm() {
        use std::os::{linux::net::SocketAddrExt, unix::net::SocketAddr};
        let name = format!("tidings-test-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(&name).unwrap();
        let socket = UnixDatagram::bind_addr(&address).unwrap();
        find(&[("NOTIFY_SOCKET", &format!("@{name}"))]).say("READY=1");
        assert_eq!(heard(&socket), ["READY=1"]);
        find(&[("NOTIFY_SOCKET", "/nowhere/notify")]).say("READY=1");
        assert_eq!(find(&[("NOTIFY_SOCKET", "")]).socket, None);
    }

    #[test]
    fn an_invalid_watchdog_interval_is_ignored() {
        for text in ["", "soon", "-1", "1.5"] {
            assert_eq!(find(&[("WATCHDOG_USEC", text)]).watchdog, None, "{text:?}");
        }
        let own = std::process::id().to_string();
        let ours = find(&[("WATCHDOG_USEC", "1"), ("WATCHDOG_PID", &own)]).watchdog;
        assert_eq!(ours, Some(Duration::from_micros(1)));
    }

    #[test]
    fn a_watchdog_for_another_process_is_not_ours() {
        assert_eq!(find(&[("WATCHDOG_USEC", "3000000"), ("WATCHDOG_PID", "1")]).watchdog, None);
        let ours = find(&[("WATCHDOG_USEC", "3000000")]).watchdog;
        assert_eq!(ours, Some(Duration::from_secs(3)));
    }
}
