//! Detects the format and size of an image from its bytes, never from what a server calls it.
//!
//! Nothing is decoded. The format comes from the first bytes, the size from the header. If the size cannot be read
//! there is none, and the caller decides what that means.

mod size;

/// An image format that browsers can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PictureFormat {
    /// Portable Network Graphics.
    Png,
    /// JPEG.
    Jpeg,
    /// GIF.
    Gif,
    /// WebP.
    Webp,
    /// AVIF.
    Avif,
    /// Windows bitmap.
    Bmp,
    /// Windows icon.
    Ico,
    /// Scalable Vector Graphics: a document that may contain scripts, to be served with restrictions.
    Svg,
}

/// A size in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// From left to right.
    pub width: u32,
    /// From top to bottom.
    pub height: u32,
}

impl Size {
    /// Returns the number of pixels.
    #[must_use]
    pub fn pixels(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

impl PictureFormat {
    /// Detects the format of an image; `None` if it is not one that we show.
    ///
    /// ```
    /// use tidings_parse::picture::PictureFormat;
    /// assert_eq!(PictureFormat::of(b"\x89PNG\r\n\x1a\n..."), Some(PictureFormat::Png));
    /// assert_eq!(PictureFormat::of(b"<!doctype html><script>"), None);
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::Webp),
            [_, _, _, _, b'f', b't', b'y', b'p', ..] if is_avif(bytes) => Some(Self::Avif),
            [0, 0, 1, 0, n, 0, ..] if *n > 0 => Some(Self::Ico),
            [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Some(Self::Bmp),
            _ if is_svg(bytes) => Some(Self::Svg),
            _ => None,
        }
    }

    /// Returns the media type to serve it with.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
            Self::Avif => "image/avif",
            Self::Bmp => "image/bmp",
            Self::Ico => "image/x-icon",
            Self::Svg => "image/svg+xml",
        }
    }

    /// Returns the size of the image from its header. Vector images have no size of their own.
    ///
    /// ```
    /// use tidings_parse::picture::{PictureFormat, Size};
    /// assert_eq!(PictureFormat::Gif.size(b"GIF89a\x02\x00\x01\x00..."), Some(Size { width: 2, height: 1 }));
    /// ```
    #[must_use]
    pub fn size(self, bytes: &[u8]) -> Option<Size> {
        size::of(self, bytes)
    }
}

/// Whether the brands of an ISO media file include AVIF, still or animated.
fn is_avif(bytes: &[u8]) -> bool {
    let length = size::big32(bytes, 0).unwrap_or(0) as usize;
    let brands = bytes.get(8..length.clamp(8, 64).min(bytes.len())).unwrap_or_default();
    brands.chunks_exact(4).any(|brand| matches!(brand, b"avif" | b"avis"))
}

/// How far into a document its first element is searched for.
const PROLOG_BYTES: usize = 4 << 10;

/// Whether a document's first element is `svg`, after white space, declarations and comments.
fn is_svg(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(PROLOG_BYTES)];
    let mut rest = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    loop {
        rest = rest.trim_ascii_start();
        let end: &[u8] = match rest {
            [b'<', b's', b'v', b'g', after, ..] => {
                return after.is_ascii_whitespace() || matches!(after, b'>' | b'/' | b':');
            }
            [b'<', b'?', ..] => b"?>",
            [b'<', b'!', b'-', b'-', ..] => b"-->",
            // A doctype with an internal subset declares entities; no ordinary image needs them.
            [b'<', b'!', b'D', b'O', b'C', b'T', b'Y', b'P', b'E', ..] => b">",
            _ => return false,
        };
        let Some(at) = rest.windows(end.len()).position(|window| window == end) else {
            return false;
        };
        rest = &rest[at + end.len()..];
    }
}

#[cfg(test)]
mod tests;
