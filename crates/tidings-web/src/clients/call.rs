//! A call of a program: who calls, what they ask for, and how they are refused in the words of their protocol.

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

/// The largest body of a call: ten thousand ids in their longest form.
const MAX_BYTES: usize = 1 << 20;

/// What differs between the protocols.
pub(crate) trait Protocol: Sized + Send + Sync + 'static {
    /// Lets in who calls, or does not. Nothing else was read yet.
    fn admit(inner: &Inner, parts: &Parts) -> impl Future<Output = Result<Caller, Error>> + Send;

    /// What stands in the body of a call to a path.
    fn body(path: &str) -> Written;

    /// Why a call was refused, said as its clients expect it.
    fn refusal(error: &Error) -> Response;
}

/// What stands in a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// Parameters, as in the address.
    Form,
    /// Something that the call reads itself.
    Json,
    /// A file of subscriptions, which may be large.
    File,
}

/// A call by somebody who is let in.
#[derive(Debug)]
pub(crate) struct Call<P> {
    pub(super) inner: Arc<Inner>,
    pub(super) caller: Caller,
    pub(super) asked: Parameters,
    pub(super) parts: Parts,
    pub(super) body: Bytes,
    /// When it was asked. What arrives between then and the answer may not be in it.
    pub(super) at: Timestamp,
    protocol: PhantomData<P>,
}

impl<P> Call<P> {
    /// The person for whom the program acts.
    pub(super) fn actor(&self) -> Actor<'_> {
        Actor::new(&self.inner, &self.caller.user)
    }
}

impl<P: Protocol> FromRequest<Arc<Inner>> for Call<P> {
    type Rejection = CallError<P>;

    async fn from_request(request: Request, inner: &Arc<Inner>) -> Result<Self, CallError<P>> {
        let at = inner.clock.now();
        let (parts, body) = request.into_parts();
        let caller = P::admit(inner, &parts).await?;
        let written = P::body(parts.uri.path());
        let most = match written {
            Written::File => inner.services.checks.source_defaults().import_bytes,
            Written::Form | Written::Json => MAX_BYTES,
        };
        let body = whole(body, most).await?;
        let form = if written == Written::Form { body.clone() } else { Bytes::new() };
        let asked = Parameters::of(&parts, &form)?;
        Ok(Self { inner: Arc::clone(inner), caller, asked, parts, body, at, protocol: PhantomData })
    }
}

/// The parameters of a request that says by them who calls.
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

/// What a function of a protocol answers.
pub(crate) type Answer<P> = Result<Response, CallError<P>>;
