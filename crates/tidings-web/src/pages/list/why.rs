//! Why an article is on Today, in a few words.

use crate::voice::Voice;
use std::collections::BTreeMap;
use tidings_model::{Why, taste::TopicId};

/// A larger share than this is "most".
const MOST: f64 = 0.5;
/// A larger share than this is "often".
const OFTEN: f64 = 0.3;
/// Minimum certainty for any claim.
const SURE: f64 = 0.5;

/// Returns the reason as a sentence; `None` if there is nothing to say.
pub(crate) fn said(
    t: &Voice,
    why: &Why,
    names: &BTreeMap<TopicId, String>,
    source: &str,
) -> Option<String> {
    let topic = |key: &str, topic: &TopicId| Some(t.with(key, "topic", names.get(topic)?));
    match why {
        Why::Topic { topic: id, opens, sure } => topic(topic_key(*opens, *sure), id),
        Why::Source { opens, sure, .. } => {
            Some(t.with(source_key(*opens, *sure), "source", source))
        }
        Why::Asking { topic: id, .. } => topic("why-asking", id),
        Why::AskingSource { .. } => Some(t.with("why-asking-source", "source", source)),
        Why::Popular { topic: id, .. } => topic("why-popular", id),
        _ => None,
    }
}

fn topic_key(opens: f64, sure: f64) -> &'static str {
    match opens {
        _ if sure < SURE => "why-topic-perhaps",
        opens if opens > MOST => "why-topic-most",
        opens if opens > OFTEN => "why-topic-often",
        _ => "why-topic-some",
    }
}

fn source_key(opens: f64, sure: f64) -> &'static str {
    match opens {
        _ if sure < SURE => "why-source-perhaps",
        opens if opens > MOST => "why-source-most",
        opens if opens > OFTEN => "why-source-often",
        _ => "why-source-some",
    }
}
