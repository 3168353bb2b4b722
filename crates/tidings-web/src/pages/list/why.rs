//! Why an article is on Today, in a few words.

use crate::voice::Voice;
use std::collections::BTreeMap;
use tidings_model::{FolderId, Why, taste::TopicId};

/// A larger share than this is "most".
const MOST: f64 = 0.5;
/// A larger share than this is "often".
const OFTEN: f64 = 0.3;
/// Minimum certainty for any claim.
const SURE: f64 = 0.5;

/// The names of what reasons mention.
#[derive(Debug, Default)]
pub(crate) struct WhyNames {
    pub(crate) topics: BTreeMap<TopicId, String>,
    pub(crate) folders: BTreeMap<FolderId, String>,
}

/// Returns the reason as a sentence; `None` if there is nothing to say, or what it mentions is gone.
pub(crate) fn said(t: &Voice, why: &Why, names: &WhyNames) -> Option<String> {
    let topic = |key: &str, topic: &TopicId| Some(t.with(key, "topic", names.topics.get(topic)?));
    match why {
        Why::Topic { topic: id, opens, sure } => topic(topic_key(*opens, *sure), id),
        Why::Source { opens, sure, .. } => Some(t.of(source_key(*opens, *sure)).to_owned()),
        Why::Folder { folder, opens, sure } => {
            Some(t.with(folder_key(*opens, *sure), "folder", names.folders.get(folder)?))
        }
        Why::Asking { topic: id, .. } => topic("why-asking", id),
        Why::AskingSource { .. } => Some(t.of("why-asking-source").to_owned()),
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

fn folder_key(opens: f64, sure: f64) -> &'static str {
    match opens {
        _ if sure < SURE => "why-folder-perhaps",
        opens if opens > MOST => "why-folder-most",
        opens if opens > OFTEN => "why-folder-often",
        _ => "why-folder-some",
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

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_model::SourceId;

    fn check(why: &Why, expected: Option<&str>) {
        let names = WhyNames {
            topics: [(TopicId(1), "Night trains".to_owned())].into(),
            folders: [(FolderId(2), "Railways".to_owned())].into(),
        };
        let found = said(&Voice::plain_english(), why, &names);
        assert_eq!(found.as_deref(), expected, "{why:?}");
    }

    #[test]
    fn reasons_say_how_much_is_read_of_what() {
        let (topic, folder, source) = (TopicId(1), FolderId(2), SourceId(3));
        for (opens, sure, how) in [
            (
                0.6,
                0.9,
                ["You read most articles about", "You read most of", ", which you read most of"],
            ),
            (0.5, 0.5, ["You often read about", "You often read", ", which you often read"]),
            (
                0.3,
                0.9,
                ["You sometimes read about", "You sometimes read", ", which you sometimes read"],
            ),
            (0.9, 0.4, ["You’ve started reading about", "You’ve started reading", ""]),
        ] {
            let [about, of, which] = how;
            check(&Why::Topic { topic, opens, sure }, Some(&format!("{about} “Night trains”")));
            check(&Why::Source { source, opens, sure }, Some(&format!("{of} this source")));
            let within = format!("From your “Railways” folder{which}");
            check(&Why::Folder { folder, opens, sure }, Some(&within));
        }
        check(
            &Why::Asking { topic, sure: 0.1 },
            Some("For a change: you haven’t read much about “Night trains” yet"),
        );
        let asking = Why::AskingSource { source, sure: 0.1 };
        check(&asking, Some("For a change: you haven’t read much of this source yet"));
        check(&Why::New { hours: 1.0 }, None);
    }

    #[test]
    fn what_is_gone_or_has_no_name_is_not_mentioned() {
        let (opens, sure) = (0.6, 0.9);
        check(&Why::Topic { topic: TopicId(9), opens, sure }, None);
        check(&Why::Folder { folder: FolderId(9), opens, sure }, None);
    }
}
