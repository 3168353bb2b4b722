//! What our own API refuses: bodies and queries that belong to no operation, and values just outside every bound.

use super::*;

/// Adds a field to a body that no operation has.
fn misspelt(body: &Value) -> Value {
    let mut body = body.clone();
    body["no_such_field"] = json!(1);
    body
}

#[tokio::test]
async fn a_body_that_does_not_fit_its_operation_changes_nothing() {
    let server = TestServer::new().await;
    let (ada, things) = ada(&server).await;
    found(&server);
    ada.get("/api/v1/me").await;
    let before = crate::samples::fingerprint(&server).await;
    for one in API.iter().filter(|one| one.id != "imports.begin") {
        let Some(body) = body(one, &things) else { continue };
        let path = path(one, &things);
        let send = async |kind: &str, body: String| {
            let request = ada.request(one.method, &path).header("content-type", kind);
            server.send(request.body(Body::from(body)).unwrap()).await
        };
        const JSON: &str = "application/json";
        check_problem(&send(JSON, misspelt(&body).to_string()).await, 422, "refused");
        check_problem(&send(JSON, "[]".to_owned()).await, 422, "refused");
        check_problem(&send(JSON, "\"words\"".to_owned()).await, 422, "refused");
        check_problem(&send(JSON, "7".to_owned()).await, 422, "refused");
        check_problem(&send(JSON, String::new()).await, 400, "unreadable");
        check_problem(&send(JSON, format!("{body}x")).await, 400, "unreadable");
        check_problem(&send("text/plain", body.to_string()).await, 415, "media-type");
        for (field, _) in body.as_object().unwrap() {
            let mut wrong = body.clone();
            wrong[field] = json!({ "nothing": ["of", "the", "kind"] });
            let answer = send(JSON, wrong.to_string()).await;
            check_problem(&answer, 422, "refused");
        }
    }
    assert_eq!(crate::samples::fingerprint(&server).await, before);
}

#[tokio::test]
async fn a_misspelt_query_parameter_is_refused() {
    let server = TestServer::new().await;
    let (ada, things) = ada(&server).await;
    let request = server.request(&Method::GET, "/api/v1/openapi.json").body(Body::empty()).unwrap();
    let document: Value = serde_json::from_str(&server.send(request).await.body).unwrap();
    let mut n_checked = 0;
    for one in API {
        let method = one.method.as_str().to_ascii_lowercase();
        let parameters = document["paths"][one.path][method]["parameters"].clone();
        let parameters = parameters.as_array().cloned().unwrap_or_default();
        if !parameters.iter().any(|parameter| parameter["in"] == "query") {
            continue;
        }
        let query = if query(one).is_empty() { "?" } else { "?q=private&" };
        for wrong in ["wish=1", "limit=", "limit=-1", "limit=201&limit=1", "limit=1.5"] {
            let path = format!("{}{query}{wrong}", path(one, &things));
            check_problem(&ada.send(one.method, &path, None).await, 400, "unreadable");
            n_checked += 1;
        }
    }
    assert!(n_checked >= 15, "the table has operations with a query: {n_checked}");
}

#[tokio::test]
async fn bounds_are_where_the_document_says() {
    let server = TestServer::new().await;
    let (ada, things) = ada(&server).await;
    let article = format!("/api/v1/articles/{}", things.article);
    let source = format!("/api/v1/sources/{}", things.source);
    let text = |n: usize| "ü".repeat(n);
    let topic = "/api/v1/taught/topics/1".to_owned();
    for (method, path, field, good, bad) in [
        (Method::POST, "/api/v1/tags".to_owned(), "name", json!(text(125)), json!(text(126))),
        (Method::POST, "/api/v1/folders".to_owned(), "name", json!(text(125)), json!(text(126))),
        (Method::PATCH, source.clone(), "title", json!(text(300)), json!(text(301))),
        (Method::PATCH, source.clone(), "min_minutes", json!(1), json!(0)),
        (Method::PATCH, source.clone(), "keep_days", json!(1_000_000), json!(1_000_001)),
        (Method::PATCH, source, "keep_count", json!(1), json!(-1)),
        (Method::PUT, topic.clone(), "level", json!(100), json!(101)),
        (Method::PUT, topic.clone(), "level", json!(0), json!(-1)),
        (Method::PUT, format!("{topic}/name"), "name", json!(text(60)), json!(text(61))),
        (Method::POST, format!("{article}/share"), "days", json!(3650), json!(3651)),
        (Method::POST, format!("{article}/share"), "days", json!(1), json!(0)),
        (Method::PATCH, "/api/v1/me/preferences".to_owned(), "page_size", json!(200), json!(201)),
        (Method::PATCH, "/api/v1/me/preferences".to_owned(), "size", json!(5), json!(6)),
        (
            Method::PATCH,
            "/api/v1/me/preferences".to_owned(),
            "time_zone",
            json!("Asia/Tokyo"),
            json!("Asia/Atlantis"),
        ),
    ] {
        let refused = ada.send(&method, &path, Some(json!({ field: bad }))).await;
        check_problem(&refused, 422, "refused");
        let done = ada.send(&method, &path, Some(json!({ field: good }))).await;
        assert!(done.status.is_success(), "{method} {path} {field}: {}", done.body);
    }
    for (n, status) in [(1000, 200), (1001, 422)] {
        let ids: Vec<i64> = (1..=n).collect();
        let path = format!("/api/v1/tags/{}/articles", things.tag);
        let answer = ada.send(&Method::POST, &path, Some(json!({ "ids": ids }))).await;
        assert_eq!(answer.status.as_u16(), status, "{n}: {}", answer.body);
    }
}

