//! Parses feeds and prints one JSON line per file, with its path, for comparison with other parsers.
//!
//! `parse_many [--url BASE] [--content-type TYPE] PATH…`; a folder means all files in it.
#![expect(
    clippy::disallowed_methods,
    reason = "an example program, not the pure crate, reads files"
)]

use std::{
    env, fs,
    io::{Result, Write as _, stdout},
    path::{Path, PathBuf},
};
use tidings_parse::{FetchedDocument, parse, to_json};

fn main() -> Result<()> {
    let (mut url, mut content_type, mut paths) = (None, None, Vec::new());
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--url" => url = arguments.next().and_then(|url| url.parse().ok()),
            "--content-type" => content_type = arguments.next(),
            path => files(Path::new(path), &mut paths)?,
        }
    }
    let mut out = stdout().lock();
    for path in paths {
        let bytes = fs::read(&path)?;
        let document = FetchedDocument {
            bytes: &bytes,
            url: url.as_ref(),
            content_type: content_type.as_deref(),
        };
        let mut line = to_json(&parse(document, &Default::default()));
        line["path"] = path.to_string_lossy().into();
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn files(path: &Path, paths: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_file() {
        paths.push(path.to_owned());
        return Ok(());
    }
    let mut entries = fs::read_dir(path)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>>>()?;
    entries.sort();
    entries.iter().try_for_each(|entry| files(entry, paths))
}
