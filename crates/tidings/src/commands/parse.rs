//! `tidings parse`: what Tidings finds in a document, or in every file below a folder.

use super::feeds::read;
use crate::{cli::ParseArguments, config::Config, output};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tidings_model::limits::Limits;
use tidings_parse::{Complaint, FetchedDocument, clean, parse, to_json};
use url::Url;

/// Runs the command.
///
/// # Errors
/// When a file cannot be read. A bad document is not an error: it has complaints.
pub fn run(args: &ParseArguments, config: &Config) -> Result<()> {
    let view = |path: &Path| {
        Ok::<_, anyhow::Error>(view(&read(path, config.limits.body_bytes)?, args, &config.limits))
    };
    if !args.many {
        return output::line(serde_json::to_string_pretty(&view(&args.file)?)?);
    }
    for path in files(&args.file)? {
        let mut line = view(&path).unwrap_or_else(|error| json!({"error": format!("{error:#}")}));
        line["path"] = json!(path.to_string_lossy());
        output::line(line)?;
    }
    Ok(())
}

fn view(bytes: &[u8], args: &ParseArguments, limits: &Limits) -> Value {
    let given = args.url.as_deref().filter(|url| !url.is_empty());
    let base = given.and_then(|url| url.parse::<Url>().ok());
    let content_type = args.content_type.as_deref().filter(|text| !text.is_empty());
    let mut parsed = parse(FetchedDocument { bytes, url: base.as_ref(), content_type }, limits);
    if let (Some(given), None) = (given, &base) {
        let message =
            format!("{given:?} is not an absolute address; relative addresses stay unresolved");
        parsed.complaints.push(Complaint { code: "bad_base", message });
    }
    for article in &mut parsed.articles {
        clean(article, limits);
    }
    to_json(&parsed)
}

/// Returns every file below a folder, in order.
///
/// # Errors
/// When a folder cannot be read.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)
            .with_context(|| format!("cannot read the folder {}", folder.display()))?
        {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}
