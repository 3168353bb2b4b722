//! `/settings/second-step`: turning two-factor authentication on and off.

use crate::{
    Error,
    acts::{
        ActError,
        account::{self, Confirmed},
    },
    app::Inner,
    confirmation,
    forms::{Form, Nothing},
    once::Once,
    pages::{Place, Shell, page, page_with},
    proxies::Visitor,
    session::Signed,
    totp::{self, Picture},
    voice::Voice,
};
use askama::Template;
use axum::{
    extract::{FromRequest, FromRequestParts, Request, State},
    response::{IntoResponse, Redirect, Response},
};
use http::{HeaderMap, StatusCode, header};
use serde::Deserialize;
use std::sync::Arc;

/// The current stage.
enum Stage {
    Off,
    /// A secret is offered, and the device must prove itself with a first code.
    Offered {
        picture: Option<Picture>,
        secret: String,
        address: String,
    },
    On {
        codes_left: String,
    },
    /// Recovery codes, shown only this once.
    Codes(Vec<String>),
}

#[derive(Template)]
#[template(path = "two_factor.html")]
struct Page {
    t: Voice,
    shell: Shell,
    complaint: Option<String>,
    has_password: bool,
    stage: Stage,
}

async fn make(
    inner: &Inner,
    signed: &Signed,
    headers: &HeaderMap,
    complaint: Option<String>,
) -> Result<Page, Error> {
    let stage = match inner.store.users().second_factor(signed.user.id).await? {
        None => Stage::Off,
        Some(factor) if factor.confirmed_at.is_some() => Stage::On {
            codes_left: signed.voice.n("second-step-codes-left", factor.n_recovery_codes),
        },
        Some(factor) => {
            let address = totp::address(&factor.secret, &signed.user.name, &place(inner, headers));
            let secret = totp::spelled(&factor.secret);
            Stage::Offered { picture: totp::picture(&address), secret, address }
        }
    };
    with_stage(inner, signed, complaint, stage).await
}

async fn with_stage(
    inner: &Inner,
    signed: &Signed,
    complaint: Option<String>,
    stage: Stage,
) -> Result<Page, Error> {
    Ok(Page {
        t: signed.voice.clone(),
        shell: Shell::new(inner, signed, Place::Account).await?,
        complaint,
        has_password: confirmation::has_password(inner, signed).await?,
        stage,
    })
}

/// Returns the name under which the authenticator app lists this server.
fn place(inner: &Inner, headers: &HeaderMap) -> String {
    let own = inner.public_url.as_ref().and_then(|url| url.host_str()).map(str::to_owned);
    let asked = || headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("here");
    own.unwrap_or_else(|| asked().chars().take(60).collect())
}

/// The page, which also shows new recovery codes.
const PAGE: &str = "/settings/second-step";

/// `GET /settings/second-step`.
pub(crate) async fn show(
    State(inner): State<Arc<Inner>>,
    headers: HeaderMap,
    signed: Signed,
    once: Once,
) -> Result<Response, Error> {
    let made = match once.open(&signed.csrf, PAGE) {
        Some(codes) => with_stage(&inner, &signed, None, Stage::Codes(codes)).await?,
        None => make(&inner, &signed, &headers, None).await?,
    };
    Ok(once.forget(&signed.csrf, PAGE, page(&made)?))
}

async fn again(
    inner: &Inner,
    signed: &Signed,
    headers: &HeaderMap,
    key: &'static str,
) -> Result<Response, Error> {
    let complaint = Some(signed.voice.of(key).to_owned());
    page_with(StatusCode::UNPROCESSABLE_ENTITY, &make(inner, signed, headers, complaint).await?)
}

/// The password, if there is one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Proof {
    #[serde(default)]
    password: String,
}

/// A person who has proved that they own the account. After a wrong password the page says so.
pub(crate) struct Owner(Signed);

impl FromRequest<Arc<Inner>> for Owner {
    type Rejection = Response;

    async fn from_request(request: Request, inner: &Arc<Inner>) -> Result<Self, Response> {
        let (mut parts, body) = request.into_parts();
        let Ok(visitor) = Visitor::from_request_parts(&mut parts, inner).await;
        let headers = parts.headers.clone();
        let request = Request::from_parts(parts, body);
        let form = Form::<Proof>::from_request(request, inner).await;
        let Form { signed, fields: Proof { password } } = form.map_err(Error::into_response)?;
        match confirmation::check_owner(inner, &signed, &visitor, password).await {
            Ok(Ok(())) => Ok(Self(signed)),
            Ok(Err(missing)) => Err(again(inner, &signed, &headers, missing).await.into_response()),
            Err(error) => Err(error.into_response()),
        }
    }
}

/// `POST /settings/second-step/begin`: creates a secret and shows it.
pub(crate) async fn begin(
    State(inner): State<Arc<Inner>>,
    Owner(signed): Owner,
) -> Result<Response, Error> {
    account::begin_second_step(&signed.actor(&inner)).await?;
    Ok(Redirect::to(PAGE).into_response())
}

/// A code from the device.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CodeForm {
    code: String,
}

/// `POST /settings/second-step/confirm`: turns it on if the device's code is right.
pub(crate) async fn confirm(
    State(inner): State<Arc<Inner>>,
    headers: HeaderMap,
    once: Once,
    form: Form<CodeForm>,
) -> Result<Response, Error> {
    let Form { signed, fields: CodeForm { code } } = form;
    match account::confirm_second_step(&signed.actor(&inner), &code).await? {
        Confirmed::On(codes) => once.redirect(&signed.csrf, PAGE, &codes),
        Confirmed::WrongCode => again(&inner, &signed, &headers, "second-step-code-wrong").await,
        Confirmed::NotBegun => Ok(Redirect::to(PAGE).into_response()),
    }
}

/// `POST /settings/second-step/codes`: creates ten new recovery codes. The old ones stop working.
pub(crate) async fn renew_codes(
    State(inner): State<Arc<Inner>>,
    once: Once,
    Owner(signed): Owner,
) -> Result<Response, Error> {
    match account::renew_codes(&signed.actor(&inner)).await {
        Ok(codes) => once.redirect(&signed.csrf, PAGE, &codes),
        Err(ActError::NotFound(_)) => Ok(Redirect::to(PAGE).into_response()),
        Err(refused) => Err(refused.into()),
    }
}

/// `POST /settings/second-step/off`.
pub(crate) async fn turn_off(
    State(inner): State<Arc<Inner>>,
    Owner(signed): Owner,
) -> Result<Response, Error> {
    account::turn_off_second_step(&signed.actor(&inner)).await?;
    Ok(Redirect::to("/settings/account?done=second-step-off").into_response())
}

/// `POST /settings/second-step/cancel`: deletes a secret that was never confirmed.
pub(crate) async fn cancel(
    State(inner): State<Arc<Inner>>,
    form: Form<Nothing>,
) -> Result<Response, Error> {
    account::cancel_second_step(&form.actor(&inner)).await?;
    Ok(Redirect::to("/settings/account").into_response())
}
