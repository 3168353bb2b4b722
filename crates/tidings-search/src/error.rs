//! What can go wrong with the index, in words for the log; nothing of it touches what people have.

/// Why the index could not do it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Another process keeps the index of this folder.
    #[error("another process keeps the search index in this folder")]
    Busy,
    /// The files are not what they were written as.
    #[error("the search index is damaged: {0}; it is built anew")]
    Damaged(String),
    /// A file could not be read or written.
    #[error("the search index cannot be read or written: {0}")]
    Io(#[from] std::io::Error),
    /// Whatever else the library complains of.
    #[error("the search index does not answer: {0}")]
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
    fn a_lock_is_somebody_elses_and_damage_is_told_from_other_troubles() {
        let of = |error: TantivyError| Error::from(error);
        assert!(matches!(of(TantivyError::LockFailure(LockError::LockBusy, None)), Error::Busy));
        let other = of(TantivyError::InvalidArgument("odd".to_owned()));
        assert!(matches!(&other, Error::Tantivy(says) if says.contains("odd")), "{other}");
        let corrupt = tantivy::error::DataCorruption::comment_only("torn");
        let damaged = of(TantivyError::DataCorruption(corrupt));
        assert!(matches!(&damaged, Error::Damaged(says) if says.contains("torn")), "{damaged}");
    }
}
