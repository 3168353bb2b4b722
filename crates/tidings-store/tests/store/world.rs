//! A small world of readers and sources with a model in memory, to compare lists and streams with.

use crate::support::{add_source, add_user, article, at, noon, store_articles};
use jiff::Timestamp;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use tidings_model::{
    Article, ArticleId, EntryId, FolderId, RuleId, SourceId, TagId, UserId,
    rule::{Accents, Action, Matching, Rule, RuleScope, Verdict},
};
use tidings_store::{ListOrder, Store, StreamQuery, SubscriberOptions};

pub(crate) const READERS: usize = 2;
const SOURCES: usize = 3;
/// An article of the model: its date in minutes, its title and its author.
type Told = (Option<i64>, &'static str, &'static str);
/// When each source is first fetched, and its articles.
const FETCHES: [(i64, &[Told]); SOURCES] = [
    (
        0,
        &[
            (Some(-10), "apple", "zoe"),
            (Some(-10), "Berry", "Yves"),
            (None, "cherry", "xenia"),
            (Some(-2880), "Date", "zoe"),
            (Some(-2881), "elder", "Will"),
        ],
    ),
    (
        60,
        &[
            (Some(-10), "Fig", "yves"),
            (Some(9000), "grape", "Vera"),
            (Some(-60 * 24 * 500), "Hazel", "zoe"),
            (Some(30), "iris", "will"),
        ],
    ),
    (
        2000,
        &[
            (Some(1999), "jasmine", "Xenia"),
            (Some(-60 * 24 * 3000), "Kale", "vera"),
            (None, "lily", "yves"),
            (Some(-880), "Mint", "Zoe"),
        ],
    ),
];
/// The number of articles of all sources together.
pub(crate) const ARTICLES: usize = 13;

/// An action of a reader, most of them on an article.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Act {
    Read(usize, usize, i64),
    Star(usize, usize, Option<i64>),
    Later(usize, usize, Option<i64>),
    Tag(usize, usize, i64),
    Untag(usize, usize),
    Hide(usize, usize),
    Leave(usize, usize),
    Follow(usize, usize, i64),
    Mute(usize, usize),
    File(usize, usize, Option<usize>),
}

pub(crate) fn acts() -> impl Strategy<Value = Vec<Act>> {
    let (reader, nth, source) = (0..READERS, 0..ARTICLES, 0..SOURCES);
    let minute = 3000..3006_i64;
    let marked = || (0..READERS, 0..ARTICLES, prop::option::weighted(0.8, 3000..3006_i64));
    let act = prop_oneof![
        6 => (reader.clone(), nth.clone(), minute.clone()).prop_map(|(r, n, m)| Act::Read(r, n, m)),
        4 => marked().prop_map(|(r, n, m)| Act::Star(r, n, m)),
        3 => marked().prop_map(|(r, n, m)| Act::Later(r, n, m)),
        3 => (reader.clone(), nth.clone(), minute.clone()).prop_map(|(r, n, m)| Act::Tag(r, n, m)),
        1 => (reader.clone(), nth.clone()).prop_map(|(r, n)| Act::Untag(r, n)),
        2 => (reader.clone(), nth).prop_map(|(r, n)| Act::Hide(r, n)),
        1 => (reader.clone(), source.clone()).prop_map(|(r, s)| Act::Leave(r, s)),
        2 => (reader.clone(), source.clone(), minute.clone()).prop_map(|(r, s, m)| Act::Follow(r, s, m)),
        1 => (reader.clone(), source.clone()).prop_map(|(r, s)| Act::Mute(r, s)),
        2 => (reader, source, prop::option::of(0..2_usize)).prop_map(|(r, s, f)| Act::File(r, s, f)),
    ];
    prop::collection::vec(act, 0..40)
}

