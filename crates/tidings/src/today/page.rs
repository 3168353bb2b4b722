//! The page: what a reader is shown on this visit, in which order and why; and what was learned of her.

use super::{Today, days_before, readers::Reader};
use crate::daemon::Daemon;
use jiff::{SignedDuration, Timestamp};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use tidings_learn::taste::Makeup;
use tidings_model::{
    ArticleId, Clock, Fingerprint, UserId,
    taste::{Placed, Placing, Shown, Subject, TopicId},
};
use tidings_rank::{
    page::{Candidate, Part, Wishes, page, stories},
    supply::Stream,
};
use tidings_store::{Candidate as Unread, Error, Store};
use tidings_web::{Learned, LearnedOf, Turn};

/// Beside an article it stays for as long as anybody reads on.
const BESIDE: SignedDuration = SignedDuration::from_hours(24);
/// Older articles are left to the other lists.
pub(super) const RECENT_DAYS: i64 = 7;
/// Candidates that are ranked.
const MOST_CANDIDATES: usize = 5_000;
const HOUR_MS: f64 = 3_600_000.0;

impl Daemon {
    /// What a reader is shown on this visit: what she saw on it before, and below that as much more as she wishes for.
    ///
    /// # Errors
    /// When the store does not answer.
    pub(crate) async fn today(
        &self,
        user: UserId,
        wishes: &Wishes,
        turn: Turn,
        visit: SignedDuration,
    ) -> Result<Shown, Error> {
        let _turn = self.today.turns.of(user).await;
        let now = self.time.now();
        let lasts = match turn {
            Turn::Anew => None,
            Turn::Visit | Turn::Unseen => Some(visit),
            Turn::Beside => Some(visit.max(BESIDE)),
        };
        let begun = lasts.map(|lasts| now.saturating_sub(lasts).unwrap_or(Timestamp::MIN));
        let before = match begun {
            Some(begun) => {
                self.store.learning().shown_since(user, Placing::Interest, begun).await?
            }
            None => None,
        };
        let mut shown = before.unwrap_or(Shown {
            user,
            at: now,
            placing: Placing::Interest,
            articles: Vec::new(),
        });
        if shown.articles.len() >= wishes.length {
            return Ok(shown);
        }
        let has: BTreeSet<ArticleId> = shown.articles.iter().map(|placed| placed.article).collect();
        let more = Wishes { length: wishes.length - shown.articles.len(), ..*wishes };
        let added = self.ranked(user, &has, &more, now).await?;
        if !added.is_empty() && matches!(turn, Turn::Visit | Turn::Anew) {
            self.store
                .learning()
                .note_shown(Shown { articles: added.clone(), ..shown.clone() })
                .await?;
        }
        shown.articles.extend(added);
        Ok(shown)
    }

    /// The best of what is unread and not on the page yet.
    async fn ranked(
        &self,
        user: UserId,
        has: &BTreeSet<ArticleId>,
        wishes: &Wishes,
        now: Timestamp,
    ) -> Result<Vec<Placed>, Error> {
        let since = days_before(now, RECENT_DAYS);
        let mut unread = self.store.learning().candidates(user, since, MOST_CANDIDATES).await?;
        unread.retain(|one| !has.contains(&one.article));
        if unread.is_empty() {
            return Ok(Vec::new());
        }
        let reader = self.today.reader(&self.store, user, now).await?;
        // The same headline from another source is not news a second time.
        let told = has.iter().chain(&reader.opened).copied().collect();
        let told = self.store.learning().headlines(told).await?;
        let is_told = |one: &Unread| {
            let source = one.title_key.and_then(|key| told.get(&key));
            source.is_some_and(|source| *source != one.source)
        };
        unread.retain(|one| !is_told(one));
        let candidates = self.candidates(&reader, &unread, wishes, now);
        let places = page(&candidates, wishes).places;
        let placed = places.into_iter().map(|place| Placed {
            article: candidates[place.candidate].article,
            reason: place.why.code(),
        });
        Ok(placed.collect())
    }

