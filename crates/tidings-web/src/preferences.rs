//! What a person chose: language, time zone, look, and how reading goes. Kept as settings of the user, one row each.

use crate::texts::Language;

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Theme {
    /// As the system says.
    #[default]
    System,
    Light,
    Dark,
}

/// The face that articles are set in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Face {
    #[default]
    Serif,
    Sans,
}

/// A person's choices. What is not set has its default; what cannot be read counts as not set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Preferences {
    /// None: as the browser says.
    pub(crate) language: Option<Language>,
    /// An IANA name. None: as the browser says.
    pub(crate) time_zone: Option<String>,
    pub(crate) theme: Theme,
    pub(crate) face: Face,
    /// Of articles, from 1 to 5; 3 is 19 px.
    pub(crate) size: u8,
    /// Of lines, from 1 (narrow) to 3 (wide); 2 is 66 ch.
    pub(crate) measure: u8,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            language: None,
            time_zone: None,
            theme: Theme::default(),
            face: Face::default(),
            size: 3,
            measure: 2,
        }
    }
}

impl Preferences {
    /// Reads a user's settings; names that are not ours are passed over.
    pub(crate) fn read(settings: &[(String, String)]) -> Self {
        let mut chosen = Self::default();
        for (name, value) in settings {
            match name.as_str() {
                "language" => chosen.language = Language::of_tag(value),
                "time_zone" => chosen.time_zone = Some(value.clone()),
                "theme" => chosen.theme = Theme::of(value).unwrap_or_default(),
                "face" => chosen.face = Face::of(value).unwrap_or_default(),
                "size" => chosen.size = step(value, 5).unwrap_or(chosen.size),
                "measure" => chosen.measure = step(value, 3).unwrap_or(chosen.measure),
                _ => {}
            }
        }
        chosen
    }
}

fn step(text: &str, most: u8) -> Option<u8> {
    text.parse().ok().filter(|step| (1..=most).contains(step))
}

impl Theme {
    /// The name in settings and in `data-theme`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    pub(crate) fn of(name: &str) -> Option<Self> {
        [Self::System, Self::Light, Self::Dark].into_iter().find(|theme| theme.name() == name)
    }
}

impl Face {
    /// The name in settings and in `data-face`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Serif => "serif",
            Self::Sans => "sans",
        }
    }

    pub(crate) fn of(name: &str) -> Option<Self> {
        [Self::Serif, Self::Sans].into_iter().find(|face| face.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_has_its_default() {
        let settings = |pairs: &[(&str, &str)]| {
            let pairs: Vec<_> =
                pairs.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
            Preferences::read(&pairs)
        };
        assert_eq!(settings(&[]), Preferences::default());
        let broken = [("size", "9"), ("measure", "x"), ("theme", "pink"), ("language", "tlh")];
        assert_eq!(settings(&broken), Preferences::default());
        let chosen = settings(&[("size", "5"), ("theme", "dark"), ("language", "de-AT")]);
        assert_eq!((chosen.size, chosen.theme), (5, Theme::Dark));
        assert_eq!(chosen.language, Some(Language::German));
    }
}
