//! How a source announces its articles: through a hub (WebSub) or a cloud (rssCloud), and what that has been worth.

use jiff::Timestamp;
use url::Url;

/// A way of announcing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PushMethod {
    /// WebSub: a hub sends what is new, signed with a secret that it and we alone know.
    Hub,
    /// rssCloud: a server says that something is new. Not signed, so it is a hint and no more.
    Cloud,
}

impl PushMethod {
    /// Its name in the store.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Hub => "hub",
            Self::Cloud => "cloud",
        }
    }

    /// The way of a code.
    ///
    /// ```
    /// use tidings_model::push::PushMethod;
    /// assert_eq!(PushMethod::from_code("hub"), Some(PushMethod::Hub));
    /// ```
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Hub, Self::Cloud].into_iter().find(|way| way.code() == code)
    }
}

/// Somebody who offers to tell us what is new at a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// How.
    pub way: PushMethod,
    /// Whom to ask.
    pub hub: Url,
    /// What to ask for: the address under which the hub knows the source.
    pub topic: Url,
}

/// What a hub's word has been worth, from what was seen of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HubRecord {
    /// Since when it has been telling us, without a break.
    pub since: Option<Timestamp>,
    /// Until when it promised to.
    pub lease_until: Option<Timestamp>,
    /// When it last told us something.
    pub last_ping: Option<Timestamp>,
    /// Looks in a row that found what it had told, and nothing else.
    pub n_proofs: u32,
    /// Times it was found to have been silent.
    pub n_doubts: u32,
    /// A look found something that it has not told of yet; it may be late.
    pub doubt_at: Option<Timestamp>,
    /// It sent what the source did not show: its articles are not taken any more, only its word that there are some.
    pub is_hint: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_has_its_stored_code() {
        for (way, code) in [(PushMethod::Hub, "hub"), (PushMethod::Cloud, "cloud")] {
            assert_eq!(way.code(), code);
            assert_eq!(PushMethod::from_code(code), Some(way));
        }
        for unknown in ["", "Hub", "hub ", "websub"] {
            assert_eq!(PushMethod::from_code(unknown), None, "{unknown:?}");
        }
        assert!(PushMethod::Hub < PushMethod::Cloud, "hubs are asked first");
    }

    #[test]
    fn a_new_hub_has_proved_nothing() {
        let new = HubRecord::default();
        assert_eq!((new.n_proofs, new.n_doubts, new.is_hint), (0, 0, false));
        assert_eq!((new.since, new.lease_until, new.last_ping), (None, None, None));
    }
}
