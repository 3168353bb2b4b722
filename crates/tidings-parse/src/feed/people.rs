//! Extracts author names from the forms in which feeds give them.

use crate::text::{fold, plain_text};

/// Returns the name in `jane@example.org (Jane Doe)`, `Jane Doe <jane@example.org>`, or a bare name.
pub(super) fn name(text: &str) -> String {
    let text = text.trim();
    if let Some((before, rest)) = text.split_once('(')
        && before.contains('@')
        && let Some((name, _)) = rest.split_once(')')
        && !name.trim().is_empty()
    {
        return plain(name);
    }
    if let Some((name, rest)) = text.split_once('<')
        && rest.contains('@')
        && !name.trim().is_empty()
    {
        return plain(name.trim().trim_matches('"'));
    }
    plain(text)
}

fn plain(text: &str) -> String {
    if text.contains(['<', '&']) { plain_text(text) } else { fold(text) }
}

/// Adds a name, unless it is empty or already there. Does not evaluate `name` when the list is full.
pub(super) fn add(names: &mut Vec<String>, name: impl FnOnce() -> String) {
    if names.len() < PLENTY {
        let name = name();
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
}

/// More than an article keeps of anything; collecting stops here.
pub(super) const PLENTY: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_next_to_addresses() {
        assert_eq!(name("jane@example.org (Jane Doe)"), "Jane Doe");
        assert_eq!(name("Jane Doe <jane@example.org>"), "Jane Doe");
        assert_eq!(name("jane@example.org"), "jane@example.org");
        assert_eq!(name(" Jane \n Doe "), "Jane Doe");
        assert_eq!(name("Fish &amp; <b>Co</b>"), "Fish & Co");
        assert_eq!(name("Smith (UK)"), "Smith (UK)");
    }

    #[test]
    fn unknown_forms_are_kept_as_they_are() {
        for (text, expected) in [
            ("\"Doe, Jane\" <jane@example.org>", "Doe, Jane"),
            ("jane@example.org (Jane (Doe))", "Jane (Doe"),
            ("jane@example.org ( )", "jane@example.org ( )"),
            ("jane@example.org (Jane", "jane@example.org (Jane"),
            ("noreply@e.org (Fish &amp; Co)", "Fish & Co"),
            ("Jane <b>Doe</b>", "Jane Doe"),
            ("", ""),
        ] {
            assert_eq!(name(text), expected, "{text}");
        }
    }

    #[test]
    fn a_name_is_added_once_until_the_list_is_full() {
        let mut names = Vec::new();
        for name in ["Ada", "", "Ada", "Bob"] {
            add(&mut names, || name.to_owned());
        }
        assert_eq!(names, ["Ada", "Bob"]);
        (0..2 * PLENTY).for_each(|n| add(&mut names, || n.to_string()));
        assert_eq!(names.len(), PLENTY);
        add(&mut names, || panic!("evaluated although the list is full"));
    }
}
