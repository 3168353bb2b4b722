//! Topics: learned from the words of recent articles, again every day, and assigned to each new article.

use super::{TodayService, readers::REMEMBERED_DAYS};
use jiff::{SignedDuration, Timestamp};
use std::sync::Arc;
use tidings_model::{ArticleId, dates::days_before, taste::TopicId};
use tidings_numerics::Draws;
use tidings_store::{ArticleWords, Belief, Error};
use tidings_text::topics::{
    Corpus, Model,
    retraining::{self, LastTraining},
};
use tracing::{info, warn};

/// The kind of belief in the store.
const TOPICS: &str = "topics";
/// The most articles, newest first, from which topics are learned.
const MOST_ARTICLES: u64 = 100_000;
/// Older articles get no topics.
const ASSIGNED_DAYS: i64 = 60;
/// How often renaming is tried again if other processes change the topics at the same time.
const MOST_TRIES: usize = 10;
/// The shortest time that the store can represent.
const MOMENT: SignedDuration = SignedDuration::from_millis(1);
/// Articles loaded at once.
const PAGE: usize = 1_000;

/// A model, when it was learned and from how many articles.
#[derive(Debug)]
pub(super) struct LearnedTopics {
    pub(super) model: Model,
    n_articles: u64,
    as_of: Timestamp,
}

impl LearnedTopics {
    /// Returns the number of the training, which mixtures record.
    pub(super) fn training(&self) -> i64 {
        i64::from(self.model.training())
    }

    fn to_bytes(&self) -> Vec<u8> {
        [&self.n_articles.to_le_bytes()[..], &self.model.to_bytes()].concat()
    }

    /// Returns the same topics with a new name for one of them. Their timestamp is a millisecond later, so that other
    /// processes notice; that is too little to postpone the next training.
    fn renamed(mut self, topic: TopicId, name: Option<&str>) -> Result<Self, Error> {
        self.model.topic(topic).ok_or(Error::NotFound("topic"))?;
        self.model.name(topic, name);
        self.as_of = self.as_of.saturating_add(MOMENT).unwrap_or(self.as_of);
        Ok(self)
    }

    fn last_training(&self) -> LastTraining<'_> {
        LastTraining { model: &self.model, n_articles: self.n_articles, at: self.as_of }
    }

    fn from_belief(belief: &Belief) -> Option<Self> {
        let (n, model) = belief.body.split_first_chunk::<8>()?;
        let model = Model::from_bytes(model)?;
        Some(Self { model, n_articles: u64::from_le_bytes(*n), as_of: belief.as_of })
    }
}

impl TodayService {
    /// Reloads topics that another process learned.
    pub(super) async fn refresh_topics(&self) -> Result<(), Error> {
        let stored_at = self.context.store.learning().belief_as_of(TOPICS, 0).await?;
        let known = self.known();
        if stored_at.is_some() && stored_at != known.map(|known| known.as_of) {
            self.read_topics().await?;
        }
        Ok(())
    }

    async fn read_topics(&self) -> Result<(), Error> {
        let Some(belief) = self.context.store.learning().belief(TOPICS, 0).await? else {
            return Ok(());
        };
        match LearnedTopics::from_belief(&belief) {
            Some(known) => self.set_known(known),
            None => {
                warn!("stored topics are damaged and will be learned again");
                self.context.store.learning().forget_topics().await?;
            }
        }
        Ok(())
    }

