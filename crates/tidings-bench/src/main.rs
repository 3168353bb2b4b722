//! The program `tidings-lab`: experiments and benchmarks, run by `tidings lab` and `tidings bench`.

use std::process::ExitCode;

// The same allocator as the server's, so that benchmarks measure what runs there.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let matches = tidings_bench::cli::command().get_matches();
    tidings::output::exit(tidings_bench::run(&matches))
}
