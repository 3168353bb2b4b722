//! Rules applied to a feed on loopback.

use super::*;
use crate::{
    clock::Time,
    services::{ServiceSettings, Services},
    testing::{FEED, Home},
    webhooks::tests::Receiver,
};
use tidings_fetch::{ClientSettings, HttpWeb};
use tidings_model::{
    Role,
    limits::Limits,
    rule::{Accents, Action, Condition, Field, Matching, Polarity, RuleScope, Test},
};
use tidings_rules::RULES_PER_USER;
use tidings_store::{ArticleList, Audience, NotesQuery, Options, Store, StoreLocation as Room};

pub(crate) struct House {
    pub(crate) services: Arc<Services>,
    pub(crate) user: UserId,
}

impl House {
    /// Creates services that may fetch from loopback, and a user.
    pub(crate) async fn new() -> Self {
        Self::with(ServiceSettings::default()).await
    }

    pub(crate) async fn with(settings: ServiceSettings) -> Self {
        let start = "2026-11-15T12:00:00Z".parse().unwrap();
        let time = Arc::new(Time::simulated(start, 7));
        let store = Store::open(Options::new(Room::Memory, start)).await.unwrap();
        let limits = Limits { gap_per_host: Duration::ZERO, ..Limits::default() };
        let fetch = ClientSettings {
            limits: limits.clone(),
            allow: "127.0.0.1".parse().unwrap(),
            ..ClientSettings::default()
        };
        let web = HttpWeb::new(fetch, Arc::<Time>::clone(&time)).unwrap();
        let user =
            store.users().add("ada".to_owned(), "x".to_owned(), Role::User, start).await.unwrap();
        let context = Context::new(store, Arc::new(web), time, limits);
        Self { services: Arc::new(Services::new(context, settings)), user }
    }

    pub(crate) async fn rule(&self, test: Test, text: &str, action: Action) -> RuleId {
        let rule = rule(test, text, action);
        self.services
            .context
            .store
            .rules()
            .add(self.user, rule, RULES_PER_USER, self.services.context.now())
            .await
            .unwrap()
    }

    pub(crate) async fn titles(&self, shelf: ArticleList) -> Vec<String> {
        let page = self
            .services
            .context
            .store
            .articles()
            .list(self.user, shelf, Cursor::START, 50)
            .await
            .unwrap();
        let mut titles: Vec<String> = page.articles.into_iter().map(|one| one.title).collect();
        titles.sort();
        titles
    }

    pub(crate) async fn n_notes(&self, kind: &str) -> usize {
        let asked = NotesQuery {
            audience: Audience::Own(self.user),
            kinds: vec![kind.to_owned()],
            before: None,
            limit: 9,
        };
        self.services.context.store.activity().notes(asked).await.unwrap().len()
    }

    pub(crate) async fn fetch_again(&self, source: SourceId) {
        let source = self.services.context.store.sources().get(source).await.unwrap().unwrap();
        self.services.fetching.fetch(&source).await.unwrap();
    }
}

pub(crate) fn rule(test: Test, text: &str, action: Action) -> Rule {
    Rule {
        name: text.chars().take(20).collect(),
        scope: RuleScope::All,
        matching: Matching::All,
        conditions: vec![Condition {
            polarity: Polarity::Holds,
            field: Field::Any,
            test,
            text: text.to_owned(),
        }],
        accents: Accents::Ignored,
        actions: vec![action],
    }
}

pub(crate) fn feed(titles: &[&str]) -> String {
    let items: String = titles
        .iter()
        .map(|title| format!("<item><guid isPermaLink='false'>{title}</guid><title>{title}</title><description>About {title}.</description></item>"))
        .collect();
    format!("<rss version='2.0'><channel><title>Feed</title>{items}</channel></rss>")
}

#[tokio::test]
async fn rules_are_applied_before_anyone_sees_an_article() {
    let house = House::new().await;
    let server = Receiver::start(&feed(&["one", "two spoiler", "three"])).await;
    let block = house.rule(Test::Words, "Spoiler", Action::Block).await;
    house.rule(Test::Is, "THREE", Action::Star).await;
    let followed =
        house.services.subscribing.follow(house.user, &server.url("/feed"), None).await.unwrap();
    assert_eq!(house.titles(ArticleList::Unread).await, ["one", "three"]);
    assert_eq!(house.titles(ArticleList::All).await, ["one", "three"]);
    assert_eq!(house.titles(ArticleList::Starred).await, ["three"]);
    server.say(&feed(&["four spoiler", "five", "one", "two spoiler", "three"]));
    house.fetch_again(followed.source).await;
    assert_eq!(house.titles(ArticleList::Unread).await, ["five", "one", "three"]);
    // A changed rule takes effect immediately, although the old one was cached.
    let store = &house.services.context.store;
    store.rules().change(house.user, block, rule(Test::Words, "six", Action::Block)).await.unwrap();
    server.say(&feed(&["six", "seven spoiler"]));
    house.fetch_again(followed.source).await;
    assert_eq!(house.titles(ArticleList::Unread).await, ["five", "one", "seven spoiler", "three"]);
}

