//! `tidings lab`: experiments on traces.

mod rank;
mod topics;
mod window;

use crate::cli::{LabArguments, MonitorArguments};
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::collections::BTreeMap;
use std::path::Path;
use tidings::output;
use tidings_lab::generate::{self, GeneratedKind};
use tidings_lab::monitor::access::ReaderVisits;
use tidings_lab::monitor::{plot, policies, report};
use tidings_lab::trace::{self, DAY, Trace};
use window::Chosen;

/// Runs an experiment.
///
/// # Errors
/// When its input cannot be read, or its output cannot be written.
pub fn run(args: &LabArguments) -> Result<()> {
    match args {
        LabArguments::Monitor(args) => monitor(args),
        LabArguments::Rank(args) => rank::run(args),
        LabArguments::Topics(args) => topics::run(args),
        LabArguments::Generate { kind, sources, weeks, seed } => {
            let kinds: Option<Vec<GeneratedKind>> =
                kind.iter().map(|name| GeneratedKind::named(name)).collect();
            let kinds = kinds.with_context(|| {
                let known = GeneratedKind::ALL.map(|(name, _)| name).join(", ");
                format!("expected kinds from {known}, found {}", kind.join(", "))
            })?;
            let parts = generate::parts(&kinds, *sources, weeks * 7, *seed);
            let mut parts = parts.filter(|part| !part.is_empty());
            parts.try_for_each(|part| output::line(part.trim_end()))
        }
    }
}

