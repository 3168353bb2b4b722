//! Reads the size of an image from its header.

use super::{PictureFormat, Size};

pub(super) fn of(kind: PictureFormat, bytes: &[u8]) -> Option<Size> {
    match kind {
        PictureFormat::Png => sized(big32(bytes, 16)?, big32(bytes, 20)?),
        PictureFormat::Gif => sized(little16(bytes, 6)?, little16(bytes, 8)?),
        PictureFormat::Bmp => bitmap(bytes),
        PictureFormat::Ico => largest_icon(bytes),
        PictureFormat::Jpeg => jpeg(bytes),
        PictureFormat::Webp => webp(bytes),
        PictureFormat::Avif => avif(bytes),
        PictureFormat::Svg => None,
    }
}

fn sized(width: u32, height: u32) -> Option<Size> {
    (width > 0 && height > 0).then_some(Size { width, height })
}

pub(super) fn big32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

fn big16(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from(u16::from_be_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?)))
}

fn little16(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from(u16::from_le_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?)))
}

fn little24(bytes: &[u8], at: usize) -> Option<u32> {
    let [a, b, c] = bytes.get(at..at.checked_add(3)?)?.try_into().ok()?;
    Some(u32::from_le_bytes([a, b, c, 0]))
}

fn little32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// The height is negative if the rows are stored from top to bottom.
fn bitmap(bytes: &[u8]) -> Option<Size> {
    if little32(bytes, 14)? == 12 {
        return sized(little16(bytes, 18)?, little16(bytes, 20)?);
    }
    let signed = |at| Some(little32(bytes, at)?.cast_signed().unsigned_abs());
    sized(signed(18)?, signed(22)?)
}

/// Each image in an icon has its size in one byte, 0 for 256; the image may also be a PNG of any size.
fn largest_icon(bytes: &[u8]) -> Option<Size> {
    let n = little16(bytes, 4)? as usize;
    let side = |byte: u8| if byte == 0 { 256 } else { u32::from(byte) };
    let entry = |at: usize| {
        let offset = little32(bytes, at + 12)? as usize;
        let inner = bytes.get(offset..).unwrap_or_default();
        if PictureFormat::of(inner) == Some(PictureFormat::Png) {
            return of(PictureFormat::Png, inner);
        }
        sized(side(*bytes.get(at)?), side(*bytes.get(at + 1)?))
    };
    (0..n.min(64)).filter_map(|index| entry(6 + 16 * index)).max_by_key(|size| size.pixels())
}

/// Skips markers by their lengths up to the frame header.
fn jpeg(bytes: &[u8]) -> Option<Size> {
    let mut at = 2;
    loop {
        while *bytes.get(at)? == 0xff && *bytes.get(at + 1)? == 0xff {
            at += 1;
        }
        if *bytes.get(at)? != 0xff {
            return None;
        }
        match *bytes.get(at + 1)? {
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                return sized(big16(bytes, at + 7)?, big16(bytes, at + 5)?);
            }
            0x01 | 0xd0..=0xd8 => at += 2,
            _ => at += 2 + (big16(bytes, at + 2)? as usize).max(2),
        }
    }
}

fn webp(bytes: &[u8]) -> Option<Size> {
    match bytes.get(12..16)? {
        b"VP8X" => sized(little24(bytes, 24)? + 1, little24(bytes, 27)? + 1),
        b"VP8L" => {
            let bits = little32(bytes, 21)?;
            sized((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1)
        }
        b"VP8 " => sized(little16(bytes, 26)? & 0x3fff, little16(bytes, 28)? & 0x3fff),
        _ => None,
    }
}

/// How far into a file its properties are searched for.
const PROPERTIES_BYTES: usize = 64 << 10;

/// Returns the largest of the "ispe" properties: a file may contain small previews too.
fn avif(bytes: &[u8]) -> Option<Size> {
    let head = &bytes[..bytes.len().min(PROPERTIES_BYTES)];
    let places = head.windows(4).enumerate().filter(|(_, name)| *name == b"ispe");
    places
        .filter_map(|(at, _)| sized(big32(head, at + 8)?, big32(head, at + 12)?))
        .max_by_key(|size| size.pixels())
}
