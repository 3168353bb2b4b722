//! The program: settings, clock, seeds, commands, services. It decides nothing.

pub mod beliefs;
pub mod cli;
pub mod clock;
pub mod commands;
pub mod config;
pub mod context;
pub mod demo;
pub mod export;
pub mod fetching;
pub mod freshness;
pub mod full_texts;
pub mod icons;
pub mod importing;
pub mod indexing;
pub mod installation;
pub mod jobs;
pub mod lab_program;
pub mod logging;
pub mod output;
pub mod pictures;
pub mod pricing;
pub mod pulse;
pub mod push;
pub mod retention;
pub mod rules;
pub mod scratch;
pub mod sd_notify;
pub mod serve;
pub mod services;
pub mod simulate;
pub mod subscribing;
pub mod terminal;
#[cfg(test)]
mod testing;
pub mod today;
mod web_services;
pub mod webhooks;

use anyhow::{Context, Result};
use clap::ArgMatches;
use cli::CliCommand;
use config::Config;
use simulate::Measure;
use std::process::ExitCode;
use tokio::runtime::{Builder, Runtime};

/// Runs the command given on the command line.
///
/// # Errors
/// One sentence that says what went wrong and what to do.
pub fn run(matches: &ArgMatches) -> Result<ExitCode> {
    let command = cli::requested_command(matches).unwrap_or_else(|error| error.exit());
    let config = Config::load(matches, &|name| std::env::var(name).ok())?;
    // Errors in a simulated server are not this machine's, so its log is shown only if requested.
    if !matches!(command, CliCommand::Simulate(_) | CliCommand::Demo(_))
        || config.given.contains_key("log")
    {
        logging::start(&config)?;
    }
    match command {
        CliCommand::Serve => runtime()?.block_on(serve::run(&config))?,
        CliCommand::Demo(args) => runtime()?.block_on(demo::run(&args, &config))?,
        CliCommand::User(args) => runtime()?.block_on(commands::user::run(&args, &config))?,
        CliCommand::Add(args) => runtime()?.block_on(commands::feeds::add(&args, &config))?,
        CliCommand::Remove(args) => runtime()?.block_on(commands::feeds::remove(&args, &config))?,
        CliCommand::Opml(args) => runtime()?.block_on(commands::feeds::opml(&args, &config))?,
        CliCommand::Poll(args) => runtime()?.block_on(commands::poll::run(&args, &config))?,
        CliCommand::Parse(args) => commands::parse::run(&args, &config)?,
        CliCommand::Check(args) => runtime()?.block_on(commands::keep::check(&args, &config))?,
        CliCommand::Doctor(args) => runtime()?.block_on(commands::keep::doctor(&args, &config))?,
        CliCommand::Health => runtime()?.block_on(commands::health::run(&config))?,
        CliCommand::Backup(args) => runtime()?.block_on(commands::keep::backup(&args, &config))?,
        CliCommand::Restore(args) => {
            runtime()?.block_on(commands::keep::restore(&args, &config))?
        }
        CliCommand::Config(args) => commands::config::run(&args, &config)?,
        CliCommand::Simulate(args) if args.compare => return lab_program::hand_over(),
        CliCommand::Simulate(args) => {
            return commands::simulate::run(&args, &config, Measure::Alone);
        }
        CliCommand::Lab(_) | CliCommand::Bench(_) => return lab_program::hand_over(),
    }
    Ok(ExitCode::SUCCESS)
}

/// Starts the threads for asynchronous work.
///
/// # Errors
/// When the system cannot start threads.
pub fn runtime() -> Result<Runtime> {
    Builder::new_multi_thread().enable_all().build().context("cannot start threads")
}
