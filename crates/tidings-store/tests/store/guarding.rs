//! Edge cases of accounts: concurrent changes, the last operator, limits, and access by other users.

use crate::support::*;
use std::time::Duration;
use tidings_model::{
    Reaction, Role, UserId,
    user::{UserReaction, Visit},
};
use tidings_store::{
    AppKeys, AppScope, Error, Invitation, InvitationPurpose, KeptCounts, NewSession, Store,
    users::sessions::MAX_APP_PASSWORDS,
};

async fn add_operator(store: &Store, name: &str) -> UserId {
    store.users().add(name.to_owned(), "h".to_owned(), Role::Operator, noon()).await.unwrap()
}

fn session(user: UserId, token: u8, end: i64) -> NewSession {
    NewSession {
        token_hash: vec![token; 32],
        user,
        csrf: format!("csrf {token}"),
        label: format!("browser {token}"),
        expires_at: at(end),
    }
}

async fn n_operators(store: &Store) -> usize {
    let members = store.users().members().await.unwrap();
    members
        .iter()
        .filter(|one| one.user.role == Role::Operator && one.disabled_at.is_none())
        .count()
}

#[test]
fn one_of_two_operators_who_demote_each_other_remains() {
    on_both(|ground| async move {
        let stores = [ground.open().await, ground.open().await];
        add_user(&stores[0], "bystander").await;
        for round in 0..24 {
            let a = add_operator(&stores[0], &format!("a{round}")).await;
            let b = add_operator(&stores[0], &format!("b{round}")).await;
            let gone = |id: UserId, store: &Store| {
                let store = store.clone();
                tokio::spawn(async move {
                    match round % 3 {
                        0 => store.users().set_role(id, Role::User).await,
                        1 => store.users().disable(id, noon()).await,
                        _ => store.users().remove(id).await,
                    }
                })
            };
            let (one, other) = (gone(a, &stores[0]), gone(b, &stores[1]));
            let done = [one.await.unwrap(), other.await.unwrap()];
            assert_eq!(
                done.iter().filter(|done| done.is_ok()).count(),
                1,
                "round {round}: {done:?}"
            );
            assert_eq!(n_operators(&stores[0]).await, 1, "round {round}");
            for id in [a, b] {
                // The next round starts without users.
                let left = stores[0].write(move |c| {
                    c.execute("delete from users where id = $1", tidings_store::values![id])
                });
                left.await.unwrap();
            }
        }
        for store in stores {
            store.close().await;
        }
    });
}

#[test]
fn only_one_of_many_concurrent_setups_creates_the_operator() {
    on_both(|ground| async move {
        let stores = [ground.open().await, ground.open().await];
        let tasks: Vec<_> = (0..6)
            .map(|n| {
                let store = stores[n % 2].clone();
                let add = async move {
                    store.users().add_first(format!("user {n}"), "h".to_owned(), noon()).await
                };
                tokio::spawn(add)
            })
            .collect();
        let mut n_made = 0;
        for task in tasks {
            match task.await.unwrap() {
                Ok(_) => n_made += 1,
                Err(error) => assert!(matches!(error, Error::Refused(_)), "{error:?}"),
            }
        }
        assert_eq!((n_made, stores[0].users().count().await.unwrap()), (1, 1));
        for store in stores {
            store.close().await;
        }
    });
}

#[test]
fn a_link_and_a_recovery_code_work_only_once_among_many_attempts() {
    on_both(|ground| async move {
        let stores = [ground.open().await, ground.open().await];
        let user = add_user(&stores[0], "ada").await;
        let users = stores[0].users();
        users.begin_second_factor(user, vec![1; 20], noon()).await.unwrap();
        users.confirm_second_factor(user, 1, vec![vec![7; 32]], noon()).await.unwrap();
        let errand = InvitationPurpose::Join(Role::User);
        let (created_at, expires_at) = (noon(), at(60));
        let link = Invitation { token_hash: vec![9; 32], errand, created_at, expires_at };
        users.add_invitation(link).await.unwrap();
        let tasks: Vec<_> = (0..6)
            .map(|n| {
                let store = stores[n % 2].clone();
                tokio::spawn(async move {
                    let name = format!("guest {n}");
                    let users = store.users();
                    let joined =
                        users.use_invitation(vec![9; 32], name, String::new(), at(1)).await;
                    let is_taken = users.take_recovery_code(user, vec![7; 32]).await.unwrap();
                    let is_step = users.take_step(user, 5).await.unwrap();
                    (joined.is_ok(), is_taken, is_step)
                })
            })
            .collect();
        let mut used = [0; 3];
        for task in tasks {
            let (is_joined, is_taken, is_step) = task.await.unwrap();
            for (n, is_so) in used.iter_mut().zip([is_joined, is_taken, is_step]) {
                *n += usize::from(is_so);
            }
        }
        assert_eq!((used, stores[0].users().count().await.unwrap()), ([1, 1, 1], 2));
        for store in stores {
            store.close().await;
        }
    });
}

