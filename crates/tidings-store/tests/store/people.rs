//! Accounts, sessions, settings, and the end of an account.

use crate::support::*;
use tidings_model::{Reaction, Role, SourceState, user::Reacted};
use tidings_store::{Belief, Cursor, Error, NewSession, Note, Shelf};

#[test]
fn names_are_told_apart_by_more_than_case() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let first = store.add_first_user("Ada".to_owned(), "h".to_owned(), noon()).await.unwrap();
        assert!(store.add_first_user("Eve".to_owned(), "h".to_owned(), noon()).await.is_err());
        let taken = store.add_user(" ADA ".to_owned(), "h".to_owned(), Role::User, noon()).await;
        assert_eq!(taken, Err(Error::Taken("user name")));
        for bad in ["", "  ", "a\nb", &"x".repeat(101)] {
            assert!(
                store.add_user(bad.to_owned(), "h".to_owned(), Role::User, noon()).await.is_err()
            );
        }
        let account = store.account("aDa".to_owned()).await.unwrap().unwrap();
        assert_eq!(
            (account.user.id, account.user.role, account.user.name.as_str()),
            (first, Role::Operator, "Ada")
        );
        assert!(store.account("eve".to_owned()).await.unwrap().is_none());
        assert!(store.set_role(first, Role::User).await.is_err(), "the last operator stays one");
        let second = add_user(&store, "grace").await;
        assert!(store.remove_user(first).await.is_err());
        store.set_role(second, Role::Operator).await.unwrap();
        store.remove_user(first).await.unwrap();
        assert_eq!(
            (store.count_users().await.unwrap(), store.users().await.unwrap()[0].id),
            (1, second)
        );
    });
}

#[test]
fn sessions_end_when_they_should() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        let begin = async |token: u8| {
            let session = NewSession {
                token_hash: vec![token; 32],
                user,
                csrf: "c".to_owned(),
                label: "Firefox".to_owned(),
                expires_at: at(60),
            };
            store.begin_session(session, at(0)).await.unwrap();
        };
        for token in 1..=4 {
            begin(token).await;
        }
        let found = store.session(vec![1; 32], at(1)).await.unwrap().unwrap();
        assert_eq!((found.user.id, found.csrf.as_str()), (user, "c"));
        assert!(store.session(vec![1; 32], at(60)).await.unwrap().is_none(), "it has run out");
        store.touch_session(vec![1; 32], at(30), at(90)).await.unwrap();
        assert!(store.session(vec![1; 32], at(60)).await.unwrap().is_some());
        store.end_session(vec![2; 32]).await.unwrap();
        assert_eq!(store.end_other_sessions(user, Some(vec![1; 32])).await.unwrap(), 2);
        assert_eq!(store.sessions(user, at(31)).await.unwrap().len(), 1);
        store.set_password(user, "new".to_owned()).await.unwrap();
        assert!(
            store.session(vec![1; 32], at(31)).await.unwrap().is_none(),
            "a new password ends all"
        );
        begin(5).await;
        assert_eq!(store.sweep_sessions(at(999)).await.unwrap(), 1);
        let nobody = NewSession {
            token_hash: vec![9; 32],
            user: tidings_model::UserId(99),
            csrf: String::new(),
            label: String::new(),
            expires_at: at(1),
        };
        assert_eq!(store.begin_session(nobody, at(0)).await, Err(Error::NotFound("user")));
    });
}

#[test]
fn app_passwords_are_looked_up_by_digest() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        let id =
            store.add_app_password(user, "phone".to_owned(), vec![7; 32], noon()).await.unwrap();
        let (owner, password) = store.app_password_owner(vec![7; 32]).await.unwrap().unwrap();
        assert_eq!((owner.id, password.label.as_str(), password.used_at), (user, "phone", None));
        store.touch_app_password(id, at(1)).await.unwrap();
        assert_eq!(store.app_passwords(user).await.unwrap()[0].used_at, Some(at(1)));
        let eve = add_user(&store, "eve").await;
        assert_eq!(store.remove_app_password(eve, id).await, Err(Error::NotFound("app password")));
        store.remove_app_password(user, id).await.unwrap();
        assert!(store.app_password_owner(vec![7; 32]).await.unwrap().is_none());
    });
}

