//! The house rules as tests: what ARCHITECTURE.md promises and no compiler checks.
//!
//! Each rule is a function from a file to complaints, so that `every_rule_catches_what_it_forbids` can check it, and a
//! test that applies it to the repository.

#[path = "tidy/files.rs"]
mod files;
#[path = "tidy/names.rs"]
mod names;
#[path = "tidy/packages.rs"]
mod packages;
#[path = "tidy/rules.rs"]
mod rules;
#[path = "tidy/rust.rs"]
mod rust;

use files::{File, every_path, every_rust_file, every_text, root};

/// No file may be larger than this, in bytes …
const LARGEST: u64 = 400_000;
/// … except these, each with the command that creates it again.
const LARGE: &[(&str, &str)] = &[];

/// Where the manual lists the settings, and the command that prints that page.
const SETTINGS_PAGE: &str = "docs/manual/settings.md";
const SETTINGS_COMMAND: [&str; 3] = ["config", "explain", "--markdown"];

/// Shows all complaints at once, so that they can be fixed together.
fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n  {}\n", complaints.join("\n  "));
}

fn over_rust_files(rule: fn(&File) -> Vec<String>) {
    assert_none(&every_rust_file().iter().flat_map(rule).collect::<Vec<_>>());
}

#[test]
fn every_rust_file_begins_with_a_sentence() {
    over_rust_files(rules::opens_with_a_sentence);
}

#[test]
fn the_services_decide_nothing() {
    over_rust_files(rules::decides_nothing);
}

#[test]
fn pure_crates_read_no_clock_file_environment_or_socket() {
    over_rust_files(rules::is_pure);
}

#[test]
fn only_fetch_opens_outgoing_connections() {
    over_rust_files(rules::dials_only_in_fetch);
}

#[test]
fn sql_is_only_in_the_store() {
    over_rust_files(rules::has_no_sql);
}

#[test]
fn html_is_only_in_the_web() {
    over_rust_files(rules::has_no_html);
}

#[test]
fn public_type_names_are_unique_in_the_workspace() {
    let files = every_rust_file();
    assert_none(&names::homonyms(&files));
    assert_none(&names::needless_permissions(&files));
}

#[test]
fn public_types_have_clear_names() {
    over_rust_files(names::says_what_it_is);
}

#[test]
fn the_same_public_name_in_two_crates_is_found() {
    let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
    let page = |path: &str| file(path, "pub struct Page<T>(T);");
    let (one, two) = ("crates/tidings-rank/src/a.rs", "crates/tidings-store/src/b.rs");
    assert_eq!(names::homonyms(&[page(one), page(two)]).len(), 1);
    assert_eq!(names::homonyms(&[page(one), page("crates/tidings-rank/src/b.rs")]).len(), 0);
    assert_eq!(names::homonyms(&[page(one), page("crates/tidings-store/tests/b.rs")]).len(), 0);
    let hidden = "// pub struct Page;\npub(crate) struct Page;\n#[cfg(test)]\nmod tests {\n pub enum Page {}\n}";
    assert_eq!(names::homonyms(&[page(one), file(two, hidden)]).len(), 0);
    let errors = [file(one, "pub enum Error {}"), file(two, "pub type Error = u8;")];
    assert_eq!(names::homonyms(&errors).len(), 0);
}

#[test]
fn nothing_names_a_machine_or_a_registry() {
    assert_none(&every_text().iter().flat_map(rules::names_no_machine).collect::<Vec<_>>());
}

#[test]
fn paths_named_in_the_documents_exist() {
    let documents = every_text().into_iter().filter(|file| file.path.ends_with(".md"));
    assert_none(&documents.flat_map(|file| rules::names_existing_paths(&file)).collect::<Vec<_>>());
}

#[test]
fn pure_crates_share_their_lints() {
    for name in rules::PURE {
        let link = root().join(format!("crates/{name}/clippy.toml"));
        let target = std::fs::read_link(&link).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(target.to_str(), Some("../../lint/pure-clippy.toml"), "{name}");
    }
    // The nearest clippy.toml wins, so the pure one must repeat what the root's says.
    let read = |path: &str| {
        std::fs::read_to_string(root().join(path)).unwrap().parse::<toml::Table>().unwrap()
    };
    let (house, pure) = (read("clippy.toml"), read("lint/pure-clippy.toml"));
    for (key, value) in house {
        assert_eq!(
            pure.get(&key),
            Some(&value),
            "lint/pure-clippy.toml lacks `{key}` of clippy.toml"
        );
    }
}

#[test]
fn crates_depend_on_each_other_as_documented() {
    assert_none(&packages::forbidden_edges());
}

#[test]
fn dependencies_have_no_known_vulnerabilities_and_come_from_one_registry() {
    assert_none(&packages::locked_packages_at_fault());
}

#[test]
fn dependencies_have_licences_that_we_may_distribute() {
    assert_none(&packages::unlicensed_packages());
}

