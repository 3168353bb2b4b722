//! The path of a folder: `News/Tech` is the folder Tech inside the folder News.

use std::fmt;

/// Maximum number of names in a path.
pub const MAX_FOLDER_LEVELS: usize = 4;

/// Separates the names in a path, so it cannot be part of a name.
const SEPARATOR: char = '/';

/// The path of a folder: the names of the folders around it, then its own. There is at least one name and at most
/// [`MAX_FOLDER_LEVELS`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FolderPath(Vec<String>);

/// Why a text is not a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FolderPathError {
    /// It has no name.
    Empty,
    /// It has more than [`MAX_FOLDER_LEVELS`] names.
    TooDeep,
}

impl FolderPath {
    /// Parses a path. Spaces around names and empty names are ignored.
    ///
    /// ```
    /// use tidings_model::{FolderPath, FolderPathError};
    /// assert_eq!(FolderPath::new(" News / Tech/").unwrap().names(), ["News", "Tech"]);
    /// assert_eq!(FolderPath::new(" / "), Err(FolderPathError::Empty));
    /// assert_eq!(FolderPath::new("1/2/3/4/5"), Err(FolderPathError::TooDeep));
    /// ```
    ///
    /// # Errors
    /// If the text has no name, or too many.
    pub fn new(text: &str) -> Result<Self, FolderPathError> {
        let names: Vec<String> = names(text).map(str::to_owned).collect();
        match names.len() {
            0 => Err(FolderPathError::Empty),
            n if n > MAX_FOLDER_LEVELS => Err(FolderPathError::TooDeep),
            _ => Ok(Self(names)),
        }
    }

    /// Parses a path that nobody can be asked about, such as one in an imported file: the names beyond the maximum become
    /// part of the last one. `None` if there is no name.
    ///
    /// ```
    /// use tidings_model::FolderPath;
    /// assert_eq!(FolderPath::fitted("1/2/3/4/5/6").unwrap().to_string(), "1/2/3/4-5-6");
    /// ```
    #[must_use]
    pub fn fitted(text: &str) -> Option<Self> {
        let mut names: Vec<String> = names(text).map(str::to_owned).collect();
        if names.len() > MAX_FOLDER_LEVELS {
            let last = names.split_off(MAX_FOLDER_LEVELS - 1).join("-");
            names.push(last);
        }
        (!names.is_empty()).then_some(Self(names))
    }

    /// Returns the names, outermost first.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.0
    }

    /// Returns the folder's own name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.last().map_or("", String::as_str)
    }

    /// Returns the path of the folder around it; `None` at the top.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        let (_, around) = self.0.split_last()?;
        (!around.is_empty()).then(|| Self(around.to_vec()))
    }
}

impl fmt::Display for FolderPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, name) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "/" };
            write!(f, "{separator}{name}")?;
        }
        Ok(())
    }
}

fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(SEPARATOR).map(str::trim).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_a_parent_and_a_name() {
        let path = FolderPath::new("A/B/C").unwrap();
        assert_eq!((path.name(), path.parent()), ("C", FolderPath::new("A/B").ok()));
        assert_eq!(FolderPath::new("A").unwrap().parent(), None);
    }

    #[test]
    fn a_written_path_is_read_as_the_same_path() {
        for text in ["A", "A/B", " A //B/ C", "1/2/3/4"] {
            let path = FolderPath::new(text).unwrap();
            assert_eq!(FolderPath::new(&path.to_string()), Ok(path.clone()));
            assert_eq!(FolderPath::fitted(text), Some(path));
        }
        assert_eq!(FolderPath::fitted("//"), None);
    }
}
