//! `tidings lab`: experiments on traces.

use crate::cli::{LabAsk, MonitorAsk};
use crate::output;
use anyhow::{Context, Result, anyhow, bail};
use std::collections::BTreeMap;
use std::path::Path;
use tidings_lab::generate::{self, Kind};
use tidings_lab::monitor::access::Looks;
use tidings_lab::monitor::{plot, policies, report};
use tidings_lab::trace::{self, Selection, Trace};

/// Runs an experiment.
///
/// # Errors
/// When what it needs cannot be read, or what it makes not be written.
pub fn run(ask: &LabAsk) -> Result<()> {
    match ask {
        LabAsk::Monitor(ask) => monitor(ask),
        LabAsk::Generate { kind, sources, weeks, seed } => {
            let kinds: Option<Vec<Kind>> = kind.iter().map(|name| Kind::named(name)).collect();
            let kinds = kinds.with_context(|| {
                let known = Kind::ALL.map(|(name, _)| name).join(", ");
                format!("expected kinds among {known}, found {}", kind.join(", "))
            })?;
            output::line(generate::trace(&kinds, *sources, weeks * 7, *seed).trim_end())
        }
    }
}

fn monitor(ask: &MonitorAsk) -> Result<()> {
    let known: Vec<&str> = policies::NAMES.iter().chain(&policies::FOR_READERS).copied().collect();
    if let Some(wrong) = ask.policy.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("there is no policy \"{wrong}\"; known are {}", known.join(", "));
    }
    let trace = trace::read(&ask.trace, &selection(ask)?)?;
    if trace.names.is_empty() {
        bail!("{} has no posting in these weeks: is --from right?", ask.trace.display());
    }
    let train_days = hours(&ask.train)? / 24.0;
    if train_days * 1440.0 >= trace.end - trace.begin {
        bail!("training of {} leaves nothing of {} weeks to measure", ask.train, ask.weeks);
    }
    let asked = report::Ask {
        policies: ask.policy.clone(),
        intervals: ask.interval.iter().map(|text| hours(text)).collect::<Result<_>>()?,
        train_days,
        seed: ask.seed,
        weights: ask
            .weights
            .as_deref()
            .map_or_else(|| Ok(Vec::new()), |path| weights(path, &trace))?,
        looks: ask.access.as_deref().map(|path| looks(path, &trace)).transpose()?,
    };
    let n_policies = if ask.policy.is_empty() { policies::NAMES.len() } else { ask.policy.len() };
    let bar = output::progress((n_policies * asked.intervals.len()) as u64, "replaying");
    let report = report::run(&trace, &asked, |policy, interval| {
        bar.set_message(format!("{policy}, every {interval} h"));
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    if let Some(folder) = &ask.svg {
        plot::write(&report, folder)?;
    }
    if ask.json {
        return output::line(report.json());
    }
    let (headings, rows) = report.table();
    output::line(output::table(&headings, &rows))
}

fn selection(ask: &MonitorAsk) -> Result<Selection> {
    let column = |pair: &String| {
        let (name, column) = pair
            .split_once('=')
            .with_context(|| format!("expected source=… or time=…, found \"{pair}\""))?;
        Ok((name.to_owned(), column.to_owned()))
    };
    let from = ask.from.as_deref().map(|date| {
        let day: jiff::civil::Date = date
            .parse()
            .with_context(|| format!("expected a date like 2021-01-04, found \"{date}\""))?;
        Ok::<i64, anyhow::Error>(day.to_zoned(jiff::tz::TimeZone::UTC)?.timestamp().as_second())
    });
    Ok(Selection {
        columns: ask.columns.iter().map(column).collect::<Result<_>>()?,
        from: from.transpose()?,
        days: ask.weeks * 7,
        min_postings: ask.min_postings,
    })
}

/// A length like 12h, 14d, 90m or 2w, in hours.
fn hours(text: &str) -> Result<f64> {
    let wrong = || anyhow!("expected a length like 12h, 14d or 90m, found \"{text}\"");
    let unit = text.chars().last().ok_or_else(wrong)?;
    let each = match unit {
        'm' => 1.0 / 60.0,
        'h' => 1.0,
        'd' => 24.0,
        'w' => 168.0,
        _ => return Err(wrong()),
    };
    let number: f64 = text.trim_end_matches(unit).parse().map_err(|_| wrong())?;
    if number > 0.0 && number.is_finite() { Ok(number * each) } else { Err(wrong()) }
}

/// What each source of the trace weighs; 1 where the file says nothing.
fn weights(path: &Path, trace: &Trace) -> Result<Vec<f64>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("read {}", path.display()))?;
    let line = |line: &str| {
        let (source, number) = line.split_once(['\t', ','])?;
        Some((source.to_owned(), number.trim().parse::<f64>().ok()?))
    };
    let known: BTreeMap<String, f64> =
        text.lines().filter_map(line).filter(|(_, weight)| *weight > 0.0).collect();
    if known.is_empty() {
        bail!("{} has no line of a source and a weight above zero", path.display());
    }
    Ok(trace.names.iter().map(|name| known.get(name).copied().unwrap_or(1.0)).collect())
}

fn looks(path: &Path, trace: &Trace) -> Result<Looks> {
    let columns = BTreeMap::new();
    Ok(Looks::of(&trace::events(path, &columns)?, trace.begin, trace.end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_and_nonsense_is_told() {
        assert!((hours("90m").unwrap() - 1.5).abs() < 1e-12);
        assert!((hours("14d").unwrap() - 336.0).abs() < 1e-12);
        for wrong in ["", "h", "12", "-3h", "1y"] {
            assert!(hours(wrong).is_err(), "{wrong}");
        }
    }
}
