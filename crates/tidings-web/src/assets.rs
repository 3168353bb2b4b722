//! The files that every page needs, compiled into the program. Their address includes a hash of all of them, so
//! browsers may cache them forever.
//!
//! There is one hash for all files because scripts import each other by relative names, and must always get matching
//! versions.

mod bundle;

use crate::Error;
use axum::{
    extract::Path,
    response::{IntoResponse, Response},
};
use flate2::{Compression, read::GzEncoder};
use http::{HeaderMap, header};
use sha2::{Digest, Sha256};
use std::{
    borrow::Cow,
    io::Read,
    sync::{LazyLock, OnceLock},
};

/// Stylesheets, concatenated into one file: the frame first, then each area.
const STYLES: &[&str] = &[
    include_str!("../static/tidings.css"),
    include_str!("../static/css/search.css"),
    include_str!("../static/css/today.css"),
    include_str!("../static/css/sources.css"),
    include_str!("../static/css/freshness.css"),
    include_str!("../static/css/rules.css"),
    include_str!("../static/css/accounts.css"),
    include_str!("../static/css/media.css"),
    include_str!("../static/css/script.css"),
    include_str!("../static/css/demo.css"),
];

/// The script modules, in the order of their imports. They are served as one file.
const MODULES: &[(&str, &str)] = &[
    ("page.js", include_str!("../static/js/page.js")),
    ("marks.js", include_str!("../static/js/marks.js")),
    ("list.js", include_str!("../static/js/list.js")),
    ("panes.js", include_str!("../static/js/panes.js")),
    ("icons.js", include_str!("../static/js/icons.js")),
    ("folders.js", include_str!("../static/js/folders.js")),
    ("keys.js", include_str!("../static/js/keys.js")),
    ("live.js", include_str!("../static/js/live.js")),
    ("offline.js", include_str!("../static/js/offline.js")),
    ("attention.js", include_str!("../static/js/attention.js")),
    ("regions.js", include_str!("../static/js/regions.js")),
    ("media.js", include_str!("../static/js/media.js")),
    ("reveal.js", include_str!("../static/js/reveal.js")),
    ("touch.js", include_str!("../static/js/touch.js")),
    ("start.js", include_str!("../static/js/start.js")),
];

/// The icon with a background of its own, for systems that crop icons to their shape.
const MASK: (&str, &str) = ("tidings-mask.svg", include_str!("../static/tidings-mask.svg"));

const ICON: (&str, &str) = ("tidings.svg", include_str!("../static/tidings.svg"));

struct Asset {
    name: &'static str,
    media_type: &'static str,
    content: Cow<'static, str>,
    /// The same, compressed once with the best compression.
    gzip: OnceLock<Vec<u8>>,
}

impl Asset {
    fn new(name: &'static str, media_type: &'static str, content: Cow<'static, str>) -> Self {
        Self { name, media_type, content, gzip: OnceLock::new() }
    }

    fn gzip(&self) -> &[u8] {
        self.gzip.get_or_init(|| {
            let mut pressed = Vec::new();
            GzEncoder::new(self.content.as_bytes(), Compression::best())
                .read_to_end(&mut pressed)
                .expect("reading from memory cannot fail");
            pressed
        })
    }
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let style = Asset::new("tidings.css", "text/css; charset=utf-8", Cow::from(STYLES.concat()));
    let icon = Asset::new(ICON.0, "image/svg+xml", Cow::from(ICON.1));
    let mask = Asset::new(MASK.0, "image/svg+xml", Cow::from(MASK.1));
    let joined = Cow::from(bundle::join(MODULES));
    let script = Asset::new(bundle::NAME, "text/javascript; charset=utf-8", joined);
    vec![style, icon, mask, script]
});

static HASH: LazyLock<String> = LazyLock::new(|| hash_of(&ASSETS));
static STYLE: LazyLock<String> = LazyLock::new(|| path("tidings.css"));
static ICON_PATH: LazyLock<String> = LazyLock::new(|| path(ICON.0));
static SCRIPT: LazyLock<String> = LazyLock::new(|| path(bundle::NAME));

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

/// Returns the address of a file.
pub(crate) fn path(name: &str) -> String {
    format!("/static/{}/{name}", *HASH)
}

/// Returns the addresses of the files that pages use. The icon for other systems is not among them.
pub(crate) fn paths() -> Vec<String> {
    ASSETS.iter().filter(|asset| asset.name != MASK.0).map(|asset| path(asset.name)).collect()
}

/// Returns the address of the stylesheet.
pub(crate) fn style() -> &'static str {
    &STYLE
}

/// Returns the address of the icon.
pub(crate) fn icon() -> &'static str {
    &ICON_PATH
}

/// Returns the address of the script that every page needs.
pub(crate) fn script() -> &'static str {
    &SCRIPT
}

/// `GET /static/{hash}/{file}`.
pub(crate) async fn serve(
    Path((hash, file)): Path<(String, String)>,
    asked: HeaderMap,
) -> Result<Response, Error> {
    let asset =
        ASSETS.iter().find(|asset| asset.name == file && hash == *HASH).ok_or(Error::NotFound)?;
    let headers = [
        (header::CONTENT_TYPE, asset.media_type),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (header::VARY, "accept-encoding"),
    ];
    if takes_gzip(&asked) {
        return Ok((headers, [(header::CONTENT_ENCODING, "gzip")], asset.gzip()).into_response());
    }
    Ok((headers, asset.content.as_ref()).into_response())
}

fn takes_gzip(asked: &HeaderMap) -> bool {
    let accepted = asked.get_all(header::ACCEPT_ENCODING).iter();
    let mut codings =
        accepted.filter_map(|value| value.to_str().ok()).flat_map(|all| all.split(','));
    // Codings with a quality value are left to the compression layer, which weighs them.
    codings.any(|coding| coding.trim().eq_ignore_ascii_case("gzip"))
}

/// `GET /robots.txt`: a person's reading is not for search engines.
pub(crate) async fn robots() -> &'static str {
    "User-agent: *\nDisallow: /\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_and_scripts_request_nothing_from_other_hosts() {
        for asset in ASSETS.iter().filter(|asset| asset.media_type != "image/svg+xml") {
            for word in ["url(", "@import", "http:", "https:"] {
                assert!(!asset.content.contains(word), "{}: {word}", asset.name);
            }
        }
    }

    #[test]
    fn only_clients_that_accept_gzip_get_it() {
        let takes = |told: &'static str| {
            let told = http::HeaderValue::from_static(told);
            takes_gzip(&[(header::ACCEPT_ENCODING, told)].into_iter().collect())
        };
        assert!(takes("gzip, deflate, br") && takes("br,GZIP"));
        assert!(!takes("gzip;q=0") && !takes("br") && !takes("x-gzip") && !takes(""));
    }

    #[test]
    fn scripts_stay_small() {
        let script = ASSETS.iter().find(|asset| asset.name == bundle::NAME).unwrap();
        assert!(script.gzip().len() < 14_000, "{} bytes", script.gzip().len());
    }

    #[test]
    fn the_path_changes_with_any_content() {
        let assets = |content| [Asset::new("a.js", "text/javascript", Cow::from(content))];
        assert_ne!(hash_of(&assets("x")), hash_of(&assets("y")));
        assert_eq!(hash_of(&assets("x")), hash_of(&assets("x")));
        assert!(style().starts_with("/static/") && style().ends_with("/tidings.css"));
    }
}
