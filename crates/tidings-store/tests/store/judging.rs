//! Applying rules to stored articles, and undoing that.

use crate::support::*;
use tidings_model::{
    ArticleId, RuleId, UserId, WebhookId,
    rule::{Accents, Action, Matching, Rule, RuleScope, Verdict},
};
use tidings_store::{
    ArticleList, Audience, BulkAction, Cursor, Direction, Error, NewWebhook, NotesQuery, Store,
    Switch, WebhookEvent,
};

fn rule(name: &str, scope: RuleScope) -> Rule {
    Rule {
        name: name.to_owned(),
        scope,
        matching: Matching::All,
        conditions: vec!["title words: x".parse().unwrap()],
        accents: Accents::Ignored,
        actions: vec![Action::Read],
    }
}

async fn add_rule(store: &Store, user: UserId, name: &str) -> RuleId {
    store.rules().add(user, rule(name, RuleScope::All), 99, noon()).await.unwrap()
}

/// Creates a store with a subscriber who has five unread articles and a rule.
async fn with_rule(ground: &Ground) -> (Store, UserId, Vec<ArticleId>, RuleId) {
    let (store, user, source) = with_reader(ground).await;
    let ids = store_articles(&store, source, (0..5).map(tidy).collect(), at(0)).await.new_ids;
    let rule = add_rule(&store, user, "rule").await;
    (store, user, ids, rule)
}

async fn ids_on(store: &Store, user: UserId, list: ArticleList) -> Vec<ArticleId> {
    let page =
        store.articles().list_in(tidings_store::ListOrder::Oldest, user, list, Cursor::OLDEST, 99);
    page.await.unwrap().articles.into_iter().map(|one| one.id).collect()
}

/// Returns everything that rules can change for a user.
async fn state(store: &Store, user: UserId) -> Vec<Vec<ArticleId>> {
    let mut state = Vec::new();
    for list in [ArticleList::Unread, ArticleList::All, ArticleList::Starred, ArticleList::Later] {
        state.push(ids_on(store, user, list).await);
    }
    for tag in store.readings().tags(user).await.unwrap() {
        state.push(ids_on(store, user, ArticleList::Tagged(tag.id)).await);
    }
    state
}

fn marked(rule: RuleId) -> Verdict {
    Verdict {
        matched: vec![rule],
        is_read: true,
        is_starred: true,
        is_later: true,
        tags: vec!["ruled".to_owned(), " ruled ".to_owned()],
        ..Verdict::default()
    }
}

fn blocked(rule: RuleId) -> Verdict {
    Verdict { matched: vec![rule], blocked_by: Some(rule), ..Verdict::default() }
}

