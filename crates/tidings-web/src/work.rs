//! Work that takes its time, off the threads that answer; and locks that outlive a panic.

use crate::Error;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Does something on a thread of its own; `trouble` goes to the log where it breaks off.
pub(crate) async fn off_thread<T: Send + 'static>(
    trouble: &'static str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Error::internal(trouble, &error))
}

/// What a lock guards. Everything that is guarded here is whole after every single step, so a thread that broke off left
/// nothing half done.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
