//! Rules in forms, shared feeds, webhooks and shared articles, as their owners and strangers see them.

use crate::{
    fixtures,
    harness::{Browser, TestServer},
};
use http::StatusCode;
use tidings_model::{ArticleId, Clock, Role, UserId};

/// Creates a person with two articles of one source.
async fn reader(server: &TestServer) -> (Browser<'_>, UserId, Vec<i64>) {
    let (browser, ada) = server.signed_in("ada", Role::User).await;
    let source = server.source(ada, "https://example.org/feed").await;
    let now = server.clock.now();
    let articles = vec![
        fixtures::article(
            "Rust & <b>bread</b>",
            "<p>Knead <em>well</em>.</p><img src=\"https://a.example/b.png\" alt=\"Dough\">",
            now,
        ),
        fixtures::article("Finale spoiler", "<p>It was the butler.</p>", now),
    ];
    let ids = fixtures::store(&server.store, source, "Example", articles, now).await;
    (browser, ada, ids.into_iter().map(|id| id.0).collect())
}

const MUTE: [(&str, &str); 6] = [
    ("name", ""),
    ("scope", "all"),
    ("field-0", "title"),
    ("test-0", "words"),
    ("text-0", "Spoiler"),
    ("show", "block"),
];

fn with<'a>(more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let kept = MUTE.iter().filter(|(name, _)| more.iter().all(|(other, _)| other != name));
    kept.chain(more).copied().collect()
}

#[tokio::test]
async fn a_rule_is_tried_saved_ordered_switched_and_removed_by_forms_alone() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = reader(&server).await;
    assert!(ada.get("/rules").await.body.contains("No rules yet"));
    let tried = ada.post("/rules", &with(&[("act", "try")])).await;
    assert_eq!(tried.status, StatusCode::OK);
    assert!(tried.body.contains("1 of 2 articles"), "{}", tried.body);
    assert!(tried.body.contains("Finale spoiler"));
    assert!(server.store.rules().list(user).await.unwrap().is_empty(), "trying saves nothing");
    let saved = ada.post("/rules", &with(&[("act", "save")])).await;
    assert_eq!((saved.status, saved.header("location")), (StatusCode::SEE_OTHER, "/rules"));
    ada.post(
        "/rules",
        &with(&[
            ("act", "save"),
            ("name", "Second"),
            ("show", ""),
            ("star", "yes"),
            ("tags", "a, b"),
        ]),
    )
    .await;
    let rules = server.store.rules().list(user).await.unwrap();
    assert_eq!(rules[0].rule.name, "title contains the word “Spoiler”");
    let second = rules[1].id;
    let page = ada.get("/rules").await.body;
    assert!(page.contains("hide") && page.contains("star, tag “a”, tag “b”"), "{page}");
    ada.post(&format!("/rules/{second}/up"), &[]).await;
    assert_eq!(server.store.rules().list(user).await.unwrap()[0].id, second);
    ada.post(&format!("/rules/{second}/off"), &[]).await;
    assert!(!server.store.rules().list(user).await.unwrap()[0].is_on);
    ada.post(&format!("/rules/{second}/on"), &[]).await;
    let editor = ada.get(&format!("/rules/{second}")).await.body;
    assert!(editor.contains("value=\"a, b\"") && editor.contains("value=\"Spoiler\""), "{editor}");
    ada.post(&format!("/rules/{second}"), &with(&[("act", "save"), ("name", "Third")])).await;
    assert_eq!(server.store.rules().list(user).await.unwrap()[0].rule.name, "Third");
    let removed = ada.post(&format!("/rules/{second}/remove"), &[]).await;
    let place = removed.header("location").to_owned();
    assert!(ada.get(&place).await.body.contains(&format!("/rules/{second}/restore")));
    ada.post(&format!("/rules/{second}/restore"), &[]).await;
    assert_eq!(server.store.rules().list(user).await.unwrap().len(), 2);
}

