//! The watcher behind the streams: finds ended sessions and new articles.

use super::{Holder, Live, News};
use crate::app::Inner;
use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
    time::Duration,
};
use tidings_model::{ArticleId, UserId};
use tidings_store::Store;

/// How often sessions are checked: a stream ends within a second of its session.
const TICK: Duration = Duration::from_millis(250);
/// Ticks between two queries for articles.
const TICKS_PER_LOOK: u32 = 4;
/// How many ids back a query reaches: with several writers, a smaller id may become visible after a larger one.
const LOOK_BACK: i64 = 256;
/// Maximum number of articles examined one by one. If more arrive at once, all readers are notified.
const MOST: usize = 2048;

/// Watches until there are no streams left.
pub(super) async fn watch(inner: Arc<Inner>) {
    let mut known = None;
    for tick in 0_u32.. {
        if tick.is_multiple_of(TICKS_PER_LOOK)
            && let Err(error) = tell(&inner, &mut known).await
        {
            tracing::warn!(%error, "cannot query new articles");
        }
        tokio::time::sleep(TICK).await;
        if inner.status.is_stopping() {
            inner.live.end_all();
        }
        if inner.live.is_idle() {
            return;
        }
        end_sessions(&inner).await;
    }
}

async fn end_sessions(inner: &Inner) {
    match ended(inner).await {
        Ok(ended) => inner.live.end(&ended),
        // Streams whose session cannot be checked stay for another tick: every page request checks its session anyway.
        Err(error) => tracing::warn!(%error, "cannot check sessions"),
    }
}

/// Returns the holders of streams whose credential has ended.
async fn ended(inner: &Inner) -> Result<BTreeSet<Holder>, tidings_store::Error> {
    let mut holders = inner.live.holders();
    let (mut sessions, mut passwords) = (Vec::new(), Vec::new());
    for holder in &holders {
        match holder {
            Holder::Session(hash) => sessions.push(hash.to_vec()),
            Holder::AppPassword(id) => passwords.push(*id),
        }
    }
    if !sessions.is_empty() {
        let lasting = inner.store.users().lasting_sessions(sessions, inner.clock.now()).await?;
        holders.retain(|one| match one {
            Holder::Session(hash) => !lasting.contains(hash.as_slice()),
            Holder::AppPassword(_) => true,
        });
    }
    if !passwords.is_empty() {
        let lasting = inner.store.users().lasting_app_passwords(passwords).await?;
        holders.retain(|one| !matches!(one, Holder::AppPassword(id) if lasting.contains(id)));
    }
    Ok(holders)
}

async fn tell(inner: &Inner, known: &mut Option<Known>) -> Result<(), tidings_store::Error> {
    let Some(known) = known else {
        let first = known.insert(Known::first(&inner.store).await?);
        // Something may have arrived since the first stream was told the newest article.
        inner.live.correct(first.newest);
        return Ok(());
    };
    match known.look(&inner.store).await? {
        Arrived::Nothing => {}
        Arrived::For(users) => inner.live.tell(known.newest, |user| users.contains(&user)),
        Arrived::ForEverybody => inner.live.tell(known.newest, |_| true),
    }
    Ok(())
}

/// What has arrived since the last query.
#[derive(Debug, PartialEq, Eq)]
enum Arrived {
    Nothing,
    For(BTreeSet<UserId>),
    ForEverybody,
}

/// The newest articles at the last query.
#[derive(Debug)]
struct Known {
    newest: ArticleId,
    recent: HashSet<ArticleId>,
}

impl Known {
    async fn first(store: &Store) -> Result<Self, tidings_store::Error> {
        let newest = store.articles().newest_id().await?;
        let recent = store.articles().arrived_after(back(newest), MOST).await?;
        Ok(Self { newest, recent: recent.into_iter().collect() })
    }

    async fn look(&mut self, store: &Store) -> Result<Arrived, tidings_store::Error> {
        let seen = store.articles().arrived_after(back(self.newest), MOST).await?;
        let fresh: Vec<ArticleId> =
            seen.iter().copied().filter(|id| !self.recent.contains(id)).collect();
        let arrived = match seen.len() {
            _ if fresh.is_empty() => Arrived::Nothing,
            MOST => Arrived::ForEverybody,
            _ => Arrived::For(store.articles().concerned(fresh).await?),
        };
        self.newest = seen.first().map_or(self.newest, |id| self.newest.max(*id));
        self.recent = seen.into_iter().collect();
        Ok(arrived)
    }
}

fn back(newest: ArticleId) -> ArticleId {
    ArticleId(newest.0.saturating_sub(LOOK_BACK))
}

