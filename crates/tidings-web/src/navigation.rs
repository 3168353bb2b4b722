//! The numbers in the navigation of every page, counted once and cached until something changes.
//!
//! Counting tens of thousands of unread articles takes milliseconds; a whole page takes less than one. The counts stay
//! valid until the person does something (which increases their revision, in whatever process) or articles arrive
//! (which changes the newest article). A change of the first kind takes effect at once, one of the second after
//! [`ARRIVALS`]: nobody can tell the difference between two arrivals a moment apart. Other changes (retention, another
//! program's merge) show after [`AT_MOST`].

use crate::{Error, app::Inner, blocking, letter_icon::Tile, pages::activity};
use jiff::{SignedDuration, Timestamp};
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex},
};
use tidings_model::{FolderId, SourceId, UserId};
use tidings_store::{
    Folder, ListedArticle, Overview, OverviewVersion, SubscriptionSummary, articles,
};

/// Maximum age of counts if articles have arrived since.
const ARRIVALS: SignedDuration = SignedDuration::from_secs(2);
/// Maximum age of counts.
const AT_MOST: SignedDuration = SignedDuration::from_secs(60);
/// Maximum number of people whose counts are cached.
const MOST_KEPT: usize = 500;
/// Maximum number of folders in the navigation. The Folders page has all of them.
const MAX_FOLDERS: usize = 300;
/// Up to this many sources are all in the navigation. The Sources page has all of them.
const MAX_SOURCES: usize = 1000;
/// Beyond that, this many sources of every folder are always shown.
const AT_LEAST: usize = 3;

/// What the navigation shows.
#[derive(Debug, Default)]
pub(crate) struct Navigation {
    pub(crate) overview: Overview,
    pub(crate) groups: Vec<Group>,
    pub(crate) n_unread: u64,
    with_icons: HashSet<SourceId>,
    /// Problems on the Activity page since it was last opened.
    pub(crate) n_problems: u64,
}

/// A folder in the navigation, or the sources without one.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) folder: Option<FolderId>,
    /// The folder's own name.
    pub(crate) name: String,
    /// How many folders are around it.
    pub(crate) level: usize,
    /// Unread articles in it and in the folders inside it.
    pub(crate) n_unread: u64,
    /// Indices into the overview's sources: those in the folder itself.
    pub(crate) sources: Vec<usize>,
    /// Sources that do not fit.
    pub(crate) n_more: usize,
}

/// The cached navigation of recent users.
#[derive(Debug, Default)]
pub(crate) struct NavigationCache(Mutex<HashMap<UserId, Kept>>);

#[derive(Debug)]
struct Kept {
    stamp: OverviewVersion,
    at: Timestamp,
    navigation: Arc<Navigation>,
}

impl Kept {
    fn is_good(&self, stamp: OverviewVersion, now: Timestamp) -> bool {
        let age = now.duration_since(self.at);
        let limit = if self.stamp == stamp { AT_MOST } else { ARRIVALS };
        self.stamp.revision == stamp.revision && (SignedDuration::ZERO..limit).contains(&age)
    }
}

impl NavigationCache {
    /// Returns a user's navigation, counted again if necessary.
    pub(crate) async fn of(
        &self,
        inner: &Inner,
        user: UserId,
        stamp: OverviewVersion,
    ) -> Result<Arc<Navigation>, Error> {
        let now = inner.clock.now();
        if let Some(navigation) = self.kept(user, stamp, now) {
            return Ok(navigation);
        }
        let n_problems = activity::n_problems(inner, user).await?;
        let navigation = Arc::new(Navigation::new(
            inner.store.subscriptions().overview(user, now).await?,
            n_problems,
        ));
        let mut kept_by_user = blocking::locked(&self.0);
        if kept_by_user.len() >= MOST_KEPT {
            kept_by_user.retain(|_, kept| now.duration_since(kept.at) < AT_MOST);
        }
        if kept_by_user.len() < MOST_KEPT {
            kept_by_user.insert(user, Kept { stamp, at: now, navigation: Arc::clone(&navigation) });
        }
        Ok(navigation)
    }

    /// Drops a user's counts, after a change that does not increase their revision.
    pub(crate) fn forget(&self, user: UserId) {
        blocking::locked(&self.0).remove(&user);
    }

