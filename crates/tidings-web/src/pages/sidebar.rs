//! The folders and sources in the navigation, nested, and the switch between all of them and unread ones.

use crate::{
    Error,
    acts::preferences,
    app::Inner,
    forms::Form,
    navigation::Group,
    next,
    pages::{Line, Place, Shell},
};
use axum::{extract::State, response::Redirect};
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::FolderId;
use tidings_store::SubscriptionSummary;

/// A folder as the navigation shows it, or the sources without one.
pub(crate) struct ShownGroup<'a> {
    pub(crate) group: &'a Group,
    pub(crate) sources: Vec<&'a SubscriptionSummary>,
    pub(crate) is_open: bool,
    /// Whether the next one is inside it.
    pub(crate) has_inner: bool,
    /// How many of the folders around it end with it.
    pub(crate) n_ends: usize,
}

impl ShownGroup<'_> {
    /// Returns whether there is anything to expand.
    pub(crate) fn has_content(&self) -> bool {
        self.has_inner || !self.sources.is_empty()
    }
}

impl Shell {
    /// Returns the folders and sources that the navigation shows, each folder followed by those inside it.
    pub(crate) fn groups(&self) -> Vec<ShownGroup<'_>> {
        let shown: Vec<&Group> =
            self.navigation.groups.iter().filter(|group| self.is_shown(group)).collect();
        let level = |index: usize| shown.get(index).map_or(0, |group| group.level);
        let mut groups = Vec::with_capacity(shown.len());
        for (index, group) in shown.iter().enumerate() {
            let next = level(index + 1);
            groups.push(ShownGroup {
                group,
                sources: self.sources(group),
                is_open: self.is_open(group),
                has_inner: next > group.level,
                n_ends: group.level.saturating_sub(next),
            });
        }
        groups
    }

    fn is_shown(&self, group: &Group) -> bool {
        !self.is_unread_only || group.n_unread > 0 || self.is_around(group)
    }

    fn sources(&self, group: &Group) -> Vec<&SubscriptionSummary> {
        let sources = group.sources.iter().map(|index| &self.navigation.overview.sources[*index]);
        let is_shown = |source: &&SubscriptionSummary| {
            !self.is_unread_only || source.n_unread > 0 || self.is_at_source(source)
        };
        sources.filter(is_shown).collect()
    }

    fn is_open(&self, group: &Group) -> bool {
        self.navigation.is_small() || self.is_around(group)
    }

    /// Returns whether the current page is the list of this folder, or of something inside it.
    fn is_around(&self, group: &Group) -> bool {
        let own = match self.at {
            Place::Folder(folder) => Some(folder),
            Place::Source(source) => match self.navigation.source(source) {
                Some(source) => source.folder,
                None => return false,
            },
            _ => return false,
        };
        match (own, group.folder) {
            (Some(own), Some(folder)) => self.navigation.is_inside(own, folder),
            (own, folder) => own == folder,
        }
    }

    pub(crate) fn is_at_folder(&self, folder: &FolderId) -> bool {
        self.at == Place::Folder(*folder)
    }

    /// Returns whether any source has unread articles, or would be left out for having none.
    pub(crate) fn can_filter(&self) -> bool {
        !self.navigation.overview.sources.is_empty()
    }

    /// Returns the address that the switch leads back to.
    pub(crate) fn href(&self) -> String {
        let lines = || self.lists().into_iter().chain(self.manage()).chain(self.settings());
        let listed = |line: Line| (line.at == self.at).then_some(line.href);
        match self.at {
            Place::Folder(id) => format!("/folder/{id}"),
            Place::Source(id) => format!("/source/{id}"),
            Place::Tag(id) => format!("/tag/{id}"),
            Place::More => "/more".to_owned(),
            _ => lines().find_map(listed).unwrap_or("/").to_owned(),
        }
    }
}

/// The form of the switch.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Switch {
    unread_only: String,
    #[serde(default)]
    back: String,
}

/// `POST /settings/sidebar`: shows all sources in the navigation, or only those with unread articles.
pub(crate) async fn switch(
    State(inner): State<Arc<Inner>>,
    form: Form<Switch>,
) -> Result<Redirect, Error> {
    let settings = vec![("unread_only", Some(form.fields.unread_only.clone()))];
    preferences::choose(&form.actor(&inner), settings).await?;
    Ok(Redirect::to(next::safe(&form.fields.back)))
}
