//! Reads a corpus: a table with a text in each line, tokenized by the rule under which figures are compared.
//!
//! Lower case; runs of three or more letters from a to z; no stop words; only words in at least five documents and at
//! most a fifth of them.

use super::stop::is_stop;
use crate::trace::{fields, unpacked};
use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use tidings_text::topics::{BagsOfWords, Corpus, VocabularyLimits};

/// The columns of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Their names, in the order in which they are joined.
    pub columns: Vec<String>,
    /// Further lines are not read.
    pub most: usize,
}

/// Reads a corpus, from standard input if the path is `-`. Each line is a document, with its number as key.
///
/// # Errors
/// When the file cannot be read, or has no such columns.
pub fn corpus(path: &Path, text: &Text) -> Result<BagsOfWords> {
    let raw: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(std::io::stdin())
    } else {
        Box::new(std::fs::File::open(path).with_context(|| format!("open {}", path.display()))?)
    };
    let corpus = parse(raw, text).with_context(|| format!("read {}", path.display()))?;
    Ok(corpus.bags(&VocabularyLimits::default()))
}

fn parse(raw: impl Read + 'static, text: &Text) -> Result<Corpus> {
    let mut lines = BufReader::with_capacity(1 << 16, unpacked(raw)?).lines();
    let mut corpus = Corpus::default();
    let Some(header) = lines.next().transpose()? else { return Ok(corpus) };
    let separator = if header.contains('\t') { '\t' } else { ',' };
    let header = fields(&header, separator);
    let mut places = Vec::new();
    for name in &text.columns {
        match header.iter().position(|field| field == name) {
            Some(place) => places.push(place),
            None => bail!(
                "expected a column \"{name}\", found {}: name them with --columns text=…+…",
                header.join(", ")
            ),
        }
    }
    for (key, line) in lines.take(text.most).enumerate() {
        let fields = fields(&line?, separator);
        let text = places.iter().filter_map(|&place| fields.get(place).map(String::as_str));
        let text = text.collect::<Vec<_>>().join(" ").to_lowercase();
        corpus.add_plain(key as u64, words(&text));
    }
    Ok(corpus)
}

/// Returns the words of a lower-case text that the rule accepts.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_lowercase());
    words.filter(|word| word.len() >= 3 && !is_stop(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_accepts_words_of_three_letters_and_omits_stop_words() {
        let found: Vec<&str> =
            words("the u.s. grain exports, naïve 1987 mln-dlrs whereupon").collect();
        assert_eq!(found, ["grain", "exports", "mln", "dlrs"]);
    }

    #[test]
    fn columns_are_joined_and_wrong_ones_are_reported() {
        let table = "id\ttitle\tbody\n1\tCocoa\treview WEEK\n2\tWheat\tweek\n";
        let text = |columns: &[&str]| Text {
            columns: columns.iter().map(|&name| name.to_owned()).collect(),
            most: usize::MAX,
        };
        let limits = VocabularyLimits { at_least: 1, at_most: 1.0, ..VocabularyLimits::default() };
        let read = |columns| {
            parse(std::io::Cursor::new(table), &text(columns)).map(|corpus| corpus.bags(&limits))
        };
        assert_eq!(read(&["title", "body"]).unwrap().n_tokens(), 5);
        assert_eq!(read(&["title"]).unwrap().n_tokens(), 2);
        let wrong = format!("{:#}", read(&["text"]).unwrap_err());
        assert!(wrong.contains("found id, title, body"), "{wrong}");
    }
}
