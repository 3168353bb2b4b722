//! All protocols show the same state, whichever of them changed it. A model of a few lines predicts it.

use super::program::{Program, READ, READING_LIST, STARRED, stocked};
use crate::harness::{Answer, TestServer, form};
use axum::body::Body;
use http::{Method, StatusCode, header};
use md5::Digest;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tidings_model::Clock;
use tidings_store::AppScope;

/// The model: whether each article is read, and whether it is starred.
type Model = BTreeMap<i64, (bool, bool)>;

/// A change of some articles.
#[derive(Debug, Clone, Copy)]
enum Mark {
    Read,
    Unread,
    Star,
    Unstar,
}

impl Mark {
    const ALL: [Self; 4] = [Self::Read, Self::Unread, Self::Star, Self::Unstar];

    fn on(self, model: &mut Model, ids: &[i64]) {
        for id in ids {
            let Some((is_read, is_starred)) = model.get_mut(id) else { continue };
            match self {
                Self::Read => *is_read = true,
                Self::Unread => *is_read = false,
                Self::Star => *is_starred = true,
                Self::Unstar => *is_starred = false,
            }
        }
    }
}

/// Returns the next of a sequence of pseudo-random numbers below a bound.
fn draw(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % below
}

pub(super) async fn by_json(
    program: &Program<'_>,
    method: Method,
    path: &str,
    body: Value,
) -> Answer {
    let request = program
        .server
        .request(&method, path)
        .header(header::AUTHORIZATION, format!("Bearer {}", program.secret))
        .header("x-auth-token", &program.secret)
        .header(header::CONTENT_TYPE, "application/json");
    let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
    let answer = program.server.send(request.body(body).unwrap()).await;
    assert!(answer.status.is_success(), "{path}: {} {}", answer.status, answer.body);
    answer
}

pub(super) async fn fever(program: &Program<'_>, name: &str, query: &str) -> Value {
    let digest: [u8; 16] = md5::Md5::digest(format!("{name}:{}", program.secret)).into();
    let key = format!("{:032x}", u128::from_be_bytes(digest));
    let path = format!("/fever/?api&{query}");
    let answer = program.send(Method::POST, &path, form(&[("api_key", &key)])).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    serde_json::from_str(&answer.body).unwrap()
}

/// Marks articles through one of the four protocols.
async fn mark(program: &Program<'_>, protocol: usize, mark: Mark, ids: &[i64]) {
    let texts: Vec<String> = ids.iter().map(ToString::to_string).collect();
    match protocol {
        0 => {
            let act = match mark {
                Mark::Read => "read",
                Mark::Unread => "unread",
                Mark::Star => "star",
                Mark::Unstar => "unstar",
            };
            by_json(program, Method::POST, "/api/v1/marks", json!({ "act": act, "ids": ids }))
                .await;
        }
        1 => {
            let (sign, state) = match mark {
                Mark::Read => ("a", READ),
                Mark::Unread => ("r", READ),
                Mark::Star => ("a", STARRED),
                Mark::Unstar => ("r", STARRED),
            };
            let mut fields = vec![(sign, state)];
            fields.extend(texts.iter().map(|id| ("i", id.as_str())));
            program.do_ok("edit-tag", &fields).await;
        }
        2 => {
            let state = match mark {
                Mark::Read => "read",
                Mark::Unread => "unread",
                Mark::Star => "saved",
                Mark::Unstar => "unsaved",
            };
            for id in texts {
                fever(program, "ada", &format!("mark=item&as={state}&id={id}")).await;
            }
        }
        _ => {
            let mut body = json!({ "entry_ids": ids });
            match mark {
                Mark::Read => body["status"] = json!("read"),
                Mark::Unread => body["status"] = json!("unread"),
                Mark::Star => body["starred"] = json!(true),
                Mark::Unstar => body["starred"] = json!(false),
            }
            by_json(program, Method::PUT, "/v1/entries", body).await;
        }
    }
}