#[test]
fn concurrent_processes_agree_on_one_secret() {
    on_both(|ground| async move {
        let stores = [ground.open().await, ground.open().await];
        let tasks: Vec<_> = (0..8)
            .map(|n| {
                let store = stores[n % 2].clone();
                let get = async move {
                    let name = "secret".to_owned();
                    store.settings().get_or_insert(name, format!("made by {n}")).await.unwrap()
                };
                tokio::spawn(get)
            })
            .collect();
        let mut made = Vec::new();
        for task in tasks {
            made.push(task.await.unwrap());
        }
        made.dedup();
        assert_eq!(made.len(), 1, "{made:?}");
        let kept = stores[1].settings().get(None, "secret".to_owned()).await.unwrap();
        assert_eq!(kept, Some(made.remove(0)));
        for store in stores {
            store.close().await;
        }
    });
}

#[test]
fn sessions_are_listed_most_recent_first_and_only_to_their_user() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let (ada, bob) = (add_user(&store, "ada").await, add_user(&store, "bob").await);
        let users = store.users();
        for (user, token, begun) in [(ada, 1, 0), (ada, 2, 1), (ada, 3, 2), (bob, 4, 3)] {
            users.begin_session(session(user, token, 60), at(begun)).await.unwrap();
        }
        users.touch_session(vec![1; 32], at(10), at(70)).await.unwrap();
        let labels = async |user, minute| {
            let all = users.sessions(user, at(minute)).await.unwrap();
            all.into_iter().map(|one| one.label).collect::<Vec<_>>()
        };
        assert_eq!(labels(ada, 11).await, ["browser 1", "browser 3", "browser 2"]);
        assert_eq!(labels(bob, 11).await, ["browser 4"]);
        assert_eq!(labels(ada, 60).await, ["browser 1"], "the others have expired");
        users.touch_session(vec![2; 32], at(65), at(999)).await.unwrap();
        assert_eq!(labels(ada, 66).await, ["browser 1"], "an expired session does not come back");
        assert_eq!(users.end_other_sessions(ada, None).await.unwrap(), 3);
        assert_eq!(labels(bob, 11).await, ["browser 4"]);
        let members = users.members().await.unwrap();
        assert_eq!(members.iter().map(|one| one.user.id).collect::<Vec<_>>(), [ada, bob]);
        assert_eq!(members[1].seen_at, Some(at(3)));
        // An app that reads for someone has no session.
        users.add_visit(Visit { user: bob, at: at(80) }).await.unwrap();
        assert_eq!(users.members().await.unwrap()[1].seen_at, Some(at(80)));
    });
}

#[test]
fn expired_sessions_are_swept_and_valid_ones_are_not() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        let users = store.users();
        for (token, end) in [(1, 10), (2, 11)] {
            users.begin_session(session(user, token, end), at(0)).await.unwrap();
            users.begin_second_step(vec![token + 10; 32], user, at(end)).await.unwrap();
            let errand = InvitationPurpose::Join(Role::User);
            let token_hash = vec![token + 20; 32];
            let link = Invitation { token_hash, errand, created_at: at(0), expires_at: at(end) };
            users.add_invitation(link).await.unwrap();
        }
        assert_eq!(users.sweep_sessions(at(10)).await.unwrap(), 1);
        let left = store.read(|c| {
            let sql = "select (select count(*) from sessions) + (select count(*) from second_steps) \
                       + (select count(*) from invitations)";
            c.query(sql, &[])?.remove(0).only::<i64>()
        });
        assert_eq!(left.await.unwrap(), 4, "one of each, and the link that expired");
        assert!(users.session(vec![2; 32], at(10)).await.unwrap().is_some());
        assert!(users.second_step(vec![12; 32], at(10)).await.unwrap().is_some());
        assert!(users.invitation(vec![22; 32]).await.unwrap().is_some());
        let expired = users.invitation(vec![21; 32]).await.unwrap().unwrap();
        assert_eq!(expired.expires_at, at(10), "whoever opens it learns that it has expired");
        let used = users.use_invitation(vec![21; 32], "eve".to_owned(), String::new(), at(10));
        assert_eq!(used.await, Err(Error::NotFound("invitation")));
        users.sweep_sessions(at(10) + jiff::SignedDuration::from_hours(91 * 24)).await.unwrap();
        assert!(users.invitation(vec![21; 32]).await.unwrap().is_none());
    });
}