fn monitor(args: &MonitorArguments) -> Result<()> {
    let known: Vec<&str> = policies::NAMES.iter().chain(&policies::FOR_READERS).copied().collect();
    if let Some(wrong) = args.policy.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("there is no policy \"{wrong}\". Choose from {}", known.join(", "));
    }
    let Chosen { trace, train_days } = window::choose(args, output::note)?;
    let asked = report::MonitorSettings {
        policies: once(args.policy.clone()),
        intervals: intervals(&args.interval, &trace, train_days)?,
        train_days,
        seed: args.seed,
        weights: args
            .weights
            .as_deref()
            .map_or_else(|| Ok(Vec::new()), |path| weights(path, &trace))?,
        looks: args.access.as_deref().map(|path| looks(path, &trace)).transpose()?,
    };
    let n_policies = match asked.policies.len() {
        0 => policies::NAMES.len(),
        n => n,
    };
    let bar = output::progress((n_policies * asked.intervals.len()) as u64, "replaying");
    let report = report::run(&trace, &asked, |policy, interval| {
        bar.set_message(format!("{policy}, every {interval} h"));
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    if let Some(folder) = &args.svg {
        plot::write(&report, folder)?;
    }
    if args.json {
        return output::line(report.json());
    }
    let (headings, rows) = report.table();
    output::line(output::table(&headings, &rows))
}

/// Returns the distinct average intervals in hours: at least a minute, and short enough to fetch every source once.
fn intervals(texts: &[String], trace: &Trace, train_days: f64) -> Result<Vec<f64>> {
    let days = (trace.end - trace.begin) / DAY - train_days;
    let interval = |text: &String| {
        let interval = hours("interval", text)?;
        ensure!(
            (1.0 / 60.0..=days * 24.0).contains(&interval),
            "--interval is {text:?}, expected from 1m to the {days}d that are measured after training"
        );
        Ok(interval)
    };
    Ok(once(texts.iter().map(interval).collect::<Result<_>>()?))
}

/// Removes duplicates and keeps the order.
fn once<T: PartialEq>(all: Vec<T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

/// Parses a duration such as 12h, 14d, 90m or 2w into hours.
fn hours(flag: &str, text: &str) -> Result<f64> {
    let wrong = || anyhow!("--{flag} is {text:?}, expected a duration such as 12h, 14d or 90m");
    let unit = text.chars().last().ok_or_else(wrong)?;
    let each = match unit {
        'm' => 1.0 / 60.0,
        'h' => 1.0,
        'd' => 24.0,
        'w' => 168.0,
        _ => return Err(wrong()),
    };
    let number: f64 = text.trim_end_matches(unit).parse().map_err(|_| wrong())?;
    ensure!(number.is_finite() && number >= 0.0, wrong());
    ensure!(number > 0.0, "--{flag} is {text:?}, expected something longer than 0");
    Ok(number * each)
}

/// Returns the weight of each source of the trace; 1 if the file has none.
fn weights(path: &Path, trace: &Trace) -> Result<Vec<f64>> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let line = |line: &str| {
        let (source, number) = line.split_once(['\t', ','])?;
        Some((source.to_owned(), number.trim().parse::<f64>().ok()?))
    };
    let known: BTreeMap<String, f64> =
        text.lines().filter_map(line).filter(|(_, weight)| *weight > 0.0).collect();
    if known.is_empty() {
        bail!("{} has no line with a source and a weight above zero", path.display());
    }
    Ok(trace.names.iter().map(|name| known.get(name).copied().unwrap_or(1.0)).collect())
}

fn looks(path: &Path, trace: &Trace) -> Result<ReaderVisits> {
    let columns = BTreeMap::new();
    Ok(ReaderVisits::of(&trace::events(path, &columns)?, trace.begin, trace.end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_parsed_and_nonsense_is_refused() {
        assert!((hours("train", "90m").unwrap() - 1.5).abs() < 1e-12);
        assert!((hours("train", "14d").unwrap() - 336.0).abs() < 1e-12);
        for wrong in ["", "h", "12", "-3h", "1y", "infh"] {
            assert!(hours("train", wrong).is_err(), "{wrong}");
        }
        let nothing = hours("train", "0d").unwrap_err().to_string();
        assert!(nothing.contains("longer than 0"), "{nothing}");
    }

    #[test]
    fn intervals_are_distinct_and_fit_into_the_measured_time() {
        let trace = Trace { end: 21.0 * DAY, ..Trace::default() };
        let read = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
            intervals(&texts, &trace, 14.0)
        };
        assert_eq!(read(&["12h", "6h", "720m"]).unwrap(), [12.0, 6.0]);
        for absurd in ["1e30h", "8d", "0.1m"] {
            let refused = read(&[absurd]).unwrap_err().to_string();
            assert!(refused.contains("from 1m to the 7d"), "{refused}");
        }
    }

    /// Returns a trace of sources with these names.
    fn named(names: &[&str]) -> Trace {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        Trace { postings: vec![vec![]; names.len()], names, end: 28.0 * DAY, ..Trace::default() }
    }

    #[test]
    fn weights_come_from_the_file_and_are_one_otherwise() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            weights(&path, &named(&["a", "b", "c"]))
        };
        assert_eq!(read("source\tweight\nb\t 2.5 \nz\t9\n").unwrap(), [1.0, 2.5, 1.0]);
        assert_eq!(read("a,3\na,4\nc,0\nb,-1\n").unwrap(), [4.0, 1.0, 1.0], "the last one counts");
        for nothing in ["", "a\n", "a,none\n", "a,0\n", "a,NaN\n"] {
            let told = read(nothing).unwrap_err().to_string();
            assert!(told.contains("a weight above zero"), "{nothing:?}: {told}");
        }
        let told = weights(&folder.path().join("none"), &named(&["a"])).unwrap_err().to_string();
        assert!(told.contains("read ") && told.contains("none"), "{told}");
    }

    #[test]
    fn visits_are_moved_into_the_first_week_of_the_trace() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("looks.csv");
        // Two Mondays of 2021 at noon, by two readers.
        std::fs::write(&path, "ada,2021-01-04T12:00:00Z\nbob,2021-01-11T12:00:00Z\n").unwrap();
        let found = looks(&path, &named(&["a"])).unwrap();
        assert_eq!((found.at, found.readers), (vec![720.0, 7.0f64.mul_add(DAY, 720.0)], 2));
        assert!(looks(&folder.path().join("none"), &named(&[])).is_err());
    }

    #[test]
    fn duplicates_are_removed_and_the_order_is_kept() {
        assert_eq!(once(vec!["b", "a", "b", "c", "a"]), ["b", "a", "c"]);
        assert_eq!(once(Vec::<u8>::new()), [0_u8; 0]);
    }
}
