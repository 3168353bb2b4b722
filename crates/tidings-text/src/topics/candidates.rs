//! Candidates for a topic's name: nouns and phrases from its articles, the best first.
//!
//! An article counts for a topic by the topic's share of its tokens. With f the share of a topic's articles that
//! contain a phrase and l = f/(the share of all articles that contain it), its score is λ·ln f + (1−λ)·ln l: frequent
//! here and rare elsewhere, up to a maximum lift. Phrases of several words say more than one word and get a bonus;
//! phrases in headlines are what articles are about, and those that are never in one get less.

use super::corpus::BagsOfWords;
use crate::names::{has_endings, in_sentence_case, is_boilerplate, is_filler};

/// The weight of frequency, against how specific the phrase is to the topic.
const LAMBDA: f64 = 0.55;
/// Bonus on the score, by the number of words.
const BY_LENGTH: [f64; 4] = [0.0, 0.0, 0.7, 0.75];
/// A smaller part of an article says nothing about the topic.
const LEAST_PART: f32 = 0.15;
/// Minimum number of the topic's articles that contain a name, by weight.
const LEAST_ARTICLES: f32 = 1.5;
/// Minimum share of them.
const LEAST_SHARE: f64 = 0.04;
/// Minimum ratio of its frequency here to that in all articles.
const LEAST_LIFT: f64 = 1.5;
/// The ratio above which more does not count.
const ENOUGH_LIFT: f64 = 15.0;
/// The weight of headlines.
const HEADLINES: f64 = 0.5;
/// The share in headlines that a phrase that is never in one gets.
const NEVER: f64 = 0.1;

/// A phrase that could name a topic.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Candidate {
    /// The numbers of its words.
    pub(super) words: Vec<u32>,
    /// As written.
    pub(super) form: String,
    pub(super) score: f64,
}

impl Candidate {
    pub(super) fn name(&self) -> String {
        in_sentence_case(&self.form)
    }
}

/// Documents with the topics of their tokens.
pub(super) struct Documents<'a> {
    pub(super) bags: &'a BagsOfWords,
    /// In ascending order within each document.
    pub(super) words: &'a [u32],
    pub(super) topics: &'a [u16],
    pub(super) ends: &'a [usize],
}

/// How many articles of each topic contain each first word and phrase.
struct Counts {
    words: Vec<ByTopic>,
    phrases: Vec<ByTopic>,
    /// Articles of each topic, by weight.
    articles: Vec<f32>,
}

/// A noun or a phrase, with the number of documents and titles that contain it.
struct Term {
    words: Vec<u32>,
    form: String,
    documents: u32,
    titled: u32,
}

impl Term {
    fn candidate(&self, score: f64) -> Candidate {
        Candidate { words: self.words.clone(), form: self.form.clone(), score }
    }

    /// Returns the bonus on its score, for any topic.
    fn extra(&self) -> f64 {
        extra(self.words.len(), f64::from(self.titled) / f64::from(self.documents))
    }
}

/// For each topic, how many of its articles contain something, by weight.
type ByTopic = Vec<(u16, f32)>;

fn add(counts: &mut ByTopic, topic: u16, part: f32) {
    match counts.iter_mut().find(|(known, _)| *known == topic) {
        Some((_, count)) => *count += part,
        None => counts.push((topic, part)),
    }
}

