//! When the perplexity is measured, and which reference figures are shown.

use super::*;

#[test]
fn the_perplexity_is_measured_often_at_first_and_then_every_ten_sweeps() {
    let shown: Vec<u32> = (0..45).filter(|sweep| is_shown(*sweep)).collect();
    assert_eq!(shown, [0, 1, 2, 5, 10, 20, 30, 40]);
}

#[test]
fn reference_figures_are_shown_only_for_their_corpus_and_number_of_topics() {
    let of = |columns: &[&str], n, topics| {
        let columns: Vec<String> = columns.iter().map(|&name| name.to_owned()).collect();
        reference(&columns, n, topics).map(|known| (known.corpus, known.perplexity))
    };
    let reuters = ["title", "body600"];
    for n in [21_000, 21_578, 21_999] {
        assert_eq!(of(&reuters, n, 100), Some((REUTERS, 675.0)), "{n}");
    }
    assert_eq!((of(&reuters, 20_999, 100), of(&reuters, 22_000, 100)), (None, None));
    assert_eq!(of(&reuters, 21_578, 60), None);
    assert_eq!(of(&["body600", "title"], 21_578, 100), None, "the words are in another order");
    let titles = ["title"];
    assert_eq!(of(&titles, 100_000, 200), Some(("newsapi titles", 2007.0)));
    assert_eq!((of(&titles, 98_999, 200), of(&titles, 100_001, 200)), (None, None));
    assert_eq!(of(&[], 100_000, 200), None);
}
