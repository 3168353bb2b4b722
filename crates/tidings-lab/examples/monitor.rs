//! `lab monitor` without the rest of the program, for experiments with the components of `price`.
//!
//! `monitor TRACE FROM SOURCE TIME MIN INTERVALS POLICIES`, with `-` for SOURCE if the trace's columns have the usual
//! names. The policy `p:key=value+key=value` is `price` with changed parameters; `live:up=10+sleep=20` is `price-live`
//! with ten times the budget from day 10 on and a sleep on day 20. `SHOW_DAYS=1` prints the requests of each day;
//! `EVERY=4` uses only every fourth source.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for a terminal")]

use std::path::Path;
use tidings_lab::monitor::access::{ReaderVisits, missed};
use tidings_lab::monitor::live::{self, Script};
use tidings_lab::monitor::online::{self, Setup};
use tidings_lab::monitor::tally::{daily, tally};
use tidings_lab::monitor::{Replay, policies};
use tidings_lab::trace::{self, Selection};
use tidings_schedule::cost::Metric;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "plans" {
        for slots in [108, 216, 432, 864] {
            println!("{:?}", tidings_lab::plans::speed(50_000, slots));
        }
        return Ok(());
    }
    if args[0] == "generate" {
        let kinds: Vec<_> =
            args[1].split(',').filter_map(tidings_lab::generate::GeneratedKind::named).collect();
        print!("{}", tidings_lab::generate::trace(&kinds, args[2].parse()?, 91, args[3].parse()?));
        return Ok(());
    }
    let from: jiff::Timestamp = format!("{}T00:00:00Z", args[1]).parse()?;
    let columns = if args[2] == "-" {
        Default::default()
    } else {
        [("source".into(), args[2].clone()), ("time".into(), args[3].clone())].into()
    };
    let number = |name: &str, usual: f64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let (days, train) = (number("DAYS", 91.0) as u32, number("TRAIN", 14.0));
    let selection =
        Selection { columns, from: Some(from.as_second()), days, min_postings: args[4].parse()? };
    let mut trace = trace::read(Path::new(&args[0]), &selection)?;
    if let Some(every) = std::env::var("EVERY").ok().and_then(|every| every.parse::<usize>().ok()) {
        trace.names = trace.names.into_iter().step_by(every).collect();
        trace.postings = trace.postings.into_iter().step_by(every).collect();
    }
    eprintln!("{} sources, {} postings", trace.names.len(), trace.n_postings());
    let looks = match std::env::var("ACCESS") {
        Ok(path) => {
            let events = trace::events(Path::new(&path), &Default::default())?;
            Some(ReaderVisits::of(&events, trace.begin, trace.end))
        }
        Err(_) => None,
    };
    for policy in args[6].split(',') {
        let mut row = format!("{policy:<22}");
        for interval in args[5].split(',') {
            let hours: f64 = interval.parse()?;
            let replay = Replay {
                trace: &trace,
                trained: train.mul_add(1440.0, trace.begin),
                interval: hours * 60.0,
                seed: number("SEED", 1.0) as u64,
                looks: looks.as_ref(),
            };
            let start = std::time::Instant::now();
            let fetches = if let Some(script) = policy.strip_prefix("live:") {
                let setup = Setup::default();
                let trained = online::train(&replay, &setup);
                live::replayed(&replay, &trained, &setup, &script_of(script, &replay), &[]).fetches
            } else if let Some(variant) = policy.strip_prefix("p:") {
                policies::price(&replay, &varied(Setup::default(), variant), &[]).1
            } else if let Some((metric, variant)) = policy.split_once(':') {
                let metric = match metric {
                    "m" => Metric::Misses,
                    "r" => Metric::ReaderDelay,
                    _ => Metric::Delay,
                };
                policies::planned(&replay, &varied(policies::unforgetting(), variant), metric, &[])
            } else {
                policies::run(policy, &replay, &[])?
            };
            if std::env::var("SHOW_DAYS").is_ok() {
                eprintln!("{:.3?}", daily(&replay, &fetches));
            }
            let t = tally(&replay, &fetches, &[]);
            if let Some(looks) = &looks {
                let missed = missed(&replay, &fetches, looks);
                row +=
                    &format!("  missed {} reader-delay {:.3}", missed.pairs, missed.reader_delay);
            }
            row += &format!(
                "  {:7.1} (p95 {:.0} max {:.0} empty {:.2} lost {:.4} spent {:.4} worst day {:.4} {:.1}s)",
                t.average_delay,
                t.p95_delay,
                t.max_delay,
                t.empty_share,
                t.lost_share,
                t.requests as f64 / replay.budget(),
                t.worst_day.unwrap_or(f64::NAN),
                start.elapsed().as_secs_f64()
            );
        }
        println!("{row}");
    }
    Ok(())
}

