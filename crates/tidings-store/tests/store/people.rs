//! Accounts, sessions, settings, and the removal of accounts.

use crate::support::*;
use tidings_model::{
    Failure, FailureKind, Reaction, Role, SourceState, UserId,
    user::{UserReaction, Visit},
};
use tidings_store::{
    AppScope, ArticleList, Audience, Belief, Cursor, Error, Invitation, InvitationPurpose,
    NewSession, Note, NoteEntry, NotesQuery, Store, engine::db::Engine,
};

#[test]
fn names_must_differ_by_more_than_case() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let first =
            store.users().add_first("Ada".to_owned(), "h".to_owned(), noon()).await.unwrap();
        assert!(store.users().add_first("Eve".to_owned(), "h".to_owned(), noon()).await.is_err());
        let taken = store.users().add(" ADA ".to_owned(), "h".to_owned(), Role::User, noon()).await;
        assert_eq!(taken, Err(Error::Taken("user name")));
        for bad in ["", "  ", "a\nb", &"x".repeat(101)] {
            assert!(
                store
                    .users()
                    .add(bad.to_owned(), "h".to_owned(), Role::User, noon())
                    .await
                    .is_err()
            );
        }
        let account = store.users().account("aDa".to_owned()).await.unwrap().unwrap();
        assert_eq!(
            (account.user.id, account.user.role, account.user.name.as_str()),
            (first, Role::Operator, "Ada")
        );
        assert!(store.users().account("eve".to_owned()).await.unwrap().is_none());
        assert!(
            store.users().set_role(first, Role::User).await.is_err(),
            "the last operator remains one"
        );
        let second = add_user(&store, "grace").await;
        assert!(store.users().remove(first).await.is_err());
        store.users().set_role(second, Role::Operator).await.unwrap();
        store.users().remove(first).await.unwrap();
        assert_eq!(
            (store.users().count().await.unwrap(), store.users().all().await.unwrap()[0].id),
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
            store.users().begin_session(session, at(0)).await.unwrap();
        };
        for token in 1..=4 {
            begin(token).await;
        }
        assert_eq!(
            store.users().members().await.unwrap()[0].seen_at,
            Some(at(0)),
            "signing in counts as activity"
        );
        let found = store.users().session(vec![1; 32], at(1)).await.unwrap().unwrap();
        assert_eq!((found.user.id, found.csrf.as_str()), (user, "c"));
        assert!(
            store.users().session(vec![1; 32], at(60)).await.unwrap().is_none(),
            "it has expired"
        );
        store.users().touch_session(vec![1; 32], at(30), at(90)).await.unwrap();
        assert!(store.users().session(vec![1; 32], at(60)).await.unwrap().is_some());
        store.users().end_session(vec![2; 32]).await.unwrap();
        assert_eq!(store.users().end_other_sessions(user, Some(vec![1; 32])).await.unwrap(), 2);
        assert_eq!(store.users().sessions(user, at(31)).await.unwrap().len(), 1);
        store.users().set_password(user, "new".to_owned()).await.unwrap();
        assert!(
            store.users().session(vec![1; 32], at(31)).await.unwrap().is_none(),
            "a new password ends all sessions"
        );
        begin(5).await;
        assert_eq!(store.users().sweep_sessions(at(999)).await.unwrap(), 1);
        let nobody = NewSession {
            token_hash: vec![9; 32],
            user: tidings_model::UserId(99),
            csrf: String::new(),
            label: String::new(),
            expires_at: at(1),
        };
        assert_eq!(store.users().begin_session(nobody, at(0)).await, Err(Error::NotFound("user")));
    });
}

