//! Readers: what each likes, from her own log, and what they have in common.

use super::{Today, blocking, days_before, page::RECENT_DAYS};
use crate::daemon::Daemon;
use jiff::{SignedDuration, Timestamp};
use std::collections::{HashMap, HashSet};
use tidings_learn::{
    attention::{Attention, fit, log},
    prior::{Prior, READERS_NEEDED},
    taste::{Frame, Population, Taste, events},
};
use tidings_model::{
    ArticleId, Reaction, UserId,
    taste::{Happened, Lesson, Subject, Taught},
};
use tidings_store::{Error, Store};
use tracing::info;

/// What was shown so lately may still be opened: positions are not judged by it yet.
const SETTLED: SignedDuration = SignedDuration::from_hours(1);
/// How far back a reader's log is read.
pub(super) const REMEMBERED_DAYS: i64 = 400;
/// How far back positions are judged.
const JUDGED_DAYS: i64 = 60;
/// Readers who are learned from.
const MOST_READERS: usize = 1_000;
/// Positions that are judged.
const POSITIONS: usize = 30;

/// What readers have in common.
#[derive(Debug, Default)]
pub(super) struct Readers {
    population: Option<Population>,
    pub(super) attention: Attention,
}

/// One reader, as far as she is known.
#[derive(Debug)]
pub(super) struct Reader {
    pub(super) taste: Taste,
    pub(super) taught: Vec<Taught>,
    /// Of articles that she was shown before: the chance that she has not read of them yet.
    pub(super) unread: HashMap<ArticleId, f64>,
    /// What she opened lately.
    pub(super) opened: HashSet<ArticleId>,
    n_topics: usize,
    n_sources: usize,
}

impl Reader {
    /// What she said of a subject herself.
    pub(super) fn said(&self, subject: Subject) -> Option<u8> {
        self.taught.iter().find(|taught| taught.subject == subject).map(|taught| taught.level)
    }

    /// What her taste is read against.
    pub(super) fn frame<'a>(&self, readers: &'a Readers) -> Frame<'a> {
        Frame {
            population: readers.population.as_ref(),
            topics: self.n_topics,
            sources: self.n_sources,
            ..Frame::default()
        }
    }
}

impl Today {
    /// What a reader likes: her whole log, replayed with the topics of now.
    pub(super) async fn reader(
        &self,
        store: &Store,
        user: UserId,
        now: Timestamp,
    ) -> Result<Reader, Error> {
        let lessons =
            store.learning().lessons(user, days_before(now, REMEMBERED_DAYS), now).await?;
        let taught = store.learning().taught(user).await?;
        let n_sources = store.subscriptions().count(user).await? as usize;
        let n_topics = self.known().map_or(0, |known| known.model.topics().len());
        let readers = self.readers();
        let work = move || {
            let mut reader = Reader {
                taste: Taste::default(),
                unread: log::unread(&lessons, &readers.attention),
                opened: opened(&lessons, days_before(now, RECENT_DAYS)).collect(),
                taught,
                n_topics,
                n_sources,
            };
            let events = events(&lessons, &reader.taught, &readers.attention, now);
            reader.taste = Taste::replay(&events, &reader.frame(&readers));
            reader
        };
        Ok(blocking(work).await)
    }
}

impl Daemon {
    /// Learns what readers are like in general, and how far down a page they read.
    pub(super) async fn learn_from_readers(&self, now: Timestamp) -> Result<(), Error> {
        let since = days_before(now, JUDGED_DAYS);
        let (mut tastes, mut pairs) = (Vec::new(), Vec::new());
        for user in self.store.learning().learners(since, MOST_READERS).await? {
            let lessons = self.store.learning().lessons(
                user,
                days_before(now, REMEMBERED_DAYS),
                now - SETTLED,
            );
            let lessons = lessons.await?;
            let attention = self.today.readers().attention.clone();
            let work = move || {
                // What she said by hand is her own word, and what may have changed is not asked.
                let frame = Frame { hazard: 0.0, ..Frame::default() };
                let taste = Taste::replay(&events(&lessons, &[], &attention, now), &frame);
                (taste, log::by_topic(lessons.iter().filter(|lesson| lesson.at >= since)))
            };
            let (taste, seen) = blocking(work).await;
            if taste.interests().next().is_some() {
                tastes.push(taste);
                pairs.extend(seen);
            }
        }
        let n = tastes.len();
        let readers = blocking(move || {
            let population = (n > READERS_NEEDED).then(|| Population::learned(&tastes));
            let attention = Attention::start();
            let start = attention.first(POSITIONS);
            let fitted = fit::fit(&pairs, &start, &Prior::even(), 5.0, fit::STEPS);
            Readers { population, attention: attention.learned(&fitted) }
        });
        self.today.set_readers(readers.await);
        info!(readers = n, "learned from readers");
        Ok(())
    }
}

fn opened(lessons: &[Lesson], since: Timestamp) -> impl Iterator<Item = ArticleId> {
    let is_opened = |one: &Lesson| one.what == Happened::Reacted(Reaction::Opened);
    lessons.iter().filter(move |one| one.at >= since && is_opened(one)).map(|one| one.article)
}
