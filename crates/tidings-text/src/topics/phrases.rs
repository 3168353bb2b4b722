//! Phrases: words that are adjacent in many articles, such as "night trains". Topics are named after them.
//!
//! Pairs are counted first; triples are made of two kept pairs. A phrase is cohesive if its words occur together often,
//! relative to how often they occur at all: n_ab/√(n_a·n_b), in documents. A sequence that mostly occurs inside a
//! longer one is a fragment, not a phrase.

use super::model::Word;
use super::seen::Mark;
use crate::tokens::Tie;
use std::collections::HashMap;

/// Maximum number of different pairs counted at once; above it, those in a single document are forgotten.
const MOST_PAIRS: usize = 1 << 20;
/// Minimum cohesion of a pair.
const COHESION: f64 = 0.1;
/// Minimum share of the documents of its rarer pair that a triple must be in: below it, the pairs are the phrases.
const TRIPLE: f64 = 0.5;

/// Two or three words.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Phrase {
    /// Their numbers.
    pub(super) words: Vec<u32>,
    /// Its most frequent written form.
    pub(super) form: Box<str>,
    /// Number of documents with it.
    pub(super) documents: u32,
    /// Number of documents with it in the title.
    pub(super) titled: u32,
}

/// The phrases of a corpus, and which document contains which.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Phrases {
    pub(super) all: Vec<Phrase>,
    ids: Vec<u32>,
    ends: Vec<usize>,
}

impl Phrases {
    /// Returns the phrases of the document with that number.
    pub(super) fn of(&self, document: usize) -> &[u32] {
        let Some(&end) = self.ends.get(document) else { return &[] };
        let begin = if document == 0 { 0 } else { self.ends[document - 1] };
        &self.ids[begin..end]
    }

    /// Returns the phrases of the documents with these numbers.
    pub(super) fn only(&self, documents: &[usize]) -> Self {
        let mut part = Self { all: self.all.clone(), ..Self::default() };
        for &document in documents {
            part.ids.extend(self.of(document));
            part.ends.push(part.ids.len());
        }
        part
    }
}

/// The tokens of a corpus in their original order.
pub(super) struct Texts<'a> {
    /// The words, by the numbers that the corpus assigned.
    pub(super) tokens: &'a [u32],
    pub(super) marks: &'a [Mark],
    /// The number of each kept word, `u32::MAX` for others.
    pub(super) numbers: &'a [u32],
    /// Where each document begins and ends.
    pub(super) spans: &'a [Span],
    pub(super) words: &'a [Word],
    pub(super) at_least: u32,
}

type Pair = (u32, u32);
type Span = std::ops::Range<usize>;

/// The counts of a phrase.
#[derive(Debug)]
struct Tally {
    words: Vec<u32>,
    documents: u32,
    last: usize,
    titled: u32,
    last_titled: usize,
    /// How often it occurs, and how often other words are joined to its beginning and to its end.
    n: u32,
    n_tied: [u32; 2],
    /// Its written forms, each by the position of one occurrence, with its weight.
    writings: Vec<(usize, u32)>,
}

