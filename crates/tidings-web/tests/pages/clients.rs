//! Client programs, call by call, with the types that each decodes. The Google Reader API first, then Fever.

use crate::{
    harness::{Answer, FORM, House, form},
    stock,
};
use axum::{body::Body, extract::ConnectInfo};
use http::{Method, StatusCode, header};
use serde_json::Value;
use std::net::SocketAddr;
use tidings_model::{ArticleId, Role, SourceId, UserId};
use tidings_store::AppScope;
use tidings_web::{
    Candidate, app_keys,
    routes::{
        Access,
        programs::{GREADER, GREADER_AT},
    },
};

pub(crate) const SECRET: &str = "kP3-a_long_and_random_app_password_of_ada00";

/// A person's program.
pub(crate) struct Program<'a> {
    house: &'a House,
    pub(crate) user: UserId,
    secret: String,
    base: &'static str,
}

impl<'a> Program<'a> {
    pub(crate) async fn of(house: &'a House, name: &str, scope: AppScope) -> Self {
        let user = house.user(name, Role::User).await;
        let secret = format!("{SECRET}{name}");
        let (keys, now) = (app_keys(name, &secret), tidings_model::Clock::now(&*house.clock));
        house.store.add_app_password(user, "Phone".to_owned(), scope, keys, now).await.unwrap();
        Self { house, user, secret, base: "" }
    }

    async fn send(&self, method: Method, path: &str, body: Body) -> Answer {
        let mut request = self
            .house
            .request(&method, &format!("{}{path}", self.base))
            .header(header::CONTENT_TYPE, FORM)
            .header(header::AUTHORIZATION, format!("GoogleLogin auth={}", self.secret))
            .body(body)
            .unwrap();
        let peer: SocketAddr = "192.0.2.7:999".parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(peer));
        self.house.send(request).await
    }

    async fn get(&self, path: &str) -> Value {
        let answer = self.send(Method::GET, &format!("/reader/api/0/{path}"), Body::empty()).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.body);
        assert_eq!(answer.header("content-type"), "application/json; charset=UTF-8");
        serde_json::from_str(&answer.body).unwrap()
    }

    async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.send(Method::POST, &format!("/reader/api/0/{path}"), form(fields)).await
    }

    async fn do_ok(&self, path: &str, fields: &[(&str, &str)]) {
        let answer = self.post(path, fields).await;
        assert_eq!(
            (answer.status, answer.body.as_str()),
            (StatusCode::OK, "OK"),
            "{path} {fields:?}"
        );
    }

    /// The ids of a stream, newest first.
    async fn ids(&self, query: &str) -> Vec<i64> {
        let answer = self.get(&format!("stream/items/ids?output=json&n=10000&{query}")).await;
        let refs = answer["itemRefs"].as_array().unwrap();
        refs.iter().map(|one| one["id"].as_str().unwrap().parse().unwrap()).collect()
    }
}

/// A source with three articles, in a folder.
async fn stocked(
    program: &Program<'_>,
    url: &str,
    folder: Option<&str>,
) -> (SourceId, Vec<ArticleId>) {
    let (house, user) = (program.house, program.user);
    let now = tidings_model::Clock::now(&*house.clock);
    let source = house.source(user, url).await;
    if let Some(name) = folder {
        let id = house.store.folder(user, name.to_owned(), now).await.unwrap();
        house.store.move_subscription(user, source, Some(id)).await.unwrap();
    }
    let titles = ["one & <two>", "three", "four"].map(|title| format!("{title} of {url}"));
    let articles = titles.iter().map(|title| stock::article(title, "<p>text</p>", now)).collect();
    let ids = stock::store(&house.store, source, "A site", articles, now).await;
    (source, ids)
}

const READING_LIST: &str = "user/-/state/com.google/reading-list";
const READ: &str = "user/-/state/com.google/read";
const STARRED: &str = "user/-/state/com.google/starred";

