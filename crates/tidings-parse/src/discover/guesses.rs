//! Where feeds usually are, for pages that do not declare one.

use super::platforms;
use url::Url;

/// Maximum number of guesses: each is one request.
const MAX_GUESSES: usize = 16;

/// Names tried below the directory of the page.
const NEAR: &[&str] = &["feed", "rss", "feed.xml", "atom.xml", "index.xml", "rss.xml"];
/// Names tried at the root of the site.
const AT_ROOT: &[&str] = &[
    "feed",
    "rss",
    "feed.xml",
    "atom.xml",
    "index.xml",
    "rss.xml",
    "blog/feed",
    "index.rdf",
    "feed.json",
    "feeds/posts/default",
];

/// Returns addresses where the feed of a page may be, most likely first: those its platform is known to use, then
/// common names below the page and at the root of its site.
///
/// ```
/// use tidings_parse::discover::guesses;
/// let first = |page: &str| guesses(&page.parse().unwrap())[0].to_string();
/// assert_eq!(first("https://www.reddit.com/r/rust"), "https://www.reddit.com/r/rust/.rss");
/// assert_eq!(first("https://example.org/blog/"), "https://example.org/blog/feed");
/// ```
#[must_use]
pub fn guesses(page: &Url) -> Vec<Url> {
    let mut found: Vec<Url> = Vec::new();
    if !matches!(page.scheme(), "http" | "https") || !page.has_host() {
        return found;
    }
    let mut add = |url: Option<Url>| {
        if let Some(url) = url.filter(|url| url != page && !found.contains(url)) {
            found.push(url);
        }
    };
    for address in platforms::feeds_of(page) {
        add(Url::parse(&address).ok());
    }
    let mut directory = page.clone();
    directory.set_query(None);
    directory.set_fragment(None);
    if !directory.path().ends_with('/') && !last_segment(&directory).contains('.') {
        directory.set_path(&format!("{}/", directory.path()));
    }
    if directory.path() != "/" {
        NEAR.iter().for_each(|name| add(directory.join(name).ok()));
    }
    AT_ROOT.iter().for_each(|name| add(page.join(&format!("/{name}")).ok()));
    found.truncate(MAX_GUESSES);
    found
}

fn last_segment(url: &Url) -> &str {
    url.path().rsplit('/').next().unwrap_or_default()
}
