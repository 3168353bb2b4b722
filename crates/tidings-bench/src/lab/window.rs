//! Which days of a trace are replayed: as many as requested, and by default none after its end.

use super::hours;
use crate::cli::MonitorArguments;
use anyhow::{Context, Result, bail, ensure};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use tidings_lab::trace::{self, DAY, Events, Selection, Trace};

/// Weeks that are replayed by default.
const WEEKS: u32 = 13;

/// What is replayed, and how much of it is for training.
#[derive(Debug)]
pub(super) struct Chosen {
    pub trace: Trace,
    pub train_days: f64,
}

/// Reads the trace and chooses the days. `note` receives warnings for the user.
pub(super) fn choose(args: &MonitorArguments, note: impl FnMut(String)) -> Result<Chosen> {
    let selection = selection(args)?;
    let events = trace::events(&args.trace, &selection.columns)?;
    chosen(args, &events, selection, note)
}

fn chosen(
    args: &MonitorArguments,
    events: &Events,
    mut selection: Selection,
    mut note: impl FnMut(String),
) -> Result<Chosen> {
    let name = args.trace.display();
    let Some((first, last)) = trace::ends(events) else {
        bail!("{name} has no postings: expected lines with a source and a time")
    };
    let train_days = hours("train", &args.train)? / 24.0;
    ensure!(
        train_days < f64::from(selection.days),
        "--train {} leaves nothing of {} weeks to measure. Choose more --weeks or a shorter --train",
        args.train,
        selection.days / 7
    );
    let from = trace::first_day(events, &selection);
    let covered = trace::days_covered(events, &selection);
    let mut short = None;
    if covered > 0 && covered < selection.days {
        let end = date(from + i64::from(covered - 1) * 86_400)?;
        short = Some(if args.weeks.is_none() {
            selection.days = covered;
            format!(
                "the last posting is from {end}, so {covered} days are replayed, not {WEEKS} weeks"
            )
        } else {
            format!(
                "warning: the last posting is from {end}; the {} days after it are replayed without postings, which makes the figures too good",
                selection.days - covered
            )
        });
    }
    let trace = trace::select(events, &selection);
    if covered > 0 && trace.names.is_empty() {
        let most = events.values().map(Vec::len).max().unwrap_or(0);
        bail!(
            "no source has {} postings in these {} days; the busiest has {most} in the whole trace. Choose a smaller --min-postings",
            selection.min_postings,
            selection.days
        );
    }
    let trained = trace.begin + train_days * DAY;
    if !trace.postings.iter().flatten().any(|&posting| posting > trained) {
        let (from, first_date, last_date) = (date(from)?, date(first)?, date(last)?);
        bail!(
            "nothing was posted after {} of training from {from} on: {name} has postings from {first_date} to {last_date}; {}",
            args.train,
            advice(first, last)?
        );
    }
    short.into_iter().for_each(&mut note);
    Ok(Chosen { trace, train_days })
}

/// Returns advice that gives something to measure in a trace between these days.
fn advice(first: i64, last: i64) -> Result<String> {
    let days = (last - first) / 86_400 + 1;
    if days < 2 {
        return Ok("one day is too short to learn from and to measure".to_owned());
    }
    // Two days of each week, and at most two weeks.
    let train = (days * 2 / 7).clamp(1, 14);
    Ok(format!("try --from {} --train {train}d", date(first)?))
}

fn date(second: i64) -> Result<Date> {
    Ok(Timestamp::from_second(second)?.to_zoned(TimeZone::UTC).date())
}

fn selection(args: &MonitorArguments) -> Result<Selection> {
    let column = |pair: &String| {
        let (name, column) = pair
            .split_once('=')
            .filter(|(name, _)| matches!(*name, "source" | "time"))
            .with_context(|| format!("expected source=… or time=…, found \"{pair}\""))?;
        Ok((name.to_owned(), column.to_owned()))
    };
    let from = args.from.as_deref().map(|date| {
        let day: Date = date
            .parse()
            .with_context(|| format!("expected a date like 2021-01-04, found \"{date}\""))?;
        Ok::<i64, anyhow::Error>(day.to_zoned(TimeZone::UTC)?.timestamp().as_second())
    });
    Ok(Selection {
        columns: args.columns.iter().map(column).collect::<Result<_>>()?,
        from: from.transpose()?,
        days: args.weeks.unwrap_or(WEEKS) * 7,
        min_postings: args.min_postings,
    })
}

#[cfg(test)]
mod tests;