/// Returns actions that leave something of every kind, for a test that runs once.
pub(crate) fn busy() -> Vec<Act> {
    let mut acts =
        vec![Act::File(0, 0, Some(0)), Act::File(0, 1, Some(1)), Act::File(1, 2, Some(0))];
    for n in 0..ARTICLES {
        acts.extend((n % 2 == 0).then_some(Act::Star(0, n, Some(3000 + n as i64 % 3))));
        acts.extend((n % 3 == 0).then_some(Act::Later(0, n, Some(3000 + n as i64 % 2))));
        acts.extend((n % 4 == 1).then_some(Act::Tag(n % 2, n, 3003)));
        acts.extend((n % 5 == 2).then_some(Act::Read(0, n, 3004)));
        acts.extend((n % 6 == 3).then_some(Act::Hide(0, n)));
    }
    acts.extend([Act::Star(0, 4, None), Act::Untag(1, 1), Act::Mute(0, 2), Act::Mute(1, 0)]);
    acts.extend([Act::Leave(0, 1), Act::Leave(1, 1), Act::Leave(1, 0), Act::Follow(1, 1, 3004)]);
    acts
}

/// An article in the model.
#[derive(Debug, Clone)]
pub(crate) struct Known {
    pub(crate) id: ArticleId,
    pub(crate) source: usize,
    pub(crate) title: &'static str,
    pub(crate) author: &'static str,
    pub(crate) published_at: Timestamp,
    pub(crate) arrived_at: Timestamp,
}

/// What the store should contain for a reader.
#[derive(Debug)]
pub(crate) struct Reader {
    pub(crate) user: UserId,
    /// The first is inside the second.
    pub(crate) folders: [FolderId; 2],
    pub(crate) tag: TagId,
    rule: RuleId,
    /// The subscribed sources: in which folder, and whether they are muted.
    pub(crate) follows: BTreeMap<usize, (Option<usize>, bool)>,
    pub(crate) unread: BTreeSet<ArticleId>,
    pub(crate) read_at: BTreeMap<ArticleId, Timestamp>,
    pub(crate) starred: BTreeMap<ArticleId, Timestamp>,
    pub(crate) later: BTreeMap<ArticleId, Timestamp>,
    pub(crate) tagged: BTreeMap<ArticleId, Timestamp>,
    pub(crate) hidden: BTreeSet<ArticleId>,
    /// The articles that arrived when they subscribed again, with their numbers.
    pub(crate) late: BTreeMap<ArticleId, (EntryId, Timestamp)>,
}

impl Reader {
    /// Returns the number by which their clients know an article.
    pub(crate) fn number(&self, one: &Known) -> EntryId {
        self.late.get(&one.id).map_or(EntryId(one.id.0), |(number, _)| *number)
    }

    /// Returns when an article arrived for them.
    pub(crate) fn arrived_at(&self, one: &Known) -> Timestamp {
        self.late.get(&one.id).map_or(one.arrived_at, |(_, at)| *at)
    }

    pub(crate) fn sees(&self, one: &Known) -> bool {
        let kept = [&self.starred, &self.later, &self.tagged];
        self.follows.contains_key(&one.source)
            || kept.iter().any(|marks| marks.contains_key(&one.id))
    }

    /// Whether an article is in the lists of subscribed sources.
    pub(crate) fn meets(&self, one: &Known) -> bool {
        self.follows.contains_key(&one.source) && !self.hidden.contains(&one.id)
    }

    pub(crate) fn is_muted(&self, one: &Known) -> bool {
        self.follows.get(&one.source).is_some_and(|(_, is_muted)| *is_muted)
    }

    pub(crate) fn folder_of(&self, one: &Known) -> Option<usize> {
        self.follows.get(&one.source).and_then(|(folder, _)| *folder)
    }

    /// Whether an article is in the lists of a folder.
    pub(crate) fn is_in(&self, one: &Known, folder: usize) -> bool {
        self.folder_of(one).is_some_and(|own| own <= folder)
    }
}

pub(crate) struct World {
    pub(crate) store: Store,
    pub(crate) sources: Vec<SourceId>,
    /// By id, which is the order of arrival.
    pub(crate) articles: Vec<Known>,
    pub(crate) readers: Vec<Reader>,
}

impl World {
    /// Creates readers who subscribe to all sources, each fetched once, and then performs their actions.
    pub(crate) async fn after(store: Store, acts: &[Act]) -> Self {
        let mut world =
            Self { store, sources: Vec::new(), articles: Vec::new(), readers: Vec::new() };
        for n in 0..READERS {
            let reader = world.add_reader(n).await;
            world.readers.push(reader);
        }
        for (source, (minute, articles)) in FETCHES.iter().enumerate() {
            world.fetch(source, *minute, articles).await;
        }
        for act in acts {
            world.act(*act).await;
        }
        world
    }

