//! Readers: what each likes, from their own log, and what they have in common.

use super::{CommonReaders, TodayService, page::RECENT_DAYS};
use jiff::{SignedDuration, Timestamp};
use std::collections::{HashMap, HashSet};
use tidings_learn::{
    attention::log,
    readership::Readership,
    taste::{Taste, TasteContext, TasteEvent, events},
};
use tidings_model::{
    ArticleId, Reaction, UserId,
    dates::days_before,
    taste::{ArticleEvent, Lesson, ManualPreference, Subject},
};
use tidings_store::{Belief, Error};
use tracing::{info, warn};

/// What was shown this recently may still be opened, so positions are not estimated from it yet.
const SETTLED: SignedDuration = SignedDuration::from_hours(1);
/// Number of days of a reader's log that are read.
pub(super) const REMEMBERED_DAYS: i64 = 400;
/// Number of days from which positions are estimated.
const JUDGED_DAYS: i64 = 60;
/// The most readers who are learned from.
const MOST_READERS: usize = 1_000;
/// The kind of belief in the store.
const READERS: &str = "readers";
/// Number of days for which the log is kept.
const KEPT_DAYS: i64 = 400;
/// Rows deleted at once.
const FORGOTTEN: usize = 1_000;

/// What we know about one reader.
#[derive(Debug)]
pub(super) struct Reader {
    pub(super) taste: Taste,
    pub(super) taught: Vec<ManualPreference>,
    /// What they saw, and what they did with it.
    pub(super) events: Vec<TasteEvent>,
    /// For articles shown before: the chance that the reader has not noticed them yet.
    pub(super) unread: HashMap<ArticleId, f64>,
    /// What they opened recently.
    pub(super) opened: HashSet<ArticleId>,
    n_topics: usize,
    n_sources: usize,
}

impl Reader {
    /// Returns the level the reader set for a subject.
    pub(super) fn said(&self, subject: Subject) -> Option<u8> {
        self.taught.iter().find(|taught| taught.subject == subject).map(|taught| taught.level)
    }

    /// Returns the context in which their taste is interpreted.
    pub(super) fn frame<'a>(&self, readership: &'a Readership) -> TasteContext<'a> {
        TasteContext {
            population: readership.population.as_ref(),
            topics: self.n_topics,
            sources: self.n_sources,
            ..TasteContext::default()
        }
    }
}

impl TodayService {
    /// Returns what a reader likes: the whole log, replayed with the current topics.
    pub(super) async fn reader(&self, user: UserId, now: Timestamp) -> Result<Reader, Error> {
        self.refresh().await?;
        let store = &self.context.store;
        let lessons =
            store.learning().lessons(user, days_before(now, REMEMBERED_DAYS), now).await?;
        let taught = store.learning().taught(user).await?;
        let n_sources =
            usize::try_from(store.subscriptions().count(user).await?).unwrap_or(usize::MAX);
        let n_topics = self.known().map_or(0, |known| known.model.topics().len());
        let readers = self.readers();
        let work = move || {
            let Readership { attention, .. } = &readers.readership;
            let mut reader = Reader {
                taste: Taste::default(),
                events: events(&lessons, &taught, attention, now),
                unread: log::unread(&lessons, attention),
                opened: opened(&lessons, days_before(now, RECENT_DAYS)).collect(),
                taught,
                n_topics,
                n_sources,
            };
            reader.taste = Taste::replay(&reader.events, &reader.frame(&readers.readership));
            reader
        };
        Ok(self.context.time.off_thread(work).await)
    }
}

impl TodayService {
    /// Reloads what another process learned about readers.
    pub(super) async fn refresh_readers(&self) -> Result<(), Error> {
        let store = &self.context.store;
        let stored_at = store.learning().belief_as_of(READERS, 0).await?;
        if stored_at.is_none() || stored_at == self.readers().as_of {
            return Ok(());
        }
        let Some(belief) = store.learning().belief(READERS, 0).await? else { return Ok(()) };
        match Readership::unpacked(&belief.body) {
            Some(readership) => {
                self.set_readers(CommonReaders { readership, as_of: Some(belief.as_of) });
            }
            None => warn!("stored belief about readers is damaged and will be learned again"),
        }
        Ok(())
    }

    /// Learns what readers are like in general, and how far down a page they read. Deletes what is too old to learn
    /// from.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn learn_from_readers(&self) -> Result<(), Error> {
        let now = self.context.now();
        let store = &self.context.store;
        self.refresh_readers().await?;
        let since = days_before(now, JUDGED_DAYS);
        let (mut tastes, mut seen) = (Vec::new(), Vec::new());
        for user in store.learning().learners(since, MOST_READERS).await? {
            let remembered = days_before(now, REMEMBERED_DAYS);
            let lessons = store.learning().lessons(user, remembered, now - SETTLED).await?;
            let readers = self.readers();
            let work = move || {
                // Levels set by hand are not learned from, and changes over time are ignored.
                let frame = TasteContext { hazard: 0.0, ..TasteContext::default() };
                let events = events(&lessons, &[], &readers.readership.attention, now);
                let judged = lessons.iter().filter(|lesson| lesson.at >= since);
                (Taste::replay(&events, &frame), log::by_topic(judged))
            };
            let (taste, by_topic) = self.context.time.off_thread(work).await;
            if taste.interests().next().is_some() {
                tastes.push(taste);
                seen.extend(by_topic);
            }
        }
        let n = tastes.len();
        let work = move || Readership::learned(&tastes, &seen);
        let readership = self.context.time.off_thread(work).await;
        let belief = Belief { subject: 0, as_of: now, body: readership.packed() };
        store.learning().set_belief(READERS, belief).await?;
        self.set_readers(CommonReaders { readership, as_of: Some(now) });
        info!(readers = n, "learned from readers");
        let before = days_before(now, KEPT_DAYS);
        while store.learning().forget_shown(before, FORGOTTEN).await? >= FORGOTTEN as u64 {}
        Ok(())
    }
}

fn opened(lessons: &[Lesson], since: Timestamp) -> impl Iterator<Item = ArticleId> {
    let is_opened = |one: &Lesson| one.what == ArticleEvent::Reacted(Reaction::Opened);
    lessons.iter().filter(move |one| one.at >= since && is_opened(one)).map(|one| one.article)
}