    /// Learns topics, when due.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn learn_topics(&self) -> Result<(), Error> {
        // Stored topics are replaced even if they cannot be decoded.
        let before = self.context.store.learning().belief_as_of(TOPICS, 0).await?;
        self.refresh_topics().await?;
        let now = self.context.now();
        let known = self.known();
        let last = known.as_deref().map(LearnedTopics::last_training);
        let n_articles = self.context.store.articles().count().await?.min(MOST_ARTICLES);
        if !retraining::is_due(last, n_articles, self.topics_every, now) {
            return Ok(());
        }
        let (corpus, n) = self.corpus().await?;
        // If all sources are private, there is nothing shared to learn from.
        if n == 0 {
            return Ok(());
        }
        let draws = Draws::new(now.as_millisecond().unsigned_abs());
        let work = move || {
            retraining::retrained(
                corpus,
                n,
                known.as_deref().map(LearnedTopics::last_training),
                draws,
            )
        };
        let model = self.context.time.off_thread(work).await;
        let known = LearnedTopics { model, n_articles, as_of: now };
        info!(articles = n, topics = known.model.topics().len(), "learned topics");
        let belief = Belief { subject: 0, as_of: now, body: known.to_bytes() };
        if self.context.store.learning().replace_belief(TOPICS, before, belief).await? {
            self.set_known(known);
            Ok(())
        } else {
            self.read_topics().await
        }
    }

    /// Gives a topic a fixed name; `None` restores the learned one. If another process changes the topics at the same
    /// time, the change is repeated on the new ones.
    ///
    /// # Errors
    /// When there is no such topic, or the store fails.
    pub(crate) async fn rename_topic(
        &self,
        topic: TopicId,
        name: Option<String>,
    ) -> Result<(), Error> {
        let learning = self.context.store.learning();
        for _ in 0..MOST_TRIES {
            let belief = learning.belief(TOPICS, 0).await?;
            let known = belief.as_ref().and_then(LearnedTopics::from_belief);
            let known = known.ok_or(Error::NotFound("topic"))?;
            let before = known.as_of;
            let renamed = known.renamed(topic, name.as_deref())?;
            let belief = Belief { subject: 0, as_of: renamed.as_of, body: renamed.to_bytes() };
            if learning.replace_belief(TOPICS, Some(before), belief).await? {
                self.set_known(renamed);
                return Ok(());
            }
        }
        Err(Error::Busy("the topics are being changed. Try again".to_owned()))
    }

    /// Returns the words of recent articles, and the number of articles.
    async fn corpus(&self) -> Result<(Corpus, usize), Error> {
        let store = &self.context.store;
        let most = usize::try_from(MOST_ARTICLES).unwrap_or(usize::MAX);
        let mut corpus = Corpus::default();
        let (mut after, mut n) = (store.learning().newest_articles_begin(most).await?, 0);
        loop {
            let page = store.learning().common_words_after(after, PAGE).await?;
            let Some(last) = page.last() else { return Ok((corpus, n)) };
            (after, n) = (last.article, n + page.len());
            let languages = self.languages.clone();
            let work = move || {
                for worded in page {
                    let tokens = languages.tokens(&worded);
                    let (source, article) = (worded.source.0, worded.article.0);
                    corpus.add_from(source.unsigned_abs(), article.unsigned_abs(), &tokens);
                }
                corpus
            };
            corpus = self.context.time.off_thread(work).await;
        }
    }

    /// Assigns the current topics to articles that have none of them yet.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn assign_topics(&self) -> Result<(), Error> {
        self.refresh_topics().await?;
        let Some(known) = self.known() else { return Ok(()) };
        let store = &self.context.store;
        let mut assigned = self.assigned.lock().await;
        let (now, training) = (self.context.now(), known.training());
        let is_begun = assigned.is_some_and(|(of, _)| of == training);
        let mut after = match *assigned {
            Some((of, after)) if of == training => after,
            _ => match store.learning().told_until(training).await? {
                Some(after) => after,
                None => {
                    let most = usize::try_from(MOST_ARTICLES).unwrap_or(usize::MAX);
                    store.learning().newest_articles_begin(most).await?
                }
            },
        };
        loop {
            let since = days_before(now, ASSIGNED_DAYS);
            let page = store.learning().worded_after(after, since, PAGE).await?;
            let Some(last) = page.last() else { break };
            after = last.article;
            self.assign_page(&known, page).await?;
        }
        if !is_begun {
            self.assign_again(&known, now).await?;
        }
        *assigned = Some((training, after));
        Ok(())
    }

    /// Assigns topics again to older articles that somebody learned from, because tastes refer to the current topics.
    async fn assign_again(&self, known: &Arc<LearnedTopics>, now: Timestamp) -> Result<(), Error> {
        let (training, since) = (known.training(), days_before(now, REMEMBERED_DAYS));
        let mut after = ArticleId(0);
        loop {
            let store = &self.context.store;
            let page = store.learning().outdated_words_after(after, training, since, PAGE).await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.article;
            self.assign_page(known, page).await?;
        }
    }

    async fn assign_page(
        &self,
        known: &Arc<LearnedTopics>,
        page: Vec<ArticleWords>,
    ) -> Result<(), Error> {
        let (training, known) = (known.training(), Arc::clone(known));
        let languages = self.languages.clone();
        let mixture = move |worded: &ArticleWords| {
            (worded.article, known.model.mixture(languages.tokens(worded).terms()))
        };
        let work = move || page.iter().map(mixture).collect();
        let mixtures = self.context.time.off_thread(work).await;
        self.context.store.learning().set_mixtures(training, mixtures).await
    }
}