#[test]
fn app_passwords_are_looked_up_by_digest() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        let id = store
            .users()
            .add_app_password(user, "phone".to_owned(), AppScope::Read, vec![7; 32].into(), noon())
            .await
            .unwrap();
        let (owner, password) =
            store.users().app_password_owner(vec![7; 32]).await.unwrap().unwrap();
        assert_eq!((owner.id, password.label.as_str(), password.used_at), (user, "phone", None));
        store.users().touch_app_password(id, at(1)).await.unwrap();
        assert_eq!(store.users().app_passwords(user).await.unwrap()[0].used_at, Some(at(1)));
        let eve = add_user(&store, "eve").await;
        assert_eq!(
            store.users().remove_app_password(eve, id).await,
            Err(Error::NotFound("app password"))
        );
        let lasting = store.users().lasting_app_passwords(vec![id, id + 1]).await.unwrap();
        assert_eq!(lasting.into_iter().collect::<Vec<_>>(), [id]);
        store.users().disable(user, at(1)).await.unwrap();
        assert!(store.users().lasting_app_passwords(vec![id]).await.unwrap().is_empty());
        store.users().remove_app_password(user, id).await.unwrap();
        assert!(store.users().app_password_owner(vec![7; 32]).await.unwrap().is_none());
        assert!(store.users().lasting_app_passwords(vec![id]).await.unwrap().is_empty());
    });
}

#[test]
fn settings_and_beliefs_are_stored_by_name() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        let set = async |user, value: Option<&str>| {
            store.settings().set(user, "theme".to_owned(), value.map(str::to_owned)).await.unwrap();
            store.settings().get(user, "theme".to_owned()).await.unwrap()
        };
        assert_eq!(set(Some(user), Some("dark")).await.as_deref(), Some("dark"));
        assert_eq!(set(None, Some("light")).await.as_deref(), Some("light"));
        assert_eq!(set(Some(user), None).await, None);
        assert_eq!(
            store.settings().list(None).await.unwrap(),
            [("theme".to_owned(), "light".to_owned())]
        );
        assert_eq!(
            store.settings().get_or_insert("secret".to_owned(), "a".to_owned()).await.unwrap(),
            "a"
        );
        assert_eq!(
            store.settings().get_or_insert("secret".to_owned(), "b".to_owned()).await.unwrap(),
            "a"
        );
        let belief = |n: u8| Belief { subject: 5, as_of: at(n.into()), body: vec![n, 0, 255] };
        store.learning().set_belief("test", belief(1)).await.unwrap();
        store.learning().set_belief("test", belief(2)).await.unwrap();
        assert_eq!(store.learning().belief("test", 5).await.unwrap(), Some(belief(2)));
    });
}

/// Counts the rows of a user in every table with a user column, which finds tables that the removal of a user forgets.
async fn rows_of(store: &Store, user: UserId) -> Vec<(String, i64)> {
    store
        .read(move |c| {
            let sql = match c.engine() {
                Engine::Sqlite => {
                    "select t.name from sqlite_master t join pragma_table_info(t.name) i on i.name = 'user_id' \
                     where t.type = 'table' order by t.name"
                }
                Engine::Postgres => {
                    "select cast(table_name as text) from information_schema.columns \
                     where table_schema = current_schema() and column_name = 'user_id' order by 1"
                }
            };
            let mut left = Vec::new();
            for row in c.query(sql, &[])? {
                let table: String = row.only()?;
                let sql = format!("select count(*) from {table} where user_id = $1");
                let n: i64 = c.query(&sql, tidings_store::values![user])?.remove(0).only()?;
                left.push((table, n));
            }
            Ok(left)
        })
        .await
        .unwrap()
}

async fn notes(store: &Store, audience: Audience) -> Vec<NoteEntry> {
    let asked = NotesQuery { audience, kinds: Vec::new(), before: None, limit: 99 };
    store.activity().notes(asked).await.unwrap()
}

fn link(token: u8, errand: InvitationPurpose) -> Invitation {
    Invitation { token_hash: vec![token; 32], errand, created_at: noon(), expires_at: at(60) }
}

