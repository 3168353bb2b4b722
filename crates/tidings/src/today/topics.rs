//! Topics: learned from the words of recent articles, again every day, and told of each new one.

use super::{Today, blocking, days_before, readers::REMEMBERED_DAYS};
use crate::daemon::{Daemon, is_past};
use jiff::Timestamp;
use std::sync::Arc;
use tidings_model::ArticleId;
use tidings_numerics::Draws;
use tidings_store::{Belief, Error, Store, Worded};
use tidings_text::topics::{Assignments, Corpus, Limits, Model, Settings, Trained, Trainer};
use tracing::{info, warn};

/// The kind of belief in the store.
const TOPICS: &str = "topics";
/// Fewer articles tell no topics apart.
const LEAST_ARTICLES: usize = 200;
/// Below so many, a word in three of them may tell something; above, it must be in five.
const FEW_ARTICLES: usize = 2_000;
/// Topics are learned from the newest so many.
const MOST_ARTICLES: usize = 100_000;
/// Older articles are not told of.
const TOLD_DAYS: i64 = 60;
/// Articles read at once.
const PAGE: usize = 1_000;
/// Sweeps where so much is new that topics must find their place.
const MANY_SWEEPS: u32 = 60;

/// A model, and from how much and when it was learned.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) model: Model,
    n_articles: u64,
    as_of: Timestamp,
}

impl Known {
    /// The number of the training, by which mixtures tell whose they are.
    pub(super) fn training(&self) -> i64 {
        i64::from(self.model.training())
    }

    fn to_bytes(&self) -> Vec<u8> {
        [&self.n_articles.to_le_bytes()[..], &self.model.to_bytes()].concat()
    }

    fn from_belief(belief: &Belief) -> Option<Self> {
        let (n, model) = belief.body.split_first_chunk::<8>()?;
        let model = Model::from_bytes(model)?;
        Some(Self { model, n_articles: u64::from_le_bytes(*n), as_of: belief.as_of })
    }
}

impl Today {
    /// Takes over topics that were kept, if there are any; whether they can be read.
    pub(crate) async fn read_topics(&self, store: &Store) -> Result<Option<bool>, Error> {
        let Some(belief) = store.learning().belief(TOPICS, 0).await? else { return Ok(None) };
        let known = Known::from_belief(&belief);
        let is_readable = known.is_some();
        if let Some(known) = known {
            self.set_known(known);
        }
        Ok(Some(is_readable))
    }
}

impl Daemon {
    /// Takes over topics that another process learned, and learns them when it is time.
    pub(super) async fn keep_topics(&self, now: Timestamp) -> Result<(), Error> {
        let kept_at = self.store.learning().belief_as_of(TOPICS, 0).await?;
        let known = self.today.known();
        if kept_at.is_some() && kept_at != known.as_ref().map(|known| known.as_of) {
            self.read_topics().await?;
        }
        let known = self.today.known();
        let is_time = match &known {
            None => true,
            Some(known) => {
                now < known.as_of
                    || is_past(known.as_of, self.today.topics_every, now)
                    || self.has_articles(2 * known.n_articles as usize).await?
            }
        };
        if !is_time || !self.has_articles(LEAST_ARTICLES).await? {
            return Ok(());
        }
        self.learn_topics(kept_at, now).await
    }

    /// Whether there are more articles than so many, up to as many as topics are learned from.
    async fn has_articles(&self, n: usize) -> Result<bool, Error> {
        Ok(n < MOST_ARTICLES
            && self.store.learning().newest_articles_begin(n).await? > ArticleId(0))
    }

    async fn read_topics(&self) -> Result<(), Error> {
        if self.today.read_topics(&self.store).await? == Some(false) {
            warn!("the topics that were kept cannot be read; they are learned anew");
            self.store.learning().forget_topics().await?;
        }
        Ok(())
    }

