//! Samples for trying the routes of the table: one of each thing that a path can name, the fields of each form, and
//! everything that a form could change, as text.

use crate::{
    fixtures,
    harness::{Browser, PASSWORD, TestServer},
};
use std::sync::{Arc, Mutex};
use tidings_model::{Role, UserId};
use tidings_store::{AppScope, Listing};
use tidings_web::routes::Route;

/// What a placeholder in a path names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Object {
    Article,
    Source,
    Folder,
    Tag,
    AppPassword,
    Undo,
    Import,
    User,
    Rule,
    Webhook,
    Output,
    Share,
    Backup,
    /// A static file.
    Asset,
}

/// Routes with placeholders, by the prefix of their path. A missing one fails every test of the table: add what its
/// placeholder names here, and a sample of it to [`Things`].
const OBJECTS: &[(&str, Object)] = &[
    ("/article/{id}", Object::Article),
    ("/source/{id}", Object::Source),
    ("/sources/import/{id}", Object::Import),
    ("/sources/{id}", Object::Source),
    ("/folder/{id}", Object::Folder),
    ("/folders/{id}", Object::Folder),
    ("/tag/{id}", Object::Tag),
    ("/settings/passwords/{id}", Object::AppPassword),
    ("/undo/{id}", Object::Undo),
    ("/rules/{id}", Object::Rule),
    ("/webhooks/{id}", Object::Webhook),
    ("/outputs/{id}", Object::Output),
    ("/shares/{id}", Object::Share),
    ("/shared/{secret}", Object::Asset),
    ("/out/{feed}", Object::Asset),
    ("/push/{token}", Object::Asset),
    ("/help/{page}", Object::Asset),
    ("/admin/users/{id}", Object::User),
    ("/admin/backup/{file}", Object::Backup),
    ("/icon/{source}", Object::Source),
    ("/image/{signature}/{address}", Object::Asset),
    ("/static/{hash}/{file}", Object::Asset),
];

pub(crate) fn object(route: &Route) -> Option<Object> {
    let known = OBJECTS.iter().find(|(start, _)| route.path.starts_with(start));
    assert!(
        known.is_some() || !route.path.contains('{'),
        "{} has a placeholder that OBJECTS does not classify",
        route.path
    );
    known.map(|(_, object)| *object)
}

/// One of each kind, all of them Ada's.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Things {
    pub(crate) article: i64,
    pub(crate) source: i64,
    pub(crate) folder: i64,
    pub(crate) tag: i64,
    pub(crate) app_password: i64,
    pub(crate) undo: i64,
    pub(crate) import: i64,
    pub(crate) user: i64,
    pub(crate) rule: i64,
    pub(crate) webhook: i64,
    pub(crate) output: i64,
    pub(crate) share: i64,
}

impl Things {
    /// Ids of things that never existed.
    pub(crate) const NOWHERE: Self = Self {
        article: 999_999,
        source: 999_999,
        folder: 999_999,
        tag: 999_999,
        app_password: 999_999,
        undo: 999_999,
        import: 999_999,
        user: 999_999,
        rule: 999_999,
        webhook: 999_999,
        output: 999_999,
        share: 999_999,
    };
}

/// Returns the path of a route, with someone's things in its placeholders.
pub(crate) fn path(route: &Route, things: &Things) -> String {
    let id = match object(route) {
        None => return route.path.to_owned(),
        Some(Object::Asset) => {
            return route
                .path
                .replace("{hash}/{file}", "0/none.css")
                .replace("{secret}", "none")
                .replace("{feed}", "none.atom")
                .replace("{token}", "none")
                .replace("{page}", "reading")
                .replace("{signature}/{address}", "AAAA/aHR0cA");
        }
        Some(Object::Backup) => return route.path.replace("{file}", "tidings-0.backup"),
        Some(Object::Article) => things.article,
        Some(Object::Source) => things.source,
        Some(Object::Folder) => things.folder,
        Some(Object::Tag) => things.tag,
        Some(Object::AppPassword) => things.app_password,
        Some(Object::Undo) => things.undo,
        Some(Object::Import) => things.import,
        Some(Object::User) => things.user,
        Some(Object::Rule) => things.rule,
        Some(Object::Webhook) => things.webhook,
        Some(Object::Output) => things.output,
        Some(Object::Share) => things.share,
    };
    route.path.replace("{id}", &id.to_string()).replace("{source}", &id.to_string())
}

