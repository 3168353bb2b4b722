//! The house rules on packages: allowed dependencies between our crates, licences, and versions.

use super::files::root;
use std::process::Command;
use toml::Table;

/// Which of our crates each may depend on. A new edge is a change of design, and ARCHITECTURE.md says why.
const EDGES: [(&str, &[&str]); 15] = [
    ("tidings-model", &[]),
    ("tidings-numerics", &[]),
    ("tidings-fetch", &["tidings-model"]),
    ("tidings-parse", &["tidings-model"]),
    ("tidings-rules", &["tidings-model"]),
    ("tidings-store", &["tidings-model"]),
    ("tidings-text", &["tidings-model", "tidings-numerics"]),
    ("tidings-search", &["tidings-model", "tidings-text"]),
    ("tidings-learn", &["tidings-model", "tidings-numerics"]),
    ("tidings-schedule", &["tidings-model", "tidings-numerics"]),
    ("tidings-rank", &["tidings-model", "tidings-numerics"]),
    (
        "tidings-lab",
        &[
            "tidings-model",
            "tidings-numerics",
            "tidings-text",
            "tidings-learn",
            "tidings-schedule",
            "tidings-rank",
        ],
    ),
    ("tidings-web", &["tidings-model", "tidings-rules", "tidings-store", "tidings-search"]),
    (
        "tidings",
        &[
            "tidings-model",
            "tidings-numerics",
            "tidings-fetch",
            "tidings-parse",
            "tidings-rules",
            "tidings-store",
            "tidings-text",
            "tidings-search",
            "tidings-learn",
            "tidings-schedule",
            "tidings-rank",
            "tidings-web",
        ],
    ),
    (
        "tidings-bench",
        &[
            "tidings",
            "tidings-model",
            "tidings-fetch",
            "tidings-parse",
            "tidings-store",
            "tidings-search",
            "tidings-schedule",
            "tidings-lab",
        ],
    ),
];

/// Licences that let people use, change and distribute Tidings under MIT or Apache-2.0. MPL-2.0 binds only its own
/// files.
const LICENCES: [&str; 15] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// The first version without a published vulnerability (RustSec). Updated by hand, so that the check needs no internet.
const LEAST_VERSIONS: [(&str, &str, &str); 13] = [
    ("ammonia", "4.1.4", "RUSTSEC-2026-0213: script through animated SVG attributes"),
    ("bytes", "1.11.1", "RUSTSEC-2026-0007: integer overflow when growing"),
    ("crossbeam-channel", "0.5.15", "RUSTSEC-2025-0024: double free"),
    ("h2", "0.4.16", "RUSTSEC-2026-0258: empty DATA frames"),
    ("hickory-proto", "0.26.1", "RUSTSEC-2026-0119: quadratic name compression"),
    ("idna", "1.0.0", "RUSTSEC-2024-0421: punycode that masks plain names"),
    (
        "quick-xml",
        "0.41.0",
        "RUSTSEC-2026-0194 and -0195: quadratic attributes, unbounded namespaces",
    ),
    ("ring", "0.17.12", "RUSTSEC-2025-0009: panic on overflow"),
    ("rustls", "0.23.18", "RUSTSEC-2024-0399: panic in accept"),
    ("time", "0.3.47", "RUSTSEC-2026-0009: recursion in RFC 2822 comments"),
    ("tokio", "1.44.2", "RUSTSEC-2025-0023: unsound broadcast"),
    ("tracing-subscriber", "0.3.20", "RUSTSEC-2025-0055: terminal escapes in logs"),
    ("url", "2.5.4", "RUSTSEC-2024-0421, through idna"),
];

/// Returns edges between our crates that are not allowed, and manifests without the workspace's lints.
pub(crate) fn forbidden_edges() -> Vec<String> {
    let mut found = Vec::new();
    for name in crates() {
        let manifest = table(&format!("crates/{name}/Cargo.toml"));
        let Some((_, may)) = EDGES.iter().find(|(known, _)| *known == name) else {
            found.push(format!("crates/{name} is new: add its allowed dependencies in crates/tidings/tests/tidy/packages.rs"));
            continue;
        };
        let edges = our_dependencies(&manifest);
        found.extend(
            edges
                .iter()
                .filter(|edge| !may.contains(&edge.as_str()))
                .map(|edge| format!("{name} depends on {edge}")),
        );
        if manifest
            .get("lints")
            .and_then(|lints| lints.get("workspace"))
            .and_then(toml::Value::as_bool)
            != Some(true)
        {
            found.push(format!("{name} lacks `[lints] workspace = true`"));
        }
    }
    found
}

