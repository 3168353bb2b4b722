//! Rules at work on a feed from loopback.

use super::*;
use crate::{
    clock::Time,
    services::{ServiceSettings, Services},
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
    /// Services that may ask servers on loopback, and a user.
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

    pub(crate) async fn retrieve_again(&self, source: SourceId) {
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
async fn rules_meet_articles_before_anybody_else() {
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
    house.retrieve_again(followed.source).await;
    assert_eq!(house.titles(ArticleList::Unread).await, ["five", "one", "three"]);
    // A changed rule is used at once, although the former one was prepared.
    let store = &house.services.context.store;
    store.rules().change(house.user, block, rule(Test::Words, "six", Action::Block)).await.unwrap();
    server.say(&feed(&["six", "seven spoiler"]));
    house.retrieve_again(followed.source).await;
    assert_eq!(house.titles(ArticleList::Unread).await, ["five", "one", "seven spoiler", "three"]);
}

#[tokio::test]
async fn a_source_that_others_follow_is_judged_when_it_is_followed() {
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

/// Case 82 of the catalogue of attacks: an expression that is small and still slow.
#[tokio::test]
async fn a_rule_that_takes_too_long_is_switched_off_and_said_so() {
    let house = House::new().await;
    // Which of the last 2,500 letters were an a: more than any cache of states can hold.
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
    assert_eq!(house.titles(ArticleList::Starred).await, ["one"], "the others go on");
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

/// The archive of somebody who follows a feed, starred one of its articles and read another.
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
async fn rules_judge_what_an_import_brings_except_what_it_tells() {
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
            house.retrieve_again(source.id).await;
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
