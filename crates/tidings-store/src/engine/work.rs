//! Jobs: work sent to the threads that own connections; each reports its result after its transaction has ended.
//!
//! There are hundreds of kinds of work, each with a type of value. Jobs know neither, so that everything around the work
//! is compiled once and not for each kind.

use crate::{
    engine::db::Connection,
    error::{Error, Result},
};
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};
use tokio::sync::oneshot;

/// What work returns.
pub(crate) type Value = Box<dyn Any + Send>;

/// Work for a connection. It may run more than once (after a collision, or when a group commit fails).
pub(crate) type Work = Box<dyn FnMut(&mut dyn Connection) -> Result<Value> + Send>;

/// Hides the type that work returns.
pub(crate) fn erased<T, F>(mut work: F) -> Work
where
    T: Send + 'static,
    F: FnMut(&mut dyn Connection) -> Result<T> + Send + 'static,
{
    Box::new(move |c| work(c).map(|value| Box::new(value) as Value))
}

/// Returns the value as the type that was hidden.
pub(crate) fn typed<T: 'static>(value: Value) -> T {
    match value.downcast() {
        Ok(value) => *value,
        Err(_) => unreachable!("the same function hides the type"),
    }
}

/// Work, its value, and where to send it.
pub(crate) struct Job {
    work: Work,
    value: Option<Value>,
    reply: oneshot::Sender<Result<Value>>,
}

impl Job {
    /// Creates a job and the receiver of its result.
    pub(crate) fn new(work: Work) -> (Self, oneshot::Receiver<Result<Value>>) {
        let (reply, answer) = oneshot::channel();
        (Self { work, value: None, reply }, answer)
    }

    /// Does the work and holds on to its value.
    pub(crate) fn run(&mut self, c: &mut dyn Connection) -> Result<()> {
        self.value = None;
        self.value = Some(caught(|| (self.work)(c))?);
        Ok(())
    }

    /// Sends the value, or the error.
    pub(crate) fn answer(self, result: Result<()>) {
        let Self { value, reply, .. } = self;
        // The receiver is gone when the caller was cancelled; the work is done all the same.
        let _ = reply.send(result.and_then(|()| value.ok_or(Error::Closed)));
    }
}

/// Runs work and turns a panic into an error, so that the thread can go on serving others.
pub(crate) fn caught<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
            .unwrap_or_else(|| "no message".to_owned());
        tracing::error!(panic = %text, "job panicked; rolling back its transaction");
        Err(Error::Panicked(text))
    })
}
