//! A call of a client program: the caller, the parameters, and errors in the format of the protocol.

use super::{Caller, Parameters};
use crate::{Error, acts::Actor, app::Inner};
use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{FromRequest, Request},
    response::{IntoResponse, Response},
};
use http::request::Parts;
use jiff::Timestamp;
use std::{future::Future, marker::PhantomData, sync::Arc};

/// Maximum body size: ten thousand ids in their longest form.
const MAX_BYTES: usize = 1 << 20;

/// What differs between the protocols.
pub(crate) trait Protocol: Sized + Send + Sync + 'static {
    /// Authenticates the caller, before anything else is read.
    fn admit(inner: &Inner, parts: &Parts) -> impl Future<Output = Result<Caller, Error>> + Send;

    /// Returns the kind of body that a call to this path has.
    fn body(path: &str) -> Written;

    /// Returns the parameter that holds the app password of a call without a header, where clients make such calls.
    fn password_parameter(_: &Parts) -> Option<&'static str> {
        None
    }

    /// Returns an error as the protocol's clients expect it.
    fn refusal(error: &Error) -> Response;
}

/// The kind of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// Parameters, like those in the address.
    Form,
    /// JSON, which the handler parses itself.
    Json,
    /// A subscription file, which may be large.
    File,
}

/// An authenticated call.
#[derive(Debug)]
pub(crate) struct Call<P> {
    pub(super) inner: Arc<Inner>,
    pub(super) caller: Caller,
    pub(super) asked: Parameters,
    pub(super) parts: Parts,
    pub(super) body: Bytes,
    /// When the call came. What arrives between then and the response may be missing from it.
    pub(super) at: Timestamp,
    protocol: PhantomData<P>,
}

impl<P> Call<P> {
    /// Returns the person on whose behalf the client acts.
    pub(super) fn actor(&self) -> Actor<'_> {
        Actor::new(&self.inner, &self.caller.user)
    }
}

impl<P: Protocol> FromRequest<Arc<Inner>> for Call<P> {
    type Rejection = CallError<P>;

    async fn from_request(request: Request, inner: &Arc<Inner>) -> Result<Self, CallError<P>> {
        let at = inner.clock.now();
        let (parts, body) = request.into_parts();
        let named = P::password_parameter(&parts);
        let admitted = match named {
            None => Some(P::admit(inner, &parts).await?),
            Some(_) => None,
        };
        let written = P::body(parts.uri.path());
        let most = match written {
            Written::File => inner.services.checks.source_defaults().import_bytes,
            Written::Form | Written::Json => MAX_BYTES,
        };
        let body = whole(body, most).await?;
        let form = if written == Written::Form { body.clone() } else { Bytes::new() };
        let asked = Parameters::of(&parts, &form)?;
        let caller = match admitted {
            Some(caller) => caller,
            None => {
                let password = named.and_then(|name| asked.one(name)).ok_or(Error::WrongKey)?;
                Caller::by_password(inner, &parts, password).await?
            }
        };
        Ok(Self { inner: Arc::clone(inner), caller, asked, parts, body, at, protocol: PhantomData })
    }
}

/// Returns the parameters of a request whose parameters also identify the caller.
pub(super) async fn heard(request: Request) -> Result<(Parts, Parameters), Error> {
    let (parts, body) = request.into_parts();
    let body = whole(body, MAX_BYTES).await?;
    let asked = Parameters::of(&parts, &body)?;
    Ok((parts, asked))
}

async fn whole(body: Body, most: usize) -> Result<Bytes, Error> {
    to_bytes(body, most).await.map_err(|_| Error::TooLarge)
}

/// Why a call was refused.
#[derive(Debug)]
pub(crate) struct CallError<P>(Error, PhantomData<P>);

impl<P, E: Into<Error>> From<E> for CallError<P> {
    fn from(error: E) -> Self {
        Self(error.into(), PhantomData)
    }
}

impl<P: Protocol> IntoResponse for CallError<P> {
    fn into_response(self) -> Response {
        let mut response = P::refusal(&self.0);
        self.0.say_when(response.headers_mut());
        response
    }
}

/// The result of a protocol's handler.
pub(crate) type Answer<P> = Result<Response, CallError<P>>;
