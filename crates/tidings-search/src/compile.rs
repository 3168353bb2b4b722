//! Compiles a query for tantivy.

use crate::{
    languages::{Languages, marked},
    prefix::PrefixQuery,
    query::{Clause, QueryCondition, ReadingMark, SearchField, Sense, What},
    rank::TITLE_BOOST,
    schema::{Fields, ID, PUBLISHED, SOURCE},
    search::{NameTarget, Search},
    sets::IdSet,
};
use std::sync::Arc;
use tantivy::{
    DocId, SegmentReader, Term,
    query::{
        AllQuery, BooleanQuery, BoostQuery, EmptyQuery, Occur, PhraseQuery, Query, TermQuery,
        doc_predicate_query::{DocPredicateQuery, FunctionPredicate},
    },
    schema::{Field, IndexRecordOption},
};
use tidings_text::{
    fold::{capped, fold_lower, lower},
    words::{PieceKind, RunEnd, composed, pairs, pieces, unspaced},
};

/// Maximum length of a phrase, in words or pairs; the rest is not compared.
const LONGEST_PHRASE: usize = 24;

/// What the compiler needs besides the query.
pub(crate) struct Compiler<'a> {
    pub(crate) fields: Fields,
    /// Languages with stems in the index.
    pub(crate) languages: Languages,
    pub(crate) search: &'a Search<'a>,
}

impl Compiler<'_> {
    /// Compiles the whole query; `None` if it asks for nothing.
    pub(crate) fn compile(&self) -> Option<Box<dyn Query>> {
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        for clause in &self.search.query.clauses {
            clauses.extend(self.clause(clause));
        }
        if clauses.is_empty() {
            return None;
        }
        if clauses.iter().all(|(occur, _)| *occur == Occur::MustNot) {
            clauses.push((Occur::Must, Box::new(AllQuery)));
        }
        Some(Box::new(BooleanQuery::new(clauses)))
    }

    fn clause(&self, clause: &Clause) -> Option<(Occur, Box<dyn Query>)> {
        if let [part] = &clause.0[..] {
            let occur = if is_excluded(part) { Occur::MustNot } else { Occur::Must };
            return self.what(&part.what).map(|query| (occur, query));
        }
        let one_of = |part: &QueryCondition| {
            let query = self.what(&part.what)?;
            Some(if is_excluded(part) { all_but(query) } else { query })
        };
        let alternatives: Vec<_> = clause.0.iter().filter_map(one_of).collect();
        (!alternatives.is_empty()).then(|| (Occur::Must, any_of(alternatives)))
    }

    /// Compiles one condition; `None` if it contains no word at all, such as a lone dash.
    fn what(&self, what: &What) -> Option<Box<dyn Query>> {
        match what {
            What::Word(place, text) => self.placed(*place, |field| self.word(field, text)),
            What::Start(place, text) => self.placed(*place, |field| start(field, text)),
            What::Phrase(place, text) => self.placed(*place, |field| phrase(field, text)),
            What::Source(_) | What::Folder(_) => Some(self.looked_up(what)),
            What::Tag(name) => {
                let mut tagged = vec![self.looked_up(what)];
                tagged.extend(phrase(self.fields.tags, name));
                Some(any_of(tagged))
            }
            What::Before(date) => Some(self.published(*date, Side::Before)),
            What::After(date) => Some(self.published(*date, Side::Since)),
            What::Is(ReadingMark::Read) => Some(all_but(self.looked_up(what))),
            What::Is(_) => Some(self.looked_up(what)),
        }
    }

    /// Words anywhere count more if they are also in the title.
    fn placed(
        &self,
        place: SearchField,
        query: impl Fn(Field) -> Option<Box<dyn Query>>,
    ) -> Option<Box<dyn Query>> {
        match place {
            SearchField::Title => query(self.fields.title),
            SearchField::Author => query(self.fields.authors),
            SearchField::Anywhere => {
                let anywhere = query(self.fields.text)?;
                let in_title = query(self.fields.title)?;
                let boosted: Box<dyn Query> = Box::new(BoostQuery::new(in_title, TITLE_BOOST));
                Some(Box::new(BooleanQuery::new(vec![
                    (Occur::Must, anywhere),
                    (Occur::Should, boosted),
                ])))
            }
        }
    }

    /// A word in any of its forms. One that splits into several words, such as `don't`, is matched exactly.
    fn word(&self, field: Field, text: &str) -> Option<Box<dyn Query>> {
        let text = composed(text);
        let mut words = pieces(&text);
        match (words.next(), words.next()) {
            (Some(word), None) if word.kind == PieceKind::Word => {
                let forms = forms(word.text, self.languages);
                Some(any_of(forms.iter().map(|form| term(field, form)).collect()))
            }
            _ => phrase(field, &text),
        }
    }

    fn looked_up(&self, what: &What) -> Box<dyn Query> {
        match what.lookup().and_then(|lookup| self.search.answers.get(&lookup)) {
            Some(NameTarget::Sources(ids)) if !ids.is_empty() => among(SOURCE, Arc::clone(ids)),
            Some(NameTarget::Articles(ids)) if !ids.is_empty() => among(ID, Arc::clone(ids)),
            _ => Box::new(EmptyQuery),
        }
    }

    fn published(&self, date: crate::query::Date, side: Side) -> Box<dyn Query> {
        let border = date.start(self.search.now, &self.search.zone).as_millisecond();
        Box::new(DocPredicateQuery::from(FunctionPredicate::from(move |reader: &SegmentReader| {
            let column = reader.fast_fields().column_first_or_default::<i64>(PUBLISHED)?;
            Ok(move |doc: DocId| match side {
                Side::Before => column.get_val(doc) < border,
                Side::Since => column.get_val(doc) >= border,
            })
        })))
    }
}

