//! One rule: its form, what it would have matched, and what it matched.

use super::{
    Matched,
    form::{Fields, Line, scope_code},
    hides, id, matches, words,
};
use crate::{
    Error, RuleTrial,
    acts::{ActError, rules},
    app::Inner,
    forms::Form,
    pages::{Place, Shell, headlined, page, page_with},
    session::Signed,
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Path, Query, State},
    response::{IntoResponse, Redirect, Response},
};
use http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use tidings_model::{
    RuleId,
    rule::{Field, Polarity, RuleScope, Test},
};
use tidings_rules::CompiledRule;

/// Minimum number of condition lines in the form.
const LINES: usize = 2;

#[derive(Template)]
#[template(path = "rule.html")]
struct Page {
    t: Voice,
    shell: Shell,
    /// The rule being edited; `None` for a new one.
    id: Option<RuleId>,
    fields: Fields,
    scopes: Vec<Choice>,
    webhooks: Vec<Choice>,
    tag_names: Vec<String>,
    complaint: Option<String>,
    fault: Option<String>,
    trial: Option<Trial>,
    matched: Vec<Matched>,
    is_hiding: bool,
}

/// An option of a select.
pub(crate) struct Choice {
    pub(crate) value: String,
    pub(crate) label: String,
}

/// What a rule would have done.
struct Trial {
    heading: String,
    partial: Option<Time>,
    more: Option<String>,
    matched: Vec<Matched>,
}

impl Page {
    fn fields_of(&self) -> Vec<Choice> {
        let choice = |field: &Field| Choice {
            value: field.code().to_owned(),
            label: self.t.of(words::field(*field)).to_owned(),
        };
        Field::ALL.iter().map(choice).collect()
    }

    fn tests_of(&self) -> Vec<Choice> {
        let mut choices = Vec::new();
        for (polarity, not) in [(Polarity::Holds, ""), (Polarity::Fails, "not-")] {
            for test in Test::ALL {
                let label = self.t.of(words::test(*test, polarity)).to_owned();
                choices.push(Choice { value: format!("{not}{}", test.code()), label });
            }
        }
        choices
    }

    fn action(&self) -> String {
        self.id.map_or_else(|| "/rules".to_owned(), |id| format!("/rules/{id}"))
    }
}

/// What a link to the editor may prefill: "mute this word", "mute this author".
#[derive(Deserialize, Default)]
pub(crate) struct Prefilled {
    #[serde(default)]
    field: String,
    #[serde(default)]
    test: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    action: String,
    #[serde(default)]
    scope: String,
}

impl Prefilled {
    fn fields(self) -> Fields {
        let line = Line { field: self.field, test: self.test, text: self.text };
        Fields {
            scope: self.scope,
            show: if matches!(self.action.as_str(), "block" | "keep") {
                self.action.clone()
            } else {
                String::new()
            },
            read: self.action == "read",
            star: self.action == "star",
            conditions: vec![line],
            ..Fields::default()
        }
    }
}

/// `GET /rules/new`.
pub(crate) async fn new(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Query(prefilled): Query<Prefilled>,
) -> Result<Response, Error> {
    page(&made(&inner, &signed, None, prefilled.fields()).await?)
}

/// `GET /rules/{id}`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Path(rule): Path<String>,
) -> Result<Response, Error> {
    let rule = id(&rule)?;
    let stored = inner.store.rules().get(signed.user.id, rule).await?.ok_or(Error::NotFound)?;
    let mut shown = made(&inner, &signed, Some(rule), Fields::of(&stored.rule)).await?;
    shown.fault = stored.fault;
    shown.is_hiding = hides(&stored.rule.actions);
    page(&shown)
}

/// `POST /rules`: saves a new rule, or tries it out.
pub(crate) async fn create(
    State(inner): State<Arc<Inner>>,
    form: Form<Vec<(String, String)>>,
) -> Result<Response, Error> {
    take(&inner, form, None).await
}

/// `POST /rules/{id}`: saves a rule, or tries it out.
pub(crate) async fn change(
    State(inner): State<Arc<Inner>>,
    Path(rule): Path<String>,
    form: Form<Vec<(String, String)>>,
) -> Result<Response, Error> {
    let rule = id(&rule)?;
    rules::own(&form.actor(&inner), rule).await?;
    take(&inner, form, Some(rule)).await
}

async fn take(
    inner: &Inner,
    form: Form<Vec<(String, String)>>,
    rule: Option<RuleId>,
) -> Result<Response, Error> {
    let Form { signed, fields } = form;
    let unknown = || Error::BadRequest("unknown form fields".to_owned());
    let fields = Fields::read(fields).ok_or_else(unknown)?;
    let written = fields.rule(&signed.voice);
    if fields.act == "more" {
        let mut fields = fields;
        fields.conditions.push(Line::default());
        return page(&made(inner, &signed, rule, fields).await?);
    }
    if fields.act == "try" {
        return match rules::try_out(&signed.actor(inner), written).await {
            Ok(tried) => show_trial(inner, &signed, rule, fields, tried).await,
            Err(refusal) => refuse(inner, &signed, rule, fields, refusal).await,
        };
    }
    match rules::compile(&signed.actor(inner), written).await {
        Ok(compiled) => save(inner, &signed, rule, fields, compiled).await,
        Err(refusal) => refuse(inner, &signed, rule, fields, refusal).await,
    }
}

