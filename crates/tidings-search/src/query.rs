//! The language of searches: what a person types, as a value.
//!
//! Words must all be there; `"several words"` side by side; `-word` must not be; `this OR that`; `begin*`; and `title:`,
//! `author:`, `source:`, `folder:`, `tag:`, `before:`, `after:`, `is:`. Reading never fails: what is no operator, or one with
//! a value that makes no sense, is a word like any other. Writing a query and reading it again gives the same query.

mod date;
mod parse;

pub use date::{Date, Unit};

use std::fmt::{self, Display};

/// Longest text that is read, in characters.
pub const LONGEST: usize = 1_000;

/// What is searched for: every clause must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Query {
    /// In the order typed.
    pub clauses: Vec<Clause>,
}

/// One of its parts must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause(pub Vec<QueryCondition>);

/// One condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryCondition {
    /// Whether it must be so or must not.
    pub sense: Sense,
    /// What.
    pub what: What,
}

/// Whether something must be so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// It must.
    Wanted,
    /// It must not.
    Excluded,
}

/// What a part is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A word in any of its forms.
    Word(SearchField, String),
    /// Words that begin so.
    Start(SearchField, String),
    /// Words side by side, exactly so.
    Phrase(SearchField, String),
    /// The name of a source, or a part of it.
    Source(String),
    /// The name of a folder.
    Folder(String),
    /// A tag, the reader's own or the source's.
    Tag(String),
    /// Published before the beginning of.
    Before(Date),
    /// Published since the beginning of.
    After(Date),
    /// What the reader did with it.
    Is(ReadingMark),
}

/// Where words are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchField {
    /// In everything that is indexed.
    Anywhere,
    /// In titles.
    Title,
    /// In the names of authors.
    Author,
}

/// What a reader did with an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReadingMark {
    /// Not read.
    Unread,
    /// Read.
    Read,
    /// Starred.
    Starred,
    /// Put aside for later.
    Later,
}

/// A name in a query that the index does not know: whoever searches says which sources or articles are meant.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Lookup {
    /// Sources whose name holds this.
    Source(String),
    /// Sources in the folder of this name.
    Folder(String),
    /// Articles the reader gave this tag.
    Tag(String),
    /// Articles with this mark; never [`ReadingMark::Read`], which is the rest beside the unread.
    Is(ReadingMark),
}

impl Query {
    /// Reads what a person typed.
    ///
    /// ```
    /// use tidings_search::Query;
    /// assert_eq!(Query::parse("rust  -news \"borrow checker").to_string(), "rust -news \"borrow checker\"");
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Self {
        parse::parse(text)
    }

    /// Whether nothing was asked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// A query that finds more, where this one found nothing: its words without limits and quotes, or one of them instead
    /// of all; `None` where there is nothing to leave out.
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

    /// Every part.
    pub fn parts(&self) -> impl Iterator<Item = &QueryCondition> {
        self.clauses.iter().flat_map(|clause| &clause.0)
    }

    /// The names to be resolved, each once.
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
    /// The words themselves, where there are some.
    fn text(&self) -> Option<&str> {
        match self {
            Self::Word(_, text) | Self::Start(_, text) | Self::Phrase(_, text) => Some(text),
            _ => None,
        }
    }

    /// What must be resolved for it.
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