impl Live {
    /// Returns whether there are no streams left. The watcher then ends, and the next stream starts another.
    fn is_idle(&self) -> bool {
        let mut streams = self.streams();
        streams.is_watched = !streams.open.is_empty();
        !streams.is_watched
    }

    fn holders(&self) -> BTreeSet<Holder> {
        self.streams().open.values().map(|open| open.holder).collect()
    }

    fn tell(&self, newest: ArticleId, is_for: impl Fn(UserId) -> bool) {
        for open in self.streams().open.values().filter(|open| is_for(open.user)) {
            open.news.send_replace(News::Newest(newest));
        }
    }

    fn correct(&self, newest: ArticleId) {
        for open in self.streams().open.values() {
            open.news.send_if_modified(|news| {
                std::mem::replace(news, News::Newest(newest)) != News::Newest(newest)
            });
        }
    }

    fn end(&self, holders: &BTreeSet<Holder>) {
        self.streams().open.retain(|_, open| {
            let is_over = holders.contains(&open.holder);
            if is_over {
                open.news.send_replace(News::Over);
            }
            !is_over
        });
    }

    fn end_all(&self) {
        self.streams().open.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::{Open, Streams};
    use std::sync::Mutex;
    use tokio::sync::watch::{Receiver, channel};

    const ADA: UserId = UserId(1);
    const BOB: UserId = UserId(2);

    /// Creates streams of some people with their credentials, and returns their receivers.
    fn live(holders: &[(UserId, Holder)]) -> (Live, Vec<Receiver<News>>) {
        let mut streams = Streams { is_watched: true, ..Streams::default() };
        let ends = (0..).zip(holders).map(|(number, (user, holder))| {
            let (news, end) = channel(News::Newest(ArticleId(0)));
            streams.open.insert(number, Open { user: *user, holder: *holder, news });
            end
        });
        let ends = ends.collect();
        (Live(Mutex::new(streams)), ends)
    }

    /// Returns what a stream was sent since the last call; `None` if nothing.
    fn told(end: &mut Receiver<News>) -> Option<News> {
        end.has_changed().is_ok_and(|is| is).then(|| *end.borrow_and_update())
    }

    fn session(n: u8) -> Holder {
        Holder::Session([n; 32])
    }

    #[test]
    fn only_the_streams_of_the_person_concerned_are_notified() {
        let (live, mut ends) =
            live(&[(ADA, session(1)), (BOB, session(2)), (ADA, Holder::AppPassword(3))]);
        live.tell(ArticleId(7), |user| user == ADA);
        let news = Some(News::Newest(ArticleId(7)));
        assert_eq!(ends.iter_mut().map(told).collect::<Vec<_>>(), [news, None, news]);
    }

    #[test]
    fn a_correction_reaches_only_streams_with_another_state() {
        let (live, mut ends) = live(&[(ADA, session(1)), (BOB, session(2))]);
        live.tell(ArticleId(7), |user| user == ADA);
        assert!(told(&mut ends[0]).is_some());
        live.correct(ArticleId(7));
        let news = Some(News::Newest(ArticleId(7)));
        assert_eq!(ends.iter_mut().map(told).collect::<Vec<_>>(), [None, news]);
    }

    #[test]
    fn an_ended_stream_gets_a_final_message_and_nothing_more() {
        let (live, mut ends) =
            live(&[(ADA, session(1)), (ADA, session(2)), (BOB, Holder::AppPassword(1))]);
        assert_eq!(live.holders().len(), 3);
        live.end(&BTreeSet::from([session(1), Holder::AppPassword(2)]));
        assert_eq!(*ends[0].borrow_and_update(), News::Over);
        assert!(ends[0].has_changed().is_err(), "its sender is gone");
        assert_eq!((told(&mut ends[1]), told(&mut ends[2])), (None, None));
        assert_eq!(live.holders(), BTreeSet::from([session(2), Holder::AppPassword(1)]));
    }

    #[test]
    fn the_watcher_runs_while_there_are_streams_and_can_start_again() {
        let (live, ends) = live(&[(ADA, session(1))]);
        assert!(!live.is_idle() && live.streams().is_watched);
        live.end_all();
        assert!(ends[0].has_changed().is_err());
        assert!(live.is_idle() && !live.streams().is_watched);
    }

    #[test]
    fn a_query_reaches_back_but_not_below_the_smallest_id() {
        assert_eq!(back(ArticleId(1000)), ArticleId(1000 - LOOK_BACK));
        assert_eq!(back(ArticleId(i64::MIN)), ArticleId(i64::MIN));
    }
}
