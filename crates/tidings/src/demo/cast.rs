//! Who reads in a demonstration: names, what they like, and when they come.

use tidings_fetch::simulated::Topic;

/// One reader.
#[derive(Debug, Clone, Copy)]
pub(super) struct Role {
    /// The name of the account.
    pub(super) name: &'static str,
    /// What they follow, and the chance that they open an article of it.
    pub(super) likes: &'static [(Topic, f64)],
    /// Hours of the day (UTC) at which they usually come.
    pub(super) hours: &'static [f64],
    /// What they tag articles with.
    pub(super) tags: &'static [&'static str],
}

/// The person who looks at the demonstration: the account has a past, and is theirs from the opening on.
pub(super) const VISITOR: Role = Role {
    name: "visitor",
    likes: &[
        (Topic::Databases, 0.6),
        (Topic::Railways, 0.55),
        (Topic::Astronomy, 0.5),
        (Topic::Baking, 0.4),
        (Topic::Books, 0.35),
        (Topic::Programming, 0.3),
        (Topic::Typography, 0.25),
        (Topic::Cycling, 0.2),
        (Topic::Climate, 0.15),
        (Topic::Music, 0.1),
        (Topic::Town, 0.1),
        (Topic::Film, 0.08),
        (Topic::Football, 0.05),
    ],
    hours: &[6.2, 9.0, 11.0, 12.9, 15.0, 17.2, 19.2, 21.0, 22.8],
    tags: &["to try", "for the weekend", "work", "long reads"],
};

/// Everybody else.
pub(super) const OTHERS: [Role; 4] = [
    Role {
        name: "mira",
        likes: &[
            (Topic::Gardening, 0.5),
            (Topic::Cooking, 0.4),
            (Topic::Birds, 0.3),
            (Topic::Medicine, 0.3),
            (Topic::Climate, 0.2),
            (Topic::Town, 0.1),
        ],
        hours: &[5.8, 20.5],
        tags: &["spring", "recipes"],
    },
    Role {
        name: "jonas",
        likes: &[
            (Topic::Security, 0.5),
            (Topic::Chips, 0.4),
            (Topic::Energy, 0.4),
            (Topic::Astronomy, 0.3),
            (Topic::Railways, 0.3),
            (Topic::Mathematics, 0.2),
        ],
        hours: &[7.5, 10.2, 13.1, 16.4],
        tags: &["team", "later this week"],
    },
    Role {
        name: "leila",
        likes: &[
            (Topic::Books, 0.6),
            (Topic::History, 0.5),
            (Topic::Film, 0.4),
            (Topic::Language, 0.4),
            (Topic::Photography, 0.3),
            (Topic::Architecture, 0.2),
        ],
        hours: &[19.2, 21.7],
        tags: &["quotes", "for the book club"],
    },
    Role {
        name: "tomas",
        likes: &[
            (Topic::Sailing, 0.6),
            (Topic::Football, 0.5),
            (Topic::Chess, 0.4),
            (Topic::Economy, 0.3),
            (Topic::Town, 0.2),
        ],
        hours: &[6.9, 17.6],
        tags: &["boat", "letters to the editor"],
    },
];

impl Role {
    /// The chance that they open an article about a topic; none if they do not follow it.
    pub(super) fn chance(&self, topic: Topic) -> Option<f64> {
        self.likes.iter().find(|(liked, _)| *liked == topic).map(|(_, chance)| *chance)
    }
}

/// The folder that sources about a topic are in.
pub(super) fn folder(topic: Topic) -> String {
    let mut name = topic.name().to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}
