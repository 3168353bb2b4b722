//! Failures: torn files, other versions, two processes, panics. Nothing is lost, because everything is in the store.

use crate::shelf::{article, at, found, put};
use std::path::Path;
use tidings_search::{Error, Index, IndexPosition, IndexStatus};

fn filled(folder: &Path) {
    let index = Index::open(folder).unwrap();
    let mut writer = index.writer().unwrap();
    put(&mut writer, &article(1, "Fox", "fox"));
    writer.commit(at(1)).unwrap();
}

/// Returns the largest file of the index that contains words.
fn largest(folder: &Path) -> std::path::PathBuf {
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files
        .retain(|path| path.extension().is_some_and(|ending| ending != "json" && ending != "lock"));
    files.sort_by_key(|path| path.metadata().unwrap().len());
    files.pop().unwrap()
}

#[test]
fn an_index_can_be_reopened() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("index");
    filled(&folder);
    let index = Index::open(&folder).unwrap();
    assert_eq!((found(&index, "fox"), index.position()), (vec![1], at(1)));
    assert_eq!((index.status(), index.damaged_files().unwrap().len()), (IndexStatus::Ready, 0));
}

#[test]
fn uncommitted_changes_are_lost() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("index");
    filled(&folder);
    {
        let index = Index::open(&folder).unwrap();
        let mut writer = index.writer().unwrap();
        put(&mut writer, &article(2, "Bear", "bear"));
    }
    let index = Index::open(&folder).unwrap();
    assert_eq!((found(&index, "bear OR fox"), index.position()), (vec![1], at(1)));
}

#[test]
fn a_torn_or_foreign_index_is_rebuilt() {
    type Misfortune = (&'static str, fn(&Path));
    let misfortunes: [Misfortune; 5] = [
        ("missing", |folder| std::fs::remove_dir_all(folder).unwrap()),
        ("no meta", |folder| std::fs::remove_file(folder.join("meta.json")).unwrap()),
        ("torn meta", |folder| std::fs::write(folder.join("meta.json"), "{\"segm").unwrap()),
        ("missing file", |folder| std::fs::remove_file(largest(folder)).unwrap()),
        ("another version", |folder| {
            let meta = std::fs::read_to_string(folder.join("meta.json")).unwrap();
            std::fs::write(folder.join("meta.json"), meta.replace("\"1 7 ", "\"999 7 ")).unwrap();
        }),
    ];
    for (name, befall) in misfortunes {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().join("index");
        filled(&folder);
        befall(&folder);
        let index = Index::open(&folder).unwrap();
        assert!(index.fault().is_some(), "{name}");
        assert_eq!(
            (found(&index, "fox"), index.status()),
            (vec![], IndexStatus::Building(0)),
            "{name}"
        );
        let mut writer = index.writer().unwrap();
        assert_eq!((index.position(), index.fault()), (IndexPosition::START, None), "{name}");
        put(&mut writer, &article(1, "Fox", "fox"));
        writer.commit(at(1)).unwrap();
        assert_eq!(found(&index, "fox"), [1], "{name}");
    }
}

#[test]
fn flipped_bits_are_detected_and_never_panic() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("index");
    {
        let index = Index::open(&folder).unwrap();
        let mut writer = index.writer().unwrap();
        for id in 1..200 {
            put(&mut writer, &article(id, "Fox", &"fox bear wolf ".repeat(50)));
        }
        writer.commit(at(1)).unwrap();
    }
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files.iter().filter(|path| {
        ["term", "idx", "pos", "fast", "fieldnorm"]
            .iter()
            .any(|ending| path.extension().is_some_and(|e| e == *ending))
    }) {
        let whole = std::fs::read(path).unwrap();
        for at in (0..whole.len()).step_by((whole.len() / 24).max(1)) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0xff;
            std::fs::write(path, &bytes).unwrap();
            let index = Index::open(&folder).unwrap();
            if index.fault().is_none() {
                assert!(!index.damaged_files().unwrap().is_empty(), "{} {at}", path.display());
                // Whatever happens, the search returns.
                let query = tidings_search::Query::parse("\"fox bear\" OR wol* -bird");
                let search = tidings_search::Search {
                    query: &query,
                    answers: &tidings_search::Answers::new(),
                    scope: &crate::shelf::scope(&[1], &[]),
                    order: tidings_search::HitOrder::Relevance,
                    skip: 0,
                    limit: 10,
                    now: crate::shelf::now(),
                    zone: jiff::tz::TimeZone::UTC,
                };
                if index.search(&search).is_err() {
                    assert!(index.fault().is_some(), "a damaged index is distrusted");
                }
            }
        }
        std::fs::write(path, &whole).unwrap();
    }
    assert_eq!(Index::open(&folder).unwrap().n_articles(), 199);
}

#[test]
fn one_process_writes_while_others_read() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("index");
    filled(&folder);
    let (one, other) = (Index::open(&folder).unwrap(), Index::open(&folder).unwrap());
    let mut writer = one.writer().unwrap();
    assert!(matches!(other.writer(), Err(Error::Busy)));
    put(&mut writer, &article(2, "Bear", "bear"));
    writer.commit(at(2)).unwrap();
    assert_eq!(found(&other, "bear"), [0_i64; 0]);
    other.look_again().unwrap();
    assert_eq!((found(&other, "bear"), other.position()), (vec![2], at(2)));
    drop(writer);
    assert!(other.writer().is_ok());
}

#[cfg(unix)]
#[test]
fn an_unwritable_folder_is_only_an_error() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("index");
    filled(&folder);
    // A file in place of the folder cannot be written to by any user.
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::write(&folder, "in the way").unwrap();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o400)).unwrap();
    let index = Index::open(&folder).unwrap();
    assert!(index.writer().is_err());
    assert_eq!(found(&index, "fox"), [0_i64; 0]);
}
