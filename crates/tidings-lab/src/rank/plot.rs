//! Plots clicks and errors by round (Sia 2009, figures 3.1 to 3.3).

use super::report::{RankReport, Run};
use anyhow::{Context, Result, anyhow};
use plotters::prelude::*;
use std::path::{Path, PathBuf};

/// Writes two plots for each setting into a folder, `rank-clicks-NAME.svg` and `rank-error-NAME.svg`, and returns their
/// paths.
///
/// # Errors
/// When the folder cannot be written.
pub fn write(report: &RankReport, folder: &Path) -> Result<Vec<PathBuf>> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot create {}", folder.display()))?;
    let mut names: Vec<&str> = report.runs().iter().map(|run| run.setting.name.as_str()).collect();
    names.dedup();
    let mut written = Vec::new();
    for name in names {
        let runs: Vec<&Run> = report.runs().iter().filter(|run| run.setting.name == name).collect();
        for what in [What::Clicks, What::Error] {
            let path = folder.join(format!("rank-{}-{name}.svg", what.file()));
            draw(&runs, what, &path)
                .map_err(|error| anyhow!("cannot draw {}: {error}", path.display()))?;
            written.push(path);
        }
    }
    Ok(written)
}

/// What is plotted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Clicks,
    Error,
}

impl What {
    fn file(self) -> &'static str {
        match self {
            Self::Clicks => "clicks",
            Self::Error => "error",
        }
    }

    fn caption(self, setting: &str) -> String {
        match self {
            Self::Clicks => format!("Clicks of a reader in each round, setting {setting}"),
            Self::Error => format!("Error of the estimated interests, setting {setting}"),
        }
    }

    fn axis(self) -> &'static str {
        match self {
            Self::Clicks => "clicks",
            Self::Error => "sum of |estimate − truth| / truth",
        }
    }

    fn values(self, run: &Run) -> &[f64] {
        match self {
            Self::Clicks => &run.clicks,
            Self::Error => &run.error,
        }
    }
}

/// A line: its name, its last value, its points and its colour.
struct Line<'a> {
    name: &'a str,
    values: &'a [f64],
    color: RGBAColor,
    width: u32,
}

fn draw(runs: &[&Run], what: What, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let Some(first) = runs.first() else { return Ok(()) };
    let mut lines: Vec<Line<'_>> = Vec::new();
    if what == What::Clicks {
        let color = BLACK.mix(0.35);
        lines.push(Line { name: "oracle", values: &first.oracle, color, width: 1 });
    }
    for (number, run) in runs.iter().enumerate() {
        let (color, width) = color(&run.strategy, number, runs.len());
        lines.push(Line { name: &run.strategy, values: what.values(run), color, width });
    }
    let top = lines.iter().flat_map(|line| line.values).copied().fold(0.0, f64::max) * 1.05;
    let root = SVGBackend::new(path, (900, 560)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(what.caption(&first.setting.name), ("sans-serif", 18))
        .margin(16)
        .right_y_label_area_size(190)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..first.setting.rounds as f64, 0.0..top.max(1e-9))?;
    chart.configure_mesh().x_desc("round").y_desc(what.axis()).draw()?;
    for line in &lines {
        let points = line.values.iter().enumerate().map(|(at, value)| (at as f64 + 1.0, *value));
        chart.draw_series(LineSeries::new(points, line.color.stroke_width(line.width)))?;
    }
    lines.sort_by(|a, b| last(b).total_cmp(&last(a)));
    for (line, y) in lines.iter().zip((60..).step_by(22)) {
        let style = ("sans-serif", 13).into_font().color(&line.color);
        root.draw(&PathElement::new(vec![(712, y + 6), (726, y + 6)], line.color.stroke_width(3)))?;
        root.draw_text(&format!("{}: {:.2}", line.name, last(line)), &style, (732, y))?;
    }
    root.present()?;
    Ok(())
}

/// Returns the mean of the last ten rounds, because a single round is noisy.
fn last(line: &Line<'_>) -> f64 {
    let n = line.values.len().min(10);
    let last = &line.values[line.values.len() - n..];
    last.iter().sum::<f64>() / n.max(1) as f64
}

/// Returns black and bold for ours, and for the others as many distinct hues as there are strategies.
fn color(name: &str, number: usize, of: usize) -> (RGBAColor, u32) {
    if name == "default" {
        return (BLACK.to_rgba(), 3);
    }
    let lightness = if number.is_multiple_of(2) { 0.32 } else { 0.55 };
    (HSLColor(number as f64 / of.max(1) as f64, 0.75, lightness).to_rgba(), 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::RankExperiment;
    use crate::rank::report::{RankSettings, run};

    #[test]
    fn a_plot_names_every_strategy_and_the_oracle() {
        let setting =
            RankExperiment { readers: 4, rounds: 12, ..RankExperiment::named("stable").unwrap() };
        let strategies = vec!["greedy".into(), "default".into()];
        let ask = RankSettings { settings: vec![setting], strategies, seed: 1 };
        let report = run(&ask, |_, _| ()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let written = write(&report, folder.path()).unwrap();
        assert_eq!(written.len(), 2);
        let drawn = std::fs::read_to_string(&written[0]).unwrap();
        for name in ["oracle: ", "greedy: ", "default: ", "setting stable"] {
            assert!(drawn.contains(name), "{name} is missing");
        }
    }
}
