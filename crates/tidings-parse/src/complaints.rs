//! Collecting what was odd, without drowning in it.

use crate::Complaint;

/// Complaints of one document: the first of each kind, with a count of the others.
#[derive(Debug, Default)]
pub(crate) struct Complaints {
    kinds: Vec<(Complaint, usize)>,
}

impl Complaints {
    /// Notes something odd; `message` is only asked for the first of its kind.
    pub(crate) fn add(&mut self, code: &'static str, message: impl FnOnce() -> String) {
        match self.kinds.iter_mut().find(|(complaint, _)| complaint.code == code) {
            Some((_, n_more)) => *n_more += 1,
            None => self.kinds.push((Complaint { code, message: message() }, 0)),
        }
    }

    /// What was collected, in the order of first sight.
    pub(crate) fn into_vec(self) -> Vec<Complaint> {
        let told = self.kinds.into_iter().map(|(mut complaint, n_more)| {
            if n_more > 0 {
                complaint.message.push_str(&format!(" (and {n_more} more like it)"));
            }
            complaint
        });
        told.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_a_kind_speaks_for_the_others() {
        let mut complaints = Complaints::default();
        for n in 0..3 {
            complaints.add("bad_date", || format!("date {n}"));
        }
        complaints.add("truncated", || "broke off".to_owned());
        let told = complaints.into_vec();
        assert_eq!(told.len(), 2);
        assert_eq!(told[0].message, "date 0 (and 2 more like it)");
    }
}
