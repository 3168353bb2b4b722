//! Imported files: what is taken from them, what is refused and why, and how an import continues.

use super::*;
use crate::{
    services::ServiceSettings,
    testing::{FEED, FORBIDDEN, Home},
};
use tidings_model::rule::{
    Accents, Action, Condition, Field, Matching, Polarity, Rule, RuleScope, Test,
};
use tidings_store::{ArticleList, Switch, sources::MAX_URL_BYTES};

fn outline(url: &str) -> String {
    format!("<outline text='{url}' xmlUrl='{url}'/>")
}

fn opml(outlines: &str) -> Vec<u8> {
    format!("<opml><body>{outlines}</body></opml>").into_bytes()
}

fn many(n: std::ops::Range<usize>) -> Vec<u8> {
    opml(&n.map(|n| outline(&format!("https://h{n}.example/feed"))).collect::<String>())
}

/// Returns the numbers of added, known and refused lines of an import.
async fn counts(home: &Home, user: UserId, import: i64) -> [u64; 4] {
    home.store().imports().get(user, import).await.unwrap().unwrap().counts
}

async fn import(home: &Home, user: UserId, bytes: Vec<u8>) -> i64 {
    home.services.importing.import(user, "list.opml", bytes, |_| {}).await.unwrap()
}

async fn n_followed(home: &Home, user: UserId) -> u64 {
    home.store().subscriptions().count(user).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn invalid_lines_are_refused_each_with_its_reason() {
    let home = Home::new().await;
    let long = format!("https://long.example/{}", "x".repeat(MAX_URL_BYTES));
    let forbidden = format!("https://{FORBIDDEN}/feed");
    let lines = [FEED, "ftp://old.example/feed", &forbidden, &long, "https://"];
    let list = lines.map(outline).concat();
    let import = import(&home, home.ada, opml(&list)).await;
    let refused = home.store().imports().refused_lines(home.ada, import, 9).await.unwrap();
    let why = |url: &str| {
        let line = refused.iter().find(|(_, line)| line.url.starts_with(url));
        line.map(|(_, line)| Refusal::of_code(&line.why).expect("a code that can be read"))
    };
    assert_eq!(why(&forbidden), Some(Refusal::Forbidden(FailureKind::ForbiddenAddress)));
    assert_eq!(why("ftp:"), Some(Refusal::OtherScheme));
    assert!(why("https://long").is_some() && why(FEED).is_none());
    assert_eq!(counts(&home, home.ada, import).await[1], 1);
    assert_eq!(n_followed(&home, home.ada).await, 1);
    let bobs = home.store().imports().refused_lines(home.bob, import, 9).await.unwrap();
    assert!(bobs.is_empty(), "ada's import is private");
    assert_eq!(home.store().imports().get(home.bob, import).await.unwrap(), None);
}

#[tokio::test(start_paused = true)]
async fn passwords_in_addresses_are_neither_stored_nor_shown() {
    let home = Home::new().await;
    let bytes = opml("<outline xmlUrl='https://ann:secret@locked.example/feed'/>");
    let begun = home.services.importing.begin(home.ada, "list.opml", bytes).await.unwrap();
    let lines = home.store().imports().waiting_lines(begun, 9).await.unwrap();
    assert_eq!(lines[0].1.url, "https://locked.example/feed");
    home.services.importing.go_on().await.unwrap();
    let list = home.store().subscriptions().list(home.ada).await.unwrap();
    assert_eq!(list[0].source.url.as_str(), "https://locked.example/feed");
}

#[tokio::test(start_paused = true)]
async fn an_account_accepts_sources_up_to_its_limit_and_refuses_the_rest() {
    let limits = Limits { subscriptions_per_user: 130, ..Limits::default() };
    let home = Home::with(limits, ServiceSettings::default()).await;
    let full = import(&home, home.ada, many(0..150)).await;
    assert_eq!(counts(&home, home.ada, full).await, [0, 130, 0, 20]);
    let refused = home.store().imports().refused_lines(home.ada, full, 99).await.unwrap();
    assert!(refused.iter().all(|(_, line)| line.why == Refusal::Full { most: 130 }.code()));
    let refused = home.services.subscribing.follow(home.ada, FEED, None).await.unwrap_err();
    assert!(refused.to_string().contains("130 sources"), "{refused}");
    // Existing subscriptions do not count again, and bob has a limit of his own.
    let again = import(&home, home.ada, many(0..130)).await;
    assert_eq!(counts(&home, home.ada, again).await, [0, 0, 130, 0]);
    let bobs = import(&home, home.bob, many(0..10)).await;
    assert_eq!(counts(&home, home.bob, bobs).await, [0, 10, 0, 0]);
}

#[tokio::test(start_paused = true)]
async fn an_import_interrupted_anywhere_has_the_same_result() {
    for n_rounds in [0, 1, 2] {
        let home = Home::new().await;
        let importing = &home.services.importing;
        let import = importing.begin(home.ada, "list.opml", many(0..250)).await.unwrap();
        for _ in 0..n_rounds {
            let lines = home.store().imports().waiting_lines(import, AT_ONCE).await.unwrap();
            let n = lines.len() as u64;
            let wishes = lines.into_iter().map(|(at, line)| (at, importing.wish(line, n)));
            let settled = home.store().imports().settle_lines(
                import,
                home.ada,
                wishes.collect(),
                999,
                home.now(),
            );
            settled.await.unwrap();
        }
        assert_eq!(counts(&home, home.ada, import).await[1], 100 * n_rounds);
        let mut told = Vec::new();
        importing.work_off_all(vec![(import, home.ada)], |n| told.push(n)).await.unwrap();
        assert_eq!(told.iter().sum::<u64>(), 250 - 100 * n_rounds, "what was done stays done");
        assert!(told.iter().all(|n| *n <= AT_ONCE as u64), "{told:?}");
        assert_eq!(counts(&home, home.ada, import).await, [0, 250, 0, 0]);
        assert_eq!(home.store().imports().unfinished().await.unwrap(), []);
    }
}

#[tokio::test(start_paused = true)]
async fn two_users_who_import_the_same_list_at_once_both_get_all_of_it() {
    let home = Home::new().await;
    let importing = &home.services.importing;
    for user in [home.ada, home.bob] {
        importing.begin(user, "list.opml", many(0..120)).await.unwrap();
    }
    let (one, two, three) = tokio::join!(importing.go_on(), importing.go_on(), importing.go_on());
    one.and(two).and(three).unwrap();
    assert_eq!((n_followed(&home, home.ada).await, n_followed(&home, home.bob).await), (120, 120));
    assert_eq!(home.store().sources().count().await.unwrap().n_watched, 120);
    assert_eq!(home.store().maintenance().check().await.unwrap(), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn first_fetches_of_an_imported_list_are_spread() {
    let home = Home::new().await;
    import(&home, home.ada, many(0..100)).await;
    let all = home.store().sources().after(tidings_model::SourceId(0), 200).await.unwrap();
    let plans: HashSet<_> = all.iter().map(|source| source.next_at).collect();
    assert!(plans.len() > 50, "{} instants", plans.len());
    assert!(all.iter().all(|source| source.next_at >= home.now()));
}

#[tokio::test(start_paused = true)]
async fn an_export_can_be_imported_elsewhere_unchanged() {
    let home = Home::new().await;
    let list = format!(
        "<outline text='News'><outline text='Local &amp; near'>{}</outline></outline>{}",
        "<outline text='My &lt;own&gt; title' xmlUrl='https://a.example/feed?x=1&amp;y=2'/>",
        outline("https://b.example/feed"),
    );
    import(&home, home.ada, opml(&list)).await;
    let exported = export(home.store(), home.ada).await.unwrap();
    assert_eq!(export(home.store(), home.bob).await.unwrap().matches("xmlUrl").count(), 0);
    import(&home, home.bob, exported.clone().into_bytes()).await;
    assert_eq!(export(home.store(), home.bob).await.unwrap(), exported);
    let read = opml::read(exported.as_bytes(), &Limits::default()).unwrap();
    let mut lines: Vec<_> = read
        .outlines
        .iter()
        .map(|one| (one.url.as_str(), one.title.as_str(), one.folder.join("|")))
        .collect();
    lines.sort_unstable();
    let nested = "News|Local & near".to_owned();
    assert_eq!(lines[0], ("https://a.example/feed?x=1&y=2", "My <own> title", nested));
    assert_eq!((lines[1].0, lines[1].2.as_str()), ("https://b.example/feed", ""));
}

#[tokio::test(start_paused = true)]
async fn invalid_files_leave_nothing_behind() {
    let home = Home::new().await;
    for bytes in [&b""[..], b"\xff\xfe\x00", b"<html><body>Hello</body></html>", b"PK\x03\x04"] {
        let refused = home.services.importing.begin(home.ada, "x", bytes.to_vec()).await;
        assert!(matches!(refused, Err(SubscribeError::Refused(_))), "{bytes:?}: {refused:?}");
    }
    assert_eq!(home.store().imports().list(home.ada, 9).await.unwrap(), []);
    let name = "ä".repeat(150);
    let import = home.services.importing.begin(home.ada, &name, many(0..1)).await.unwrap();
    let kept = home.store().imports().get(home.ada, import).await.unwrap().unwrap().name;
    assert_eq!(kept, "ä".repeat(100), "two hundred bytes, and no partial character");
}

#[test]
fn one_limit_applies_to_every_kind_of_file() {
    let list = many(0..9);
    let at_most = |import_bytes| Limits { import_bytes, ..Limits::default() };
    assert_eq!(read(&list, &at_most(list.len())).unwrap().lines.len(), 9);
    let refused = read(&list, &at_most(list.len() - 1)).unwrap_err();
    assert_eq!(refused.kind, FailureKind::TooLarge);
    assert_eq!(read(b"A letter", &Limits::default()).unwrap_err().kind, FailureKind::NotAFeed);
    // The size that the manual and the form give is the one in the message.
    let most = Limits::default().import_bytes;
    let refused = read(&vec![b' '; most + 1], &Limits::default()).unwrap_err();
    assert!(refused.message.contains("larger than 64 MB"), "{}", refused.message);
}

#[tokio::test(start_paused = true)]
async fn a_source_that_others_are_subscribed_to_has_its_articles_immediately() {
    let home = Home::new().await;
    home.follow(home.bob, FEED).await;
    import(&home, home.ada, opml(&outline(FEED))).await;
    assert_eq!(home.titles(home.ada, ArticleList::Unread).await, ["one", "two"]);
    assert_eq!(home.web.n_asked(), 1);
}

#[test]
fn nested_folders_become_paths_of_names_of_at_most_two_hundred_bytes() {
    let path = |names: &[&str]| {
        let names = names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        folder_path(&names).map(|path| path.to_string())
    };
    assert_eq!(path(&[]), None);
    assert_eq!(path(&[""]), None);
    assert_eq!(path(&["  "]), None);
    assert_eq!(path(&["A"]).as_deref(), Some("A"));
    assert_eq!(path(&["A", "B", "C"]).as_deref(), Some("A/B/C"));
    assert_eq!(path(&["A / B", "C"]).as_deref(), Some("A/B/C"), "of a program without nesting");
    assert_eq!(path(&["1", "2", "3", "4", "5"]).as_deref(), Some("1/2/3/4-5"));
    let long = "x".repeat(300);
    assert_eq!(path(&[&long, "y"]), Some(format!("{}/y", "x".repeat(200))));
    let cut = path(&[&format!("{} yy", "x".repeat(199))]).unwrap();
    assert_eq!(cut, "x".repeat(199), "there is no space at the end");
}

/// Returns the path of the folder of each subscription, sorted by address.
async fn paths(home: &Home, user: UserId) -> Vec<(String, Option<String>)> {
    let subscriptions = home.store().subscriptions();
    let folders = subscriptions.folders(user).await.unwrap();
    let path = |id| folders.iter().find(|one| Some(one.id) == id).map(|one| one.path.clone());
    let all = subscriptions.list(user).await.unwrap();
    let mut paths: Vec<_> =
        all.iter().map(|one| (one.source.url.to_string(), path(one.subscription.folder))).collect();
    paths.sort();
    paths
}

#[tokio::test(start_paused = true)]
async fn nested_folders_are_imported_and_exported_as_they_are() {
    let home = Home::new().await;
    let folder = |name: &str, inside: &str| format!("<outline text='{name}'>{inside}</outline>");
    let feed = |n: usize| outline(&format!("https://h{n}.example/feed"));
    let deep = folder("d", &folder("e", &feed(4)));
    let tech = folder("Tech", &(feed(2) + &folder("c", &(feed(3) + &deep))));
    let list = feed(0) + &folder("News", &(feed(1) + &tech)) + &folder("Tech", &feed(5));
    import(&home, home.ada, opml(&list)).await;
    let mut expected = ["", "News", "News/Tech", "News/Tech/c", "News/Tech/c/d-e", "Tech"]
        .map(|path| Some(path.to_owned()).filter(|path| !path.is_empty()));
    let imported = paths(&home, home.ada).await;
    assert_eq!(imported.iter().map(|(_, path)| path.clone()).collect::<Vec<_>>(), expected);
    let file = export(home.store(), home.ada).await.unwrap();
    assert!(
        file.contains("text=\"Tech\"") && !file.contains("News/"),
        "outlines are nested: {file}"
    );
    import(&home, home.bob, file.into_bytes()).await;
    assert_eq!(paths(&home, home.bob).await, imported);
    // A program with flat folders names them by their paths.
    expected.sort();
    let flat: String = expected
        .iter()
        .zip(0..)
        .map(|(path, n)| folder(path.as_deref().unwrap_or_default(), &feed(n)))
        .collect();
    let carl =
        home.store().users().add("carl".into(), "x".into(), tidings_model::Role::User, home.now());
    let carl = carl.await.unwrap();
    import(&home, carl, opml(&flat)).await;
    assert_eq!(paths(&home, carl).await, imported);
}

/// Returns an article from another reader, from a feed unless changed.
fn imported() -> ImportedArticle {
    ImportedArticle {
        source_url: Some(FEED.to_owned()),
        link: Some("https://site.example/news/1?from=feed".to_owned()),
        title: "One".to_owned(),
        ..ImportedArticle::default()
    }
}

/// Returns what is imported of an article: its source, and whether it counts as read.
fn marked(article: &ImportedArticle) -> Option<(String, bool)> {
    let listed = HashSet::from([FEED.parse().unwrap()]);
    let mark = mark(article, &listed, &Limits::default())?;
    Some((mark.source.to_string(), mark.is_read))
}

#[test]
fn saved_articles_and_read_ones_from_listed_sources_are_imported() {
    let of_feed = |is_read| Some((FEED.to_owned(), is_read));
    assert_eq!(marked(&imported()), None, "neither read nor saved");
    assert_eq!(marked(&ImportedArticle { is_read: Some(false), ..imported() }), None);
    assert_eq!(marked(&ImportedArticle { is_read: Some(true), ..imported() }), of_feed(true));
    // A starred article counts as read, unless the file says otherwise.
    assert_eq!(marked(&ImportedArticle { is_starred: true, ..imported() }), of_feed(true));
    let unread = ImportedArticle { is_later: true, is_read: Some(false), ..imported() };
    assert_eq!(marked(&unread), of_feed(false));
    let tags = vec!["maths".to_owned()];
    assert_eq!(marked(&ImportedArticle { tags, ..imported() }), of_feed(true));
}

#[test]
fn saved_articles_from_unknown_sources_are_filed_under_their_sites() {
    let elsewhere = Some("https://other.example/feed".to_owned());
    let read = ImportedArticle { source_url: elsewhere.clone(), is_read: Some(true), ..imported() };
    assert_eq!(marked(&read), None, "read, from a source without a subscription");
    let starred = ImportedArticle { source_url: elsewhere, is_starred: true, ..imported() };
    assert_eq!(marked(&starred), Some(("https://other.example/feed".to_owned(), true)));
    let homeless = ImportedArticle { source_url: None, is_starred: true, ..imported() };
    assert_eq!(marked(&homeless), Some(("https://site.example/".to_owned(), true)));
    let nowhere = ImportedArticle { link: None, ..homeless.clone() };
    assert_eq!(marked(&nowhere), None);
    let strange = ImportedArticle { link: Some("mailto:ada@example.org".to_owned()), ..homeless };
    assert_eq!(marked(&strange), None);
    let read = ImportedArticle { source_url: None, is_read: Some(true), ..imported() };
    assert_eq!(marked(&read), None, "a link alone does not identify the source of a read article");
}

#[test]
fn only_rules_that_the_editor_would_accept_are_imported() {
    let rule = |test, text: &str| Rule {
        name: "mine".to_owned(),
        scope: RuleScope::All,
        matching: Matching::All,
        conditions: vec![Condition {
            polarity: Polarity::Holds,
            field: Field::Any,
            test,
            text: text.to_owned(),
        }],
        accents: Accents::Ignored,
        actions: vec![Action::Star],
    };
    let read = |rule, place| brought(ImportedRule { rule, place, is_on: false });
    let good = || rule(Test::Words, "rust");
    let taken = read(good(), RulePlace::Everywhere).unwrap();
    assert_eq!((taken.place, taken.switch), (IncomingRulePlace::Everywhere, Switch::Off));
    assert!(read(rule(Test::Regex, "(unclosed"), RulePlace::Everywhere).is_none());
    assert!(read(good(), RulePlace::Folder("  ".to_owned())).is_none(), "a folder without a name");
    assert!(read(good(), RulePlace::Source("ftp://x.example/".to_owned())).is_none());
    let folder = read(good(), RulePlace::Folder(" News ".to_owned())).unwrap();
    assert_eq!(folder.place, IncomingRulePlace::Folder(FolderPath::new("News").unwrap()));
    let source = read(good(), RulePlace::Source(FEED.to_owned())).unwrap();
    assert_eq!(source.place, IncomingRulePlace::Source(FEED.parse().unwrap()));
    assert_eq!(source.rule, CompiledRule::new(good()).unwrap().rule().clone());
}
