//! Rate limits per person, network or hub, in bounded memory.

use crate::{Error, blocking};
use jiff::Timestamp;
use std::{collections::HashMap, hash::Hash, sync::Mutex};
use tidings_model::UserId;

/// Maximum number of keys counted at once. Beyond that, new ones must wait.
const MOST_COUNTED: usize = 50_000;

/// Allows each key a number of requests within a number of seconds.
#[derive(Debug)]
pub(crate) struct Pace<K = UserId> {
    most: u32,
    window_ms: i64,
    counts: Mutex<HashMap<K, (i64, u32)>>,
}

impl<K: Hash + Eq> Pace<K> {
    pub(crate) fn new(most: u32, seconds: i64) -> Self {
        Self { most, window_ms: seconds * 1000, counts: Mutex::default() }
    }

    /// Counts a request, or returns when to come back.
    pub(crate) fn take(&self, who: K, now: Timestamp) -> Result<(), Error> {
        let now_ms = now.as_millisecond();
        let mut counts = blocking::locked(&self.counts);
        // A window in the future dates from before the clock was set back.
        let is_current = |since: i64| (since..since + self.window_ms).contains(&now_ms);
        if counts.len() >= MOST_COUNTED {
            counts.retain(|_, (since, _)| is_current(*since));
        }
        if counts.len() >= MOST_COUNTED && !counts.contains_key(&who) {
            return Err(Error::Busy);
        }
        let (since, n) = counts.entry(who).or_insert((now_ms, 0));
        if !is_current(*since) {
            (*since, *n) = (now_ms, 0);
        }
        if *n >= self.most {
            let left_ms = (*since + self.window_ms - now_ms).max(1000);
            return Err(Error::TooOften { retry_after_s: left_ms.unsigned_abs().div_ceil(1000) });
        }
        *n += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
