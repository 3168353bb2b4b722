//! A person's subscriptions as clients see them: every source is in exactly one folder.

use crate::{Error, app::Inner};
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};
use tidings_model::{FolderId, FolderPath, SourceId, UserId, source::Source};
use tidings_store::{Folder, Set, SubscribedSource, Tag};

/// The folder of sources without one: clients expect every source to be in a folder.
const UNFILED: &str = "Uncategorized";
/// Its name if a folder has that one.
const UNFILED_MARKED: &str = "Uncategorized (no folder)";
/// Comes after the label of a folder, or of a tag, that would otherwise be mistaken for something else.
const FOLDER_MARK: &str = " (folder)";
const TAG_MARK: &str = " (tag)";
/// The id of that folder, where folders have ids. No real folder gets that far.
pub(crate) const UNFILED_ID: i64 = i32::MAX as i64;

/// Returns the address of a source without its credentials, and the site it belongs to.
pub(crate) fn addresses(source: &Source) -> (String, String) {
    let url = source.url.to_string();
    let site = source.site.as_ref().map_or_else(|| url.clone(), ToString::to_string);
    (url, site)
}

/// Returns the folder or tag that a label stands for. A text that is no label may be the path of a folder or the name of
/// a tag; a folder takes precedence.
pub(crate) async fn label(inner: &Inner, user: UserId, name: &str) -> Result<Option<Set>, Error> {
    let folders = Folders::of(inner, user).await?;
    let set = |folder: Option<FolderId>| folder.map_or(Set::Unfiled, Set::Folder);
    if let Some(folder) = folders.labelled(name) {
        return Ok(Some(set(folder)));
    }
    let tags = inner.store.readings().tags(user).await?;
    let tagged = |tag: &Tag| Set::Tagged(tag.id);
    Ok(folders
        .labelled_tag(&tags, name)
        .map(tagged)
        .or_else(|| folders.find(name).map(set))
        .or_else(|| folders.tag(&tags, name).map(tagged)))
}

/// Returns the person's tag of this label or name.
pub(crate) async fn tag(inner: &Inner, user: UserId, name: &str) -> Result<Option<Tag>, Error> {
    let tags = inner.store.readings().tags(user).await?;
    Ok(Folders::of(inner, user).await?.tag(&tags, name).cloned())
}

/// Returns whether clients may take a name for the state of an article, because it ends like one, or for the label of
/// something else, because it ends with a mark. Labels are unique: one without a mark does not end like one with a mark.
fn is_ambiguous(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or_default();
    ["read", "starred"].contains(&last)
        || [FOLDER_MARK, TAG_MARK].iter().any(|mark| name.ends_with(mark))
        || name == UNFILED_MARKED
}

/// Returns the path or name that a client means by a label: without its mark.
pub(crate) fn name_of_label(label: &str) -> &str {
    let unmarked = label.strip_suffix(FOLDER_MARK).or_else(|| label.strip_suffix(TAG_MARK));
    unmarked.unwrap_or(label)
}

/// A person's folders.
#[derive(Debug)]
pub(crate) struct Folders(Vec<Folder>);

impl Folders {
    pub(crate) async fn of(inner: &Inner, user: UserId) -> Result<Self, Error> {
        Ok(Self(inner.store.subscriptions().folders(user).await?))
    }

    fn labelled_tag<'t>(&self, tags: &'t [Tag], label: &str) -> Option<&'t Tag> {
        tags.iter().find(|tag| self.label_of_tag(&tag.name) == label)
    }

    /// Returns the tag of this label or name.
    fn tag<'t>(&self, tags: &'t [Tag], label: &str) -> Option<&'t Tag> {
        let named = || tags.iter().find(|tag| tag.name == name_of_label(label));
        self.labelled_tag(tags, label).or_else(named)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Folder> {
        self.0.iter()
    }

    /// Returns the path of a folder, or the name of the place for sources without one.
    pub(crate) fn name(&self, folder: Option<FolderId>) -> &str {
        let named = folder.and_then(|id| self.0.iter().find(|folder| folder.id == id));
        named.map_or_else(|| self.unfiled(), |folder| folder.path.as_str())
    }

    /// Returns the name of the place for sources without a folder, which differs from the labels of all folders.
    pub(crate) fn unfiled(&self) -> &'static str {
        let is_taken = self.0.iter().any(|folder| folder.path == UNFILED);
        if is_taken { UNFILED_MARKED } else { UNFILED }
    }

    /// Returns the label of a folder, or of the place for sources without one.
    pub(crate) fn label(&self, folder: Option<FolderId>) -> Cow<'_, str> {
        match self.name(folder) {
            name if folder.is_some() && is_ambiguous(name) => format!("{name}{FOLDER_MARK}").into(),
            name => name.into(),
        }
    }

    /// Returns the folder of this label; `Some(None)` is the place for sources without one.
    fn labelled(&self, label: &str) -> Option<Option<FolderId>> {
        let places = self.0.iter().map(|folder| Some(folder.id)).chain([None]);
        places.into_iter().find(|place| self.label(*place) == label)
    }

    /// Returns the folder of this label or path; `Some(None)` is the place for sources without one.
    pub(crate) fn find(&self, label: &str) -> Option<Option<FolderId>> {
        self.labelled(label).or_else(|| self.at(label)).or_else(|| self.at(name_of_label(label)))
    }

    /// Returns the path of the folder that a label stands for, which may be a new one. `None` is the place for sources
    /// without a folder.
    pub(crate) fn path<'l>(&'l self, label: &'l str) -> Option<&'l str> {
        match self.find(label) {
            Some(None) => None,
            Some(known) => Some(self.name(known)),
            None => Some(name_of_label(label)),
        }
    }

    fn at(&self, path: &str) -> Option<Option<FolderId>> {
        let wanted =
            FolderPath::new(path).map_or_else(|_| path.to_owned(), |path| path.to_string());
        if let Some(folder) = self.0.iter().find(|folder| folder.path == wanted) {
            return Some(Some(folder.id));
        }
        (path == self.unfiled()).then_some(None)
    }

    /// Returns a place, and of a folder also those inside it.
    fn inside(&self, place: Option<FolderId>) -> HashSet<Option<FolderId>> {
        let Some(own) = self.0.iter().find(|folder| Some(folder.id) == place) else {
            return HashSet::from([None]);
        };
        self.0.iter().filter(|one| own.contains(one)).map(|one| Some(one.id)).collect()
    }

    /// Returns a place and all that are around it: the folder, the folder that it is in, and so on.
    pub(crate) fn around(&self, place: Option<FolderId>) -> Vec<Option<FolderId>> {
        let Some(own) = self.0.iter().find(|folder| Some(folder.id) == place) else {
            return vec![None];
        };
        self.0.iter().filter(|folder| folder.contains(own)).map(|folder| Some(folder.id)).collect()
    }

    /// Returns the label of a tag, which differs from those of all folders.
    pub(crate) fn label_of_tag<'n>(&self, tag: &'n str) -> Cow<'n, str> {
        if is_ambiguous(tag) || self.find(tag).is_some() {
            format!("{tag}{TAG_MARK}").into()
        } else {
            tag.into()
        }
    }
}

