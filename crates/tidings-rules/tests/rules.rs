//! Tests of the public API: what rules match, which are rejected and why, and how several work together.

#![expect(clippy::unwrap_used, reason = "a panic is how a test reports")]

use proptest::prelude::*;
use tidings_model::rule::{Accents, Action, Condition, Matching, Rule, RuleScope};
use tidings_model::{FolderId, RuleId, SourceId, WebhookId};
use tidings_rules::{Book, CompiledRule, RuleEntry, RuleError, RuleSubject, SubscriptionPlace};

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

fn title(text: &str) -> RuleSubject {
    RuleSubject::new(text, "", &[], &[], None)
}

fn finds(line: &str, accents: Accents, article: &RuleSubject) -> bool {
    CompiledRule::new(Rule { accents, ..rule(&[line]) }).unwrap().matches(article)
}

/// The condition, the title, and whether it matches with accents ignored and with accents counted.
#[test]
fn words_are_compared_as_people_read_them() {
    for (line, text, ignored, counted) in [
        ("title words: café", "The cafe", true, false),
        ("title words: cafe", "Le Café", true, false),
        ("title words: café", "Le CAFÉ", true, true),
        ("title words: straße", "STRASSE", true, false),
        ("title words: øl", "OL", true, false),
        ("title words: σίσυφος", "ΣΊΣΥΦΟΣ", true, true),
        ("title words: rust", "Rusty", false, false),
        ("title words: rust", "rust-lang", true, true),
        ("title words: rust", "(Rust)", true, true),
        ("title phrase: new york", "New York Times", true, true),
        ("title phrase: new york", "New, York", true, true),
        ("title phrase: new york", "New in York", false, false),
        ("title phrase: york new", "New York", false, false),
        ("title words: york new", "New York", true, true),
        ("title words: 東京", "東京タワー", true, true),
        ("title words: 京タ", "東京タワー", true, true),
        ("title words: 京都", "東京タワー", false, false),
        ("title is: new york", "New  York", true, true),
        ("title is: new york", "New York Times", false, false),
        ("title is: c++", "C++", true, true),
        ("title is: c", "C++", false, false),
        ("title regex: ^new", "New York", true, true),
        ("title regex: café", "cafe", false, false),
        ("title regex: \\bno\\b", "piano", false, false),
        ("not title words: rust", "Python", true, true),
        ("not title regex: .", "", true, true),
    ] {
        assert_eq!(finds(line, Accents::Ignored, &title(text)), ignored, "{line}: {text}");
        assert_eq!(
            finds(line, Accents::Count, &title(text)),
            counted,
            "{line}: {text}, accents count"
        );
    }
}

#[test]
fn each_field_is_matched_separately_and_any_matches_all() {
    let words = |word: &str| word.to_owned();
    let article = RuleSubject::new(
        "alpha",
        "beta",
        &[words("gamma")],
        &[words("delta")],
        Some("https://e.org/epsilon"),
    );
    for (field, word) in [
        ("title", "alpha"),
        ("content", "beta"),
        ("author", "gamma"),
        ("tag", "delta"),
        ("link", "epsilon"),
    ] {
        for (other, _) in
            [("title", ()), ("content", ()), ("author", ()), ("tag", ()), ("link", ())]
        {
            let line = format!("{other} words: {word}");
            assert_eq!(finds(&line, Accents::Ignored, &article), other == field, "{line}");
        }
        assert!(finds(&format!("any words: {word}"), Accents::Ignored, &article), "{word}");
    }
    // Words may be in several fields, a phrase must be in one.
    assert!(finds("any words: alpha gamma", Accents::Ignored, &article));
    assert!(!finds("any phrase: alpha beta", Accents::Ignored, &article));
}

