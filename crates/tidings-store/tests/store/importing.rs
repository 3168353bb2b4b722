//! Imports: the state of each line, options and marks from a file, and how long marks wait.

use crate::support::*;
use tidings_model::{
    FolderPath, Refusal, SourceId, SourceKind, SourceState, UserId,
    rule::{Accents, Action, Matching, Rule, RuleScope},
};
use tidings_store::{
    ImportLine, ImportLineState, ImportProgress, ImportedMark, IncomingRule, IncomingRulePlace,
    Listing, Store, SubscriberOptions, Switch, Wish,
};

const DAY: i64 = 24 * 60;

fn line(url: &str) -> ImportLine {
    ImportLine { url: url.to_owned(), ..ImportLine::default() }
}

fn wish(url: &str) -> Wish {
    Wish {
        kind: SourceKind::Feed,
        url: url.parse().unwrap(),
        folder: None,
        title: None,
        first: (at(30), "first".to_owned()),
    }
}

fn mark(source: &str, n: usize) -> ImportedMark {
    ImportedMark {
        source: source.parse().unwrap(),
        source_title: "Title from the file".to_owned(),
        article: tidy(n),
        is_read: false,
        is_starred: false,
        is_later: false,
        tags: Vec::new(),
    }
}

/// Begins an import of these lines and settles all waiting ones, each with its own address.
async fn import(
    store: &Store,
    user: UserId,
    lines: Vec<ImportLine>,
    most: usize,
) -> ImportProgress {
    let listing = Listing { lines, ..Listing::default() };
    let id = store.imports().begin(user, listing, noon()).await.unwrap();
    let waiting = store.imports().waiting_lines(id, 99).await.unwrap();
    let wishes = waiting.into_iter().map(|(n, line)| (n, Ok(wish(&line.url)))).collect();
    store.imports().settle_lines(id, user, wishes, most, noon()).await.unwrap();
    store.imports().finish(id, at(1)).await.unwrap();
    store.imports().get(user, id).await.unwrap().unwrap()
}

async fn bring(store: &Store, user: UserId, marks: Vec<ImportedMark>, minute: i64) -> i64 {
    let listing = Listing { marks, ..Listing::default() };
    store.imports().begin(user, listing, at(minute)).await.unwrap()
}

#[test]
fn lines_are_counted_by_their_state() {
    on_both(|ground| async move {
        let (store, user, _) = with_reader(&ground).await;
        let done = ImportLine {
            state: ImportLineState::Refused,
            why: "no-address".to_owned(),
            ..line("")
        };
        let lines = vec![
            line("https://example.org/feed"),
            line("https://a.example/"),
            line("https://a.example/"),
            line("https://b.example/"),
            line("https://c.example/"),
            done,
        ];
        let progress = import(&store, user, lines, 3).await;
        assert_eq!(progress.counts, [0, 2, 2, 2]);
        assert_eq!((progress.n_waiting(), progress.n_added()), (0, 2));
        assert_eq!((progress.n_known(), progress.n_refused(), progress.n_lines()), (2, 2, 6));
        assert_eq!((progress.started_at, progress.finished_at), (noon(), Some(at(1))));
        let refused = store.imports().refused_lines(user, progress.id, 9).await.unwrap();
        let why: Vec<_> = refused.iter().map(|(n, line)| (*n, line.why.as_str())).collect();
        assert_eq!(why, [(4, "full 3"), (5, "no-address")]);
        assert_eq!(store.imports().refused_lines(user, progress.id, 1).await.unwrap().len(), 1);
        let again = import(&store, user, vec![line("https://b.example/")], 3).await;
        assert_eq!(
            again.counts,
            [0, 0, 1, 0],
            "existing subscriptions do not count against the limit"
        );
        let all = store.imports().list(user, 9).await.unwrap();
        assert_eq!(all, [again.clone(), progress], "newest first");
        assert_eq!(store.imports().list(user, 1).await.unwrap(), [again]);
    });
}

