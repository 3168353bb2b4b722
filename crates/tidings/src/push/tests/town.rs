//! The setup of these tests: a publisher that is also a hub, and a server that it can reach.

use crate::{
    cli,
    config::Config,
    rules::tests::House,
    services::{ServiceSettings, Services},
};
use axum::{
    Router,
    extract::State,
    response::IntoResponse,
    routing::{get, post},
};
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use sha2::Sha256;
use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
};
use tidings_model::{SourceId, source::Source};
use tidings_search::Index;
use tidings_store::{ArticleList, Cursor, PushSubscription};
use tidings_web::App;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_util::sync::CancellationToken;
use url::Url;

/// A response as it came.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) status: u16,
    head: String,
    pub(super) body: String,
}

impl Answer {
    pub(super) fn header(&self, name: &str) -> String {
        let line =
            self.head.lines().find(|line| line.to_lowercase().starts_with(&format!("{name}:")));
        line.and_then(|line| line.split_once(':')).map_or("", |(_, value)| value).trim().to_owned()
    }
}

/// Sends one request to a server on loopback.
pub(super) async fn ask(method: &str, url: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    let url: url::Url = url.parse().unwrap();
    let address = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap());
    let mut stream = TcpStream::connect(&address).await.unwrap();
    let target = &url[url::Position::BeforePath..];
    let mut head =
        format!("{method} {target} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    if method == "POST" {
        head += &format!("content-length: {}\r\n", body.len());
    }
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    // A server that refuses does not have to read to the end.
    let _ = stream.write_all(format!("{head}\r\n").as_bytes()).await;
    let _ = stream.write_all(body).await;
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

/// A publisher that runs a hub.
#[derive(Debug, Clone)]
pub(super) struct Hub {
    address: SocketAddr,
    state: Arc<Mutex<Told>>,
}

#[derive(Debug, Default)]
struct Told {
    hub: String,
    is_cloud: bool,
    titles: Vec<String>,
    asked: Vec<HashMap<String, String>>,
    echoes: Vec<Answer>,
    status: Option<u16>,
    lease: Option<u64>,
    is_forgetful: bool,
}

impl Hub {
    pub(super) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let hub = Self { address: listener.local_addr().unwrap(), state: Arc::default() };
        hub.name_hub(&hub.url("/hub"));
        hub.show(&["old"]);
        let router = Router::new()
            .route("/feed", get(async |State(hub): State<Self>| hub.page()))
            .route(
                "/hub",
                post(async |State(hub): State<Self>, form: String| hub.answer(form).await),
            )
            .with_state(hub.clone());
        tokio::spawn(tidings_web::serve(listener, router, std::future::pending()));
        hub
    }

    pub(super) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(super) fn show(&self, titles: &[&str]) {
        self.state.lock().unwrap().titles = titles.iter().map(|&title| title.to_owned()).collect();
    }

    pub(super) fn name_hub(&self, hub: &str) {
        hub.clone_into(&mut self.state.lock().unwrap().hub);
    }

    pub(super) fn be_a_cloud(&self) {
        self.state.lock().unwrap().is_cloud = true;
    }

    pub(super) fn fail(&self, status: u16) {
        self.state.lock().unwrap().status = Some(status);
    }

    pub(super) fn grant(&self, seconds: u64) {
        self.state.lock().unwrap().lease = Some(seconds);
    }

    pub(super) fn forget_to_ask(&self) {
        self.state.lock().unwrap().is_forgetful = true;
    }

    pub(super) fn asked(&self) -> Vec<HashMap<String, String>> {
        self.state.lock().unwrap().asked.clone()
    }

    pub(super) fn echoes(&self) -> Vec<Answer> {
        self.state.lock().unwrap().echoes.clone()
    }

    /// Returns a feed with these articles.
    pub(super) fn feed(&self, titles: &[&str]) -> String {
        let (hub, is_cloud) = {
            let state = self.state.lock().unwrap();
            (state.hub.clone(), state.is_cloud)
        };
        let own = self.url("/feed");
        let links = match () {
            () if is_cloud => format!(
                "<cloud domain='127.0.0.1' port='{}' path='/hub' registerProcedure='' protocol='http-post'/>",
                self.address.port()
            ),
            () if hub.is_empty() => String::new(),
            () => {
                format!("<atom:link rel='hub' href='{hub}'/><atom:link rel='self' href='{own}'/>")
            }
        };
        let feed = crate::rules::tests::feed(titles);
        feed.replace("<title>Feed</title>", &format!("<title>Feed</title>{links}"))
    }

    fn page(self) -> impl IntoResponse {
        let titles = self.state.lock().unwrap().titles.clone();
        let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
        ([("content-type", "application/rss+xml")], self.feed(&titles))
    }

    /// Verifies before it responds, as many hubs do.
    async fn answer(self, form: String) -> (http::StatusCode, String) {
        let form: HashMap<String, String> =
            url::form_urlencoded::parse(form.as_bytes()).into_owned().collect();
        let (n, status, lease, is_forgetful) = {
            let mut state = self.state.lock().unwrap();
            state.asked.push(form.clone());
            (state.asked.len(), state.status, state.lease, state.is_forgetful)
        };
        if let Some(status) = status {
            return (http::StatusCode::from_u16(status).unwrap(), "go away".to_owned());
        }
        if !is_forgetful {
            let echo = ask("GET", &callback(&form, n, lease.unwrap_or(864_000)), &[], b"").await;
            self.state.lock().unwrap().echoes.push(echo);
        }
        (http::StatusCode::ACCEPTED, "<notifyResult success='true'/>".to_owned())
    }
}

