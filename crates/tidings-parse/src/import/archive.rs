//! Zip archives, read file by file and never written anywhere: a name in an archive only tells what the file is.

use super::{ExportError, Found, json, own};
use std::io::{self, BufReader, Cursor, Read};
use zip::ZipArchive;

/// The signature of an entry in an archive's directory. Every file has one, so their number bounds the cost of opening.
const ENTRY: &[u8] = b"PK\x01\x02";

/// Reads all lists in an archive.
pub(super) fn read(bytes: &[u8], found: &mut Found<'_>) -> Result<(), ExportError> {
    let n_entries = memchr::memmem::find_iter(bytes, ENTRY).take(found.limits.import_files + 1);
    if n_entries.count() > found.limits.import_files {
        let most = found.limits.import_files;
        return Err(ExportError::SomethingElse(format!("an archive of more than {most} files")));
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes))
        .map_err(|_| ExportError::SomethingElse("a damaged zip archive".to_owned()))?;
    let mut left = found.limits.import_unpacked_bytes;
    for index in 0..archive.len() {
        match archive.by_index(index) {
            Ok(file) if file.is_file() => {
                let name = String::from_utf8_lossy(file.name_raw()).to_ascii_lowercase();
                take(&name, Bounded { reader: file, left: &mut left }, found);
            }
            Ok(_) => {}
            Err(_) => found.complaints.add("unreadable_file", || {
                "A file in the archive is encrypted or damaged; it was skipped".to_owned()
            }),
        }
        if left == 0 {
            let most = found.limits.import_unpacked_bytes >> 20;
            found.complaints.add("too_much_unpacked", || {
                format!("The archive unpacks to more than {most} MiB; the rest was skipped")
            });
            break;
        }
    }
    Ok(())
}

fn take(name: &str, file: Bounded<'_, impl Read>, found: &mut Found<'_>) {
    // Archives from Tidings also contain records that are not part of any list.
    if name.starts_with("records/") {
        match name {
            "records/subscriptions.json" => own::wishes(BufReader::new(file), found),
            "records/rules.json" => own::rules(BufReader::new(file), found),
            _ => {}
        }
        return;
    }
    if name.ends_with(".json") {
        json::read(BufReader::with_capacity(64 << 10, file), found);
    } else if [".opml", ".xml", ".txt"].iter().any(|ending| name.ends_with(ending)) {
        let mut bytes = Vec::new();
        let most = found.limits.import_bytes as u64 + 1;
        let read = file.take(most).read_to_end(&mut bytes);
        let taken = read.map_err(|_| ()).and_then(|_| found.list(&bytes).map_err(|_| ()));
        if taken.is_err() && !name.ends_with(".txt") {
            found.complaints.add("not_a_list", || {
                "A file in the archive is not a subscription list; it was skipped".to_owned()
            });
        }
    }
}

/// A reader that returns an error once all files together have unpacked to too much.
struct Bounded<'l, R> {
    reader: R,
    left: &'l mut usize,
}

impl<R: Read> Read for Bounded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if *self.left == 0 {
            return Err(io::Error::other("the unpacked size exceeds the limit"));
        }
        let most = buffer.len().min(*self.left);
        let n = self.reader.read(&mut buffer[..most])?;
        *self.left -= n;
        Ok(n)
    }
}
