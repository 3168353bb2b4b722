//! A reader teaches by reading. What was taught survives restarts and new topics, and stays private.

use super::*;
use crate::{clock::Time, services::Services};
use jiff::SignedDuration;
use std::{collections::BTreeMap, sync::Arc};
use tidings_fetch::{ClientSettings, HttpWeb};
use tidings_model::{
    Article, ArticleKeys, Clock, Fingerprint, Reaction, Role, SourceId, SourceKind, UserId, Why,
    article::Content,
    taste::{ListShowing, Placing, Subject, TopicId},
    user::UserReaction,
};
use tidings_numerics::Draws;
use tidings_rank::page::PageOptions;
use tidings_store::{
    AddedSource, FetchRecord, FetchedContent, Options, ParsedDocument, Store, StoreLocation,
};
use tidings_web::TodayPage;

const SKY: [&str; 10] = [
    "telescope",
    "galaxy",
    "orbit",
    "planet",
    "comet",
    "nebula",
    "rocket",
    "asteroid",
    "lunar",
    "cosmic",
];
const KITCHEN: [&str; 10] =
    ["recipe", "butter", "garlic", "oven", "pastry", "flour", "onion", "simmer", "cheese", "basil"];

struct House {
    store: Store,
    time: Arc<Time>,
    services: Arc<Services>,
    user: UserId,
    source: SourceId,
    n: usize,
}

impl House {
    async fn new() -> Self {
        let now: Timestamp = "2026-11-16T08:00:00Z".parse().unwrap();
        let time = Arc::new(Time::simulated(now, 7));
        let store = Store::open(Options::new(StoreLocation::Memory, now)).await.unwrap();
        let user =
            store.users().add("ada".to_owned(), String::new(), Role::User, now).await.unwrap();
        let source = follow(&store, user, "https://a.example/", now).await;
        let services = services(&store, &time);
        Self { store, time, services, user, source, n: 0 }
    }

    /// Restarts the program on the same store.
    fn restart(&mut self) {
        self.services = services(&self.store, &self.time);
    }

    /// Posts as many articles about the sky as about cooking, and assigns topics.
    async fn post(&mut self, n: usize) {
        let mut draws = Draws::new(self.n as u64);
        let articles = (0..n).map(|i| {
            let words = if i % 2 == 0 { SKY } else { KITCHEN };
            // Names that were never used before, so that no word is in every fifth article.
            let word = |_| {
                format!(
                    "{}{}",
                    words[draws.below(10)],
                    ["", "ra", "to", "mi", "ku"][draws.below(5)]
                )
            };
            let title: Vec<String> = (0..5).map(word).collect();
            self.n += 1;
            // Too common to be a word of topics; a person would recognize the article by it.
            let subject = if i % 2 == 0 { "Night sky" } else { "Kitchen table" };
            article(self.n, &format!("{subject} {}", title.join(" ")))
        });
        let articles = articles.collect();
        let document =
            FetchedContent::Document(ParsedDocument { articles, ..ParsedDocument::default() });
        let record = FetchRecord::new(self.source, document, self.time.now());
        self.store.fetches().store(record).await.unwrap();
        self.catch_up().await;
    }

    async fn catch_up(&self) {
        self.services.today.learn_topics().await.unwrap();
        self.services.today.assign_topics().await.unwrap();
    }

    async fn page(&self, length: usize) -> ListShowing {
        self.services
            .today
            .show(self.user, &PageOptions { length, ..wishes() }, TodayPage::Visit)
            .await
            .unwrap()
    }

    async fn is_sky(&self, article: ArticleId) -> bool {
        let full = self.store.articles().get(self.user, article).await.unwrap().unwrap();
        SKY.iter().any(|word| full.listed.title.contains(word))
    }

    /// Returns how many articles on the page are about the sky.
    async fn sky(&self, shown: &ListShowing) -> usize {
        let mut n = 0;
        for placed in &shown.articles {
            n += usize::from(self.is_sky(placed.article).await);
        }
        n
    }