#[test]
fn a_line_settled_by_another_process_is_skipped() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        let listing = Listing { lines: vec![line("https://a.example/")], ..Listing::default() };
        let id = store.imports().begin(user, listing, noon()).await.unwrap();
        let settle = |wish| store.imports().settle_lines(id, user, vec![(0, wish)], 9, noon());
        store.imports().finish(id, at(1)).await.unwrap();
        assert_eq!(store.imports().unfinished().await.unwrap(), [(id, user)], "a line waits");
        settle(Err(Refusal::TooLong)).await.unwrap();
        assert_eq!(settle(Ok(wish("https://a.example/"))).await.unwrap(), []);
        assert_eq!(store.subscriptions().count(user).await.unwrap(), 0);
        store.imports().finish(id, at(2)).await.unwrap();
        store.imports().finish(id, at(3)).await.unwrap();
        let progress = store.imports().get(user, id).await.unwrap().unwrap();
        assert_eq!((progress.finished_at, progress.counts), (Some(at(2)), [0, 0, 0, 1]));
    });
}

#[test]
fn known_sources_are_returned_and_new_ones_wait_for_their_time() {
    on_both(|ground| async move {
        let (store, ada, source) = with_reader(&ground).await;
        let user = add_user(&store, "bob").await;
        let lines = ["https://example.org/feed", "https://new.example/"].map(line).to_vec();
        let listing = Listing { lines, ..Listing::default() };
        let id = store.imports().begin(user, listing, noon()).await.unwrap();
        let mut told = wish("https://new.example/");
        (told.folder, told.title) = (Some("F".to_owned()), Some("Mine".to_owned()));
        let wishes = vec![(0, Ok(wish("https://example.org/feed"))), (1, Ok(told))];
        let known = store.imports().settle_lines(id, user, wishes, 9, noon()).await.unwrap();
        assert_eq!(known, [source]);
        let all = store.subscriptions().list(user).await.unwrap();
        let new = all.iter().find(|one| one.source.id != source).unwrap();
        assert_eq!((new.title(), new.source.next_at), ("Mine", at(30)));
        assert_eq!(
            (new.source.next_reason.as_str(), new.source.state),
            ("first", SourceState::Active)
        );
        let folders = store.subscriptions().folders(user).await.unwrap();
        assert_eq!((new.subscription.folder, folders[0].name.as_str()), (Some(folders[0].id), "F"));
        assert_eq!(store.subscriptions().folders(ada).await.unwrap(), []);
    });
}

#[test]
fn options_from_another_program_are_applied() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        let options = SubscriberOptions {
            is_muted: true,
            full_text: true,
            is_pinned: true,
            min_minutes: Some(5),
            max_minutes: Some(600),
            keep_days: Some(7),
            keep_count: Some(u32::MAX),
            kept_move: Some("https://moved.example/?a=\"b\"".to_owned()),
        };
        let told = ImportLine {
            title: "Tïtle\t\"quoted\"".to_owned(),
            folder: "F\\n".to_owned(),
            options: options.clone(),
            is_paused: true,
            ..line("https://a.example/")
        };
        let lines = vec![told.clone(), line("https://b.example/")];
        let listing = Listing { lines: lines.clone(), ..Listing::default() };
        let id = store.imports().begin(user, listing, noon()).await.unwrap();
        let waiting = store.imports().waiting_lines(id, 9).await.unwrap();
        assert_eq!(waiting.into_iter().map(|(_, line)| line).collect::<Vec<_>>(), lines);
        import(&store, user, lines, 9).await;
        let all = store.subscriptions().list(user).await.unwrap();
        assert_eq!((all[0].options.clone(), all[0].paused_at), (options, Some(noon())));
        assert_eq!(all[0].source.state, SourceState::Paused, "no other subscribers");
        assert_eq!((&all[1].options, all[1].paused_at), (&SubscriberOptions::default(), None));
        assert_eq!(all[1].source.state, SourceState::Active);
    });
}

fn incoming(name: &str, place: IncomingRulePlace, switch: Switch) -> IncomingRule {
    let rule = Rule {
        name: name.to_owned(),
        scope: RuleScope::All,
        matching: Matching::Any,
        conditions: vec!["title words: x".parse().unwrap()],
        accents: Accents::Count,
        actions: vec![Action::Star],
    };
    IncomingRule { rule, place, switch }
}

