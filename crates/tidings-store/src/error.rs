//! What can go wrong with memory, each as a sentence that says what to do.

/// The crate's result.
pub type Result<T> = std::result::Result<T, Error>;

/// Why the store could not do what was asked. Every variant can be cloned: one broken commit answers many callers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No room left; nothing of the transaction was kept.
    #[error("the disk that holds the database is full; free some space, nothing was changed ({0})")]
    DiskFull(String),
    /// Another process holds the database for too long.
    #[error("the database is busy with another process; try again in a few seconds ({0})")]
    Busy(String),
    /// The database was written by a later release.
    #[error(
        "the database has schema version {found}, this release knows versions up to {known}; \
         start the newer release, or restore a backup made before the upgrade"
    )]
    Newer {
        /// The version found.
        found: i64,
        /// The newest version this release knows.
        known: i64,
    },
    /// The file is something else, or damaged.
    #[error(
        "the file is not a database that can be read, or it is damaged; restore a backup into an empty place ({0})"
    )]
    Damaged(String),
    /// The operating system refuses access.
    #[error(
        "access to the database is refused; check owner and permissions of the file and its folder ({0})"
    )]
    Denied(String),
    /// The file or its folder cannot be used.
    #[error("the database cannot be opened; check that the folder exists and can be written ({0})")]
    CannotOpen(String),
    /// PostgreSQL does not answer, or the connection broke.
    #[error(
        "PostgreSQL cannot be reached; check that it runs and that the database URL is right ({0})"
    )]
    Unreachable(String),
    /// The connection broke while committing.
    #[error(
        "the connection to PostgreSQL broke while committing; the change may or may not have been kept ({0})"
    )]
    Unsure(String),
    /// The URL does not describe a database.
    #[error(
        "the database URL is not understood: {0}; write postgres://user:password@host/name, or a file path"
    )]
    BadUrl(String),
    /// The program was built without PostgreSQL.
    #[error(
        "this program was built without PostgreSQL; leave the database URL out to use SQLite, or build it with \
         `--features postgres`"
    )]
    WithoutPostgres,
    /// An article believed stored is not, or is stored in another version: look again and retry.
    #[error("the stored articles changed meanwhile; look them up again and retry")]
    Stale,
    /// There is no such thing, or it is not this user's.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// A name is in use.
    #[error("the {0} is already taken; choose another")]
    Taken(&'static str),
    /// A value the store does not accept.
    #[error("{0}")]
    Refused(String),
    /// A backup file that cannot be restored.
    #[error("the backup cannot be restored: {0}")]
    BadBackup(String),
    /// Restoring over existing data.
    #[error("the database already holds data; restore into an empty one")]
    NotEmpty,
    /// Reading or writing a file.
    #[error("a file could not be read or written: {0}")]
    Io(String),
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// A simulated crash: everything answers so until the store is opened again.
    #[error("the store crashed (simulated); open it again")]
    Crashed,
    /// A statement the engine rejects: a fault of this program.
    #[error(
        "the database rejects a statement; this is a fault of the program, please report it ({0})"
    )]
    Statement(String),
    /// Stored data this release cannot read.
    #[error("stored data cannot be read: {0}; run the integrity check")]
    Unreadable(String),
    /// A transaction lost against a concurrent one; retried before it is ever seen by callers.
    #[error("the transaction collided with a concurrent one; try again ({0})")]
    Collision(String),
    /// The work panicked; its transaction was rolled back.
    #[error(
        "a fault of the program stopped the transaction; nothing was changed, please report it ({0})"
    )]
    Panicked(String),
}

impl Error {
    /// Whether waiting and trying again may help without anyone acting.
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