impl Texts<'_> {
    /// Counts the phrases; `form` returns how the token at a position is written.
    pub(super) fn phrases<'b>(&self, form: impl Fn(usize) -> &'b str) -> Phrases {
        let pairs = self.pairs();
        let (mut tallies, mut phrases) = (Tallies::default(), Phrases::default());
        for (document, span) in self.spans.iter().enumerate() {
            let mut ids = Vec::new();
            for at in span.clone().skip(1) {
                for length in self.lengths(at, span.start, &pairs) {
                    let number = tallies.number(self.words_at(at, length));
                    let place = at + 1 - length..at + 1;
                    self.tally(&mut tallies.all[number as usize], document, place, span);
                    ids.push(number);
                }
            }
            ids.sort_unstable();
            ids.dedup();
            phrases.ids.append(&mut ids);
            phrases.ends.push(phrases.ids.len());
        }
        let finished = tallies.all.into_iter().map(|tally| self.finished(tally, &pairs, &form));
        phrases.all = finished.collect();
        phrases
    }

    /// Returns the cohesive pairs, with their number of documents.
    fn pairs(&self) -> HashMap<Pair, u32> {
        let mut counts: HashMap<Pair, (u32, usize)> = HashMap::new();
        for (document, span) in self.spans.iter().enumerate() {
            for pair in span.clone().skip(1).filter_map(|at| self.pair(at)) {
                let count = counts.entry(pair).or_insert((0, usize::MAX));
                count.0 += u32::from(count.1 != document);
                count.1 = document;
            }
            if counts.len() > MOST_PAIRS {
                counts.retain(|_, count| count.0 > 1);
            }
        }
        let documents = |word: u32| f64::from(self.words[word as usize].documents);
        let holds = |pair: &Pair, n: u32| {
            n >= self.at_least
                && f64::from(n) >= COHESION * (documents(pair.0) * documents(pair.1)).sqrt()
        };
        let kept = counts.into_iter().filter(|(pair, (n, _))| holds(pair, *n));
        kept.map(|(pair, (n, _))| (pair, n)).collect()
    }

    /// Returns the pair that ends at a position: two different kept words that are joined.
    fn pair(&self, at: usize) -> Option<Pair> {
        if self.marks[at].tie() == Tie::Apart {
            return None;
        }
        let [a, b] = [at - 1, at].map(|at| self.numbers[self.tokens[at] as usize]);
        (a != u32::MAX && b != u32::MAX && a != b).then_some((a, b))
    }

    /// Returns the lengths of the phrases that end at a position.
    fn lengths(&self, at: usize, start: usize, pairs: &HashMap<Pair, u32>) -> Vec<usize> {
        let is_kept = |at: usize| self.pair(at).is_some_and(|pair| pairs.contains_key(&pair));
        match (is_kept(at), at > start + 1 && is_kept(at - 1)) {
            (true, true) => vec![2, 3],
            (true, false) => vec![2],
            (false, _) => Vec::new(),
        }
    }

    fn words_at(&self, at: usize, length: usize) -> Vec<u32> {
        self.tokens[at + 1 - length..=at].iter().map(|&old| self.numbers[old as usize]).collect()
    }

    fn tally(&self, tally: &mut Tally, document: usize, place: Span, within: &Span) {
        tally.documents += u32::from(tally.last != document);
        tally.last = document;
        if self.marks[place.start].is_titled() && tally.last_titled != document {
            tally.titled += 1;
            tally.last_titled = document;
        }
        let is_tied = |at: usize| within.contains(&at) && self.marks[at].tie() != Tie::Apart;
        tally.n += 1;
        tally.n_tied[0] += u32::from(is_tied(place.start));
        tally.n_tied[1] += u32::from(is_tied(place.end));
        let (begin, length) = (place.start, tally.words.len());
        let marks = |begin: usize| {
            let ties = self.marks[begin + 1..begin + length].iter().map(|mark| mark.tie());
            ties.chain([Tie::Apart]).zip(&self.marks[begin..begin + length])
        };
        let is_sure = self.marks[begin..begin + length].iter().all(|mark| mark.is_sure());
        let weight = if is_sure { 4 } else { 1 };
        let is_same = |other: usize| {
            let both = marks(begin).zip(marks(other));
            both.into_iter().all(|(a, b)| a.0 == b.0 && a.1.slot() == b.1.slot())
        };
        match tally.writings.iter_mut().find(|(other, _)| is_same(*other)) {
            Some((_, n)) => *n += weight,
            None => tally.writings.push((begin, weight)),
        }
    }

    fn finished<'b>(
        &self,
        tally: Tally,
        pairs: &HashMap<Pair, u32>,
        form: impl Fn(usize) -> &'b str,
    ) -> Phrase {
        let Tally { words, mut documents, titled, writings, n, n_tied, .. } = tally;
        let parts = words.windows(2).map(|pair| pairs.get(&(pair[0], pair[1])).copied());
        let rarer = parts.min().flatten().unwrap_or(0);
        // A verb may follow a phrase; a word before it belongs to it.
        let is_part = 2 * n_tied[0] > n || (words.len() == 2 && 4 * n_tied[1] > 3 * n);
        if is_part || words.len() == 3 && f64::from(documents) < TRIPLE * f64::from(rarer) {
            documents = 0;
        }
        let best = writings.iter().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)));
        let begin = best.map_or(0, |(begin, _)| *begin);
        let form = (begin..begin + words.len()).fold(String::new(), |text, at| {
            let tie = if text.is_empty() { Tie::Apart } else { self.marks[at].tie() };
            joined(text, tie, form(at))
        });
        Phrase { words, form: form.into(), documents, titled }
    }
}

/// The counts of all phrases.
#[derive(Debug, Default)]
struct Tallies {
    all: Vec<Tally>,
    numbers: HashMap<Vec<u32>, u32>,
}

impl Tallies {
    fn number(&mut self, words: Vec<u32>) -> u32 {
        *self.numbers.entry(words).or_insert_with_key(|words| {
            self.all.push(Tally::new(words.clone()));
            self.all.len() as u32 - 1
        })
    }
}

impl Tally {
    fn new(words: Vec<u32>) -> Self {
        let (last, last_titled) = (usize::MAX, usize::MAX);
        let (documents, titled, n, n_tied, writings) = (0, 0, 0, [0; 2], Vec::new());
        Self { words, documents, last, titled, last_titled, n, n_tied, writings }
    }
}

fn joined(text: String, tie: Tie, next: &str) -> String {
    match tie {
        Tie::Apart => text + next,
        Tie::Space => text + " " + next,
        Tie::Hyphen => text + "-" + next,
        Tie::Run => text + &next.chars().skip(1).collect::<String>(),
    }
}

#[cfg(test)]
mod tests;
