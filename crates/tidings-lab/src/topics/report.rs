//! One run of the experiment, as tables, as JSON and as a plot.

use super::identity::{Identity, IdentityScore};
use super::measure::HeldOutDocuments;
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tidings_numerics::Draws;
use tidings_text::topics::{BagsOfWords, Model, Trainer, TrainingSettings};

/// A corpus with additional reference figures.
const REUTERS: &str = "Reuters-21578";
/// Words shown for a topic besides its name.
const MORE_WORDS: usize = 8;

/// What to run.
#[derive(Debug, Clone)]
pub struct TopicsSettings {
    /// Number of topics.
    pub topics: usize,
    /// Sweeps over all tokens.
    pub sweeps: u32,
    /// The share of documents to train on.
    pub train_share: f64,
    /// The random seed.
    pub seed: u64,
    /// Whether to train again after the corpus has grown.
    pub retraining: Retraining,
    /// The columns of the text. If they are those of a known corpus, its figures are shown.
    pub columns: Vec<String>,
}

/// Whether stability over retraining is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retraining {
    /// It is not measured.
    Left,
    /// It is measured: warm, redrawn and cold.
    Measured,
}

/// The result.
#[derive(Debug, Clone)]
pub struct TopicsReport {
    /// Number of topics.
    pub topics: usize,
    documents: usize,
    words: usize,
    tokens: usize,
    held: usize,
    unigram: Option<f64>,
    perplexity: Option<f64>,
    perplexity_5: Option<f64>,
    /// Perplexity after sweeps.
    pub by_sweep: Vec<(u32, f64)>,
    sweeps: u32,
    cpu_s: f64,
    trained_tokens: usize,
    reference: Option<Reference>,
    identity: Option<Identity>,
    model: Model,
}

/// Figures of an independent implementation on the same corpus.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reference {
    /// The corpus.
    pub corpus: &'static str,
    /// Its perplexity.
    pub perplexity: f64,
    /// CPU seconds on its machine.
    pub cpu_s: f64,
}

/// Runs the experiment. `cpu` returns the CPU seconds that the program has used; `progress` receives each sweep.
///
/// # Errors
/// When there are too few documents to hold some out.
///
/// ```
/// use tidings_lab::topics::report::{TopicsSettings, Retraining, run};
/// use tidings_text::topics::{Corpus, VocabularyLimits};
/// let mut corpus = Corpus::default();
/// for key in 0..200 {
///     corpus.add_plain(key, if key % 2 == 0 { ["goal", "match", "team"] } else { ["court", "judge", "law"] });
/// }
/// let bags = corpus.bags(&VocabularyLimits { at_most: 1.0, ..VocabularyLimits::default() });
/// let ask = TopicsSettings {
///     topics: 2,
///     sweeps: 20,
///     train_share: 0.9,
///     seed: 1,
///     retraining: Retraining::Left,
///     columns: Vec::new(),
/// };
/// let json = run(&bags, &ask, || 0.0, |_| ()).unwrap().json();
/// assert_eq!(json["documents"], 200);
/// assert!(json["perplexity"].as_f64().unwrap() < json["unigram_perplexity"].as_f64().unwrap());
/// ```
pub fn run(
    bags: &BagsOfWords,
    ask: &TopicsSettings,
    cpu: impl Fn() -> f64,
    mut progress: impl FnMut(u32),
) -> Result<TopicsReport> {
    let (train, held) = HeldOutDocuments::out(bags, ask.train_share, ask.seed);
    ensure!(
        train.n_documents() > 0 && held.n_documents() > 0,
        "expected documents to train on and to hold out, found {} with words that at least five of them have; \
         is it the right column?",
        bags.n_documents()
    );
    let settings =
        TrainingSettings { topics: ask.topics, sweeps: ask.sweeps, ..TrainingSettings::default() };
    let (unigram, trained_tokens) = (held.unigram(&train).value(), train.n_tokens());
    let identity = match ask.retraining {
        Retraining::Left => None,
        Retraining::Measured => Some(Identity::measured(&train, &held, settings, ask.seed)),
    };
    let start = cpu();
    let mut trainer = Trainer::cold(train, settings, Draws::part(ask.seed, 3));
    let (mut cpu_s, mut by_sweep) = (cpu() - start, Vec::new());
    for sweep in 1..=ask.sweeps {
        let start = cpu();
        trainer.sweep();
        cpu_s += cpu() - start;
        progress(sweep);
        if is_shown(sweep) && sweep < ask.sweeps {
            by_sweep.extend(held.perplexity(&trainer.model()).value().map(|value| (sweep, value)));
        }
    }
    let start = cpu();
    let model = trainer.model();
    cpu_s += cpu() - start;
    let perplexity = held.perplexity(&model).value();
    by_sweep.extend(perplexity.map(|value| (ask.sweeps, value)));
    Ok(TopicsReport {
        topics: model.topics().len(),
        documents: bags.n_documents(),
        words: bags.words().len(),
        tokens: bags.n_tokens(),
        held: held.n_documents(),
        unigram,
        perplexity,
        perplexity_5: held.perplexity_of(&model, 5).value(),
        by_sweep,
        sweeps: ask.sweeps,
        cpu_s,
        trained_tokens,
        reference: reference(&ask.columns, bags.n_documents(), ask.topics),
        identity,
        model,
    })
}

/// Returns whether the perplexity is measured after a sweep: often at first, where it falls.
fn is_shown(sweep: u32) -> bool {
    matches!(sweep, 1 | 2 | 5) || sweep.is_multiple_of(10)
}