/// Which side of a date.
#[derive(Debug, Clone, Copy)]
enum Side {
    Before,
    Since,
}

fn is_excluded(part: &QueryCondition) -> bool {
    part.sense == Sense::Excluded
}

/// Returns the terms under which a word may be in the index: as typed, as the plain form of one of its stems, and as a
/// stem.
pub(crate) fn forms(word: &str, languages: Languages) -> Vec<String> {
    let lower = lower(word);
    let mut forms = vec![capped(fold_lower(&lower))];
    for language in languages.iter() {
        let stem = language.stem(&lower);
        if stem.is_empty() {
            continue;
        }
        let marked = marked(language, &stem);
        for form in [stem, marked] {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
    }
    forms
}

fn start(field: Field, text: &str) -> Option<Box<dyn Query>> {
    let text = composed(text);
    let mut words = pieces(&text);
    match (words.next(), words.next()) {
        (Some(word), None) if word.kind == PieceKind::Word => {
            let prefix = capped(fold_lower(&lower(word.text)));
            // A large part of all words begin with any one letter.
            if prefix.chars().count() < 2 {
                return Some(term(field, &prefix));
            }
            Some(Box::new(PrefixQuery::new(field, prefix)))
        }
        // Runs are found inside longer ones anyway.
        _ => phrase(field, &text),
    }
}

/// Adjacent words, in exactly these forms.
fn phrase(field: Field, text: &str) -> Option<Box<dyn Query>> {
    let text = composed(text);
    let mut terms: Vec<(usize, String)> = Vec::new();
    let mut position = 0;
    let mut lone = None;
    for piece in pieces(&text) {
        match piece.kind {
            PieceKind::Word => {
                terms.push((position, capped(fold_lower(&lower(piece.text)))));
                position += 1;
            }
            PieceKind::Run => {
                let run = unspaced(piece.text);
                lone = (run.len() == 1).then(|| run[0].to_string());
                let pairs = pairs(&run, RunEnd::Open);
                terms.extend(pairs.into_iter().enumerate().map(|(n, pair)| (position + n, pair)));
                position += run.len();
            }
        }
    }
    terms.retain(|(_, term)| !term.is_empty());
    terms.truncate(LONGEST_PHRASE);
    match (terms.len(), lone) {
        (0, _) => None,
        // A single character is the beginning of a pair, or the end of a run.
        (1, Some(character)) => Some(Box::new(PrefixQuery::new(field, character))),
        (1, None) => Some(term(field, &terms[0].1)),
        _ => {
            let terms = terms
                .into_iter()
                .map(|(position, text)| (position, Term::from_field_text(field, &text)))
                .collect();
            Some(Box::new(PhraseQuery::new_with_offset(terms)))
        }
    }
}

fn term(field: Field, text: &str) -> Box<dyn Query> {
    Box::new(TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::WithFreqs))
}

fn any_of(mut queries: Vec<Box<dyn Query>>) -> Box<dyn Query> {
    match queries.len() {
        1 => queries.remove(0),
        _ => Box::new(BooleanQuery::new(
            queries.into_iter().map(|query| (Occur::Should, query)).collect(),
        )),
    }
}

fn all_but(query: Box<dyn Query>) -> Box<dyn Query> {
    Box::new(BooleanQuery::new(vec![(Occur::Must, Box::new(AllQuery)), (Occur::MustNot, query)]))
}

/// Matches documents whose number is in a set. All get the same score, so the order does not change.
fn among(column: &'static str, ids: Arc<IdSet>) -> Box<dyn Query> {
    Box::new(DocPredicateQuery::from(FunctionPredicate::from(move |reader: &SegmentReader| {
        let column = reader.fast_fields().column_first_or_default::<i64>(column)?;
        let ids = Arc::clone(&ids);
        Ok(move |doc: DocId| ids.contains(column.get_val(doc)))
    })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_text::language::Language;

    fn check(word: &str, languages: &[Language], expected: &[&str]) {
        let mut set = Languages::default();
        languages.iter().for_each(|language| set.add(*language));
        assert_eq!(forms(word, set), expected, "{word}");
    }

    #[test]
    fn words_are_looked_up_as_typed_and_by_their_stems() {
        use Language::{Danish, English, German};
        check("Running", &[], &["running"]);
        check("Running", &[English], &["running", "run", "\u{1}drun"]);
        check("Häuser", &[German], &["hauser", "haus", "\u{1}ghaus"]);
        // Two languages with the same stem: the plain form once, the marked one for each.
        check("Häuser", &[Danish, German], &["hauser", "haus", "\u{1}bhaus", "\u{1}ghaus"]);
        check("fox", &[English], &["fox", "\u{1}dfox"]);
        check("ＦＯＸ", &[], &["fox"]);
        check(&"x".repeat(99), &[], &[&"x".repeat(64)]);
    }
}
