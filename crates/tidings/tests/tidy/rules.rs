//! The house rules on text: each takes a file and says what is wrong with it.

use super::files::File;
use super::rust;

/// The crates that read no clock, seed, file, environment or socket.
pub(crate) const PURE: [&str; 8] = [
    "tidings-model",
    "tidings-numerics",
    "tidings-parse",
    "tidings-rules",
    "tidings-text",
    "tidings-learn",
    "tidings-schedule",
    "tidings-rank",
];

/// What pure crates must not name.
const IMPURE: [&str; 14] = [
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::thread",
    "std::hash::RandomState",
    "SystemTime",
    "Instant::now",
    "Timestamp::now",
    "Zoned::now",
    "tokio",
    "rand::rng",
    "rand::random",
    "getrandom",
];

/// How outgoing connections are opened.
const DIALING: [&str; 9] = [
    "TcpStream::connect",
    "TcpSocket",
    "UdpSocket",
    "lookup_host",
    "to_socket_addrs",
    "hyper_util::client",
    "hyper::client",
    "reqwest",
    "ureq",
];

/// Every Rust file begins with a sentence about its purpose.
pub(crate) fn opens_with_a_sentence(file: &File) -> Vec<String> {
    let first = file.text.lines().next().unwrap_or_default();
    let is_sentence = first.strip_prefix("//! ").is_some_and(|words| words.split(' ').count() > 1);
    let says = "begins without a sentence: start it with `//! ` and the purpose of the file";
    if is_sentence { Vec::new() } else { vec![format!("{}:1 {says}", file.path)] }
}

/// Pure crates name nothing impure.
pub(crate) fn is_pure(file: &File) -> Vec<String> {
    if !PURE.iter().any(|name| file.path.starts_with(&format!("crates/{name}/"))) {
        return Vec::new();
    }
    named(file, &IMPURE, "which pure crates must not use: pass it as an argument")
}

/// Only tidings-fetch opens outgoing connections.
pub(crate) fn dials_only_in_fetch(file: &File) -> Vec<String> {
    if file.path.starts_with("crates/tidings-fetch/") {
        return Vec::new();
    }
    named(file, &DIALING, "but outgoing connections belong in tidings-fetch, behind its guard")
}

/// The services compute nothing: a decision is arithmetic, which belongs in a pure crate. Numbers that convert units
/// are allowed.
pub(crate) fn decides_nothing(file: &File) -> Vec<String> {
    const MAY: [&str; 6] = [
        "crates/tidings/src/clock.rs",
        "crates/tidings/src/config",
        "crates/tidings/src/commands",
        "crates/tidings/src/demo",
        "crates/tidings/src/simulate",
        "crates/tidings/src/cli",
    ];
    const WEIGHING: [&str; 9] = [
        ".powf(",
        ".powi(",
        ".sqrt(",
        ".exp(",
        ".ln(",
        ".total_cmp(",
        ".mul_add(",
        ".max_by(",
        ".min_by(",
    ];
    const UNITS: [&str; 5] = ["0.0", "1.0", "7.0", "60.0", "100.0"];
    if !file.path.starts_with("crates/tidings/src/")
        || MAY.iter().any(|may| file.path.starts_with(may))
    {
        return Vec::new();
    }
    let code = rust::read(&file.path, &file.text).code;
    let is_weight = |line: &str| {
        WEIGHING.iter().any(|word| line.contains(word))
            || fractions(line).iter().any(|number| !UNITS.contains(&number.as_str()))
    };
    let complain = |line: usize| {
        format!(
            "{}:{line} computes something: decide it in tidings-learn, -schedule, -rank or -text",
            file.path
        )
    };
    code.lines().zip(1..).filter(|(line, _)| is_weight(line)).map(|(_, at)| complain(at)).collect()
}

/// Returns the numbers with a decimal point in a line of code.
fn fractions(line: &str) -> Vec<String> {
    line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '_'))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.'))
        .filter(|word| word.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '_'))
        .filter(|word| !word.contains("..") && !word.ends_with('.'))
        .map(str::to_owned)
        .collect()
}

/// SQL is only in tidings-store.
pub(crate) fn has_no_sql(file: &File) -> Vec<String> {
    if file.path.starts_with("crates/tidings-store/") {
        return Vec::new();
    }
    in_strings(file, is_sql, "looks like SQL, which belongs in tidings-store")
}

/// HTML is only in tidings-web. Crates that parse it or imitate publishers may name it too.
pub(crate) fn has_no_html(file: &File) -> Vec<String> {
    const MAY: [&str; 5] = [
        "crates/tidings-web/",
        "crates/tidings-parse/",
        "crates/tidings-search/",
        "crates/tidings-fetch/src/simulated",
        "crates/tidings-bench/src/bench/feeds.rs",
    ];
    if MAY.iter().any(|folder| file.path.starts_with(folder)) {
        return Vec::new();
    }
    in_strings(file, is_html, "looks like HTML, which belongs in tidings-web")
}

