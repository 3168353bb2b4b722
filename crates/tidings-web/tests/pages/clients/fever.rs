//! The Fever API: everything in one response, pages by id, marks that are set and never toggled.

use super::program::{Program, stocked};
use crate::fixtures;
use crate::harness::{TestServer, form};
use axum::body::Body;
use http::{Method, StatusCode, header};
use serde_json::Value;
use tidings_model::{ArticleId, SourceId};
use tidings_store::AppScope;

/// Calls Fever as its clients do: the request in the address, the key in the body.
pub(super) async fn fever(program: &Program<'_>, query: &str, fields: &[(&str, &str)]) -> Value {
    let key = key(program);
    let fields = [&[("api_key", key.as_str())], fields].concat();
    let answer = program.send(Method::POST, &format!("/fever/?api&{query}"), form(&fields)).await;
    assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.body);
    serde_json::from_str(&answer.body).unwrap()
}

/// Returns the key that Ada's client sends.
pub(super) fn key(program: &Program<'_>) -> String {
    format!("{:032x}", md5(&format!("{}:{}", program.name, program.secret)))
}

/// Returns the MD5 digest as a number. It uses the server's own library; the example of `app_keys` compares with an
/// independent result.
fn md5(text: &str) -> u128 {
    use md5::Digest;
    u128::from_be_bytes(md5::Md5::digest(text).into())
}

#[tokio::test]
async fn one_request_may_ask_for_everything() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (a, ids) = stocked(&ada, "https://a.example/feed", Some("News")).await;
    let (b, _) = stocked(&ada, "https://b.example/feed", None).await;
    let answer =
        fever(&ada, "groups&feeds&favicons&links&unread_item_ids&saved_item_ids&items", &[]).await;
    assert_eq!((&answer["api_version"], &answer["auth"]), (&3.into(), &1.into()));
    assert!(answer["last_refreshed_on_time"].is_i64());
    assert_eq!(answer["groups"].as_array().unwrap().len(), 2);
    for one in answer["feeds_groups"].as_array().unwrap() {
        assert!(one["group_id"].is_i64() && one["feed_ids"].is_string(), "{one}");
    }
    let of = |id: SourceId| {
        let lists = answer["feeds_groups"].as_array().unwrap();
        lists.iter().find(|one| one["feed_ids"] == id.to_string()).unwrap()["group_id"]
            .as_i64()
            .unwrap()
    };
    assert!(of(a) < of(b), "sources without a folder are in a group of their own");
    let feed = &answer["feeds"][0];
    for name in ["id", "favicon_id", "is_spark", "last_updated_on_time"] {
        assert!(feed[name].is_i64(), "{name} of {feed}");
    }
    assert_eq!(
        (&answer["favicons"], &answer["links"]),
        (&serde_json::json!([]), &serde_json::json!([]))
    );
    assert_eq!(answer["saved_item_ids"], "");
    let unread: Vec<&str> = answer["unread_item_ids"].as_str().unwrap().split(',').collect();
    assert_eq!(unread.len(), 6);
    assert_eq!(answer["total_items"], 6);
    let item = &answer["items"][0];
    for name in ["id", "feed_id", "is_saved", "is_read", "created_on_time"] {
        assert!(item[name].is_i64(), "{name} of {item}");
    }
    for name in ["title", "author", "html", "url"] {
        assert!(item[name].is_string(), "{name} of {item}");
    }
    assert!(ids.contains(&ArticleId(item["id"].as_i64().unwrap())), "oldest first");
}

