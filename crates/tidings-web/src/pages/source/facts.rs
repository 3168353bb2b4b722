//! Facts about a source, as a list of names and values.

use super::{Fact, Watched};
use crate::{Outlook, health, pages::sources::idle, voice::Voice};
use jiff::Timestamp;
use tidings_model::{SourceKind, source::Source};
use tidings_store::{Pace, Spend, SubscribedSource};

/// How often the source posts.
pub(super) struct Posted {
    pub(super) pace: Pace,
    /// The number of articles of the last 90 days.
    pub(super) n: usize,
}

/// A smaller chance than this is not mentioned.
const HARDLY: f64 = 0.005;

pub(super) fn facts(
    t: &Voice,
    subscribed: &SubscribedSource,
    posted: &Posted,
    spend: Spend,
    now: Timestamp,
) -> Vec<Fact> {
    let source = &subscribed.source;
    let fact = |key: &str, words: String| Fact {
        name: t.of(key).to_owned(),
        words,
        time: None,
        href: None,
    };
    let when =
        |key: &str, at: Timestamp| Fact { time: Some(t.past(at, now)), ..fact(key, String::new()) };
    let address = source.url.to_string();
    let mut facts = vec![Fact { href: Some(address.clone()), ..fact("src-fact-address", address) }];
    if let Some(site) = &source.site {
        facts
            .push(Fact { href: Some(site.to_string()), ..fact("src-fact-site", site.to_string()) });
    }
    facts.push(fact("src-fact-kind", t.of(kind(source.kind)).to_owned()));
    if source.owner.is_some() {
        facts.push(fact("src-fact-private", t.of("src-fact-private-words").to_owned()));
    } else {
        facts.push(fact("src-fact-readers", t.n("src-fact-readers-words", source.n_subscribers)));
    }
    facts.push(when("src-fact-since", subscribed.subscription.created_at));
    let pace = health::pace(t, source, posted.pace);
    let pace = match posted.n {
        n @ 1..health::FEW => t.n_with("src-fact-rate-guess", n, "rate", &pace),
        _ => pace,
    };
    facts.push(fact("src-fact-rate", pace));
    facts.extend(posted.pace.last_posting.map(|at| when("src-fact-newest", at)));
    facts.extend(source.health.last_success.map(|at| when("src-fact-success", at)));
    facts.push(fact("src-fact-spend", spent(t, spend)));
    facts.extend(subscribed.missed_at.map(|at| Fact {
        words: t.of("src-fact-missed-words").to_owned(),
        ..when("src-fact-missed", at)
    }));
    if let Some(ttl) = source.hints.ttl {
        facts.push(fact("src-fact-ttl", t.span((ttl.0 * 60.0) as i64)));
    }
    facts.extend(source.health.gone_since.map(|at| when("src-fact-gone", at)));
    facts
}

/// Returns the facts about freshness: how long articles waited, their weight, and the risks.
pub(super) fn freshness(
    t: &Voice,
    source: &Source,
    outlook: Option<&Outlook>,
    watched: Watched,
) -> Vec<Fact> {
    let fact = |key: &str, words: String| Fact {
        name: t.of(key).to_owned(),
        words,
        time: None,
        href: None,
    };
    let mut facts = Vec::new();
    let Watched { waited: (n_waited, waited), is_pinned, record, why } = watched;
    if n_waited > 0 {
        let words = t.n_with("src-fact-wait-words", n_waited, "span", &health::span(t, waited));
        facts.push(fact("src-fact-wait", words));
    }
    let weight = health::decimal(t, source.weight);
    let weighed = t.n_with("src-fact-weight-words", source.n_subscribers, "weight", &weight);
    let pinned = is_pinned.then(|| t.of("src-fact-pinned-words"));
    let words = pinned.into_iter().fold(weighed, |weighed, pinned| format!("{weighed}; {pinned}"));
    facts.push(fact("src-fact-weight", words));
    if record.n_looks > 0 {
        facts.push(fact("src-fact-failure", record.said(t, "src-fact-failure-words")));
    }
    facts.extend(why.map(|why| fact("src-next-look", why)));
    let Some(outlook) = outlook else { return facts };
    facts.push(fact(
        "src-fact-expected",
        t.with("src-fact-expected-words", "n", &health::few(t, outlook.expected)),
    ));
    if outlook.n_shown > 0 {
        let words = if outlook.loss < HARDLY {
            t.n("src-fact-shown-enough", outlook.n_shown)
        } else {
            let chance = health::decimal(t, 100.0 * outlook.loss);
            t.n_with("src-fact-shown-words", outlook.n_shown, "chance", &chance)
        };
        facts.push(fact("src-fact-shown", words));
    }
    let bytes = health::bytes(t, outlook.bytes as u64);
    let seconds = health::decimal(t, outlook.seconds);
    facts.push(fact(
        "src-fact-cost",
        t.with2("src-fact-cost-words", ("bytes", &bytes), ("seconds", &seconds)),
    ));
    facts
}

fn kind(kind: SourceKind) -> &'static str {
    match kind {
        SourceKind::Feed => "src-kind-feed",
        SourceKind::Page => "src-kind-page",
        SourceKind::Thread => "src-kind-thread",
        SourceKind::Site => "src-kind-site",
    }
}

fn spent(t: &Voice, spend: Spend) -> String {
    let requests =
        t.n_with("src-spend-words", spend.n_requests, "bytes", &health::bytes(t, spend.wire_bytes));
    let idle = idle(t, spend);
    if idle.is_empty() { requests } else { format!("{requests}; {idle}") }
}
