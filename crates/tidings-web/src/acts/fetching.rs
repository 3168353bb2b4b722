//! How a source is fetched: settings that apply to everybody, and a person's own credentials.

use super::{ActError, Actor, Number, wishes};
use crate::Key;
use tidings_model::SourceId;
use tidings_store::{SourceOptions, SubscribedSource};

/// Maximum length of a user agent, in characters.
const AGENT_MOST: usize = 300;

/// How a source is fetched for everybody.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Fetching {
    /// The user agent we send; empty for the default.
    pub(crate) user_agent: String,
    pub(crate) min_minutes: Option<Number>,
    pub(crate) max_minutes: Option<Number>,
}

/// Sets how a source is fetched for everybody. Only operators may, unless the source is private.
pub(crate) async fn set(
    actor: &Actor<'_>,
    one: &SubscribedSource,
    fetching: &Fetching,
) -> Result<(), ActError> {
    if !actor.is_operator() || one.source.owner.is_some() {
        return Err(ActError::OperatorsOnly);
    }
    let agent = fetching.user_agent.trim();
    if agent.chars().count() > AGENT_MOST || agent.chars().any(char::is_control) {
        return Err(ActError::Text { field: "user_agent", least: 0, most: AGENT_MOST });
    }
    let (least, most) = (fetching.min_minutes, fetching.max_minutes);
    let (min_minutes, max_minutes) = wishes::for_everybody(actor, least, most)?;
    let former = actor.store.sources().options(one.source.id).await?;
    let user_agent = Some(agent.to_owned()).filter(|agent| !agent.is_empty());
    let set = SourceOptions { user_agent, min_minutes, max_minutes, ..former };
    Ok(actor.store.sources().set_options(one.source.id, set).await?)
}

/// Returns the credentials as typed; `None` if the fields are empty.
pub(crate) fn key(
    (name, password): (&str, &str),
    (header, value): (&str, &str),
) -> Result<Option<Key>, ActError> {
    let (name, header) = (name.trim(), header.trim());
    match (name, header) {
        ("", "") if password.is_empty() && value.is_empty() => Ok(None),
        ("", "") => Err(ActError::HalfAKey),
        ("", _) if value.is_empty() => Err(ActError::HalfAKey),
        ("", header) => Ok(Some(Key::Header(header.to_owned(), value.to_owned()))),
        (name, _) => Ok(Some(Key::Password(name.to_owned(), password.to_owned()))),
    }
}

/// Stores or deletes the credentials with which this person's copy of the source is fetched. The source becomes theirs
/// alone and may get another id.
pub(crate) async fn set_key(
    actor: &Actor<'_>,
    source: SourceId,
    key: Option<Key>,
) -> Result<SourceId, ActError> {
    Ok(actor.inner.services.subscribing.set_key(actor.id(), source, key).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_key_is_refused() {
        assert_eq!(key((" ", ""), ("", "")), Ok(None));
        let password = Key::Password("ada".to_owned(), " x".to_owned());
        assert_eq!(key((" ada ", " x"), ("", "")), Ok(Some(password)));
        let header = Key::Header("x-key".to_owned(), "1".to_owned());
        assert_eq!(key(("", ""), ("x-key", "1")), Ok(Some(header)));
        for (basic, header) in [(("", "secret"), ("", "")), (("", ""), ("x-key", ""))] {
            assert_eq!(key(basic, header), Err(ActError::HalfAKey));
        }
    }
}
