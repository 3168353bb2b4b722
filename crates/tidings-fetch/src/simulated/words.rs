//! The texts of the simulated web: subjects in English, and a few other languages. They are in `topics/`.
//!
//! The text of a subject lists its things (what an article is about), recurring terms and nouns, and sentences by what
//! they do: open, add a detail, give background, quote someone, look ahead.

use super::grammar::{Grammar, Teller};
use rand::rngs::Xoshiro256PlusPlus;
use std::sync::LazyLock;

/// What a simulated source writes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SimulatedTopic {
    /// Vegetables, compost and balconies.
    Gardening,
    /// Stars and the people who observe them.
    Astronomy,
    /// Recipes and kitchens.
    Cooking,
    /// Programs and their bugs.
    Programming,
    /// Night trains, trams and timetables.
    Railways,
    /// Archives and their contents.
    History,
    /// Boats, tides and weather.
    Sailing,
    /// Concerts and recordings.
    Music,
    /// Bicycles, races and roads.
    Cycling,
    /// Birds and the people who count them.
    Birds,
    /// Novels and their readers.
    Books,
    /// Council, budget, bridges.
    Town,
    /// Queries, indexes and backups.
    Databases,
    /// Sourdough and ovens.
    Baking,
    /// Emissions and climate policy.
    Climate,
    /// Letters and their spacing.
    Typography,
    /// Wafers and the factories that make them.
    Chips,
    /// Matches, clubs and goals.
    Football,
    /// Cinema and festivals.
    Film,
    /// Openings, endgames and tournaments.
    Chess,
    /// Trials, doctors and patients.
    Medicine,
    /// Attacks, passwords and updates.
    Security,
    /// Power, heat and the grid.
    Energy,
    /// Interest rates and prices.
    Economy,
    /// Buildings and architects.
    Architecture,
    /// Words, dialects and grammar.
    Language,
    /// Proofs and prime numbers.
    Mathematics,
    /// Cameras and light.
    Photography,
}

/// The language of a simulated source. Sources in other languages than English write about small towns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SimulatedLanguage {
    /// English.
    English,
    /// German.
    German,
    /// French.
    French,
    /// Arabic, written from right to left.
    Arabic,
    /// Japanese, written without spaces.
    Japanese,
}

impl SimulatedTopic {
    /// Every topic.
    pub const ALL: [Self; 28] = [
        Self::Gardening,
        Self::Astronomy,
        Self::Cooking,
        Self::Programming,
        Self::Railways,
        Self::History,
        Self::Sailing,
        Self::Music,
        Self::Cycling,
        Self::Birds,
        Self::Books,
        Self::Town,
        Self::Databases,
        Self::Baking,
        Self::Climate,
        Self::Typography,
        Self::Chips,
        Self::Football,
        Self::Film,
        Self::Chess,
        Self::Medicine,
        Self::Security,
        Self::Energy,
        Self::Economy,
        Self::Architecture,
        Self::Language,
        Self::Mathematics,
        Self::Photography,
    ];

    /// Returns its name, as a tag.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gardening => "gardening",
            Self::Astronomy => "astronomy",
            Self::Cooking => "cooking",
            Self::Programming => "programming",
            Self::Railways => "railways",
            Self::History => "history",
            Self::Sailing => "sailing",
            Self::Music => "music",
            Self::Cycling => "cycling",
            Self::Birds => "birds",
            Self::Books => "books",
            Self::Town => "local news",
            Self::Databases => "databases",
            Self::Baking => "bread baking",
            Self::Climate => "climate policy",
            Self::Typography => "typography",
            Self::Chips => "semiconductors",
            Self::Football => "football",
            Self::Film => "film",
            Self::Chess => "chess",
            Self::Medicine => "medicine",
            Self::Security => "security",
            Self::Energy => "energy",
            Self::Economy => "economy",
            Self::Architecture => "architecture",
            Self::Language => "language",
            Self::Mathematics => "mathematics",
            Self::Photography => "photography",
        }
    }

    /// Returns the noun phrases that recur in texts about it, including its name.
    pub fn phrases(self) -> impl Iterator<Item = &'static str> {
        let grammar = grammar(self, SimulatedLanguage::English);
        let listed = ["thing", "term", "noun"].into_iter().flat_map(|rule| grammar.rule(rule));
        listed.copied().chain([self.name()])
    }

    /// Returns a hue for its images, in degrees.
    pub(crate) fn hue(self) -> f64 {
        f64::from(self as u16 * 97 % 360)
    }
}

impl SimulatedLanguage {
    /// Every language.
    pub const ALL: [Self; 5] =
        [Self::English, Self::German, Self::French, Self::Arabic, Self::Japanese];

    /// Returns its language tag.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
            Self::Arabic => "ar",
            Self::Japanese => "ja",
        }
    }
}

