//! `tidings simulate`: weeks of the real server in seconds.

use crate::{
    cli::SimulateArguments,
    config::Config,
    output,
    simulate::{Day, Measure, Scenario, SimulationReport, event, run as live},
};
use anyhow::Result;
use serde_json::json;
use std::process::ExitCode;

/// Runs the command. It fails if a rule was broken.
///
/// # Errors
/// When the simulation cannot be set up.
pub fn run(args: &SimulateArguments, config: &Config, measure: Measure) -> Result<ExitCode> {
    let kind = if args.faults { Scenario::foul } else { Scenario::fair };
    let mut scenario = Scenario {
        budget: config.budget,
        delay: config.target_delay,
        measure,
        ..kind(args.weeks, args.sources, args.seed)
    };
    for text in &args.event {
        scenario.mishaps.push(event(text)?);
    }
    scenario.trace.clone_from(&args.trace);
    let bar = output::progress(u64::from(args.weeks) * 7, "simulated days");
    let report = live(scenario, |day| bar.set_position(day))?;
    bar.finish_and_clear();
    if args.json {
        let day = |day: &Day| {
            json!({
                "retrievals": day.n_fetches, "budget": day.budget, "postings": day.n_postings,
                "average_delay_min": day.average_delay_min,
            })
        };
        let compared = report.yardstick.map(|both| {
            json!({ "requests_per_day": both.requests_per_day, "daemon_min": both.daemon_min, "lab_min": both.lab_min, "lab_unhindered_min": both.unhindered_min, "uniform_min": both.uniform_min })
        });
        let target = report.target.map(|target| {
            json!({
                "wished_min": target.wished_min, "last_week_min": target.last_week_min,
                "soonest_min": target.soonest_min, "reached": target.is_reached(),
            })
        });
        let lost = report.lost;
        output::line(json!({
            "sources": report.n_sources, "postings": report.n_postings, "retrievals": report.n_fetches, "budget": report.budget,
            "average_delay_min": report.average_delay_min, "lost": lost.total(), "duplicates": report.n_duplicates,
            "lost_by": { "scrolled_out": lost.n_scrolled_out, "unanswered": lost.n_unanswered, "dropped": lost.n_dropped },
            "target": target, "crashes": report.n_crashes, "violations": report.violations,
            "days": report.days.iter().map(day).collect::<Vec<_>>(), "compared": compared,
        }))?;
    } else {
        print(&report)?;
    }
    Ok(if report.violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(report: &SimulationReport) -> Result<()> {
    let granted =
        report.budget.map_or_else(String::new, |budget| format!(" of {budget:.0} in the budget"));
    output::line(format!(
        "{} sources posted {} articles; {} fetches{granted}.\nA new article waited {:.1} minutes on average.\n{}; {} stored twice; {} crashes survived.",
        report.n_sources,
        report.n_postings,
        report.n_fetches,
        report.average_delay_min,
        report.lost,
        report.n_duplicates,
        report.n_crashes
    ))?;
    if let Some(target) = report.target {
        output::line(target)?;
    }
    if let Some(both) = report.yardstick {
        output::line(format!(
            "From the third week on, with {:.0} requests a day: {:.1} minutes; the lab's replay of the same postings: {:.1} ({:.1} if no source asked for fewer requests); evenly spaced fetches, whatever sources ask for: {:.1}.",
            both.requests_per_day,
            both.daemon_min,
            both.lab_min,
            both.unhindered_min,
            both.uniform_min
        ))?;
    }
    match report.violations.as_slice() {
        [] => output::line("No rules were broken."),
        broken => {
            output::line("Rules broken:")?;
            broken.iter().try_for_each(|violation| output::line(format!("- {violation}")))
        }
    }
}