#[test]
fn a_disabled_user_cannot_sign_in_in_any_way() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let root =
            store.users().add_first("root".to_owned(), "h".to_owned(), noon()).await.unwrap();
        let ada = add_user(&store, "ada").await;
        let session = |token: u8| NewSession {
            token_hash: vec![token; 32],
            user: ada,
            csrf: "c".to_owned(),
            label: String::new(),
            expires_at: at(60),
        };
        store.users().begin_session(session(1), at(0)).await.unwrap();
        store.users().begin_second_step(vec![2; 32], ada, at(60)).await.unwrap();
        store.users().add_invitation(link(3, InvitationPurpose::NewPassword(ada))).await.unwrap();
        let app = AppScope::Write;
        store
            .users()
            .add_app_password(ada, "x".to_owned(), app, vec![4; 32].into(), noon())
            .await
            .unwrap();
        store.users().disable(ada, at(1)).await.unwrap();
        assert!(store.users().session(vec![1; 32], at(2)).await.unwrap().is_none());
        assert!(store.users().second_step(vec![2; 32], at(2)).await.unwrap().is_none());
        assert!(store.users().invitation(vec![3; 32]).await.unwrap().is_none());
        assert!(store.users().app_password_owner(vec![4; 32]).await.unwrap().is_none());
        assert_eq!(
            store.users().begin_session(session(5), at(2)).await,
            Err(Error::NotFound("user"))
        );
        assert!(store.users().account("ada".to_owned()).await.unwrap().unwrap().is_disabled);
        let members = store.users().members().await.unwrap();
        assert_eq!((members[0].disabled_at, members[1].disabled_at), (Some(at(1)), None));
        store.users().enable(ada).await.unwrap();
        assert!(
            store.users().session(vec![1; 32], at(2)).await.unwrap().is_none(),
            "signs in again"
        );
        assert!(store.users().app_password_owner(vec![4; 32]).await.unwrap().is_some());
        assert!(
            store.users().disable(root, at(1)).await.is_err(),
            "the last operator cannot be disabled"
        );
        store.users().set_role(ada, Role::Operator).await.unwrap();
        store.users().disable(ada, at(1)).await.unwrap();
        assert!(
            store.users().set_role(root, Role::User).await.is_err(),
            "a disabled operator does not count"
        );
        assert!(store.users().remove(root).await.is_err());
    });
}

#[test]
fn codes_and_recovery_codes_are_accepted_once() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        assert!(store.users().second_factor(user).await.unwrap().is_none());
        store.users().begin_second_factor(user, vec![1; 20], noon()).await.unwrap();
        store.users().begin_second_factor(user, vec![2; 20], noon()).await.unwrap();
        assert!(!store.users().take_step(user, 7).await.unwrap(), "not confirmed yet");
        assert!(!store.users().account("ada".to_owned()).await.unwrap().unwrap().has_second_factor);
        let codes = vec![vec![1; 32], vec![2; 32]];
        store.users().confirm_second_factor(user, 7, codes, noon()).await.unwrap();
        assert!(store.users().confirm_second_factor(user, 8, Vec::new(), noon()).await.is_err());
        assert!(store.users().begin_second_factor(user, vec![3; 20], noon()).await.is_err());
        let found = store.users().second_factor(user).await.unwrap().unwrap();
        assert_eq!((found.secret, found.n_recovery_codes), (vec![2; 20], 2));
        for (step, is_taken) in [(7, false), (6, false), (9, true), (9, false), (8, false)] {
            assert_eq!(store.users().take_step(user, step).await.unwrap(), is_taken, "{step}");
        }
        assert!(store.users().take_recovery_code(user, vec![1; 32]).await.unwrap());
        assert!(!store.users().take_recovery_code(user, vec![1; 32]).await.unwrap());
        let eve = add_user(&store, "eve").await;
        assert!(!store.users().take_recovery_code(eve, vec![2; 32]).await.unwrap());
        assert!(store.users().set_recovery_codes(eve, vec![vec![9; 32]]).await.is_err());
        store.users().begin_second_step(vec![5; 32], user, at(10)).await.unwrap();
        assert_eq!(store.users().second_step(vec![5; 32], at(1)).await.unwrap().unwrap().id, user);
        assert!(store.users().second_step(vec![5; 32], at(10)).await.unwrap().is_none());
        assert!(store.users().end_second_step(vec![5; 32]).await.unwrap());
        assert!(!store.users().end_second_step(vec![5; 32]).await.unwrap());
        store.users().remove_second_factor(user).await.unwrap();
        assert!(store.users().second_factor(user).await.unwrap().is_none());
    });
}

