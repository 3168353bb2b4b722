//! Plots perplexity against sweeps.

use super::report::TopicsReport;
use anyhow::{Context, Result, anyhow};
use plotters::prelude::*;
use std::path::{Path, PathBuf};

/// Writes `topics-perplexity.svg` into a folder, and returns its path.
///
/// # Errors
/// When the folder cannot be written.
pub fn write(report: &TopicsReport, folder: &Path) -> Result<PathBuf> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot create {}", folder.display()))?;
    let path = folder.join("topics-perplexity.svg");
    draw(report, &path).map_err(|error| anyhow!("cannot draw {}: {error}", path.display()))?;
    Ok(path)
}

fn draw(report: &TopicsReport, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let points: Vec<(f64, f64)> =
        report.by_sweep.iter().map(|&(sweep, value)| (f64::from(sweep), value)).collect();
    let last = points.last().map_or(1.0, |point| point.0);
    let top = points.iter().map(|point| point.1).fold(1.0, f64::max) * 1.05;
    let root = SVGBackend::new(path, (900, 600)).into_drawing_area();
    root.fill(&WHITE)?;
    let title = format!("How well {} topics predict unseen words", report.topics);
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 18))
        .margin(16)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d(0.0..last * 1.02, 0.0..top)?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .x_label_formatter(&|sweep| format!("{sweep:.0}"))
        .y_label_formatter(&|value| format!("{value:.0}"))
        .x_desc("sweeps")
        .y_desc("perplexity")
        .draw()?;
    chart.draw_series(
        LineSeries::new(points.iter().copied(), BLACK.stroke_width(3)).point_size(3),
    )?;
    if let Some(reference) = report.reference() {
        let line = [(0.0, reference.perplexity), (last, reference.perplexity)];
        chart.draw_series(LineSeries::new(line, RED.stroke_width(1)))?;
        let label = format!("reference: {:.0}", reference.perplexity);
        let style = ("sans-serif", 13).into_font().color(&RED);
        chart.draw_series(std::iter::once(Text::new(
            label,
            (last * 0.7, reference.perplexity + top * 0.03),
            style,
        )))?;
    }
    if let Some(&(sweep, value)) = points.last() {
        let style = ("sans-serif", 13).into_font();
        chart.draw_series(std::iter::once(Text::new(
            format!("{value:.0}"),
            (sweep * 0.96, value - top * 0.02),
            style,
        )))?;
    }
    root.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::topics::report::{Retraining, TopicsSettings, run};
    use tidings_text::topics::{Corpus, VocabularyLimits};

    #[test]
    fn the_plot_names_what_it_shows() {
        let mut corpus = Corpus::default();
        (0..100).for_each(|key| {
            corpus.add_plain(key, if key % 2 == 0 { ["goal", "team"] } else { ["court", "law"] });
        });
        let bags = corpus.bags(&VocabularyLimits { at_most: 1.0, ..VocabularyLimits::default() });
        let ask = TopicsSettings {
            topics: 2,
            sweeps: 12,
            train_share: 0.8,
            seed: 1,
            retraining: Retraining::Measured,
            columns: Vec::new(),
        };
        let report = run(&bags, &ask, || 0.0, |_| ()).unwrap();
        let kept = &report.json()["retraining"]["warm"];
        assert!(kept["first_topic_kept"].as_f64().unwrap() > 0.9, "{kept}");
        let folder = tempfile::tempdir().unwrap();
        let drawn = std::fs::read_to_string(super::write(&report, folder.path()).unwrap()).unwrap();
        assert!(drawn.contains("How well 2 topics predict") && drawn.contains("perplexity"));
    }
}
