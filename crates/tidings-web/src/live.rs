//! Live updates: an open page is notified when there is something new for its reader, or when its session has ended.
//!
//! One watcher queries the store on behalf of all streams of this process, and only while there are any. So it works
//! with several processes on one database, and costs the same for one stream as for hundreds. The page itself finds out
//! what is new by fetching its list again.

mod watch;

use crate::{Error, app::Inner, blocking, session::Signed};
use axum::{
    extract::State,
    response::{
        IntoResponse, Response, Sse,
        sse::{Event, KeepAlive},
    },
};
use futures_util::{Stream, stream};
use std::{
    collections::HashMap,
    convert::Infallible,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};
use tidings_model::{ArticleId, UserId};
use tokio::sync::watch::{Receiver, Sender, channel};

/// Maximum number of streams: half of the connections, so that pages are always served. A page without a stream works
/// just as well.
const STREAMS: usize = 512;
/// Maximum number of streams per user. Pages in the background close theirs.
const STREAMS_PER_USER: usize = 8;
/// Proxies close connections that are silent for longer.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// A message of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum News {
    /// The newest article, if it concerns this reader.
    Newest(ArticleId),
    /// The session has ended.
    Over,
}

/// The streams of this process.
#[derive(Debug, Default)]
pub(crate) struct Live(Mutex<Streams>);

#[derive(Debug, Default)]
struct Streams {
    n_ever: u64,
    open: HashMap<u64, Open>,
    is_watched: bool,
}

#[derive(Debug)]
struct Open {
    user: UserId,
    holder: Holder,
    news: Sender<News>,
}

/// The credential that a stream depends on. When it ends, the stream ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Holder {
    /// A session, by the hash of its token.
    Session([u8; 32]),
    /// An app password, by its id.
    AppPassword(i64),
}

/// A stream's registration, removed when dropped.
pub(crate) struct Seat {
    inner: Arc<Inner>,
    number: u64,
}

impl Seat {
    fn tell(&self, news: News) {
        if let Some(open) = self.inner.live.streams().open.get(&self.number) {
            open.news.send_replace(news);
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.inner.live.streams().open.remove(&self.number);
    }
}

impl Live {
    fn streams(&self) -> MutexGuard<'_, Streams> {
        blocking::locked(&self.0)
    }
}

/// `GET /live`: server-sent events.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
) -> Result<Response, Error> {
    let (seat, news) = listen(&inner, signed.user.id, Holder::Session(signed.token_hash)).await?;
    Ok(answer(events(seat, news)))
}

/// Registers a stream. The newest article is sent at once.
pub(crate) async fn listen(
    inner: &Arc<Inner>,
    user: UserId,
    holder: Holder,
) -> Result<(Seat, Receiver<News>), Error> {
    let (seat, news) = take(inner, user, holder).ok_or(Error::Busy)?;
    // Queried after the stream is registered, so that the watcher reports everything that arrives from now on.
    seat.tell(News::Newest(inner.store.articles().newest_id().await?));
    Ok((seat, news))
}

/// Returns events as an endless response.
pub(crate) fn answer(
    events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static,
) -> Response {
    let events = Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT));
    // nginx holds responses back to fill its buffers unless told not to.
    ([("x-accel-buffering", "no")], events).into_response()
}

fn take(inner: &Arc<Inner>, user: UserId, holder: Holder) -> Option<(Seat, Receiver<News>)> {
    let mut streams = inner.live.streams();
    let of_user = streams.open.values().filter(|open| open.user == user).count();
    if inner.status.is_stopping() || streams.open.len() >= STREAMS || of_user >= STREAMS_PER_USER {
        return None;
    }
    let (sender, receiver) = channel(News::Newest(ArticleId(0)));
    let number = streams.n_ever;
    streams.n_ever += 1;
    let open = Open { user, holder, news: sender };
    streams.open.insert(number, open);
    if !std::mem::replace(&mut streams.is_watched, true) {
        tokio::spawn(watch::watch(Arc::clone(inner)));
    }
    Some((Seat { inner: Arc::clone(inner), number }, receiver))
}

/// Yields the current state at once, then every change. Ends when the watcher has dropped the sender.
fn events(
    seat: Seat,
    news: Receiver<News>,
) -> impl Stream<Item = Result<Event, Infallible>> + Send {
    stream::unfold((seat, news), async |(seat, mut news)| {
        news.changed().await.ok()?;
        let event = match *news.borrow_and_update() {
            News::Newest(id) => {
                Event::default().event("newest").id(id.to_string()).data(id.to_string())
            }
            News::Over => Event::default().event("over").data("over"),
        };
        Some((Ok(event), (seat, news)))
    })
}
