//! The program `tidings-lab` from outside, with the arguments that people type after `tidings`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

fn ask(words: &[&str], input: &[u8]) -> Output {
    let mut asked = Command::new(env!("CARGO_BIN_EXE_tidings-lab"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = asked.stdin.take().unwrap().write_all(input);
    asked.wait_with_output().unwrap()
}

#[test]
fn a_generated_trace_can_be_piped_into_an_experiment() {
    let trace =
        ask(&["lab", "generate", "--sources", "8", "--weeks", "4", "--kind", "office"], b"");
    assert!(trace.status.success(), "{trace:?}");
    let words = ["lab", "monitor", "-", "--interval", "12h", "--policy", "uniform,price", "--json"];
    let answer = ask(&words, &trace.stdout);
    let report: serde_json::Value = serde_json::from_slice(&answer.stdout).unwrap();
    let policies: Vec<_> =
        report["results"].as_array().unwrap().iter().map(|row| &row["policy"]).collect();
    assert_eq!(policies, ["uniform", "price"]);
}

#[test]
fn help_names_tidings_and_wrong_usage_has_its_own_exit_status() {
    for words in [&["lab", "--help"][..], &["bench", "--help"], &["help", "lab"]] {
        let answer = ask(words, b"");
        let said = String::from_utf8_lossy(&answer.stdout);
        assert!(answer.status.success() && said.contains("Usage: tidings "), "{words:?}: {said}");
    }
    assert_eq!(ask(&["lab", "nonsense"], b"").status.code(), Some(2));
    let failed = ask(&["lab", "monitor", "nowhere.tsv"], b"");
    assert_eq!(failed.status.code(), Some(1));
    assert!(failed.stderr.starts_with(b"tidings: "), "{failed:?}");
}
