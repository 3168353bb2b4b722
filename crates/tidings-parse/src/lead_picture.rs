//! Chooses the picture of an article that its feed gives none: the first one in its text that is worth showing in a list.

use crate::html_tokens::{HtmlToken, HtmlTokens};
use std::borrow::Cow;
use url::Url;

/// Smaller pictures are decoration: icons, emoji, buttons. In pixels.
const LEAST_SIDE: u32 = 80;

/// Returns the address of the first suitable picture of a sanitized text: not tiny, and no emoji, portrait, badge or
/// spacer.
///
/// ```
/// use tidings_parse::lead_picture::lead_picture;
/// let html = r#"<img src="https://e.org/spacer.gif"><p>Text</p><img src="https://e.org/harbour.jpg" alt="The harbour">"#;
/// assert_eq!(lead_picture(html).as_deref(), Some("https://e.org/harbour.jpg"));
/// assert_eq!(lead_picture("<p>Text</p>"), None);
/// ```
#[must_use]
pub fn lead_picture(html: &str) -> Option<String> {
    let mut tokens = HtmlTokens::of(html);
    while let Some(token) = tokens.next() {
        let HtmlToken::Start { name, .. } = token else { continue };
        let address = match name {
            "img" if !is_decoration(&tokens) => tokens.attribute("src"),
            "video" => tokens.attribute("poster"),
            _ => None,
        };
        if let Some(address) = address.filter(|address| is_content(address)) {
            return Some(address.into_owned());
        }
    }
    None
}

/// Returns whether a picture is too small, or stands for a character.
fn is_decoration(tokens: &HtmlTokens<'_>) -> bool {
    let is_small = |name: &str| {
        let side = tokens.attribute(name).and_then(|side| side.parse::<u32>().ok());
        side.is_some_and(|side| side < LEAST_SIDE)
    };
    let alt = tokens.attribute("alt").unwrap_or(Cow::Borrowed(""));
    is_small("width") || is_small("height") || is_emoji(alt.trim())
}

/// Returns whether an alternative text is a single emoji, or its name between colons.
fn is_emoji(alt: &str) -> bool {
    let is_name = |name: &str| {
        !name.is_empty()
            && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '+'))
    };
    let is_named =
        alt.strip_prefix(':').and_then(|rest| rest.strip_suffix(':')).is_some_and(is_name);
    let is_sign = |c: char| !c.is_ascii() && !c.is_alphanumeric();
    is_named || (!alt.is_empty() && alt.chars().count() <= 8 && alt.chars().all(is_sign))
}

/// Returns whether an address may be that of a picture that belongs to the article, judged by whole names in its path.
fn is_content(address: &str) -> bool {
    /// Folders of emoji, portraits and the like.
    const FOLDERS: [&str; 12] = [
        "avatar",
        "avatars",
        "badge",
        "badges",
        "emoji",
        "emojis",
        "emoticons",
        "favicons",
        "icons",
        "smileys",
        "smilies",
        "user_avatar",
    ];
    /// Beginnings of the names of files that only fill space or count readers.
    const FILLERS: [&str; 9] = [
        "1x1",
        "blank.",
        "clear.",
        "favicon",
        "pixel.",
        "spacer",
        "tracking.",
        "transparent.",
        "trans.gif",
    ];
    /// Hosts of portraits and badges.
    const HOSTS: [&str; 4] = ["avatars.", "gravatar.com", "badge.fury.io", "img.shields.io"];
    let Ok(url) = Url::parse(address) else { return false };
    let host = url.host_str().unwrap_or_default();
    if HOSTS.iter().any(|name| host.starts_with(name) || host.ends_with(name)) {
        return false;
    }
    let path = url.path().to_ascii_lowercase();
    let (folders, file) = path.rsplit_once('/').unwrap_or(("", &path));
    !folders.split('/').any(|folder| FOLDERS.contains(&folder))
        && !FILLERS.iter().any(|start| file.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, expected: Option<&str>) {
        assert_eq!(lead_picture(html).as_deref(), expected, "{html}");
    }

    #[test]
    fn the_first_picture_of_the_text_is_chosen() {
        check(
            r#"<p>Text</p><figure><img src="https://e.org/a.jpg?w=1&amp;h=2" alt="A" width="800" height="600"></figure><img src="https://e.org/b.jpg">"#,
            Some("https://e.org/a.jpg?w=1&h=2"),
        );
        check(
            r#"<video src="https://e.org/v.mp4" poster="https://e.org/p.jpg"></video>"#,
            Some("https://e.org/p.jpg"),
        );
        check("", None);
    }

    #[test]
    fn decoration_is_passed_over() {
        for decoration in [
            r#"<img src="https://e.org/x.png" width="1" height="1">"#,
            r#"<img src="https://e.org/line.png" width="600" height="10">"#,
            r#"<img src="https://e.org/x.png" width="32">"#,
            r#"<img src="https://s.w.org/images/core/emoji/15/72x72/1f600.png" alt="x">"#,
            "<img src=\"https://e.org/x.png\" alt=\"\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\">",
            r#"<img src="https://e.org/x.png" alt=":slight_smile:">"#,
            r#"<img src="https://secure.gravatar.com/avatar/0?s=96">"#,
            r#"<img src="https://avatars.githubusercontent.com/u/1">"#,
            r#"<img src="https://e.org/user_avatar/e.org/ada/45/1.png">"#,
            r#"<img src="https://img.shields.io/badge/x-y-green">"#,
            r#"<img src="https://e.org/images/spacer.gif">"#,
            r#"<img src="https://e.org/1x1.png?u=1">"#,
            r#"<video src="https://e.org/v.mp4"></video>"#,
            r#"<img alt="no address">"#,
        ] {
            let html = format!(r#"{decoration}<p><img src="https://e.org/real.jpg"></p>"#);
            check(&html, Some("https://e.org/real.jpg"));
        }
    }

    #[test]
    fn ordinary_pictures_with_similar_names_are_kept() {
        for address in [
            "https://e.org/2026/avatar-2-review.jpg",
            "https://e.org/pixel-9-camera.jpg",
            "https://e.org/badger.jpg",
            "https://e.org/uploads/blank-page.png",
        ] {
            check(&format!(r#"<img src="{address}" alt="東京">"#), Some(address));
        }
    }
}