    /// Learns topics from recent articles; those that are known keep their place and name.
    async fn learn_topics(&self, before: Option<Timestamp>, now: Timestamp) -> Result<(), Error> {
        let mut corpus = Corpus::default();
        let (mut after, mut n) =
            (self.store.learning().newest_articles_begin(MOST_ARTICLES).await?, 0);
        loop {
            let page = self.store.learning().common_words_after(after, PAGE).await?;
            let Some(last) = page.last() else { break };
            (after, n) = (last.article, n + page.len());
            let languages = self.today.languages.clone();
            corpus = blocking(move || {
                for worded in page {
                    let tokens = languages.tokens(&worded);
                    corpus.add(worded.article.0.unsigned_abs(), &tokens);
                }
                corpus
            })
            .await;
        }
        // Where all sources are somebody's own, there is nothing common to be learned.
        if n == 0 {
            return Ok(());
        }
        let n_articles = self.store.articles().count().await?.min(MOST_ARTICLES as u64);
        let known = self.today.known();
        let draws = Draws::new(now.as_millisecond().unsigned_abs());
        let model = blocking(move || trained(corpus, n, known.as_deref(), draws)).await;
        let known = Known { model, n_articles, as_of: now };
        info!(articles = n, topics = known.model.topics().len(), "learned what articles are about");
        let belief = Belief { subject: 0, as_of: now, body: known.to_bytes() };
        if self.store.learning().replace_belief(TOPICS, before, belief).await? {
            self.today.set_known(known);
            Ok(())
        } else {
            self.read_topics().await
        }
    }

    /// Tells what articles are about of which it was not told yet by these topics.
    pub(super) async fn tell(
        &self,
        told: &mut Option<(i64, ArticleId)>,
        now: Timestamp,
    ) -> Result<(), Error> {
        let Some(known) = self.today.known() else { return Ok(()) };
        let training = known.training();
        let mut after = match *told {
            Some((of, after)) if of == training => after,
            _ => match self.store.learning().told_until(training).await? {
                Some(after) => after,
                None => self.store.learning().newest_articles_begin(MOST_ARTICLES).await?,
            },
        };
        loop {
            let page = self
                .store
                .learning()
                .worded_after(after, days_before(now, TOLD_DAYS), PAGE)
                .await?;
            let Some(last) = page.last() else { break };
            after = last.article;
            self.tell_page(&known, page).await?;
        }
        if told.is_none_or(|(of, _)| of != training) {
            self.tell_again(&known, now).await?;
        }
        *told = Some((training, after));
        Ok(())
    }

    /// Tells again of older articles from which somebody learned: what was taught is about the topics of now.
    async fn tell_again(&self, known: &Arc<Known>, now: Timestamp) -> Result<(), Error> {
        let (training, since) = (known.training(), days_before(now, REMEMBERED_DAYS));
        let mut after = ArticleId(0);
        loop {
            let page =
                self.store.learning().outdated_words_after(after, training, since, PAGE).await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.article;
            self.tell_page(known, page).await?;
        }
    }

    async fn tell_page(&self, known: &Arc<Known>, page: Vec<Worded>) -> Result<(), Error> {
        let (training, known) = (known.training(), Arc::clone(known));
        let languages = self.today.languages.clone();
        let mixture = move |worded: &Worded| {
            (worded.article, known.model.mixture(languages.tokens(worded).terms()))
        };
        let mixtures = blocking(move || page.iter().map(mixture).collect()).await;
        self.store.learning().set_mixtures(training, mixtures).await
    }
}

/// What these articles come to, going on from what was known.
fn trained(corpus: Corpus, n: usize, known: Option<&Known>, draws: Draws) -> Model {
    let at_least = if n < FEW_ARTICLES { 3 } else { 5 };
    let bags = corpus.bags(&Limits { at_least, ..Limits::default() });
    let settings = Settings::for_documents(n);
    let Some(known) = known else { return Trainer::cold(bags, settings, draws).trained().model };
    // What somebody said of a topic stays true when there are fewer articles for a while.
    let topics = settings.topics.max(known.model.topics().len());
    let settings = Settings { topics, ..settings };
    let grew = n as u64 > known.n_articles + known.n_articles / 2;
    let settings =
        if grew { Settings { sweeps: MANY_SWEEPS, ..settings } } else { settings.warm() };
    let before = Trained { model: known.model.clone(), assignments: Assignments::default() };
    Trainer::warm(bags, settings, &before, draws).trained().model
}
