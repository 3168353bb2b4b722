//! Push: how a source announces its articles, through a hub (WebSub) or a cloud (rssCloud), and how reliable that has
//! been.

use jiff::Timestamp;
use url::Url;

/// A push protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PushMethod {
    /// WebSub: a hub sends new content, signed with a secret shared only between the hub and us.
    Hub,
    /// rssCloud: a server notifies us that something is new. The notification is not signed, so it is only a hint.
    Cloud,
}

impl PushMethod {
    /// Returns the name used in the store.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Hub => "hub",
            Self::Cloud => "cloud",
        }
    }

    /// Returns the method with this code.
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

/// An offer to push the articles of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The protocol.
    pub way: PushMethod,
    /// The address at which to subscribe.
    pub hub: Url,
    /// The address under which the hub knows the source.
    pub topic: Url,
}

/// The reliability of a hub, as observed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HubRecord {
    /// The time since which it has been pushing without interruption.
    pub since: Option<Timestamp>,
    /// The end of the current lease.
    pub lease_until: Option<Timestamp>,
    /// The time of the last notification.
    pub last_ping: Option<Timestamp>,
    /// The number of consecutive fetches that found exactly what the hub had announced.
    pub n_proofs: u32,
    /// The number of times it failed to announce something.
    pub n_doubts: u32,
    /// The time when a fetch found something that the hub has not announced yet. It may only be late.
    pub doubt_at: Option<Timestamp>,
    /// The hub sent content that the source did not show. From then on it is only used as a hint, and its articles
    /// are ignored.
    pub is_hint: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_its_stored_code() {
        for (way, code) in [(PushMethod::Hub, "hub"), (PushMethod::Cloud, "cloud")] {
            assert_eq!(way.code(), code);
            assert_eq!(PushMethod::from_code(code), Some(way));
        }
        for unknown in ["", "Hub", "hub ", "websub"] {
            assert_eq!(PushMethod::from_code(unknown), None, "{unknown:?}");
        }
        assert!(PushMethod::Hub < PushMethod::Cloud, "hubs come first");
    }

    #[test]
    fn a_new_hub_has_no_record() {
        let new = HubRecord::default();
        assert_eq!((new.n_proofs, new.n_doubts, new.is_hint), (0, 0, false));
        assert_eq!((new.since, new.lease_until, new.last_ping), (None, None, None));
    }
}
