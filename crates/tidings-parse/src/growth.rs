//! Checks that work grows linearly with its input, by the thread's own CPU time, so that other processes do not count.

use rustix::time::{ClockId, clock_gettime};

/// How much larger the large input is.
const TIMES: usize = 8;
/// Linear work takes 8 times as long, quadratic work 64 times: this lies between the two.
const MOST: f64 = 24.0;
/// A cold cache or a stepped clock can spoil one measurement, but not this many.
const TRIES: usize = 6;

/// Returns the CPU time that this thread has used, in seconds.
fn cpu_seconds() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 / 1e9
}

fn cost(work: impl FnOnce()) -> f64 {
    let begun = cpu_seconds();
    work();
    cpu_seconds() - begun
}

/// Asserts that reading eight times as much takes about eight times as long. `make` creates an input of about that many
/// bytes.
pub(crate) fn assert_linear(
    what: &str,
    bytes: usize,
    make: impl Fn(usize) -> String,
    read: impl Fn(&str),
) {
    let (small, large) = (make(bytes), make(TIMES * bytes));
    let (mut of_small, mut of_large) = (f64::MAX, f64::MAX);
    for _ in 0..TRIES {
        of_small = of_small.min(cost(|| read(&small)));
        of_large = of_large.min(cost(|| read(&large)));
        if of_large <= MOST * of_small {
            return;
        }
    }
    panic!(
        "{what}: {of_small:.5} s for {bytes} bytes, but {of_large:.5} s for {TIMES} times as many"
    );
}