/// No file reveals the machine it was written on, or where its packages came from.
pub(crate) fn names_no_machine(file: &File) -> Vec<String> {
    // Split, so that this file can be checked as well.
    let folders = ["work", "root", "tmp"].map(|name| format!("/{name}/"));
    let hosts = [
        "static.crates~io",
        "index.crates~io",
        "pypi~org",
        "pythonhosted~org",
        "registry.npmjs~org",
        "deb.debian~org",
    ]
    .map(|name| name.replace('~', "."));
    let mut found = Vec::new();
    for (line, text) in file.text.lines().enumerate() {
        let named = folders.iter().filter(|name| contains_folder(text, name));
        let named = named.chain(hosts.iter().filter(|name| text.contains(*name)));
        let says = "a place on somebody's machine or network";
        found
            .extend(named.map(|name| format!("{}:{} names `{name}`: {says}", file.path, line + 1)));
    }
    found
}

/// Paths named in prose and links exist.
pub(crate) fn names_existing_paths(file: &File) -> Vec<String> {
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let exists = |path: &str, from: &str| super::files::root().join(from).join(path).exists();
    let mut missing = Vec::new();
    for (line, text) in file.text.lines().enumerate() {
        let in_prose =
            backticked(text).into_iter().filter(|path| !exists(path, "") && !exists(path, folder));
        let in_links = links(text).into_iter().filter(|path| !exists(path, folder));
        missing.extend(in_prose.chain(in_links).map(|path| (line + 1, path.to_owned())));
    }
    missing
        .into_iter()
        .map(|(line, path)| format!("{}:{line} names `{path}`, which does not exist", file.path))
        .collect()
}

fn named(file: &File, names: &[&str], says: &str) -> Vec<String> {
    let rust = rust::read(&file.path, &file.text);
    let imported = rust::imports(&rust.code);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for name in names {
        found.extend(
            imported
                .iter()
                .filter(|(_, path)| contains_word(path, name))
                .map(|(line, _)| (*line, *name)),
        );
        let lines = rust.code.lines().enumerate().filter(|(_, text)| contains_word(text, name));
        found.extend(lines.map(|(line, _)| (line + 1, *name)));
    }
    found.sort_unstable();
    found.dedup();
    found
        .into_iter()
        .map(|(line, name)| format!("{}:{line} names `{name}`, {says}", file.path))
        .collect()
}

fn in_strings(file: &File, is_wrong: fn(&str) -> bool, says: &str) -> Vec<String> {
    let strings = rust::read(&file.path, &file.text).strings;
    let wrong = strings.iter().filter(|(_, text)| is_wrong(text));
    wrong.map(|(line, text)| format!("{}:{line} {text:?} {says}", file.path)).collect()
}

/// Returns whether a text contains a name as whole words, not as part of longer ones.
fn contains_word(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// Returns whether a text contains an absolute path. The same words within a longer path or a URL do not count.
fn contains_folder(text: &str, name: &str) -> bool {
    let is_longer = |c: char| c.is_alphanumeric() || "_-.}*/".contains(c);
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(is_longer) || text[..at].ends_with("//"))
}

/// Returns whether a text is an SQL statement: it begins with its verb, all in lower or all in upper case. Prose does
/// not.
fn is_sql(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let has =
        |word: &str| words.iter().any(|w| w.trim_matches(|c: char| !c.is_alphanumeric()) == word);
    let begins = |verb: &[&str]| words.starts_with(verb);
    let pairs: [(&[&str], &str); 7] = [
        (&["select"], "from"),
        (&["with"], "select"),
        (&["insert", "into"], "values"),
        (&["insert", "into"], "select"),
        (&["update"], "set"),
        (&["delete", "from"], "from"),
        (&["create", "table"], "table"),
    ];
    pairs.iter().any(|(verb, then)| {
        let upper: Vec<String> = verb.iter().map(|word| word.to_uppercase()).collect();
        let upper: Vec<&str> = upper.iter().map(String::as_str).collect();
        (begins(verb) && has(then)) || (begins(&upper) && has(&then.to_uppercase()))
    })
}

/// Returns whether a text contains the tag of an HTML element.
fn is_html(text: &str) -> bool {
    const ELEMENTS: [&str; 24] = [
        "html", "head", "body", "div", "span", "p", "a", "br", "hr", "h1", "h2", "h3", "ul", "ol",
        "li", "table", "tr", "td", "form", "input", "button", "script", "style", "img",
    ];
    text.split('<').skip(1).any(|rest| {
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        let name = rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let ends = rest[name.len()..].starts_with([' ', '>', '/', '\n']);
        ends && ELEMENTS.contains(&name.to_ascii_lowercase().as_str())
    })
}

/// Returns what is between backticks and can only be a path: folders and a name, no spaces, no variables.
fn backticked(line: &str) -> Vec<&str> {
    let is_path = |text: &&str| {
        let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
        let first = text.split('/').next().unwrap_or_default();
        plain
            && text.contains('/')
            && ["crates", "docs", "lint", "tools", ".ci", "fixtures"].contains(&first)
    };
    line.split('`').skip(1).step_by(2).filter(is_path).collect()
}

/// Returns the targets of Markdown links that lead into the repository.
fn links(line: &str) -> Vec<&str> {
    let targets = line.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    targets
        .filter(|target| !target.is_empty() && !target.contains(':') && !target.starts_with('/'))
        .collect()
}