    /// Visits twice a day, and opens articles about the sky.
    async fn live(&mut self, visits: usize) {
        for _ in 0..visits {
            self.post(20).await;
            let shown = self.page(10).await;
            for placed in &shown.articles {
                if self.is_sky(placed.article).await {
                    self.store
                        .readings()
                        .opened(self.user, placed.article, self.time.now())
                        .await
                        .unwrap();
                }
            }
            self.time.jump(12 * 3_600_000);
        }
    }
}

fn wishes() -> PageOptions {
    PageOptions { per_topic: 30, per_source: 30, surprise: 0.2, ..PageOptions::default() }
}

fn services(store: &Store, time: &Arc<Time>) -> Arc<Services> {
    let web = HttpWeb::new(ClientSettings::default(), Arc::<Time>::clone(time)).unwrap();
    Services::in_test(store, Arc::new(web), time)
}

async fn follow(store: &Store, user: UserId, url: &str, now: Timestamp) -> SourceId {
    let added: AddedSource =
        store.sources().add(SourceKind::Feed, url.parse().unwrap(), now).await.unwrap();
    store.subscriptions().subscribe(user, added.id(), None, now).await.unwrap();
    added.id()
}

fn article(n: usize, title: &str) -> Article {
    Article {
        keys: ArticleKeys {
            guid: Some(Fingerprint::of(&["guid", &n.to_string()])),
            guid_path: None,
            link: None,
            title: Some(Fingerprint::of(&[title])),
            content: None,
        },
        version: Fingerprint::of(&[title]),
        guid: None,
        title: title.to_owned(),
        link: None,
        comments: None,
        n_comments: None,
        authors: Vec::new(),
        published: None,
        updated: None,
        summary: String::new(),
        content: Content::Clean(String::new()),
        language: Some("en".to_owned()),
        tags: Vec::new(),
        enclosures: Vec::new(),
        image: None,
    }
}

#[tokio::test]
async fn a_reader_who_opens_one_kind_is_shown_more_of_it_with_the_reason() {
    let mut house = House::new().await;
    house.post(300).await;
    let learned = names(&house.services);
    assert!(!learned.is_empty(), "topics are learned");
    for (topic, name) in learned {
        if SKY.iter().any(|word| name.to_lowercase().contains(word)) {
            house.services.today.rename_topic(topic, Some("Night sky".to_owned())).await.unwrap();
        }
    }
    let first = house.page(10).await;
    assert_eq!(first.articles.len(), 10, "there is a page from the first day on");
    house.time.jump(24 * 3_600_000);
    house.live(8).await;
    house.post(20).await;
    let shown = house.page(10).await;
    assert!(house.sky(&shown).await >= 8, "{shown:?}");
    let why = Why::of_code(&shown.articles[0].reason).unwrap();
    assert!(matches!(why, Why::Topic { opens, .. } if opens > 0.5), "{why:?}");
    let learned = house.services.today.learned(house.user).await.unwrap();
    let best = learned.topics.iter().max_by(|a, b| a.opens.total_cmp(&b.opens)).unwrap();
    let is_sky = |name: &str| SKY.iter().any(|word| name.to_lowercase().contains(word));
    assert!(best.name == "Night sky" || is_sky(&best.name), "{best:?}");
    assert!(best.sure > 0.3, "{best:?}");
    assert_eq!(learned.sources.len(), 1);
    let stranger =
        house.store.users().add("eve".to_owned(), String::new(), Role::User, house.time.now());
    let learned = house.services.today.learned(stranger.await.unwrap()).await.unwrap();
    assert_eq!(learned.topics, [], "topics that only others read are not shown");
}

