//! Messages from hubs and pings from sites.

use super::WebServices;
use tidings_fetch::BoxFuture;
use tidings_web::{
    Error, PushCallbacks,
    push::{Announcement, Intent},
};

impl PushCallbacks for WebServices {
    fn confirm_push<'a>(
        &'a self,
        token: &'a str,
        intent: Intent,
    ) -> BoxFuture<'a, Result<bool, Error>> {
        Box::pin(async move { Ok(self.0.push.confirm_push(token, intent).await?) })
    }

    fn announced(&self, announced: Announcement) -> Result<(), Error> {
        self.0.push.announced(announced)
    }

    fn pinged(&self, call: &[u8]) -> Result<(), &'static str> {
        self.0.push.pinged(call)
    }

    fn largest_push(&self) -> usize {
        self.0.context.limits.body_bytes
    }
}
