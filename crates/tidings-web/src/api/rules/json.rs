//! The JSON form of a rule.

use crate::api::{lists::Scoped, values::Id};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tidings_model::{
    WebhookId,
    rule::{self, Accents, Matching, Polarity},
};

/// How conditions are joined.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum Join {
    /// All conditions must be met.
    All,
    /// One condition is enough.
    Any,
}

macro_rules! mirrored {
    ($(#[$doc:meta])* $name:ident = $model:ty { $($variant:ident),+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        #[schemars(inline)]
        enum $name { $($variant),+ }

        impl From<$model> for $name {
            fn from(one: $model) -> Self {
                match one { $(<$model>::$variant => Self::$variant),+ }
            }
        }

        impl From<$name> for $model {
            fn from(one: $name) -> Self {
                match one { $($name::$variant => Self::$variant),+ }
            }
        }
    };
}

mirrored! {
    /// The field a condition applies to.
    Field = rule::Field { Title, Content, Author, Tag, Link, Any }
}

mirrored! {
    /// How a condition compares.
    Test = rule::Test { Words, Phrase, Is, Regex }
}

/// One condition of a rule.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RuleCondition")]
struct Condition {
    field: Field,
    test: Test,
    #[schemars(length(min = 1, max = 4096))]
    text: String,
    /// Whether it is negated.
    is_not: bool,
}

/// What happens to an article that matches.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "RuleAction")]
enum Action {
    /// Hides it; no other action applies.
    Block,
    /// Shows it, and hides the articles in scope that match no rule like this one.
    Keep,
    /// Marks it as read.
    Read,
    /// Stars it.
    Star,
    /// Saves it for later.
    Later,
    /// Adds the tag with this name.
    Tag(String),
    /// Sends it to this webhook.
    Webhook(Id),
}

/// The content of a rule.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RuleText")]
pub(in crate::api) struct Said {
    #[schemars(length(min = 1, max = 500))]
    name: String,
    /// Which articles it applies to.
    scope: Scoped,
    matching: Join,
    /// Whether accents must match exactly: then "Müller" is not "Muller".
    accents_count: bool,
    #[schemars(length(max = 20))]
    conditions: Vec<Condition>,
    #[schemars(length(min = 1, max = 12))]
    actions: Vec<Action>,
}

impl From<rule::Rule> for Said {
    fn from(rule: rule::Rule) -> Self {
        let conditions = rule.conditions.into_iter().map(|one| Condition {
            field: one.field.into(),
            test: one.test.into(),
            text: one.text,
            is_not: one.polarity == Polarity::Fails,
        });
        let actions = rule.actions.into_iter().map(|action| match action {
            rule::Action::Block => Action::Block,
            rule::Action::Keep => Action::Keep,
            rule::Action::Read => Action::Read,
            rule::Action::Star => Action::Star,
            rule::Action::Later => Action::Later,
            rule::Action::Tag(name) => Action::Tag(name),
            rule::Action::Webhook(id) => Action::Webhook(Id(id.0)),
        });
        Self {
            name: rule.name,
            scope: Scoped(rule.scope),
            matching: match rule.matching {
                Matching::All => Join::All,
                Matching::Any => Join::Any,
            },
            accents_count: rule.accents == Accents::Count,
            conditions: conditions.collect(),
            actions: actions.collect(),
        }
    }
}

impl From<Said> for rule::Rule {
    fn from(said: Said) -> Self {
        let conditions = said.conditions.into_iter().map(|one| rule::Condition {
            polarity: if one.is_not { Polarity::Fails } else { Polarity::Holds },
            field: one.field.into(),
            test: one.test.into(),
            text: one.text,
        });
        let actions = said.actions.into_iter().map(|action| match action {
            Action::Block => rule::Action::Block,
            Action::Keep => rule::Action::Keep,
            Action::Read => rule::Action::Read,
            Action::Star => rule::Action::Star,
            Action::Later => rule::Action::Later,
            Action::Tag(name) => rule::Action::Tag(name),
            Action::Webhook(id) => rule::Action::Webhook(WebhookId(id.0)),
        });
        Self {
            name: said.name,
            scope: said.scope.0,
            matching: match said.matching {
                Join::All => Matching::All,
                Join::Any => Matching::Any,
            },
            accents: if said.accents_count { Accents::Count } else { Accents::Ignored },
            conditions: conditions.collect(),
            actions: actions.collect(),
        }
    }
}
