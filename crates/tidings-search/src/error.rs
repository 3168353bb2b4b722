//! Errors of the index, worded for the log; none of them affects users' data.

/// Why an index operation failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Another process is writing the index in this folder.
    #[error("another process is writing the search index in this folder")]
    Busy,
    /// The files are not as they were written.
    #[error("the search index is damaged: {0}; it is rebuilt")]
    Damaged(String),
    /// A file could not be read or written.
    #[error("could not read or write the search index: {0}")]
    Io(#[from] std::io::Error),
    /// Any other error of the library.
    #[error("the search index failed: {0}")]
    Tantivy(String),
}

impl From<tantivy::TantivyError> for Error {
    fn from(error: tantivy::TantivyError) -> Self {
        use tantivy::TantivyError::{DataCorruption, LockFailure, OpenReadError};
        match error {
            LockFailure(..) => Self::Busy,
            DataCorruption(_) | OpenReadError(_) => Self::Damaged(error.to_string()),
            other => Self::Tantivy(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tantivy::{TantivyError, directory::error::LockError};

    #[test]
    fn locks_and_damage_are_distinguished_from_other_errors() {
        let of = |error: TantivyError| Error::from(error);
        assert!(matches!(of(TantivyError::LockFailure(LockError::LockBusy, None)), Error::Busy));
        let other = of(TantivyError::InvalidArgument("odd".to_owned()));
        assert!(matches!(&other, Error::Tantivy(says) if says.contains("odd")), "{other}");
        let corrupt = tantivy::error::DataCorruption::comment_only("torn");
        let damaged = of(TantivyError::DataCorruption(corrupt));
        assert!(matches!(&damaged, Error::Damaged(says) if says.contains("torn")), "{damaged}");
    }
}
