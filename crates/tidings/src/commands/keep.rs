//! `tidings check`, `doctor`, `backup` and `restore`: keeping people's data safe.

use super::{open_existing, place};
use crate::{
    cli::{CheckArguments, FileArguments, JsonArguments},
    clock::Time,
    config::Config,
    indexing::{self, IndexError},
    installation, output,
};
use anyhow::{Result, bail};
use serde_json::json;
use tidings_model::Clock;
use tidings_search::Index;
use tidings_store::{Options, Store};

/// `tidings check`: are the database and the search index intact?
///
/// # Errors
/// When they are not, after printing why.
pub async fn check(args: &CheckArguments, config: &Config) -> Result<()> {
    let time = Time::system();
    let findings = match open_existing(config, &time).await {
        Ok(store) => {
            if args.rebuild_index {
                rebuild_index(&store, config, &time).await?;
            }
            let mut findings = store.maintenance().check().await?;
            findings.extend(indexing::check(&store, &indexing::folder(&config.data)).await?);
            findings
        }
        // A damaged file is a finding, not a failure of the check.
        Err(error) => vec![format!("{error:#}")],
    };
    report(
        args.json,
        &findings,
        "The database and the search index are intact.",
        "the check found damage. Follow the advice above, or restore a backup",
    )
}

async fn rebuild_index(store: &Store, config: &Config, time: &Time) -> Result<()> {
    let index = Index::open(&indexing::folder(&config.data))?;
    index.distrust("requested on the command line");
    let bar = output::progress(0, "articles");
    let built = indexing::catch_up(store, &index, time, |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    });
    let built = built.await;
    bar.finish_and_clear();
    match built {
        Err(IndexError::Index(tidings_search::Error::Busy)) => {
            bail!("the running server is using the search index. Stop the server first")
        }
        built => Ok(built?),
    }
}

/// `tidings doctor`: what could be improved?
///
/// # Errors
/// When something could, after printing what.
pub async fn doctor(args: &JsonArguments, config: &Config) -> Result<()> {
    let mut findings: Vec<String> =
        installation::warnings(config).iter().map(ToString::to_string).collect();
    let time = Time::system();
    match open_existing(config, &time).await {
        Ok(store) => {
            findings.extend(store.maintenance().check().await?);
            findings.extend(indexing::check(&store, &indexing::folder(&config.data)).await?);
            contents(config, &store, &mut findings).await?;
        }
        Err(error) => findings.push(format!("{error:#}")),
    }
    report(args.json, &findings, "No problems found.", "some things can be improved: see above")
}

fn report(as_json: bool, findings: &[String], well: &str, unwell: &'static str) -> Result<()> {
    let ok = findings.is_empty();
    if as_json {
        output::line(json!({"ok": ok, "findings": findings}))?;
    } else if ok {
        output::line(well)?;
    } else {
        findings.iter().try_for_each(|finding| output::line(format!("- {finding}")))?;
    }
    if ok { Ok(()) } else { bail!(unwell) }
}

/// Checks the content of the store.
async fn contents(config: &Config, store: &Store, findings: &mut Vec<String>) -> Result<()> {
    if store.users().all().await?.is_empty() {
        findings.push("There is no user yet. Open the setup link that `tidings serve` prints, or run `tidings user add`.".to_owned());
    }
    let counts = store.sources().count().await?;
    if counts.n_failing > 0 {
        findings.push(format!(
            "{} of {} sources are failing; the Sources page says why.",
            counts.n_failing, counts.n_watched
        ));
    }
    let budget = config.budget_for(counts.n_watched);
    if counts.n_watched > 0 && budget.0 < counts.n_watched as f64 {
        findings.push(format!(
            "The budget of {} requests per day is less than one for each of the {} sources, which are still fetched once a day. Raise the budget or unsubscribe from some.",
            budget.0, counts.n_watched
        ));
    }
    Ok(())
}

/// `tidings backup FILE`.
///
/// # Errors
/// When the file already exists or cannot be written.
pub async fn backup(args: &FileArguments, config: &Config) -> Result<()> {
    if args.file.exists() {
        bail!(
            "{} already exists. Choose another file name, or move the file away",
            args.file.display()
        );
    }
    let time = Time::system();
    let store = open_existing(config, &time).await?;
    let written = store.maintenance().backup(args.file.clone(), time.now()).await?;
    output::line(format!(
        "Backed up everything to {} ({} rows).",
        args.file.display(),
        written.n_rows
    ))
}

/// `tidings restore FILE`.
///
/// # Errors
/// When the file is not a backup, or the store is not empty.
pub async fn restore(args: &FileArguments, config: &Config) -> Result<()> {
    super::make_folder(&config.data)?;
    let options = Options::new(place(config), Time::system().now());
    let (store, restored) = Store::restore(options, args.file.clone()).await?;
    let n_articles = store.articles().count().await?;
    store.close().await;
    output::line(format!(
        "Restored {n_articles} articles ({} rows) as of {}. Start the server with `tidings serve`.",
        restored.n_rows, restored.made_at
    ))
}
