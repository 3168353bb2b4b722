//! What a person sets about their interests: how much of a topic or a source they want.

use super::{ActError, Actor};
use tidings_model::{
    SourceId,
    taste::{Subject, TopicId},
};

/// An interest, from 0 (never) to 100 (always).
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

/// Sets the interest in a topic, or goes back to automatic. Topics that only others read about are not found.
pub(crate) async fn teach_topic(
    actor: &Actor<'_>,
    topic: TopicId,
    level: Option<Level>,
) -> Result<(), ActError> {
    check_topic(actor, topic).await?;
    teach(actor, Subject::Topic(topic), level).await
}

async fn check_topic(actor: &Actor<'_>, topic: TopicId) -> Result<(), ActError> {
    let learned = actor.inner.services.today.learned(actor.id()).await?;
    let is_there = learned.topics.iter().any(|one| one.subject == Subject::Topic(topic));
    is_there.then_some(()).ok_or(ActError::NotFound("topic"))
}

/// Sets the interest in a source, or goes back to automatic.
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

/// A topic's name, set by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TopicName(String);

impl TopicName {
    /// Maximum length, in characters.
    pub(crate) const MOST: usize = 60;

    /// Parses a name as typed; `None` if the field is empty.
    pub(crate) fn typed(text: &str) -> Result<Option<Self>, ActError> {
        let name = text.trim();
        let is_good = name.chars().count() <= Self::MOST && !name.chars().any(char::is_control);
        let refusal = ActError::Text { field: "name", least: 1, most: Self::MOST };
        let name = is_good.then_some(name).ok_or(refusal)?;
        Ok(Some(name).filter(|name| !name.is_empty()).map(|name| Self(name.to_owned())))
    }
}

/// Returns whether this person may rename topics, which affects everybody: operators may, and so may the only user.
pub(crate) async fn may_rename_topics(actor: &Actor<'_>) -> Result<bool, ActError> {
    Ok(actor.is_operator() || actor.store.users().count().await? == 1)
}

/// Renames a topic for everybody; `None` restores the automatic name.
pub(crate) async fn rename_topic(
    actor: &Actor<'_>,
    topic: TopicId,
    name: Option<TopicName>,
) -> Result<(), ActError> {
    if !may_rename_topics(actor).await? {
        return Err(ActError::OperatorsOnly);
    }
    check_topic(actor, topic).await?;
    let name = name.map(|name| name.0);
    Ok(actor.inner.services.today.rename_topic(topic, name).await?)
}

/// Deletes everything that was learned.
pub(crate) async fn forget(actor: &Actor<'_>) -> Result<(), ActError> {
    Ok(actor.store.learning().forget_taste(actor.id()).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_name_is_one_short_line_or_empty() {
        let typed = |text: &str| TopicName::typed(text).map(|name| name.map(|name| name.0));
        assert_eq!(typed(" Night trains "), Ok(Some("Night trains".to_owned())));
        assert_eq!((typed(""), typed(" \n")), (Ok(None), Ok(None)));
        let longest = "ü".repeat(TopicName::MOST);
        assert_eq!(typed(&longest), Ok(Some(longest.clone())));
        for bad in [format!("{longest}x"), "a\nb".to_owned(), "a\u{7}b".to_owned()] {
            assert!(typed(&bad).is_err(), "{bad:?}");
        }
    }
}
