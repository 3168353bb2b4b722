//! What the tests of several services share: a small scripted web, and a home with two readers.

use crate::{
    clock::Time,
    context::Context,
    services::{ServiceSettings, Services},
};
use jiff::Timestamp;
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
};
use tidings_fetch::{BoxFuture, Post, PostAnswer, Request, Response, Web};
use tidings_model::{
    Clock, Failure, FailureKind, Fingerprint, Outcome, Role, SourceId, UserId, Validators,
    limits::Limits, source::Source,
};
use tidings_store::{ArticleList, Cursor, Options, Store, StoreLocation};
use url::Url;

/// The feed that every home finds, with the articles `one` and `two`.
pub(crate) const FEED: &str = "https://example.org/feed";
/// A host that the guard forbids.
pub(crate) const FORBIDDEN: &str = "private.example";

/// Responds from a table, and records the requests.
#[derive(Debug, Default)]
pub(crate) struct ScriptedWeb {
    answers: Mutex<HashMap<String, tidings_fetch::Result>>,
    asked: Mutex<Vec<Request>>,
    posted: Mutex<Vec<Post>>,
    replies: Mutex<VecDeque<Result<PostAnswer, Failure>>>,
}

impl ScriptedWeb {
    /// Publishes a feed of these articles at an address from now on.
    pub(crate) fn says(&self, url: &str, guids: &[&str]) {
        self.answers(answer(url, "application/rss+xml", rss(guids)));
    }

    /// Publishes a document at its address from now on.
    pub(crate) fn answers(&self, response: Response) {
        let url = response.hops.first().map_or(&response.url, |hop| &hop.from).to_string();
        self.answers.lock().unwrap().insert(url, Ok(response));
    }

    /// Makes an address fail from now on.
    pub(crate) fn fails(&self, url: &str, failure: Failure) {
        self.answers.lock().unwrap().insert(url.to_owned(), Err(failure));
    }

    /// Sets the response to the next message.
    pub(crate) fn replies(&self, reply: Result<PostAnswer, Failure>) {
        self.replies.lock().unwrap().push_back(reply);
    }

    /// Returns every request so far, in order.
    pub(crate) fn asked(&self) -> Vec<Request> {
        self.asked.lock().unwrap().clone()
    }

    /// Returns the requested addresses, in order.
    pub(crate) fn addresses(&self) -> Vec<String> {
        self.asked().iter().map(|request| request.url.to_string()).collect()
    }

    /// Returns the number of requests.
    pub(crate) fn n_asked(&self) -> usize {
        self.asked.lock().unwrap().len()
    }

    /// Returns the last request.
    pub(crate) fn last(&self) -> Request {
        self.asked.lock().unwrap().last().cloned().expect("something was requested")
    }

    /// Returns every message so far, in order.
    pub(crate) fn posted(&self) -> Vec<Post> {
        self.posted.lock().unwrap().clone()
    }
}

impl Web for ScriptedWeb {
    fn get(&self, request: Request) -> BoxFuture<'_, tidings_fetch::Result> {
        Box::pin(async move {
            tokio::task::yield_now().await;
            assert_eq!(
                request.url.fragment(),
                None,
                "the fragment that marks a private source is never sent"
            );
            let url = request.url.to_string();
            self.asked.lock().unwrap().push(request);
            let known = self.answers.lock().unwrap().get(&url).cloned();
            known.unwrap_or_else(|| Err(Failure::new(FailureKind::NotFound, "nothing is there")))
        })
    }

    fn check(&self, url: &Url) -> Result<(), Failure> {
        match url.host_str() == Some(FORBIDDEN) {
            true => Err(Failure::new(FailureKind::ForbiddenAddress, "that address is forbidden")),
            false => Ok(()),
        }
    }

    fn post(&self, post: Post) -> BoxFuture<'_, Result<PostAnswer, Failure>> {
        Box::pin(async move {
            self.posted.lock().unwrap().push(post);
            let reply = self.replies.lock().unwrap().pop_front();
            reply.unwrap_or_else(|| Err(Failure::new(FailureKind::Offline, "nobody listens")))
        })
    }
}

