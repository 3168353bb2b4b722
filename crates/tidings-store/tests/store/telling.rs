//! Notes: who sees which notes, in what order, and when a failing source deserves one.

use crate::support::*;
use tidings_model::{Failure, FailureKind, SourceId, SourceState, UserId, source::Health};
use tidings_store::{
    Audience, FetchRecord, FetchedContent, Note, NoteEntry, NotesQuery, Retention, Store,
};

async fn note(
    store: &Store,
    user: Option<UserId>,
    source: Option<SourceId>,
    kind: &str,
    minute: i64,
) {
    let (kind, message) = (kind.to_owned(), format!("{kind} at {minute}"));
    store.activity().note(Note { at: at(minute), user, source, kind, message }).await.unwrap();
}

fn asked(audience: Audience, kinds: &[&str], before: Option<i64>, limit: usize) -> NotesQuery {
    let kinds = kinds.iter().map(|kind| (*kind).to_owned()).collect();
    NotesQuery { audience, kinds, before, limit }
}

async fn notes(store: &Store, asked: NotesQuery) -> Vec<NoteEntry> {
    store.activity().notes(asked).await.unwrap()
}

async fn kinds(store: &Store, audience: Audience) -> Vec<String> {
    let all = notes(store, asked(audience, &[], None, 99)).await;
    all.into_iter().map(|one| one.note.kind).collect()
}

#[test]
fn users_see_notes_that_concern_them_and_operators_those_of_the_server() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let eve = add_user(&store, "eve").await;
        let unread = add_source(&store, "https://nobody.example/").await;
        note(&store, Some(ada), None, "own", 1).await;
        note(&store, Some(ada), Some(source), "own-of-source", 2).await;
        note(&store, Some(eve), Some(source), "eves", 3).await;
        note(&store, None, Some(source), "of-source", 4).await;
        note(&store, None, Some(unread), "of-another", 5).await;
        note(&store, None, None, "server", 6).await;
        assert_eq!(kinds(&store, Audience::Own(ada)).await, ["of-source", "own-of-source", "own"]);
        assert_eq!(kinds(&store, Audience::Own(eve)).await, ["eves"]);
        assert_eq!(kinds(&store, Audience::Server).await, ["server", "of-another", "of-source"]);
        store.subscriptions().subscribe(eve, source, None, at(7)).await.unwrap();
        assert_eq!(kinds(&store, Audience::Own(eve)).await, ["of-source", "eves"]);
        store.subscriptions().unsubscribe(ada, source).await.unwrap();
        assert_eq!(kinds(&store, Audience::Own(ada)).await, ["own-of-source", "own"]);
    });
}

#[test]
fn notes_use_the_users_own_title_of_a_source() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let bob = add_user(&store, "bob").await;
        store.subscriptions().subscribe(bob, source, None, noon()).await.unwrap();
        store_articles(&store, source, Vec::new(), at(0)).await;
        store.subscriptions().rename(ada, source, Some("Mine".to_owned())).await.unwrap();
        note(&store, None, Some(source), "failing", 1).await;
        note(&store, None, Some(SourceId(99)), "merged", 2).await;
        let title = async |audience| {
            notes(&store, asked(audience, &["failing"], None, 9)).await.remove(0).source_title
        };
        assert_eq!(title(Audience::Own(ada)).await.as_deref(), Some("Mine"));
        assert_eq!(title(Audience::Own(bob)).await.as_deref(), Some("A feed"));
        assert_eq!(title(Audience::Server).await.as_deref(), Some("A feed"));
        let gone = notes(&store, asked(Audience::Server, &["merged"], None, 9)).await.remove(0);
        assert_eq!((gone.source_title, gone.note.source), (None, Some(SourceId(99))));
    });
}

#[test]
fn notes_are_paged_from_newest_and_filtered_by_kind() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let ada = add_user(&store, "ada").await;
        for minute in 0..9 {
            note(&store, Some(ada), None, ["a", "b", "c"][minute as usize % 3], minute).await;
        }
        for (wanted, expected) in [
            (&[][..], vec![8, 7, 6, 5, 4, 3, 2, 1, 0]),
            (&["a"], vec![6, 3, 0]),
            (&["a", "c"], vec![8, 6, 5, 3, 2, 0]),
            (&["a", "b", "c", "d"], vec![8, 7, 6, 5, 4, 3, 2, 1, 0]),
            (&["A", ""], vec![]),
        ] {
            for size in [1, 2, 9] {
                let (mut before, mut walked) = (None, Vec::new());
                loop {
                    let page = notes(&store, asked(Audience::Own(ada), wanted, before, size)).await;
                    let Some(last) = page.last() else { break };
                    before = Some(last.id);
                    walked.extend(page.iter().map(|one| one.note.at));
                }
                let expected: Vec<_> = expected.iter().map(|minute| at(*minute)).collect();
                assert_eq!(walked, expected, "{wanted:?} by {size}");
            }
        }
        assert_eq!(notes(&store, asked(Audience::Own(ada), &[], None, 0)).await, []);
    });
}

#[test]
fn recent_notes_are_counted_up_to_a_hundred() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let (ada, eve) = (add_user(&store, "ada").await, add_user(&store, "eve").await);
        for minute in 0..103 {
            note(&store, Some(ada), None, if minute < 3 { "rare" } else { "often" }, minute).await;
        }
        let all = notes(&store, asked(Audience::Own(ada), &[], None, 999)).await;
        let count = async |user, after, kinds: &'static [&'static str]| {
            store.activity().count_notes_after(user, after, kinds).await.unwrap()
        };
        assert_eq!(count(ada, 0, &[]).await, 100);
        assert_eq!(count(ada, all[5].id, &[]).await, 5);
        assert_eq!(count(ada, all[0].id, &[]).await, 0);
        assert_eq!(count(ada, 0, &["rare"]).await, 3);
        assert_eq!(count(ada, 0, &["rare", "often"]).await, 100);
        assert_eq!(count(ada, 0, &["never"]).await, 0);
        assert_eq!(count(eve, 0, &[]).await, 0);
    });
}

