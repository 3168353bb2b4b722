//! Each key and each second match alone: what identifies an article, and what does not.

use super::*;

/// An item in which everything is absent.
fn bare() -> Recognizable {
    let keys = ArticleKeys { guid: None, guid_path: None, link: None, title: None, content: None };
    Recognizable { keys, published: None, version: Fingerprint(0) }
}

fn at(ms: i64) -> Option<Timestamp> {
    Some(Timestamp::from_millisecond(ms).unwrap())
}

/// Whether an item is recognised as a stored article.
fn is_same(item: &Recognizable, known: &Candidate) -> bool {
    recognize(std::slice::from_ref(item), std::slice::from_ref(known)) == [Some(known.id)]
}

#[test]
fn key_kinds_keep_their_stored_numbers() {
    for (kind, number) in [
        (KeyKind::Guid, 0),
        (KeyKind::Path, 1),
        (KeyKind::Link, 2),
        (KeyKind::Content, 3),
        (KeyKind::Version, 4),
    ] {
        assert_eq!(kind as i64, number);
        assert_eq!(KeyKind::from_number(number), Some(kind));
    }
    for unknown in [-1, 5, i64::MAX, i64::MIN] {
        assert_eq!(KeyKind::from_number(unknown), None, "{unknown}");
    }
}

#[test]
fn an_item_is_looked_up_by_the_keys_it_has() {
    let kinds = |item: &Recognizable| item.lookups().map(|(kind, _)| kind).collect::<Vec<_>>();
    let full = item("https://a.example/1", "l", "t", "x", 1);
    assert_eq!(kinds(&full), [KeyKind::Guid, KeyKind::Path, KeyKind::Link, KeyKind::Content]);
    assert_eq!(full.lookups().next(), full.keys.guid.map(|guid| (KeyKind::Guid, guid)));
    assert_eq!(kinds(&item("g", "", "t", "", 1)), [KeyKind::Guid, KeyKind::Content]);
    assert_eq!(kinds(&item("g", "", "", "", 1)), [KeyKind::Guid]);
    let mut linked = bare();
    linked.keys.link = key("l");
    assert_eq!(
        kinds(&linked),
        [KeyKind::Link],
        "the version counts only when there is no other key"
    );
    let mut titled = bare();
    titled.keys.title = key("t");
    assert_eq!(kinds(&titled), [KeyKind::Version], "a title supports a match but is not a key");
    assert_eq!(bare().lookups().next(), Some((KeyKind::Version, Fingerprint(0))));
}

#[test]
fn an_article_is_recognised_by_its_fields() {
    let article = tidings_model::Article {
        keys: item("g", "l", "t", "x", 1).keys,
        version: Fingerprint(7),
        guid: None,
        title: "t".to_owned(),
        link: None,
        comments: None,
        n_comments: None,
        authors: Vec::new(),
        published: at(60_000),
        updated: None,
        summary: String::new(),
        content: tidings_model::article::Content::Known,
        language: None,
        tags: Vec::new(),
        enclosures: Vec::new(),
        image: None,
    };
    let found = Recognizable::from(&article);
    assert_eq!(found, Recognizable { version: Fingerprint(7), ..item("g", "l", "t", "x", 1) });
}

/// An item that shares only its link with a stored article that has another guid.
fn linked() -> (Recognizable, Candidate) {
    let known = stored(1, &item("a", "l", "old title", "old text", 1));
    (item("b", "l", "new title", "new text", 2), known)
}

#[test]
fn a_shared_link_needs_one_more_match() {
    let (item, known) = linked();
    assert!(!is_same(&item, &known), "nothing else matches");
    let mut same_title = item.clone();
    same_title.keys.title = known.title;
    assert!(is_same(&same_title, &known), "same title");
    let mut same_text = item.clone();
    same_text.keys.content = known.content;
    assert!(is_same(&same_text, &known), "same text");
    let same_date = Recognizable { published: known.published, ..item.clone() };
    assert!(is_same(&same_date, &known), "same date");
    let mut without_guid = item;
    without_guid.keys.guid = None;
    assert!(is_same(&without_guid, &known), "without a guid, the link is enough");
}

#[test]
fn fields_absent_from_both_do_not_match() {
    let (mut item, mut known) = linked();
    (item.keys.title, known.title) = (None, None);
    (item.keys.content, known.content) = (None, None);
    (item.published, known.published) = (None, None);
    assert!(!is_same(&item, &known));
}

#[test]
fn dates_agree_to_the_millisecond() {
    let (item, mut known) = linked();
    known.published = at(120_000);
    let dated = |nanoseconds: i128| {
        let published = Some(Timestamp::from_nanosecond(nanoseconds).unwrap());
        is_same(&Recognizable { published, ..item.clone() }, &known)
    };
    assert!(dated(120_000_000_000));
    assert!(dated(120_000_999_999), "the store keeps whole milliseconds");
    assert!(!dated(120_001_000_000));
    assert!(!dated(119_999_000_000));
}

/// An item that shares title and text with a stored article, but not guid, link or date.
fn repeated() -> (Recognizable, Candidate) {
    (item("b", "2", "t", "x", 2), stored(1, &item("a", "1", "t", "x", 1)))
}

