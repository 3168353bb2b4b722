//! An image in an article, forwarded by this server: the program fetches it, never the person's browser.

use crate::{
    Error, SecretToken,
    app::Inner,
    images::{ImagePermit, Signer, VISITORS},
    session::Signed,
};
use axum::{
    body::{Body, Bytes},
    extract::{Path, State},
    response::{IntoResponse, Response},
};
use futures_util::{StreamExt, stream};
use http::{HeaderValue, StatusCode, header};
use std::{convert::Infallible, sync::Arc};
use tidings_model::{Failure, FailureKind, UserId};
use url::Url;

/// An image does not change.
const KEPT: &str = "private, max-age=604800, immutable";
/// One that failed may be available later.
const NOT_KEPT: &str = "private, max-age=300";
/// An SVG is a document: opened in a window of its own, it must not run anything.
const LOCKED: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// `GET /image/{signature}/{address}`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Path((signature, address)): Path<(String, String)>,
) -> Result<Response, Error> {
    let user = signed.user.id;
    let signer = Signer::of(&inner, user).await?;
    let url = signer.read(&signature, &address).ok_or(Error::NotFound)?;
    forwarded(&inner, user, &url).await
}

/// `GET /shared/{secret}/image/{signature}/{address}`: an image of a shared article, as long as its link is valid.
pub(crate) async fn show_shared(
    State(inner): State<Arc<Inner>>,
    Path((secret, signature, address)): Path<(String, String, String)>,
) -> Result<Response, Error> {
    let signer = Signer::of_share(&inner, &secret).await?;
    let url = signer.read(&signature, &address).ok_or(Error::NotFound)?;
    if !inner.store.outputs().is_shared(SecretToken::hash(&secret), inner.clock.now()).await? {
        return Err(Error::NotFound);
    }
    forwarded(&inner, VISITORS, &url).await
}

async fn forwarded(inner: &Inner, user: UserId, url: &Url) -> Result<Response, Error> {
    let turn = inner.images.turn(user).await?;
    match inner.services.pictures.picture(url).await {
        Ok(picture) => Ok(handed(picture.media_type, picture.bytes, turn)),
        Err(failure) => Ok(refused(&failure)),
    }
}

fn handed(media_type: &'static str, bytes: Bytes, turn: ImagePermit) -> Response {
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(bytes.len()));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(KEPT));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("inline"));
    if media_type == "image/svg+xml" {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(LOCKED));
    }
    *response.body_mut() = in_pieces(bytes, turn);
    response
}

/// Bytes passed to the connection at a time.
const PIECE: usize = 64 << 10;

/// Returns a body that holds the permit until its last piece is sent: until then the image is in memory.
fn in_pieces(bytes: Bytes, turn: ImagePermit) -> Body {
    let pieces = stream::unfold((bytes, turn), async |(mut bytes, turn)| {
        let piece = bytes.split_to(PIECE.min(bytes.len()));
        (!piece.is_empty()).then_some((Ok::<_, Infallible>(piece), (bytes, turn)))
    });
    // What compresses a body may read on after its end.
    Body::from_stream(pieces.fuse())
}

/// Returns the error in our own words: nothing from the address or the remote response is repeated.
fn refused(failure: &Failure) -> Response {
    let (status, sentence) = match failure.kind {
        FailureKind::Decode => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "This is not a picture.\n"),
        FailureKind::TooLarge => (StatusCode::BAD_GATEWAY, "This picture is too large.\n"),
        FailureKind::Timeout => {
            (StatusCode::GATEWAY_TIMEOUT, "The picture did not arrive in time.\n")
        }
        _ => (StatusCode::BAD_GATEWAY, "The picture could not be fetched.\n"),
    };
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, NOT_KEPT)];
    (status, headers, sentence).into_response()
}