/// Returns the unread and the starred articles according to each protocol, sorted by id.
async fn views(program: &Program<'_>, name: &str) -> Vec<(&'static str, [Vec<i64>; 2])> {
    let sorted = |mut ids: Vec<i64>| {
        ids.sort_unstable();
        ids
    };
    let numbers = |value: &Value, key: &str| -> Vec<i64> {
        value.as_array().unwrap().iter().map(|one| one[key].as_i64().unwrap()).collect()
    };
    let mut api = Vec::new();
    for list in ["unread", "starred"] {
        let path = format!("/api/v1/articles?in={list}&limit=200");
        let answer = by_json(program, Method::GET, &path, Value::Null).await;
        let page: Value = serde_json::from_str(&answer.body).unwrap();
        api.push(sorted(numbers(&page["articles"], "id")));
    }
    let unread = program.ids(&format!("s={READING_LIST}&xt={READ}")).await;
    let greader = [sorted(unread), sorted(program.ids(&format!("s={STARRED}")).await)];
    let told = fever(program, name, "unread_item_ids&saved_item_ids").await;
    let split = |key: &str| -> Vec<i64> {
        let ids = told[key].as_str().unwrap().split(',').filter(|id| !id.is_empty());
        sorted(ids.map(|id| id.parse().unwrap()).collect())
    };
    let mut miniflux = Vec::new();
    for query in ["status=unread", "starred=true"] {
        let path = format!("/v1/entries?limit=200&{query}");
        let answer = by_json(program, Method::GET, &path, Value::Null).await;
        let page: Value = serde_json::from_str(&answer.body).unwrap();
        miniflux.push(sorted(numbers(&page["entries"], "id")));
    }
    let two = |lists: Vec<Vec<i64>>| <[Vec<i64>; 2]>::try_from(lists).unwrap();
    vec![
        ("our own API", two(api)),
        ("Google Reader", greader),
        ("Fever", [split("unread_item_ids"), split("saved_item_ids")]),
        ("Miniflux", two(miniflux)),
    ]
}

fn expected(model: &Model) -> [Vec<i64>; 2] {
    let ids = |is_in: fn(&(bool, bool)) -> bool| {
        model.iter().filter(|(_, state)| is_in(state)).map(|(id, _)| *id).collect()
    };
    [ids(|(is_read, _)| !is_read), ids(|(_, is_starred)| *is_starred)]
}

#[tokio::test]
async fn a_mark_by_any_protocol_shows_in_all_of_them_and_affects_nobody_else() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let bob = Program::of(&server, "bob", AppScope::Write).await;
    let mut all = Vec::new();
    for (url, folder) in
        [("https://a.example/feed", Some("News")), ("https://b.example/feed", None)]
    {
        let (source, ids) = stocked(&ada, url, folder).await;
        server
            .store
            .subscriptions()
            .subscribe(bob.user, source, None, server.clock.now())
            .await
            .unwrap();
        all.extend(ids.into_iter().map(|id| id.0));
    }
    let bobs = views(&bob, "bob").await;
    let mut model: Model = all.iter().map(|id| (*id, (false, false))).collect();
    let mut state = 7;
    for step in 0..28 {
        let mut ids: Vec<i64> =
            (0..1 + draw(&mut state, 3)).map(|_| all[draw(&mut state, all.len())]).collect();
        // All protocols ignore an article that does not exist.
        if draw(&mut state, 5) == 0 {
            ids.push(999_999);
        }
        let (protocol, wish) = (step % 4, Mark::ALL[draw(&mut state, 4)]);
        server.clock.advance(60);
        mark(&ada, protocol, wish, &ids).await;
        wish.on(&mut model, &ids);
        for (name, view) in views(&ada, "ada").await {
            assert_eq!(
                view,
                expected(&model),
                "{name} after step {step}: {wish:?} of {ids:?} by {protocol}"
            );
        }
    }
    assert_eq!(views(&bob, "bob").await, bobs);
    assert!(expected(&model) != [all.clone(), Vec::new()], "the test did something");
}