#[test]
fn a_link_works_once_and_only_until_it_expires() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let ada = add_user(&store, "ada").await;
        store
            .users()
            .add_invitation(link(1, InvitationPurpose::Join(Role::Operator)))
            .await
            .unwrap();
        let join = async |name: &str, minute| {
            store
                .users()
                .use_invitation(vec![1; 32], name.to_owned(), "h".to_owned(), at(minute))
                .await
        };
        assert_eq!(join("ADA", 1).await, Err(Error::Taken("user name")));
        assert_eq!(join("bob", 60).await, Err(Error::NotFound("invitation")));
        let bob = join("bob", 2).await.unwrap();
        assert_eq!(store.users().get(bob).await.unwrap().unwrap().role, Role::Operator);
        assert_eq!(join("carl", 2).await, Err(Error::NotFound("invitation")));
        for token in [2, 3] {
            store
                .users()
                .add_invitation(link(token, InvitationPurpose::NewPassword(ada)))
                .await
                .unwrap();
        }
        assert_eq!(
            store.users().invitations(at(1)).await.unwrap().len(),
            1,
            "only the latest is valid"
        );
        let nobody = String::new();
        let used = store.users().use_invitation(vec![3; 32], nobody, "new".to_owned(), at(3)).await;
        assert_eq!(used, Ok(ada));
        assert_eq!(store.users().account_of(ada).await.unwrap().unwrap().password_hash, "new");
        store.users().add_invitation(link(4, InvitationPurpose::Join(Role::User))).await.unwrap();
        store.users().remove_invitation(vec![4; 32]).await.unwrap();
        assert!(store.users().remove_invitation(vec![4; 32]).await.is_err());
        store.users().rename(ada, "Ada L.".to_owned()).await.unwrap();
        assert_eq!(
            store.users().rename(ada, "BOB".to_owned()).await,
            Err(Error::Taken("user name"))
        );
        assert_eq!(store.users().account("ada l.".to_owned()).await.unwrap().unwrap().user.id, ada);
    });
}

#[test]
fn a_failure_that_lasts_a_day_is_noted_once_for_subscribers() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let eve = add_user(&store, "eve").await;
        let ask = async |hour: i64, is_well: bool| {
            let mut asked = record(source, Vec::new(), at(60 * hour));
            asked.health.last_fetch = Some(at(60 * hour));
            if !is_well {
                let failure = Failure::new(FailureKind::Timeout, "timeout");
                asked.fetched = tidings_store::FetchedContent::Failed(failure);
                asked.health.failing_since = Some(at(60));
            }
            store.fetches().store(asked).await.unwrap();
        };
        for (hour, is_well) in
            [(0, true), (1, false), (20, false), (25, false), (26, false), (49, true), (50, true)]
        {
            ask(hour, is_well).await;
        }
        let told = notes(&store, Audience::Own(ada)).await;
        let kinds: Vec<_> = told.iter().map(|noted| noted.note.kind.as_str()).collect();
        assert_eq!(kinds, ["recovered", "failing"]);
        assert_eq!(told[1].note.message, "timeout");
        assert_eq!(notes(&store, Audience::Own(eve)).await, []);
        let own = Note {
            at: noon(),
            user: Some(eve),
            source: None,
            kind: "signed_in".to_owned(),
            message: String::new(),
        };
        store.activity().note(own).await.unwrap();
        assert_eq!(notes(&store, Audience::Own(eve)).await.len(), 1);
        assert_eq!(notes(&store, Audience::Server).await.len(), 2, "nothing about a single user");
        assert_eq!(store.activity().count_notes_after(ada, told[1].id, &[]).await.unwrap(), 1);
        assert_eq!(
            store.activity().count_notes_after(ada, 0, &["failing", "gone"]).await.unwrap(),
            1
        );
        let older = NotesQuery {
            audience: Audience::Own(ada),
            kinds: vec!["failing".to_owned()],
            before: Some(told[0].id),
            limit: 5,
        };
        assert_eq!(store.activity().notes(older).await.unwrap().len(), 1);
        assert_eq!(
            store.maintenance().count_failures(noon()).await.unwrap(),
            [("timeout".to_owned(), 4)]
        );
        assert!(store.maintenance().database_bytes().await.unwrap() > 10_000);
        assert_eq!(store.maintenance().silent_hosts(noon(), 5).await.unwrap(), []);
    });
}

