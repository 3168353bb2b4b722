//! Feeds of known platforms, derived from the address alone.

use url::Url;

/// Returns the feed addresses of a page on a known platform; none for other sites.
pub(super) fn feeds_of(page: &Url) -> Vec<String> {
    let host = page.host_str().unwrap_or_default().trim_start_matches("www.");
    let host = host.strip_prefix("m.").unwrap_or(host);
    let path: Vec<&str> =
        page.path_segments().into_iter().flatten().filter(|part| !part.is_empty()).collect();
    let origin = page.origin().ascii_serialization();
    match host {
        "youtube.com" => youtube(page, &path),
        "reddit.com" | "old.reddit.com" => reddit(&origin, &path),
        "github.com" => github(&path),
        "medium.com" => {
            path.first().map(|name| format!("https://medium.com/feed/{name}")).into_iter().collect()
        }
        "bsky.app" => {
            below(&path, "profile", |name| format!("https://bsky.app/profile/{name}/rss"))
        }
        "news.ycombinator.com" => vec!["https://news.ycombinator.com/rss".into()],
        "lobste.rs" => below(&path, "t", |tag| format!("https://lobste.rs/t/{tag}.rss"))
            .into_iter()
            .chain(["https://lobste.rs/rss".into()])
            .collect(),
        "stackoverflow.com" => tagged(&origin, &path),
        "vimeo.com" => path
            .first()
            .map(|name| format!("https://vimeo.com/{name}/videos/rss"))
            .into_iter()
            .collect(),
        "dev.to" => {
            path.first().map(|name| format!("https://dev.to/feed/{name}")).into_iter().collect()
        }
        "letterboxd.com" => path
            .first()
            .map(|name| format!("https://letterboxd.com/{name}/rss/"))
            .into_iter()
            .collect(),
        "gitlab.com" | "codeberg.org" => forge(&origin, host, &path),
        _ => hosted(&origin, host, &path),
    }
}

fn youtube(page: &Url, path: &[&str]) -> Vec<String> {
    const FEED: &str = "https://www.youtube.com/feeds/videos.xml";
    let list = page
        .query_pairs()
        .find(|(key, _)| key == "list")
        .map(|(_, value)| value.into_owned())
        .filter(|list| is_word(list));
    match (path, list) {
        (["channel", id, ..], _) if is_word(id) => vec![format!("{FEED}?channel_id={id}")],
        (["user", name, ..], _) if is_word(name) => vec![format!("{FEED}?user={name}")],
        (_, Some(list)) => vec![format!("{FEED}?playlist_id={list}")],
        _ => vec![],
    }
}

fn reddit(origin: &str, path: &[&str]) -> Vec<String> {
    match path {
        [] => vec![format!("{origin}/.rss")],
        [kind @ ("r" | "u" | "user"), name] => vec![format!("{origin}/{kind}/{name}/.rss")],
        ["r", name, "comments", id, ..] => vec![format!("{origin}/r/{name}/comments/{id}/.rss")],
        ["r", name, order, ..] => {
            vec![format!("{origin}/r/{name}/{order}/.rss"), format!("{origin}/r/{name}/.rss")]
        }
        _ => vec![],
    }
}

fn github(path: &[&str]) -> Vec<String> {
    let of = |rest: &str| format!("https://github.com/{rest}.atom");
    match path {
        [user] => vec![of(user)],
        [owner, name, "commits", branch, ..] => {
            vec![of(&format!("{owner}/{name}/commits/{branch}"))]
        }
        [owner, name, "tags", ..] => vec![of(&format!("{owner}/{name}/tags"))],
        [owner, name, ..] => {
            ["releases", "tags", "commits"].map(|what| of(&format!("{owner}/{name}/{what}"))).into()
        }
        [] => vec![],
    }
}

fn forge(origin: &str, host: &str, path: &[&str]) -> Vec<String> {
    let [owner, name, ..] = path else {
        return path
            .first()
            .map(|user| {
                if host == "gitlab.com" {
                    format!("{origin}/{user}.atom")
                } else {
                    format!("{origin}/{user}.rss")
                }
            })
            .into_iter()
            .collect();
    };
    match host {
        "gitlab.com" => vec![
            format!("{origin}/{owner}/{name}/-/tags?format=atom"),
            format!("{origin}/{owner}/{name}.atom"),
        ],
        _ => vec![
            format!("{origin}/{owner}/{name}/releases.rss"),
            format!("{origin}/{owner}/{name}.rss"),
        ],
    }
}

fn tagged(origin: &str, path: &[&str]) -> Vec<String> {
    match path {
        ["questions", "tagged", tag, ..] => vec![format!("{origin}/feeds/tag/{tag}")],
        ["questions", id, ..] => vec![format!("{origin}/feeds/question/{id}")],
        _ => vec![format!("{origin}/feeds")],
    }
}

/// Platforms that give each publisher its own host name, and software that anyone can host.
fn hosted(origin: &str, host: &str, path: &[&str]) -> Vec<String> {
    let hosts = [
        (".substack.com", "/feed"),
        (".medium.com", "/feed"),
        (".tumblr.com", "/rss"),
        (".wordpress.com", "/feed/"),
        (".blogspot.com", "/feeds/posts/default"),
        (".livejournal.com", "/data/rss"),
        (".bearblog.dev", "/feed/"),
        (".micro.blog", "/feed.xml"),
        (".itch.io", "/devlog.rss"),
    ];
    if let Some((_, feed)) = hosts.iter().find(|(suffix, _)| host.ends_with(suffix)) {
        return vec![format!("{origin}{feed}")];
    }
    match path {
        _ if host.ends_with(".stackexchange.com") => tagged(origin, path),
        // Mastodon and the like.
        [profile, ..]
            if profile.len() > 1 && profile.starts_with('@') && !profile[1..].contains('@') =>
        {
            vec![format!("{origin}/{profile}.rss")]
        }
        _ => vec![],
    }
}

fn below(path: &[&str], parent: &str, feed: impl Fn(&str) -> String) -> Vec<String> {
    match path {
        [first, name, ..] if *first == parent => vec![feed(name)],
        _ => vec![],
    }
}

fn is_word(text: &str) -> bool {
    text.len() <= 64
        && !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}
