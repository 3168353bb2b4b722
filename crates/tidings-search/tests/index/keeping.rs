//! Writing an index: atomic commits, crashes between them, and many readers while one process writes.

use crate::shelf::{article, at, document, found, index, now, put, scope};
use proptest::prelude::*;
use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, Ordering},
};
use tidings_model::ArticleId;
use tidings_search::{
    Answers, Error, HitOrder, Index, IndexPosition, IndexStatus, Query, Search, Writer,
};

const WORDS: [&str; 3] = ["fox", "bear", "wolf"];

/// An operation on an index.
#[derive(Debug, Clone)]
enum Step {
    Put(i64, usize),
    Remove(i64),
    Clear,
    Commit,
    /// The process ends, and another one starts.
    Crash,
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (1i64..6, 0usize..3).prop_map(|(id, word)| Step::Put(id, word)),
        2 => (1i64..6).prop_map(Step::Remove),
        1 => Just(Step::Clear),
        2 => Just(Step::Commit),
        1 => Just(Step::Crash),
    ]
}

/// The word of each article, as a table.
type Table = BTreeMap<i64, usize>;

fn check(index: &Index, table: &Table, n_commits: i64) {
    for (number, word) in WORDS.iter().enumerate() {
        let expected: Vec<i64> =
            table.iter().filter(|(_, word)| **word == number).map(|(id, _)| *id).collect();
        assert_eq!(found(index, word), expected, "{word}");
    }
    assert_eq!((index.n_articles() as usize, index.position().article.0), (table.len(), n_commits));
}

fn change(writer: &mut Writer, table: &mut Table, step: &Step) {
    match step {
        Step::Put(id, word) => {
            writer.replace(&document(&article(*id, WORDS[*word], ""))).unwrap();
            table.insert(*id, *word);
        }
        Step::Remove(id) => {
            writer.remove(ArticleId(*id));
            table.remove(id);
        }
        Step::Clear => {
            writer.clear().unwrap();
            table.clear();
        }
        Step::Commit | Step::Crash => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn an_index_matches_the_table_at_the_last_commit(
        steps in proptest::collection::vec(any_step(), 1..16),
    ) {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("index");
        let mut index = Index::open(&folder).unwrap();
        let mut writer = index.writer().unwrap();
        let (mut committed, mut pending, mut n_commits) = (Table::new(), Table::new(), 0);
        for step in &steps {
            change(&mut writer, &mut pending, step);
            match step {
                Step::Commit => {
                    n_commits += 1;
                    writer.commit(at(n_commits)).unwrap();
                    committed.clone_from(&pending);
                }
                Step::Crash => {
                    drop(writer);
                    index = Index::open(&folder).unwrap();
                    writer = index.writer().unwrap();
                    pending.clone_from(&committed);
                }
                Step::Put(..) | Step::Remove(_) | Step::Clear => {}
            }
            check(&index, &committed, n_commits);
        }
        drop(writer);
        check(&Index::open(&folder).unwrap(), &committed, n_commits);
    }
}

#[test]
fn changes_are_counted_until_they_are_committed() {
    let index = Index::in_memory().unwrap();
    let mut writer = index.writer().unwrap();
    let mut n_pending = vec![writer.n_pending()];
    put(&mut writer, &article(1, "Fox", ""));
    n_pending.push(writer.n_pending());
    writer.replace(&document(&article(1, "Bear", ""))).unwrap();
    n_pending.push(writer.n_pending());
    writer.remove(ArticleId(77));
    n_pending.push(writer.n_pending());
    writer.clear().unwrap();
    n_pending.push(writer.n_pending());
    writer.commit(at(1)).unwrap();
    n_pending.push(writer.n_pending());
    assert_eq!(n_pending, [0, 1, 3, 4, 5, 0], "a replacement is a removal and an addition");
}

#[test]
fn a_replaced_article_is_found_once_and_only_by_its_new_words() {
    let index = index(&[article(1, "Fox", "den"), article(2, "Fox", "")]);
    let mut writer = index.writer().unwrap();
    for title in ["Wolf", "Bear"] {
        writer.replace(&document(&article(1, title, "den"))).unwrap();
    }
    writer.commit(at(9)).unwrap();
    assert_eq!((found(&index, "fox"), found(&index, "bear")), (vec![2], vec![1]));
    assert_eq!((found(&index, "wolf"), found(&index, "den")), (vec![], vec![1]));
    assert_eq!(index.n_articles(), 2);
}

#[test]
fn an_empty_commit_only_changes_the_position() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("index");
    {
        let index = Index::open(&folder).unwrap();
        let mut writer = index.writer().unwrap();
        put(&mut writer, &article(1, "Fox", ""));
        writer.commit(at(1)).unwrap();
        let far = IndexPosition { epoch: -9, article: ArticleId(i64::MAX), change: i64::MIN };
        writer.commit(far).unwrap();
        assert_eq!(index.position(), far);
    }
    let index = Index::open(&folder).unwrap();
    let IndexPosition { epoch, article, change } = index.position();
    assert_eq!((epoch, article.0, change), (-9, i64::MAX, i64::MIN));
    assert_eq!(found(&index, "fox"), [1]);
}

