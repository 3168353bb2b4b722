//! A folder for a benchmark or a demo: either permanent or deleted when dropped.

use crate::clock::Time;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use tidings_model::Clock as _;

/// A folder, which may be temporary.
#[derive(Debug)]
pub struct ScratchFolder {
    path: PathBuf,
    is_kept: bool,
}

impl ScratchFolder {
    /// Returns the given folder, creating it if it is missing, or else a new temporary one.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn kept_or_scratch(keep: Option<&Path>) -> Result<Self> {
        let Some(path) = keep else { return Self::scratch() };
        crate::commands::make_folder(path)?;
        Ok(Self { path: path.to_owned(), is_kept: true })
    }

    /// Creates a temporary folder, which is deleted when dropped.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn scratch() -> Result<Self> {
        let name: String =
            Time::system().secret()[..6].iter().map(|byte| format!("{byte:02x}")).collect();
        let path = std::env::temp_dir().join(format!("tidings-{name}"));
        let mut builder = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&path).with_context(|| format!("cannot create {}", path.display()))?;
        Ok(Self { path, is_kept: false })
    }

    /// Returns its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        if !self.is_kept {
            // What cannot be deleted is left to the system's own cleaning.
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_folder_is_deleted_and_a_permanent_one_stays() {
        let scratch = ScratchFolder::scratch().unwrap();
        let (path, kept) = (scratch.path().to_owned(), scratch.path().join("kept"));
        drop(ScratchFolder::kept_or_scratch(Some(&kept)).unwrap());
        assert!(kept.is_dir());
        drop(scratch);
        assert!(!path.exists());
    }

    #[test]
    fn the_files_in_a_permanent_folder_stay_and_in_a_temporary_one_are_deleted() {
        let outer = ScratchFolder::scratch().unwrap();
        let (kept, inner) = (outer.path().join("kept"), ScratchFolder::scratch().unwrap());
        std::fs::create_dir(&kept).unwrap();
        for folder in [&kept, inner.path()] {
            std::fs::create_dir(folder.join("below")).unwrap();
            std::fs::write(folder.join("below/file"), "text").unwrap();
        }
        let (gone, again) = (inner.path().to_owned(), ScratchFolder::kept_or_scratch(Some(&kept)));
        assert_eq!(again.unwrap().path(), kept);
        drop(inner);
        assert!(kept.join("below/file").exists() && !gone.exists());
    }

    #[test]
    fn each_temporary_folder_is_new_and_private() {
        let (one, other) = (ScratchFolder::scratch().unwrap(), ScratchFolder::scratch().unwrap());
        assert_ne!(one.path(), other.path());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(one.path()).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o700);
        }
        let file = one.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert!(ScratchFolder::kept_or_scratch(Some(&file.join("below"))).is_err());
    }
}
