//! Generates sentences from rules: a rule is a list of lines, and a line may name other rules in braces.
//!
//! `{thing}` is drawn each time, `{@thing}` once for the whole article, `{3-9}` is a number. Anything else in braces is
//! literal text.

use rand::{RngExt, rngs::Xoshiro256PlusPlus, seq::IndexedRandom};
use std::collections::HashMap;

/// Rules by name.
#[derive(Debug, Default)]
pub(crate) struct Grammar {
    rules: HashMap<&'static str, Vec<&'static str>>,
}

impl Grammar {
    /// Parses texts: `= name` begins a rule, and every other line that is not empty belongs to it. Later texts add to
    /// earlier ones.
    pub(crate) fn read(texts: &[&'static str]) -> Self {
        let mut grammar = Self::default();
        for text in texts {
            let mut name = "";
            for line in text.lines().filter(|line| !line.is_empty()) {
                match line.strip_prefix("= ") {
                    Some(opened) => name = opened,
                    None => grammar.rules.entry(name).or_default().push(line),
                }
            }
        }
        grammar
    }

    /// Returns the lines of a rule.
    pub(crate) fn rule(&self, name: &str) -> &[&'static str] {
        self.rules.get(name).map_or(&[], Vec::as_slice)
    }

    #[cfg(test)]
    pub(crate) fn lines(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.rules.iter().flat_map(|(name, lines)| lines.iter().map(|line| (*name, *line)))
    }

    #[cfg(test)]
    pub(crate) fn has(&self, rule: &str) -> bool {
        self.rules.contains_key(rule)
    }
}

/// Writes one article, in which held words stay the same.
#[derive(Debug)]
pub(crate) struct Teller<'a> {
    grammar: &'static Grammar,
    pub(crate) rng: &'a mut Xoshiro256PlusPlus,
    held: Vec<(&'static str, String)>,
    told: Vec<&'static str>,
}

impl<'a> Teller<'a> {
    pub(crate) fn new(grammar: &'static Grammar, rng: &'a mut Xoshiro256PlusPlus) -> Self {
        Self { grammar, rng, held: Vec::new(), told: Vec::new() }
    }

    /// Returns a line of a rule, capitalized; `None` if there is no such rule.
    pub(crate) fn tell(&mut self, rule: &str) -> Option<String> {
        self.line(rule).map(capitalised)
    }

    /// Whether there is such a rule.
    pub(crate) fn knows(&self, rule: &str) -> bool {
        !self.grammar.rule(rule).is_empty()
    }

    /// Returns a sentence of a rule that was not used yet in this article; `None` if all were.
    pub(crate) fn sentence(&mut self, rule: &str) -> Option<String> {
        let lines = self.grammar.rule(rule).iter().copied();
        let fresh: Vec<&'static str> = lines.filter(|line| !self.told.contains(line)).collect();
        let line = *fresh.choose(self.rng)?;
        self.told.push(line);
        let mut text = String::with_capacity(line.len() + 32);
        self.expand(line, &mut text);
        Some(capitalised(text))
    }

    /// Returns a line of a rule, not capitalized.
    pub(crate) fn line(&mut self, rule: &str) -> Option<String> {
        let lines = self.grammar.rules.get(rule)?;
        let mut line = lines[self.rng.random_range(0..lines.len())];
        // Avoid repeating a line if there are others.
        for _ in 0..6 {
            if !self.told.contains(&line) {
                break;
            }
            line = lines[self.rng.random_range(0..lines.len())];
        }
        self.told.push(line);
        let mut text = String::with_capacity(line.len() + 32);
        self.expand(line, &mut text);
        Some(text)
    }

    /// Returns the text that stays the same for a rule throughout the article.
    pub(crate) fn held(&mut self, rule: &'static str) -> String {
        if let Some((_, text)) = self.held.iter().find(|(name, _)| *name == rule) {
            return text.clone();
        }
        let mut text = String::new();
        self.draw(rule, &mut text);
        self.held.push((rule, text.clone()));
        text
    }

    fn draw(&mut self, rule: &str, out: &mut String) {
        if let Some(lines) = self.grammar.rules.get(rule) {
            let line = lines[self.rng.random_range(0..lines.len())];
            self.expand(line, out);
        }
    }

    fn expand(&mut self, line: &'static str, out: &mut String) {
        let mut rest = line;
        while let Some(start) = rest.find('{') {
            out.push_str(&rest[..start]);
            let inside = &rest[start + 1..];
            let slot = inside.find('}').map(|end| &inside[..end]).and_then(Slot::of);
            match slot {
                Some((Slot::Held(rule), after)) => {
                    out.push_str(&self.held(rule));
                    rest = &inside[after..];
                }
                Some((Slot::Fresh(rule), after)) => {
                    self.draw(rule, out);
                    rest = &inside[after..];
                }
                Some((Slot::Number(from, to), after)) => {
                    out.push_str(&self.rng.random_range(from..=to).to_string());
                    rest = &inside[after..];
                }
                None => {
                    out.push('{');
                    rest = inside;
                }
            }
        }
        out.push_str(rest);
    }
}

/// The content of braces.
pub(crate) enum Slot {
    Held(&'static str),
    Fresh(&'static str),
    Number(u32, u32),
}

impl Slot {
    /// Parses a slot, and returns it with the position after it.
    pub(crate) fn of(text: &'static str) -> Option<(Self, usize)> {
        let is_name = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase());
        let after = text.len() + 1;
        if let Some((from, to)) = text.split_once('-')
            && let (Ok(from), Ok(to)) = (from.parse(), to.parse())
        {
            return Some((Self::Number(from, to), after));
        }
        match text.strip_prefix('@') {
            Some(name) if is_name(name) => Some((Self::Held(name), after)),
            None if is_name(text) => Some((Self::Fresh(text), after)),
            _ => None,
        }
    }
}

fn capitalised(text: String) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if first.is_lowercase() => first.to_uppercase().chain(letters).collect(),
        _ => text,
    }
}
