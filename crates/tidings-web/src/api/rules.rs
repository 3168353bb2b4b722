//! Rules: what happens to articles as they come.

use super::{
    answers::{Made, Now, Silent},
    call::Call,
    lists::Scoped,
    parts::{At, Body},
    problem::Problem,
    values::{Done, Id, Instant, One, found},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tidings_model::{
    RuleId, WebhookId,
    rule::{self, Accents, Matching, Polarity},
};
use tidings_rules::{Compiled, RULES_PER_USER};
use tidings_store::{Direction, StoredRule, Switch};

/// How conditions are joined.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum Join {
    /// All must hold.
    All,
    /// One is enough.
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
    /// Where a condition looks.
    Field = rule::Field { Title, Content, Author, Tag, Link, Any }
}

mirrored! {
    /// How a condition looks.
    Test = rule::Test { Words, Phrase, Is, Regex }
}

/// One thing that a rule looks for.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RuleCondition")]
struct Condition {
    field: Field,
    test: Test,
    #[schemars(length(min = 1, max = 4096))]
    text: String,
    /// Whether it must not hold.
    is_not: bool,
}

/// What happens to an article that matches.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "RuleAction")]
enum Action {
    /// It is not shown, and no other action applies.
    Block,
    /// It is shown, and what no such rule of the scope matches is not.
    Keep,
    /// It arrives read.
    Read,
    /// It is starred.
    Star,
    /// It is put aside for later.
    Later,
    /// It gets the tag of this name.
    Tag(String),
    /// A message goes out through this webhook.
    Webhook(Id),
}

