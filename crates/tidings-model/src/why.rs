//! Reasons for ranking: every article on a ranked page carries the reason for its position, in a form that people can
//! read.
//!
//! As with [`crate::Reason`], it is stored as a code with its numbers, so that each user reads it in their own
//! language.

use crate::taste::TopicId;
use crate::{FolderId, SourceId};

/// Why an article has its position: the consideration that decided.
///
/// ```
/// use tidings_model::{Why, taste::TopicId};
/// let why = Why::Topic { topic: TopicId(7), opens: 0.5, sure: 0.75 };
/// assert_eq!(why.code(), "topic 7 0.5 0.75");
/// assert_eq!(Why::of_code("topic 7 0.5 0.75"), Some(why));
/// assert_eq!(Why::of_code("because"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Why {
    /// The reader opens articles on this topic.
    Topic {
        /// The topic.
        topic: TopicId,
        /// The fraction of articles on it that the reader opens.
        opens: f64,
        /// How certain that is, from 0 to 1.
        sure: f64,
    },
    /// The reader opens articles of this source.
    Source {
        /// The source.
        source: SourceId,
        /// The fraction of its articles that the reader opens.
        opens: f64,
        /// How certain that is, from 0 to 1.
        sure: f64,
    },
    /// The reader opens articles of this folder's sources.
    Folder {
        /// The folder.
        folder: FolderId,
        /// The fraction of its articles that the reader opens.
        opens: f64,
        /// How certain that is, from 0 to 1.
        sure: f64,
    },
    /// The reader's interest in this topic is not known yet, so the article is shown to find out.
    Asking {
        /// The topic.
        topic: TopicId,
        /// How certain the estimate is, from 0 to 1.
        sure: f64,
    },
    /// The reader's interest in this source is not known yet, so the article is shown to find out.
    AskingSource {
        /// The source.
        source: SourceId,
        /// How certain the estimate is, from 0 to 1.
        sure: f64,
    },
    /// Other readers open articles on this topic.
    Popular {
        /// The topic.
        topic: TopicId,
        /// The fraction of articles on it that readers open.
        opens: f64,
    },
    /// The article is new, and nothing else speaks for or against it.
    New {
        /// The hours since publication.
        hours: f64,
    },
    /// Everything the reader likes more is already on the page.
    Rest,
}

impl Why {
    /// Returns the name and the numbers of the reason, as stored.
    #[must_use]
    pub fn code(&self) -> String {
        match *self {
            Self::Topic { topic, opens, sure } => format!("topic {} {opens} {sure}", topic.0),
            Self::Source { source, opens, sure } => format!("source {source} {opens} {sure}"),
            Self::Folder { folder, opens, sure } => format!("folder {folder} {opens} {sure}"),
            Self::Asking { topic, sure } => format!("asking {} {sure}", topic.0),
            Self::AskingSource { source, sure } => format!("asking-source {source} {sure}"),
            Self::Popular { topic, opens } => format!("popular {} {opens}", topic.0),
            Self::New { hours } => format!("new {hours}"),
            Self::Rest => "rest".to_owned(),
        }
    }

    /// Parses a stored code. Returns `None` for anything else.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        let words: Vec<&str> = code.split(' ').collect();
        let number = |at: usize| words.get(at)?.parse::<f64>().ok();
        let topic = || words.get(1)?.parse().ok().map(TopicId);
        let source = || words.get(1)?.parse().ok().map(SourceId);
        let folder = || words.get(1)?.parse().ok().map(FolderId);
        Some(match *words.first()? {
            "topic" => Self::Topic { topic: topic()?, opens: number(2)?, sure: number(3)? },
            "source" => Self::Source { source: source()?, opens: number(2)?, sure: number(3)? },
            "folder" => Self::Folder { folder: folder()?, opens: number(2)?, sure: number(3)? },
            "asking" => Self::Asking { topic: topic()?, sure: number(2)? },
            "asking-source" => Self::AskingSource { source: source()?, sure: number(2)? },
            "popular" => Self::Popular { topic: topic()?, opens: number(2)? },
            "new" => Self::New { hours: number(1)? },
            "rest" => Self::Rest,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn every_why(topic: u16, source: i64, one: f64, other: f64) -> Vec<Why> {
        let (topic, source) = (TopicId(topic), SourceId(source));
        vec![
            Why::Topic { topic, opens: one, sure: other },
            Why::Source { source, opens: one, sure: other },
            Why::Folder { folder: FolderId(source.0), opens: one, sure: other },
            Why::Asking { topic, sure: one },
            Why::AskingSource { source, sure: one },
            Why::Popular { topic, opens: one },
            Why::New { hours: one },
            Why::Rest,
        ]
    }

    #[test]
    fn codes_match_the_stored_ones() {
        let codes: Vec<String> = every_why(3, 12, 0.5, 0.25).iter().map(Why::code).collect();
        assert_eq!(
            codes,
            [
                "topic 3 0.5 0.25",
                "source 12 0.5 0.25",
                "folder 12 0.5 0.25",
                "asking 3 0.5",
                "asking-source 12 0.5",
                "popular 3 0.5",
                "new 0.5",
                "rest",
            ]
        );
    }

    #[test]
    fn damaged_codes_are_rejected() {
        for text in [
            "",
            " ",
            "topic",
            "topic 3",
            "topic 3 0.5",
            "topic 0.5 3 1",
            "topic 65536 0.5 0.5",
            "topic -1 0.5 0.5",
            "source 12 0.5",
            "source x 0.5 0.5",
            "folder 12 0.5",
            "folder x 0.5 0.5",
            "asking",
            "asking 3",
            "asking x 1",
            "asking-source 12",
            "asking-source 1.5 1",
            "popular 3",
            "popular 3 much",
            "new",
            "new soon",
            "Rest",
            " rest",
            "because",
        ] {
            assert_eq!(Why::of_code(text), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn codes_round_trip(
            topic in any::<u16>(), source in any::<i64>(), one in -1e12f64..1e12, other in 0.0f64..1.0,
        ) {
            for why in every_why(topic, source, one, other) {
                prop_assert_eq!(Why::of_code(&why.code()), Some(why));
            }
        }

        #[test]
        fn parsing_any_text_never_panics(text in ".*") {
            let _ = Why::of_code(&text);
        }
    }
}
