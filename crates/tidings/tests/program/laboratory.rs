//! Commands of the lab program: it is found next to the server and gets the same arguments and input; its output and
//! status are passed on.

use std::{
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
};
use tempfile::TempDir;

/// Returns a folder with only the server's program.
fn installed() -> TempDir {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    std::fs::hard_link(env!("CARGO_BIN_EXE_tidings"), folder.path().join("tidings")).unwrap();
    folder
}

/// Runs the program in a folder, with nothing else on its PATH.
fn run_program(folder: &Path, words: &[&str]) -> Output {
    let mut asked = Command::new(folder.join("tidings"))
        .args(words)
        .env("PATH", "/bin:/usr/bin")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input is not an error.
    let _ = asked.stdin.take().unwrap().write_all(b"input");
    asked.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn the_lab_gets_the_arguments_and_input_and_returns_output_and_status() {
    use std::os::unix::fs::PermissionsExt;
    let folder = installed();
    let program = folder.path().join("tidings-lab");
    std::fs::write(&program, "#!/bin/sh\ncat\nprintf '|%s' \"$@\"\nexit 7\n").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    for words in [
        &["lab", "monitor", "-", "--interval", "6h,8h", "--json"][..],
        &["lab", "--help"],
        &["lab"],
        &["help", "bench"],
        &["--data", "x", "bench", "poll", "--feeds", "2"],
        &["bench", "scale", "--database", "sqlite:x", "--listen", "nonsense"],
        &["simulate", "--weeks", "3", "--compare"],
    ] {
        let answer = run_program(folder.path(), words);
        let expected = words.iter().fold("input".to_owned(), |a, b| a + "|" + b);
        assert_eq!(String::from_utf8_lossy(&answer.stdout), expected, "{words:?}: {answer:?}");
        assert_eq!((answer.status.code(), answer.stderr.as_slice()), (Some(7), &b""[..]));
    }
}

#[test]
fn without_the_lab_an_error_says_how_to_build_it() {
    let answer = run_program(installed().path(), &["lab", "monitor", "trace.tsv"]);
    assert_eq!((answer.status.code(), answer.stdout.as_slice()), (Some(1), &b""[..]));
    let message = String::from_utf8_lossy(&answer.stderr);
    assert!(
        message.starts_with("tidings: cannot find the program tidings-lab, neither next to "),
        "{message}"
    );
    assert!(message.contains("`cargo build --release` builds both"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
}
