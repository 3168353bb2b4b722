//! `tidings add` and `tidings opml`: following sources from the command line.

use super::{daemon_on_existing, open_existing, the_user};
use crate::{
    cli::{AddAsk, OpmlAsk, RemoveAsk},
    clock::Time,
    config::Config,
    follow::{Imported, NotFollowed},
    output,
};
use anyhow::{Context, Result, anyhow, bail};
use serde_json::json;
use std::{io::Read, path::Path};
use tidings_parse::opml;

/// `tidings add URL`.
///
/// # Errors
/// Why the address cannot be followed.
pub async fn add(ask: &AddAsk, config: &Config) -> Result<()> {
    let daemon = daemon_on_existing(config).await?;
    let user = the_user(&daemon.store, ask.user.as_deref()).await?;
    let followed = match daemon.follow(user.id, &ask.url, ask.folder.as_deref()).await {
        Err(NotFollowed::Choice(candidates)) => {
            let list: Vec<String> = candidates
                .iter()
                .map(|candidate| format!("  {}  {}", candidate.url, candidate.title))
                .collect();
            bail!(
                "{} links to {} feeds; add the one you want:\n{}",
                ask.url,
                candidates.len(),
                list.join("\n")
            );
        }
        result => result?,
    };
    let articles = if followed.n_articles == 1 {
        "1 article".to_owned()
    } else {
        format!("{} articles", followed.n_articles)
    };
    output::line(format!(
        "{} follows {} ({}) now: {articles}.",
        user.name, followed.title, followed.url
    ))?;
    daemon.store.close().await;
    Ok(())
}

/// `tidings remove URL`.
///
/// # Errors
/// When the user does not follow it.
pub async fn remove(ask: &RemoveAsk, config: &Config) -> Result<()> {
    let daemon = daemon_on_existing(config).await?;
    let user = the_user(&daemon.store, ask.user.as_deref()).await?;
    let title = daemon.unfollow(user.id, &ask.url).await.map_err(|why| {
        anyhow!("{} is not unfollowed: {why} (`tidings opml export` lists the addresses)", ask.url)
    })?;
    output::line(format!(
        "{} no longer follows {title}; what was starred or tagged stays.",
        user.name
    ))?;
    daemon.store.close().await;
    Ok(())
}

/// `tidings opml …`.
///
/// # Errors
/// When the file cannot be read, is no list, or the store cannot write.
pub async fn opml(ask: &OpmlAsk, config: &Config) -> Result<()> {
    match ask {
        OpmlAsk::Import { file, user, json } => import(file, user.as_deref(), *json, config).await,
        OpmlAsk::Export { user } => export(user.as_deref(), config).await,
    }
}

async fn import(file: &Path, user: Option<&str>, as_json: bool, config: &Config) -> Result<()> {
    let daemon = daemon_on_existing(config).await?;
    let user = the_user(&daemon.store, user).await?;
    let bytes = read(file, config.limits.opml_bytes)?;
    let list = opml::read(&bytes, &config.limits)
        .map_err(|why| anyhow!("{} is not imported: {why}", file.display()))?;
    let bar = output::progress(list.outlines.len() as u64, "subscribing");
    let imported = daemon
        .import(user.id, list, |n| bar.inc(n))
        .await
        .map_err(|error| anyhow!("{error}; import the same file again to continue"))?;
    bar.finish_and_clear();
    daemon.store.close().await;
    report(&imported, as_json)
}

fn report(imported: &Imported, as_json: bool) -> Result<()> {
    if as_json {
        let refused: Vec<_> =
            imported.refused.iter().map(|(url, why)| json!({"url": url, "why": why})).collect();
        return output::line(
            json!({"added": imported.n_added, "known": imported.n_known, "refused": refused}),
        );
    }
    output::line(format!(
        "{} added, {} followed already, {} refused.",
        imported.n_added,
        imported.n_known,
        imported.refused.len()
    ))?;
    for (url, why) in &imported.refused {
        output::line(format!("  {url}: {why}"))?;
    }
    Ok(())
}

async fn export(user: Option<&str>, config: &Config) -> Result<()> {
    let store = open_existing(config, &Time::system()).await?;
    let user = the_user(&store, user).await?;
    output::line(crate::importing::export(&store, user.id).await?.trim_end())
}

/// Reads a file or standard input, up to a bound.
///
/// # Errors
/// When it cannot be read, or is larger.
pub fn read(file: &Path, most: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = most as u64 + 1;
    if file == Path::new("-") {
        std::io::stdin()
            .take(limit)
            .read_to_end(&mut bytes)
            .context("standard input cannot be read")?;
    } else {
        let opened = std::fs::File::open(file)
            .with_context(|| format!("{} cannot be opened", file.display()))?;
        opened
            .take(limit)
            .read_to_end(&mut bytes)
            .with_context(|| format!("{} cannot be read", file.display()))?;
    }
    if bytes.len() > most {
        bail!("{} is larger than {} MiB, the most that is read", file.display(), most >> 20);
    }
    Ok(bytes)
}
