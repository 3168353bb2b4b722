//! Changes to subscriptions, on a small scripted web.

use crate::{
    importing,
    services::Services,
    testing::{FEED, Home, ScriptedWeb, answer},
};
use std::sync::Arc;
use tidings_model::{Failure, FailureKind, Outcome, SourceId, UserId, limits::Limits};
use tidings_web::{AddressContent, CheckOutcome, Key};

async fn house() -> (Arc<Services>, Arc<ScriptedWeb>, UserId, UserId) {
    let Home { web, services, ada, bob } = Home::new().await;
    (services, web, ada, bob)
}

/// Returns the address requested last, and whether with a secret.
fn last(web: &ScriptedWeb) -> (String, bool) {
    let request = web.last();
    (request.url.to_string(), request.credentials.is_some())
}

async fn follow(services: &Services, user: UserId, url: &str) -> SourceId {
    services.subscribing.follow(user, url, None).await.unwrap().source
}

#[tokio::test(start_paused = true)]
async fn previewing_and_subscribing_make_one_request() {
    let (services, web, ada, bob) = house().await;
    let AddressContent::Source(preview) =
        services.subscribing.preview(ada, "example.org/feed").await.unwrap()
    else {
        panic!("there is one feed")
    };
    assert_eq!((preview.title.as_str(), preview.n_articles, preview.followed), ("Feed", 2, None));
    assert_eq!(services.context.store.subscriptions().count(ada).await.unwrap(), 0);
    let reloaded = services.subscribing.preview(ada, "example.org/feed").await.unwrap();
    assert_eq!(reloaded, AddressContent::Source(preview.clone()));
    let source = follow(&services, ada, &preview.url).await;
    assert_eq!(web.n_asked(), 1, "neither reloading nor subscribing requests it again");
    assert_eq!(services.context.store.readings().unread_ids(ada, 10).await.unwrap().len(), 2);
    // A source that is already watched is shown to others without a request.
    let AddressContent::Source(known) = services.subscribing.preview(bob, FEED).await.unwrap()
    else {
        panic!("known")
    };
    assert_eq!((known.newest.len(), known.followed), (2, None));
    let AddressContent::Source(own) = services.subscribing.preview(ada, FEED).await.unwrap() else {
        panic!("known")
    };
    assert_eq!((web.n_asked(), own.followed), (1, Some(source)));
}

#[tokio::test(start_paused = true)]
async fn a_preview_is_private_and_expires() {
    let (services, web, ada, bob) = house().await;
    services.subscribing.preview(ada, FEED).await.unwrap();
    follow(&services, bob, FEED).await;
    assert_eq!(web.n_asked(), 2, "bob previewed nothing");
    web.says("https://b.example/feed", &["b"]);
    services.subscribing.preview(ada, "https://b.example/feed").await.unwrap();
    services.context.time.jump(11 * 60 * 1000);
    follow(&services, ada, "https://b.example/feed").await;
    assert_eq!(web.n_asked(), 4);
}

#[tokio::test(start_paused = true)]
async fn a_hundred_clicks_are_one_request() {
    let (services, web, ada, bob) = house().await;
    let source = follow(&services, ada, FEED).await;
    services.context.time.jump(6 * 60 * 1000);
    let mut presses = tokio::task::JoinSet::new();
    for _ in 0..100 {
        let services = Arc::clone(&services);
        presses.spawn(async move { services.subscribing.check_now(ada, source).await.unwrap() });
    }
    let asked = |answer: &CheckOutcome| matches!(answer, CheckOutcome::Asked(Outcome::Unchanged));
    assert_eq!(presses.join_all().await.iter().filter(|answer| asked(answer)).count(), 1);
    assert_eq!(web.n_asked(), 2, "one to subscribe, one for all clicks");
    assert!(
        services.subscribing.check_now(bob, source).await.is_err(),
        "bob is not subscribed to it"
    );
    assert_eq!(
        services.context.store.sources().count_leases(services.context.now()).await.unwrap(),
        0
    );
}

