//! Tests on a generated corpus with simple topics.

use super::*;
use std::fmt::Write;

/// Returns stories with eight tags, each with its own words and some common ones.
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
fn topics_from_words_are_nearly_as_good_as_tags_and_far_better_than_time() {
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
fn a_missing_column_is_named_in_the_error() {
    let table = std::io::Cursor::new("when,what\n1,2\n");
    let told = corpus::parse(table, &Columns::default()).unwrap_err().to_string();
    assert!(told.contains("expected a column \"t\", found when, what"), "{told}");
}

fn parsed(table: &str) -> Stories {
    let table = std::io::Cursor::new(table.as_bytes().to_vec());
    corpus::parse(table, &Columns::default()).unwrap()
}

#[test]
fn stories_are_in_order_of_time_and_those_without_a_date_are_left_out() {
    let stories = parsed(
        "topics,t,title,body600\na,30,third,x\nb,10,first,x\n,soon,nowhen,x\na, 20 ,second,x\n\"b, c\",10,also first,\"x, y\"\n",
    );
    let told: Vec<_> = stories.all.iter().map(|story| (story.key, story.at)).collect();
    assert_eq!(told, [(1, 10), (4, 10), (3, 20), (0, 30)], "ties keep the order of the file");
    assert_eq!(stories.tags, ["a", "b", "c"], "numbered in order of appearance");
    let tags: Vec<_> = stories.all.iter().map(|story| story.tags.as_slice()).collect();
    assert_eq!(tags, [&[1][..], &[1, 2], &[0], &[0]]);
    let (first, second) = stories.halves();
    assert_eq!((first.len(), second.len()), (2, 2));
}

#[test]
fn tags_may_be_missing_or_written_carelessly() {
    let stories = parsed("t\ttopics\ttitle\tbody600\n1\t\tA\tx\n2\t , b ,, b\tB\tx\n3\n");
    let tags: Vec<_> = stories.all.iter().map(|story| story.tags.clone()).collect();
    assert_eq!(tags, [vec![], vec![0, 0], vec![]]);
    assert_eq!(parsed("t\ttopics\ttitle\tbody600\n").halves().0.len(), 0);
    let nothing = corpus::parse(std::io::Cursor::new(Vec::new()), &Columns::default());
    assert!(nothing.unwrap_err().to_string().contains("found nothing"));
}

#[test]
fn other_columns_can_be_named_and_missing_files_are_reported() {
    let columns = Columns {
        time: "when".to_owned(),
        tags: "about".to_owned(),
        text: vec!["head".to_owned()],
    };
    let table = std::io::Cursor::new("head,when,about\nLighthouse keepers,5,sea\n");
    let stories = corpus::parse(table, &columns).unwrap();
    assert_eq!((stories.all.len(), stories.tags), (1, vec!["sea".to_owned()]));
    let told = format!("{:#}", read(std::path::Path::new("/nowhere.tsv"), &columns).unwrap_err());
    assert!(told.contains("open /nowhere.tsv"), "{told}");
}

#[test]
fn a_tag_with_forty_stories_can_be_liked() {
    let stories =
        |n: usize| -> String { (0..n).map(|n| format!("{n}\trare,often\tA\tx\n")).collect() };
    for (n, expected) in [(39, vec![]), (40, vec![(0, 40), (1, 40)])] {
        let all = parsed(&format!("t\ttopics\ttitle\tbody600\n{}", stories(n)));
        let offered: Vec<&Story> = all.all.iter().collect();
        assert_eq!(likeable(&offered), expected);
    }
}

#[test]
fn a_reader_likes_five_tags_and_is_nearly_indifferent_to_the_rest() {
    let tags: Vec<(usize, usize)> = (0..12).map(|tag| (tag, 50)).collect();
    for number in 0..200 {
        let likes = likes(&tags, 15, 3, number);
        let liked = likes.iter().filter(|like| (0.5..=1.0).contains(*like)).count();
        let rest = likes.iter().filter(|like| (**like - INDIFFERENT).abs() < 1e-12).count();
        assert_eq!((liked, rest), (LIKED, 10), "{likes:?}");
    }
    assert_eq!(likes(&tags, 15, 3, 7), likes(&tags, 15, 3, 7));
    assert_ne!(likes(&tags, 15, 3, 7), likes(&tags, 15, 3, 8));
    assert_eq!(likes(&tags[..2], 2, 1, 1).len(), 2, "fewer tags than that");
}

#[test]
fn a_tag_with_nine_times_as_many_stories_is_liked_first_three_times_as_often() {
    // The root of 900 compared with that of 100.
    let tags = [(0, 900), (1, 100), (2, 0), (3, 0), (4, 0), (5, 0)];
    let n = 4_000_u32;
    let is_first = |number| {
        let mut draws = Draws::part(9, u64::from(number) + 1);
        draws.unit() * 40.0 < 30.0
    };
    let expected = (0..n).filter(|number| is_first(*number)).count();
    assert!((f64::from(expected as u32) / f64::from(n) - 0.75).abs() < 0.03);
    let both = (0..n).filter(|number| {
        let likes = likes(&tags, 6, 9, u64::from(*number));
        likes[0] >= 0.5 && likes[1] >= 0.5
    });
    assert_eq!(both.count(), n as usize, "tags without stories are drawn last");
}

#[test]
fn the_error_for_too_few_stories_or_tags_says_what_was_found() {
    let ask = TextSettings { topics: 4, readers: 2, visits: 9, seed: 1 };
    let lines: String = (0..200).map(|n| format!("{n}\ttag{}\tA\tword{n}\n", n % 2)).collect();
    let told = run(&parsed(&format!("t\ttopics\ttitle\tbody600\n{lines}")), &ask, |_| ());
    let told = told.unwrap_err().to_string();
    assert!(told.contains("found 2 in 100 tagged stories"), "{told}");
}
