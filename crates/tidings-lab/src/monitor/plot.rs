//! The delay of every policy against the average interval, as a picture (Sia 2009, figure 2.11).

use super::report::Report;
use anyhow::{Context, Result, anyhow};
use plotters::prelude::*;
use std::path::{Path, PathBuf};

/// Writes `monitor-delay.svg` into a folder, and says where.
///
/// # Errors
/// When the folder cannot be written.
pub fn write(report: &Report, folder: &Path) -> Result<PathBuf> {
    std::fs::create_dir_all(folder).with_context(|| format!("make {}", folder.display()))?;
    let path = folder.join("monitor-delay.svg");
    draw(report, &path).map_err(|error| anyhow!("draw {}: {error}", path.display()))?;
    Ok(path)
}

fn draw(report: &Report, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let rows = report.rows();
    let longest = rows.iter().map(|row| row.interval).fold(1.0, f64::max);
    // What is several times slower than asking all alike would flatten everything else.
    let uniform =
        rows.iter().filter(|row| row.policy == "uniform").map(|row| row.tally.average_delay);
    let top = uniform.fold(f64::NAN, f64::max) * 1.3;
    let delays = rows.iter().map(|row| row.tally.average_delay);
    let top = if top.is_nan() { delays.fold(1.0, f64::max) * 1.1 } else { top };
    let root = SVGBackend::new(path, (900, 600)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .margin(16)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..longest * 1.35, 0.0..top)?;
    chart
        .configure_mesh()
        .x_desc("average interval, hours")
        .y_desc("average delay, minutes")
        .draw()?;
    let mut names: Vec<&str> = rows.iter().map(|row| row.policy.as_str()).collect();
    names.dedup();
    names.sort_unstable();
    names.dedup();
    for (number, name) in names.iter().enumerate() {
        let mut points: Vec<(f64, f64)> = rows
            .iter()
            .filter(|row| row.policy == *name)
            .map(|row| (row.interval, row.tally.average_delay))
            .collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let color = Palette99::pick(number).to_rgba();
        let width = if *name == "price" { 3 } else { 1 };
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(width)).point_size(2))?
            .label(*name)
            .legend(move |(x, y)| {
                PathElement::new(vec![(x, y), (x + 16, y)], color.stroke_width(width))
            });
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .border_style(BLACK)
        .draw()?;
    root.present()?;
    Ok(())
}