#[test]
fn a_user_has_up_to_a_hundred_app_passwords_found_by_two_digests() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let (ada, bob) = (add_user(&store, "ada").await, add_user(&store, "bob").await);
        let users = store.users();
        let keys = |n: u64| AppKeys {
            hash: n.to_le_bytes().to_vec(),
            fever_hash: n.is_multiple_of(2).then(|| vec![n as u8; 16]),
        };
        let add = |user, n| {
            users.add_app_password(user, format!("{n}"), AppScope::Write, keys(n), noon())
        };
        for n in 0..MAX_APP_PASSWORDS {
            add(ada, n).await.unwrap();
        }
        let refused = add(ada, 500).await.unwrap_err();
        assert!(refused.to_string().contains("at most 100 app passwords"), "{refused}");
        let id = add(bob, 500).await.unwrap();
        let owner = async |hash: Vec<u8>| {
            users.fever_key_owner(hash).await.unwrap().map(|(user, one)| (user.id, one.label))
        };
        assert_eq!(owner(vec![4; 16]).await, Some((ada, "4".to_owned())));
        assert_eq!(owner(vec![5; 16]).await, None, "created without such a key");
        assert_eq!(owner(vec![500_u64 as u8; 16]).await, Some((bob, "500".to_owned())));
        users.disable(bob, at(1)).await.unwrap();
        assert_eq!(owner(vec![500_u64 as u8; 16]).await, None);
        let twice = users.add_app_password(ada, "x".to_owned(), AppScope::Read, keys(500), noon());
        assert!(twice.await.is_err(), "a password belongs to one user");
        users.remove_app_password(bob, id).await.unwrap();
        let labels = users.app_passwords(ada).await.unwrap();
        let first: Vec<&str> = labels.iter().take(3).map(|one| one.label.as_str()).collect();
        assert_eq!((first, labels.len()), (vec!["0", "1", "2"], 100), "oldest first");
    });
}

#[test]
fn what_a_user_collected_is_counted_per_user() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let bob = add_user(&store, "bob").await;
        store.subscriptions().subscribe(bob, source, None, noon()).await.unwrap();
        let ids = store_articles(&store, source, (0..4).map(tidy).collect(), at(0)).await.new_ids;
        for id in &ids[..3] {
            store.readings().star(ada, *id, Some(at(1))).await.unwrap();
        }
        store.readings().star(ada, ids[0], None).await.unwrap();
        store.readings().put_aside(ada, ids[3], Some(at(1))).await.unwrap();
        store.readings().tag(ada, ids[3], "t".to_owned(), at(1)).await.unwrap();
        store.readings().add_tag(ada, "u".to_owned()).await.unwrap();
        let counted = async |user| store.users().count_kept(user).await.unwrap();
        let adas = KeptCounts { n_subscriptions: 1, n_starred: 2, n_later: 1, n_tags: 2 };
        assert_eq!(counted(ada).await, adas);
        let bobs = KeptCounts { n_subscriptions: 1, n_starred: 0, n_later: 0, n_tags: 0 };
        assert_eq!(counted(bob).await, bobs);
        assert_eq!(counted(UserId(99)).await, KeptCounts { n_subscriptions: 0, ..bobs });
    });
}

