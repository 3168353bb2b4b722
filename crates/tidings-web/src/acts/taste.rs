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
    check_topic(actor, topic).await?;
    teach(actor, Subject::Topic(topic), level).await
}

async fn check_topic(actor: &Actor<'_>, topic: TopicId) -> Result<(), ActError> {
    let learned = actor.inner.services.today.learned(actor.id()).await?;
    let is_there = learned.topics.iter().any(|one| one.subject == Subject::Topic(topic));
    is_there.then_some(()).ok_or(ActError::NotFound("topic"))
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

/// The name of a topic, given by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TopicName(String);

impl TopicName {
    /// The longest, in characters.
    pub(crate) const MOST: usize = 60;

    /// A name as somebody typed it; nothing where nothing was typed.
    pub(crate) fn typed(text: &str) -> Result<Option<Self>, ActError> {
        let name = text.trim();
        let is_good = name.chars().count() <= Self::MOST && !name.chars().any(char::is_control);
        let refusal = ActError::Text { field: "name", least: 1, most: Self::MOST };
        let name = is_good.then_some(name).ok_or(refusal)?;
        Ok(Some(name).filter(|name| !name.is_empty()).map(|name| Self(name.to_owned())))
    }
}

/// Whether this person may give topics names, which everybody sees: an operator, or whoever is alone here.
pub(crate) async fn may_rename_topics(actor: &Actor<'_>) -> Result<bool, ActError> {
    Ok(actor.is_operator() || actor.store.users().count().await? == 1)
}

/// Gives a topic a name, for everybody and for good; nothing gives it the learned one back.
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

/// Forgets everything that was learned.
pub(crate) async fn forget(actor: &Actor<'_>) -> Result<(), ActError> {
    Ok(actor.store.learning().forget_taste(actor.id()).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_topics_are_one_short_line_or_nothing() {
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
