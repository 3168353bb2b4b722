//! A journey with the built program: from a feed on loopback to a page that shows its articles.

use crate::loopback::{Answer, Running, Server, fails, rss, run, tidings, until};
use serde_json::Value;
use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering::SeqCst},
};

/// A site with a page, a feed that grows, and a few traps.
fn site(n_articles: &Arc<AtomicU32>) -> Server {
    let n_articles = Arc::clone(n_articles);
    Server::start(move |asked| match asked.path.as_str() {
        "/" => Answer::ok(
            "text/html",
            "<title>Home</title><link rel=alternate type=application/rss+xml href=/feed.xml><p>Hello",
        ),
        "/feed.xml" => {
            let n = n_articles.load(SeqCst);
            let tag = format!("\"{n}\"");
            if asked.headers.get("if-none-match") == Some(&tag) {
                return Answer::status("304 Not Modified").with("etag", tag);
            }
            Answer::ok("application/rss+xml", rss("Lumen", (0..n).rev())).with("etag", tag)
        }
        "/several" => Answer::ok(
            "text/html",
            "<link rel=alternate type=application/rss+xml title='Comments' href=/comments.xml>\
             <link rel=alternate type=application/rss+xml title='Old feed' href=/old.xml>\
             <link rel=alternate type=application/rss+xml title='All posts' href=/feed.xml>\
             <link rel=alternate type=application/atom+xml title='Atom' href=/atom.xml>",
        ),
        "/nothing" => Answer::ok("text/html", "<p>no feed here"),
        "/notes" => Answer::ok(
            "text/html",
            "<body><div class=h-entry><a class='p-name u-url' href=/n/1>One</a></div><div class=h-entry><a class='p-name u-url' href=/n/2>Two</a></div>",
        ),
        "/private" => Answer::status("302 Found").with("location", "http://127.0.0.1:1/"),
        _ => Answer::status("404 Not Found"),
    })
}

const PASSWORD: &str = "correct horse battery\n";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn of_a_page_with_several_feeds_the_best_is_added() {
    let server = site(&Arc::new(AtomicU32::new(3)));
    let data = tempfile::tempdir().unwrap();
    let tidings = || tidings(data.path(), &server);
    run(tidings().args(["user", "add", "ada", "--operator", "--password-stdin"]), PASSWORD);
    let message = run(tidings().args(["add", &server.url("/several")]), "");
    let lines: Vec<&str> = message.lines().collect();
    assert!(lines[0].contains("Lumen") && lines[0].contains("/feed.xml"), "{message}");
    assert!(lines[1].contains("/old.xml could not be added: "), "{message}");
    assert_eq!(lines[2], format!("Other feeds of {}:", server.url("/several")));
    assert_eq!(lines[3], format!("  {}  Atom", server.url("/atom.xml")));
    assert_eq!(lines[4..], [format!("  {}  Comments", server.url("/comments.xml"))]);
    assert_eq!((server.n_asked("/atom.xml"), server.n_asked("/comments.xml")), (0, 0));
    assert!(run(tidings().args(["opml", "export"]), "").contains("/feed.xml"));
}