#[tokio::test(start_paused = true)]
async fn a_new_address_moves_an_only_subscriber_and_no_others() {
    let (services, web, ada, bob) = house().await;
    let source = follow(&services, ada, FEED).await;
    web.says("https://new.example/feed", &["two", "three"]);
    let moved =
        services.subscribing.change_address(ada, source, "https://new.example/feed").await.unwrap();
    assert_eq!(moved.source, source, "an only subscriber moves the source itself");
    assert_eq!(services.context.store.readings().unread_ids(ada, 10).await.unwrap().len(), 3);
    follow(&services, bob, "https://new.example/feed").await;
    web.says("https://third.example/feed", &["three", "four"]);
    let first = services.context.store.readings().unread_ids(ada, 10).await.unwrap();
    services.context.store.readings().mark_read(ada, first, services.context.now()).await.unwrap();
    let moved = services
        .subscribing
        .change_address(ada, source, "https://third.example/feed")
        .await
        .unwrap();
    assert_ne!(moved.source, source);
    let theirs = services.context.store.subscriptions().get(bob, source).await.unwrap().unwrap();
    assert_eq!(theirs.source.url.as_str(), "https://new.example/feed", "bob stays");
    assert_eq!(
        services.context.store.readings().unread_ids(ada, 10).await.unwrap().len(),
        1,
        "three was read there"
    );
    let failed =
        services.subscribing.change_address(ada, moved.source, "https://nowhere.example/").await;
    assert!(failed.is_err());
    assert!(services.context.store.subscriptions().get(ada, moved.source).await.unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn a_secret_is_private_and_stays_with_its_origin() {
    let (services, web, ada, bob) = house().await;
    let shared = follow(&services, ada, FEED).await;
    follow(&services, bob, FEED).await;
    let key = Key::Password("ada".to_owned(), "swordfish".to_owned());
    let own = services.subscribing.set_key(ada, shared, Some(&key)).await.unwrap();
    assert_ne!(own, shared);
    assert_eq!(services.context.store.subscriptions().get(ada, shared).await.unwrap(), None);
    web.says(FEED, &["one", "two", "secret"]);
    let claimed = services
        .context
        .store
        .sources()
        .claim_one(own, services.fetching.claim(1), services.context.now())
        .await
        .unwrap();
    services.fetching.fetch(&claimed.unwrap()).await.unwrap();
    assert_eq!(last(&web), (FEED.to_owned(), true));
    assert!(services.context.store.readings().unread_ids(ada, 10).await.unwrap().len() > 2);
    assert_eq!(
        services.context.store.sources().count_articles_of(shared).await.unwrap(),
        2,
        "bob sees what is public"
    );
    let exported = importing::export(&services.context.store, ada).await.unwrap();
    assert!(
        exported.contains(FEED) && !exported.contains("only-for") && !exported.contains("sword")
    );
    // The source moves elsewhere, but the secret does not.
    let elsewhere = "https://elsewhere.example/feed";
    web.says(elsewhere, &["one"]);
    services
        .context
        .store
        .sources()
        .change_url(own, elsewhere.parse().unwrap(), services.context.now())
        .await
        .unwrap();
    let claimed = services
        .context
        .store
        .sources()
        .claim_one(own, services.fetching.claim(1), services.context.now())
        .await
        .unwrap();
    services.fetching.fetch(&claimed.unwrap()).await.unwrap();
    assert_eq!(last(&web), (elsewhere.to_owned(), false));
    let plain = "http://plain.example/feed";
    web.says(plain, &["x"]);
    let plain = follow(&services, ada, plain).await;
    assert!(
        services.subscribing.set_key(ada, plain, Some(&key)).await.is_err(),
        "no password without https"
    );
}

#[tokio::test(start_paused = true)]
async fn a_feed_behind_a_password_is_followed_privately() {
    let (services, web, ada, bob) = house().await;
    let typed = "https://ann:p%40ss@locked.example/feed";
    let feed = "https://locked.example/feed";
    web.says(feed, &["one", "two"]);
    let own = services.subscribing.follow(ada, typed, Some("Work")).await.unwrap();
    assert_eq!((own.url.as_str(), own.n_articles), (feed, 2), "no address contains the password");
    assert_eq!(last(&web), (feed.to_owned(), true));
    let store = &services.context.store;
    let source = store.sources().get(own.source).await.unwrap().unwrap();
    assert_eq!((source.owner, source.url.as_str()), (Some(ada), feed));
    let secret = store.sources().manner(own.source).await.unwrap().secret.unwrap();
    assert_eq!(secret.origin, "https://locked.example");
    assert_eq!(secret.value, "Basic YW5uOnBAc3M=");
    // Someone else does not get in with it.
    web.fails(feed, Failure::new(FailureKind::Denied, "no"));
    assert!(services.subscribing.follow(bob, feed, None).await.is_err());
    assert_eq!(last(&web), (feed.to_owned(), false));
    // A new password replaces the old one, and no second source appears.
    web.says(feed, &["one", "two"]);
    let key = Key::Password("ann".to_owned(), "new".to_owned());
    let again = services.subscribing.follow_as(ada, feed, None, Some(key)).await.unwrap();
    assert_eq!(again.source, own.source);
    assert_eq!(store.subscriptions().count(ada).await.unwrap(), 1);
    let secret = store.sources().manner(own.source).await.unwrap().secret.unwrap();
    assert_eq!(secret.value, "Basic YW5uOm5ldw==");
    // Another address of the same server gets the password, and the source stays private.
    let other = "https://locked.example/other";
    web.says(other, &["one", "two"]);
    follow(&services, bob, other).await;
    let moved = services.subscribing.change_address(ada, own.source, other).await.unwrap();
    assert_eq!((moved.source, last(&web)), (own.source, (other.to_owned(), true)));
    let source = store.sources().get(own.source).await.unwrap().unwrap();
    assert_eq!((source.owner, source.url.as_str()), (Some(ada), other));
    assert!(store.sources().manner(own.source).await.unwrap().secret.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_password_goes_only_to_the_server_it_was_typed_for() {
    let (services, web, ada, _) = house().await;
    let page = |links: &str| {
        answer("https://site.example/", "text/html", format!("<html><head>{links}</head></html>"))
    };
    let link = |url: &str| format!("<link rel=alternate type='application/rss+xml' href='{url}'>");
    web.answers(page(&link("https://elsewhere.example/feed")));
    web.says("https://elsewhere.example/feed", &["one"]);
    let typed = "https://ann:secret@site.example/";
    let public = services.subscribing.follow(ada, typed, None).await.unwrap();
    let sent: Vec<(String, bool)> = web
        .asked()
        .iter()
        .map(|request| (request.url.to_string(), request.credentials.is_some()))
        .collect();
    let expected = [("https://site.example/", true), ("https://elsewhere.example/feed", false)];
    assert_eq!(sent, expected.map(|(url, has_key)| (url.to_owned(), has_key)));
    let sources = services.context.store.sources();
    assert_eq!(sources.manner(public.source).await.unwrap().secret, None);
    assert_eq!(sources.get(public.source).await.unwrap().unwrap().owner, None);
    web.answers(page(&link("/feed")));
    web.says("https://site.example/feed", &["one"]);
    services.subscribing.follow(ada, typed, None).await.unwrap();
    assert_eq!(last(&web), ("https://site.example/feed".to_owned(), true));
    let n_asked = web.n_asked();
    let plain = services.subscribing.follow(ada, "http://ann:secret@plain.example/", None).await;
    assert!(plain.unwrap_err().to_string().contains("only over https"));
    assert_eq!(web.n_asked(), n_asked, "nothing was sent unencrypted");
}

#[tokio::test(start_paused = true)]
async fn an_import_continues_where_it_stopped() {
    let (services, _, ada, _) = house().await;
    let outline = |n: usize| format!("<outline text='F{n}' xmlUrl='https://{n}.example/feed'/>");
    let list: String = (0..250).map(outline).collect();
    let opml = format!(
        "<opml><body><outline text='Folder'>{list}<outline text='x' xmlUrl='ftp://x/'/></outline></body></opml>"
    );
    let import = services.importing.begin(ada, "my.opml", opml.clone().into_bytes()).await.unwrap();
    assert_eq!(services.context.store.subscriptions().count(ada).await.unwrap(), 0, "only stored");
    // The same file is imported a second time at the same moment.
    let again = services.importing.begin(ada, "my.opml", opml.into_bytes()).await.unwrap();
    let (one, two) = tokio::join!(services.importing.go_on(), services.importing.go_on());
    one.and(two).unwrap();
    assert_eq!(services.context.store.subscriptions().count(ada).await.unwrap(), 250);
    for id in [import, again] {
        let import = services.context.store.imports().get(ada, id).await.unwrap().unwrap();
        assert!(import.finished_at.is_some());
        assert_eq!((import.counts[0], import.counts[3]), (0, 1));
    }
    let exported = importing::export(&services.context.store, ada).await.unwrap();
    let read = tidings_parse::opml::read(exported.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(read.outlines.len(), 250);
    assert!(read.outlines.iter().all(|outline| outline.folder == ["Folder"]));
    assert!(services.importing.begin(ada, "cat.jpg", vec![0xff; 100]).await.is_err());
}
