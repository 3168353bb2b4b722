//! The query language: what a user types, as a value.
//!
//! All words must occur; `"several words"` must be adjacent; `-word` must not occur; `this OR that`; `begin*`; and
//! `title:`, `author:`, `source:`, `folder:`, `tag:`, `before:`, `after:`, `is:`. Parsing never fails: anything that is
//! not an operator, or is one with an invalid value, is a word like any other. Formatting a query and parsing it again
//! gives the same query.

mod date;
mod parse;

pub use date::{Date, Unit};

use std::fmt::{self, Display};

/// Maximum length of a query, in characters; the rest is ignored.
pub const LONGEST: usize = 1_000;

/// A query: every clause must match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Query {
    /// The clauses, in the order typed.
    pub clauses: Vec<Clause>,
}

/// A clause: at least one of its conditions must match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause(pub Vec<QueryCondition>);

/// One condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryCondition {
    /// Whether it must match or must not.
    pub sense: Sense,
    /// What must match.
    pub what: What,
}

/// Whether a condition must match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// It must match.
    Wanted,
    /// It must not match.
    Excluded,
}

/// What a condition is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A word in any of its forms.
    Word(SearchField, String),
    /// Words with this prefix.
    Start(SearchField, String),
    /// Adjacent words, exactly as written.
    Phrase(SearchField, String),
    /// The name of a source, or a part of it.
    Source(String),
    /// The name of a folder.
    Folder(String),
    /// A tag, the user's own or the source's.
    Tag(String),
    /// Published before the beginning of this date.
    Before(Date),
    /// Published since the beginning of this date.
    After(Date),
    /// A mark that the user gave it.
    Is(ReadingMark),
}

/// Where words are searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchField {
    /// Everything that is indexed.
    Anywhere,
    /// Titles.
    Title,
    /// Names of authors.
    Author,
}

/// A user's mark on an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReadingMark {
    /// Not read.
    Unread,
    /// Read.
    Read,
    /// Starred.
    Starred,
    /// Saved for later.
    Later,
}

/// A name in a query that the index does not know: the caller resolves it to sources or articles.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Lookup {
    /// Sources whose name contains this.
    Source(String),
    /// Sources in the folder with this name.
    Folder(String),
    /// Articles with this tag of the user.
    Tag(String),
    /// Articles with this mark; never [`ReadingMark::Read`], which is everything that is not unread.
    Is(ReadingMark),
}

impl Query {
    /// Parses what a user typed.
    ///
    /// ```
    /// use tidings_search::Query;
    /// assert_eq!(Query::parse("rust  -news \"borrow checker").to_string(), "rust -news \"borrow checker\"");
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Self {
        parse::parse(text)
    }

    /// Returns whether the query is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// Returns a query that finds more, for a query that found nothing: its words without filters and quotes, or any of
    /// the words instead of all; `None` if there is nothing to relax.
    ///
    /// ```
    /// use tidings_search::Query;
    /// let wider = |text: &str| Query::parse(text).wider().map(|query| query.to_string());
    /// assert_eq!(wider("\"borrow checker\" is:unread").as_deref(), Some("borrow checker"));
    /// assert_eq!(wider("borrow checker").as_deref(), Some("borrow OR checker"));
    /// assert_eq!(wider("borrow OR checker"), None);
    /// ```
    #[must_use]
    pub fn wider(&self) -> Option<Self> {
        let words = self.parts().filter(|part| part.sense == Sense::Wanted);
        let words: Vec<&str> = words.filter_map(|part| part.what.text()).collect();
        let is_plain = |part: &QueryCondition| {
            part.sense == Sense::Wanted && matches!(part.what, What::Word(SearchField::Anywhere, _))
        };
        let joint = if self.parts().all(is_plain) { " OR " } else { " " };
        let wider = Self::parse(&words.join(joint));
        (!wider.is_empty() && wider != *self).then_some(wider)
    }

    /// Iterates over all conditions.
    pub fn parts(&self) -> impl Iterator<Item = &QueryCondition> {
        self.clauses.iter().flat_map(|clause| &clause.0)
    }

    /// Returns the names to be resolved, without duplicates.
    #[must_use]
    pub fn lookups(&self) -> Vec<Lookup> {
        let mut lookups = Vec::new();
        for lookup in self.parts().filter_map(|part| part.what.lookup()) {
            if !lookups.contains(&lookup) {
                lookups.push(lookup);
            }
        }
        lookups
    }
}

impl What {
    /// Returns the words, if there are any.
    fn text(&self) -> Option<&str> {
        match self {
            Self::Word(_, text) | Self::Start(_, text) | Self::Phrase(_, text) => Some(text),
            _ => None,
        }
    }

    /// Returns the name to be resolved for it, if any.
    #[must_use]
    pub fn lookup(&self) -> Option<Lookup> {
        match self {
            Self::Source(name) => Some(Lookup::Source(name.clone())),
            Self::Folder(name) => Some(Lookup::Folder(name.clone())),
            Self::Tag(name) => Some(Lookup::Tag(name.clone())),
            Self::Is(ReadingMark::Read | ReadingMark::Unread) => {
                Some(Lookup::Is(ReadingMark::Unread))
            }
            Self::Is(mark) => Some(Lookup::Is(*mark)),
            Self::Word(..)
            | Self::Start(..)
            | Self::Phrase(..)
            | Self::Before(_)
            | Self::After(_) => None,
        }
    }
}

impl ReadingMark {
    const ALL: [(&'static str, Self); 4] = [
        ("unread", Self::Unread),
        ("read", Self::Read),
        ("starred", Self::Starred),
        ("later", Self::Later),
    ];
}

impl Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, clause) in self.clauses.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            for (index, part) in clause.0.iter().enumerate() {
                if index > 0 {
                    f.write_str(" OR ")?;
                }
                part.fmt(f)?;
            }
        }
        Ok(())
    }
}

impl Display for QueryCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.sense == Sense::Excluded {
            f.write_str("-")?;
        }
        self.what.fmt(f)
    }
}

impl Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(place, text) => write!(f, "{}{text}", place.prefix()),
            Self::Start(place, text) => write!(f, "{}{text}*", place.prefix()),
            Self::Phrase(place, text) => write!(f, "{}\"{text}\"", place.prefix()),
            Self::Source(name) => write_name(f, "source", name),
            Self::Folder(name) => write_name(f, "folder", name),
            Self::Tag(name) => write_name(f, "tag", name),
            Self::Before(date) => write!(f, "before:{date}"),
            Self::After(date) => write!(f, "after:{date}"),
            Self::Is(mark) => {
                let name = ReadingMark::ALL.iter().find(|(_, known)| known == mark);
                write!(f, "is:{}", name.map_or("", |(name, _)| name))
            }
        }
    }
}

impl SearchField {
    fn prefix(self) -> &'static str {
        match self {
            Self::Anywhere => "",
            Self::Title => "title:",
            Self::Author => "author:",
        }
    }
}

fn write_name(f: &mut fmt::Formatter<'_>, operator: &str, name: &str) -> fmt::Result {
    if name.contains(char::is_whitespace) {
        write!(f, "{operator}:\"{name}\"")
    } else {
        write!(f, "{operator}:{name}")
    }
}