#[test]
fn imported_rules_are_added_once_after_existing_ones() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        let own = incoming("own", IncomingRulePlace::Everywhere, Switch::On).rule;
        store.rules().add(user, own, 9, noon()).await.unwrap();
        let feed = IncomingRulePlace::Source("https://a.example/".parse().unwrap());
        let rules = vec![
            incoming("everywhere", IncomingRulePlace::Everywhere, Switch::Off),
            incoming(
                "folder",
                IncomingRulePlace::Folder(FolderPath::new("F").unwrap()),
                Switch::On,
            ),
            incoming("source", feed, Switch::On),
            incoming("too many", IncomingRulePlace::Everywhere, Switch::On),
        ];
        let listing = Listing { rules, most_rules: 4, ..Listing::default() };
        for _ in 0..2 {
            store.imports().begin(user, listing.clone(), noon()).await.unwrap();
            let folder = store.subscriptions().folders(user).await.unwrap()[0].id;
            let kept = store.rules().list(user).await.unwrap();
            let told: Vec<_> = kept
                .iter()
                .map(|one| (one.rule.name.as_str(), one.rule.scope, one.is_on))
                .collect();
            assert_eq!(
                told,
                [
                    ("own", RuleScope::All, true),
                    ("everywhere", RuleScope::All, false),
                    ("folder", RuleScope::Folder(folder), true),
                    ("source", RuleScope::Source(SourceId(1)), true),
                ]
            );
        }
        assert_eq!(
            store.subscriptions().count(user).await.unwrap(),
            0,
            "a rule does not subscribe to its source"
        );
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn imported_marks_take_precedence_over_rules() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let ids = store_articles(&store, source, (0..3).map(tidy).collect(), at(0)).await.new_ids;
        let rule = incoming("hides", IncomingRulePlace::Everywhere, Switch::On).rule;
        let rule = store.rules().add(user, rule, 9, noon()).await.unwrap();
        let hide = tidings_model::rule::Verdict { blocked_by: Some(rule), ..Default::default() };
        let verdicts = ids.iter().map(|id| (*id, hide.clone())).collect();
        store.rules().carry_out(user, verdicts, at(1)).await.unwrap();
        let feed = "https://example.org/feed";
        let read = ImportedMark { is_read: true, ..mark(feed, 0) };
        let later = ImportedMark { is_later: true, tags: vec!["t".to_owned()], ..mark(feed, 1) };
        let import = bring(&store, user, vec![read, later], 2).await;
        let progress = store.imports().get(user, import).await.unwrap().unwrap();
        assert_eq!((progress.n_marks, progress.n_marks_waiting), (2, 0));
        let list = tidings_store::ArticleList::All;
        let page =
            store.articles().list(user, list, tidings_store::Cursor::START, 9).await.unwrap();
        let shown: Vec<_> = page.articles.iter().map(|one| (one.id, one.is_unread)).collect();
        assert_eq!(shown, [(ids[1], true), (ids[0], false)], "the third stays hidden");
        let later = store.readings().get(user, ids[1]).await.unwrap().later_at;
        assert_eq!(
            later,
            tidy(1).published,
            "saved for later when it was published, not when it was imported"
        );
        assert_eq!(store.articles().get(user, ids[1]).await.unwrap().unwrap().tags.len(), 1);
    });
}

async fn waiting(store: &Store, user: UserId, import: i64) -> Option<u64> {
    store.imports().get(user, import).await.unwrap().map(|progress| progress.n_marks_waiting)
}

#[test]
fn read_marks_wait_for_their_articles_for_ninety_days() {
    on_both(|ground| async move {
        let (store, user, _) = with_reader(&ground).await;
        let read = ImportedMark { is_read: true, ..mark("https://example.org/feed", 1) };
        let id = bring(&store, user, vec![read], 0).await;
        store.imports().settle_marks(at(90 * DAY)).await.unwrap();
        assert_eq!(waiting(&store, user, id).await, Some(1));
        store.imports().settle_marks(at(90 * DAY + 1)).await.unwrap();
        assert_eq!(waiting(&store, user, id).await, Some(0));
        assert_eq!(store.articles().count().await.unwrap(), 0, "no article was created");
    });
}

