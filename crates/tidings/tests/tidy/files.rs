//! The files of the repository, as a fresh clone would have them.

use std::path::{Path, PathBuf};

/// A text file with its path from the root, written with `/`.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// Returns the root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the crate is two folders below the root")
}

/// Returns every file with its size, except build output, downloads and git's own files.
pub(crate) fn every_path() -> Vec<(String, u64)> {
    let mut found = Vec::new();
    walk(&root(), "", &mut found);
    found.sort();
    assert!(found.len() > 50, "the walk through the repository found only {} files", found.len());
    found
}

/// Returns every file that is UTF-8 text.
pub(crate) fn every_text() -> Vec<File> {
    let read =
        |path: String| Some(File { text: std::fs::read_to_string(root().join(&path)).ok()?, path });
    every_path().into_iter().filter_map(|(path, _)| read(path)).collect()
}

/// Returns every Rust file.
pub(crate) fn every_rust_file() -> Vec<File> {
    every_text().into_iter().filter(|file| file.path.ends_with(".rs")).collect()
}

fn walk(folder: &Path, prefix: &str, found: &mut Vec<(String, u64)>) {
    for entry in std::fs::read_dir(folder).expect("folders can be read") {
        let entry = entry.expect("folders can be read");
        let name = entry.file_name().into_string().expect("names in the repository are UTF-8");
        let is_ignored = prefix.is_empty()
            && (name == "target" || name.starts_with("target-") || name == ".check");
        if name == ".git"
            || name == "node_modules"
            || name == "__pycache__"
            || name.ends_with(".profraw")
            || is_ignored
        {
            continue;
        }
        let kind = entry.file_type().expect("the folder was just read");
        if kind.is_dir() {
            walk(&entry.path(), &format!("{prefix}{name}/"), found);
        } else if kind.is_file() {
            found.push((
                format!("{prefix}{name}"),
                entry.metadata().expect("the folder was just read").len(),
            ));
        }
    }
}
