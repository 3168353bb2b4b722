//! The command line of experiments and benchmarks: the same arguments as those of `tidings`, which passes them on.

mod rank;
mod topics;

pub use rank::RankArguments;
pub use topics::TopicsArguments;

use clap::{Args, Command, Subcommand};
use std::path::PathBuf;
use tidings::cli::SimulateArguments;

/// The commands of the program.
#[derive(Debug, Subcommand)]
pub enum LabCommand {
    /// Run benchmarks on this machine.
    #[command(subcommand, after_help = "Example:\n  tidings bench poll --feeds 1000 --articles 20")]
    Bench(BenchArguments),
    /// Run experiments on traces with the real components.
    #[command(
        subcommand,
        after_help = "Example:\n  tidings lab monitor postings.tsv --interval 12h --policy uniform,price"
    )]
    Lab(LabArguments),
    /// Run the real server on a simulated web in simulated time.
    #[command(
        after_help = "Example:\n  tidings simulate --weeks 4 --sources 300 --seed 1 --compare"
    )]
    Simulate(SimulateArguments),
}

/// Experiments.
#[derive(Debug, Subcommand)]
pub enum LabArguments {
    /// Compare fetching policies on recorded postings, with equal numbers of requests.
    #[command(
        after_help = "Examples:\n  tidings lab monitor times.tsv.zst --from 2021-01-04 --interval 12h,24h\n  tidings lab monitor articles.tsv --columns source=section,time=published --policy uniform,sia-combined,price --json\n  tidings lab generate --kind bursts | tidings lab monitor - --interval 6h\n\n\
Columns:\n  \
requests     fetches made after training; equal for all policies within 0.1 %\n  \
delay min    average minutes from posting to fetch, times requests/budget\n  \
/ uniform    that delay relative to fetching all sources equally often\n  \
p95          the wait that 19 of 20 postings do not exceed\n  \
longest      the longest wait\n  \
empty %      fetches that found nothing new\n  \
lost %       postings pushed out of a feed that shows ten before they were fetched\n  \
least        the least delay possible with as many requests, knowing all postings in advance\n  \
worst day %  deviation of the worst day from the third on from an even share of the requests\n  \
µs each      processor time for a fetch, learning and planning together\n  \
missed %     postings that the next visiting reader did not find (with --access)\n  \
reader delay age in minutes of what visiting readers did not find, per posting (with --access)"
    )]
    Monitor(Box<MonitorArguments>),
    /// Compare ranking strategies on simulated readers, by what they click.
    #[command(after_help = rank::HELP)]
    Rank(Box<RankArguments>),
    /// Learn topics from texts, and measure how well they predict unseen words.
    #[command(after_help = topics::HELP)]
    Topics(Box<TopicsArguments>),
    /// Write a generated trace to standard output.
    #[command(
        after_help = "Example:\n  tidings lab generate --sources 100 --kind bursts,office --seed 3 > trace.tsv"
    )]
    Generate {
        /// Kinds of sources, in turn: even, office, bursts, seasons, clockwork.
        #[arg(long, value_delimiter = ',', default_value = "even,office,bursts,seasons,clockwork")]
        kind: Vec<String>,
        /// Number of sources.
        #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        sources: u32,
        /// Number of weeks.
        #[arg(long, default_value_t = 13, value_parser = clap::value_parser!(u32).range(1..=520))]
        weeks: u32,
        /// Random seed. The same seed gives the same trace.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

/// A comparison of policies on a trace.
#[derive(Debug, Clone, Args)]
pub struct MonitorArguments {
    /// When each source posted: TSV or CSV, plain, gzip or zstd; `-` for standard input.
    pub trace: PathBuf,
    /// The first day, at 00:00 UTC [default: the Monday after the first posting].
    #[arg(long, value_name = "DATE")]
    pub from: Option<String>,
    /// Number of weeks, training included [default: 13, or fewer if the postings end earlier].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=520))]
    pub weeks: Option<u32>,
    /// How long policies learn before they are measured.
    #[arg(long, value_name = "TIME", default_value = "14d")]
    pub train: String,
    /// Average intervals between fetches of a source.
    #[arg(long, value_name = "TIMES", value_delimiter = ',', default_value = "6h,8h,12h,24h")]
    pub interval: Vec<String>,
    /// Policies to compare [default: all except those that need --access]: uniform, proportional, cgm03-age, azar,
    /// lambda-crawl, sia-allocation, sia-scheduling, sia-combined, sia-rolling, roitman, roitman-swapped,
    /// miniflux-round-robin, miniflux, freshrss, commafeed, autottl, newsblur, price-raw, price-static, price (what
    /// Tidings does), price-live (with the price adjusted during the run); with --access also sia-user-data,
    /// hp-combined, price-misses, price-reader-delay.
    /// moved as it runs); with --access also sia-user-data, hp-combined, price-misses, price-reader-delay.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub policy: Vec<String>,
    /// Leave out sources with fewer postings.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub min_postings: usize,
    /// Names of the columns for source and time: source=section,time=published.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub columns: Vec<String>,
    /// Weights of sources: lines with a source and a number.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Visits of readers: lines with a reader and a time. All readers read every source.
    #[arg(long, value_name = "FILE")]
    pub access: Option<PathBuf>,
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

/// Benchmarks.
#[derive(Debug, Subcommand)]
pub enum BenchArguments {
    /// Fill a store to a size and time what readers do.
    #[command(
        after_help = "Example:\n  tidings bench scale --articles 1000000 --sources 5000 --users 50"
    )]
    Scale(ScaleArguments),
    /// Serve feeds on loopback and poll them twice.
    #[command(after_help = "Example:\n  tidings bench poll --feeds 5000 --articles 20")]
    Poll {
        /// Number of feeds.
        #[arg(long, default_value_t = 1000)]
        feeds: u32,
        /// Number of articles in each.
        #[arg(long, default_value_t = 20)]
        articles: u32,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Plan fetches, and measure how the time grows.
    #[command(after_help = "Example:\n  tidings bench plan --sources 100000")]
    Plan {
        /// Number of sources.
        #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
        sources: u32,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Rank a page for one reader, and learn their taste again from the log.
    #[command(after_help = "Example:\n  tidings bench rank --candidates 1000")]
    Rank {
        /// Number of articles to rank.
        #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
        candidates: u32,
        /// Number of lines in the log.
        #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
        lines: u32,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Run the server with many sources on a web without a network, in simulated time.
    #[command(after_help = "Example:\n  tidings bench watch --sources 100000 --minutes 30")]
    Watch(WatchArguments),
    /// Parse every file below a folder, with and without sanitizing.
    #[command(after_help = "Example:\n  tidings bench parse corpus/")]
    Parse {
        /// The folder.
        dir: PathBuf,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}

/// How many sources to watch, and for how long.
#[derive(Debug, Clone, Args)]
pub struct WatchArguments {
    /// Number of sources.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub sources: u64,
    /// Number of simulated minutes that the server runs.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub minutes: u32,
    /// Keep the data in this folder and continue with what an earlier run kept there.
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// A size to measure at.
#[derive(Debug, Clone, Args)]
pub struct ScaleArguments {
    /// Number of articles.
    #[arg(long, default_value_t = 100_000)]
    pub articles: u64,
    /// Number of sources.
    #[arg(long, default_value_t = 1_000)]
    pub sources: u64,
    /// Number of users, with 300 subscriptions each.
    #[arg(long, default_value_t = 10)]
    pub users: u64,
    /// Keep the data in this folder and use it again next time.
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Returns the whole command line. The program calls itself `tidings`, because that is what people type.
#[must_use]
pub fn command() -> Command {
    LabCommand::augment_subcommands(
        Command::new("tidings")
            .bin_name("tidings")
            .version(env!("CARGO_PKG_VERSION"))
            .after_help("Example:\n  tidings lab generate --kind bursts | tidings lab monitor - --interval 6h")
            .args(tidings::config::flags()),
    )
    .about("Experiments and benchmarks of Tidings, apart from the server.")
    .long_about(None)
    .subcommand_required(true)
    .arg_required_else_help(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent_and_every_command_has_an_example() {
        fn visit(command: &Command) {
            if command.get_name() != "help" {
                let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
                assert!(help.contains("Example"), "{} has no example", command.get_name());
            }
            command.get_subcommands().for_each(visit);
        }
        command().debug_assert();
        visit(&command());
    }
}
