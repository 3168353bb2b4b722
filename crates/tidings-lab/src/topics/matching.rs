//! Matching: each row with a column of its own, so that the sum is greatest (the Hungarian method).

/// The column of each row of a square matrix that together weigh most.
pub(super) fn matched(weights: &[Vec<f64>]) -> Vec<usize> {
    let n = weights.len();
    // Potentials and augmenting paths; places count from one, and column 0 stands for none.
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

    #[test]
    fn the_best_sum_is_found_where_the_best_first_choice_is_wrong() {
        let weights = vec![vec![0.9, 0.8, 0.0], vec![0.8, 0.1, 0.0], vec![0.0, 0.3, 0.2]];
        assert_eq!(matched(&weights), [1, 0, 2]);
        assert!(matched(&[]).is_empty());
    }
}
