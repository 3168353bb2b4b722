//! Simulated readers: they come at daily hours, open what they like, star, tag, save for later, and skip the rest.

use super::{
    Stage,
    people::{OTHERS, Role, VISITOR, folder},
};
use crate::services::Services;
use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp, ToSpan, tz::TimeZone};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use std::collections::HashMap;
use tidings_fetch::SimulatedWeb;
use tidings_model::{
    Role as Rights, SourceId, UserId,
    taste::{ListShowing, PlacedArticle, Placing},
    user::{Reaction, UserReaction, Visit},
};
use tidings_parse::opml::OpmlSubscription;
use tidings_rank::page::PageOptions;
use tidings_store::{ArticleList, Cursor, ListedArticle, MarkScope, Store, UpTo};
use tidings_web::TodayPage;

/// Articles shown to a reader in one visit.
const AT_A_VISIT: usize = 20;
/// How often they read Today; otherwise they read the newest articles.
const BY_INTEREST: f64 = 0.6;
/// The chance that a card is read falls with its position to this power.
const FALL: f64 = 0.2;
/// The chance that an article is opened when nothing is known about it.
const UNSURE: f64 = 0.1;
/// How far from their usual hour a reader comes, in minutes.
const MINUTES_OFF: i64 = 35;

/// All readers.
#[derive(Debug)]
pub(super) struct Readers {
    all: Vec<Reader>,
    visitor: UserId,
}

#[derive(Debug)]
struct Reader {
    role: Role,
    user: UserId,
    /// The chance that they open an article of each source.
    likes: HashMap<SourceId, f64>,
    rng: StdRng,
    next: Timestamp,
}

impl Readers {
    /// Creates the accounts and subscribes everyone to what they like.
    pub(super) async fn create(
        stage: &Stage,
        services: &Services,
        web: &SimulatedWeb,
    ) -> Result<Self> {
        let store = &services.context.store;
        let now = services.context.now();
        let others = OTHERS.map(|role| (role, Rights::User));
        for (role, rights) in [(VISITOR, Rights::Operator)].into_iter().chain(others) {
            // An empty hash matches no password: only the demo itself signs in to these accounts.
            let user = store.users().add(role.name.to_owned(), String::new(), rights, now).await?;
            services.importing.subscribe_to_all(user, &subscriptions(&role, web)).await?;
        }
        Self::gather(stage, store, now, &[&[VISITOR], &OTHERS[..]].concat()).await
    }

    /// Finds the readers of a demo that opens. From now on the visitor's account is no longer simulated.
    pub(super) async fn find(stage: &Stage, store: &Store, now: Timestamp) -> Result<Self> {
        Self::gather(stage, store, now, &OTHERS).await
    }

    async fn gather(stage: &Stage, store: &Store, now: Timestamp, roles: &[Role]) -> Result<Self> {
        let mut all = Vec::new();
        for (number, role) in roles.iter().enumerate() {
            let seed = stage.seed ^ now.as_second().unsigned_abs() ^ ((number as u64) << 48);
            all.push(Reader::find(*role, store, now, StdRng::seed_from_u64(seed)).await?);
        }
        Ok(Self { all, visitor: user_of(store, &VISITOR).await? })
    }

    /// Returns the account that the person is signed in to.
    pub(super) fn visitor(&self) -> UserId {
        self.visitor
    }

    /// Removes the visitor from the simulated readers, with everything read, until the demo opens.
    pub(super) async fn retire_visitor(&mut self, store: &Store) -> Result<()> {
        self.all.retain(|reader| reader.user != self.visitor);
        store.readings().mark_scope_read(self.visitor, MarkScope::All, UpTo::Everything).await?;
        Ok(())
    }

    /// Returns when the next reader comes.
    pub(super) fn next_at(&self) -> Timestamp {
        self.all.iter().map(|reader| reader.next).min().unwrap_or(Timestamp::MAX)
    }

    /// Lets all readers come whose time has come.
    pub(super) async fn come(&mut self, services: &Services, now: Timestamp) -> Result<()> {
        for reader in self.all.iter_mut().filter(|reader| reader.next <= now) {
            reader.next = reader.after(now);
            reader.visit(services, now).await?;
        }
        Ok(())
    }
}

async fn user_of(store: &Store, role: &Role) -> Result<UserId> {
    let account = store.users().account(role.name.to_owned()).await?;
    Ok(account.with_context(|| format!("the account {:?} does not exist", role.name))?.user.id)
}

/// Returns the sources about what a reader likes, with a folder for each topic.
fn subscriptions(role: &Role, web: &SimulatedWeb) -> Vec<OpmlSubscription> {
    let sources = web.sources();
    let liked = sources.iter().filter(|source| role.chance(source.topic).is_some());
    liked
        .map(|source| OpmlSubscription {
            url: source.url.to_string(),
            title: String::new(),
            site: None,
            folder: vec![folder(source.topic)],
        })
        .collect()
}

/// Returns a number from 0 to 1 that is fixed for a reader and a thing.
fn fate(user: UserId, thing: i64) -> f64 {
    let seed = (user.0.unsigned_abs() << 40) ^ thing.unsigned_abs();
    StdRng::seed_from_u64(seed).random()
}

