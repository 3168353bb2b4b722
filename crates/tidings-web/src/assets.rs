//! The files every page needs, inside the program, under a hash of all of them so that browsers may keep them for ever.
//!
//! One hash for all: scripts import each other by relative names, and so always get the version they were made with.

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

/// The stylesheet is one file to browsers: the frame first, then what each area adds.
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

/// Modules, each by its name beside the others.
const SCRIPTS: &[(&str, &str)] = &[
    ("tidings.js", include_str!("../static/js/tidings.js")),
    ("attention.js", include_str!("../static/js/attention.js")),
    ("keys.js", include_str!("../static/js/keys.js")),
    ("list.js", include_str!("../static/js/list.js")),
    ("live.js", include_str!("../static/js/live.js")),
    ("marks.js", include_str!("../static/js/marks.js")),
    ("media.js", include_str!("../static/js/media.js")),
    ("page.js", include_str!("../static/js/page.js")),
    ("panes.js", include_str!("../static/js/panes.js")),
    ("offline.js", include_str!("../static/js/offline.js")),
    ("touch.js", include_str!("../static/js/touch.js")),
];

/// The icon on a ground of its own, for systems that cut icons to their shape.
const MASK: (&str, &str) = ("tidings-mask.svg", include_str!("../static/tidings-mask.svg"));

const ICON: (&str, &str) = ("tidings.svg", include_str!("../static/tidings.svg"));

struct Asset {
    name: &'static str,
    media_type: &'static str,
    content: Cow<'static, str>,
    /// The same, pressed once as well as it can be.
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
                .expect("memory can be read");
            pressed
        })
    }
}

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let style = Asset::new("tidings.css", "text/css; charset=utf-8", Cow::from(STYLES.concat()));
    let icon = Asset::new(ICON.0, "image/svg+xml", Cow::from(ICON.1));
    let scripts = SCRIPTS.iter().map(|(name, content)| {
        Asset::new(name, "text/javascript; charset=utf-8", Cow::from(*content))
    });
    let mask = Asset::new(MASK.0, "image/svg+xml", Cow::from(MASK.1));
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
    // What is told with a preference is left to the layer, which weighs them.
    codings.any(|coding| coding.trim().eq_ignore_ascii_case("gzip"))
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
    fn only_who_takes_gzip_gets_it() {
        let takes = |told: &'static str| {
            let told = http::HeaderValue::from_static(told);
            takes_gzip(&[(header::ACCEPT_ENCODING, told)].into_iter().collect())
        };
        assert!(takes("gzip, deflate, br") && takes("br,GZIP"));
        assert!(!takes("gzip;q=0") && !takes("br") && !takes("x-gzip") && !takes(""));
    }

    #[test]
    fn scripts_stay_small() {
        let on_demand = ["media.js", "touch.js"];
        let at_first =
            ASSETS.iter().filter(|asset| asset.media_type.starts_with("text/javascript"));
        let sizes =
            at_first.filter(|asset| !on_demand.contains(&asset.name)).map(|a| a.gzip().len());
        // With headers it is 20 kB at most.
        assert!(sizes.sum::<usize>() < 17_000);
    }

    #[test]
    fn paths_change_with_any_content() {
        let assets = |content| [Asset::new("a.js", "text/javascript", Cow::from(content))];
        assert_ne!(hash_of(&assets("x")), hash_of(&assets("y")));
        assert_eq!(hash_of(&assets("x")), hash_of(&assets("x")));
        assert!(style().starts_with("/static/") && style().ends_with("/tidings.css"));
    }
}
