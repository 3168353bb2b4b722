//! The Google Reader API: access, and the lists with the types that clients decode.

use super::program::{Program, READ, READING_LIST, STARRED, stocked};
use crate::harness::{TestServer, form};
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{Method, StatusCode, header};
use serde_json::Value;
use std::net::SocketAddr;
use tidings_store::AppScope;
use tidings_web::routes::RouteAccess;
use tidings_web::routes::programs::{GREADER, GREADER_AT};

#[tokio::test]
async fn signing_in_returns_the_app_password_without_an_equals_sign() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    for path in
        ["/accounts/ClientLogin", "//accounts/ClientLogin", "/api/greader.php/accounts/ClientLogin"]
    {
        let fields = [("Email", "ada"), ("Passwd", ada.secret.as_str()), ("service", "reader")];
        let answer = ada.send(Method::POST, path, form(&fields)).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        let secret = &ada.secret;
        assert_eq!(answer.body, format!("SID={secret}\nLSID={secret}\nAuth={secret}\n"));
        assert!(!secret.contains('='));
    }
    for (name, password) in [("ada", "wrong"), ("bob", ada.secret.as_str()), ("", "")] {
        let fields = [("Email", name), ("Passwd", password)];
        let answer = ada.send(Method::POST, "/accounts/ClientLogin", form(&fields)).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{name}");
    }
}

#[tokio::test]
async fn every_call_needs_a_known_password() {
    let server = TestServer::new().await;
    let mut ada = Program::of(&server, "ada", AppScope::Write).await;
    ada.secret = "nobody's".to_owned();
    for (n, route) in
        GREADER.iter().filter(|route| route.access == RouteAccess::Program).enumerate()
    {
        for at in ["", GREADER_AT] {
            let path = format!("{at}{}", route.path.replace("{*stream}", "feed/1"));
            let mut request = server.request(route.method, &path);
            if n % 2 == 0 {
                request = request.header(header::AUTHORIZATION, "GoogleLogin auth=nobody's");
            }
            let mut request = request.body(Body::empty()).unwrap();
            let peer: SocketAddr = format!("192.0.{n}.7:999").parse().unwrap();
            request.extensions_mut().insert(ConnectInfo(peer));
            let answer = server.send(request).await;
            assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{path}");
            assert_eq!(answer.header("google-bad-token"), "true", "{path}");
            assert_eq!(answer.body, "Unauthorized");
        }
    }
}

#[tokio::test]
async fn wrong_passwords_are_counted_and_right_ones_still_work() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let stranger = Program {
        name: "ada".to_owned(),
        secret: "wrong".to_owned(),
        base: "",
        server: &server,
        user: ada.user,
    };
    let mut last = StatusCode::OK;
    for _ in 0..101 {
        last = stranger.send(Method::GET, "/reader/api/0/token", Body::empty()).await.status;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(ada.get("user-info").await["userName"], "ada");
}

#[tokio::test]
async fn a_read_only_password_changes_nothing() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Read).await;
    let (_, ids) = stocked(&ada, "https://a.example/feed", None).await;
    let writes = GREADER.iter().filter(|route| {
        route.method == Method::POST
            && route.access == RouteAccess::Program
            && !route.path.ends_with("/contents")
    });
    for route in writes {
        let path = route.path.strip_prefix("/reader/api/0/").unwrap();
        let fields = [
            ("i", ids[0].to_string()),
            ("s", READING_LIST.to_owned()),
            ("a", READ.to_owned()),
            ("ac", "edit".to_owned()),
        ];
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(ada.post(path, &fields).await.status, StatusCode::FORBIDDEN, "{path}");
    }
    assert_eq!(ada.ids(&format!("s={READING_LIST}&xt={READ}")).await.len(), 3);
}

#[tokio::test]
async fn lists_have_the_types_that_clients_decode() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    stocked(&ada, "https://a.example/feed", Some("a/b %?")).await;
    let (unfiled, ids) = stocked(&ada, "https://b.example/feed", None).await;
    ada.do_ok("edit-tag", &[("i", &ids[0].to_string()), ("a", "user/-/label/to keep")]).await;
    let tags = ada.get("tag/list?output=json").await;
    let tags = tags["tags"].as_array().unwrap();
    let find = |id: &str| {
        tags.iter().find(|tag| tag["id"] == id).unwrap_or_else(|| panic!("{id} in {tags:?}"))
    };
    assert_eq!(find("user/-/label/a/b %?")["type"], "folder");
    assert_eq!(find("user/-/label/Uncategorized")["type"], "folder");
    assert_eq!(find("user/-/label/to keep")["type"], "tag");
    find(STARRED);
    let list = ada.get("subscription/list?output=json").await;
    for one in list["subscriptions"].as_array().unwrap() {
        for name in ["id", "title", "url", "htmlUrl", "iconUrl"] {
            assert!(one[name].is_string(), "{name} of {one}");
        }
        let category = &one["categories"][0];
        assert!(tags.iter().any(|tag| tag["id"] == category["id"]), "{category}");
    }
    let info = ada.get("user-info").await;
    for name in ["userId", "userName", "userProfileId", "userEmail"] {
        assert!(info[name].is_string());
    }
    let counts = ada.get("unread-count?output=json").await;
    assert_eq!(counts["max"], 6);
    let of = |id: &str| {
        let list = counts["unreadcounts"].as_array().unwrap();
        list.iter().find(|one| one["id"] == id).unwrap().clone()
    };
    assert_eq!(of(&format!("feed/{unfiled}"))["count"], 3);
    assert_eq!(of("user/-/label/a/b %?")["count"], 3);
    assert!(of(READING_LIST)["newestItemTimestampUsec"].is_string());
}

