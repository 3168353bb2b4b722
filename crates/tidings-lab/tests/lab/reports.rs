//! Reports of the monitoring experiment: tables, JSON and plots agree.

use crate::{daily_at, trace_of};
use tidings_lab::monitor::access::ReaderVisits;
use tidings_lab::monitor::report::{
    HEADINGS, MonitorReport, MonitorSettings, READER_HEADINGS, run,
};
use tidings_lab::monitor::{plot, policies};
use tidings_lab::trace::{DAY, Trace};

fn trace() -> Trace {
    let often: Vec<f64> = (0..28 * 6).map(|i| f64::from(i) * DAY / 6.0 + 11.0).collect();
    trace_of(vec![daily_at(600.0, 28), often], 28)
}

fn asked(names: &[&str], intervals: &[f64]) -> MonitorSettings {
    let policies = names.iter().map(|name| (*name).to_owned()).collect();
    MonitorSettings {
        policies,
        intervals: intervals.to_vec(),
        train_days: 14.0,
        seed: 1,
        ..MonitorSettings::default()
    }
}

fn ran(ask: &MonitorSettings) -> MonitorReport {
    run(&trace(), ask, |_, _| ()).unwrap()
}

#[test]
fn there_is_a_row_for_each_policy_at_each_interval_in_order() {
    let mut told = Vec::new();
    let ask = asked(&["uniform", "miniflux", "price"], &[6.0, 24.0]);
    let report = run(&trace(), &ask, |name, hours| told.push((name.to_owned(), hours))).unwrap();
    let rows: Vec<(String, f64)> =
        report.rows().iter().map(|row| (row.policy.clone(), row.interval)).collect();
    assert_eq!(rows, told);
    assert_eq!(rows.len(), 6);
    for row in report.rows() {
        assert!(row.least <= row.tally.average_delay, "{}: nobody beats a clairvoyant", row.policy);
        assert_eq!(row.missed, None);
    }
    // With fewer fetches, all postings wait longer.
    for name in ["uniform", "miniflux", "price"] {
        let of = report.rows().iter().filter(|row| row.policy == name);
        let delays: Vec<f64> = of.map(|row| row.tally.average_delay).collect();
        assert!(delays[0] < delays[1], "{name}: {delays:?}");
    }
}

#[test]
fn the_json_and_the_table_agree() {
    let report = ran(&asked(&["uniform", "price"], &[12.0]));
    let json = report.json();
    assert_eq!(json["trace"]["sources"], 2);
    assert_eq!(json["trace"]["postings"], 28 + 28 * 6);
    assert_eq!(json["trace"]["days"], 28.0);
    assert_eq!(json["trace"]["from"], "1970-01-01T00:00:00Z");
    assert_eq!(json["results"][0]["ratio_to_uniform"], 1.0);
    let (headings, rows) = report.table();
    assert_eq!(headings, HEADINGS);
    for (number, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), headings.len());
        let result = &json["results"][number];
        assert_eq!(row[0], result["policy"].as_str().unwrap());
        assert_eq!(row[2], result["requests"].to_string());
        assert_eq!(row[3], format!("{:.1}", result["average_delay_min"].as_f64().unwrap()));
        assert_eq!(row[4], format!("{:.3}", result["ratio_to_uniform"].as_f64().unwrap()));
    }
    let alone = ran(&asked(&["price"], &[12.0]));
    assert_eq!(alone.table().1[0][4], "-", "nothing to compare with");
    assert!(alone.json()["results"][0]["ratio_to_uniform"].is_null());
}

#[test]
fn readers_add_their_columns() {
    let looks = ReaderVisits { at: daily_at(720.0, 28), readers: 1 };
    let ask =
        MonitorSettings { looks: Some(looks), ..asked(&["uniform", "price-misses"], &[12.0]) };
    let report = ran(&ask);
    let (headings, rows) = report.table();
    assert_eq!(headings[HEADINGS.len()..], READER_HEADINGS);
    assert!(rows.iter().all(|row| row.len() == headings.len()));
    let share = |n: usize| report.json()["results"][n]["missed_share"].as_f64().unwrap();
    assert!(share(1) < share(0), "planning for readers makes them miss less");
}

#[test]
fn an_unknown_policy_is_refused() {
    let told = run(&trace(), &asked(&["best"], &[12.0]), |_, _| ()).unwrap_err().to_string();
    assert!(told.contains("\"best\"") && told.contains("lambda-crawl"), "{told}");
    let nothing = ran(&asked(&["uniform"], &[]));
    assert!(nothing.rows().is_empty() && nothing.table().1.is_empty());
    assert!(policies::NAMES.contains(&"price-live"));
}

#[test]
fn weights_move_requests_to_sources_with_more_weight() {
    let delay_of = |weights: Vec<f64>| {
        let ask = MonitorSettings { weights, ..asked(&["price"], &[24.0]) };
        ran(&ask).rows()[0].tally.average_delay
    };
    // Both figures are weighted equally, so knowing the weights helps more than chance would.
    assert!(delay_of(vec![1.0, 1.0]) > 0.0);
    assert!(
        delay_of(vec![30.0, 1.0]) < delay_of(vec![1.0, 30.0]),
        "the daily one can be predicted"
    );
}

#[test]
fn any_report_can_be_plotted() {
    let folder = tempfile::tempdir().unwrap();
    for (names, intervals) in [
        (&["uniform", "price", "miniflux"][..], &[6.0, 12.0, 24.0][..]),
        (&["price"], &[12.0]),
        (&["uniform"], &[]),
    ] {
        let path = plot::write(&ran(&asked(names, intervals)), folder.path()).unwrap();
        let drawn = std::fs::read_to_string(&path).unwrap();
        assert!(drawn.starts_with("<svg") && drawn.trim_end().ends_with("</svg>"));
        assert!(!drawn.contains("NaN"), "{names:?}");
        for name in names.iter().filter(|_| !intervals.is_empty()) {
            assert!(drawn.contains(&format!("{name}: ")), "{name}");
        }
    }
    let file = folder.path().join("a file");
    std::fs::write(&file, "").unwrap();
    let told =
        format!("{:#}", plot::write(&ran(&asked(&["uniform"], &[12.0])), &file).unwrap_err());
    assert!(told.contains("cannot create ") && told.contains("a file"), "{told}");
}
