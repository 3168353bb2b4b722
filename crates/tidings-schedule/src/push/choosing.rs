//! Chooses the hub for a source, and limits how often hints from unauthenticated senders are followed.

use crate::plan::{between, later};
use jiff::Timestamp;
use tidings_model::{push::Offer, units::Minutes};

/// A hub that failed this often in a row is replaced by the next one that the source names.
const PATIENCE: u32 = 4;
/// The minimum time between two changes of a source's hub, however often the source names others.
pub const CONSTANCY: Minutes = Minutes::DAY;
/// An unauthenticated hint about a source is followed once in this time. After a wrong hint the time doubles …
const SHORTEST_PAUSE: Minutes = Minutes(30.0);
/// … up to this.
const LONGEST_PAUSE: Minutes = Minutes::DAY;
/// The interval between fetches for an article that a hub sent and the source does not show yet.
const RECHECK: Minutes = Minutes(15.0);

/// The hub currently in use for a source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurrentHub<'a> {
    /// The offer of the hub.
    pub offer: &'a Offer,
    /// When it was chosen.
    pub since: Timestamp,
    /// The number of consecutive failures.
    pub failures: u32,
    /// Whether it has confirmed our subscription.
    pub is_active: bool,
}

/// What to do about the hubs that a source names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HubChoice<'a> {
    /// Keep the current hub.
    Keep,
    /// Subscribe to this hub.
    Ask(&'a Offer),
    /// Use no hub any more.
    End,
}

/// Chooses among the hubs that a source names: the first, until it fails repeatedly.
///
/// ```
/// use tidings_schedule::push::choosing::{HubChoice, choose};
/// assert_eq!(choose(&[], None, jiff::Timestamp::UNIX_EPOCH), HubChoice::End);
/// ```
#[must_use]
pub fn choose<'a>(
    offers: &'a [Offer],
    asked: Option<CurrentHub<'_>>,
    now: Timestamp,
) -> HubChoice<'a> {
    let Some(asked) = asked else { return offers.first().map_or(HubChoice::End, HubChoice::Ask) };
    if offers.is_empty() {
        return HubChoice::End;
    }
    let is_recent = between(asked.since, now).0 < CONSTANCY.0;
    let is_hopeless = !asked.is_active && asked.failures >= PATIENCE;
    match offers.iter().position(|offer| offer == asked.offer) {
        Some(at) if is_hopeless && !is_recent => match offers.get((at + 1) % offers.len()) {
            Some(next) if next != asked.offer => HubChoice::Ask(next),
            _ => HubChoice::Keep,
        },
        Some(_) => HubChoice::Keep,
        None if is_recent => HubChoice::Keep,
        None => HubChoice::Ask(&offers[0]),
    }
}

/// The last hint about a source from an unauthenticated sender.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LastHint {
    /// When it was followed.
    pub at: Timestamp,
    /// How long further hints are ignored.
    pub pause: Minutes,
}

/// Decides whether a hint about a source from an unauthenticated sender is followed now. If so, returns the pause
/// until the next one. `was_true` says whether the last fetch found something new.
///
/// ```
/// use tidings_model::units::Minutes;
/// use tidings_schedule::push::choosing::{LastHint, hint_pause};
/// let at = |minute: i64| jiff::Timestamp::from_second(60 * minute).unwrap();
/// let last = Some(LastHint { at: at(0), pause: Minutes(30.0) });
/// assert_eq!(hint_pause(None, false, at(0)), Some(Minutes(30.0)));
/// assert_eq!(hint_pause(last, false, at(29)), None);
/// assert_eq!(hint_pause(last, false, at(30)), Some(Minutes(60.0)));
/// assert_eq!(hint_pause(last, true, at(30)), Some(Minutes(30.0)));
/// ```
#[must_use]
pub fn hint_pause(last: Option<LastHint>, was_true: bool, now: Timestamp) -> Option<Minutes> {
    let Some(last) = last else { return Some(SHORTEST_PAUSE) };
    // The pause also ends if the clock was set back.
    let is_over = now < last.at || between(last.at, now).0 >= last.pause.0;
    is_over.then(|| match was_true {
        true => SHORTEST_PAUSE,
        false => Minutes((2.0 * last.pause.0).clamp(SHORTEST_PAUSE.0, LONGEST_PAUSE.0)),
    })
}