#[tokio::test]
async fn sources_with_the_same_title_are_told_apart_by_their_addresses() {
    let server = TestServer::new().await;
    let (mut ada, user) = server.signed_in("ada", Role::User).await;
    for (url, title) in
        [("a.example/feed", "News"), ("b.example/", "News"), ("c.example/", "Other")]
    {
        let source = server.source(user, &format!("https://{url}")).await;
        fixtures::store(&server.store, source, title, Vec::new(), server.clock.now()).await;
    }
    let page = ada.get("/rules/new").await.body;
    for option in [">News (a.example/feed)<", ">News (b.example)<", ">Other<"] {
        assert!(page.contains(option), "{option} is not on {page}");
    }
}

#[tokio::test]
async fn a_rule_is_tried_before_a_name_or_an_action_is_chosen() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = reader(&server).await;
    let tried = ada.post("/rules", &with(&[("show", ""), ("act", "try")])).await;
    assert_eq!(tried.status, StatusCode::OK, "{}", tried.body);
    assert!(tried.body.contains("1 of 2 articles") && tried.body.contains("Finale spoiler"));
    assert!(!tried.body.contains("Choose what happens"));
    let source = server.store.subscriptions().list(user).await.unwrap()[0].source.id;
    let scope = format!("source.{source}");
    let fields = with(&[("show", ""), ("text-0", ""), ("scope", &scope), ("act", "try")]);
    let tried = ada.post("/rules", &fields).await;
    assert!(tried.body.contains("2 of 2 articles"), "{}", tried.body);
    let saved = ada.post("/rules", &with(&[("show", ""), ("act", "save")])).await;
    assert!(saved.body.contains("Choose what happens"), "saving still needs an action");
    assert!(server.store.rules().list(user).await.unwrap().is_empty());
}

/// Case 82 of the catalogue of attacks.
#[tokio::test]
async fn malicious_rules_are_refused_with_a_sentence_and_the_form_is_preserved() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = reader(&server).await;
    let nested = format!("a{}", "{9}".repeat(10));
    let long = "a".repeat(5000);
    for (pattern, said) in [
        (nested.as_str(), "too complex"),
        (r"\pL{50}{50}", "too complex"),
        ("(a", "not a valid regular expression"),
        (long.as_str(), "longer than"),
    ] {
        let fields = with(&[("test-0", "regex"), ("text-0", pattern), ("act", "save")]);
        let answer = ada.post("/rules", &fields).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{pattern:.20}");
        assert!(answer.body.contains(said), "{pattern:.20}: {}", answer.body);
    }
    let huge = "a".repeat(1 << 20);
    let answer = ada.post("/rules", &with(&[("text-0", &huge), ("act", "save")])).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    let answer = ada
        .post("/rules", &with(&[("show", ""), ("text-0", "\"><script>"), ("act", "save")]))
        .await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert!(!answer.body.contains("\"><script>") && answer.body.contains("Choose what happens"));
    let foreign = ada.post("/rules", &with(&[("scope", "source.999"), ("act", "save")])).await;
    assert_eq!(foreign.status, StatusCode::BAD_REQUEST);
    let unknown = ada.post("/rules", &with(&[("colour", "red")])).await;
    assert_eq!(unknown.status, StatusCode::BAD_REQUEST);
    assert!(server.store.rules().list(user).await.unwrap().is_empty());
    let linear = with(&[("test-0", "regex"), ("text-0", "(a+)+$"), ("act", "save")]);
    assert_eq!(ada.post("/rules", &linear).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_person_may_have_two_hundred_rules() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = reader(&server).await;
    let rule = tidings_model::rule::Rule {
        name: "r".to_owned(),
        scope: tidings_model::rule::RuleScope::All,
        matching: tidings_model::rule::Matching::All,
        conditions: vec!["tag is: x".parse().unwrap()],
        accents: tidings_model::rule::Accents::Ignored,
        actions: vec![tidings_model::rule::Action::Read],
    };
    for _ in 0..200 {
        server.store.rules().add(user, rule.clone(), 200, server.clock.now()).await.unwrap();
    }
    let answer = ada.post("/rules", &with(&[("act", "save")])).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert!(answer.body.contains("already have 200 rules"), "{}", answer.body);
}

