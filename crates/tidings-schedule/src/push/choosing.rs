//! Which hub is asked to announce a source, and when a stranger's hint about it is heard.

use crate::plan::{between, later};
use jiff::Timestamp;
use tidings_model::{push::Offer, units::Minutes};

/// A hub that failed so often in a row is passed over for the next one that the source names.
const PATIENCE: u32 = 4;
/// Hubs of one source are not changed more often than this, however often it names others.
pub const CONSTANCY: Minutes = Minutes::DAY;
/// A stranger's hint is heard once in this time about one source; in twice that if it was not true, and so on …
const SHORTEST_PAUSE: Minutes = Minutes(30.0);
/// … up to this.
const LONGEST_PAUSE: Minutes = Minutes::DAY;
/// Between fetches for an article that a hub sent and the source has not shown yet.
const RECHECK: Minutes = Minutes(15.0);

/// The hub that was asked to announce a source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurrentHub<'a> {
    /// Which.
    pub offer: &'a Offer,
    /// Since when.
    pub since: Timestamp,
    /// Failures in a row.
    pub failures: u32,
    /// Whether it has agreed to announce.
    pub is_active: bool,
}

/// What to do about the hubs that a source names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HubChoice<'a> {
    /// Nothing.
    Keep,
    /// Ask this one.
    Ask(&'a Offer),
    /// Ask nobody any more.
    End,
}

/// Chooses among the hubs that a source names now: the first, until it fails again and again.
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

/// A stranger's last hint about a source: when it was heard, and for how long no other is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LastHint {
    /// When.
    pub at: Timestamp,
    /// The pause from then on.
    pub pause: Minutes,
}

/// Whether a stranger's hint about a source is heard now: the pause from now on if it is. `was_true` says whether the last
/// fetch found something new.
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
    // A clock that was set back ends the pause too.
    let is_over = now < last.at || between(last.at, now).0 >= last.pause.0;
    is_over.then(|| match was_true {
        true => SHORTEST_PAUSE,
        false => Minutes((2.0 * last.pause.0).clamp(SHORTEST_PAUSE.0, LONGEST_PAUSE.0)),
    })
}

/// When to fetch a source again that does not show yet what its hub sent.
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
    fn the_first_hub_is_asked_and_kept_while_it_is_named() {
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
    fn a_hub_that_is_not_named_any_more_is_left_after_a_day() {
        let (offers, former) = ([offer("one")], offer("former"));
        let asked = CurrentHub { offer: &former, since: at(0), failures: 0, is_active: true };
        assert_eq!(choose(&offers, Some(asked), at(23)), HubChoice::Keep);
        assert_eq!(choose(&offers, Some(asked), at(24)), HubChoice::Ask(&offers[0]));
    }

    #[test]
    fn a_hub_that_never_agrees_is_passed_over_for_the_next_in_turn() {
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
        assert_eq!(choose(&offers, Some(asked(0, 4, true)), at(24)), HubChoice::Keep, "it agreed");
        assert_eq!(choose(&offers[..1], Some(asked(0, 4, false)), at(24)), HubChoice::Keep);
    }

    #[test]
    fn a_stranger_who_is_wrong_is_heard_less_and_less() {
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