#[test]
fn undoing_rules_restores_the_exact_state() {
    on_both(|ground| async move {
        let (store, user, ids, rule) = with_rule(&ground).await;
        // Some of the state existed before and must stay.
        store.readings().star(user, ids[0], Some(at(1))).await.unwrap();
        store.readings().put_aside(user, ids[1], Some(at(1))).await.unwrap();
        store.readings().mark_read(user, vec![ids[2]], at(1)).await.unwrap();
        store.readings().tag(user, ids[2], "ruled".to_owned(), at(1)).await.unwrap();
        let before = state(&store, user).await;
        let mut verdicts: Vec<_> = ids[..3].iter().map(|id| (*id, marked(rule))).collect();
        verdicts.push((ids[3], blocked(rule)));
        verdicts.push((ids[4], Verdict::default()));
        let undo = store.rules().carry_out(user, verdicts, at(5)).await.unwrap().unwrap();
        let now = state(&store, user).await;
        let [unread, all, starred, later, tagged] = &now[..] else { panic!("expected one tag") };
        assert_eq!((unread, all), (&vec![ids[4]], &vec![ids[0], ids[1], ids[2], ids[4]]));
        assert_eq!((starred.len(), later.len(), tagged.len()), (3, 3, 3));
        assert_eq!(store.readings().get(user, ids[0]).await.unwrap().starred_at, Some(at(1)));
        assert_eq!(store.rules().list(user).await.unwrap()[0].n_matched, 4);
        let told = store.undos().undo(user, undo, at(6)).await.unwrap();
        assert_eq!((told.kind.as_str(), told.n), ("ruled", 5));
        assert_eq!(state(&store, user).await, before);
        assert_eq!(store.rules().list(user).await.unwrap()[0].n_matched, 0);
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn what_a_user_did_after_rules_stays_when_they_are_undone() {
    on_both(|ground| async move {
        let (store, user, ids, rule) = with_rule(&ground).await;
        let verdicts = ids.iter().map(|id| (*id, marked(rule))).collect();
        let undo = store.rules().carry_out(user, verdicts, at(5)).await.unwrap().unwrap();
        let readings = store.readings();
        readings.opened(user, ids[0], at(6)).await.unwrap();
        readings.star(user, ids[1], Some(at(6))).await.unwrap();
        readings.put_aside(user, ids[2], Some(at(6))).await.unwrap();
        let tag = readings.tags(user).await.unwrap()[0].id;
        readings.untag(user, ids[3], tag).await.unwrap();
        readings.tag(user, ids[3], "ruled".to_owned(), at(6)).await.unwrap();
        store.undos().undo(user, undo, at(7)).await.unwrap();
        assert_eq!(
            ids_on(&store, user, ArticleList::Unread).await,
            ids[1..],
            "one was opened since then"
        );
        assert_eq!(readings.get(user, ids[0]).await.unwrap().read_at, Some(at(6)));
        assert_eq!(ids_on(&store, user, ArticleList::Starred).await, [ids[1]]);
        assert_eq!(ids_on(&store, user, ArticleList::Later).await, [ids[2]]);
        assert_eq!(ids_on(&store, user, ArticleList::Tagged(tag)).await, [ids[3]]);
    });
}

#[test]
fn an_empty_list_of_decisions_changes_nothing_and_leaves_no_undo() {
    on_both(|ground| async move {
        let (store, user, _, _) = with_rule(&ground).await;
        let before = state(&store, user).await;
        assert_eq!(store.rules().carry_out(user, Vec::new(), at(5)).await.unwrap(), None);
        assert_eq!(state(&store, user).await, before);
    });
}

#[test]
fn rules_do_not_touch_articles_the_user_already_handled() {
    on_both(|ground| async move {
        let (store, user, ids, rule) = with_rule(&ground).await;
        store.readings().mark_read(user, vec![ids[0]], at(1)).await.unwrap();
        store.readings().star(user, ids[1], Some(at(1))).await.unwrap();
        store.readings().put_aside(user, ids[2], Some(at(1))).await.unwrap();
        // Time spent is not a mark, so the rule applies.
        store.readings().add_time_spent(user, ids[3], 5, at(1)).await.unwrap();
        let verdicts = ids.iter().map(|id| (*id, blocked(rule))).collect();
        store.rules().carry_out_at_meeting(user, verdicts, at(5)).await.unwrap();
        assert_eq!(ids_on(&store, user, ArticleList::All).await, ids[..3]);
        assert_eq!(ids_on(&store, user, ArticleList::Unread).await, ids[1..3]);
        let matches = store.rules().matches(user, rule, 9).await.unwrap();
        let matched: Vec<_> = matches.iter().map(|(full, at)| (full.listed.id, *at)).collect();
        assert_eq!(matched, [(ids[4], at(5)), (ids[3], at(5))], "newest first");
    });
}

#[test]
fn a_rule_that_stars_and_sends_triggers_the_webhooks_of_its_user() {
    on_both(|ground| async move {
        let (store, user, ids, rule) = with_rule(&ground).await;
        let eve = add_user(&store, "eve").await;
        let hook = async |user, event| {
            let (name, secret) = ("hook".to_owned(), "s".to_owned());
            let url = "https://hooks.example/".to_owned();
            let new = NewWebhook { name, url, secret, event };
            store.outputs().add_webhook(user, new, 9, noon()).await.unwrap()
        };
        let tag = store.readings().add_tag(user, "ruled".to_owned()).await.unwrap();
        let starred = hook(user, WebhookEvent::Starred).await;
        let tagged = hook(user, WebhookEvent::Tagged(tag)).await;
        let sent = hook(user, WebhookEvent::Rule).await;
        let off = hook(user, WebhookEvent::Rule).await;
        let foreign = hook(eve, WebhookEvent::Rule).await;
        hook(eve, WebhookEvent::Starred).await;
        store.outputs().switch_webhook(user, off, Switch::Off).await.unwrap();
        let webhooks = [sent, off, foreign, WebhookId(999)].map(|webhook| (webhook, rule)).to_vec();
        let verdict = Verdict { webhooks, ..marked(rule) };
        store.rules().carry_out(user, vec![(ids[0], verdict)], at(5)).await.unwrap();
        let taken = store.outputs().take_deliveries(99, at(5), at(9)).await.unwrap();
        let mut told: Vec<_> = taken
            .iter()
            .map(|one| (one.webhook.id, one.event.as_str(), one.rule, one.user))
            .collect();
        told.sort_unstable();
        assert_eq!(
            told,
            [
                (starred, "star", None, user),
                (tagged, "tag", None, user),
                (sent, "rule", Some(rule), user)
            ]
        );
    });
}

#[test]
fn articles_for_rules_are_read_in_pages_within_their_scope() {
    on_both(|ground| async move {
        let (store, user, first) = with_reader(&ground).await;
        let second = add_source(&store, "https://second.example/feed").await;
        let folder = store.subscriptions().folder(user, "F".to_owned(), noon()).await.unwrap();
        store.subscriptions().subscribe(user, second, Some(folder), noon()).await.unwrap();
        let eve = add_user(&store, "eve").await;
        let mut ids =
            store_articles(&store, first, (0..7).map(tidy).collect(), at(0)).await.new_ids;
        ids.extend(
            store_articles(&store, second, (7..11).map(tidy).collect(), at(0)).await.new_ids,
        );
        ids.reverse();
        let look = async |user, scope, since: i64, size| {
            let (mut after, mut found) = (Cursor::START, Vec::new());
            loop {
                let page = store.rules().articles_for_rules(
                    user,
                    scope,
                    Switch::Off,
                    at(since),
                    after,
                    size,
                );
                let page = page.await.unwrap();
                let Some(last) = page.last() else { return found };
                after = Cursor { at: last.published_at, id: last.id };
                assert!(page.iter().all(|one| one.html.is_empty()), "content was not requested");
                found.extend(page.iter().map(|one| one.id));
            }
        };
        for size in [0, 1, 3, 999] {
            assert_eq!(look(user, RuleScope::All, -9999, size).await, ids, "by {size}");
        }
        assert_eq!(look(user, RuleScope::Folder(folder), -9999, 3).await, ids[..4]);
        assert_eq!(look(user, RuleScope::Source(first), -9999, 3).await, ids[4..]);
        assert_eq!(look(user, RuleScope::All, -995, 2).await, ids[..6], "tidy(5) and younger");
        for scope in [RuleScope::All, RuleScope::Folder(folder), RuleScope::Source(first)] {
            assert_eq!(look(eve, scope, -9999, 9).await, [], "{scope:?}");
        }
        let rules = store.rules();
        let one = rules.articles_for_rules(
            user,
            RuleScope::Folder(folder),
            Switch::On,
            at(-9999),
            Cursor::START,
            1,
        );
        let one = one.await.unwrap().remove(0);
        assert_eq!((one.html.as_str(), &one.folders[..]), ("<p>Text 10</p>", &[folder][..]));
        assert_eq!((one.source_title.as_str(), one.title.as_str()), ("A feed", "Title 10"));
        assert_eq!(
            (one.authors, one.categories),
            (vec!["Ada".to_owned()], vec!["news".to_owned()])
        );
    });
}

#[test]
fn rules_of_another_user_are_not_found() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let eve = add_user(&store, "eve").await;
        let folder = store.subscriptions().folder(user, "F".to_owned(), noon()).await.unwrap();
        let id = add_rule(&store, user, "mine").await;
        let rules = store.rules();
        let missing = Err(Error::NotFound("rule"));
        assert_eq!(rules.get(eve, id).await.unwrap(), None);
        assert_eq!(rules.change(eve, id, rule("theirs", RuleScope::All)).await, missing);
        assert_eq!(rules.switch(eve, id, Switch::Off).await, missing);
        assert_eq!(rules.move_to(eve, id, Direction::Up).await, missing);
        assert_eq!(rules.remove(eve, id, at(1)).await, missing);
        assert_eq!(rules.restore(eve, id).await, missing);
        rules.disable(eve, id, "no".to_owned(), at(1)).await.unwrap();
        let mine = rules.get(user, id).await.unwrap().unwrap();
        assert!(mine.is_on && mine.fault.is_none() && mine.rule.name == "mine");
        for (scope, what) in
            [(RuleScope::Folder(folder), "folder"), (RuleScope::Source(source), "source")]
        {
            assert_eq!(
                rules.add(eve, rule("x", scope), 9, noon()).await,
                Err(Error::NotFound(what))
            );
            let own = add_rule(&store, eve, "own").await;
            assert_eq!(rules.change(eve, own, rule("x", scope)).await, Err(Error::NotFound(what)));
        }
    });
}

