//! Plots the delay of every policy against the average interval (Sia 2009, figure 2.11).

use super::report::MonitorReport;
use anyhow::{Context, Result, anyhow};
use plotters::prelude::*;
use std::path::{Path, PathBuf};

/// Writes `monitor-delay.svg` into a folder, and returns its path.
///
/// # Errors
/// When the folder cannot be written.
pub fn write(report: &MonitorReport, folder: &Path) -> Result<PathBuf> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot create {}", folder.display()))?;
    let path = folder.join("monitor-delay.svg");
    draw(report, &path).map_err(|error| anyhow!("cannot draw {}: {error}", path.display()))?;
    Ok(path)
}

fn draw(report: &MonitorReport, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let rows = report.rows();
    let longest = rows.iter().map(|row| row.interval).fold(1.0, f64::max);
    // Policies several times slower than even spacing would flatten everything else.
    let uniform =
        rows.iter().filter(|row| row.policy == "uniform").map(|row| row.tally.average_delay);
    let top = uniform.fold(f64::NAN, f64::max) * 1.3;
    let delays = rows.iter().map(|row| row.tally.average_delay);
    let top = if top.is_nan() { delays.fold(1.0, f64::max) * 1.1 } else { top };
    let root = SVGBackend::new(path, (900, 600)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption("Delay of a posting by policy, at equal requests", ("sans-serif", 18))
        .margin(16)
        .right_y_label_area_size(190)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..longest * 1.02, 0.0..top)?;
    chart
        .configure_mesh()
        .x_desc("average interval, hours")
        .y_desc("average delay, minutes")
        .draw()?;
    let mut names: Vec<&str> = rows.iter().map(|row| row.policy.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    // Ours is drawn last, on top of the others.
    names.sort_by_key(|name| *name == OURS);
    let mut ends: Vec<(String, f64, RGBAColor)> = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let mut points: Vec<(f64, f64)> = rows
            .iter()
            .filter(|row| row.policy == *name)
            .map(|row| (row.interval, row.tally.average_delay))
            .collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let color = color(name, number, names.len());
        let width = if *name == OURS { 4 } else { 1 };
        if let Some(&(_, delay)) = points.last() {
            let label = if delay > top {
                format!("{name}: {delay:.0}, off the chart")
            } else {
                format!("{name}: {delay:.0}")
            };
            ends.push((label, delay, color));
        }
        // A line that leaves the chart is cut, because a point on the edge would be read as its value.
        let shown = points.into_iter().take_while(|(_, delay)| *delay <= top);
        chart.draw_series(LineSeries::new(shown, color.stroke_width(width)).point_size(2))?;
    }
    label(&root, ends)?;
    root.present()?;
    Ok(())
}

/// The policy of the server.
const OURS: &str = "price";

/// Returns black for ours, and for the others as many distinct hues as there are policies, every second one darker.
fn color(name: &str, number: usize, of: usize) -> RGBAColor {
    if name == OURS {
        return BLACK.to_rgba();
    }
    let lightness = if number.is_multiple_of(2) { 0.32 } else { 0.55 };
    HSLColor(number as f64 / of.max(1) as f64, 0.75, lightness).to_rgba()
}

/// Writes the names next to the chart, each with its delay at the longest interval, slowest first as the lines end.
fn label(
    root: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    mut ends: Vec<(String, f64, RGBAColor)>,
) -> Result<(), Box<dyn std::error::Error>> {
    ends.sort_by(|a, b| b.1.total_cmp(&a.1));
    for ((text, _, color), y) in ends.into_iter().zip((60..).step_by(22)) {
        let style = ("sans-serif", 13).into_font().color(&color);
        root.draw(&PathElement::new(vec![(712, y + 6), (726, y + 6)], color.stroke_width(3)))?;
        root.draw_text(&text, &style, (732, y))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monitor::report::{MonitorSettings, run};
    use crate::trace::Trace;

    #[test]
    fn a_plot_has_a_title_and_names_every_policy_with_its_delay() {
        let postings = vec![(0..28).map(|day| f64::from(day) * 1440.0 + 600.0).collect()];
        let trace =
            Trace { names: vec!["a".into()], postings, end: 28.0 * 1440.0, ..Trace::default() };
        let policies = vec!["uniform".into(), "price".into()];
        let ask = MonitorSettings {
            policies,
            intervals: vec![12.0, 24.0],
            train_days: 14.0,
            ..MonitorSettings::default()
        };
        let report = run(&trace, &ask, |_, _| ()).unwrap();
        let folder = std::env::temp_dir().join(format!("tidings-plot-{}", std::process::id()));
        let drawn = std::fs::read_to_string(write(&report, &folder).unwrap()).unwrap();
        std::fs::remove_dir_all(folder).unwrap();
        assert!(drawn.contains("at equal requests"), "no title");
        assert!(drawn.contains("uniform: ") && drawn.contains("price: "), "no names");
        assert!(drawn.contains("stroke=\"#000000\" stroke-width=\"4\""), "ours is not bold");
    }
}
