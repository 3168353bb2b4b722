//! Sanitizes HTML from standard input, as if it were an article of the page given on the command line.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "an example program, not the pure crate, reads and prints"
)]

use std::io::Read;
use tidings_parse::{page::page_text, sanitize::sanitize};

fn main() {
    let base = std::env::args()
        .nth(1)
        .map(|address| address.parse().expect("the argument is a valid URL"));
    let mut html = Vec::new();
    std::io::stdin().read_to_end(&mut html).expect("standard input can be read");
    println!("{}", sanitize(&page_text(&html, None), base.as_ref(), &Default::default()));
}
