//! Images of the simulated web: hills under a sky, and a letter on a colored background, as PNG, from a seed.

use rand::{RngExt, rngs::Xoshiro256PlusPlus};
use std::f64::consts::TAU;

const WIDTH: usize = 960;
const HEIGHT: usize = 540;
/// Shades of the sky, then of the hills, then the sun: a palette of sixteen.
const SKY: usize = 10;
const HILLS: usize = 5;
const SUN: u8 = 15;

/// Draws hills one behind the other, in the colors of a topic and an hour.
pub(crate) fn landscape(hue: f64, rng: &mut Xoshiro256PlusPlus) -> Vec<u8> {
    let hue = hue + rng.random_range(-25.0..25.0);
    let evening = rng.random_range(0.0..1.0);
    let mut palette = Vec::new();
    for shade in 0..SKY {
        let low = shade as f64 / (SKY - 1) as f64;
        palette.push(colour(
            (40.0 * low).mul_add(evening, hue),
            0.35,
            0.25f64.mul_add(low, 0.2f64.mul_add(-evening, 0.68)),
        ));
    }
    for hill in 0..HILLS {
        let near = hill as f64 / (HILLS - 1) as f64;
        palette.push(colour(15.0f64.mul_add(near, hue), 0.3, 0.42f64.mul_add(-near, 0.58)));
    }
    palette.push(colour(hue + 180.0, 0.5, 0.9));
    let ridges: Vec<Ridge> = (0..HILLS).map(|hill| Ridge::drawn(hill, rng)).collect();
    let sun =
        (rng.random_range(0.15..0.85) * WIDTH as f64, rng.random_range(0.15..0.45) * HEIGHT as f64);
    let pixel = |x: usize, y: usize| -> u8 {
        let (fx, fy) = (x as f64, y as f64);
        if let Some(hill) = ridges.iter().rposition(|ridge| fy > ridge.height(fx)) {
            return (SKY + hill) as u8;
        }
        if (fx - sun.0).hypot(fy - sun.1) < 34.0 {
            return SUN;
        }
        // Two adjacent shades are dithered, so that the sky has no visible steps.
        let shade = fy / HEIGHT as f64 * 1.2 * (SKY - 1) as f64;
        let grain = f64::from(
            [0_u8, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5][(y % 4) * 4 + x % 4],
        );
        ((shade + grain / 16.0) as usize).min(SKY - 1) as u8
    };
    png(WIDTH, HEIGHT, &palette, pixel)
}

/// The edge of a hill: a sum of a few waves.
struct Ridge {
    base: f64,
    waves: [(f64, f64, f64); 3],
}

impl Ridge {
    fn drawn(hill: usize, rng: &mut Xoshiro256PlusPlus) -> Self {
        let near = hill as f64 / (HILLS - 1) as f64;
        let base = HEIGHT as f64 * 0.42f64.mul_add(near, 0.48);
        let waves = [(60.0, 1.2), (22.0, 3.1), (8.0, 7.7)].map(|(tall, often)| {
            (
                tall * rng.random_range(0.4..1.1),
                often * rng.random_range(0.7..1.3),
                rng.random_range(0.0..TAU),
            )
        });
        Self { base, waves }
    }

    fn height(&self, x: f64) -> f64 {
        let turn = x / WIDTH as f64 * TAU;
        self.waves.iter().fold(self.base, |y, (tall, often, shift)| {
            tall.mul_add(-(turn.mul_add(*often, *shift)).sin(), y)
        })
    }
}

const ICON: usize = 64;

/// Draws an icon: the first letter of a name, or a dot if it has no glyph here.
pub(crate) fn icon(name: &str, hue: f64) -> Vec<u8> {
    let name = name.strip_prefix("The ").unwrap_or(name);
    let letter =
        name.chars().find_map(|c| LETTERS.iter().find(|(l, _)| *l == c.to_ascii_uppercase()));
    let palette = [colour(hue, 0.45, 0.38), colour(hue, 0.2, 0.96), colour(hue, 0.45, 0.5)];
    let rows = letter.map_or([0, 0, 14, 31, 14, 0, 0], |(_, rows)| *rows);
    png(ICON, ICON, &palette, |x, y| {
        let (column, row) = ((x.wrapping_sub(14)) / 7, (y.wrapping_sub(7)) / 7);
        let is_ink = column < 5 && row < 7 && rows[row] & (16 >> column) != 0;
        if is_ink {
            1
        } else if (x + y) % 64 < 32 {
            0
        } else {
            2
        }
    })
}

