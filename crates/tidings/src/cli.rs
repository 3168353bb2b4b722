//! The command line. Command names are stable, and each has an example.

use clap::{Args, Command, FromArgMatches, Subcommand};
use std::{ffi::OsString, path::PathBuf};

/// The commands.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Run the server: check sources and serve the pages (the default without a command).
    #[command(after_help = "Example:\n  tidings serve --listen 127.0.0.1:8080")]
    Serve,
    /// Try Tidings on a simulated web: no internet, nothing kept, time runs fast.
    #[command(
        after_help = "Examples:\n  tidings demo\n  tidings demo --day 60s --listen 127.0.0.1:9000\n  tidings demo --keep ~/tidings-demo    keep it, and continue there next time"
    )]
    Demo(DemoArguments),
    /// Manage user accounts.
    #[command(
        subcommand,
        after_help = "Example:\n  echo \"$PASSWORD\" | tidings user add ada --operator --password-stdin"
    )]
    User(UserArguments),
    /// Find the feed at an address, subscribe to it and fetch it immediately.
    #[command(after_help = "Example:\n  tidings add https://blog.example.org --folder Friends")]
    Add(AddArguments),
    /// Unsubscribe from a source.
    #[command(after_help = "Example:\n  tidings remove https://blog.example.org/feed.xml")]
    Remove(RemoveArguments),
    /// Import or export subscriptions as OPML.
    #[command(subcommand, after_help = "Example:\n  tidings opml import subscriptions.opml")]
    Opml(OpmlArguments),
    /// Fetch all due sources once, without a running server.
    #[command(after_help = "Example:\n  tidings poll --all --json")]
    Poll(PollArguments),
    /// Parse a feed and print what Tidings finds in it.
    #[command(
        after_help = "Examples:\n  tidings parse --url https://example.org/feed feed.xml\n  curl -s https://example.org/feed | tidings parse -\n  tidings parse --many corpus/"
    )]
    Parse(ParseArguments),
    /// Check the integrity of the database and the search index.
    #[command(after_help = "Examples:\n  tidings check --json\n  tidings check --rebuild-index")]
    Check(CheckArguments),
    /// Check the installation and suggest improvements.
    #[command(after_help = "Example:\n  tidings doctor")]
    Doctor(JsonArguments),
    /// Ask the running server whether it is ready. Exits with status 0 if it is.
    #[command(after_help = "Example:\n  tidings health --listen 127.0.0.1:8080")]
    Health,
    /// Back up everything to one file. The server may be running.
    #[command(after_help = "Example:\n  tidings backup tidings-2026-11-15.backup")]
    Backup(FileArguments),
    /// Restore a backup into an empty data folder or database.
    #[command(
        after_help = "Example:\n  tidings restore tidings-2026-11-15.backup --data /srv/tidings"
    )]
    Restore(FileArguments),
    /// Show every setting, its value and where the value comes from.
    #[command(subcommand, after_help = "Example:\n  tidings config explain")]
    Config(ConfigArguments),
    /// Run the real server on a simulated web in simulated time.
    #[command(
        after_help = "Example:\n  tidings simulate --weeks 2 --sources 300 --budget 3600 --seed 1 --faults"
    )]
    Simulate(SimulateArguments),
    /// Run benchmarks on this machine.
    #[command(
        disable_help_flag = true,
        after_help = "Example:\n  tidings bench poll --feeds 1000 --articles 20"
    )]
    Bench(LabProgramArguments),
    /// Run experiments on recorded traces.
    #[command(
        disable_help_flag = true,
        after_help = "Example:\n  tidings lab monitor postings.tsv --interval 12h --policy uniform,price"
    )]
    Lab(LabProgramArguments),
}

/// Arguments passed on to `tidings-lab`.
#[derive(Debug, Args)]
pub struct LabProgramArguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _words: Vec<OsString>,
}

/// The demo.
#[derive(Debug, Clone, Args)]
pub struct DemoArguments {
    /// Seed of the simulated web. The same seed gives the same sources, articles and readers.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Real time for one simulated day.
    #[arg(long, value_name = "TIME", default_value = "120s")]
    pub day: String,
    /// Keep the data in this folder and continue with it next time.
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
}

