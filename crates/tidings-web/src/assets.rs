//! The files every page needs, inside the program, each under the hash of its content so that browsers may keep it for ever.

use crate::Error;
use axum::{
    extract::Path,
    response::{IntoResponse, Response},
};
use http::header;
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

struct Asset {
    path: String,
    media_type: &'static str,
    content: &'static str,
}

static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    asset("tidings", "css", "text/css; charset=utf-8", include_str!("../static/tidings.css"))
});
static ICON: LazyLock<Asset> = LazyLock::new(|| {
    asset("tidings", "svg", "image/svg+xml", include_str!("../static/tidings.svg"))
});

fn asset(name: &str, kind: &str, media_type: &'static str, content: &'static str) -> Asset {
    let hash = Sha256::digest(content);
    let hash = hash.iter().take(8).fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    Asset { path: format!("/static/{name}-{hash}.{kind}"), media_type, content }
}

/// Where the stylesheet is.
pub(crate) fn style() -> &'static str {
    &STYLE.path
}

/// Where the icon is.
pub(crate) fn icon() -> &'static str {
    &ICON.path
}

/// `GET /static/{file}`.
pub(crate) async fn serve(Path(file): Path<String>) -> Result<Response, Error> {
    let asset = [&STYLE, &ICON]
        .into_iter()
        .find(|asset| asset.path.strip_prefix("/static/") == Some(&file))
        .ok_or(Error::NotFound)?;
    let headers = [
        (header::CONTENT_TYPE, asset.media_type),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    Ok((headers, asset.content).into_response())
}

/// `GET /robots.txt`: a person's reading is nothing for search engines.
pub(crate) async fn robots() -> &'static str {
    "User-agent: *\nDisallow: /\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_asks_nothing_of_other_hosts() {
        for word in ["url(", "@import", "http:", "https:", "//"] {
            assert!(!STYLE.content.contains(word), "{word}");
        }
    }

    #[test]
    fn a_path_carries_the_hash_of_its_content() {
        assert_ne!(
            asset("a", "css", "text/css", "x").path,
            asset("a", "css", "text/css", "y").path
        );
        assert!(style().starts_with("/static/tidings-") && style().ends_with(".css"));
    }
}
