//! The program `tidings-lab`: experiments and benchmarks; `tidings lab` and `tidings bench` call it.

use std::process::ExitCode;

// The same as the server's, so that what is measured here is what runs there.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let matches = tidings_bench::cli::command().get_matches();
    tidings::output::exit(tidings_bench::run(&matches))
}
