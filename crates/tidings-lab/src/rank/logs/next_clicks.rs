//! Next clicks: a log of who clicked what when, without what was shown. At which rank among all live articles does a
//! score put the next clicked one (mean of 1/rank)?

use super::{LogsReport, Sum, table};
use anyhow::Result;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use tidings_numerics::Draws;
use tidings_text::topics::{Corpus, Model, Trainer, TrainingSettings, VocabularyLimits};

/// Seconds in a day.
const DAY: i64 = 86_400;
/// Days used for learning, and the end of the measured days.
const LEARNED: i64 = 10 * DAY;
const END: i64 = 16 * DAY;
/// An article is live until nobody clicks it for this long.
const LIFE: i64 = DAY;
/// Only every n-th click is measured.
const EVERY: usize = 50;
/// Topics of readers.
const TOPICS: usize = 50;
/// Hours in which the weight of a click falls to 1/e.
const DECAYS: [f64; 3] = [1.0, 4.0, 24.0];

/// One click.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Click {
    /// Seconds since the beginning of the log.
    pub at: i64,
    /// The reader.
    pub user: u32,
    /// The article.
    pub article: u32,
}

/// Reads a log: columns `user`, `t` (seconds since its beginning) and `article`.
///
/// # Errors
/// When it cannot be read.
pub fn read(path: &Path) -> Result<Vec<Click>> {
    let of = |[user, at, article]: [String; 3]| {
        Some(Click {
            at: at.parse().ok()?,
            user: user.parse().ok()?,
            article: article.parse().ok()?,
        })
    };
    let mut clicks: Vec<Click> =
        table(path, ["user", "t", "article"])?.into_iter().filter_map(of).collect();
    clicks.sort_by_key(|click| (click.at, click.user, click.article));
    Ok(clicks)
}

/// What we know about an article so far.
#[derive(Debug, Clone)]
struct Known {
    first: i64,
    last: i64,
    /// Clicks, with weights that decay over time, as of `last`.
    weights: [f64; 3],
    /// The sum of its readers' interests, and their number.
    readers: Vec<f32>,
    n_readers: f32,
}

/// Scores every fiftieth click of the days after the tenth.
#[must_use]
pub fn run(clicks: &[Click], seed: u64, mut progress: impl FnMut(&str)) -> LogsReport {
    progress("finding what readers have in common");
    let readers = Readers::learned(clicks, seed);
    progress("following the clicks");
    let mut known: HashMap<u32, Known> = HashMap::new();
    // A reader is not offered articles they have already clicked.
    let mut read: HashMap<u32, HashSet<u32>> = HashMap::new();
    let mut sums = [Sum::default(); 5];
    let (mut n, mut candidates) = (0, 0);
    let measured = clicks.iter().take_while(|click| click.at < END);
    for (number, click) in measured.enumerate() {
        let own = read.entry(click.user).or_default();
        let is_live = !own.contains(&click.article)
            && known.get(&click.article).is_some_and(|article| article.last > click.at - LIFE);
        if click.at >= LEARNED && number.is_multiple_of(EVERY) && is_live {
            n += 1;
            let likes = readers.of(click.user);
            let live = known.iter().filter(|(number, article)| {
                article.last > click.at - LIFE && !own.contains(number)
            });
            let scores: Vec<(u32, [f64; 5])> = live
                .map(|(number, article)| (*number, article.scores(click.at, likes, &readers)))
                .collect();
            candidates += scores.len();
            let Some((_, clicked)) = scores.iter().find(|(number, _)| *number == click.article)
            else {
                continue;
            };
            for (which, sum) in sums.iter_mut().enumerate() {
                let above =
                    scores.iter().filter(|(_, other)| other[which] > clicked[which]).count();
                let level =
                    scores.iter().filter(|(_, other)| other[which] >= clicked[which]).count();
                // Ties count as the middle rank.
                sum.add(1.0 / (0.5 * (above + 1 + level) as f64));
            }
        }
        own.insert(click.article);
        let likes = readers.of(click.user);
        let article = known.entry(click.article).or_insert_with(|| Known::new(click.at));
        article.clicked(click.at, likes);
    }
    let names = [
        ("newest", 0.004),
        ("clicks, 1 h", 0.223),
        ("clicks, 4 h", 0.185),
        ("clicks, 24 h", 0.113),
        ("clicks, 1 h, times affinity", 0.242),
    ];
    let rows = names.iter().zip(&sums);
    let rows = rows.map(|((name, reference), sum)| sum.row(name, Some(*reference))).collect();
    LogsReport { figure: "MRR", n, candidates: candidates as f64 / n.max(1) as f64, rows }
}

