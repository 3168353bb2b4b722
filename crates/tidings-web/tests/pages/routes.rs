//! Every route of the table against every kind of visitor and every forgery.

use crate::{
    harness::{Answer, Browser, FORM, House, form},
    stock,
};
use axum::body::Body;
use http::{Method, StatusCode};
use tidings_model::Role;
use tidings_web::routes::{Access, ROUTES, Route};

/// A path that exists, with an article of somebody's. Their source, folder, tag and undo have the same number.
fn path(route: &Route, article: i64) -> String {
    route
        .path
        .replace("{id}", &article.to_string())
        .replace("{hash}/{file}", "0/none.css")
        .replace("{signature}/{address}", "AAAA/aHR0cA")
        .replace("{source}", "1")
}

/// What a form of this route may carry besides the token.
fn fields(route: &Route) -> &'static [(&'static str, &'static str)] {
    match route.path {
        "/read-all" => &[("in", "all"), ("up_to", "1000")],
        "/marks" => &[("act", "read"), ("ids", "1")],
        "/article/{id}/tag" => &[("name", "proof")],
        "/article/{id}/position" => {
            &[("url", "https://example.org/a.mp3"), ("seconds", "12"), ("length", "60")]
        }
        "/add" | "/follow" => &[("url", "https://new.example/feed")],
        _ => &[],
    }
}

async fn with_article(house: &House) -> (Browser<'_>, i64) {
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
    assert_eq!((ids[0].0, source.0, folder.0, tag.0, undo), (1, 1, 1, 1, 1));
    (browser, ids[0].0)
}

/// Whether anything a form could change has changed.
async fn fingerprint(house: &House) -> String {
    let users = house.store.users().await.unwrap();
    let mut text = format!("{users:?}");
    for user in &users {
        text += &format!("{:?}", house.store.unread_ids(user.id, 100).await.unwrap());
        text += &format!("{:?}", house.store.count_subscriptions(user.id).await.unwrap());
        text += &format!(
            "{:?}",
            house
                .store
                .sessions(user.id, tidings_model::Clock::now(&*house.clock))
                .await
                .unwrap()
                .len()
        );
    }
    text
}

fn unsafe_routes() -> impl Iterator<Item = &'static Route> {
    ROUTES.iter().filter(|route| !route.method.is_safe())
}