#[test]
fn from_a_page_to_stored_articles_and_back_out_as_opml() {
    let n = Arc::new(AtomicU32::new(3));
    let server = site(&n);
    let data = tempfile::tempdir().unwrap();
    let tidings = || tidings(data.path(), &server);
    run(
        tidings().args(["user", "add", "ada", "--operator", "--password-stdin"]),
        "correct horse battery\n",
    );

    let message = run(tidings().args(["add", &server.url("/"), "--folder", "Friends"]), "");
    assert!(message.contains("Lumen") && message.contains("3 articles"), "{message}");

    assert_eq!(
        (server.n_asked("/"), server.n_asked("/feed.xml")),
        (1, 1),
        "nothing is fetched twice"
    );

    let report = json(&run(tidings().args(["poll", "--all", "--json"]), ""));
    assert_eq!(
        (report["sources"].as_u64(), report["unchanged"].as_u64()),
        (Some(1), Some(1)),
        "{report}"
    );
    n.store(5, SeqCst);
    let report = json(&run(tidings().args(["poll", "--all", "--json"]), ""));
    assert_eq!(
        (report["changed"].as_u64(), report["new_articles"].as_u64()),
        (Some(1), Some(2)),
        "{report}"
    );
    let report = json(&run(tidings().args(["poll", "--json"]), ""));
    assert_eq!(report["sources"].as_u64(), Some(0), "nothing is due: {report}");

    let opml = run(tidings().args(["opml", "export"]), "");
    assert!(opml.contains(&server.url("/feed.xml")) && opml.contains("Friends"), "{opml}");
    let elsewhere = tempfile::tempdir().unwrap();
    let other = || crate::loopback::tidings(elsewhere.path(), &server);
    run(other().args(["user", "add", "bob", "--password-stdin"]), "another long password");
    assert!(run(other().args(["opml", "import", "-"]), &opml).starts_with("1 added"));
    assert!(
        run(other().args(["opml", "import", "-"]), &opml)
            .starts_with("0 added, 1 already subscribed")
    );
    assert_eq!(
        json(&run(other().args(["poll", "--json", "--all"]), ""))["new_articles"].as_u64(),
        Some(5)
    );

    let file = data.path().join("backup");
    run(tidings().arg("backup").arg(&file), "");
    assert!(fails(tidings().arg("backup").arg(&file), "").contains("already exists"));
    run(tidings().args(["remove", &server.url("/feed.xml")]), "");
    assert!(!run(tidings().args(["opml", "export"]), "").contains("feed.xml"));

    assert_eq!(
        json(&run(tidings().args(["check", "--json"]), "")),
        serde_json::json!({"ok": true, "findings": []})
    );
}

#[test]
fn a_page_with_marked_up_articles_can_also_be_imported() {
    let server = site(&Arc::new(AtomicU32::new(1)));
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for data in [&here, &there] {
        run(
            tidings(data.path(), &server).args(["user", "add", "ada", "--password-stdin"]),
            "correct horse battery",
        );
    }
    let message = run(tidings(here.path(), &server).args(["add", &server.url("/notes")]), "");
    assert!(message.contains("2 articles"), "{message}");
    let list = run(tidings(here.path(), &server).args(["opml", "export"]), "");
    run(tidings(there.path(), &server).args(["opml", "import", "-"]), &list);
    for (n_new, n_failed) in [(2, 0), (0, 0)] {
        let report =
            json(&run(tidings(there.path(), &server).args(["poll", "--all", "--json"]), ""));
        assert_eq!(
            (report["new_articles"].as_u64(), report["failed"].as_u64()),
            (Some(n_new), Some(n_failed)),
            "{report}"
        );
    }
}

#[test]
fn errors_for_bad_input_say_what_to_do() {
    let server = site(&Arc::new(AtomicU32::new(1)));
    let data = tempfile::tempdir().unwrap();
    let tidings = || tidings(data.path(), &server);
    let expect = |message: String, words: &[&str]| {
        assert_eq!(message.trim().lines().count(), 1, "{message}");
        assert!(
            words.iter().all(|word| message.contains(word)),
            "{message} lacks one of {words:?}"
        );
    };
    expect(fails(tidings().args(["add", &server.url("/")]), ""), &["no database", "user add"]);
    expect(fails(tidings().args(["check"]), ""), &[]);
    run(tidings().args(["user", "add", "ada", "--password-stdin"]), "correct horse battery");
    expect(
        fails(tidings().args(["user", "add", "bob", "--password-stdin"]), "short"),
        &["at least"],
    );
    expect(
        fails(tidings().args(["user", "add", "Ada", "--password-stdin"]), "correct horse battery"),
        &["taken"],
    );
    expect(fails(tidings().args(["add", &server.url("/nothing")]), ""), &["No feed"]);
    expect(fails(tidings().args(["add", "http://127.0.0.1:1/"]), ""), &["private", "fetch-allow"]);
    expect(fails(tidings().args(["add", &server.url("/private")]), ""), &["private"]);
    expect(fails(tidings().args(["add", "file:///etc/passwd"]), ""), &["http"]);
    expect(fails(tidings().args(["add", &server.url("/missing")]), ""), &["404"]);
    expect(fails(tidings().args(["opml", "import", "-"]), "this is no list"), &["cannot import"]);
    expect(
        fails(tidings().args(["opml", "import", "no-such-file.opml"]), ""),
        &["no-such-file.opml"],
    );
    expect(fails(tidings().args(["serve", "--listen", "nonsense"]), ""), &["127.0.0.1:8080"]);
    expect(
        fails(tidings().args(["user", "passwd", "nobody", "--password-stdin"]), "x"),
        &["user list"],
    );
    let unreachable = ["user", "list", "--database", "postgres://nobody:secret@127.0.0.1:1/none"];
    let message = fails(tidings().args(unreachable), "");
    assert!(!message.contains("secret"), "{message}");
    expect(message, &["PostgreSQL cannot be reached"]);
    run(tidings().args(["user", "add", "bob", "--password-stdin"]), "correct horse battery");
    expect(fails(tidings().args(["add", &server.url("/")]), ""), &["--user"]);
    let usage = tidings().arg("frobnicate").output().unwrap();
    assert_eq!(usage.status.code(), Some(2));
}

