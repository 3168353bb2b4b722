//! `tidings check`, `doctor`, `backup`, `restore`: keeping what people have.

use super::{open, place};
use crate::{
    cli::{FileAsk, JsonAsk},
    clock::Time,
    config::{Config, Database},
    output,
};
use anyhow::{Result, bail};
use serde_json::json;
use std::{net::SocketAddr, process::ExitCode};
use tidings_model::Clock;
use tidings_store::{Options, Store};

/// `tidings check`: is the store whole?
///
/// # Errors
/// When the store cannot be opened.
pub async fn check(ask: &JsonAsk, config: &Config) -> Result<ExitCode> {
    let time = Time::system();
    let findings = match open(config, &time).await {
        Ok(store) => store.check().await?,
        // A damaged file is a finding, not a failure to look.
        Err(error) => vec![format!("{error:#}")],
    };
    let ok = findings.is_empty();
    if ask.json {
        output::line(json!({"ok": ok, "findings": findings}))?;
    } else if ok {
        output::line("The store is whole.")?;
    } else {
        for finding in &findings {
            output::line(finding)?;
        }
    }
    Ok(if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// `tidings doctor`: what could be better here?
///
/// # Errors
/// When standard output cannot be written.
pub async fn doctor(ask: &JsonAsk, config: &Config) -> Result<ExitCode> {
    let mut findings = Vec::new();
    installation(config, &mut findings);
    let time = Time::system();
    match open(config, &time).await {
        Ok(store) => {
            findings.extend(store.check().await?);
            contents(config, &store, &mut findings).await?;
        }
        Err(error) => findings.push(format!("{error:#}")),
    }
    let ok = findings.is_empty();
    if ask.json {
        output::line(json!({"ok": ok, "findings": findings}))?;
    } else if ok {
        output::line("All is well.")?;
    } else {
        for finding in &findings {
            output::line(format!("- {finding}"))?;
        }
    }
    Ok(if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What the settings and the data folder tell.
fn installation(config: &Config, findings: &mut Vec<String>) {
    if !config.listen.ip().is_loopback()
        && config.public_url.as_ref().is_none_or(|url| url.scheme() != "https")
    {
        findings.push(format!(
            "Pages are served on {} without https: set public-url to an https address and put a TLS proxy in front, or listen on 127.0.0.1.",
            config.listen
        ));
    }
    if config.fetch_allow.allows("example.invalid", SocketAddr::from(([192, 168, 255, 254], 1))) {
        findings.push("fetch-allow lets whole private networks be fetched: anybody who can add a feed can reach your own network. Name single hosts.".to_owned());
    }
    #[cfg(unix)]
    if let Ok(data) = std::fs::metadata(&config.data) {
        use std::os::unix::fs::MetadataExt;
        if data.mode() & 0o077 != 0 {
            findings.push(format!(
                "Others can look into the data folder {0}: run `chmod 700 {0}`.",
                config.data.display()
            ));
        }
    }
    if let Ok(space) = rustix::fs::statvfs(&config.data) {
        let free_mb = space.f_bavail.saturating_mul(space.f_frsize) >> 20;
        if free_mb < 512 {
            findings.push(format!("Only {free_mb} MiB are free where the data are kept; make room before it runs full."));
        }
    }
}

/// What the store tells.
async fn contents(config: &Config, store: &Store, findings: &mut Vec<String>) -> Result<()> {
    if store.users().await?.is_empty() {
        findings.push("There is no user yet: open the set-up link that `tidings serve` prints, or run `tidings user add`.".to_owned());
    }
    let counts = store.count_sources().await?;
    if counts.n_failing > 0 {
        findings.push(format!(
            "{} of {} watched sources fail; the Sources page says why.",
            counts.n_failing, counts.n_watched
        ));
    }
    let budget = config.budget_for(counts.n_watched);
    if counts.n_watched > 0 && budget.0 < counts.n_watched as f64 {
        findings.push(format!(
            "The budget of {} retrievals a day is less than one for each of the {} watched sources: they are asked once a day all the same. Raise the budget or follow less.",
            budget.0, counts.n_watched
        ));
    }
    Ok(())
}

/// `tidings backup FILE`.
///
/// # Errors
/// When the file exists or cannot be written.
pub async fn backup(ask: &FileAsk, config: &Config) -> Result<()> {
    if let Database::Sqlite(path) = &config.database
        && !path.exists()
    {
        bail!("there is nothing to back up: {} does not exist (is --data right?)", path.display());
    }
    let time = Time::system();
    let store = open(config, &time).await?;
    let written = store.backup(ask.file.clone(), time.now()).await?;
    output::line(format!("Everything is in {} now ({} rows).", ask.file.display(), written.n_rows))
}

/// `tidings restore FILE`.
///
/// # Errors
/// When the file is no backup, or something is there already.
pub async fn restore(ask: &FileAsk, config: &Config) -> Result<()> {
    super::make_folder(&config.data)?;
    let options = Options::new(place(config), Time::system().now());
    let (store, restored) = Store::restore(options, ask.file.clone()).await?;
    let n_articles = store.count_articles().await?;
    store.close().await;
    output::line(format!(
        "{n_articles} articles ({} rows), as they were at {}, are back; `tidings serve` goes on from here.",
        restored.n_rows, restored.made_at
    ))
}