#[test]
fn large_files_have_a_recipe() {
    let too_large = every_path().into_iter().filter(|(_, size)| *size > LARGEST);
    let unknown = too_large.filter(|(path, _)| !LARGE.iter().any(|(known, _)| known == path));
    assert_none(
        &unknown
            .map(|(path, size)| format!("{path} has {size} bytes and no recipe in LARGE"))
            .collect::<Vec<_>>(),
    );
}

#[test]
fn the_manual_lists_every_setting_as_the_program_explains_it() {
    let program = std::process::Command::new(env!("CARGO_BIN_EXE_tidings"))
        .args(SETTINGS_COMMAND)
        .output()
        .unwrap();
    assert!(program.status.success(), "{}", String::from_utf8_lossy(&program.stderr));
    let (explained, page) =
        (String::from_utf8(program.stdout).unwrap(), root().join(SETTINGS_PAGE));
    let written =
        std::fs::read_to_string(&page).unwrap_or_else(|error| panic!("{SETTINGS_PAGE}: {error}"));
    let advice = format!("update it: tidings {} > {SETTINGS_PAGE}", SETTINGS_COMMAND.join(" "));
    assert!(
        explained.trim() == written.trim(),
        "{SETTINGS_PAGE} is not what the program explains; {advice}"
    );
    assert!(explained.lines().count() > 10, "the program explains almost nothing:\n{explained}");
}

#[test]
fn every_job_is_in_the_manual_and_the_architecture_and_has_a_title() {
    for (path, entry) in [
        ("docs/manual/operating.md", "| `NAME` |"),
        ("ARCHITECTURE.md", "| `NAME` |"),
        ("crates/tidings-web/locales/en/accounts.ftl", "job-NAME = "),
        ("crates/tidings-web/src/pages/admin/jobs.rs", "\"NAME\" => \"job-NAME\""),
    ] {
        let text = std::fs::read_to_string(root().join(path)).unwrap();
        let names = tidings::jobs::JobName::ALL.iter().map(|job| job.name());
        let missing = names.filter(|name| !text.contains(&entry.replace("NAME", name)));
        assert_eq!(missing.collect::<Vec<_>>(), [""; 0], "{path} needs an entry for each job");
    }
}

/// Returns how many complaints a rule has about a text, as if it were that file.
fn complaints(rule: fn(&File) -> Vec<String>, path: &str, text: &str) -> usize {
    rule(&File { path: path.into(), text: text.into() }).len()
}

#[test]
fn every_rule_catches_what_it_forbids() {
    fn caught(rule: fn(&File) -> Vec<String>, path: &str, text: &str) {
        assert_eq!(complaints(rule, path, text), 1, "{path}: {text}");
    }
    caught(rules::opens_with_a_sentence, "crates/tidings/src/x.rs", "use std::fmt;\n");
    caught(rules::opens_with_a_sentence, "crates/tidings/src/x.rs", "//! placeholder\n");
    for text in [
        "fn f() { std::fs::read(\"x\"); }",
        "use std::{fmt, fs};",
        "use std::{io::Read, fs::{self, File}};",
    ] {
        assert!(complaints(rules::is_pure, "crates/tidings-learn/src/x.rs", text) > 0, "{text}");
    }
    caught(rules::is_pure, "crates/tidings-model/src/x.rs", "let now = jiff::Timestamp::now();");
    caught(rules::is_pure, "crates/tidings-parse/src/x.rs", "use tokio::net::TcpStream;");
    caught(rules::decides_nothing, "crates/tidings/src/x.rs", "if share > 0.35 { wait() }");
    caught(rules::decides_nothing, "crates/tidings/src/x.rs", "let root = price.sqrt();");
    assert_eq!(
        complaints(rules::decides_nothing, "crates/tidings/src/x.rs", "Minutes(s / 60.0)"),
        0
    );
    assert_eq!(complaints(rules::decides_nothing, "crates/tidings-learn/src/x.rs", "x * 0.35"), 0);
    caught(
        rules::dials_only_in_fetch,
        "crates/tidings-web/src/x.rs",
        "let s = tokio::net::TcpStream::connect(a).await;",
    );
    caught(
        rules::dials_only_in_fetch,
        "crates/tidings/src/x.rs",
        "use hyper_util::{client::legacy::Client, rt};",
    );
    caught(
        rules::has_no_sql,
        "crates/tidings/src/x.rs",
        "run(\"select id\\n from sources where id = ?\");",
    );
    caught(rules::has_no_sql, "crates/tidings-web/src/x.rs", "run(r#\"DELETE FROM users\"#);");
    caught(
        rules::has_no_sql,
        "crates/tidings-web/src/x.rs",
        "run(\"update sources set state = ?\");",
    );
    caught(rules::has_no_html, "crates/tidings/src/x.rs", "format!(\"<p>{name}</p>\");");
    caught(rules::has_no_html, "crates/tidings-schedule/src/x.rs", "let s = \"<a href='x'>\";");
    caught(names::says_what_it_is, "crates/tidings-web/src/x.rs", "pub struct Desk;");
    caught(names::says_what_it_is, "crates/tidings-fetch/src/x.rs", "pub enum Told { Yes }");
    caught(rules::names_no_machine, "docs/x.md", &format!("see /{}/notes.txt", "root"));
    caught(rules::names_no_machine, "docs/x.md", &format!("see file:///{}/notes.txt", "tmp"));
    caught(
        rules::names_no_machine,
        "tools/x",
        &"curl https://static.crates~io/crates".replace('~', "."),
    );
    caught(rules::names_existing_paths, "docs/x.md", "see `crates/nowhere/src/lib.rs`");
    caught(rules::names_existing_paths, "README.md", "see [the map](MAP.md#here)");
    assert!(
        packages::too_old("ammonia", "4.1.3").is_some()
            && packages::too_old("quick-xml", "0.9.0").is_some()
    );
    assert_eq!(
        packages::our_dependencies(
            &"[dev-dependencies]\ntidings-store.workspace = true".parse().unwrap()
        )
        .len(),
        1
    );
    for unfree in [
        "GPL-3.0-only",
        "none",
        "MIT AND GPL-3.0-only",
        "(MIT OR Apache-2.0) AND SSPL-1.0",
        "AGPL-3.0 OR SSPL-1.0",
    ] {
        assert!(!packages::is_allowed(unfree), "{unfree}");
    }
}