#[tokio::test]
async fn items_have_the_types_that_clients_decode() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (source, ids) = stocked(&ada, "https://a.example/feed", Some("News")).await;
    let answer = ada.get("stream/contents/user%2F-%2Fstate%2Fcom.google%2Freading-list?n=2").await;
    assert!(answer.get("self").is_none(), "some clients want an object there, others an array");
    assert!(answer["updated"].is_i64() && answer["continuation"].is_string());
    let items = answer["items"].as_array().unwrap();
    assert_eq!(items.len(), 2);
    for item in items {
        assert!(item.get("content").is_none(), "content and summary are one field to some clients");
        assert_eq!(item["summary"]["content"], "<p>text</p>");
        assert!(item["published"].is_i64() && item["updated"].is_i64());
        assert!(item["crawlTimeMsec"].is_string() && item["timestampUsec"].is_string());
        assert_eq!(item["canonical"][0].as_object().unwrap().keys().collect::<Vec<_>>(), ["href"]);
        assert_eq!(item["origin"]["streamId"], format!("feed/{source}"));
        let categories = item["categories"].as_array().unwrap();
        assert!(categories.contains(&READING_LIST.into()) && !categories.contains(&READ.into()));
        assert!(categories.contains(&"user/-/label/News".into()));
    }
    // Newest arrival first. The rest is on the next page, which has no continuation.
    assert_eq!(items[0]["id"], format!("tag:google.com,2005:reader/item/{:016x}", ids[0].0));
    let next = answer["continuation"].as_str().unwrap();
    let rest = ada.get(&format!("stream/contents?n=2&c={next}")).await;
    assert_eq!(rest["items"].as_array().unwrap().len(), 1);
    assert!(rest.get("continuation").is_none());
    assert_eq!(rest["items"][0]["title"], "four of https://a.example/feed");
    assert_eq!(items[0]["title"], "one & <two> of https://a.example/feed", "plain text");
}

#[tokio::test]
async fn ids_in_all_three_forms_are_accepted_and_other_peoples_left_out() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let bob = Program::of(&server, "bob", AppScope::Write).await;
    let (_, ids) = stocked(&ada, "https://a.example/feed", None).await;
    let (_, foreign) = stocked(&bob, "https://b.example/feed", None).await;
    let forms = [
        format!("tag:google.com,2005:reader/item/{:016x}", ids[0].0),
        format!("tag:google.com,2005:reader/item/{:x}", ids[1].0),
        format!("{:016x}", ids[2].0),
        foreign[0].to_string(),
        "999999".to_owned(),
        "nonsense".to_owned(),
    ];
    let fields: Vec<(&str, &str)> = forms.iter().map(|id| ("i", id.as_str())).collect();
    let answer = ada.post("stream/items/contents", &fields).await;
    let answer: Value = serde_json::from_str(&answer.body).unwrap();
    let mut shown: Vec<String> = ids.iter().map(|id| format!("{:016x}", id.0)).collect();
    let items = answer["items"].as_array().unwrap();
    let mut got: Vec<&str> = items.iter().map(|one| &one["id"].as_str().unwrap()[32..]).collect();
    got.sort_unstable();
    shown.sort_unstable();
    assert_eq!(got, shown);
    // Marking someone else's article changes nothing.
    ada.do_ok("edit-tag", &[("i", &foreign[0].to_string()), ("a", READ), ("a", STARRED)]).await;
    assert_eq!(bob.ids(&format!("s={READING_LIST}&xt={READ}")).await.len(), 3);
    assert!(bob.ids(&format!("s={STARRED}")).await.is_empty());
    let many: Vec<String> = (1..=1000).map(|id| id.to_string()).collect();
    let fields: Vec<(&str, &str)> = many.iter().map(|id| ("i", id.as_str())).collect();
    ada.do_ok("edit-tag", &[fields.as_slice(), &[("a", READ)]].concat()).await;
    assert!(ada.ids(&format!("s={READING_LIST}&xt={READ}")).await.is_empty());
    assert_eq!(bob.ids(&format!("s={READING_LIST}&xt={READ}")).await.len(), 3);
}