/// Returns our crates that a manifest names, for building and for tests.
pub(crate) fn our_dependencies(manifest: &Table) -> Vec<String> {
    let sections = ["dependencies", "build-dependencies", "dev-dependencies"];
    let tables = sections.iter().filter_map(|section| manifest.get(*section)?.as_table());
    tables.flat_map(Table::keys).filter(|name| name.starts_with("tidings")).cloned().collect()
}

/// Returns packages in Cargo.lock that are too old or do not come from the public registry.
pub(crate) fn locked_packages_at_fault() -> Vec<String> {
    let lock = table("Cargo.lock");
    let packages = lock["package"].as_array().expect("Cargo.lock lists packages");
    let field = |package: &toml::Value, name: &str| {
        package.get(name).and_then(toml::Value::as_str).map(str::to_owned)
    };
    let mut found = Vec::new();
    for package in packages {
        let (name, version) = (
            field(package, "name").unwrap_or_default(),
            field(package, "version").unwrap_or_default(),
        );
        found.extend(too_old(&name, &version));
        let source = field(package, "source");
        let is_known = source
            .as_deref()
            .is_none_or(|from| from == "registry+https://github.com/rust-lang/crates.io-index");
        if !is_known {
            found.push(format!("{name} {version} comes from {}", source.unwrap_or_default()));
        }
    }
    found
}

/// Returns why a version of a package must not be used, if so.
pub(crate) fn too_old(name: &str, version: &str) -> Option<String> {
    let (_, least, why) = LEAST_VERSIONS.iter().find(|(known, ..)| *known == name)?;
    (numbers(version) < numbers(least))
        .then(|| format!("{name} {version} is older than {least} ({why})"))
}

/// Returns dependencies under a licence that is not on the list.
pub(crate) fn unlicensed_packages() -> Vec<String> {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("cargo metadata lists packages");
    assert!(packages.len() > 50, "cargo metadata lists only {} packages", packages.len());
    let licence_of =
        |package: &serde_json::Value| package["license"].as_str().unwrap_or("none").to_owned();
    let wrong = packages.iter().filter(|package| !is_allowed(&licence_of(package)));
    wrong.map(|package| format!("{} is under {}", package["name"], licence_of(package))).collect()
}

/// Returns whether licences on the list are enough to satisfy an SPDX expression.
pub(crate) fn is_allowed(expression: &str) -> bool {
    // The old spelling of OR.
    let expression = expression.replace('/', " OR ");
    let any_of = |part: &str| split_outside(part, " OR ").iter().any(|one| all_of(one));
    fn all_of(part: &str) -> bool {
        split_outside(part, " AND ").iter().all(|one| {
            let one = one.trim();
            match one.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
                Some(inner) => is_allowed(inner),
                None => LICENCES.contains(&one),
            }
        })
    }
    any_of(&expression)
}

/// Splits at a word, except within parentheses.
fn split_outside(text: &str, word: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut depth, mut rest) = (0, text);
    while let Some(next) = rest.chars().next() {
        if depth == 0 && rest.starts_with(word) {
            parts.push(String::new());
            rest = &rest[word.len()..];
            continue;
        }
        depth += i32::from(next == '(') - i32::from(next == ')');
        parts.last_mut().expect("never empty").push(next);
        rest = &rest[next.len_utf8()..];
    }
    parts
}

/// Returns the names of our crates: the folders under `crates`.
fn crates() -> Vec<String> {
    let folders = std::fs::read_dir(root().join("crates")).expect("crates can be read").flatten();
    let folders = folders.filter(|entry| entry.path().join("Cargo.toml").exists());
    let names: Vec<String> = folders
        .map(|entry| entry.file_name().into_string().expect("crates have plain names"))
        .collect();
    assert!(names.len() >= EDGES.len(), "only {names:?} found");
    names
}

fn table(path: &str) -> Table {
    let text = std::fs::read_to_string(root().join(path))
        .unwrap_or_else(|error| panic!("{path}: {error}"));
    text.parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn numbers(version: &str) -> Vec<u64> {
    let release = version.split(['-', '+']).next().unwrap_or_default();
    release.split('.').map(|number| number.parse().unwrap_or(0)).collect()
}

/// Returns what cargo knows about the packages built on this kind of machine, without using the network.
fn metadata() -> serde_json::Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let asked = [
        "metadata",
        "--offline",
        "--locked",
        "--format-version",
        "1",
        "--filter-platform",
        &host(),
    ];
    let output =
        Command::new(cargo).args(asked).current_dir(root()).output().expect("cargo starts");
    assert!(
        output.status.success(),
        "cargo {asked:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON")
}

/// Returns this machine's target, as rustc calls it.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc starts");
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("rustc -vV names its host")
        .to_owned()
}
