//! Something to read: titles and paragraphs about a dozen topics, from a seed.

use rand::{RngExt, rngs::Xoshiro256PlusPlus, seq::IndexedRandom};

/// What a simulated source writes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// Vegetables and what eats them.
    Gardening,
    /// Stars and those who look at them.
    Astronomy,
    /// Bread, soup, cheese.
    Cooking,
    /// Programs and what is wrong with them.
    Programming,
    /// Trains, trams and timetables.
    Railways,
    /// Old towns and older papers.
    History,
    /// Boats and weather.
    Sailing,
    /// Instruments and those who play them.
    Music,
    /// Bicycles and roads.
    Cycling,
    /// Birds and patience.
    Birds,
    /// Novels and shelves.
    Books,
    /// Council, budget, bridges.
    Town,
}

/// The words of a topic. Things are plural, so that no article is needed.
struct Vocabulary {
    name: &'static str,
    things: [&'static str; 12],
    qualities: [&'static str; 8],
    deeds: [&'static str; 8],
}

impl Topic {
    /// Every topic.
    pub const ALL: [Self; 12] = [
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
    ];

    /// Its name, as a tag.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.vocabulary().name
    }

    #[rustfmt::skip]
    fn vocabulary(self) -> &'static Vocabulary {
        match self {
            Self::Gardening => &Vocabulary {
                name: "gardening",
                things: ["tomatoes", "snails", "bean poles", "compost heaps", "roses", "seedlings", "greenhouses", "apple trees", "weeds", "watering cans", "earthworms", "hedges"],
                qualities: ["ripe", "stubborn", "frost-proof", "neglected", "fragrant", "overgrown", "early", "crooked"],
                deeds: ["prune", "plant", "water", "rescue", "dig up", "graft", "harvest", "mulch"],
            },
            Self::Astronomy => &Vocabulary {
                name: "astronomy",
                things: ["comets", "telescopes", "red giants", "moons", "eclipses", "galaxies", "star charts", "meteors", "observatories", "nebulae", "planets", "satellites"],
                qualities: ["distant", "faint", "icy", "ancient", "wandering", "double", "dusty", "brilliant"],
                deeds: ["observe", "photograph", "measure", "name", "lose sight of", "map", "predict", "rediscover"],
            },
            Self::Cooking => &Vocabulary {
                name: "cooking",
                things: ["soups", "sourdough loaves", "dumplings", "cast-iron pans", "lentils", "pickles", "cheeses", "omelettes", "plums", "kitchen knives", "leftovers", "spices"],
                qualities: ["smoky", "bitter", "slow-cooked", "forgotten", "crisp", "honest", "salty", "velvety"],
                deeds: ["roast", "season", "share", "burn", "preserve", "bake", "reheat", "sharpen"],
            },
            Self::Programming => &Vocabulary {
                name: "programming",
                things: ["compilers", "race conditions", "unit tests", "memory leaks", "parsers", "dependencies", "error messages", "databases", "terminals", "refactorings", "caches", "type systems"],
                qualities: ["flaky", "elegant", "undocumented", "fast", "legacy", "generic", "asynchronous", "tiny"],
                deeds: ["debug", "benchmark", "rewrite", "delete", "review", "deploy", "profile", "document"],
            },
            Self::Railways => &Vocabulary {
                name: "railways",
                things: ["night trains", "signal boxes", "branch lines", "timetables", "trams", "viaducts", "steam engines", "ticket machines", "station clocks", "sleeping cars", "tunnels", "buffers"],
                qualities: ["punctual", "disused", "narrow-gauge", "electric", "crowded", "scenic", "delayed", "restored"],
                deeds: ["board", "repaint", "reopen", "miss", "signal", "electrify", "photograph", "inspect"],
            },
            Self::History => &Vocabulary {
                name: "history",
                things: ["parish registers", "city walls", "merchants", "maps", "letters", "guilds", "coins", "floods", "archives", "market squares", "treaties", "inventories"],
                qualities: ["medieval", "faded", "disputed", "forged", "handwritten", "half-burnt", "royal", "ordinary"],
                deeds: ["transcribe", "date", "translate", "dig for", "misread", "exhibit", "catalogue", "defend"],
            },
            Self::Sailing => &Vocabulary {
                name: "sailing",
                things: ["ketches", "anchors", "tides", "harbours", "spinnakers", "lighthouses", "knots", "squalls", "dinghies", "charts", "bilge pumps", "winches"],
                qualities: ["salt-stained", "calm", "leaky", "foggy", "wooden", "windward", "rusty", "borrowed"],
                deeds: ["splice", "reef", "varnish", "navigate by", "ride out", "patch", "race", "haul"],
            },
            Self::Music => &Vocabulary {
                name: "music",
                things: ["violins", "choirs", "organ pipes", "string quartets", "drum kits", "rehearsals", "brass bands", "folk songs", "amplifiers", "metronomes", "encores", "pianos"],
                qualities: ["out-of-tune", "loud", "unfinished", "baroque", "improvised", "quiet", "second-hand", "rare"],
                deeds: ["tune", "record", "practise", "conduct", "transpose", "repair", "arrange", "applaud"],
            },
            Self::Cycling => &Vocabulary {
                name: "cycling",
                things: ["chains", "mountain passes", "cycle paths", "bells", "saddles", "punctures", "cargo bikes", "headwinds", "brake pads", "steel frames", "commuters", "potholes"],
                qualities: ["steep", "squeaky", "muddy", "lightweight", "rain-soaked", "flat", "winding", "reliable"],
                deeds: ["climb", "oil", "ride past", "overtake", "adjust", "weld", "test", "avoid"],
            },
            Self::Birds => &Vocabulary {
                name: "birds",
                things: ["kingfishers", "swifts", "nest boxes", "herons", "migrations", "barn owls", "feeders", "wagtails", "marshes", "feathers", "binoculars", "starlings"],
                qualities: ["shy", "rare", "noisy", "returning", "speckled", "hungry", "long-tailed", "early"],
                deeds: ["count", "ring", "sketch", "protect", "listen for", "feed", "identify", "follow"],
            },
            Self::Books => &Vocabulary {
                name: "books",
                things: ["novels", "bookshops", "marginal notes", "translations", "detectives", "libraries", "first editions", "short stories", "bookmarks", "footnotes", "poets", "sequels"],
                qualities: ["unreliable", "slim", "banned", "dog-eared", "experimental", "beloved", "untranslated", "gothic"],
                deeds: ["reread", "lend", "annotate", "abandon", "recommend", "bind", "review", "shelve"],
            },
            Self::Town => &Vocabulary {
                name: "town",
                things: ["bridges", "council meetings", "playgrounds", "road works", "budgets", "swimming pools", "street lamps", "petitions", "bus stops", "parks", "rents", "fountains"],
                qualities: ["postponed", "leaky", "popular", "expensive", "long-awaited", "closed", "green", "contested"],
                deeds: ["repair", "vote on", "rename", "open", "fund", "oppose", "clean", "relocate"],
            },
        }
    }
}

const PLACES: [&str; 16] = [
    "Aldermoor",
    "Brackwater",
    "Castle Linden",
    "Dunmere",
    "Eastholm",
    "Fennick",
    "Gullhaven",
    "Harrowgate",
    "Isenbrook",
    "Juniper Hill",
    "Kettlewell",
    "Lower Marsh",
    "Norwick",
    "Oldbridge",
    "Pellworth",
    "Quayside",
];

const TIMES: [&str; 8] =
    ["spring", "autumn", "Monday", "winter", "evening", "summer", "year of drought", "weekend"];

/// A name for a source, such as "Fennick Gardening Notes".
pub(crate) fn source_title(topic: Topic, rng: &mut Xoshiro256PlusPlus) -> String {
    const FORMS: [&str; 5] = ["Notes", "Weekly", "Letters", "Observer", "Diary"];
    let topic = capitalised(topic.name());
    format!("{} {topic} {}", pick(&PLACES, rng), pick(&FORMS, rng))
}

/// A title of a few words.
pub(crate) fn title(topic: Topic, rng: &mut Xoshiro256PlusPlus) -> String {
    let words = topic.vocabulary();
    let (thing, other) = two(&words.things, rng);
    let (quality, deed) = (pick(&words.qualities, rng), pick(&words.deeds, rng));
    let (place, time) = (pick(&PLACES, rng), pick(&TIMES, rng));
    capitalised(&match rng.random_range(0..10) {
        0 => format!("why {quality} {thing} matter"),
        1 => format!("{quality} {thing} in {place}"),
        2 => format!("how we {deed} {thing} every {time}"),
        3 => format!("{place} and its {quality} {thing}"),
        4 => format!("what {thing} taught us about {other}"),
        5 => format!("{} {quality} {thing} from {place}", rng.random_range(3..20)),
        6 => format!("{thing} or {other}? A question from {place}"),
        7 => format!("in praise of {quality} {thing}"),
        8 => format!("please do not {deed} the {thing} of {place}"),
        _ => format!("{place}: {thing} are {quality} again"),
    })
}

/// A few paragraphs of plain sentences.
pub(crate) fn paragraphs(topic: Topic, rng: &mut Xoshiro256PlusPlus) -> Vec<String> {
    let n_paragraphs = rng.random_range(1..=4);
    (0..n_paragraphs)
        .map(|_| {
            let n_sentences = rng.random_range(2..=5);
            (0..n_sentences).map(|_| sentence(topic, rng)).collect::<Vec<_>>().join(" ")
        })
        .collect()
}

fn sentence(topic: Topic, rng: &mut Xoshiro256PlusPlus) -> String {
    let words = topic.vocabulary();
    let (thing, other) = two(&words.things, rng);
    let (quality, another) = two(&words.qualities, rng);
    let (deed, place, time) = (pick(&words.deeds, rng), pick(&PLACES, rng), pick(&TIMES, rng));
    match rng.random_range(0..9) {
        0 => format!("In {place}, {thing} are more {quality} than {other}."),
        1 => format!("Most people {deed} {thing} without a thought for {other}."),
        2 => format!("The {thing} of {place} were {quality} this {time}, and {another} the next."),
        3 => format!("We {deed} {quality} {thing} whenever the {time} allows it."),
        4 => format!("Nobody in {place} had expected {quality} {thing}."),
        5 => format!("If you {deed} {thing}, begin with the {another} ones."),
        6 => format!("There are {} {thing} left in {place}.", rng.random_range(2..90)),
        7 => format!("{} and {other} belong together.", capitalised(thing)),
        _ => format!("Next {time} we will {deed} the {thing}, if the {other} permit."),
    }
}

fn pick<'a>(words: &[&'a str], rng: &mut Xoshiro256PlusPlus) -> &'a str {
    words.choose(rng).copied().unwrap_or_default()
}

/// Two different words.
fn two<'a>(words: &[&'a str], rng: &mut Xoshiro256PlusPlus) -> (&'a str, &'a str) {
    let first = rng.random_range(0..words.len());
    let second = (first + rng.random_range(1..words.len())) % words.len();
    (words[first], words[second])
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn the_same_seed_writes_the_same_text() {
        let written = |seed| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            (title(Topic::Birds, &mut rng), paragraphs(Topic::Birds, &mut rng))
        };
        assert_eq!(written(7), written(7));
        assert_ne!(written(7), written(8));
    }

    #[test]
    fn topics_can_be_told_apart_by_their_words() {
        for topic in Topic::ALL {
            let things = topic.vocabulary().things;
            assert!(
                Topic::ALL.iter().filter(|other| other.vocabulary().things == things).count() == 1
            );
        }
    }
}
