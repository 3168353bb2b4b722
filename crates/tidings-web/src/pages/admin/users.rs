//! `/admin/users`: the accounts, and what operators can do about them. What people read is not shown.

use crate::{
    Error, SecretToken,
    acts::{ActError, people},
    app::Inner,
    forms::{Nothing, OperatorForm},
    once::Once,
    pages::{DoneQuery, Place, Shell, page, page_with, setup::check_name},
    password,
    proxies::Base,
    session::{Operator, is_same_name},
    times::Time,
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{FromRequest, FromRequestParts, Path, Query, Request, State},
    response::{IntoResponse, Redirect, Response},
};
use http::StatusCode;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{fmt::Write as _, sync::Arc};
use tidings_model::{Role, User, UserId};
use tidings_store::{InvitationPurpose, Member};

struct Row {
    id: UserId,
    name: String,
    is_operator: bool,
    is_disabled: bool,
    has_second_factor: bool,
    is_self: bool,
    since: Time,
    seen: Option<Time>,
}

struct Waiting {
    /// Identifies the link in a form, without revealing its secret.
    name: String,
    sentence: String,
    until: Time,
}

/// A new link, shown only this once.
#[derive(Serialize, Deserialize)]
struct Fresh {
    sentence: String,
    link: String,
}

#[derive(Template)]
#[template(path = "admin/users.html")]
struct Page {
    t: Voice,
    shell: Shell,
    said: Option<String>,
    complaint: Option<String>,
    fresh: Option<Fresh>,
    rows: Vec<Row>,
    waiting: Vec<Waiting>,
}

/// The page, which also shows a new link.
const PAGE: &str = "/admin/users";

async fn make(inner: &Inner, operator: &Operator) -> Result<Page, Error> {
    let signed = &operator.signed;
    let (t, now) = (signed.voice.clone(), inner.clock.now());
    let members = inner.store.users().members().await?;
    let waiting = inner.store.users().invitations(now).await?.into_iter().map(|link| Waiting {
        name: link_name(&link.token_hash),
        sentence: purpose(&t, link.errand, &members),
        until: t.future(link.expires_at, now),
    });
    let waiting = waiting.collect();
    let rows = members.into_iter().map(|member| Row {
        id: member.user.id,
        is_self: member.user.id == signed.user.id,
        is_operator: member.user.role == Role::Operator,
        is_disabled: member.disabled_at.is_some(),
        has_second_factor: member.has_second_factor,
        since: t.past(member.user.created_at, now),
        seen: member.seen_at.map(|at| t.past(at, now)),
        name: member.user.name,
    });
    let rows = rows.collect();
    let shell = Shell::new(inner, signed, Place::Admin).await?;
    Ok(Page { t, shell, said: None, complaint: None, fresh: None, rows, waiting })
}

fn purpose(t: &Voice, errand: InvitationPurpose, members: &[Member]) -> String {
    match errand {
        InvitationPurpose::Join(Role::User) => t.of("invitation-to-join").to_owned(),
        InvitationPurpose::Join(Role::Operator) => t.of("invitation-to-operate").to_owned(),
        InvitationPurpose::NewPassword(user) => {
            let member = members.iter().find(|member| member.user.id == user);
            let name = member.map_or("", |member| member.user.name.as_str());
            t.with("invitation-to-reset", "name", name)
        }
    }
}

fn link_name(token_hash: &[u8]) -> String {
    let digest = SecretToken::hash(&format!("link {token_hash:?}"));
    digest.iter().take(12).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// `GET /admin/users`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    Query(asked): Query<DoneQuery>,
    operator: Operator,
    once: Once,
) -> Result<Response, Error> {
    let mut made = make(&inner, &operator).await?;
    made.fresh = once.open(&operator.signed.csrf, PAGE);
    made.said = match asked.done.as_str() {
        "added" => Some(made.t.of("users-added").to_owned()),
        "changed" => Some(made.t.of("users-changed").to_owned()),
        "removed" => Some(made.t.of("users-removed").to_owned()),
        _ => None,
    };
    Ok(once.forget(&operator.signed.csrf, PAGE, page(&made)?))
}

