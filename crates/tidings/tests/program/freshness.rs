//! Compares the Freshness page of a demo with a replay of its log, computed independently of the program's own code.

use crate::demo::{Playing, get};
use jiff::{SignedDuration, Timestamp};
use std::{collections::BTreeMap, net::SocketAddr};
use tidings::demo::DemoSize;

const MINUTE: f64 = 60_000.0;
const DAY: f64 = 1440.0 * MINUTE;
const WEEK: f64 = 7.0 * DAY;

/// Returns a file of the log.
fn file(address: SocketAddr, cookie: &str, what: &str) -> String {
    let path = format!("/freshness/log.csv?what={what}&from=2026-11-01&to=2026-12-31");
    let (status, _, answer) = get(address, &path, cookie);
    assert_eq!(status, 200, "{answer}");
    let body = answer.split_once("\r\n\r\n").unwrap().1;
    // The sizes between the chunks of a chunked response have no comma.
    body.lines()
        .map(str::trim)
        .filter(|line| line.contains(','))
        .fold(String::new(), |a, b| a + b + "\n")
}

/// Returns the rows of a file by column name.
fn rows(address: SocketAddr, cookie: &str, what: &str) -> Vec<BTreeMap<String, String>> {
    let file = file(address, cookie, what);
    let mut lines = file.lines();
    let names: Vec<String> = lines.next().unwrap().split(',').map(str::to_owned).collect();
    let row = |line: &str| names.iter().cloned().zip(line.split(',').map(str::to_owned)).collect();
    lines.map(row).collect()
}

fn ms(text: &str) -> f64 {
    text.parse::<Timestamp>().unwrap().as_millisecond() as f64
}

/// Returns all fetches of a source in the days around one, in order.
fn looks(source: i64, interval: f64, day: f64) -> Vec<f64> {
    let phase = (source as f64 * 0.618_033_988_749_895) % 1.0;
    let first = ((-40.0 * DAY) / interval).round() as i64;
    let last = ((40.0 * DAY) / interval).round() as i64;
    (first..=last).map(|k| (k as f64 + phase).mul_add(interval, day)).collect()
}

fn delays(arrivals: &[(i64, f64, f64)], day: f64, interval: impl Fn(i64) -> f64) -> Vec<f64> {
    let mut known: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
    let delay = |(source, posted, _): &(i64, f64, f64)| {
        let looks = known.entry(*source).or_insert_with(|| looks(*source, interval(*source), day));
        let next = looks.iter().find(|look| **look >= *posted).unwrap();
        (next - posted) / MINUTE
    };
    arrivals.iter().map(delay).collect()
}

/// Returns Miniflux's interval between fetches, in milliseconds.
fn miniflux(postings: &[f64]) -> f64 {
    let week = WEEK;
    let (first, last) =
        postings.iter().fold((f64::MAX, f64::MIN), |(a, b), p| (a.min(*p), b.max(*p)));
    if postings.len() < 2 || last <= first {
        return DAY;
    }
    let gap = (last - first) / (postings.len() as f64 - 1.0);
    (week / (week / gap).ceil()).clamp(5.0 * MINUTE, DAY)
}

fn check(figures: &BTreeMap<String, String>, mut replayed: Vec<f64>) {
    let told = |name: &str| figures[name].parse::<f64>().unwrap();
    let policy = &figures["policy"];
    assert_eq!(figures["arrivals"], replayed.len().to_string(), "{policy}");
    let mean = replayed.iter().sum::<f64>() / replayed.len() as f64;
    assert!((told("mean_minutes") - mean).abs() < 0.001, "{policy}: {figures:?}, replayed {mean}");
    replayed.sort_by(f64::total_cmp);
    let p95 = replayed[(0.95 * replayed.len() as f64).ceil() as usize - 1];
    assert!(
        (told("p95_minutes") / p95 - 1.0).abs() < 0.011,
        "{policy}: {figures:?}, replayed {p95}"
    );
    assert!((told("max_minutes") - replayed[replayed.len() - 1]).abs() < 0.001, "{policy}");
}

/// Parses "26 min" or "1.9 h" into minutes.
fn said(cell: &str) -> f64 {
    let (number, unit) = cell.split_once(' ').unwrap();
    number.parse::<f64>().unwrap()
        * BTreeMap::from([("s", 1.0 / 60.0), ("min", 1.0), ("h", 60.0), ("d", 1440.0)])[unit]
}

