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

/// Returns the person's folder of this path or tag of this name; a folder takes precedence.
pub(crate) async fn label(inner: &Inner, user: UserId, name: &str) -> Result<Option<Set>, Error> {
    let folders = Folders::of(inner, user).await?;
    if let Some(folder) = folders.find(name) {
        return Ok(Some(folder.map_or(Set::Unfiled, Set::Folder)));
    }
    Ok(folders.tag(inner, user, name).await?.map(|tag| Set::Tagged(tag.id)))
}

/// Returns the person's tag that clients know by this name.
pub(crate) async fn tag(inner: &Inner, user: UserId, name: &str) -> Result<Option<Tag>, Error> {
    Folders::of(inner, user).await?.tag(inner, user, name).await
}

/// Returns whether clients may take a label for the state of an article, because it ends like one.
fn ends_like_a_state(label: &str) -> bool {
    ["read", "starred"].contains(&label.rsplit('/').next().unwrap_or_default())
}

/// Returns the path that a client means by the label of a folder.
pub(crate) fn path_of_label(label: &str) -> &str {
    label.strip_suffix(FOLDER_MARK).filter(|path| ends_like_a_state(path)).unwrap_or(label)
}

/// A person's folders.
#[derive(Debug)]
pub(crate) struct Folders(Vec<Folder>);

impl Folders {
    pub(crate) async fn of(inner: &Inner, user: UserId) -> Result<Self, Error> {
        Ok(Self(inner.store.subscriptions().folders(user).await?))
    }

    async fn tag(&self, inner: &Inner, user: UserId, name: &str) -> Result<Option<Tag>, Error> {
        let tags = inner.store.readings().tags(user).await?;
        Ok(tags.into_iter().find(|tag| self.label_of_tag(&tag.name) == name))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Folder> {
        self.0.iter()
    }

    /// Returns the path of a folder, or the name of the place for sources without one.
    pub(crate) fn name(&self, folder: Option<FolderId>) -> &str {
        let named = folder.and_then(|id| self.0.iter().find(|folder| folder.id == id));
        named.map_or_else(|| self.unfiled(), |folder| folder.path.as_str())
    }

    /// Returns the name of the place for sources without a folder, which differs from the name of every folder.
    pub(crate) fn unfiled(&self) -> &'static str {
        const OTHER: &str = "Uncategorized (no folder)";
        let is_taken = self.0.iter().any(|folder| folder.path == UNFILED);
        if is_taken { OTHER } else { UNFILED }
    }

    /// Returns the label of a folder, or of the place for sources without one.
    pub(crate) fn label(&self, folder: Option<FolderId>) -> Cow<'_, str> {
        let name = self.name(folder);
        if ends_like_a_state(name) { format!("{name}{FOLDER_MARK}").into() } else { name.into() }
    }

    /// Returns the folder of this path or label; `Some(None)` is the place for sources without one.
    pub(crate) fn find(&self, label: &str) -> Option<Option<FolderId>> {
        self.at(label).or_else(|| self.at(path_of_label(label)))
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
        if ends_like_a_state(tag) || self.find(tag).is_some() {
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
