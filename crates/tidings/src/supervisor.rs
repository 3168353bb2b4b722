//! A word to whoever started us: systemd's notify protocol (sd_notify(3)), which other supervisors speak too.
//!
//! Without `NOTIFY_SOCKET` in the environment nobody listens, and nothing is said.

use crate::services::Services;
use std::{sync::Arc, time::Duration};
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// Where a supervisor listens, and how often it wants to hear of us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Supervisor {
    socket: Option<String>,
    watchdog: Option<Duration>,
}

impl Supervisor {
    /// The supervisor that the environment names.
    #[must_use]
    pub fn find(env: &dyn Fn(&str) -> Option<String>) -> Self {
        let socket = env("NOTIFY_SOCKET").filter(|path| !path.is_empty());
        // A variable that was left over from another process is not for us.
        let is_ours = env("WATCHDOG_PID").is_none_or(|pid| pid == std::process::id().to_string());
        let watchdog = env("WATCHDOG_USEC").filter(|_| is_ours).and_then(|text| text.parse().ok());
        Self { socket, watchdog: watchdog.map(Duration::from_micros) }
    }

    /// Says that the pages answer; then, as often as wanted, that the daemon's loop goes round, for as long as it does.
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
            warn!(%error, "the supervisor that started us does not listen");
        }
    }

    #[cfg(not(unix))]
    fn say(&self, _: &str) {}
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::{collections::HashMap, os::unix::net::UnixDatagram};

    fn find(pairs: &[(&str, &str)]) -> Supervisor {
        let env: HashMap<&str, &str> = pairs.iter().copied().collect();
        Supervisor::find(&|name| env.get(name).map(|value| (*value).to_owned()))
    }

    #[test]
    fn a_word_reaches_the_socket_that_the_environment_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify");
        let socket = UnixDatagram::bind(&path).unwrap();
        find(&[("NOTIFY_SOCKET", path.to_str().unwrap())]).say("READY=1");
        let mut heard = [0; 32];
        let n = socket.recv(&mut heard).unwrap();
        assert_eq!(&heard[..n], b"READY=1");
    }

    #[test]
    fn a_watchdog_for_another_process_is_not_ours() {
        assert_eq!(find(&[("WATCHDOG_USEC", "3000000"), ("WATCHDOG_PID", "1")]).watchdog, None);
        let ours = find(&[("WATCHDOG_USEC", "3000000")]).watchdog;
        assert_eq!(ours, Some(Duration::from_secs(3)));
    }
}