#[test]
fn a_shared_text_also_needs_the_date_or_the_link() {
    let (item, known) = repeated();
    assert!(!is_same(&item, &known), "a daily thread");
    assert!(
        is_same(&Recognizable { published: known.published, ..item.clone() }, &known),
        "same date"
    );
    assert!(
        is_same(&Recognizable { published: None, ..item.clone() }, &known),
        "the item has no date"
    );
    let undated = Candidate { published: None, ..known.clone() };
    assert!(is_same(&item, &undated), "the stored article has no date");
    // The link is not among the keys found, as when several items shared it, but it is the article's current link.
    let mut same_link = item.clone();
    same_link.keys.link = known.link;
    let by_text_alone = Candidate {
        found: known.found.iter().copied().filter(|(kind, _)| *kind == KeyKind::Content).collect(),
        ..known.clone()
    };
    assert!(is_same(&same_link, &by_text_alone), "same link");
    let (mut unlinked, mut unlinked_known) = (item, known);
    (unlinked.keys.link, unlinked_known.link) = (None, None);
    assert!(!is_same(&unlinked, &unlinked_known), "two absent links do not match");
}

#[test]
fn a_guid_that_moved_host_is_recognised_by_its_path() {
    let known = [stored(1, &item("http://old.example/1", "", "t", "x", 1))];
    check(&[item("https://new.example/1", "", "other", "y", 2)], &known, &[1]);
    check(&[item("https://new.example/2", "", "other", "y", 2)], &known, &[0]);
}

#[test]
fn a_former_guid_is_enough_unless_another_item_has_the_current_one() {
    let mut one = stored(1, &item("new", "", "t", "x", 1));
    one.found.push((KeyKind::Guid, key("old").unwrap()));
    check(&[item("old", "", "u", "y", 2)], &[one.clone()], &[1]);
    // The order of the document does not matter.
    let both = [item("new", "", "t", "x", 1), item("old", "", "u", "y", 2)];
    check(&both, &[one], &[1, 0]);
}

#[test]
fn no_weaker_key_claims_an_article_whose_guid_is_elsewhere() {
    let known = [stored(1, &item("http://x.example/1", "l", "t", "x", 1))];
    // By path, link and text it could be the first item, but the second has its guid.
    let document = [
        item("https://y.example/1", "l", "t", "x", 1),
        item("http://x.example/1", "m", "u", "y", 9),
    ];
    check(&document, &known, &[0, 1]);
    // If no item has the guid, it is the first.
    check(&document[..1], &known, &[1]);
    // A stored article without a guid can be claimed by any item.
    let mut nameless = stored(1, &item("", "l", "t", "x", 1));
    nameless.guid = None;
    check(&[item("b", "l", "t", "x", 1)], &[nameless], &[1]);
}

#[test]
fn the_second_of_two_stored_articles_with_one_guid_is_not_claimed() {
    let known = [stored(1, &item("a", "1", "t", "x", 1)), stored(2, &item("a", "2", "u", "y", 2))];
    // The second item has link, text and date of an article whose guid appears in this document.
    let document = [item("a", "1", "t", "x", 1), item("b", "2", "u", "y", 2)];
    check(&document, &known, &[1, 0]);
    check(&document[1..], &known, &[2]);
}

#[test]
fn stronger_keys_claim_before_weaker_ones() {
    let known = [stored(1, &item("", "l", "t", "x", 1)), stored(2, &item("g", "", "t", "x", 1))];
    // By guid it is the second, although the first shares link and text.
    check(&[item("g", "l", "t", "x", 1)], &known, &[2]);
    // The first item is recognised by its text; the second needs the link.
    let document = [item("", "", "t", "x", 1), item("", "l", "other", "y", 2)];
    check(&document, &known[..1], &[0, 1]);
}

#[test]
fn a_claimed_article_is_not_claimed_again_by_the_same_key() {
    let twice = [stored(1, &item("", "l", "t", "x", 1)), stored(2, &item("", "l", "t", "x", 1))];
    let again = item("", "l", "t", "x", 1);
    check(&[again.clone(), again.clone(), again.clone()], &twice, &[1, 2, 0]);
    check(std::slice::from_ref(&again), &[], &[0]);
    check(&[], &twice, &[]);
}

proptest! {
    #[test]
    fn stored_items_are_recognised_again(
        spec in proptest::collection::btree_set((1..6u8, 1..6u8, 0..3u8, 0..3u8, 0..3i64), 1..8),
    ) {
        // Each item has its own link, so that none can be mistaken for another.
        let document: Vec<Recognizable> = spec
            .iter()
            .enumerate()
            .map(|(n, (g, _, t, x, m))| item(&format!("{n}-{g}"), &format!("link {n}"), &t.to_string(), &x.to_string(), *m))
            .collect();
        let known: Vec<Candidate> = document.iter().zip(1..).map(|(item, id)| stored(id, item)).collect();
        let found: Vec<Option<ArticleId>> = recognize(&document, &known);
        let expected: Vec<Option<ArticleId>> = known.iter().map(|known| Some(known.id)).collect();
        prop_assert_eq!(found, expected);
    }
}
