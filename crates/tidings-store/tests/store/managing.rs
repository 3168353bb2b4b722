//! Managing sources: options, pauses, switches between duplicates, and undoing all of them.

use crate::support::{
    Ground, add_source, add_user, article, at, noon, on_both, record, run, sqlite, store_articles,
    tidy, with_reader,
};
use proptest::prelude::*;
use tidings_model::{
    Article, ArticleId, Reason, Refusal, SourceId, SourceKind, SourceState, UserId, units::Minutes,
};
use tidings_store::{
    ArticleList, Cursor, FetchRecord, ImportLine, ImportedMark, Listing, Retention, Secret,
    SourceOptions, Store, SubscriberOptions, Wish,
};

async fn state_of(store: &Store, source: SourceId) -> SourceState {
    store.sources().get(source).await.unwrap().unwrap().state
}

#[test]
fn a_pause_only_affects_its_user() {
    on_both(async |ground| {
        let (store, ada, source) = with_reader(&ground).await;
        let bob = add_user(&store, "bob").await;
        store.subscriptions().subscribe(bob, source, None, noon()).await.unwrap();
        assert_eq!(
            store
                .subscriptions()
                .pause_all(ada, vec![source, SourceId(99)], at(1))
                .await
                .unwrap()
                .n,
            1
        );
        assert_eq!(
            store.subscriptions().pause_all(ada, vec![source], at(2)).await.unwrap().n,
            0,
            "already paused"
        );
        assert_eq!(state_of(&store, source).await, SourceState::Active, "bob still reads it");
        store_articles(&store, source, vec![tidy(1), tidy(2)], at(5)).await;
        assert_eq!(store.readings().unread_ids(ada, 10).await.unwrap(), []);
        assert_eq!(store.readings().unread_ids(bob, 10).await.unwrap().len(), 2);

        store.subscriptions().pause_all(bob, vec![source], at(6)).await.unwrap();
        assert_eq!(state_of(&store, source).await, SourceState::Paused, "nobody else reads it");
        assert_eq!(store.subscriptions().resume(ada, vec![source], at(7)).await.unwrap(), 1);
        assert_eq!(state_of(&store, source).await, SourceState::Active);
        assert_eq!(
            store.readings().unread_ids(ada, 10).await.unwrap().len(),
            2,
            "what arrived in the meantime"
        );
        assert_eq!(store.maintenance().check().await.unwrap(), Vec::<String>::new());
    });
}

#[test]
fn fetch_options_of_one_subscriber_do_not_harm_others() {
    on_both(async |ground| {
        let (store, ada, source) = with_reader(&ground).await;
        let bob = add_user(&store, "bob").await;
        let wish = |min, max| SubscriberOptions {
            min_minutes: min,
            max_minutes: max,
            ..SubscriberOptions::default()
        };
        store.subscriptions().set_options(ada, source, wish(Some(600), Some(900))).await.unwrap();
        let manner = store.sources().manner(source).await.unwrap();
        assert_eq!((manner.min_minutes, manner.max_minutes), (Some(600), Some(900)));
        store.subscriptions().subscribe(bob, source, None, noon()).await.unwrap();
        let manner = store.sources().manner(source).await.unwrap();
        assert_eq!(manner.min_minutes, None, "bob did not agree to wait");
        assert_eq!(manner.max_minutes, Some(900));
        store.subscriptions().set_options(bob, source, wish(Some(60), Some(120))).await.unwrap();
        let manner = store.sources().manner(source).await.unwrap();
        assert_eq!((manner.min_minutes, manner.max_minutes), (Some(60), Some(120)));
        let set = SourceOptions { min_minutes: Some(240), ..SourceOptions::default() };
        store.sources().set_options(source, set.clone()).await.unwrap();
        assert_eq!(store.sources().options(source).await.unwrap(), set);
        assert_eq!(
            store.sources().manner(source).await.unwrap().min_minutes,
            Some(240),
            "the operator's setting"
        );
        assert!(
            store.subscriptions().set_options(UserId(99), source, wish(None, None)).await.is_err()
        );
    });
}

