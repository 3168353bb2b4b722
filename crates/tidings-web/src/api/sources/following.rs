//! Previewing an address, and subscribing to it.

use super::{Call, Problem, followed, view};
use crate::{
    AddressContent, FeedChoice,
    acts::following::{self, Following, Several, follow},
    api::{
        extract::Body,
        responses::{Made, Now},
        values::{Address, Id, Instant, found},
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tidings_model::SourceId;

/// An address as a person would type it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Address")]
pub(in crate::api) struct Typed {
    /// The address of a feed, or of a page that links to one.
    pub(super) url: Address,
}

/// A feed found at an address.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "FeedCandidate")]
struct Choice {
    url: String,
    /// Plain text; may be empty.
    title: String,
}

fn choices(candidates: Vec<FeedChoice>) -> Vec<Choice> {
    candidates.into_iter().map(|one| Choice { url: one.url, title: one.title }).collect()
}

/// A recent article of a source that is not subscribed to yet.
#[derive(Debug, Serialize, JsonSchema)]
struct Headline {
    title: String,
    published: Option<Instant>,
}

/// A preview of a source.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SourcePreview")]
struct Preview {
    url: String,
    title: String,
    description: String,
    site: Option<String>,
    /// BCP 47.
    language: Option<String>,
    newest: Vec<Headline>,
    n_articles: u64,
    /// Articles per day.
    per_day: Option<f64>,
    /// The source, if already subscribed to.
    followed: Option<Id>,
}

/// What is at an address: a source, or several feeds to choose from.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "AddressLook")]
pub(in crate::api) struct Seen {
    source: Option<Preview>,
    candidates: Vec<Choice>,
}

/// `POST /sources/look`.
pub(in crate::api) async fn look(
    call: Call,
    Body(typed): Body<Typed>,
) -> Result<Now<Seen>, Problem> {
    let seen = match following::look(&call.actor(), &typed.url.checked()?).await? {
        AddressContent::Choice(candidates) => {
            Seen { source: None, candidates: choices(candidates) }
        }
        AddressContent::Source(one) => Seen {
            candidates: Vec::new(),
            source: Some(Preview {
                url: one.url,
                title: one.title,
                description: one.description,
                site: one.site,
                language: one.language,
                newest: one
                    .newest
                    .into_iter()
                    .map(|(title, at)| Headline { title, published: at.map(Instant) })
                    .collect(),
                n_articles: one.n_articles as u64,
                per_day: one.per_day,
                followed: one.followed.map(|id| Id(id.0)),
            }),
        },
    };
    Ok(Now(seen))
}

/// A new subscription.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewSource")]
pub(in crate::api) struct Wish {
    /// The address of a feed, or of a page that links to one.
    pub(super) url: Address,
    /// The folder to put it in.
    #[serde(default)]
    folder: Option<Id>,
}

/// The result: a subscription, or several feeds to choose from. Send the address of the chosen one.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "AddedSource")]
pub(in crate::api) struct Added {
    source: Option<view::Full>,
    candidates: Vec<Choice>,
}

/// `POST /sources`. Subscribing again changes nothing but the folder, if one is given.
pub(in crate::api) async fn add(
    call: Call,
    Body(wish): Body<Wish>,
) -> Result<Made<Added>, Problem> {
    let folders = call.inner.store.subscriptions().folders(call.user()).await?;
    let folder = match wish.folder {
        None => None,
        Some(id) => Some(found(folders.iter().find(|folder| folder.id.0 == id.0), "folder")?),
    };
    let (address, name) = (wish.url.checked()?, folder.map(|folder| folder.path.as_str()));
    match follow(&call.actor(), &address, name, None, Several::Offered).await? {
        Following::New(one) => {
            Ok(Made::New(added(&call, one.source).await?, format!("/sources/{}", one.source)))
        }
        Following::Known(one) => Ok(Made::Known(added(&call, one.source).await?)),
        Following::Choice(candidates) => {
            Ok(Made::Known(Added { source: None, candidates: choices(candidates) }))
        }
    }
}

async fn added(call: &Call, source: SourceId) -> Result<Added, Problem> {
    let one = followed(call, source.0).await?;
    Ok(Added { source: Some(view::full(call, &one).await?), candidates: Vec::new() })
}
