//! Finding sources, subscribing to them, and changing where and how they are fetched.

use super::{WebServices, failure_of};
use crate::subscribing::{NewSubscription, SubscribeError, discovery};
use tidings_fetch::{BoxFuture, split_login};
use tidings_model::{Failure, SourceId, User, UserId};
use tidings_web::{AddressChange, AddressContent, FeedChoice, Key, SubscribeRequest, Subscribing};

impl Subscribing for WebServices {
    fn follow<'a>(
        &'a self,
        user: UserId,
        url: &'a str,
        folder: Option<&'a str>,
        key: Option<Key>,
    ) -> BoxFuture<'a, Result<SubscribeRequest, Failure>> {
        Box::pin(async move {
            match self.0.subscribing.follow_as(user, url, folder, key).await {
                Ok(NewSubscription { source, title, n_articles, .. }) => {
                    Ok(SubscribeRequest::Followed(tidings_web::AddedSubscription {
                        source,
                        title,
                        n_articles,
                    }))
                }
                Err(SubscribeError::Choice(found)) => {
                    let shown = |found: discovery::DiscoveredFeed| FeedChoice {
                        url: found.url.into(),
                        title: found.title,
                    };
                    Ok(SubscribeRequest::Choice(found.into_iter().map(shown).collect()))
                }
                Err(why) => Err(failure_of(why)),
            }
        })
    }

    fn split_login(&self, typed: &str) -> Option<(String, Key)> {
        let (url, login) = split_login(typed).ok()?;
        let login = login?;
        Some((url.into(), Key::Password(login.name, login.password)))
    }

    fn look<'a>(
        &'a self,
        user: UserId,
        url: &'a str,
    ) -> BoxFuture<'a, Result<AddressContent, Failure>> {
        Box::pin(async move { self.0.subscribing.preview(user, url).await.map_err(failure_of) })
    }

    fn change_address<'a>(
        &'a self,
        user: UserId,
        source: SourceId,
        url: &'a str,
    ) -> BoxFuture<'a, Result<AddressChange, Failure>> {
        Box::pin(async move {
            self.0.subscribing.change_address(user, source, url).await.map_err(failure_of)
        })
    }

    fn accept_move<'a>(
        &'a self,
        user: &'a User,
        source: SourceId,
    ) -> BoxFuture<'a, Result<AddressChange, Failure>> {
        Box::pin(async move {
            self.0.subscribing.accept_move(user.id, user.role, source).await.map_err(failure_of)
        })
    }

    fn set_key<'a>(
        &'a self,
        user: UserId,
        source: SourceId,
        key: Option<Key>,
    ) -> BoxFuture<'a, Result<SourceId, Failure>> {
        Box::pin(async move {
            self.0.subscribing.set_key(user, source, key.as_ref()).await.map_err(failure_of)
        })
    }
}