#[test]
fn starred_marks_wait_three_days_and_then_become_private_articles() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        let feed = "https://example.org/feed";
        let starred = ImportedMark { is_starred: true, is_read: true, ..mark(feed, 1) };
        let tagged = ImportedMark { tags: vec!["t".to_owned()], ..mark(feed, 2) };
        let later = ImportedMark { is_later: true, ..mark(feed, 3) };
        let id = bring(&store, user, vec![starred, tagged, later], 0).await;
        assert_eq!(store.imports().settle_marks(at(3 * DAY)).await.unwrap(), 0);
        assert_eq!(waiting(&store, user, id).await, Some(3));
        assert_eq!(store.imports().settle_marks(at(3 * DAY + 1)).await.unwrap(), 3);
        assert_eq!(store.imports().settle_marks(at(3 * DAY + 1)).await.unwrap(), 0);
        assert_eq!(waiting(&store, user, id).await, Some(0));
        let kept = store.articles().in_sight(user).await.unwrap().1;
        let full = store.articles().get_all(user, kept).await.unwrap();
        let told: Vec<_> = full
            .iter()
            .map(|one| {
                (one.listed.title.as_str(), one.listed.source_title.as_str(), one.is_followed)
            })
            .collect();
        assert_eq!(
            told,
            [("Title 1", feed, false), ("Title 2", feed, false), ("Title 3", feed, false)]
        );
        assert!(full.iter().all(|one| one.listed.source != source), "in a separate source");
        let archive = store.sources().get(full[0].listed.source).await.unwrap().unwrap();
        assert_eq!((archive.owner, archive.state), (Some(user), SourceState::Paused));
        let stored = store_articles(&store, source, (1..4).map(tidy).collect(), at(4 * DAY)).await;
        assert_eq!(stored.n_new, 3, "articles from a file are separate from those of the feed");
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn marks_stop_waiting_once_their_source_was_fetched() {
    on_both(|ground| async move {
        let (store, user, source) = with_reader(&ground).await;
        store_articles(&store, source, vec![tidy(9)], at(5)).await;
        let starred = ImportedMark { is_starred: true, ..mark("https://example.org/feed", 1) };
        let id = bring(&store, user, vec![starred], 10).await;
        assert_eq!(
            store.imports().settle_marks(at(11)).await.unwrap(),
            0,
            "not fetched since the import"
        );
        store_articles(&store, source, vec![tidy(9)], at(20)).await;
        assert_eq!(waiting(&store, user, id).await, Some(0), "the feed did not list it");
        let starred = store.readings().starred_ids(user, 9).await.unwrap();
        let reading = store.readings().get(user, starred[0]).await.unwrap();
        assert_eq!(reading.starred_at, tidy(1).published);
    });
}

#[test]
fn finished_imports_are_removed_after_ninety_days_and_others_are_not() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        let done = import(&store, user, vec![line("https://a.example/")], 9).await.id;
        let lines = vec![line("https://b.example/")];
        let open =
            store.imports().begin(user, Listing { lines, ..Listing::default() }, noon()).await;
        let open = open.unwrap();
        store.imports().settle_marks(at(90 * DAY)).await.unwrap();
        assert!(store.imports().get(user, done).await.unwrap().is_some());
        store.imports().settle_marks(at(90 * DAY + 1)).await.unwrap();
        assert_eq!(store.imports().get(user, done).await.unwrap(), None);
        assert_eq!(waiting(&store, user, open).await, Some(0), "an unfinished import is kept");
        assert_eq!(store.imports().waiting_lines(open, 9).await.unwrap().len(), 1);
        assert_eq!(store.maintenance().check().await.unwrap(), [""; 0]);
    });
}

#[test]
fn complaints_round_trip() {
    on_both(|ground| async move {
        let store = ground.open().await;
        let user = add_user(&store, "ada").await;
        let complaints = vec!["two\nlines".to_owned(), String::new(), "tab\there \\".to_owned()];
        let name = "Ünï.opml".to_owned();
        let listing =
            Listing { name: name.clone(), complaints: complaints.clone(), ..Listing::default() };
        let id = store.imports().begin(user, listing, noon()).await.unwrap();
        let progress = store.imports().get(user, id).await.unwrap().unwrap();
        assert_eq!((progress.name, progress.complaints, progress.user), (name, complaints, user));
        store.imports().finish(id, at(1)).await.unwrap();
        assert_eq!(
            store.imports().unfinished().await.unwrap(),
            [],
            "without lines, there is nothing to do"
        );
    });
}