#[test]
fn the_longest_retention_applies() {
    on_both(async |ground| {
        let (store, ada, source) = with_reader(&ground).await;
        let bob = add_user(&store, "bob").await;
        store.subscriptions().subscribe(bob, source, None, noon()).await.unwrap();
        let day = 24 * 60;
        let old: Vec<Article> = (0..60)
            .map(|n| Article { published: Some(at(-100 * day + n)), ..tidy(n as usize) })
            .collect();
        store_articles(&store, source, old, at(-90 * day)).await;
        let wish = |days| SubscriberOptions { keep_days: days, ..SubscriberOptions::default() };
        let sweep = async |days| {
            let retention =
                Retention { article_days: days, always_newest: 10, ..Retention::default() };
            store.maintenance().sweep(retention, None, 10, noon()).await.unwrap()
        };
        store.subscriptions().set_options(ada, source, wish(Some(7))).await.unwrap();
        let swept = sweep(None).await;
        assert_eq!(swept.n_articles, 0, "bob keeps articles forever");
        assert!(swept.n_unread > 0, "ada's marks are removed anyway");
        assert!(store.readings().unread_ids(ada, 100).await.unwrap().is_empty());
        assert!(!store.readings().unread_ids(bob, 100).await.unwrap().is_empty());
        store.subscriptions().set_options(bob, source, wish(Some(200))).await.unwrap();
        assert_eq!(
            sweep(Some(30)).await.n_articles,
            0,
            "bob keeps more than the operator's setting"
        );
        store.subscriptions().set_options(bob, source, wish(Some(30))).await.unwrap();
        assert_eq!(sweep(None).await.n_articles, 50);
    });
}

#[test]
fn credentials_belong_to_a_private_source() {
    on_both(async |ground| {
        let (store, ada, source) = with_reader(&ground).await;
        let url = store.sources().get(source).await.unwrap().unwrap().url;
        store.sources().make_private(source, ada, noon()).await.unwrap();
        let secret = Secret {
            origin: "https://example.org".to_owned(),
            header: "authorization".to_owned(),
            value: "swordfish".to_owned(),
        };
        store.sources().set_secret(source, Some(secret.clone())).await.unwrap();
        assert_eq!(store.sources().manner(source).await.unwrap().secret, Some(secret));
        assert_eq!(
            store.sources().by_url(url.clone()).await.unwrap(),
            None,
            "other users do not find it"
        );
        let moved = "https://new.example/feed".parse().unwrap();
        store.sources().change_url(source, moved, noon()).await.unwrap();
        let now = store.sources().get(source).await.unwrap().unwrap();
        assert!(now.owner == Some(ada) && now.url.host_str() == Some("new.example"));
        assert!(
            !store.subscriptions().get(ada, source).await.unwrap().unwrap().title().contains('#')
        );
        let overview = store.subscriptions().overview(ada, noon()).await.unwrap();
        assert_eq!(overview.sources[0].title, "https://new.example/feed");
        store.sources().set_secret(source, None).await.unwrap();
        assert_eq!(store.sources().secret_origin(source).await.unwrap(), None);
    });
}

#[test]
fn a_muted_source_is_shown_only_in_its_own_list() {
    on_both(async |ground| {
        let (store, ada, source) = with_reader(&ground).await;
        let other = add_source(&store, "https://other.example/feed").await;
        store.subscriptions().subscribe(ada, other, None, noon()).await.unwrap();
        store_articles(&store, source, vec![tidy(1)], at(1)).await;
        store_articles(&store, other, vec![tidy(2)], at(1)).await;
        let muted = SubscriberOptions { is_muted: true, ..SubscriberOptions::default() };
        store.subscriptions().set_options(ada, source, muted).await.unwrap();
        let n = async |shelf| {
            store.articles().list(ada, shelf, Cursor::START, 10).await.unwrap().articles.len()
        };
        assert_eq!((n(ArticleList::Unread).await, n(ArticleList::All).await), (1, 1));
        assert_eq!(n(ArticleList::Since(noon())).await, 1);
        assert_eq!(
            (n(ArticleList::Source(source)).await, n(ArticleList::SourceUnread(source)).await),
            (1, 1)
        );
        let overview = store.subscriptions().overview(ada, at(2)).await.unwrap();
        assert_eq!((overview.n_unread(), overview.n_today), (1, 1));
        let up_to = tidings_store::UpTo::Everything;
        store.readings().mark_scope_read(ada, tidings_store::MarkScope::All, up_to).await.unwrap();
        assert_eq!(
            store.readings().unread_ids(ada, 10).await.unwrap().len(),
            1,
            "what was not shown stays unread"
        );
    });
}

