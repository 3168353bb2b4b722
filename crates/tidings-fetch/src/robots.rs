//! robots.txt (RFC 9309): what a site's owner allows programs to read.
//!
//! Feeds are made for programs and are fetched without checking; pages are read only where robots.txt permits it. The
//! rules are here; [`Polite`] fetches them.

mod polite;

pub use polite::Polite;

/// The name by which robots.txt refers to us.
pub const AGENT: &str = "Tidings";

/// Maximum number of bytes read from a file; the standard requires at least this much.
const MOST_BYTES: usize = 500 << 10;

/// A parsed robots.txt.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Robots {
    groups: Vec<Group>,
}

#[derive(Debug, Clone, PartialEq, Default)]
struct Group {
    agents: Vec<String>,
    rules: Vec<Rule>,
}

#[derive(Debug, Clone, PartialEq)]
struct Rule {
    is_allowed: bool,
    pattern: String,
}

impl Robots {
    /// Parses a file. Any bytes are a valid robots.txt; lines without meaning are skipped.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MOST_BYTES)]);
        let mut groups: Vec<Group> = Vec::new();
        let mut is_naming = false;
        for line in text.trim_start_matches('\u{feff}').split(['\n', '\r']) {
            let line = line.split('#').next().unwrap_or_default();
            let Some((key, value)) = line.split_once(':') else { continue };
            let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
            if key == "user-agent" {
                if !is_naming {
                    groups.push(Group::default());
                }
                is_naming = true;
                let group = groups.last_mut().expect("a group was just added");
                group.agents.push(product(value).to_ascii_lowercase());
                continue;
            }
            // Rules before the first agent apply to nobody.
            let Some(group) = groups.last_mut() else { continue };
            match key.as_str() {
                "allow" | "disallow" => {
                    is_naming = false;
                    if !value.is_empty() {
                        group
                            .rules
                            .push(Rule { is_allowed: key == "allow", pattern: normal(value) });
                    }
                }
                // The pause between requests is decided per host, for all agents; but the names of a group end here.
                "crawl-delay" => is_naming = false,
                _ => {}
            }
        }
        Self { groups }
    }

    /// Returns only the rules for one agent: enough to decide for it.
    #[must_use]
    pub fn only(&self, agent: &str) -> Self {
        Self { groups: self.groups_for(agent).cloned().collect() }
    }

    /// Returns all groups that name the agent, or those for all agents if there are none.
    fn groups_for<'a>(&'a self, agent: &str) -> impl Iterator<Item = &'a Group> {
        let agent = agent.to_ascii_lowercase();
        let names =
            move |group: &&Group, name: &str| group.agents.iter().any(|known| known == name);
        let is_named = self.groups.iter().any(|group| names(&group, &agent));
        let wanted = if is_named { agent } else { "*".to_owned() };
        self.groups.iter().filter(move |group| names(group, &wanted))
    }
}

/// Returns whether an agent may read a path (with its query, as in a URL). The longest matching rule decides; of two
/// equally long ones, the one that allows.
///
/// ```
/// use tidings_fetch::robots::{Robots, allows};
/// let robots = Robots::parse(b"User-agent: *\nDisallow: /private\nAllow: /private/feed$\n");
/// assert!(allows(&robots, "Tidings", "/blog"));
/// assert!(!allows(&robots, "Tidings", "/private/diary"));
/// assert!(allows(&robots, "Tidings", "/private/feed"));
/// ```
#[must_use]
pub fn allows(robots: &Robots, agent: &str, path: &str) -> bool {
    let path = normal(path);
    if path == "/robots.txt" {
        return true;
    }
    let rules = robots.groups_for(agent).flat_map(|group| &group.rules);
    let matching = rules.filter(|rule| matches(&rule.pattern, &path));
    matching
        .max_by_key(|rule| (rule.pattern.len(), rule.is_allowed))
        .is_none_or(|rule| rule.is_allowed)
}

/// Whether a pattern matches the beginning of a path; `*` stands for anything, `$` at the end for the end of the path.
///
/// Taking the first place where each piece fits is enough, so the time is linear in pattern and path together.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, is_whole) = match pattern.strip_suffix('$') {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let Some((first, pieces)) = pattern.split_once('*') else {
        return if is_whole { path == pattern } else { path.starts_with(pattern) };
    };
    let Some(mut rest) = path.strip_prefix(first) else { return false };
    let (middle, last) = match pieces.rsplit_once('*') {
        Some((middle, last)) if is_whole => (middle, Some(last)),
        None if is_whole => ("", Some(pieces)),
        _ => (pieces, None),
    };
    for piece in middle.split('*') {
        match rest.find(piece) {
            Some(place) => rest = &rest[place + piece.len()..],
            None => return false,
        }
    }
    last.is_none_or(|last| rest.ends_with(last))
}

/// Normalizes the percent-encoding of a path: decoded where it is not needed, in upper case where it is.
fn normal(path: &str) -> String {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let bytes = path.as_bytes();
    let mut spelled = String::with_capacity(bytes.len());
    let mut index = 0;
    while index < bytes.len() {
        let escaped = match bytes[index..] {
            [b'%', high, low, ..] => hex(high).zip(hex(low)).map(|(high, low)| high << 4 | low),
            _ => None,
        };
        index += if escaped.is_some() { 3 } else { 1 };
        let byte = escaped.unwrap_or(bytes[index - 1]);
        let is_plain = byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        if is_plain || (escaped.is_none() && byte.is_ascii_graphic()) {
            spelled.push(char::from(byte));
        } else {
            spelled.push('%');
            spelled.push(char::from(HEX[usize::from(byte >> 4)]));
            spelled.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
    spelled
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

/// Returns the product name in `Name/1.0 (comment)`.
fn product(value: &str) -> &str {
    if value.starts_with('*') {
        return "*";
    }
    let end = value
        .find(|c: char| !(c.is_ascii_alphabetic() || matches!(c, '-' | '_')))
        .unwrap_or(value.len());
    &value[..end]
}

#[cfg(test)]
mod tests;