/// Says how much of a source a reader opens once they have opened `opened` of every ten of its articles.
async fn learned_of_a_source(opened: usize) -> f64 {
    let mut house = House::new().await;
    for _ in 0..10 {
        house.post(10).await;
        let shown = house.page(10).await;
        assert_eq!(shown.articles.len(), 10);
        for placed in &shown.articles[..opened] {
            house
                .store
                .readings()
                .opened(house.user, placed.article, house.time.now())
                .await
                .unwrap();
        }
        for placed in &shown.articles[opened..] {
            let (user, article) = (house.user, placed.article);
            let (reaction, at) = (Reaction::Skipped, house.time.now());
            let skipped = UserReaction { user, article, reaction, at };
            house.store.users().add_reaction(skipped).await.unwrap();
        }
        house.time.jump(12 * 3_600_000);
    }
    let learned = house.services.today.learned(house.user).await.unwrap();
    let of_source = &learned.sources[0];
    assert!(
        of_source.sure > 0.25,
        "a hundred articles are more than an early guess: {of_source:?}"
    );
    of_source.opens
}

#[tokio::test]
async fn the_share_learned_of_a_source_is_near_the_share_that_was_opened() {
    for opened in [1, 5, 9] {
        let learned = 10.0 * learned_of_a_source(opened).await;
        assert!((learned - opened as f64).abs() < 1.5, "{learned} of ten, opened {opened}");
    }
}

#[tokio::test]
async fn a_reason_does_not_mention_a_topic_whose_name_is_not_in_the_article() {
    let mut house = House::new().await;
    house.post(300).await;
    for (topic, _) in names(&house.services) {
        house.services.today.rename_topic(topic, Some("Night buses".to_owned())).await.unwrap();
    }
    house.time.jump(24 * 3_600_000);
    house.live(8).await;
    house.post(20).await;
    for placed in house.page(10).await.articles {
        let why = Why::of_code(&placed.reason).unwrap();
        assert!(!matches!(why, Why::Topic { .. } | Why::Asking { .. }), "{why:?}");
    }
}

#[tokio::test]
async fn a_stored_page_has_the_names_of_its_topics_after_a_restart() {
    let mut house = House::new().await;
    house.post(300).await;
    let (topic, _) = a_topic(&house);
    house.services.today.rename_topic(topic, Some("Night sky".to_owned())).await.unwrap();
    let shown = house.page(10).await;
    house.restart();
    assert_eq!(house.page(10).await, shown);
    assert_eq!(house.services.today.topic_names()[&topic], "Night sky");
}

#[tokio::test]
async fn a_page_stays_the_same_during_a_visit_and_grows_at_its_end() {
    let mut house = House::new().await;
    house.post(300).await;
    let shown = house.page(10).await;
    house
        .store
        .readings()
        .opened(house.user, shown.articles[0].article, house.time.now())
        .await
        .unwrap();
    house.post(20).await;
    assert_eq!(house.page(10).await, shown);
    let longer = house.page(15).await;
    assert_eq!((longer.articles.len(), &longer.articles[..10]), (15, &shown.articles[..]));
    let anew = house.services.today.show(house.user, &wishes(), TodayPage::Anew).await.unwrap();
    assert!(!anew.articles.iter().any(|placed| placed.article == shown.articles[0].article));
    let ten = PageOptions { length: 10, ..wishes() };
    let beside = house.services.today.show(house.user, &ten, TodayPage::Beside).await.unwrap();
    assert_eq!(beside.articles[..10], anew.articles[..10]);
    house.time.jump(SignedDuration::from_mins(31).as_millis() as i64);
    let unseen = house.services.today.show(house.user, &wishes(), TodayPage::Unseen).await.unwrap();
    assert_eq!(unseen.articles.len(), wishes().length);
    let begun = house.time.now() - SignedDuration::from_mins(30);
    let noted =
        house.store.learning().shown_since(house.user, Placing::Interest, begun).await.unwrap();
    assert_eq!(noted, None, "what a program requests was not shown to anyone");
    assert_ne!(house.page(10).await.at, anew.at, "later it is a new visit");
}

