//! `tidings bench poll`: serves feeds on loopback, polls them twice with `tidings poll`, and measures only the polling
//! process.

use super::feeds;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::path::Path;
use tidings::{commands, config::Config, lab_program, output, scratch::ScratchFolder};
use tidings_model::{Role, limits::Limits};
use tidings_parse::opml::OpmlSubscription;

/// All loopback addresses of this machine.
const LOOPBACK: &str = "127.0.0.0/8";

/// Runs the benchmark.
///
/// # Errors
/// When the feeds cannot be served or polled.
pub async fn run(n_feeds: u32, n_articles: u32, as_json: bool, config: &Config) -> Result<()> {
    let port = feeds::serve(n_articles).await?;
    let folder = ScratchFolder::scratch()?;
    let mut config = config.for_bench(folder.path());
    config.fetch_allow = LOOPBACK.parse()?;
    config.limits = Limits { subscriptions_per_user: usize::MAX, ..config.limits };
    subscribe(n_feeds, port, &config).await?;
    let new = poll(&config, folder.path()).await?;
    let unchanged = poll(&config, folder.path()).await?;
    report(n_feeds, &new, &unchanged, as_json)
}

async fn subscribe(n_feeds: u32, port: u16, config: &Config) -> Result<()> {
    let services = commands::services(config, None).await?;
    let store = &services.context.store;
    if store.users().count().await? > 0 {
        bail!("the database has users. Choose an empty one for the benchmark");
    }
    let now = services.context.now();
    let user = store.users().add("bench".to_owned(), String::new(), Role::User, now).await?;
    let subscriptions: Vec<OpmlSubscription> = (0..n_feeds)
        .map(|n| OpmlSubscription {
            url: feeds::address(n, port),
            title: String::new(),
            site: None,
            folder: Vec::new(),
        })
        .collect();
    services.importing.subscribe_to_all(user, &subscriptions).await?;
    store.close().await;
    Ok(())
}

/// Polls everything in its own process and returns its report.
async fn poll(config: &Config, data: &Path) -> Result<Value> {
    let program = lab_program::find(lab_program::SERVER)?;
    let mut command = tokio::process::Command::new(program);
    command.args(["poll", "--all", "--json", "--fetch-allow", LOOPBACK]).arg("--data").arg(data);
    if let tidings::config::Database::Postgres(url) = &config.database {
        command.env("TIDINGS_DATABASE", url);
    }
    let output =
        command.kill_on_drop(true).output().await.context("cannot start the polling process")?;
    if !output.status.success() {
        bail!("the polling process failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    serde_json::from_slice(&output.stdout).context("the polling process printed no report")
}

fn report(n_feeds: u32, new: &Value, unchanged: &Value, as_json: bool) -> Result<()> {
    let number = |report: &Value, key: &str| report[key].as_f64().unwrap_or(f64::NAN);
    let n_new = number(new, "new_articles");
    let feeds = f64::from(n_feeds);
    let facts = json!({
        "feeds": n_feeds,
        "new_articles": n_new,
        "new_feeds_per_s": feeds / number(new, "wall_s"),
        "unchanged_feeds_per_s": feeds / number(unchanged, "wall_s"),
        "cpu_ms_per_new_article": number(new, "cpu_s") * 1e3 / n_new,
        "cpu_ms_per_unchanged_feed": number(unchanged, "cpu_s") * 1e3 / feeds,
        "peak_rss_mb": number(new, "peak_rss_mb").max(number(unchanged, "peak_rss_mb")),
        "failed": number(new, "failed") + number(unchanged, "failed"),
        "first": new, "second": unchanged,
    });
    if as_json {
        return output::line(facts);
    }
    let value = |key: &str| number(&facts, key);
    output::line(format!(
        "new:       {:.0} feeds/s, {n_new:.0} articles, {:.3} ms CPU per article\nunchanged: {:.0} feeds/s, {:.3} ms CPU per feed\nmemory:    {:.0} MB at most; {:.0} fetches failed",
        value("new_feeds_per_s"),
        value("cpu_ms_per_new_article"),
        value("unchanged_feeds_per_s"),
        value("cpu_ms_per_unchanged_feed"),
        value("peak_rss_mb"),
        value("failed"),
    ))
}
