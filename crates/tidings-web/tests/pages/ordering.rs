//! The order of folders, changed on every surface that can, compared with a model: a list of names.

use crate::harness::{Browser, TestServer};
use http::StatusCode;
use tidings_model::{Clock, FolderId, Role, UserId};

async fn folders(server: &TestServer, user: UserId) -> Vec<(FolderId, String)> {
    let folders = server.store.subscriptions().folders(user).await.unwrap();
    folders.into_iter().map(|folder| (folder.id, folder.name)).collect()
}

async fn names(server: &TestServer, user: UserId) -> Vec<String> {
    folders(server, user).await.into_iter().map(|(_, name)| name).collect()
}

async fn with_folders<'h>(
    server: &'h TestServer,
    name: &str,
    all: &[&str],
) -> (Browser<'h>, UserId) {
    let (browser, user) = server.signed_in(name, Role::User).await;
    for name in all {
        let now = server.clock.now();
        server.store.subscriptions().folder(user, (*name).to_owned(), now).await.unwrap();
    }
    (browser, user)
}

#[tokio::test]
async fn a_folder_moves_by_one_place_and_not_beyond_the_ends() {
    let server = TestServer::new().await;
    let (mut ada, user) = with_folders(&server, "ada", &["a", "b", "c", "d"]).await;
    let (_, bob) = with_folders(&server, "bob", &["x", "y"]).await;
    let mut model = names(&server, user).await;
    let ids = folders(&server, user).await;
    for (folder, to) in [
        ("a", "up"),
        ("a", "down"),
        ("d", "down"),
        ("d", "up"),
        ("d", "up"),
        ("d", "up"),
        ("d", "up"),
        ("b", "down"),
        ("c", "up"),
    ] {
        let at = model.iter().position(|name| name == folder).unwrap();
        if to == "down" && at + 1 < model.len() {
            model.swap(at, at + 1);
        } else if to == "up" && at > 0 {
            model.swap(at, at - 1);
        }
        let id = ids.iter().find(|(_, name)| name == folder).unwrap().0;
        let answer = ada.post(&format!("/folders/{id}/order"), &[("to", to)]).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{folder} {to}");
        assert_eq!(names(&server, user).await, model, "{folder} {to}");
    }
    assert_eq!(names(&server, bob).await, ["x", "y"]);
}

#[tokio::test]
async fn unknown_folders_and_other_peoples_are_not_moved() {
    let server = TestServer::new().await;
    let (mut ada, user) = with_folders(&server, "ada", &["a", "b"]).await;
    let (_, bob) = with_folders(&server, "bob", &["x", "y"]).await;
    let foreign = folders(&server, bob).await[0].0;
    for id in [foreign.to_string(), "999999".to_owned(), "x".to_owned()] {
        let answer = ada.post(&format!("/folders/{id}/order"), &[("to", "down")]).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{id}");
    }
    assert_eq!(names(&server, user).await, ["a", "b"]);
    assert_eq!(names(&server, bob).await, ["x", "y"]);
}

#[tokio::test]
async fn removing_a_folder_preserves_the_order_and_leaves_its_sources_without_one() {
    let server = TestServer::new().await;
    let (mut ada, user) = with_folders(&server, "ada", &["a", "b", "c"]).await;
    let source = server.source(user, "https://example.org/feed").await;
    let middle = folders(&server, user).await[1].0;
    server.store.subscriptions().move_to(user, source, Some(middle)).await.unwrap();
    let answer = ada.post(&format!("/folders/{middle}/remove"), &[]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(names(&server, user).await, ["a", "c"]);
    let one = server.store.subscriptions().get(user, source).await.unwrap().unwrap();
    assert_eq!(one.subscription.folder, None);
    ada.post("/folders", &[("name", "new")]).await;
    assert_eq!(names(&server, user).await, ["a", "c", "new"], "a new one comes last");
}
