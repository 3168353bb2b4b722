//! The icon of a source; where it has none, a tile with the first letter of its name.

use crate::{Error, app::Inner, session::Signed};
use axum::{
    body::Body,
    extract::{Path, State},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use std::sync::Arc;
use tidings_model::{Fingerprint, SourceId};

/// Icons change rarely; a week later the browser asks whether this one did.
const KEPT: &str = "private, max-age=604800";
/// A tile gives way to an icon as soon as one is found.
const TILE_KEPT: &str = "private, max-age=3600";
const VECTOR: &str = "image/svg+xml";
/// A vector is a document: opened in a window of its own, it must not act.
const LOCKED: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// `GET /icon/{source}`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    signed: Signed,
    Path(source): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let source = source.parse::<SourceId>().map_err(|_| Error::NotFound)?;
    let found = inner.store.icon(signed.user.id, source).await?;
    let (title, icon) = found.ok_or(Error::NotFound)?;
    let is_foreign_vector = icon.as_ref().is_some_and(|icon| icon.media_type == VECTOR);
    let (media_type, bytes, kept) = match icon {
        Some(icon) => (icon.media_type, icon.bytes, KEPT),
        None => (VECTOR.to_owned(), tile(&title).into_bytes(), TILE_KEPT),
    };
    let tag = format!("\"{:016x}\"", Fingerprint::of_bytes(&bytes).0);
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Response::new(Body::from(bytes))
    };
    let answered = response.headers_mut();
    // The store keeps only kinds that were told by their bytes.
    let media_type = HeaderValue::try_from(media_type)
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    answered.insert(header::CONTENT_TYPE, media_type);
    answered.insert(header::CACHE_CONTROL, HeaderValue::from_static(kept));
    if is_foreign_vector {
        answered.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(LOCKED));
    }
    if let Ok(tag) = HeaderValue::try_from(tag) {
        answered.insert(header::ETAG, tag);
    }
    Ok(response)
}

/// Five shades of the one accent: neighbours in a list rarely share one, and no name means more than another.
const SHADES: [&str; 5] = ["#0a5a69", "#2b6f7c", "#47828d", "#1d4a55", "#35616b"];

/// A tile with the first letter of a name. It is always drawn alike for the same name.
fn tile(title: &str) -> String {
    let letter = title.chars().find(|c| c.is_alphanumeric()).unwrap_or('·');
    let letter: String = letter.to_uppercase().take(1).collect();
    let shade = SHADES[Fingerprint::of(&["tile", title]).0.rem_euclid(5) as usize];
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><rect width=\"32\" height=\"32\" rx=\"6\" fill=\"{shade}\"/>\
         <text x=\"16\" y=\"22\" font-family=\"Georgia, serif\" font-size=\"18\" text-anchor=\"middle\" fill=\"#fff\">{letter}</text></svg>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_shows_the_first_letter_and_nothing_else_of_a_name() {
        assert!(tile("the Far Shore").contains(">T</text>"));
        assert!(tile("<script>").contains(">S</text>"));
        assert!(tile("\"'<>&").contains(">·</text>"));
        assert!(tile("ßx").contains(">S</text>"));
        assert!(tile("صدى").contains(">ص</text>"));
        assert_eq!(tile("Lumen"), tile("Lumen"));
    }
}
