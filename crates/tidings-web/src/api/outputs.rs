//! What goes out: links to single articles, and lists as feeds.

use super::{
    answers::{Made, Now, Silent},
    call::Call,
    lists::article,
    parts::{At, Body},
    problem::Problem,
    values::{Id, Instant, One, Within, found},
};
use crate::Token;
use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tidings_model::ShareId;

/// A link to one article, for whoever has it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Share {
    id: Id,
    article: Id,
    title: String,
    /// Where the article is shown; without a public address of this server, its path.
    address: String,
    created_at: Instant,
    expires_at: Option<Instant>,
}

/// All links.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Shares {
    shares: Vec<Share>,
}

async fn all(call: &Call) -> Result<Vec<Share>, Problem> {
    let base = call.inner.public_url.as_ref().map_or("", |url| url.as_str().trim_end_matches('/'));
    let shares = call.inner.store.shares(call.user(), None, call.now()).await?;
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

/// How long a link lasts.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Lasting {
    /// So many days; null for ever.
    days: Option<Within<1, 3650>>,
}

/// `POST /articles/{id}/share`.
pub(super) async fn share(
    call: Call,
    At(at): At<One>,
    Body(lasting): Body<Lasting>,
) -> Result<Made<Share>, Problem> {
    let now = call.now();
    let token = Token::new(&*call.inner.clock);
    let end = |days: Within<1, 3650>| {
        let span = SignedDuration::from_hours(24 * days.get());
        now.saturating_add(span).unwrap_or(Timestamp::MAX)
    };
    let (user, ends) = (call.user(), lasting.days.map(end));
    let secret = (token.text, token.hash);
    let id = call.inner.store.share(user, article(at.id), secret, ends, now).await?;
    let made = all(&call).await?.into_iter().find(|share| share.id.0 == id.0);
    Ok(Made::New(found(made, "share link")?, format!("/shares/{id}")))
}

/// `DELETE /shares/{id}`: the link leads nowhere from now on.
pub(super) async fn revoke(call: Call, At(at): At<One>) -> Result<Silent, Problem> {
    call.inner.store.revoke_share(call.user(), ShareId(at.id.0)).await?;
    Ok(Silent)
}
