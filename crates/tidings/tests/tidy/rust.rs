//! Just enough of Rust's syntax to distinguish code, comments, strings and tests.

/// A Rust file, split. Lines count from 1.
#[derive(Debug, Default)]
pub(crate) struct Rust {
    /// The code without comments, strings and tests. Each line keeps its place.
    pub(crate) code: String,
    /// The string literals outside comments and tests, with the line where each begins.
    pub(crate) strings: Vec<(usize, String)>,
}

/// Splits a file. Its path tells whether all of it is tests.
pub(crate) fn read(path: &str, text: &str) -> Rust {
    if is_test_path(path) {
        return Rust::default();
    }
    without_tests(split(text))
}

/// Returns whether a path contains only tests, examples or benchmarks.
pub(crate) fn is_test_path(path: &str) -> bool {
    let is_test_folder =
        |name: &str| matches!(name, "tests" | "examples" | "benches" | "tests.rs" | "testing.rs");
    path.split('/').any(is_test_folder)
}

/// Returns every path that `use` imports, with groups expanded: `use std::{fs, io::Read};` gives `std::fs`,
/// `std::io::Read`.
pub(crate) fn imports(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut begin = 0;
    while let Some(at) = code[begin..].find("use ").map(|at| at + begin) {
        begin = at + 4;
        let is_word = code[..at]
            .chars()
            .next_back()
            .is_none_or(|before| !before.is_alphanumeric() && before != '_');
        let Some(end) = code[begin..].find(';').filter(|_| is_word) else { continue };
        let tree: String = code[begin..begin + end].split_whitespace().collect();
        let line = 1 + code[..at].matches('\n').count();
        expand("", &tree, &mut |path| found.push((line, path)));
        begin += end;
    }
    found
}

fn expand(prefix: &str, tree: &str, found: &mut dyn FnMut(String)) {
    let Some((head, group)) = tree.split_once('{') else { return found(format!("{prefix}{tree}")) };
    let group = group.strip_suffix('}').unwrap_or(group);
    let mut depth = 0;
    let parts = group.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    for part in parts.filter(|part| !part.is_empty()) {
        expand(&format!("{prefix}{head}"), part, found);
    }
}

/// Blanks out comments and strings in the code, and collects the strings.
fn split(text: &str) -> Rust {
    let mut rust = Rust::default();
    let (mut rest, mut line) = (text, 1);
    while let Some(next) = rest.chars().next() {
        let length = match next {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => string(rest, 1, "\"", &mut rust.strings, line),
            'r' | 'b' | 'c' if literal_prefix(rest).is_some() && !ends_in_word(&rust.code) => {
                let (opening, closing) = literal_prefix(rest).expect("just seen");
                string(rest, opening, &closing, &mut rust.strings, line)
            }
            '\'' => character(rest),
            _ => {
                rust.code.push(next);
                line += usize::from(next == '\n');
                rest = &rest[next.len_utf8()..];
                continue;
            }
        };
        let newlines = rest[..length].matches('\n').count();
        rust.code.push(' ');
        rust.code.extend(std::iter::repeat_n('\n', newlines));
        line += newlines;
        rest = &rest[length..];
    }
    rust
}

fn ends_in_word(code: &str) -> bool {
    code.chars().next_back().is_some_and(|last| last.is_alphanumeric() || last == '_')
}

/// For `r"`, `r#"`, `b"`, `br#"` and the like: returns the length of the opening and the text that closes it.
fn literal_prefix(rest: &str) -> Option<(usize, String)> {
    let letters = rest.len() - rest.trim_start_matches(['r', 'b', 'c']).len();
    let hashes = rest[letters..].len() - rest[letters..].trim_start_matches('#').len();
    let is_raw = rest[..letters].contains('r');
    let is_literal =
        letters <= 2 && rest[letters + hashes..].starts_with('"') && (is_raw || hashes == 0);
    is_literal.then(|| {
        // A backslash escapes in all but raw strings; the mark distinguishes them.
        let closing = format!("\"{}{}", "#".repeat(hashes), if is_raw { "r" } else { "" });
        (letters + hashes + 1, closing)
    })
}

/// Returns the length of the string literal that `rest` begins with, and collects its text.
fn string(
    rest: &str,
    opening: usize,
    closing: &str,
    strings: &mut Vec<(usize, String)>,
    line: usize,
) -> usize {
    let (mark, is_raw) = closing.strip_suffix('r').map_or((closing, false), |mark| (mark, true));
    let body = &rest[opening..];
    let mut from = 0;
    let end = loop {
        let Some(at) = body[from..].find(['\\', '"']).map(|at| at + from) else { break body.len() };
        if body[at..].starts_with('\\') && !is_raw {
            from = at + 1 + body[at + 1..].chars().next().map_or(0, char::len_utf8);
        } else if body[at..].starts_with(mark) {
            break at;
        } else {
            from = at + 1;
        }
    };
    strings.push((line, body[..end].to_owned()));
    (opening + end + mark.len()).min(rest.len())
}

fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// Returns the length of a character literal, or of the quote alone if it begins a lifetime.
fn character(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => rest[3..].find('\'').map_or(1, |at| at + 4),
        Some(_) => match chars.next() {
            Some((at, '\'')) => at + 1,
            _ => 1,
        },
        None => 1,
    }
}

/// Blanks out what is in `#[cfg(test)] mod … { … }`, and drops its strings.
fn without_tests(mut rust: Rust) -> Rust {
    while let Some(begin) = rust.code.find("#[cfg(test)]") {
        let end = match rust.code[begin..].find(['{', ';']).map(|at| at + begin) {
            Some(at) if rust.code[at..].starts_with('{') => closing_brace(&rust.code, at),
            Some(at) => at + 1,
            None => rust.code.len(),
        };
        let line_of = |at: usize| 1 + rust.code[..at].matches('\n').count();
        let lines = line_of(begin)..=line_of(end);
        rust.strings.retain(|(line, _)| !lines.contains(line));
        let blank: String =
            rust.code[begin..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        rust.code.replace_range(begin..end, &blank);
    }
    rust
}

fn closing_brace(code: &str, opening: usize) -> usize {
    let mut depth = 0;
    for (at, c) in code[opening..].char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if depth == 0 {
            return opening + at + 1;
        }
    }
    code.len()
}
