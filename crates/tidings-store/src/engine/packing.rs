//! Pairs of numbers in few bytes: undoing changes to a hundred thousand articles fits in a small record.

/// Packs pairs, sorted by their first number, as differences in base 128.
pub(crate) fn pack(pairs: &[(i64, i64)]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(pairs.len() * 3);
    let mut former = 0;
    for (first, second) in pairs {
        push(&mut bytes, first.wrapping_sub(former).cast_unsigned());
        push(&mut bytes, second.cast_unsigned());
        former = *first;
    }
    bytes
}

/// Unpacks pairs written by [`pack`]; a truncated record yields those before the cut.
pub(crate) fn unpack(bytes: &[u8]) -> Vec<(i64, i64)> {
    let mut numbers = Numbers(bytes.iter());
    let mut pairs = Vec::new();
    let mut former: i64 = 0;
    while let (Some(difference), Some(second)) = (numbers.next(), numbers.next()) {
        former = former.wrapping_add(difference.cast_signed());
        pairs.push((former, second.cast_signed()));
    }
    pairs
}

fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push((number as u8) | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

struct Numbers<'a>(std::slice::Iter<'a, u8>);

impl Iterator for Numbers<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.0.next()?;
            number |= u64::from(byte & 127) << shift;
            if byte & 128 == 0 {
                return Some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pairs_round_trip(pairs: Vec<(i64, i64)>) {
            prop_assert_eq!(unpack(&pack(&pairs)), pairs);
        }

        #[test]
        fn any_bytes_unpack_without_panicking(bytes: Vec<u8>) {
            let _ = unpack(&bytes);
        }
    }

    #[test]
    fn neighbouring_articles_take_two_bytes() {
        let pairs = (1_000_000..1_000_100).map(|id| (id, 0)).collect::<Vec<_>>();
        assert!(pack(&pairs).len() < 210);
    }

    #[test]
    fn numbers_take_seven_bits_per_byte_and_ids_are_deltas() {
        for (pairs, bytes) in [
            (&[][..], &[][..]),
            (&[(0, 0)], &[0, 0]),
            (&[(127, 1)], &[127, 1]),
            (&[(128, 300)], &[128, 1, 172, 2]),
            (&[(1000, 5), (1001, 6)], &[232, 7, 5, 1, 6]),
        ] {
            assert_eq!(pack(pairs), bytes, "{pairs:?}");
        }
    }

    #[test]
    fn a_truncated_record_yields_what_is_before_the_cut() {
        let pairs = [(128, 300), (129, -1)];
        let bytes = pack(&pairs);
        let n_whole = |length: usize| unpack(&bytes[..length]).len();
        assert_eq!((0..=4).map(n_whole).collect::<Vec<_>>(), [0, 0, 0, 0, 1]);
        assert_eq!(n_whole(bytes.len() - 1), 1);
        assert_eq!(unpack(&bytes), pairs);
        assert_eq!(unpack(&[255; 30]), [], "a number that never ends is dropped");
    }
}