#[tokio::test]
async fn items_are_paged_by_id_in_both_directions() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let now = tidings_model::Clock::now(&*server.clock);
    let source = server.source(ada.user, "https://a.example/feed").await;
    let articles = (0..120).map(|n| fixtures::article(&format!("Article {n}"), "", now)).collect();
    fixtures::store(&server.store, source, "A", articles, now).await;
    let ids = |answer: &Value| -> Vec<i64> {
        answer["items"].as_array().unwrap().iter().map(|one| one["id"].as_i64().unwrap()).collect()
    };
    let (mut all, mut since) = (Vec::new(), 0);
    loop {
        let page = ids(&fever(&ada, &format!("items&since_id={since}"), &[]).await);
        let Some(last) = page.last() else { break };
        since = *last;
        all.extend(page);
    }
    assert_eq!(all.len(), 120);
    assert!(all.is_sorted());
    let newest = ids(&fever(&ada, "items&max_id=9007199254740991", &[]).await);
    assert_eq!(newest, all.iter().rev().take(50).copied().collect::<Vec<_>>());
    let before = ids(&fever(&ada, &format!("items&max_id={}", newest[49]), &[]).await);
    assert_eq!(before[0], newest[49] - 1);
    let some = format!("items&with_ids={},{},999999", all[3], all[7]);
    assert_eq!(ids(&fever(&ada, &some, &[]).await), [all[3], all[7]]);
    assert!(ids(&fever(&ada, "items&feed_ids=999", &[]).await).is_empty());
    assert_eq!(ids(&fever(&ada, &format!("items&feed_ids={source}"), &[]).await).len(), 50);
}

#[tokio::test]
async fn marks_are_set_and_never_toggled() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (source, ids) = stocked(&ada, "https://a.example/feed", Some("News")).await;
    let id = ids[0].to_string();
    for _ in 0..2 {
        let answer = fever(&ada, "&mark=item&as=saved", &[("id", &id)]).await;
        assert_eq!(answer["saved_item_ids"], id);
        let answer = fever(&ada, "", &[("mark", "item"), ("as", "read"), ("id", &id)]).await;
        assert_eq!(answer["unread_item_ids"].as_str().unwrap().split(',').count(), 2);
    }
    fever(&ada, "", &[("mark", "item"), ("as", "unsaved"), ("id", &id)]).await;
    assert_eq!(fever(&ada, "saved_item_ids", &[]).await["saved_item_ids"], "");
    let seen = tidings_model::Clock::now(&*server.clock).as_second();
    let mark = |what: &'static str, id: String, before: i64| {
        let ada = &ada;
        async move {
            let before = before.to_string();
            fever(ada, "", &[("mark", what), ("as", "read"), ("id", &id), ("before", &before)])
                .await
        }
    };
    let long_ago = mark("feed", source.to_string(), seen - 3600).await;
    assert_eq!(long_ago["unread_item_ids"].as_str().unwrap().split(',').count(), 2);
    assert_eq!(mark("group", "0".to_owned(), seen).await["unread_item_ids"], "");
}

#[tokio::test]
async fn the_key_may_be_in_a_multipart_form_and_a_wrong_one_gets_a_polite_response() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let key = format!("{:X}", md5(&format!("ada:{}", ada.secret)));
    let body = format!(
        "--B\r\nContent-Disposition: form-data; name=\"api_key\"\r\n\r\n{key}\r\n--B--\r\n"
    );
    for path in ["/fever", "/fever/", "/api/fever.php", "/api/fever.php/"] {
        let request = server
            .request(&Method::POST, &format!("{path}?api"))
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=B")
            .body(Body::from(body.clone()))
            .unwrap();
        let answer: Value = serde_json::from_str(&server.send(request).await.body).unwrap();
        assert_eq!(answer["auth"], 1, "{path}");
    }
    let wrong = ada.send(Method::POST, "/fever/?api&items", form(&[("api_key", "0123")])).await;
    assert_eq!(
        (wrong.status, wrong.body.as_str()),
        (StatusCode::OK, "{\"api_version\":3,\"auth\":0}")
    );
    let none = ada.send(Method::POST, "/fever/?api&items", Body::empty()).await;
    assert_eq!(none.body, "{\"api_version\":3,\"auth\":0}");
}
