//! The command line: names that stay, each with an example.

mod rank;
mod topics;

pub use rank::RankAsk;
pub use topics::TopicsAsk;

use clap::{Args, Command, FromArgMatches, Subcommand};
use std::path::PathBuf;

/// What can be asked of the program.
#[derive(Debug, Subcommand)]
pub enum Ask {
    /// Run the server: watch the sources and serve the pages (also what happens with no command).
    #[command(after_help = "Example:\n  tidings serve --listen 127.0.0.1:8080")]
    Serve,
    /// Try everything on a simulated web: no internet, nothing kept, time runs fast.
    #[command(
        after_help = "Examples:\n  tidings demo\n  tidings demo --day 60s --listen 127.0.0.1:9000\n  tidings demo --keep ~/tidings-demo    keep it, and go on there next time"
    )]
    Demo(DemoAsk),
    /// Manage the accounts of this server.
    #[command(
        subcommand,
        after_help = "Example:\n  echo \"$PASSWORD\" | tidings user add ada --operator --password-stdin"
    )]
    User(UserAsk),
    /// Find the feed at an address, subscribe to it and retrieve it at once.
    #[command(after_help = "Example:\n  tidings add https://blog.example.org --folder Friends")]
    Add(AddAsk),
    /// Stop following a source.
    #[command(after_help = "Example:\n  tidings remove https://blog.example.org/feed.xml")]
    Remove(RemoveAsk),
    /// Bring subscriptions in, or take them out, as OPML.
    #[command(subcommand, after_help = "Example:\n  tidings opml import subscriptions.opml")]
    Opml(OpmlAsk),
    /// Retrieve what is due once, without a server running.
    #[command(after_help = "Example:\n  tidings poll --all --json")]
    Poll(PollAsk),
    /// Show what Tidings reads in a feed.
    #[command(
        after_help = "Examples:\n  tidings parse --url https://example.org/feed feed.xml\n  curl -s https://example.org/feed | tidings parse -\n  tidings parse --many corpus/"
    )]
    Parse(ParseAsk),
    /// Check that the store and the search index are whole.
    #[command(after_help = "Examples:\n  tidings check --json\n  tidings check --rebuild-index")]
    Check(CheckAsk),
    /// Look over the installation and say what could be better.
    #[command(after_help = "Example:\n  tidings doctor")]
    Doctor(JsonAsk),
    /// Ask the server that these settings describe whether it is ready; exit status 0 if so.
    #[command(after_help = "Example:\n  tidings health --listen 127.0.0.1:8080")]
    Health,
    /// Write everything into one file, also while the server runs.
    #[command(after_help = "Example:\n  tidings backup tidings-2026-11-15.backup")]
    Backup(FileAsk),
    /// Bring a backup back into an empty data folder or database.
    #[command(
        after_help = "Example:\n  tidings restore tidings-2026-11-15.backup --data /srv/tidings"
    )]
    Restore(FileAsk),
    /// Explain the settings, with their values here and where those came from.
    #[command(subcommand, after_help = "Example:\n  tidings config explain")]
    Config(ConfigAsk),
    /// Run the real daemon on a simulated web in simulated time.
    #[command(
        after_help = "Example:\n  tidings simulate --weeks 2 --sources 300 --budget 3600 --seed 1 --faults"
    )]
    Simulate(SimulateAsk),
    /// Measure what this machine can hold.
    #[command(subcommand, after_help = "Example:\n  tidings bench poll --feeds 1000 --articles 20")]
    Bench(BenchAsk),
    /// Replay experiments on traces with the parts that ship.
    #[command(
        subcommand,
        after_help = "Example:\n  tidings lab monitor postings.tsv --interval 12h --policy uniform,price"
    )]
    Lab(LabAsk),
}