impl Documents<'_> {
    /// Returns the candidates of each topic, the best first.
    pub(super) fn candidates(&self, first_words: &[Vec<usize>], n: usize) -> Vec<Vec<Candidate>> {
        let counts = self.count(first_words, n);
        let mut found = vec![Vec::new(); n];
        for (term, by_topic) in self.nouns(&counts).chain(self.phrases(&counts)) {
            let overall = f64::from(term.documents) / self.ends.len() as f64;
            let extra = term.extra();
            for &(topic, count) in by_topic {
                let score = score(count, counts.articles[usize::from(topic)], overall);
                let candidate = |score| term.candidate(score + extra);
                found[usize::from(topic)].extend(score.map(candidate));
            }
        }
        for candidates in &mut found {
            candidates.sort_by(|a: &Candidate, b| {
                b.score.total_cmp(&a.score).then_with(|| a.words.cmp(&b.words))
            });
        }
        found
    }

    /// Counts first words and phrases in the articles of each topic.
    fn count(&self, first_words: &[Vec<usize>], n: usize) -> Counts {
        let mut is_first = vec![false; self.bags.words.len()];
        first_words.iter().flatten().for_each(|&word| is_first[word] = true);
        let mut counts = Counts {
            words: vec![Vec::new(); is_first.len()],
            phrases: vec![Vec::new(); self.bags.phrases.all.len()],
            articles: vec![0.0; n],
        };
        for document in 0..self.ends.len() {
            for (topic, part) in self.parts(document) {
                counts.articles[usize::from(topic)] += part;
                for word in self.words_of(document).filter(|word| is_first[*word as usize]) {
                    add(&mut counts.words[word as usize], topic, part);
                }
                for &phrase in self.bags.phrases.of(document) {
                    add(&mut counts.phrases[phrase as usize], topic, part);
                }
            }
        }
        counts
    }

    /// Returns words that can be a name on their own.
    fn nouns<'c>(&self, counts: &'c Counts) -> impl Iterator<Item = (Term, &'c ByTopic)> {
        counts.words.iter().enumerate().filter_map(|(word, by_topic)| {
            let noun = self.bags.nouns.get(word).filter(|noun| noun.is_alone)?;
            let (documents, titled) = (self.bags.words[word].documents, noun.titled);
            let (words, form) = (vec![word as u32], noun.form.clone().into());
            Some((Term { words, form, documents, titled }, by_topic))
        })
    }

    /// Returns phrases that can be a name.
    fn phrases<'c>(&self, counts: &'c Counts) -> impl Iterator<Item = (Term, &'c ByTopic)> {
        let all = self.bags.phrases.all.iter().zip(&counts.phrases);
        all.filter(|(phrase, _)| phrase.documents > 0).filter_map(|(phrase, by_topic)| {
            let (documents, titled) = (phrase.documents, phrase.titled);
            let (words, form) = (phrase.words.clone(), phrase.form.clone().into());
            let names = self.can_name(&words, &phrase.form);
            names.then_some((Term { words, form, documents, titled }, by_topic))
        })
    }

    /// Returns the topics with a large enough part of a document.
    fn parts(&self, document: usize) -> ByTopic {
        let topics = &self.topics[self.span(document)];
        let mut parts = ByTopic::new();
        topics.iter().for_each(|&topic| add(&mut parts, topic, 1.0 / topics.len() as f32));
        parts.retain(|(_, part)| *part >= LEAST_PART);
        parts
    }

    /// Returns its words, without duplicates.
    fn words_of(&self, document: usize) -> impl Iterator<Item = u32> {
        let words = &self.words[self.span(document)];
        let repeats = words.iter().skip(1).zip(words).map(|(word, before)| word == before);
        let is_new = std::iter::once(true).chain(repeats.map(|repeats| !repeats));
        words.iter().zip(is_new).filter(|(_, is_new)| *is_new).map(|(word, _)| *word)
    }

    fn span(&self, document: usize) -> std::ops::Range<usize> {
        let begin = if document == 0 { 0 } else { self.ends[document - 1] };
        begin..self.ends[document]
    }

    /// Whether a phrase ends with a noun and contains neither a filler nor boilerplate.
    fn can_name(&self, words: &[u32], form: &str) -> bool {
        let noun = words.last().and_then(|last| self.bags.nouns.get(*last as usize));
        noun.is_some_and(|noun| noun.ends_phrase)
            && !has_endings(form)
            && !is_boilerplate(form)
            && !form.split([' ', '-']).any(is_filler)
    }
}

/// Returns how well a phrase names a topic with `count` of its articles containing it; `None` if it does not.
fn score(count: f32, articles: f32, overall: f64) -> Option<f64> {
    let share = f64::from(count) / f64::from(articles);
    let lift = share / overall;
    let names = count >= LEAST_ARTICLES && share >= LEAST_SHARE && lift >= LEAST_LIFT;
    names.then(|| LAMBDA * share.ln() + (1.0 - LAMBDA) * lift.min(ENOUGH_LIFT).ln())
}

/// Returns the bonus for a phrase of `n_words`, with the share of its documents that have it in the title.
fn extra(n_words: usize, titled: f64) -> f64 {
    BY_LENGTH[n_words] + HEADLINES * (titled + NEVER).ln()
}

#[cfg(test)]
mod tests;