#[test]
fn rules_move_one_step_at_a_time() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        let (a, b, c) = (
            add_rule(&store, user, "a").await,
            add_rule(&store, user, "b").await,
            add_rule(&store, user, "c").await,
        );
        for (moved, direction, expected) in [
            (a, Direction::Up, "abc"),
            (a, Direction::Down, "bac"),
            (a, Direction::Down, "bca"),
            (a, Direction::Down, "bca"),
            (c, Direction::Up, "cba"),
            (b, Direction::Up, "bca"),
        ] {
            store.rules().move_to(user, moved, direction).await.unwrap();
            let names: String = store
                .rules()
                .list(user)
                .await
                .unwrap()
                .into_iter()
                .map(|one| one.rule.name)
                .collect();
            assert_eq!(names, expected, "{moved} {direction:?}");
        }
        store.rules().remove(user, b, at(1)).await.unwrap();
        let missing = store.rules().move_to(user, b, Direction::Down).await;
        assert_eq!(missing, Err(Error::NotFound("rule")), "a removed rule cannot be moved");
    });
}

#[test]
fn a_removed_rule_can_be_restored_for_an_hour_and_its_matches_last_a_month() {
    on_both(|ground| async move {
        let (store, user, ids, rule) = with_rule(&ground).await;
        let kept = add_rule(&store, user, "kept").await;
        let verdicts = vec![(ids[0], blocked(rule)), (ids[1], marked(kept))];
        store.rules().carry_out(user, verdicts, at(0)).await.unwrap();
        store.rules().remove(user, rule, at(10)).await.unwrap();
        store.rules().sweep(at(70)).await.unwrap();
        store.rules().restore(user, rule).await.unwrap();
        assert_eq!(ids_on(&store, user, ArticleList::All).await, ids[1..], "still hidden");
        store.rules().remove(user, rule, at(10)).await.unwrap();
        store.rules().sweep(at(71)).await.unwrap();
        assert_eq!(store.rules().restore(user, rule).await, Err(Error::NotFound("rule")));
        assert_eq!(ids_on(&store, user, ArticleList::All).await, ids);
        let n_matched = async || store.rules().get(user, kept).await.unwrap().unwrap().n_matched;
        let month = 30 * 24 * 60;
        store.rules().sweep(at(month)).await.unwrap();
        assert_eq!(n_matched().await, 1);
        store.rules().sweep(at(month + 1)).await.unwrap();
        assert_eq!(n_matched().await, 0);
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn a_rule_that_is_already_off_is_not_reported_twice() {
    on_both(|ground| async move {
        let (store, user, _, rule) = with_rule(&ground).await;
        for why in ["too slow.", "far too slow."] {
            store.rules().disable(user, rule, why.to_owned(), at(1)).await.unwrap();
        }
        let asked = NotesQuery {
            audience: Audience::Own(user),
            kinds: vec!["rule_off".to_owned()],
            before: None,
            limit: 9,
        };
        let notes = store.activity().notes(asked).await.unwrap();
        let told: Vec<&str> = notes.iter().map(|one| one.note.message.as_str()).collect();
        assert_eq!(told, ["The rule “rule” was switched off: too slow."]);
        let fault = async || store.rules().get(user, rule).await.unwrap().unwrap().fault;
        assert_eq!(fault().await.as_deref(), Some("too slow."));
        store.rules().switch(user, rule, Switch::On).await.unwrap();
        assert_eq!(fault().await, None);
    });
}

#[test]
fn stars_and_tags_added_again_since_survive_a_bulk_undo() {
    on_both(|ground| async move {
        let (store, user, ids, _) = with_rule(&ground).await;
        let readings = store.readings();
        for (act, list) in
            [(BulkAction::Star, ArticleList::Starred), (BulkAction::Later, ArticleList::Later)]
        {
            let done = readings.act_on(user, act, ids.clone(), at(1)).await.unwrap();
            match act {
                BulkAction::Star => {
                    readings.star(user, ids[1], None).await.unwrap();
                    readings.star(user, ids[1], Some(at(2))).await.unwrap();
                }
                _ => {
                    readings.put_aside(user, ids[1], None).await.unwrap();
                    readings.put_aside(user, ids[1], Some(at(2))).await.unwrap();
                }
            }
            store.undos().undo(user, done.undo.unwrap(), at(3)).await.unwrap();
            assert_eq!(ids_on(&store, user, list).await, [ids[1]], "{act:?}");
        }
        let done = readings.tag_all(user, ids.clone(), "t".to_owned(), at(1)).await.unwrap();
        let tag = readings.tags(user).await.unwrap()[0].id;
        readings.untag(user, ids[1], tag).await.unwrap();
        readings.tag(user, ids[1], "t".to_owned(), at(2)).await.unwrap();
        store.undos().undo(user, done.undo.unwrap(), at(3)).await.unwrap();
        assert_eq!(ids_on(&store, user, ArticleList::Tagged(tag)).await, [ids[1]]);
    });
}
