//! Collects complaints, one of each kind.

use crate::Complaint;

/// The complaints about one document: the first of each kind, and how many more there were.
#[derive(Debug, Default)]
pub(crate) struct Complaints {
    kinds: Vec<(Complaint, usize)>,
}

impl Complaints {
    /// Adds a complaint; `message` is only called for the first of its kind.
    pub(crate) fn add(&mut self, code: &'static str, message: impl FnOnce() -> String) {
        match self.kinds.iter_mut().find(|(complaint, _)| complaint.code == code) {
            Some((_, n_more)) => *n_more += 1,
            None => self.kinds.push((Complaint { code, message: message() }, 0)),
        }
    }

    /// Returns whether there is a complaint of this kind.
    pub(crate) fn has(&self, code: &str) -> bool {
        self.kinds.iter().any(|(complaint, _)| complaint.code == code)
    }

    /// Returns the complaints, in the order in which they were first added.
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
    fn only_the_first_of_a_kind_is_kept_with_a_count() {
        let mut complaints = Complaints::default();
        for n in 0..3 {
            complaints.add("bad_date", || format!("date {n}"));
        }
        complaints.add("truncated", || "broke off".to_owned());
        assert!(complaints.has("truncated") && !complaints.has("other"));
        let told = complaints.into_vec();
        assert_eq!(told.len(), 2);
        assert_eq!(told[0].message, "date 0 (and 2 more like it)");
    }
}
