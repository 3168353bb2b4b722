//! What waits to be taken in: bounded in number and in bytes, so that no flood fills the memory.

use jiff::{SignedDuration, Timestamp};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};
use tidings_model::SourceId;
use tidings_parse::ping::Ping;
use tidings_web::push::{Announced, News};
use tokio::sync::Notify;

/// Messages that may wait.
const MOST: usize = 256;
/// Their bytes.
const MOST_BYTES: usize = 64 << 20;
/// A stranger's word is heard once in this time about one source; in twice that if it was not true, and so on …
const SHORTEST_PAUSE: SignedDuration = SignedDuration::from_mins(30);
/// … up to this.
const LONGEST_PAUSE: SignedDuration = SignedDuration::from_hours(24);
/// Sources whose last hint is remembered.
const MOST_HINTED: usize = 10_000;

/// Something that came. Bodies are shared, not copied.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    /// By a hub or cloud that we had asked.
    Announced(Announced),
    /// By anybody.
    Ping(Ping),
}

impl Item {
    fn n_bytes(&self) -> usize {
        match self {
            Self::Announced(Announced { news: News::Whole { body, .. }, .. }) => body.len(),
            Self::Announced(_) | Self::Ping(_) => 0,
        }
    }
}

/// What waits, and who was heard when.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    waiting: Mutex<VecDeque<Item>>,
    arrived: Notify,
    hinted: Mutex<HashMap<SourceId, (Timestamp, SignedDuration)>>,
}

/// Whether a stranger's last word about a source was true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Last {
    True,
    False,
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

    /// Whether a stranger's word about a source is heard now.
    pub(crate) fn may_hint(&self, source: SourceId, last: Last, now: Timestamp) -> bool {
        let mut hinted = self.hinted.lock().unwrap_or_else(PoisonError::into_inner);
        let is_over =
            |at: Timestamp, pause: SignedDuration| now < at || now.duration_since(at) >= pause;
        let pause = match hinted.get(&source) {
            Some((at, pause)) if !is_over(*at, *pause) => return false,
            Some((_, pause)) if last == Last::False => (*pause * 2).min(LONGEST_PAUSE),
            Some(_) | None => SHORTEST_PAUSE,
        };
        if hinted.len() >= MOST_HINTED {
            hinted.retain(|_, (at, pause)| !is_over(*at, *pause));
        }
        if hinted.len() >= MOST_HINTED && !hinted.contains_key(&source) {
            return false;
        }
        hinted.insert(source, (now, pause));
        true
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Item>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_model::PushId;

    fn whole(n_bytes: usize) -> Item {
        let news = News::Whole { body: vec![b' '; n_bytes].into(), content_type: None };
        Item::Announced(Announced { push: PushId(1), source: SourceId(1), news })
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

    #[test]
    fn a_stranger_who_is_wrong_is_heard_less_and_less() {
        let inbox = Inbox::default();
        let at = |minutes: i64| Timestamp::from_second(1_800_000_000 + 60 * minutes).unwrap();
        let may = |last, minutes| inbox.may_hint(SourceId(1), last, at(minutes));
        assert!(may(Last::False, 0));
        assert!(!may(Last::False, 29));
        assert!(may(Last::False, 30));
        assert!(!may(Last::False, 89), "twice as long");
        assert!(may(Last::True, 90));
        assert!(!may(Last::True, 119));
        assert!(may(Last::True, 120), "it was right");
        assert!(inbox.may_hint(SourceId(2), Last::False, at(120)), "another source");
    }
}