#[test]
fn a_damaged_or_newer_database_is_refused_and_left_alone() {
    let server = site(&Arc::new(AtomicU32::new(1)));
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("tidings.sqlite");
    std::fs::write(&file, "this is no database, but it has some length to it".repeat(100)).unwrap();
    let before = std::fs::read(&file).unwrap();
    let message = fails(tidings(data.path(), &server).args(["user", "list"]), "");
    assert!(message.contains("not a database"), "{message}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
    let message = run_check(data.path(), &server);
    assert_eq!(message["ok"], Value::Bool(false), "{message}");
}

fn run_check(data: &std::path::Path, server: &Server) -> Value {
    let output = tidings(data, server).args(["check", "--json"]).output().unwrap();
    json(&String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_server_sets_up_signs_in_shows_articles_and_stops_gracefully() {
    let n = Arc::new(AtomicU32::new(4));
    let server = site(&n);
    let data = tempfile::tempdir().unwrap();
    let mut running = Running::start(&mut tidings(data.path(), &server));
    let setup = running.setup.clone().expect("a new server prints a setup link");
    assert_eq!(running.get("/healthz", "").0, 200);
    until("the server is ready", || running.get("/readyz", "").0 == 200);
    assert!(running.get("/metrics", "").1.contains("tidings_heartbeat_seconds"));

    let token = setup.split_once("token=").unwrap().1;
    let origin = format!("origin: http://{}\r\n", running.base);
    let body = format!("setup_token={token}&name=ada&password=correct+horse+battery");
    let (status, answer) = running.ask("POST", "/setup", &origin, &body);
    assert_eq!(status, 303, "{answer}");
    let cookie = cookie(&answer);
    assert_eq!(running.ask("POST", "/setup", &origin, &body).0, 404, "the link works once");

    let token = form_token(&running.get("/add", &cookie).1);
    let headers = format!("{origin}cookie: {cookie}\r\n");
    let led = format!("cookie: {cookie}\r\nsec-fetch-site: same-origin\r\n");
    let (status, preview) = running.ask("GET", &format!("/add?url={}", server.url("/")), &led, "");
    assert_eq!(status, 200, "{preview}");
    assert!(preview.contains("Article 3 of Lumen"), "the preview shows the articles: {preview}");
    let body = format!("token={token}&url={}&folder=", server.url("/feed.xml"));
    let (status, answer) = running.ask("POST", "/follow", &headers, &body);
    assert_eq!(status, 303, "{answer}");
    assert_eq!(
        (server.n_asked("/"), server.n_asked("/feed.xml")),
        (1, 1),
        "nothing is fetched twice"
    );
    let (_, page) = running.get("/", &cookie);
    for n in 0..4 {
        assert!(
            page.contains(&format!("Article {n} of Lumen")),
            "article {n} is missing in {page}"
        );
    }
    assert_eq!(running.get("/", "").0, 303, "strangers are sent to sign in");

    running.signal("TERM");
    assert_eq!(running.child.wait().unwrap().code(), Some(0));
}

fn form_token(page: &str) -> String {
    let (_, rest) = page.split_once("name=\"token\" value=\"").expect("the form has a token");
    rest.split('"').next().unwrap().to_owned()
}

fn cookie(answer: &str) -> String {
    let line =
        answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie is set");
    line.split(';').next().unwrap().to_owned()
}
