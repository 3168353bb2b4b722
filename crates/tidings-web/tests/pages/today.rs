//! Today: ranked by what was learned, with reasons. Interests can be seen, changed and deleted.

use crate::{harness::TestServer, reading::with_articles};
use http::StatusCode;
use tidings_model::{
    ArticleId, Clock, Reaction, Role, SourceId, UserId,
    taste::{Placing, Subject, TopicId},
};

async fn reactions(server: &TestServer, user: UserId) -> Vec<(ArticleId, Reaction)> {
    let noted = server.store.users().reactions(user, jiff::Timestamp::MIN).await.unwrap();
    noted.into_iter().map(|one| (one.article, one.reaction)).collect()
}

fn cards(body: &str) -> Vec<i64> {
    body.split("data-id=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().parse().unwrap())
        .collect()
}

async fn visit(server: &TestServer, user: UserId) -> usize {
    let since = jiff::Timestamp::MIN;
    let shown = server.store.learning().shown_since(user, Placing::Interest, since).await.unwrap();
    shown.map_or(0, |shown| shown.articles.len())
}

#[tokio::test]
async fn cards_say_why_they_are_here_if_there_is_a_reason() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = with_articles(&server, 50).await;
    let page = ada.get("/").await.body;
    assert_eq!(cards(&page).len(), 20);
    assert!(
        page.contains("<p>You read most articles about “telescope, star, orbit”</p>"),
        "{page}"
    );
    assert!(
        page.contains(
            "<p>For a change: you haven’t read much about “election, party, vote” yet</p>"
        )
    );
    assert_eq!(page.matches("<div class=\"why\"><p>").count(), 2, "the others have no reason");
    assert_eq!(visit(&server, user).await, 20, "shown articles are recorded");
    let longer = ada.get("/?n=40").await.body;
    assert_eq!((cards(&longer).len(), &cards(&longer)[..20]), (40, &cards(&page)[..]));
    for bad in ["/?n=0", "/?n=201", "/?n=x"] {
        assert_eq!(ada.get(bad).await.status, StatusCode::BAD_REQUEST, "{bad}");
    }
}

#[tokio::test]
async fn a_selection_stays_while_it_is_read_and_can_be_renewed() {
    let server = TestServer::new().await;
    let (mut ada, _, _) = with_articles(&server, 50).await;
    let before = cards(&ada.get("/").await.body);
    let article = ada.get(&format!("/article/{}?in=today", before[1])).await.body;
    assert_eq!(cards(&article), before, "the list beside the article is the same");
    assert!(article.contains(&format!("href=\"/article/{}?in=today#a{}\"", before[2], before[2])));
    let left: Vec<i64> = before.iter().copied().filter(|id| *id != before[1]).collect();
    assert_eq!(cards(&ada.get("/").await.body), left, "only the read one is gone");
    server.clock.advance(60);
    ada.post("/today/anew", &[]).await;
    let anew = cards(&ada.get("/").await.body);
    assert!(!anew.contains(&before[1]), "read articles are not selected again");
    assert_eq!(anew.len(), 20);
}

/// Marks articles read, as a button on the page does.
async fn read(browser: &mut crate::harness::Browser<'_>, ids: &[i64]) {
    let ids = ids.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    browser.post("/marks", &[("act", "read"), ("ids", &ids), ("back", "/")]).await;
}

#[tokio::test]
async fn read_articles_leave_today_unless_the_reader_keeps_them() {
    let server = TestServer::new().await;
    let (mut ada, _, _) = with_articles(&server, 50).await;
    let all = cards(&ada.get("/").await.body);
    read(&mut ada, &all[..3]).await;
    for path in ["/", "/?show=unread"] {
        assert_eq!(cards(&ada.get(path).await.body), &all[3..], "{path}");
    }
    assert_eq!(cards(&ada.get("/?show=all").await.body), all, "for once");
    let beside = ada.get(&format!("/article/{}?in=today", all[1])).await.body;
    let with_open: Vec<i64> = [&all[1..2], &all[3..]].concat();
    assert_eq!(cards(&beside), with_open, "the open article stays in its place");
    assert!(!ada.get("/?order=newest").await.body.contains(&format!("data-id=\"{}\"", all[0])));
    ada.post("/settings", &[("keeps_read", "yes")]).await;
    assert_eq!(cards(&ada.get("/").await.body), all);
    assert_eq!(cards(&ada.get("/?show=unread").await.body), &all[3..], "hidden for once");
    assert!(ada.get("/?order=newest").await.body.contains(&format!("data-id=\"{}\"", all[0])));
}

