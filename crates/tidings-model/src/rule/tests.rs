//! Tests of the text form of rules: it round-trips, and malformed lines are rejected.

use super::*;
use crate::WebhookId;
use proptest::prelude::*;

fn condition(polarity: Polarity, field: Field, test: Test, text: &str) -> Condition {
    Condition { polarity, field, test, text: text.to_owned() }
}

fn every_action() -> Vec<Action> {
    vec![
        Action::Block,
        Action::Keep,
        Action::Read,
        Action::Star,
        Action::Later,
        Action::Tag("later: maybe".to_owned()),
        Action::Webhook(WebhookId(7)),
    ]
}

#[test]
fn fields_and_tests_have_their_stored_codes() {
    let fields: Vec<&str> = Field::ALL.iter().map(|field| field.code()).collect();
    assert_eq!(fields, ["title", "content", "author", "tag", "link", "any"]);
    let tests: Vec<&str> = Test::ALL.iter().map(|test| test.code()).collect();
    assert_eq!(tests, ["words", "phrase", "is", "regex"]);
    for field in Field::ALL {
        assert_eq!(Field::from_code(field.code()), Some(*field));
    }
    for test in Test::ALL {
        assert_eq!(Test::from_code(test.code()), Some(*test));
    }
    assert_eq!((Field::from_code("Title"), Test::from_code("")), (None, None));
}

#[test]
fn conditions_parse_and_display_as_lines() {
    for (line, expected) in [
        (
            "title words: spoiler finale",
            condition(Polarity::Holds, Field::Title, Test::Words, "spoiler finale"),
        ),
        (
            "not author is: Jane Doe",
            condition(Polarity::Fails, Field::Author, Test::Is, "Jane Doe"),
        ),
        ("any regex: a: b: c", condition(Polarity::Holds, Field::Any, Test::Regex, "a: b: c")),
        (
            "link phrase: not this",
            condition(Polarity::Holds, Field::Link, Test::Phrase, "not this"),
        ),
        ("content words: ", condition(Polarity::Holds, Field::Content, Test::Words, "")),
    ] {
        assert_eq!(expected.to_string(), line);
        assert_eq!(line.parse::<Condition>().unwrap(), expected);
    }
}

#[test]
fn malformed_conditions_are_rejected() {
    for line in [
        "",
        "title",
        "title words",
        "title words:x",
        "title words x",
        "words title: x",
        "title: x",
        "titles words: x",
        "title word: x",
        "not not title words: x",
        "NOT title words: x",
        " title words: x",
        "star",
    ] {
        let refused = line.parse::<Condition>().unwrap_err();
        assert!(refused.to_string().ends_with(&format!("found {line:?}")), "{refused}");
    }
}

#[test]
fn actions_parse_and_display_as_lines() {
    let lines: Vec<String> = every_action().iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        ["block", "keep", "read", "star", "later", "tag: later: maybe", "webhook: 7"]
    );
    for (line, action) in lines.iter().zip(every_action()) {
        assert_eq!(line.parse::<Action>().unwrap(), action);
    }
}

#[test]
fn malformed_actions_are_rejected() {
    for line in [
        "",
        "Block",
        "blocks",
        " star",
        "tag",
        "tag:x",
        "webhook",
        "webhook: ",
        "webhook: x",
        "mail: x",
    ] {
        let refused = line.parse::<Action>().unwrap_err();
        assert!(refused.to_string().ends_with(&format!("found {line:?}")), "{refused}");
    }
}

#[test]
fn lists_of_lines_round_trip() {
    assert_eq!(read_lines::<Action>(&lines(&every_action())).unwrap(), every_action());
    assert_eq!(read_lines::<Action>("\nstar\n\n\nread\n").unwrap(), [Action::Star, Action::Read]);
    assert_eq!(read_lines::<Action>("star\r\nread\r\n").unwrap(), [Action::Star, Action::Read]);
    assert_eq!(read_lines::<Action>("").unwrap(), []);
    assert_eq!(lines::<Action>(&[]), "");
    let refused = read_lines::<Action>("star\nfly\nread").unwrap_err();
    assert_eq!(refused, "fly".parse::<Action>().unwrap_err());
    assert!(refused.to_string().contains("\"title words: a b\""), "{refused}");
}

