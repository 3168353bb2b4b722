//! Creating, changing, ordering and removing rules; trying them out, and applying them to stored articles.

use super::{ActError, Actor, Name, values::one_line, webhooks};
use crate::{RuleEffect, RuleTrial, blocking};
use tidings_model::{
    RuleId,
    rule::{Action, Condition, Rule},
};
use tidings_rules::{CompiledRule, RULES_PER_USER, RuleError};
use tidings_store::{Direction, StoredRule, Switch};

/// Compiles a rule, after checking its bounds and that it refers only to the person's own things.
pub(crate) async fn compile(actor: &Actor<'_>, rule: Rule) -> Result<CompiledRule, ActError> {
    let rule = in_lines(rule);
    for action in &rule.actions {
        match action {
            Action::Webhook(id) => drop(webhooks::own(actor, *id).await?),
            Action::Tag(name) => {
                Name::new(name).map_err(|_| ActError::Rule(RuleError::TagName))?;
            }
            _ => {}
        }
    }
    // Building an expression can take a while.
    let compiled =
        blocking::off_thread("a rule broke off", move || CompiledRule::new(rule)).await?;
    compiled.map_err(ActError::Rule)
}

/// Replaces line breaks: a rule is stored line by line, and none of its texts may start a new line.
fn in_lines(rule: Rule) -> Rule {
    let condition = |one: Condition| Condition { text: one_line(&one.text), ..one };
    let action = |one: Action| match one {
        Action::Tag(name) => Action::Tag(one_line(&name)),
        other => other,
    };
    Rule {
        name: one_line(&rule.name),
        conditions: rule.conditions.into_iter().map(condition).collect(),
        actions: rule.actions.into_iter().map(action).collect(),
        ..rule
    }
}

/// Stores a new rule after all others.
pub(crate) async fn create(actor: &Actor<'_>, rule: &CompiledRule) -> Result<RuleId, ActError> {
    let (rule, now) = (rule.rule().clone(), actor.now());
    let added = actor.store.rules().add(actor.id(), rule, RULES_PER_USER, now).await;
    added.map_err(|error| match error {
        tidings_store::Error::Refused(_) => ActError::Full { what: "rules", most: RULES_PER_USER },
        error => error.into(),
    })
}

/// Replaces the content of a rule and switches it on.
pub(crate) async fn replace(
    actor: &Actor<'_>,
    id: RuleId,
    rule: &CompiledRule,
) -> Result<(), ActError> {
    own(actor, id).await?;
    Ok(actor.store.rules().change(actor.id(), id, rule.rule().clone()).await?)
}

/// Returns one of their rules.
pub(crate) async fn own(actor: &Actor<'_>, id: RuleId) -> Result<StoredRule, ActError> {
    actor.store.rules().get(actor.id(), id).await?.ok_or(ActError::NotFound("rule"))
}

/// Switches a rule on or off.
pub(crate) async fn switch(actor: &Actor<'_>, id: RuleId, switch: Switch) -> Result<(), ActError> {
    Ok(actor.store.rules().switch(actor.id(), id, switch).await?)
}

/// Moves a rule up or down by one.
pub(crate) async fn shift(
    actor: &Actor<'_>,
    id: RuleId,
    direction: Direction,
) -> Result<(), ActError> {
    Ok(actor.store.rules().move_to(actor.id(), id, direction).await?)
}

/// Removes a rule. What it hid returns after an hour.
pub(crate) async fn remove(actor: &Actor<'_>, id: RuleId) -> Result<(), ActError> {
    Ok(actor.store.rules().remove(actor.id(), id, actor.now()).await?)
}

/// Restores a removed rule.
pub(crate) async fn restore(actor: &Actor<'_>, id: RuleId) -> Result<(), ActError> {
    Ok(actor.store.rules().restore(actor.id(), id).await?)
}

/// Returns what a rule would have matched, without doing anything. Only its scope and its conditions matter, so it needs
/// neither a name nor an action yet.
pub(crate) async fn try_out(actor: &Actor<'_>, rule: Rule) -> Result<RuleTrial, ActError> {
    let rule = Rule { name: "trial".to_owned(), actions: vec![Action::Read], ..rule };
    let compiled = compile(actor, rule).await?;
    Ok(actor.inner.services.rules.try_rule(actor.id(), compiled).await?)
}

/// Applies a rule to recent articles.
pub(crate) async fn apply(actor: &Actor<'_>, id: RuleId) -> Result<RuleEffect, ActError> {
    own(actor, id).await?;
    Ok(actor.inner.services.rules.apply_rule(actor.id(), id).await?)
}
