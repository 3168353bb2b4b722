//! The readers of the demo: names, interests and reading hours.

use tidings_fetch::simulated::SimulatedTopic;

/// One reader.
#[derive(Debug, Clone, Copy)]
pub(super) struct Role {
    /// The name of the account.
    pub(super) name: &'static str,
    /// What they subscribe to, and the chance that they open an article from it.
    pub(super) likes: &'static [(SimulatedTopic, f64)],
    /// Hours of the day (UTC) at which they usually come.
    pub(super) hours: &'static [f64],
    /// The tags they use.
    pub(super) tags: &'static [&'static str],
}

/// The person who tries the demo. The account has a past, and belongs to that person from the opening on.
pub(super) const VISITOR: Role = Role {
    name: "visitor",
    likes: &[
        (SimulatedTopic::Databases, 0.6),
        (SimulatedTopic::Railways, 0.55),
        (SimulatedTopic::Astronomy, 0.5),
        (SimulatedTopic::Baking, 0.4),
        (SimulatedTopic::Books, 0.35),
        (SimulatedTopic::Programming, 0.3),
        (SimulatedTopic::Typography, 0.25),
        (SimulatedTopic::Cycling, 0.2),
        (SimulatedTopic::Climate, 0.15),
        (SimulatedTopic::Music, 0.1),
        (SimulatedTopic::Town, 0.1),
        (SimulatedTopic::Film, 0.08),
        (SimulatedTopic::Football, 0.05),
    ],
    hours: &[6.2, 9.0, 11.0, 12.9, 15.0, 17.2, 19.2, 21.0, 22.8],
    tags: &["to try", "for the weekend", "work", "long reads"],
};

/// All other readers.
pub(super) const OTHERS: [Role; 4] = [
    Role {
        name: "mira",
        likes: &[
            (SimulatedTopic::Gardening, 0.5),
            (SimulatedTopic::Cooking, 0.4),
            (SimulatedTopic::Birds, 0.3),
            (SimulatedTopic::Medicine, 0.3),
            (SimulatedTopic::Climate, 0.2),
            (SimulatedTopic::Town, 0.1),
        ],
        hours: &[5.8, 20.5],
        tags: &["spring", "recipes"],
    },
    Role {
        name: "jonas",
        likes: &[
            (SimulatedTopic::Security, 0.5),
            (SimulatedTopic::Chips, 0.4),
            (SimulatedTopic::Energy, 0.4),
            (SimulatedTopic::Astronomy, 0.3),
            (SimulatedTopic::Railways, 0.3),
            (SimulatedTopic::Mathematics, 0.2),
        ],
        hours: &[7.5, 10.2, 13.1, 16.4],
        tags: &["team", "later this week"],
    },
    Role {
        name: "leila",
        likes: &[
            (SimulatedTopic::Books, 0.6),
            (SimulatedTopic::History, 0.5),
            (SimulatedTopic::Film, 0.4),
            (SimulatedTopic::Language, 0.4),
            (SimulatedTopic::Photography, 0.3),
            (SimulatedTopic::Architecture, 0.2),
        ],
        hours: &[19.2, 21.7],
        tags: &["quotes", "for the book club"],
    },
    Role {
        name: "tomas",
        likes: &[
            (SimulatedTopic::Sailing, 0.6),
            (SimulatedTopic::Football, 0.5),
            (SimulatedTopic::Chess, 0.4),
            (SimulatedTopic::Economy, 0.3),
            (SimulatedTopic::Town, 0.2),
        ],
        hours: &[6.9, 17.6],
        tags: &["boat", "letters to the editor"],
    },
];

impl Role {
    /// Returns the chance that they open an article about a topic; `None` if they are not subscribed to it.
    pub(super) fn chance(&self, topic: SimulatedTopic) -> Option<f64> {
        self.likes.iter().find(|(liked, _)| *liked == topic).map(|(_, chance)| *chance)
    }
}

/// Returns the folder for sources about a topic.
pub(super) fn folder(topic: SimulatedTopic) -> String {
    let mut name = topic.name().to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}
