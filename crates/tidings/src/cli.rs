//! The command line: names that stay, each with an example.

use clap::{Args, Command, FromArgMatches, Subcommand};
use std::{ffi::OsString, path::PathBuf};

/// What can be asked of the program.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Run the server: watch the sources and serve the pages (also what happens with no command).
    #[command(after_help = "Example:\n  tidings serve --listen 127.0.0.1:8080")]
    Serve,
    /// Try everything on a simulated web: no internet, nothing kept, time runs fast.
    #[command(
        after_help = "Examples:\n  tidings demo\n  tidings demo --day 60s --listen 127.0.0.1:9000\n  tidings demo --keep ~/tidings-demo    keep it, and go on there next time"
    )]
    Demo(DemoArguments),
    /// Manage the accounts of this server.
    #[command(
        subcommand,
        after_help = "Example:\n  echo \"$PASSWORD\" | tidings user add ada --operator --password-stdin"
    )]
    User(UserArguments),
    /// Find the feed at an address, subscribe to it and fetch it at once.
    #[command(after_help = "Example:\n  tidings add https://blog.example.org --folder Friends")]
    Add(AddArguments),
    /// Stop following a source.
    #[command(after_help = "Example:\n  tidings remove https://blog.example.org/feed.xml")]
    Remove(RemoveArguments),
    /// Bring subscriptions in, or take them out, as OPML.
    #[command(subcommand, after_help = "Example:\n  tidings opml import subscriptions.opml")]
    Opml(OpmlArguments),
    /// Fetch what is due once, without a server running.
    #[command(after_help = "Example:\n  tidings poll --all --json")]
    Poll(PollArguments),
    /// Show what Tidings reads in a feed.
    #[command(
        after_help = "Examples:\n  tidings parse --url https://example.org/feed feed.xml\n  curl -s https://example.org/feed | tidings parse -\n  tidings parse --many corpus/"
    )]
    Parse(ParseArguments),
    /// Check that the store and the search index are whole.
    #[command(after_help = "Examples:\n  tidings check --json\n  tidings check --rebuild-index")]
    Check(CheckArguments),
    /// Look over the installation and say what could be better.
    #[command(after_help = "Example:\n  tidings doctor")]
    Doctor(JsonArguments),
    /// Ask the server that these settings describe whether it is ready; exit status 0 if so.
    #[command(after_help = "Example:\n  tidings health --listen 127.0.0.1:8080")]
    Health,
    /// Write everything into one file, also while the server runs.
    #[command(after_help = "Example:\n  tidings backup tidings-2026-11-15.backup")]
    Backup(FileArguments),
    /// Bring a backup back into an empty data folder or database.
    #[command(
        after_help = "Example:\n  tidings restore tidings-2026-11-15.backup --data /srv/tidings"
    )]
    Restore(FileArguments),
    /// Explain the settings, with their values here and where those came from.
    #[command(subcommand, after_help = "Example:\n  tidings config explain")]
    Config(ConfigArguments),
    /// Run the real daemon on a simulated web in simulated time.
    #[command(
        after_help = "Example:\n  tidings simulate --weeks 2 --sources 300 --budget 3600 --seed 1 --faults"
    )]
    Simulate(SimulateArguments),
    /// Measure what this machine can hold.
    #[command(
        disable_help_flag = true,
        after_help = "Example:\n  tidings bench poll --feeds 1000 --articles 20"
    )]
    Bench(LabProgramArguments),
    /// Replay experiments on traces with the parts that ship.
    #[command(
        disable_help_flag = true,
        after_help = "Example:\n  tidings lab monitor postings.tsv --interval 12h --policy uniform,price"
    )]
    Lab(LabProgramArguments),
}

/// Words that the program `tidings-lab` reads.
#[derive(Debug, Args)]
pub struct LabProgramArguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _words: Vec<OsString>,
}

/// A demonstration.
#[derive(Debug, Clone, Args)]
pub struct DemoArguments {
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
pub enum UserArguments {
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
    List(JsonArguments),
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
pub struct AddArguments {
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
pub struct RemoveArguments {
    /// The address of the feed, as `tidings opml export` shows it.
    pub url: String,
    /// For whom; may be left out when there is one user.
    #[arg(long)]
    pub user: Option<String>,
}

/// Lists of subscriptions.
#[derive(Debug, Subcommand)]
pub enum OpmlArguments {
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

/// One round of fetches.
#[derive(Debug, Args)]
pub struct PollArguments {
    /// Every source, not only what is due.
    #[arg(long)]
    pub all: bool,
    /// Print the report as JSON.
    #[arg(long)]
    pub json: bool,
}

/// A document to read.
#[derive(Debug, Args)]
pub struct ParseArguments {
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
pub struct JsonArguments {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// What to check.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Build the search index anew first; the server must not be running.
    #[arg(long)]
    pub rebuild_index: bool,
}

/// A file.
#[derive(Debug, Args)]
pub struct FileArguments {
    /// The backup file.
    pub file: PathBuf,
}

/// Settings.
#[derive(Debug, Subcommand)]
pub enum ConfigArguments {
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
pub struct SimulateArguments {
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

/// The whole command line.
#[must_use]
pub fn command() -> Command {
    CliCommand::augment_subcommands(
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
pub fn ask(matches: &clap::ArgMatches) -> Result<CliCommand, clap::Error> {
    if matches.subcommand_name().is_none() {
        Ok(CliCommand::Serve)
    } else {
        CliCommand::from_arg_matches(matches)
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
        assert!(matches!(ask(&matches).unwrap(), CliCommand::Serve));
    }
}
