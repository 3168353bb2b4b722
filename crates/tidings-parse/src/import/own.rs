//! What only Tidings archives contain: options of subscriptions, and rules.

use super::{Found, ImportedOptions, ImportedRule, RulePlace};
use crate::{
    addresses::web_address,
    loose::{Items, Loose},
    text::cut,
};
use serde::de::DeserializeSeed;
use std::io::Read;
use tidings_model::rule::{Accents, Action, Condition, Matching, Rule, RuleScope, read_lines};

/// Maximum number of rules read from one archive.
const MOST_RULES: usize = 1000;
/// Maximum length of a name or condition, in bytes: more than the rule editor allows.
const MOST_BYTES: usize = 4000;

/// Reads `records/subscriptions.json`: the options of each subscription.
pub(super) fn wishes(reader: impl Read, found: &mut Found<'_>) {
    let most = found.limits.opml_outlines;
    let known = &mut found.wishes;
    each(reader, |item| {
        let url = item.text("url").and_then(|url| web_address(None, &url));
        if let Some(url) = url.filter(|_| known.len() < most) {
            let wishes = wishes_of(item);
            if wishes != ImportedOptions::default() {
                known.insert(url, wishes);
            }
        }
    });
}

fn wishes_of(item: &Loose) -> ImportedOptions {
    let whole = |name: &str| {
        let number = item.number(name).filter(|number| (1.0..=1e9).contains(number));
        number.map(|number| number as u32)
    };
    ImportedOptions {
        is_paused: item.text("paused").is_some(),
        is_muted: item.flag("muted").unwrap_or_default(),
        full_text: item.flag("full_text").unwrap_or_default(),
        is_pinned: item.flag("pinned").unwrap_or_default(),
        min_minutes: whole("min_minutes"),
        max_minutes: whole("max_minutes"),
        keep_days: whole("keep_days"),
        keep_count: whole("keep_count"),
    }
}

/// Reads `records/rules.json`.
pub(super) fn rules(reader: impl Read, found: &mut Found<'_>) {
    let mut n_lost = 0_usize;
    let rules = &mut found.rules;
    each(reader, |item| match rule(item) {
        Some(rule) if rules.len() < MOST_RULES => rules.push(rule),
        Some(_) | None => n_lost += 1,
    });
    if n_lost > 0 {
        found.complaints.add("unreadable_rule", || {
            "A rule in the archive could not be read; it was skipped".to_owned()
        });
    }
}

fn rule(item: &Loose) -> Option<ImportedRule> {
    let text = |name: &str| item.text(name).map(|text| cut(&text, MOST_BYTES).to_owned());
    let lines = |name: &str| -> Vec<String> {
        let short = |line: &Loose| line.as_text().map(|line| cut(&line, MOST_BYTES).to_owned());
        item.list(name).iter().filter_map(short).collect()
    };
    let conditions: Vec<Condition> = read_lines(&lines("conditions").join("\n")).ok()?;
    let actions: Vec<Action> = read_lines(&lines("actions").join("\n")).ok()?;
    // Webhooks are identified by a number, which means something else on another server.
    let actions: Vec<Action> =
        actions.into_iter().filter(|action| !matches!(action, Action::Webhook(_))).collect();
    let place = match (text("folder"), text("source")) {
        (Some(folder), _) => RulePlace::Folder(folder),
        (None, Some(source)) => RulePlace::Source(web_address(None, &source)?),
        (None, None) => RulePlace::Everywhere,
    };
    let rule = Rule {
        name: text("name")?,
        scope: RuleScope::All,
        matching: match text("matching").as_deref() {
            Some("any") => Matching::Any,
            _ => Matching::All,
        },
        conditions,
        accents: match item.flag("accents") {
            Some(true) => Accents::Count,
            _ => Accents::Ignored,
        },
        actions,
    };
    let is_on = item.flag("on").unwrap_or(true);
    (!rule.actions.is_empty()).then_some(ImportedRule { rule, place, is_on })
}

/// Passes on the items of a list one by one. Items before an error have been passed on.
fn each(reader: impl Read, take: impl FnMut(&Loose)) {
    let mut json = serde_json::Deserializer::from_reader(reader);
    let _ = Items(take).deserialize(&mut json);
}