    /// Updates the counts after one article was read, if nothing else happened between two revisions, so that nothing
    /// need be counted again.
    pub(crate) fn was_read(
        &self,
        user: UserId,
        former: OverviewVersion,
        revision: i64,
        article: &ListedArticle,
    ) {
        let mut kept_by_user = blocking::locked(&self.0);
        let Some(kept) = kept_by_user.get_mut(&user) else { return };
        if kept.stamp.revision != former.revision || revision != former.revision + 1 {
            return;
        }
        let mut overview = kept.navigation.overview.clone();
        let source = overview.sources.iter_mut().find(|one| one.id == article.source);
        let is_muted = source.as_ref().is_some_and(|source| source.is_muted);
        if let Some(source) = source {
            source.n_unread = source.n_unread.saturating_sub(1);
        }
        let is_today = !is_muted
            && kept.at.duration_since(article.arrived_at) <= articles::TODAY
            && kept.at.duration_since(article.published_at) <= articles::TODAY_PUBLISHED;
        overview.n_today = overview.n_today.saturating_sub(u64::from(is_today));
        kept.navigation = Arc::new(Navigation::new(overview, kept.navigation.n_problems));
        kept.stamp.revision = revision;
    }

    fn kept(
        &self,
        user: UserId,
        stamp: OverviewVersion,
        now: Timestamp,
    ) -> Option<Arc<Navigation>> {
        let kept_by_user = blocking::locked(&self.0);
        kept_by_user
            .get(&user)
            .filter(|kept| kept.is_good(stamp, now))
            .map(|kept| Arc::clone(&kept.navigation))
    }
}

impl Navigation {
    fn new(overview: Overview, n_problems: u64) -> Self {
        let with_icons = overview.sources.iter().filter(|source| source.has_icon);
        Self {
            groups: groups(&overview),
            n_unread: overview.n_unread(),
            with_icons: with_icons.map(|source| source.id).collect(),
            n_problems,
            overview,
        }
    }

    /// Returns the placeholder for a source without an icon.
    pub(crate) fn tile(&self, id: &SourceId, title: &str) -> Option<Tile> {
        (!self.with_icons.contains(id)).then(|| Tile::of(title))
    }

    /// Returns a folder.
    pub(crate) fn folder(&self, id: FolderId) -> Option<&Folder> {
        self.overview.folders.iter().find(|folder| folder.id == id)
    }

    /// Returns whether a folder is another, or inside it.
    pub(crate) fn is_inside(&self, folder: FolderId, around: FolderId) -> bool {
        let (folder, around) = (self.folder(folder), self.folder(around));
        folder.zip(around).is_some_and(|(folder, around)| around.contains(folder))
    }

    /// Returns the number of unread articles in a folder and the folders inside it.
    pub(crate) fn n_unread_in(&self, id: FolderId) -> u64 {
        let Some(around) = self.folder(id) else { return 0 };
        let folders = self.overview.folders.iter().filter(|folder| around.contains(folder));
        let inside: HashSet<_> = folders.map(|folder| Some(folder.id)).collect();
        let sources = self.overview.sources.iter();
        sources.filter(|one| inside.contains(&one.folder)).map(|one| one.n_unread).sum()
    }

    /// Returns one of the user's sources.
    pub(crate) fn source(&self, id: SourceId) -> Option<&SubscriptionSummary> {
        self.overview.sources.iter().find(|source| source.id == id)
    }

    /// Returns whether all sources fit without collapsing folders.
    pub(crate) fn is_small(&self) -> bool {
        self.overview.sources.len() <= 30
    }
}

/// Returns the folders with their sources, each followed by the folders inside it. If there are too many sources, those
/// with unread articles come first.
fn groups(overview: &Overview) -> Vec<Group> {
    let folders = &overview.folders[..overview.folders.len().min(MAX_FOLDERS)];
    let mut groups = folders
        .iter()
        .map(|folder| Group {
            folder: Some(folder.id),
            name: folder.name.clone(),
            level: folder.level(),
            ..Group::default()
        })
        .collect::<Vec<_>>();
    groups.push(Group::default());
    let place = folders
        .iter()
        .enumerate()
        .map(|(index, folder)| (folder.id, index))
        .collect::<HashMap<_, _>>();
    let loose = groups.len() - 1;
    for (index, source) in overview.sources.iter().enumerate() {
        let mut at = match source.folder {
            None => loose,
            // A folder that is not shown: its sources still belong to it.
            Some(folder) => match place.get(&folder) {
                Some(at) => *at,
                None => continue,
            },
        };
        groups[at].sources.push(index);
        groups[at].n_unread += source.n_unread;
        while let Some(around) = folders.get(at).and_then(|folder| place.get(&folder.parent?)) {
            groups[*around].n_unread += source.n_unread;
            at = *around;
        }
    }
    let room = if overview.sources.len() <= MAX_SOURCES {
        usize::MAX
    } else {
        (MAX_SOURCES / groups.len()).max(AT_LEAST)
    };
    for group in &mut groups {
        fit(group, overview, room);
    }
    groups.retain(|group| group.folder.is_some() || !group.sources.is_empty());
    groups
}