impl Known {
    fn new(at: i64) -> Self {
        Self { first: at, last: at, weights: [0.0; 3], readers: Vec::new(), n_readers: 0.0 }
    }

    fn weights_at(&self, at: i64) -> [f64; 3] {
        let hours = (at - self.last) as f64 / 3600.0;
        std::array::from_fn(|which| self.weights[which] * (-hours / DECAYS[which]).exp())
    }

    fn clicked(&mut self, at: i64, likes: Option<&[f32]>) {
        self.weights = self.weights_at(at).map(|weight| weight + 1.0);
        self.last = at;
        if let Some(likes) = likes {
            self.readers.resize(likes.len(), 0.0);
            self.readers.iter_mut().zip(likes).for_each(|(sum, like)| *sum += like);
            self.n_readers += 1.0;
        }
    }

    fn scores(&self, at: i64, likes: Option<&[f32]>, readers: &Readers) -> [f64; 5] {
        let [hour, hours, day] = self.weights_at(at);
        let affinity = match likes {
            Some(likes) if self.n_readers > 0.0 => {
                let parts = likes.iter().zip(&self.readers).zip(&readers.usual);
                let sum: f32 = parts.map(|((like, readers), usual)| like * readers / usual).sum();
                f64::from(sum / self.n_readers)
            }
            _ => 1.0,
        };
        [self.first as f64, hour, hours, day, hour * affinity]
    }
}

/// The interests of each reader of the first days: topics learned from who clicked the same articles.
struct Readers {
    likes: BTreeMap<u32, Vec<f32>>,
    usual: Vec<f32>,
}

impl Readers {
    fn learned(clicks: &[Click], seed: u64) -> Self {
        let mut of_user: HashMap<u32, Vec<String>> = HashMap::new();
        for click in clicks.iter().take_while(|click| click.at < LEARNED) {
            of_user.entry(click.user).or_default().push(click.article.to_string());
        }
        let mut users: Vec<(u32, Vec<String>)> = of_user.into_iter().collect();
        users.sort_unstable_by_key(|(user, _)| *user);
        let mut corpus = Corpus::default();
        for (user, articles) in &users {
            corpus.add_plain(u64::from(*user), articles.iter().map(String::as_str));
        }
        let settings = TrainingSettings { topics: TOPICS, ..TrainingSettings::default() };
        let bags = corpus.bags(&VocabularyLimits { at_most: 1.0, ..VocabularyLimits::default() });
        let model = Trainer::cold(bags, settings, Draws::new(seed)).trained().model;
        let likes: BTreeMap<u32, Vec<f32>> =
            users.iter().map(|(user, articles)| (*user, of_reader(&model, articles))).collect();
        let n = likes.len().max(1) as f32;
        let usual =
            (0..TOPICS).map(|topic| likes.values().map(|likes| likes[topic]).sum::<f32>() / n);
        Self { usual: usual.map(|usual| usual.max(1e-6)).collect(), likes }
    }

    fn of(&self, user: u32) -> Option<&[f32]> {
        self.likes.get(&user).map(Vec::as_slice)
    }
}

fn of_reader(model: &Model, articles: &[String]) -> Vec<f32> {
    let words: Vec<u32> = articles.iter().filter_map(|article| model.number(article)).collect();
    model.fold_in(&words, 20).into_iter().map(|part| part as f32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two groups of readers, each with their own articles and a new one every hour.
    #[test]
    fn what_similar_readers_read_now_is_ranked_higher() {
        let mut draws = Draws::new(2);
        let mut clicks = Vec::new();
        for hour in 0..14 * 24 {
            for _ in 0..60 {
                let user = draws.below(600) as u32;
                let age = draws.below(6) as i64;
                let article = ((hour - age).max(0) as u32) * 2 + user % 2;
                clicks.push(Click { at: hour * 3600 + draws.below(3600) as i64, user, article });
            }
        }
        clicks.sort_by_key(|click| click.at);
        let report = run(&clicks, 1, |_| ());
        let mean = |name: &str| report.rows.iter().find(|row| row.score == name).unwrap().mean;
        assert!(report.n > 50 && report.candidates > 10.0, "{report:?}");
        assert!(mean("clicks, 1 h, times affinity") > mean("clicks, 1 h"), "{report:?}");
    }
}
