//! The files every page needs, inside the program, under a hash of all of them so that browsers may keep them for ever.
//!
//! One hash for all: scripts import each other by relative names, and so always get the version they were made with.

use crate::Error;
use axum::{
    extract::Path,
    response::{IntoResponse, Response},
};
use http::header;
use sha2::{Digest, Sha256};
use std::{borrow::Cow, sync::LazyLock};

/// The stylesheet is one file to browsers: the frame first, then what each area adds.
const STYLES: &[&str] = &[
    include_str!("../static/tidings.css"),
    include_str!("../static/css/search.css"),
    include_str!("../static/css/sources.css"),
    include_str!("../static/css/rules.css"),
    include_str!("../static/css/accounts.css"),
    include_str!("../static/css/media.css"),
    include_str!("../static/css/script.css"),
    include_str!("../static/css/demo.css"),
];

/// Modules, each by its name beside the others.
const SCRIPTS: &[(&str, &str)] = &[
    ("tidings.js", include_str!("../static/js/tidings.js")),
    ("keys.js", include_str!("../static/js/keys.js")),
    ("list.js", include_str!("../static/js/list.js")),
    ("live.js", include_str!("../static/js/live.js")),
    ("marks.js", include_str!("../static/js/marks.js")),
    ("media.js", include_str!("../static/js/media.js")),
    ("page.js", include_str!("../static/js/page.js")),
    ("panes.js", include_str!("../static/js/panes.js")),
    ("shelf.js", include_str!("../static/js/shelf.js")),
    ("tables.js", include_str!("../static/js/tables.js")),
    ("touch.js", include_str!("../static/js/touch.js")),
];

/// The icon on a ground of its own, for systems that cut icons to their shape.
const MASK: (&str, &str) = ("tidings-mask.svg", include_str!("../static/tidings-mask.svg"));

const ICON: (&str, &str) = ("tidings.svg", include_str!("../static/tidings.svg"));

struct Asset {
    name: &'static str,
    media_type: &'static str,
    content: Cow<'static, str>,
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let asset = |name, media_type, content| Asset { name, media_type, content };
    let style = asset("tidings.css", "text/css; charset=utf-8", Cow::from(STYLES.concat()));
    let icon = asset(ICON.0, "image/svg+xml", Cow::from(ICON.1));
    let scripts = SCRIPTS
        .iter()
        .map(|(name, content)| asset(name, "text/javascript; charset=utf-8", Cow::from(*content)));
    let mask = asset(MASK.0, "image/svg+xml", Cow::from(MASK.1));
    [style, icon, mask].into_iter().chain(scripts).collect()
});

static HASH: LazyLock<String> = LazyLock::new(|| hash_of(&ASSETS));
static STYLE: LazyLock<String> = LazyLock::new(|| path("tidings.css"));
static ICON_PATH: LazyLock<String> = LazyLock::new(|| path(ICON.0));
static SCRIPT: LazyLock<String> = LazyLock::new(|| path("tidings.js"));

fn hash_of(assets: &[Asset]) -> String {
    let mut hasher = Sha256::new();
    for asset in assets {
        hasher.update(asset.name);
        hasher.update([0]);
        hasher.update(asset.content.as_bytes());
        hasher.update([0]);
    }
    hasher.finalize().iter().take(8).fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Where a file is.
pub(crate) fn path(name: &str) -> String {
    format!("/static/{}/{name}", *HASH)
}

/// Where all files are.
pub(crate) fn paths() -> Vec<String> {
    ASSETS.iter().map(|asset| path(asset.name)).collect()
}

/// Where the stylesheet is.
pub(crate) fn style() -> &'static str {
    &STYLE
}

/// Where the icon is.
pub(crate) fn icon() -> &'static str {
    &ICON_PATH
}

/// Where the first script is; it imports the others.
pub(crate) fn script() -> &'static str {
    &SCRIPT
}

/// `GET /static/{hash}/{file}`.
pub(crate) async fn serve(Path((hash, file)): Path<(String, String)>) -> Result<Response, Error> {
    let asset =
        ASSETS.iter().find(|asset| asset.name == file && hash == *HASH).ok_or(Error::NotFound)?;
    let headers = [
        (header::CONTENT_TYPE, asset.media_type),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    Ok((headers, asset.content.as_ref()).into_response())
}

/// `GET /robots.txt`: a person's reading is nothing for search engines.
pub(crate) async fn robots() -> &'static str {
    "User-agent: *\nDisallow: /\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn style_and_scripts_ask_nothing_of_other_hosts() {
        for asset in ASSETS.iter().filter(|asset| asset.media_type != "image/svg+xml") {
            for word in ["url(", "@import", "http:", "https:"] {
                assert!(!asset.content.contains(word), "{}: {word}", asset.name);
            }
        }
    }

    #[test]
    fn paths_change_with_any_content() {
        let assets = |content| {
            [Asset { name: "a.js", media_type: "text/javascript", content: Cow::from(content) }]
        };
        assert_ne!(hash_of(&assets("x")), hash_of(&assets("y")));
        assert_eq!(hash_of(&assets("x")), hash_of(&assets("x")));
        assert!(style().starts_with("/static/") && style().ends_with("/tidings.css"));
    }
}