#[tokio::test]
async fn signing_in_gives_the_app_password_back_without_an_equals_sign() {
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Write).await;
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
async fn every_call_needs_a_password_that_is_known() {
    let house = House::new().await;
    let mut ada = Program::of(&house, "ada", AppScope::Write).await;
    ada.secret = "nobody's".to_owned();
    for (n, route) in GREADER.iter().filter(|route| route.access == Access::Program).enumerate() {
        for at in ["", GREADER_AT] {
            let path = format!("{at}{}", route.path.replace("{*stream}", "feed/1"));
            let mut request = house.request(route.method, &path);
            if n % 2 == 0 {
                request = request.header(header::AUTHORIZATION, "GoogleLogin auth=nobody's");
            }
            let mut request = request.body(Body::empty()).unwrap();
            let peer: SocketAddr = format!("192.0.{n}.7:999").parse().unwrap();
            request.extensions_mut().insert(ConnectInfo(peer));
            let answer = house.send(request).await;
            assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{path}");
            assert_eq!(answer.header("google-bad-token"), "true", "{path}");
            assert_eq!(answer.body, "Unauthorized");
        }
    }
}

#[tokio::test]
async fn wrong_passwords_are_counted_and_right_ones_go_on() {
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Write).await;
    let stranger = Program { secret: "wrong".to_owned(), base: "", house: &house, user: ada.user };
    let mut last = StatusCode::OK;
    for _ in 0..12 {
        last = stranger.send(Method::GET, "/reader/api/0/token", Body::empty()).await.status;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(ada.get("user-info").await["userName"], "ada");
}

#[tokio::test]
async fn lists_have_the_types_that_clients_decode() {
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Write).await;
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
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Write).await;
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
    // Newest arrival first, and the rest on the next page, which is the last and says so.
    assert_eq!(items[0]["id"], format!("tag:google.com,2005:reader/item/{:016x}", ids[0].0));
    let next = answer["continuation"].as_str().unwrap();
    let rest = ada.get(&format!("stream/contents?n=2&c={next}")).await;
    assert_eq!(rest["items"].as_array().unwrap().len(), 1);
    assert!(rest.get("continuation").is_none());
    assert_eq!(rest["items"][0]["title"], "four of https://a.example/feed");
    assert_eq!(items[0]["title"], "one & <two> of https://a.example/feed", "plain text");
}

#[tokio::test]
async fn ids_in_all_three_forms_are_understood_and_foreign_ones_left_out() {
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Write).await;
    let bob = Program::of(&house, "bob", AppScope::Write).await;
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
    // Marks on somebody else's article change nothing.
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
async fn marks_are_set_and_taken_away_as_each_client_does_it() {
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Write).await;
    let (_, ids) = stocked(&ada, "https://a.example/feed", None).await;
    let id = ids[1].to_string();
    let unread = format!("s={READING_LIST}&xt={READ}");
    // newsboat
    let kept = "user/-/state/com.google/kept-unread";
    ada.do_ok("edit-tag", &[("i", &id), ("a", READ), ("r", kept), ("ac", "edit")]).await;
    assert_eq!(ada.ids(&unread).await.len(), 2);
    // Liferea
    ada.do_ok("edit-tag", &[("i", &id), ("r", READ), ("a", kept), ("T", "")]).await;
    let tracking = "user/-/state/com.google/tracking-kept-unread";
    ada.do_ok("edit-tag", &[("i", &id), ("a", tracking)]).await;
    assert_eq!(ada.ids(&unread).await.len(), 3);
    // twice is once
    for _ in 0..2 {
        ada.do_ok("edit-tag", &[("i", &id), ("a", STARRED)]).await;
    }
    assert_eq!(ada.ids(&format!("s={STARRED}")).await, [ids[1].0]);
    ada.do_ok("edit-tag", &[("i", &id), ("r", STARRED)]).await;
    assert!(ada.ids(&format!("s={STARRED}")).await.is_empty());
    ada.do_ok("edit-tag", &[("i", &id), ("a", READ)]).await;
    // Read You asks in two ways, and both mean the read ones.
    for query in [format!("s={READING_LIST}&it={READ}"), format!("s={READ}")] {
        assert_eq!(ada.ids(&query).await, [ids[1].0], "{query}");
    }
    // A label with a slash and a percent sign goes round.
    let label = "user/-/label/50 %/a?b";
    ada.do_ok("edit-tag", &[("i", &id), ("a", label)]).await;
    let path = "stream/contents/user%2F-%2Flabel%2F50%20%25%2Fa%3Fb";
    let shown = ada.get(path).await;
    assert!(shown["items"][0]["categories"].as_array().unwrap().contains(&label.into()));
    ada.do_ok("rename-tag", &[("s", label), ("dest", "user/-/label/other")]).await;
    assert_eq!(ada.ids("s=user/-/label/other").await, [ids[1].0]);
    ada.do_ok("disable-tag", &[("t", "user/-/label/other")]).await;
    let gone =
        ada.send(Method::GET, "/reader/api/0/stream/items/ids?s=user/-/label/other", Body::empty());
    assert_eq!(gone.await.status, StatusCode::NOT_FOUND);
    // What was marked read alone was opened: there is something to learn from.
    let reading = house.store.reading(ada.user, ids[1]).await.unwrap();
    assert!(reading.n_opened > 0);
    let since = "2026-01-01T00:00:00Z".parse().unwrap();
    assert!(!house.store.visits(ada.user, since).await.unwrap().is_empty());
}