    async fn add_reader(&self, n: usize) -> Reader {
        let user = add_user(&self.store, &format!("reader {n}")).await;
        let mut folders = Vec::new();
        // The first by id is the last by path: it is inside the other.
        for name in ["zoo", "Air"] {
            let folder = self.store.subscriptions().folder(user, name.to_owned(), noon()).await;
            folders.push(folder.unwrap());
        }
        self.store.subscriptions().move_folder(user, folders[0], Some(folders[1])).await.unwrap();
        let rule = Rule {
            name: "hides".to_owned(),
            scope: RuleScope::All,
            matching: Matching::All,
            conditions: Vec::new(),
            accents: Accents::Ignored,
            actions: vec![Action::Block],
        };
        Reader {
            user,
            folders: [folders[0], folders[1]],
            tag: self.store.readings().add_tag(user, "kept".to_owned()).await.unwrap(),
            rule: self.store.rules().add(user, rule, 9, noon()).await.unwrap(),
            follows: BTreeMap::new(),
            unread: BTreeSet::new(),
            read_at: BTreeMap::new(),
            starred: BTreeMap::new(),
            later: BTreeMap::new(),
            tagged: BTreeMap::new(),
            hidden: BTreeSet::new(),
            late: BTreeMap::new(),
        }
    }

    async fn fetch(&mut self, source: usize, minute: i64, articles: &[Told]) {
        let id = add_source(&self.store, &format!("https://{source}.example/feed")).await;
        self.sources.push(id);
        for reader in &mut self.readers {
            self.store.subscriptions().subscribe(reader.user, id, None, noon()).await.unwrap();
            reader.follows.insert(source, (None, false));
        }
        let made = |(published, title, author): &Told| {
            let url = format!("https://{source}.example/{title}");
            Article {
                published: published.map(at),
                authors: vec![(*author).to_owned()],
                ..article(&url, &url, title, "Text")
            }
        };
        let document = articles.iter().map(made).collect();
        let ids = store_articles(&self.store, id, document, at(minute)).await.new_ids;
        for stored in self.store.articles().indexable(ids).await.unwrap() {
            let told = articles.iter().find(|(_, title, _)| *title == stored.title).unwrap();
            let arrived_at = at(minute);
            let published_at = told.0.map_or(arrived_at, |minute| at(minute).min(arrived_at));
            let (id, title, author) = (stored.id, told.1, told.2);
            self.articles.push(Known { id, source, title, author, published_at, arrived_at });
            for reader in &mut self.readers {
                reader.unread.insert(id);
            }
        }
    }

    async fn act(&mut self, act: Act) {
        let readings = self.store.readings();
        match act {
            Act::Read(r, n, minute) => {
                let (reader, one) = (&mut self.readers[r], &self.articles[n]);
                let n_read = readings.mark_read(reader.user, vec![one.id], at(minute)).await;
                assert_eq!(n_read.unwrap(), u64::from(reader.unread.remove(&one.id)));
                if reader.sees(one) {
                    reader.read_at.entry(one.id).or_insert(at(minute));
                }
            }
            Act::Star(r, n, minute) => {
                let (reader, one) = (&mut self.readers[r], &self.articles[n]);
                let done = readings.star(reader.user, one.id, minute.map(at)).await;
                assert_eq!(done.is_ok(), reader.sees(one));
                mark(&mut reader.starred, one.id, minute.filter(|_| done.is_ok()));
            }
            Act::Later(r, n, minute) => {
                let (reader, one) = (&mut self.readers[r], &self.articles[n]);
                let done = readings.put_aside(reader.user, one.id, minute.map(at)).await;
                assert_eq!(done.is_ok(), reader.sees(one));
                mark(&mut reader.later, one.id, minute.filter(|_| done.is_ok()));
            }
            Act::Tag(r, n, minute) => {
                let (reader, one) = (&mut self.readers[r], &self.articles[n]);
                let done = readings.tag(reader.user, one.id, "kept".to_owned(), at(minute)).await;
                assert_eq!(done.is_ok(), reader.sees(one));
                if done.is_ok() {
                    reader.tagged.entry(one.id).or_insert(at(minute));
                }
            }
            Act::Untag(r, n) => {
                let (reader, one) = (&mut self.readers[r], &self.articles[n]);
                readings.untag(reader.user, one.id, reader.tag).await.unwrap();
                reader.tagged.remove(&one.id);
            }
            Act::Hide(r, n) => {
                let (reader, one) = (&mut self.readers[r], &self.articles[n]);
                let verdict = Verdict { blocked_by: Some(reader.rule), ..Verdict::default() };
                let verdicts = vec![(one.id, verdict)];
                self.store.rules().carry_out(reader.user, verdicts, at(2999)).await.unwrap();
                reader.unread.remove(&one.id);
                reader.hidden.insert(one.id);
            }
            Act::Leave(..) | Act::Follow(..) | Act::Mute(..) | Act::File(..) => {
                self.arrange(act).await;
            }
        }
    }

