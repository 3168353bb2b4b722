//! What waits to be taken in: bounded in number and in bytes, so that no flood fills the memory.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard},
};
use tidings_model::locks::locked;
use tidings_parse::ping::Ping;
use tidings_web::push::{Announcement, News};
use tokio::sync::Notify;

/// Messages that may wait.
const MOST: usize = 256;
/// Their bytes.
const MOST_BYTES: usize = 64 << 20;
/// Something that came. Bodies are shared, not copied.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    /// By a hub or cloud that we had asked.
    Announced(Announcement),
    /// By anybody.
    Ping(Ping),
}

impl Item {
    fn n_bytes(&self) -> usize {
        match self {
            Self::Announced(Announcement { news: News::Whole { body, .. }, .. }) => body.len(),
            Self::Announced(_) | Self::Ping(_) => 0,
        }
    }
}

/// What waits.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    waiting: Mutex<VecDeque<Item>>,
    arrived: Notify,
}

impl Inbox {
    /// Takes something in, or not: then it is given back.
    pub(crate) fn put(&self, item: Item) -> Result<(), Item> {
        let mut waiting = self.lock();
        let n_bytes: usize = waiting.iter().map(Item::n_bytes).sum();
        if waiting.len() >= MOST || n_bytes + item.n_bytes() > MOST_BYTES {
            return Err(item);
        }
        waiting.push_back(item);
        drop(waiting);
        self.arrived.notify_one();
        Ok(())
    }

    /// What came first; it stays until it is [done](Self::done).
    pub(crate) fn first(&self) -> Option<Item> {
        self.lock().front().cloned()
    }

    /// What came first is taken in, or cannot be.
    pub(crate) fn done(&self) {
        self.lock().pop_front();
    }

    /// Until something comes.
    pub(crate) async fn arrival(&self) {
        self.arrived.notified().await;
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Item>> {
        locked(&self.waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_model::{PushId, SourceId};

    fn whole(n_bytes: usize) -> Item {
        let news = News::Whole { body: vec![b' '; n_bytes].into(), content_type: None };
        Item::Announced(Announcement { push: PushId(1), source: SourceId(1), news })
    }

    #[test]
    fn what_waits_is_bounded_in_number_and_bytes() {
        let inbox = Inbox::default();
        for _ in 0..4 {
            assert!(inbox.put(whole(16 << 20)).is_ok());
        }
        assert!(inbox.put(whole(1)).is_err(), "no more bytes");
        assert!(inbox.first().is_some());
        inbox.done();
        let n_put = (0..1000).filter(|_| inbox.put(whole(1)).is_ok()).count();
        assert_eq!(n_put, MOST - 3);
    }
}
