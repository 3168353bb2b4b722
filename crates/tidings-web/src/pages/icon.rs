//! The icon of a source. For a source without one, pages show a placeholder (see `letter_icon.rs`) and request nothing.

use crate::{
    Error,
    app::Inner,
    etag::{ClientVersions, Tag},
    images::Signer,
    session::Signed,
};
use axum::{
    body::Body,
    extract::{Path, State},
    response::Response,
};
use http::{HeaderMap, HeaderValue, header};
use std::sync::Arc;
use tidings_model::{SourceId, UserId};

/// Icons change rarely; after a week the browser asks whether this one did.
const KEPT: &str = "private, max-age=604800";
const VECTOR: &str = "image/svg+xml";
/// An SVG is a document: opened in a window of its own, it must not run anything.
const LOCKED: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// `GET /icon/{source}`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Path(source): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let source = source.parse::<SourceId>().map_err(|_| Error::NotFound)?;
    of(&inner, signed.user.id, source, &headers).await
}

/// `GET /api/icon/{user}/{source}/{signature}`: for clients, which have no session. The address was signed for their
/// user.
pub(crate) async fn signed(
    State(inner): State<Arc<Inner>>,
    Path((user, source, signature)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let user = user.parse::<UserId>().map_err(|_| Error::NotFound)?;
    let source = source.parse::<SourceId>().map_err(|_| Error::NotFound)?;
    if !Signer::of(&inner, user).await?.is_of_icon(source, &signature) {
        return Err(Error::NotFound);
    }
    of(&inner, user, source, &headers).await
}

async fn of(
    inner: &Inner,
    user: UserId,
    source: SourceId,
    headers: &HeaderMap,
) -> Result<Response, Error> {
    let icon = inner.store.sources().icon(user, source).await?.ok_or(Error::NotFound)?;
    let tag = Tag::of(&icon.bytes);
    let mut response =
        tag.answer(&ClientVersions::of(headers), || Response::new(Body::from(icon.bytes)));
    let answered = response.headers_mut();
    if icon.media_type == VECTOR {
        answered.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(LOCKED));
    }
    // The store has only media types that were detected from the bytes.
    let media_type = HeaderValue::try_from(icon.media_type)
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    answered.insert(header::CONTENT_TYPE, media_type);
    answered.insert(header::CACHE_CONTROL, HeaderValue::from_static(KEPT));
    Ok(response)
}
