//! `tidings bench plan`: plans per second, and how the time grows with the number of sources and the grid.

use anyhow::Result;
use serde_json::json;
use std::time::Instant;
use tidings::output;
use tidings_lab::plans::{Speed, speed};
use tidings_model::{Outcome, SourceId, SourceKind, limits::Limits, source::Source, units::Share};
use tidings_schedule::policy::{SharedBudget, Situation, plan, usual_budget};

/// Runs the benchmark.
///
/// # Errors
/// When standard output cannot be written.
pub fn run(n_sources: u32, as_json: bool) -> Result<()> {
    let sizes = [n_sources / 4, n_sources / 2, n_sources].map(|n| n.max(1));
    let rates: Vec<(u32, f64)> = sizes.into_iter().map(|n| (n, plans_per_second(n))).collect();
    // 216 slots of ten minutes are 36 hours, the least the server plans ahead.
    let by_price = sizes.map(|n| speed(n, 216));
    let by_grid = [108, 216, 432, 864].map(|slots| speed(n_sources.min(50_000), slots));
    if as_json {
        let rows: Vec<_> =
            rates.iter().map(|(n, rate)| json!({"sources": n, "plans_per_s": rate})).collect();
        let row = |speed: &Speed| json!({"sources": speed.sources, "slots": speed.slots, "plans_per_s": speed.per_second});
        return output::line(json!({
            "policy": "even share", "sizes": rows,
            "price": by_price.iter().map(row).collect::<Vec<_>>(),
            "price_by_grid": by_grid.iter().map(row).collect::<Vec<_>>(),
        }));
    }
    let even = rates.iter().map(|(n, rate)| {
        vec!["even share".to_owned(), n.to_string(), "-".to_owned(), format!("{rate:.0}")]
    });
    let row = |speed: &Speed| {
        vec![
            "price".to_owned(),
            speed.sources.to_string(),
            speed.slots.to_string(),
            format!("{:.0}", speed.per_second),
        ]
    };
    let rows: Vec<_> = even.chain(by_price.iter().chain(&by_grid).map(row)).collect();
    output::line(output::table(&["policy", "sources", "slots", "plans/s"], &rows))
}

fn plans_per_second(n: u32) -> f64 {
    let limits = Limits::default();
    let now = jiff::Timestamp::UNIX_EPOCH;
    let url: url::Url = "https://example.org/feed".parse().expect("the address is valid");
    let source = Source::new(SourceId(1), SourceKind::Feed, url, now);
    let means = SharedBudget { budget: usual_budget(n.into()), n_sources: u64::from(n) };
    let start = Instant::now();
    for i in 0..n {
        let chance = Share::new(f64::from(i) / f64::from(n)).expect("less than one");
        let situation = Situation { source: &source, means, limits: &limits };
        std::hint::black_box(plan(&situation, &Outcome::Unchanged, now, chance));
    }
    f64::from(n) / start.elapsed().as_secs_f64()
}
