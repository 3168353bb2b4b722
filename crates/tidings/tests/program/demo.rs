//! A small demo as its visitor sees it: every page responds and has content.

use crate::loopback::until;
use jiff::SignedDuration;
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    path::Path,
    time::Duration,
};
use tidings::demo::{DemoSize, Stage};
use tidings_web::routes::{ROUTES, RouteAccess, programs::PROGRAMS};
use tokio::{net::TcpListener, runtime::Runtime};
use tokio_util::sync::CancellationToken;

/// Pages without a link to them: streams, files for programs, and pages that need a query or a secret.
const UNLINKED: &[&str] = &[
    "/live",
    "/metrics",
    "/offline",
    "/icon/{source}",
    "/admin/backup/{file}",
    "/sources/import/{id}",
    "/freshness/log.csv",
];
/// How many pages of one route are opened. More for articles, so that pictures are among them.
fn of_each(route: &str) -> usize {
    if route == "/article/{id}" { 25 } else { 3 }
}

/// A demo with three sources for each topic, after two simulated days.
pub(crate) struct Playing {
    runtime: Runtime,
    pub(crate) address: SocketAddr,
    stop: CancellationToken,
    done: tokio::task::JoinHandle<anyhow::Result<()>>,
}

impl Playing {
    fn start(folder: &Path) -> Self {
        Self::with(folder, DemoSize { n_sources: 36, past: SignedDuration::from_hours(48) })
    }

    pub(crate) fn with(folder: &Path, extent: DemoSize) -> Self {
        let stage = Stage::new(folder.to_owned(), 7, extent).unwrap();
        let runtime = Runtime::new().unwrap();
        let stop = CancellationToken::new();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let done = runtime.spawn(stage.play(listener, 720, stop.clone()));
        Self { runtime, address, stop, done }
    }

    pub(crate) fn end(self) {
        self.stop.cancel();
        self.runtime.block_on(self.done).unwrap().unwrap();
    }
}

/// Sends a request as a browser does. Returns the status, the cookie and the rest.
pub(crate) fn get(address: SocketAddr, path: &str, headers: &str) -> (u16, Option<String>, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(900))).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\naccept: text/html\r\nconnection: close\r\n{headers}\r\n").unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let answer = String::from_utf8_lossy(&bytes).into_owned();
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    (status, cookie.and_then(|line| line.split(';').next()).map(str::to_owned), answer)
}

/// Returns the addresses on this server that a page links to or shows pictures from.
fn links(page: &str) -> Vec<String> {
    let named = |attribute: &str| {
        let values = page.split(attribute).skip(1).filter_map(|rest| rest.split('"').next());
        values
            .map(|value| format!("/{}", value.replace("&amp;", "&").replace("&#38;", "&")))
            .collect::<Vec<_>>()
    };
    [named("href=\"/"), named("src=\"/")].concat()
}

/// Returns the route for an address.
fn route_of(address: &str) -> Option<&'static str> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let fits = |route: &str| {
        let (route, path): (Vec<&str>, Vec<&str>) =
            (route.split('/').collect(), path.split('/').collect());
        route.len() == path.len()
            && route.iter().zip(&path).all(|(r, p)| r.starts_with('{') && !p.is_empty() || r == p)
    };
    // A fixed path takes precedence over one with a parameter, as in the router.
    let all = ROUTES.iter().chain(PROGRAMS);
    let found = all.filter(|route| *route.method == "GET" && fits(route.path));
    found.min_by_key(|route| route.path.matches('{').count()).map(|route| route.path)
}

#[test]
fn every_page_has_content_for_the_visitor_and_the_demo_can_be_continued() {
    let folder = tempfile::tempdir().unwrap();
    let demo = Playing::start(folder.path());
    let (status, cookie, first) = get(demo.address, "/", "");
    assert_eq!(status, 200, "{first}");
    let cookie = format!("cookie: {}\r\n", cookie.expect("the visitor is signed in"));
    assert!(first.contains("class=\"card"), "there are articles: {first}");

    let mut opened: BTreeMap<&str, usize> = BTreeMap::new();
    let mut known: BTreeSet<String> = BTreeSet::from(["/".to_owned()]);
    let mut queue: VecDeque<String> = VecDeque::from(["/".to_owned()]);
    let mut originals = Vec::new();
    while let Some(address) = queue.pop_front() {
        if address.starts_with("/site?url=") {
            originals.push(address);
            continue;
        }
        let Some(route) = route_of(&address) else { panic!("no route leads to {address}") };
        let n = opened.entry(route).or_default();
        if *n >= of_each(route) || UNLINKED.contains(&route) {
            continue;
        }
        *n += 1;
        let (status, _, page) = get(demo.address, &address, &cookie);
        assert!(status == 200 || status == 303, "{address}: {status} {page}");
        // Scripts contain addresses with blanks to fill in.
        if !address.starts_with("/static/") {
            queue.extend(links(&page).into_iter().filter(|link| known.insert(link.clone())));
        }
    }
    let missing: Vec<&str> = ROUTES
        .iter()
        .filter(|route| *route.method == "GET" && route.access != RouteAccess::Anyone)
        .map(|route| route.path)
        .filter(|path| !opened.contains_key(path) && !UNLINKED.contains(path))
        .collect();
    assert_eq!(missing, Vec::<&str>::new(), "pages that no link leads to");

    let shown = originals.iter().take(9).map(|address| get(demo.address, address, &cookie));
    let n_shown =
        shown.filter(|(status, _, page)| *status == 200 && page.contains("sandbox")).count();
    assert!(n_shown >= 5, "most simulated sites show their articles: {n_shown} of 9");
    assert_eq!(get(demo.address, "/site?url=http://127.0.0.1/", &cookie).0, 404);

    until("time continues", || get(demo.address, "/readyz", "").0 == 200);
    demo.end();
    let again = Playing::start(folder.path());
    assert_eq!(get(again.address, "/", &cookie).0, 200, "a kept demo continues");
    again.end();
}

#[test]
fn only_this_machine_is_signed_in_automatically() {
    let folder = tempfile::tempdir().unwrap();
    let extent = DemoSize { n_sources: 24, past: SignedDuration::from_hours(3) };
    let stage = Stage::new(folder.path().to_owned(), 7, extent).unwrap();
    let runtime = Runtime::new().unwrap();
    let stop = CancellationToken::new();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    let done = runtime.spawn(stage.play(listener, 720, stop.clone()));
    assert_eq!(get(address, "/", "").0, 200);
    // A proxy's visitors look local, and a page elsewhere may resolve its own name to this machine.
    assert_eq!(get(address, "/", "x-forwarded-for: 192.0.2.1\r\n").0, 303);
    assert_eq!(get(address, "/?visit=guessed", "x-forwarded-for: 192.0.2.1\r\n").0, 303);
    assert_eq!(get(address, "/sign-in", "").0, 200);
    stop.cancel();
    runtime.block_on(done).unwrap().unwrap();
}
