//! Errors of the store. Each message is a sentence that says what to do.

use tidings_model::MAX_FOLDER_LEVELS;

/// A result with the store's error.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of the store. It is `Clone` because one failed commit is reported to many callers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The disk is full; the transaction was rolled back.
    #[error(
        "the disk that holds the database is full; nothing was changed; free some space and try again ({0})"
    )]
    DiskFull(String),
    /// Another process has held the database for too long.
    #[error("another process is using the database; try again in a few seconds ({0})")]
    Busy(String),
    /// The database was written by a later release.
    #[error(
        "the database has schema version {found}, this release knows versions up to {known}; \
         start the newer release, or restore a backup made before the upgrade"
    )]
    Newer {
        /// The version of the database.
        found: i64,
        /// The newest version this release knows.
        known: i64,
    },
    /// The file is not a database, or it is damaged.
    #[error(
        "the file is not a database, or it is damaged; restore a backup to an empty location ({0})"
    )]
    Damaged(String),
    /// The operating system denied access.
    #[error(
        "access to the database was denied; check the owner and permissions of the file and its folder ({0})"
    )]
    Denied(String),
    /// The file or its folder cannot be used.
    #[error("the database cannot be opened; check that the folder exists and is writable ({0})")]
    CannotOpen(String),
    /// PostgreSQL does not respond, or the connection broke.
    #[error(
        "PostgreSQL cannot be reached; check that it is running and that the database URL is correct ({0})"
    )]
    Unreachable(String),
    /// The connection broke during a commit.
    #[error(
        "the connection to PostgreSQL broke during a commit; the change may or may not have been saved ({0})"
    )]
    Unsure(String),
    /// The URL cannot be parsed.
    #[error(
        "invalid database URL: {0}; expected postgres://user:password@host/name, or a file path"
    )]
    BadUrl(String),
    /// The program was built without PostgreSQL.
    #[error(
        "this program was built without PostgreSQL; leave the database URL out to use SQLite, or build it with \
         `--features postgres`"
    )]
    WithoutPostgres,
    /// An article passed as known is missing or stored in another version: look the articles up again and retry.
    #[error("the stored articles have changed; look them up again and retry")]
    Stale,
    /// It does not exist, or belongs to another user.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// The name is in use.
    #[error("the {0} is already taken; choose another")]
    Taken(&'static str),
    /// Folders would be nested too deep.
    #[error("folders can be nested up to {MAX_FOLDER_LEVELS} levels deep")]
    TooDeep,
    /// A folder would be moved into itself or into a folder inside it.
    #[error("a folder cannot be moved into itself or into a folder inside it")]
    InsideItself,
    /// The store does not accept this value.
    #[error("{0}")]
    Refused(String),
    /// The backup file cannot be restored.
    #[error("the backup cannot be restored: {0}")]
    BadBackup(String),
    /// A restore would overwrite existing data.
    #[error("the database already holds data; restore into an empty one")]
    NotEmpty,
    /// A file could not be read or written.
    #[error("a file could not be read or written: {0}")]
    Io(String),
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
    /// A simulated crash: every call fails with this until the store is opened again.
    #[error("the store crashed (simulated); open it again")]
    Crashed,
    /// The engine rejected a statement, which is a bug in this program.
    #[error("the database rejected a statement; this is a bug, please report it ({0})")]
    Statement(String),
    /// Stored data that this release cannot read.
    #[error("stored data cannot be read: {0}; run the integrity check")]
    Unreadable(String),
    /// The transaction collided with a concurrent one. It is retried before callers see this.
    #[error("the transaction collided with a concurrent one; try again ({0})")]
    Collision(String),
    /// The work panicked; its transaction was rolled back.
    #[error(
        "the transaction panicked and nothing was changed; this is a bug, please report it ({0})"
    )]
    Panicked(String),
}

impl Error {
    /// Whether trying again later may succeed without anyone intervening.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::DiskFull(_)
                | Self::Busy(_)
                | Self::Unreachable(_)
                | Self::Collision(_)
                | Self::Stale
        )
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::PermissionDenied => Self::Denied(error.to_string()),
            std::io::ErrorKind::StorageFull => Self::DiskFull(error.to_string()),
            _ => Self::Io(error.to_string()),
        }
    }
}
