//! The daemon's hands, on a small scripted web.

use crate::{clock::Time, daemon::Daemon, importing};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};
use tidings_fetch::{Answered, BoxFuture, Post, Request, Response, Web};
use tidings_model::{
    Clock, Failure, FailureKind, Fingerprint, Outcome, Role, SourceId, UserId, Validators,
    limits::Limits,
};
use tidings_store::{Options, Place, Store};
use tidings_web::{Key, Look, Refreshed};
use url::Url;

/// Answers from a table, and notes who was asked and with what secret.
#[derive(Debug, Default)]
struct Script {
    pages: Mutex<HashMap<String, String>>,
    asked: Mutex<Vec<(String, bool)>>,
}

impl Script {
    fn says(&self, url: &str, guids: &[&str]) {
        let items: String = guids
            .iter()
            .map(|guid| format!("<item><guid>{guid}</guid><title>{guid}</title></item>"))
            .collect();
        let feed =
            format!("<rss version=\"2.0\"><channel><title>Feed</title>{items}</channel></rss>");
        self.pages.lock().unwrap().insert(url.to_owned(), feed);
    }

    fn n_asked(&self) -> usize {
        self.asked.lock().unwrap().len()
    }
}

impl Web for Script {
    fn get(&self, request: Request) -> BoxFuture<'_, tidings_fetch::Result> {
        Box::pin(async move {
            tokio::task::yield_now().await;
            assert_eq!(request.url.fragment(), None, "the mark of a private source is never sent");
            let url = request.url.to_string();
            self.asked.lock().unwrap().push((url.clone(), request.credentials.is_some()));
            let body = self.pages.lock().unwrap().get(&url).cloned();
            let Some(body) = body else {
                return Err(Failure::new(FailureKind::NotFound, "nothing is there"));
            };
            Ok(Response {
                status: 200,
                url: request.url,
                hops: Vec::new(),
                content_type: Some("application/rss+xml".to_owned()),
                validators: Validators {
                    body: Some(Fingerprint::of_bytes(body.as_bytes())),
                    ..Validators::default()
                },
                max_age: None,
                retry_after: None,
                hubs: Vec::new(),
                self_url: None,
                wire_bytes: body.len() as u64,
                body: body.into(),
            })
        })
    }

    fn check(&self, _: &Url) -> Result<(), Failure> {
        Ok(())
    }

    fn post(&self, _: Post) -> BoxFuture<'_, std::result::Result<Answered, Failure>> {
        Box::pin(async { Err(Failure::new(FailureKind::Offline, "nothing is sent in this test")) })
    }
}

const FEED: &str = "https://example.org/feed";

async fn house() -> (Arc<Daemon>, Arc<Script>, UserId, UserId) {
    let time = Arc::new(Time::simulated("2026-11-15T12:00:00Z".parse().unwrap(), 1));
    let store = Store::open(Options::new(Place::Memory, time.now())).await.unwrap();
    let mut users = Vec::new();
    for name in ["ada", "bob"] {
        let hash = "hash".to_owned();
        users.push(store.users().add(name.to_owned(), hash, Role::User, time.now()).await.unwrap());
    }
    let web = Arc::new(Script::default());
    web.says(FEED, &["one", "two"]);
    let asked: Arc<dyn Web> = Arc::<Script>::clone(&web);
    let daemon = Daemon::new(store, asked, time, Limits::default());
    (Arc::new(daemon), web, users[0], users[1])
}

async fn follow(daemon: &Daemon, user: UserId, url: &str) -> SourceId {
    daemon.follow(user, url, None).await.unwrap().source
}

#[tokio::test(start_paused = true)]
async fn looking_and_following_ask_once() {
    let (daemon, web, ada, bob) = house().await;
    let Look::Source(preview) = daemon.look(ada, "example.org/feed").await.unwrap() else {
        panic!("one feed is there")
    };
    assert_eq!((preview.title.as_str(), preview.n_articles, preview.followed), ("Feed", 2, None));
    assert_eq!(daemon.store.subscriptions().count(ada).await.unwrap(), 0);
    let source = follow(&daemon, ada, &preview.url).await;
    assert_eq!(web.n_asked(), 1);
    assert_eq!(daemon.store.readings().unread_ids(ada, 10).await.unwrap().len(), 2);
    // What is watched already is shown to others without a request.
    let Look::Source(known) = daemon.look(bob, FEED).await.unwrap() else { panic!("known") };
    assert_eq!((known.newest.len(), known.followed), (2, None));
    let Look::Source(own) = daemon.look(ada, FEED).await.unwrap() else { panic!("known") };
    assert_eq!((web.n_asked(), own.followed), (1, Some(source)));
}

#[tokio::test(start_paused = true)]
async fn what_was_looked_at_is_anothers_secret_and_grows_old() {
    let (daemon, web, ada, bob) = house().await;
    daemon.look(ada, FEED).await.unwrap();
    follow(&daemon, bob, FEED).await;
    assert_eq!(web.n_asked(), 2, "bob did not look");
    web.says("https://b.example/feed", &["b"]);
    daemon.look(ada, "https://b.example/feed").await.unwrap();
    daemon.time.jump(11 * 60 * 1000);
    follow(&daemon, ada, "https://b.example/feed").await;
    assert_eq!(web.n_asked(), 4);
}

