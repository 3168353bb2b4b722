//! The placeholder for a source without an icon: the first letter of its name on one of five shades.
//!
//! It is part of the page, so a list of sources without icons makes no extra requests.

use tidings_model::Fingerprint;

/// Shades of the accent colour, defined in the stylesheet. Neighbours in a list rarely share one; the shade has no
/// meaning.
const N_SHADES: i64 = 5;

/// A letter on a shade, always the same for the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tile {
    pub(crate) letter: char,
    pub(crate) shade: i64,
}

impl Tile {
    pub(crate) fn of(title: &str) -> Self {
        // Addresses used as titles all begin alike.
        let name = title.trim_start_matches("https://").trim_start_matches("http://");
        let letter = name.chars().find(|c| c.is_alphanumeric()).unwrap_or('·');
        Self {
            letter: letter.to_uppercase().next().unwrap_or(letter),
            shade: Fingerprint::of(&["tile", title]).0.rem_euclid(N_SHADES),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placeholder_reveals_only_the_first_letter_of_a_name() {
        let letter = |title| Tile::of(title).letter;
        assert_eq!(letter("the Far Shore"), 'T');
        assert_eq!(letter("<script>"), 'S');
        assert_eq!(letter("\"'<>&"), '·');
        assert_eq!(letter("ßx"), 'S');
        assert_eq!(letter("صدى"), 'ص');
        assert_eq!(letter("https://example.org/feed"), 'E');
        assert_eq!(Tile::of("Lumen"), Tile::of("Lumen"));
    }
}
