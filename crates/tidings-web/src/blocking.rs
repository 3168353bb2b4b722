//! Running slow work off the threads that serve requests, and locks that survive a panic.

use crate::Error;
pub(crate) use tidings_model::locks::locked;

/// Runs something on a thread of its own. If it panics, logs `trouble`.
pub(crate) async fn off_thread<T: Send + 'static>(
    trouble: &'static str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Error::internal(trouble, &error))
}