#[tokio::test]
async fn a_refusal_names_the_field_that_it_is_about() {
    let server = TestServer::new().await;
    let (ada, things) = ada(&server).await;
    let source = format!("/api/v1/sources/{}", things.source);
    let many: Vec<i64> = (1..=1001).collect();
    for (method, path, body, field) in [
        (Method::POST, "/api/v1/tags", json!({ "name": " x" }), "name"),
        (Method::PATCH, source.as_str(), json!({ "title": "x".repeat(301) }), "title"),
        (Method::PATCH, &source, json!({ "min_minutes": 600, "max_minutes": 90 }), "max_minutes"),
        (Method::POST, "/api/v1/sources", json!({ "url": " " }), "url"),
        (Method::POST, "/api/v1/marks", json!({ "act": "read", "ids": many }), "ids"),
    ] {
        let answer = ada.send(&method, path, Some(body)).await;
        check_problem(&answer, 422, "refused");
        let told: Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!(told["field"], field, "{path}: {told}");
    }
}

#[tokio::test]
async fn unauthenticated_callers_do_not_learn_what_is_wrong_with_their_request() {
    let server = TestServer::new().await;
    let (ada, things) = ada(&server).await;
    let stranger = Program { password: "a guess".to_owned(), ..ada };
    // Ten guesses per network are allowed. The first few operations are enough.
    for one in API.iter().filter(|one| one.path.contains("{id}")).take(8) {
        let answer = stranger.send(one.method, &path(one, &things), Some(json!("nonsense"))).await;
        check_problem(&answer, 401, "wrong-password");
        let nowhere = one.path.replace("{id}", "999999").replace("{tag}", "999999");
        let request = server.request(one.method, &nowhere).body(Body::empty()).unwrap();
        check_problem(&server.send(request).await, 401, "wrong-password");
    }
}

#[tokio::test]
async fn the_last_page_says_that_it_is_the_last() {
    let server = TestServer::new().await;
    let user = server.user("ada", Role::User).await;
    let ada = program(&server, user, AppScope::Write).await;
    let source = server.source(user, "https://example.org/feed").await;
    let ids = arrive(&server, source, 6).await;
    for (limit, after, n, has_more) in [
        (6, 0, 6, false),
        (5, 0, 5, true),
        (3, 0, 3, true),
        (3, ids[2], 3, false),
        (200, 0, 6, false),
        (1, ids[4], 1, false),
        (1, ids[5], 0, false),
        (6, 999_999, 0, false),
    ] {
        let page = ada.get(&format!("/api/v1/arrivals?after={after}&limit={limit}")).await;
        let articles = page["articles"].as_array().unwrap();
        let context = format!("{limit} after {after}");
        assert_eq!((articles.len(), &page["has_more"]), (n, &json!(has_more)), "{context}");
        let last = articles.last().map_or(json!(after), |one| one["id"].clone());
        assert_eq!(page["next"], last, "{context}");
    }
    for limit in [1, 2, 3, 6, 7] {
        let page = ada.get(&format!("/api/v1/articles?limit={limit}")).await;
        assert_eq!(page["next"].is_null(), limit >= 6, "{limit} of 6");
    }
}
