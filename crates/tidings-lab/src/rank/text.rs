//! `lab rank --text`: ranks real texts for simulated readers, with topics learned from the words alone.
//!
//! The protocol: topics are trained on the first half of a corpus in order of time. All tagged stories of the second
//! half are offered, thirty at each of a hundred visits, to readers who like five of the tags; seven are shown. A story
//! that is read is opened with the highest chance among its tags.

mod corpus;
mod methods;

pub use corpus::{Columns, Stories, Story, read};
pub use methods::{METHODS, Method, MethodRow};

use super::run::in_parallel;
use anyhow::{Result, ensure};
use methods::Bench;
use serde_json::{Value, json};
use tidings_numerics::Draws;
use tidings_text::topics::{
    BagsOfWords, Corpus, TrainedModel, Trainer, TrainingSettings, VocabularyLimits,
};

/// Stories offered at each visit.
pub(crate) const OFFERED: usize = 30;
/// The chance that a story without a liked tag is opened when read.
const INDIFFERENT: f64 = 0.02;
/// Tags that a reader likes, and the fewest stories of a tag that can be liked.
const LIKED: usize = 5;
const LEAST_STORIES: usize = 40;

/// What to run.
#[derive(Debug, Clone, Copy)]
pub struct TextSettings {
    /// Number of topics to learn.
    pub topics: usize,
    /// Readers.
    pub readers: usize,
    /// Visits of each reader.
    pub visits: usize,
    /// The random seed.
    pub seed: u64,
}

impl Default for TextSettings {
    fn default() -> Self {
        Self { topics: 100, readers: 200, visits: 100, seed: 1 }
    }
}

/// All rows, and what they are about.
#[derive(Debug, Clone)]
pub struct TextReport {
    ask: TextSettings,
    offered: usize,
    tags: usize,
    /// The result of each method.
    pub rows: Vec<MethodRow>,
}

/// Runs every method. `progress` receives the next step.
///
/// # Errors
/// When there are too few stories, or too few with the same tag.
pub fn run(
    stories: &Stories,
    ask: &TextSettings,
    mut progress: impl FnMut(&str),
) -> Result<TextReport> {
    let (first, second) = stories.halves();
    let offered: Vec<&Story> = second.iter().filter(|story| !story.tags.is_empty()).collect();
    let visits = ask.visits.min(offered.len() / OFFERED);
    let likeable = likeable(&offered);
    ensure!(
        visits >= 2 && likeable.len() >= LIKED,
        "expected {LIKED} tags of {LEAST_STORIES} stories each in the second half, found {} in {} tagged stories",
        likeable.len(),
        offered.len()
    );
    progress("learning topics");
    let before = trained(bags(first), None, ask);
    let likes = |number: usize| likes(&likeable, stories.tags.len(), ask.seed, number as u64);
    progress("learning topics again at half time");
    let half = second.iter().position(|story| story.at >= offered[visits / 2 * OFFERED].at);
    let known = &stories.all[..first.len() + half.unwrap_or(0)];
    let after = trained(bags(known), Some(&before), ask);
    let bench = Bench {
        offered: &offered,
        position: (0..7).map(|j| 1.0 - 0.05 * f64::from(j)).collect(),
        visits,
        before: &before.model,
        after: &after.model,
        seed: ask.seed,
    };
    let rows = METHODS.iter().map(|(name, method)| {
        progress(name);
        let prepared = bench.prepared(*method, stories.tags.len());
        let lives =
            in_parallel(0..ask.readers, |number| bench.live(&prepared, &likes(number), number));
        MethodRow::of(name, &lives)
    });
    let rows = rows.collect();
    Ok(TextReport {
        ask: TextSettings { visits, ..*ask },
        offered: offered.len(),
        tags: likeable.len(),
        rows,
    })
}

/// Returns the tags that enough stories have, and their numbers of stories.
fn likeable(offered: &[&Story]) -> Vec<(usize, usize)> {
    let mut counts = std::collections::BTreeMap::<usize, usize>::new();
    offered
        .iter()
        .flat_map(|story| &story.tags)
        .for_each(|tag| *counts.entry(*tag).or_default() += 1);
    counts.into_iter().filter(|(_, n)| *n >= LEAST_STORIES).collect()
}

/// Returns the chance that a reader opens a story with each tag. More readers like tags with more stories, in
/// proportion to the square root of their number.
fn likes(likeable: &[(usize, usize)], n_tags: usize, seed: u64, number: u64) -> Vec<f64> {
    let mut draws = Draws::part(seed, number.wrapping_add(1));
    let mut likes = vec![INDIFFERENT; n_tags];
    let mut left = likeable.to_vec();
    for _ in 0..LIKED.min(likeable.len()) {
        let weight = |(_, n): &(usize, usize)| (*n as f64).sqrt();
        let mut drawn = draws.unit() * left.iter().map(weight).sum::<f64>();
        let at = left.iter().position(|one| {
            drawn -= weight(one);
            drawn < 0.0
        });
        let (tag, _) = left.swap_remove(at.unwrap_or(left.len() - 1));
        likes[tag] = 0.5 + 0.5 * draws.unit();
    }
    likes
}

fn bags(stories: &[Story]) -> BagsOfWords {
    let mut corpus = Corpus::default();
    for story in stories {
        corpus.add(story.key, &story.tokens);
    }
    corpus.bags(&VocabularyLimits::default())
}

fn trained(bags: BagsOfWords, before: Option<&TrainedModel>, ask: &TextSettings) -> TrainedModel {
    let settings = TrainingSettings { topics: ask.topics, ..TrainingSettings::default() };
    let draws = Draws::part(ask.seed, 7);
    match before {
        None => Trainer::cold(bags, settings, draws),
        Some(before) => Trainer::warm(bags, settings.warm(), before, draws),
    }
    .trained()
}

impl TextReport {
    /// Returns the report as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let row = |row: &MethodRow| {
            json!({
                "method": row.method,
                "clicks": row.clicks,
                "oracle_share": row.share,
                "oracle_share_se": row.error,
            })
        };
        json!({
            "topics": self.ask.topics,
            "readers": self.ask.readers,
            "visits": self.ask.visits,
            "stories": self.offered,
            "tags": self.tags,
            "results": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }

    /// Returns headings and rows for a terminal.
    #[must_use]
    pub fn table(&self) -> (Vec<&'static str>, Vec<Vec<String>>) {
        let cells = |row: &MethodRow| {
            let reference = methods::reference(&row.method, self.ask.topics);
            vec![
                row.method.clone(),
                format!("{:.1}", row.clicks),
                format!("{:.1}", 100.0 * row.share),
                format!("{:.1}", 100.0 * row.error),
                reference.map_or_else(|| "-".to_owned(), |share| format!("{share:.1}")),
            ]
        };
        let headings = vec!["method", "clicks", "% of oracle", "±", "reference"];
        (headings, self.rows.iter().map(cells).collect())
    }
}

#[cfg(test)]
mod tests;
