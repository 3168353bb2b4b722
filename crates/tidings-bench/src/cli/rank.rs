//! The arguments of `tidings lab rank`.

use clap::Args;
use std::path::PathBuf;

/// Examples, and what the columns mean.
pub(super) const HELP: &str = "Examples:
  tidings lab rank --setting stable,drift --strategy greedy,ee-10,default
  tidings lab rank --topics 60 --list 10 --position hyperbolic:0.1 --high 4:.8-1 --medium 16:.2-.5 --rounds 120 --drift 40:3 --json
  tidings lab rank --text stories.tsv --topics 100
  tidings lab rank --impressions behaviors.tsv

Columns:
  clicks       a reader's clicks in all rounds on average; ± its standard error
  reference    the result of an independent implementation: clicks, or % of oracle
  % of oracle  the share of the clicks that a strategy knowing the readers would get
  round 10 …   clicks in that round
  error        sum of |estimate − truth| / truth over what a reader likes, after the last round
  … after drift %  the share of the oracle's clicks in these rounds after each drift";

/// A comparison of strategies on simulated readers, or on a log.
#[derive(Debug, Clone, Args, Default)]
pub struct RankArguments {
    /// Settings: stable, drift, drift7, mixed, low, lowdrift [default: all, or one built from the options below].
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub setting: Vec<String>,
    /// Strategies [default: all]: random, greedy, ee-10, ee-20, ee-10-forget, thompson, ucb, default (what Tidings
    /// does, from a reader's own clicks alone), default-common, default-topic (with priors learned from 200 other
    /// readers).
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub strategy: Vec<String>,
    /// Number of topics.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub topics: Option<u16>,
    /// Length of a list.
    #[arg(long, value_name = "N")]
    pub list: Option<usize>,
    /// The chance of being read by position: hyperbolic:0.1, power:0.2 or 1,.95,.9.
    #[arg(long, value_name = "CHANCES")]
    pub position: Option<String>,
    /// What strategies believe that chance to be [default: the true one].
    #[arg(long, value_name = "CHANCES")]
    pub assume_position: Option<String>,
    /// Topics that a reader likes a lot: their number, and the chances of opening one: 4:.8-1, or 1-12:.9-1 for a
    /// varying number.
    #[arg(long, value_name = "N:FROM-TO")]
    pub high: Option<String>,
    /// Topics that a reader likes a little.
    #[arg(long, value_name = "N:FROM-TO")]
    pub medium: Option<String>,
    /// Number of rounds.
    #[arg(long, value_name = "N")]
    pub rounds: Option<usize>,
    /// Number of readers [default: 2000, or 600 in mixed, low and lowdrift].
    #[arg(long, value_name = "N")]
    pub readers: Option<usize>,
    /// Every N rounds, M liked topics are replaced by others: 40:3; 0:0 for none.
    #[arg(long, value_name = "ROUNDS:TOPICS")]
    pub drift: Option<String>,
    /// Rank real texts instead: a table of tagged stories with columns t (Unix seconds), topics (tags separated by
    /// commas), title and body600. Works with --topics, --readers and --rounds (visits).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["setting", "strategy", "svg"])]
    pub text: Option<PathBuf>,
    /// Other names for these columns: time=published,tags=topics,text=title+description.
    #[arg(long, value_delimiter = ',', value_name = "NAMES", requires = "text")]
    pub columns: Vec<String>,
    /// Score a log of lists and clicks instead: columns t and impressions (N1-0 N2-1).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["setting", "strategy", "svg", "text"])]
    pub impressions: Option<PathBuf>,
    /// Score a log of clicks instead: columns user, t (seconds after its beginning) and article, over 16 days.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["setting", "strategy", "svg", "text", "impressions"])]
    pub next_clicks: Option<PathBuf>,
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