#[test]
fn invalid_rules_are_rejected_with_a_message() {
    let star = || rule(&["title words: a"]);
    let long = "x".repeat(501);
    let named = |name: &str| Rule { name: name.to_owned(), ..star() };
    let acting = |actions: Vec<Action>| Rule { actions, ..star() };
    let with = |line: &str| rule(&[line]);
    for (refused, expected) in [
        (rule(&[]), "a rule for all sources must have at least one condition"),
        (named(""), "the name of a rule must have 1 to 500 bytes"),
        (named("  "), "the name of a rule must have 1 to 500 bytes"),
        (named(&long), "the name of a rule must have 1 to 500 bytes"),
        (rule(&["title words: a"; 21]), "at most 20 conditions, this one has 21"),
        (acting(vec![]), "must have at least one action"),
        (acting(vec![Action::Read; 13]), "at most 12 actions, this one has 13"),
        (acting(vec![Action::Block, Action::Keep]), "either block or keep"),
        (acting(vec![Action::Tag(" ".to_owned())]), "the name of a tag must have 1 to 500 bytes"),
        (acting(vec![Action::Tag(long.clone())]), "the name of a tag must have 1 to 500 bytes"),
        (with("title words: …"), "condition 1 has no word to look for"),
        (rule(&["title words: a", "title phrase: !"]), "condition 2 has no word to look for"),
        (with(&format!("title words: {long}")), "condition 1 is longer than 500 bytes"),
        (with("title regex: ("), "condition 1 is not a valid regular expression: unclosed group"),
        (
            with("title regex: [z-a]"),
            "condition 1 is not a valid regular expression: invalid character class range",
        ),
        (with("title regex: (?=x)"), "condition 1 is not a valid regular expression: look-around"),
        (with("title regex: \\p{L}{9999}"), "is too large"),
        (
            with(&format!("title regex: {}", "x".repeat(4097))),
            "condition 1 is longer than 4096 bytes",
        ),
    ] {
        let told = CompiledRule::new(refused).unwrap_err().to_string();
        assert!(told.contains(expected), "{expected}: {told}");
    }
    assert_eq!(CompiledRule::new(rule(&[])).unwrap_err(), RuleError::NoCondition);
    // Rules exactly at the limits are accepted.
    for fine in [
        named(&"x".repeat(500)),
        rule(&["title words: a"; 20]),
        acting(vec![Action::Read; 12]),
        Rule { scope: RuleScope::Source(SourceId(1)), ..rule(&[]) },
        with(&format!("title regex: {}", "x".repeat(2000))),
    ] {
        assert!(CompiledRule::new(fine).is_ok());
    }
}

#[test]
fn only_regular_expressions_can_be_slow() {
    assert!(CompiledRule::new(rule(&["title regex: a", "title words: b"])).unwrap().has_regex());
    assert!(!CompiledRule::new(rule(&["title words: a", "title is: b"])).unwrap().has_regex());
    // Regular expressions search only the beginning of a text, words more of it.
    let far = RuleSubject::new("", &format!("{} needle", "x ".repeat(40_000)), &[], &[], None);
    assert!(!finds("content regex: needle", Accents::Ignored, &far));
    assert!(finds("content words: needle", Accents::Ignored, &far));
}

fn entry(id: i64, line: &str, actions: &[Action], scope: RuleScope) -> RuleEntry {
    let rule = Rule { actions: actions.to_vec(), scope, ..rule(&[line]) };
    RuleEntry { id: RuleId(id), rule: CompiledRule::new(rule).unwrap() }
}

const PLACE: SubscriptionPlace<'_> =
    SubscriptionPlace { source: SourceId(1), folders: &[FolderId(2), FolderId(3)] };

#[test]
fn a_scope_contains_only_its_own_sources() {
    for (scope, covered) in [
        (RuleScope::All, true),
        (RuleScope::Source(SourceId(1)), true),
        (RuleScope::Source(SourceId(2)), false),
        (RuleScope::Folder(FolderId(2)), true),
        (RuleScope::Folder(FolderId(1)), false),
    ] {
        assert_eq!(PLACE.is_in(scope), covered, "{scope:?}");
    }
    assert!(PLACE.is_in(RuleScope::Folder(FolderId(3))), "the folder around it");
    assert!(!SubscriptionPlace { folders: &[], ..PLACE }.is_in(RuleScope::Folder(FolderId(2))));
}