async fn complain(
    inner: &Inner,
    operator: &Operator,
    complaint: String,
) -> Result<Response, Error> {
    let made = make(inner, operator).await?;
    let shown = Page { complaint: Some(complaint), ..made };
    page_with(StatusCode::UNPROCESSABLE_ENTITY, &shown)
}

fn done(what: &str) -> Response {
    Redirect::to(&format!("/admin/users?done={what}")).into_response()
}

fn role(code: &str) -> Result<Role, Error> {
    Role::from_code(code).ok_or_else(|| Error::BadRequest(format!("{code:?} is not a role")))
}

/// A new account, with a password that the operator passes on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewUser {
    name: String,
    password: String,
    #[serde(rename = "as")]
    role: String,
}

/// `POST /admin/users`.
pub(crate) async fn add(
    State(inner): State<Arc<Inner>>,
    form: OperatorForm<NewUser>,
) -> Result<Response, Error> {
    let OperatorForm { operator, fields: NewUser { name, password, role: code } } = form;
    let t = &operator.signed.voice;
    let role = role(&code)?;
    let checked = check_name(t, &name)
        .and_then(|()| password::check_new_password(&password).map_err(|unfit| unfit.said(t)));
    if let Err(complaint) = checked {
        return complain(&inner, &operator, complaint).await;
    }
    match people::add(&operator.signed.actor(&inner), name.clone(), password, role).await {
        Ok(_) => Ok(done("added")),
        Err(ActError::Taken(_)) => {
            let complaint = t.with("name-taken", "name", name.trim());
            complain(&inner, &operator, complaint).await
        }
        Err(error) => Err(error.into()),
    }
}

/// An operator's form about the user in the address.
pub(crate) struct About<T> {
    operator: Operator,
    user: User,
    fields: T,
}

impl<T: DeserializeOwned + Send> FromRequest<Arc<Inner>> for About<T> {
    type Rejection = Error;

    async fn from_request(request: Request, inner: &Arc<Inner>) -> Result<Self, Error> {
        let (mut parts, body) = request.into_parts();
        let id = Path::<String>::from_request_parts(&mut parts, inner).await;
        let request = Request::from_parts(parts, body);
        let OperatorForm { operator, fields } = OperatorForm::from_request(request, inner).await?;
        let id = id.ok().and_then(|Path(id)| id.parse().ok()).ok_or(Error::NotFound)?;
        let user = inner.store.users().get(id).await?.ok_or(Error::NotFound)?;
        Ok(Self { operator, user, fields })
    }
}

/// Shows a refusal about the last operator, or about one's own account, as a sentence; otherwise confirms the act.
async fn told(
    inner: &Inner,
    operator: &Operator,
    result: Result<(), ActError>,
) -> Result<Response, Error> {
    let t = &operator.signed.voice;
    match result {
        Ok(()) => Ok(done("changed")),
        Err(ActError::Stored(_)) => {
            complain(inner, operator, t.of("users-last-operator").to_owned()).await
        }
        Err(refused @ ActError::Yourself) => complain(inner, operator, refused.sentence(t)).await,
        Err(refused) => Err(refused.into()),
    }
}

/// The new role.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRole {
    #[serde(rename = "as")]
    role: String,
}

/// `POST /admin/users/{id}/role`.
pub(crate) async fn set_role(
    State(inner): State<Arc<Inner>>,
    about: About<NewRole>,
) -> Result<Response, Error> {
    let About { operator, user: User { id: user, .. }, fields } = about;
    let role = role(&fields.role)?;
    let result = people::set_role(&operator.signed.actor(&inner), user, role).await;
    told(&inner, &operator, result).await
}

/// `POST /admin/users/{id}/disable`.
pub(crate) async fn disable(
    State(inner): State<Arc<Inner>>,
    about: About<Nothing>,
) -> Result<Response, Error> {
    let About { operator, user: User { id: user, .. }, .. } = about;
    let result = people::disable(&operator.signed.actor(&inner), user).await;
    told(&inner, &operator, result).await
}