/// Returns the address at which a hub or a cloud verifies.
fn callback(form: &HashMap<String, String>, n: usize, lease: u64) -> String {
    let challenge = format!("<b>challenge</b> {n}");
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    match form.get("hub.callback") {
        Some(callback) => {
            query
                .append_pair("hub.mode", &form["hub.mode"])
                .append_pair("hub.topic", &form["hub.topic"])
                .append_pair("hub.lease_seconds", &lease.to_string())
                .append_pair("hub.challenge", &challenge);
            format!("{callback}?{}", query.finish())
        }
        None => {
            query.append_pair("url", &form["url1"]).append_pair("challenge", &challenge);
            let query = query.finish();
            format!("http://{}:{}{}?{query}", form["domain"], form["port"], form["path"])
        }
    }
}

/// A server that hubs can reach, and a publisher.
pub(super) struct Town {
    pub(super) house: House,
    pub(super) hub: Hub,
    folder: tempfile::TempDir,
    pub(super) public_url: Option<Url>,
}

impl Town {
    pub(super) async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let public_url: Url = url.parse().unwrap();
        let settings =
            ServiceSettings { public_url: Some(public_url.clone()), ..ServiceSettings::default() };
        let house = House::with(settings).await;
        let (hub, folder) = (Hub::start().await, tempfile::tempdir().unwrap());
        let town = Self { house, hub, folder, public_url: Some(public_url) };
        town.serve(listener);
        town
    }

    fn serve(&self, listener: TcpListener) {
        let data = self.folder.path().to_str().unwrap();
        let matches = cli::command().try_get_matches_from(["tidings", "serve", "--data", data]);
        let config = Config::load(&matches.unwrap(), &|_| None).unwrap();
        let index = Index::in_memory().unwrap();
        let services = &self.house.services;
        let app = App {
            public_url: self.public_url.clone(),
            ..crate::serve::app(services, &config, index, CancellationToken::new())
        };
        tokio::spawn(tidings_web::serve(listener, tidings_web::app(app), std::future::pending()));
    }

    /// Removes the public address. Returns where the pages still are.
    pub(super) async fn without_address(&mut self) -> String {
        let house = House::new().await;
        (self.house, self.public_url) = (house, None);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        self.serve(listener);
        url
    }

    pub(super) fn services(&self) -> &Arc<Services> {
        &self.house.services
    }

    pub(super) fn now(&self) -> Timestamp {
        self.house.services.context.now()
    }

    pub(super) fn pass(&self, minutes: i64) {
        self.house.services.context.time.jump(minutes * 60_000);
    }

    pub(super) fn url(&self, path: &str) -> String {
        let url = self.public_url.clone().unwrap();
        format!("{}{path}", url.as_str().trim_end_matches('/'))
    }

    pub(super) async fn follow(&self) -> SourceId {
        let feed = self.hub.url("/feed");
        self.house.services.subscribing.follow(self.house.user, &feed, None).await.unwrap().source
    }

    /// Subscribes to the feed and to its hub.
    pub(super) async fn active(&self) -> SourceId {
        let source = self.follow().await;
        self.house.services.push.ask_hubs().await.unwrap();
        source
    }

    pub(super) async fn source(&self, id: SourceId) -> Source {
        self.house.services.context.store.sources().get(id).await.unwrap().unwrap()
    }

    pub(super) async fn push(&self, id: SourceId) -> Option<PushSubscription> {
        self.house.services.context.store.push().of_source(id).await.unwrap()
    }

    pub(super) async fn look(&self, id: SourceId) {
        self.house.fetch_again(id).await;
    }

    pub(super) async fn titles(&self) -> Vec<String> {
        self.house.titles(ArticleList::All).await
    }

    pub(super) async fn text_of(&self, title: &str) -> String {
        let store = &self.house.services.context.store;
        let page = store
            .articles()
            .list(self.house.user, ArticleList::All, Cursor::START, 50)
            .await
            .unwrap();
        let id = page.articles.iter().find(|one| one.title == title).unwrap().id;
        store.articles().get(self.house.user, id).await.unwrap().unwrap().html
    }

    /// Returns the callback address and the secret that the hub signs with.
    pub(super) fn agreed(&self) -> (String, String) {
        let asked = self.hub.asked();
        let last = asked.iter().rfind(|form| form.contains_key("hub.secret")).unwrap();
        (last["hub.callback"].clone(), last["hub.secret"].clone())
    }

    /// Makes the hub send a message, correctly signed.
    pub(super) async fn post(&self, body: &str) -> u16 {
        let (callback, secret) = self.agreed();
        let signature = sign(&secret, body);
        let headers = [("x-hub-signature", signature.as_str())];
        ask("POST", &callback, &headers, body.as_bytes()).await.status
    }

    /// Makes the hub send a message, and handles it.
    pub(super) async fn bring_body(&self, body: &str) -> u16 {
        let status = self.post(body).await;
        self.house.services.push.hear_all().await.unwrap();
        status
    }

    /// Makes the hub send articles, and handles them.
    pub(super) async fn bring(&self, titles: &[&str]) -> u16 {
        self.bring_body(&self.hub.feed(titles)).await
    }
}

pub(super) fn sign(secret: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(body.as_bytes());
    let made: String =
        mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256={made}")
}
