//! Locks that ignore poisoning.
//!
//! Every change under one of our locks completes in one step, so the data stays usable even if a holder panicked.

use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Locks a mutex, even if it is poisoned.
///
/// ```
/// let n = std::sync::Mutex::new(1);
/// *tidings_model::locks::locked(&n) += 1;
/// assert_eq!(*tidings_model::locks::locked(&n), 2);
/// ```
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks for reading, even if the lock is poisoned.
///
/// ```
/// let n = std::sync::RwLock::new(1);
/// assert_eq!(*tidings_model::locks::read_locked(&n), 1);
/// ```
pub fn read_locked<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

/// Locks for writing, even if the lock is poisoned.
///
/// ```
/// let n = std::sync::RwLock::new(1);
/// *tidings_model::locks::write_locked(&n) = 2;
/// assert_eq!(*tidings_model::locks::read_locked(&n), 2);
/// ```
pub fn write_locked<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::AssertUnwindSafe;

    #[test]
    fn a_panic_under_a_lock_does_not_spread() {
        let (mutex, lock) = (Mutex::new(1), RwLock::new(2));
        let panicked = std::panic::catch_unwind(AssertUnwindSafe(|| {
            let _held = (mutex.lock().unwrap(), lock.write().unwrap());
            panic!("panic while both locks are held");
        }));
        assert!(panicked.is_err());
        assert!(mutex.is_poisoned() && lock.is_poisoned());
        assert_eq!((*locked(&mutex), *read_locked(&lock)), (1, 2));
        *write_locked(&lock) = 3;
        assert_eq!(*read_locked(&lock), 3);
    }
}