#[tokio::test]
async fn what_was_taught_survives_a_restart_and_new_topics() {
    let mut house = House::new().await;
    house.post(300).await;
    house.live(8).await;
    house.catch_up().await;
    let before = house.services.today.learned(house.user).await.unwrap();
    house.restart();
    house.catch_up().await;
    assert_eq!(house.services.today.learned(house.user).await.unwrap(), before);
    // Twice as many articles, so topics are learned again.
    let trained = house.services.today.known().unwrap().training();
    house.post(1_000).await;
    assert!(house.services.today.known().unwrap().training() > trained);
    house.time.jump(3_600_000);
    let shown = house.page(10).await;
    assert!(house.sky(&shown).await >= 8, "{shown:?}");
}

#[tokio::test]
async fn a_readers_own_levels_count_and_those_of_others_do_not() {
    let mut house = House::new().await;
    house.post(300).await;
    let names = names(&house.services);
    let now = house.time.now();
    for (topic, name) in &names {
        let is_kitchen = KITCHEN.iter().any(|word| name.to_lowercase().contains(word));
        let level = if is_kitchen { 95 } else { 2 };
        house
            .store
            .learning()
            .teach(house.user, Subject::Topic(*topic), Some(level), now)
            .await
            .unwrap();
    }
    let shown = house.page(10).await;
    assert!(house.sky(&shown).await <= 2, "{shown:?}");
    let other = house.store.users().add("bea".to_owned(), String::new(), Role::User, now);
    let other = other.await.unwrap();
    let learned = house.services.today.learned(other).await.unwrap();
    assert!(learned.topics.iter().all(|one| one.told.is_none() && one.sure < 1e-9), "{learned:?}");
    assert!(learned.sources.is_empty());
}

#[tokio::test]
async fn unwanted_sources_are_not_on_the_page_and_levels_stay_as_set() {
    let mut house = House::new().await;
    let loud = follow(&house.store, house.user, "https://loud.example/", house.time.now()).await;
    house.post(300).await;
    let own = std::mem::replace(&mut house.source, loud);
    house.post(40).await;
    house.source = own;
    house.time.jump(24 * 3_600_000);
    let from_loud = async |house: &House| {
        let shown =
            house.services.today.show(house.user, &wishes(), TodayPage::Anew).await.unwrap();
        let ids = shown.articles.iter().map(|placed| placed.article).collect();
        let listed = house.store.articles().listed(house.user, ids).await.unwrap();
        listed.iter().filter(|one| one.source == loud).count()
    };
    let before = from_loud(&house).await;
    assert!(before > 0);
    let said = Subject::Source(loud);
    house.store.learning().teach(house.user, said, Some(2), house.time.now()).await.unwrap();
    assert_eq!(from_loud(&house).await, 0);
    house.store.learning().teach(house.user, said, Some(95), house.time.now()).await.unwrap();
    let always = from_loud(&house).await;
    assert!(always > before, "{always} of 30, before {before}");
    house.live(8).await;
    let learned = house.services.today.learned(house.user).await.unwrap();
    let told = learned.sources.iter().find(|one| one.subject == said).unwrap();
    assert!(told.opens > 0.85, "{told:?}");
    let example = learned.topics.iter().find_map(|one| one.example.as_ref());
    assert!(example.is_some_and(|(_, title)| !title.is_empty()));
}

#[tokio::test]
async fn private_sources_teach_no_topics_and_cause_no_training() {
    let mut house = House::new().await;
    house.post(300).await;
    let (url, now) = ("https://own.example/".parse().unwrap(), house.time.now());
    let sources = house.store.sources();
    let own = sources.add_private(SourceKind::Feed, url, house.user, now).await.unwrap().id();
    house.store.subscriptions().subscribe(house.user, own, None, now).await.unwrap();
    house.source = own;
    house.post(400).await;
    let learned = house.store.learning().belief_as_of("topics", 0).await.unwrap();
    house.time.jump(60_000);
    house.post(20).await;
    let later = house.store.learning().belief_as_of("topics", 0).await.unwrap();
    assert_eq!(learned, later, "the number of articles has not doubled again");
    let unread = house.store.learning().candidates(house.user, Timestamp::MIN, 999).await.unwrap();
    let own = unread.iter().filter(|one| one.source == house.source);
    assert!(own.clone().any(|one| !one.mixture.is_empty()), "they are still assigned topics");
}