#[tokio::test]
async fn a_link_can_prefill_the_editor() {
    let server = TestServer::new().await;
    let (mut ada, ..) = reader(&server).await;
    let body = ada.get("/rules/new?field=author&test=is&text=%3CAda%3E&action=block").await.body;
    assert!(
        body.contains("value=\"&#60;Ada&#62;\"") || body.contains("value=\"&lt;Ada&gt;\""),
        "{body}"
    );
    assert!(body.contains("<option value=\"author\" selected>"));
    assert!(body.contains("name=\"show\" value=\"block\" checked"));
}

async fn feed_link(server: &TestServer, ada: &mut Browser<'_>, list: &str) -> String {
    let made = ada
        .post("/outputs", &[("list", list), ("query", "zebrafish"), ("name", "Mine <&> all")])
        .await;
    assert_eq!(made.status, StatusCode::SEE_OTHER, "{}", made.body);
    let user = server.store.users().all().await.unwrap()[0].id;
    let token = server.store.outputs().list(user).await.unwrap().pop().unwrap().token;
    assert_eq!(token.len(), 43, "256 bits");
    format!("/out/{token}")
}

#[tokio::test]
async fn a_list_is_published_in_both_formats_until_it_is_removed() {
    let server = TestServer::at(Some("https://news.example/")).await;
    let (mut ada, _, ids) = reader(&server).await;
    let link = feed_link(&server, &mut ada, "all").await;
    for ending in ["atom", "json"] {
        let path = format!("{link}.{ending}");
        let answer = server.browser().get(&path).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert!(answer.header("content-type").contains(ending));
        assert!(answer.header("x-robots-tag").contains("noindex"));
        assert!(!answer.body.contains("ada"), "no user name: {}", answer.body);
        assert!(answer.body.contains(&format!("https://news.example{path}")));
        assert!(
            answer.body.contains("Mine &#60;&#38;&#62; all")
                || answer.body.contains("Mine <&> all")
        );
        assert!(answer.body.contains(&format!("urn:tidings:article:{}", ids[0])));
        let again = |name: &'static str, value: String| {
            let request = server.request(&http::Method::GET, &path).header(name, value);
            server.send(request.body(axum::body::Body::empty()).unwrap())
        };
        let etag = answer.header("etag").to_owned();
        assert_eq!(again("if-none-match", etag).await.status, StatusCode::NOT_MODIFIED);
        let date = answer.header("last-modified").to_owned();
        assert_eq!(again("if-modified-since", date).await.status, StatusCode::NOT_MODIFIED);
        assert_eq!(again("if-none-match", "\"other\"".to_owned()).await.status, StatusCode::OK);
    }
    assert_eq!(server.browser().get(&format!("{link}.html")).await.status, StatusCode::NOT_FOUND);
    let wrong = format!("{}A.atom", &link[..link.len() - 1]);
    assert_eq!(server.browser().get(&wrong).await.status, StatusCode::NOT_FOUND);
    let user = server.store.users().all().await.unwrap()[0].id;
    let id = server.store.outputs().list(user).await.unwrap()[0].id;
    ada.post(&format!("/outputs/{id}/remove"), &[]).await;
    assert_eq!(server.browser().get(&format!("{link}.atom")).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_published_search_has_only_its_owners_articles() {
    let server = TestServer::new().await;
    let (mut ada, user, ids) = reader(&server).await;
    let (_, bob) = server.signed_in("bob", Role::User).await;
    let other = server.source(bob, "https://bobs.example/feed").await;
    let now = server.clock.now();
    let words = "<p>About zebrafish.</p>";
    let bobs = fixtures::store(
        &server.store,
        other,
        "Bob's",
        vec![fixtures::article("His", words, now)],
        now,
    );
    let bobs = bobs.await[0];
    let own = server.store.subscriptions().list(user).await.unwrap()[0].source.id;
    let mine = vec![fixtures::article("Hers", words, now)];
    let mine = fixtures::store(&server.store, own, "Hers", mine, now).await[0];
    crate::searching::index(&server).await;
    let link = feed_link(&server, &mut ada, "search").await;
    let body = server.browser().get(&format!("{link}.atom")).await.body;
    assert!(body.contains(&format!("urn:tidings:article:{mine}")), "{body}");
    assert!(!body.contains(&format!("urn:tidings:article:{bobs}")), "{body}");
    assert!(!body.contains(&format!("urn:tidings:article:{}", ids[0])), "{body}");
}

#[tokio::test]
async fn other_peoples_lists_cannot_be_published() {
    let server = TestServer::new().await;
    let (_, ada, _) = reader(&server).await;
    let source = server.store.subscriptions().list(ada).await.unwrap()[0].source.id;
    let (mut bob, user) = server.signed_in("bob", Role::User).await;
    for list in [
        format!("source.{source}"),
        "folder.1".to_owned(),
        "tag.1".to_owned(),
        "nonsense".to_owned(),
    ] {
        let answer = bob.post("/outputs", &[("list", &list)]).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{list}");
    }
    assert_eq!(server.store.outputs().list(user).await.unwrap(), []);
    let hook = [("event", "article.source.1"), ("url", "https://hooks.example/")];
    assert_eq!(bob.post("/webhooks", &hook).await.status, StatusCode::BAD_REQUEST);
}

/// Case 74 of the catalogue of attacks.
#[tokio::test]
async fn a_share_link_shows_one_article_to_anyone_until_it_expires() {
    let server = TestServer::at(Some("https://news.example/")).await;
    let (mut ada, user, ids) = reader(&server).await;
    let source = server.store.subscriptions().list(user).await.unwrap()[0].source.id;
    server
        .store
        .subscriptions()
        .rename(user, source, Some("My boss' blog".to_owned()))
        .await
        .unwrap();
    let back = format!("/article/{}?in=all", ids[0]);
    let made =
        ada.post(&format!("/article/{}/share", ids[0]), &[("lasts", "day"), ("back", &back)]).await;
    assert_eq!(made.status, StatusCode::SEE_OTHER);
    assert_eq!(
        made.header("location"),
        format!("{back}#share"),
        "the reader stays with the article"
    );
    let share =
        server.store.outputs().shares(user, None, server.clock.now()).await.unwrap().pop().unwrap();
    let path = format!("/shared/{}", share.token);
    let address = format!("https://news.example{path}");
    assert!(ada.get(&back).await.body.contains(&format!("readonly value=\"{address}\"")));
    assert!(ada.get("/outputs").await.body.contains(&address));
    let shown = server.browser().get(&path).await;
    assert_eq!(shown.status, StatusCode::OK);
    assert!(shown.header("x-robots-tag").contains("noindex"));
    assert!(shown.body.contains("name=\"robots\" content=\"noindex"));
    assert!(shown.body.contains("<p>Knead <em>well</em>.</p>"));
    assert!(shown.body.contains("alt=\"Dough\""));
    assert!(shown.header("content-security-policy").contains("default-src 'none'"));
    for hidden in ["ada", "boss", "Finale", "/article/", "src=\"http", "/source", "name=\"token\""]
    {
        assert!(!shown.body.contains(hidden), "{hidden}: {}", shown.body);
    }
    server.clock.advance(24 * 3600 + 1);
    assert_eq!(server.browser().get(&path).await.status, StatusCode::NOT_FOUND, "it expired");
    ada.post(&format!("/article/{}/share", ids[0]), &[("lasts", "forever")]).await;
    let share =
        server.store.outputs().shares(user, None, server.clock.now()).await.unwrap().pop().unwrap();
    let path = format!("/shared/{}", share.token);
    assert_eq!(server.browser().get(&path).await.status, StatusCode::OK);
    ada.post(&format!("/shares/{}/revoke", share.id), &[]).await;
    assert_eq!(
        server.browser().get(&path).await.status,
        StatusCode::NOT_FOUND,
        "the link is revoked"
    );
    ada.post(&format!("/article/{}/share", ids[0]), &[]).await;
    let share =
        server.store.outputs().shares(user, None, server.clock.now()).await.unwrap().pop().unwrap();
    server.store.subscriptions().unsubscribe(user, source).await.unwrap();
    let path = format!("/shared/{}", share.token);
    assert_eq!(
        server.browser().get(&path).await.status,
        StatusCode::NOT_FOUND,
        "the sharer cannot see the article"
    );
}

#[tokio::test]
async fn an_article_is_shared_once_and_the_link_is_revoked_from_its_page() {
    let server = TestServer::new().await;
    let (mut ada, user, ids) = reader(&server).await;
    let shares = async || {
        let now = server.clock.now();
        server.store.outputs().shares(user, Some(ArticleId(ids[0])), now).await.unwrap()
    };
    let (form, page) = (format!("/article/{}/share", ids[0]), format!("/article/{}", ids[0]));
    for back in ["", "https://evil.example/", "/outputs"] {
        let made = ada.post(&form, &[("back", back)]).await;
        assert_eq!(made.header("location"), format!("{page}#share"), "{back}");
    }
    let known = shares().await;
    assert_eq!(known.len(), 1, "sent three times");
    let body = ada.get(&page).await.body;
    let revoke = format!("/shares/{}/revoke", known[0].id);
    assert!(body.contains(&revoke) && !body.contains(&form), "{body}");
    assert!(!ada.get(&format!("/article/{}", ids[1])).await.body.contains(&revoke));

    let gone = ada.post(&revoke, &[("back", &page)]).await;
    assert_eq!(gone.header("location"), format!("{page}#share"));
    assert_eq!(shares().await, []);
    assert!(ada.get(&page).await.body.contains(&form));
    ada.post(&form, &[]).await;
    let gone = ada.post(&format!("/shares/{}/revoke", shares().await[0].id), &[]).await;
    assert_eq!(gone.header("location"), "/outputs#shared");
}

#[tokio::test]
async fn webhooks_are_created_tested_switched_and_removed() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = reader(&server).await;
    let bad = ada.post("/webhooks", &[("event", "star"), ("url", "no address")]).await;
    assert_eq!(bad.status, StatusCode::BAD_REQUEST);
    let made = ada
        .post("/webhooks", &[("event", "article.all"), ("url", "https://hooks.example/x")])
        .await;
    assert_eq!(made.status, StatusCode::SEE_OTHER);
    let hook = server.store.outputs().webhooks(user).await.unwrap().pop().unwrap();
    assert_eq!((hook.name.as_str(), hook.secret.len()), ("hooks.example", 43));
    assert!(ada.get("/outputs").await.body.contains(&hook.secret), "the receiver needs it");
    let tried = ada.post(&format!("/webhooks/{}/test", hook.id), &[]).await;
    let place = tried.header("location").to_owned();
    assert!(ada.get(&place).await.body.contains("Response: 200 Thank you."));
    ada.post(&format!("/webhooks/{}/off", hook.id), &[]).await;
    assert!(!server.store.outputs().webhook(user, hook.id).await.unwrap().unwrap().is_on);
    ada.post(&format!("/webhooks/{}/remove", hook.id), &[]).await;
    assert_eq!(server.store.outputs().webhooks(user).await.unwrap(), []);
}
