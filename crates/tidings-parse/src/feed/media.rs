//! Attachments: enclosures, Media RSS, iTunes, and their duration.

use crate::{addresses::web_address, attributes::Attributes};
use tidings_model::Enclosure;
use url::Url;

/// Returns an attachment from the attributes of `<enclosure>`, `<media:content>` or `<link rel="enclosure">`.
pub(super) fn enclosure(attributes: Attributes<'_>, base: Option<&Url>) -> Option<Enclosure> {
    let address = attributes.get("url").or_else(|| attributes.get("href"))?;
    let url = web_address(base, &address)?;
    let size = attributes.get("length").or_else(|| attributes.get("fileSize"));
    let declared = attributes.get("type").map(|kind| kind.trim().to_ascii_lowercase());
    Some(Enclosure {
        media_type: declared.filter(|kind| is_media_type(kind)).or_else(|| guess_media_type(&url)),
        bytes: size.and_then(|size| size.trim().parse().ok()).filter(|size| *size > 0),
        seconds: attributes.get("duration").and_then(|duration| seconds(&duration)),
        title: attributes
            .get("title")
            .map(|title| crate::text::fold(&title))
            .filter(|title| !title.is_empty()),
        url,
    })
}

pub(super) fn is_media_type(text: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&b))
    };
    text.split_once('/').is_some_and(|(kind, rest)| {
        is_part(kind) && is_part(rest.split(';').next().unwrap_or_default().trim())
    })
}

/// Guesses the media type from the file name.
pub(super) fn guess_media_type(url: &str) -> Option<String> {
    let path = url.split(['?', '#']).next().unwrap_or(url);
    let (_, extension) = path.rsplit_once('/')?.1.rsplit_once('.')?;
    let kind = match extension.to_ascii_lowercase().as_str() {
        "mp3" => "audio/mpeg",
        "m4a" | "m4b" => "audio/mp4",
        "ogg" | "oga" => "audio/ogg",
        "opus" => "audio/opus",
        "wav" => "audio/wav",
        "flac" => "audio/flac",
        "mp4" | "m4v" => "video/mp4",
        "webm" => "video/webm",
        "mov" => "video/quicktime",
        "jpg" | "jpeg" => "image/jpeg",
        "png" => "image/png",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "pdf" => "application/pdf",
        "epub" => "application/epub+zip",
        "torrent" => "application/x-bittorrent",
        _ => return None,
    };
    Some(kind.to_owned())
}

/// Parses a duration such as `1:02:03`, `62:03`, `3723` or `3723.5`.
pub(super) fn seconds(text: &str) -> Option<u32> {
    let mut total: u32 = 0;
    let text = text.trim();
    let text = text.split_once('.').map_or(text, |(whole, _)| whole);
    let parts = text.split(':');
    for (n, part) in parts.enumerate() {
        let number: u32 = part.trim().parse().ok().filter(|_| n < 3)?;
        total = total.checked_mul(60)?.checked_add(number)?;
    }
    // Nothing plays for longer than a week; such a value is a mistake.
    Some(total).filter(|total| (1..=7 * 86_400).contains(total))
}

/// Adds an attachment. If it is already there, fills in what was missing.
pub(super) fn add(enclosures: &mut Vec<Enclosure>, enclosure: Enclosure) {
    match enclosures.iter_mut().find(|known| known.url == enclosure.url) {
        Some(known) => {
            known.seconds = known.seconds.or(enclosure.seconds);
            known.bytes = known.bytes.or(enclosure.bytes);
            known.title = known.title.take().or(enclosure.title);
        }
        None => enclosures.push(enclosure),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_parsed_in_every_form() {
        for (text, expected) in
            [("1:02:03", 3723), ("62:03", 3723), (" 3723 ", 3723), ("3723.5", 3723)]
        {
            assert_eq!(seconds(text), Some(expected), "{text}");
        }
        for text in ["", "0", "abc", "1:2:3:4", "99999999999", "99999:99999:99999", "-1"] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }

    #[test]
    fn enclosures_need_a_web_address_and_little_else() {
        let file =
            enclosure(Attributes(r#" url="http://e.org/a.MP3?x" length="-1" type="">"#), None)
                .unwrap();
        assert_eq!((file.media_type.as_deref(), file.bytes), (Some("audio/mpeg"), None));
        assert_eq!(enclosure(Attributes(r#" url="javascript:1" type="audio/mpeg""#), None), None);
    }

    #[test]
    fn durations_are_at_most_a_week() {
        for (text, expected) in [
            ("604800", Some(604_800)),
            ("604801", None),
            ("168:00:00", Some(604_800)),
            ("168:00:01", None),
            ("0:0:1", Some(1)),
            ("1 : 30", Some(90)),
            ("90.", Some(90)),
            (".5", None),
            ("1:", None),
            (":30", None),
            ("1h", None),
        ] {
            assert_eq!(seconds(text), expected, "{text}");
        }
    }

    #[test]
    fn media_types_are_guessed_from_the_file_extension() {
        for (url, expected) in [
            ("https://e.org/a.mp3", Some("audio/mpeg")),
            ("https://e.org/a.b.WEBM?x=a.mp3", Some("video/webm")),
            ("https://e.org/a#b.mp3", None),
            ("https://e.org/a.mp3/b", None),
            ("https://e.org/mp3", None),
            ("https://e.org/.jpeg", Some("image/jpeg")),
            ("https://e.org/a.", None),
            ("https://e.org/a.exe", None),
            ("", None),
        ] {
            assert_eq!(guess_media_type(url).as_deref(), expected, "{url}");
        }
        for (text, expected) in [
            ("audio/mpeg", true),
            ("application/vnd.x+json", true),
            ("audio/mpeg; codecs=\"a b\"", true),
            ("audio", false),
            ("/mpeg", false),
            ("audio/", false),
            ("audio/ mpeg x", false),
            ("a/b/c", false),
            ("äudio/mpeg", false),
        ] {
            assert_eq!(is_media_type(text), expected, "{text}");
        }
    }

    #[test]
    fn a_repeated_file_is_merged() {
        let file = |attributes: &str| enclosure(Attributes(attributes), None).unwrap();
        let mut all = Vec::new();
        add(&mut all, file(r#" url="http://e.org/a.mp3" length="9" title=" A  b ""#));
        add(&mut all, file(r#" href="http://e.org/a.mp3" fileSize="7" duration="1:30" title="C""#));
        add(&mut all, file(r#" url="http://e.org/b.mp3" length="0" title=" ""#));
        assert_eq!(all.len(), 2);
        let (one, other) = (&all[0], &all[1]);
        assert_eq!(
            (one.bytes, one.seconds, one.title.as_deref()),
            (Some(9), Some(90), Some("A b"))
        );
        assert_eq!((other.bytes, other.seconds, &other.title), (None, None, &None));
    }
}
