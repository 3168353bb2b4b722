//! One person on every surface: a browser, and a client of each protocol with the same app password.

use crate::fixtures;
use crate::harness::{Answer, FORM, PASSWORD, TestServer, form};
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{Method, StatusCode, header};
use jiff::Timestamp;
use md5::Digest;
use serde_json::Value;
use std::net::SocketAddr;
use tidings_model::{ArticleId, Clock, FolderId, Role, SourceId, SourceState, TagId, UserId};
use tidings_store::{AppScope, FetchedContent, FullArticle, ParsedDocument, SubscribedSource};
use tidings_web::{FeedChoice, app_keys};

const SECRET: &str = "a-long-and-random-app-password-of-ada";

/// The state before the action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Setup {
    /// Someone else subscribes to the source too.
    pub(super) is_shared: bool,
    pub(super) is_operator: bool,
    /// The source is gone.
    pub(super) is_gone: bool,
    /// The article was starred and saved for later a minute ago.
    pub(super) is_kept: bool,
}

/// Ada with a source of three articles, two folders and a tag.
pub(super) struct World {
    pub(super) server: TestServer,
    pub(super) user: UserId,
    pub(super) source: SourceId,
    pub(super) articles: Vec<ArticleId>,
    pub(super) folder: FolderId,
    pub(super) tag: TagId,
    pub(super) begun: Timestamp,
}

impl World {
    pub(super) async fn new(setup: Setup) -> Self {
        let server = TestServer::new().await;
        let role = if setup.is_operator { Role::Operator } else { Role::User };
        let user = server.user("ada", role).await;
        let (keys, begun) = (app_keys("ada", SECRET), server.clock.now());
        let store = &server.store;
        store
            .users()
            .add_app_password(user, "App".to_owned(), AppScope::Write, keys, begun)
            .await
            .unwrap();
        let source = server.source(user, "https://a.example/feed").await;
        let texts = ["One", "Two", "Three"];
        let texts = texts.map(|title| fixtures::article(title, "<p>text</p>", begun)).to_vec();
        let articles = fixtures::store(store, source, "Its own", texts, begun).await;
        let folder = store.subscriptions().folder(user, "News".to_owned(), begun).await.unwrap();
        store.subscriptions().folder(user, "Other".to_owned(), begun).await.unwrap();
        let tag = store.readings().add_tag(user, "kept".to_owned()).await.unwrap();
        if setup.is_shared {
            let bob = server.user("bob", Role::User).await;
            store.subscriptions().subscribe(bob, source, None, begun).await.unwrap();
        }
        if setup.is_gone {
            let record =
                fixtures::fetch(source, FetchedContent::Document(ParsedDocument::default()), begun);
            let gone = tidings_store::FetchRecord { state: SourceState::Gone, ..record };
            store.fetches().store(gone).await.unwrap();
        }
        if setup.is_kept {
            store.readings().star(user, articles[0], Some(begun)).await.unwrap();
            store.readings().put_aside(user, articles[0], Some(begun)).await.unwrap();
        }
        let found =
            FeedChoice { url: "https://new.example/feed".to_owned(), title: "New".to_owned() };
        *server.told.found.lock().unwrap() = Ok(vec![found]);
        server.clock.advance(60);
        Self { server, user, source, articles, folder, tag, begun }
    }

    pub(super) async fn subscription(&self) -> Option<SubscribedSource> {
        self.server.store.subscriptions().get(self.user, self.source).await.unwrap()
    }

    pub(super) async fn article(&self) -> FullArticle {
        self.server.store.articles().get(self.user, self.articles[0]).await.unwrap().unwrap()
    }

    pub(super) async fn folders(&self) -> String {
        let folders = self.server.store.subscriptions().folders(self.user).await.unwrap();
        folders.into_iter().map(|folder| folder.path).collect::<Vec<_>>().join(", ")
    }

    pub(super) async fn tags(&self) -> String {
        let tags = self.server.store.readings().tags(self.user).await.unwrap();
        tags.into_iter().map(|tag| tag.name).collect::<Vec<_>>().join(", ")
    }

    /// Inserts the ids of this world into a text.
    fn filled(&self, text: &str) -> String {
        text.replace("{source}", &self.source.to_string())
            .replace("{article}", &self.articles[0].to_string())
            .replace("{folder}", &self.folder.to_string())
            .replace("{tag}", &self.tag.to_string())
    }

    async fn send(&self, request: http::request::Builder, body: Body) -> Answer {
        let mut request = request.body(body).unwrap();
        let peer: SocketAddr = "192.0.2.7:1234".parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(peer));
        self.server.send(request).await
    }
}