/// Parses the events of a replay from `what=day+what=day`: `up` and `down` change the budget tenfold, `sleep` lasts a
/// day, and `delay=minutes` sets a target delay.
fn script_of(text: &str, replay: &Replay<'_>) -> Script {
    let mut script = Script::default();
    for event in text.split('+').filter(|event| !event.is_empty()) {
        let (what, number) = event.split_once('=').expect("what=number");
        let number: f64 = number.parse().expect("a number");
        let at = number.mul_add(1440.0, replay.trained);
        match what {
            "up" => script.budgets.push((at, 10.0)),
            "down" => script.budgets.push((at, 0.1)),
            "usual" => script.budgets.push((at, 1.0)),
            "sleep" => script.sleeps.push((at, at + 1440.0)),
            "restart" => script.restarts.push(at),
            "delay" => script.delay = Some(number),
            _ => panic!("{what}"),
        }
    }
    script
}

/// Returns a setup changed according to `key=value+key=value`.
fn varied(mut setup: Setup, variant: &str) -> Setup {
    for change in variant.split('+').filter(|change| !change.is_empty()) {
        let (key, value) = change.split_once('=').expect("key=value");
        let number: f64 = value.parse().expect("a number");
        match key {
            "guard" => setup.guard = number,
            "clusters" => setup.clusters = number as usize,
            "echo" => setup.habits.echo_firmness = number,
            "minute" => setup.habits.minute_firmness = number,
            "hl" => setup.habits.half_lives = [number * 10_080.0; 4],
            "hl0" => setup.habits.half_lives[0] = number * 10_080.0,
            "hl1" => setup.habits.half_lives[1] = number * 10_080.0,
            "hl2" => setup.habits.half_lives[2] = number * 10_080.0,
            "hl3" => setup.habits.half_lives[3] = number * 10_080.0,
            "firm" => setup.habits.firmness = [number; 3],
            "firm0" => setup.habits.firmness[0] = number,
            "firm1" => setup.habits.firmness[1] = number,
            "firm2" => setup.habits.firmness[2] = number,
            "temper" => setup.habits.temper = number,
            "remembered" => setup.habits.remembered = number,
            "hour" => setup.habits.pattern.iter_mut().for_each(|p| p.hour = number),
            "hour0" => setup.habits.pattern[0].hour = number,
            "hour1" => setup.habits.pattern[1].hour = number,
            "hour2" => setup.habits.pattern[2].hour = number,
            "day" => setup.habits.pattern.iter_mut().for_each(|p| p.day = number),
            "day0" => setup.habits.pattern[0].day = number,
            "day1" => setup.habits.pattern[1].day = number,
            "day2" => setup.habits.pattern[2].day = number,
            "cell" => setup.habits.pattern.iter_mut().for_each(|p| p.cell = number),
            "cell0" => setup.habits.pattern[0].cell = number,
            "cell1" => setup.habits.pattern[1].cell = number,
            "cell2" => setup.habits.pattern[2].cell = number,
            "phl" => setup.habits.pattern_half_life = number * 10_080.0,
            "slow" => setup.grid.slow_from = number,
            "view" => setup.grid.gaps_ahead = number,
            "ehl" => setup.habits.echo_half_life = number * 10_080.0,
            "shown" => setup.habits.echo_shown = number,
            "loud" => setup.habits.loudest_echo = number,
            _ => panic!("{key}"),
        }
    }
    setup
}
