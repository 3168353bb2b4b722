//! Random numbers from a seed: the same seed gives the same numbers on every machine.

/// A stream of random numbers (SplitMix64), for simulations. Not suitable for secrets.
///
/// ```
/// use tidings_numerics::Draws;
/// let (mut a, mut b) = (Draws::new(7), Draws::new(7));
/// assert_eq!(a.bits(), b.bits());
/// assert!((0.0..1.0).contains(&a.unit()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draws(u64);

impl Draws {
    /// Creates the stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Creates a separate stream for a numbered part, so that parts can be drawn in any order.
    ///
    /// ```
    /// use tidings_numerics::Draws;
    /// assert_ne!(Draws::part(1, 2).bits(), Draws::part(1, 3).bits());
    /// ```
    #[must_use]
    pub fn part(seed: u64, number: u64) -> Self {
        let mut mixed = Self(seed ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03));
        Self(mixed.bits())
    }

    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = self.0;
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a uniform number in 0..1.
    pub fn unit(&mut self) -> f64 {
        // An f64 holds exactly 53 bits.
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns a uniform integer below `n`, or 0 if there is none.
    ///
    /// ```
    /// use tidings_numerics::Draws;
    /// assert!(Draws::new(1).below(6) < 6);
    /// ```
    pub fn below(&mut self, n: usize) -> usize {
        ((self.unit() * n as f64) as usize).min(n.saturating_sub(1))
    }

    /// Returns a number from the normal distribution with mean 0 and variance 1 (Box and Muller 1958).
    ///
    /// ```
    /// use tidings_numerics::Draws;
    /// let mut draws = Draws::new(1);
    /// let squares = (0..4000).map(|_| draws.normal().powi(2)).sum::<f64>();
    /// assert!((squares / 4000.0 - 1.0).abs() < 0.1);
    /// ```
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }

    /// Returns the wait for the next event of a Poisson process with this rate. Infinite for a rate of zero.
    ///
    /// ```
    /// use tidings_numerics::Draws;
    /// assert!(Draws::new(1).wait(0.0).is_infinite());
    /// ```
    pub fn wait(&mut self, rate: f64) -> f64 {
        -(1.0 - self.unit()).ln() / rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_have_the_mean_of_their_rate() {
        let mut draws = Draws::new(1);
        let mean = (0..20_000).map(|_| draws.wait(4.0)).sum::<f64>() / 20_000.0;
        assert!((mean - 0.25).abs() < 0.01, "{mean}");
        assert!(draws.wait(0.0).is_infinite());
    }

    #[test]
    fn parts_are_different_and_reproducible() {
        assert_ne!(Draws::part(1, 2), Draws::part(1, 3));
        assert_eq!(Draws::part(1, 2), Draws::part(1, 2));
        assert_eq!(Draws::new(3).below(0), 0);
    }
}
