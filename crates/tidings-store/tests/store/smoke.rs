//! The path of an article from its source to being read.

use crate::support::*;
use tidings_store::{ArticleList, Cursor};

#[test]
fn an_article_goes_from_the_source_to_the_reader() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let stored = store_articles(&store, source, (0..20).map(tidy).rev().collect(), at(1)).await;
        assert_eq!((stored.n_new, stored.n_updated, stored.had_overlap), (20, 0, true));
        let page =
            store.articles().list(user, ArticleList::Unread, Cursor::START, 8).await.unwrap();
        assert_eq!(page.articles.len(), 8);
        assert_eq!(page.articles[0].title, "Title 19");
        assert_eq!(page.articles[0].source_title, "A feed");
        let rest = store
            .articles()
            .list(user, ArticleList::Unread, page.next.unwrap(), 100)
            .await
            .unwrap();
        assert_eq!((rest.articles.len(), rest.next), (12, None));
        let first = page.articles[0].id;
        assert_eq!(first, *stored.new_ids.last().unwrap(), "the newest arrives last");
        let full = store.articles().get(user, first).await.unwrap().unwrap();
        assert_eq!(full.html, "<p>Text 19</p>");
        assert_eq!(store.readings().mark_read(user, vec![first], at(2)).await.unwrap(), 1);
        assert_eq!(store.readings().unread_counts(user).await.unwrap()[0].n_unread, 19);
        let again = store_articles(&store, source, (0..20).map(tidy).rev().collect(), at(3)).await;
        assert_eq!((again.n_new, again.n_updated), (0, 0));
        assert_eq!(store.readings().unread_ids(user, 100).await.unwrap().len(), 19);
        store.close().await;
        assert!(store.readings().unread_ids(user, 100).await.is_err());
    });
}
