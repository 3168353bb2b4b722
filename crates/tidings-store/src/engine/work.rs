//! Jobs: closures sent to the threads that own connections; each reports its result after its transaction has ended.

use crate::{
    engine::db::Connection,
    error::{Error, Result},
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tokio::sync::oneshot;

/// Work for a connection. It may run more than once (after a collision, or when a group commit fails), but reports its
/// result once.
pub(crate) trait Job: Send {
    /// Does the work and holds on to its value.
    fn run(&mut self, c: &mut dyn Connection) -> Result<()>;
    /// Sends the value, or the error.
    fn answer(self: Box<Self>, result: Result<()>);
}

/// A closure, its value, and where to send it.
struct Task<T, F> {
    work: F,
    value: Option<T>,
    reply: oneshot::Sender<Result<T>>,
}

impl<T, F> Job for Task<T, F>
where
    T: Send,
    F: FnMut(&mut dyn Connection) -> Result<T> + Send,
{
    fn run(&mut self, c: &mut dyn Connection) -> Result<()> {
        self.value = None;
        self.value = Some(caught(|| (self.work)(c))?);
        Ok(())
    }

    fn answer(self: Box<Self>, result: Result<()>) {
        let Self { value, reply, .. } = *self;
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

/// Creates a job and the receiver of its result.
pub(crate) fn job<T, F>(work: F) -> (Box<dyn Job>, oneshot::Receiver<Result<T>>)
where
    T: Send + 'static,
    F: FnMut(&mut dyn Connection) -> Result<T> + Send + 'static,
{
    let (reply, answer) = oneshot::channel();
    (Box::new(Task { work, value: None, reply }), answer)
}
