//! `tidings lab topics`: learns topics from texts and measures their quality.

use crate::cli::TopicsArguments;
use anyhow::{Context, Result, ensure};
use tidings::commands::poll::cpu_seconds;
use tidings::output;
use tidings_lab::topics::report::{self, Retraining, TopicsSettings};
use tidings_lab::topics::{Text, corpus, plot};

/// Runs the experiment.
pub(super) fn run(args: &TopicsArguments) -> Result<()> {
    ensure!(
        (0.01..=0.99).contains(&args.train_share),
        "--train-share is {}, expected a share from 0.01 to 0.99",
        args.train_share
    );
    let text =
        Text { columns: columns(&args.columns)?, most: args.documents.unwrap_or(usize::MAX) };
    let bags = corpus(&args.corpus, &text)?;
    let asked = TopicsSettings {
        topics: args.topics.into(),
        sweeps: args.sweeps,
        train_share: args.train_share,
        seed: args.seed,
        retraining: if args.retrain { Retraining::Measured } else { Retraining::Left },
        columns: text.columns,
    };
    let bar = output::progress(args.sweeps.into(), "learning topics");
    let report = report::run(&bags, &asked, cpu_seconds, |sweep| bar.set_position(sweep.into()))?;
    bar.finish_and_clear();
    if let Some(folder) = &args.svg {
        plot::write(&report, folder)?;
    }
    if args.json {
        return output::line(report.json());
    }
    for (headings, rows) in [report.figures(), report.names()] {
        output::line(output::table(&headings, &rows))?;
        output::line("")?;
    }
    Ok(())
}

/// Returns the names of the columns that make up the text.
fn columns(asked: &[String]) -> Result<Vec<String>> {
    let mut text = vec!["text".to_owned()];
    for one in asked {
        let names = one.strip_prefix("text=").filter(|names| !names.is_empty());
        let names = names.with_context(|| {
            format!("--columns is {one:?}, expected the columns of the text, such as text=title+description")
        })?;
        text = names.split('+').map(|name| name.trim().to_owned()).collect();
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn columns_of_the_text_are_parsed_and_nonsense_is_refused() {
        let read =
            |text: &[&str]| columns(&text.iter().map(|&one| one.to_owned()).collect::<Vec<_>>());
        assert_eq!(read(&[]).unwrap(), ["text"]);
        assert_eq!(read(&["text=title+description"]).unwrap(), ["title", "description"]);
        for wrong in ["title", "text=", "source=x"] {
            let told = read(&[wrong]).unwrap_err().to_string();
            assert!(told.contains("text=title+description"), "{told}");
        }
    }
}
