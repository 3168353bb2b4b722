//! The entry point: parses the command line, runs the command, and prints errors in one sentence.

use std::process::ExitCode;

// Feeds create many small short-lived strings; the system allocator keeps their pages, this one returns them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if let Some(outcome) = tidings::lab_program::help_of_another() {
        return tidings::output::exit(outcome);
    }
    let matches = tidings::cli::command().get_matches();
    tidings::output::exit(tidings::run(&matches))
}
