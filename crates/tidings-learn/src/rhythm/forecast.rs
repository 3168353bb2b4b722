//! Forecasts of a source, slot by slot.

use super::{hour_of_week, tenth};
use crate::pattern::HOURS;

/// The expected rate of a source, walked forward slot by slot.
#[derive(Debug, Clone)]
pub struct Forecast<'a> {
    pub(super) pattern: &'a [f32; HOURS],
    pub(super) minutes: [f64; 6],
    pub(super) mean_minute: f64,
    pub(super) echo: [f64; 4],
    pub(super) excited: [f64; 4],
    pub(super) at: f64,
    pub(super) echoes: [f64; 4],
    /// The length of the last slot, and for each echo the part that remains after such a slot and its mean
    /// contribution within one. They are cached because most slots have the same length.
    pub(super) length: f64,
    pub(super) kept: [f64; 4],
    pub(super) shown: [f64; 4],
}

impl Forecast<'_> {
    /// Returns the expected rate from the current position until `until`, in postings per minute, and moves there.
    ///
    /// Echoes of future postings are included: g grows with the expected rate.
    pub fn until(&mut self, until: f64) -> f64 {
        let h = until - self.at;
        let middle = f64::midpoint(self.at, until);
        let cell = f64::from(self.pattern[hour_of_week(middle)]);
        // Slots of half an hour or more cover several ten-minute intervals.
        let minute = if h < 30.0 { self.minutes[tenth(middle)] } else { self.mean_minute };
        if (self.length - h).abs() > 1e-9 {
            self.length = h;
            self.kept = self.echoes.map(|echo| (-h / echo).exp());
            self.shown =
                std::array::from_fn(|j| self.echo[j] * (1.0 - self.kept[j]) * self.echoes[j] / h);
        }
        let mut rate = cell * minute;
        for j in 0..4 {
            rate += self.shown[j] * self.excited[j];
        }
        for j in 0..4 {
            self.excited[j] = (self.excited[j] - rate) * self.kept[j] + rate;
        }
        self.at = until;
        rate
    }

    /// Returns the expected number of postings until an instant at most two weeks ahead: the sum over steps of ten
    /// minutes.
    #[must_use]
    pub fn expected(mut self, until: f64) -> f64 {
        const STEP: f64 = 10.0;
        const STEPS: usize = 14 * 144;
        let mut sum = 0.0;
        for _ in 0..STEPS {
            let from = self.at;
            let to = (from + STEP).min(until);
            if to <= from {
                break;
            }
            sum += self.until(to) * (to - from);
        }
        sum
    }

    /// Returns the background rate averaged over a week.
    #[must_use]
    pub fn background(&self) -> f64 {
        self.mean_minute
    }
}
