//! Logs: to standard error, as text for people or JSON for machines. They never contain secrets.

use crate::config::Config;
use anyhow::{Result, anyhow};
use std::io::IsTerminal;
use tracing_subscriber::{EnvFilter, fmt};

/// Starts logging according to the settings.
///
/// # Errors
/// When the filter is invalid.
pub fn start(config: &Config) -> Result<()> {
    let filter = EnvFilter::try_new(&config.log).map_err(|_| {
        anyhow!(
            "log is {:?}, expected error, warn, info, debug or a filter such as tidings=debug",
            config.log
        )
    })?;
    let builder = fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    let outcome = if config.log_json {
        builder.json().try_init()
    } else {
        builder.with_target(false).try_init()
    };
    outcome.map_err(|error| anyhow!("cannot start logging: {error}"))
}
