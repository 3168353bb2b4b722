//! The Today page, and what was learned for it.

use super::WebServices;
use std::collections::BTreeMap;
use tidings_fetch::BoxFuture;
use tidings_model::{
    UserId,
    taste::{ListShowing, TopicId},
};
use tidings_rank::page::PageOptions;
use tidings_web::{LearnedInterests, TodayPages, TodayRequest};

impl TodayPages for WebServices {
    fn today(
        &self,
        user: UserId,
        ask: TodayRequest,
    ) -> BoxFuture<'_, Result<ListShowing, tidings_store::Error>> {
        Box::pin(async move {
            let wishes = PageOptions {
                length: ask.length,
                surprise: f64::from(ask.surprise) / 100.0,
                ..PageOptions::default()
            };
            self.0.today.show(user, &wishes, ask.turn).await
        })
    }

    fn learned(
        &self,
        user: UserId,
    ) -> BoxFuture<'_, Result<LearnedInterests, tidings_store::Error>> {
        Box::pin(self.0.today.learned(user))
    }

    fn topic_names(&self) -> BTreeMap<TopicId, String> {
        self.0.today.topic_names()
    }

    fn rename_topic(
        &self,
        topic: TopicId,
        name: Option<String>,
    ) -> BoxFuture<'_, Result<(), tidings_store::Error>> {
        Box::pin(self.0.today.rename_topic(topic, name))
    }
}