/// Five by seven dots each, a row in the low bits of a number.
const LETTERS: [(char, [u8; 7]); 26] = [
    ('A', [14, 17, 17, 31, 17, 17, 17]),
    ('B', [30, 17, 17, 30, 17, 17, 30]),
    ('C', [14, 17, 16, 16, 16, 17, 14]),
    ('D', [30, 17, 17, 17, 17, 17, 30]),
    ('E', [31, 16, 16, 30, 16, 16, 31]),
    ('F', [31, 16, 16, 30, 16, 16, 16]),
    ('G', [14, 17, 16, 23, 17, 17, 14]),
    ('H', [17, 17, 17, 31, 17, 17, 17]),
    ('I', [14, 4, 4, 4, 4, 4, 14]),
    ('J', [7, 2, 2, 2, 2, 18, 12]),
    ('K', [17, 18, 20, 24, 20, 18, 17]),
    ('L', [16, 16, 16, 16, 16, 16, 31]),
    ('M', [17, 27, 21, 21, 17, 17, 17]),
    ('N', [17, 25, 21, 19, 17, 17, 17]),
    ('O', [14, 17, 17, 17, 17, 17, 14]),
    ('P', [30, 17, 17, 30, 16, 16, 16]),
    ('Q', [14, 17, 17, 17, 21, 18, 13]),
    ('R', [30, 17, 17, 30, 20, 18, 17]),
    ('S', [15, 16, 16, 14, 1, 1, 30]),
    ('T', [31, 4, 4, 4, 4, 4, 4]),
    ('U', [17, 17, 17, 17, 17, 17, 14]),
    ('V', [17, 17, 17, 17, 17, 10, 4]),
    ('W', [17, 17, 17, 21, 21, 27, 17]),
    ('X', [17, 17, 10, 4, 10, 17, 17]),
    ('Y', [17, 17, 10, 4, 4, 4, 4]),
    ('Z', [31, 1, 2, 4, 8, 16, 31]),
];

/// Converts hue in degrees, saturation and lightness as fractions to three bytes.
fn colour(hue: f64, saturation: f64, lightness: f64) -> [u8; 3] {
    let reach = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|offset| {
        let k = (offset + hue / 30.0).rem_euclid(12.0);
        let share = reach.mul_add(-(k - 3.0).min(9.0 - k).clamp(-1.0, 1.0), lightness);
        (share.clamp(0.0, 1.0) * 255.0).round() as u8
    })
}

/// Returns a PNG of at most sixteen colors (RFC 2083): header, palette, pixels of four bits.
fn png(
    width: usize,
    height: usize,
    palette: &[[u8; 3]],
    pixel: impl Fn(usize, usize) -> u8,
) -> Vec<u8> {
    let mut rows = Vec::with_capacity((width / 2 + 1) * height);
    for y in 0..height {
        rows.push(0);
        rows.extend((0..width / 2).map(|pair| pixel(2 * pair, y) << 4 | pixel(2 * pair + 1, y)));
    }
    let mut head = Vec::new();
    head.extend((width as u32).to_be_bytes());
    head.extend((height as u32).to_be_bytes());
    head.extend([4, 3, 0, 0, 0]);
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut out, b"IHDR", &head);
    chunk(&mut out, b"PLTE", palette.as_flattened());
    chunk(&mut out, b"IDAT", &deflated(&rows));
    chunk(&mut out, b"IEND", &[]);
    out
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder
        .write_all(bytes)
        .and_then(|()| encoder.finish())
        .expect("writing to a vector cannot fail")
}

fn chunk(out: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    out.extend((data.len() as u32).to_be_bytes());
    out.extend(kind);
    out.extend(data);
    let mut crc = flate2::Crc::new();
    crc.update(kind);
    crc.update(data);
    out.extend(crc.sum().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn images_are_complete_small_and_reproducible() {
        let draw = |seed| landscape(200.0, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let picture = draw(1);
        assert!(picture.starts_with(b"\x89PNG") && picture.ends_with(b"IEND\xae\x42\x60\x82"));
        assert!(picture.len() < 80_000, "{}", picture.len());
        assert_eq!(picture, draw(1));
        assert_ne!(picture, draw(2));
        assert!(icon("The Fennick Allotment", 90.0).len() < 2_000);
    }
}