/// Accounts.
#[derive(Debug, Subcommand)]
pub enum UserArguments {
    /// Create an account.
    #[command(
        after_help = "Example:\n  echo \"$PASSWORD\" | tidings user add ada --operator --password-stdin"
    )]
    Add {
        /// The name to sign in with.
        name: String,
        /// Make the account an operator, who also runs the server.
        #[arg(long)]
        operator: bool,
        /// Read the password from standard input instead of asking for it.
        #[arg(long)]
        password_stdin: bool,
    },
    /// List accounts.
    #[command(after_help = "Example:\n  tidings user list --json")]
    List(JsonArguments),
    /// Change a password and end all sessions of the account.
    #[command(
        after_help = "Example:\n  echo \"$PASSWORD\" | tidings user passwd ada --password-stdin"
    )]
    Passwd {
        /// The user's name.
        name: String,
        /// Read the password from standard input instead of asking for it.
        #[arg(long)]
        password_stdin: bool,
    },
    /// Delete an account with all its data.
    #[command(after_help = "Example:\n  tidings user remove ada --yes")]
    Remove {
        /// The user's name.
        name: String,
        /// Don't ask for confirmation.
        #[arg(long)]
        yes: bool,
    },
    /// Disable an account: nobody can sign in or connect with it. Its data is kept.
    #[command(after_help = "Example:\n  tidings user disable ada")]
    Disable {
        /// The user's name.
        name: String,
    },
    /// Enable a disabled account.
    #[command(after_help = "Example:\n  tidings user enable ada")]
    Enable {
        /// The user's name.
        name: String,
    },
    /// Turn off two-factor authentication for someone who lost both the device and the recovery codes.
    #[command(after_help = "Example:\n  tidings user second-step-off ada")]
    SecondStepOff {
        /// The user's name.
        name: String,
    },
    /// Create an app password for one client and print it on a line of its own.
    #[command(
        after_help = "Example:\n  tidings user app-password ada --label \"NetNewsWire on the phone\""
    )]
    AppPassword {
        /// The user's name.
        name: String,
        /// A label, such as the name of the client.
        #[arg(long, default_value = "client")]
        label: String,
        /// Access: read only, or read and write.
        #[arg(long, default_value = "write", value_parser = ["read", "write"])]
        scope: String,
    },
}

/// A URL to subscribe to.
#[derive(Debug, Args)]
pub struct AddArguments {
    /// The address of a feed, or of any page that links to one. It may contain a user name and a password:
    /// `https://ann:secret@example.org/feed`.
    pub url: String,
    /// The user; not needed if there is only one.
    #[arg(long)]
    pub user: Option<String>,
    /// The folder, or a path such as News/Tech; created if it doesn't exist.
    #[arg(long)]
    pub folder: Option<String>,
}

/// A URL to unsubscribe from.
#[derive(Debug, Args)]
pub struct RemoveArguments {
    /// The address of the feed, as `tidings opml export` shows it.
    pub url: String,
    /// The user; not needed if there is only one.
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
        /// The user; not needed if there is only one.
        #[arg(long)]
        user: Option<String>,
        /// Print the report as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print the subscriptions as OPML.
    #[command(after_help = "Example:\n  tidings opml export > subscriptions.opml")]
    Export {
        /// The user; not needed if there is only one.
        #[arg(long)]
        user: Option<String>,
    },
}

/// One round of fetches.
#[derive(Debug, Args)]
pub struct PollArguments {
    /// Fetch every source, due or not.
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
    /// The document's address, for resolving relative links.
    #[arg(long, value_name = "BASE", env = "FEED_URL")]
    pub url: Option<String>,
    /// The Content-Type it was served with.
    #[arg(long, value_name = "TYPE", env = "FEED_CONTENT_TYPE")]
    pub content_type: Option<String>,
    /// Parse every file below a folder and print one line of JSON for each.
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
    /// Rebuild the search index first. The server must not be running.
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
    /// List every setting: what it does, its value and where the value comes from.
    #[command(after_help = "Example:\n  tidings config explain --json")]
    Explain {
        /// Print JSON.
        #[arg(long, conflicts_with = "markdown")]
        json: bool,
        /// Print the settings page of the manual.
        #[arg(long)]
        markdown: bool,
    },
}

/// A simulation.
#[derive(Debug, Clone, Args)]
pub struct SimulateArguments {
    /// Simulated weeks.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=520))]
    pub weeks: u32,
    /// Number of sources.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub sources: u32,
    /// Random seed. The same seed repeats a run exactly.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Simulate failures of sources, network, disk, clock and process.
    #[arg(long)]
    pub faults: bool,
    /// Schedule an event, such as 10d:restart, 14d:sleep=24h or 20d:budget=36000. Can be repeated.
    #[arg(long, value_name = "WHEN:WHAT")]
    pub event: Vec<String>,
    /// Also replay the same postings in the lab, from the third week on, and print both results.
    #[arg(long)]
    pub compare: bool,
    /// Write the postings to a file that `tidings lab monitor` can read.
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
            .after_help("Examples:\n  tidings                              run on SQLite in your data folder\n  tidings add https://example.org      subscribe to a site\n  tidings config explain               every setting")
            .args(crate::config::flags()),
    )
    .about("A self-hosted feed reader that learns when your sources post and when you read.")
    .long_about(None)
    .subcommand_required(false)
}

/// Returns the requested command, or `serve` if none was named.
///
/// # Errors
/// Clap's own message.
pub fn requested_command(matches: &clap::ArgMatches) -> Result<CliCommand, clap::Error> {
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
        assert!(matches!(requested_command(&matches).unwrap(), CliCommand::Serve));
    }
}