/// Experiments.
#[derive(Debug, Subcommand)]
pub enum LabAsk {
    /// Compare policies of retrieval on who posted when, at equal numbers of requests.
    #[command(
        after_help = "Examples:\n  tidings lab monitor times.tsv.zst --from 2021-01-04 --interval 12h,24h\n  tidings lab monitor articles.tsv --columns source=section,time=published --policy uniform,sia-combined,price --json\n  tidings lab generate --kind bursts | tidings lab monitor - --interval 6h\n\n\
Columns:\n  \
requests     retrievals made after training; equal for all policies within 0.1 %\n  \
delay min    minutes from posting to retrieval, on average, times spent/budget\n  \
/ uniform    that delay as a part of what asking all sources equally often comes to\n  \
p95          19 of 20 postings wait no longer\n  \
longest      the longest wait\n  \
empty %      retrievals that brought nothing new\n  \
lost %       postings pushed out of a feed that shows ten before they were retrieved\n  \
least        the least delay that as many requests could reach, knowing all postings beforehand\n  \
worst day %  how far the worst day from the third on strayed from an even share of the requests\n  \
µs each      processor time for a retrieval, learning and planning together\n  \
missed %     postings that the first reader to look after them did not find (with --access)\n  \
reader delay age in minutes of what readers looked for and did not find, for each posting (with --access)"
    )]
    Monitor(Box<MonitorAsk>),
    /// Compare strategies of ranking on readers who do not exist, by what they click.
    #[command(after_help = rank::HELP)]
    Rank(Box<RankAsk>),
    /// Learn topics from texts, and measure how well they foretell words not seen.
    #[command(after_help = topics::HELP)]
    Topics(Box<TopicsAsk>),
    /// Write a made-up trace to standard output.
    #[command(
        after_help = "Example:\n  tidings lab generate --sources 100 --kind bursts,office --seed 3 > trace.tsv"
    )]
    Generate {
        /// Kinds of sources, in turn: even, office, bursts, seasons, clockwork.
        #[arg(long, value_delimiter = ',', default_value = "even,office,bursts,seasons,clockwork")]
        kind: Vec<String>,
        /// How many sources.
        #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        sources: u32,
        /// How many weeks.
        #[arg(long, default_value_t = 13, value_parser = clap::value_parser!(u32).range(1..=520))]
        weeks: u32,
        /// What repeats the trace.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

/// A comparison of policies on a trace.
#[derive(Debug, Clone, Args)]
pub struct MonitorAsk {
    /// Who posted when: TSV or CSV, plain, gzip or zstd; `-` for standard input.
    pub trace: PathBuf,
    /// The first day, at 00:00 UTC (otherwise the Monday after the first posting).
    #[arg(long, value_name = "DATE")]
    pub from: Option<String>,
    /// How many weeks, training included [default: 13, or to the last posting's day where that is sooner].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=520))]
    pub weeks: Option<u32>,
    /// How long policies learn before they are measured.
    #[arg(long, value_name = "TIME", default_value = "14d")]
    pub train: String,
    /// Average intervals between retrievals of a source.
    #[arg(long, value_name = "TIMES", value_delimiter = ',', default_value = "6h,8h,12h,24h")]
    pub interval: Vec<String>,
    /// Policies to compare (otherwise all but those that need --access): uniform, proportional, cgm03-age, azar, lambda-crawl,
    /// sia-allocation, sia-scheduling, sia-combined, sia-rolling, roitman, roitman-swapped, miniflux-round-robin, miniflux,
    /// freshrss, commafeed, autottl, newsblur, price-raw, price-static, price (what Tidings does), price-live (with the price
    /// moved as it runs); with --access also sia-user-data, hp-combined, price-misses, price-reader-delay.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub policy: Vec<String>,
    /// Leave out sources with fewer postings.
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub min_postings: usize,
    /// Columns that stand for source and time: source=section,time=published.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub columns: Vec<String>,
    /// What sources weigh: lines of a source and a number.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// When readers look: lines of a reader and a time; all look at every source.
    #[arg(long, value_name = "FILE")]
    pub access: Option<PathBuf>,
    /// What repeats chance.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Write plots into this folder.
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// A demonstration.
#[derive(Debug, Clone, Args)]
pub struct DemoAsk {
    /// What repeats a simulated web: its sources, what they write, who reads.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Real time for one simulated day.
    #[arg(long, value_name = "TIME", default_value = "120s")]
    pub day: String,
    /// Keep the data there, and go on with it next time; otherwise nothing is kept.
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
}

/// Accounts.
#[derive(Debug, Subcommand)]
pub enum UserAsk {
    /// Make an account; the password comes on standard input.
    #[command(
        after_help = "Example:\n  echo \"$PASSWORD\" | tidings user add ada --operator --password-stdin"
    )]
    Add {
        /// The name to sign in with.
        name: String,
        /// Whether the account may run the server.
        #[arg(long)]
        operator: bool,
        /// Read the password from standard input (asked for at a terminal otherwise).
        #[arg(long)]
        password_stdin: bool,
    },
    /// List the accounts.
    #[command(after_help = "Example:\n  tidings user list --json")]
    List(JsonAsk),
    /// Change a password; all sessions of the account end.
    #[command(
        after_help = "Example:\n  echo \"$PASSWORD\" | tidings user passwd ada --password-stdin"
    )]
    Passwd {
        /// Whose.
        name: String,
        /// Read the password from standard input (asked for at a terminal otherwise).
        #[arg(long)]
        password_stdin: bool,
    },
    /// Remove an account and everything that is its own.
    #[command(after_help = "Example:\n  tidings user remove ada --yes")]
    Remove {
        /// Whose.
        name: String,
        /// Do it without asking.
        #[arg(long)]
        yes: bool,
    },
    /// Let an account in no longer, by whatever door; nothing of it is removed.
    #[command(after_help = "Example:\n  tidings user disable ada")]
    Disable {
        /// Whose.
        name: String,
    },
    /// Let an account in again.
    #[command(after_help = "Example:\n  tidings user enable ada")]
    Enable {
        /// Whose.
        name: String,
    },
    /// Ask an account for no second step any more: for who lost both the device and the recovery codes.
    #[command(after_help = "Example:\n  tidings user second-step-off ada")]
    SecondStepOff {
        /// Whose.
        name: String,
    },
    /// Make a password for one client application and print it, alone on one line.
    #[command(
        after_help = "Example:\n  tidings user app-password ada --label \"NetNewsWire on the phone\""
    )]
    AppPassword {
        /// Whose.
        name: String,
        /// What it is for.
        #[arg(long, default_value = "client")]
        label: String,
        /// What the application may do: read, or write as well.
        #[arg(long, default_value = "write", value_parser = ["read", "write"])]
        scope: String,
    },
}

