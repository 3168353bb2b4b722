//! Impressions: lists of shown articles with their clicks. How often does a clicked article score higher than one that
//! was not clicked (AUC)?

use super::{LogsReport, Sum, table};
use anyhow::{Context, Result};
use std::collections::HashMap;
use std::path::Path;

/// Impressions used only for learning.
const LEARNED: usize = 500;
/// Pseudo-impressions at the usual click rate.
const DOUBT: f64 = 10.0;

/// One list and its clicks.
#[derive(Debug, Clone, PartialEq)]
pub struct Impression {
    /// The shown articles, and whether each was clicked.
    pub shown: Vec<(String, bool)>,
}

/// What we know about an article so far.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    first: usize,
    shown: f64,
    clicks: f64,
}

/// Reads a log in MIND's format: columns `t` and `impressions`, the latter as `N1-0 N2-1`.
///
/// # Errors
/// When it cannot be read.
pub fn read(path: &Path) -> Result<Vec<Impression>> {
    let mut lines = table(path, ["t", "impressions"])?;
    lines.sort_by_key(|[at, _]| at.parse::<i64>().unwrap_or(i64::MAX));
    let of = |[_, text]: &[String; 2]| {
        let one = |item: &str| {
            let (article, clicked) = item.rsplit_once('-')?;
            Some((article.to_owned(), clicked == "1"))
        };
        let shown: Option<Vec<_>> = text.split_whitespace().map(one).collect();
        let shown = shown.with_context(|| format!("expected N1-0 N2-1, found \"{text}\""))?;
        Ok(Impression { shown })
    };
    lines.iter().map(of).collect()
}

/// The scores, in the order of the report.
const SCORES: [(&str, f64); 4] = [
    ("newest", 0.523),
    ("clicks so far", 0.565),
    ("click rate", 0.620),
    ("click rate + 2 sd", 0.624),
];

/// Scores every impression from the earlier ones.
///
/// ```
/// use tidings_lab::rank::logs::impressions::{Impression, run};
/// let shown = |clicked| Impression { shown: vec![("a".into(), clicked), ("b".into(), !clicked)] };
/// let report = run(&vec![shown(true); 600]);
/// assert_eq!((report.n, report.rows[2].mean), (100, 1.0));
/// ```
#[must_use]
pub fn run(impressions: &[Impression]) -> LogsReport {
    let mut known: HashMap<&str, Known> = HashMap::new();
    let (mut shown, mut clicks) = (0.0, 0.0);
    let mut sums = [Sum::default(); 4];
    let mut candidates = 0;
    for (number, impression) in impressions.iter().enumerate() {
        if number >= LEARNED {
            candidates += impression.shown.len();
            let usual = if shown > 0.0 { clicks / shown } else { 0.0 };
            let scores: Vec<[f64; 4]> = impression
                .shown
                .iter()
                .map(|(article, _)| scores(known.get(article.as_str()), number, usual))
                .collect();
            for (which, sum) in sums.iter_mut().enumerate() {
                let scored = scores.iter().zip(&impression.shown);
                let scored = scored.map(|(scores, (_, clicked))| (scores[which], *clicked));
                if let Some(auc) = auc(scored) {
                    sum.add(auc);
                }
            }
        }
        for (article, clicked) in &impression.shown {
            let of = known.entry(article).or_insert(Known { first: number, ..Known::default() });
            let clicked = f64::from(u8::from(*clicked));
            of.shown += 1.0;
            of.clicks += clicked;
            shown += 1.0;
            clicks += clicked;
        }
    }
    let n = impressions.len().saturating_sub(LEARNED);
    let rows = SCORES.iter().zip(&sums);
    let rows = rows.map(|((name, reference), sum)| sum.row(name, Some(*reference))).collect();
    LogsReport { figure: "AUC", n, candidates: candidates as f64 / n.max(1) as f64, rows }
}

fn scores(known: Option<&Known>, now: usize, usual: f64) -> [f64; 4] {
    let known = known.copied().unwrap_or(Known { first: now, ..Known::default() });
    let alpha = known.clicks + DOUBT * usual;
    let sum = known.shown + DOUBT;
    let rate = alpha / sum;
    let deviation = (rate * (1.0 - rate) / (sum + 1.0)).sqrt();
    [known.first as f64, known.clicks, rate, rate + 2.0 * deviation]
}

/// Returns the chance that a clicked article scores higher than one that was not clicked; ties count half.
fn auc(scored: impl Iterator<Item = (f64, bool)>) -> Option<f64> {
    let (yes, no): (Vec<_>, Vec<_>) = scored.partition(|(_, clicked)| *clicked);
    if yes.is_empty() || no.is_empty() {
        return None;
    }
    let won = |a: f64, b: f64| match a.total_cmp(&b) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    let sum: f64 = yes.iter().flat_map(|(a, _)| no.iter().map(|(b, _)| won(*a, *b))).sum();
    Some(sum / (yes.len() * no.len()) as f64)
}
