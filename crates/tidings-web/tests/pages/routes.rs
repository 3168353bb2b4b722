//! Every route of the table against every kind of visitor and every forgery.

use crate::{
    harness::{Answer, Browser, FORM, House, PASSWORD, form},
    stock,
};
use axum::body::Body;
use http::{Method, StatusCode};
use std::sync::{Arc, Mutex};
use tidings_model::{Role, UserId};
use tidings_store::{AppScope, Listing};
use tidings_web::routes::{Access, ROUTES, Route};

/// What a placeholder of a path names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Object {
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
    /// A file that is everybody's.
    Asset,
}

/// Routes with placeholders, by the beginning of their path. One that is missing here fails every test below: say what its
/// placeholder names, and add a sample of it to [`Things`].
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
    ("/admin/users/{id}", Object::User),
    ("/admin/backup/{file}", Object::Backup),
    ("/icon/{source}", Object::Source),
    ("/image/{signature}/{address}", Object::Asset),
    ("/static/{hash}/{file}", Object::Asset),
];

fn object(route: &Route) -> Option<Object> {
    let known = OBJECTS.iter().find(|(start, _)| route.path.starts_with(start));
    assert!(
        known.is_some() || !route.path.contains('{'),
        "{} has a placeholder that OBJECTS does not classify",
        route.path
    );
    known.map(|(_, object)| *object)
}

/// One of each kind, all of them ada's.
#[derive(Debug, Clone, Copy)]
struct Things {
    article: i64,
    source: i64,
    folder: i64,
    tag: i64,
    app_password: i64,
    undo: i64,
    import: i64,
    user: i64,
    rule: i64,
    webhook: i64,
    output: i64,
    share: i64,
}