/// A URL to follow.
#[derive(Debug, Args)]
pub struct AddAsk {
    /// The address of a feed, or of any page that links to one.
    pub url: String,
    /// For whom; may be left out when there is one user.
    #[arg(long)]
    pub user: Option<String>,
    /// Into which folder, made if new.
    #[arg(long)]
    pub folder: Option<String>,
}

/// A URL to follow no longer.
#[derive(Debug, Args)]
pub struct RemoveAsk {
    /// The address of the feed, as `tidings opml export` shows it.
    pub url: String,
    /// For whom; may be left out when there is one user.
    #[arg(long)]
    pub user: Option<String>,
}

/// Lists of subscriptions.
#[derive(Debug, Subcommand)]
pub enum OpmlAsk {
    /// Subscribe to everything in an OPML file (or a plain list of addresses).
    #[command(after_help = "Example:\n  tidings opml import subscriptions.opml --user ada")]
    Import {
        /// The file, or `-` for standard input.
        file: PathBuf,
        /// For whom; may be left out when there is one user.
        #[arg(long)]
        user: Option<String>,
        /// Print the report as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print the subscriptions as OPML.
    #[command(after_help = "Example:\n  tidings opml export > subscriptions.opml")]
    Export {
        /// Whose; may be left out when there is one user.
        #[arg(long)]
        user: Option<String>,
    },
}

/// One round of retrievals.
#[derive(Debug, Args)]
pub struct PollAsk {
    /// Every source, not only what is due.
    #[arg(long)]
    pub all: bool,
    /// Print the report as JSON.
    #[arg(long)]
    pub json: bool,
}

/// A document to read.
#[derive(Debug, Args)]
pub struct ParseAsk {
    /// The file, or `-` for standard input; with `--many`, a folder.
    pub file: PathBuf,
    /// Where the document came from: relative addresses are resolved against it.
    #[arg(long, value_name = "BASE", env = "FEED_URL")]
    pub url: Option<String>,
    /// The Content-Type it was sent with.
    #[arg(long, value_name = "TYPE", env = "FEED_CONTENT_TYPE")]
    pub content_type: Option<String>,
    /// Read every file below a folder and print one JSON line each.
    #[arg(long)]
    pub many: bool,
}

/// A table, or JSON.
#[derive(Debug, Args)]
pub struct JsonAsk {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// What to check.
#[derive(Debug, Args)]
pub struct CheckAsk {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Build the search index anew first; the server must not be running.
    #[arg(long)]
    pub rebuild_index: bool,
}

/// A file.
#[derive(Debug, Args)]
pub struct FileAsk {
    /// The backup file.
    pub file: PathBuf,
}

/// Settings.
#[derive(Debug, Subcommand)]
pub enum ConfigAsk {
    /// List every setting: what it does, its value here, and where that came from.
    #[command(after_help = "Example:\n  tidings config explain --json")]
    Explain {
        /// Print JSON.
        #[arg(long, conflicts_with = "markdown")]
        json: bool,
        /// Print the manual's page of settings.
        #[arg(long)]
        markdown: bool,
    },
}

/// A simulated life.
#[derive(Debug, Clone, Args)]
pub struct SimulateAsk {
    /// How long, in simulated weeks.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=520))]
    pub weeks: u32,
    /// How many sources.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub sources: u32,
    /// What repeats a run exactly.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Let sources, network, disk, clock and process fail.
    #[arg(long)]
    pub faults: bool,
    /// Let something happen on a day, as 10d:restart, 14d:sleep=24h or 20d:budget=36000; may be given several times.
    #[arg(long, value_name = "WHEN:WHAT")]
    pub event: Vec<String>,
    /// Replay the same postings in the laboratory too, from the third week on, and print both.
    #[arg(long)]
    pub compare: bool,
    /// Write who posted when to a file that `tidings lab monitor` reads.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Print the report as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Measurements.
#[derive(Debug, Subcommand)]
pub enum BenchAsk {
    /// Fill a store to a size and time what readers do.
    #[command(
        after_help = "Example:\n  tidings bench scale --articles 1000000 --sources 5000 --users 50"
    )]
    Scale(ScaleAsk),
    /// Serve feeds on loopback and poll them twice.
    #[command(after_help = "Example:\n  tidings bench poll --feeds 5000 --articles 20")]
    Poll {
        /// How many feeds.
        #[arg(long, default_value_t = 1000)]
        feeds: u32,
        /// How many articles in each.
        #[arg(long, default_value_t = 20)]
        articles: u32,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Plan retrievals, and see how the time grows.
    #[command(after_help = "Example:\n  tidings bench plan --sources 100000")]
    Plan {
        /// How many sources.
        #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
        sources: u32,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Rank a page for one reader, and learn her taste again from her log.
    #[command(after_help = "Example:\n  tidings bench rank --candidates 1000")]
    Rank {
        /// How many articles could be shown.
        #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
        candidates: u32,
        /// How many lines her log has.
        #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
        lines: u32,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Run the daemon with many sources on a web without network, in simulated time.
    #[command(after_help = "Example:\n  tidings bench watch --sources 100000 --minutes 30")]
    Watch(WatchAsk),
    /// Parse every file below a folder, with and without sanitising.
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
pub struct WatchAsk {
    /// How many sources.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub sources: u64,
    /// How many simulated minutes the daemon runs.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub minutes: u32,
    /// Keep the data in this folder; what an earlier run kept there is gone on with.
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// A size to measure at.
#[derive(Debug, Clone, Args)]
pub struct ScaleAsk {
    /// How many articles.
    #[arg(long, default_value_t = 100_000)]
    pub articles: u64,
    /// How many sources.
    #[arg(long, default_value_t = 1_000)]
    pub sources: u64,
    /// How many users, with 300 subscriptions each.
    #[arg(long, default_value_t = 10)]
    pub users: u64,
    /// Keep the data there and use it again next time.
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// The whole command line.
#[must_use]
pub fn command() -> Command {
    Ask::augment_subcommands(
        Command::new("tidings")
            .version(env!("CARGO_PKG_VERSION"))
            .after_help("Examples:\n  tidings                              run on SQLite in your data folder\n  tidings add https://example.org      follow a site\n  tidings config explain               every setting")
            .args(crate::config::flags()),
    )
    .about("A personal content aggregator: what is new, when you come, with the fewest requests.")
    .long_about(None)
    .subcommand_required(false)
}

/// What was asked; `serve` when no command was named.
///
/// # Errors
/// Clap's own message.
pub fn ask(matches: &clap::ArgMatches) -> Result<Ask, clap::Error> {
    if matches.subcommand_name().is_none() {
        Ok(Ask::Serve)
    } else {
        Ask::from_arg_matches(matches)
    }
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

    #[test]
    fn no_command_means_serve() {
        let matches =
            command().try_get_matches_from(["tidings", "--listen", "127.0.0.1:0"]).unwrap();
        assert!(matches!(ask(&matches).unwrap(), Ask::Serve));
    }
}