/// "haus" finds "Häuser" only if the index knows that it contains German.
#[test]
fn languages_survive_a_restart_and_are_forgotten_when_cleared() {
    let german =
        "Die alten Häuser der Stadt wurden im vergangenen Jahr für viel Geld wieder schön gemacht.";
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("index");
    {
        let index = Index::open(&folder).unwrap();
        let mut writer = index.writer().unwrap();
        put(&mut writer, &article(1, "", german));
        assert_eq!(found(&index, "haus"), [0_i64; 0], "not yet");
        writer.commit(at(1)).unwrap();
        assert_eq!(found(&index, "haus"), [1]);
    }
    let index = Index::open(&folder).unwrap();
    assert_eq!(found(&index, "haus"), [1]);
    // The title alone does not reveal a language: only German in the index leads from its plural to it.
    let mut writer = index.writer().unwrap();
    put(&mut writer, &article(2, "Haus", ""));
    writer.commit(at(2)).unwrap();
    assert_eq!((found(&index, "haus"), found(&index, "häuser")), (vec![1, 2], vec![1, 2]));
    writer.clear().unwrap();
    put(&mut writer, &article(2, "Haus", ""));
    writer.commit(at(3)).unwrap();
    assert_eq!((found(&index, "haus"), found(&index, "häuser")), (vec![2], vec![]));
}

#[test]
fn there_is_one_writer_at_a_time_even_in_memory() {
    let index = Index::in_memory().unwrap();
    let writer = index.writer().unwrap();
    assert!(matches!(index.clone().writer(), Err(Error::Busy)));
    drop(writer);
    let mut writer = index.writer().unwrap();
    put(&mut writer, &article(1, "Fox", ""));
    writer.commit(at(1)).unwrap();
    writer.settle().unwrap();
    assert_eq!(found(&index, "fox"), [1]);
    assert!(index.writer().is_ok());
}

#[test]
fn the_lock_is_next_to_the_folder_and_outlives_it() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("deep").join("index");
    let index = Index::open(&folder).unwrap();
    assert!(!folder.exists(), "opening modifies nothing");
    let writer = index.writer().unwrap();
    assert!(folder.exists() && scratch.path().join("deep").join("index.lock").exists());
    std::fs::remove_dir_all(&folder).unwrap();
    let other = Index::open(&folder).unwrap();
    assert!(matches!(other.writer(), Err(Error::Busy)), "whatever happens to the folder");
    drop(writer);
    assert!(other.writer().is_ok());
}

#[test]
fn a_distrusted_index_is_searchable_until_the_next_writer_rebuilds_it() {
    let scratch = tempfile::tempdir().unwrap();
    for index in [Index::in_memory().unwrap(), Index::open(&scratch.path().join("index")).unwrap()]
    {
        let mut writer = index.writer().unwrap();
        put(&mut writer, &article(1, "Fox", ""));
        writer.commit(at(1)).unwrap();
        drop(writer);
        index.distrust("somebody says so");
        assert_eq!((found(&index, "fox"), index.position()), (vec![1], at(1)));
        let writer = index.writer().unwrap();
        assert_eq!((index.fault(), index.n_articles()), (None, 0));
        assert_eq!((found(&index, "fox"), index.position()), (vec![], IndexPosition::START));
        drop(writer);
    }
}

#[test]
fn an_index_removed_while_writing_is_an_error_and_is_rebuilt() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("index");
    let index = Index::open(&folder).unwrap();
    assert_eq!(index.status(), IndexStatus::Building(0));
    let mut writer = index.writer().unwrap();
    put(&mut writer, &article(1, "Fox", ""));
    writer.commit(at(1)).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    put(&mut writer, &article(2, "Bear", ""));
    assert!(writer.commit(at(2)).is_err());
    drop(writer);
    let mut writer = index.writer().unwrap();
    assert_eq!(index.position(), IndexPosition::START);
    put(&mut writer, &article(1, "Fox", ""));
    writer.commit(at(1)).unwrap();
    assert_eq!((found(&index, "fox"), found(&index, "bear")), (vec![1], vec![]));
}

/// A search during a write sees one commit or the next, and never less than before.
#[test]
fn searches_during_writes_see_whole_commits() {
    const COMMITS: i64 = 12;
    let index = Index::in_memory().unwrap();
    let mut writer = index.writer().unwrap();
    let is_done = AtomicBool::new(false);
    let n_hits = |index: &Index| {
        let query = Query::parse("fox -bear");
        let (answers, scope) = (Answers::new(), scope(&[1], &[]));
        let (order, zone) = (HitOrder::Newest, jiff::tz::TimeZone::UTC);
        let (query, answers, scope) = (&query, &answers, &scope);
        let search = Search { query, answers, scope, order, skip: 0, limit: 99, now: now(), zone };
        let found = index.search(&search).unwrap();
        assert_eq!(found.n_hits as usize, found.ids.len());
        found.n_hits
    };
    std::thread::scope(|threads| {
        let lookers: Vec<_> = (0..2)
            .map(|_| {
                threads.spawn(|| {
                    let mut last = 0;
                    loop {
                        let ends = is_done.load(Ordering::SeqCst);
                        let seen = n_hits(&index);
                        assert!(seen >= last && seen.is_multiple_of(3), "{seen} after {last}");
                        last = seen;
                        if ends {
                            return last;
                        }
                    }
                })
            })
            .collect();
        for commit in 0..COMMITS {
            // Three come with every commit.
            (1..=3).for_each(|n| put(&mut writer, &article(3 * commit + n, "Fox", "")));
            writer.commit(at(commit)).unwrap();
        }
        is_done.store(true, Ordering::SeqCst);
        for looker in lookers {
            assert_eq!(looker.join().unwrap() as i64, 3 * COMMITS);
        }
    });
}