async fn save(
    inner: &Inner,
    signed: &Signed,
    rule: Option<RuleId>,
    fields: Fields,
    compiled: CompiledRule,
) -> Result<Response, Error> {
    let actor = signed.actor(inner);
    let saved = match rule {
        Some(id) => rules::replace(&actor, id, &compiled).await,
        None => rules::create(&actor, &compiled).await.map(drop),
    };
    match saved {
        Ok(()) => Ok(Redirect::to("/rules").into_response()),
        Err(refusal) => refuse(inner, signed, rule, fields, refusal).await,
    }
}

async fn refuse(
    inner: &Inner,
    signed: &Signed,
    rule: Option<RuleId>,
    fields: Fields,
    refusal: ActError,
) -> Result<Response, Error> {
    let t = &signed.voice;
    let complaint = match &refusal {
        ActError::Full { most, .. } => t.n("rules-bad-too-many", *most as u64),
        ActError::NotFound("folder" | "source") => t.of("rules-bad-scope").to_owned(),
        ActError::NotFound("rule") | ActError::Failed(_) => return Err(refusal.into()),
        refusal => refusal.sentence(t),
    };
    let mut shown = made(inner, signed, rule, fields).await?;
    shown.complaint = Some(complaint);
    page_with(StatusCode::BAD_REQUEST, &shown)
}

async fn show_trial(
    inner: &Inner,
    signed: &Signed,
    rule: Option<RuleId>,
    fields: Fields,
    tried: RuleTrial,
) -> Result<Response, Error> {
    let mut shown = made(inner, signed, rule, fields).await?;
    shown.trial = Some(trial(inner, &signed.voice, tried));
    page(&shown)
}

fn trial(inner: &Inner, t: &Voice, tried: RuleTrial) -> Trial {
    let now = inner.clock.now();
    let n_shown = tried.shown.len() as u64;
    Trial {
        heading: t.n_with("rules-trial", tried.n_matched, "looked", &t.number(tried.n_looked_at)),
        partial: tried.stopped_at.map(|at| t.full(at, now)),
        more: Some(tried.n_matched.saturating_sub(n_shown))
            .filter(|n| *n > 0)
            .map(|n| t.n("rules-trial-more", n)),
        matched: tried
            .shown
            .into_iter()
            .map(|seen| Matched {
                id: seen.id,
                title: headlined(t, &seen.title, ""),
                source: seen.source_title,
                time: t.age(seen.published_at, now),
            })
            .collect(),
    }
}

async fn made(
    inner: &Inner,
    signed: &Signed,
    rule: Option<RuleId>,
    mut fields: Fields,
) -> Result<Page, Error> {
    let (t, user) = (signed.voice.clone(), signed.user.id);
    let names = words::Names::load(inner, user).await?;
    let matched = match rule {
        Some(rule) => matches(inner, &t, user, rule).await?,
        None => Vec::new(),
    };
    let least = match fields.conditions.last() {
        Some(last) if !last.text.trim().is_empty() => fields.conditions.len() + 1,
        _ => LINES,
    };
    while fields.conditions.len() < least.max(LINES) {
        fields.conditions.push(Line::default());
    }
    Ok(Page {
        shell: Shell::new(inner, signed, Place::Rules).await?,
        id: rule,
        scopes: scopes(&t, &names),
        webhooks: names.webhooks.iter().map(|(id, name)| choice(id, name)).collect(),
        tag_names: names.tags.into_iter().map(|(_, name)| name).collect(),
        is_hiding: matches!(fields.show.as_str(), "block" | "keep"),
        fields,
        complaint: None,
        fault: None,
        trial: None,
        matched,
        t,
    })
}

fn choice(value: &impl ToString, label: &str) -> Choice {
    Choice { value: value.to_string(), label: label.to_owned() }
}

/// Returns the scopes of rules and webhooks: everything, folders, sources.
pub(crate) fn scopes(t: &Voice, names: &words::Names) -> Vec<Choice> {
    let all = std::iter::once(RuleScope::All);
    let folders = names.folders.iter().map(|(id, _)| RuleScope::Folder(*id));
    let sources = names.sources.iter().map(|(id, _)| RuleScope::Source(*id));
    all.chain(folders)
        .chain(sources)
        .map(|scope| choice(&scope_code(scope), &words::scope(t, names, scope)))
        .collect()
}