/// The rules of a topic in English.
macro_rules! english {
    ($name:literal) => {
        Grammar::read(&[
            include_str!(concat!("topics/", $name, ".txt")),
            include_str!("topics/common.txt"),
        ])
    };
}

static TOPICS: LazyLock<[Grammar; 28]> = LazyLock::new(|| {
    [
        english!("gardening"),
        english!("astronomy"),
        english!("cooking"),
        english!("programming"),
        english!("railways"),
        english!("history"),
        english!("sailing"),
        english!("music"),
        english!("cycling"),
        english!("birds"),
        english!("books"),
        english!("town"),
        english!("databases"),
        english!("baking"),
        english!("climate"),
        english!("typography"),
        english!("chips"),
        english!("football"),
        english!("film"),
        english!("chess"),
        english!("medicine"),
        english!("security"),
        english!("energy"),
        english!("economy"),
        english!("architecture"),
        english!("language"),
        english!("mathematics"),
        english!("photography"),
    ]
});

static FOREIGN: LazyLock<[Grammar; 4]> = LazyLock::new(|| {
    [
        Grammar::read(&[include_str!("topics/deutsch.txt")]),
        Grammar::read(&[include_str!("topics/francais.txt")]),
        Grammar::read(&[include_str!("topics/arabic.txt")]),
        Grammar::read(&[include_str!("topics/japanese.txt")]),
    ]
});

fn grammar(topic: SimulatedTopic, tongue: SimulatedLanguage) -> &'static Grammar {
    match tongue {
        SimulatedLanguage::English => &TOPICS[topic as usize],
        SimulatedLanguage::German => &FOREIGN[0],
        SimulatedLanguage::French => &FOREIGN[1],
        SimulatedLanguage::Arabic => &FOREIGN[2],
        SimulatedLanguage::Japanese => &FOREIGN[3],
    }
}

/// Returns a writer on a topic in a language.
pub(crate) fn teller(
    topic: SimulatedTopic,
    tongue: SimulatedLanguage,
    rng: &mut Xoshiro256PlusPlus,
) -> Teller<'_> {
    Teller::new(grammar(topic, tongue), rng)
}

/// Returns a name for a source, such as "The Fennick Allotment".
pub(crate) fn source_title(
    topic: SimulatedTopic,
    tongue: SimulatedLanguage,
    rng: &mut Xoshiro256PlusPlus,
) -> String {
    teller(topic, tongue, rng).tell("name").unwrap_or_else(|| topic.name().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulated::grammar::Slot;
    use rand::SeedableRng;

    fn every_grammar() -> impl Iterator<Item = &'static Grammar> {
        TOPICS.iter().chain(FOREIGN.iter())
    }

    #[test]
    fn the_same_seed_writes_the_same_text() {
        let written = |seed| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut teller = teller(SimulatedTopic::Birds, SimulatedLanguage::English, &mut rng);
            (teller.tell("title"), teller.tell("opening"))
        };
        assert_eq!(written(7), written(7));
        assert_ne!(written(7), written(8));
    }

    #[test]
    fn held_words_are_the_same_in_title_and_text() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut teller = teller(SimulatedTopic::Cooking, SimulatedLanguage::English, &mut rng);
        let thing = teller.held("thing");
        let lines = (0..200).filter_map(|_| teller.tell("title")).collect::<Vec<_>>();
        assert!(lines.iter().filter(|line| line.to_lowercase().contains(&thing)).count() > 100);
    }

    #[test]
    fn every_named_rule_exists_and_every_range_is_valid() {
        for grammar in every_grammar() {
            for (name, line) in grammar.lines().filter(|(name, _)| *name != "code") {
                for (start, _) in line.match_indices('{') {
                    let inside = &line[start + 1..];
                    let end = inside.find('}').unwrap_or_else(|| panic!("{name}: {line}"));
                    match Slot::of(&inside[..end]) {
                        Some((Slot::Held(rule) | Slot::Fresh(rule), _)) => {
                            assert!(grammar.has(rule), "{name}: {line}")
                        }
                        Some((Slot::Number(from, to), _)) => assert!(from < to, "{name}: {line}"),
                        None => panic!("{name}: {line}"),
                    }
                }
            }
            for rule in [
                "name", "thing", "title", "opening", "detail", "heading", "quote", "item",
                "closing", "person",
            ] {
                assert!(grammar.has(rule), "{rule}");
            }
        }
    }

    #[test]
    fn topics_differ_in_their_words() {
        let things = |grammar: &Grammar| {
            let mut things: Vec<_> = grammar
                .lines()
                .filter(|(name, _)| *name == "thing")
                .map(|(_, line)| line)
                .collect();
            things.sort_unstable();
            things
        };
        let all: std::collections::HashSet<_> = every_grammar().map(things).collect();
        assert_eq!(all.len(), SimulatedTopic::ALL.len() + SimulatedLanguage::ALL.len() - 1);
    }
}
