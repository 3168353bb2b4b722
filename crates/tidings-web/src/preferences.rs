//! A person's preferences: language, time zone, appearance, and reading behaviour. Stored as settings of the user, one
//! row each.

use crate::{Images, pages::list_location::order_of, texts::Language};
use tidings_store::ListOrder;

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Theme {
    /// Same as the system.
    #[default]
    System,
    Light,
    Dark,
}

/// The font of articles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Face {
    #[default]
    Serif,
    Sans,
}

/// What lists of folders and sources show by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Show {
    #[default]
    Unread,
    All,
}

/// How Today is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum TodayBy {
    /// By learned interest.
    #[default]
    Interest,
    /// By time; then nothing is learned.
    Time,
}

/// How many articles on Today test new interests, in percent of the normal number: the steps to choose from.
pub(crate) const SURPRISES: [u16; 5] = [0, 50, 100, 150, 200];

/// A person's preferences. Unset and unreadable ones have their default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Preferences {
    /// `None`: same as the browser.
    pub(crate) language: Option<Language>,
    /// An IANA name. `None`: same as the browser.
    pub(crate) time_zone: Option<String>,
    pub(crate) theme: Theme,
    pub(crate) face: Face,
    /// Text size of articles, from 1 to 5; 3 is 19 px.
    pub(crate) size: u8,
    /// Line width, from 1 (narrow) to 3 (wide); 2 is 66 ch.
    pub(crate) measure: u8,
    pub(crate) order: ListOrder,
    pub(crate) show: Show,
    /// Cards per page of a list.
    pub(crate) page_size: u16,
    /// Whether cards scrolled out of view are marked read.
    pub(crate) reads_on_scroll: bool,
    /// Whether external links open a new tab.
    pub(crate) opens_tabs: bool,
    /// Whether cards show an image.
    pub(crate) has_thumbnails: bool,
    /// Where images are loaded from.
    pub(crate) images: Images,
    /// Whether marking everything read needs a confirmation.
    pub(crate) confirms: bool,
    /// Whether the navigation leaves out sources and folders without unread articles.
    pub(crate) unread_only: bool,
    pub(crate) today: TodayBy,
    /// Whether Today keeps articles that have been read.
    pub(crate) keeps_read: bool,
    /// One of [`SURPRISES`].
    pub(crate) surprise: u16,
}

/// The page sizes to choose from.
pub(crate) const PAGE_SIZES: [u16; 4] = [20, 50, 100, 200];

impl Default for Preferences {
    fn default() -> Self {
        Self {
            language: None,
            time_zone: None,
            theme: Theme::default(),
            face: Face::default(),
            size: 3,
            measure: 2,
            order: ListOrder::default(),
            show: Show::default(),
            page_size: 50,
            reads_on_scroll: false,
            opens_tabs: false,
            has_thumbnails: false,
            images: Images::default(),
            confirms: true,
            unread_only: false,
            today: TodayBy::default(),
            keeps_read: false,
            surprise: 100,
        }
    }
}

impl Preferences {
    /// Returns whether Today learns from what is read.
    pub(crate) fn learns(&self) -> bool {
        self.today == TodayBy::Interest
    }

    /// Reads a user's settings over our defaults.
    #[cfg(test)]
    pub(crate) fn read(settings: &[(String, String)]) -> Self {
        Self::read_over(Self::default(), settings)
    }

    /// Reads a user's settings over others. Unset ones stay as they are; unknown names are ignored.
    pub(crate) fn read_over(mut chosen: Self, settings: &[(String, String)]) -> Self {
        for (name, value) in settings {
            chosen.set(name, value);
        }
        chosen
    }

    fn set(&mut self, name: &str, value: &str) {
        match name {
            "language" => self.language = Language::of_tag(value),
            "time_zone" => self.time_zone = Some(value.to_owned()),
            "theme" => self.theme = Theme::of(value).unwrap_or_default(),
            "face" => self.face = Face::of(value).unwrap_or_default(),
            "size" => self.size = step(value, 5).unwrap_or(self.size),
            "measure" => self.measure = step(value, 3).unwrap_or(self.measure),
            "order" => self.order = order_of(value).unwrap_or_default(),
            "show" => self.show = Show::of(value).unwrap_or_default(),
            "page_size" => self.page_size = page_size(value).unwrap_or(self.page_size),
            "reads_on_scroll" => self.reads_on_scroll = value == "yes",
            "opens_tabs" => self.opens_tabs = value == "yes",
            "has_thumbnails" => self.has_thumbnails = value == "yes",
            "images" => self.images = Images::of(value).unwrap_or(self.images),
            "confirms" => self.confirms = value != "no",
            "unread_only" => self.unread_only = value == "yes",
            "today" => self.today = TodayBy::of(value).unwrap_or_default(),
            "keeps_read" => self.keeps_read = value == "yes",
            "surprise" => self.surprise = surprise(value).unwrap_or(self.surprise),
            _ => {}
        }
    }
}

pub(crate) fn page_size(text: &str) -> Option<u16> {
    text.parse().ok().filter(|size| PAGE_SIZES.contains(size))
}

pub(crate) fn surprise(text: &str) -> Option<u16> {
    text.parse().ok().filter(|surprise| SURPRISES.contains(surprise))
}

pub(crate) fn step(text: &str, most: u8) -> Option<u8> {
    text.parse().ok().filter(|step| (1..=most).contains(step))
}

impl Theme {
    pub(crate) const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// Returns the name in settings and in `data-theme`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    pub(crate) fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

impl Face {
    /// Returns the name in settings and in `data-face`.
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

impl TodayBy {
    /// Returns the name in settings.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Interest => "interest",
            Self::Time => "time",
        }
    }

    pub(crate) fn of(name: &str) -> Option<Self> {
        [Self::Interest, Self::Time].into_iter().find(|by| by.name() == name)
    }
}

impl Show {
    /// Returns the name in settings and addresses.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Unread => "unread",
            Self::All => "all",
        }
    }

    pub(crate) fn of(name: &str) -> Option<Self> {
        [Self::Unread, Self::All].into_iter().find(|show| show.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_settings_have_their_default() {
        let settings = |pairs: &[(&str, &str)]| {
            let pairs: Vec<_> =
                pairs.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
            Preferences::read(&pairs)
        };
        assert_eq!(settings(&[]), Preferences::default());
        let broken = [
            ("size", "9"),
            ("measure", "x"),
            ("theme", "pink"),
            ("language", "tlh"),
            ("page_size", "7"),
            ("order", "random"),
        ];
        assert_eq!(settings(&broken), Preferences::default());
        let chosen = settings(&[("size", "5"), ("theme", "dark"), ("language", "de-AT")]);
        assert_eq!((chosen.size, chosen.theme), (5, Theme::Dark));
        assert_eq!(chosen.language, Some(Language::German));
    }
}
