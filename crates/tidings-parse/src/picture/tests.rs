//! Real images, files that pretend to be images, and broken ones.

use super::*;
use proptest::prelude::*;

fn size(width: u32, height: u32) -> Option<Size> {
    Some(Size { width, height })
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes
}

fn avif() -> Vec<u8> {
    let mut bytes = b"\0\0\0\x20ftypmif1\0\0\0\0avifmif1miafMA1B\0\0\0\xf2meta".to_vec();
    for (width, height) in [(64_u32, 36_u32), (640, 360)] {
        bytes.extend(b"\0\0\0\x14ispe\0\0\0\0");
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
    }
    bytes
}

#[test]
fn formats_come_from_the_first_bytes_and_sizes_from_the_header() {
    let check = |bytes: &[u8], kind: PictureFormat, expected: Option<Size>| {
        assert_eq!(PictureFormat::of(bytes), Some(kind));
        assert_eq!(kind.size(bytes), expected, "{kind:?}");
    };
    check(&png(30_000, 30_000), PictureFormat::Png, size(30_000, 30_000));
    check(b"GIF87a\x01\x00\x01\x00", PictureFormat::Gif, size(1, 1));
    check(
        b"\xff\xd8\xff\xe0\0\x04ab\xff\xff\xc2\0\x11\x08\x01\xe0\x02\x80\x03",
        PictureFormat::Jpeg,
        size(640, 480),
    );
    check(
        b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x7f\x02\0\xdf\x01\0",
        PictureFormat::Webp,
        size(640, 480),
    );
    check(b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x7f\xc2\x77\x00", PictureFormat::Webp, size(640, 480));
    check(
        b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x80\x02\xe0\x01",
        PictureFormat::Webp,
        size(640, 480),
    );
    check(&avif(), PictureFormat::Avif, size(640, 360));
    check(
        b"BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\xfd\xff\xff\xff",
        PictureFormat::Bmp,
        size(2, 3),
    );
    check(
        b"\0\0\x01\0\x02\0\x10\x10\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\x20\0\0\0\0\0\0\0\0\0\0\0\0\0\x01",
        PictureFormat::Ico,
        size(256, 32),
    );
    check(
        b"\xef\xbb\xbf <?xml version='1.0'?><!DOCTYPE svg PUBLIC ''>\n<!-- x --><svg xmlns=''>",
        PictureFormat::Svg,
        None,
    );
}

#[test]
fn files_that_only_pretend_to_be_images_are_rejected() {
    for bytes in [
        &b""[..],
        b"<!doctype html><script>alert(1)</script>",
        b"<html><svg></svg></html>",
        b"<svgx>",
        b"<!-- <svg> ",
        b"GIF89",
        b"%PDF-1.7",
        b"\0\0\0\x20ftypisom\0\0\0\0isommp42",
        b"RIFF\0\0\0\0WAVEfmt ",
        b"PK\x03\x04",
        b"\0\0\x01\0\0\0",
    ] {
        assert_eq!(PictureFormat::of(bytes), None, "{:?}", String::from_utf8_lossy(bytes));
    }
}

/// Returns an image of 640 by 480 in every format, with the number of bytes needed to read its size.
fn all() -> Vec<(PictureFormat, Vec<u8>, usize)> {
    let jpeg = b"\xff\xd8\xff\xc0\0\x11\x08\x01\xe0\x02\x80\x03";
    let extended = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x7f\x02\0\xdf\x01\0";
    let bitmap = b"BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x80\x02\0\0\xe0\x01\0\0";
    vec![
        (PictureFormat::Png, png(640, 480), 24),
        (PictureFormat::Gif, b"GIF89a\x80\x02\xe0\x01".to_vec(), 10),
        (PictureFormat::Jpeg, jpeg.to_vec(), 11),
        (PictureFormat::Webp, extended.to_vec(), 30),
        (PictureFormat::Bmp, bitmap.to_vec(), 26),
    ]
}

#[test]
fn a_truncated_header_has_no_size() {
    for (kind, bytes, needed) in all() {
        for end in 0..bytes.len() {
            let expected = if end < needed { None } else { size(640, 480) };
            assert_eq!(kind.size(&bytes[..end]), expected, "{kind:?} cut at {end}");
        }
        assert_eq!(kind.size(&bytes), size(640, 480), "{kind:?}");
    }
}

#[test]
fn an_image_without_width_or_height_has_no_size() {
    let check = |kind: PictureFormat, bytes: &[u8]| assert_eq!(kind.size(bytes), None, "{bytes:?}");
    check(PictureFormat::Png, &png(0, 480));
    check(PictureFormat::Png, &png(640, 0));
    check(PictureFormat::Gif, b"GIF89a\0\0\x01\0");
    check(PictureFormat::Jpeg, b"\xff\xd8\xff\xc0\0\x11\x08\0\0\x02\x80\x03");
    check(PictureFormat::Webp, b"RIFF\0\0\0\0WEBPALPH\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    check(PictureFormat::Svg, b"<svg width='9' height='9'>");
    assert_eq!(png(u32::MAX, u32::MAX).len(), 24);
    let largest = PictureFormat::Png.size(&png(u32::MAX, u32::MAX)).unwrap();
    assert_eq!(
        largest.pixels(),
        18_446_744_065_119_617_025,
        "the number of pixels does not overflow"
    );
}

#[test]
fn jpeg_segments_before_the_frame_are_skipped() {
    let frame: &[u8] = b"\xff\xc2\0\x11\x08\x01\xe0\x02\x80\x03";
    for (before, expected) in [
        // Fill bytes, a marker without length, a comment that looks like a frame, a table.
        (&b"\xff\xff\xff"[..], size(640, 480)),
        (b"\xff\x01\xff\xd0", size(640, 480)),
        (b"\xff\xfe\0\x0b\xff\xc0\0\x11\x08\0\x01\0\x01", size(640, 480)),
        (b"\xff\xc4\0\x04ab", size(640, 480)),
        // A length smaller than its own two bytes.
        (b"\xff\xe0\0\0", size(640, 480)),
        // A length beyond the end, and bytes that are not a marker.
        (b"\xff\xe0\xff\xff", None),
        (b"\xff\xe0\0\x02x", None),
    ] {
        let bytes = [b"\xff\xd8", before, frame].concat();
        assert_eq!(PictureFormat::Jpeg.size(&bytes), expected, "{before:?}");
    }
}

#[test]
fn an_icon_has_the_size_of_its_largest_image() {
    let entry = |width: u8, height: u8, offset: u32| {
        [&[width, height, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0][..], &offset.to_le_bytes()].concat()
    };
    let icon = |entries: &[Vec<u8>], rest: &[u8]| {
        [&[0, 0, 1, 0, entries.len() as u8, 0][..], &entries.concat(), rest].concat()
    };
    let check = |bytes: &[u8], expected| assert_eq!(PictureFormat::Ico.size(bytes), expected);
    check(&icon(&[entry(16, 16, 0), entry(48, 32, 0), entry(32, 32, 0)], b""), size(48, 32));
    // The second one is a PNG, whatever its entry says.
    check(&icon(&[entry(64, 64, 0), entry(16, 16, 38)], &png(512, 512)), size(512, 512));
    check(&icon(&[entry(64, 64, 0), entry(0, 0, 38)], &png(8, 8)), size(64, 64));
    check(&icon(&[entry(16, 16, u32::MAX)], b""), size(16, 16));
    check(&icon(&[entry(16, 16, 0), entry(48, 48, 0)[..3].to_vec()], b""), size(16, 16));
}

#[test]
fn old_bitmaps_and_other_brands_are_recognized() {
    let old = b"BM\0\0\0\0\0\0\0\0\x1a\0\0\0\x0c\0\0\0\x80\x02\xe0\x01";
    assert_eq!(PictureFormat::Bmp.size(old), size(640, 480));
    let brands = |length: u32, brands: &[u8]| {
        PictureFormat::of(&[&length.to_be_bytes()[..], b"ftyp", brands].concat())
    };
    assert_eq!(brands(20, b"avis\0\0\0\0miaf"), Some(PictureFormat::Avif));
    assert_eq!(brands(20, b"mif1\0\0\0\0avif"), Some(PictureFormat::Avif));
    assert_eq!(brands(16, b"mif1\0\0\0\0avif"), None, "beyond the box");
    assert_eq!(brands(0, b"avif"), None);
    assert_eq!(brands(20, b"heic\0\0\0\0mif1"), None);
}

#[test]
fn an_svg_begins_with_its_element_after_comments_and_declarations() {
    for (text, expected) in [
        ("<svg/>", true),
        ("<svg\n>", true),
        ("<svg:svg>", true),
        (" \n<!-- <html> --><?x?><!DOCTYPE svg>\t<svg >", true),
        ("<svg", false),
        ("<SVG>", false),
        ("x<svg>", false),
        ("<!-- --", false),
        ("<!doctype svg><svg>", false),
        ("<!DOCTYPE svg [<!ENTITY a '>'>]><svg>", false),
    ] {
        let is_svg = PictureFormat::of(text.as_bytes()) == Some(PictureFormat::Svg);
        assert_eq!(is_svg, expected, "{text}");
    }
    let late = format!("{}<svg>", " ".repeat(5 << 10));
    assert_eq!(PictureFormat::of(late.as_bytes()), None, "only the prolog is searched");
}

proptest! {
    #[test]
    fn any_bytes_are_inspected_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200), head in 0..8_usize) {
        let heads: [&[u8]; 8] = [
            b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF89a", b"RIFF\0\0\0\0WEBP", b"\0\0\0\x20ftypavif", b"BM\0\0\0\0\0\0\0\0",
            b"\0\0\x01\0\x09\0", b"<svg ",
        ];
        let bytes = [heads[head], &bytes].concat();
        if let Some(kind) = PictureFormat::of(&bytes) {
            let _ = kind.size(&bytes);
        }
    }
}
