//! Asking for a secret at a terminal, without showing it.

use anyhow::{Context, Result};
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
use std::io::Write;

/// Shows a question and reads a line that does not appear on the screen.
///
/// # Errors
/// When standard input is no terminal or breaks off.
pub fn read_hidden(question: &str) -> Result<String> {
    let stdin = std::io::stdin();
    write!(std::io::stderr(), "{question}")?;
    let shown = tcgetattr(&stdin)
        .context("standard input is no terminal: give --password-stdin and pipe the password in")?;
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
