//! What is known of a source, as a list of names and words.

use super::Fact;
use crate::{Outlook, health, pages::sources::idle, voice::Voice};
use jiff::Timestamp;
use tidings_model::{
    SourceKind,
    source::Source,
    units::{Minutes, PerDay},
};
use tidings_store::{
    Posting, Spend, Subscribed,
    options::{is_private, public_url},
};

pub(super) fn facts(
    t: &Voice,
    subscribed: &Subscribed,
    rate: Option<PerDay>,
    spend: Spend,
    newest: Option<&Posting>,
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
    let address = public_url(&source.url).to_string();
    let mut facts = vec![Fact { href: Some(address.clone()), ..fact("src-fact-address", address) }];
    if let Some(site) = &source.site {
        facts
            .push(Fact { href: Some(site.to_string()), ..fact("src-fact-site", site.to_string()) });
    }
    facts.push(fact("src-fact-kind", t.of(kind(source.kind)).to_owned()));
    if is_private(&source.url) {
        facts.push(fact("src-fact-private", t.of("src-fact-private-words").to_owned()));
    } else {
        facts.push(fact("src-fact-readers", t.n("src-fact-readers-words", source.n_subscribers)));
    }
    facts.push(when("src-fact-since", subscribed.subscription.created_at));
    if let Some(rate) = rate {
        facts.push(fact("src-fact-rate", health::rate(t, rate.0)));
    }
    facts.extend(newest.map(|posting| when("src-fact-newest", posting.at)));
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

/// What keeps its articles fresh: how long they waited, how much they matter, what may go wrong.
pub(super) fn freshness(
    t: &Voice,
    source: &Source,
    outlook: Option<&Outlook>,
    (n_waited, waited): (u64, Minutes),
) -> Vec<Fact> {
    let fact = |key: &str, words: String| Fact {
        name: t.of(key).to_owned(),
        words,
        time: None,
        href: None,
    };
    let mut facts = Vec::new();
    if n_waited > 0 {
        let words = t.n_with("src-fact-wait-words", n_waited, "span", &health::span(t, waited));
        facts.push(fact("src-fact-wait", words));
    }
    let weight = health::decimal(t, source.weight);
    facts.push(fact(
        "src-fact-weight",
        t.n_with("src-fact-weight-words", source.n_subscribers, "weight", &weight),
    ));
    let Some(outlook) = outlook else { return facts };
    let percent = |part: f64| health::decimal(t, 100.0 * part);
    facts.push(fact(
        "src-fact-expected",
        t.with("src-fact-expected-words", "n", &health::few(t, outlook.expected)),
    ));
    if outlook.n_shown > 0 {
        let chance = percent(outlook.loss);
        let words = t.n_with("src-fact-shown-words", outlook.n_shown, "chance", &chance);
        facts.push(fact("src-fact-shown", words));
    }
    facts.push(fact(
        "src-fact-failure",
        t.with("src-fact-failure-words", "share", &percent(outlook.failure)),
    ));
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
    let idle = idle(t, spend.n_requests, spend.n_fruitful);
    if idle.is_empty() { requests } else { format!("{requests}; {idle}") }
}
