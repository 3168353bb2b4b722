//! Validated values for acts: to have one is to know that it was checked.

use super::ActError;
use tidings_model::{FolderPath, FolderPathError, MAX_FOLDER_LEVELS};

/// The name of a folder, a tag or a shared feed. The store accepts every name that fits, however many bytes its
/// characters take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name(String);

impl Name {
    /// Maximum length, in characters.
    pub(crate) const MOST: usize = 125;

    /// Validates a name as it is.
    pub(crate) fn new(text: &str) -> Result<Self, ActError> {
        let is_good = (1..=Self::MOST).contains(&text.chars().count())
            && !text.chars().any(char::is_control)
            && text.trim() == text;
        let refusal = ActError::Text { field: "name", least: 1, most: Self::MOST };
        is_good.then(|| Self(text.to_owned())).ok_or(refusal)
    }

    /// Validates a name as typed, ignoring blanks around it.
    pub(crate) fn typed(text: &str) -> Result<Self, ActError> {
        Self::new(text.trim())
    }

    /// Returns a generated name, cut to the maximum length.
    pub(crate) fn cut(text: &str) -> Result<Self, ActError> {
        let line: String =
            text.trim().replace(char::is_control, " ").chars().take(Self::MOST).collect();
        Self::new(line.trim())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0
    }
}

/// The path of a folder: one or more valid [`Name`]s, separated by slashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FolderName(FolderPath);

impl FolderName {
    /// Maximum length, in characters.
    pub(crate) const MOST: usize = (Name::MOST + 1) * MAX_FOLDER_LEVELS - 1;

    /// Validates a path without blanks around it.
    pub(crate) fn new(text: &str) -> Result<Self, ActError> {
        if text.trim() == text { Self::typed(text) } else { Name::new(text).and(Self::typed(text)) }
    }

    /// Validates a path as typed, ignoring blanks around names.
    pub(crate) fn typed(text: &str) -> Result<Self, ActError> {
        let path = FolderPath::new(text).map_err(|refused| match refused {
            FolderPathError::TooDeep => ActError::TooDeep,
            FolderPathError::Empty => ActError::Text { field: "name", least: 1, most: Name::MOST },
        })?;
        path.names().iter().try_for_each(|name| Name::new(name).map(drop))?;
        Ok(Self(path))
    }
}

impl From<FolderName> for String {
    fn from(name: FolderName) -> Self {
        name.0.to_string()
    }
}

/// A person's own title of a source; an empty one restores the source's title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Title(String);

impl Title {
    /// Maximum length, in characters.
    pub(crate) const MOST: usize = 300;

    pub(crate) fn new(text: &str) -> Result<Self, ActError> {
        let title = one_line(text);
        if text.chars().count() > Self::MOST {
            return Err(ActError::Text { field: "title", least: 0, most: Self::MOST });
        }
        Ok(Self(title))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the title to store beside the source's own; `None` if they are equal.
    pub(crate) fn beside(self, own: &str) -> Option<String> {
        Some(self.0).filter(|title| !title.is_empty() && title != own)
    }
}

/// An address as typed. Only a fetch can tell whether anything is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address(String);

impl Address {
    /// Maximum length, in characters.
    pub(crate) const MOST: usize = 2000;

    pub(crate) fn new(text: &str) -> Result<Self, ActError> {
        let is_good = text.chars().count() <= Self::MOST && !text.trim().is_empty();
        let refusal = ActError::Text { field: "url", least: 1, most: Self::MOST };
        is_good.then(|| Self(text.trim().to_owned())).ok_or(refusal)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// A search query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Words(String);

impl Words {
    /// Maximum length, in characters.
    pub(crate) const MOST: usize = 500;

    pub(crate) fn new(text: &str) -> Result<Self, ActError> {
        let words = one_line(text);
        let is_good = text.chars().count() <= Self::MOST && !words.is_empty();
        is_good.then_some(Self(words)).ok_or(ActError::Text {
            field: "query",
            least: 1,
            most: Self::MOST,
        })
    }
}

impl From<Words> for String {
    fn from(words: Words) -> Self {
        words.0
    }
}

/// A number of minutes, days or articles. Values that the operator does not allow are clamped to the nearest allowed
/// one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Number(u32);

impl Number {
    const LEAST: u32 = 1;
    const MOST: u32 = 1_000_000;

    pub(crate) fn new(field: &'static str, n: i64) -> Result<Self, ActError> {
        let refusal = ActError::Number { field, least: Self::LEAST, most: Self::MOST };
        let n = u32::try_from(n).ok().filter(|n| (Self::LEAST..=Self::MOST).contains(n));
        n.map(Self).ok_or(refusal)
    }

    /// Parses a number as typed; `None` if the field is empty.
    pub(crate) fn typed(field: &'static str, text: &str) -> Result<Option<Self>, ActError> {
        match text.trim() {
            "" => Ok(None),
            text => Self::new(field, text.parse().unwrap_or(-1)).map(Some),
        }
    }

    /// Clamps the number. If the bounds contradict each other, the lower one counts.
    pub(crate) fn within(self, least: u32, most: u32) -> u32 {
        self.0.clamp(least, most.max(least))
    }
}

/// Replaces line breaks, because texts are stored as lines.
pub(super) fn one_line(text: &str) -> String {
    text.trim().replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_visible_and_trimmed() {
        for good in ["x", "a / b", "Ünïcode", "read"] {
            assert_eq!(Name::new(good).unwrap().as_str(), good);
        }
        let long = "ü".repeat(Name::MOST + 1);
        for bad in ["", " x", "x ", "a\nb", "\u{7}", long.as_str()] {
            assert!(Name::new(bad).is_err(), "{bad:?}");
        }
        assert_eq!(Name::typed(" x ").unwrap().as_str(), "x");
        assert!(Name::typed(" ").is_err());
        assert_eq!(Name::cut(&long).unwrap().as_str().chars().count(), Name::MOST);
    }

    #[test]
    fn a_folder_is_named_by_a_path_of_names() {
        let typed = |text| FolderName::typed(text).map(String::from);
        assert_eq!(typed(" News /Tech"), Ok("News/Tech".to_owned()));
        assert_eq!(typed("1/2/3/4/5"), Err(ActError::TooDeep));
        let long = "ü".repeat(Name::MOST + 1);
        for bad in ["", " / ", "a/b\nc", &format!("a/{long}")] {
            assert!(typed(bad).is_err(), "{bad:?}");
        }
        assert!(FolderName::new(" x").is_err());
        assert!(FolderName::new(&[&long[2..]; 4].join("/")).is_ok(), "as long as possible");
    }

    #[test]
    fn a_title_equal_to_the_sources_is_not_stored() {
        let kept = |text: &str| Title::new(text).unwrap().beside("Its own");
        assert_eq!(kept(" Mine\n"), Some("Mine".to_owned()));
        assert_eq!((kept(""), kept("Its own")), (None, None));
        assert!(Title::new(&"x".repeat(301)).is_err());
    }

    #[test]
    fn numbers_are_clamped_even_by_contradictory_bounds() {
        let number = |text| Number::typed("min_minutes", text);
        assert_eq!(number(" "), Ok(None));
        assert_eq!(number("7").unwrap().unwrap().within(10, 5), 10);
        assert_eq!(number("700").unwrap().unwrap().within(10, 500), 500);
        for bad in ["0", "-1", "x", "1.5", "1000001"] {
            assert!(number(bad).is_err(), "{bad}");
        }
    }
}
