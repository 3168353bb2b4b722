//! The parameters for learning about sources, all in one place.

use super::{SHAPES, SPANS, WEEK};
use crate::pattern::Firmness;

/// The parameters for learning. The daemon uses the defaults, and the laboratory varies them.
#[derive(Debug, Clone, PartialEq)]
pub struct Habits {
    /// The half-lives of evidence about the rate, in minutes.
    pub half_lives: [f64; SPANS],
    /// The weight of the initial estimate of a rate, in postings.
    pub firmness: [f64; 3],
    /// The factor applied to a day's evidence for one half-life over another.
    pub temper: f64,
    /// The part of that evidence that remains after a day.
    pub remembered: f64,
    /// The half-life of counts for the weekly pattern, in minutes.
    pub pattern_half_life: f64,
    /// How strongly patterns are shrunk towards the expected one.
    pub pattern: [Firmness; SHAPES],
    /// The number of postings at which a source's own minutes of the hour have half the weight.
    pub minute_firmness: f64,
    /// The time constants of echoes, in minutes.
    pub echoes: [f64; 4],
    /// The number of postings at which a source's own echoes have half the weight. Infinite for no bursts at all.
    pub echo_firmness: f64,
    /// The half-life of evidence about echoes, in minutes.
    pub echo_half_life: f64,
    /// The weight of a triggered posting in the patterns of week and minute, where 1 is that of any other posting.
    pub echo_shown: f64,
    /// The maximum number of postings that one posting may trigger.
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
