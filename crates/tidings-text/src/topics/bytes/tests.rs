//! Stored models, byte by byte: old ones stay readable, and bytes that no training writes are rejected.

use super::*;

/// Two topics and two words; the numbers have no digits that rounding could change.
fn small() -> Model {
    let topic = |id, name: &str, own_name: &str, is_given| {
        let (name, own_name) = (name.to_owned(), own_name.to_owned());
        Topic { id: TopicId(id), name, own_name, is_given }
    };
    let word = |term: &str, form: &str, documents| Word {
        term: term.into(),
        form: form.into(),
        documents,
    };
    Model::new(Parts {
        training: 3,
        next_id: 300,
        topics: vec![topic(7, "Rain", "Rain", false), topic(299, "Mine", "Snow", true)],
        words: vec![word("rain", "rain", 12), word("snow", "Snow", 130)],
        alpha: vec![0.5, 0.25],
        beta: 0.25,
        n_sweeps: 2,
        ends: vec![1, 3],
        slots: vec![
            Slot { topic: 0, count: 3 },
            Slot { topic: 0, count: 1 },
            Slot { topic: 1, count: 200 },
        ],
    })
}

#[test]
fn the_format_of_stored_models_is_stable() {
    const HALF: &[u8] = &[0, 0, 0, 0, 0, 0, 0xe0, 0x3f];
    const QUARTER: &[u8] = &[0, 0, 0, 0, 0, 0, 0xd0, 0x3f];
    let parts: &[&[u8]] = &[
        // The version, the training, the next id, sweeps, beta, two topics.
        &[2, 3, 0xac, 0x02, 2],
        QUARTER,
        &[2],
        // The first topic: id, names, not renamed, alpha.
        &[7],
        b"\x04Rain\x04Rain",
        &[0],
        HALF,
        // The second.
        &[0xab, 0x02],
        b"\x04Mine\x04Snow",
        &[1],
        QUARTER,
        // Two words: term, form, documents, and how many tokens of which topic.
        &[2],
        b"\x04rain\x04rain",
        &[12, 1, 0, 3],
        b"\x04snow\x04Snow",
        &[0x82, 0x01, 2, 0, 1, 1, 0xc8, 0x01],
    ];
    assert_eq!(small().to_bytes(), parts.concat());
    assert_eq!(Model::from_bytes(&parts.concat()), Some(small()));
}

/// The parts of a model with one word; each may be wrong.
#[derive(Debug, Clone)]
struct Packed {
    version: u8,
    next_id: u64,
    n_sweeps: u64,
    beta: f64,
    topics: Vec<(u64, f64)>,
    n_topics: u64,
    documents: u64,
    slots: Vec<(u64, u64)>,
    n_slots: u64,
}

impl Default for Packed {
    fn default() -> Self {
        Self {
            version: MODEL,
            next_id: 9,
            n_sweeps: 1,
            beta: 0.5,
            topics: vec![(1, 0.5), (2, 0.5)],
            n_topics: 2,
            documents: 4,
            slots: vec![(0, 5), (1, 6)],
            n_slots: 2,
        }
    }
}

impl Packed {
    fn bytes(&self) -> Vec<u8> {
        let mut packer = Packer::new(self.version).count(1).count(self.next_id);
        packer = packer.count(self.n_sweeps).whole(self.beta).count(self.n_topics);
        for &(id, alpha) in &self.topics {
            packer = packer.count(id).text("name").text("name").count(0).whole(alpha);
        }
        packer = packer.count(1).text("word").text("word").count(self.documents);
        packer = packer.count(self.n_slots);
        for &(topic, count) in &self.slots {
            packer = packer.count(topic).count(count);
        }
        packer.done()
    }
}

#[test]
fn impossible_models_are_rejected() {
    let good = Packed::default();
    assert!(Model::from_bytes(&good.bytes()).is_some());
    let thousand_and_one = vec![(1, 0.5); 1001];
    for (wrong, packed) in [
        ("a version to come", Packed { version: 3, ..good.clone() }),
        ("no version", Packed { version: 0, ..good.clone() }),
        ("an id beyond 16 bits", Packed { next_id: 1 << 16, ..good.clone() }),
        ("no sweeps", Packed { n_sweeps: 0, ..good.clone() }),
        ("more sweeps than 32 bits", Packed { n_sweeps: 1 << 32, ..good.clone() }),
        ("beta is nothing", Packed { beta: 0.0, ..good.clone() }),
        ("beta is negative", Packed { beta: -0.5, ..good.clone() }),
        ("beta is no number", Packed { beta: f64::NAN, ..good.clone() }),
        ("beta is endless", Packed { beta: f64::INFINITY, ..good.clone() }),
        ("no topics", Packed { topics: Vec::new(), n_topics: 0, ..good.clone() }),
        ("too many topics", Packed { topics: thousand_and_one, n_topics: 1001, ..good.clone() }),
        ("more topics than there are bytes", Packed { n_topics: 200, ..good.clone() }),
        ("a topic's id", Packed { topics: vec![(1, 0.5), (70_000, 0.5)], ..good.clone() }),
        ("an alpha of nothing", Packed { topics: vec![(1, 0.5), (2, 0.0)], ..good.clone() }),
        ("a negative alpha", Packed { topics: vec![(1, -1.0), (2, 0.5)], ..good.clone() }),
        ("documents", Packed { documents: 1 << 32, ..good.clone() }),
        ("a topic that is none", Packed { slots: vec![(0, 5), (2, 6)], ..good.clone() }),
        ("the same topic twice", Packed { slots: vec![(1, 5), (1, 6)], ..good.clone() }),
        ("topics in disorder", Packed { slots: vec![(1, 5), (0, 6)], ..good.clone() }),
        ("a count beyond 32 bits", Packed { slots: vec![(0, 1 << 32), (1, 6)], ..good.clone() }),
        ("fewer slots than said", Packed { n_slots: 3, ..good.clone() }),
        ("more slots than said", Packed { n_slots: 1, ..good }),
    ] {
        assert_eq!(Model::from_bytes(&packed.bytes()), None, "{wrong}");
    }
}

#[test]
fn models_must_have_the_exact_length() {
    let whole = small().to_bytes();
    for end in 0..whole.len() {
        assert_eq!(Model::from_bytes(&whole[..end]), None, "cut at {end}");
    }
    assert_eq!(Model::from_bytes(&[&whole[..], &[0]].concat()), None, "one byte too many");
    let garbled: Vec<u8> = whole.iter().map(|&b| if b == b'R' { 0xff } else { b }).collect();
    assert_eq!(Model::from_bytes(&garbled), None, "names must be valid text");
}

#[test]
fn derived_values_are_the_same_after_a_restart() {
    let (made, read) = (small(), Model::from_bytes(&small().to_bytes()).unwrap());
    // (3 + 2·0.25)/(4 + 2·2·0.25) and (0 + 0.5)/(200 + 1).
    assert!((read.p_word(0, 0) - 3.5 / 5.0).abs() < 1e-15);
    assert!((read.p_word(1, 0) - 0.5 / 201.0).abs() < 1e-15);
    assert_eq!(read.mixture(["snow", "snow"]), made.mixture(["snow", "snow"]));
    assert_eq!(read.shares(), [4.0 / 204.0, 200.0 / 204.0]);
    assert_eq!((read.number("snow"), read.number("hail")), (Some(1), None));
}
