//! The corpus: the counted words of many articles, and which of them distinguish topics.
//!
//! Words in few documents are too rare to learn from; words in many documents distinguish nothing. "Many" is relative
//! to the language: a word in every fifth German article indicates no topic, even if only one article in ten is German.

use super::model::Word;
use super::phrases::{Phrases, Texts};
use super::seen::{Mark, Noun, Seen};
use super::spread::{Origin, Spread};
use crate::language::Language;
use crate::tokens::{Tokens, WordToken};
use std::collections::HashMap;

/// Maximum number of tokens of a corpus: about 100,000 long articles. The rest is ignored.
pub(super) const MOST_TOKENS: usize = 1 << 24;
/// Maximum number of different words counted at once; above it, the rarest are forgotten.
const MOST_TERMS: usize = 400_000;
/// A language with fewer documents is too small to tell which of its words are common.
const FEW_DOCUMENTS: u32 = 100;
/// Number of languages, including one for unknown ones.
const N_TONGUES: usize = 32;

/// Which words are kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VocabularyLimits {
    /// Minimum number of documents.
    pub at_least: u32,
    /// Maximum share of documents, of all and of those in the word's language.
    pub at_most: f64,
    /// Maximum number of words; the most frequent are kept.
    pub most_words: usize,
}

impl Default for VocabularyLimits {
    fn default() -> Self {
        Self { at_least: 5, at_most: 0.2, most_words: 60_000 }
    }
}

/// Collects documents until it is known which of their words are kept.
///
/// ```
/// use tidings_text::topics::{Corpus, VocabularyLimits};
/// let mut corpus = Corpus::default();
/// for key in 0..10 {
///     corpus.add_plain(key, if key % 2 == 0 { ["feed", "web"] } else { ["feed", "rust"] });
/// }
/// let bags = corpus.bags(&VocabularyLimits { at_most: 0.5, ..VocabularyLimits::default() });
/// let words: Vec<&str> = bags.words().iter().map(|word| &*word.term).collect();
/// assert_eq!(words, ["rust", "web"]);
/// assert_eq!((bags.n_documents(), bags.n_tokens()), (10, 10));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Corpus {
    terms: HashMap<Box<str>, u32>,
    seen: Vec<Seen>,
    tokens: Vec<u32>,
    marks: Vec<Mark>,
    documents: Vec<Document>,
    tongues: [u32; N_TONGUES],
}

/// An added document.
#[derive(Debug, Clone, Copy)]
struct Document {
    key: u64,
    /// Where its tokens end.
    end: usize,
    /// Where it comes from, if that is known.
    origin: Option<Origin>,
}

impl Corpus {
    /// Adds an article, with a unique key by which it is recognized in the next training.
    pub fn add(&mut self, key: u64, tokens: &Tokens) {
        self.take(key, None, tokens.language, tokens.iter());
    }

    /// Adds an article of a source. Topics are not named after what most sources write.
    pub fn add_from(&mut self, source: u64, key: u64, tokens: &Tokens) {
        self.take(key, Some(source), tokens.language, tokens.iter());
    }

    /// Adds a document of words that are used as they are.
    pub fn add_plain<'a>(&mut self, key: u64, words: impl IntoIterator<Item = &'a str>) {
        self.take(key, None, None, words.into_iter().map(WordToken::plain));
    }

    fn take<'a>(
        &mut self,
        key: u64,
        source: Option<u64>,
        language: Option<Language>,
        tokens: impl Iterator<Item = WordToken<'a>>,
    ) {
        if self.tokens.len() >= MOST_TOKENS {
            return;
        }
        if self.terms.len() > MOST_TERMS {
            self.forget();
        }
        let tongue = language.map_or(N_TONGUES - 1, |language| language as usize);
        self.tongues[tongue] += 1;
        for token in tokens.take(MOST_TOKENS - self.tokens.len()) {
            let number = self.number(token.term, tongue);
            self.tokens.push(number);
            let slot = self.seen[number as usize].see(self.documents.len() as u32, tongue, &token);
            self.marks.push(Mark::new(&token, slot));
        }
        let origin = source.map(|source| Origin { tongue: tongue as u8, source });
        self.documents.push(Document { key, end: self.tokens.len(), origin });
    }

    fn number(&mut self, term: &str, tongue: usize) -> u32 {
        if let Some(&number) = self.terms.get(term) {
            return number;
        }
        let number = self.seen.len() as u32;
        self.terms.insert(term.into(), number);
        self.seen.push(Seen::new(tongue));
        number
    }

    /// Forgets the words in the fewest documents, until half the space is free.
    fn forget(&mut self) {
        let mut least = 2;
        while self.terms.len() > MOST_TERMS / 2 {
            let seen = &mut self.seen;
            self.terms.retain(|_, number| {
                let word = &mut seen[*number as usize];
                let is_kept = word.documents >= least;
                if !is_kept {
                    // Its tokens stay in place and are skipped.
                    word.forget();
                }
                is_kept
            });
            least += 1;
        }
    }

    /// Returns the documents with the words that are kept, the most frequent words first.
    #[must_use]
    pub fn bags(self, limits: &VocabularyLimits) -> BagsOfWords {
        let n_documents = self.documents.len() as f64;
        let mut kept: Vec<(Box<str>, u32)> = self.terms.into_iter().collect();
        kept.retain(|(_, number)| {
            let seen = &self.seen[*number as usize];
            let at_home = self.tongues[seen.home as usize];
            let is_common = f64::from(seen.documents) > limits.at_most * n_documents
                || (at_home >= FEW_DOCUMENTS
                    && f64::from(seen.at_home) > limits.at_most * f64::from(at_home));
            seen.documents >= limits.at_least && !is_common
        });
        kept.sort_unstable_by(|a, b| {
            let documents = |number: u32| self.seen[number as usize].documents;
            documents(b.1).cmp(&documents(a.1)).then_with(|| a.0.cmp(&b.0))
        });
        kept.truncate(limits.most_words);
        let mut numbers = vec![u32::MAX; self.seen.len()];
        let (mut words, mut nouns) = (Vec::with_capacity(kept.len()), Vec::new());
        for (number, (term, old)) in kept.into_iter().enumerate() {
            numbers[old as usize] = number as u32;
            let seen = &self.seen[old as usize];
            nouns.push(seen.noun());
            words.push(Word { form: seen.form(&term), term, documents: seen.documents });
        }
        let bags = BagsOfWords::new(words, &self.documents, &self.tokens, &numbers);
        let spans = spans(&self.documents, &self.tokens, &numbers);
        let phrases = Texts {
            tokens: &self.tokens,
            marks: &self.marks,
            numbers: &numbers,
            spans: &spans,
            words: &bags.words,
            at_least: limits.at_least,
        }
        .phrases(|at| self.seen[self.tokens[at] as usize].written(self.marks[at].slot()));
        let mut bags = BagsOfWords { phrases, nouns, ..bags };
        bags.unname_common();
        bags
    }
}

