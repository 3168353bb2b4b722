//! The house rules on names: a public type name is unique in the workspace and is a plain noun.

use super::files::File;
use super::rust;
use std::collections::{BTreeMap, BTreeSet};

/// Names that public types of two crates may share, each with the reason.
pub(crate) const SHARED: &[(&str, &str)] = &[
    ("Error", "one per crate, and always written with its crate: `tidings_store::Error`"),
    ("Result", "the crate's own result, as in the standard library"),
];

/// Names that no public type may have: metaphors, and participles that do not say what is inside.
const VAGUE: [&str; 14] = [
    "Hands", "Eyes", "Desk", "Desks", "House", "Shelf", "Keeper", "Asked", "Told", "Found",
    "Shown", "Known", "Standing", "Followed",
];

/// Returns the public types that a file defines, except in tests.
pub(crate) fn public_types(file: &File) -> Vec<(usize, String)> {
    let code = rust::read(&file.path, &file.text).code;
    let lines = code.lines().enumerate();
    lines.filter_map(|(line, text)| Some((line + 1, public_type(text)?.to_owned()))).collect()
}

fn public_type(line: &str) -> Option<&str> {
    let item = line.trim_start().strip_prefix("pub ")?;
    let item = item.strip_prefix("unsafe ").unwrap_or(item);
    let (kind, rest) = item.split_once(' ')?;
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    matches!(kind, "struct" | "enum" | "trait" | "type" | "union").then_some(name)
}

/// Returns the crate to whose library a path belongs.
fn library(path: &str) -> Option<&str> {
    let (name, rest) = path.strip_prefix("crates/")?.split_once('/')?;
    rest.starts_with("src/").then_some(name)
}

/// Public types must not have a vague name.
pub(crate) fn says_what_it_is(file: &File) -> Vec<String> {
    if library(&file.path).is_none() {
        return Vec::new();
    }
    let vague = public_types(file).into_iter().filter(|(_, name)| VAGUE.contains(&name.as_str()));
    let says = "which does not say what it is; use the noun of its area";
    vague
        .map(|(line, name)| format!("{}:{line} calls a type `{name}`, {says}", file.path))
        .collect()
}

/// Public types of two crates must not share a name, unless [`SHARED`] says why.
pub(crate) fn homonyms(files: &[File]) -> Vec<String> {
    let mut places: BTreeMap<String, BTreeMap<&str, String>> = BTreeMap::new();
    for file in files {
        let Some(name) = library(&file.path) else { continue };
        for (line, found) in public_types(file) {
            let place = format!("{}:{line}", file.path);
            places.entry(found).or_default().entry(name).or_insert(place);
        }
    }
    let is_allowed = |name: &str| SHARED.iter().any(|(shared, _)| *shared == name);
    places.retain(|name, crates| crates.len() > 1 && !is_allowed(name));
    let list = |crates: BTreeMap<&str, String>| crates.into_values().collect::<Vec<_>>().join(", ");
    places
        .into_iter()
        .map(|(name, crates)| format!("`{name}` means several things: {}", list(crates)))
        .collect()
}

/// Returns what [`SHARED`] allows although no two crates need it.
pub(crate) fn needless_permissions(files: &[File]) -> Vec<String> {
    let crates_with = |wanted: &str| {
        let defines = |file: &&File| public_types(file).iter().any(|(_, name)| name == wanted);
        files.iter().filter(defines).filter_map(|file| library(&file.path)).collect::<BTreeSet<_>>()
    };
    let needless = SHARED.iter().filter(|(name, _)| crates_with(name).len() < 2);
    needless
        .map(|(name, _)| format!("SHARED allows `{name}`, which no two crates define"))
        .collect()
}
