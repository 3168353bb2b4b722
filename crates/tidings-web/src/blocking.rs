//! Work that takes its time, off the threads that answer; and locks that outlive a panic.

use crate::Error;
pub(crate) use tidings_model::locks::locked;

/// Does something on a thread of its own; `trouble` goes to the log where it breaks off.
pub(crate) async fn off_thread<T: Send + 'static>(
    trouble: &'static str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Error::internal(trouble, &error))
}
