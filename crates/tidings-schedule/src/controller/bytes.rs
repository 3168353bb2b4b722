//! A controller as bytes, for the store.

use super::{Controller, Day, LEAST, MOST, RANGE};

/// The first byte; another layout gets another one.
const VERSION: u8 = 1;
/// Numbers beside the 24 parts of the day.
const PLAIN: usize = 9;
const LENGTH: usize = 1 + 8 * (PLAIN + 24);

impl Controller {
    /// Its bytes: a version, and numbers of eight bytes.
    ///
    /// ```
    /// use tidings_model::units::PerDay;
    /// use tidings_schedule::controller::Controller;
    /// let controller = Controller::at(70.0, PerDay(3_600.0));
    /// assert_eq!(Controller::from_bytes(&controller.to_bytes()), Some(controller));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let plain: [f64; PLAIN] = [
            self.price,
            self.felt,
            self.saved,
            self.budget,
            self.sources,
            self.level,
            self.calm,
            self.found,
            self.waited,
        ];
        let mut bytes = Vec::with_capacity(LENGTH);
        bytes.push(VERSION);
        plain.iter().chain(&self.day.0).for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes
    }

    /// The controller of these bytes; none where they are damaged or of another version.
    ///
    /// ```
    /// use tidings_schedule::controller::Controller;
    /// assert_eq!(Controller::from_bytes(b"no controller"), None);
    /// ```
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let [VERSION, rest @ ..] = bytes else { return None };
        if bytes.len() != LENGTH {
            return None;
        }
        let (chunks, _) = rest.as_chunks::<8>();
        let numbers: Vec<f64> = chunks.iter().map(|chunk| f64::from_le_bytes(*chunk)).collect();
        let [price, felt, saved, budget, sources, level, calm, found, waited, ref day @ ..] =
            numbers[..]
        else {
            return None;
        };
        let are_prices = [price, felt].iter().all(|price| (RANGE.0..=RANGE.1).contains(price));
        let are_amounts = [saved.abs(), budget, sources, found, waited];
        let are_amounts = are_amounts.iter().all(|amount| (0.0..=1e15).contains(amount));
        let day: [f64; 24] = day.try_into().ok()?;
        let is_day = day.iter().all(|part| (1e-3..=25.0).contains(part));
        let are_levels = [level, calm].iter().all(|level| (LEAST..=MOST).contains(level));
        let is_sound = are_prices && are_amounts && is_day && are_levels;
        is_sound.then_some(Self {
            price,
            felt,
            saved,
            budget,
            sources,
            level,
            calm,
            day: Day(day),
            found,
            waited,
        })
    }
}
