//! What a person teaches Tidings: how much of a topic or a source they want.

use super::{ActError, Actor};
use tidings_model::{
    SourceId,
    taste::{Subject, TopicId},
};

/// From 0 (never) to 100 (always).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Level(u8);

impl Level {
    const MOST: u8 = 100;

    pub(crate) fn new(n: Option<i64>) -> Result<Self, ActError> {
        let n = n.and_then(|n| u8::try_from(n).ok()).filter(|n| *n <= Self::MOST);
        let most = u32::from(Self::MOST);
        n.map(Self).ok_or(ActError::Number { field: "level", least: 0, most })
    }
}

/// Says how much of a topic they want, or takes it back. Topics that only others read about are not there.
pub(crate) async fn teach_topic(
    actor: &Actor<'_>,
    topic: TopicId,
    level: Option<Level>,
) -> Result<(), ActError> {
    let subject = Subject::Topic(topic);
    let learned = actor.inner.services.today.learned(actor.id()).await?;
    if !learned.topics.iter().any(|one| one.subject == subject) {
        return Err(ActError::NotFound("topic"));
    }
    teach(actor, subject, level).await
}

/// Says how much of a source they want, or takes it back.
pub(crate) async fn teach_source(
    actor: &Actor<'_>,
    source: SourceId,
    level: Option<Level>,
) -> Result<(), ActError> {
    actor.subscribed(source).await?;
    teach(actor, Subject::Source(source), level).await
}

async fn teach(actor: &Actor<'_>, subject: Subject, level: Option<Level>) -> Result<(), ActError> {
    let level = level.map(|level| level.0);
    Ok(actor.store.learning().teach(actor.id(), subject, level, actor.now()).await?)
}

/// Forgets everything that was learned.
pub(crate) async fn forget(actor: &Actor<'_>) -> Result<(), ActError> {
    Ok(actor.store.learning().forget_taste(actor.id()).await?)
}
