//! `tidings bench …`: measurements of this machine.

use crate::{bench, cli::BenchAsk, config::Config};
use anyhow::Result;
use tokio::runtime::Runtime;

/// Runs the command.
///
/// # Errors
/// When something cannot be measured.
#[expect(clippy::needless_pass_by_value, reason = "the runtime ends with the command")]
pub fn run(ask: &BenchAsk, config: &Config, runtime: Runtime) -> Result<()> {
    match ask {
        BenchAsk::Scale(ask) => runtime.block_on(bench::scale::run(ask, config)),
        BenchAsk::Poll { feeds, articles, json } => {
            runtime.block_on(bench::poll::run(*feeds, *articles, *json, config))
        }
        BenchAsk::Plan { sources, json } => bench::plan::run(*sources, *json),
        BenchAsk::Rank { candidates, lines, json } => bench::rank::run(*candidates, *lines, *json),
        BenchAsk::Watch(ask) => bench::watch::run(ask, config, &runtime),
        BenchAsk::Parse { dir, json } => bench::parse::run(dir, *json, &config.limits),
    }
}