#[test]
fn folders_keep_their_order_and_can_be_restored() {
    on_both(async |ground| {
        let (store, ada, source) = with_reader(&ground).await;
        let folder = async |name: &str| {
            store.subscriptions().folder(ada, name.to_owned(), noon()).await.unwrap()
        };
        let (b, a, c) = (folder("b").await, folder("a").await, folder("c").await);
        let names = async || {
            let folders = store.subscriptions().folders(ada).await.unwrap();
            folders.into_iter().map(|folder| folder.name).collect::<String>()
        };
        assert_eq!(names().await, "abc");
        store.subscriptions().order_folders(ada, vec![c, b]).await.unwrap();
        assert_eq!(names().await, "cba");
        folder("aa").await;
        assert_eq!(names().await, "cbaaa", "a new one comes last");
        let bob = add_user(&store, "bob").await;
        assert!(store.subscriptions().order_folders(bob, vec![a]).await.is_err());
        assert!(store.subscriptions().remove_folder(bob, b, noon()).await.is_err());
        store.subscriptions().move_to(ada, source, Some(b)).await.unwrap();
        let removed = store.subscriptions().remove_folder(ada, b, noon()).await.unwrap();
        assert_eq!((removed.n, names().await.as_str()), (1, "caaa"));
        store.undos().undo(ada, removed.undo.unwrap(), noon()).await.unwrap();
        assert_eq!(names().await, "cbaaa");
        let subscription =
            store.subscriptions().get(ada, source).await.unwrap().unwrap().subscription;
        assert_eq!(subscription.folder, Some(folder("b").await));
    });
}

#[test]
fn an_undo_restores_nothing_of_another_user() {
    on_both(async |ground| {
        let (store, ada, source) = with_reader(&ground).await;
        let bob = add_user(&store, "bob").await;
        store_articles(&store, source, vec![tidy(1)], at(1)).await;
        let folder = store.subscriptions().folder(ada, "mine".to_owned(), noon()).await.unwrap();
        store.subscriptions().move_to(ada, source, Some(folder)).await.unwrap();
        let gone = store.subscriptions().unsubscribe_all(ada, vec![source], at(2)).await.unwrap();
        assert_eq!(state_of(&store, source).await, SourceState::Paused);
        let undo = gone.undo.unwrap();
        assert!(store.undos().undo(bob, undo, at(3)).await.is_err(), "ada's undo is not bob's");
        assert_eq!(store.subscriptions().count(bob).await.unwrap(), 0);
        store.undos().undo(ada, undo, at(4)).await.unwrap();
        let subscription =
            store.subscriptions().get(ada, source).await.unwrap().unwrap().subscription;
        assert_eq!(subscription.folder, Some(folder));
        assert_eq!(store.readings().unread_ids(ada, 10).await.unwrap().len(), 1);
        assert_eq!(store.maintenance().check().await.unwrap(), Vec::<String>::new());
    });
}

#[test]
fn the_next_check_waits_as_long_as_the_host_asks() {
    on_both(async |ground| {
        let (store, ada, source) = with_reader(&ground).await;
        let beside = add_source(&store, "https://www.example.org/other").await;
        let elsewhere = add_source(&store, "https://elsewhere.example/feed").await;
        for id in [beside, elsewhere] {
            store.subscriptions().subscribe(ada, id, None, noon()).await.unwrap();
        }
        let asked = FetchRecord {
            next_at: at(30),
            next_reason: "share 30".to_owned(),
            host_blocked_until: Some(at(120)),
            ..record(source, vec![tidy(1)], at(0))
        };
        store.fetches().store(asked).await.unwrap();
        let next = async |id, now| {
            let one = store.subscriptions().get(ada, id).await.unwrap().unwrap();
            (one.next_check(), one.next_reason(now).into_owned())
        };
        let patience = |minutes| Reason::Patience { wait: Minutes(minutes) }.code();
        assert_eq!(next(source, at(10)).await, (at(120), patience(110.0)));
        assert_eq!(next(source, at(120)).await, (at(120), "share 30".to_owned()));
        assert_eq!(next(beside, at(10)).await, (at(120), patience(110.0)), "of the same host");
        assert_eq!(next(elsewhere, at(10)).await, (noon(), "new".to_owned()));
        let listed = store.subscriptions().list(ada).await.unwrap();
        let blocked = listed.iter().filter(|one| one.next_check() == at(120)).count();
        assert_eq!((listed.len(), blocked), (3, 2));
    });
}