#[tokio::test]
async fn all_that_had_arrived_by_a_time_is_marked_read() {
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Write).await;
    let (source, old) = stocked(&ada, "https://a.example/feed", Some("News")).await;
    let seen = tidings_model::Clock::now(&*house.clock).as_microsecond();
    house.clock.advance(3600);
    let (_, new) = stocked(&ada, "https://b.example/feed", Some("News")).await;
    let unread = format!("s={READING_LIST}&xt={READ}");
    ada.do_ok("mark-all-as-read", &[("s", "user/-/label/News"), ("ts", &seen.to_string())]).await;
    assert_eq!(ada.ids(&unread).await.len(), 3);
    assert!(ada.ids(&unread).await.iter().all(|id| new.contains(&ArticleId(*id))));
    // By the time of arrival, too: what came late with an old date is not lost.
    let since = format!("s={READING_LIST}&ot={}", seen / 1_000_000 + 60);
    assert_eq!(ada.ids(&since).await.len(), 3);
    assert_eq!(ada.ids(&format!("s={READING_LIST}&nt={}", seen / 1_000_000)).await.len(), 3);
    ada.do_ok("edit-tag", &[("i", &old[0].to_string()), ("r", READ)]).await;
    ada.do_ok("mark-all-as-read", &[("s", &format!("feed/{source}"))]).await;
    assert_eq!(ada.ids(&unread).await.len(), 3);
    ada.do_ok("mark-all-as-read", &[("s", READING_LIST)]).await;
    assert!(ada.ids(&unread).await.is_empty());
    let nowhere = ada.post("mark-all-as-read", &[("s", "user/-/label/nowhere")]).await;
    assert_eq!(nowhere.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn sources_are_added_moved_renamed_and_removed() {
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Write).await;
    let url = "https://new.example/feed";
    *house.told.found.lock().unwrap() =
        Ok(vec![Candidate { url: url.to_owned(), title: "New".to_owned() }]);
    let added = ada.post("subscription/quickadd", &[("quickadd", url)]).await;
    let added: Value = serde_json::from_str(&added.body).unwrap();
    assert_eq!((&added["numResults"], &added["streamName"]), (&1.into(), &"New".into()));
    assert!(added.get("error").is_none());
    let stream = added["streamId"].as_str().unwrap().to_owned();
    let edit = |fields: Vec<(&'static str, &'static str)>| {
        let mut all = vec![("ac", "edit"), ("s", stream.as_str())];
        all.extend(fields);
        all
    };
    ada.do_ok("subscription/edit", &edit(vec![("t", "My title"), ("a", "user/-/label/A/B")])).await;
    let one = |list: &Value| list["subscriptions"][0].clone();
    let shown = one(&ada.get("subscription/list").await);
    assert_eq!(
        (&shown["title"], &shown["categories"][0]["label"]),
        (&"My title".into(), &"A/B".into())
    );
    ada.do_ok("subscription/edit", &edit(vec![("r", "user/-/label/A/B"), ("a", "user/-/label/C")]))
        .await;
    assert_eq!(one(&ada.get("subscription/list").await)["categories"][0]["label"], "C");
    ada.do_ok("subscription/edit", &edit(vec![("r", "user/-/label/C")])).await;
    assert_eq!(one(&ada.get("subscription/list").await)["categories"][0]["label"], "Uncategorized");
    // A folder alone, as Read You makes it.
    ada.do_ok("subscription/edit", &[("ac", "edit"), ("a", "user/-/label/Empty")]).await;
    assert!(ada.get("tag/list").await.to_string().contains("user/-/label/Empty"));
    // By its address, as NewsFlash removes what it has just added.
    ada.do_ok("subscription/edit", &[("ac", "unsubscribe"), ("s", &format!("feed/{url}"))]).await;
    assert_eq!(ada.get("subscription/list").await["subscriptions"], serde_json::json!([]));
    let subscribe = [
        ("ac", "subscribe"),
        ("s", "feed/https://new.example/feed"),
        ("t", "T"),
        ("a", "user/-/label/X"),
    ];
    ada.do_ok("subscription/edit", &subscribe).await;
    assert!(house.told.asked.lock().unwrap().iter().any(|asked| asked.contains("in Some(\"X\")")));
    *house.told.found.lock().unwrap() = Ok(Vec::new());
    let failed =
        ada.post("subscription/quickadd", &[("quickadd", "https://nothing.example/")]).await;
    let failed: Value = serde_json::from_str(&failed.body).unwrap();
    assert!(failed["numResults"] == 0 && failed["error"].is_string());
    let answer = ada.post("subscription/edit", &[("ac", "nonsense")]).await;
    assert_eq!((answer.status, answer.body.as_str()), (StatusCode::BAD_REQUEST, "Bad Request!"));
}

