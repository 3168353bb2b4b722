//! Rules: the list in its order, the editor with its trial, and what each rule matched.

pub(crate) mod editor;
pub(crate) mod form;
pub(crate) mod words;

use crate::{
    Error,
    acts::rules,
    app::Inner,
    forms::{Form, Nothing},
    pages::{Place, Shell, headlined, page},
    session::Signed,
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Path, Query, State},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::{ArticleId, RuleId, UserId, rule::Action};
use tidings_store::{Direction, StoredRule, Switch};

/// Matches shown on a rule's page.
const MATCHES: usize = 50;

#[derive(Template)]
#[template(path = "rules.html")]
struct Page {
    t: Voice,
    shell: Shell,
    rows: Vec<Row>,
    /// The rule that was just removed.
    removed: Option<RuleId>,
    said: Option<String>,
    undo: Option<i64>,
}

struct Row {
    id: RuleId,
    name: String,
    is_on: bool,
    fault: Option<String>,
    scope: String,
    conditions: Vec<String>,
    joint: &'static str,
    actions: String,
    matched: String,
    is_first: bool,
    is_last: bool,
}

/// What was just done, in the redirect's address.
#[derive(Deserialize, Default)]
pub(crate) struct RulesQuery {
    #[serde(default)]
    removed: Option<String>,
    #[serde(default)]
    applied: Option<u64>,
    #[serde(default)]
    undo: Option<i64>,
}

/// `GET /rules`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Query(done): Query<RulesQuery>,
) -> Result<Response, Error> {
    let t = signed.voice.clone();
    let rules = inner.store.rules().list(signed.user.id).await?;
    let names = words::Names::load(&inner, signed.user.id).await?;
    let n_rules = rules.len();
    let rows = rules.into_iter().enumerate().map(|(at, rule)| row(&t, &names, rule, at, n_rules));
    page(&Page {
        shell: Shell::new(&inner, &signed, Place::Rules).await?,
        rows: rows.collect(),
        removed: done.removed.and_then(|id| id.parse().ok()),
        said: done.applied.map(|n| t.n("rules-applied", n)),
        undo: done.undo,
        t,
    })
}

fn row(t: &Voice, names: &words::Names, stored: StoredRule, at: usize, n_rules: usize) -> Row {
    let rule = &stored.rule;
    Row {
        id: stored.id,
        is_on: stored.is_on,
        fault: stored.fault,
        scope: words::scope(t, names, rule.scope),
        conditions: rule.conditions.iter().map(|one| words::condition(t, one)).collect(),
        joint: words::joint(rule.matching),
        actions: words::actions(t, names, &rule.actions),
        matched: t.n("rules-matched", stored.n_matched),
        is_first: at == 0,
        is_last: at + 1 == n_rules,
        name: stored.rule.name,
    }
}

/// An article that a rule matched.
pub(crate) struct Matched {
    id: ArticleId,
    title: String,
    source: String,
    time: Time,
}

async fn matches(
    inner: &Inner,
    t: &Voice,
    user: UserId,
    rule: RuleId,
) -> Result<Vec<Matched>, Error> {
    let now = inner.clock.now();
    let matched = inner.store.rules().matches(user, rule, MATCHES).await?;
    Ok(matched
        .into_iter()
        .map(|(article, at)| Matched {
            id: article.listed.id,
            title: headlined(t, &article.listed.title, &article.listed.summary),
            source: article.listed.source_title,
            time: t.age(at, now),
        })
        .collect())
}

fn id(text: &str) -> Result<RuleId, Error> {
    text.parse().map_err(|_| Error::NotFound)
}

async fn switch(
    inner: &Inner,
    form: &Form<Nothing>,
    rule: &str,
    switch: Switch,
) -> Result<Redirect, Error> {
    rules::switch(&form.actor(inner), id(rule)?, switch).await?;
    Ok(Redirect::to("/rules"))
}

/// `POST /rules/{id}/on`.
pub(crate) async fn on(
    State(inner): State<Arc<Inner>>,
    Path(rule): Path<String>,
    form: Form<Nothing>,
) -> Result<Redirect, Error> {
    switch(&inner, &form, &rule, Switch::On).await
}

/// `POST /rules/{id}/off`.
pub(crate) async fn off(
    State(inner): State<Arc<Inner>>,
    Path(rule): Path<String>,
    form: Form<Nothing>,
) -> Result<Redirect, Error> {
    switch(&inner, &form, &rule, Switch::Off).await
}

async fn shift(
    inner: &Inner,
    form: &Form<Nothing>,
    rule: &str,
    direction: Direction,
) -> Result<Redirect, Error> {
    rules::shift(&form.actor(inner), id(rule)?, direction).await?;
    Ok(Redirect::to("/rules"))
}

/// `POST /rules/{id}/up`.
pub(crate) async fn up(
    State(inner): State<Arc<Inner>>,
    Path(rule): Path<String>,
    form: Form<Nothing>,
) -> Result<Redirect, Error> {
    shift(&inner, &form, &rule, Direction::Up).await
}

/// `POST /rules/{id}/down`.
pub(crate) async fn down(
    State(inner): State<Arc<Inner>>,
    Path(rule): Path<String>,
    form: Form<Nothing>,
) -> Result<Redirect, Error> {
    shift(&inner, &form, &rule, Direction::Down).await
}

/// `POST /rules/{id}/remove`.
pub(crate) async fn remove(
    State(inner): State<Arc<Inner>>,
    Path(rule): Path<String>,
    form: Form<Nothing>,
) -> Result<Redirect, Error> {
    let rule = id(&rule)?;
    rules::remove(&form.actor(&inner), rule).await?;
    Ok(Redirect::to(&format!("/rules?removed={rule}")))
}

/// `POST /rules/{id}/restore`: restores a removed rule.
pub(crate) async fn restore(
    State(inner): State<Arc<Inner>>,
    Path(rule): Path<String>,
    form: Form<Nothing>,
) -> Result<Redirect, Error> {
    rules::restore(&form.actor(&inner), id(&rule)?).await?;
    Ok(Redirect::to("/rules"))
}

/// `POST /rules/{id}/apply`: applies a rule to stored articles.
pub(crate) async fn apply(
    State(inner): State<Arc<Inner>>,
    Path(rule): Path<String>,
    form: Form<Nothing>,
) -> Result<Response, Error> {
    let applied = rules::apply(&form.actor(&inner), id(&rule)?).await?;
    let undo = applied.undo.map_or(String::new(), |id| format!("&undo={id}"));
    Ok(Redirect::to(&format!("/rules?applied={}{undo}", applied.n_articles)).into_response())
}

/// Returns whether a rule hides articles.
fn hides(actions: &[Action]) -> bool {
    actions.iter().any(|action| matches!(action, Action::Block | Action::Keep))
}
