//! The editor's form: from fields to a rule, and back.

use super::words;
use crate::voice::Voice;
use tidings_model::{
    FolderId, SourceId, WebhookId,
    rule::{Accents, Action, Condition, Field, Matching, Polarity, Rule, RuleScope, Test},
};
use tidings_rules::RuleError;

/// The fields as submitted. They are shown again unchanged if there is an error.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Fields {
    pub(crate) name: String,
    pub(crate) scope: String,
    pub(crate) matching: String,
    pub(crate) accents: bool,
    pub(crate) conditions: Vec<Line>,
    /// `block`, `keep` or empty.
    pub(crate) show: String,
    pub(crate) read: bool,
    pub(crate) star: bool,
    pub(crate) later: bool,
    pub(crate) tags: String,
    pub(crate) webhook: String,
    /// The button that was pressed.
    pub(crate) act: String,
}

/// One condition as submitted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Line {
    pub(crate) field: String,
    /// The test's code, with the prefix `not-` if it is negated.
    pub(crate) test: String,
    pub(crate) text: String,
}

/// Maximum length of a generated name, in characters.
const OWN_NAME: usize = 100;
/// Maximum number of condition lines in a form: more than a rule may have, so that the error says so.
const LINES: usize = 40;

impl Fields {
    /// Parses pairs. Returns `None` for unknown names.
    pub(crate) fn read(pairs: Vec<(String, String)>) -> Option<Self> {
        let mut fields = Self::default();
        for (name, value) in pairs {
            match name.as_str() {
                "name" => fields.name = value,
                "scope" => fields.scope = value,
                "matching" => fields.matching = value,
                "accents" => fields.accents = true,
                "show" => fields.show = value,
                "read" => fields.read = true,
                "star" => fields.star = true,
                "later" => fields.later = true,
                "tags" => fields.tags = value,
                "webhook" => fields.webhook = value,
                "act" => fields.act = value,
                _ => {
                    let (part, number) = name.split_once('-')?;
                    let line = fields.line(number.parse().ok()?)?;
                    match part {
                        "field" => line.field = value,
                        "test" => line.test = value,
                        "text" => line.text = value,
                        _ => return None,
                    }
                }
            }
        }
        Some(fields)
    }

    fn line(&mut self, number: usize) -> Option<&mut Line> {
        if number >= LINES {
            return None;
        }
        while self.conditions.len() <= number {
            self.conditions.push(Line::default());
        }
        self.conditions.get_mut(number)
    }

    /// Returns the fields of a rule.
    pub(crate) fn of(rule: &Rule) -> Self {
        let mut fields = Self {
            name: rule.name.clone(),
            scope: scope_code(rule.scope),
            matching: if rule.matching == Matching::Any { "any" } else { "all" }.to_owned(),
            accents: rule.accents == Accents::Count,
            conditions: rule.conditions.iter().map(Line::of).collect(),
            ..Self::default()
        };
        let mut tags = Vec::new();
        for action in &rule.actions {
            match action {
                Action::Block => fields.show = "block".to_owned(),
                Action::Keep => fields.show = "keep".to_owned(),
                Action::Read => fields.read = true,
                Action::Star => fields.star = true,
                Action::Later => fields.later = true,
                Action::Tag(name) => tags.push(name.as_str()),
                Action::Webhook(id) => fields.webhook = id.to_string(),
            }
        }
        fields.tags = tags.join(", ");
        fields
    }

    /// Returns the rule in the fields. Lines without text are left out; a rule without a name is named after its first
    /// condition.
    pub(crate) fn rule(&self, t: &Voice) -> Rule {
        let conditions: Vec<Condition> =
            self.conditions.iter().filter_map(Line::condition).collect();
        let name = match (self.name.trim(), conditions.first()) {
            ("", Some(first)) => words::condition(t, first).chars().take(OWN_NAME).collect(),
            (name, _) => name.to_owned(),
        };
        Rule {
            name,
            scope: read_scope(&self.scope),
            matching: if self.matching == "any" { Matching::Any } else { Matching::All },
            accents: if self.accents { Accents::Count } else { Accents::Ignored },
            conditions,
            actions: self.actions(),
        }
    }

    fn actions(&self) -> Vec<Action> {
        let tags = self.tags.split(',').map(str::trim).filter(|name| !name.is_empty());
        let single = [
            (self.show == "block", Action::Block),
            (self.show == "keep", Action::Keep),
            (self.read, Action::Read),
            (self.star, Action::Star),
            (self.later, Action::Later),
        ];
        let single = single.into_iter().filter(|(is_on, _)| *is_on).map(|(_, action)| action);
        let webhook = self.webhook.parse().ok().map(|id| Action::Webhook(WebhookId(id)));
        single.chain(tags.map(|name| Action::Tag(name.to_owned()))).chain(webhook).collect()
    }
}