/// The result of a fetch: successful, failing since the given hour, or gone.
#[derive(Debug, Clone, Copy)]
enum Look {
    Well,
    Unchanged,
    FailedSince(i64),
    Gone,
}

async fn look(store: &Store, source: SourceId, hour: i64, look: Look) {
    let now = at(60 * hour);
    let mut fetched = record(source, Vec::new(), now);
    let failed = |kind| FetchedContent::Failed(Failure::new(kind, "A sentence."));
    match look {
        Look::Well => {}
        Look::Unchanged => {
            let validators = tidings_model::Validators::default();
            fetched.fetched = FetchedContent::NotModified { validators, max_age: None };
        }
        Look::FailedSince(since) => {
            fetched.fetched = failed(FailureKind::Dns);
            let failing_since = Some(at(60 * since));
            fetched.health = Health { failing_since, last_fetch: Some(now), ..Health::default() };
        }
        Look::Gone => {
            fetched = FetchRecord { state: SourceState::Gone, ..fetched };
            fetched.fetched = failed(FailureKind::Gone);
            fetched.health.failing_since = Some(now);
        }
    }
    store.fetches().store(fetched).await.unwrap();
}

/// A name, the hour and result of each fetch, and the expected notes.
type Case = (&'static str, &'static [(i64, Look)], &'static [&'static str]);

#[test]
fn failures_are_noted_when_they_last_a_day_or_are_final() {
    let cases: [Case; 8] = [
        ("well", &[(0, Look::Well), (1, Look::Unchanged)], &[]),
        ("an hour less than a day", &[(0, Look::FailedSince(0)), (23, Look::FailedSince(0))], &[]),
        ("a day", &[(0, Look::FailedSince(0)), (24, Look::FailedSince(0))], &["failing"]),
        (
            "two days",
            &[(24, Look::FailedSince(0)), (25, Look::FailedSince(0)), (48, Look::FailedSince(0))],
            &["failing"],
        ),
        ("short", &[(1, Look::FailedSince(1)), (9, Look::Well)], &[]),
        (
            "long",
            &[(24, Look::FailedSince(0)), (25, Look::Unchanged), (26, Look::Well)],
            &["failing", "recovered"],
        ),
        ("gone", &[(0, Look::Gone), (170, Look::Gone), (340, Look::Gone)], &["gone"]),
        (
            "back",
            &[(0, Look::Gone), (170, Look::Well), (171, Look::Well), (340, Look::Gone)],
            &["gone", "recovered", "gone"],
        ),
    ];
    on_both(|ground| async move {
        let (store, user, _) = with_reader(&ground).await;
        for (name, looks, expected) in cases {
            let source =
                add_source(&store, &format!("https://{}.example/", name.replace(' ', "-"))).await;
            store.subscriptions().subscribe(user, source, None, noon()).await.unwrap();
            for (hour, what) in looks {
                look(&store, source, *hour, *what).await;
            }
            let all = notes(&store, asked(Audience::Own(user), &[], None, 99)).await;
            let told: Vec<String> = all
                .into_iter()
                .rev()
                .filter(|one| one.note.source == Some(source))
                .map(|one| one.note.kind)
                .collect();
            assert_eq!(told, expected, "{name}");
        }
    });
}

#[test]
fn subscribers_of_the_remaining_source_see_moves_and_merges() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let url: url::Url = "https://new.example/feed".parse().unwrap();
        let moved = FetchRecord { adopt: Some(url.clone()), ..record(source, Vec::new(), at(1)) };
        store.fetches().store(moved).await.unwrap();
        let other = add_source(&store, "https://other.example/feed").await;
        merge(&store, source, other, at(2)).await;
        let all = notes(&store, asked(Audience::Own(user), &[], None, 9)).await;
        let told: Vec<_> = all
            .iter()
            .map(|one| (one.note.kind.as_str(), one.note.message.as_str(), one.note.source))
            .collect();
        assert_eq!(told, [("merged", "https://new.example/feed", Some(other))]);
        let server = notes(&store, asked(Audience::Server, &["moved"], None, 9)).await;
        assert_eq!((server[0].note.message.as_str(), server[0].note.at), (url.as_str(), at(1)));
    });
}

#[test]
fn notes_are_removed_after_the_retention_period() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let ada = add_user(&store, "ada").await;
        let day = 24 * 60;
        for (user, minute) in [(Some(ada), 0), (None, 1), (Some(ada), day)] {
            note(&store, user, None, "note", minute).await;
        }
        let rules = Retention { activity_days: 2, ..Retention::default() };
        let left = async |minute| {
            store.maintenance().sweep(rules.clone(), None, 9, at(minute)).await.unwrap();
            let server = notes(&store, asked(Audience::Server, &[], None, 9)).await.len();
            (notes(&store, asked(Audience::Own(ada), &[], None, 9)).await.len(), server)
        };
        assert_eq!(left(2 * day).await, (2, 1), "exactly two days is not too old");
        assert_eq!(left(2 * day + 1).await, (1, 1));
        assert_eq!(left(3 * day).await, (1, 0));
        assert_eq!(left(9 * day).await, (0, 0));
    });
}
