//! `/taught`: what Tidings has learned about a person's interests, how certain it is, and how to correct it.

use crate::{
    Error, LearnedInterest, TodayPage,
    acts::{
        self,
        taste::{self, Level, TopicName},
    },
    app::Inner,
    forms::{Form, Nothing},
    pages::{Place, Shell, page},
    preferences::{SURPRISES, TodayBy},
    session::Signed,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{Query, State},
    response::{Redirect, Response},
};
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use std::{collections::HashMap, sync::Arc};
use tidings_model::{
    ArticleId, SourceId, UserId,
    taste::{Placing, Subject, TopicId},
};
use tidings_store::OpenRate;

/// The levels a person can choose besides automatic: key and level.
const LEVELS: [(&str, u8); 4] =
    [("taught-never", 2), ("taught-seldom", 15), ("taught-often", 55), ("taught-always", 95)];
/// Over how long opened articles are counted.
const COUNTED: SignedDuration = SignedDuration::from_hours(30 * 24);
/// With fewer articles shown, no rate is given.
const LEAST_SHOWN: u64 = 30;
/// Less certainty than this counts as unknown.
const UNKNOWN: f64 = 0.02;
/// Rows of each table that are not collapsed.
pub(crate) const SHOWN_ROWS: usize = 12;

#[derive(Template)]
#[template(path = "interests.html")]
struct Page {
    t: Voice,
    shell: Shell,
    topics: Vec<RowOf>,
    sources: Vec<RowOf>,
    /// How many of the articles on Today were opened, and of those in lists sorted by time.
    rates: Option<String>,
    /// Whether this person may rename topics.
    can_rename: bool,
    /// What was just done, and the anchor of the row that it was done to; empty for the whole page.
    done: Option<(&'static str, String)>,
}

/// A topic or source, and what was learned about it.
struct RowOf {
    kind: &'static str,
    id: i64,
    name: String,
    /// Percent.
    opens: u32,
    about: String,
    /// An example article: its id and title.
    example: Option<(ArticleId, String)>,
    said: Vec<(u8, &'static str, bool)>,
}

impl RowOf {
    fn anchor(&self) -> String {
        format!("{}-{}", self.kind, self.id)
    }
}

impl Page {
    /// Returns the message for this place of the page.
    fn note_at(&self, anchor: impl AsRef<str>) -> Option<&'static str> {
        let (note, at) = self.done.as_ref()?;
        (at == anchor.as_ref()).then_some(*note)
    }

    fn is_on(&self) -> bool {
        self.t.look.today == TodayBy::Interest
    }

    fn surprises(&self) -> Vec<(u16, &'static str, bool)> {
        let keys = [
            "surprise-none",
            "surprise-little",
            "surprise-usual",
            "surprise-more",
            "surprise-most",
        ];
        let steps = SURPRISES.into_iter().zip(keys);
        steps.map(|(step, key)| (step, key, step == self.t.look.surprise)).collect()
    }
}

/// `GET /taught`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Query(query): Query<HashMap<String, String>>,
) -> Result<Response, Error> {
    let (t, user) = (signed.voice.clone(), signed.user.id);
    let learned = inner.services.today.learned(user).await?;
    let [today, by_time] = opened(&inner, user).await?;
    let note = match query.get("said").map(String::as_str) {
        Some("said") => Some("taught-noted"),
        Some("renamed") => Some("taught-renamed"),
        Some("unnamed") => Some("taught-unnamed"),
        Some("saved") => Some("settings-saved"),
        Some("forgotten") => Some("taught-forgotten"),
        _ => None,
    };
    let actor = acts::Actor::new(&inner, &signed.user);
    page(&Page {
        can_rename: taste::may_rename_topics(&actor).await?,
        topics: rows(&t, learned.topics),
        sources: rows(&t, learned.sources),
        rates: rates(&t, today, by_time),
        shell: Shell::new(&inner, &signed, Place::Taught).await?,
        done: note.map(|note| (note, query.get("at").cloned().unwrap_or_default())),
        t,
    })
}

/// Returns how many of the articles on Today were opened lately, and of those in lists sorted by time.
pub(crate) async fn opened(inner: &Inner, user: UserId) -> Result<[OpenRate; 2], Error> {
    let since = inner.clock.now().saturating_sub(COUNTED).unwrap_or(Timestamp::MIN);
    let today = inner.store.learning().open_rate(user, Placing::Interest, since).await?;
    Ok([today, inner.store.learning().open_rate(user, Placing::Time, since).await?])
}

/// Returns the rows: those set by hand first, then the learned ones, most opened first.
fn rows(t: &Voice, mut learned: Vec<LearnedInterest>) -> Vec<RowOf> {
    learned.sort_by(|a, b| {
        let first = |one: &LearnedInterest| (one.told.is_some(), one.sure > UNKNOWN);
        first(b).cmp(&first(a)).then(b.opens.total_cmp(&a.opens))
    });
    learned.into_iter().map(|one| row(t, one)).collect()
}