#[test]
fn a_removed_user_leaves_nothing_behind_and_others_are_not_affected() {
    on_both(|ground| async move {
        let (store, ada, shared) = with_reader(&ground).await;
        let eve = add_user(&store, "eve").await;
        store.subscriptions().subscribe(eve, shared, None, noon()).await.unwrap();
        let own = add_source(&store, "https://only-ada.example/").await;
        store.subscriptions().subscribe(ada, own, None, noon()).await.unwrap();
        let ids = store_articles(&store, shared, (0..5).map(tidy).collect(), at(0)).await.new_ids;
        for user in [ada, eve] {
            store.readings().star(user, ids[0], Some(noon())).await.unwrap();
            store.readings().tag(user, ids[1], "t".to_owned(), noon()).await.unwrap();
            let reaction = Reaction::Hidden;
            store
                .users()
                .add_reaction(UserReaction { user, article: ids[0], reaction, at: noon() })
                .await
                .unwrap();
            store.subscriptions().folder(user, "F".to_owned(), noon()).await.unwrap();
            store.users().begin_second_factor(user, vec![1; 20], noon()).await.unwrap();
            store.users().confirm_second_factor(user, 1, vec![vec![2; 32]], noon()).await.unwrap();
            store.users().begin_second_step(vec![user.0 as u8; 32], user, at(9)).await.unwrap();
            store
                .users()
                .add_invitation(link(user.0 as u8, InvitationPurpose::NewPassword(user)))
                .await
                .unwrap();
            store.users().add_visit(Visit { user, at: noon() }).await.unwrap();
            store.settings().set(Some(user), "a".to_owned(), Some("b".to_owned())).await.unwrap();
            store
                .users()
                .add_app_password(
                    user,
                    "x".to_owned(),
                    AppScope::Write,
                    vec![user.0 as u8; 4].into(),
                    noon(),
                )
                .await
                .unwrap();
            let note = Note {
                at: noon(),
                user: Some(user),
                source: None,
                kind: "k".to_owned(),
                message: "m".to_owned(),
            };
            store.activity().note(note).await.unwrap();
        }
        store.users().remove(ada).await.unwrap();
        let left = rows_of(&store, ada).await;
        assert!(left.iter().all(|(_, n)| *n == 0), "{left:?}");
        assert_eq!(store.sources().get(own).await.unwrap().unwrap().state, SourceState::Paused);
        assert_eq!(store.sources().get(shared).await.unwrap().unwrap().state, SourceState::Active);
        assert_eq!(store.readings().unread_ids(eve, 9).await.unwrap().len(), 5);
        assert_eq!(
            store
                .articles()
                .list(eve, ArticleList::Starred, Cursor::START, 9)
                .await
                .unwrap()
                .articles
                .len(),
            1
        );
        assert_eq!(notes(&store, Audience::Own(eve)).await.len(), 1);
        assert!(
            rows_of(&store, eve).await.iter().any(|(table, n)| table == "invitations" && *n == 1)
        );
        assert_eq!(store.articles().count().await.unwrap(), 5);
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn valid_sessions_are_found_among_many() {
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
            store.users().begin_session(session, at(0)).await.unwrap();
        }
        store.users().end_session(vec![3; 32]).await.unwrap();
        let asked = (1..=4).map(|token| vec![token; 32]).collect::<Vec<_>>();
        let lasting = store.users().lasting_sessions(asked, at(30)).await.unwrap();
        assert_eq!(lasting.into_iter().collect::<Vec<_>>(), [vec![1; 32]]);
        assert!(store.users().lasting_sessions(Vec::new(), at(30)).await.unwrap().is_empty());
    });
}