/// Returns the fields of a route's form besides the token.
pub(crate) fn fields(route: &Route) -> &'static [(&'static str, &'static str)] {
    match route.path {
        "/read-all" => &[("in", "all"), ("up_to", "1000")],
        "/marks" => &[("act", "read"), ("ids", "1")],
        "/passed" => &[("ids", "1")],
        "/taught/say" => &[("kind", "topic"), ("id", "1"), ("level", "95")],
        "/taught/rename" => &[("id", "1"), ("name", "Stars")],
        "/rules" | "/rules/{id}" => {
            &[("name", "r"), ("text-0", "x"), ("star", "yes"), ("act", "save")]
        }
        "/outputs" => &[("list", "all")],
        "/webhooks" => &[("event", "star"), ("url", "https://hooks.example/")],
        "/article/{id}/tag" => &[("name", "proof")],
        "/article/{id}/untag" => &[("tag", "1")],
        "/article/{id}/position" => {
            &[("url", "https://example.org/a.mp3"), ("seconds", "12"), ("length", "60")]
        }
        "/settings/account/name" => &[("name", "Ada")],
        "/settings/account/password" => &[("current", "wrong"), ("password", "another long one")],
        "/settings/second-step/begin"
        | "/settings/second-step/codes"
        | "/settings/second-step/off" => &[("password", "wrong")],
        "/settings/second-step/confirm" => &[("code", "123456")],
        "/settings/sessions/end" => &[("session", "0123456789abcdef01234567")],
        "/settings/passwords" => &[("label", "Phone"), ("scope", "read")],
        "/settings/data/delete" => &[("name", "ada"), ("password", "wrong")],
        "/admin/users" => &[("name", "carl"), ("password", PASSWORD), ("as", "user")],
        "/admin/users/{id}/role" | "/admin/invitations" => &[("as", "user")],
        "/admin/users/{id}/remove" => &[("name", "nobody")],
        "/admin/invitations/revoke" => &[("link", "0123456789abcdef01234567")],
        "/sign-in" => &[("name", "ada"), ("password", "wrong")],
        "/sign-in/code" => &[("code", "123456")],
        "/setup" => &[("setup_token", "wrong"), ("name", "eve"), ("password", PASSWORD)],
        "/join" => &[("link_token", "wrong"), ("name", "eve"), ("password", PASSWORD)],
        "/sources/act" => &[("ids", "1"), ("act", "pause")],
        "/sources/merge" => &[("from", "1"), ("into", "1")],
        "/sources/import" => &[("text", "https://new.example/feed")],
        "/sources/{id}/address" => &[("url", "https://new.example/feed")],
        "/sources/{id}/rename" => &[("title", "New title")],
        "/sources/{id}/move" => &[("new_folder", "New folder")],
        "/sources/{id}/options" => &[("muted", "1"), ("keep_days", "7")],
        "/sources/{id}/key" => &[("name", "ada"), ("password", "secret")],
        "/folders" | "/folders/{id}/rename" => &[("name", "New folder")],
        "/folders/{id}/move" => &[("parent", "")],
        "/settings/sidebar" => &[("unread_only", "yes"), ("back", "/")],
        "/folders/{id}/order" => &[("to", "down")],
        "/add" | "/follow" => &[("url", "https://new.example/feed")],
        _ => &[],
    }
}

/// Returns Ada, signed in, with one of each thing.
pub(crate) async fn with_things(server: &TestServer) -> (Browser<'_>, Things) {
    let (browser, ada) = server.signed_in("ada", Role::User).await;
    let source = server.source(ada, "https://example.org/feed").await;
    let now = tidings_model::Clock::now(&*server.clock);
    let ids = fixtures::store(
        &server.store,
        source,
        "Example",
        vec![fixtures::article("Private title", "<p>Private text</p>", now)],
        now,
    )
    .await;
    let folder =
        server.store.subscriptions().folder(ada, "Private folder".to_owned(), now).await.unwrap();
    server.store.subscriptions().move_to(ada, source, Some(folder)).await.unwrap();
    let tag =
        server.store.readings().tag(ada, ids[0], "Private tag".to_owned(), now).await.unwrap();
    let undo = server.store.undos().keep(ada, "read", 1, Vec::new(), now).await.unwrap();
    let app_password = server
        .store
        .users()
        .add_app_password(ada, "Private app".to_owned(), AppScope::Write, vec![1; 32].into(), now)
        .await
        .unwrap();
    let listing = Listing { name: "Private list".to_owned(), ..Listing::default() };
    let import = server.store.imports().begin(ada, listing, now).await.unwrap();
    let (rule, webhook, output, share) = fixtures::outgoing(&server.store, ada, ids[0], now).await;
    let things = Things {
        rule,
        webhook,
        output,
        share,
        import,
        article: ids[0].0,
        source: source.0,
        folder: folder.0,
        tag: tag.0,
        app_password,
        undo,
        user: ada.0,
    };
    (browser, things)
}

/// Returns everything that a form could change, as text.
pub(crate) async fn fingerprint(server: &TestServer) -> String {
    let now = tidings_model::Clock::now(&*server.clock);
    let mut text = format!("{:?}", server.store.users().members().await.unwrap());
    text += &format!("{:?}", server.store.users().invitations(now).await.unwrap());
    for user in server.store.users().all().await.unwrap() {
        text += &state_of(server, user.id).await;
    }
    text
}

/// Returns everything that belongs to one user, as text.
pub(crate) async fn state_of(server: &TestServer, user: UserId) -> String {
    let now = tidings_model::Clock::now(&*server.clock);
    let told = Arc::new(Mutex::new(String::new()));
    let into = told.clone();
    let each = move |exported| {
        *into.lock().unwrap() += &format!("{exported:?}\n");
        Ok(())
    };
    server.store.maintenance().export(user, each).await.unwrap();
    let mut text = told.lock().unwrap().clone();
    text += &format!("{:?}", server.store.readings().unread_ids(user, 100).await.unwrap());
    text += &format!("{:?}", server.store.rules().list(user).await.unwrap());
    text += &format!("{:?}", server.store.outputs().webhooks(user).await.unwrap());
    text += &format!("{:?}", server.store.outputs().list(user).await.unwrap());
    text += &format!("{:?}", server.store.outputs().shares(user, None, now).await.unwrap());
    text += &format!("{:?}", server.store.subscriptions().list(user).await.unwrap());
    text += &format!("{:?}", server.store.imports().list(user, 9).await.unwrap());
    text += &format!("{:?}", server.store.users().sessions(user, now).await.unwrap());
    text += &format!("{:?}", server.store.users().account_of(user).await.unwrap());
    text += &format!("{:?}", server.store.users().second_factor(user).await.unwrap());
    text
}
