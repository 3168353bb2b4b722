//! The program's door: reads the command line, does what is asked, and says in one sentence what went wrong.

use std::io::Write;
use std::process::ExitCode;

// Feeds make many small short-lived strings; the system allocator keeps their pages, this one gives them back.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let matches = tidings::cli::command().get_matches();
    match tidings::run(&matches) {
        Ok(code) => code,
        Err(error) => {
            // Nothing else can be done when standard error is closed.
            let _ = writeln!(std::io::stderr(), "tidings: {error:#}");
            ExitCode::FAILURE
        }
    }
}