impl Line {
    fn of(condition: &Condition) -> Self {
        let not = if condition.polarity == Polarity::Fails { "not-" } else { "" };
        Self {
            field: condition.field.code().to_owned(),
            test: format!("{not}{}", condition.test.code()),
            text: condition.text.clone(),
        }
    }

    fn condition(&self) -> Option<Condition> {
        let text = self.text.trim().replace(char::is_control, " ");
        if text.is_empty() {
            return None;
        }
        let (polarity, test) = match self.test.strip_prefix("not-") {
            Some(test) => (Polarity::Fails, test),
            None => (Polarity::Holds, self.test.as_str()),
        };
        Some(Condition {
            polarity,
            field: Field::from_code(&self.field).unwrap_or(Field::Any),
            test: Test::from_code(test).unwrap_or(Test::Words),
            text,
        })
    }
}

/// Returns a scope as the value of an option: `all`, `folder.3`, `source.17`.
pub(crate) fn scope_code(scope: RuleScope) -> String {
    match scope {
        RuleScope::All => "all".to_owned(),
        RuleScope::Folder(id) => format!("folder.{id}"),
        RuleScope::Source(id) => format!("source.{id}"),
    }
}

/// Parses the value of an option. Unknown values become a scope that cannot be saved.
pub(crate) fn read_scope(code: &str) -> RuleScope {
    match code.split_once('.') {
        Some(("folder", id)) => RuleScope::Folder(FolderId(id.parse().unwrap_or(0))),
        Some(("source", id)) => RuleScope::Source(SourceId(id.parse().unwrap_or(0))),
        None if matches!(code, "" | "all") => RuleScope::All,
        _ => RuleScope::Source(SourceId(0)),
    }
}