#[tokio::test]
async fn a_read_selection_says_what_to_do_next() {
    let server = TestServer::new().await;
    let (mut ada, _, _) = with_articles(&server, 30).await;
    let first = ada.get("/").await.body;
    assert!(!first.contains("You’ve read this selection"));
    read(&mut ada, &cards(&first)).await;
    let page = ada.get("/").await.body;
    assert!(cards(&page).is_empty());
    for said in [
        "You’ve read this selection",
        "Get a new selection, or see everything you haven’t read yet.",
        "action=\"/today/anew\"",
        "href=\"/unread\"",
        "The next selection comes at ",
    ] {
        assert!(page.contains(said), "{said} is not on {page}");
    }
    assert!(!page.contains("Show more"), "one way to go on is enough");
    server.clock.advance(1);
    ada.post("/today/anew", &[]).await;
    let second = cards(&ada.get("/").await.body);
    assert_eq!(second.len(), 10, "the rest");
    read(&mut ada, &second).await;
    let page = ada.get("/").await.body;
    assert!(page.contains("All caught up") && !page.contains("You’ve read this selection"));
}

#[tokio::test]
async fn a_selection_lasts_for_half_an_hour_and_says_so() {
    let server = TestServer::new().await;
    let (mut ada, _, _) = with_articles(&server, 70).await;
    let next = server.clock.now() + tidings_web::VISIT;
    let said = format!("The next selection comes at {}.", next.strftime("%H:%M"));
    let page = ada.get("/").await.body;
    assert!(page.contains(&said), "{said} is not on {page}");
    let first = cards(&page);
    server.clock.advance(30 * 60 - 1);
    assert!(ada.get("/").await.body.contains(&said));
    server.clock.advance(2);
    let longer = cards(&ada.get("/?n=40").await.body);
    assert_eq!((longer.len(), &longer[..20]), (40, &first[..]), "what is made longer stays");
    read(&mut ada, &first[..1]).await;
    let page = ada.get("/").await.body;
    assert_eq!(cards(&page).len(), 20, "a new selection");
    assert!(!page.contains(&said) && page.contains("The next selection comes at "));
}

#[tokio::test]
async fn read_articles_can_be_hidden_in_every_list_that_shows_them() {
    let server = TestServer::new().await;
    let (mut ada, user, ids) = with_articles(&server, 6).await;
    let mut numbers: Vec<i64> = ids.iter().map(|id| id.0).collect();
    numbers.sort_unstable();
    let chosen = numbers[..4].iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    for act in ["star", "later"] {
        ada.post("/marks", &[("act", act), ("ids", &chosen), ("back", "/")]).await;
    }
    let tagged = [("act", "tag"), ("tag", "physics"), ("ids", &*chosen), ("back", "/")];
    ada.post("/marks", &tagged).await;
    let tag =
        server.store.subscriptions().overview(user, server.clock.now()).await.unwrap().tags[0].id;
    read(&mut ada, &numbers[..2]).await;
    let sorted = |body: &str| {
        let mut all = cards(body);
        all.sort_unstable();
        all
    };
    let (tag, source) = (format!("/tag/{tag}"), "/source/1");
    for (path, n) in [("/starred", 4), ("/later", 4), (&*tag, 4), ("/all", 6), (source, 6)] {
        let all = ada.get(&format!("{path}?show=all")).await.body;
        assert_eq!(sorted(&all), &numbers[..n], "{path}");
        assert!(all.contains("Hide read") && all.contains("Show read"), "{path}");
        let unread = ada.get(&format!("{path}?show=unread")).await.body;
        assert_eq!(sorted(&unread), &numbers[2..n], "{path}");
    }
    read(&mut ada, &numbers).await;
    let page = ada.get("/starred?show=unread").await.body;
    assert!(page.contains("All caught up here") && page.contains("href=\"/starred?show=all\""));
    let page = ada.get("/unread").await.body;
    assert!(!page.contains("Hide read"), "there is nothing to hide");
}

