//! Commands of the built program: accounts, documents on disk, backups, and their messages.

use crate::loopback::{Answer, Running, Server, fails, rss, run, tidings, until};
use serde_json::Value;
use std::path::Path;

const PASSWORD: &str = "correct horse battery";

fn server() -> Server {
    Server::start(|_| Answer::ok("application/rss+xml", rss("Lumen", 0..3)))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn add(data: &Path, server: &Server, name: &str) {
    run(tidings(data, server).args(["user", "add", name, "--password-stdin"]), PASSWORD);
}

#[test]
fn an_account_is_created_changed_disabled_enabled_and_deleted() {
    let (data, server) = (tempfile::tempdir().unwrap(), server());
    let tidings = || tidings(data.path(), &server);
    run(tidings().args(["user", "add", " ada ", "--operator", "--password-stdin"]), PASSWORD);
    let listed = || {
        let list = json(&run(tidings().args(["user", "list", "--json"]), ""));
        let shown = |user: &Value| {
            let word = |key: &str| user[key].as_str().unwrap_or_default().to_owned();
            (word("name"), word("role"), !user["disabled"].is_null())
        };
        list.as_array().unwrap().iter().map(shown).collect::<Vec<_>>()
    };
    let ada = |is_disabled| ("ada".to_owned(), "operator".to_owned(), is_disabled);
    assert_eq!(listed(), [ada(false)]);
    add(data.path(), &server, "bob");
    run(tidings().args(["user", "disable", "bob"]), "");
    assert_eq!(listed()[1], ("bob".to_owned(), "user".to_owned(), true));
    let table = run(tidings().args(["user", "list"]), "");
    assert!(table.lines().any(|line| line.contains("bob") && line.contains("disabled")), "{table}");
    run(tidings().args(["user", "enable", "bob"]), "");
    assert!(!listed()[1].2);
    let message = fails(tidings().args(["user", "remove", "bob"]), "bob\n");
    assert!(message.contains("--yes"), "a pipe cannot be asked: {message}");
    assert_eq!(listed().len(), 2);
    run(tidings().args(["user", "remove", "bob", "--yes"]), "");
    assert_eq!(listed(), [ada(false)]);
    for command in ["disable", "enable", "second-step-off", "app-password"] {
        let message = fails(tidings().args(["user", command, "bob"]), "");
        assert!(
            message.contains("no user \"bob\"") && message.contains("user list"),
            "{command}: {message}"
        );
    }
}

#[test]
fn a_new_password_works_and_the_old_one_does_not() {
    let (data, server) = (tempfile::tempdir().unwrap(), server());
    let tidings = || tidings(data.path(), &server);
    add(data.path(), &server, "ada");
    let short = fails(tidings().args(["user", "passwd", "ada", "--password-stdin"]), "short\n");
    assert!(short.contains("at least"), "{short}");
    let nobody_types = fails(tidings().args(["user", "passwd", "ada"]), "x");
    assert!(nobody_types.contains("--password-stdin"), "{nobody_types}");
    let message = run(
        tidings().args(["user", "passwd", "ada", "--password-stdin"]),
        "another long password\r\n",
    );
    assert!(message.contains("ended all its sessions"), "{message}");
    let client = run(tidings().args(["user", "app-password", "ada", "--scope", "read"]), "");
    assert_eq!(client.trim().lines().count(), 1, "on a line of its own: {client:?}");
    let running = Running::start(&mut tidings());
    let origin = format!("origin: http://{}\r\n", running.base);
    let sign_in = |password: &str| {
        let body = format!("name=ada&password={}", password.replace(' ', "+"));
        running.ask("POST", "/sign-in", &origin, &body).0
    };
    assert_eq!(sign_in("another long password"), 303);
    assert_ne!(sign_in(PASSWORD), 303);
    assert_ne!(sign_in(client.trim()), 303, "an app password does not sign in to the pages");
}

#[test]
fn every_file_below_a_folder_is_parsed_in_order_and_none_stops_the_others() {
    let (data, server) = (tempfile::tempdir().unwrap(), server());
    let corpus = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(corpus.path().join("b/deep")).unwrap();
    for (name, text) in
        [("c.xml", rss("C", 0..2)), ("b/deep/x", rss("X", 0..1)), ("a", "no feed".to_owned())]
    {
        std::fs::write(corpus.path().join(name), text).unwrap();
    }
    std::fs::write(corpus.path().join("b/empty"), "").unwrap();
    let read = run(tidings(data.path(), &server).args(["parse", "--many"]).arg(corpus.path()), "");
    let lines: Vec<Value> = read.lines().map(json).collect();
    let names: Vec<_> = lines
        .iter()
        .map(|line| {
            let path = Path::new(line["path"].as_str().unwrap());
            path.strip_prefix(corpus.path()).unwrap().display().to_string()
        })
        .collect();
    assert_eq!(names, ["a", "b/deep/x", "b/empty", "c.xml"]);
    let n_articles = |line: &Value| line["articles"].as_array().map_or(0, Vec::len);
    assert_eq!(lines.iter().map(n_articles).collect::<Vec<_>>(), [0, 1, 0, 2]);
    let message = fails(
        tidings(data.path(), &server).args(["parse", "--many"]).arg(corpus.path().join("a")),
        "",
    );
    assert!(message.contains("cannot read the folder"), "{message}");
}

#[test]
fn a_document_is_parsed_from_standard_input_with_its_address() {
    let (data, server) = (tempfile::tempdir().unwrap(), server());
    let feed = "<rss><channel><title>T</title><item><title>One</title><link>/1</link></item></channel></rss>";
    let parse = |args: &[&str]| {
        json(&run(tidings(data.path(), &server).args(["parse", "-"]).args(args), feed))
    };
    let link = |read: &Value| read["articles"][0]["link"].as_str().map(str::to_owned);
    let with = parse(&["--url", "https://site.example/feed"]);
    assert_eq!(link(&with).as_deref(), Some("https://site.example/1"));
    let codes = |read: &Value| {
        let complaints = read["complaints"].as_array().unwrap();
        let code = |one: &Value| one["code"].as_str().unwrap_or_default().to_owned();
        complaints.iter().map(code).collect::<Vec<_>>()
    };
    assert!(!codes(&with).contains(&"bad_base".to_owned()));
    let bad = parse(&["--url", "site.example/feed"]);
    assert!(codes(&bad).contains(&"bad_base".to_owned()), "{bad}");
    assert!(!data.path().join("tidings.sqlite").exists(), "parsing creates no database");
}

#[test]
fn a_backup_is_restored_elsewhere_and_overwrites_nothing() {
    let (data, server) = (tempfile::tempdir().unwrap(), server());
    let here = || tidings(data.path(), &server);
    add(data.path(), &server, "ada");
    run(here().args(["add", &server.url("/feed")]), "");
    let file = data.path().join("kept.backup");
    run(here().arg("backup").arg(&file), "");
    let elsewhere = tempfile::tempdir().unwrap();
    let there = || tidings(elsewhere.path(), &server);
    let message = run(there().arg("restore").arg(&file), "");
    assert!(message.starts_with("Restored 3 articles"), "{message}");
    let list = |mut command: std::process::Command| run(command.args(["opml", "export"]), "");
    assert_eq!(list(there()), list(here()));
    assert!(run(there().arg("check"), "").contains("are intact"));
    let again = fails(there().arg("restore").arg(&file), "");
    assert!(again.contains("already holds data"), "{again}");
    let other = tempfile::tempdir().unwrap();
    let damaged = other.path().join("damaged.backup");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes.truncate(bytes.len() / 2);
    std::fs::write(&damaged, bytes).unwrap();
    let data = other.path().join("data");
    let message = fails(tidings(&data, &server).arg("restore").arg(&damaged), "");
    assert!(message.contains("backup"), "{message}");
}

#[test]
fn the_doctor_says_what_could_be_improved_and_nothing_if_all_is_well() {
    let data = tempfile::tempdir().unwrap();
    let (home, server) =
        (data.path().join("data"), Server::start(|_| Answer::status("404 Not Found")));
    // These tests allow fetching from loopback, which elsewhere is worth a warning.
    let doctor = || {
        let mut command = tidings(&home, &server);
        command.env_remove("TIDINGS_FETCH_ALLOW").args(["doctor", "--json"]);
        let findings = json(&String::from_utf8(command.output().unwrap().stdout).unwrap());
        let mut findings: Vec<String> =
            serde_json::from_value(findings["findings"].clone()).unwrap();
        findings.retain(|finding| !finding.contains("MiB"));
        findings
    };
    assert!(doctor()[0].contains("no database at"), "{:?}", doctor());
    add(&home, &server, "ada");
    assert_eq!(doctor(), [""; 0]);
    run(tidings(&home, &server).args(["user", "remove", "ada", "--yes"]), "");
    let lonely = doctor();
    assert!(lonely.len() == 1 && lonely[0].contains("no user yet"), "{lonely:?}");
    add(&home, &server, "ada");
    let list = format!("<opml><body><outline xmlUrl='{}'/></body></opml>", server.url("/feed"));
    run(tidings(&home, &server).args(["opml", "import", "-"]), &list);
    run(tidings(&home, &server).args(["poll", "--all"]), "");
    let found = doctor();
    assert!(found.iter().any(|finding| finding.starts_with("1 of 1 sources")), "{found:?}");
    let mut poor = tidings(&home, &server);
    let message = poor.args(["doctor", "--budget", "0.5"]).output().unwrap();
    let message = String::from_utf8(message.stdout).unwrap();
    assert!(message.contains("budget of 0.5 requests per day"), "{message}");
}

#[test]
fn health_checks_the_server_that_the_settings_describe() {
    let (data, server) = (tempfile::tempdir().unwrap(), server());
    let running = Running::start(&mut tidings(data.path(), &server));
    until("the server is ready", || running.get("/readyz", "").0 == 200);
    let listen = running.base.to_string();
    let health = || {
        let mut command = tidings(data.path(), &server);
        command.args(["health", "--listen", &listen]);
        command
    };
    assert!(run(&mut health(), "").contains("is ready"));
    drop(running);
    let message = fails(&mut health(), "");
    assert!(message.contains(&listen) && message.contains("not ready"), "{message}");
}

#[test]
fn settings_are_explained_with_their_origin() {
    let (data, server) = (tempfile::tempdir().unwrap(), server());
    std::fs::write(data.path().join("tidings.toml"), "budget = 90\n").unwrap();
    let explained = json(&run(
        tidings(data.path(), &server).args(["config", "explain", "--json", "--images", "off"]),
        "",
    ));
    let of = |key: &str| {
        let all = explained["settings"].as_array().unwrap();
        let one = all.iter().find(|one| one["key"] == key).unwrap();
        (one["value"].as_str().unwrap().to_owned(), one["origin"].as_str().unwrap().to_owned())
    };
    let pair = |value: &str, origin: &str| (value.to_owned(), origin.to_owned());
    assert_eq!(of("budget"), pair("90", "file"));
    assert_eq!(of("images"), pair("off", "flag"));
    assert_eq!(of("host-gap"), pair("5ms", "environment"));
    assert_eq!(of("keep"), pair("365d", "default"));
}