#[tokio::test]
async fn rules_apply_to_the_articles_of_a_source_that_others_already_subscribed_to() {
    let house = House::new().await;
    let store = &house.services.context.store;
    let ben = store
        .users()
        .add("ben".to_owned(), "x".to_owned(), Role::User, house.services.context.now())
        .await
        .unwrap();
    let server = Receiver::start(&feed(&["one", "two spoiler"])).await;
    house.services.subscribing.follow(ben, &server.url("/feed"), None).await.unwrap();
    house.rule(Test::Words, "spoiler", Action::Block).await;
    house.services.subscribing.follow(house.user, &server.url("/feed"), None).await.unwrap();
    assert_eq!(house.titles(ArticleList::Unread).await, ["one"]);
    assert_eq!(house.titles(ArticleList::All).await, ["one"]);
}

#[tokio::test]
async fn a_trial_does_nothing_and_applying_can_be_undone() {
    let house = House::new().await;
    let server = Receiver::start(&feed(&["one", "two spoiler", "three spoiler"])).await;
    house.services.subscribing.follow(house.user, &server.url("/feed"), None).await.unwrap();
    let spoilers = rule(Test::Words, "spoiler", Action::Block);
    let tried = house
        .services
        .rules
        .try_rule(house.user, CompiledRule::new(spoilers).unwrap())
        .await
        .unwrap();
    assert_eq!((tried.n_matched, tried.n_looked_at, tried.stopped_at), (2, 3, None));
    assert_eq!(house.titles(ArticleList::Unread).await.len(), 3);
    for action in
        [Action::Block, Action::Star, Action::Later, Action::Read, Action::Tag("t".to_owned())]
    {
        let id = house.rule(Test::Words, "spoiler", action.clone()).await;
        let applied = house.services.rules.apply_rule(house.user, id).await.unwrap();
        assert_eq!(applied.n_articles, 2);
        let shown = (
            house.titles(ArticleList::Unread).await.len(),
            house.titles(ArticleList::Starred).await.len(),
            house.titles(ArticleList::Later).await.len(),
        );
        let expected = match action {
            Action::Block | Action::Read => (1, 0, 0),
            Action::Star => (3, 2, 0),
            Action::Later => (3, 0, 2),
            _ => (3, 0, 0),
        };
        assert_eq!(shown, expected, "{action}");
        let (store, now) = (&house.services.context.store, house.services.context.now());
        store.undos().undo(house.user, applied.undo.unwrap(), now).await.unwrap();
        assert_eq!(house.titles(ArticleList::Unread).await.len(), 3, "{action}");
        assert_eq!(house.titles(ArticleList::All).await.len(), 3, "{action}");
        assert!(
            house.titles(ArticleList::Starred).await.is_empty()
                && house.titles(ArticleList::Later).await.is_empty()
        );
        assert_eq!(
            store
                .readings()
                .tags(house.user)
                .await
                .unwrap()
                .iter()
                .map(|tag| tag.n_articles)
                .sum::<u64>(),
            0
        );
        store.rules().remove(house.user, id, now).await.unwrap();
    }
}

/// Case 82 of the catalogue of attacks: an expression that is short and still slow.
#[tokio::test]
async fn a_slow_rule_is_switched_off_and_its_user_is_notified() {
    let house = House::new().await;
    // It remembers which of the last 2,500 letters were an a: more states than any cache can hold.
    let slow = house.rule(Test::Regex, "a[ab]{2500}[0-9]", Action::Block).await;
    let quick = house.rule(Test::Regex, "^on", Action::Star).await;
    let mut chance = 12_345_u64;
    let long: String = (0..250_000)
        .map(|_| {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            if chance >> 40 & 1 == 1 { 'a' } else { 'b' }
        })
        .collect();
    let body = format!(
        "<rss version='2.0'><channel><title>F</title><item><guid>1</guid><title>one</title>\
         <description>{long}</description></item></channel></rss>"
    );
    let server = Receiver::start(&body).await;
    house.services.subscribing.follow(house.user, &server.url("/feed"), None).await.unwrap();
    assert_eq!(house.titles(ArticleList::Starred).await, ["one"], "the other rules still work");
    let store = &house.services.context.store;
    let stored = store.rules().get(house.user, slow).await.unwrap().unwrap();
    assert!(!stored.is_on && stored.fault.is_some());
    assert!(store.rules().get(house.user, quick).await.unwrap().unwrap().is_on);
    assert_eq!(house.n_notes("rule_off").await, 1);
}