/// A person's sources, folders and tags with all details. For hundreds of sources this takes a while, so frequent calls
/// load less.
#[derive(Debug)]
pub(crate) struct Library {
    pub(crate) sources: Vec<SubscribedSource>,
    pub(crate) folders: Folders,
    pub(crate) tags: Vec<Tag>,
    places: HashMap<SourceId, usize>,
}

impl Library {
    pub(crate) async fn of(inner: &Inner, user: UserId) -> Result<Self, Error> {
        let sources = inner.store.subscriptions().list(user).await?;
        let folders = Folders::of(inner, user).await?;
        let tags = inner.store.readings().tags(user).await?;
        let places = sources.iter().enumerate().map(|(at, one)| (one.source.id, at)).collect();
        Ok(Self { sources, folders, tags, places })
    }

    pub(crate) fn source(&self, id: SourceId) -> Option<&SubscribedSource> {
        self.places.get(&id).map(|at| &self.sources[*at])
    }

    /// Returns the source with this address.
    pub(crate) fn at(&self, url: &str) -> Option<&SubscribedSource> {
        let url = url::Url::parse(url.trim()).ok()?;
        self.sources.iter().find(|one| one.source.url == url)
    }

    /// Returns the sources in a place: of a folder, also those in the folders inside it.
    pub(crate) fn inside(
        &self,
        place: Option<FolderId>,
    ) -> impl Iterator<Item = &SubscribedSource> {
        let inside = self.folders.inside(place);
        self.sources.iter().filter(move |one| inside.contains(&one.subscription.folder))
    }

    /// Returns whether some source is without a folder.
    pub(crate) fn has_unfiled(&self) -> bool {
        self.sources.iter().any(|one| one.subscription.folder.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tidings_model::TagId;

    fn names() -> impl Strategy<Value = Vec<String>> {
        let begin = prop::sample::select(vec!["News", "read", "a/starred", "Uncategorized"]);
        let mark = prop::sample::select(vec!["", "", " (tag)", " (folder)", " (no folder)"]);
        let name = (begin, mark.clone(), mark).prop_map(|(a, b, c)| format!("{a}{b}{c}"));
        prop::collection::btree_set(name, 0..9).prop_map(|names| names.into_iter().collect())
    }

    proptest! {
        #[test]
        fn labels_are_unique_and_lead_back(paths in names(), tags in names()) {
            let folder = |(path, id): (String, i64)| {
                Folder { id: FolderId(id), parent: None, name: path.clone(), path }
            };
            let folders = Folders(paths.into_iter().zip(1..).map(folder).collect());
            let tag = |(name, id): (String, i64)| Tag { id: TagId(id), name, n_articles: 0 };
            let tags: Vec<Tag> = tags.into_iter().zip(1..).map(tag).collect();
            let mut seen = HashSet::new();
            for place in folders.iter().map(|folder| Some(folder.id)).chain([None]) {
                let label = folders.label(place).into_owned();
                prop_assert!(!label.ends_with("/starred") && label != "read", "{}", label);
                prop_assert_eq!(folders.labelled(&label), Some(place), "{}", label);
                prop_assert_eq!(folders.find(&label), Some(place), "{}", label);
                prop_assert!(seen.insert(label.clone()), "{} twice", label);
            }
            for tag in &tags {
                let label = folders.label_of_tag(&tag.name).into_owned();
                prop_assert_eq!(folders.labelled(&label), None, "{}", label);
                prop_assert_eq!(folders.labelled_tag(&tags, &label), Some(tag), "{}", label);
                prop_assert!(seen.insert(label.clone()), "{} twice", label);
            }
        }
    }
}