    async fn arrange(&mut self, act: Act) {
        let subscriptions = self.store.subscriptions();
        match act {
            Act::Leave(r, s) => {
                let reader = &mut self.readers[r];
                let done = subscriptions.unsubscribe(reader.user, self.sources[s]).await;
                assert_eq!(done.is_ok(), reader.follows.remove(&s).is_some());
                for one in self.articles.iter().filter(|one| one.source == s) {
                    reader.unread.remove(&one.id);
                    reader.late.remove(&one.id);
                }
            }
            Act::Follow(r, s, minute) => self.follow(r, s, at(minute)).await,
            Act::Mute(r, s) => {
                let reader = &mut self.readers[r];
                let muted = SubscriberOptions { is_muted: true, ..SubscriberOptions::default() };
                let done = subscriptions.set_options(reader.user, self.sources[s], muted).await;
                assert_eq!(done.is_ok(), reader.follows.contains_key(&s));
                reader.follows.entry(s).and_modify(|(_, is_muted)| *is_muted = true);
            }
            Act::File(r, s, folder) => {
                let reader = &mut self.readers[r];
                let into = folder.map(|folder| reader.folders[folder]);
                let done = subscriptions.move_to(reader.user, self.sources[s], into).await;
                assert_eq!(done.is_ok(), reader.follows.contains_key(&s));
                reader.follows.entry(s).and_modify(|(its, _)| *its = folder);
            }
            _ => {}
        }
    }
}

impl World {
    /// Subscribes a reader to a source again. Its articles that become unread get numbers after all others.
    async fn follow(&mut self, r: usize, s: usize, now: Timestamp) {
        let (reader, articles) = (&mut self.readers[r], self.store.articles());
        if reader.follows.contains_key(&s) {
            return;
        }
        let newest = articles.newest_entry(reader.user).await.unwrap();
        self.store
            .subscriptions()
            .subscribe(reader.user, self.sources[s], None, now)
            .await
            .unwrap();
        reader.follows.insert(s, (None, false));
        for one in self.articles.iter().filter(|one| one.source == s) {
            if !reader.read_at.contains_key(&one.id) && !reader.hidden.contains(&one.id) {
                reader.unread.insert(one.id);
            }
        }
        let mut last = None;
        let order = ListOrder::Oldest;
        let after = StreamQuery { after: Some(newest), order, ..StreamQuery::default() };
        for entry in articles.stream(reader.user, after).await.unwrap() {
            let one = self.articles.iter().find(|one| one.id == entry.article).unwrap();
            assert!(reader.unread.contains(&one.id) && one.source == s);
            assert!(last.is_none_or(|last| last < (one.published_at, one.id)), "oldest first");
            last = Some((one.published_at, one.id));
            reader.late.insert(one.id, (entry.number, now));
        }
        let n_unread = reader
            .unread
            .iter()
            .filter(|id| self.articles.iter().any(|one| one.id == **id && one.source == s));
        let n_late = reader
            .late
            .keys()
            .filter(|id| self.articles.iter().any(|one| one.id == **id && one.source == s));
        assert_eq!(n_late.count(), n_unread.count());
    }
}

/// Marks an article at a minute, or removes the mark.
fn mark(marks: &mut BTreeMap<ArticleId, Timestamp>, id: ArticleId, minute: Option<i64>) {
    match minute {
        Some(minute) => drop(marks.insert(id, at(minute))),
        None => drop(marks.remove(&id)),
    }
}
