//! One article: reading it, marking it, and fetching its full text.

use super::{
    Entry,
    call::Call,
    extract::{At, Body},
    named::article,
    problem::Problem,
    responses::{Now, Silent},
    tagging::Tagged,
    values::{Id, Instant, One, found},
};
use crate::acts::{
    articles::{self, Opinion},
    media,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tidings_store::BulkAction;

/// A file that belongs to an article.
#[derive(Debug, Serialize, JsonSchema)]
struct Enclosure {
    url: String,
    media_type: Option<String>,
    bytes: Option<u64>,
    seconds: Option<u32>,
    title: Option<String>,
}

/// An article with its content.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::api) struct Article {
    #[serde(flatten)]
    entry: Entry,
    /// The identifier given by the source.
    guid: Option<String>,
    /// The address of the discussion.
    comments: Option<String>,
    /// The number of comments reported by the source.
    n_comments: Option<u32>,
    /// When it was edited, according to the source.
    updated: Option<Instant>,
    /// When an edit was first fetched.
    edited_at: Option<Instant>,
    /// BCP 47.
    language: Option<String>,
    /// The publisher's categories.
    categories: Vec<String>,
    enclosures: Vec<Enclosure>,
    /// The reader's own tags.
    tags: Vec<Tagged>,
    /// The full text from the article's page, if it was fetched; safe HTML.
    full_text: Option<String>,
}

async fn read(call: &Call, id: Id) -> Result<Article, Problem> {
    let store = &call.inner.store;
    let one = found(store.articles().get(call.user(), article(id)).await?, "article")?;
    let full_text = store.articles().full_text(call.user(), one.listed.id).await?;
    let tags = one.tags.into_iter().map(|(id, name)| Tagged { id: Id(id.0), name });
    let enclosures = one.enclosures.into_iter().map(|file| Enclosure {
        url: file.url,
        media_type: file.media_type,
        bytes: file.bytes,
        seconds: file.seconds,
        title: file.title,
    });
    Ok(Article {
        guid: one.guid,
        comments: one.comments,
        n_comments: one.n_comments,
        updated: one.updated.map(Instant),
        edited_at: one.edited_at.map(Instant),
        language: one.language,
        categories: one.categories,
        enclosures: enclosures.collect(),
        tags: tags.collect(),
        full_text: full_text.and_then(|text| text.html),
        entry: Entry { html: Some(one.html), ..Entry::from(one.listed) },
    })
}

/// `GET /articles/{id}`.
pub(in crate::api) async fn get(call: Call, At(one): At<One>) -> Result<Now<Article>, Problem> {
    read(&call, one.id).await.map(Now)
}

/// The changes of an article; omitted fields stay as they are.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "ArticleChange")]
pub(in crate::api) struct Change {
    is_read: Option<bool>,
    is_starred: Option<bool>,
    /// Saved for later.
    is_later: Option<bool>,
    /// True if the reader has just opened it: it becomes read and counts towards their interests.
    opened: Option<bool>,
}

/// `PATCH /articles/{id}`. Changes that are already in effect do nothing.
pub(in crate::api) async fn change(
    call: Call,
    At(one): At<One>,
    Body(change): Body<Change>,
) -> Result<Now<Article>, Problem> {
    let (actor, id) = (call.actor(), article(one.id));
    actor.check_visible(id).await?;
    if change.opened == Some(true) {
        articles::open(&actor, id).await?;
    }
    let wishes = [
        (change.is_read, [BulkAction::Read, BulkAction::Unread]),
        (change.is_starred, [BulkAction::Star, BulkAction::Unstar]),
        (change.is_later, [BulkAction::Later, BulkAction::NotLater]),
    ];
    for (wish, [on, off]) in wishes {
        if let Some(is_on) = wish {
            articles::mark(&actor, if is_on { on } else { off }, id).await?;
        }
    }
    read(&call, one.id).await.map(Now)
}

/// What a person thinks of an article.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum Thought {
    /// Show more like this.
    More,
    /// Show less like this; also marks it as read.
    Less,
    /// Withdraws "more" or "less".
    Neither,
    /// It stayed open long enough to be read.
    Kept,
    /// It was seen and skipped.
    Passed,
}

impl From<Thought> for Opinion {
    fn from(thought: Thought) -> Self {
        match thought {
            Thought::More => Self::More,
            Thought::Less => Self::Less,
            Thought::Neither => Self::Neither,
            Thought::Kept => Self::Kept,
            Thought::Passed => Self::Passed,
        }
    }
}

/// A reaction to an article.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct Reaction {
    reaction: Thought,
}

/// `POST /articles/{id}/reaction`.
pub(in crate::api) async fn react(
    call: Call,
    At(one): At<One>,
    Body(said): Body<Reaction>,
) -> Result<Silent, Problem> {
    articles::note(&call.actor(), said.reaction.into(), article(one.id)).await?;
    Ok(Silent)
}

/// `POST /articles/{id}/full-text`: fetches the full text from the article's page.
pub(in crate::api) async fn fetch(call: Call, At(one): At<One>) -> Result<Now<Article>, Problem> {
    media::fetch_full_text(&call.actor(), article(one.id)).await?;
    read(&call, one.id).await.map(Now)
}
