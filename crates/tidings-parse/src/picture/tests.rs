//! Pictures as they are, as they pretend to be, and broken ones.

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
fn every_kind_is_told_by_its_first_bytes_and_sized_by_its_header() {
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
fn what_only_calls_itself_a_picture_is_none() {
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

proptest! {
    #[test]
    fn any_bytes_are_looked_at_without_harm(bytes in proptest::collection::vec(any::<u8>(), 0..200), head in 0..8_usize) {
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
