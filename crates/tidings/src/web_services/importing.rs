//! Subscriptions in and out as files.

use super::{WebServices, said};
use crate::importing;
use std::sync::Arc;
use tidings_fetch::BoxFuture;
use tidings_model::{Failure, UserId};
use tidings_web::Importing;
use tracing::error;

impl Importing for WebServices {
    fn import<'a>(
        &'a self,
        user: UserId,
        name: &'a str,
        bytes: Vec<u8>,
    ) -> BoxFuture<'a, Result<i64, Failure>> {
        Box::pin(async move {
            let import = self.0.begin_import(user, name, bytes).await.map_err(said)?;
            let daemon = Arc::clone(&self.0);
            tokio::spawn(async move {
                if let Err(error) = daemon.go_on_importing().await {
                    error!(%error, "an import broke off; it goes on at the next housekeeping");
                }
            });
            Ok(import)
        })
    }

    fn export(&self, user: UserId) -> BoxFuture<'_, Result<String, Failure>> {
        Box::pin(async move {
            importing::export(&self.0.store, user).await.map_err(|error| said(error.into()))
        })
    }
}
