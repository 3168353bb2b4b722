//! Finding sources, following them, and where and how they are asked.

use super::{WebServices, said};
use crate::subscribing::{Followed, NotFollowed, discovery};
use tidings_fetch::BoxFuture;
use tidings_model::{Failure, SourceId, User, UserId};
use tidings_web::{Candidate, Follow, Key, Look, Readdressed, Subscribing};

impl Subscribing for WebServices {
    fn follow<'a>(
        &'a self,
        user: UserId,
        url: &'a str,
        folder: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Follow, Failure>> {
        Box::pin(async move {
            match self.0.subscribing.follow(user, url, folder).await {
                Ok(Followed { source, title, n_articles, .. }) => {
                    Ok(Follow::Followed(tidings_web::Followed { source, title, n_articles }))
                }
                Err(NotFollowed::Choice(found)) => {
                    let shown = |found: discovery::Candidate| Candidate {
                        url: found.url.into(),
                        title: found.title,
                    };
                    Ok(Follow::Choice(found.into_iter().map(shown).collect()))
                }
                Err(why) => Err(said(why)),
            }
        })
    }

    fn look<'a>(&'a self, user: UserId, url: &'a str) -> BoxFuture<'a, Result<Look, Failure>> {
        Box::pin(async move { self.0.subscribing.preview(user, url).await.map_err(said) })
    }

    fn change_address<'a>(
        &'a self,
        user: UserId,
        source: SourceId,
        url: &'a str,
    ) -> BoxFuture<'a, Result<Readdressed, Failure>> {
        Box::pin(
            async move { self.0.subscribing.change_address(user, source, url).await.map_err(said) },
        )
    }

    fn accept_move<'a>(
        &'a self,
        user: &'a User,
        source: SourceId,
    ) -> BoxFuture<'a, Result<Readdressed, Failure>> {
        Box::pin(async move {
            self.0.subscribing.accept_move(user.id, user.role, source).await.map_err(said)
        })
    }

    fn set_key<'a>(
        &'a self,
        user: UserId,
        source: SourceId,
        key: Option<Key>,
    ) -> BoxFuture<'a, Result<SourceId, Failure>> {
        Box::pin(async move {
            self.0.subscribing.set_key(user, source, key.as_ref()).await.map_err(said)
        })
    }
}