#[tokio::test(start_paused = true)]
async fn a_hundred_presses_are_one_request() {
    let (daemon, web, ada, bob) = house().await;
    let source = follow(&daemon, ada, FEED).await;
    daemon.time.jump(6 * 60 * 1000);
    let mut presses = tokio::task::JoinSet::new();
    for _ in 0..100 {
        let daemon = Arc::clone(&daemon);
        presses.spawn(async move { daemon.refresh(ada, source).await.unwrap() });
    }
    let asked = |answer: &Refreshed| matches!(answer, Refreshed::Asked(Outcome::Unchanged));
    assert_eq!(presses.join_all().await.iter().filter(|answer| asked(answer)).count(), 1);
    assert_eq!(web.n_asked(), 2, "one to follow, one for all presses");
    assert!(daemon.refresh(bob, source).await.is_err(), "bob does not follow it");
    assert_eq!(daemon.store.sources().count_leases(daemon.time.now()).await.unwrap(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_new_address_takes_the_only_reader_along_and_others_not() {
    let (daemon, web, ada, bob) = house().await;
    let source = follow(&daemon, ada, FEED).await;
    web.says("https://new.example/feed", &["two", "three"]);
    let moved = daemon.change_address(ada, source, "https://new.example/feed").await.unwrap();
    assert_eq!(moved.source, source, "alone: the very source moves");
    assert_eq!(daemon.store.readings().unread_ids(ada, 10).await.unwrap().len(), 3);
    follow(&daemon, bob, "https://new.example/feed").await;
    web.says("https://third.example/feed", &["three", "four"]);
    let first = daemon.store.readings().unread_ids(ada, 10).await.unwrap();
    daemon.store.readings().mark_read(ada, first, daemon.time.now()).await.unwrap();
    let moved = daemon.change_address(ada, source, "https://third.example/feed").await.unwrap();
    assert_ne!(moved.source, source);
    let theirs = daemon.store.subscriptions().get(bob, source).await.unwrap().unwrap();
    assert_eq!(theirs.source.url.as_str(), "https://new.example/feed", "bob stays");
    assert_eq!(
        daemon.store.readings().unread_ids(ada, 10).await.unwrap().len(),
        1,
        "three was read there"
    );
    let failed = daemon.change_address(ada, moved.source, "https://nowhere.example/").await;
    assert!(failed.is_err());
    assert!(daemon.store.subscriptions().get(ada, moved.source).await.unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn a_secret_opens_nothing_for_others_and_stays_with_its_origin() {
    let (daemon, web, ada, bob) = house().await;
    let shared = follow(&daemon, ada, FEED).await;
    follow(&daemon, bob, FEED).await;
    let key = Key::Password("ada".to_owned(), "swordfish".to_owned());
    let own = daemon.set_key(ada, shared, Some(&key)).await.unwrap();
    assert_ne!(own, shared);
    assert_eq!(daemon.store.subscriptions().get(ada, shared).await.unwrap(), None);
    web.says(FEED, &["one", "two", "secret"]);
    let claimed =
        daemon.store.sources().claim_one(own, daemon.claim(1), daemon.time.now()).await.unwrap();
    daemon.retrieve(claimed.unwrap()).await.unwrap();
    assert_eq!(web.asked.lock().unwrap().last().unwrap(), &(FEED.to_owned(), true));
    assert!(daemon.store.readings().unread_ids(ada, 10).await.unwrap().len() > 2);
    assert_eq!(
        daemon.store.sources().count_articles_of(shared).await.unwrap(),
        2,
        "bob sees what is public"
    );
    let exported = importing::export(&daemon.store, ada).await.unwrap();
    assert!(
        exported.contains(FEED) && !exported.contains("only-for") && !exported.contains("sword")
    );
    // The source goes elsewhere: the secret does not.
    let elsewhere = "https://elsewhere.example/feed";
    web.says(elsewhere, &["one"]);
    daemon
        .store
        .sources()
        .change_url(own, elsewhere.parse().unwrap(), daemon.time.now())
        .await
        .unwrap();
    let claimed =
        daemon.store.sources().claim_one(own, daemon.claim(1), daemon.time.now()).await.unwrap();
    daemon.retrieve(claimed.unwrap()).await.unwrap();
    assert_eq!(web.asked.lock().unwrap().last().unwrap(), &(elsewhere.to_owned(), false));
    let plain = "http://plain.example/feed";
    web.says(plain, &["x"]);
    let plain = follow(&daemon, ada, plain).await;
    assert!(daemon.set_key(ada, plain, Some(&key)).await.is_err(), "no password without https");
}

#[tokio::test(start_paused = true)]
async fn an_import_goes_on_where_it_stopped() {
    let (daemon, _, ada, _) = house().await;
    let outline = |n: usize| format!("<outline text='F{n}' xmlUrl='https://{n}.example/feed'/>");
    let list: String = (0..250).map(outline).collect();
    let opml = format!(
        "<opml><body><outline text='Folder'>{list}<outline text='x' xmlUrl='ftp://x/'/></outline></body></opml>"
    );
    let import = daemon.begin_import(ada, "my.opml", opml.clone().into_bytes()).await.unwrap();
    assert_eq!(daemon.store.subscriptions().count(ada).await.unwrap(), 0, "written down only");
    // Somebody else begins with the same file at the same time.
    let again = daemon.begin_import(ada, "my.opml", opml.into_bytes()).await.unwrap();
    let (one, two) = tokio::join!(daemon.go_on_importing(), daemon.go_on_importing());
    one.and(two).unwrap();
    assert_eq!(daemon.store.subscriptions().count(ada).await.unwrap(), 250);
    for id in [import, again] {
        let import = daemon.store.imports().get(ada, id).await.unwrap().unwrap();
        assert!(import.finished_at.is_some());
        assert_eq!((import.counts[0], import.counts[3]), (0, 1));
    }
    let exported = importing::export(&daemon.store, ada).await.unwrap();
    let read = tidings_parse::opml::read(exported.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(read.outlines.len(), 250);
    assert!(read.outlines.iter().all(|outline| outline.folder == ["Folder"]));
    assert!(daemon.begin_import(ada, "cat.jpg", vec![0xff; 100]).await.is_err());
}