    fn candidates<'a>(
        &self,
        reader: &Reader,
        unread: &'a [Unread],
        wishes: &Wishes,
        now: Timestamp,
    ) -> Vec<Candidate> {
        let readers = self.today.readers();
        let frame = reader.frame(&readers);
        let wished = |one: &'a Unread| {
            Some((one, Makeup::wished(&one.mixture, one.source, |subject| reader.said(subject))?))
        };
        let unread: Vec<(&Unread, Makeup)> = unread.iter().filter_map(wished).collect();
        let mut stream = Stream::default();
        unread.iter().for_each(|(_, makeup)| stream.add(makeup.parts()));
        let hours = |one: &Unread| {
            (now.as_millisecond() - one.published_at.as_millisecond()) as f64 / HOUR_MS
        };
        // What comes in a day is what one visit can choose from.
        let a_day = unread.iter().filter(|(one, _)| hours(one) < 24.0).count();
        let per_visit = a_day.max(wishes.length) as f64;
        let keys = unread.iter().filter_map(|(one, _)| Some((story(one.title_key?), one.source)));
        let stories = stories(keys);
        // The same subjects come again and again.
        let mut parts: BTreeMap<Subject, Part> = BTreeMap::new();
        let mut part = |subject: Subject, weight: f64| {
            let part = *parts.entry(subject).or_insert_with(|| Part {
                subject,
                weight: 0.0,
                liking: reader.taste.liking(subject, &frame),
                start: reader.taste.start(subject, &frame),
                supply: stream.supply(subject, per_visit),
            });
            Part { weight, ..part }
        };
        let candidate = |(one, makeup): &(&Unread, Makeup)| Candidate {
            article: one.article,
            source: one.source,
            parts: makeup.parts().iter().map(|&(subject, weight)| part(subject, weight)).collect(),
            hours: hours(one),
            unread: reader.unread.get(&one.article).copied().unwrap_or(1.0),
            story: one.title_key.map(story).filter(|key| stories.contains(key)),
        };
        unread.iter().map(candidate).collect()
    }

    /// What was learned of a reader.
    ///
    /// # Errors
    /// When the store does not answer.
    pub(crate) async fn learned(&self, user: UserId) -> Result<Learned, Error> {
        self.today.learned(&self.store, user, self.time.now()).await
    }

    /// What topics are called.
    pub(crate) fn topic_names(&self) -> BTreeMap<TopicId, String> {
        let known = self.today.known();
        let topics = known.iter().flat_map(|known| known.model.topics());
        topics.map(|topic| (topic.id, topic.name.clone())).collect()
    }
}

impl Today {
    /// What was learned of a reader, of the topics that she gets to see and of each of her sources. Topics that only others read
    /// about would tell of them.
    ///
    /// # Errors
    /// When the store does not answer.
    pub(crate) async fn learned(
        &self,
        store: &Store,
        user: UserId,
        now: Timestamp,
    ) -> Result<Learned, Error> {
        let reader = self.reader(store, user, now).await?;
        let readers = self.readers();
        let frame = reader.frame(&readers);
        let told: HashMap<Subject, u8> =
            reader.taught.iter().map(|taught| (taught.subject, taught.level)).collect();
        let recent = store
            .learning()
            .candidates(user, days_before(now, RECENT_DAYS), MOST_CANDIDATES)
            .await?;
        let examples = examples(store, user, &recent).await?;
        let of = |subject: Subject, name: String| {
            let liking = reader.taste.liking(subject, &frame);
            LearnedOf {
                subject,
                name,
                opens: liking.mean,
                sure: liking.sureness(reader.taste.start(subject, &frame)),
                told: told.get(&subject).copied(),
                example: examples.get(&subject).cloned(),
            }
        };
        let of_recent = recent.iter().flat_map(|one| one.mixture.parts());
        let mut hers: HashSet<Subject> =
            of_recent.map(|&(topic, _)| Subject::Topic(topic)).collect();
        hers.extend(reader.taste.interests().map(|(subject, _)| subject));
        hers.extend(told.keys());
        let known = self.known();
        let topics = known.iter().flat_map(|known| known.model.topics());
        let topics = topics.filter(|topic| hers.contains(&Subject::Topic(topic.id)));
        let topics = topics.map(|topic| of(Subject::Topic(topic.id), topic.name.clone())).collect();
        let sources = store.subscriptions().list(user).await?;
        let sources = sources
            .iter()
            .map(|one| of(Subject::Source(one.source.id), one.title().to_owned()))
            .collect();
        Ok(Learned { topics, sources })
    }
}

/// For each topic the article that is most about it.
async fn examples(
    store: &Store,
    user: UserId,
    unread: &[Unread],
) -> Result<HashMap<Subject, (ArticleId, String)>, Error> {
    let mut best: HashMap<TopicId, (f32, ArticleId)> = HashMap::new();
    for one in unread {
        if let Some(&(topic, part)) = one.mixture.parts().first() {
            let known = best.entry(topic).or_insert((part, one.article));
            if part > known.0 {
                *known = (part, one.article);
            }
        }
    }
    let ids = best.values().map(|(_, article)| *article).collect();
    let titles: HashMap<ArticleId, String> = store
        .articles()
        .listed(user, ids)
        .await?
        .into_iter()
        .map(|one| (one.id, one.title))
        .collect();
    let example = |(topic, (_, article)): (TopicId, (f32, ArticleId))| {
        Some((Subject::Topic(topic), (article, titles.get(&article)?.clone())))
    };
    Ok(best.into_iter().filter_map(example).collect())
}

fn story(key: Fingerprint) -> u64 {
    key.0.cast_unsigned()
}