fn archive(files: &[(&str, String)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut zip, text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Returns the archive of someone who subscribes to a feed, starred one of its articles and read another.
fn brought(feed: &str) -> Vec<u8> {
    let list = format!("<opml><body><outline text='Feed' xmlUrl='{feed}'/></body></opml>");
    let item = |guid: &str, state: &str| {
        format!(r#"{{"tidings":1,"feed":"{feed}","guid":"{guid}","title":"{guid}",{state}}}"#)
    };
    let starred = item("starred spoiler", r#""read":false,"starred":"2026-11-14T12:00:00Z""#);
    let read = item("read spoiler", r#""read":true"#);
    archive(&[
        ("subscriptions.opml", list),
        ("articles.json", format!(r#"{{"items":[{starred},{read}]}}"#)),
    ])
}

#[tokio::test]
async fn rules_apply_to_imported_articles_except_where_the_import_sets_their_state() {
    for is_followed_by_ben in [true, false] {
        let house = House::new().await;
        let store = &house.services.context.store;
        let now = house.services.context.now();
        let ben =
            store.users().add("ben".to_owned(), "x".to_owned(), Role::User, now).await.unwrap();
        let titles = ["one", "two spoiler", "starred spoiler", "read spoiler", "dull"];
        let server = Receiver::start(&feed(&titles)).await;
        let url = server.url("/feed");
        if is_followed_by_ben {
            house.services.subscribing.follow(ben, &url, None).await.unwrap();
        }
        house.rule(Test::Words, "spoiler", Action::Block).await;
        house.rule(Test::Words, "dull", Action::Read).await;
        house.services.importing.begin(house.user, "mine.zip", brought(&url)).await.unwrap();
        house.services.importing.go_on().await.unwrap();
        if !is_followed_by_ben {
            let source = store.sources().by_url(url.parse().unwrap()).await.unwrap().unwrap();
            house.fetch_again(source.id).await;
        }
        let all = ["dull", "one", "read spoiler", "starred spoiler"];
        assert_eq!(house.titles(ArticleList::All).await, all, "{is_followed_by_ben}");
        assert_eq!(house.titles(ArticleList::Unread).await, ["one", "starred spoiler"]);
        assert_eq!(house.titles(ArticleList::Starred).await, ["starred spoiler"]);
        assert_eq!(
            store
                .articles()
                .list(ben, ArticleList::All, Cursor::START, 9)
                .await
                .unwrap()
                .articles
                .len(),
            if is_followed_by_ben { 5 } else { 0 }
        );
        assert_eq!(store.maintenance().check().await.unwrap(), Vec::<String>::new());
    }
}

/// Ada and bob subscribe to a feed with `n` articles, of which every second is a spoiler.
async fn reading(n: usize) -> (Home, SourceId) {
    let home = Home::new().await;
    let title =
        |n: usize| if n.is_multiple_of(2) { format!("plain {n}") } else { format!("spoiler {n}") };
    let titles: Vec<String> = (0..n).map(title).collect();
    home.web.says(FEED, &titles.iter().map(String::as_str).collect::<Vec<_>>());
    let source = home.follow(home.ada, FEED).await;
    home.follow(home.bob, FEED).await;
    (home, source)
}

async fn add(home: &Home, user: UserId, rule: Rule) -> RuleId {
    home.store().rules().add(user, rule, RULES_PER_USER, home.now()).await.unwrap()
}

fn spoilers() -> Rule {
    rule(Test::Words, "spoiler", Action::Block)
}

#[tokio::test(start_paused = true)]
async fn a_trial_reads_all_pages_counts_all_matches_and_shows_fifty() {
    let (home, _) = reading(2 * AT_ONCE + 20).await;
    let trial = async |user| {
        let rule = CompiledRule::new(spoilers()).unwrap();
        home.services.rules.try_rule(user, rule).await.unwrap()
    };
    let tried = trial(home.ada).await;
    assert_eq!((tried.n_looked_at, tried.n_matched), (520, 260));
    assert_eq!((tried.shown.len(), tried.stopped_at), (SHOWN, None));
    assert!(tried.shown.iter().all(|seen| seen.html.is_empty() && seen.title.contains("spoiler")));
    home.services.subscribing.unfollow(home.bob, FEED).await.unwrap();
    assert_eq!(trial(home.bob).await.n_looked_at, 0, "bob is not subscribed to it");
    home.pass((DAYS + 1) * 24 * 60);
    assert_eq!(trial(home.ada).await.n_looked_at, 0, "old articles are not included");
}

#[tokio::test(start_paused = true)]
async fn a_rule_has_no_effect_for_another_user_and_cannot_be_applied_by_one() {
    let (home, source) = reading(10).await;
    let id = add(&home, home.ada, spoilers()).await;
    let refused = home.services.rules.apply_rule(home.bob, id).await;
    assert!(matches!(refused, Err(Error::NotFound("rule"))), "{refused:?}");
    let applied = home.services.rules.apply_rule(home.ada, id).await.unwrap();
    assert_eq!(applied.n_articles, 5);
    home.web.says(FEED, &["plain news", "spoiler news"]);
    home.pass(60);
    home.look(source).await;
    let n = async |user| home.titles(user, ArticleList::Unread).await.len();
    assert_eq!((n(home.ada).await, n(home.bob).await), (6, 12));
}

#[tokio::test(start_paused = true)]
async fn a_rule_for_a_folder_or_a_source_applies_to_nothing_else() {
    let (home, source) = reading(2).await;
    let other = "https://other.example/feed";
    home.web.says(other, &["spoiler a"]);
    let in_folder = home.services.subscribing.follow(home.ada, other, Some("News")).await.unwrap();
    let folder = home.store().subscriptions().folders(home.ada).await.unwrap()[0].id;
    let look = async |titles: [&str; 2]| {
        home.web.says(FEED, &titles[..1]);
        home.web.says(other, &titles[1..]);
        home.pass(60);
        home.look(source).await;
        home.look(in_folder.source).await;
        let mut unread = home.titles(home.ada, ArticleList::Unread).await;
        unread.retain(|title| titles.contains(&title.as_str()));
        unread
    };
    let of_folder = Rule { scope: RuleScope::Folder(folder), ..spoilers() };
    let id = add(&home, home.ada, of_folder.clone()).await;
    assert_eq!(look(["spoiler b", "spoiler c"]).await, ["spoiler b"]);
    let of_source = Rule { scope: RuleScope::Source(source), ..of_folder };
    home.store().rules().change(home.ada, id, of_source).await.unwrap();
    assert_eq!(look(["spoiler d", "spoiler e"]).await, ["spoiler e"]);
    home.store().rules().switch(home.ada, id, Switch::Off).await.unwrap();
    assert_eq!(look(["spoiler f", "spoiler g"]).await, ["spoiler f", "spoiler g"]);
}

#[tokio::test(start_paused = true)]
async fn rules_do_not_apply_to_edits_of_known_articles() {
    let (home, source) = reading(2).await;
    add(&home, home.ada, spoilers()).await;
    let feed = crate::testing::rss(&["plain 0", "spoiler 1"]);
    let edited = feed.replace("<title>plain 0</title>", "<title>now a spoiler</title>");
    home.web.answers(crate::testing::answer(FEED, "application/rss+xml", edited));
    home.pass(60);
    home.look(source).await;
    let unread = home.titles(home.ada, ArticleList::Unread).await;
    assert_eq!(unread, ["now a spoiler", "spoiler 1"]);
}

#[test]
fn rules_match_the_text_of_an_article_or_its_summary_if_there_is_none() {
    assert_eq!(text_of("", "the summary"), "the summary");
    assert_eq!(text_of("<p>A <b>bold</b> word</p>", "the summary"), "A bold word");
    let long = text_of(&"ä".repeat(2 * LOOKED_AT), "");
    assert!(long.len() <= 2 * LOOKED_AT && long.chars().all(|letter| letter == 'ä'));
}

#[test]
fn rules_that_no_longer_compile_are_ignored_and_the_others_stay() {
    let bad = Rule { ..rule(Test::Regex, "(", Action::Block) };
    let book = prepare(vec![(RuleId(1), bad), (RuleId(2), spoilers())]);
    let ids: Vec<_> = book.entries.iter().map(|entry| entry.id).collect();
    assert_eq!(ids, [RuleId(2)]);
}
