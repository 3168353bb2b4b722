//! The output of commands: one document on standard output, and progress on standard error if that is a terminal.

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

/// Prints a line to standard output. A closed pipe ends the output quietly, as `head` expects.
///
/// # Errors
/// When standard output cannot be written for another reason.
pub fn line(text: impl std::fmt::Display) -> Result<()> {
    match writeln!(std::io::stdout().lock(), "{text}") {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
        outcome => Ok(outcome?),
    }
}

/// Prints a note to standard error that is not part of the result. Errors are ignored.
pub fn note(text: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr().lock(), "tidings: {text}");
}

/// Returns the exit code. If the command failed, prints the error in one sentence to standard error.
#[must_use]
pub fn exit(outcome: Result<ExitCode>) -> ExitCode {
    outcome.unwrap_or_else(|error| {
        note(format_args!("{error:#}"));
        ExitCode::FAILURE
    })
}

/// Returns a progress bar for long work, shown only on a terminal.
#[must_use]
pub fn progress(total: u64, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(total).with_message(what);
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar.set_style(
        ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar
}

/// Returns a table with the first column aligned left and the others right.
#[must_use]
pub fn table(headings: &[&str], rows: &[Vec<String>]) -> String {
    let mut widths: Vec<usize> = headings.iter().map(|heading| heading.chars().count()).collect();
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let headings: Vec<String> = headings.iter().map(|&heading| heading.to_owned()).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    std::iter::once(&headings).chain(rows).map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    #[test]
    fn columns_line_up() {
        let rows = vec![
            vec!["list".to_owned(), "1.5".to_owned()],
            vec!["counts".to_owned(), "12.25".to_owned()],
        ];
        assert_eq!(
            super::table(&["what", "ms"], &rows),
            "what       ms\nlist      1.5\ncounts  12.25"
        );
    }
}