/// `POST /admin/users/{id}/enable`.
pub(crate) async fn enable(
    State(inner): State<Arc<Inner>>,
    about: About<Nothing>,
) -> Result<Response, Error> {
    let About { operator, user: User { id: user, .. }, .. } = about;
    let result = people::enable(&operator.signed.actor(&inner), user).await;
    told(&inner, &operator, result).await
}

/// `POST /admin/users/{id}/sign-out`.
pub(crate) async fn sign_out(
    State(inner): State<Arc<Inner>>,
    about: About<Nothing>,
) -> Result<Response, Error> {
    people::sign_out(&about.operator.signed.actor(&inner), about.user.id).await?;
    Ok(done("changed"))
}

/// `POST /admin/users/{id}/second-step-off`: for someone who has lost both the device and the recovery codes.
pub(crate) async fn turn_off_second_step(
    State(inner): State<Arc<Inner>>,
    about: About<Nothing>,
) -> Result<Response, Error> {
    let About { operator, user: User { id: user, .. }, .. } = about;
    people::turn_off_second_step(&operator.signed.actor(&inner), user).await?;
    Ok(done("changed"))
}

/// The user name, typed again to confirm.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sure {
    name: String,
}

/// `POST /admin/users/{id}/remove`.
pub(crate) async fn remove(
    State(inner): State<Arc<Inner>>,
    about: About<Sure>,
) -> Result<Response, Error> {
    let About { operator, user, fields: Sure { name } } = about;
    let t = &operator.signed.voice;
    if user.id != operator.signed.user.id && !is_same_name(&name, &user.name) {
        return complain(&inner, &operator, t.of("data-name-differs").to_owned()).await;
    }
    match people::remove(&operator.signed.actor(&inner), user.id).await {
        Ok(()) => Ok(done("removed")),
        refused => told(&inner, &operator, refused).await,
    }
}

/// `POST /admin/users/{id}/reset`: creates a link with which the user chooses a new password.
pub(crate) async fn reset(
    State(inner): State<Arc<Inner>>,
    Base(base): Base,
    once: Once,
    about: About<Nothing>,
) -> Result<Response, Error> {
    let About { operator, user: User { id: user, .. }, .. } = about;
    let link = hand_out(&inner, &base, &operator, InvitationPurpose::NewPassword(user)).await?;
    once.redirect(&operator.signed.csrf, PAGE, &link)
}

/// `POST /admin/invitations`: creates a link with which someone creates an account.
pub(crate) async fn invite(
    State(inner): State<Arc<Inner>>,
    Base(base): Base,
    once: Once,
    form: OperatorForm<NewRole>,
) -> Result<Response, Error> {
    let OperatorForm { operator, fields: NewRole { role: code } } = form;
    let link = hand_out(&inner, &base, &operator, InvitationPurpose::Join(role(&code)?)).await?;
    once.redirect(&operator.signed.csrf, PAGE, &link)
}

/// Creates a link, which the next page shows and no other.
async fn hand_out(
    inner: &Inner,
    base: &str,
    operator: &Operator,
    errand: InvitationPurpose,
) -> Result<Fresh, Error> {
    let signed = &operator.signed;
    let secret = people::hand_out_link(&signed.actor(inner), errand).await?;
    let sentence = purpose(&signed.voice, errand, &inner.store.users().members().await?);
    Ok(Fresh { sentence, link: format!("{base}/join?token={secret}") })
}

/// A link.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct One {
    link: String,
}

/// `POST /admin/invitations/revoke`.
pub(crate) async fn revoke(
    State(inner): State<Arc<Inner>>,
    form: OperatorForm<One>,
) -> Result<Response, Error> {
    let OperatorForm { operator, fields: One { link } } = form;
    let is_meant = |hash: &[u8]| link_name(hash) == link;
    people::revoke_link(&operator.signed.actor(&inner), is_meant).await?;
    Ok(done("changed"))
}