/// Returns what is known about a corpus: Gibbs with learned α and β = 0.05, 100 sweeps.
fn reference(columns: &[String], n_documents: usize, topics: usize) -> Option<Reference> {
    let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
    let (corpus, figures) = match (&columns[..], n_documents) {
        (["title", "body600"], 21_000..22_000) => {
            (REUTERS, [(50, 796.0, 7.9), (100, 675.0, 9.5), (200, 610.0, 11.9)])
        }
        (["title"], 99_000..=100_000) => {
            ("newsapi titles", [(50, 2321.0, 10.0), (100, 2146.0, 14.0), (200, 2007.0, 20.0)])
        }
        _ => return None,
    };
    let known = figures.into_iter().find(|(known, ..)| *known == topics);
    known.map(|(_, perplexity, cpu_s)| Reference { corpus, perplexity, cpu_s })
}

impl TopicsReport {
    fn tokens_per_cpu_s(&self) -> Option<f64> {
        let tokens = self.trained_tokens as f64 * f64::from(self.sweeps);
        (self.cpu_s > 0.0).then(|| tokens / self.cpu_s)
    }

    /// Returns what is known about the corpus.
    #[must_use]
    pub fn reference(&self) -> Option<Reference> {
        self.reference
    }

    /// Returns the report as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let shares = self.model.shares();
        let names = self.model.topics().iter().enumerate().map(|(number, topic)| {
            json!({
                "name": topic.name,
                "share": shares[number],
                "alpha": self.model.alpha()[number],
                "words": self.model.words_of(number, MORE_WORDS),
            })
        });
        let kept = |kept: IdentityScore| {
            json!({
                "mixture_kept": kept.mixture,
                "first_topic_kept": kept.first,
                "perplexity": kept.perplexity,
            })
        };
        json!({
            "documents": self.documents,
            "words": self.words,
            "tokens": self.tokens,
            "held_out": self.held,
            "topics": self.topics,
            "sweeps": self.sweeps,
            "perplexity": self.perplexity,
            "perplexity_5_steps": self.perplexity_5,
            "unigram_perplexity": self.unigram,
            "cpu_s": self.cpu_s,
            "tokens_per_cpu_s": self.tokens_per_cpu_s(),
            "by_sweep": self.by_sweep,
            "reference": self.reference.map(|reference| json!({
                "corpus": reference.corpus,
                "perplexity": reference.perplexity,
                "cpu_s": reference.cpu_s,
            })),
            "retraining": self.identity.map(|identity| json!({
                "warm": kept(identity.warm),
                "redrawn": kept(identity.redrawn),
                "cold": kept(identity.cold),
            })),
            "names": names.collect::<Vec<_>>(),
        })
    }

    /// Returns headings and rows of the figures, with the reference next to ours.
    #[must_use]
    pub fn figures(&self) -> (Vec<&'static str>, Vec<Vec<String>>) {
        let number = |value: Option<f64>, places: usize| {
            value.map_or_else(|| "-".to_owned(), |value| format!("{value:.places$}"))
        };
        let known = self.reference;
        let plain = |what: &str, value: usize| vec![what.into(), value.to_string(), "-".into()];
        let mut rows = vec![
            plain("documents", self.documents),
            plain("words", self.words),
            plain("tokens", self.tokens),
            plain("topics", self.topics),
            vec![
                "perplexity".into(),
                number(self.perplexity, 1),
                number(known.map(|known| known.perplexity), 0),
            ],
            vec!["perplexity, 5 steps".into(), number(self.perplexity_5, 1), "-".into()],
            vec!["perplexity, words alone".into(), number(self.unigram, 0), "-".into()],
            vec![
                "CPU seconds".into(),
                format!("{:.1}", self.cpu_s),
                number(known.map(|known| known.cpu_s), 1),
            ],
            vec![
                "M tokens per CPU second".into(),
                number(self.tokens_per_cpu_s().map(|tokens| tokens / 1e6), 1),
                "-".into(),
            ],
        ];
        if let Some(identity) = self.identity {
            for (kind, kept, known) in [
                ("warm", identity.warm, ["89", "90"]),
                ("redrawn", identity.redrawn, ["-", "-"]),
                ("cold", identity.cold, ["53", "46"]),
            ] {
                // The reference was measured on Reuters with 100 topics.
                let is_known = self.reference.is_some_and(|known| known.corpus == REUTERS);
                let known = |n: usize| if is_known && self.topics == 100 { known[n] } else { "-" };
                rows.push(vec![
                    format!("{kind}: mixture kept, %"),
                    format!("{:.1}", 100.0 * kept.mixture),
                    known(0).into(),
                ]);
                rows.push(vec![
                    format!("{kind}: first topic kept, %"),
                    format!("{:.1}", 100.0 * kept.first),
                    known(1).into(),
                ]);
                rows.push(vec![
                    format!("{kind}: perplexity"),
                    number(kept.perplexity, 1),
                    "-".into(),
                ]);
            }
        }
        (vec!["", "here", "reference"], rows)
    }

    /// Returns headings and rows of the topics, largest first.
    #[must_use]
    pub fn names(&self) -> (Vec<&'static str>, Vec<Vec<String>>) {
        let shares = self.model.shares();
        let mut order: Vec<usize> = (0..shares.len()).collect();
        order.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]));
        let row = |topic: usize| {
            let words = self.model.words_of(topic, MORE_WORDS);
            vec![
                format!(
                    "{:<34}  {}",
                    self.model.topics()[topic].name,
                    words[words.len().min(3)..].join(", ")
                ),
                format!("{:.1}", 100.0 * shares[topic]),
            ]
        };
        (vec!["topic, and further words", "share %"], order.into_iter().map(row).collect())
    }
}

#[cfg(test)]
mod tests;
