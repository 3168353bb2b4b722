//! Reads a secret from a terminal, without showing it.

use anyhow::{Context, Result};
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
use std::io::Write;

/// Prints a question and reads a line without echoing it.
///
/// # Errors
/// When standard input is not a terminal or ends.
pub fn read_hidden(question: &str) -> Result<String> {
    let stdin = std::io::stdin();
    write!(std::io::stderr(), "{question}")?;
    let shown = tcgetattr(&stdin)
        .context("standard input is not a terminal. Pipe the password in with --password-stdin")?;
    let mut hidden = shown.clone();
    hidden.local_modes -= LocalModes::ECHO;
    tcsetattr(&stdin, OptionalActions::Flush, &hidden)?;
    let mut line = String::new();
    let outcome = stdin.read_line(&mut line);
    tcsetattr(&stdin, OptionalActions::Flush, &shown)?;
    writeln!(std::io::stderr())?;
    outcome?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
