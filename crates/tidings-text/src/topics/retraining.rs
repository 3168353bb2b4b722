//! When topics are learned again, and where the training starts.

use super::{
    Assignments, Corpus, Model, TrainedModel, Trainer, TrainingSettings, VocabularyLimits,
};
use jiff::Timestamp;
use std::time::Duration;
use tidings_model::dates::is_over;
use tidings_numerics::Draws;

/// With fewer articles, topics cannot be distinguished.
pub const ARTICLES_NEEDED: u64 = 200;
/// Below this number of articles a word must be in at least three of them, above it in five.
const FEW_ARTICLES: usize = 2_000;
/// Number of sweeps if so much is new that topics must settle first.
const MANY_SWEEPS: u32 = 60;

/// The previous training.
#[derive(Debug, Clone, Copy)]
pub struct LastTraining<'a> {
    /// The model learned.
    pub model: &'a Model,
    /// The number of articles it was learned from.
    pub n_articles: u64,
    /// The time of the training.
    pub at: Timestamp,
}

/// Returns whether it is time to learn topics: as soon as there are enough articles, then at regular intervals, and
/// when there are more than twice as many articles. After the clock was set back it is time, too. `n_articles` counts
/// the articles that topics would be learned from.
///
/// ```
/// use std::time::Duration;
/// use tidings_text::topics::retraining::is_due;
/// let now = jiff::Timestamp::UNIX_EPOCH;
/// assert!(!is_due(None, 200, Duration::from_secs(86_400), now));
/// assert!(is_due(None, 201, Duration::from_secs(86_400), now));
/// ```
#[must_use]
pub fn is_due(
    last: Option<LastTraining<'_>>,
    n_articles: u64,
    every: Duration,
    now: Timestamp,
) -> bool {
    if n_articles <= ARTICLES_NEEDED {
        return false;
    }
    last.is_none_or(|last| is_over(last.at, every, now) || n_articles > 2 * last.n_articles)
}

/// Learns topics from `n` articles, continuing from the previous training: known topics keep their number and name.
#[must_use]
pub fn retrained(corpus: Corpus, n: usize, last: Option<LastTraining<'_>>, draws: Draws) -> Model {
    let at_least = if n < FEW_ARTICLES { 3 } else { 5 };
    let bags = corpus.bags(&VocabularyLimits { at_least, ..VocabularyLimits::default() });
    let settings = TrainingSettings::for_documents(n);
    let Some(last) = last else { return Trainer::cold(bags, settings, draws).trained().model };
    // A user's name for a topic stays valid when there are fewer articles for a while.
    let topics = settings.topics.max(last.model.topics().len());
    let settings = TrainingSettings { topics, ..settings };
    let has_grown = n as u64 > last.n_articles + last.n_articles / 2;
    let settings = if has_grown {
        TrainingSettings { sweeps: MANY_SWEEPS, ..settings }
    } else {
        settings.warm()
    };
    let before = TrainedModel { model: last.model.clone(), assignments: Assignments::default() };
    Trainer::warm(bags, settings, &before, draws).trained().model
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::Tokens;

    const DAY: Duration = Duration::from_secs(86_400);

    fn at(hour: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + 3600 * hour).unwrap()
    }

    fn corpus(n: u64) -> Corpus {
        let mut corpus = Corpus::default();
        for number in 0..n {
            let title = if number % 2 == 0 {
                "Telescope galaxy orbit comet nebula"
            } else {
                "Flour dough oven crust yeast"
            };
            corpus.add(number, &Tokens::spoken(title, "", None));
        }
        corpus
    }

    #[test]
    fn topics_are_learned_when_there_are_enough_articles_and_then_every_day() {
        let model = retrained(corpus(240), 240, None, Draws::new(1));
        let last = LastTraining { model: &model, n_articles: 240, at: at(0) };
        let due = |n, hour| is_due(Some(last), n, DAY, at(hour));
        assert!(!is_due(None, ARTICLES_NEEDED, DAY, at(0)));
        assert!(is_due(None, ARTICLES_NEEDED + 1, DAY, at(0)));
        assert!(!due(300, 23) && due(300, 24));
        assert!(!due(480, 1), "exactly twice as many is not more than twice");
        assert!(due(481, 1));
        assert!(due(300, -1), "the clock was set back");
        assert!(!due(100, 48), "too few articles are left");
    }

    #[test]
    fn retraining_keeps_topic_numbers_even_with_fewer_articles() {
        let first = retrained(corpus(1_000), 1_000, None, Draws::new(1));
        let last = LastTraining { model: &first, n_articles: 1_000, at: at(0) };
        let again = retrained(corpus(300), 300, Some(last), Draws::new(2));
        let ids = |model: &Model| model.topics().iter().map(|topic| topic.id).collect::<Vec<_>>();
        assert_eq!(ids(&again), ids(&first));
        assert_eq!(again.training(), first.training() + 1);
    }

    #[test]
    fn more_articles_get_more_topics() {
        let first = retrained(corpus(260), 260, None, Draws::new(1));
        let last = LastTraining { model: &first, n_articles: 260, at: at(0) };
        let again = retrained(corpus(1_000), 1_000, Some(last), Draws::new(2));
        assert_eq!((first.topics().len(), again.topics().len()), (5, 20));
    }
}