impl Things {
    /// Ids of things that never were.
    const NOWHERE: Self = Self {
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

/// A path that exists, with somebody's things.
fn path(route: &Route, things: &Things) -> String {
    let id = match object(route) {
        None => return route.path.to_owned(),
        Some(Object::Asset) => {
            return route
                .path
                .replace("{hash}/{file}", "0/none.css")
                .replace("{secret}", "none")
                .replace("{feed}", "none.atom")
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

/// What a form of this route may carry besides the token.
fn fields(route: &Route) -> &'static [(&'static str, &'static str)] {
    match route.path {
        "/read-all" => &[("in", "all"), ("up_to", "1000")],
        "/marks" => &[("act", "read"), ("ids", "1")],
        "/rules" | "/rules/{id}" => {
            &[("name", "r"), ("text-0", "x"), ("star", "yes"), ("act", "save")]
        }
        "/outputs" => &[("list", "all")],
        "/webhooks" => &[("event", "star"), ("url", "https://hooks.example/")],
        "/article/{id}/tag" => &[("name", "proof")],
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
        "/folders/{id}/order" => &[("to", "down")],
        "/add" | "/follow" => &[("url", "https://new.example/feed")],
        _ => &[],
    }
}

/// Ada, signed in, with one of each thing.
async fn with_things(house: &House) -> (Browser<'_>, Things) {
    let (browser, ada) = house.signed_in("ada", Role::User).await;
    let source = house.source(ada, "https://example.org/feed").await;
    let now = tidings_model::Clock::now(&*house.clock);
    let ids = stock::store(
        &house.store,
        source,
        "Example",
        vec![stock::article("Private title", "<p>Private text</p>", now)],
        now,
    )
    .await;
    let folder = house.store.folder(ada, "Private folder".to_owned(), now).await.unwrap();
    house.store.move_subscription(ada, source, Some(folder)).await.unwrap();
    let tag = house.store.tag(ada, ids[0], "Private tag".to_owned(), now).await.unwrap();
    let undo = house.store.keep_undo(ada, "read", 1, Vec::new(), now).await.unwrap();
    let app_password = house
        .store
        .add_app_password(ada, "Private app".to_owned(), AppScope::Write, vec![1; 32], now)
        .await
        .unwrap();
    let listing = Listing { name: "Private list".to_owned(), ..Listing::default() };
    let import = house.store.begin_import(ada, listing, now).await.unwrap();
    let (rule, webhook, output, share) = stock::outgoing(&house.store, ada, ids[0], now).await;
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

/// Everything a form could change, as text.
async fn fingerprint(house: &House) -> String {
    let now = tidings_model::Clock::now(&*house.clock);
    let mut text = format!("{:?}", house.store.members().await.unwrap());
    text += &format!("{:?}", house.store.invitations(now).await.unwrap());
    for user in house.store.users().await.unwrap() {
        text += &state_of(house, user.id).await;
    }
    text
}

/// Everything that is one user's, as text.
async fn state_of(house: &House, user: UserId) -> String {
    let now = tidings_model::Clock::now(&*house.clock);
    let told = Arc::new(Mutex::new(String::new()));
    let into = told.clone();
    let each = move |exported| {
        *into.lock().unwrap() += &format!("{exported:?}\n");
        Ok(())
    };
    house.store.export(user, each).await.unwrap();
    let mut text = told.lock().unwrap().clone();
    text += &format!("{:?}", house.store.unread_ids(user, 100).await.unwrap());
    text += &format!("{:?}", house.store.rules(user).await.unwrap());
    text += &format!("{:?}", house.store.webhooks(user).await.unwrap());
    text += &format!("{:?}", house.store.outputs(user).await.unwrap());
    text += &format!("{:?}", house.store.shares(user, None, now).await.unwrap());
    text += &format!("{:?}", house.store.subscriptions(user).await.unwrap());
    text += &format!("{:?}", house.store.imports(user, 9).await.unwrap());
    text += &format!("{:?}", house.store.sessions(user, now).await.unwrap());
    text += &format!("{:?}", house.store.account_of(user).await.unwrap());
    text += &format!("{:?}", house.store.second_factor(user).await.unwrap());
    text
}

fn unsafe_routes() -> impl Iterator<Item = &'static Route> {
    ROUTES.iter().filter(|route| !route.method.is_safe())
}

#[tokio::test]
async fn strangers_are_led_to_the_sign_in_page() {
    let house = House::new().await;
    let (_, things) = with_things(&house).await;
    let before = fingerprint(&house).await;
    for route in ROUTES {
        let request = house
            .request(route.method, &path(route, &things))
            .header("content-type", FORM)
            .body(form(fields(route)))
            .unwrap();
        let answer = house.browser().send(request).await;
        let is_led = answer.status == StatusCode::SEE_OTHER
            && answer.header("location").starts_with("/sign-in?next=");
        assert_eq!(
            is_led,
            route.access != Access::Anyone,
            "{} {}: {}",
            route.method,
            route.path,
            answer.status
        );
        assert!(!answer.body.contains("Private"), "{}", route.path);
    }
    assert_eq!(fingerprint(&house).await, before);
}

/// Asks a route as its own page would.
async fn ask(browser: &mut Browser<'_>, route: &Route, path: &str) -> Answer {
    if route.method == Method::GET {
        browser.get(path).await
    } else {
        browser.post(path, fields(route)).await
    }
}

#[tokio::test]
async fn users_cannot_do_what_operators_do() {
    let house = House::new().await;
    let (mut user, things) = with_things(&house).await;
    let (mut operator, _) = house.signed_in("olga", Role::Operator).await;
    operator.post("/admin/backup", &[]).await;
    let before = fingerprint(&house).await;
    for route in ROUTES.iter().filter(|route| route.access == Access::Operator) {
        for things in [things, Things::NOWHERE] {
            let answer = ask(&mut user, route, &path(route, &things)).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{}", route.path);
            assert!(!answer.body.contains("olga"), "{}", route.path);
        }
    }
    assert_eq!(fingerprint(&house).await, before);
    for route in ROUTES.iter().filter(|route| route.access == Access::Operator) {
        if route.method == Method::GET {
            let answer = ask(&mut operator, route, &path(route, &things)).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", route.path);
            assert!(!answer.body.contains("Private"), "{} tells what ada reads", route.path);
        }
        if route.path.contains("{id}") {
            let answer = ask(&mut operator, route, &path(route, &Things::NOWHERE)).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{}", route.path);
        }
    }
}

#[tokio::test]
async fn what_is_anothers_does_not_exist() {
    let house = House::new().await;
    let (mut ada, things) = with_things(&house).await;
    let (bob, _) = house.signed_in("bob", Role::User).await;
    let (operator, _) = house.signed_in("olga", Role::Operator).await;
    let (disabled, eve) = house.signed_in("eve", Role::User).await;
    house.store.disable_user(eve, tidings_model::Clock::now(&*house.clock)).await.unwrap();
    let before = state_of(&house, UserId(things.user)).await;
    let owned = ROUTES.iter().filter(|route| {
        route.access == Access::User && object(route).is_some_and(|object| object != Object::Asset)
    });
    for route in owned {
        for mut other in [bob.clone(), operator.clone()] {
            let foreign = ask(&mut other, route, &path(route, &things)).await;
            let missing = ask(&mut other, route, &path(route, &Things::NOWHERE)).await;
            assert_eq!(foreign.status, StatusCode::NOT_FOUND, "{}", route.path);
            assert_eq!(
                (foreign.status, &foreign.body),
                (missing.status, &missing.body),
                "{}: the same answer as for what never was",
                route.path
            );
        }
        for mut stranger in [disabled.clone(), house.browser()] {
            let request = house
                .request(route.method, &path(route, &things))
                .header("content-type", FORM)
                .body(form(fields(route)))
                .unwrap();
            let answer = stranger.send(request).await;
            assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", route.path);
            assert!(answer.header("location").starts_with("/sign-in?next="), "{}", route.path);
        }
    }
    for page in ROUTES.iter().filter(|route| {
        route.method == Method::GET && route.access == Access::User && object(route).is_none()
    }) {
        if page.path == "/live" {
            continue;
        }
        let body = bob.clone().get(page.path).await.body;
        assert!(
            !body.contains("Private")
                && !body.contains("example.org/feed")
                && !body.contains(">ada<"),
            "{}",
            page.path
        );
    }
    for room in ["all", "folder.1", "source.1", "tag.1"] {
        bob.clone().post("/read-all", &[("in", room), ("up_to", "1000")]).await;
    }
    for act in ["read", "unread", "star", "later", "tag"] {
        bob.clone().post("/marks", &[("act", act), ("ids", "1"), ("tag", "x")]).await;
    }
    for place in ["/?added=1", "/?undo=1", "/article/2?in=folder.1"] {
        assert!(!bob.clone().get(place).await.body.contains("Private"), "{place}");
    }
    assert_eq!(state_of(&house, UserId(things.user)).await, before);
    assert!(ada.get("/").await.body.contains("Private title"));
}

/// What people who look for holes type.
const INJECTIONS: &[&str] = &[
    "' or '1'='1",
    "1; drop table users--",
    "1 union select password from users",
    "\"\\'`",
    "%",
    "_",
    "NEAR(a b)",
    "NOT \"",
    "title:* OR *",
    "../../etc/passwd",
    "..%2f..%2f",
    "\u{0}",
    "-1",
    "0",
    "1e9",
    "9223372036854775808",
    "99999999999999999999999999",
    "1.5",
    "[1,2]",
    "{{7*7}}",
    "<script>alert(1)</script>",
    "\u{202e}\u{200b}",
];

/// Parameters that pages know, and some that others' pages know.
const PARAMETERS: &[&str] = &[
    "q",
    "in",
    "after",
    "before",
    "show",
    "next",
    "limit",
    "offset",
    "order",
    "direction",
    "tag",
    "folder",
    "source",
    "id",
    "token",
    "done",
    "ended",
    "revoked",
    "visit",
    "page",
    "added",
    "kind",
];

#[tokio::test]
async fn odd_words_in_paths_and_queries_do_no_harm() {
    let house = House::new().await;
    let (ada, things) = with_things(&house).await;
    let (operator, _) = house.signed_in("olga", Role::Operator).await;
    for route in ROUTES.iter().filter(|route| route.method == Method::GET) {
        if route.path == "/live" {
            continue;
        }
        let mut browser =
            if route.access == Access::Operator { operator.clone() } else { ada.clone() };
        for odd in INJECTIONS {
            let odd: String = url::form_urlencoded::byte_serialize(odd.as_bytes()).collect();
            let odd = odd.replace('+', "%20");
            let in_path = ["{id}", "{file}", "{hash}"]
                .iter()
                .fold(route.path.to_owned(), |path, name| path.replace(name, &odd));
            let query: Vec<String> =
                PARAMETERS.iter().map(|name| format!("{name}={odd}")).collect();
            let in_query = format!("{}?{}", path(route, &things), query.join("&"));
            for asked in [in_path, in_query] {
                let answer = browser.get(&asked).await;
                assert!(!answer.status.is_server_error(), "{asked}: {}", answer.status);
                assert!(!answer.body.contains("<script>alert"), "{asked}");
                assert!(answer.body.len() < 1 << 20, "{asked}: {} bytes", answer.body.len());
            }
        }
    }
    assert_eq!(house.store.count_users().await.unwrap(), 2);
}

#[tokio::test]
async fn odd_words_in_forms_do_no_harm() {
    let house = House::new().await;
    let (ada, things) = with_things(&house).await;
    let (operator, _) = house.signed_in("olga", Role::Operator).await;
    for route in unsafe_routes().filter(|route| route.path != "/sign-out") {
        let mut browser =
            if route.access == Access::Operator { operator.clone() } else { ada.clone() };
        let token = browser.token().await;
        for odd in INJECTIONS {
            for spoilt in fields(route) {
                let mut sent: Vec<(&str, &str)> = fields(route)
                    .iter()
                    .map(|(name, value)| (*name, if name == &spoilt.0 { *odd } else { *value }))
                    .collect();
                sent.push(("token", &token));
                let path = path(route, &Things { user: 999_999, ..things });
                let answer = browser.post_bare(&path, &sent).await;
                assert!(
                    !answer.status.is_server_error(),
                    "{path} {spoilt:?} {odd:?}: {}",
                    answer.status
                );
                assert!(!answer.body.contains("<script>alert"), "{path} {odd:?}");
            }
            // Odd ids in the path of a form.
            let odd: String = url::form_urlencoded::byte_serialize(odd.as_bytes()).collect();
            let odd = route.path.replace("{id}", &odd).replace("{file}", &odd);
            let sent = [fields(route), &[("token", token.as_str())]].concat();
            let answer = browser.post_bare(&odd, &sent).await;
            assert!(!answer.status.is_server_error(), "{odd}: {}", answer.status);
        }
    }
    let users = house.store.users().await.unwrap();
    assert!(users.iter().any(|user| user.id.0 == things.user));
}

#[tokio::test]
async fn unsubscribing_ends_access() {
    let house = House::new().await;
    let (mut ada, things) = with_things(&house).await;
    let user = house.store.users().await.unwrap()[0].id;
    let source = house.store.subscriptions(user).await.unwrap()[0].source.id;
    house.store.unsubscribe(user, source).await.unwrap();
    let article = format!("/article/{}", things.article);
    assert_eq!(ada.get(&article).await.status, StatusCode::OK, "what was tagged is kept");
    house.store.remove_tag(user, tidings_model::TagId(things.tag)).await.unwrap();
    assert_eq!(ada.get(&article).await.status, StatusCode::NOT_FOUND);
    assert!(!ada.get("/all").await.body.contains("Private title"));
}

/// Sends a form of a route with everything right but what `spoil` spoils.
async fn forged(
    house: &House,
    browser: &mut Browser<'_>,
    route: &Route,
    things: &Things,
    token: Option<&str>,
    headers: &[(&'static str, &str)],
    body_kind: &str,
) -> Answer {
    let mut all = fields(route).to_vec();
    if let Some(token) = token {
        all.push(("token", token));
    }
    let mut request =
        house.request(route.method, &path(route, things)).header("content-type", body_kind);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    browser.send(request.body(form(&all)).unwrap()).await
}

#[tokio::test]
async fn no_forgery_has_any_effect() {
    let house = House::new().await;
    let (mut ada, things) = with_things(&house).await;
    let (mut bob, _) = house.signed_in("bob", Role::User).await;
    let (good, of_bob) = (ada.token().await, bob.token().await);
    let before = fingerprint(&house).await;
    for route in unsafe_routes() {
        let foreign: [&[(&'static str, &str)]; 5] = [
            &[("origin", "https://evil.example")],
            &[("origin", "null")],
            &[("origin", "http://tidings.test.evil.example")],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site"), ("origin", "http://tidings.test")],
        ];
        for headers in foreign {
            let answer = forged(&house, &mut ada, route, &things, Some(&good), headers, FORM).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{} {headers:?}", route.path);
        }
        if route.access == Access::Anyone {
            continue;
        }
        for token in [None, Some(""), Some("wrong"), Some(of_bob.as_str())] {
            let answer = forged(&house, &mut ada, route, &things, token, &[], FORM).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{} {token:?}", route.path);
        }
        for kind in ["text/plain", "multipart/form-data", "application/json"] {
            let answer = forged(&house, &mut ada, route, &things, Some(&good), &[], kind).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{} {kind}", route.path);
        }
    }
    assert_eq!(fingerprint(&house).await, before);
}

#[tokio::test]
async fn every_unsafe_route_works_from_its_own_page() {
    for route in unsafe_routes().filter(|route| route.access != Access::Anyone) {
        let house = House::new().await;
        let (ada, things) = with_things(&house).await;
        let (olga, _) = house.signed_in("olga", Role::Operator).await;
        let mut browser = if route.access == Access::Operator { olga } else { ada };
        browser.post("/admin/backup", &[]).await;
        let token = browser.token().await;
        let headers = [("origin", "http://tidings.test"), ("sec-fetch-site", "same-origin")];
        let answer =
            forged(&house, &mut browser, route, &things, Some(&token), &headers, FORM).await;
        // What names a session or a link by a made-up name finds nothing, and a new secret is shown on the page itself.
        let is_made_up =
            matches!(route.path, "/settings/sessions/end" | "/admin/invitations/revoke")
                && answer.status == StatusCode::NOT_FOUND;
        let is_shown = matches!(
            route.path,
            "/settings/passwords" | "/admin/invitations" | "/admin/users/{id}/reset"
        ) && answer.status == StatusCode::OK;
        assert!(
            is_made_up
                || is_shown
                || matches!(
                    answer.status,
                    StatusCode::SEE_OTHER
                        | StatusCode::UNPROCESSABLE_ENTITY
                        | StatusCode::NO_CONTENT
                ),
            "{} {}: {}",
            route.path,
            answer.status,
            answer.body
        );
    }
}

#[tokio::test]
async fn unknown_fields_are_refused_and_methods_cannot_be_overridden() {
    let house = House::new().await;
    let (ada, things) = with_things(&house).await;
    let (olga, _) = house.signed_in("olga", Role::Operator).await;
    for route in unsafe_routes() {
        for extra in [
            ("is_admin", "1"),
            ("user_id", "1"),
            ("_method", "DELETE"),
            ("role", "operator"),
            ("owner", "1"),
            ("password_hash", "x"),
            ("created_at", "0"),
            ("next_check_at", "0"),
            ("disabled_at", ""),
        ] {
            let mut all = fields(route).to_vec();
            all.push(extra);
            let mut browser =
                if route.access == Access::Operator { olga.clone() } else { ada.clone() };
            let answer = browser.post(&path(route, &things), &all).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{} {extra:?}", route.path);
        }
    }
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_keep_pages_safe() {
    let house = House::new().await;
    let (mut ada, things) = with_things(&house).await;
    let css = style(&mut ada).await;
    let mut answers = Vec::new();
    for route in ROUTES {
        for browser in [&mut ada.clone(), &mut house.browser()] {
            let request =
                house.request(route.method, &path(route, &things)).body(Body::empty()).unwrap();
            answers.push((route.path.to_owned(), browser.send(request).await));
        }
    }
    for (method, path) in [
        (Method::GET, "/nothing"),
        (Method::DELETE, "/"),
        (Method::PUT, "/add"),
        (Method::OPTIONS, "/"),
        (Method::HEAD, "/"),
        (Method::GET, "/article/x"),
        (Method::GET, "/?show=nonsense"),
        (Method::GET, "/static/..%2f..%2fCargo.toml"),
        (Method::GET, css.as_str()),
    ] {
        answers.push((
            path.to_owned(),
            ada.send(house.request(&method, path).body(Body::empty()).unwrap()).await,
        ));
    }
    for (path, answer) in answers {
        let policy = answer.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "script-src 'self';",
            "style-src 'self';",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe-"), "{path}: {policy}");
        let expected = [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("x-frame-options", "DENY"),
        ];
        for (name, value) in expected {
            assert_eq!(answer.header(name), value, "{path}");
        }
        for name in ["server", "x-powered-by", "access-control-allow-origin"] {
            assert!(!answer.headers.contains_key(name), "{path} {name}");
        }
        assert!(!answer.body.contains(env!("CARGO_PKG_VERSION")), "{path} tells a version");
        assert!(
            !answer.body.replace("<script type=\"module\" src=\"/static/", "").contains("<script")
                && !answer.body.contains(" style=")
                && !answer.body.contains(" onclick"),
            "{path}"
        );
        assert_ne!(answer.header("cache-control"), "", "{path}");
    }
}

async fn style(browser: &mut Browser<'_>) -> String {
    let page = browser.get("/").await.body;
    page.split_once("stylesheet\" href=\"").unwrap().1.split_once('"').unwrap().0.to_owned()
}

#[tokio::test]
async fn the_style_is_kept_for_ever_under_its_hash() {
    let house = House::new().await;
    let (mut ada, _) = with_things(&house).await;
    let path = style(&mut ada).await;
    let answer = house.browser().get(&path).await;
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (StatusCode::OK, "text/css; charset=utf-8")
    );
    assert!(answer.header("cache-control").contains("immutable"));
    assert_eq!(
        house.browser().get("/static/0000000000000000/tidings.css").await.status,
        StatusCode::NOT_FOUND
    );
    for path in [
        "/static/..%2fCargo.toml",
        "/static/%2e%2e/Cargo.toml",
        "/static/%00",
        "/static//etc/passwd",
        "/static/C:%5Cx",
    ] {
        assert!(
            matches!(
                house.browser().get(path).await.status,
                StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST
            ),
            "{path}"
        );
    }
}