#[test]
fn line_breaks_cannot_inject_a_condition() {
    let sly =
        condition(Polarity::Holds, Field::Title, Test::Words, "a\nnot any words: b\r\n\tc\u{85}");
    assert_eq!(sly.to_string(), "title words: a not any words: b   c");
    assert_eq!(read_lines::<Condition>(&lines(&[sly])).unwrap().len(), 1);
    let tag = Action::Tag(" two\nlines ".to_owned());
    assert_eq!(
        read_lines::<Action>(&lines(&[tag])).unwrap(),
        [Action::Tag("two lines".to_owned())]
    );
}

#[test]
fn rules_display_as_one_line() {
    let mut rule = Rule {
        name: "Spoilers\n".to_owned(),
        scope: RuleScope::All,
        matching: Matching::All,
        conditions: vec![condition(Polarity::Holds, Field::Title, Test::Words, "finale")],
        accents: Accents::Ignored,
        actions: vec![Action::Block],
    };
    assert_eq!(rule.to_string(), "Spoilers: all sources, all of [title words: finale] -> block");
    rule.scope = RuleScope::Folder(FolderId(3));
    rule.matching = Matching::Any;
    rule.conditions.push(condition(Polarity::Fails, Field::Tag, Test::Is, "tv"));
    rule.actions = vec![Action::Read, Action::Star];
    assert_eq!(
        rule.to_string(),
        "Spoilers: folder 3, any of [title words: finale; not tag is: tv] -> read, star"
    );
    rule.scope = RuleScope::Source(SourceId(9));
    rule.conditions.clear();
    assert_eq!(rule.to_string(), "Spoilers: source 9, any of [] -> read, star");
}

#[test]
fn only_an_empty_verdict_is_nothing() {
    assert!(Verdict::default().is_nothing());
    for verdict in [
        Verdict { matched: vec![RuleId(1)], ..Verdict::default() },
        Verdict { blocked_by: Some(RuleId(1)), ..Verdict::default() },
        Verdict { is_read: true, ..Verdict::default() },
        Verdict { is_starred: true, ..Verdict::default() },
        Verdict { is_later: true, ..Verdict::default() },
        Verdict { tags: vec![String::new()], ..Verdict::default() },
        Verdict { webhooks: vec![(WebhookId(1), RuleId(1))], ..Verdict::default() },
    ] {
        assert!(!verdict.is_nothing(), "{verdict:?}");
    }
}

fn conditions() -> impl Strategy<Value = Condition> {
    let fields = proptest::sample::select(Field::ALL);
    let tests = proptest::sample::select(Test::ALL);
    (any::<bool>(), fields, tests, any::<String>()).prop_map(|(holds, field, test, text)| {
        let polarity = if holds { Polarity::Holds } else { Polarity::Fails };
        Condition { polarity, field, test, text }
    })
}

proptest! {
    #[test]
    fn any_condition_is_written_as_one_line_that_round_trips(conditions in proptest::collection::vec(conditions(), 0..5)) {
        let written = lines(&conditions);
        let read: Vec<Condition> = read_lines(&written).unwrap();
        prop_assert_eq!(read.len(), conditions.len());
        prop_assert_eq!(lines(&read), written, "writing it again gives the same text");
        for (one, other) in read.iter().zip(&conditions) {
            prop_assert_eq!((one.polarity, one.field, one.test), (other.polarity, other.field, other.test));
        }
    }

    #[test]
    fn plain_texts_round_trip_exactly(text in "[^\\p{Cc}\\s]([^\\p{Cc}]{0,30}[^\\p{Cc}\\s])?") {
        let tag = Action::Tag(text.clone());
        prop_assert_eq!(tag.to_string().parse::<Action>().unwrap(), tag);
        let condition = condition(Polarity::Fails, Field::Any, Test::Phrase, &text);
        prop_assert_eq!(condition.to_string().parse::<Condition>().unwrap(), condition);
    }

    #[test]
    fn parsing_any_line_never_panics(line in ".*") {
        let _ = line.parse::<Condition>();
        let _ = line.parse::<Action>();
    }
}
