//! The program: settings, clock, seeds, commands, the daemon's loop. It decides nothing.

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
pub mod jobs;
pub mod keeper;
pub mod logging;
pub mod output;
pub mod pictures;
pub mod pricing;
pub mod program;
pub mod pulse;
pub mod push;
pub mod retention;
pub mod rules;
pub mod scratch;
pub mod serve;
pub mod services;
pub mod simulate;
pub mod subscribing;
pub mod supervisor;
pub mod terminal;
pub mod today;
mod web_services;
pub mod webhooks;

use anyhow::{Context, Result};
use clap::ArgMatches;
use cli::Ask;
use config::Config;
use simulate::Measure;
use std::process::ExitCode;
use tokio::runtime::{Builder, Runtime};

/// Does what the command line asks.
///
/// # Errors
/// One sentence that says what went wrong and what to do.
pub fn run(matches: &ArgMatches) -> Result<ExitCode> {
    let ask = cli::ask(matches).unwrap_or_else(|error| error.exit());
    let config = Config::load(matches, &|name| std::env::var(name).ok())?;
    // A simulated daemon's troubles are not this machine's: its log is shown only when asked for.
    if !matches!(ask, Ask::Simulate(_) | Ask::Demo(_)) || config.given.contains_key("log") {
        logging::start(&config)?;
    }
    match ask {
        Ask::Serve => runtime()?.block_on(serve::run(&config))?,
        Ask::Demo(ask) => runtime()?.block_on(demo::run(&ask, &config))?,
        Ask::User(ask) => runtime()?.block_on(commands::user::run(&ask, &config))?,
        Ask::Add(ask) => runtime()?.block_on(commands::feeds::add(&ask, &config))?,
        Ask::Remove(ask) => runtime()?.block_on(commands::feeds::remove(&ask, &config))?,
        Ask::Opml(ask) => runtime()?.block_on(commands::feeds::opml(&ask, &config))?,
        Ask::Poll(ask) => runtime()?.block_on(commands::poll::run(&ask, &config))?,
        Ask::Parse(ask) => commands::parse::run(&ask, &config)?,
        Ask::Check(ask) => runtime()?.block_on(commands::keep::check(&ask, &config))?,
        Ask::Doctor(ask) => runtime()?.block_on(commands::keep::doctor(&ask, &config))?,
        Ask::Health => runtime()?.block_on(commands::health::run(&config))?,
        Ask::Backup(ask) => runtime()?.block_on(commands::keep::backup(&ask, &config))?,
        Ask::Restore(ask) => runtime()?.block_on(commands::keep::restore(&ask, &config))?,
        Ask::Config(ask) => commands::config::run(&ask, &config)?,
        Ask::Simulate(ask) if ask.compare => return program::hand_over(),
        Ask::Simulate(ask) => return commands::simulate::run(&ask, &config, Measure::Alone),
        Ask::Lab(_) | Ask::Bench(_) => return program::hand_over(),
    }
    Ok(ExitCode::SUCCESS)
}

/// Starts the threads that asynchronous work runs on.
///
/// # Errors
/// When the system gives none.
pub fn runtime() -> Result<Runtime> {
    Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the program's threads cannot be started")
}
