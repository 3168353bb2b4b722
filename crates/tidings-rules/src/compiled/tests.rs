//! Tests of compiled rules: what they match, and which are rejected.

use super::*;
use proptest::prelude::*;
use tidings_model::rule::{lines, read_lines};

fn rule(conditions: &[&str]) -> Rule {
    Rule {
        name: "rule".to_owned(),
        scope: RuleScope::All,
        matching: Matching::All,
        accents: Accents::Ignored,
        conditions: conditions.iter().map(|line| line.parse().unwrap()).collect(),
        actions: vec![Action::Star],
    }
}

fn article() -> RuleSubject {
    RuleSubject::new(
        "The Café opens: Rust 2.0?",
        "Nobody expected  the Spanish\ninquisition.",
        &["Ada Lovelace".to_owned(), "Jörg Müller".to_owned()],
        &["Programming".to_owned(), "Ask HN".to_owned()],
        Some("https://news.example/2026/cafe?utm=x"),
    )
}

#[track_caller]
fn check(line: &str, is_found: bool) {
    let rule = CompiledRule::new(rule(&[line])).unwrap();
    assert_eq!(rule.matches(&article()), is_found, "{line}");
}

#[test]
fn words_and_phrases_are_whole_words() {
    check("title words: rust cafe", true);
    check("title words: rus", false);
    check("title words: inquisition", false);
    check("any words: rust inquisition lovelace", true);
    check("content phrase: the spanish inquisition", true);
    check("content phrase: spanish the", false);
    check("title phrase: rust 2 0", true);
    check("link words: news.example", true);
}

#[test]
fn whole_values_and_expressions() {
    check("author is: ada lovelace", true);
    check("author is: ada", false);
    check("author is: jorg muller", true);
    check("tag is: ask hn", true);
    check("title regex: rust \\d\\.\\d", true);
    check("title regex: ^the", true);
    check("link regex: [?&]utm", true);
    check("content regex: ^inquisition", true);
}

#[test]
fn negated_conditions_match_the_opposite() {
    check("not author is: ada lovelace", false);
    check("not title words: python", true);
    check("not any regex: inquisition", false);
}

#[test]
fn conditions_are_joined_by_all_or_any() {
    let lines = ["title words: rust", "title words: python"];
    let mut both = rule(&lines);
    assert!(!CompiledRule::new(both.clone()).unwrap().matches(&article()));
    both.matching = Matching::Any;
    assert!(CompiledRule::new(both).unwrap().matches(&article()));
}

#[test]
fn incomplete_rules_are_rejected() {
    let refused = |rule: Rule| CompiledRule::new(rule).unwrap_err();
    assert_eq!(refused(rule(&[])), RuleError::NoCondition);
    assert_eq!(refused(rule(&["title words: ?!"])), RuleError::Empty(1));
    assert_eq!(refused(Rule { actions: vec![], ..rule(&["any is: x"]) }), RuleError::NoAction);
    let both = vec![Action::Keep, Action::Block];
    assert_eq!(refused(Rule { actions: both, ..rule(&["any is: x"]) }), RuleError::BlockAndKeep);
    assert_eq!(refused(Rule { name: " ".to_owned(), ..rule(&["any is: x"]) }), RuleError::Name);
    let tag = vec![Action::Tag(String::new())];
    assert_eq!(refused(Rule { actions: tag, ..rule(&["any is: x"]) }), RuleError::TagName);
    assert_eq!(refused(rule(&["any is: x"; 21])), RuleError::ManyConditions(21));
    let everything = Rule { scope: RuleScope::Source(tidings_model::SourceId(1)), ..rule(&[]) };
    assert!(
        CompiledRule::new(everything).unwrap().matches(&article()),
        "a rule may apply to a whole source"
    );
}

