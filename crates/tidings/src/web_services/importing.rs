//! Imports and exports of subscriptions.

use super::{WebServices, failure_of};
use crate::importing;
use tidings_fetch::BoxFuture;
use tidings_model::{Failure, UserId};
use tidings_web::Importing;

impl Importing for WebServices {
    fn begin<'a>(
        &'a self,
        user: UserId,
        name: &'a str,
        bytes: Vec<u8>,
    ) -> BoxFuture<'a, Result<i64, Failure>> {
        Box::pin(async move { self.0.importing.begin(user, name, bytes).await.map_err(failure_of) })
    }

    fn import<'a>(
        &'a self,
        user: UserId,
        name: &'a str,
        bytes: Vec<u8>,
    ) -> BoxFuture<'a, Result<i64, Failure>> {
        let whole = self.0.importing.import(user, name, bytes, |_| {});
        Box::pin(async move { whole.await.map_err(failure_of) })
    }

    fn export(&self, user: UserId) -> BoxFuture<'_, Result<String, Failure>> {
        Box::pin(async move {
            importing::export(&self.0.context.store, user)
                .await
                .map_err(|error| failure_of(error.into()))
        })
    }
}
