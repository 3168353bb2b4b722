//! Every route of the table with every kind of visitor and every forgery.

use crate::{
    harness::{Answer, Browser, FORM, TestServer, form},
    samples::{Object, Things, fields, fingerprint, object, path, state_of, with_things},
};
use axum::body::Body;
use http::{Method, StatusCode};
use tidings_model::{Role, UserId};
use tidings_web::routes::{ROUTES, Route, RouteAccess};

/// Returns whether other programs post to this route, not forms.
fn is_for_programs(route: &Route) -> bool {
    matches!(route.path, "/push/{token}" | "/RPC2")
}

fn unsafe_routes() -> impl Iterator<Item = &'static Route> {
    ROUTES.iter().filter(|route| !route.method.is_safe())
}

#[tokio::test]
async fn strangers_are_redirected_to_the_sign_in_page() {
    let server = TestServer::new().await;
    let (_, things) = with_things(&server).await;
    let before = fingerprint(&server).await;
    for route in ROUTES {
        let request = server
            .request(route.method, &path(route, &things))
            .header("content-type", FORM)
            .body(form(fields(route)))
            .unwrap();
        let answer = server.browser().send(request).await;
        let is_led = answer.status == StatusCode::SEE_OTHER
            && answer.header("location").starts_with("/sign-in?next=");
        assert_eq!(
            is_led,
            route.access != RouteAccess::Anyone,
            "{} {}: {}",
            route.method,
            route.path,
            answer.status
        );
        assert!(!answer.body.contains("Private"), "{}", route.path);
    }
    assert_eq!(fingerprint(&server).await, before);
}

/// Requests a route as its own page would.
async fn ask(browser: &mut Browser<'_>, route: &Route, path: &str) -> Answer {
    if route.method == Method::GET {
        browser.get(path).await
    } else {
        browser.post(path, fields(route)).await
    }
}