/// A request that performs the action.
#[derive(Debug, Clone)]
pub(super) enum Attempt {
    Page(&'static str, Vec<(&'static str, String)>),
    Api(Method, &'static str, Value),
    Greader(&'static str, Vec<(&'static str, String)>),
    Fever(&'static str),
    Miniflux(Method, &'static str, Value),
    /// A file for Miniflux, for Google Reader and for our own API.
    File(&'static str, &'static str, &'static str),
}

impl Attempt {
    pub(super) async fn make(&self, world: &World) -> Answer {
        let server = &world.server;
        let fill = |fields: &[(&'static str, String)]| -> Vec<(&'static str, String)> {
            fields.iter().map(|(name, value)| (*name, world.filled(value))).collect()
        };
        match self {
            Self::Page(path, fields) => {
                let mut browser = server.browser();
                let credentials = [("name", "ada"), ("password", PASSWORD)];
                browser.post_bare("/sign-in", &credentials).await;
                let fields = fill(fields);
                browser.post(&world.filled(path), &borrowed(&fields)).await
            }
            Self::Api(method, path, body) => {
                let request = server
                    .request(method, &world.filled(path))
                    .header(header::AUTHORIZATION, format!("Bearer {SECRET}"))
                    .header(header::CONTENT_TYPE, "application/json");
                world.send(request, world.filled(&body.to_string()).into()).await
            }
            Self::Greader(path, fields) => {
                let request = server
                    .request(&Method::POST, &format!("/reader/api/0/{path}"))
                    .header(header::AUTHORIZATION, format!("GoogleLogin auth={SECRET}"))
                    .header(header::CONTENT_TYPE, FORM);
                let fields = fill(fields);
                world.send(request, form(&borrowed(&fields))).await
            }
            Self::Fever(query) => {
                let digest = md5::Md5::digest(format!("ada:{SECRET}"));
                let key = format!("{:032x}", u128::from_be_bytes(digest.into()));
                let request = server
                    .request(&Method::POST, &format!("/fever/?api&{}", world.filled(query)))
                    .header(header::CONTENT_TYPE, FORM);
                world.send(request, form(&[("api_key", &key)])).await
            }
            Self::Miniflux(method, path, body) => {
                let request =
                    server.request(method, &world.filled(path)).header("x-auth-token", SECRET);
                world.send(request, world.filled(&body.to_string()).into()).await
            }
            Self::File(path, scheme, body) => {
                let request = server
                    .request(&Method::POST, path)
                    .header(header::AUTHORIZATION, format!("{scheme}{SECRET}"))
                    .header("x-auth-token", SECRET);
                world.send(request, Body::from(*body)).await
            }
        }
    }

    /// Returns whether this surface reports success with such a response.
    pub(super) fn is_done(&self, answer: &Answer) -> bool {
        match self {
            Self::Page(..) => {
                matches!(answer.status, StatusCode::SEE_OTHER | StatusCode::NO_CONTENT)
                    && !answer.header("location").contains("said=contrary")
            }
            Self::Greader(..) => answer.status == StatusCode::OK && answer.body == "OK",
            Self::Api(..) | Self::Fever(_) | Self::Miniflux(..) | Self::File(..) => {
                answer.status.is_success()
            }
        }
    }

    /// Returns whether this surface reports a refusal for this reason with such a response.
    pub(super) fn is_refused(&self, answer: &Answer, why: Why) -> bool {
        let status = answer.status.as_u16();
        match (self, why) {
            (Self::Page(..), Why::Taken) => answer.header("location") == "/folders?taken=name",
            (Self::Page(..), Why::Contrary) => answer.header("location").contains("said=contrary"),
            (Self::Page(..), Why::Bad) => matches!(status, 400 | 422),
            (Self::Api(..), Why::Taken) => status == 409,
            (Self::Page(..), Why::OperatorsOnly) => status == 403,
            (Self::Api(..), Why::Bad | Why::Contrary | Why::OperatorsOnly) => status == 422,
            (Self::File(path, ..), _) if path.starts_with("/api/") => status == 422,
            (_, Why::NotThere) => status == 404,
            (Self::Greader("subscription/quickadd", _), _) => answer.body.contains("\"error\""),
            (_, _) => status == 400,
        }
    }
}

/// Why an action is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// An invalid value.
    Bad,
    /// Two values that contradict each other.
    Contrary,
    /// The name is taken.
    Taken,
    /// This person has no such thing.
    NotThere,
    /// Only operators may.
    OperatorsOnly,
}

fn borrowed<'f>(fields: &'f [(&'static str, String)]) -> Vec<(&'static str, &'f str)> {
    fields.iter().map(|(name, value)| (*name, value.as_str())).collect()
}
