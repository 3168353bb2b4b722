//! How beliefs about a source are formed: every number there is, in one place.

use super::{SHAPES, SPANS, WEEK};
use crate::pattern::Firmness;

/// How the beliefs are formed. The defaults are what the daemon runs; the laboratory takes them apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Habits {
    /// After these times evidence about the rate weighs half, in minutes.
    pub half_lives: [f64; SPANS],
    /// How sure the first guess of a rate is, in postings.
    pub firmness: [f64; 3],
    /// How much a day's evidence for one half-life over another counts.
    pub temper: f64,
    /// What of that evidence is left after a day.
    pub remembered: f64,
    /// After this time a count of the week's pattern weighs half, in minutes.
    pub pattern_half_life: f64,
    /// How firmly patterns hold to what is expected of the source.
    pub pattern: [Firmness; SHAPES],
    /// How many postings must speak before a source's own minutes of the hour are half believed.
    pub minute_firmness: f64,
    /// How long postings call forth others, in minutes.
    pub echoes: [f64; 4],
    /// How many postings must speak before a source's own echoes are half believed; infinite for no bursts at all.
    pub echo_firmness: f64,
    /// After this time evidence about echoes weighs half, in minutes.
    pub echo_half_life: f64,
    /// How much a posting that was called forth still says of week and minute: 1 as much as any.
    pub echo_shown: f64,
    /// The most postings that one posting may call forth.
    pub loudest_echo: f64,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            half_lives: [0.25 * WEEK, 0.75 * WEEK, 2.5 * WEEK, 8.0 * WEEK],
            firmness: [0.15, 1.0, 6.0],
            temper: 0.5,
            remembered: 0.99,
            pattern_half_life: 16.0 * WEEK,
            pattern: [
                Firmness { hour: 0.25, day: 4.0, cell: 10.0 },
                Firmness { hour: 1.0, day: 4.0, cell: 10.0 },
                Firmness { hour: 4.0, day: 16.0, cell: 40.0 },
            ],
            minute_firmness: 20.0,
            echoes: [10.0, 60.0, 360.0, 1440.0],
            echo_firmness: 10.0,
            echo_half_life: 8.0 * WEEK,
            echo_shown: 0.0,
            loudest_echo: 0.9,
        }
    }
}