/// Returns a document as a server sends it.
pub(crate) fn answer(url: &str, content_type: &str, body: impl AsRef<[u8]>) -> Response {
    let body = body.as_ref();
    Response {
        status: 200,
        url: url.parse().unwrap(),
        hops: Vec::new(),
        content_type: Some(content_type.to_owned()),
        validators: Validators { body: Some(Fingerprint::of_bytes(body)), ..Validators::default() },
        max_age: None,
        retry_after: None,
        hubs: Vec::new(),
        self_url: None,
        wire_bytes: body.len() as u64,
        body: body.to_vec().into(),
    }
}

/// Returns a response that says that nothing changed.
pub(crate) fn unchanged(url: &str) -> Response {
    Response { status: 304, validators: Validators::default(), ..answer(url, "", "") }
}

/// Returns a feed of articles, each named after its guid.
pub(crate) fn rss(guids: &[&str]) -> String {
    let item = |guid: &&str| format!("<item><guid>{guid}</guid><title>{guid}</title></item>");
    let items: String = guids.iter().map(item).collect();
    format!("<rss version=\"2.0\"><channel><title>Feed</title>{items}</channel></rss>")
}

/// The program with a store in memory, the scripted web, and two readers.
pub(crate) struct Home {
    pub(crate) web: Arc<ScriptedWeb>,
    pub(crate) services: Arc<Services>,
    pub(crate) ada: UserId,
    pub(crate) bob: UserId,
}

impl Home {
    pub(crate) async fn new() -> Self {
        Self::with(Limits::default(), ServiceSettings::default()).await
    }

    pub(crate) async fn with(limits: Limits, settings: ServiceSettings) -> Self {
        let time = Arc::new(Time::simulated("2026-11-15T12:00:00Z".parse().unwrap(), 1));
        let store = Store::open(Options::new(StoreLocation::Memory, time.now())).await.unwrap();
        let add = |name: &str| {
            let (name, hash, now) = (name.to_owned(), "hash".to_owned(), time.now());
            store.users().add(name, hash, Role::User, now)
        };
        let (ada, bob) = (add("ada").await.unwrap(), add("bob").await.unwrap());
        let web = Arc::new(ScriptedWeb::default());
        web.says(FEED, &["one", "two"]);
        let asked: Arc<dyn Web> = Arc::<ScriptedWeb>::clone(&web);
        let context = Context::new(store, asked, time, limits);
        Self { web, services: Arc::new(Services::new(context, settings)), ada, bob }
    }

    pub(crate) fn store(&self) -> &Store {
        &self.services.context.store
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.services.context.now()
    }

    pub(crate) fn pass(&self, minutes: i64) {
        self.services.context.time.jump(minutes * 60_000);
    }

    pub(crate) async fn follow(&self, user: UserId, url: &str) -> SourceId {
        self.services.subscribing.follow(user, url, None).await.unwrap().source
    }

    pub(crate) async fn source(&self, id: SourceId) -> Source {
        self.store().sources().get(id).await.unwrap().unwrap()
    }

    /// Claims a source and fetches it.
    pub(crate) async fn look(&self, id: SourceId) -> Outcome {
        let claim = self.services.fetching.claim(1);
        let claimed = self.store().sources().claim_one(id, claim, self.now()).await.unwrap();
        self.services.fetching.fetch(&claimed.expect("nobody else holds it")).await.unwrap()
    }

    /// Returns the titles in a user's list, in alphabetical order.
    pub(crate) async fn titles(&self, user: UserId, shelf: ArticleList) -> Vec<String> {
        let page = self.store().articles().list(user, shelf, Cursor::START, 200).await.unwrap();
        let mut titles: Vec<String> = page.articles.into_iter().map(|one| one.title).collect();
        titles.sort();
        titles
    }
}
