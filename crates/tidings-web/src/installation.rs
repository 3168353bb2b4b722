//! What the operator's pages need from the program: the installation, its security warnings, and its backups.

use crate::texts::{Language, Texts};
use fluent_bundle::FluentArgs;
use futures_util::{future::BoxFuture, stream::BoxStream};
use jiff::Timestamp;
use std::{fmt, io};
use tidings_model::User;

/// Services for operators. Only their pages call it.
pub trait OperatorServices: Send + Sync + fmt::Debug {
    /// Returns the current state of the installation.
    fn installation(&self) -> Installation;

    /// Returns the existing backups, latest first.
    fn backups(&self) -> BoxFuture<'_, io::Result<Vec<Backup>>>;

    /// Makes a backup, one at a time. A long one continues even if nobody waits for it.
    fn back_up(&self) -> BoxFuture<'_, BackupOutcome>;

    /// Returns a backup's bytes, if it exists.
    fn open_backup(&self, name: String) -> BoxFuture<'_, io::Result<Option<Bytes>>>;

    /// Returns everything that belongs to a user as a zip archive; `None` if too many are being made.
    fn export(&self, user: User) -> BoxFuture<'_, io::Result<Option<Bytes>>>;

    /// Removes a backup. Returns whether it existed.
    fn remove_backup(&self, name: String) -> BoxFuture<'_, io::Result<bool>>;
}

/// A file in pieces.
pub type Bytes = BoxStream<'static, io::Result<Vec<u8>>>;

/// The result of starting a backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackupOutcome {
    /// It is finished.
    Done,
    /// It takes longer, or another one is running.
    UnderWay,
    /// It failed. The log says why.
    Failed,
}

/// A backup in the data folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// Its file name.
    pub name: String,
    /// When it was made.
    pub made_at: Timestamp,
    /// Its size.
    pub bytes: u64,
}

/// What is installed, and how.
#[derive(Debug, Clone, Default)]
pub struct Installation {
    /// The release.
    pub version: String,
    /// The database engine, in its own words.
    pub engine: String,
    /// The data folder.
    pub data: String,
    /// Free space there, if the system reports it.
    pub free_bytes: Option<u64>,
    /// The effective settings, with secrets masked.
    pub settings: Vec<SettingView>,
    /// Security and space warnings.
    pub warnings: Vec<Warning>,
}

/// A setting, safe to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingView {
    /// Its name.
    pub key: String,
    /// Its value, or a placeholder for a secret.
    pub value: String,
    /// Whether it has its default value.
    pub is_default: bool,
}

/// A risk in the configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// Passwords are transmitted without encryption.
    WithoutTls {
        /// The address on which pages are served.
        listen: String,
    },
    /// The public address has no TLS.
    PlainAddress {
        /// That address.
        address: String,
    },
    /// Anyone who can add a feed can reach the operator's own network.
    OpenFetch,
    /// Other users of the machine can read everything.
    OpenFolder {
        /// The folder.
        folder: String,
    },
    /// The disk is nearly full.
    LittleSpace {
        /// Free space.
        mib: u64,
    },
    /// Strangers can pretend to be a trusted proxy.
    TrustsNearlyEverybody,
    /// A proxy may authenticate people, and the pages can be reached without it.
    ReachableAroundProxy {
        /// The address on which pages are served.
        listen: String,
    },
}

impl Warning {
    /// Returns the keys in the catalogue, and the value that the sentence contains.
    pub(crate) fn said(&self) -> (&'static str, &'static str, String) {
        match self {
            Self::WithoutTls { listen } => ("warning-without-tls", "listen", listen.clone()),
            Self::PlainAddress { address } => ("warning-plain-address", "address", address.clone()),
            Self::OpenFetch => ("warning-open-fetch", "setting", "fetch-allow".to_owned()),
            Self::OpenFolder { folder } => ("warning-open-folder", "folder", folder.clone()),
            Self::LittleSpace { mib } => ("warning-little-space", "mib", mib.to_string()),
            Self::TrustsNearlyEverybody => {
                ("warning-trusts-everybody", "setting", "trusted-proxies".to_owned())
            }
            Self::ReachableAroundProxy { listen } => {
                ("warning-around-proxy", "listen", listen.clone())
            }
        }
    }
}

/// In English, for logs and the command line.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (key, name, value) = self.said();
        let mut variables = FluentArgs::with_capacity(1);
        variables.set(name, value);
        f.write_str(&Texts::of(Language::English).filled(key, &variables))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_say_what_to_do() {
        let warnings = [
            Warning::WithoutTls { listen: "0.0.0.0:8080".to_owned() },
            Warning::PlainAddress { address: "http://news.example/".to_owned() },
            Warning::OpenFetch,
            Warning::OpenFolder { folder: "/srv/tidings".to_owned() },
            Warning::LittleSpace { mib: 17 },
            Warning::TrustsNearlyEverybody,
            Warning::ReachableAroundProxy { listen: "0.0.0.0:8080".to_owned() },
        ];
        for warning in warnings {
            let (_, _, value) = warning.said();
            let sentence = warning.to_string();
            assert!(sentence.contains(&value) && sentence.ends_with('.'), "{sentence}");
        }
    }
}