/// Returns why a rule cannot be saved, for the person who wrote it.
pub(crate) fn complaint(t: &Voice, refused: &RuleError) -> String {
    let n = |n: &usize| n.to_string();
    match refused {
        RuleError::Name => t.of("rules-bad-name").to_owned(),
        RuleError::NoCondition => t.of("rules-bad-no-condition").to_owned(),
        RuleError::ManyConditions(_) => t.of("rules-bad-many-conditions").to_owned(),
        RuleError::NoAction => t.of("rules-bad-no-action").to_owned(),
        RuleError::ManyActions(_) => t.of("rules-bad-many-actions").to_owned(),
        RuleError::BlockAndKeep => t.of("rules-bad-both").to_owned(),
        RuleError::Empty(number) => t.with("rules-bad-empty", "number", &n(number)),
        RuleError::Long(number, limit) => {
            t.with2("rules-bad-long", ("number", &n(number)), ("limit", &n(limit)))
        }
        RuleError::TagName => t.of("rules-bad-tag").to_owned(),
        RuleError::Regex(number, why) => {
            t.with2("rules-bad-regex", ("number", &n(number)), ("why", why))
        }
        RuleError::RegexSize(number) => t.with("rules-bad-regex-size", "number", &n(number)),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preferences::Preferences;
    use http::HeaderMap;

    fn voice() -> Voice {
        Voice::new(Preferences::default(), &HeaderMap::new())
    }

    #[test]
    fn a_rule_round_trips_through_its_form() {
        let rule = Rule {
            name: "Mine".to_owned(),
            scope: RuleScope::Folder(FolderId(7)),
            matching: Matching::Any,
            accents: Accents::Count,
            conditions: vec![
                "not title regex: ^a, b: c$".parse().unwrap(),
                "any words: x y".parse().unwrap(),
            ],
            actions: vec![
                Action::Keep,
                Action::Star,
                Action::Tag("one".to_owned()),
                Action::Tag("two words".to_owned()),
                Action::Webhook(WebhookId(3)),
            ],
        };
        assert_eq!(Fields::of(&rule).rule(&voice()), rule);
    }

    #[test]
    fn blank_lines_are_not_conditions_and_unknown_names_are_refused() {
        let pairs = |pairs: &[(&str, &str)]| {
            Fields::read(pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect())
        };
        let read =
            pairs(&[("text-1", "x"), ("field-1", "title"), ("test-1", "not-is"), ("text-0", " ")]);
        let rule = read.unwrap().rule(&voice());
        assert_eq!(rule.conditions, ["not title is: x".parse().unwrap()]);
        assert_eq!(rule.name, "title is not “x”");
        assert_eq!(pairs(&[("colour", "red")]), None);
        assert_eq!(pairs(&[("text-99999999", "x")]), None);
    }

    use proptest::prelude::*;

    fn rules() -> impl Strategy<Value = Rule> {
        let text = "[^\\pC\\s]([^\\pC]{0,20}[^\\pC\\s])?";
        let condition = (
            prop::sample::select(Field::ALL),
            prop::sample::select(Test::ALL),
            prop::sample::select(vec![Polarity::Holds, Polarity::Fails]),
            text,
        );
        let condition = condition.prop_map(|(field, test, polarity, text)| Condition {
            polarity,
            field,
            test,
            text,
        });
        let scope = prop_oneof![
            Just(RuleScope::All),
            (1..i64::MAX).prop_map(|id| RuleScope::Folder(FolderId(id))),
            (1..i64::MAX).prop_map(|id| RuleScope::Source(SourceId(id))),
        ];
        let single =
            prop::sample::subsequence(vec![Action::Read, Action::Star, Action::Later], 0..=3);
        let first = prop::option::of(prop::sample::select(vec![Action::Block, Action::Keep]));
        // Tags are separated by commas in the form, so a tag cannot contain one.
        let tags = prop::collection::vec("[^,\\pC\\s]{1,9}", 0..3);
        let webhook = prop::option::of(1..i64::MAX);
        let actions = (first, single, tags, webhook).prop_map(|(first, single, tags, webhook)| {
            let tags = tags.into_iter().map(Action::Tag);
            let webhook = webhook.map(|id| Action::Webhook(WebhookId(id)));
            first.into_iter().chain(single).chain(tags).chain(webhook).collect()
        });
        let switches = (any::<bool>(), any::<bool>());
        (text, scope, switches, prop::collection::vec(condition, 1..5), actions).prop_map(
            |(name, scope, (is_any, counts), conditions, actions)| Rule {
                name,
                scope,
                matching: if is_any { Matching::Any } else { Matching::All },
                accents: if counts { Accents::Count } else { Accents::Ignored },
                conditions,
                actions,
            },
        )
    }

    /// Returns the fields as a browser sends them: unticked checkboxes are left out.
    fn sent(fields: &Fields) -> Vec<(String, String)> {
        let mut pairs = vec![
            ("name".to_owned(), fields.name.clone()),
            ("scope".to_owned(), fields.scope.clone()),
            ("matching".to_owned(), fields.matching.clone()),
            ("show".to_owned(), fields.show.clone()),
            ("tags".to_owned(), fields.tags.clone()),
            ("webhook".to_owned(), fields.webhook.clone()),
            ("act".to_owned(), fields.act.clone()),
        ];
        let boxes = [
            ("accents", fields.accents),
            ("read", fields.read),
            ("star", fields.star),
            ("later", fields.later),
        ];
        let ticked = boxes.into_iter().filter(|(_, is_ticked)| *is_ticked);
        pairs.extend(ticked.map(|(name, _)| (name.to_owned(), "yes".to_owned())));
        for (number, line) in fields.conditions.iter().enumerate() {
            for (name, value) in
                [("field", &line.field), ("test", &line.test), ("text", &line.text)]
            {
                pairs.push((format!("{name}-{number}"), value.clone()));
            }
        }
        pairs
    }

    proptest! {
        #[test]
        fn any_rule_round_trips_through_its_form_and_a_browser(rule in rules()) {
            let fields = Fields::of(&rule);
            let read = Fields::read(sent(&fields)).unwrap();
            prop_assert_eq!(&read, &fields);
            prop_assert_eq!(read.rule(&voice()), rule);
        }

        #[test]
        fn a_scope_round_trips_and_nonsense_cannot_be_saved(text in "[a-z]{0,8}\\.?[0-9a-z.-]{0,6}") {
            let nowhere = [RuleScope::Source(SourceId(0)), RuleScope::Folder(FolderId(0))];
            let scope = read_scope(&text);
            let is_meant = ["", "all"].contains(&text.as_str()) || scope_code(scope) == text;
            let is_number = matches!(scope, RuleScope::Folder(_) | RuleScope::Source(_));
            prop_assert!(is_meant || nowhere.contains(&scope) || is_number, "{text}");
            prop_assert!(scope != RuleScope::All || ["", "all"].contains(&text.as_str()), "{text}");
        }
    }

    #[test]
    fn a_rule_without_a_name_is_named_after_its_first_condition() {
        let line = Line { text: "ü".repeat(500), ..Line::default() };
        let fields = Fields { conditions: vec![line], ..Fields::default() };
        assert_eq!(fields.rule(&voice()).name.chars().count(), OWN_NAME);
        assert_eq!(Fields::default().rule(&voice()).name, "", "there is nothing to name it by");
        let named = Fields { name: "  Mine ".to_owned(), ..fields };
        assert_eq!(named.rule(&voice()).name, "Mine");
    }

    #[test]
    fn a_form_refuses_more_lines_than_the_maximum() {
        let text = |number: &str| Fields::read(vec![(format!("text-{number}"), "x".to_owned())]);
        let last = (LINES - 1).to_string();
        assert_eq!(text(&last).unwrap().conditions.len(), LINES);
        for number in [LINES.to_string().as_str(), "-1", "", "x", "1.0", "18446744073709551616"] {
            assert_eq!(text(number), None, "{number}");
        }
        for name in ["colour-1", "text", "-1", ""] {
            assert_eq!(Fields::read(vec![(name.to_owned(), "x".to_owned())]), None, "{name}");
        }
    }
}
