//! The picture cache on disk: each picture is a file named by the hash of its address. The least recently used are
//! deleted first.

use super::{Key, hex};
use bytes::Bytes;
use jiff::Timestamp;
use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::{Mutex, OnceLock},
    time::SystemTime,
};
use tidings_model::locks::locked;

/// A file begins with the time when it was fetched, in milliseconds.
const HEAD: usize = 8;
/// The least disk space a file takes.
const LEAST: u64 = 4096;

/// A folder of cached pictures.
#[derive(Debug)]
pub(super) struct PictureFolder {
    folder: PathBuf,
    most_bytes: u64,
    /// The content of the folder, listed when the first picture is requested.
    index: OnceLock<Mutex<Index>>,
}

#[derive(Debug, Default)]
struct Index {
    files: HashMap<Key, Kept>,
    bytes: u64,
    /// Counts uses, so a larger number means a later use.
    n_uses: u64,
}

#[derive(Debug, Clone, Copy)]
struct Kept {
    bytes: u64,
    used: u64,
}

impl PictureFolder {
    /// Creates a cache in a folder that may not exist yet.
    pub(super) fn new(folder: PathBuf, most_bytes: u64) -> Self {
        Self { folder, most_bytes, index: OnceLock::new() }
    }

    /// Returns a picture's bytes and when they were fetched. Blocks.
    pub(super) fn get(&self, key: Key, now: Timestamp) -> Option<(Bytes, Timestamp)> {
        let path = self.path(&key);
        let is_known = locked(self.index()).used(&key).is_some();
        let found = read(&path, now);
        match &found {
            Some((bytes, _)) if !is_known => {
                // Another process that shares the folder stored it.
                let takes = size_on_disk((HEAD + bytes.len()) as u64);
                locked(self.index()).add(key, takes);
            }
            None if is_known => {
                locked(self.index()).forget(&key);
                let _ = fs::remove_file(path);
            }
            _ => {}
        }
        found
    }

    /// Stores a picture, deleting the least recently used ones to make room. Blocks.
    pub(super) fn put(&self, key: Key, bytes: &[u8], now: Timestamp) -> io::Result<()> {
        let takes = size_on_disk((HEAD + bytes.len()) as u64);
        if takes > self.most_bytes / 4 {
            return Ok(());
        }
        let dropped = locked(self.index()).make_room(takes, self.most_bytes);
        for old in dropped {
            let _ = fs::remove_file(self.path(&old));
        }
        let path = self.path(&key);
        fs::create_dir_all(path.parent().unwrap_or(&self.folder))?;
        let unfinished = path.with_extension(format!("{}.part", std::process::id()));
        let written = write(&unfinished, bytes, now).and_then(|()| fs::rename(&unfinished, &path));
        if written.is_err() {
            let _ = fs::remove_file(&unfinished);
            return written;
        }
        locked(self.index()).add(key, takes);
        Ok(())
    }

    fn path(&self, key: &Key) -> PathBuf {
        let name = hex(key);
        self.folder.join(&name[..2]).join(name)
    }

    fn index(&self) -> &Mutex<Index> {
        self.index.get_or_init(|| Mutex::new(Index::of(&self.folder)))
    }
}

impl Index {
    /// Lists the pictures in a folder, least recently used first. Deletes unfinished files.
    fn of(folder: &Path) -> Self {
        let mut found = Vec::new();
        let folders = fs::read_dir(folder).into_iter().flatten().flatten();
        for file in
            folders.filter_map(|folder| fs::read_dir(folder.path()).ok()).flatten().flatten()
        {
            let Ok(about) = file.metadata() else { continue };
            match file.file_name().to_str().and_then(key_of) {
                Some(key) => {
                    let used = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                    found.push((used, key, size_on_disk(about.len())));
                }
                None => drop(fs::remove_file(file.path())),
            }
        }
        found.sort_unstable();
        let mut index = Self::default();
        for (_, key, bytes) in found {
            index.add(key, bytes);
        }
        index
    }

    fn add(&mut self, key: Key, bytes: u64) {
        self.forget(&key);
        self.n_uses += 1;
        self.bytes += bytes;
        self.files.insert(key, Kept { bytes, used: self.n_uses });
    }

    fn used(&mut self, key: &Key) -> Option<()> {
        self.n_uses += 1;
        self.files.get_mut(key)?.used = self.n_uses;
        Some(())
    }

