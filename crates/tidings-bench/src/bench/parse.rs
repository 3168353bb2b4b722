//! `tidings bench parse`: how fast documents are parsed, with and without sanitizing.

use anyhow::{Result, bail};
use serde_json::json;
use std::{path::Path, time::Instant};
use tidings::{commands::parse::files, output};
use tidings_model::limits::Limits;
use tidings_parse::{FetchedDocument, clean, parse};

/// Rounds, of which the best counts, because the machine may be busy.
const ROUNDS: usize = 5;

/// Runs the benchmark.
///
/// # Errors
/// When the folder cannot be read or has no file.
pub fn run(folder: &Path, as_json: bool, limits: &Limits) -> Result<()> {
    let documents: Vec<Vec<u8>> =
        files(folder)?.iter().filter_map(|path| std::fs::read(path).ok()).collect();
    if documents.is_empty() {
        bail!("{} has no file to parse", folder.display());
    }
    let megabytes = documents.iter().map(Vec::len).sum::<usize>() as f64 / 1e6;
    let best = |is_cleaned: bool| {
        let round = || {
            let start = Instant::now();
            let n_articles: usize =
                documents.iter().map(|bytes| read(bytes, limits, is_cleaned)).sum();
            (start.elapsed().as_secs_f64(), n_articles)
        };
        (0..ROUNDS).map(|_| round()).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
    };
    let ((plain_s, n_articles), (clean_s, _)) = (best(false), best(true));
    let n = documents.len() as f64;
    if as_json {
        return output::line(
            json!({"files": documents.len(), "megabytes": megabytes, "articles": n_articles,
            "parse": {"mb_per_s": megabytes / plain_s, "ms_per_feed": plain_s * 1e3 / n},
            "parse_and_sanitise": {"mb_per_s": megabytes / clean_s, "ms_per_feed": clean_s * 1e3 / n}}),
        );
    }
    output::line(format!(
        "{n} files, {megabytes:.1} MB, {n_articles} articles\nparse:              {:.0} MB/s, {:.3} ms per feed\nparse and sanitize: {:.0} MB/s, {:.3} ms per feed",
        megabytes / plain_s,
        plain_s * 1e3 / n,
        megabytes / clean_s,
        clean_s * 1e3 / n
    ))
}

fn read(bytes: &[u8], limits: &Limits, is_cleaned: bool) -> usize {
    let mut parsed = parse(FetchedDocument { bytes, url: None, content_type: None }, limits);
    if is_cleaned {
        parsed.articles.iter_mut().for_each(|article| clean(article, limits));
    }
    parsed.articles.len()
}
