//! The Today page: what a reader is shown on this visit, in which order and why; and what was learned about them.

use super::{TodayService, readers::Reader};
use jiff::{SignedDuration, Timestamp};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use tidings_learn::taste::{Composition, TasteContext};
use tidings_model::{
    ArticleId, Fingerprint, UserId,
    dates::days_before,
    taste::{ListShowing, PlacedArticle, Placing, Subject, TopicId},
};
use tidings_rank::{
    candidates::{SubjectLiking, UnreadArticle, candidates, without_told},
    page::{PageOptions, explained, page},
};
use tidings_store::{Error, Store, TodayCandidate as Unread};
use tidings_web::{LearnedInterest, LearnedInterests, TodayPage, VISIT};

/// Next to an open article, and where it is made longer, a selection stays the same for this long.
const BESIDE: SignedDuration = SignedDuration::from_hours(24);
/// Older articles are left to the other lists.
pub(super) const RECENT_DAYS: i64 = 7;
/// The most candidates that are ranked.
const MOST_CANDIDATES: usize = 5_000;

impl TodayService {
    /// Returns what a reader is shown on this visit: what they saw on it before, and below that as many more articles
    /// as requested.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn show(
        &self,
        user: UserId,
        wishes: &PageOptions,
        turn: TodayPage,
    ) -> Result<ListShowing, Error> {
        let _turn = self.turns.of(user).await;
        // A stored selection needs the names of topics, too.
        self.refresh().await?;
        let now = self.context.now();
        let lasts = match turn {
            TodayPage::Anew => None,
            TodayPage::Visit | TodayPage::Unseen => Some(VISIT),
            TodayPage::Beside | TodayPage::Longer => Some(BESIDE),
        };
        let begun = lasts.map(|lasts| now.saturating_sub(lasts).unwrap_or(Timestamp::MIN));
        let before = match begun {
            Some(begun) => {
                self.context.store.learning().shown_since(user, Placing::Interest, begun).await?
            }
            None => None,
        };
        let mut shown = before.unwrap_or(ListShowing {
            user,
            at: now,
            placing: Placing::Interest,
            articles: Vec::new(),
        });
        if shown.articles.len() >= wishes.length {
            return Ok(shown);
        }
        let has: BTreeSet<ArticleId> = shown.articles.iter().map(|placed| placed.article).collect();
        let more = PageOptions { length: wishes.length - shown.articles.len(), ..*wishes };
        let added = self.ranked(user, &has, &more, now).await?;
        let is_seen = !matches!(turn, TodayPage::Unseen | TodayPage::Beside);
        if !added.is_empty() && is_seen {
            self.context
                .store
                .learning()
                .note_shown(ListShowing { articles: added.clone(), ..shown.clone() })
                .await?;
        }
        shown.articles.extend(added);
        Ok(shown)
    }

    /// Returns the best unread articles that are not on the page yet.
    async fn ranked(
        &self,
        user: UserId,
        has: &BTreeSet<ArticleId>,
        wishes: &PageOptions,
        now: Timestamp,
    ) -> Result<Vec<PlacedArticle>, Error> {
        let since = days_before(now, RECENT_DAYS);
        let mut unread =
            self.context.store.learning().candidates(user, since, MOST_CANDIDATES).await?;
        unread.retain(|one| !has.contains(&one.article));
        if unread.is_empty() {
            return Ok(Vec::new());
        }
        let reader = self.reader(user, now).await?;
        // The same headline from another source is not news a second time.
        let told = has.iter().chain(&reader.opened).copied().collect();
        let told = self.context.store.learning().headlines(told).await?;
        let told = told.into_iter().map(|(key, source)| (story(key), source)).collect();
        let unread = unread.iter().filter_map(|one| wished(&reader, one)).collect();
        let unread = without_told(unread, &told);
        let readers = self.readers();
        let frame = reader.frame(&readers.readership);
        let liking = |subject| liking(&reader, subject, &frame);
        let candidates = candidates(&unread, liking, wishes, now);
        let page = page(&candidates, wishes);
        let placed = page.places.iter().map(|place| &candidates[place.candidate]).collect();
        let names = self.card_names(user, &reader, placed).await?;
        let page = explained(page, &candidates, wishes, &names);
        let placed = page.places.into_iter().map(|place| PlacedArticle {
            article: candidates[place.candidate].article,
            reason: place.why.code(),
        });
        Ok(placed.collect())
    }

    /// Returns the names of the topics that reasons may mention.
    pub(crate) fn topic_names(&self) -> BTreeMap<TopicId, String> {
        let known = self.known();
        let topics = known.iter().flat_map(|known| known.model.topics());
        let telling = topics.filter(|topic| topic.is_telling());
        telling.map(|topic| (topic.id, topic.name.clone())).collect()
    }
}

impl TodayService {
    /// Returns what was learned about a reader, limited to topics that they are shown and their own sources. Topics
    /// that only others read would reveal something about them.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn learned(&self, user: UserId) -> Result<LearnedInterests, Error> {
        let now = self.context.now();
        let store = &self.context.store;
        let reader = self.reader(user, now).await?;
        let readers = self.readers();
        let frame = reader.frame(&readers.readership);
        let told: HashMap<Subject, u8> =
            reader.taught.iter().map(|taught| (taught.subject, taught.level)).collect();
        let recent = store
            .learning()
            .candidates(user, days_before(now, RECENT_DAYS), MOST_CANDIDATES)
            .await?;
        let examples = examples(store, user, &recent).await?;
        let of = |subject: Subject, name: String| {
            let SubjectLiking { now, start } = liking(&reader, subject, &frame);
            LearnedInterest {
                subject,
                name,
                opens: now.mean,
                sure: now.sureness(start),
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
        Ok(LearnedInterests { topics, sources })
    }
}

/// Returns an unread article with its composition; `None` if the reader wants none of it.
fn wished(reader: &Reader, one: &Unread) -> Option<UnreadArticle> {
    let makeup = Composition::wished(&one.mixture, one.source, |subject| reader.said(subject))?;
    Some(UnreadArticle {
        article: one.article,
        source: one.source,
        published_at: one.published_at,
        headline: one.title_key.map(story),
        parts: makeup.parts().to_vec(),
        unread: reader.unread.get(&one.article).copied().unwrap_or(1.0),
    })
}

fn liking(reader: &Reader, subject: Subject, frame: &TasteContext<'_>) -> SubjectLiking {
    let now = reader.taste.liking(subject, frame);
    SubjectLiking { now, start: reader.taste.start(subject, frame) }
}

/// Returns for each topic the article that is most about it.
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
