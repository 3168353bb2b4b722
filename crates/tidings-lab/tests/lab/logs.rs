//! Logs of real readers: how they are read, and scores on generated ones.

use std::path::PathBuf;
use tidings_lab::rank::logs::impressions::{self, Impression};
use tidings_lab::rank::logs::next_clicks::{self, Click};

fn file(folder: &tempfile::TempDir, text: &str) -> PathBuf {
    let path = folder.path().join("log.tsv");
    std::fs::write(&path, text).unwrap();
    path
}

fn shown(items: &[(&str, bool)]) -> Impression {
    Impression {
        shown: items.iter().map(|(name, clicked)| ((*name).to_owned(), *clicked)).collect(),
    }
}

#[test]
fn impressions_are_read_in_order_of_time() {
    let folder = tempfile::tempdir().unwrap();
    let path =
        file(&folder, "user\tt\timpressions\n7\t20\tN2-1 N1-0\n8\t10\tN1-1\n9\t\tN-9-0\n7\t30\t\n");
    let read = impressions::read(&path).unwrap();
    let expected = [
        shown(&[("N1", true)]),
        shown(&[("N2", true), ("N1", false)]),
        shown(&[]),
        shown(&[("N-9", false)]),
    ];
    assert_eq!(read, expected);
    let told = |text: &str| format!("{:#}", impressions::read(&file(&folder, text)).unwrap_err());
    assert!(told("t\timpressions\n1\tN1\n").contains("expected N1-0 N2-1, found \"N1\""));
    assert!(told("t\tshown\n").contains("expected columns t, impressions"));
    assert!(told("").contains("found "));
    let missing = folder.path().join("none");
    assert!(format!("{:#}", impressions::read(&missing).unwrap_err()).contains("open"));
}

/// Two articles, of which either the newer one is always clicked, or the one clicked before.
#[test]
fn each_score_is_right_if_its_rule_is() {
    // After 500 impressions which show that a is clicked every second time, and b never.
    let learned: Vec<Impression> =
        (0..500).map(|n| shown(&[("a", n % 2 == 0), ("b", false)])).collect();
    let then = |clicked: &[(&str, bool)]| {
        let mut all = learned.clone();
        all.push(shown(clicked));
        let report = impressions::run(&all);
        assert_eq!((report.n, report.candidates), (1, clicked.len() as f64));
        report.rows.iter().map(|row| row.mean).collect::<Vec<_>>()
    };
    // Newest, clicks so far, click rate, click rate with a bonus. a and b are equally old.
    assert_eq!(then(&[("a", true), ("b", false)]), [0.5, 1.0, 1.0, 1.0]);
    assert_eq!(then(&[("b", true), ("a", false)]), [0.5, 0.0, 0.0, 0.0]);
    // c is new: believed to be average (1 in 4), with uncertainty.
    assert_eq!(then(&[("c", true), ("b", false)]), [1.0, 0.5, 1.0, 1.0]);
    assert_eq!(then(&[("c", true), ("a", false)])[..3], [1.0, 0.0, 0.0]);
    assert_eq!(
        then(&[("c", true), ("a", false)])[3],
        0.0,
        "0.25 + 2·0.131 is below 0.495 + 2·0.022"
    );
}

#[test]
fn impressions_without_a_choice_do_not_count() {
    let mut all = vec![shown(&[("a", true), ("b", false)]); 500];
    all.extend([shown(&[("a", true)]), shown(&[("b", false)]), shown(&[])]);
    let report = impressions::run(&all);
    assert_eq!(report.n, 3);
    assert!(report.rows.iter().all(|row| row.mean == 0.0 && row.error == 0.0), "{report:?}");
    let empty = impressions::run(&[]);
    assert_eq!((empty.n, empty.candidates), (0, 0.0));
    let (headings, rows) = report.table();
    assert_eq!(headings, ["score", "AUC", "±", "reference"]);
    assert!(rows.iter().all(|row| row.len() == 4));
    assert_eq!(report.json()["results"].as_array().unwrap().len(), 4);
}

#[test]
fn clicks_are_read_in_order_of_time_and_invalid_lines_are_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "article,user,t\n5,1,90\n6,2,30\nx,2,40\n7,-1,50\n8,1,30\n");
    let click = |at, user, article| Click { at, user, article };
    assert_eq!(
        next_clicks::read(&path).unwrap(),
        [click(30, 1, 8), click(30, 2, 6), click(90, 1, 5)]
    );
    let wrong = file(&folder, "user,article\n1,2\n");
    let told = format!("{:#}", next_clicks::read(&wrong).unwrap_err());
    assert!(
        told.contains("expected columns user, t, article") && told.contains("found user, article"),
        "{told}"
    );
}

#[test]
fn clicks_before_the_tenth_day_or_without_live_articles_are_not_measured() {
    let day = 86_400;
    let mut said = Vec::new();
    let report = next_clicks::run(&[], 1, |what| said.push(what.to_owned()));
    assert_eq!((report.n, report.figure), (0, "MRR"));
    assert_eq!(said.len(), 2, "both steps are reported");
    // All in the first days, or each article clicked only once, so that none was live.
    let early: Vec<Click> =
        (0..200).map(|n| Click { at: n * 60, user: n as u32 % 7, article: n as u32 % 5 }).collect();
    assert_eq!(next_clicks::run(&early, 1, |_| ()).n, 0);
    let once: Vec<Click> =
        (0..400).map(|n| Click { at: 11 * day + n, user: n as u32, article: n as u32 }).collect();
    assert_eq!(next_clicks::run(&once, 1, |_| ()).n, 0);
    // The recent clicks put an article that everybody clicks in first place.
    let mut crowd: Vec<Click> = (0..600)
        .flat_map(|n| {
            let at = 11 * day + n * 20;
            [
                Click { at, user: 2 * n as u32, article: 1 },
                Click { at: at + 1, user: 2 * n as u32 + 1, article: 2 + n as u32 },
            ]
        })
        .collect();
    crowd.retain(|click| click.article == 1 || click.article % 3 == 0);
    let report = next_clicks::run(&crowd, 1, |_| ());
    assert!(report.n > 3, "{report:?}");
    assert!(report.rows[1].mean > 0.99 && report.rows[0].mean < 0.2, "{report:?}");
}