/// Returns the names of all topics, also of those that no reason mentions.
fn names(services: &Services) -> BTreeMap<TopicId, String> {
    let known = services.today.known();
    let topics = known.iter().flat_map(|known| known.model.topics());
    topics.map(|topic| (topic.id, topic.name.clone())).collect()
}

/// Returns one of the topics with its learned name.
fn a_topic(house: &House) -> (TopicId, String) {
    names(&house.services).pop_first().unwrap()
}

#[tokio::test]
async fn a_given_name_survives_a_training_and_a_restart_and_other_processes_see_it() {
    let mut house = House::new().await;
    house.post(300).await;
    let another = services(&house.store, &house.time);
    another.today.learn_topics().await.unwrap();
    let (topic, learned) = a_topic(&house);
    assert_eq!(names(&another)[&topic], learned);
    house.services.today.rename_topic(topic, Some("Mine".to_owned())).await.unwrap();
    assert_eq!(names(&house.services)[&topic], "Mine");
    another.today.assign_topics().await.unwrap();
    assert_eq!(names(&another)[&topic], "Mine", "another process sees it");
    let trained = house.services.today.known().unwrap().training();
    house.post(1_000).await;
    assert!(house.services.today.known().unwrap().training() > trained, "learned again");
    assert_eq!(names(&house.services)[&topic], "Mine");
    house.restart();
    house.catch_up().await;
    assert_eq!(names(&house.services)[&topic], "Mine");
}

#[tokio::test]
async fn removing_a_name_restores_the_learned_one_and_concurrent_names_are_kept() {
    let mut house = House::new().await;
    house.post(300).await;
    let (topic, learned) = a_topic(&house);
    let another = services(&house.store, &house.time);
    // Neither process has loaded what the other wrote.
    house.services.today.rename_topic(topic, Some("One".to_owned())).await.unwrap();
    another.today.rename_topic(topic, Some("Two".to_owned())).await.unwrap();
    house.services.today.refresh_topics().await.unwrap();
    assert_eq!(names(&house.services)[&topic], "Two");
    let other = *names(&house.services).keys().last().unwrap();
    assert_ne!(topic, other);
    let (one, two) = tokio::join!(
        house.services.today.rename_topic(topic, None),
        another.today.rename_topic(other, Some("Other".to_owned())),
    );
    one.unwrap();
    two.unwrap();
    house.services.today.refresh_topics().await.unwrap();
    let names = names(&house.services);
    assert_eq!((names[&topic].as_str(), names[&other].as_str()), (learned.as_str(), "Other"));
    let nowhere = house.services.today.rename_topic(TopicId(60_000), None).await;
    assert!(matches!(nowhere, Err(Error::NotFound("topic"))), "{nowhere:?}");
}

#[tokio::test]
async fn a_new_name_does_not_postpone_the_next_training() {
    let mut house = House::new().await;
    house.post(300).await;
    let known = house.services.today.known().unwrap();
    let (topic, _) = a_topic(&house);
    house.time.jump(3_600_000);
    house.services.today.rename_topic(topic, Some("Mine".to_owned())).await.unwrap();
    let stored = house.store.learning().belief_as_of("topics", 0).await.unwrap().unwrap();
    let trained = house.services.today.known().unwrap();
    assert_eq!(
        (trained.training(), trained.model.topics().len()),
        (known.training(), known.model.topics().len())
    );
    let age = house.time.now().duration_since(stored);
    assert!(age > SignedDuration::from_mins(59), "{age}");
}