#[tokio::test]
async fn users_cannot_do_what_operators_do() {
    let server = TestServer::new().await;
    let (mut user, things) = with_things(&server).await;
    let (mut operator, _) = server.signed_in("olga", Role::Operator).await;
    operator.post("/admin/backup", &[]).await;
    let before = fingerprint(&server).await;
    for route in ROUTES.iter().filter(|route| route.access == RouteAccess::Operator) {
        for things in [things, Things::NOWHERE] {
            let answer = ask(&mut user, route, &path(route, &things)).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{}", route.path);
            assert!(!answer.body.contains("olga"), "{}", route.path);
        }
    }
    assert_eq!(fingerprint(&server).await, before);
    for route in ROUTES.iter().filter(|route| route.access == RouteAccess::Operator) {
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
async fn other_peoples_things_do_not_exist() {
    let server = TestServer::new().await;
    let (mut ada, things) = with_things(&server).await;
    let (bob, _) = server.signed_in("bob", Role::User).await;
    let (operator, _) = server.signed_in("olga", Role::Operator).await;
    let (disabled, eve) = server.signed_in("eve", Role::User).await;
    server.store.users().disable(eve, tidings_model::Clock::now(&*server.clock)).await.unwrap();
    let before = state_of(&server, UserId(things.user)).await;
    let owned = ROUTES.iter().filter(|route| {
        route.access == RouteAccess::User
            && object(route).is_some_and(|object| object != Object::Asset)
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
        for mut stranger in [disabled.clone(), server.browser()] {
            let request = server
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
        route.method == Method::GET && route.access == RouteAccess::User && object(route).is_none()
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
    assert_eq!(state_of(&server, UserId(things.user)).await, before);
    assert!(ada.get("/").await.body.contains("Private title"));
}

/// Typical injection attempts.
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

/// Parameters that pages know, and some from other software.
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
async fn injections_in_paths_and_queries_do_no_harm() {
    let server = TestServer::new().await;
    let (ada, things) = with_things(&server).await;
    let (operator, _) = server.signed_in("olga", Role::Operator).await;
    for route in ROUTES.iter().filter(|route| route.method == Method::GET) {
        if route.path == "/live" {
            continue;
        }
        let mut browser =
            if route.access == RouteAccess::Operator { operator.clone() } else { ada.clone() };
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
    assert_eq!(server.store.users().count().await.unwrap(), 2);
}

#[tokio::test]
async fn injections_in_forms_do_no_harm() {
    let server = TestServer::new().await;
    let (ada, things) = with_things(&server).await;
    let (operator, _) = server.signed_in("olga", Role::Operator).await;
    for route in unsafe_routes().filter(|route| route.path != "/sign-out") {
        let mut browser =
            if route.access == RouteAccess::Operator { operator.clone() } else { ada.clone() };
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
            // Injections as the id in the path of a form.
            let odd: String = url::form_urlencoded::byte_serialize(odd.as_bytes()).collect();
            let odd = route.path.replace("{id}", &odd).replace("{file}", &odd);
            let sent = [fields(route), &[("token", token.as_str())]].concat();
            let answer = browser.post_bare(&odd, &sent).await;
            assert!(!answer.status.is_server_error(), "{odd}: {}", answer.status);
        }
    }
    let users = server.store.users().all().await.unwrap();
    assert!(users.iter().any(|user| user.id.0 == things.user));
}

#[tokio::test]
async fn unsubscribing_ends_access() {
    let server = TestServer::new().await;
    let (mut ada, things) = with_things(&server).await;
    let user = server.store.users().all().await.unwrap()[0].id;
    let source = server.store.subscriptions().list(user).await.unwrap()[0].source.id;
    server.store.subscriptions().unsubscribe(user, source).await.unwrap();
    let article = format!("/article/{}", things.article);
    assert_eq!(ada.get(&article).await.status, StatusCode::OK, "tagged articles stay");
    server.store.readings().remove_tag(user, tidings_model::TagId(things.tag)).await.unwrap();
    assert_eq!(ada.get(&article).await.status, StatusCode::NOT_FOUND);
    assert!(!ada.get("/all").await.body.contains("Private title"));
}

/// Sends a form of a route with everything right except what `spoil` changes.
async fn forged(
    server: &TestServer,
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
        server.request(route.method, &path(route, things)).header("content-type", body_kind);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    browser.send(request.body(form(&all)).unwrap()).await
}

#[tokio::test]
async fn no_forgery_has_any_effect() {
    let server = TestServer::new().await;
    let (mut ada, things) = with_things(&server).await;
    let (mut bob, _) = server.signed_in("bob", Role::User).await;
    let (good, of_bob) = (ada.token().await, bob.token().await);
    let before = fingerprint(&server).await;
    for route in unsafe_routes() {
        let foreign: [&[(&'static str, &str)]; 5] = [
            &[("origin", "https://evil.example")],
            &[("origin", "null")],
            &[("origin", "http://tidings.test.evil.example")],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site"), ("origin", "http://tidings.test")],
        ];
        for headers in foreign {
            let answer =
                forged(&server, &mut ada, route, &things, Some(&good), headers, FORM).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{} {headers:?}", route.path);
        }
        if route.access == RouteAccess::Anyone {
            continue;
        }
        for token in [None, Some(""), Some("wrong"), Some(of_bob.as_str())] {
            let answer = forged(&server, &mut ada, route, &things, token, &[], FORM).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{} {token:?}", route.path);
        }
        for kind in ["text/plain", "multipart/form-data", "application/json"] {
            let answer = forged(&server, &mut ada, route, &things, Some(&good), &[], kind).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{} {kind}", route.path);
        }
    }
    assert_eq!(fingerprint(&server).await, before);
}

#[tokio::test]
async fn every_unsafe_route_works_from_its_own_page() {
    for route in unsafe_routes().filter(|route| route.access != RouteAccess::Anyone) {
        let server = TestServer::new().await;
        let (ada, things) = with_things(&server).await;
        let (olga, _) = server.signed_in("olga", Role::Operator).await;
        let mut browser = if route.access == RouteAccess::Operator { olga } else { ada };
        browser.post("/admin/backup", &[]).await;
        let token = browser.token().await;
        let headers = [("origin", "http://tidings.test"), ("sec-fetch-site", "same-origin")];
        let answer =
            forged(&server, &mut browser, route, &things, Some(&token), &headers, FORM).await;
        // An invented session or link is not found; a new secret is shown in the response itself.
        let is_made_up =
            matches!(route.path, "/settings/sessions/end" | "/admin/invitations/revoke")
                && answer.status == StatusCode::NOT_FOUND;
        let is_shown = matches!(
            route.path,
            "/settings/passwords" | "/admin/invitations" | "/admin/users/{id}/reset"
        ) && answer.status == StatusCode::OK;
        // With several users, only operators rename topics.
        let is_for_operators =
            route.path == "/taught/rename" && answer.status == StatusCode::FORBIDDEN;
        assert!(
            is_made_up
                || is_shown
                || is_for_operators
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
    let server = TestServer::new().await;
    let (ada, things) = with_things(&server).await;
    let (olga, _) = server.signed_in("olga", Role::Operator).await;
    for route in unsafe_routes().filter(|route| !is_for_programs(route)) {
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
                if route.access == RouteAccess::Operator { olga.clone() } else { ada.clone() };
            let answer = browser.post(&path(route, &things), &all).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{} {extra:?}", route.path);
        }
    }
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let server = TestServer::new().await;
    let (mut ada, things) = with_things(&server).await;
    let css = style(&mut ada).await;
    let mut answers = Vec::new();
    for route in ROUTES {
        for browser in [&mut ada.clone(), &mut server.browser()] {
            let request =
                server.request(route.method, &path(route, &things)).body(Body::empty()).unwrap();
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
            ada.send(server.request(&method, path).body(Body::empty()).unwrap()).await,
        ));
    }
    for (path, answer) in answers {
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        let may_be_page = !["text/css", "text/javascript"]
            .contains(&answer.header("content-type").split(';').next().unwrap());
        if may_be_page {
            for part in [
                "script-src 'self';",
                "style-src 'self';",
                "base-uri 'none'",
                "form-action 'self'",
                "frame-ancestors 'none'",
            ] {
                assert!(policy.contains(part), "{path}: {policy}");
            }
        }
        assert!(!policy.contains("unsafe-"), "{path}: {policy}");
        let always = [
            ("x-content-type-options", "nosniff"),
            ("cross-origin-resource-policy", "same-origin"),
        ];
        let on_pages = [
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("x-frame-options", "DENY"),
        ];
        let on_pages = on_pages.into_iter().filter(|_| may_be_page);
        for (name, value) in always.into_iter().chain(on_pages) {
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
async fn the_stylesheet_is_cached_forever_under_its_hash() {
    let server = TestServer::new().await;
    let (mut ada, _) = with_things(&server).await;
    let path = style(&mut ada).await;
    let answer = server.browser().get(&path).await;
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (StatusCode::OK, "text/css; charset=utf-8")
    );
    assert!(answer.header("cache-control").contains("immutable"));
    assert_eq!(
        server.browser().get("/static/0000000000000000/tidings.css").await.status,
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
                server.browser().get(path).await.status,
                StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST
            ),
            "{path}"
        );
    }
}
