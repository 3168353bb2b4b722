//! The two programs: the server `tidings`, and `tidings-lab` with what only experiments and benchmarks use.
//!
//! `tidings lab …`, `tidings bench …` and `tidings simulate --compare …` run the second program with the same
//! arguments, so that people type the same whichever program does the work.

use anyhow::{Context, Result, bail};
use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

/// The name of the server's program.
pub const SERVER: &str = "tidings";
/// The name of the program with experiments and benchmarks.
pub const LABORATORY: &str = "tidings-lab";

/// Returns the path of the other program: next to this one, or else on the PATH.
///
/// # Errors
/// When it is in neither place. The message says how to get it.
pub fn find(name: &str) -> Result<PathBuf> {
    let own = std::env::current_exe().context("cannot find the path of this program")?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let Some(found) = search(name, &own, &path) else {
        bail!(
            "cannot find the program {name}, neither next to {} nor on the PATH. `cargo build --release` builds both: \
             tidings with the server and tidings-lab with experiments and measurements",
            own.display()
        );
    };
    Ok(found)
}

fn search(name: &str, own: &Path, path: &OsStr) -> Option<PathBuf> {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let beside = own.parent().map(Path::to_owned);
    let folders = beside.into_iter().chain(std::env::split_paths(path));
    folders.map(|folder| folder.join(&file)).find(|program| program.is_file())
}

/// Runs the lab program with the arguments of this one.
///
/// # Errors
/// When it cannot be found or started.
pub fn hand_over() -> Result<ExitCode> {
    let program = find(LABORATORY)?;
    let mut command = Command::new(&program);
    command.args(std::env::args_os().skip(1));
    replace_process(command).with_context(|| format!("cannot start {}", program.display()))
}

/// As [`hand_over`], for `tidings help lab` and `tidings help bench`, which clap would otherwise answer itself.
#[must_use]
pub fn help_of_another() -> Option<Result<ExitCode>> {
    let words: Vec<OsString> = std::env::args_os().skip(1).take(2).collect();
    let is_asked =
        matches!(&words[..], [help, what] if help == "help" && (what == "lab" || what == "bench"));
    is_asked.then(hand_over)
}

#[cfg(unix)]
fn replace_process(mut command: Command) -> Result<ExitCode> {
    Err(std::os::unix::process::CommandExt::exec(&mut command).into())
}

#[cfg(not(unix))]
fn replace_process(mut command: Command) -> Result<ExitCode> {
    let code = command.status()?.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_program_is_searched_next_to_this_one_before_the_path() {
        let (own, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let file = format!("{LABORATORY}{}", std::env::consts::EXE_SUFFIX);
        let find = || search(LABORATORY, &own.path().join("tidings"), elsewhere.path().as_os_str());
        assert_eq!(find(), None);
        std::fs::write(elsewhere.path().join(&file), "").unwrap();
        assert_eq!(find(), Some(elsewhere.path().join(&file)));
        std::fs::write(own.path().join(&file), "").unwrap();
        assert_eq!(find(), Some(own.path().join(&file)));
    }
}
