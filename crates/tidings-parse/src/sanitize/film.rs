//! Frames that show a video or play audio: the few we recognize exactly become a link to the video's own page.

use url::Url;

/// Returns the page of the video that a frame would play, rebuilt from what was recognized in the frame's address.
///
/// Only the exact hosts, paths and ids that these sites use are accepted: `youtube.com.evil.example` and
/// `evil.example/embed/…` are frames like any other.
pub(super) fn page(frame: &Url) -> Option<Url> {
    // `javascript://www.youtube.com/%0A…` has the right host too.
    if !matches!(frame.scheme(), "http" | "https") || frame.port().is_some() {
        return None;
    }
    let parts: Vec<&str> = frame.path_segments()?.filter(|part| !part.is_empty()).collect();
    let page = match (frame.host_str()?, &parts[..]) {
        (
            "www.youtube.com" | "youtube.com" | "www.youtube-nocookie.com" | "youtube-nocookie.com",
            ["embed", id],
        ) if id.len() == 11 && *id != "videoseries" && is_code(id) => {
            format!("https://www.youtube.com/watch?v={id}")
        }
        ("player.vimeo.com", ["video", id]) if is_number(id) => {
            format!("https://vimeo.com/{id}")
        }
        ("www.dailymotion.com", ["embed", "video", id]) if is_code(id) => {
            format!("https://www.dailymotion.com/video/{id}")
        }
        ("open.spotify.com", ["embed", kind @ ("episode" | "show" | "track" | "album"), id])
            if is_code(id) =>
        {
            format!("https://open.spotify.com/{kind}/{id}")
        }
        _ => return None,
    };
    Url::parse(&page).ok()
}

fn is_number(text: &str) -> bool {
    (1..=20).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_code(text: &str) -> bool {
    (1..=40).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_addresses_are_recognized() {
        let check = |frame: &str, expected: Option<&str>| {
            let page = page(&frame.parse().unwrap()).map(String::from);
            assert_eq!(page.as_deref(), expected, "{frame}");
        };
        let film = Some("https://www.youtube.com/watch?v=dQw4w9WgXcQ");
        check("https://www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1", film);
        check("http://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", film);
        check("https://player.vimeo.com/video/76979871#t=1", Some("https://vimeo.com/76979871"));
        check(
            "https://www.dailymotion.com/embed/video/x2b3c",
            Some("https://www.dailymotion.com/video/x2b3c"),
        );
        check(
            "https://open.spotify.com/embed/episode/4Xk5",
            Some("https://open.spotify.com/episode/4Xk5"),
        );
        for frame in [
            "https://www.youtube.com.evil.example/embed/dQw4w9WgXcQ",
            "https://www.youtube.com@evil.example/embed/dQw4w9WgXcQ",
            "https://evil.example/www.youtube.com/embed/dQw4w9WgXcQ",
            "https://www.youtube.com:8443/embed/dQw4w9WgXcQ",
            "https://www.youtube.com/embed/dQw4w9WgXcQ%22onload",
            "https://www.youtube.com/embed/videoseries?list=x",
            "https://www.youtube.com/redirect?q=https://evil.example",
            "https://www.youtube.com/",
            "https://player.vimeo.com/video/x",
            "javascript://www.youtube.com/embed/dQw4w9WgXcQ",
        ] {
            check(frame, None);
        }
    }
}
