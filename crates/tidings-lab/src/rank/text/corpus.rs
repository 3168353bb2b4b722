//! Reads a corpus of tagged stories.

use crate::trace::{fields, unpacked};
use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use tidings_text::tokens::Tokens;

/// One story.
#[derive(Debug, Clone)]
pub struct Story {
    /// Its number in the file.
    pub key: u64,
    /// When it was published, in Unix seconds.
    pub at: i64,
    /// Its tags, by number.
    pub tags: Vec<usize>,
    /// Its words.
    pub tokens: Tokens,
}

/// Stories in order of time.
#[derive(Debug, Clone, Default)]
pub struct Stories {
    /// All stories.
    pub all: Vec<Story>,
    /// The names of the tags.
    pub tags: Vec<String>,
}

impl Stories {
    /// Returns the first half and the second.
    #[must_use]
    pub fn halves(&self) -> (&[Story], &[Story]) {
        self.all.split_at(self.all.len() / 2)
    }
}

/// The names of the columns: time, tags and text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    /// Unix seconds.
    pub time: String,
    /// Tags, separated by commas.
    pub tags: String,
    /// Columns that are joined, the title first.
    pub text: Vec<String>,
}

impl Default for Columns {
    fn default() -> Self {
        let text = vec!["title".to_owned(), "body600".to_owned()];
        Self { time: "t".to_owned(), tags: "topics".to_owned(), text }
    }
}

/// Reads a corpus: TSV or CSV with a header, plain, gzip or zstd.
///
/// # Errors
/// When the file cannot be read or a column is missing.
pub fn read(path: &Path, columns: &Columns) -> Result<Stories> {
    let raw =
        std::fs::File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    parse(raw, columns).with_context(|| format!("read {}", path.display()))
}

pub(super) fn parse(raw: impl Read + 'static, columns: &Columns) -> Result<Stories> {
    let mut lines = BufReader::with_capacity(1 << 16, unpacked(raw)?).lines();
    let Some(header) = lines.next().transpose()? else { bail!("expected a header, found nothing") };
    let separator = if header.contains('\t') { '\t' } else { ',' };
    let header = fields(&header, separator);
    let place = |name: &String| match header.iter().position(|field| field == name) {
        Some(place) => Ok(place),
        None => bail!(
            "expected a column \"{name}\", found {}: name them with --columns",
            header.join(", ")
        ),
    };
    let (time, tags) = (place(&columns.time)?, place(&columns.tags)?);
    let text: Vec<usize> = columns.text.iter().map(place).collect::<Result<_>>()?;
    let mut stories = Stories::default();
    let mut known = std::collections::BTreeMap::new();
    for (key, line) in (0..).zip(lines) {
        let fields = fields(&line?, separator);
        let field = |place: usize| fields.get(place).map_or("", String::as_str);
        // A story without a date has no place in the order of time.
        let Ok(at) = field(time).trim().parse() else { continue };
        let names = field(tags).split(',').map(str::trim).filter(|tag| !tag.is_empty());
        let tags = names.map(|name| {
            let next = known.len();
            *known.entry(name.to_owned()).or_insert(next)
        });
        let tags = tags.collect();
        let body: Vec<&str> = text.iter().skip(1).map(|place| field(*place)).collect();
        let title = text.first().map_or("", |place| field(*place));
        let tokens = Tokens::of(title, &body.join(" "), None);
        stories.all.push(Story { key, at, tags, tokens });
    }
    stories.all.sort_by_key(|story| (story.at, story.key));
    let mut names: Vec<(usize, String)> = known.into_iter().map(|(name, at)| (at, name)).collect();
    names.sort_unstable();
    stories.tags = names.into_iter().map(|(_, name)| name).collect();
    Ok(stories)
}
