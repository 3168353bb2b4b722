//! The encoding of a controller for the store.

use super::{Controller, Day, LEAST, MOST, RANGE};
use tidings_numerics::pack::{Packer, Unpacker};

/// The first byte. Every layout has its own version.
const VERSION: u8 = 5;

impl Controller {
    /// Encodes the controller.
    ///
    /// ```
    /// use tidings_model::units::PerDay;
    /// use tidings_schedule::controller::Controller;
    /// let controller = Controller::at(70.0, PerDay(3_600.0));
    /// assert_eq!(Controller::from_bytes(&controller.to_bytes()), Some(controller));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let levels = [self.price, self.felt, self.level, self.calm, self.age];
        let amounts = [
            self.saved,
            self.made_today,
            self.today_from,
            self.today,
            self.budget,
            self.sources,
            self.found,
            self.waited,
        ];
        // Double precision throughout, so that a restart changes nothing at all.
        let numbers = levels.iter().chain(&amounts).chain(&self.day.0).chain(&self.week);
        numbers.fold(Packer::new(VERSION), |packer, &number| packer.whole(number)).done()
    }

    /// Decodes a controller. Returns `None` if the bytes are damaged or of another version.
    ///
    /// ```
    /// use tidings_schedule::controller::Controller;
    /// assert_eq!(Controller::from_bytes(b"no controller"), None);
    /// ```
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut unpacker = Unpacker::new(bytes, VERSION)?;
        let mut within =
            |low: f64, high: f64| unpacker.whole().filter(|number| (low..=high).contains(number));
        let mut controller = Self {
            price: within(RANGE.0, RANGE.1)?,
            felt: within(RANGE.0, RANGE.1)?,
            level: within(LEAST, MOST)?,
            calm: within(LEAST, MOST)?,
            age: within(0.0, 1e6)?,
            saved: within(-MOST, MOST)?,
            made_today: within(0.0, MOST)?,
            today_from: within(0.0, 1440.0)?,
            today: within(0.0, 6.0)?,
            budget: within(0.0, MOST)?,
            sources: within(0.0, MOST)?,
            found: within(0.0, MOST)?,
            waited: within(0.0, MOST)?,
            day: Day::default(),
            week: [1.0; 7],
        };
        for part in &mut controller.day.0 {
            *part = within(1e-3, 25.0)?;
        }
        for part in &mut controller.week {
            *part = within(0.1, 6.0)?;
        }
        unpacker.is_done().then_some(controller)
    }
}