#[test]
fn settings_and_beliefs_are_kept_by_name() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        let set = async |user, value: Option<&str>| {
            store.set_setting(user, "theme".to_owned(), value.map(str::to_owned)).await.unwrap();
            store.setting(user, "theme".to_owned()).await.unwrap()
        };
        assert_eq!(set(Some(user), Some("dark")).await.as_deref(), Some("dark"));
        assert_eq!(set(None, Some("light")).await.as_deref(), Some("light"));
        assert_eq!(set(Some(user), None).await, None);
        assert_eq!(store.settings(None).await.unwrap(), [("theme".to_owned(), "light".to_owned())]);
        assert_eq!(
            store.setting_or_insert("secret".to_owned(), "a".to_owned()).await.unwrap(),
            "a"
        );
        assert_eq!(
            store.setting_or_insert("secret".to_owned(), "b".to_owned()).await.unwrap(),
            "a"
        );
        let belief = |n: u8| Belief { subject: 5, as_of: at(n.into()), body: vec![n, 0, 255] };
        store.set_belief("test", belief(1)).await.unwrap();
        store.set_belief("test", belief(2)).await.unwrap();
        assert_eq!(store.belief("test", 5).await.unwrap(), Some(belief(2)));
        assert_eq!(store.beliefs("test").await.unwrap().len(), 1);
    });
}

#[test]
fn a_removed_user_leaves_nothing_behind_and_others_untouched() {
    on_both(|ground| async move {
        let (store, ada, shared) = with_reader(&ground).await;
        let eve = add_user(&store, "eve").await;
        store.subscribe(eve, shared, None, noon()).await.unwrap();
        let own = add_source(&store, "https://only-ada.example/").await;
        store.subscribe(ada, own, None, noon()).await.unwrap();
        let ids = store_articles(&store, shared, (0..5).map(tidy).collect(), at(0)).await.new_ids;
        for user in [ada, eve] {
            store.star(user, ids[0], Some(noon())).await.unwrap();
            store.tag(user, ids[1], "t".to_owned(), noon()).await.unwrap();
            let reaction = Reaction::Hidden;
            store
                .add_reaction(Reacted { user, article: ids[0], reaction, at: noon() })
                .await
                .unwrap();
            store.folder(user, "F".to_owned(), noon()).await.unwrap();
            store.set_setting(Some(user), "a".to_owned(), Some("b".to_owned())).await.unwrap();
            store
                .add_app_password(user, "x".to_owned(), vec![user.0 as u8; 4], noon())
                .await
                .unwrap();
            let note = Note {
                at: noon(),
                user: Some(user),
                source: None,
                kind: "k".to_owned(),
                message: "m".to_owned(),
            };
            store.note(note).await.unwrap();
        }
        store.remove_user(ada).await.unwrap();
        let left: Vec<(String, i64)> = store
            .read(move |c| {
                let mut left = Vec::new();
                for table in [
                    "unread",
                    "readings",
                    "article_tags",
                    "tags",
                    "reactions",
                    "visits",
                    "subscriptions",
                    "folders",
                    "settings",
                    "activity",
                    "sessions",
                    "app_passwords",
                ] {
                    let sql = format!("select count(*) from {table} where user_id = $1");
                    let n: i64 = c.query(&sql, tidings_store::values![ada])?.remove(0).take()?;
                    left.push((table.to_owned(), n));
                }
                Ok(left)
            })
            .await
            .unwrap();
        assert!(left.iter().all(|(_, n)| *n == 0), "{left:?}");
        assert_eq!(store.source(own).await.unwrap().unwrap().state, SourceState::Paused);
        assert_eq!(store.source(shared).await.unwrap().unwrap().state, SourceState::Active);
        assert_eq!(store.unread_ids(eve, 9).await.unwrap().len(), 5);
        assert_eq!(
            store.list(eve, Shelf::Starred, Cursor::START, 9).await.unwrap().articles.len(),
            1
        );
        assert_eq!(store.activity_of(eve, 9).await.unwrap().len(), 1);
        assert_eq!(store.activity(9).await.unwrap().len(), 1);
        assert_eq!(store.count_articles().await.unwrap(), 5);
        assert_eq!(store.check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn of_many_sessions_those_that_last_are_told() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        for (token, end) in [(1, 60), (2, 10), (3, 60)] {
            let session = NewSession {
                token_hash: vec![token; 32],
                user,
                csrf: "c".to_owned(),
                label: "Firefox".to_owned(),
                expires_at: at(end),
            };
            store.begin_session(session, at(0)).await.unwrap();
        }
        store.end_session(vec![3; 32]).await.unwrap();
        let asked = (1..=4).map(|token| vec![token; 32]).collect::<Vec<_>>();
        let lasting = store.lasting_sessions(asked, at(30)).await.unwrap();
        assert_eq!(lasting.into_iter().collect::<Vec<_>>(), [vec![1; 32]]);
        assert!(store.lasting_sessions(Vec::new(), at(30)).await.unwrap().is_empty());
    });
}
