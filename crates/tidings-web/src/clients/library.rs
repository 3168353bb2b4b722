//! What a person follows, as programs name it: every source in exactly one folder.

use crate::{Error, app::Inner};
use std::collections::HashMap;
use tidings_model::{FolderId, SourceId, UserId, source::Source};
use tidings_store::{Folder, Set, SubscribedSource, Tag};

/// The folder of sources that are in none: programs expect every source to be in one.
const UNFILED: &str = "Uncategorized";
/// Its number where folders have numbers; no folder gets that far.
pub(crate) const UNFILED_ID: i64 = i32::MAX as i64;

/// Where a source is asked, without what only its owner may know, and the site that it belongs to.
pub(crate) fn addresses(source: &Source) -> (String, String) {
    let url = source.url.to_string();
    let site = source.site.as_ref().map_or_else(|| url.clone(), ToString::to_string);
    (url, site)
}

/// The folder or the tag of a person with a name, a folder first.
pub(crate) async fn label(inner: &Inner, user: UserId, name: &str) -> Result<Option<Set>, Error> {
    if let Some(folder) = Folders::of(inner, user).await?.find(name) {
        return Ok(Some(folder.map_or(Set::Unfiled, Set::Folder)));
    }
    let tags = inner.store.readings().tags(user).await?;
    Ok(tags.iter().find(|tag| tag.name == name).map(|tag| Set::Tagged(tag.id)))
}

/// A person's folders.
#[derive(Debug)]
pub(crate) struct Folders(Vec<Folder>);

impl Folders {
    pub(crate) async fn of(inner: &Inner, user: UserId) -> Result<Self, Error> {
        Ok(Self(inner.store.subscriptions().folders(user).await?))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Folder> {
        self.0.iter()
    }

    /// The name of a folder, or of the place for sources in none.
    pub(crate) fn name(&self, folder: Option<FolderId>) -> &str {
        let named = folder.and_then(|id| self.0.iter().find(|folder| folder.id == id));
        named.map_or_else(|| self.unfiled(), |folder| folder.name.as_str())
    }

    /// What the place for sources in no folder is called: not like any folder.
    pub(crate) fn unfiled(&self) -> &'static str {
        const OTHER: &str = "Uncategorized (no folder)";
        let is_taken = self.0.iter().any(|folder| folder.name == UNFILED);
        if is_taken { OTHER } else { UNFILED }
    }

    /// The folder with a name; inside, `None` is the place for sources in none.
    pub(crate) fn find(&self, name: &str) -> Option<Option<FolderId>> {
        if let Some(folder) = self.0.iter().find(|folder| folder.name == name) {
            return Some(Some(folder.id));
        }
        (name == self.unfiled()).then_some(None)
    }
}

/// A person's sources, folders and tags, with everything that is known of them. Of hundreds of sources that takes a while: calls
/// that are made again and again do with less.
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

    /// The source with an address.
    pub(crate) fn at(&self, url: &str) -> Option<&SubscribedSource> {
        let url = url::Url::parse(url.trim()).ok()?;
        self.sources.iter().find(|one| one.source.url == url)
    }

    /// Whether some source is in no folder.
    pub(crate) fn has_unfiled(&self) -> bool {
        self.sources.iter().any(|one| one.subscription.folder.is_none())
    }
}
