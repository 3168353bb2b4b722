//! Words with a prefix, within bounds: if too many words have it, the most frequent ones are searched for.

use tantivy::{
    DocId, Score, SegmentReader, TantivyError, Term,
    query::{BitSetDocSet, ConstScorer, EnableScoring, Explanation, Query, Scorer, Weight},
    schema::{Field, IndexRecordOption},
};

/// Maximum number of words read from the dictionary.
const MOST_SEEN: usize = 50_000;
/// Maximum number of words searched for.
const MOST_TAKEN: usize = 512;

/// Finds documents that contain a word with a prefix.
#[derive(Debug, Clone)]
pub(crate) struct PrefixQuery {
    field: Field,
    prefix: String,
}

impl PrefixQuery {
    /// Creates the query. The prefix must be folded and not empty.
    pub(crate) fn new(field: Field, prefix: String) -> Self {
        Self { field, prefix }
    }
}

impl Query for PrefixQuery {
    fn weight(&self, _: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(self.clone()))
    }

    fn query_terms<'a>(&'a self, _: &mut dyn FnMut(&'a Term, bool)) {}
}

impl Weight for PrefixQuery {
    fn scorer(&self, reader: &SegmentReader, boost: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let index = reader.inverted_index(self.field)?;
        let mut words = index.terms().range().ge(self.prefix.as_bytes()).into_stream()?;
        let mut taken = Vec::new();
        while taken.len() < MOST_SEEN
            && words.advance()
            && words.key().starts_with(self.prefix.as_bytes())
        {
            taken.push(words.value().clone());
        }
        taken.sort_unstable_by_key(|word| std::cmp::Reverse(word.doc_freq));
        taken.truncate(MOST_TAKEN);
        let mut docs = tantivy::BitSet::with_max_value(reader.max_doc());
        for word in &taken {
            let mut postings =
                index.read_block_postings_from_terminfo(word, IndexRecordOption::Basic)?;
            while !postings.docs().is_empty() {
                for doc in postings.docs() {
                    docs.insert(*doc);
                }
                postings.advance();
            }
        }
        Ok(Box::new(ConstScorer::new(BitSetDocSet::from(docs), boost)))
    }

    fn explain(&self, _: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        Err(TantivyError::InvalidArgument(format!("no explanation for document {doc}")))
    }
}
