//! The program's door: reads the command line, does what is asked, and says in one sentence what went wrong.

use std::process::ExitCode;

// Feeds make many small short-lived strings; the system allocator keeps their pages, this one gives them back.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if let Some(outcome) = tidings::lab_program::help_of_another() {
        return tidings::output::exit(outcome);
    }
    let matches = tidings::cli::command().get_matches();
    tidings::output::exit(tidings::run(&matches))
}
