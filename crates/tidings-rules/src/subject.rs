//! Articles in the form that rules are matched against.

use crate::words;
use std::cell::OnceCell;
use tidings_model::rule::{Accents, Field};

/// The number of bytes of a text that rules look at. Enough for any article, and a limit on the cost of a rule.
pub const LOOKED_AT: usize = 256 << 10;

/// An article whose texts are folded at most once each, however many rules are matched against it.
#[derive(Debug, Default)]
pub struct RuleSubject {
    title: Text,
    content: Text,
    authors: Vec<Text>,
    tags: Vec<Text>,
    link: Text,
}

impl RuleSubject {
    /// Creates a subject from the plain texts of an article.
    ///
    /// ```
    /// let article = tidings_rules::RuleSubject::new("A day", "at the sea", &["Ada".into()], &[], None);
    /// # let _ = article;
    /// ```
    #[must_use]
    pub fn new(
        title: &str,
        content: &str,
        authors: &[String],
        tags: &[String],
        link: Option<&str>,
    ) -> Self {
        Self {
            title: Text::new(title),
            content: Text::new(content),
            authors: authors.iter().map(|name| Text::new(name)).collect(),
            tags: tags.iter().map(|name| Text::new(name)).collect(),
            link: Text::new(link.unwrap_or_default()),
        }
    }

    /// Returns the texts of a field.
    pub(crate) fn texts(&self, field: Field) -> impl Iterator<Item = &Text> {
        let is = |one: Field| field == one || field == Field::Any;
        let single = [
            is(Field::Title).then_some(&self.title),
            is(Field::Content).then_some(&self.content),
            is(Field::Link).then_some(&self.link),
        ];
        let authors = if is(Field::Author) { &self.authors[..] } else { &[] };
        let tags = if is(Field::Tag) { &self.tags[..] } else { &[] };
        single.into_iter().flatten().chain(authors).chain(tags)
    }
}

/// One text of an article, with its cached folded forms.
#[derive(Debug, Default)]
pub(crate) struct Text {
    raw: String,
    with_accents: OnceCell<String>,
    without_accents: OnceCell<String>,
}

impl Text {
    fn new(text: &str) -> Self {
        let text = &text[..text.floor_char_boundary(LOOKED_AT)];
        Self { raw: text.to_owned(), ..Self::default() }
    }

    pub(crate) fn raw(&self) -> &str {
        &self.raw
    }

    /// Returns the text up to a number of bytes.
    pub(crate) fn beginning(&self, n_bytes: usize) -> &str {
        &self.raw[..self.raw.floor_char_boundary(n_bytes)]
    }

    pub(crate) fn words(&self, accents: Accents) -> &str {
        let cell = match accents {
            Accents::Count => &self.with_accents,
            Accents::Ignored => &self.without_accents,
        };
        cell.get_or_init(|| words::words(&self.raw, accents))
    }
}