#[tokio::test]
async fn unchanged_lists_are_not_sent_again() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    stocked(&ada, "https://a.example/feed", None).await;
    for path in ["/reader/api/0/subscription/list", "/reader/api/0/tag/list"] {
        let first = ada.send(Method::GET, path, Body::empty()).await;
        let again = |tag: String| {
            let mut request = server.request(&Method::GET, path);
            request = request.header(header::IF_NONE_MATCH, tag);
            request =
                request.header(header::AUTHORIZATION, format!("GoogleLogin auth={}", ada.secret));
            request.body(Body::empty()).unwrap()
        };
        let tag = first.header("etag").to_owned();
        assert_eq!(
            server.send(again(tag.clone())).await.status,
            StatusCode::NOT_MODIFIED,
            "{path}"
        );
        ada.do_ok(
            "subscription/edit",
            &[("ac", "edit"), ("a", &format!("user/-/label/{}", path.len()))],
        )
        .await;
        let (_, _) = stocked(&ada, &format!("https://{}.example/", path.len()), None).await;
        assert_eq!(server.send(again(tag)).await.status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn the_list_of_subscriptions_is_sent_again_when_an_article_arrives() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let bob = Program::of(&server, "bob", AppScope::Write).await;
    let (own, _) = stocked(&ada, "https://a.example/feed", None).await;
    let (other, _) = stocked(&bob, "https://b.example/feed", None).await;
    let path = "/reader/api/0/subscription/list";
    let tag = ada.send(Method::GET, path, Body::empty()).await.header("etag").to_owned();
    let again = async || {
        let request = server
            .request(&Method::GET, path)
            .header(header::IF_NONE_MATCH, &tag)
            .header(header::AUTHORIZATION, format!("GoogleLogin auth={}", ada.secret));
        server.send(request.body(Body::empty()).unwrap()).await.status
    };
    let arrives = async |source| {
        let now = tidings_model::Clock::now(&*server.clock);
        let one = crate::fixtures::article("New", "<p>text</p>", now);
        crate::fixtures::store(&server.store, source, "A site", vec![one], now).await;
    };
    assert_eq!(again().await, StatusCode::NOT_MODIFIED);
    arrives(other).await;
    assert_eq!(again().await, StatusCode::NOT_MODIFIED, "it is not hers");
    arrives(own).await;
    assert_eq!(again().await, StatusCode::OK);
}

#[tokio::test]
async fn newsboat_reads_streams_as_atom() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let (source, ids) = stocked(&ada, "https://a.example/feed", None).await;
    ada.do_ok("edit-tag", &[("i", &ids[2].to_string()), ("a", READ)]).await;
    let answer =
        ada.send(Method::GET, &format!("/reader/atom/feed/{source}?n=20"), Body::empty()).await;
    assert_eq!(answer.header("content-type"), "application/atom+xml; charset=UTF-8");
    for id in &ids {
        assert!(
            answer
                .body
                .contains(&format!("<id>tag:google.com,2005:reader/item/{:016x}</id>", id.0))
        );
    }
    assert_eq!(answer.body.matches("label=\"read\"").count(), 1);
    assert_eq!(answer.body.matches("label=\"kept-unread\"").count(), 2);
    assert!(answer.body.contains("one &#38;amp; &#38;lt;two&#38;gt; of"), "{}", answer.body);
}

#[tokio::test]
async fn streams_have_no_characters_that_xml_cannot_represent() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let now = tidings_model::Clock::now(&*server.clock);
    let source = server.source(ada.user, "https://a.example/feed").await;
    let odd = |text: &str| format!("{text}\u{1}\u{b}\u{ffff}!");
    let strange = tidings_model::Article {
        authors: vec![odd("Author")],
        ..crate::fixtures::article(&odd("Title"), &odd("Text"), now)
    };
    crate::fixtures::store(&server.store, source, &odd("Source"), vec![strange], now).await;
    let path = format!("/reader/atom/feed/{source}");
    let body = ada.send(Method::GET, &path, Body::empty()).await.body;
    for part in ["Author!", "Title!", "Text!", "Source!"] {
        assert!(body.contains(part), "{part} in {body}");
    }
    assert!(!body.contains(['\u{1}', '\u{b}', '\u{ffff}']), "{body}");
}

#[tokio::test]
async fn clients_get_icons_only_by_signed_addresses() {
    let server = TestServer::new().await;
    let ada = Program::of(&server, "ada", AppScope::Write).await;
    let bob = Program::of(&server, "bob", AppScope::Write).await;
    let (source, _) = stocked(&ada, "https://a.example/feed", None).await;
    let now = tidings_model::Clock::now(&*server.clock);
    let icon = tidings_store::Icon { media_type: "image/png".to_owned(), bytes: vec![1, 2, 3] };
    server.store.sources().keep_icon(source, Some(icon), now).await.unwrap();
    let list = ada.get("subscription/list").await;
    let address = list["subscriptions"][0]["iconUrl"].as_str().unwrap();
    let path = address.strip_prefix("http://tidings.test").unwrap();
    let ask = |path: String| {
        server.send(server.request(&Method::GET, &path).body(Body::empty()).unwrap())
    };
    assert_eq!(ask(path.to_owned()).await.header("content-type"), "image/png");
    let forged = path.replace(&format!("/icon/{}/", ada.user), &format!("/icon/{}/", bob.user));
    assert_eq!(ask(forged).await.status, StatusCode::NOT_FOUND);
    assert_eq!(ask(format!("{}x", &path[..path.len() - 3])).await.status, StatusCode::NOT_FOUND);
}
