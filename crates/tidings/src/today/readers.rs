//! Readers: what each likes, from her own log, and what they have in common.

use super::days_before;
use crate::daemon::Daemon;
use jiff::{SignedDuration, Timestamp};
use std::collections::{BTreeMap, HashMap, HashSet};
use tidings_learn::{
    attention::{Attention, fit},
    prior::{Prior, READERS_NEEDED},
    taste::{Frame, Population, Taste, events},
};
use tidings_model::{
    ArticleId, Reaction, UserId,
    taste::{Happened, Lesson, Taught, TopicId},
};
use tidings_store::{Error, KeptTaste};
use tracing::info;

/// What was shown so lately may still be opened: positions are not judged by it yet.
const SETTLED: SignedDuration = SignedDuration::from_hours(1);
/// How far back a reader's log is read.
const REMEMBERED_DAYS: i64 = 400;
/// How far back positions are judged.
const JUDGED_DAYS: i64 = 60;
/// Readers whose logs positions are judged by.
const JUDGED_READERS: usize = 500;
/// Tastes read at once.
const PAGE: usize = 200;
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
    n_topics: usize,
    n_sources: usize,
}

impl Reader {
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

impl Daemon {
    /// What a reader likes: her whole log, replayed with the topics of now.
    pub(super) async fn reader(&self, user: UserId, now: Timestamp) -> Result<Reader, Error> {
        let lessons = self.store.lessons(user, days_before(now, REMEMBERED_DAYS), now).await?;
        let taught = self.store.taught(user).await?;
        let known = self.today.known();
        let readers = self.today.readers();
        let mut reader = Reader {
            taste: Taste::default(),
            taught,
            unread: unread(&lessons, &readers.attention),
            n_topics: known.as_ref().map_or(0, |known| known.model.topics().len()),
            n_sources: self.store.subscriptions(user).await?.len(),
        };
        let events = events(&lessons, &reader.taught, &readers.attention, now);
        reader.taste = Taste::replay(&events, &reader.frame(&readers));
        let kept = KeptTaste {
            user,
            training: known.map_or(0, |known| known.training()),
            as_of: now,
            body: reader.taste.pack(),
        };
        self.store.keep_taste(kept).await?;
        Ok(reader)
    }

    /// Learns what readers are like in general, and how far down a page they read.
    pub(super) async fn learn_from_readers(&self, now: Timestamp) -> Result<(), Error> {
        let (mut tastes, mut pairs) = (Vec::new(), Vec::new());
        let mut after = UserId(0);
        loop {
            let page = self.store.tastes_after(after, PAGE).await?;
            let Some(last) = page.last() else { break };
            after = last.user;
            for kept in page {
                if tastes.len() < JUDGED_READERS {
                    let since = days_before(now, JUDGED_DAYS);
                    let lessons = self.store.lessons(kept.user, since, now - SETTLED).await?;
                    pairs.extend(by_topic(&lessons));
                }
                tastes.extend(Taste::unpack(&kept.body));
            }
        }
        let is_enough = tastes.len() > READERS_NEEDED;
        let population = is_enough.then(|| Population::learned(&tastes));
        let attention = Attention::start();
        let start = attention.first(POSITIONS);
        let fitted = fit::fit(&pairs, &start, &Prior::even(), 5.0, fit::STEPS);
        let attention = attention.learned(&fitted);
        info!(readers = tastes.len(), "learned from readers");
        self.today.set_readers(Readers { population, attention });
        Ok(())
    }
}

/// Of articles that were shown: the chance that they were not read of yet.
fn unread(lessons: &[Lesson], attention: &Attention) -> HashMap<ArticleId, f64> {
    let mut unread = HashMap::new();
    for lesson in lessons {
        let chance = unread.entry(lesson.article).or_insert(1.0);
        *chance *= match lesson.what {
            Happened::Shown(_, position) => 1.0 - attention.at(position as usize),
            Happened::Reacted(Reaction::Skipped | Reaction::Dismissed | Reaction::Hidden) => 0.0,
            Happened::Reacted(_) => 1.0,
        };
        // Nobody is sure of having read a list.
        *chance = chance.max(0.02);
    }
    unread
}

/// What a reader did with each topic at each position.
fn by_topic(lessons: &[Lesson]) -> Vec<fit::Pair> {
    let opened = lessons.iter().filter(|one| one.what == Happened::Reacted(Reaction::Opened));
    let opened: HashSet<ArticleId> = opened.map(|one| one.article).collect();
    let mut pairs: BTreeMap<TopicId, BTreeMap<u32, fit::Shown>> = BTreeMap::new();
    for lesson in lessons {
        let (Happened::Shown(_, position), Some(topic)) = (lesson.what, lesson.mixture.first())
        else {
            continue;
        };
        let shown = pairs
            .entry(topic)
            .or_default()
            .entry(position)
            .or_insert(fit::Shown { position: position as usize, ..fit::Shown::default() });
        if opened.contains(&lesson.article) {
            shown.clicks += 1.0;
        } else {
            shown.refusals += 1.0;
        }
    }
    pairs.into_values().map(|positions| positions.into_values().collect()).collect()
}
