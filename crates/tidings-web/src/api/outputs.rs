//! Share links to single articles, and lists as feeds.

use super::{
    call::Call,
    extract::{At, Body},
    lists::article,
    problem::Problem,
    responses::{Made, Now, Silent},
    shape::schema,
    values::{Id, Instant, Name, One, Within, found},
};
use crate::acts::{self, ActError, outputs};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::borrow::Cow;
use tidings_model::{FolderId, OutputId, ShareId, SourceId, TagId};
use tidings_store::OutputList;

/// A link to one article, for anyone who has it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Share {
    id: Id,
    article: Id,
    title: String,
    /// The address of the public page; only its path if the server has no public address.
    address: String,
    created_at: Instant,
    expires_at: Option<Instant>,
}

/// All links.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Shares {
    shares: Vec<Share>,
}

/// Returns the server's public address; empty if it is not configured.
fn base(call: &Call) -> &str {
    call.inner.public_url.as_ref().map_or("", |url| url.as_str().trim_end_matches('/'))
}

async fn all(call: &Call) -> Result<Vec<Share>, Problem> {
    let base = base(call);
    let shares = call.inner.store.outputs().shares(call.user(), None, call.now()).await?;
    let told = shares.into_iter().map(|share| Share {
        id: Id(share.id.0),
        article: Id(share.article.0),
        title: share.title,
        address: format!("{base}/shared/{}", share.token),
        created_at: Instant(share.created_at),
        expires_at: share.expires_at.map(Instant),
    });
    Ok(told.collect())
}

/// `GET /shares`.
pub(super) async fn shares(call: Call) -> Result<Now<Shares>, Problem> {
    Ok(Now(Shares { shares: all(&call).await? }))
}

/// How long a link is valid.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewShare")]
pub(super) struct Lasting {
    /// The number of days; null for no end.
    days: Option<Within<1, 3650>>,
}

/// `POST /articles/{id}/share`.
pub(super) async fn share(
    call: Call,
    At(at): At<One>,
    Body(lasting): Body<Lasting>,
) -> Result<Made<Share>, Problem> {
    let lasting = match lasting.days {
        None => outputs::Lasting::Forever,
        Some(days) => outputs::Lasting::days(days.get())?,
    };
    let id = outputs::share(&call.actor(), article(at.id), lasting).await?;
    let made = all(&call).await?.into_iter().find(|share| share.id.0 == id.0);
    Ok(Made::New(found(made, "share link")?, format!("/shares/{id}")))
}

/// `DELETE /shares/{id}`. The link stops working.
pub(super) async fn revoke(call: Call, At(at): At<One>) -> Result<Silent, Problem> {
    outputs::revoke(&call.actor(), ShareId(at.id.0)).await?;
    Ok(Silent)
}

/// A list of articles published as a feed.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "OutputList")]
enum Told {
    /// Unread articles.
    Unread,
    /// All articles.
    All,
    /// Starred articles.
    Starred,
    /// Articles saved for later.
    Later,
    /// The articles of a folder.
    Folder(Id),
    /// The articles of a source.
    Source(Id),
    /// Articles with a tag.
    Tag(Id),
    /// The results of a search.
    Search(Words),
}

/// A search query, as it was sent.
#[derive(Debug, Serialize, Deserialize)]
struct Words(String);

impl JsonSchema for Words {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Words".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schema(json!({ "type": "string", "minLength": 1, "maxLength": acts::Words::MOST }))
    }
}

impl From<OutputList> for Told {
    fn from(list: OutputList) -> Self {
        match list {
            OutputList::Unread => Self::Unread,
            OutputList::All => Self::All,
            OutputList::Starred => Self::Starred,
            OutputList::Later => Self::Later,
            OutputList::Folder(id) => Self::Folder(Id(id.0)),
            OutputList::Source(id) => Self::Source(Id(id.0)),
            OutputList::Tag(id) => Self::Tag(Id(id.0)),
            OutputList::Search(words) => Self::Search(Words(words)),
        }
    }
}

impl Told {
    fn checked(self) -> Result<OutputList, ActError> {
        Ok(match self {
            Self::Unread => OutputList::Unread,
            Self::All => OutputList::All,
            Self::Starred => OutputList::Starred,
            Self::Later => OutputList::Later,
            Self::Folder(id) => OutputList::Folder(FolderId(id.0)),
            Self::Source(id) => OutputList::Source(SourceId(id.0)),
            Self::Tag(id) => OutputList::Tag(TagId(id.0)),
            Self::Search(words) => OutputList::Search(acts::Words::new(&words.0)?.into()),
        })
    }
}

/// A list published as a feed, for anyone who knows its address.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Output")]
pub(super) struct Feed {
    id: Id,
    /// The title of the feed.
    name: String,
    list: Told,
    /// The Atom address; only its path if the server has no public address.
    atom: String,
    /// The JSON Feed address.
    json: String,
    created_at: Instant,
    /// When it was last read, to the hour.
    used_at: Option<Instant>,
}

/// All shared feeds.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Outputs")]
pub(super) struct Feeds {
    /// By name.
    feeds: Vec<Feed>,
}

async fn going_out(call: &Call) -> Result<Vec<Feed>, Problem> {
    let base = base(call);
    let told = call.inner.store.outputs().list(call.user()).await?.into_iter().map(|output| Feed {
        id: Id(output.id.0),
        name: output.name,
        list: output.list.into(),
        atom: format!("{base}/out/{}.atom", output.token),
        json: format!("{base}/out/{}.json", output.token),
        created_at: Instant(output.created_at),
        used_at: output.used_at.map(Instant),
    });
    Ok(told.collect())
}

/// `GET /outputs`.
pub(super) async fn list(call: Call) -> Result<Now<Feeds>, Problem> {
    Ok(Now(Feeds { feeds: going_out(&call).await? }))
}

/// A new shared feed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewOutput")]
pub(super) struct NewFeed {
    /// The title of the feed.
    name: Name,
    list: Told,
}

/// `POST /outputs`.
pub(super) async fn create(call: Call, Body(new): Body<NewFeed>) -> Result<Made<Feed>, Problem> {
    let (name, list) = (new.name.checked()?, new.list.checked()?);
    let id = outputs::create(&call.actor(), name, list).await?;
    let made = going_out(&call).await?.into_iter().find(|feed| feed.id.0 == id.0);
    Ok(Made::New(found(made, "feed")?, format!("/outputs/{id}")))
}

/// `DELETE /outputs/{id}`. Its address stops working.
pub(super) async fn remove(call: Call, At(at): At<One>) -> Result<Silent, Problem> {
    outputs::remove(&call.actor(), OutputId(at.id.0)).await?;
    Ok(Silent)
}
