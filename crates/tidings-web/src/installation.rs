//! What the operators' pages ask of the program: the installation, what is unsafe about it, and its backups.

use crate::texts::{Language, Texts};
use fluent_bundle::FluentArgs;
use futures_util::{future::BoxFuture, stream::BoxStream};
use jiff::Timestamp;
use std::{fmt, io};
use tidings_model::User;

/// The program's own affairs. Only pages for operators call it.
pub trait OperatorServices: Send + Sync + fmt::Debug {
    /// The installation as it is now.
    fn installation(&self) -> Installation;

    /// The backups that are there, latest first.
    fn backups(&self) -> BoxFuture<'_, io::Result<Vec<Backup>>>;

    /// Makes a backup. One at a time; a long one goes on when nobody waits for it any more.
    fn back_up(&self) -> BoxFuture<'_, BackupOutcome>;

    /// A backup's bytes, if it is there.
    fn open_backup(&self, name: String) -> BoxFuture<'_, io::Result<Option<Bytes>>>;

    /// Everything that is a user's own, as a zip archive; `None` when too many are being made.
    fn export(&self, user: User) -> BoxFuture<'_, io::Result<Option<Bytes>>>;

    /// Removes a backup; says whether it was there.
    fn remove_backup(&self, name: String) -> BoxFuture<'_, io::Result<bool>>;
}

/// A file piece by piece.
pub type Bytes = BoxStream<'static, io::Result<Vec<u8>>>;

/// What came of the wish for a backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackupOutcome {
    /// It is there.
    Done,
    /// It takes its time; or another one does.
    UnderWay,
    /// It failed; the log says why.
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
    /// The engine that keeps everything, in its own words.
    pub engine: String,
    /// Where the data are.
    pub data: String,
    /// What is free there, where the system tells.
    pub free_bytes: Option<u64>,
    /// Settings as they hold, secrets masked.
    pub settings: Vec<SettingView>,
    /// What is unsafe.
    pub warnings: Vec<Warning>,
}

/// A setting as it may be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingView {
    /// Its name.
    pub key: String,
    /// Its value, or a word for a secret one.
    pub value: String,
    /// Whether somebody set it.
    pub is_default: bool,
}

/// Something about the installation that invites trouble.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// Passwords travel in the clear.
    WithoutTls {
        /// Where pages are served.
        listen: String,
    },
    /// People are told an address without TLS.
    PlainAddress {
        /// That address.
        address: String,
    },
    /// Anybody who can add a feed reaches the operator's own network.
    OpenFetch,
    /// Others on the machine can read everything.
    OpenFolder {
        /// Which folder.
        folder: String,
    },
    /// The disk is nearly full.
    LittleSpace {
        /// What is left.
        mib: u64,
    },
    /// Strangers can say they are a proxy.
    TrustsNearlyEverybody,
    /// A proxy may vouch for people, and the pages can be reached around it.
    ReachableAroundProxy {
        /// Where pages are served.
        listen: String,
    },
}

impl Warning {
    /// The sentence's key in the catalogue and what fills it.
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
