//! `lab topics` without the rest of the program: `topics CORPUS COLUMNS TOPICS SEED MOST [retrain]`.
//!
//! CPU seconds are those of the process if the system reports them, otherwise wall time.

#![expect(clippy::print_stdout, reason = "a program for a terminal")]

use std::path::Path;
use std::time::Instant;
use tidings_lab::topics::report::{Retraining, TopicsSettings, run};
use tidings_lab::topics::{Text, corpus};

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let columns: Vec<String> = args[1].split('+').map(str::to_owned).collect();
    let text = Text { columns: columns.clone(), most: args[4].parse()? };
    let bags = corpus(Path::new(&args[0]), &text)?;
    let retraining = match args.get(5) {
        Some(_) => Retraining::Measured,
        None => Retraining::Left,
    };
    let (topics, seed) = (args[2].parse()?, args[3].parse()?);
    let ask = TopicsSettings { topics, sweeps: 100, train_share: 0.9, seed, retraining, columns };
    let start = Instant::now();
    let cpu = || on_cpu().unwrap_or_else(|| start.elapsed().as_secs_f64());
    let report = run(&bags, &ask, cpu, |_| ())?;
    for row in report.figures().1.iter().chain(report.names().1.iter().take(25)) {
        println!("{}", row.join("\t"));
    }
    println!("{:?}", report.by_sweep);
    Ok(())
}

fn on_cpu() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}