#[test]
fn sources_with_the_same_articles_are_found() {
    on_both(async |ground| {
        let (store, ada, source) = with_reader(&ground).await;
        let other = add_source(&store, "https://www.example.org/feed/").await;
        let third = add_source(&store, "https://third.example/feed").await;
        for id in [other, third] {
            store.subscriptions().subscribe(ada, id, None, noon()).await.unwrap();
        }
        store_articles(&store, source, (0..9).map(tidy).collect(), at(1)).await;
        store_articles(&store, other, (3..12).map(tidy).collect(), at(1)).await;
        store_articles(&store, third, (30..40).map(tidy).collect(), at(1)).await;
        assert_eq!(store.sources().twins(ada).await.unwrap(), [(source, other)]);
        let stats = store.sources().stats(vec![source, other], at(5)).await.unwrap();
        assert_eq!(stats[&source].weekly.iter().sum::<u32>(), 9);
        assert_eq!(stats[&source].spend.n_requests, 1);
        assert_eq!(stats[&source].spend.n_fruitful, 1);
        assert_eq!(store.sources().postings(source, at(-2000), 5).await.unwrap().len(), 5);
    });
}

/// Returns everything a user has, as text.
async fn everything(store: &Store, user: UserId) -> String {
    let mut text = String::new();
    for one in store.subscriptions().list(user).await.unwrap() {
        let row = one.subscription;
        text += &format!("{} {:?} {:?} {:?}\n", row.source, row.folder, row.title, one.options);
    }
    let mut unread = store.readings().unread_ids(user, 1000).await.unwrap();
    unread.sort();
    text += &format!("unread {unread:?}\n");
    for id in (1..60).map(ArticleId) {
        let reading = store.readings().get(user, id).await.unwrap();
        if reading != tidings_model::user::Reading::default() {
            text += &format!("{id} {reading:?}\n");
        }
    }
    for tag in store.readings().tags(user).await.unwrap() {
        let page = store
            .articles()
            .list(user, ArticleList::Tagged(tag.id), Cursor::START, 100)
            .await
            .unwrap();
        let ids: Vec<ArticleId> = page.articles.iter().map(|listed| listed.id).collect();
        text += &format!("{} {ids:?}\n", tag.name);
    }
    text
}

/// Something a user does to an article: whether it is in the first or second source, its index, and the action.
type Act = (bool, usize, u8);

async fn merge_and_undo(ground: &Ground, acts: &[Act], overlap: usize, follows_both: bool) {
    let (store, ada, from) = with_reader(ground).await;
    let into = add_source(&store, "https://www.example.org/feed").await;
    let bob = add_user(&store, "bob").await;
    for source in [from, into] {
        store.subscriptions().subscribe(bob, source, None, noon()).await.unwrap();
    }
    if follows_both {
        store.subscriptions().subscribe(ada, into, None, noon()).await.unwrap();
    }
    let texts = |first: usize| -> Vec<Article> {
        (first..first + 8)
            .map(|n| {
                let link = format!("https://example.org/{n}");
                let published = Some(at(n as i64 - 100));
                Article {
                    published,
                    ..article(&link, &link, &format!("Title {n}"), &format!("Text {n}"))
                }
            })
            .collect()
    };
    let ours = store_articles(&store, from, texts(0), at(1)).await.new_ids;
    let theirs = store_articles(&store, into, texts(8 - overlap), at(2)).await.new_ids;
    for (first, index, what) in acts {
        let id = if *first || !follows_both { ours[*index] } else { theirs[*index] };
        match what {
            0 => drop(store.readings().mark_read(ada, vec![id], at(3)).await.unwrap()),
            1 => store.readings().star(ada, id, Some(at(4))).await.unwrap(),
            2 => store.readings().put_aside(ada, id, Some(at(5))).await.unwrap(),
            3 => drop(store.readings().tag(ada, id, "tag".to_owned(), at(6)).await.unwrap()),
            _ => drop(store.readings().mark_unread(ada, vec![id], at(9)).await.unwrap()),
        }
    }
    let (before, bobs) = (everything(&store, ada).await, everything(&store, bob).await);
    let was_unread = store.readings().unread_ids(ada, 100).await.unwrap();
    let twins: Vec<(ArticleId, ArticleId)> =
        (0..overlap).map(|n| (ours[8 - overlap + n], theirs[n])).collect();
    let mut wanted = Vec::new();
    for (gone, kept) in &twins {
        let (one, other) = (
            store.readings().get(ada, *gone).await.unwrap(),
            store.readings().get(ada, *kept).await.unwrap(),
        );
        let is_unread = was_unread.contains(gone) && (!follows_both || was_unread.contains(kept));
        wanted.push((
            *kept,
            is_unread,
            one.starred_at.or(other.starred_at).is_some(),
            one.later_at.or(other.later_at).is_some(),
        ));
    }
    let done = store.sources().switch(ada, from, into, at(10)).await.unwrap();
    assert_eq!(everything(&store, bob).await, bobs, "other users are not affected");
    assert_eq!(store.subscriptions().list(ada).await.unwrap().len(), 1);
    let unread = store.readings().unread_ids(ada, 100).await.unwrap();
    for (kept, is_unread, is_starred, is_later) in wanted {
        let reading = store.readings().get(ada, kept).await.unwrap();
        assert_eq!(unread.contains(&kept), is_unread, "{kept} unread");
        assert_eq!(reading.starred_at.is_some(), is_starred, "{kept} starred");
        assert_eq!(reading.later_at.is_some(), is_later, "{kept} later");
    }
    assert_eq!(store.maintenance().check().await.unwrap(), Vec::<String>::new());
    store.undos().undo(ada, done.undo.unwrap(), at(20)).await.unwrap();
    assert_eq!(everything(&store, ada).await, before, "the state is as before");
    assert_eq!(everything(&store, bob).await, bobs);
    assert_eq!(store.maintenance().check().await.unwrap(), Vec::<String>::new());
}

