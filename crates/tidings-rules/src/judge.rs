//! All rules of a user in order, and their combined verdict.
//!
//! Rules are applied from first to last. The first match with the action *block* or *keep* decides whether the
//! article is shown, and later rules of that kind are ignored. If nothing decided, but a rule for the article's scope
//! has the action *keep*, the article is hidden: keep means "only these". No other action applies to a hidden
//! article. A shown article gets the other actions of every rule that matches, in any order.

use crate::{compiled::CompiledRule, subject::RuleSubject};
use tidings_model::{
    FolderId, RuleId, SourceId,
    rule::{Action, RuleScope, Verdict},
};

/// A user's rules in order.
#[derive(Debug, Clone, Default)]
pub struct Book {
    /// The rules, first to last.
    pub entries: Vec<RuleEntry>,
}

/// One rule of a book.
#[derive(Debug, Clone)]
pub struct RuleEntry {
    /// The id.
    pub id: RuleId,
    /// The rule.
    pub rule: CompiledRule,
}

/// The place of an article among a user's subscriptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubscriptionPlace<'a> {
    /// The source of the article.
    pub source: SourceId,
    /// The folder of the user's subscription to it, and the folders around that one.
    pub folders: &'a [FolderId],
}

impl SubscriptionPlace<'_> {
    /// Returns whether a scope contains this place.
    #[must_use]
    pub fn is_in(self, scope: RuleScope) -> bool {
        match scope {
            RuleScope::All => true,
            RuleScope::Folder(folder) => self.folders.contains(&folder),
            RuleScope::Source(source) => self.source == source,
        }
    }
}

impl Book {
    /// Judges an article. Every rule is evaluated through `watch`, which returns the result. This allows the caller
    /// to measure the time or to skip a rule.
    ///
    /// ```
    /// use tidings_rules::{Book, CompiledRule, RuleEntry, SubscriptionPlace, RuleSubject};
    /// use tidings_model::{RuleId, SourceId, rule::*};
    /// let rule = |id, line: &str, action| RuleEntry { id: RuleId(id), rule: CompiledRule::new(Rule {
    ///     name: "r".into(), scope: RuleScope::All, matching: Matching::All, accents: Accents::Ignored,
    ///     conditions: vec![line.parse().unwrap()], actions: vec![action] }).unwrap() };
    /// let book = Book { entries: vec![rule(1, "title words: rust", Action::Star), rule(2, "title words: java", Action::Block)] };
    /// let place = SubscriptionPlace { source: SourceId(1), folders: &[] };
    /// let judge = |title| book.judge(place, &RuleSubject::new(title, "", &[], &[], None), |_, look| look());
    /// assert!(judge("Rust today").is_starred);
    /// assert_eq!(judge("Rust and Java").blocked_by, Some(RuleId(2)));
    /// ```
    pub fn judge(
        &self,
        place: SubscriptionPlace<'_>,
        article: &RuleSubject,
        mut watch: impl FnMut(&RuleEntry, &dyn Fn() -> bool) -> bool,
    ) -> Verdict {
        let mut verdict = Verdict::default();
        let mut is_decided = false;
        let mut wanted_by = None;
        for entry in &self.entries {
            let rule = entry.rule.rule();
            if !place.is_in(rule.scope) {
                continue;
            }
            let (blocks, keeps) =
                (rule.actions.contains(&Action::Block), rule.actions.contains(&Action::Keep));
            if blocks && is_decided {
                continue;
            }
            if watch(entry, &|| entry.rule.matches(article)) {
                if blocks {
                    return blocked(entry.id);
                }
                is_decided |= keeps;
                apply(&mut verdict, entry.id, &rule.actions);
            } else if keeps {
                wanted_by.get_or_insert(entry.id);
            }
        }
        match wanted_by {
            Some(rule) if !is_decided => blocked(rule),
            _ => verdict,
        }
    }
}

fn apply(verdict: &mut Verdict, id: RuleId, actions: &[Action]) {
    verdict.matched.push(id);
    for action in actions {
        match action {
            Action::Block | Action::Keep => {}
            Action::Read => verdict.is_read = true,
            Action::Star => verdict.is_starred = true,
            Action::Later => verdict.is_later = true,
            Action::Tag(name) => {
                if !verdict.tags.contains(name) {
                    verdict.tags.push(name.clone());
                }
            }
            Action::Webhook(webhook) => verdict.webhooks.push((*webhook, id)),
        }
    }
}

fn blocked(by: RuleId) -> Verdict {
    Verdict { matched: vec![by], blocked_by: Some(by), ..Verdict::default() }
}

#[cfg(test)]
mod tests;
