//! Recognition of articles by their keys, without a database.

mod keys;

use super::*;
use proptest::prelude::*;

fn key(text: &str) -> Option<Fingerprint> {
    (!text.is_empty()).then(|| Fingerprint::of(&[text]))
}

/// Builds an item from guid, link, title and text, where an empty text means absent. The date is in minutes, 0 for none.
fn item(guid: &str, link: &str, title: &str, text: &str, minute: i64) -> Recognizable {
    let keys = ArticleKeys {
        guid: key(guid),
        guid_path: guid
            .split_once("://")
            .and_then(|(_, rest)| rest.split_once('/'))
            .and_then(|(_, path)| key(path)),
        link: key(link),
        title: key(title),
        content: key(&format!("{title}{text}")),
    };
    let published = (minute > 0).then(|| Timestamp::from_second(minute * 60).unwrap());
    Recognizable { keys, published, version: Fingerprint::of(&[title, text]) }
}

/// Returns what the store would know after storing an item.
fn stored(id: i64, item: &Recognizable) -> Candidate {
    Candidate {
        id: ArticleId(id),
        guid: item.keys.guid,
        link: item.keys.link,
        title: item.keys.title,
        content: item.keys.content,
        published: item.published,
        found: item.lookups().collect(),
    }
}

fn check(items: &[Recognizable], known: &[Candidate], expected: &[i64]) {
    let found: Vec<i64> =
        recognize(items, known).into_iter().map(|id| id.map_or(0, |ArticleId(id)| id)).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_guid_is_enough_whatever_else_changed() {
    let known = [stored(1, &item("g", "l", "t", "x", 1))];
    check(&[item("g", "other", "edited", "y", 9)], &known, &[1]);
}

#[test]
fn regenerated_guids_are_recognised_by_link_or_text() {
    let known = [stored(1, &item("a1", "l", "t", "x", 1)), stored(2, &item("a2", "", "u", "y", 2))];
    check(&[item("b1", "l", "t", "x", 1), item("b2", "", "u", "y", 2)], &known, &[1, 2]);
}

#[test]
fn a_move_to_https_adds_no_articles() {
    let known = [stored(1, &item("http://a.example/1", "1", "t", "x", 1))];
    check(&[item("https://a.example/1", "1", "t", "x", 1)], &known, &[1]);
}

#[test]
fn a_link_with_another_guid_needs_a_second_match() {
    let known = [stored(1, &item("a", "home", "Monday", "x", 1))];
    check(&[item("b", "home", "Tuesday", "y", 2)], &known, &[0]);
    check(&[item("", "home", "Tuesday", "y", 2)], &known, &[1]);
}

#[test]
fn a_daily_thread_with_new_link_and_date_is_new() {
    let known = [stored(1, &item("a", "1", "Daily thread", "Talk here", 1))];
    check(&[item("b", "2", "Daily thread", "Talk here", 1440)], &known, &[0]);
    check(&[item("b", "2", "Daily thread", "Talk here", 1)], &known, &[1]);
    check(&[item("", "2", "Daily thread", "Talk here", 0)], &known, &[1]);
}

#[test]
fn an_article_whose_guid_is_in_the_document_is_not_claimed_by_another() {
    let known = [stored(1, &item("a", "l", "t", "x", 1))];
    check(&[item("b", "l", "t", "x", 1), item("a", "l", "t", "x", 1)], &known, &[0, 1]);
}

#[test]
fn the_current_guid_is_stronger_than_a_former_one() {
    let mut one = stored(1, &item("new", "l", "t", "x", 1));
    one.found.push((KeyKind::Guid, key("old").unwrap()));
    check(&[item("old", "", "u", "y", 2), item("new", "", "t", "x", 1)], &[one], &[0, 1]);
}

#[test]
fn items_without_keys_are_recognised_by_their_version() {
    let mut bare = item("", "", "", "", 0);
    bare.keys.content = None;
    let known = [stored(1, &bare), stored(2, &bare)];
    check(&[bare.clone(), bare.clone(), bare.clone()], &known, &[1, 2, 0]);
}

proptest! {
    #[test]
    fn no_stored_article_is_claimed_twice(
        spec in proptest::collection::vec((0..4u8, 0..4u8, 0..3u8, 0..3u8, 0..3i64), 0..12),
        n_stored in 0..12usize,
    ) {
        let name = |n: u8| if n == 0 { String::new() } else { n.to_string() };
        let all: Vec<Recognizable> =
            spec.iter().map(|(g, l, t, x, m)| item(&name(*g), &name(*l), &name(*t), &name(*x), *m)).collect();
        let (old, new) = all.split_at(n_stored.min(all.len()));
        let known: Vec<Candidate> = old.iter().enumerate().map(|(id, item)| stored(id as i64, item)).collect();
        let mut found: Vec<ArticleId> = recognize(new, &known).into_iter().flatten().collect();
        let n_found = found.len();
        found.sort_unstable();
        found.dedup();
        prop_assert_eq!(found.len(), n_found);
    }

    #[test]
    fn a_document_with_distinct_guids_recognises_itself_in_any_order(
        order in Just((0..8usize).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let document: Vec<Recognizable> =
            (0..8).map(|n| item(&n.to_string(), "same", "same", "same", 1)).collect();
        let known: Vec<Candidate> =
            document.iter().enumerate().map(|(id, item)| stored(id as i64, item)).collect();
        let shuffled: Vec<Recognizable> = order.iter().map(|n| document[*n].clone()).collect();
        let found: Vec<usize> = recognize(&shuffled, &known).into_iter().map(|id| id.unwrap().0 as usize).collect();
        prop_assert_eq!(found, order);
    }
}