    fn forget(&mut self, key: &Key) {
        if let Some(kept) = self.files.remove(key) {
            self.bytes -= kept.bytes;
        }
    }

    /// Removes the least recently used until `bytes` more fit. Removes another tenth, so that this is rarely needed.
    fn make_room(&mut self, bytes: u64, most: u64) -> Vec<Key> {
        if self.bytes + bytes <= most {
            return Vec::new();
        }
        let mut by_use: Vec<_> = self.files.iter().map(|(key, kept)| (kept.used, *key)).collect();
        by_use.sort_unstable();
        let enough = (most - most / 10).saturating_sub(bytes);
        let mut dropped = Vec::new();
        for (_, key) in by_use {
            if self.bytes <= enough {
                break;
            }
            self.forget(&key);
            dropped.push(key);
        }
        dropped
    }
}

fn size_on_disk(bytes: u64) -> u64 {
    bytes.div_ceil(LEAST) * LEAST
}

/// Returns the key in a file's name, which must be exactly 64 digits.
fn key_of(name: &str) -> Option<Key> {
    let mut key = Key::default();
    if name.len() != 2 * key.len() || !name.is_ascii() {
        return None;
    }
    for (byte, digits) in key.iter_mut().zip(name.as_bytes().chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(key)
}

fn read(path: &Path, now: Timestamp) -> Option<(Bytes, Timestamp)> {
    let mut file = File::open(path).ok()?;
    // The order of use survives the process in the files' modification times.
    let _ = file.set_modified(now.into());
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).ok()?;
    let mut bytes = Bytes::from(bytes);
    if bytes.len() < HEAD {
        return None;
    }
    let head: [u8; HEAD] = bytes.split_to(HEAD).as_ref().try_into().ok()?;
    Some((bytes, Timestamp::from_millisecond(i64::from_le_bytes(head)).ok()?))
}

fn write(path: &Path, bytes: &[u8], now: Timestamp) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(&now.as_millisecond().to_le_bytes())?;
    file.write_all(bytes)?;
    file.set_modified(now.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Timestamp {
        "2026-11-15T12:00:00Z".parse().unwrap()
    }

    fn n_files(folder: &Path) -> usize {
        fs::read_dir(folder)
            .unwrap()
            .flatten()
            .flat_map(|one| fs::read_dir(one.path()).unwrap())
            .count()
    }

    #[test]
    fn the_least_recently_used_make_room_for_the_newest() {
        let folder = tempfile::tempdir().unwrap();
        let cache = PictureFolder::new(folder.path().join("pictures"), 40 * LEAST);
        for n in 0..100 {
            cache.put([n; 32], &[n; 3000], now()).unwrap();
            // The first picture is used again and again, and so stays.
            assert!(cache.get([0; 32], now()).is_some());
        }
        assert!(n_files(&folder.path().join("pictures")) <= 40);
        assert!(cache.get([99; 32], now()).is_some());
        assert!(cache.get([50; 32], now()).is_none());
        assert_eq!(cache.get([0; 32], now()).unwrap(), (Bytes::from(vec![0; 3000]), now()));
    }

    #[test]
    fn the_next_process_finds_the_pictures_and_deletes_unfinished_files() {
        let folder = tempfile::tempdir().unwrap();
        PictureFolder::new(folder.path().to_owned(), 1 << 20)
            .put([7; 32], b"bytes", now())
            .unwrap();
        let rubbish = folder.path().join("07").join("unfinished.part");
        fs::write(&rubbish, "x").unwrap();
        let cache = PictureFolder::new(folder.path().to_owned(), 1 << 20);
        assert_eq!(cache.get([7; 32], now()).unwrap().0, "bytes");
        assert!(!rubbish.exists());
        fs::write(cache.path(&[7; 32]), "cut").unwrap();
        assert_eq!(cache.get([7; 32], now()), None);
        assert!(!cache.path(&[7; 32]).exists());
    }

    #[test]
    fn one_picture_cannot_empty_the_cache() {
        let folder = tempfile::tempdir().unwrap();
        let cache = PictureFolder::new(folder.path().to_owned(), 10 * LEAST);
        cache.put([1; 32], b"small", now()).unwrap();
        cache.put([2; 32], &[0; 9 * 4096], now()).unwrap();
        assert!(cache.get([1; 32], now()).is_some() && cache.get([2; 32], now()).is_none());
    }
}
