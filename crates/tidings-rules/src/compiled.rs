//! Compiled rules: validated, with words folded and regular expressions built.

use crate::{
    refused::{ACTIONS, CONDITIONS, REGEX_BYTES, RuleError, TEXT_BYTES},
    subject::RuleSubject,
    words,
};
use regex::{Regex, RegexBuilder};
use tidings_model::rule::{
    Accents, Action, Condition, Field, Matching, Polarity, Rule, RuleScope, Test,
};

/// The memory limit for a compiled regular expression.
const REGEX_SIZE: usize = 256 << 10;
/// The number of bytes of a text that a regular expression searches. Together with the size, this bounds the
/// worst-case time.
const REGEX_LOOKED_AT: usize = 32 << 10;

/// A rule that is ready to match articles.
#[derive(Debug, Clone)]
pub struct CompiledRule {
    rule: Rule,
    looks: Vec<Look>,
}

/// A compiled condition.
#[derive(Debug, Clone)]
struct Look {
    polarity: Polarity,
    field: Field,
    needle: Needle,
}

#[derive(Debug, Clone)]
enum Needle {
    /// Each term occurs somewhere in the field.
    Terms(Vec<String>),
    /// One value is equal as a whole.
    Whole(String),
    Regex(Regex),
}

impl CompiledRule {
    /// Validates and compiles a rule.
    ///
    /// ```
    /// use tidings_model::rule::*;
    /// use tidings_rules::{CompiledRule, RuleSubject};
    /// let rule = Rule {
    ///     name: "Spoilers".into(), scope: RuleScope::All, matching: Matching::All, accents: Accents::Ignored,
    ///     conditions: vec!["title words: Finale spoiler".parse().unwrap()], actions: vec![Action::Block],
    /// };
    /// let rule = CompiledRule::new(rule).unwrap();
    /// assert!(rule.matches(&RuleSubject::new("Spoiler: the finále", "", &[], &[], None)));
    /// assert!(!rule.matches(&RuleSubject::new("The finale", "without spoiler", &[], &[], None)));
    /// ```
    ///
    /// # Errors
    /// Why the rule cannot be saved.
    pub fn new(rule: Rule) -> Result<Self, RuleError> {
        check(&rule)?;
        let looks = rule
            .conditions
            .iter()
            .zip(1..)
            .map(|(condition, number)| look(condition, number, rule.accents))
            .collect::<Result<_, _>>()?;
        Ok(Self { rule, looks })
    }

    /// Returns the rule as written.
    #[must_use]
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Returns whether it uses regular expressions. Only these can be slow.
    #[must_use]
    pub fn has_regex(&self) -> bool {
        self.looks.iter().any(|look| matches!(look.needle, Needle::Regex(_)))
    }

    /// Returns whether an article meets the conditions. The scope is checked by [`crate::Book::judge`].
    #[must_use]
    pub fn matches(&self, article: &RuleSubject) -> bool {
        let holds = |look: &Look| {
            look.is_found(article, self.rule.accents) == (look.polarity == Polarity::Holds)
        };
        match self.rule.matching {
            Matching::All => self.looks.iter().all(holds),
            Matching::Any => self.looks.is_empty() || self.looks.iter().any(holds),
        }
    }
}

impl Look {
    fn is_found(&self, article: &RuleSubject, accents: Accents) -> bool {
        let mut texts = article.texts(self.field);
        match &self.needle {
            Needle::Terms(terms) => terms.iter().all(|term| {
                article.texts(self.field).any(|text| text.words(accents).contains(term.as_str()))
            }),
            Needle::Whole(whole) => texts.any(|text| {
                // Folding changes the length of a text by at most a small factor.
                text.raw().len() <= whole.len().saturating_mul(8).saturating_add(64)
                    && words::whole(text.raw(), accents) == *whole
            }),
            Needle::Regex(regex) => {
                texts.any(|text| regex.is_match(text.beginning(REGEX_LOOKED_AT)))
            }
        }
    }
}

fn check(rule: &Rule) -> Result<(), RuleError> {
    let is_named = |name: &str| !name.trim().is_empty() && name.len() <= TEXT_BYTES;
    if rule.conditions.is_empty() && rule.scope == RuleScope::All {
        return Err(RuleError::NoCondition);
    }
    if !is_named(&rule.name) {
        return Err(RuleError::Name);
    }
    if rule.conditions.len() > CONDITIONS {
        return Err(RuleError::ManyConditions(rule.conditions.len()));
    }
    if rule.actions.is_empty() {
        return Err(RuleError::NoAction);
    }
    if rule.actions.len() > ACTIONS {
        return Err(RuleError::ManyActions(rule.actions.len()));
    }
    if rule.actions.contains(&Action::Block) && rule.actions.contains(&Action::Keep) {
        return Err(RuleError::BlockAndKeep);
    }
    let tags_are_named = rule.actions.iter().all(|action| match action {
        Action::Tag(name) => is_named(name),
        _ => true,
    });
    if tags_are_named { Ok(()) } else { Err(RuleError::TagName) }
}

fn look(condition: &Condition, number: usize, accents: Accents) -> Result<Look, RuleError> {
    let text = condition.text.trim();
    let limit = if condition.test == Test::Regex { REGEX_BYTES } else { TEXT_BYTES };
    if text.len() > limit {
        return Err(RuleError::Long(number, limit));
    }
    let needle = match condition.test {
        Test::Words => Needle::Terms(
            text.split_whitespace()
                .map(|word| words::words(word, accents))
                .filter(|word| !word.is_empty())
                .collect(),
        ),
        Test::Phrase => Needle::Terms(
            Some(words::words(text, accents)).filter(|w| !w.is_empty()).into_iter().collect(),
        ),
        Test::Is => Needle::Whole(words::whole(text, accents)),
        Test::Regex => Needle::Regex(build(text, number)?),
    };
    let is_empty = match &needle {
        Needle::Terms(terms) => terms.is_empty(),
        Needle::Whole(whole) => whole.is_empty(),
        Needle::Regex(_) => text.is_empty(),
    };
    if is_empty {
        return Err(RuleError::Empty(number));
    }
    Ok(Look { polarity: condition.polarity, field: condition.field, needle })
}

fn build(pattern: &str, number: usize) -> Result<Regex, RuleError> {
    let built = RegexBuilder::new(pattern)
        .case_insensitive(true)
        .multi_line(true)
        .size_limit(REGEX_SIZE)
        .dfa_size_limit(REGEX_SIZE)
        .nest_limit(50)
        .build();
    built.map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => RuleError::RegexSize(number),
        error => {
            // The error shows the pattern with an arrow, and describes the problem in its last line.
            let text = error.to_string();
            let said = text.lines().last().unwrap_or_default().trim_start_matches("error: ");
            RuleError::Regex(number, said.to_owned())
        }
    })
}

#[cfg(test)]
mod tests;
