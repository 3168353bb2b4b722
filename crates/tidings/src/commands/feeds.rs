//! `tidings add`, `tidings remove` and `tidings opml`: subscriptions from the command line.

use super::{open_existing, services_on_existing, the_user};
use crate::{
    cli::{AddArguments, OpmlArguments, RemoveArguments},
    clock::Time,
    config::Config,
    output,
    services::Services,
    subscribing::BestFeed,
};
use anyhow::{Context, Result, anyhow, bail};
use serde_json::json;
use std::{io::Read, path::Path};
use tidings_model::{Refusal, UserId};
use tidings_parse::opml;

/// `tidings add URL`.
///
/// # Errors
/// Why the address cannot be subscribed to.
pub async fn add(args: &AddArguments, config: &Config) -> Result<()> {
    let services = services_on_existing(config).await?;
    let user = the_user(&services.context.store, args.user.as_deref()).await?;
    let BestFeed { followed, refused, others } =
        services.subscribing.follow_best(user.id, &args.url, args.folder.as_deref()).await?;
    let articles = if followed.n_articles == 1 {
        "1 article".to_owned()
    } else {
        format!("{} articles", followed.n_articles)
    };
    output::line(format!(
        "{} is now subscribed to {} ({}): {articles}.",
        user.name, followed.title, followed.url
    ))?;
    for (feed, why) in &refused {
        output::line(format!("{} could not be added: {}", feed.url, why.message))?;
    }
    if !others.is_empty() {
        output::line(format!("Other feeds of {}:", args.url))?;
    }
    for feed in &others {
        output::line(format!("  {}  {}", feed.url, feed.title).trim_end())?;
    }
    services.context.store.close().await;
    Ok(())
}

/// `tidings remove URL`.
///
/// # Errors
/// When the user is not subscribed to it.
pub async fn remove(args: &RemoveArguments, config: &Config) -> Result<()> {
    let services = services_on_existing(config).await?;
    let user = the_user(&services.context.store, args.user.as_deref()).await?;
    let title = services.subscribing.unfollow(user.id, &args.url).await.map_err(|why| {
        anyhow!(
            "cannot unsubscribe from {}: {why} (`tidings opml export` lists the addresses)",
            args.url
        )
    })?;
    output::line(format!(
        "{} is no longer subscribed to {title}. Starred and tagged articles are kept.",
        user.name
    ))?;
    services.context.store.close().await;
    Ok(())
}

/// `tidings opml …`.
///
/// # Errors
/// When the file cannot be read, is not a list of subscriptions, or the store cannot write.
pub async fn opml(args: &OpmlArguments, config: &Config) -> Result<()> {
    match args {
        OpmlArguments::Import { file, user, json } => {
            import(file, user.as_deref(), *json, config).await
        }
        OpmlArguments::Export { user } => export(user.as_deref(), config).await,
    }
}

async fn import(file: &Path, user: Option<&str>, as_json: bool, config: &Config) -> Result<()> {
    let services = services_on_existing(config).await?;
    let user = the_user(&services.context.store, user).await?;
    let bytes = read(file, config.limits.import_bytes)?;
    let n_lines = opml::read(&bytes, &config.limits)
        .map_err(|why| anyhow!("cannot import {}: {why}", file.display()))?
        .outlines
        .len();
    let bar = output::progress(n_lines as u64, "subscribing");
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let import = services
        .importing
        .import(user.id, &name, bytes, |n| bar.inc(n))
        .await
        .map_err(|error| anyhow!("{error}; import the same file again to continue"))?;
    bar.finish_and_clear();
    report(&services, user.id, import, as_json).await?;
    services.context.store.close().await;
    Ok(())
}

async fn report(services: &Services, user: UserId, import: i64, as_json: bool) -> Result<()> {
    let store = &services.context.store;
    let imported = store.imports().get(user, import).await?.context("the import was deleted")?;
    let refused: Vec<(String, String)> = store
        .imports()
        .refused_lines(user, import, usize::MAX >> 1)
        .await?
        .into_iter()
        .map(|(_, line)| {
            let why = Refusal::of_code(&line.why).map_or(line.why, |why| why.to_string());
            (line.url, why)
        })
        .collect();
    let (added, known) = (imported.n_added(), imported.n_known());
    if as_json {
        let refused: Vec<_> =
            refused.iter().map(|(url, why)| json!({"url": url, "why": why})).collect();
        return output::line(json!({"added": added, "known": known, "refused": refused}));
    }
    output::line(format!("{added} added, {known} already subscribed, {} refused.", refused.len()))?;
    for (url, why) in &refused {
        output::line(format!("  {url}: {why}"))?;
    }
    Ok(())
}

async fn export(user: Option<&str>, config: &Config) -> Result<()> {
    let store = open_existing(config, &Time::system()).await?;
    let user = the_user(&store, user).await?;
    output::line(crate::importing::export(&store, user.id).await?.trim_end())
}

/// Returns a limit as the manual gives it: "64 MB", "16 MiB".
fn size(bytes: usize) -> String {
    match bytes % (1 << 20) {
        0 => format!("{} MiB", bytes >> 20),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

/// Reads a file or standard input, up to a size limit.
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
            .context("cannot read standard input")?;
    } else {
        let opened =
            std::fs::File::open(file).with_context(|| format!("cannot open {}", file.display()))?;
        opened
            .take(limit)
            .read_to_end(&mut bytes)
            .with_context(|| format!("cannot read {}", file.display()))?;
    }
    if bytes.len() > most {
        bail!("{} is larger than {}, the most that can be read", file.display(), size(most));
    }
    Ok(bytes)
}
