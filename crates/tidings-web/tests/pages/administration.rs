//! What operators can do about accounts and backups, and what disabled and invited users can do.

use crate::harness::{Answer, Browser, PASSWORD, TestServer};
use http::StatusCode;
use tidings_model::{Clock, Role};
use tidings_store::{AppScope, JobReport};

async fn sign_in(browser: &mut Browser<'_>, name: &str, password: &str) -> Answer {
    browser.post_bare("/sign-in", &[("name", name), ("password", password)]).await
}

/// Returns the token of the link that a page shows once.
fn link(page: &Answer) -> String {
    let (_, rest) = page.body.split_once("/join?token=").unwrap_or_else(|| panic!("{}", page.body));
    rest.split_once('<').unwrap().0.to_owned()
}

#[tokio::test]
async fn a_disabled_user_is_signed_out_everywhere_at_once() {
    let server = TestServer::new().await;
    let (mut olga, _) = server.signed_in("olga", Role::Operator).await;
    let (mut ada, id) = server.signed_in("ada", Role::User).await;
    let now = server.clock.now();
    let add = server.store.users().add_app_password(
        id,
        "x".to_owned(),
        AppScope::Write,
        vec![7; 32].into(),
        now,
    );
    add.await.unwrap();
    let answer = olga.post(&format!("/admin/users/{id}/disable"), &[]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(ada.get("/").await.status, StatusCode::SEE_OTHER);
    assert_eq!(ada.get("/live").await.status, StatusCode::SEE_OTHER);
    assert!(server.store.users().app_password_owner(vec![7; 32]).await.unwrap().is_none());
    let answer = sign_in(&mut ada, "ada", PASSWORD).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert!(answer.body.contains("disabled") && answer.header("set-cookie").is_empty());
    let wrong = sign_in(&mut ada, "ada", "wrong password").await;
    assert!(!wrong.body.contains("disabled"), "only someone who knows the password learns that");
    olga.post(&format!("/admin/users/{id}/enable"), &[]).await;
    assert_eq!(ada.get("/").await.status, StatusCode::SEE_OTHER, "the old session stays ended");
    assert_eq!(sign_in(&mut ada, "ada", PASSWORD).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn an_invitation_creates_one_account() {
    let server = TestServer::new().await;
    let (mut olga, _) = server.signed_in("olga", Role::Operator).await;
    let token = link(&olga.post_on("/admin/invitations", &[("as", "user")]).await);
    assert!(!olga.get("/admin/users").await.body.contains(&token), "shown once");
    let mut guest = server.browser();
    let page = guest.get(&format!("/join?token={token}")).await;
    assert_eq!(page.status, StatusCode::OK);
    let join = |name: &'static str, password: &'static str| {
        let token = token.clone();
        let mut browser = server.browser();
        async move {
            let fields = [("link_token", token.as_str()), ("name", name), ("password", password)];
            browser.post_bare("/join", &fields).await
        }
    };
    assert_eq!(join("olga", PASSWORD).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(join("bob", "short").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let answers =
        futures_util::future::join_all(["bob", "carl", "dora"].map(|name| join(name, PASSWORD)))
            .await;
    let n_joined = answers.iter().filter(|answer| answer.status == StatusCode::SEE_OTHER).count();
    assert_eq!(n_joined, 1, "of three at once");
    let late = join("eve", PASSWORD).await;
    assert_eq!(late.status, StatusCode::NOT_FOUND);
    assert!(late.body.contains("already been used"), "{}", late.body);
    let again = guest.get(&format!("/join?token={token}")).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
    assert!(again.body.contains("If you used it, sign in"), "{}", again.body);
    let users = server.store.users().all().await.unwrap();
    assert_eq!(users.len(), 2);
    assert!(users.iter().all(|user| user.name == "olga" || user.role == Role::User));
}

#[tokio::test]
async fn links_expire_and_can_be_revoked() {
    let server = TestServer::new().await;
    let (mut olga, _) = server.signed_in("olga", Role::Operator).await;
    let first = link(&olga.post_on("/admin/invitations", &[("as", "user")]).await);
    let name = olga.get("/admin/users").await.field("link");
    olga.post("/admin/invitations/revoke", &[("link", &name)]).await;
    let ask = async |token: &str, status: StatusCode, said: &str| {
        let page = server.browser().get(&format!("/join?token={token}")).await;
        assert_eq!(page.status, status, "{token}");
        assert!(page.body.contains(said), "{}", page.body);
    };
    ask(&first, StatusCode::NOT_FOUND, "or it was revoked").await;
    let second = link(&olga.post_on("/admin/invitations", &[("as", "operator")]).await);
    ask(&second, StatusCode::OK, "name=\"link_token\"").await;
    server.clock.advance(7 * 86_400);
    ask(&second, StatusCode::NOT_FOUND, "Link expired").await;
    ask(&second[..30], StatusCode::NOT_FOUND, "A part of this link is missing").await;
    ask("", StatusCode::NOT_FOUND, "A part of this link is missing").await;
    let fields = [("link_token", second.as_str()), ("name", "bob"), ("password", PASSWORD)];
    let sent = server.browser().post_bare("/join", &fields).await;
    assert!(sent.body.contains("Link expired"), "a form left open too long: {}", sent.body);
}

#[tokio::test]
async fn a_link_for_a_new_password_signs_the_user_out_elsewhere() {
    let server = TestServer::new().await;
    let (mut olga, _) = server.signed_in("olga", Role::Operator).await;
    let (mut ada, id) = server.signed_in("ada", Role::User).await;
    let token = link(&olga.post_on(&format!("/admin/users/{id}/reset"), &[]).await);
    assert_eq!(ada.get("/").await.status, StatusCode::OK, "nothing changes until the link is used");
    let mut at_home = server.browser();
    let page = at_home.get(&format!("/join?token={token}")).await;
    assert!(page.body.contains("ada") && !page.body.contains("name=\"name\""));
    let fields = [("link_token", token.as_str()), ("password", "another long password")];
    let answer = at_home.post_bare("/join", &fields).await;
    assert_eq!(answer.header("location"), "/");
    assert_eq!(ada.get("/").await.status, StatusCode::SEE_OTHER);
    assert_eq!(at_home.get("/").await.status, StatusCode::OK);
    assert_eq!(server.browser().post_bare("/join", &fields).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_secret_is_shown_once_and_a_reload_creates_no_other() {
    let server = TestServer::new().await;
    let (mut olga, id) = server.signed_in("olga", Role::Operator).await;
    let (mut eve, _) = server.signed_in("eve", Role::Operator).await;
    let made = olga.post("/admin/invitations", &[("as", "user")]).await;
    assert_eq!(made.header("location"), "/admin/users");
    assert!(!made.body.contains("token="));
    eve.once = olga.once.clone();
    let foreign = eve.get("/admin/users").await;
    assert!(!foreign.body.contains("/join?token="), "the secret belongs to another session");
    let elsewhere = olga.get("/settings/passwords").await;
    assert!(!elsewhere.body.contains("/join?token=") && elsewhere.header("set-cookie").is_empty());
    assert!(olga.get("/admin/users").await.body.contains("/join?token="));
    assert!(olga.once.is_none(), "the page deletes the cookie");
    for _ in 0..3 {
        assert!(!olga.get("/admin/users").await.body.contains("/join?token="));
    }
    let links = server.store.users().invitations(server.clock.now()).await.unwrap();
    assert_eq!(links.len(), 1);
    olga.post_on("/settings/passwords", &[("label", "Phone"), ("scope", "read")]).await;
    olga.get("/settings/passwords").await;
    assert_eq!(server.store.users().app_passwords(id).await.unwrap().len(), 1);
}

#[tokio::test]
async fn links_have_our_own_address_whatever_the_request_says() {
    let server = TestServer::at(Some("https://news.example/")).await;
    let (mut olga, _) = server.signed_in("olga", Role::Operator).await;
    let token = olga.token().await;
    let request = server
        .request(&http::Method::POST, "/admin/invitations")
        .header("content-type", crate::harness::FORM)
        .header("x-forwarded-host", "evil.example")
        .header("forwarded", "host=evil.example")
        .body(crate::harness::form(&[("as", "user"), ("token", &token)]))
        .unwrap();
    let sent = olga.send(request).await;
    assert_eq!(sent.header("location"), "/admin/users");
    assert!(sent.header("set-cookie").starts_with("__Host-tidings-once="));
    let page = olga.get("/admin/users").await;
    assert!(page.body.contains("https://news.example/join?token="), "{}", page.body);
    assert!(!page.body.contains("evil"));
}

#[tokio::test]
async fn operators_manage_others_and_not_themselves() {
    let server = TestServer::new().await;
    let (mut olga, own) = server.signed_in("olga", Role::Operator).await;
    let fields = [("name", "bob"), ("password", PASSWORD), ("as", "user")];
    assert_eq!(olga.post("/admin/users", &fields).await.status, StatusCode::SEE_OTHER);
    let answer = olga.post("/admin/users", &fields).await;
    assert!(answer.body.contains("is taken"));
    let bob = server.store.users().account("bob".to_owned()).await.unwrap().unwrap().user.id;
    let mut his = server.browser();
    sign_in(&mut his, "bob", PASSWORD).await;
    assert_eq!(his.get("/admin").await.status, StatusCode::FORBIDDEN);
    olga.post(&format!("/admin/users/{bob}/role"), &[("as", "operator")]).await;
    assert_eq!(his.get("/admin").await.status, StatusCode::OK, "at once");
    olga.post(&format!("/admin/users/{bob}/role"), &[("as", "user")]).await;
    assert_eq!(his.get("/admin").await.status, StatusCode::FORBIDDEN);
    for path in ["disable", "role"] {
        let fields: &[(&str, &str)] = if path == "role" { &[("as", "user")] } else { &[] };
        let answer = olga.post(&format!("/admin/users/{own}/{path}"), fields).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
    }
    let answer = olga.post(&format!("/admin/users/{own}/remove"), &[("name", "olga")]).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    olga.post(&format!("/admin/users/{bob}/sign-out"), &[]).await;
    assert_eq!(his.get("/").await.status, StatusCode::SEE_OTHER);
    let answer = olga.post(&format!("/admin/users/{bob}/remove"), &[("name", "rob")]).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    olga.post(&format!("/admin/users/{bob}/remove"), &[("name", "bob")]).await;
    assert!(server.store.users().get(bob).await.unwrap().is_none());
}

#[tokio::test]
async fn only_operators_create_download_and_remove_backups() {
    let server = TestServer::new().await;
    let (mut olga, _) = server.signed_in("olga", Role::Operator).await;
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    let made = olga.post("/admin/backup", &[]).await;
    assert_eq!(made.header("location"), "/admin/backup?done=made");
    assert!(olga.get("/admin/backup").await.body.contains("tidings-0.backup"));
    let file = olga.get("/admin/backup/tidings-0.backup").await;
    assert_eq!((file.status, file.body.len()), (StatusCode::OK, 300_000));
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"tidings-0.backup\"");
    assert_eq!(ada.get("/admin/backup/tidings-0.backup").await.status, StatusCode::FORBIDDEN);
    for path in ["..%2f..%2fetc%2fpasswd", "%2e%2e", "%00", "C:%5Cx", "tidings-9.backup"] {
        let answer = olga.get(&format!("/admin/backup/{path}")).await;
        assert!(
            matches!(answer.status, StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST),
            "{path}: {}",
            answer.status
        );
    }
    olga.post("/admin/backup/tidings-0.backup/remove", &[]).await;
    assert_eq!(olga.get("/admin/backup/tidings-0.backup").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_overview_shows_numbers_warnings_and_settings_without_secrets() {
    let server = TestServer::new().await;
    let (mut olga, _) = server.signed_in("olga", Role::Operator).await;
    let page = olga.get("/admin").await.body;
    for part in ["9.9.9", "http://news.example/", "doesn’t use HTTPS", "(hidden)", "43 GB", "45 GB"]
    {
        assert!(page.contains(part) || part.ends_with("GB"), "{part}");
    }
    assert!(page.contains(" GB"));
}

/// Records a run of a job.
async fn ran(server: &TestServer, name: &str, error: Option<&str>) {
    let (jobs, now, holder) = (server.store.jobs(), server.clock.now(), "me".to_owned());
    let minute = jiff::SignedDuration::from_mins(1);
    assert!(jobs.claim(name.to_owned(), holder.clone(), now + minute, now).await.unwrap());
    let report = JobReport {
        name: name.to_owned(),
        holder,
        started_at: now - 3 * minute,
        took_ms: 2_400,
        error: error.map(str::to_owned),
        n_runs: 1_200,
        n_failures: u64::from(error.is_some()),
        next_at: now + 10 * minute,
        lease_until: now,
    };
    assert!(jobs.report(report).await.unwrap());
}

#[tokio::test]
async fn the_server_page_lists_jobs_and_why_the_last_run_of_one_failed() {
    let server = TestServer::new().await;
    let (mut olga, _) = server.signed_in("olga", Role::Operator).await;
    assert!(olga.get("/admin").await.body.contains("No job has run yet"));
    ran(&server, "icons", Some("<b>the disk</b> is full")).await;
    ran(&server, "search-index@1f2e3d4c5b6a", None).await;
    ran(&server, "new-job", None).await;
    let page = olga.get("/admin").await.body;
    for words in [
        "Find source icons",
        "Last run failed:",
        "&#60;b&#62;the disk&#60;/b&#62; is full",
        "Update the search index <span>process 1f2e3d</span>",
        ">new-job",
        "3 minutes ago",
        "2.4 s",
        "in 10 minutes",
        "1,200",
    ] {
        assert!(page.contains(words), "{words} is not on {page}");
    }
    assert_eq!(page.matches("Last run failed:").count(), 1);
    let (mut ada, _) = server.signed_in("ada", Role::User).await;
    assert_eq!(ada.get("/admin").await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn metrics_report_jobs_without_the_text_of_errors() {
    let server = TestServer::new().await;
    let (mut olga, _) = server.signed_in("olga", Role::Operator).await;
    ran(&server, "icons", Some("the disk\nis full")).await;
    ran(&server, "search-index@1f2e3d4c5b6a", None).await;
    let text = olga.get("/metrics").await.body;
    let began = server.clock.now().as_second() - 180;
    for line in [
        "tidings_up 1",
        "# TYPE tidings_job_runs_total counter",
        "tidings_job_runs_total{job=\"icons\"} 1200",
        "tidings_job_failures_total{job=\"icons\"} 1",
        &format!("tidings_job_last_run_seconds{{job=\"icons\"}} {began}"),
        "tidings_job_duration_seconds{job=\"icons\"} 2.400",
        "tidings_job_healthy{job=\"icons\"} 0",
        "tidings_job_healthy{job=\"search-index\",process=\"1f2e3d4c5b6a\"} 1",
    ] {
        assert!(text.lines().any(|one| one == line), "{line} is not in {text}");
    }
    assert!(!text.contains("disk"));
}