fn fit(group: &mut Group, overview: &Overview, room: usize) {
    if group.sources.len() <= room {
        return;
    }
    group.n_more = group.sources.len() - room;
    group.sources.sort_by_key(|index| (overview.sources[*index].n_unread == 0, *index));
    group.sources.truncate(room);
    group.sources.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_model::ArticleId;

    fn source(id: i64, folder: Option<i64>, n_unread: u64) -> SubscriptionSummary {
        SubscriptionSummary {
            id: SourceId(id),
            title: format!("Source {id}"),
            folder: folder.map(FolderId),
            n_unread,
            is_muted: false,
            has_icon: false,
        }
    }

    fn folder(id: i64) -> Folder {
        let name = format!("Folder {id}");
        Folder { id: FolderId(id), parent: None, path: name.clone(), name }
    }

    fn inside(id: i64, around: &Folder) -> Folder {
        let path = format!("{}/Folder {id}", around.path);
        Folder { parent: Some(around.id), path, ..folder(id) }
    }

    #[test]
    fn a_few_sources_are_all_shown_in_their_folders() {
        let overview = Overview {
            folders: vec![folder(1), folder(2)],
            sources: vec![source(1, Some(1), 3), source(2, None, 1), source(3, Some(1), 4)],
            ..Overview::default()
        };
        let navigation = Navigation::new(overview, 0);
        assert_eq!(navigation.n_unread, 8);
        let shown = |index: usize| navigation.groups[index].sources.clone();
        assert_eq!((shown(0), shown(1), shown(2)), (vec![0, 2], vec![], vec![1]));
        assert_eq!((navigation.groups[0].n_unread, navigation.n_unread_in(FolderId(1))), (7, 7));
    }

    #[test]
    fn folders_include_the_folders_inside_them() {
        let outer = folder(1);
        let middle = inside(2, &outer);
        let overview = Overview {
            folders: vec![outer, middle.clone(), inside(3, &middle), folder(4)],
            sources: vec![source(1, Some(1), 1), source(2, Some(2), 10), source(3, Some(3), 100)],
            ..Overview::default()
        };
        let navigation = Navigation::new(overview, 0);
        let groups = navigation.groups.iter();
        let told: Vec<_> = groups.map(|group| (group.level, group.n_unread)).collect();
        assert_eq!(told, [(0, 111), (1, 110), (2, 100), (0, 0)]);
        let n_unread = |id| navigation.n_unread_in(FolderId(id));
        assert_eq!([n_unread(1), n_unread(2), n_unread(3), n_unread(4)], [111, 110, 100, 0]);
    }

    #[test]
    fn hundreds_of_sources_are_all_shown() {
        let overview = Overview {
            folders: (0..20).map(folder).collect(),
            sources: (0..900).map(|id| source(id, Some(id % 20), 0)).collect(),
            ..Overview::default()
        };
        let navigation = Navigation::new(overview, 0);
        assert!(navigation.groups.iter().all(|group| group.sources.len() == 45));
    }

    #[test]
    fn the_navigation_is_bounded_and_prefers_unread_sources() {
        let overview = Overview {
            folders: (0..40).map(folder).collect(),
            sources: (0..4000).map(|id| source(id, Some(id % 40), u64::from(id >= 3960))).collect(),
            ..Overview::default()
        };
        let navigation = Navigation::new(overview, 0);
        let n_shown: usize = navigation.groups.iter().map(|group| group.sources.len()).sum();
        assert!(n_shown <= MAX_SOURCES, "{n_shown}");
        for group in &navigation.groups {
            assert_eq!(group.sources.len() + group.n_more, 100);
            assert!(
                group.sources.iter().any(|index| *index >= 3960),
                "the folder with unread articles is shown"
            );
        }
    }

    #[test]
    fn counts_are_valid_until_something_happens() {
        let at = |seconds| Timestamp::from_second(seconds).unwrap();
        let stamp = |revision, newest| OverviewVersion { revision, newest: ArticleId(newest) };
        let kept = Kept { stamp: stamp(1, 10), at: at(100), navigation: Arc::default() };
        assert!(kept.is_good(stamp(1, 10), at(159)));
        assert!(!kept.is_good(stamp(1, 10), at(160)), "too old");
        assert!(!kept.is_good(stamp(2, 10), at(100)), "after an action of the person");
        assert!(kept.is_good(stamp(1, 11), at(101)), "one second after an arrival");
        assert!(!kept.is_good(stamp(1, 11), at(102)), "an arrival");
        assert!(!kept.is_good(stamp(1, 10), at(99)), "after the clock was set back");
    }
}