#[tokio::test]
async fn files_of_subscriptions_go_out_and_come_in() {
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Write).await;
    let out = ada.send(Method::GET, "/reader/api/0/subscription/export", Body::empty()).await;
    assert!(
        out.header("content-type").starts_with("application/xml") && out.body.contains("<opml>")
    );
    // Labelled as a form by some, and no form.
    let file = "<opml>a&b=c%ZZ</opml>";
    let answer =
        ada.send(Method::POST, "/reader/api/0/subscription/import", Body::from(file)).await;
    assert_eq!((answer.status, answer.body.as_str()), (StatusCode::OK, "OK"));
}

#[tokio::test]
async fn who_may_only_read_changes_nothing() {
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Read).await;
    let (_, ids) = stocked(&ada, "https://a.example/feed", None).await;
    let writes = GREADER.iter().filter(|route| {
        route.method == Method::POST
            && route.access == Access::Program
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
async fn lists_that_did_not_change_are_not_sent_again() {
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Write).await;
    stocked(&ada, "https://a.example/feed", None).await;
    for path in ["/reader/api/0/subscription/list", "/reader/api/0/tag/list"] {
        let first = ada.send(Method::GET, path, Body::empty()).await;
        let again = |tag: String| {
            let mut request = house.request(&Method::GET, path);
            request = request.header(header::IF_NONE_MATCH, tag);
            request =
                request.header(header::AUTHORIZATION, format!("GoogleLogin auth={}", ada.secret));
            request.body(Body::empty()).unwrap()
        };
        let tag = first.header("etag").to_owned();
        assert_eq!(house.send(again(tag.clone())).await.status, StatusCode::NOT_MODIFIED, "{path}");
        ada.do_ok(
            "subscription/edit",
            &[("ac", "edit"), ("a", &format!("user/-/label/{}", path.len()))],
        )
        .await;
        let (_, _) = stocked(&ada, &format!("https://{}.example/", path.len()), None).await;
        assert_eq!(house.send(again(tag)).await.status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn newsboat_reads_streams_as_atom() {
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Write).await;
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
async fn icons_reach_programs_by_signed_addresses_alone() {
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Write).await;
    let bob = Program::of(&house, "bob", AppScope::Write).await;
    let (source, _) = stocked(&ada, "https://a.example/feed", None).await;
    let now = tidings_model::Clock::now(&*house.clock);
    let icon = tidings_store::Icon { media_type: "image/png".to_owned(), bytes: vec![1, 2, 3] };
    house.store.keep_icon(source, Some(icon), now).await.unwrap();
    let list = ada.get("subscription/list").await;
    let address = list["subscriptions"][0]["iconUrl"].as_str().unwrap();
    let path = address.strip_prefix("http://tidings.test").unwrap();
    let ask =
        |path: String| house.send(house.request(&Method::GET, &path).body(Body::empty()).unwrap());
    assert_eq!(ask(path.to_owned()).await.header("content-type"), "image/png");
    let forged = path.replace(&format!("/icon/{}/", ada.user), &format!("/icon/{}/", bob.user));
    assert_eq!(ask(forged).await.status, StatusCode::NOT_FOUND);
    assert_eq!(ask(format!("{}x", &path[..path.len() - 3])).await.status, StatusCode::NOT_FOUND);
}

/// Calls Fever as its clients do: what is asked for in the address, the key in the body.
async fn fever(program: &Program<'_>, query: &str, fields: &[(&str, &str)]) -> Value {
    let key = format!("{:x}", md5(&format!("ada:{}", program.secret)));
    let fields = [&[("api_key", key.as_str())], fields].concat();
    let answer = program.send(Method::POST, &format!("/fever/?api&{query}"), form(&fields)).await;
    assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.body);
    serde_json::from_str(&answer.body).unwrap()
}

/// The digest as a number; RFC 1321 by the library that the server uses is no proof, so `app_keys` has one of its own.
fn md5(text: &str) -> u128 {
    use md5::Digest;
    u128::from_be_bytes(md5::Md5::digest(text).into())
}

#[tokio::test]
async fn fever_answers_everything_that_is_asked_in_one_request() {
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Write).await;
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
    assert!(of(a) < of(b), "what is in no folder is in a group of its own");
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
async fn fever_pages_by_id_in_both_directions() {
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Write).await;
    let now = tidings_model::Clock::now(&*house.clock);
    let source = house.source(ada.user, "https://a.example/feed").await;
    let articles = (0..120).map(|n| stock::article(&format!("Article {n}"), "", now)).collect();
    stock::store(&house.store, source, "A", articles, now).await;
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
async fn fever_sets_marks_and_never_toggles_them() {
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Write).await;
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
    let seen = tidings_model::Clock::now(&*house.clock).as_second();
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
async fn fever_takes_the_key_in_parts_and_says_no_politely() {
    let house = House::new().await;
    let ada = Program::of(&house, "ada", AppScope::Write).await;
    let key = format!("{:X}", md5(&format!("ada:{}", ada.secret)));
    let body = format!(
        "--B\r\nContent-Disposition: form-data; name=\"api_key\"\r\n\r\n{key}\r\n--B--\r\n"
    );
    for path in ["/fever", "/fever/", "/api/fever.php"] {
        let request = house
            .request(&Method::POST, &format!("{path}?api"))
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=B")
            .body(Body::from(body.clone()))
            .unwrap();
        let answer: Value = serde_json::from_str(&house.send(request).await.body).unwrap();
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
