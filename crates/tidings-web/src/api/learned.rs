//! What Tidings has learned about the person's interests, and how they can correct it.

use super::{
    call::Call,
    extract::{At, Body},
    problem::Problem,
    responses::{Now, Silent},
    values::{One, Within, found},
};
use crate::{
    LearnedInterest,
    acts::{ActError, taste},
    pages::learned::opened,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tidings_model::{
    SourceId,
    taste::{Subject, TopicId},
};
use tidings_store::OpenRate;

/// What was learned about a topic or a source.
#[derive(Debug, Serialize, JsonSchema)]
struct Learned {
    id: u64,
    /// For a topic, its most typical words.
    name: String,
    /// The estimated share that the reader opens, 0 to 1.
    opens: f64,
    /// How certain the estimate is, 0 to 1.
    sure: f64,
    /// The reader's own setting, 0 (never) to 100 (always); null if automatic.
    level: Option<u8>,
}

impl From<LearnedInterest> for Learned {
    fn from(one: LearnedInterest) -> Self {
        let id = match one.subject {
            Subject::Topic(topic) => u64::from(topic.0),
            Subject::Source(source) => source.0.unsigned_abs(),
        };
        Self { id, name: one.name, opens: one.opens, sure: one.sure, level: one.told }
    }
}

/// How many of the articles at the top of lists were opened in the last 30 days.
#[derive(Debug, Serialize, JsonSchema)]
struct Rate {
    n_shown: u64,
    n_opened: u64,
}

impl From<OpenRate> for Rate {
    fn from(rate: OpenRate) -> Self {
        Self { n_shown: rate.n_shown, n_opened: rate.n_opened }
    }
}

/// The person's interests.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Taught {
    topics: Vec<Learned>,
    sources: Vec<Learned>,
    /// For Today.
    today: Rate,
    /// For lists sorted by time.
    by_time: Rate,
}

/// `GET /taught`.
pub(super) async fn get(call: Call) -> Result<Now<Taught>, Problem> {
    let (inner, user) = (&call.inner, call.user());
    let learned = inner.services.today.learned(user).await?;
    let [today, by_time] = opened(inner, user).await?;
    Ok(Now(Taught {
        topics: learned.topics.into_iter().map(Learned::from).collect(),
        sources: learned.sources.into_iter().map(Learned::from).collect(),
        today: today.into(),
        by_time: by_time.into(),
    }))
}

/// `DELETE /taught`.
pub(super) async fn forget(call: Call) -> Result<Silent, Problem> {
    taste::forget(&call.actor()).await?;
    Ok(Silent)
}

/// The number of a topic, in a path.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Topic {
    /// The number of the topic.
    id: Within<0, { u16::MAX as i64 }>,
}

/// The person's own setting for a topic or a source.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TaughtLevel")]
pub(super) struct Level {
    /// From 0 (never) to 100 (always); null for automatic.
    level: Option<Within<0, 100>>,
}

impl Level {
    fn checked(self) -> Result<Option<taste::Level>, ActError> {
        self.level.map(|level| taste::Level::new(Some(level.get()))).transpose()
    }
}

/// `PUT /taught/topics/{id}`.
pub(super) async fn topic(
    call: Call,
    At(one): At<Topic>,
    Body(said): Body<Level>,
) -> Result<Silent, Problem> {
    let topic = found(u16::try_from(one.id.get()).ok(), "topic")?;
    taste::teach_topic(&call.actor(), TopicId(topic), said.checked()?).await?;
    Ok(Silent)
}

/// A topic's new name.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TopicName")]
pub(super) struct NewName {
    /// One line of up to 60 characters; null for the automatic name.
    #[schemars(length(max = taste::TopicName::MOST), regex(pattern = r"^[^\x00-\x1f\x7f-\x9f]*$"))]
    name: Option<String>,
}

/// `PUT /taught/topics/{id}/name`.
pub(super) async fn rename(
    call: Call,
    At(one): At<Topic>,
    Body(new): Body<NewName>,
) -> Result<Silent, Problem> {
    let topic = found(u16::try_from(one.id.get()).ok(), "topic")?;
    let name = taste::TopicName::typed(new.name.as_deref().unwrap_or_default())?;
    taste::rename_topic(&call.actor(), TopicId(topic), name).await?;
    Ok(Silent)
}

/// `PUT /taught/sources/{id}`.
pub(super) async fn source(
    call: Call,
    At(one): At<One>,
    Body(said): Body<Level>,
) -> Result<Silent, Problem> {
    taste::teach_source(&call.actor(), SourceId(one.id.0), said.checked()?).await?;
    Ok(Silent)
}
