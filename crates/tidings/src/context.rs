//! What every service works with: memory, the web, time and bounds.

use crate::clock::Time;
use jiff::Timestamp;
use std::sync::Arc;
use tidings_fetch::Web;
use tidings_model::{Clock, limits::Limits};
use tidings_store::Store;

/// Cheap to clone: every service has its own.
#[derive(Debug, Clone)]
pub struct Context {
    /// Memory.
    pub store: Store,
    /// Where sources are.
    pub web: Arc<dyn Web>,
    /// Time and chance.
    pub time: Arc<Time>,
    /// Bounds.
    pub limits: Arc<Limits>,
}

impl Context {
    /// A context under these limits.
    #[must_use]
    pub fn new(store: Store, web: Arc<dyn Web>, time: Arc<Time>, limits: Limits) -> Self {
        Self { store, web, time, limits: Arc::new(limits) }
    }

    /// The present.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.time.now()
    }
}
