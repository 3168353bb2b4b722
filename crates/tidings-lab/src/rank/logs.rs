//! `lab rank --impressions` and `--next-clicks`: simple scores on logs of real readers, and what such logs can show.
//!
//! Every click also depends on what a page showed prominently, so a score that follows the crowd follows that page too.
//! These figures compare scores with each other on the same log, and say nothing about what readers would have opened
//! otherwise.

pub mod impressions;
pub mod next_clicks;

use crate::trace::{fields, unpacked};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The result of one score.
#[derive(Debug, Clone, PartialEq)]
pub struct LogScoreRow {
    /// Its name.
    pub score: String,
    /// The average of the figure.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// The result of an independent implementation.
    pub reference: Option<f64>,
}

/// All rows, and what they measure.
#[derive(Debug, Clone, PartialEq)]
pub struct LogsReport {
    /// The figure.
    pub figure: &'static str,
    /// The number of impressions or clicks.
    pub n: usize,
    /// Average number of candidates.
    pub candidates: f64,
    /// The scores.
    pub rows: Vec<LogScoreRow>,
}

impl LogsReport {
    /// Returns the report as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let row =
            |row: &LogScoreRow| json!({"score": row.score, "mean": row.mean, "se": row.error});
        json!({
            "figure": self.figure,
            "n": self.n,
            "candidates": self.candidates,
            "results": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }

    /// Returns headings and rows for a terminal.
    #[must_use]
    pub fn table(&self) -> (Vec<&'static str>, Vec<Vec<String>>) {
        let cells = |row: &LogScoreRow| {
            let reference = row.reference.map(|reference| format!("{reference:.3}"));
            vec![
                row.score.clone(),
                format!("{:.4}", row.mean),
                format!("{:.4}", row.error),
                reference.unwrap_or_else(|| "-".to_owned()),
            ]
        };
        (vec!["score", self.figure, "±", "reference"], self.rows.iter().map(cells).collect())
    }
}

/// A sum and a sum of squares.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Sum {
    fn add(&mut self, value: f64) {
        self.n += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn row(&self, score: &str, reference: Option<f64>) -> LogScoreRow {
        let n = self.n.max(1.0);
        let mean = self.sum / n;
        let error = ((self.squares / n - mean * mean).max(0.0) / n).sqrt();
        LogScoreRow { score: score.to_owned(), mean, error, reference }
    }
}

/// Returns the named columns of every line of a table.
fn table<const N: usize>(path: &Path, names: [&str; N]) -> Result<Vec<[String; N]>> {
    let raw =
        std::fs::File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let mut lines = BufReader::with_capacity(1 << 16, unpacked(raw)?).lines();
    let header = lines.next().transpose()?.unwrap_or_default();
    let separator = if header.contains('\t') { '\t' } else { ',' };
    let header = fields(&header, separator);
    let mut places = [0; N];
    for (place, name) in places.iter_mut().zip(names) {
        match header.iter().position(|field| field == name) {
            Some(found) => *place = found,
            None => bail!(
                "expected columns {} in {}, found {}",
                names.join(", "),
                path.display(),
                header.join(", ")
            ),
        }
    }
    let of_line = |line: std::io::Result<String>| {
        let mut fields = fields(&line?, separator);
        Ok(places.map(|place| fields.get_mut(place).map(std::mem::take).unwrap_or_default()))
    };
    lines.map(of_line).collect()
}

#[cfg(test)]
mod tests;
