//! The queue of received messages: limited in number and bytes, so that no flood fills the memory.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard},
};
use tidings_model::locks::locked;
use tidings_parse::ping::Ping;
use tidings_web::push::{Announcement, News};
use tokio::sync::Notify;

/// Most messages that may wait.
const MOST: usize = 256;
/// Most bytes that may wait.
const MOST_BYTES: usize = 64 << 20;
/// A received message. Bodies are shared, not copied.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    /// From a hub or cloud that we asked.
    Announced(Announcement),
    /// From anyone.
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

/// Waiting messages.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    waiting: Mutex<VecDeque<Item>>,
    arrived: Notify,
}

impl Inbox {
    /// Adds a message, or gives it back if the queue is full.
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

    /// Returns the first message, which stays until it is [done](Self::done).
    pub(crate) fn first(&self) -> Option<Item> {
        self.lock().front().cloned()
    }

    /// Removes the first message.
    pub(crate) fn done(&self) {
        self.lock().pop_front();
    }

    /// Waits until a message arrives.
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
    fn waiting_messages_are_limited_in_number_and_bytes() {
        let inbox = Inbox::default();
        for _ in 0..4 {
            assert!(inbox.put(whole(16 << 20)).is_ok());
        }
        assert!(inbox.put(whole(1)).is_err(), "no room for more bytes");
        assert!(inbox.first().is_some());
        inbox.done();
        let n_put = (0..1000).filter(|_| inbox.put(whole(1)).is_ok()).count();
        assert_eq!(n_put, MOST - 3);
    }

    fn ping(n: usize) -> Item {
        let address = format!("https://h{n}.example/").parse().unwrap();
        Item::Ping(Ping { name: String::new(), addresses: vec![address] })
    }

    #[test]
    fn the_first_message_is_handled_first_and_stays_until_it_is_done() {
        let inbox = Inbox::default();
        assert!(inbox.first().is_none());
        inbox.done();
        (0..3).for_each(|n| assert!(inbox.put(ping(n)).is_ok()));
        let first = || match inbox.first() {
            Some(Item::Ping(ping)) => ping.addresses[0].to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!((first(), first()), (first(), "https://h0.example/".to_owned()));
        inbox.done();
        assert_eq!(first(), "https://h1.example/");
    }

    #[test]
    fn messages_without_articles_take_no_bytes_but_count() {
        let inbox = Inbox::default();
        assert!(inbox.put(whole(MOST_BYTES)).is_ok());
        let n_put = (0..1_000).filter(|n| inbox.put(ping(*n)).is_ok()).count();
        assert_eq!(n_put, MOST - 1);
        let refused = inbox.put(ping(7)).unwrap_err();
        assert!(matches!(refused, Item::Ping(_)), "it is given back");
        inbox.done();
        assert!(inbox.put(whole(MOST_BYTES)).is_ok(), "its bytes are free again");
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_ends_immediately_for_a_message_that_arrived_before() {
        let inbox = Inbox::default();
        assert!(inbox.put(ping(1)).is_ok());
        let woken = tokio::time::timeout(std::time::Duration::from_secs(1), inbox.arrival());
        assert!(woken.await.is_ok());
        let second = tokio::time::timeout(std::time::Duration::from_secs(1), inbox.arrival());
        assert!(second.await.is_err(), "once");
    }
}
