//! Short traces, empty traces, and options that ask for too much.

use super::*;
use clap::{Args, FromArgMatches};

/// Monday 5 January 1970.
const MONDAY: i64 = 4 * 86_400;

fn args(flags: &[&str]) -> MonitorArguments {
    let command = MonitorArguments::augment_args(clap::Command::new("monitor"));
    let words = ["monitor", "trace.tsv"].iter().chain(flags);
    MonitorArguments::from_arg_matches(&command.get_matches_from(words)).unwrap()
}

/// One posting a day at noon, for `days` days from a Monday on.
fn daily(days: i64) -> Events {
    Events::from([("a".to_owned(), (0..days).map(|day| MONDAY + day * 86_400 + 43_200).collect())])
}

fn tried(events: &Events, flags: &[&str]) -> (Result<Chosen>, Vec<String>) {
    let (args, mut notes) = (args(flags), Vec::new());
    let chosen = chosen(&args, events, selection(&args).unwrap(), |text| notes.push(text));
    (chosen, notes)
}

fn refused(events: &Events, flags: &[&str]) -> String {
    tried(events, flags).0.unwrap_err().to_string()
}

#[test]
fn weeks_after_the_last_posting_are_replayed_only_on_request() {
    let (chosen, notes) = tried(&daily(21), &["--from", "1970-01-05"]);
    assert!((chosen.unwrap().trace.end / DAY - 21.0).abs() < 1e-9);
    assert!(notes[0].contains("1970-01-25, so 21 days are replayed"), "{notes:?}");

    let (chosen, notes) = tried(&daily(21), &["--from", "1970-01-05", "--weeks", "13"]);
    assert!((chosen.unwrap().trace.end / DAY - 91.0).abs() < 1e-9);
    assert!(notes[0].starts_with("warning: ") && notes[0].contains("70 days"), "{notes:?}");

    let (chosen, notes) = tried(&daily(91), &["--from", "1970-01-05"]);
    assert!((chosen.unwrap().trace.end / DAY - 91.0).abs() < 1e-9);
    assert_eq!(notes, Vec::<String>::new());
}

#[test]
fn a_trace_that_ends_in_training_is_refused_with_working_flags() {
    let week = daily(7);
    let said = refused(&week, &[]);
    assert!(said.contains("try --from 1970-01-05 --train 2d"), "{said}");
    let (chosen, _) = tried(&week, &["--from", "1970-01-05", "--train", "2d"]);
    assert!((chosen.unwrap().train_days - 2.0).abs() < 1e-9);
    assert!(refused(&daily(1), &[]).contains("one day is too short"));
    assert!(refused(&week, &["--from", "1971-01-04"]).contains("to 1970-01-11; try"));
}

#[test]
fn errors_say_what_is_wrong_with_a_trace_or_an_option() {
    assert!(refused(&Events::new(), &[]).contains("has no postings"));
    assert!(refused(&daily(30), &["--min-postings", "1000"]).contains("the busiest has 30"));
    assert!(refused(&daily(30), &["--train", "0d"]).contains("longer than 0"));
    assert!(refused(&daily(30), &["--weeks", "2"]).contains("more --weeks"));
}

#[test]
fn weeks_and_sources_have_limits() {
    let command = || MonitorArguments::augment_args(clap::Command::new("monitor"));
    for weeks in ["0", "521", "1000000"] {
        let asked = command().try_get_matches_from(["monitor", "trace.tsv", "--weeks", weeks]);
        assert!(asked.is_err(), "{weeks}");
    }
}

#[test]
fn the_help_names_every_policy_and_every_column() {
    use clap::Subcommand;
    use tidings_lab::monitor::{policies, report};
    let mut command = crate::cli::LabArguments::augment_subcommands(clap::Command::new("lab"));
    let help = command.find_subcommand_mut("monitor").unwrap().render_long_help().to_string();
    let words: Vec<&str> = help.split([' ', ',', ';', '\n', '.', ')']).collect();
    for name in policies::NAMES.iter().chain(&policies::FOR_READERS) {
        assert!(words.contains(name), "{name} is not in the help");
    }
    for heading in report::HEADINGS.iter().chain(&report::READER_HEADINGS).skip(2) {
        assert!(help.contains(&format!("\n  {heading} ")), "{heading} is not in the help");
    }
}