impl Reader {
    async fn find(role: Role, store: &Store, now: Timestamp, rng: StdRng) -> Result<Self> {
        let user = user_of(store, &role).await?;
        let chances: HashMap<String, f64> =
            role.likes.iter().map(|(topic, chance)| (folder(*topic), *chance)).collect();
        let folders = store.subscriptions().folders(user).await?;
        let chance = |id| {
            let folder = folders.iter().find(|folder| Some(folder.id) == id)?;
            chances.get(&folder.path).copied()
        };
        let likes = store.subscriptions().list(user).await?.into_iter().map(|subscribed| {
            let source = subscribed.source.id;
            let chance = chance(subscribed.subscription.folder).unwrap_or(UNSURE);
            // People like some sources about a topic more than others.
            (source, (chance * 2.0 * fate(user, source.0)).min(0.95))
        });
        let mut reader = Self { role, user, likes: likes.collect(), rng, next: now };
        reader.next = reader.after(now);
        Ok(reader)
    }

    /// Returns when they come next: at one of their hours, give or take; later at weekends, and not every time.
    fn after(&mut self, now: Timestamp) -> Timestamp {
        let soon = now + SignedDuration::from_mins(2 * MINUTES_OFF);
        let mut day = now.to_zoned(TimeZone::UTC).date();
        loop {
            let is_weekend = day.weekday().to_monday_zero_offset() >= 5;
            for hour in self.role.hours {
                let late = if is_weekend { 75 } else { 0 };
                let off = self.rng.random_range(-MINUTES_OFF..=MINUTES_OFF) + late;
                let minutes = (hour * 60.0).round() as i64 + off;
                let midnight = day.to_zoned(TimeZone::UTC).map(|day| day.timestamp());
                let at = midnight.unwrap_or(now) + SignedDuration::from_mins(minutes);
                let stays_away = self.rng.random_bool(if is_weekend { 0.4 } else { 0.1 });
                if at > soon && !stays_away {
                    return at;
                }
            }
            day = day.saturating_add(1.day());
        }
    }

    async fn visit(&mut self, services: &Services, now: Timestamp) -> Result<()> {
        let store = &services.context.store;
        store.users().add_visit(Visit { user: self.user, at: now }).await?;
        let articles = if self.rng.random_bool(BY_INTEREST) {
            self.today(services).await?
        } else {
            self.newest(store, now).await?
        };
        for (at, article) in articles.iter().enumerate() {
            // The further down an article is, the less it is read.
            let chance = ((at + 1) as f64).powf(-FALL);
            if self.rng.random_bool(chance) {
                self.look_at(store, article, now).await?;
            }
        }
        // On some days people mark everything as read.
        let newest = articles.iter().max_by_key(|article| article.published_at);
        if let Some(newest) = newest.filter(|_| self.rng.random_bool(0.4)) {
            let up_to = UpTo::Published(newest.published_at - SignedDuration::from_hours(18));
            store.readings().mark_scope_read(self.user, MarkScope::All, up_to).await?;
        }
        Ok(())
    }

    /// Returns the articles on their Today page.
    async fn today(&self, services: &Services) -> Result<Vec<ListedArticle>> {
        services.today.assign_topics().await?;
        let wishes = PageOptions { length: AT_A_VISIT, ..PageOptions::default() };
        let shown = services.today.show(self.user, &wishes, TodayPage::Visit).await?;
        let ids = shown.articles.iter().map(|placed| placed.article).collect();
        Ok(services.context.store.articles().listed(self.user, ids).await?)
    }

    /// Returns their newest articles.
    async fn newest(&self, store: &Store, now: Timestamp) -> Result<Vec<ListedArticle>> {
        let page = store
            .articles()
            .list(self.user, ArticleList::Unread, Cursor::START, AT_A_VISIT)
            .await?;
        let placed =
            |article: &ListedArticle| PlacedArticle { article: article.id, reason: String::new() };
        let articles = page.articles.iter().map(placed).collect();
        let (user, placing) = (self.user, Placing::Time);
        store.learning().note_shown(ListShowing { user, at: now, placing, articles }).await?;
        Ok(page.articles)
    }

    async fn look_at(
        &mut self,
        store: &Store,
        article: &ListedArticle,
        now: Timestamp,
    ) -> Result<()> {
        let (user, id) = (self.user, article.id);
        let chance = self.likes.get(&article.source).copied().unwrap_or(UNSURE);
        // A reader who skipped an article does not open it the next time.
        if fate(user, id.0) >= chance {
            let reaction = Reaction::Skipped;
            store
                .users()
                .add_reaction(UserReaction { user, article: id, reaction, at: now })
                .await?;
            if self.rng.random_bool(0.3) {
                store.readings().mark_read(user, vec![id], now).await?;
            }
            return Ok(());
        }
        store.readings().opened(user, id, now).await?;
        let spent_ms = self.rng.random_range(15_000..400_000);
        store.readings().add_time_spent(user, id, spent_ms, now).await?;
        self.react(store, article, now).await
    }

    /// Applies the reaction to an article that was read.
    async fn react(
        &mut self,
        store: &Store,
        article: &ListedArticle,
        now: Timestamp,
    ) -> Result<()> {
        let (user, id) = (self.user, article.id);
        let reaction = match self.rng.random_range(0..100) {
            0..8 => return Ok(store.readings().star(user, id, Some(now)).await?),
            8..13 => return Ok(store.readings().put_aside(user, id, Some(now)).await?),
            13..18 => {
                let tag = self.role.tags.choose(&mut self.rng).copied().unwrap_or("later");
                store.readings().tag(user, id, tag.to_owned(), now).await?;
                return Ok(());
            }
            18..24 => Reaction::Liked,
            24..27 => Reaction::Hidden,
            _ => return Ok(()),
        };
        Ok(store
            .users()
            .add_reaction(UserReaction { user, article: id, reaction, at: now })
            .await?)
    }
}
