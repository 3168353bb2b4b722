//! Videos of the few sites that we recognize by their exact address: a card instead of a frame. Nothing is requested
//! from the site before the reader opens the link.

use super::Page;
use crate::Images;
use std::fmt::Write as _;

/// The sites: the address that the sanitizer builds, and the name people know.
const PLACES: [(&str, &str); 4] = [
    ("https://www.youtube.com/watch?v=", "YouTube"),
    ("https://vimeo.com/", "Vimeo"),
    ("https://www.dailymotion.com/video/", "Dailymotion"),
    ("https://open.spotify.com/", "Spotify"),
];

impl Page<'_> {
    /// Writes the card of a video that begins here, and returns the rest of the text.
    pub(super) fn film<'h>(&mut self, html: &'h str) -> Option<&'h str> {
        let (address, rest) = html.strip_prefix("<figure><a href=\"")?.split_once('"')?;
        let (start, place) = PLACES.iter().find(|(start, _)| address.starts_with(start))?;
        let (tag, rest) = rest.split_once('>')?;
        let (title, rest) = rest.split_once("</a></figure>")?;
        // The card replaces the whole link, which is plain text as the sanitizer writes it.
        if title.contains('<') || tag.contains('<') {
            return None;
        }
        let id = &address[start.len()..];
        let is_named = !title.is_empty() && !title.contains(id);
        let (name, place_too) = if is_named {
            (title.to_owned(), format!("<span class=\"film-place\">{place}</span>"))
        } else {
            (self.frame.t.with("film-at", "place", place), String::new())
        };
        let picture = self.still(place, id);
        let _ = write!(
            self.out,
            "<figure class=\"film\"><a href=\"{address}\" rel=\"noopener noreferrer nofollow\">{picture}\
             <span class=\"film-name\">{name}</span>{place_too}</a></figure>"
        );
        Some(rest)
    }

    /// Returns an image of the video if its address is known without a request and it can be loaded through this
    /// server.
    fn still(&self, place: &str, id: &str) -> String {
        let is_id =
            id.len() == 11 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
        if self.frame.images != Images::Proxy || place != "YouTube" || !is_id {
            return String::new();
        }
        let path = self.frame.signer.path(&format!("https://i.ytimg.com/vi/{id}/hqdefault.jpg"));
        format!(
            "<img src=\"{path}\" alt=\"\" width=\"480\" height=\"360\" loading=\"lazy\" decoding=\"async\">"
        )
    }
}