/// Returns the spans of the documents that contain a kept word.
fn spans(documents: &[Document], tokens: &[u32], numbers: &[u32]) -> Vec<std::ops::Range<usize>> {
    let begins = std::iter::once(0).chain(documents.iter().map(|document| document.end));
    let spans = begins.zip(documents).map(|(begin, document)| begin..document.end);
    let is_kept = |token: &u32| numbers[*token as usize] != u32::MAX;
    spans.filter(|span| tokens[span.clone()].iter().any(is_kept)).collect()
}

/// Documents as numbers of words.
#[derive(Debug, Clone, Default)]
pub struct BagsOfWords {
    pub(super) words: Vec<Word>,
    pub(super) keys: Vec<u64>,
    pub(super) ends: Vec<usize>,
    /// In ascending order within each document.
    pub(super) tokens: Vec<u32>,
    pub(super) phrases: Phrases,
    /// For each word, whether it may be a name.
    pub(super) nouns: Vec<Noun>,
    /// For each document, where it comes from.
    origins: Vec<Option<Origin>>,
}

impl BagsOfWords {
    fn new(words: Vec<Word>, documents: &[Document], tokens: &[u32], numbers: &[u32]) -> Self {
        let mut bags = Self { words, ..Self::default() };
        let mut begin = 0;
        for &Document { key, end, origin } in documents {
            let first = bags.tokens.len();
            let kept = tokens[begin..end].iter().map(|&old| numbers[old as usize]);
            bags.tokens.extend(kept.filter(|&number| number != u32::MAX));
            bags.tokens[first..].sort_unstable();
            if bags.tokens.len() > first {
                bags.keys.push(key);
                bags.ends.push(bags.tokens.len());
                bags.origins.push(origin);
            }
            begin = end;
        }
        bags
    }

    /// Rules out as names the words and phrases that most sources use, and phrases of nothing but such words.
    fn unname_common(&mut self) {
        let spread = Spread::new(&self.origins);
        let words = spread.common(self.words.len(), |document| self.words_of(document));
        let phrases = spread.common(self.phrases.all.len(), |document| self.phrases.of(document));
        for (noun, is_common) in self.nouns.iter_mut().zip(&words) {
            noun.is_alone &= !is_common;
        }
        for (phrase, is_common) in self.phrases.all.iter_mut().zip(phrases) {
            if is_common || phrase.words.iter().all(|word| words[*word as usize]) {
                phrase.documents = 0;
            }
        }
    }

    fn words_of(&self, document: usize) -> &[u32] {
        let begin = if document == 0 { 0 } else { self.ends[document - 1] };
        &self.tokens[begin..self.ends[document]]
    }

    /// Returns the words, by their numbers.
    #[must_use]
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// Returns the number of documents with at least one word.
    #[must_use]
    pub fn n_documents(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of tokens of all documents.
    #[must_use]
    pub fn n_tokens(&self) -> usize {
        self.tokens.len()
    }

    /// Iterates over the key and the words of each document.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &[u32])> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        let spans = begins.zip(&self.ends);
        self.keys.iter().zip(spans).map(|(&key, (begin, &end))| (key, &self.tokens[begin..end]))
    }

    /// Returns the documents with matching keys, with the same words.
    #[must_use]
    pub fn only(&self, mut is_meant: impl FnMut(u64) -> bool) -> Self {
        let (words, nouns) = (self.words.clone(), self.nouns.clone());
        let mut part = Self { words, nouns, ..Self::default() };
        let mut meant = Vec::new();
        for (document, (key, tokens)) in
            self.iter().enumerate().filter(|(_, (key, _))| is_meant(*key))
        {
            meant.push(document);
            part.keys.push(key);
            part.tokens.extend(tokens);
            part.ends.push(part.tokens.len());
        }
        Self { phrases: self.phrases.only(&meant), ..part }
    }
}

#[cfg(test)]
mod tests;