/// What a rule says.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RuleText")]
pub(super) struct Said {
    #[schemars(length(min = 1, max = 500))]
    name: String,
    /// Which articles it looks at.
    scope: Scoped,
    matching: Join,
    /// Whether accents count: then "Müller" is not "Muller".
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

/// Lines are kept as lines, so a text has none.
fn one_line(text: &str) -> String {
    text.trim().replace(char::is_control, " ")
}

impl From<Said> for rule::Rule {
    fn from(said: Said) -> Self {
        let conditions = said.conditions.into_iter().map(|one| rule::Condition {
            polarity: if one.is_not { Polarity::Fails } else { Polarity::Holds },
            field: one.field.into(),
            test: one.test.into(),
            text: one_line(&one.text),
        });
        let actions = said.actions.into_iter().map(|action| match action {
            Action::Block => rule::Action::Block,
            Action::Keep => rule::Action::Keep,
            Action::Read => rule::Action::Read,
            Action::Star => rule::Action::Star,
            Action::Later => rule::Action::Later,
            Action::Tag(name) => rule::Action::Tag(one_line(&name)),
            Action::Webhook(id) => rule::Action::Webhook(WebhookId(id.0)),
        });
        Self {
            name: one_line(&said.name),
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

/// A rule.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Rule {
    id: Id,
    is_on: bool,
    /// Why it was switched off by the server.
    fault: Option<String>,
    created_at: Instant,
    /// How often it matched in the last 30 days.
    n_matched: u64,
    rule: Said,
}

impl From<StoredRule> for Rule {
    fn from(one: StoredRule) -> Self {
        Self {
            id: Id(one.id.0),
            is_on: one.is_on,
            fault: one.fault,
            created_at: Instant(one.created_at),
            n_matched: one.n_matched,
            rule: one.rule.into(),
        }
    }
}

/// All rules.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Rules {
    /// In the order in which they are asked.
    rules: Vec<Rule>,
}

/// `GET /rules`.
pub(super) async fn list(call: Call) -> Result<Now<Rules>, Problem> {
    let rules = call.inner.store.rules(call.user()).await?;
    Ok(Now(Rules { rules: rules.into_iter().map(Rule::from).collect() }))
}

async fn one(call: &Call, id: RuleId) -> Result<Rule, Problem> {
    Ok(found(call.inner.store.rule(call.user(), id).await?, "rule")?.into())
}

/// `GET /rules/{id}`.
pub(super) async fn get(call: Call, At(at): At<One>) -> Result<Now<Rule>, Problem> {
    one(&call, RuleId(at.id.0)).await.map(Now)
}

/// A rule that can be carried out, or why it cannot.
async fn compiled(call: &Call, said: Said) -> Result<Compiled, Problem> {
    let written = rule::Rule::from(said);
    for action in &written.actions {
        if let rule::Action::Webhook(id) = action {
            found(call.inner.store.webhook(call.user(), *id).await?, "webhook")?;
        }
    }
    // Building an expression can take a while: not on the threads that answer.
    let compiled = tokio::task::spawn_blocking(move || Compiled::new(written)).await;
    let compiled = compiled.map_err(|error| crate::Error::internal("a rule broke off", &error))?;
    compiled.map_err(|refused| Problem::refused(refused.to_string()))
}

/// `POST /rules`.
pub(super) async fn create(call: Call, Body(said): Body<Said>) -> Result<Made<Rule>, Problem> {
    let rule = compiled(&call, said).await?.rule().clone();
    let store = &call.inner.store;
    let id = store.add_rule(call.user(), rule, RULES_PER_USER, call.now()).await?;
    Ok(Made::New(one(&call, id).await?, format!("/rules/{id}")))
}

/// `PUT /rules/{id}`: it is on from then on.
pub(super) async fn replace(
    call: Call,
    At(at): At<One>,
    Body(said): Body<Said>,
) -> Result<Now<Rule>, Problem> {
    let id = RuleId(at.id.0);
    one(&call, id).await?;
    let rule = compiled(&call, said).await?.rule().clone();
    call.inner.store.change_rule(call.user(), id, rule).await?;
    one(&call, id).await.map(Now)
}

/// Where a rule goes.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum Step {
    Up,
    Down,
}

/// What is to be changed of a rule.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "RuleChange")]
pub(super) struct Change {
    is_on: Option<bool>,
    /// One place nearer to the first, or to the last.
    step: Option<Step>,
}

/// `PATCH /rules/{id}`.
pub(super) async fn change(
    call: Call,
    At(at): At<One>,
    Body(change): Body<Change>,
) -> Result<Now<Rule>, Problem> {
    let (store, user, id) = (&call.inner.store, call.user(), RuleId(at.id.0));
    one(&call, id).await?;
    if let Some(is_on) = change.is_on {
        store.switch_rule(user, id, if is_on { Switch::On } else { Switch::Off }).await?;
    }
    match change.step {
        Some(Step::Up) => store.move_rule(user, id, Direction::Up).await?,
        Some(Step::Down) => store.move_rule(user, id, Direction::Down).await?,
        None => {}
    }
    one(&call, id).await.map(Now)
}

/// `DELETE /rules/{id}`: what it hid returns after an hour.
pub(super) async fn remove(call: Call, At(at): At<One>) -> Result<Silent, Problem> {
    call.inner.store.remove_rule(call.user(), RuleId(at.id.0), call.now()).await?;
    Ok(Silent)
}

/// `POST /rules/{id}/restore`: within an hour after it was removed.
pub(super) async fn restore(call: Call, At(at): At<One>) -> Result<Now<Rule>, Problem> {
    let id = RuleId(at.id.0);
    call.inner.store.restore_rule(call.user(), id).await?;
    one(&call, id).await.map(Now)
}

/// An article that a rule matched.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RuleMatch")]
struct Matched {
    id: Id,
    title: String,
    source: Id,
    source_title: String,
    /// When the rule matched it, or for one that is tried, where it stands in lists.
    at: Instant,
}

/// What a rule would have done.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RuleTrial")]
pub(super) struct Tried {
    /// The newest matches.
    matched: Vec<Matched>,
    n_matched: u64,
    n_looked_at: u64,
    /// Until when articles were looked at, where time did not suffice for all.
    stopped_at: Option<Instant>,
}

/// `POST /rules/try`: does nothing.
pub(super) async fn attempt(call: Call, Body(said): Body<Said>) -> Result<Now<Tried>, Problem> {
    let rule = compiled(&call, said).await?;
    let tried = call.inner.actions.try_rule(call.user(), rule).await?;
    let matched = tried.shown.into_iter().map(|seen| Matched {
        id: Id(seen.id.0),
        title: seen.title,
        source: Id(seen.source.0),
        source_title: seen.source_title,
        at: Instant(seen.published_at),
    });
    Ok(Now(Tried {
        matched: matched.collect(),
        n_matched: tried.n_matched,
        n_looked_at: tried.n_looked_at,
        stopped_at: tried.stopped_at.map(Instant),
    }))
}

/// What a rule matched.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RuleMatches")]
pub(super) struct Matches {
    /// Latest first.
    matched: Vec<Matched>,
}

/// Matches told at most.
const MATCHES: usize = 100;

/// `GET /rules/{id}/matches`.
pub(super) async fn matches(call: Call, At(at): At<One>) -> Result<Now<Matches>, Problem> {
    let id = RuleId(at.id.0);
    one(&call, id).await?;
    let matched = call.inner.store.rule_matches(call.user(), id, MATCHES).await?;
    let matched = matched.into_iter().map(|(article, at)| Matched {
        id: Id(article.listed.id.0),
        title: article.listed.title,
        source: Id(article.listed.source.0),
        source_title: article.listed.source_title,
        at: Instant(at),
    });
    Ok(Now(Matches { matched: matched.collect() }))
}

/// `POST /rules/{id}/apply`: on what came lately.
pub(super) async fn apply(call: Call, At(at): At<One>) -> Result<Now<Done>, Problem> {
    let id = RuleId(at.id.0);
    one(&call, id).await?;
    let applied = call.inner.actions.apply_rule(call.user(), id).await?;
    let done = tidings_store::Done { n: applied.n_articles, undo: applied.undo };
    Ok(Now(done.into()))
}