/// Returns when to fetch a source again if it does not show yet what its hub sent.
///
/// ```
/// use tidings_model::units::Minutes;
/// use tidings_schedule::push::choosing::recheck_at;
/// let now = "2026-11-15T12:00:00Z".parse().unwrap();
/// assert_eq!(recheck_at(None, now).to_string(), "2026-11-15T12:15:00Z");
/// assert_eq!(recheck_at(Some(Minutes(60.0)), now).to_string(), "2026-11-15T13:00:00Z");
/// ```
#[must_use]
pub fn recheck_at(shortest: Option<Minutes>, now: Timestamp) -> Timestamp {
    later(now, Minutes(shortest.map_or(RECHECK.0, |wished| wished.0.max(RECHECK.0))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidings_model::push::PushMethod;

    fn offer(host: &str) -> Offer {
        let hub = format!("https://{host}.example/").parse().unwrap();
        Offer { way: PushMethod::Hub, hub, topic: "https://source.example/feed".parse().unwrap() }
    }

    fn at(hour: i64) -> Timestamp {
        Timestamp::from_second(3600 * hour).unwrap()
    }

    #[test]
    fn the_first_hub_is_chosen_and_kept_while_it_is_named() {
        let offers = [offer("one"), offer("two")];
        assert_eq!(choose(&offers, None, at(0)), HubChoice::Ask(&offers[0]));
        for active in [true, false] {
            let asked =
                CurrentHub { offer: &offers[1], since: at(0), failures: 3, is_active: active };
            assert_eq!(choose(&offers, Some(asked), at(100)), HubChoice::Keep);
        }
        let asked = CurrentHub { offer: &offers[0], since: at(0), failures: 0, is_active: true };
        assert_eq!(choose(&[], Some(asked), at(1)), HubChoice::End);
    }

    #[test]
    fn a_hub_that_is_no_longer_named_is_replaced_after_a_day() {
        let (offers, former) = ([offer("one")], offer("former"));
        let asked = CurrentHub { offer: &former, since: at(0), failures: 0, is_active: true };
        assert_eq!(choose(&offers, Some(asked), at(23)), HubChoice::Keep);
        assert_eq!(choose(&offers, Some(asked), at(24)), HubChoice::Ask(&offers[0]));
    }

    #[test]
    fn a_hub_that_never_confirms_is_replaced_by_the_next() {
        let offers = [offer("one"), offer("two")];
        let asked = |at_offer: usize, failures, is_active| CurrentHub {
            offer: &offers[at_offer],
            since: at(0),
            failures,
            is_active,
        };
        assert_eq!(choose(&offers, Some(asked(0, 4, false)), at(24)), HubChoice::Ask(&offers[1]));
        assert_eq!(choose(&offers, Some(asked(1, 9, false)), at(24)), HubChoice::Ask(&offers[0]));
        assert_eq!(choose(&offers, Some(asked(0, 4, false)), at(23)), HubChoice::Keep, "too soon");
        assert_eq!(
            choose(&offers, Some(asked(0, 4, true)), at(24)),
            HubChoice::Keep,
            "it confirmed"
        );
        assert_eq!(choose(&offers[..1], Some(asked(0, 4, false)), at(24)), HubChoice::Keep);
    }

    #[test]
    fn wrong_hints_are_followed_less_and_less() {
        let mut last = None;
        let mut now = at(0);
        let mut pauses = Vec::new();
        for _ in 0..9 {
            let pause = hint_pause(last, false, now).expect("the pause is over");
            pauses.push(pause.0);
            last = Some(LastHint { at: now, pause });
            assert_eq!(hint_pause(last, false, now), None);
            now = later(now, pause);
        }
        assert_eq!(pauses, [30.0, 60.0, 120.0, 240.0, 480.0, 960.0, 1440.0, 1440.0, 1440.0]);
        assert_eq!(hint_pause(last, true, now), Some(SHORTEST_PAUSE), "it was right");
        assert_eq!(hint_pause(last, false, at(-1)), Some(LONGEST_PAUSE), "a clock set back");
    }
}