#[tokio::test]
async fn more_less_and_skipped_are_recorded() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = with_articles(&server, 5).await;
    let ids = cards(&ada.get("/").await.body);
    let article = |n: usize| ArticleId(ids[n]);
    ada.post(&format!("/article/{}/more", ids[0]), &[("back", "/")]).await;
    ada.post(&format!("/article/{}/less", ids[1]), &[("back", "/")]).await;
    ada.post(&format!("/article/{}/read", ids[2]), &[("back", "/")]).await;
    ada.get(&format!("/article/{}?in=today", ids[3])).await;
    ada.post(&format!("/article/{}/read", ids[3]), &[("back", "/")]).await;
    let noted = reactions(&server, user).await;
    let expected = [
        (article(0), Reaction::Liked),
        (article(1), Reaction::Hidden),
        (article(2), Reaction::Dismissed),
        (article(3), Reaction::Opened),
    ];
    assert_eq!(noted, expected, "an opened article does not count as skipped");
    let unread = ada.get("/unread").await.body;
    assert!(!cards(&unread).contains(&ids[1]), "an article with less is not shown again");
}

#[tokio::test]
async fn sorted_by_time_nothing_is_learned() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = with_articles(&server, 30).await;
    let page = ada.get("/?order=newest").await.body;
    assert!(!page.contains("class=\"why\""));
    ada.post("/taught", &[("surprise", "150")]).await;
    let page = ada.get("/").await.body;
    assert!(!page.contains("class=\"why\"") && !page.contains("By interest"));
    assert_eq!(visit(&server, user).await, 0);
    let page = ada.get("/taught").await.body;
    assert!(page.contains("value=\"150\" checked") && !page.contains("value=\"yes\" checked"));
    ada.post("/taught", &[("surprise", "150"), ("learns", "yes")]).await;
    assert!(ada.get("/").await.body.contains("class=\"why\""));
}

#[tokio::test]
async fn interests_are_shown_and_can_be_changed_and_deleted() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = with_articles(&server, 5).await;
    ada.get("/").await;
    let page = ada.get("/taught").await.body;
    for words in [
        "telescope, star, orbit",
        "You open roughly 60% of its articles (well established)",
        "election, party, vote",
        "fairly certain",
    ] {
        assert!(page.contains(words), "{words} is not on {page}");
    }
    ada.post("/taught/say", &[("kind", "topic"), ("id", "2"), ("level", "95")]).await;
    let said = server.store.learning().taught(user).await.unwrap();
    assert_eq!((said[0].subject, said[0].level), (Subject::Topic(TopicId(2)), 95));
    let sent = ada.post("/taught/say", &[("kind", "topic"), ("id", "2"), ("level", "95")]).await;
    assert_eq!(sent.header("location"), "/taught?said=said&at=topic-2#topic-2");
    let page = ada.get("/taught?said=said&at=topic-2").await.body;
    assert!(page.contains("value=\"95\" selected"));
    let row = page.split("class=\"taste\"").find(|row| row.contains("id=\"topic-2\"")).unwrap();
    assert!(row.contains("<p class=\"note\" role=\"status\">Saved."), "{row}");
    assert_eq!(page.matches("class=\"note\"").count(), 1, "beside the row that was changed");
    ada.post("/taught/say", &[("kind", "topic"), ("id", "2"), ("level", "")]).await;
    assert!(server.store.learning().taught(user).await.unwrap().is_empty());
    let (mut bea, bea_id) = server.signed_in("bea", Role::User).await;
    let source = SourceId(1).0.to_string();
    let sent =
        bea.post("/taught/say", &[("kind", "source"), ("id", &source), ("level", "95")]).await;
    assert_eq!(
        sent.status,
        StatusCode::NOT_FOUND,
        "interests can be set only for subscribed sources"
    );
    assert!(server.store.learning().taught(bea_id).await.unwrap().is_empty());
    for (kind, level) in [("topic", "101"), ("topic", "x"), ("planet", "5")] {
        let sent = ada.post("/taught/say", &[("kind", kind), ("id", "1"), ("level", level)]).await;
        assert_eq!(sent.status, StatusCode::BAD_REQUEST, "{kind} {level}");
    }
    ada.post("/taught/forget", &[]).await;
    assert_eq!(visit(&server, user).await, 0);
    assert!(
        ada.get("/taught?said=forgotten").await.body.contains("Your interests have been reset")
    );
}