#[test]
fn the_comparison_agrees_with_a_replay_of_its_own_log() {
    let folder = tempfile::tempdir().unwrap();
    let extent = DemoSize { n_sources: 96, past: SignedDuration::from_hours(96) };
    let demo = Playing::with(folder.path(), extent);
    let (_, cookie, _) = get(demo.address, "/", "");
    let cookie = format!("cookie: {}\r\n", cookie.expect("the visitor is signed in"));
    let days = rows(demo.address, &cookie, "days");
    let all: Vec<(i64, f64, f64)> = rows(demo.address, &cookie, "arrivals")
        .iter()
        .map(|row| (row["source"].parse().unwrap(), ms(&row["time"]), ms(&row["seen_at"])))
        .collect();
    let fetches = rows(demo.address, &cookie, "retrievals");
    let log = file(demo.address, &cookie, "arrivals");
    assert!(log.starts_with("source,time,"), "the lab reads these columns: {log}");
    let whole = |row: &&BTreeMap<String, String>| {
        ms(&row["counted_until"]) - ms(&format!("{}T00:00:00Z", row["day"])) == DAY
    };
    let last =
        days.iter().filter(whole).map(|row| row["day"].clone()).max().expect("a whole day is over");
    let day = ms(&format!("{last}T00:00:00Z"));
    let within = |at: f64, from: f64, to: f64| at >= from && at < to;

    let arrivals: Vec<_> =
        all.iter().filter(|(.., seen)| within(*seen, day, day + DAY)).copied().collect();
    assert!(arrivals.len() > 30, "{} arrivals say little", arrivals.len());
    let requests =
        fetches.iter().filter(|row| within(ms(&row["time"]), day, day + DAY)).count() as f64;
    let of = |policy: &str| {
        days.iter().find(|row| row["day"] == last && row["policy"] == policy).unwrap()
    };
    let told = |name: &str| of("ours")[name].parse::<f64>().unwrap();
    assert_eq!(of("ours")["requests"], requests.to_string());

    check(of("ours"), arrivals.iter().map(|(_, posted, seen)| (seen - posted) / MINUTE).collect());
    let sources = told("sources");
    let even = DAY * sources / requests;
    check(of("uniform"), delays(&arrivals, day, |_| even));
    let mut weeks: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
    for (source, posted, _) in all.iter().filter(|(.., seen)| within(*seen, day - WEEK, day)) {
        weeks.entry(*source).or_default().push(*posted);
    }
    let wish = |source: i64| miniflux(weeks.get(&source).map_or(&[][..], Vec::as_slice));
    let made: f64 = weeks.keys().map(|source| DAY / wish(*source)).sum::<f64>()
        + (sources - weeks.len() as f64);
    check(of("miniflux"), delays(&arrivals, day, |source| wish(source) * made / requests));

    // The page shows the same in the row for that day.
    let (status, _, page) = get(demo.address, "/freshness", &cookie);
    assert_eq!(status, 200);
    let date = format!("<td>{} November</td>", last[8..].trim_start_matches('0'));
    let row = page.split(&date).nth(1).unwrap_or_else(|| panic!("{date} is not on {page}"));
    let cells = row.split("</tr>").next().unwrap().split("<td class=\"number\">").skip(1);
    let cells: Vec<f64> = cells.map(|cell| said(cell.split('<').next().unwrap())).collect();
    for (cell, policy) in cells.iter().zip(["ours", "uniform", "miniflux"]) {
        let mean = of(policy)["mean_minutes"].parse::<f64>().unwrap();
        assert!((cell / mean - 1.0).abs() < 0.06, "{policy}: the page says {cell}, the log {mean}");
    }
    assert_eq!(cells.len(), 4, "the last is ours again: the median");

    // The page of a source shows the belief about it.
    let (_, _, sources) = get(demo.address, "/sources", &cookie);
    let ids = sources.split("href=\"/sources/").skip(1).filter_map(|rest| rest.split('"').next());
    let id = ids.filter_map(|id| id.parse::<i64>().ok()).next().expect("a source is followed");
    let (_, _, source) = get(demo.address, &format!("/sources/{id}"), &cookie);
    for words in [" new articles expected", "Articles in the feed", "Priority", "Average check"] {
        assert!(source.contains(words), "{words} is not on the page of source {id}");
    }
    demo.end();
}
