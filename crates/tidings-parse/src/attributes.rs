//! The attributes of an element, parsed on demand.

use crate::references::unescape;
use quick_xml::events::attributes::Attributes as Iter;
use std::borrow::Cow;

/// No meaningful element has more; reading on would only help an attacker.
const MOST: usize = 256;

/// The attributes of a start tag, as written.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Attributes<'a>(pub(crate) &'a str);

impl<'a> Attributes<'a> {
    /// Iterates over names as written and unescaped values, in order. Stops at the first part that cannot be parsed.
    pub(crate) fn iter(self) -> impl Iterator<Item = (&'a str, Cow<'a, str>)> {
        let mut iter = Iter::html(self.0, 0);
        iter.with_checks(false);
        iter.filter_map(Result::ok).take(MOST).map(|attribute| {
            let value = match attribute.value {
                Cow::Borrowed(raw) => unescape(raw),
                Cow::Owned(raw) => Cow::Owned(unescape(&raw).into_owned()),
            };
            (attribute.key.0, value)
        })
    }

    /// Returns the value of an attribute. Names are compared without regard to case.
    pub(crate) fn get(self, name: &str) -> Option<Cow<'a, str>> {
        if self.0.is_empty() {
            return None;
        }
        self.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Returns the value of an attribute by its local name. Names are compared without regard to case.
    pub(crate) fn get_local(self, name: &str) -> Option<Cow<'a, str>> {
        let local = |key: &'a str| key.rsplit_once(':').map_or(key, |(_, local)| local);
        self.iter().find(|(key, _)| local(key).eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_in_any_quotes_and_unescaped() {
        let attributes = Attributes(r#" href='/a?b&amp;c' TYPE=text/html rdf:about="x" alone "#);
        assert_eq!(attributes.get("href").unwrap(), "/a?b&c");
        assert_eq!(attributes.get("type").unwrap(), "text/html");
        assert_eq!(attributes.get_local("about").unwrap(), "x");
        assert_eq!(attributes.get("alone").unwrap(), "");
        assert!(attributes.get("rel").is_none());
    }
}
