//! A reference model: random actions on the store and on plain collections, which must agree.

use crate::support::*;
use proptest::{
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use std::collections::{BTreeMap, BTreeSet};
use tidings_model::{ArticleId, SourceId, UserId};
use tidings_store::{ArticleList, Cursor, MarkScope, Retention, Store, UpTo};

const USERS: usize = 3;
const SOURCES: usize = 3;

#[derive(Debug, Clone)]
enum Act {
    Subscribe(usize, usize),
    Unsubscribe(usize, usize),
    /// A document of a source: a window of its articles, some of them edited.
    Post(usize, usize, usize, u8),
    Read(usize, usize),
    Unread(usize, usize),
    Star(usize, usize),
    Unstar(usize, usize),
    ReadSource(usize, usize),
    Sweep,
    Reopen,
}

fn act() -> impl Strategy<Value = Act> {
    let (user, source, nth) = (0..USERS, 0..SOURCES, 0..30_usize);
    prop_oneof![
        3 => (user.clone(), source.clone()).prop_map(|(u, s)| Act::Subscribe(u, s)),
        1 => (user.clone(), source.clone()).prop_map(|(u, s)| Act::Unsubscribe(u, s)),
        6 => (source.clone(), 0..20_usize, 1..8_usize, 0..4_u8).prop_map(|(s, from, n, edit)| Act::Post(s, from, n, edit)),
        3 => (user.clone(), nth.clone()).prop_map(|(u, n)| Act::Read(u, n)),
        1 => (user.clone(), nth.clone()).prop_map(|(u, n)| Act::Unread(u, n)),
        2 => (user.clone(), nth.clone()).prop_map(|(u, n)| Act::Star(u, n)),
        1 => (user.clone(), nth).prop_map(|(u, n)| Act::Unstar(u, n)),
        1 => (user, source).prop_map(|(u, s)| Act::ReadSource(u, s)),
        1 => Just(Act::Sweep),
        1 => Just(Act::Reopen),
    ]
}

/// An article in the model.
#[derive(Debug, Clone)]
struct Known {
    id: ArticleId,
    source: usize,
    title: String,
    place: (jiff::Timestamp, ArticleId),
}

#[derive(Debug, Default)]
struct Model {
    subscribed: BTreeSet<(usize, usize)>,
    /// By source and index.
    articles: BTreeMap<(usize, usize), Known>,
    forgotten: BTreeSet<(usize, usize)>,
    unread: BTreeSet<(usize, ArticleId)>,
    read: BTreeSet<(usize, ArticleId)>,
    starred: BTreeSet<(usize, ArticleId)>,
}

impl Model {
    fn nth(&self, n: usize) -> Option<Known> {
        self.articles.values().nth(n % self.articles.len().max(1)).cloned()
    }

    fn may_see(&self, user: usize, known: &Known) -> bool {
        self.subscribed.contains(&(user, known.source)) || self.starred.contains(&(user, known.id))
    }

    /// Returns the articles of a source, newest first.
    fn newest_of(&self, source: usize) -> Vec<Known> {
        let mut all: Vec<Known> =
            self.articles.values().filter(|known| known.source == source).cloned().collect();
        all.sort_by_key(|known| std::cmp::Reverse(known.place));
        all
    }
}

struct World {
    ground: Ground,
    store: Store,
    users: Vec<UserId>,
    sources: Vec<SourceId>,
    model: Model,
    minute: i64,
}

impl World {
    async fn new(ground: Ground) -> Self {
        let store = ground.open().await;
        let (mut users, mut sources) = (Vec::new(), Vec::new());
        for n in 0..USERS {
            users.push(add_user(&store, &format!("user {n}")).await);
        }
        for n in 0..SOURCES {
            sources.push(add_source(&store, &format!("https://{n}.example/feed")).await);
        }
        Self { ground, store, users, sources, model: Model::default(), minute: 0 }
    }

    async fn act(&mut self, act: &Act) {
        self.minute += 1;
        let now = at(self.minute);
        match *act {
            Act::Subscribe(u, s) => {
                self.store
                    .subscriptions()
                    .subscribe(self.users[u], self.sources[s], None, now)
                    .await
                    .unwrap();
                if self.model.subscribed.insert((u, s)) {
                    for known in self.model.newest_of(s) {
                        if !self.model.read.contains(&(u, known.id)) {
                            self.model.unread.insert((u, known.id));
                        }
                    }
                }
            }
            Act::Unsubscribe(u, s) => {
                let done =
                    self.store.subscriptions().unsubscribe(self.users[u], self.sources[s]).await;
                assert_eq!(done.is_ok(), self.model.subscribed.remove(&(u, s)));
                let articles = &self.model.articles;
                let of_source = |id: ArticleId| {
                    articles.values().any(|known| known.id == id && known.source == s)
                };
                self.model.unread.retain(|(user, id)| *user != u || !of_source(*id));
            }
            Act::Post(s, from, n, edit) => self.post(s, from, n, edit).await,
            Act::Read(u, n) => {
                let Some(known) = self.model.nth(n) else { return };
                let n_read = self
                    .store
                    .readings()
                    .mark_read(self.users[u], vec![known.id], now)
                    .await
                    .unwrap();
                assert_eq!(n_read, u64::from(self.model.unread.remove(&(u, known.id))));
                if self.model.may_see(u, &known) {
                    self.model.read.insert((u, known.id));
                }
            }
            Act::Unread(u, n) => {
                let Some(known) = self.model.nth(n) else { return };
                self.store
                    .readings()
                    .mark_unread(self.users[u], vec![known.id], at(9))
                    .await
                    .unwrap();
                self.model.read.remove(&(u, known.id));
                if self.model.subscribed.contains(&(u, known.source)) {
                    self.model.unread.insert((u, known.id));
                }
            }
            Act::Star(u, n) | Act::Unstar(u, n) => {
                let Some(known) = self.model.nth(n) else { return };
                let star = matches!(act, Act::Star(..)).then_some(now);
                let done = self.store.readings().star(self.users[u], known.id, star).await;
                assert_eq!(done.is_ok(), self.model.may_see(u, &known));
                if done.is_ok() && star.is_some() {
                    self.model.starred.insert((u, known.id));
                } else {
                    self.model.starred.remove(&(u, known.id));
                }
            }
            Act::ReadSource(u, s) => {
                let scope = MarkScope::Source(self.sources[s]);
                let n_read = self
                    .store
                    .readings()
                    .mark_scope_read(self.users[u], scope, UpTo::Everything)
                    .await
                    .unwrap();
                let before = self.model.unread.len();
                for known in self.model.newest_of(s) {
                    self.model.unread.remove(&(u, known.id));
                }
                assert_eq!(n_read as usize, before - self.model.unread.len());
            }
            Act::Sweep => self.sweep().await,
            Act::Reopen => {
                self.store.close().await;
                self.store = self.ground.open().await;
            }
        }
    }

    async fn post(&mut self, s: usize, from: usize, n: usize, edit: u8) {
        let is_first = !self
            .model
            .articles
            .keys()
            .chain(&self.model.forgotten)
            .any(|(source, _)| *source == s);
        let titled = |n: usize| {
            if n.is_multiple_of(4) { format!("{n}, take {edit}") } else { format!("{n}") }
        };
        let document: Vec<_> = (from..from + n)
            .map(|n| {
                let url = format!("https://{s}.example/{n}");
                article(&url, &url, &titled(n), "text")
            })
            .collect();
        let now = at(self.minute);
        let stored = store_articles(&self.store, self.sources[s], document, now).await;
        let mut n_updated = 0;
        let mut new: Vec<usize> = Vec::new();
        for n in from..from + n {
            match self.model.articles.get_mut(&(s, n)) {
                Some(known) if known.title != titled(n) => {
                    known.title = titled(n);
                    n_updated += 1;
                }
                Some(_) => {}
                None if self.model.forgotten.contains(&(s, n)) => {}
                None => new.push(n),
            }
        }
        assert_eq!((stored.n_new as usize, stored.n_updated), (new.len(), n_updated));
        // Without dates, the lowest article in the document arrives first.
        for (n, id) in new.iter().rev().zip(&stored.new_ids) {
            let known = Known { id: *id, source: s, title: titled(*n), place: (now, *id) };
            self.model.articles.insert((s, *n), known);
            for u in 0..USERS {
                if self.model.subscribed.contains(&(u, s)) {
                    self.model.unread.insert((u, *id));
                }
            }
        }
        assert!(!is_first || stored.had_overlap);
    }

    async fn sweep(&mut self) {
        let rules =
            Retention { articles_per_source: Some(6), always_newest: 1, ..Retention::default() };
        self.store.maintenance().sweep(rules, None, 99, at(self.minute)).await.unwrap();
        for s in 0..SOURCES {
            for known in self.model.newest_of(s).into_iter().skip(6) {
                if self.model.starred.iter().any(|(_, id)| *id == known.id) {
                    continue;
                }
                let posting = self
                    .model
                    .articles
                    .iter()
                    .find(|(_, one)| one.id == known.id)
                    .map(|(key, _)| *key);
                self.model.articles.remove(&posting.unwrap());
                self.model.forgotten.insert(posting.unwrap());
                self.model.unread.retain(|(_, id)| *id != known.id);
                self.model.read.retain(|(_, id)| *id != known.id);
            }
        }
    }

    async fn compare(&self) {
        for (u, user) in self.users.iter().enumerate() {
            let ids = |set: &BTreeSet<(usize, ArticleId)>| -> BTreeSet<ArticleId> {
                set.iter().filter(|(owner, _)| *owner == u).map(|(_, id)| *id).collect()
            };
            let unread = self.store.readings().unread_ids(*user, 999).await.unwrap();
            assert_eq!(unread.iter().copied().collect::<BTreeSet<_>>(), ids(&self.model.unread));
            let counted: u64 = self
                .store
                .readings()
                .unread_counts(*user)
                .await
                .unwrap()
                .iter()
                .map(|one| one.n_unread)
                .sum();
            assert_eq!(counted as usize, unread.len());
            let starred = self.store.readings().starred_ids(*user, 999).await.unwrap();
            assert_eq!(starred.into_iter().collect::<BTreeSet<_>>(), ids(&self.model.starred));
            let page = self
                .store
                .articles()
                .list(*user, ArticleList::All, Cursor::START, 999)
                .await
                .unwrap();
            let shown: Vec<(ArticleId, &str, bool)> = page
                .articles
                .iter()
                .map(|one| (one.id, one.title.as_str(), one.is_unread))
                .collect();
            let mut expected: Vec<&Known> = self
                .model
                .articles
                .values()
                .filter(|known| self.model.subscribed.contains(&(u, known.source)))
                .collect();
            expected.sort_by_key(|known| std::cmp::Reverse(known.place));
            let expected: Vec<(ArticleId, &str, bool)> = expected
                .iter()
                .map(|known| {
                    (known.id, known.title.as_str(), self.model.unread.contains(&(u, known.id)))
                })
                .collect();
            assert_eq!(shown, expected);
        }
        assert_eq!(self.store.maintenance().check().await.unwrap(), [""; 0]);
    }
}

/// Runs the same random actions on a store and on the model. The seed is fixed, so that failures are reproducible.
fn try_acts(cases: u32, ground: fn() -> Ground) {
    let config =
        Config { cases, failure_persistence: None, max_shrink_iters: 300, ..Config::default() };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]));
    runner
        .run(&proptest::collection::vec(act(), 1..60), |acts| {
            run(async {
                let mut world = World::new(ground()).await;
                for one in &acts {
                    world.act(one).await;
                }
                world.compare().await;
                world.store.close().await;
            });
            Ok(())
        })
        .unwrap();
}

#[test]
fn sqlite_agrees_with_the_model() {
    try_acts(60, sqlite);
}

#[test]
fn postgres_agrees_with_the_model() {
    if std::env::var("TIDINGS_TEST_POSTGRES").is_ok() {
        try_acts(20, || postgres_ground().unwrap());
    }
}