fn row(t: &Voice, learned: LearnedInterest) -> RowOf {
    let (kind, id) = match learned.subject {
        Subject::Topic(topic) => ("topic", i64::from(topic.0)),
        Subject::Source(source) => ("source", source.0),
    };
    let opens = (100.0 * learned.opens).round() as u32;
    let is_known = learned.told.is_some() || learned.sure > UNKNOWN;
    RowOf {
        kind,
        id,
        name: learned.name,
        opens: if is_known { opens } else { 0 },
        about: match (learned.told, learned.sure) {
            (Some(_), _) => t.of("taught-said").to_owned(),
            (None, _) if !is_known => t.of("taught-unknown").to_owned(),
            (None, sure) => {
                let (says, key) = match sure {
                    sure if sure > 0.7 => ("taught-opens", "taught-sure"),
                    sure if sure > 0.25 => ("taught-opens", "taught-rather"),
                    _ => ("taught-may-open", "taught-hardly"),
                };
                t.with2(says, ("n", &opens.to_string()), ("sure", t.of(key)))
            }
        },
        example: learned.example,
        said: LEVELS.map(|(key, level)| (level, key, learned.told == Some(level))).to_vec(),
    }
}

/// Returns the share of shown articles that were opened, if enough were shown.
fn rates(t: &Voice, today: OpenRate, by_time: OpenRate) -> Option<String> {
    let percent = |rate: OpenRate| {
        t.number((100.0 * rate.n_opened as f64 / rate.n_shown.max(1) as f64).round() as u64)
    };
    if today.n_shown < LEAST_SHOWN {
        return None;
    }
    Some(if by_time.n_shown < LEAST_SHOWN {
        t.with("taught-rate", "today", &percent(today))
    } else {
        t.with2("taught-rates", ("today", &percent(today)), ("time", &percent(by_time)))
    })
}

/// The form that sets an interest.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TeachForm {
    kind: String,
    id: String,
    #[serde(default)]
    level: String,
}

/// `POST /taught/say`.
pub(crate) async fn say(
    State(inner): State<Arc<Inner>>,
    form: Form<TeachForm>,
) -> Result<Redirect, Error> {
    let (actor, fields) = (form.actor(&inner), &form.fields);
    let none = || Error::BadRequest("this topic or source does not exist".to_owned());
    let level = match fields.level.as_str() {
        "" => None,
        level => Some(Level::new(level.parse().ok())?),
    };
    match fields.kind.as_str() {
        "topic" => {
            let topic = TopicId(fields.id.parse().map_err(|_| none())?);
            taste::teach_topic(&actor, topic, level).await?;
        }
        "source" => {
            let source = SourceId(fields.id.parse().map_err(|_| none())?);
            taste::teach_source(&actor, source, level).await?;
        }
        _ => return Err(none()),
    }
    Ok(beside_row("said", &fields.kind, &fields.id))
}

/// The form that renames a topic.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewName {
    id: String,
    #[serde(default)]
    name: String,
}

/// `POST /taught/rename`.
pub(crate) async fn rename(
    State(inner): State<Arc<Inner>>,
    form: Form<NewName>,
) -> Result<Redirect, Error> {
    let NewName { id, name } = &form.fields;
    let topic = TopicId(id.parse().map_err(|_| Error::NotFound)?);
    taste::rename_topic(&form.actor(&inner), topic, TopicName::typed(name)?).await?;
    let done = if name.trim().is_empty() { "unnamed" } else { "renamed" };
    Ok(beside_row(done, "topic", id))
}

/// Leads back to the row that was changed, where a message says what was done.
fn beside_row(done: &str, kind: &str, id: &str) -> Redirect {
    Redirect::to(&format!("/taught?said={done}&at={kind}-{id}#{kind}-{id}"))
}

/// The form with the settings of Today.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
pub(crate) struct TodayForm {
    surprise: String,
    learns: String,
}

/// `POST /taught`: how many articles test new interests, and whether anything is learned.
pub(crate) async fn choose(
    State(inner): State<Arc<Inner>>,
    form: Form<TodayForm>,
) -> Result<Redirect, Error> {
    let by = if form.fields.learns.is_empty() { TodayBy::Time } else { TodayBy::Interest };
    let settings = vec![
        ("today", Some(by.name().to_owned())),
        ("surprise", Some(form.fields.surprise.clone()).filter(|step| !step.is_empty())),
    ];
    acts::preferences::choose(&form.actor(&inner), settings).await?;
    Ok(Redirect::to("/taught?said=saved"))
}

/// `POST /taught/forget`: deletes everything that was learned.
pub(crate) async fn forget(
    State(inner): State<Arc<Inner>>,
    form: Form<Nothing>,
) -> Result<Redirect, Error> {
    taste::forget(&form.actor(&inner)).await?;
    Ok(Redirect::to("/taught?said=forgotten"))
}

/// `POST /today/anew`: makes a new selection for this visit.
pub(crate) async fn anew(
    State(inner): State<Arc<Inner>>,
    form: Form<Nothing>,
) -> Result<Redirect, Error> {
    let length = usize::from(crate::pages::list_location::TODAY_LENGTH);
    let Signed { user, voice, .. } = &form.signed;
    inner.today(user.id, &voice.look, length, TodayPage::Anew).await?;
    Ok(Redirect::to("/"))
}