/// Case 82 of the attack catalogue.
#[test]
fn malicious_expressions_are_rejected_or_fast() {
    let compile = |pattern: &str| {
        let condition = Condition {
            polarity: Polarity::Holds,
            field: Field::Any,
            test: Test::Regex,
            text: pattern.to_owned(),
        };
        CompiledRule::new(Rule { conditions: vec![condition], ..rule(&[]) })
    };
    let nested = format!("a{}", "{9}".repeat(10));
    assert_eq!(compile(&nested).unwrap_err(), RuleError::RegexSize(1));
    assert_eq!(compile(r"\pL{50}{50}").unwrap_err(), RuleError::RegexSize(1));
    assert_eq!(compile(&"a".repeat(1 << 20)).unwrap_err(), RuleError::Long(1, REGEX_BYTES));
    assert!(
        matches!(compile("(a").unwrap_err(), RuleError::Regex(1, said) if said.contains("unclosed"))
    );
    assert!(matches!(compile(&"(".repeat(4000)).unwrap_err(), RuleError::Regex(1, _)));
    let linear = compile("(a+)+$").unwrap();
    let body = format!("{}!{}", "a".repeat(20 << 10), " or more".repeat(100_000));
    let long = RuleSubject::new("", &body, &[], &[], None);
    // A backtracking engine would never finish here.
    assert!(!linear.matches(&long));
}

#[test]
fn only_the_beginning_of_a_huge_text_is_searched() {
    let body = format!("{}needle", "hay ".repeat(1 << 20));
    let rule = CompiledRule::new(rule(&["content words: needle"])).unwrap();
    assert!(!rule.matches(&RuleSubject::new("", &body, &[], &[], None)));
    assert!(rule.matches(&RuleSubject::new("", &format!("needle {body}"), &[], &[], None)));
}

fn any_condition() -> impl Strategy<Value = Condition> {
    (
        any::<bool>(),
        proptest::sample::select(Field::ALL),
        proptest::sample::select(Test::ALL),
        "[^\\p{C}\\s]([^\\p{C}]{0,20}[^\\p{C}\\s])?",
    )
        .prop_map(|(is_not, field, test, text)| Condition {
            polarity: if is_not { Polarity::Fails } else { Polarity::Holds },
            field,
            test,
            text,
        })
}

proptest! {
    #[test]
    fn conditions_round_trip_through_their_text_form(conditions in proptest::collection::vec(any_condition(), 0..5)) {
        prop_assert_eq!(read_lines::<Condition>(&lines(&conditions)).unwrap(), conditions);
    }

    #[test]
    fn any_rule_is_rejected_or_works(
        conditions in proptest::collection::vec(any_condition(), 1..4),
        title in "\\PC{0,40}",
        body in "\\PC{0,80}",
        accents in proptest::sample::select(&[Accents::Count, Accents::Ignored][..]),
    ) {
        if let Ok(rule) = CompiledRule::new(Rule { conditions, accents, ..rule(&[]) }) {
            let _ = rule.matches(&RuleSubject::new(&title, &body, &[], &[], None));
        }
    }

    #[test]
    fn a_text_contains_its_own_words(text in "[\\pL\\pN ,.!-]{1,60}", accents in proptest::sample::select(&[Accents::Count, Accents::Ignored][..])) {
        for test in [Test::Words, Test::Phrase, Test::Is] {
            let condition = Condition { polarity: Polarity::Holds, field: Field::Title, test, text: text.clone() };
            if let Ok(rule) = CompiledRule::new(Rule { conditions: vec![condition], accents, ..rule(&[]) }) {
                prop_assert!(rule.matches(&RuleSubject::new(&text, "", &[], &[], None)), "{:?}", test);
            }
        }
    }

    #[test]
    fn a_condition_and_its_opposite_differ(condition in any_condition(), title in "\\PC{0,40}") {
        let opposite = Condition {
            polarity: if condition.polarity == Polarity::Holds { Polarity::Fails } else { Polarity::Holds },
            ..condition.clone()
        };
        let article = RuleSubject::new(&title, "", &[], &[], None);
        let found = |condition| CompiledRule::new(Rule { conditions: vec![condition], ..rule(&[]) }).map(|rule| rule.matches(&article));
        if let (Ok(one), Ok(other)) = (found(condition), found(opposite)) {
            prop_assert_ne!(one, other);
        }
    }
}

#[test]
fn ordinary_expressions_fit_the_limit() {
    for pattern in [
        r"\w+@\w+\.\w+",
        r"\b\pL+ing\s+\pL+\b",
        r"(breaking|live|update)[: ].*\d{4}-\d\d-\d\d",
        r"^\[?(sponsored|ad|anzeige|publicité)\b.{0,200}$",
        r"\w+ \w+ \w+ \w+ \w+",
    ] {
        assert!(CompiledRule::new(rule(&[&format!("any regex: {pattern}")])).is_ok(), "{pattern}");
    }
}