#[tokio::test]
async fn strangers_are_led_to_the_sign_in_page() {
    let house = House::new().await;
    let (_, article) = with_article(&house).await;
    let before = fingerprint(&house).await;
    for route in ROUTES {
        let request = house
            .request(route.method, &path(route, article))
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

#[tokio::test]
async fn users_cannot_do_what_operators_do() {
    let house = House::new().await;
    let (mut user, article) = with_article(&house).await;
    let (mut operator, _) = house.signed_in("olga", Role::Operator).await;
    for route in ROUTES.iter().filter(|route| route.access == Access::Operator) {
        assert_eq!(
            user.get(&path(route, article)).await.status,
            StatusCode::FORBIDDEN,
            "{}",
            route.path
        );
        assert_eq!(
            operator.get(&path(route, article)).await.status,
            StatusCode::OK,
            "{}",
            route.path
        );
    }
}

#[tokio::test]
async fn what_is_anothers_does_not_exist() {
    let house = House::new().await;
    let (mut ada, article) = with_article(&house).await;
    let (mut bob, _) = house.signed_in("bob", Role::User).await;
    let before = fingerprint(&house).await;
    for route in ROUTES.iter().filter(|route| route.path.contains("{id}")) {
        for who in ["bob", "bob with an unknown id"] {
            let path = path(route, if who == "bob" { article } else { 999_999 });
            let answer = if route.method == Method::GET {
                bob.get(&path).await
            } else {
                bob.post(&path, fields(route)).await
            };
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{who} {path}");
            let unknown = bob.get("/article/123456789").await;
            assert_eq!(
                answer.body, unknown.body,
                "the same answer as for an article that never was"
            );
        }
    }
    for page in [
        "/",
        "/unread",
        "/all",
        "/more",
        "/sources",
        "/?added=1",
        "/?undo=1",
        "/article/2?in=folder.1",
    ] {
        let body = bob.get(page).await.body;
        assert!(
            !body.contains("Private")
                && !body.contains("example.org/feed")
                && !body.contains("ada"),
            "{page}"
        );
    }
    for room in ["all", "folder.1", "source.1", "tag.1"] {
        bob.post("/read-all", &[("in", room), ("up_to", "1000")]).await;
    }
    for act in ["read", "unread", "star", "later", "tag"] {
        bob.post("/marks", &[("act", act), ("ids", "1"), ("tag", "x")]).await;
    }
    assert_eq!(fingerprint(&house).await, before);
    assert!(ada.get("/").await.body.contains("Private title"));
}

#[tokio::test]
async fn unsubscribing_ends_access() {
    let house = House::new().await;
    let (mut ada, article) = with_article(&house).await;
    let user = house.store.users().await.unwrap()[0].id;
    let source = house.store.subscriptions(user).await.unwrap()[0].source.id;
    house.store.unsubscribe(user, source).await.unwrap();
    // What a person tagged is theirs; without the tag it is gone.
    house.store.remove_tag(user, tidings_model::TagId(1)).await.unwrap();
    assert_eq!(ada.get(&format!("/article/{article}")).await.status, StatusCode::NOT_FOUND);
    assert!(!ada.get("/all").await.body.contains("Private title"));
}

/// Sends a form of a route with everything right but what `spoil` spoils.
async fn forged(
    house: &House,
    browser: &mut Browser<'_>,
    route: &Route,
    article: i64,
    token: Option<&str>,
    headers: &[(&'static str, &str)],
    body_kind: &str,
) -> Answer {
    let mut all = fields(route).to_vec();
    if let Some(token) = token {
        all.push(("token", token));
    }
    let mut request =
        house.request(route.method, &path(route, article)).header("content-type", body_kind);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    browser.send(request.body(form(&all)).unwrap()).await
}

#[tokio::test]
async fn no_forgery_has_any_effect() {
    let house = House::new().await;
    let (mut ada, article) = with_article(&house).await;
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
            let answer = forged(&house, &mut ada, route, article, Some(&good), headers, FORM).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{} {headers:?}", route.path);
        }
        if route.access == Access::Anyone {
            continue;
        }
        for token in [None, Some(""), Some("wrong"), Some(of_bob.as_str())] {
            let answer = forged(&house, &mut ada, route, article, token, &[], FORM).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{} {token:?}", route.path);
        }
        for kind in ["text/plain", "multipart/form-data", "application/json"] {
            let answer = forged(&house, &mut ada, route, article, Some(&good), &[], kind).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{} {kind}", route.path);
        }
    }
    assert_eq!(fingerprint(&house).await, before);
}

#[tokio::test]
async fn every_unsafe_route_works_from_its_own_page() {
    for route in unsafe_routes().filter(|route| route.access != Access::Anyone) {
        let house = House::new().await;
        let (mut ada, article) = with_article(&house).await;
        let token = ada.token().await;
        let headers = [("origin", "http://tidings.test"), ("sec-fetch-site", "same-origin")];
        let answer = forged(&house, &mut ada, route, article, Some(&token), &headers, FORM).await;
        assert!(
            matches!(
                answer.status,
                StatusCode::SEE_OTHER | StatusCode::NO_CONTENT | StatusCode::UNPROCESSABLE_ENTITY
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
    let (mut ada, article) = with_article(&house).await;
    for route in unsafe_routes() {
        for extra in
            [("is_admin", "1"), ("user_id", "1"), ("_method", "DELETE"), ("role", "operator")]
        {
            let mut all = fields(route).to_vec();
            all.push(extra);
            let answer = ada.post(&path(route, article), &all).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{} {extra:?}", route.path);
        }
    }
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_keep_pages_safe() {
    let house = House::new().await;
    let (mut ada, article) = with_article(&house).await;
    let css = style(&mut ada).await;
    let mut answers = Vec::new();
    for route in ROUTES {
        for browser in [&mut ada.clone(), &mut house.browser()] {
            let request =
                house.request(route.method, &path(route, article)).body(Body::empty()).unwrap();
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
    let (mut ada, _) = with_article(&house).await;
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
