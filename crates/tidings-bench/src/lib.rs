//! Experiments and benchmarks: what the program `tidings-lab` does, apart from the server.

pub mod bench;
pub mod cli;
pub mod compare;
pub mod lab;

use anyhow::Result;
use clap::{ArgMatches, FromArgMatches};
use cli::LabCommand;
use std::process::ExitCode;
use tidings::{commands, config::Config, logging, simulate::Measure};

/// Runs the command given on the command line.
///
/// # Errors
/// One sentence that says what went wrong and what to do.
pub fn run(matches: &ArgMatches) -> Result<ExitCode> {
    let args = LabCommand::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
    let config = Config::load(matches, &|name| std::env::var(name).ok())?;
    // Errors in a simulated server are not this machine's, so its log is shown only if requested.
    if !matches!(args, LabCommand::Simulate(_)) || config.given.contains_key("log") {
        logging::start(&config)?;
    }
    match args {
        LabCommand::Lab(args) => lab::run(&args)?,
        LabCommand::Bench(args) => bench::run(&args, &config, tidings::runtime()?)?,
        LabCommand::Simulate(args) => {
            let measure =
                if args.compare { Measure::Against(compare::replay) } else { Measure::Alone };
            return commands::simulate::run(&args, &config, measure);
        }
    }
    Ok(ExitCode::SUCCESS)
}
