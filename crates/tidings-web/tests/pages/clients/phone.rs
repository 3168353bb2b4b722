//! A phone whose client calls over HTTP on this machine, and a world in which articles arrive when a test says so.

use crate::{
    fixtures,
    harness::{FORM, TestServer},
};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, de::DeserializeOwned};
use std::{collections::HashMap, net::SocketAddr};
use tidings_model::{Article, Clock, Enclosure, Role, SourceId, UserId};
use tidings_store::{AppScope, Icon, ListOrder, Set, StreamQuery};
use tidings_web::{FeedChoice, app_keys, serve};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// The address of a feed to subscribe to.
pub(super) const NEW: &str = "https://new.example/feed?a=1&b=2";

/// Ada's phone and subscriptions.
pub(super) struct Phone {
    pub(super) server: TestServer,
    pub(super) user: UserId,
    pub(super) password: &'static str,
    /// In the folder News.
    pub(super) daily: SourceId,
    /// Without a folder.
    pub(super) weekly: SourceId,
    /// Three articles of the daily, then two of the weekly, in order of arrival; all unread.
    pub(super) ids: [i64; 5],
    address: SocketAddr,
}

/// A response as received.
#[derive(Debug)]
pub(super) struct Got {
    pub(super) status: u16,
    headers: HashMap<String, String>,
    pub(super) body: String,
    asked: String,
}

impl Got {
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// Decodes it with the client's types.
    pub(super) fn decoded<T: DeserializeOwned>(&self) -> T {
        assert!(matches!(self.status, 200 | 201), "{}: {} {}", self.asked, self.status, self.body);
        assert!(self.header("content-type").starts_with("application/json"), "{}", self.asked);
        serde_json::from_str(&self.body)
            .unwrap_or_else(|error| panic!("{}: {error} in {}", self.asked, self.body))
    }

    /// Checks that a write succeeded, as most clients do.
    pub(super) fn is_ok(&self) {
        assert_eq!((self.status, self.body.as_str()), (200, "OK"), "{}", self.asked);
    }
}

impl Phone {
    pub(super) async fn new() -> Self {
        let server = TestServer::new().await;
        let (user, password) = (server.user("ada", Role::User).await, "one_of_many-app-passwords");
        let (keys, now) = (app_keys("ada", password), server.clock.now());
        let app = server.store.users().add_app_password(
            user,
            "Phone".to_owned(),
            AppScope::Write,
            keys,
            now,
        );
        app.await.unwrap();
        let daily = server.source(user, "https://daily.example/feed").await;
        let weekly = server.source(user, "https://weekly.example/feed").await;
        let folder =
            server.store.subscriptions().folder(user, "News".to_owned(), now).await.unwrap();
        server.store.subscriptions().move_to(user, daily, Some(folder)).await.unwrap();
        let icon = Icon { media_type: "image/png".to_owned(), bytes: vec![1, 2, 3] };
        server.store.sources().keep_icon(daily, Some(icon), now).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(serve(listener, server.router.clone(), std::future::pending()));
        let mut phone = Self { server, user, password, daily, weekly, ids: [0; 5], address };
        for (at, title) in ["AT&T <3", "Two", "Three", "Four", "Five"].into_iter().enumerate() {
            phone.ids[at] = phone.arrives(if at < 3 { daily } else { weekly }, title).await;
        }
        phone
    }

    /// Makes an article arrive, an hour after all others, with a date days ago.
    pub(super) async fn arrives(&self, source: SourceId, title: &str) -> i64 {
        self.server.clock.advance(3600);
        let (store, now) = (&self.server.store, self.server.clock.now());
        let name = if source == self.daily { "The Daily" } else { "The Weekly" };
        let article = late(title, &self.server);
        fixtures::store(store, source, name, vec![article], now).await[0].0
    }

    /// Makes a feed available at [`NEW`], with two articles.
    pub(super) fn finds(&self) {
        let found = FeedChoice { url: NEW.to_owned(), title: "The New".to_owned() };
        *self.server.told.found.lock().unwrap() = Ok(vec![found]);
        let brought = vec![late("Brought 1", &self.server), late("Brought 2", &self.server)];
        *self.server.told.brought.lock().unwrap() = brought;
    }

    /// Returns the server's unread and starred articles, in order of arrival.
    pub(super) async fn kept(&self) -> (Vec<i64>, Vec<i64>) {
        let of = async |set| {
            let stream = StreamQuery {
                within: vec![set],
                order: ListOrder::Oldest,
                ..StreamQuery::default()
            };
            let ids = self.server.store.articles().stream(self.user, stream).await.unwrap();
            ids.into_iter().map(|entry| entry.number.0).collect()
        };
        (of(Set::Unread).await, of(Set::Starred).await)
    }

