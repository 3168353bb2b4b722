//! The arguments of `tidings lab topics`.

use clap::Args;
use std::path::PathBuf;

/// Examples, and what the figures mean.
pub(super) const HELP: &str = "Examples:\n  tidings lab topics stories.tsv.zst --topics 100 --columns text=title+body600\n  tidings lab topics titles.tsv --columns text=title --documents 100000 --json\n  tidings lab topics stories.tsv.zst --columns text=title+body600 --retrain --svg plots\n\n\
Figures:\n  \
perplexity               of the unseen half of held-out documents, with topics inferred from the other half in 50 steps\n  \
perplexity, 5 steps      the same with as many steps as articles get\n  \
perplexity, words alone  from word frequencies, without topics\n  \
M tokens per CPU second  millions of tokens sampled per second of one core\n  \
mixture kept, %          how much held-out documents keep of their topics when the corpus grows by a quarter (with --retrain)\n  \
first topic kept, %      documents whose main topic stays (with --retrain)";

/// Training topics on texts.
#[derive(Debug, Clone, Args)]
pub struct TopicsArguments {
    /// A table with a text in each line: TSV or CSV with a header, plain, gzip or zstd; `-` for standard input.
    pub corpus: PathBuf,
    /// Number of topics.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u16).range(2..=1000))]
    pub topics: u16,
    /// The share of documents to train on; the others are held out.
    #[arg(long, default_value_t = 0.9, value_name = "SHARE")]
    pub train_share: f64,
    /// How often each token is assigned a topic.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub sweeps: u32,
    /// Columns of the text, joined: text=title+description [default: text=text].
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub columns: Vec<String>,
    /// Read at most this many documents.
    #[arg(long, value_name = "N")]
    pub documents: Option<usize>,
    /// Also train on four fifths first, continue with all of them, and measure what topics keep.
    #[arg(long)]
    pub retrain: bool,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Write plots into this folder.
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
