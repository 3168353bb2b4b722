//! Tests on a made-up corpus whose topics are plain.

use super::*;
use std::fmt::Write;

/// Stories of eight tags, each with words of its own and some of all.
fn made_up() -> Stories {
    let mut draws = Draws::new(4);
    let mut table = String::from("t\ttopics\ttitle\tbody600\n");
    for number in 0..2400 {
        let tag = draws.below(8);
        let mut word = || format!("word{}x{}", tag, draws.below(12));
        let words: Vec<String> = (0..10).map(|_| word()).collect();
        writeln!(table, "{number}\ttag{tag}\tstory\t{}", words.join(" ")).unwrap();
    }
    corpus::parse(std::io::Cursor::new(table.into_bytes()), &Columns::default()).unwrap()
}

#[test]
fn topics_from_words_do_nearly_as_well_as_tags_and_far_better_than_time() {
    let ask = TextSettings { topics: 8, readers: 12, visits: 30, seed: 1 };
    let report = run(&made_up(), &ask, |_| ()).unwrap();
    let share = |name: &str| report.rows.iter().find(|row| row.method == name).unwrap().share;
    assert!(share("time") < 0.85, "{report:?}");
    assert!(share("tags") > 0.9, "{report:?}");
    assert!(share("default") > 0.9 * share("tags"), "{report:?}");
    assert!(share("default-retrained") > 0.95 * share("default"), "{report:?}");
    assert_eq!(report.json()["results"].as_array().unwrap().len(), METHODS.len());
}

#[test]
fn a_column_that_is_missing_is_named() {
    let table = std::io::Cursor::new("when,what\n1,2\n");
    let told = corpus::parse(table, &Columns::default()).unwrap_err().to_string();
    assert!(told.contains("expected a column \"t\", found when, what"), "{told}");
}