    /// Returns the server's title and folder of each source.
    pub(super) async fn shelves(&self) -> Vec<(String, Option<String>)> {
        let folders = self.server.store.subscriptions().folders(self.user).await.unwrap();
        let name = |id| folders.iter().find(|one| Some(one.id) == id).map(|one| one.path.clone());
        let sources = self.server.store.subscriptions().list(self.user).await.unwrap();
        let shelf =
            sources.iter().map(|one| (one.title().to_owned(), name(one.subscription.folder)));
        shelf.collect()
    }

    /// Returns the lines of the last imported file.
    pub(super) async fn imported(&self) -> Vec<String> {
        let imports = self.server.store.imports().list(self.user, 1).await.unwrap();
        let lines =
            self.server.store.imports().refused_lines(self.user, imports[0].id, 100).await.unwrap();
        lines.into_iter().map(|(_, line)| line.url).collect()
    }

    pub(super) fn now_s(&self) -> i64 {
        self.server.clock.now().as_second()
    }

    /// Makes one request on a connection of its own.
    pub(super) async fn call(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Got {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.address);
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("content-length: {}\r\nconnection: close\r\n\r\n", body.len());
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all((head + body).as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines.filter_map(|line| line.split_once(": "));
        Got {
            status,
            headers: headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            body: body.to_owned(),
            asked: format!("{method} {path}"),
        }
    }

    /// Calls Fever with the key as a field.
    pub(super) async fn fever(&self, query: &str, fields: &str) -> Got {
        let body = format!("api_key={}&{fields}", fever_key("ada", self.password));
        self.call("POST", &format!("/fever/?api{query}"), &[("content-type", FORM)], &body).await
    }

    /// Calls Miniflux with the key in the header that most clients use.
    pub(super) async fn miniflux(&self, method: &str, path: &str, body: &str) -> Got {
        let headers = [("x-auth-token", self.password), ("content-type", "application/json")];
        self.call(method, &format!("/v1/{path}"), &headers, body).await
    }
}

fn late(title: &str, server: &TestServer) -> Article {
    let now = server.clock.now();
    Article {
        published: Some(now - SignedDuration::from_hours(24 * 9)),
        authors: vec!["Grace".to_owned()],
        enclosures: vec![Enclosure {
            url: "https://daily.example/a.mp3".to_owned(),
            media_type: Some("audio/mpeg".to_owned()),
            bytes: Some(1234),
            seconds: None,
            title: None,
        }],
        ..fixtures::article(title, "<p>text</p>", now)
    }
}

/// Returns the key that Fever clients make from a name and a password.
pub(super) fn fever_key(name: &str, password: &str) -> String {
    use md5::Digest;
    let digest = md5::Md5::digest(format!("{name}:{password}"));
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The Google Reader API as a client calls it.
pub(super) struct Reader<'a> {
    pub(super) phone: &'a Phone,
    base: &'static str,
    auth: String,
}

impl<'a> Reader<'a> {
    /// Signs in as NetNewsWire does, which is the strictest: a line must be a name and a value.
    pub(super) async fn sign_in(phone: &'a Phone, base: &'static str) -> Self {
        let form = format!("Email=ada&Passwd={}", phone.password);
        let path = format!("{base}/accounts/ClientLogin");
        let got = phone.call("POST", &path, &[("content-type", FORM)], &form).await;
        assert_eq!(got.status, 200, "{}", got.body);
        let pairs = got.body.lines().map(|line| line.split('=').collect::<Vec<_>>());
        let auth = pairs.filter(|pair| pair.len() == 2).find(|pair| pair[0] == "Auth");
        let auth = format!("GoogleLogin auth={}", auth.unwrap()[1]);
        Self { phone, base, auth }
    }

    pub(super) async fn call(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Got {
        let path = format!("{}/reader/api/0/{path}", self.base);
        let headers = [headers, &[("authorization", self.auth.as_str())]].concat();
        self.phone.call(method, &path, &headers, body).await
    }

    pub(super) async fn get(&self, path: &str) -> Got {
        self.call("GET", path, &[], "").await
    }

    pub(super) async fn post(&self, path: &str, form: &str) -> Got {
        self.call("POST", path, &[("content-type", FORM)], form).await
    }
}

/// A time that must be valid RFC 3339.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Time;

impl TryFrom<String> for Time {
    type Error = jiff::Error;

    fn try_from(text: String) -> Result<Self, jiff::Error> {
        text.parse::<Timestamp>().map(|_| Self)
    }
}

/// Returns the long form of an article's id.
pub(super) fn long(id: i64) -> String {
    format!("tag:google.com,2005:reader/item/{id:016x}")
}

/// Returns the id in a long form.
pub(super) fn number(long: &str) -> i64 {
    let digits = long.strip_prefix("tag:google.com,2005:reader/item/").unwrap();
    assert_eq!(digits.len(), 16, "{long}");
    i64::from_str_radix(digits, 16).unwrap()
}

/// Returns repeated parameters of the same name.
pub(super) fn repeated(name: &str, values: impl IntoIterator<Item = String>) -> String {
    let pairs: Vec<String> =
        values.into_iter().map(|value| format!("{name}={}", escaped(&value))).collect();
    pairs.join("&")
}

pub(super) fn escaped(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}