#[tokio::test(start_paused = true)]
async fn a_page_longer_than_all_articles_has_each_of_them_once() {
    let mut house = House::new().await;
    assert_eq!(house.page(10).await.articles, [], "nothing is there");
    house.post(12).await;
    let all = house.page(50).await;
    let ids: std::collections::BTreeSet<_> = all.articles.iter().map(|one| one.article).collect();
    assert_eq!((all.articles.len(), ids.len()), (12, 12));
    assert_eq!(house.page(50).await, all);
    // Articles older than a week are left to the other lists.
    house.time.jump(7 * 24 * 3_600_000 + 60_000);
    assert_eq!(house.page(50).await.articles, []);
}

#[tokio::test(start_paused = true)]
async fn damaged_topics_are_dropped_and_learned_again() {
    let mut house = House::new().await;
    house.post(300).await;
    assert!(!names(&house.services).is_empty());
    let junk =
        tidings_store::Belief { subject: 0, as_of: house.time.now(), body: b"junk".to_vec() };
    house.store.learning().set_belief("topics", junk).await.unwrap();
    house.restart();
    house.services.today.refresh_topics().await.unwrap();
    assert!(names(&house.services).is_empty());
    assert_eq!(house.page(10).await.articles.len(), 10, "there is still a page");
    house.catch_up().await;
    assert!(!names(&house.services).is_empty());
}

#[tokio::test(start_paused = true)]
async fn what_readers_have_in_common_is_learned_by_one_process_and_loaded_by_others() {
    let mut house = House::new().await;
    house.post(300).await;
    house.live(6).await;
    let other = services(&house.store, &house.time);
    house.services.today.learn_from_readers().await.unwrap();
    let learned = house.services.today.readers();
    assert_eq!(learned.as_of, Some(house.time.now()));
    other.today.refresh_readers().await.unwrap();
    assert_eq!(other.today.readers().as_of, learned.as_of);
    assert_eq!(other.today.readers().readership.packed(), learned.readership.packed());
    let later = house.time.now() + SignedDuration::from_secs(1);
    let junk = tidings_store::Belief { subject: 0, as_of: later, body: b"junk".to_vec() };
    house.store.learning().set_belief("readers", junk).await.unwrap();
    other.today.refresh_readers().await.unwrap();
    assert_eq!(other.today.readers().as_of, learned.as_of, "what was known before stays");
    house.restart();
    assert_eq!(house.page(5).await.articles.len(), 5);
}

#[tokio::test(start_paused = true)]
async fn the_log_of_shown_articles_is_kept_for_four_hundred_days() {
    let mut house = House::new().await;
    house.post(20).await;
    let shown = house.page(10).await;
    for (days, is_kept) in [(399, true), (2, false)] {
        house.time.jump(days * 24 * 3_600_000);
        house.services.today.learn_from_readers().await.unwrap();
        let since = shown.at - SignedDuration::from_secs(1);
        let noted = house.store.learning().shown_since(house.user, Placing::Interest, since);
        assert_eq!(noted.await.unwrap().is_some(), is_kept, "{days}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_story_already_shown_from_another_source_is_not_shown_again() {
    let house = House::new().await;
    let other = follow(&house.store, house.user, "https://b.example/", house.time.now()).await;
    let story = |n| article(n, "The very same headline of a day");
    let put = async |source, articles| {
        let document =
            FetchedContent::Document(ParsedDocument { articles, ..ParsedDocument::default() });
        let record = FetchRecord::new(source, document, house.time.now());
        house.store.fetches().store(record).await.unwrap();
    };
    put(house.source, vec![story(1)]).await;
    assert_eq!(house.page(10).await.articles.len(), 1);
    put(other, vec![story(2), article(3, "Something else")]).await;
    house.time.jump(60_000);
    assert_eq!(
        house.page(10).await.articles.len(),
        2,
        "the one from this visit, and the other headline"
    );
}