#[test]
fn likes_can_be_removed_and_other_reactions_cannot() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let bob = add_user(&store, "bob").await;
        store.subscriptions().subscribe(bob, source, None, noon()).await.unwrap();
        let ids = store_articles(&store, source, (0..2).map(tidy).collect(), at(0)).await.new_ids;
        let all = [
            Reaction::Opened,
            Reaction::Kept,
            Reaction::Starred,
            Reaction::Tagged,
            Reaction::Shared,
            Reaction::Liked,
            Reaction::Skipped,
            Reaction::Dismissed,
            Reaction::Hidden,
        ];
        for (n, reaction) in all.into_iter().enumerate() {
            for who in [user, bob] {
                let at = at(n as i64);
                let reacted = UserReaction { user: who, article: ids[0], reaction, at };
                store.users().add_reaction(reacted).await.unwrap();
            }
        }
        let liked = UserReaction { user, article: ids[1], reaction: Reaction::Liked, at: at(20) };
        store.users().add_reaction(liked).await.unwrap();
        let noted = async |who, since| {
            let found = store.users().reactions(who, at(since)).await.unwrap();
            found.into_iter().map(|one| one.reaction).collect::<Vec<_>>()
        };
        assert_eq!(noted(bob, 0).await, all, "each reaction round-trips");
        store.users().take_back(user, ids[0]).await.unwrap();
        let mut left: Vec<Reaction> = all
            .into_iter()
            .filter(|one| !matches!(one, Reaction::Liked | Reaction::Hidden))
            .collect();
        left.push(Reaction::Liked);
        assert_eq!(noted(user, 0).await, left, "the reaction to the other article stays");
        assert_eq!(noted(user, 7).await, [Reaction::Dismissed, Reaction::Liked]);
        assert_eq!(noted(bob, 0).await, all);
        let eve = add_user(&store, "eve").await;
        let foreign = UserReaction { user: eve, ..liked };
        assert_eq!(store.users().add_reaction(foreign).await, Err(Error::NotFound("article")));
    });
}

#[test]
fn visits_are_returned_from_a_given_time_on() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let (ada, bob) = (add_user(&store, "ada").await, add_user(&store, "bob").await);
        for (user, minute) in [(bob, 3), (ada, 9), (ada, 2), (ada, 5)] {
            store.users().add_visit(Visit { user, at: at(minute) }).await.unwrap();
        }
        let minutes = async |user, since| {
            let visits = store.users().visits(user, at(since)).await.unwrap();
            visits.into_iter().map(|one| one.at).collect::<Vec<_>>()
        };
        assert_eq!(minutes(ada, 0).await, [2, 5, 9].map(at));
        assert_eq!(minutes(ada, 5).await, [5, 9].map(at), "the start is inclusive");
        assert_eq!(minutes(bob, 4).await, []);
        let all = store.freshness().all_visits(at(2), at(9)).await.unwrap();
        let told: Vec<_> = all.into_iter().map(|one| (one.user, one.at)).collect();
        assert_eq!(told, [(ada, at(2)), (ada, at(5)), (bob, at(3))], "the end is exclusive");
    });
}

#[test]
fn attempts_expire_with_their_window() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let (attempts, window) = (store.attempts(), Duration::from_secs(600));
        let count = async |key: &str, borne, minute| {
            attempts.count(vec![(key.to_owned(), borne)], window, at(minute)).await.unwrap()
        };
        for (key, minute) in [("old", 0), ("new", 5), ("new", 5)] {
            assert_eq!(count(key, 2, minute).await, None);
        }
        assert_eq!(count("new", 2, 5).await, Some(window));
        let just_before = at(15) - jiff::SignedDuration::from_millis(1);
        let key = vec![("new".to_owned(), 2)];
        let wait = attempts.count(key, window, just_before).await.unwrap();
        assert_eq!(wait, Some(Duration::from_secs(1)), "the wait is at least a second");
        assert_eq!(attempts.sweep(at(0)).await.unwrap(), 0);
        assert_eq!(attempts.sweep(at(1)).await.unwrap(), 1, "began earlier");
        assert_eq!(count("new", 2, 6).await, Some(Duration::from_secs(540)));
        assert_eq!(count("new", 2, 15).await, None, "a new window");
        assert_eq!(count("never", 0, 0).await, None, "nothing has been counted yet");
        assert_eq!(count("never", 1, 0).await, Some(window));
    });
}

#[test]
fn a_refused_attempt_counts_under_no_key() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let window = Duration::from_secs(600);
        let keys = |a, b| vec![("a".to_owned(), a), ("b".to_owned(), b)];
        let count = async |keys| store.attempts().count(keys, window, at(0)).await.unwrap();
        assert_eq!(count(keys(1, 9)).await, None);
        for _ in 0..5 {
            assert!(count(keys(1, 9)).await.is_some(), "the first key is exhausted");
        }
        assert_eq!(
            count(vec![("b".to_owned(), 2)]).await,
            None,
            "one attempt was counted under the second key"
        );
        assert!(count(vec![("b".to_owned(), 2)]).await.is_some());
        let forgotten = vec!["a".to_owned(), "unknown".to_owned()];
        for _ in 0..3 {
            store.attempts().succeeded(forgotten.clone(), vec!["b".to_owned()]).await.unwrap();
        }
        assert_eq!(count(keys(1, 1)).await, None, "counts do not drop below zero");
        assert!(count(keys(2, 1)).await.is_some());
    });
}
