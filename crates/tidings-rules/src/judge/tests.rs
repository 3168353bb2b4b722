//! Tests of how rules work together.

use super::*;
use proptest::prelude::*;
use tidings_model::{
    WebhookId,
    rule::{Accents, Matching, Rule},
};

const PLACE: SubscriptionPlace<'_> =
    SubscriptionPlace { source: SourceId(1), folders: &[FolderId(2)] };

fn entry(id: i64, line: &str, actions: &[Action], scope: RuleScope) -> RuleEntry {
    let rule = Rule {
        name: "rule".to_owned(),
        scope,
        matching: Matching::All,
        accents: Accents::Ignored,
        conditions: vec![line.parse().unwrap()],
        actions: actions.to_vec(),
    };
    RuleEntry { id: RuleId(id), rule: CompiledRule::new(rule).unwrap() }
}

fn judge(entries: &[RuleEntry], title: &str) -> Verdict {
    let article = RuleSubject::new(title, "", &[], &[], None);
    Book { entries: entries.to_vec() }.judge(PLACE, &article, |_, look| look())
}

#[test]
fn without_rules_nothing_happens() {
    assert!(judge(&[], "a").is_nothing());
    let elsewhere = entry(1, "title words: a", &[Action::Block], RuleScope::Source(SourceId(9)));
    assert!(judge(&[elsewhere], "a").is_nothing());
    let here = entry(1, "title words: a", &[Action::Block], RuleScope::Folder(FolderId(2)));
    assert_eq!(judge(&[here], "a").blocked_by, Some(RuleId(1)));
}

#[test]
fn the_first_of_block_and_keep_decides() {
    let block = entry(1, "title words: a", &[Action::Block], RuleScope::All);
    let keep = entry(2, "title words: b", &[Action::Keep, Action::Star], RuleScope::All);
    let first_block = [block.clone(), keep.clone()];
    let first_keep = [keep, block];
    assert_eq!(judge(&first_block, "a b").blocked_by, Some(RuleId(1)));
    let kept = judge(&first_keep, "a b");
    assert_eq!((kept.blocked_by, kept.is_starred), (None, true));
}

#[test]
fn keep_means_only_these() {
    let keep = |id, word: &str| {
        entry(id, &format!("title words: {word}"), &[Action::Keep], RuleScope::Source(SourceId(1)))
    };
    let rules = [keep(1, "a"), keep(2, "b")];
    assert_eq!(judge(&rules, "a").blocked_by, None);
    assert_eq!(judge(&rules, "b").blocked_by, None);
    assert_eq!(judge(&rules, "c").blocked_by, Some(RuleId(1)));
}

#[test]
fn blocked_articles_get_no_other_action() {
    let star =
        entry(1, "title words: a", &[Action::Star, Action::Tag("t".to_owned())], RuleScope::All);
    let block = entry(2, "title words: b", &[Action::Block], RuleScope::All);
    let verdict = judge(&[star, block], "a b");
    assert_eq!(
        verdict,
        Verdict { matched: vec![RuleId(2)], blocked_by: Some(RuleId(2)), ..Verdict::default() }
    );
}

#[test]
fn actions_of_all_matching_rules_add_up() {
    let rules = [
        entry(1, "title words: a", &[Action::Read, Action::Tag("x".to_owned())], RuleScope::All),
        entry(2, "title words: b", &[Action::Star], RuleScope::All),
        entry(
            3,
            "title words: a",
            &[Action::Later, Action::Tag("x".to_owned()), Action::Webhook(WebhookId(7))],
            RuleScope::All,
        ),
    ];
    let verdict = judge(&rules, "a");
    assert_eq!(verdict.matched, [RuleId(1), RuleId(3)]);
    assert!(verdict.is_read && verdict.is_later && !verdict.is_starred);
    assert_eq!(verdict.tags, ["x"]);
    assert_eq!(verdict.webhooks, [(WebhookId(7), RuleId(3))]);
}

fn any_entry() -> impl Strategy<Value = RuleEntry> {
    let actions = proptest::sample::subsequence(
        vec![Action::Read, Action::Star, Action::Later, Action::Tag("t".to_owned())],
        1..3,
    );
    let sight = proptest::sample::select(vec![None, Some(Action::Block), Some(Action::Keep)]);
    (1i64..100, "[abc]", actions, sight).prop_map(|(id, word, mut actions, sight)| {
        actions.extend(sight);
        entry(id, &format!("title words: {word}"), &actions, RuleScope::All)
    })
}

proptest! {
    #[test]
    fn a_block_excludes_all_other_actions(entries in proptest::collection::vec(any_entry(), 0..8), title in "[abc]( [abc])?") {
        let verdict = judge(&entries, &title);
        if verdict.blocked_by.is_some() {
            prop_assert!(!verdict.is_read && !verdict.is_starred && !verdict.is_later && verdict.tags.is_empty());
        }
    }

    #[test]
    fn order_matters_only_for_block_and_keep(entries in proptest::collection::vec(any_entry(), 0..8), title in "[abc]( [abc])?") {
        let shown: Vec<RuleEntry> = entries.into_iter().filter(|entry| !entry.rule.rule().actions.contains(&Action::Block) && !entry.rule.rule().actions.contains(&Action::Keep)).collect();
        let turned: Vec<RuleEntry> = shown.iter().rev().cloned().collect();
        let (one, other) = (judge(&shown, &title), judge(&turned, &title));
        prop_assert_eq!((one.is_read, one.is_starred, one.is_later, one.tags), (other.is_read, other.is_starred, other.is_later, other.tags));
    }
}
