//! Sums, tables and their input, checked by hand.

use super::*;

fn row(values: &[f64]) -> LogScoreRow {
    let mut sum = Sum::default();
    values.iter().for_each(|value| sum.add(*value));
    sum.row("it", Some(0.5))
}

#[test]
fn a_mean_comes_with_its_standard_error() {
    let found = row(&[0.0, 1.0, 1.0, 0.0]);
    assert!((found.mean - 0.5).abs() < 1e-12);
    // A variance of a quarter over four values: √(0.25/4).
    assert!((found.error - 0.25).abs() < 1e-12, "{found:?}");
    let same = row(&[0.1; 7]);
    assert!((same.mean - 0.1).abs() < 1e-12 && same.error < 1e-8, "{same:?}");
    let nothing = row(&[]);
    assert_eq!((nothing.mean, nothing.error), (0.0, 0.0));
}

#[test]
fn the_table_and_the_json_agree() {
    let rows = vec![row(&[0.25, 0.75]), LogScoreRow { reference: None, ..row(&[1.0]) }];
    let report = LogsReport { figure: "AUC", n: 2, candidates: 3.5, rows };
    let (headings, cells) = report.table();
    assert_eq!(headings, ["score", "AUC", "±", "reference"]);
    assert_eq!(cells[0], ["it", "0.5000", "0.1768", "0.500"]);
    assert_eq!(cells[1], ["it", "1.0000", "0.0000", "-"]);
    let json = report.json();
    assert_eq!((json["n"].as_u64(), json["candidates"].as_f64()), (Some(2), Some(3.5)));
    assert_eq!(json["results"][0]["mean"], 0.5);
}

#[test]
fn columns_are_found_by_name_and_short_lines_are_padded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.csv");
    std::fs::write(&path, "b,x,a\n1,2,3\n4\n\n\"5,5\",6,7\n").unwrap();
    let found = table(&path, ["a", "b"]).unwrap();
    let line = |a: &str, b: &str| [a.to_owned(), b.to_owned()];
    assert_eq!(found, [line("3", "1"), line("", "4"), line("", ""), line("7", "5,5")]);
    let told = table(&path, ["a", "c"]).unwrap_err().to_string();
    assert!(told.contains("expected columns a, c") && told.contains("found b, x, a"), "{told}");
}

mod ranking {
    use super::super::impressions::{Impression, run};
    use proptest::prelude::*;

    fn shown(items: &[(usize, bool)]) -> Impression {
        Impression {
            shown: items.iter().map(|(name, clicked)| (name.to_string(), *clicked)).collect(),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        /// With equal scores nothing ranks above anything else, so every AUC is a half.
        #[test]
        fn no_score_distinguishes_equal_articles(clicks in proptest::collection::vec(any::<bool>(), 2..8)) {
            prop_assume!(clicks.contains(&true) && clicks.contains(&false));
            let mut all = vec![shown(&[(99, true), (98, false)]); 500];
            let new: Vec<(usize, bool)> = clicks.iter().copied().enumerate().collect();
            all.push(shown(&new));
            let report = run(&all);
            for row in &report.rows {
                prop_assert!((row.mean - 0.5).abs() < 1e-12, "{row:?}");
            }
        }

        #[test]
        fn the_order_within_a_list_does_not_matter(mut items in proptest::collection::vec((0usize..6, any::<bool>()), 2..8)) {
            let learned: Vec<Impression> =
                (0..500).map(|n| shown(&[(n % 6, n % 4 == 0), ((n + 1) % 6, false)])).collect();
            let report = |items: &[(usize, bool)]| {
                let mut all = learned.clone();
                all.push(shown(items));
                run(&all).rows
            };
            let before = report(&items);
            items.reverse();
            for (before, after) in before.iter().zip(&report(&items)) {
                prop_assert!((before.mean - after.mean).abs() < 1e-12);
            }
        }
    }
}