#[test]
fn a_merge_keeps_the_union_and_can_be_undone() {
    on_both(async |ground| {
        let acts = [(true, 7, 1), (false, 0, 3), (true, 6, 0), (true, 5, 3), (false, 2, 0)];
        merge_and_undo(&ground, &acts, 4, true).await;
    });
    on_both(async |ground| {
        merge_and_undo(&ground, &[(true, 7, 1), (true, 6, 0), (true, 5, 3)], 4, false).await;
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn a_merge_can_be_undone_whatever_was_done(
        acts in proptest::collection::vec((any::<bool>(), 0usize..8, 0u8..5), 0..12),
        overlap in 0usize..=8,
        follows_both in any::<bool>(),
    ) {
        run(merge_and_undo(&sqlite(), &acts, overlap, follows_both));
    }
}

fn line(url: &str) -> ImportLine {
    ImportLine { url: url.to_owned(), folder: "Folder".to_owned(), ..ImportLine::default() }
}

fn wish(url: &str) -> Result<Wish, Refusal> {
    Ok(Wish {
        kind: SourceKind::Feed,
        url: url.parse().unwrap(),
        folder: Some("Folder".to_owned()),
        title: None,
        first: (noon(), "first".to_owned()),
    })
}

#[test]
fn importing_a_list_twice_at_once_subscribes_to_nothing_twice() {
    on_both(async |ground| {
        let store = ground.open().await;
        let ada = add_user(&store, "ada").await;
        let urls: Vec<String> = (0..5).map(|n| format!("https://{n}.example/feed")).collect();
        let listing = Listing {
            name: "list.opml".to_owned(),
            lines: urls.iter().map(|url| line(url)).collect(),
            ..Listing::default()
        };
        let one = store.imports().begin(ada, listing.clone(), noon()).await.unwrap();
        let two = store.imports().begin(ada, listing, noon()).await.unwrap();
        assert_eq!(store.imports().unfinished().await.unwrap(), [(one, ada), (two, ada)]);
        let work = async |import: i64, n: usize| {
            let waiting = store.imports().waiting_lines(import, n).await.unwrap();
            let wishes = waiting.into_iter().map(|(at, line)| (at, wish(&line.url))).collect();
            store.imports().settle_lines(import, ada, wishes, 4, noon()).await.unwrap();
            store.imports().finish(import, noon()).await.unwrap();
        };
        // Interrupted after two lines, as by kill -9, while the other import processes all of its lines.
        work(one, 2).await;
        assert!(store.imports().get(ada, one).await.unwrap().unwrap().finished_at.is_none());
        work(two, 100).await;
        work(one, 100).await;
        assert_eq!(store.imports().unfinished().await.unwrap(), []);
        assert_eq!(store.subscriptions().count(ada).await.unwrap(), 4, "four is the limit");
        assert_eq!(store.subscriptions().folders(ada).await.unwrap().len(), 1);
        assert_eq!(store.imports().get(ada, one).await.unwrap().unwrap().counts, [0, 2, 2, 1]);
        assert_eq!(store.imports().get(ada, two).await.unwrap().unwrap().counts, [0, 2, 2, 1]);
        let refused = store.imports().refused_lines(ada, one, 10).await.unwrap();
        assert_eq!((refused[0].0, refused[0].1.url.as_str()), (4, urls[4].as_str()));
        let bob = add_user(&store, "bob").await;
        assert_eq!(store.imports().get(bob, one).await.unwrap(), None);
        assert_eq!(store.imports().refused_lines(bob, one, 10).await.unwrap(), []);
        store.users().remove(ada).await.unwrap();
        assert_eq!(store.maintenance().check().await.unwrap(), Vec::<String>::new());
    });
}

#[test]
fn imported_marks_wait_for_their_articles() {
    on_both(async |ground| {
        let (store, ada, source) = with_reader(&ground).await;
        let bob = add_user(&store, "bob").await;
        store.subscriptions().subscribe(bob, source, None, noon()).await.unwrap();
        store_articles(&store, source, vec![tidy(1)], at(1)).await;
        let mark = |n: usize, is_read: bool, is_starred: bool, tags: &[&str]| ImportedMark {
            source: "https://example.org/feed".parse().unwrap(),
            source_title: "Example".to_owned(),
            article: tidy(n),
            is_read,
            is_starred,
            is_later: false,
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        };
        let listing = Listing {
            marks: vec![
                mark(1, true, false, &[]),
                mark(2, true, false, &[]),
                mark(3, false, true, &["kept"]),
                mark(4, true, true, &[]),
            ],
            ..Listing::default()
        };
        let import = store.imports().begin(ada, listing, at(2)).await.unwrap();
        let found = store.imports().get(ada, import).await.unwrap().unwrap();
        assert_eq!(
            (found.n_marks, found.n_marks_waiting),
            (4, 3),
            "the first article is stored and read"
        );
        assert_eq!(store.readings().unread_ids(ada, 10).await.unwrap(), []);
        let new = store_articles(&store, source, vec![tidy(1), tidy(2), tidy(3)], at(5)).await;
        let (second, third) = (new.new_ids[0], new.new_ids[1]);
        assert_eq!(store.readings().unread_ids(ada, 10).await.unwrap(), [third]);
        assert!(
            store.readings().unread_ids(bob, 10).await.unwrap().contains(&second),
            "bob has read nothing"
        );
        let starred = store.readings().starred_ids(ada, 10).await.unwrap();
        assert_eq!(starred.len(), 2, "the fourth is kept although its feed does not list it");
        assert!(starred.contains(&third));
        assert_eq!(store.readings().tags(ada).await.unwrap()[0].n_articles, 1);
        let page = store.articles().list(bob, ArticleList::All, Cursor::START, 10).await.unwrap();
        assert_eq!(page.articles.len(), 3, "content from a file is not shown to other users");
        let page =
            store.articles().list(ada, ArticleList::Starred, Cursor::START, 10).await.unwrap();
        assert!(page.articles.iter().any(|listed| listed.title == "Title 4"));
        assert_eq!(store.maintenance().check().await.unwrap(), Vec::<String>::new());
    });
}

#[test]
fn articles_starred_in_a_former_subscription_are_kept() {
    on_both(async |ground| {
        let store = ground.open().await;
        let ada = add_user(&store, "ada").await;
        let mark = ImportedMark {
            source: "https://left.example/feed".parse().unwrap(),
            source_title: "Left".to_owned(),
            article: tidy(1),
            is_read: true,
            is_starred: true,
            is_later: false,
            tags: Vec::new(),
        };
        let listing = Listing { marks: vec![mark], ..Listing::default() };
        for _ in 0..2 {
            store.imports().begin(ada, listing.clone(), at(1)).await.unwrap();
            store.imports().settle_marks(at(2)).await.unwrap();
            assert_eq!(store.readings().starred_ids(ada, 10).await.unwrap().len(), 1, "once");
        }
        assert_eq!(store.maintenance().check().await.unwrap(), Vec::<String>::new());
    });
}
