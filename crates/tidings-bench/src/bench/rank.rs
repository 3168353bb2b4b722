//! `tidings bench rank`: how long it takes to rank a page for a reader, and to learn their taste again from the log.

use anyhow::Result;
use serde_json::json;
use tidings::output;
use tidings_lab::rank::speed::{SpeedRow, speed};

/// Repetitions, of which the median counts.
const TIMES: usize = 7;

/// Runs the benchmark.
///
/// # Errors
/// When standard output cannot be written.
pub fn run(candidates: u32, lines: u32, as_json: bool) -> Result<()> {
    let runs: Vec<Vec<SpeedRow>> =
        (0..TIMES).map(|_| speed(candidates as usize, lines as usize)).collect();
    let medians = (0..runs[0].len()).map(|which| {
        let mut took: Vec<f64> = runs.iter().map(|run| run[which].ms).collect();
        took.sort_unstable_by(f64::total_cmp);
        SpeedRow { ms: took[TIMES / 2], ..runs[0][which].clone() }
    });
    let medians: Vec<SpeedRow> = medians.collect();
    if as_json {
        let row = |took: &SpeedRow| json!({"what": took.what, "ms": took.ms});
        let rows: Vec<_> = medians.iter().map(row).collect();
        return output::line(json!({"candidates": candidates, "lines": lines, "results": rows}));
    }
    let row = |took: &SpeedRow| vec![took.what.to_owned(), format!("{:.3}", took.ms)];
    let rows: Vec<_> = medians.iter().map(row).collect();
    output::line(output::table(&["what", "ms"], &rows))
}