#[test]
fn matches_add_up_and_a_block_leaves_nothing_else() {
    let tag = |name: &str| Action::Tag(name.to_owned());
    let book = Book {
        entries: vec![
            entry(1, "title words: a", &[Action::Star, tag("x")], RuleScope::All),
            entry(2, "title words: a", &[Action::Read, tag("x"), tag("y")], RuleScope::All),
            entry(
                3,
                "title words: a",
                &[Action::Later, Action::Webhook(WebhookId(7))],
                RuleScope::All,
            ),
            entry(4, "title words: b", &[Action::Block], RuleScope::All),
        ],
    };
    let judge = |text: &str| book.judge(PLACE, &title(text), |_, look| look());
    let all = judge("a");
    assert!(all.is_starred && all.is_read && all.is_later && all.blocked_by.is_none());
    assert_eq!(all.tags, ["x", "y"], "each once");
    assert_eq!(all.webhooks, [(WebhookId(7), RuleId(3))]);
    assert_eq!(all.matched, [RuleId(1), RuleId(2), RuleId(3)]);
    let blocked = judge("a b");
    assert_eq!((blocked.blocked_by, blocked.matched), (Some(RuleId(4)), vec![RuleId(4)]));
    assert!(!blocked.is_starred && blocked.tags.is_empty() && blocked.webhooks.is_empty());
    assert!(judge("c").is_nothing());
}

#[test]
fn watchers_can_override_a_rule_and_are_called_only_if_needed() {
    let book = Book {
        entries: vec![
            entry(1, "title words: a", &[Action::Keep], RuleScope::All),
            entry(2, "title words: a", &[Action::Block], RuleScope::All),
            entry(3, "title words: a", &[Action::Star], RuleScope::Source(SourceId(9))),
        ],
    };
    let mut asked = Vec::new();
    let verdict = book.judge(PLACE, &title("a"), |entry, look| {
        asked.push(entry.id);
        look()
    });
    assert_eq!(
        (verdict.blocked_by, asked),
        (None, vec![RuleId(1)]),
        "a kept article cannot be blocked later"
    );
    let deaf = book.judge(PLACE, &title("a"), |_, _| false);
    assert_eq!(deaf.blocked_by, Some(RuleId(1)), "nothing matched, and only matches are kept");
}

proptest! {
    #[test]
    fn no_condition_panics(test in "words|phrase|is|regex", field in "title|content|author|tag|link|any", text in "\\PC{0,40}", article in "\\PC{0,80}") {
        let line: Result<Condition, _> = format!("{field} {test}: {text}").parse();
        if let Ok(condition) = line {
            let rule = Rule { conditions: vec![condition], ..rule(&[]) };
            if let Ok(rule) = CompiledRule::new(rule) {
                let _ = rule.matches(&RuleSubject::new(&article, &article, std::slice::from_ref(&article), &[], Some(&article)));
            }
        }
    }

    #[test]
    fn words_of_a_title_match_and_their_negations_do_not(words in proptest::collection::vec("[a-zA-Zäöüß]{1,8}", 1..6), which in any::<prop::sample::Index>()) {
        let text = words.join(" ");
        let word = &words[which.index(words.len())];
        for accents in [Accents::Ignored, Accents::Count] {
            let subject = title(&text);
            let lower = text.to_lowercase();
            let found = [format!("title words: {word}"), format!("title phrase: {text}"), format!("title is: {lower}")];
            for line in found {
                prop_assert!(finds(&line, accents, &subject), "{}", line);
            }
            let not = format!("not title words: {word}");
            prop_assert!(!finds(&not, accents, &subject), "{}", not);
        }
    }

    #[test]
    fn all_and_any_combine_the_conditions(holds in proptest::collection::vec(any::<bool>(), 1..6)) {
        let lines: Vec<&str> = holds.iter().map(|holds| if *holds { "title words: yes" } else { "title words: no" }).collect();
        let matches = |matching| CompiledRule::new(Rule { matching, ..rule(&lines) }).unwrap().matches(&title("yes"));
        prop_assert_eq!(matches(Matching::All), holds.iter().all(|holds| *holds));
        prop_assert_eq!(matches(Matching::Any), holds.iter().any(|holds| *holds));
    }
}
