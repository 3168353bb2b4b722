//! Jobs: closures sent to the threads that own connections, each answered once its transaction has ended.

use crate::{
    engine::db::Connection,
    error::{Error, Result},
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tokio::sync::oneshot;

/// Work for a connection. It may run more than once (after a collision, or when a group commit falls apart), and is
/// answered once.
pub(crate) trait Job: Send {
    /// Does the work and keeps its value.
    fn run(&mut self, c: &mut dyn Connection) -> Result<()>;
    /// Sends the kept value, or the error.
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
        // Nobody waits any more when the caller was cancelled; the work is done all the same.
        let _ = reply.send(result.and_then(|()| value.ok_or(Error::Closed)));
    }
}

/// Runs work so that a panic in it becomes an error: the thread goes on serving others.
pub(crate) fn caught<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
            .unwrap_or_else(|| "without words".to_owned());
        tracing::error!(panic = %text, "a job panicked; its transaction is rolled back");
        Err(Error::Panicked(text))
    })
}

/// A job and where its answer will arrive.
pub(crate) fn job<T, F>(work: F) -> (Box<dyn Job>, oneshot::Receiver<Result<T>>)
where
    T: Send + 'static,
    F: FnMut(&mut dyn Connection) -> Result<T> + Send + 'static,
{
    let (reply, answer) = oneshot::channel();
    (Box::new(Task { work, value: None, reply }), answer)
}
