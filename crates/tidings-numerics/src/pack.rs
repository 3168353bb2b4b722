//! Binary encoding of numbers, used to store beliefs. Little-endian, and in single precision where that suffices.

/// An encoder of numbers as bytes.
///
/// ```
/// use tidings_numerics::pack::{Packer, Unpacker};
/// let bytes = Packer::new(1).whole(2.5e9).all(&[0.5, 3.0]).sparse(&[0.0, 7.0, 0.0]).done();
/// let mut unpacker = Unpacker::new(&bytes, 1).unwrap();
/// assert_eq!(unpacker.whole(), Some(2.5e9));
/// assert_eq!(unpacker.all(), Some([0.5, 3.0]));
/// assert_eq!(unpacker.sparse(), Some([0.0, 7.0, 0.0]));
/// assert!(unpacker.is_done());
/// assert!(Unpacker::new(&bytes, 2).is_none(), "another version");
/// ```
#[derive(Debug, Clone)]
pub struct Packer(Vec<u8>);

impl Packer {
    /// Starts with the version of the encoding.
    #[must_use]
    pub fn new(version: u8) -> Self {
        Self(vec![version])
    }

    /// Adds a number in double precision, such as a time.
    #[must_use]
    pub fn whole(mut self, number: f64) -> Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    /// Adds numbers in single precision.
    #[must_use]
    pub fn all(mut self, numbers: &[f64]) -> Self {
        for &number in numbers {
            self.0.extend((number as f32).to_le_bytes());
        }
        self
    }

    /// Adds at most 255 numbers, most of which are zero.
    #[must_use]
    pub fn sparse(mut self, numbers: &[f32]) -> Self {
        let kept = numbers.iter().enumerate().filter(|(_, number)| **number != 0.0);
        let kept: Vec<(usize, &f32)> = kept.take(255).collect();
        self.0.push(u8::try_from(kept.len()).unwrap_or(u8::MAX));
        for (place, number) in kept {
            self.0.push(u8::try_from(place).unwrap_or(u8::MAX));
            self.0.extend(number.to_le_bytes());
        }
        self
    }

    /// Adds an integer. Small ones take fewer bytes.
    ///
    /// ```
    /// use tidings_numerics::pack::{Packer, Unpacker};
    /// let bytes = Packer::new(1).count(7).count(300).text("née").done();
    /// assert_eq!(bytes.len(), 1 + 1 + 2 + 1 + 4);
    /// let mut unpacker = Unpacker::new(&bytes, 1).unwrap();
    /// assert_eq!((unpacker.count(), unpacker.count(), unpacker.text()), (Some(7), Some(300), Some("née")));
    /// assert_eq!(unpacker.count(), None);
    /// ```
    #[must_use]
    pub fn count(mut self, mut number: u64) -> Self {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
        self
    }

    /// Adds a text.
    #[must_use]
    pub fn text(self, text: &str) -> Self {
        let mut with_length = self.count(text.len() as u64);
        with_length.0.extend(text.as_bytes());
        with_length
    }

    /// Returns the bytes.
    #[must_use]
    pub fn done(self) -> Vec<u8> {
        self.0
    }
}

/// A decoder of numbers from bytes. Its methods return `None` if the bytes end early or do not contain a finite
/// number.
#[derive(Debug, Clone)]
pub struct Unpacker<'a>(&'a [u8]);

impl<'a> Unpacker<'a> {
    /// Starts decoding, if the version matches.
    #[must_use]
    pub fn new(bytes: &'a [u8], version: u8) -> Option<Self> {
        let (first, rest) = bytes.split_first()?;
        (*first == version).then_some(Self(rest))
    }

    /// Reads what [`Packer::whole`] added.
    pub fn whole(&mut self) -> Option<f64> {
        Some(f64::from_le_bytes(self.take()?)).filter(|number| number.is_finite())
    }

    /// Reads what [`Packer::all`] added.
    pub fn all<const N: usize>(&mut self) -> Option<[f64; N]> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = f64::from(self.single()?);
        }
        Some(numbers)
    }

    /// Reads what [`Packer::sparse`] added.
    pub fn sparse<const N: usize>(&mut self) -> Option<[f32; N]> {
        let mut numbers = [0.0; N];
        let [n] = self.take()?;
        for _ in 0..n {
            let [place] = self.take()?;
            *numbers.get_mut(usize::from(place))? = self.single()?;
        }
        Some(numbers)
    }

    /// Reads what [`Packer::count`] added.
    pub fn count(&mut self) -> Option<u64> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let [byte] = self.take()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// Reads the number of items that follow, of which each takes at least a byte. Returns `None` if there are fewer
    /// bytes left.
    pub fn length(&mut self) -> Option<usize> {
        usize::try_from(self.count()?).ok().filter(|&length| length <= self.0.len())
    }

    /// Reads what [`Packer::text`] added.
    pub fn text(&mut self) -> Option<&'a str> {
        let length = self.length()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }

    /// Returns whether nothing is left.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.0.is_empty()
    }

    fn single(&mut self) -> Option<f32> {
        Some(f32::from_le_bytes(self.take()?)).filter(|number| number.is_finite())
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }
}
