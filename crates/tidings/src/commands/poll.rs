//! `tidings poll`: one round of fetches without a server.

use super::services_on_existing;
use crate::{
    cli::PollArguments, config::Config, fetching::RoundEnd, output, pricing::Elapsed,
    services::Services,
};
use anyhow::{Result, bail};
use serde_json::json;
use std::time::Instant;

/// Runs the command.
///
/// # Errors
/// When the store fails.
pub async fn run(args: &PollArguments, config: &Config) -> Result<()> {
    let started = Instant::now();
    let services = services_on_existing(config).await?;
    let Services { context, pricing, fetching, .. } = &*services;
    let now = context.now();
    if args.all {
        context.store.sources().make_due(now).await?;
    }
    let n_sources = context.store.sources().count_due(now, now).await?;
    services.beliefs.refresh(now).await?;
    pricing.check_plans().await?;
    pricing.adjust(Elapsed::All).await?;
    let bar = output::progress(n_sources, "retrieving");
    let ended = fetching.poll(now, || bar.inc(1)).await?;
    bar.finish_and_clear();
    context.store.close().await;
    let counted = services.pulse.counted();
    let (wall_s, cpu_s) = (started.elapsed().as_secs_f64(), cpu_seconds());
    let sources = counted.changed + counted.unchanged + counted.failed;
    if args.json {
        output::line(json!({
            "sources": sources, "changed": counted.changed, "unchanged": counted.unchanged, "failed": counted.failed,
            "new_articles": counted.new_articles, "updated_articles": counted.updated_articles,
            "wall_s": wall_s, "cpu_s": cpu_s, "peak_rss_mb": peak_rss_mb(),
        }))?;
    } else {
        output::line(format!(
            "{sources} sources fetched in {wall_s:.1} s: {} changed, {} unchanged, {} failed; {} new articles, {} updated.",
            counted.changed,
            counted.unchanged,
            counted.failed,
            counted.new_articles,
            counted.updated_articles
        ))?;
    }
    match ended {
        RoundEnd::All => Ok(()),
        RoundEnd::Offline => bail!(
            "no host responds, so this machine's network seems to be down. The other sources stay due"
        ),
    }
}

/// Returns the processor time of this process so far.
#[must_use]
pub fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Returns the peak memory of this process, if the system reports it.
#[must_use]
pub fn peak_rss_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kb: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kb / 1024.0)
}
