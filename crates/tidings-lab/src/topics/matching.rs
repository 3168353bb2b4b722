//! Matching: assigns a column to each row so that the sum is maximal (the Hungarian method).

/// Returns the column of each row of a square matrix that maximize the total weight.
pub(super) fn matched(weights: &[Vec<f64>]) -> Vec<usize> {
    let n = weights.len();
    // Potentials and augmenting paths. Indices count from one, and column 0 means none.
    let (mut of_row, mut of_column) = (vec![0.0; n + 1], vec![0.0; n + 1]);
    let mut row_of = vec![0usize; n + 1];
    for row in 1..=n {
        row_of[0] = row;
        let (mut column, mut least) = (0, vec![f64::INFINITY; n + 1]);
        let (mut before, mut is_used) = (vec![0usize; n + 1], vec![false; n + 1]);
        while row_of[column] != 0 {
            is_used[column] = true;
            let (from, mut step, mut next) = (row_of[column], f64::INFINITY, 0);
            for other in (1..=n).filter(|&other| !is_used[other]) {
                let cost = -weights[from - 1][other - 1] - of_row[from] - of_column[other];
                if cost < least[other] {
                    (least[other], before[other]) = (cost, column);
                }
                if least[other] < step {
                    (step, next) = (least[other], other);
                }
            }
            for other in 0..=n {
                if is_used[other] {
                    of_row[row_of[other]] += step;
                    of_column[other] -= step;
                } else {
                    least[other] -= step;
                }
            }
            column = next;
        }
        while column != 0 {
            row_of[column] = row_of[before[column]];
            column = before[column];
        }
    }
    let mut column_of = vec![0; n];
    (1..=n).for_each(|column| column_of[row_of[column] - 1] = column - 1);
    column_of
}

#[cfg(test)]
mod tests {
    use super::matched;
    use proptest::prelude::*;

    #[test]
    fn the_best_sum_is_found_even_if_the_greedy_choice_is_wrong() {
        let weights = vec![vec![0.9, 0.8, 0.0], vec![0.8, 0.1, 0.0], vec![0.0, 0.3, 0.2]];
        assert_eq!(matched(&weights), [1, 0, 2]);
        assert!(matched(&[]).is_empty());
    }

    /// Returns the largest sum over all ways to assign a column to each row.
    fn best_of_all(weights: &[Vec<f64>], row: usize, taken: &mut Vec<bool>) -> f64 {
        if row == weights.len() {
            return 0.0;
        }
        let mut best = f64::NEG_INFINITY;
        for column in 0..weights.len() {
            if !std::mem::replace(&mut taken[column], true) {
                best = best.max(weights[row][column] + best_of_all(weights, row + 1, taken));
                taken[column] = false;
            }
        }
        best
    }

    proptest! {
        #[test]
        fn no_other_matching_weighs_more(numbers in proptest::collection::vec(-5.0f64..5.0, 0..37)) {
            let n = (numbers.len() as f64).sqrt() as usize;
            let weights: Vec<Vec<f64>> =
                (0..n).map(|row| numbers[row * n..(row + 1) * n].to_vec()).collect();
            let found = matched(&weights);
            let mut columns = found.clone();
            columns.sort_unstable();
            prop_assert_eq!(columns, (0..n).collect::<Vec<_>>(), "each column once");
            let sum: f64 = found.iter().enumerate().map(|(row, &column)| weights[row][column]).sum();
            let best = best_of_all(&weights, 0, &mut vec![false; n]);
            prop_assert!((sum - best).abs() < 1e-9, "{} instead of {}", sum, best);
        }

        #[test]
        fn renumbered_columns_are_found_again(n in 1usize..9, seed in any::<u64>()) {
            let mut draws = tidings_numerics::Draws::new(seed);
            let mut moved: Vec<usize> = (0..n).collect();
            (1..n).rev().for_each(|end| moved.swap(end, draws.below(end + 1)));
            let weights: Vec<Vec<f64>> = (0..n)
                .map(|row| (0..n).map(|column| f64::from(u8::from(moved[row] == column))).collect())
                .collect();
            prop_assert_eq!(matched(&weights), moved);
        }
    }

    #[test]
    fn with_equal_weights_each_row_still_gets_a_column() {
        let mut found = matched(&vec![vec![1.0; 6]; 6]);
        found.sort_unstable();
        assert_eq!(found, [0, 1, 2, 3, 4, 5]);
    }
}
