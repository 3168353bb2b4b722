//! Block and keep filters of one source. Some clients express them as one regular expression each; here, each is an
//! ordinary rule, which the rules page shows and can change.

use super::{ActError, Actor, rules};
use tidings_model::{
    RuleId, SourceId,
    rule::{Accents, Action, Condition, Field, Matching, Polarity, Rule, RuleScope, Test},
};
use tidings_rules::CompiledRule;
use tidings_store::SubscribedSource;

/// The fields that such an expression matches.
const FIELDS: [Field; 4] = [Field::Title, Field::Link, Field::Author, Field::Tag];

/// Which of the two filters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Hides matching articles.
    Block,
    /// Hides articles that do not match.
    Keep,
}

impl Kind {
    fn action(self) -> Action {
        match self {
            Self::Block => Action::Block,
            Self::Keep => Action::Keep,
        }
    }
}

/// The requested expressions. `None` leaves a filter as it is; an empty expression removes it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Change {
    pub(crate) block: Option<String>,
    pub(crate) keep: Option<String>,
}

/// What to do with a rule, once everything is validated.
#[derive(Debug)]
pub(super) enum Step {
    Add(CompiledRule),
    Replace(RuleId, CompiledRule),
    Remove(RuleId),
}

/// Returns the expression of a source's filter among the rules that are on; empty if there is none.
pub(crate) fn of(rules: &[(RuleId, Rule)], source: SourceId, kind: Kind) -> &str {
    find(rules, source, kind).map_or("", |(_, text)| text)
}

fn find(rules: &[(RuleId, Rule)], source: SourceId, kind: Kind) -> Option<(RuleId, &str)> {
    rules.iter().find_map(|(id, rule)| {
        let text = rule.conditions.first()?.text.as_str();
        let is_one = rule.scope == RuleScope::Source(source)
            && rule.matching == Matching::Any
            && rule.actions == [kind.action()]
            && rule.conditions == conditions(text);
        is_one.then_some((*id, text))
    })
}

fn conditions(text: &str) -> Vec<Condition> {
    let condition = |field| Condition {
        polarity: Polarity::Holds,
        field,
        test: Test::Regex,
        text: text.to_owned(),
    };
    FIELDS.map(condition).to_vec()
}

/// Returns the validated steps of a change.
pub(super) async fn checked(
    actor: &Actor<'_>,
    one: &SubscribedSource,
    change: Change,
) -> Result<Vec<Step>, ActError> {
    let wished = [(Kind::Block, change.block), (Kind::Keep, change.keep)];
    let wished: Vec<_> =
        wished.into_iter().filter_map(|(kind, text)| Some((kind, text?))).collect();
    if wished.is_empty() {
        return Ok(Vec::new());
    }
    let (_, known) = actor.store.rules().book(actor.id()).await?;
    let mut steps = Vec::new();
    for (kind, text) in wished {
        let text = text.trim();
        let before = find(&known, one.source.id, kind);
        steps.extend(match before {
            None if text.is_empty() => None,
            Some((_, same)) if same == text => None,
            Some((id, _)) if text.is_empty() => Some(Step::Remove(id)),
            Some((id, _)) => Some(Step::Replace(id, compiled(actor, one, kind, text).await?)),
            None => Some(Step::Add(compiled(actor, one, kind, text).await?)),
        });
    }
    Ok(steps)
}

async fn compiled(
    actor: &Actor<'_>,
    one: &SubscribedSource,
    kind: Kind,
    text: &str,
) -> Result<CompiledRule, ActError> {
    let rule = Rule {
        name: one.title().chars().take(100).collect(),
        scope: RuleScope::Source(one.source.id),
        matching: Matching::Any,
        accents: Accents::Count,
        conditions: conditions(text),
        actions: vec![kind.action()],
    };
    rules::compile(actor, rule).await
}

/// Carries out the steps.
pub(super) async fn set(actor: &Actor<'_>, steps: Vec<Step>) -> Result<(), ActError> {
    for step in steps {
        match step {
            Step::Add(rule) => drop(rules::create(actor, &rule).await?),
            Step::Replace(id, rule) => rules::replace(actor, id, &rule).await?,
            Step::Remove(id) => rules::remove(actor, id).await?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(kind: Kind, text: &str) -> Rule {
        Rule {
            name: "Filter".to_owned(),
            scope: RuleScope::Source(SourceId(7)),
            matching: Matching::Any,
            accents: Accents::Count,
            conditions: conditions(text),
            actions: vec![kind.action()],
        }
    }

    #[test]
    fn an_expression_is_found_by_its_source_and_kind() {
        let rules = [(RuleId(1), rule(Kind::Block, "a|b")), (RuleId(2), rule(Kind::Keep, "c"))];
        assert_eq!(of(&rules, SourceId(7), Kind::Block), "a|b");
        assert_eq!(of(&rules, SourceId(7), Kind::Keep), "c");
        assert_eq!(of(&rules, SourceId(8), Kind::Block), "", "another source");
        assert_eq!(of(&rules[1..], SourceId(7), Kind::Block), "", "the other kind");
        assert_eq!(of(&[], SourceId(7), Kind::Keep), "");
    }

    #[test]
    fn a_rule_of_another_shape_is_not_taken_for_a_filter() {
        let mut others = vec![rule(Kind::Block, "x"); 8];
        others[0].scope = RuleScope::All;
        others[1].matching = Matching::All;
        others[2].actions.push(Action::Star);
        others[3].conditions.pop();
        others[4].conditions[1].text = "y".to_owned();
        others[5].conditions[0].polarity = Polarity::Fails;
        others[6].conditions[3].test = Test::Words;
        others[7].conditions.clear();
        for (n, other) in others.into_iter().enumerate() {
            assert_eq!(find(&[(RuleId(1), other)], SourceId(7), Kind::Block), None, "{n}");
        }
        let renamed = Rule { name: "Mine".to_owned(), ..rule(Kind::Block, "x") };
        assert_eq!(find(&[(RuleId(1), renamed)], SourceId(7), Kind::Block), Some((RuleId(1), "x")));
    }
}