#[tokio::test]
async fn scripts_report_reading_time_and_skipped_cards() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = with_articles(&server, 5).await;
    let ids = cards(&ada.get("/").await.body);
    ada.get(&format!("/article/{}?in=today", ids[0])).await;
    ada.post(&format!("/article/{}/kept", ids[0]), &[]).await;
    let list = format!("{},{},999999", ids[1], ids[2]);
    assert_eq!(ada.post("/passed", &[("ids", &list)]).await.status, StatusCode::NO_CONTENT);
    let noted: Vec<Reaction> = reactions(&server, user).await.iter().map(|one| one.1).collect();
    assert_eq!(noted, [Reaction::Opened, Reaction::Kept, Reaction::Skipped, Reaction::Skipped]);
    assert_eq!(ada.post("/passed", &[("ids", "x")]).await.status, StatusCode::BAD_REQUEST);
    ada.post("/taught", &[]).await;
    ada.post("/passed", &[("ids", &list)]).await;
    assert_eq!(reactions(&server, user).await.len(), 4, "nothing is learned");
    assert!(!ada.get("/").await.body.contains("data-learns"));
}

#[tokio::test]
async fn the_top_of_a_list_by_time_is_recorded_once_per_visit() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = with_articles(&server, 50).await;
    ada.get("/unread").await;
    ada.get("/all").await;
    let since = jiff::Timestamp::MIN;
    let noted = async {
        while server
            .store
            .learning()
            .shown_since(user, Placing::Time, since)
            .await
            .unwrap()
            .is_none()
        {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(180), noted)
        .await
        .expect("nothing is noted");
    let lessons = server.store.learning().lessons(user, since, server.clock.now()).await.unwrap();
    assert_eq!(lessons.len(), 20);
}

#[tokio::test]
async fn marking_a_page_read_marks_only_what_is_on_it() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = with_articles(&server, 50).await;
    let page = ada.get("/").await;
    let ids = page.field("ids");
    let answer = ada.post("/marks", &[("act", "read"), ("ids", &ids), ("back", "/")]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(server.store.readings().unread_ids(user, 99).await.unwrap().len(), 30);
    let shown: Vec<String> = cards(&page.body).iter().map(i64::to_string).collect();
    assert_eq!(ids, shown.join(","));
}

#[tokio::test]
async fn a_page_that_nobody_sees_is_not_recorded_as_shown() {
    let server = TestServer::new().await;
    let (mut ada, user, _) = with_articles(&server, 50).await;
    for (name, value) in [("x-tidings", "look"), ("sec-purpose", "prefetch")] {
        let request = server.request(&http::Method::GET, "/").header(name, value);
        ada.send(request.body(axum::body::Body::empty()).unwrap()).await;
        assert_eq!(visit(&server, user).await, 0, "{name}");
    }
}

#[tokio::test]
async fn a_topic_is_renamed_on_the_page_and_an_empty_name_restores_the_learned_one() {
    let server = TestServer::new().await;
    let (mut ada, _, _) = with_articles(&server, 5).await;
    assert!(ada.get("/taught").await.body.contains("action=\"/taught/rename\""));
    let sent = ada.post("/taught/rename", &[("id", "1"), ("name", "Sky <i>watching</i>")]).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER);
    let page = ada.get("/taught?said=renamed").await.body;
    assert!(page.contains("Sky &#60;i&#62;watching") && !page.contains("telescope, star, orbit"));
    assert!(page.contains("Topic renamed."));
    let sent = ada.post("/taught/rename", &[("id", "1"), ("name", " ")]).await;
    assert!(sent.header("location").starts_with("/taught?said=unnamed&"));
    assert!(ada.get("/taught").await.body.contains("telescope, star, orbit"));
    // Names are shared: with several users, only operators set them.
    let (mut bea, _) = server.signed_in("bea", Role::User).await;
    for browser in [&mut ada, &mut bea] {
        assert!(!browser.get("/taught").await.body.contains("/taught/rename"));
        let sent = browser.post("/taught/rename", &[("id", "1"), ("name", "Mine")]).await;
        assert_eq!(sent.status, StatusCode::FORBIDDEN);
    }
    let (mut olga, _) = server.signed_in("olga", Role::Operator).await;
    let sent = olga.post("/taught/rename", &[("id", "1"), ("name", "Sky")]).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER);
    assert!(ada.get("/taught").await.body.contains("Sky"));
}