#[test]
fn no_rule_catches_what_is_allowed() {
    fn passes(rule: fn(&File) -> Vec<String>, path: &str, text: &str) {
        assert_eq!(complaints(rule, path, text), 0, "{path}: {text}");
    }
    passes(rules::opens_with_a_sentence, "crates/tidings/src/x.rs", "//! When to fetch.\n");
    passes(
        rules::is_pure,
        "crates/tidings-learn/src/x.rs",
        "// std::fs is for others\nlet s = \"tokio\"; let env_std = 1;",
    );
    passes(
        rules::is_pure,
        "crates/tidings-learn/src/x.rs",
        "#[cfg(test)]\nmod tests {\n use std::fs; \n}\n",
    );
    passes(rules::is_pure, "crates/tidings-parse/examples/x.rs", "use std::env;");
    passes(rules::is_pure, "crates/tidings-store/src/x.rs", "use std::fs;");
    passes(
        rules::dials_only_in_fetch,
        "crates/tidings-fetch/src/x.rs",
        "TcpStream::connect(address)",
    );
    passes(rules::dials_only_in_fetch, "crates/tidings/tests/x.rs", "TcpStream::connect(address)");
    passes(rules::has_no_sql, "crates/tidings-store/src/x.rs", "run(\"select id from sources\");");
    passes(
        rules::has_no_sql,
        "crates/tidings-web/src/x.rs",
        "say(\"Select a folder from the list, or update them all\");",
    );
    passes(
        rules::has_no_html,
        "crates/tidings/src/x.rs",
        "help(\"tidings add <url>, or 1 < 2 > 1\");",
    );
    passes(rules::has_no_html, "crates/tidings-web/src/x.rs", "\"<p>\"");
    passes(names::says_what_it_is, "crates/tidings-web/src/x.rs", "pub struct DeskLamp;");
    passes(names::says_what_it_is, "crates/tidings-web/src/x.rs", "struct Told;");
    passes(
        rules::names_no_machine,
        "docs/x.md",
        concat!("https://example.org/ro", "ot/feed and ${TMPDIR:-/t", "mp}"),
    );
    passes(
        rules::names_existing_paths,
        "README.md",
        "`cargo test`, [us](https://example.org), `crates/tidings/tests/tidy.rs`",
    );
    assert_eq!(packages::too_old("ammonia", "4.1.4"), None);
    assert_eq!(packages::too_old("unheard-of", "0.0.1"), None);
    for free in [
        "MIT",
        "MIT/Apache-2.0",
        "GPL-2.0 OR MIT",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
    ] {
        assert!(packages::is_allowed(free), "{free}");
    }
}

#[test]
fn rust_is_split_as_the_compiler_would() {
    let text = "let a = 'x'; // \"no\"\nlet b: &'static str = r#\"a \"quoted\" word\"#; /* /* \"no\" */ */\nlet c = \"two\\\" lines\n\"; let d = '\\''; let e = b\"bytes\";";
    let found = rust::read("src/x.rs", text);
    let strings: Vec<_> = found.strings.iter().map(|(line, text)| (*line, text.as_str())).collect();
    assert_eq!(strings, [(2, "a \"quoted\" word"), (3, "two\\\" lines\n"), (4, "bytes")]);
    assert!(!found.code.contains("no") && found.code.contains("let e ="), "{}", found.code);
    assert_eq!(
        rust::imports("use std::{fs, io::{Read, Write}};\nuse a::b;"),
        [
            (1, "std::fs".to_owned()),
            (1, "std::io::Read".to_owned()),
            (1, "std::io::Write".to_owned()),
            (2, "a::b".to_owned()),
        ]
    );
}
