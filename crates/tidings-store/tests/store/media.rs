//! Full texts, playback positions and icons.

use crate::support::{
    add_source, add_user, at, noon, on_both, record, store_articles, tidy, with_reader,
};
use tidings_model::{ArticleId, Fingerprint};
use tidings_store::{Error, FetchedContent, Icon, PlaybackPosition, SubscriberOptions};

fn png(byte: u8) -> Icon {
    Icon { media_type: "image/png".to_owned(), bytes: vec![byte; 10] }
}

#[test]
fn a_full_text_is_stored_beside_the_feeds_and_visible_only_to_subscribers() {
    on_both(async |ground| {
        let (store, ada, source) = with_reader(&ground).await;
        let bob = add_user(&store, "bob").await;
        let id = store_articles(&store, source, vec![tidy(1)], noon()).await.new_ids[0];
        assert_eq!(store.articles().full_text(ada, id).await.unwrap(), None);
        store.articles().keep_full_text(id, Err("no".to_owned()), at(1)).await.unwrap();
        let failed = store.articles().full_text(ada, id).await.unwrap().unwrap();
        assert_eq!((failed.html, failed.failure.as_deref()), (None, Some("no")));
        store.articles().keep_full_text(id, Ok("<p>whole</p>".to_owned()), at(2)).await.unwrap();
        store.articles().keep_full_text(id, Err("later".to_owned()), at(3)).await.unwrap();
        let kept = store.articles().full_text(ada, id).await.unwrap().unwrap();
        assert_eq!(
            kept.html.as_deref(),
            Some("<p>whole</p>"),
            "a failure does not remove the text"
        );
        assert_eq!(store.articles().full_text(bob, id).await.unwrap(), None);
        assert_eq!(store.articles().get(ada, id).await.unwrap().unwrap().html, "<p>Text 1</p>");
        let gone = store.articles().keep_full_text(ArticleId(999), Ok(String::new()), noon()).await;
        assert_eq!(gone, Err(Error::NotFound("article")));
        assert_eq!(store.maintenance().check().await.unwrap(), Vec::<String>::new());
    });
}

#[test]
fn full_texts_are_fetched_when_a_subscriber_wants_them_and_not_forever() {
    on_both(async |ground| {
        let (store, ada, source) = with_reader(&ground).await;
        let articles = vec![tidy(2), tidy(1)];
        let ids = store_articles(&store, source, articles, noon()).await.new_ids;
        let wanted = async |now| {
            let found = store.articles().wanted_full_texts(at(-5000), now, 10).await.unwrap();
            found.into_iter().map(|one| one.article).collect::<Vec<_>>()
        };
        assert_eq!(wanted(noon()).await, []);
        let options = SubscriberOptions { full_text: true, ..SubscriberOptions::default() };
        store.subscriptions().set_options(ada, source, options).await.unwrap();
        assert_eq!(wanted(noon()).await, [ids[1], ids[0]], "newest first");
        store.articles().keep_full_text(ids[0], Ok("x".to_owned()), noon()).await.unwrap();
        store.articles().keep_full_text(ids[1], Err("x".to_owned()), noon()).await.unwrap();
        assert_eq!(wanted(at(59)).await, []);
        assert_eq!(wanted(at(61)).await, [ids[1]]);
        store.articles().keep_full_text(ids[1], Err("x".to_owned()), at(61)).await.unwrap();
        store.articles().keep_full_text(ids[1], Err("x".to_owned()), at(400)).await.unwrap();
        assert_eq!(wanted(at(100_000)).await, [], "three times is enough");
    });
}

#[test]
fn every_user_has_their_own_playback_position() {
    on_both(async |ground| {
        let (store, ada, source) = with_reader(&ground).await;
        let (bob, eve) = (add_user(&store, "bob").await, add_user(&store, "eve").await);
        store.subscriptions().subscribe(bob, source, None, noon()).await.unwrap();
        let id = store_articles(&store, source, vec![tidy(1)], noon()).await.new_ids[0];
        let place = |media, seconds, length| PlaybackPosition {
            media: Fingerprint(media),
            seconds,
            length,
        };
        store.readings().keep_position(ada, id, place(1, 10, Some(60)), noon()).await.unwrap();
        store.readings().keep_position(ada, id, place(1, 20, None), at(1)).await.unwrap();
        store.readings().keep_position(bob, id, place(1, 5, None), at(1)).await.unwrap();
        assert_eq!(store.readings().positions(ada, id).await.unwrap(), [place(1, 20, Some(60))]);
        assert_eq!(store.readings().positions(bob, id).await.unwrap(), [place(1, 5, None)]);
        let foreign = store.readings().keep_position(eve, id, place(1, 5, None), at(1)).await;
        assert_eq!(foreign, Err(Error::NotFound("article")));
        for media in 2..=64 {
            store.readings().keep_position(ada, id, place(media, 1, None), at(2)).await.unwrap();
        }
        let one_too_many = store.readings().keep_position(ada, id, place(65, 1, None), at(2)).await;
        assert!(matches!(one_too_many, Err(Error::Refused(_))));
        store.users().remove(bob).await.unwrap();
        assert_eq!(store.readings().positions(bob, id).await.unwrap(), []);
        assert_eq!(store.maintenance().check().await.unwrap(), Vec::<String>::new());
    });
}

#[test]
fn icons_are_fetched_periodically_and_stored_once() {
    on_both(async |ground| {
        let (store, ada, first) = with_reader(&ground).await;
        let second = add_source(&store, "https://other.example/feed").await;
        store.subscriptions().subscribe(ada, second, None, noon()).await.unwrap();
        let wanting = async |before| {
            let found = store.sources().iconless(before, 10).await.unwrap();
            found.into_iter().map(|one| (one.source, one.told)).collect::<Vec<_>>()
        };
        assert_eq!(wanting(noon()).await, [], "a source that was never fetched has no known site");
        let mut told = record(first, vec![tidy(1)], noon());
        if let FetchedContent::Document(document) = &mut told.fetched {
            document.icon = Some("https://example.org/i.png".parse().unwrap());
        }
        store.fetches().store(told.clone()).await.unwrap();
        store_articles(&store, second, vec![tidy(2)], noon()).await;
        let place = Some("https://example.org/i.png".to_owned());
        assert_eq!(wanting(noon()).await, [(first, place), (second, None)]);

        store.sources().keep_icon(first, Some(png(1)), noon()).await.unwrap();
        store.sources().keep_icon(second, Some(png(1)), noon()).await.unwrap();
        assert_eq!(wanting(noon()).await, []);
        store.fetches().store(told).await.unwrap();
        assert_eq!(wanting(noon()).await, [], "the same address again is not new");
        assert_eq!(wanting(at(1)).await.len(), 2);
        let icon = async |user, source| store.sources().icon(user, source).await.unwrap();
        assert_eq!(icon(ada, first).await, Some(png(1)));
        store.sources().keep_icon(first, Some(png(2)), at(2)).await.unwrap();
        store.sources().keep_icon(second, None, at(2)).await.unwrap();
        assert_eq!(
            icon(ada, second).await,
            Some(png(1)),
            "an icon is kept until there is a new one"
        );
        let bob = add_user(&store, "bob").await;
        assert_eq!(icon(bob, first).await, None);
        assert_eq!(store.maintenance().check().await.unwrap(), Vec::<String>::new());
    });
}
